"""Cards shown to the camera one by one: each card is taken as soon as the card lies still.

Pure: frames go in, shown cards come out, and only the frames' own clock is read. The first card is looked for in the whole
picture, or in a zone of the mat. The first card tells the size and the place of cards, so the next cards are found by size in a
neighbourhood.

    show = begin_show((59, 91))
    show, told = watch_frame(show, frame)      # told: Shown, Doubtful or None
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.cards.candidates import CARD_CROP_PX, Card, find_candidates
from vision.cards.outlines import fit_quads_to_edges
from vision.cards.topcard import FINE_WIDTH, find_by_pattern, find_top_by_outline
from vision.channels import most_channel
from vision.hands import motion
from vision.plane.homography import crop_to_mat, project, rectify
from vision.plane.quads import Quad, common_area, crop_corners, cut_out, side_lengths, signed_area, true_aspect
from vision.plane.quality import Quality, judge_quality
from vision.readers.enrolled import features
from vision.readers.enrolment.doubts import BLURRED, DARK, NO_CARD, SAME, SEVERAL, SMALL
from vision.readers.enrolment.places import LOOK_TURNS_DEG, CardPlace, make_first_place, measure_size_mm, move_place, turn_place
from vision.readers.enrolment.sameness import Shared, add_shared_card, find_same_card, measure_texture
from vision.readers.enrolment.surroundings import cut_with_surroundings
from vision.types import Frame, Image


@dataclass(frozen=True, slots=True)
class LookingTimes:
    """When a still picture is looked at."""

    min_still_s: float = 0.3  # without motion before each look at a card; guess
    max_doubtful_looks: int = 3  # looks after which a doubt is told; guess
    min_change_levels: int = 12  # grey levels by which a pixel of the small picture differs; guess
    max_still_part: float = 0.002  # of the small picture that may change while nothing moves; guess
    max_same_picture_part: float = 0.0006  # of the small picture that may differ between two looks at the same thing; guess


LOOKING = LookingTimes()


@dataclass(frozen=True, slots=True)
class LearnableThresholds:
    """When a still card is fit to be learned from."""

    min_width_px: float = 60.0  # of a card in the picture; guess
    min_brightness: float = 30.0  # mean grey level of a card below which print is lost in noise; guess
    max_blur: float = 0.6  # see `vision.plane.quality`; guess
    max_blur_above_usual: float = 0.12  # above the usual blur of this table, from three cards on, if below `max_blur`; guess


LEARNABLE = LearnableThresholds()


@dataclass(frozen=True, slots=True)
class ShownOutlineThresholds:
    """When an outline may be the card shown."""

    max_shape_log_ratio: float = 0.12  # of the first card's shape to the card's known size; guess
    max_size_log_ratio: float = 0.1  # of a next card's sides to the known size of cards; guess
    min_outline_beside: float = 0.75
    """part of the outline seen, beside other edges, where the size is known; most of the change must lie inside too; guess."""
    min_outline_in_open: float = 0.7  # part of the outline seen, in the open; guess
    min_shared_likeness: float = 0.45  # to the mean: cards usually as like as this share their art; guess
    max_likeness_gap: float = 0.25  # by which one such card may be less like the mean than usual; guess
    max_places: int = 3  # of each kind that are looked at; guess


SHOWN_OUTLINE = ShownOutlineThresholds()


@dataclass(frozen=True, slots=True, eq=False)
class Shown:
    """A still card, fit to be learned from."""

    crop: Image  # (280, 200, 3) uint8 BGR
    around: Image  # the card with its surroundings, see `cut_with_surroundings`
    quad: Quad  # (4, 2) corners in the picture
    quality: Quality  # blur, brightness and width of the card
    at: float  # the frame's time in seconds


@dataclass(frozen=True, slots=True, eq=False)
class Doubtful:
    """Something still, unfit to be learned from."""

    reason: str  # a code of `vision.readers.enrolment.doubts`
    at: float  # the frame's time in seconds
    crop: Image | None = None  # the card, where one was found
    quality: Quality | None = None  # blur, brightness and width of the card, where one was found
    like: int | None = None  # for "same", number (from 0) of the shown card that looks alike


@dataclass(frozen=True, slots=True, eq=False)
class Show:
    """What is known of the cards shown so far."""

    card_mm: tuple[float, float]  # width and height of a card
    first: CardPlace | None = None  # where the first card is looked for; None: anywhere
    place: CardPlace | None = None  # where the last card lay
    small: Image | None = None  # the last frame, small
    stirred: bool = False  # something has moved since the first frame
    decided: bool = False  # the picture that lies still now was ruled on
    looks: int = 0  # how often the picture that lies still now was looked at
    next_at: float = 0.0  # time of the next look, in seconds
    ruled: tuple[Image, Image] | None = None  # the last picture ruled on, in full size and small
    bare: Image | None = None  # the table without a card, small
    taken: Image | None = None  # the table with the last card taken, small
    textures: tuple[NDArray[Any], ...] = ()  # (136, 96) of each card shown
    blurs: tuple[float, ...] = ()  # of each card shown
    shared: Shared | None = None  # what the cards shown have in common
    doubted: int | None = None  # number of the card that the last doubtful card passed for


def begin_show(card_mm: tuple[float, float], first: CardPlace | None = None, crops: Sequence[Image] = ()) -> Show:
    """The state before the first frame. `card_mm`: width and height of a card. `first`: the zone of the mat for cards; None:
    anywhere. `crops`: cards shown another day."""
    shared: Shared | None = None
    for crop in crops:
        shared = add_shared_card(shared, crop, card_mm)
    return Show(card_mm, first, textures=tuple(measure_texture(crop) for crop in crops), shared=shared)


def forget_last_card(show: Show) -> Show:
    """The state without the card shown last, shown by mistake. The last card and the card before may be shown again."""
    return replace(show, textures=show.textures[:-1], blurs=show.blurs[:-1], doubted=None)


def watch_frame(show: Show, frame: Frame) -> tuple[Show, Shown | Doubtful | None]:
    """The state after one more frame, and news: once each time when something new lies still; None in between."""
    small, before = motion.shrink_frame(frame.image), show.small
    show = replace(show, small=small)
    if before is None or _measure_change(before, small) > LOOKING.max_still_part:
        stirred = show.stirred or before is not None
        return replace(show, decided=False, looks=0, next_at=frame.at + LOOKING.min_still_s, stirred=stirred), None
    if show.decided or frame.at < show.next_at:
        return show, None
    known = (show.ruled[1] if show.ruled else None, show.bare, show.taken)
    changes = (_measure_change(picture, small) for picture in known if picture is not None)
    if show.looks == 0 and any(change < LOOKING.max_same_picture_part for change in changes):
        return replace(show, decided=True), None  # nothing new: a hand only passed, or a card was taken away
    return _look_at_still(show, frame, small)


def _look_at_still(show: Show, frame: Frame, small: Image) -> tuple[Show, Shown | Doubtful | None]:
    """The state after a look at a still picture, and news, None for none yet. A doubt is told only if the doubt remains.
    `small`: the frame by `motion.shrink_frame`."""
    told = _judge_card(show, frame)
    if isinstance(told, Shown):
        return _take_card(show, told, frame.image, small), told
    show = replace(show, looks=show.looks + 1, next_at=frame.at + LOOKING.min_still_s)
    nothing_yet = told.reason == NO_CARD and not show.stirred
    if show.looks < LOOKING.max_doubtful_looks and not nothing_yet:
        return show, None
    done = replace(show, decided=True, ruled=(frame.image, small), doubted=told.like if told.reason == SAME else None)
    return (replace(done, bare=small), None) if nothing_yet else (done, told)


def _take_card(show: Show, shown: Shown, image: Image, small: Image) -> Show:
    """The state after a card was taken: the search follows to the card's place. `image`, `small`: the frame, in full size and
    small."""
    return replace(
        show,
        place=move_place(show.place, shown.quad, show.card_mm) if show.place else make_first_place(shown.quad, show.card_mm),
        decided=True,
        ruled=(image, small),
        taken=small,
        textures=(*show.textures, measure_texture(shown.crop)),
        blurs=(*show.blurs, shown.quality.blur),
        shared=add_shared_card(show.shared, shown.crop, show.card_mm),
        doubted=None,
    )


def _judge_card(show: Show, frame: Frame) -> Shown | Doubtful:
    """`Shown` with the new card's crop, or `Doubtful` with the reason why no card can be learned from: none or several there,
    blurred or bleached, or the same as a card shown before."""
    quads = find_shown_cards(show, frame.image)
    if len(quads) != 1:
        return Doubtful(SEVERAL if quads else NO_CARD, frame.at)
    quad = quads[0]
    crop, seen = cut_out(frame.image, quad, CARD_CROP_PX), judge_quality(frame.image, quad)
    reason = _find_flaw(show, seen)
    if reason:
        return Doubtful(reason, frame.at, crop, seen)
    like = find_same_card(measure_texture(crop), show.textures)
    if like is not None and like != show.doubted:  # shown once more in spite of the doubt: another card that looks the same
        return Doubtful(SAME, frame.at, crop, seen, like)
    return Shown(crop, cut_with_surroundings(frame.image, quad), quad, seen, frame.at)


def _find_flaw(show: Show, seen: Quality) -> str:
    """The code of the reason why a card is unfit to be learned from; "" for a fit card. `seen`: quality of the card. The usual
    blur counts from three cards on."""
    usual = float(np.median(show.blurs)) if len(show.blurs) >= 3 else 1.0
    if seen.width_px < LEARNABLE.min_width_px:
        return SMALL
    if seen.brightness < LEARNABLE.min_brightness:
        return DARK
    return BLURRED if seen.blur > min(LEARNABLE.max_blur, usual + LEARNABLE.max_blur_above_usual) else ""


# --- finding


def find_shown_cards(show: Show, image: Image) -> list[Quad]:
    """The card laid last, none, or all quads that may be the card. Each (4, 2), clockwise from the card's own top left."""
    for place in filter(None, (show.place, show.first)):
        turned = turn_place(place, LOOK_TURNS_DEG[show.looks % LOOKING.max_doubtful_looks])
        if (quad := _find_in_place(show, turned, image)) is not None:
            return [quad]
    if show.first or (show.place and show.looks % LOOKING.max_doubtful_looks):
        return []
    return [quad for quad in _find_in_open(show, image) if _is_like_the_others(show, image, quad)]


