"""Cards shown to the camera one after the other: each is taken as soon as it lies still.

Pure: frames go in, what was shown comes out, and no clock is read but the frames' own. The first card is looked for in the whole picture
(or in one zone of the mat); it tells how large a card is and where cards are laid, so the next ones, on top of it or in its place, are
found by their size, in a neighbourhood.

show = begin((59, 91))
show, told = see(show, frame)      # told: Shown, Doubtful or None
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.cards.candidates import CROP, Card, find_candidates
from vision.cards.outlines import fit_quads_to_edges
from vision.cards.topcard import FINE_WIDTH, find_by_outline, find_by_pattern
from vision.channels import most_channel
from vision.hands import motion
from vision.plane.homography import crop_to_mat, project, rectify
from vision.plane.quads import Quad, common_area, crop_corners, cut_out, side_lengths, signed_area, true_aspect
from vision.plane.quality import Quality, judge_quality
from vision.readers.enrolled import features
from vision.readers.enrolment.doubts import BLURRED, DARK, NO_CARD, SAME, SEVERAL, SMALL
from vision.readers.enrolment.places import FURTHER, Place, first_place, next_place, size_mm, turned
from vision.readers.enrolment.sameness import Shared, resembled, shared_with, texture_of
from vision.readers.enrolment.surroundings import with_surroundings
from vision.types import Frame, Image

LOOKED_AT_AFTER = 0.3
"""Seconds without motion after which a card is looked at."""
DOUBTFUL_LOOK_EVERY = 0.3
"""Seconds between looks at a card that was doubtful, for as long as nothing moves."""
MOST_LOOKS = 3
"""Looks after which a doubt is said."""

LEAST_LIVE_WIDTH = 60.0
"""Width in pixels a card needs to be learned from at all."""
DARKEST = 30.0
"""Mean grey level of a card below which its print cannot be told from noise."""
BLUR, BLURRIER = 0.6, 0.12
"""Blur (see `vision.plane.quality`) from which a card is doubtful, and how much blurrier than the usual one of this table it may be."""
FIRST_SHAPE, NEXT_SIZE = 0.12, 0.1
"""How far (as a logarithm) a card's shape or size may be off, at first; and the next one's, when the size is known."""
OUTLINE, OUTLINE_SEEN = 0.75, 0.7
"""Least part of a card's outline that must be seen: beside other edges, where its size is known; and in the open."""

LARGEST_CARD = 0.5
"""Part of the picture that a card takes at most."""

MOTION = 12
"""Grey levels by which a pixel of the small picture changes when something moves."""
MOVES, OTHER_PICTURE = 0.002, 0.0006
"""Part of the small picture that changes when something moves; and by which a picture is another one than before."""
SHARED_ART, UNLIKE_BY = 0.45, 0.25
"""Cards that are usually this like their mean share their art; one of them may be less like it by so much."""
FINE_REACH = 0.025
"""How far from where it was found the card's edge is looked for in the picture itself, in card widths."""
PLACES_LOOKED_AT = 3
"""Places of each kind that are looked at."""


@dataclass(frozen=True, slots=True, eq=False)
class Shown:
    """A card lies still and is fit to be learned. `crop`: (280, 200, 3) uint8 BGR; `around`: as of `with_surroundings`. `quad`: its corners
    in the picture."""

    crop: Image
    around: Image
    quad: Quad
    quality: Quality
    at: float


@dataclass(frozen=True, slots=True, eq=False)
class Doubtful:
    """Something lies still that is not fit to be learned. `reason`: a code of `vision.readers.enrolment.doubts`. `like`: for "same",
    which of the cards already shown it looks like (from 0)."""

    reason: str
    at: float
    crop: Image | None = None
    quality: Quality | None = None
    like: int | None = None


@dataclass(frozen=True, slots=True, eq=False)
class Show:
    """What is known so far. `first`: where the first card is looked for, None: anywhere. `place`: where the last one lay. `small`: the
    last frame, small; `stirred`: something has moved; `decided`: this stillness has been ruled on; `looks`: how often it was
    looked at, `next_at`: when next. `ruled`: the last stillness that was ruled on, its frame and the small one; `bare`: the table
    without a card, `taken`: with the last one taken, small. `textures`: of the cards shown; `blurs`: how blurred they were; `shared`:
    what they have in common. `doubted`: which card the last one passed for."""

    card_mm: tuple[float, float]
    first: Place | None = None
    place: Place | None = None
    small: Image | None = None
    stirred: bool = False
    decided: bool = False
    looks: int = 0
    next_at: float = 0.0
    ruled: tuple[Image, Image] | None = None
    bare: Image | None = None
    taken: Image | None = None
    textures: tuple[NDArray[Any], ...] = ()
    blurs: tuple[float, ...] = ()
    shared: Shared | None = None
    doubted: int | None = None


