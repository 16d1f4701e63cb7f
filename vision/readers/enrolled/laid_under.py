"""Which card came to lie under the top card of a pile with it: two were laid in one movement, fanned.

Of such a card a strip shows beside the top card, with its corner or a piece of its print. A pile that was nudged shows as large a strip, of
the card that lay on top before. So it is read: a face that is none of those known to lie there, and that could not be read there before.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.cards.candidates import CROP
from vision.cards.outlines import find_blobs
from vision.cards.underneath import Sides, find_hidden_quads, find_loose_sides, mask_visible_part
from vision.plane.quads import Quad, cut_out, make_upright, project_from_quad
from vision.readers.enrolled.partial import ALIKE_PART, PRINTED, FaceMatch, PartReader
from vision.types import Face, Image, Reading

RIM = 0.03
"""Part of a card around the top one in which a shade may fall, or its own edge be seen."""

LEVEL, SHADE = 10.0, 0.12
"""Grey levels, and part of its brightness, by which a pixel looks other than before."""

LEAST_FRESH = 0.02
"""Part of a card beside the top one that looks other than before, for anything to be searched: the rim of a strip is more."""

ALONG = 0.5
"""Part of a straight piece of an edge that must lie where it looks other than before: the side of a card that was not there."""

EXACT = 0.02
"""How much larger than it was read the top card of a pile is taken to be: it was laid on its picture exactly."""
NEAR = 0.55
"""How far from the top card's middle that of a card lies that was laid with it, in card widths."""

MOST = 6
"""Places that are read."""

LOOKS, WORTH = 3, 0.35
"""How often a place is laid on the card that it seems to show, and the likeness from which that is worth it."""

ALMOST = 0.05
"""Likeness by which another card may be less like what shows somewhere and still be what lies there."""

NEWLY = 0.05
"""Likeness by which what shows must be more like its face than what was to be seen there before."""

EXPLAINED = 0.9
"""Part of what looks other than before that lies on the card that was laid; the rest is shade."""

LAST = 3
"""Of the cards that lie there anyway so many may show: the top one, that on which it was laid, and one that this one was pushed off."""

RULED_OUT = 0.1
"""How likely it is at most, for one time that it is another card, that a card shows which lies there anyway."""


def laid_under(parts: PartReader, image: Image, before: Image, top: Quad, known: Sequence[Face]) -> Reading | None:
    """The card of the deck that has come to lie under another one, not accepted where it is not sure; None if none has, as far as can be
    told. `image`, `before`: (h, w, 3) uint8 BGR, the pile now and as it was, rectified alike. `top`: (4, 2) where the top card lies.
    `known`: faces that lie there anyway, that card last and the one below it before that."""
    size = (image.shape[0], image.shape[1])
    top = make_upright(np.asarray(top, np.float32), size, parts.deck.aspect)
    fresh = _fresh(image, before, top)
    card = float(cv2.contourArea(top))
    if np.count_nonzero(fresh) < LEAST_FRESH * card:
        return None
    sides = find_loose_sides(image, find_blobs(image), [top])
    along = replace(sides, pieces=_along(sides.pieces, fresh))
    places = [q for q in find_hidden_quads([top], parts.deck.aspect, along) if _is_near(q, top) and _explains(fresh, q)]
    looks = [look for quad in places[:MOST] if (look := _look(parts, image, quad, top)) is not None]
    if not looks:
        return None
    quad, matches = max(looks, key=lambda look: look[1][0].likeness)
    if _was_there(parts, before, quad, top, matches):
        return None
    if not _is_another(parts, matches, known, _of_known(parts, image, quad, top, known)):
        return None
    reading = parts.reading(matches)
    return replace(reading, accepted=reading.accepted and not _contested(matches, looks))


def _fresh(image: Image, before: Image, top: Quad) -> NDArray[np.uint8]:
    """(h, w) 255 where the pile looks other than before beside its top card."""
    now, then = (
        cv2.GaussianBlur(cv2.cvtColor(each, cv2.COLOR_BGR2GRAY), (0, 0), 1.0).astype(np.float32) for each in (image, before)
    )
    gain = float(np.median((now + 8) / (then + 8)))
    other = (np.abs(now - then * gain) > LEVEL + SHADE * now).astype(np.uint8) * 255
    middle = top.mean(axis=0)
    cv2.fillConvexPoly(other, np.round(middle + (top - middle) * (1 + 2 * RIM)).astype(np.int32), 0.0)
    return np.asarray(cv2.morphologyEx(other, cv2.MORPH_OPEN, np.ones((2, 2), np.uint8)), np.uint8)


