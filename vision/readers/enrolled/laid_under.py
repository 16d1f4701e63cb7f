"""The card that came to lie under the top card of a pile together with the top card: two cards laid in one movement, fanned.

Beside the top card a strip of the other card shows, with a corner or a piece of print. A nudged pile shows as large a strip of
the former top card. Therefore a face counts only if no known card of the pile has the face. Nor may the face have been read in
the same place before.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.cards.candidates import CARD_CROP_PX
from vision.cards.outlines import find_blobs
from vision.cards.underneath import Sides, find_hidden_quads, find_loose_sides, mask_visible_part
from vision.plane.quads import Quad, cut_out, make_upright, project_from_quad
from vision.readers.enrolled.partial import PART, PART_SEARCH, FaceMatch, PartReader
from vision.types import Face, Image, Reading


@dataclass(frozen=True, slots=True)
class LaidUnderThresholds:
    """When a card counts as laid under the top card of a pile, in the same movement."""

    rim_part: float = 0.03  # around the top card, in parts of a card: shade falls here and the card's own edge shows; guess
    min_change_levels: float = 10.0
    """grey levels, with min_change_part of the brightness, by which a changed pixel differs; guess."""
    min_change_part: float = 0.12  # see min_change_levels; guess
    min_changed_part: float = 0.02  # of a card's area beside the top card; the rim of a strip is larger; guess
    min_edge_on_change_part: float = 0.5  # a new card's edge lies along the change for this part of its length; guess
    top_growth_part: float = 0.02
    """the top card is taken to be larger than read: cards are laid on their pictures exactly; guess."""
    max_middle_distance_widths: float = 0.55  # between the middles of the two cards, in card widths; guess
    min_next_look_likeness: float = 0.35  # a less likely card is not looked at again; guess
    min_explained_part: float = 0.9  # of the changed pixels that must lie on the new card, the rest being shade; guess
    max_known_card_odds: float = 0.1  # of a known card against the new one; guess


LAID_UNDER = LaidUnderThresholds()


def read_card_laid_under(parts: PartReader, image: Image, before: Image, top: Quad, known: Sequence[Face]) -> Reading | None:
    """The reading of the card that came to lie under the top card, not accepted where doubtful; None if no such card can be
    told.

    `parts`: reads parts of the deck's cards. `image`, `before`: (h, w, 3) uint8 BGR, the pile now and earlier, rectified alike.
    `top`: (4, 2) corners of the top card. `known`: faces of the pile, the top card last.
    """
    size = (image.shape[0], image.shape[1])
    top = make_upright(np.asarray(top, np.float32), size, parts.deck.aspect)
    fresh = _find_changed_pixels(image, before, top)
    card = float(cv2.contourArea(top))
    if np.count_nonzero(fresh) < LAID_UNDER.min_changed_part * card:
        return None
    sides = find_loose_sides(image, find_blobs(image), [top])
    along = replace(sides, pieces=_keep_pieces_on_change(sides.pieces, fresh))
    reach = LAID_UNDER.max_middle_distance_widths * float(np.linalg.norm(top[1] - top[0]))
    near = (
        quad
        for quad in find_hidden_quads([top], parts.deck.aspect, along)
        if float(np.linalg.norm(quad.mean(axis=0) - top.mean(axis=0))) <= reach
    )
    places = [quad for quad in near if _is_change_explained(fresh, quad)]
    found = (_find_best_match(parts, image, quad, top) for quad in places[:6])  # more would cost too much time
    looks = [look for look in found if look is not None]
    if not looks:
        return None
    quad, matches = max(looks, key=lambda look: look[1][0].likeness)
    was = next(iter(_match_faces(parts, before, quad, top, matches)), None)
    if was and was.face == matches[0].face and was.likeness > matches[0].likeness:
        return None  # the same card lay there before
    if not _is_new_card(parts, matches, known, _match_known_faces(parts, image, quad, top, known)):
        return None
    # a look at another place may speak for another card about as well
    best, rivals = matches[0], (other[0] for _, other in looks)
    contested = any(one.face != best.face and one.likeness > best.likeness - PART.max_contested_gap for one in rivals)
    reading = parts.judge_matches(matches)
    return replace(reading, accepted=reading.accepted and not contested)


def _find_changed_pixels(image: Image, before: Image, top: Quad) -> NDArray[np.uint8]:
    """(h, w) 255 where the pile beside the top card looks different from before."""
    now, then = (
        cv2.GaussianBlur(cv2.cvtColor(each, cv2.COLOR_BGR2GRAY), (0, 0), 1.0).astype(np.float32) for each in (image, before)
    )
    gain = float(np.median((now + 8) / (then + 8)))
    other = (np.abs(now - then * gain) > LAID_UNDER.min_change_levels + LAID_UNDER.min_change_part * now).astype(np.uint8) * 255
    middle = top.mean(axis=0)
    cv2.fillConvexPoly(other, np.round(middle + (top - middle) * (1 + 2 * LAID_UNDER.rim_part)).astype(np.int32), 0.0)
    return np.asarray(cv2.morphologyEx(other, cv2.MORPH_OPEN, np.ones((2, 2), np.uint8)), np.uint8)


def _keep_pieces_on_change(pieces: Sides, fresh: NDArray[np.uint8]) -> Sides:
    """The straight pieces of edges that lie where the picture changed. `fresh`: (h, w) by `_find_changed_pixels`."""
    if not len(pieces):
        return pieces
    near = cv2.dilate(fresh, np.ones((5, 5), np.uint8)) > 0
    steps = np.linspace(0.0, 1.0, 9, dtype=np.float32)[None, :, None]
    places = np.rint(pieces[:, :1] * (1 - steps) + pieces[:, 1:] * steps).astype(int)
    x, y = np.clip(places[..., 0], 0, fresh.shape[1] - 1), np.clip(places[..., 1], 0, fresh.shape[0] - 1)
    return np.asarray(pieces[near[y, x].mean(axis=1) >= LAID_UNDER.min_edge_on_change_part])


def _find_best_match(parts: PartReader, image: Image, quad: Quad, top: Quad) -> tuple[Quad, list[FaceMatch]] | None:
    """(4, 2) the exact place and the faces that suit the place, best first, after the likeliest face was aligned; None if no
    face suits. `quad`: the rough place. `top`: corners of the top card. All in pixels."""
    best: tuple[Quad, list[FaceMatch]] | None = None
    for _ in range(PART_SEARCH.max_looks):
        matches = _match_faces(parts, image, quad, top, best[1] if best else ())
        if not matches or (best and matches[0].likeness <= best[1][0].likeness + 0.01):
            break
        best, quad = (quad, matches), project_from_quad(quad, matches[0].place)
        if matches[0].likeness < LAID_UNDER.min_next_look_likeness:
            break
    return best


def _match_faces(parts: PartReader, image: Image, quad: Quad, top: Quad, known: Sequence[FaceMatch] = ()) -> list[FaceMatch]:
    """The faces that suit what shows of the place `quad` beside the top card, best first; none if too little shows or nothing
    suits. `known`: matches of an earlier look there."""
    picture = (image.shape[0], image.shape[1])
    quad = make_upright(quad, picture, parts.deck.aspect)
    return parts.match_faces(
        cut_out(image, quad, CARD_CROP_PX),
        mask_visible_part(CARD_CROP_PX, quad, [top], picture, rim=LAID_UNDER.top_growth_part),
        known,
    )


def _is_change_explained(fresh: NDArray[np.uint8], quad: Quad) -> bool:
    """Does the place cover nearly all changed pixels? A pushed pile changes in other places too."""
    mask, middle = np.zeros_like(fresh), quad.mean(axis=0)
    cv2.fillConvexPoly(mask, np.round(middle + (quad - middle) * (1 + 2 * LAID_UNDER.rim_part)).astype(np.int32), 255.0)
    return bool(np.count_nonzero(fresh & mask) >= LAID_UNDER.min_explained_part * np.count_nonzero(fresh))


def _match_known_faces(parts: PartReader, image: Image, quad: Quad, top: Quad, known: Sequence[Face]) -> list[FaceMatch]:
    """How well the last three `known` faces of the pile suit the place, best first; none if no such face is of the deck."""
    nothing = np.zeros(0)
    # of the pile may show: the top card, the card below, and a card that was pushed off
    likely = [parts.deck.faces.index(face) for face in known[-3:] if face in parts.deck.faces]
    seeds = [FaceMatch(face, turned, 1.0, nothing, nothing) for face in likely for turned in (False, True)]
    return _match_faces(parts, image, quad, top, seeds) if seeds else []


def _is_new_card(parts: PartReader, matches: Sequence[FaceMatch], known: Sequence[Face], others: Sequence[FaceMatch]) -> bool:
    """Does the place clearly show a card that is not yet known in the pile? `matches`: faces that suit the place, best first.
    `known`: faces of the pile. `others`: how well known cards suit the place."""
    best, faces = matches[0], parts.deck.faces
    if faces[best.face] in known or best.likeness < PART.min_accepted_likeness or best.contrast < PART.min_contrast:
        return False
    seen = [*others, *(match for match in matches if faces[match.face] in known)]
    return all(
        match.likeness < best.likeness and parts.compute_odds(match, best) <= LAID_UNDER.max_known_card_odds for match in seen
    )