def _is_like_the_others(show: Show, image: Image, quad: Quad) -> bool:
    """Has a quad the size and the art of the cards before? True for the first card, of any size. On a pile of cards other
    outlines look like cards."""
    if show.place is None:
        return True
    size = np.array(measure_size_mm(show.place, quad)) / show.card_mm
    shared = show.shared if show.shared and show.shared.usual > SHOWN_OUTLINE.min_shared_likeness else None
    alike = (
        shared is None
        or shared.align_card(measure_texture(cut_out(image, quad, features.CANONICAL_SIZE)))[2]
        > shared.usual - SHOWN_OUTLINE.max_likeness_gap
    )
    return bool(alike and np.abs(np.log(size)).max() < SHOWN_OUTLINE.max_shape_log_ratio)


def _find_in_place(show: Show, place: CardPlace, image: Image) -> Quad | None:
    """(4, 2) the top card where cards are laid, in picture pixels, found by size and by the print common to the cards before;
    None without a card."""
    scale = FINE_WIDTH / show.card_mm[0]
    zone = rectify(image, place.to_picture, place.rect_mm, scale)
    before = rectify(show.ruled[0], place.to_picture, place.rect_mm, scale) if show.ruled else None
    proposals = _propose_quads(show, zone, before, (show.card_mm[0] * scale, show.card_mm[1] * scale))
    good = [one for one in proposals if _is_card(show, one)]
    if not good:
        return None
    flat = crop_to_mat(place.rect_mm, scale)
    trust = 2 * max(show.shared.usual, 0.25) if show.shared else 0.0  # in the shared art, against the outline
    best = max(good, key=lambda one: one.outline * (0.5 + one.fresh) + trust * one.likeness)
    return _refine_quad(show, place, image, np.asarray(project(project(best.quad, flat), place.to_picture), np.float32))