def begin(card_mm: tuple[float, float], first: Place | None = None, crops: Sequence[Image] = ()) -> Show:
    """Before the first frame. `card_mm`: width and height of a card. `first`: the zone of the mat that cards are laid on, None: anywhere.
    `crops`: of cards that were shown another day."""
    shared: Shared | None = None
    for crop in crops:
        shared = shared_with(shared, crop, card_mm)
    return Show(card_mm, first, textures=tuple(texture_of(crop) for crop in crops), shared=shared)


def forget_last(show: Show) -> Show:
    """The card shown last was not the one that was meant: it may be shown again, and so may the one before it."""
    return replace(show, textures=show.textures[:-1], blurs=show.blurs[:-1], doubted=None)


def see(show: Show, frame: Frame) -> tuple[Show, Shown | Doubtful | None]:
    """What one more frame shows. Something is told once for each time that something new lies still."""
    small = motion.shrink_frame(frame.image)
    first = show.small is None
    moves = show.small is None or _changed(show.small, small) > MOVES
    show = replace(show, small=small)
    if moves:
        return replace(
            show, decided=False, looks=0, next_at=frame.at + LOOKED_AT_AFTER, stirred=show.stirred or not first
        ), None
    if show.decided or frame.at < show.next_at:
        return show, None
    if show.looks == 0 and _is_old(show, small):
        return replace(show, decided=True), None
    return _looked(show, frame, small)


def _is_old(show: Show, small: Image) -> bool:
    """Nothing new lies there: a hand has only passed, or a card was taken away."""
    known = (show.ruled[1] if show.ruled else None, show.bare, show.taken)
    return any(picture is not None and _changed(picture, small) < OTHER_PICTURE for picture in known)


def _looked(show: Show, frame: Frame, small: Image) -> tuple[Show, Shown | Doubtful | None]:
    """Look at a picture that lies still. A doubt is said only if it remains."""
    told = _judged(show, frame)
    if isinstance(told, Shown):
        return _taken(show, told, frame.image, small), told
    show = replace(show, looks=show.looks + 1, next_at=frame.at + DOUBTFUL_LOOK_EVERY)
    nothing_yet = told.reason == NO_CARD and not show.stirred
    if show.looks < MOST_LOOKS and not nothing_yet:
        return show, None
    done = replace(show, decided=True, ruled=(frame.image, small), doubted=told.like if told.reason == SAME else None)
    return (replace(done, bare=small), None) if nothing_yet else (done, told)


def _taken(show: Show, shown: Shown, image: Image, small: Image) -> Show:
    return replace(
        show,
        place=next_place(show.place, shown.quad, show.card_mm) if show.place else first_place(shown.quad, show.card_mm),
        decided=True,
        ruled=(image, small),
        taken=small,
        textures=(*show.textures, texture_of(shown.crop)),
        blurs=(*show.blurs, shown.quality.blur),
        shared=shared_with(show.shared, shown.crop, show.card_mm),
        doubted=None,
    )


def _judged(show: Show, frame: Frame) -> Shown | Doubtful:
    """The card that lies there and is new, or why there is none that could be learned."""
    quads = found(show, frame.image)
    if len(quads) != 1:
        return Doubtful(SEVERAL if quads else NO_CARD, frame.at)
    quad = quads[0]
    crop, seen = cut_out(frame.image, quad, CROP), judge_quality(frame.image, quad)
    reason = _flaw(show, seen)
    if reason:
        return Doubtful(reason, frame.at, crop, seen)
    like = resembled(texture_of(crop), show.textures)
    if like is not None and like != show.doubted:  # shown once more in spite of the doubt: another card that looks the same
        return Doubtful(SAME, frame.at, crop, seen, like)
    return Shown(crop, with_surroundings(frame.image, quad), quad, seen, frame.at)