def _along(pieces: Sides, fresh: NDArray[np.uint8]) -> Sides:
    """Those pieces that lie where something changed."""
    if not len(pieces):
        return pieces
    near = cv2.dilate(fresh, np.ones((5, 5), np.uint8)) > 0
    steps = np.linspace(0.0, 1.0, 9, dtype=np.float32)[None, :, None]
    places = np.rint(pieces[:, :1] * (1 - steps) + pieces[:, 1:] * steps).astype(int)
    x, y = np.clip(places[..., 0], 0, fresh.shape[1] - 1), np.clip(places[..., 1], 0, fresh.shape[0] - 1)
    return np.asarray(pieces[near[y, x].mean(axis=1) >= ALONG])


def _is_near(quad: Quad, top: Quad) -> bool:
    wide = float(np.linalg.norm(top[1] - top[0]))
    return float(np.linalg.norm(quad.mean(axis=0) - top.mean(axis=0))) <= NEAR * wide


def _look(parts: PartReader, image: Image, quad: Quad, top: Quad) -> tuple[Quad, list[FaceMatch]] | None:
    """The faces that suit a place, best first, once the likeliest was laid on it exactly, and where that is; None if nothing does."""
    best: tuple[Quad, list[FaceMatch]] | None = None
    for _ in range(LOOKS):
        matches = _matches(parts, image, quad, top, best[1] if best else ())
        if not matches or (best and matches[0].likeness <= best[1][0].likeness + 0.01):
            break
        best, quad = (quad, matches), project_from_quad(quad, matches[0].place)
        if matches[0].likeness < WORTH:
            break
    return best


def _matches(parts: PartReader, image: Image, quad: Quad, top: Quad, known: Sequence[FaceMatch] = ()) -> list[FaceMatch]:
    picture = (image.shape[0], image.shape[1])
    quad = make_upright(quad, picture, parts.deck.aspect)
    return parts.look(cut_out(image, quad, CROP), mask_visible_part(CROP, quad, [top], picture, rim=EXACT), known)


def _explains(fresh: NDArray[np.uint8], quad: Quad) -> bool:
    """Is a card that lies there all that is new? Where the pile was pushed, what came to light beside it is not."""
    mask, middle = np.zeros_like(fresh), quad.mean(axis=0)
    cv2.fillConvexPoly(mask, np.round(middle + (quad - middle) * (1 + 2 * RIM)).astype(np.int32), 255.0)
    return bool(np.count_nonzero(fresh & mask) >= EXPLAINED * np.count_nonzero(fresh))


def _of_known(parts: PartReader, image: Image, quad: Quad, top: Quad, known: Sequence[Face]) -> list[FaceMatch]:
    """How well the cards suit a place that may show there anyway."""
    nothing = np.zeros(0)
    likely = [parts.deck.faces.index(face) for face in known[-LAST:] if face in parts.deck.faces]
    seeds = [FaceMatch(face, turned, 1.0, nothing, nothing) for face in likely for turned in (False, True)]
    return _matches(parts, image, quad, top, seeds) if seeds else []


def _is_another(parts: PartReader, matches: Sequence[FaceMatch], known: Sequence[Face], others: Sequence[FaceMatch]) -> bool:
    """Does a place clearly show a card that is none of those known? `others`: how well some of these suit it."""
    best, faces = matches[0], parts.deck.faces
    if faces[best.face] in known or best.likeness < ALIKE_PART or best.contrast < PRINTED:
        return False
    seen = [*others, *(match for match in matches if faces[match.face] in known)]
    return all(match.likeness < best.likeness and parts.odds(match, best) <= RULED_OUT for match in seen)


def _was_there(parts: PartReader, before: Image, quad: Quad, top: Quad, matches: Sequence[FaceMatch]) -> bool:
    """Was the same card to be seen there before, as it lies now?"""
    was = next(iter(_matches(parts, before, quad, top, matches)), None)
    return was is not None and was.face == matches[0].face and was.likeness > matches[0].likeness - NEWLY


def _contested(matches: Sequence[FaceMatch], looks: Sequence[tuple[Quad, Sequence[FaceMatch]]]) -> bool:
    """Does a look at another place speak for another card about as well?"""
    return any(more[0].face != matches[0].face and more[0].likeness > matches[0].likeness - ALMOST for _, more in looks)