def _refine_quad(show: Show, place: CardPlace, image: Image, quad: Quad) -> Quad:
    """(4, 2) the quad, in picture pixels, moved to the edges of the picture itself, finer than the zone; unchanged where the
    edges lead astray."""
    for fit in fit_quads_to_edges(_smooth_gray(image), np.array([quad]), 0.025):  # 1.5 mm
        size = np.array(measure_size_mm(place, fit.quad)) / show.card_mm
        if fit.score >= SHOWN_OUTLINE.min_outline_beside and np.abs(np.log(size)).max() < SHOWN_OUTLINE.max_size_log_ratio:
            return fit.quad
    return quad


@dataclass(frozen=True, slots=True, eq=False)
class _Proposal:
    """A quad where the card may lie."""

    quad: Quad  # (4, 2) pixels of the zone
    outline: float  # part of the outline that was seen
    fresh: float  # part of the changed pixels that lie inside
    likeness: float  # to the print common to the cards so far


def _propose_quads(show: Show, zone: Image, before: Image | None, card_px: tuple[float, float]) -> list[_Proposal]:
    """The quads in a rectified `zone` that have a card's outline or the shared print. `before`: the zone as last ruled on; None
    at first. `card_px`: width and height of a card in the zone."""
    gray = _smooth_gray(zone)
    quads = [one.quad for one in find_top_by_outline(zone, card_px, before)[: SHOWN_OUTLINE.max_places]]
    if show.shared:
        quads += [one.quad for one in find_by_pattern(zone, card_px, show.shared.common)[: SHOWN_OUTLINE.max_places]]
    fits = [(quad, fit) for quad in quads for fit in fit_quads_to_edges(gray, np.array([quad]), 0.05)]
    drawn = [(fit.quad, fit.score) for _, fit in fits if _has_card_size(fit.quad, card_px)]
    drawn = drawn or [(quad, 0.9 * fit.score) for quad, fit in fits]
    if show.shared and show.shared.usual > SHOWN_OUTLINE.min_shared_likeness:
        drawn += [(quad, 0.0) for quad in quads]
    return [_rate_proposal(show, zone, before, quad, score) for quad, score in drawn]