def _flaw(show: Show, seen: Quality) -> str:
    usual = float(np.median(show.blurs)) if len(show.blurs) >= 3 else 1.0
    if seen.width_px < LEAST_LIVE_WIDTH:
        return SMALL
    if seen.brightness < DARKEST:
        return DARK
    return BLURRED if seen.blur > min(BLUR, usual + BLURRIER) else ""


# --- finding


def found(show: Show, image: Image) -> list[Quad]:
    """The card that was laid last, none, or all that it might be. Each (4, 2), clockwise from the card's own top left."""
    for place in (show.place, show.first):
        quad = _in_place(show, turned(place, FURTHER[show.looks % MOST_LOOKS]), image) if place else None
        if quad is not None:
            return [quad]
    if show.first or (show.place and show.looks % MOST_LOOKS):
        return []
    return [quad for quad in _anywhere(show, image) if _is_another(show, image, quad)]


def _is_another(show: Show, image: Image, quad: Quad) -> bool:
    """Of the size and the art of those before it: on a pile of cards other outlines look like cards."""
    if show.place is None:
        return True
    size = np.array(size_mm(show.place, quad)) / show.card_mm
    shared = show.shared if show.shared and show.shared.usual > SHARED_ART else None
    alike = (
        shared is None or shared.laid(texture_of(cut_out(image, quad, features.CANONICAL_SIZE)))[2] > shared.usual - UNLIKE_BY
    )
    return bool(alike and np.abs(np.log(size)).max() < FIRST_SHAPE)


def _in_place(show: Show, place: Place, image: Image) -> Quad | None:
    """The top card where cards are laid: by its size, and by what it shares with the cards before it."""
    scale = FINE_WIDTH / show.card_mm[0]
    zone = rectify(image, place.to_picture, place.rect_mm, scale)
    before = rectify(show.ruled[0], place.to_picture, place.rect_mm, scale) if show.ruled else None
    proposals = _proposals(show, zone, before, (show.card_mm[0] * scale, show.card_mm[1] * scale))
    good = [one for one in proposals if _holds(show, one)]
    if not good:
        return None
    flat = crop_to_mat(place.rect_mm, scale)
    best = max(good, key=lambda one: _rank(show, one))
    return _refined(show, place, image, np.asarray(project(project(best.quad, flat), place.to_picture), np.float32))


def _refined(show: Show, place: Place, image: Image, quad: Quad) -> Quad:
    """The quad drawn to the edges of the picture itself, which is finer than the zone; as it was where that leads astray."""
    for fit in fit_quads_to_edges(_smooth(image), np.array([quad]), FINE_REACH):
        size = np.array(size_mm(place, fit.quad)) / show.card_mm
        if fit.score >= OUTLINE and np.abs(np.log(size)).max() < NEXT_SIZE:
            return fit.quad
    return quad


@dataclass(frozen=True, slots=True, eq=False)
class _Proposal:
    """Where the card may lie, (4, 2) pixels of the zone. `outline`: part of its outline that was seen; `fresh`: part of what changed that
    lies in it; `likeness`: to what the cards so far share."""

    quad: Quad
    outline: float
    fresh: float
    likeness: float


def _proposals(show: Show, zone: Image, before: Image | None, card_px: tuple[float, float]) -> list[_Proposal]:
    gray = _smooth(zone)
    quads = [one.quad for one in find_by_outline(zone, card_px, before)[:PLACES_LOOKED_AT]]
    if show.shared:
        quads += [one.quad for one in find_by_pattern(zone, card_px, show.shared.common)[:PLACES_LOOKED_AT]]
    fits = [(quad, fit) for quad in quads for fit in fit_quads_to_edges(gray, np.array([quad]), 0.05)]
    drawn = [(fit.quad, fit.score) for _, fit in fits if _fits(fit.quad, card_px)]
    drawn = drawn or [(quad, 0.9 * fit.score) for quad, fit in fits]
    if show.shared and show.shared.usual > SHARED_ART:
        drawn += [(quad, 0.0) for quad in quads]
    return [_proposal(show, zone, before, quad, score) for quad, score in drawn]