def _rate_proposal(show: Show, zone: Image, before: Image | None, quad: Quad, outline: float) -> _Proposal:
    """The proposal of a quad, moved onto the shared print where the print is like enough. `before`: the zone before the card
    came, None for unknown. `outline`: part of the outline seen."""
    if show.shared is None:
        return _Proposal(quad, outline, _measure_fresh_part(zone, before, quad), 0.0)
    corners, _, likeness = show.shared.align_card(measure_texture(cut_out(zone, quad, features.CANONICAL_SIZE)))
    if (
        show.shared.usual > SHOWN_OUTLINE.min_shared_likeness and likeness > SHOWN_OUTLINE.min_shared_likeness
    ):  # the print says better than the outline where the card lies
        unit = cv2.getPerspectiveTransform(crop_corners(features.CANONICAL_SIZE), np.ascontiguousarray(quad, np.float32))
        quad = np.asarray(project(corners, unit.astype(np.float64)), np.float32)
    return _Proposal(quad, outline, _measure_fresh_part(zone, before, quad), likeness)


def _is_card(show: Show, one: _Proposal) -> bool:
    """Is a proposal good enough to be the card: a visible outline where the table changed, or the art shared by the deck?"""
    usual = show.shared.usual if show.shared else 0.0
    shares = usual > SHOWN_OUTLINE.min_shared_likeness and one.likeness > max(
        SHOWN_OUTLINE.min_shared_likeness, usual - SHOWN_OUTLINE.max_likeness_gap
    )
    return (one.outline >= SHOWN_OUTLINE.min_outline_beside and one.fresh > 0.6) or (shares and one.fresh > 0.3)


def _has_card_size(quad: Quad, card_px: tuple[float, float]) -> bool:
    """Has each side of a quad about a card's length? `card_px`: width and height of a card."""
    top, right, bottom, left = side_lengths(quad).tolist()
    sides = ((top, card_px[0]), (bottom, card_px[0]), (right, card_px[1]), (left, card_px[1]))
    return all(abs(np.log(side / wanted)) < SHOWN_OUTLINE.max_size_log_ratio for side, wanted in sides)


def _measure_fresh_part(zone: Image, before: Image | None, quad: Quad) -> float:
    """The part (0 to 1) inside the quad, of all pixels changed since the zone was last ruled on; 1 without `before`."""
    if before is None:
        return 1.0
    changed = _find_differences(zone, before)
    inside = np.zeros(changed.shape, np.uint8)
    cv2.fillConvexPoly(inside, np.round(quad).astype(np.int32), 1)
    return float((changed & (inside > 0)).sum() / max(int(changed.sum()), 1))


def _find_in_open(show: Show, image: Image) -> list[Quad]:
    """Cards that lie in the open, (4, 2) each, largest and plainest first; only where something changed since a picture was
    last ruled on. Much smaller outlines than the first are left out."""
    before = show.ruled[0] if show.ruled else None
    picture = (image.shape[0], image.shape[1])
    fits = [card for card in find_candidates(image, show.card_mm[0] / show.card_mm[1]) if _may_be_card(show, card, picture)]
    kept: list[Card] = []
    for card in sorted(fits, key=lambda card: -abs(signed_area(card.quad)) * card.score**2):
        size = (48, 68)  # fine enough to tell whether a tenth of the card changed
        changed = before is None or bool(
            _find_differences(cut_out(image, card.quad, size), cut_out(before, card.quad, size)).mean() > 0.1
        )
        if changed and not any(common_area(card.quad, other.quad) for other in kept):  # frames and pips lie within the card
            kept.append(card)
    least = 0.6 * abs(signed_area(kept[0].quad)) if kept else 0.0
    return [card.quad for card in kept if abs(signed_area(card.quad)) > least]


def _may_be_card(show: Show, card: Card, picture: tuple[int, int]) -> bool:
    """Has an outline the shape of a card, and a possible size?"""
    odd = abs(np.log(true_aspect(card.quad, picture) * show.card_mm[1] / show.card_mm[0])) > SHOWN_OUTLINE.max_shape_log_ratio
    return bool(card.score >= SHOWN_OUTLINE.min_outline_in_open and not odd)


# --- comparing


def _measure_change(before: Image, now: Image) -> float:
    """The part of the picture (0 to 1) that differs; 1 for pictures of different sizes."""
    return float(_find_differences(now, before).mean()) if before.shape == now.shape else 1.0


def _find_differences(now: Image, before: Image) -> NDArray[Any]:
    """(h, w) True where `now` differs from `before`, both (h, w, 3) uint8, whatever the light of the whole. Light changed by a
    tenth or more is no lamp: something large lies there."""
    gain = (float(now.mean()) + 1) / (float(before.mean()) + 1)
    gain = gain if abs(gain - 1) < 0.1 else 1.0  # more than that is no lamp: something large lies there
    away = most_channel(np.abs(now.astype(np.float32) - before.astype(np.float32) * np.float32(gain)))
    return np.asarray(away > LOOKING.min_change_levels + 0.04 * most_channel(now))


def _smooth_gray(image: Image) -> NDArray[Any]:
    return cv2.GaussianBlur(cv2.cvtColor(image, cv2.COLOR_BGR2GRAY), (0, 0), 0.8)