def _proposal(show: Show, zone: Image, before: Image | None, quad: Quad, outline: float) -> _Proposal:
    if show.shared is None:
        return _Proposal(quad, outline, _fresh(zone, before, quad), 0.0)
    corners, _, likeness = show.shared.laid(texture_of(cut_out(zone, quad, features.CANONICAL_SIZE)))
    if show.shared.usual > SHARED_ART and likeness > SHARED_ART:  # the print says better than the outline where the card lies
        unit = cv2.getPerspectiveTransform(crop_corners(features.CANONICAL_SIZE), np.ascontiguousarray(quad, np.float32))
        quad = np.asarray(project(corners, unit.astype(np.float64)), np.float32)
    return _Proposal(quad, outline, _fresh(zone, before, quad), likeness)


def _holds(show: Show, one: _Proposal) -> bool:
    """Good enough to be the card: its outline can be seen where the table has changed, or it bears what all cards of the deck share."""
    shares = (
        show.shared is not None
        and show.shared.usual > SHARED_ART
        and one.likeness > max(SHARED_ART, show.shared.usual - UNLIKE_BY)
    )
    return (one.outline >= OUTLINE and one.fresh > 0.6) or (shares and one.fresh > 0.3)


def _rank(show: Show, one: _Proposal) -> float:
    trust = 2 * max(show.shared.usual, 0.25) if show.shared else 0.0
    return one.outline * (0.5 + one.fresh) + trust * one.likeness


def _fits(quad: Quad, card_px: tuple[float, float]) -> bool:
    top, right, bottom, left = side_lengths(quad).tolist()
    sides = ((top, card_px[0]), (bottom, card_px[0]), (right, card_px[1]), (left, card_px[1]))
    return all(abs(np.log(side / wanted)) < NEXT_SIZE for side, wanted in sides)


def _fresh(zone: Image, before: Image | None, quad: Quad) -> float:
    """Part of what changed since the zone was last ruled on that lies in the quad."""
    if before is None:
        return 1.0
    changed = _differs(zone, before)
    inside = np.zeros(changed.shape, np.uint8)
    cv2.fillConvexPoly(inside, np.round(quad).astype(np.int32), 1)
    return float((changed & (inside > 0)).sum() / max(int(changed.sum()), 1))


def _anywhere(show: Show, image: Image) -> list[Quad]:
    """Cards that lie in the open; where a picture was ruled on before, only those where something has changed since."""
    before = show.ruled[0] if show.ruled else None
    size = (image.shape[0], image.shape[1])
    fits = [card for card in find_candidates(image, show.card_mm[0] / show.card_mm[1]) if _may_be(show, card, size)]
    kept: list[Card] = []
    for card in sorted(fits, key=lambda card: -abs(signed_area(card.quad)) * card.score**2):
        changed = before is None or _part_changed(image, before, card.quad) > 0.1
        if changed and not any(common_area(card.quad, other.quad) for other in kept):  # frames and pips lie within the card
            kept.append(card)
    least = 0.6 * abs(signed_area(kept[0].quad)) if kept else 0.0
    return [card.quad for card in kept if abs(signed_area(card.quad)) > least]


def _may_be(show: Show, card: Card, picture: tuple[int, int]) -> bool:
    """An outline of the shape of a card, not too large for one that somebody lays."""
    odd = abs(np.log(true_aspect(card.quad, picture) * show.card_mm[1] / show.card_mm[0])) > FIRST_SHAPE
    return card.score >= OUTLINE_SEEN and not odd and abs(signed_area(card.quad)) < LARGEST_CARD * picture[0] * picture[1]


def _part_changed(image: Image, before: Image, quad: Quad) -> float:
    size = (48, 68)
    return float(_differs(cut_out(image, quad, size), cut_out(before, quad, size)).mean())


# --- comparing


def _changed(before: Image, now: Image) -> float:
    """Part of the picture (0 to 1) that differs."""
    return float(_differs(now, before).mean()) if before.shape == now.shape else 1.0


def _differs(now: Image, before: Image) -> NDArray[Any]:
    """(h, w) bool: where two pictures differ, however the light has changed as a whole."""
    gain = (float(now.mean()) + 1) / (float(before.mean()) + 1)
    gain = gain if abs(gain - 1) < 0.1 else 1.0  # more than that is no lamp: something large lies there
    away = most_channel(np.abs(now.astype(np.float32) - before.astype(np.float32) * np.float32(gain)))
    return np.asarray(away > MOTION + 0.04 * most_channel(now))


def _smooth(image: Image) -> NDArray[Any]:
    return cv2.GaussianBlur(cv2.cvtColor(image, cv2.COLOR_BGR2GRAY), (0, 0), 0.8)
