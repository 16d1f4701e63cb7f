"""From photographs of single cards to the samples for learning a deck, with a reason for every doubtful picture."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.cards.candidates import MIN_STRONG_SCORE, Card, find_candidates, keep_outermost
from vision.cards.keypoints import index_keypoints
from vision.plane.quads import Quad, covered_share, overlap_share, signed_area, width_of
from vision.readers.enrolled.alignment import Target
from vision.readers.enrolled.features import compute_texture, resize_to_canonical
from vision.readers.enrolment.doubts import BLURRED, NO_CARD, ODD_SHAPE, SMALL, UNLIKE
from vision.readers.enrolment.frames import find_edges_beyond_frames
from vision.readers.enrolment.learning import Sample
from vision.readers.enrolment.printed import (
    PRINTED_PLACE,
    MuchShared,
    find_card_by_print,
    find_card_by_shared,
    find_much_shared,
    find_shared,
    is_cut_elsewhere,
    measure_likeness_as_cut,
    measure_shape_difference,
    measure_shared_likeness,
)
from vision.types import Face, Image


@dataclass(frozen=True, slots=True)
class PhotographThresholds:
    """When the crop of a photographed card is doubted, and what else is tried."""

    max_outlines: int = 5  # of one card that are compared with the rest of the deck; guess
    max_shape_off_part: float = 0.015  # of the width: a printed frame or a badly found corner is farther off; guess
    min_odd_shape_part: float = 0.035
    """seen from above, shapes of one deck differ little; from four cards on, and never below five times the median; guess."""
    max_neighbours: int = 6  # most similar crops a crop is compared with: two halves of cards have few neighbours; guess
    min_kin_likeness: float = 0.6  # to what its nearest neighbours share: the crop is a whole card; guess
    min_usual_part: float = 0.75
    """of the neighbours' usual likeness; of 637 crops both below were cut awry, the next has 0.9; measured by bench_photos.py."""
    min_width_px: int = 90  # to learn from; cards can be read from fewer pixels; guess


PHOTOGRAPHS = PhotographThresholds()


@dataclass(frozen=True, slots=True, eq=False)
class Photograph:
    """One picture with one card in view."""

    name: str  # what to call the picture, a file name
    face: Face  # the card's face
    image: Image  # (H, W, 3) uint8 BGR


@dataclass(frozen=True, slots=True)
class Doubt:
    """A picture for a person to look at."""

    name: str  # of the photograph
    face: Face  # the card's face
    reason: str  # a code of `vision.readers.enrolment.doubts`
    used: bool  # the deck was learned from the picture in spite of the doubt


@dataclass(frozen=True, slots=True, eq=False)
class FoundCard:
    """The card of one photograph."""

    name: str  # of the photograph
    quad: Quad  # (4, 2) corners in the picture
    sample: Sample  # face and crop
    aspect: float  # width over height


@dataclass(frozen=True, slots=True, eq=False)
class Enrolment:
    """The cards found in the photographs."""

    found: tuple[FoundCard, ...]  # one card a photograph, as far as found and learned from
    doubts: tuple[Doubt, ...]  # pictures to look at
    aspect: float  # width over height of the deck's cards

    @property
    def samples(self) -> tuple[Sample, ...]:
        """The samples for `learn_deck`."""
        return tuple(one.sample for one in self.found)


def enrol_photographs(
    photographs: Iterable[Photograph],
    again: Callable[[str], Image] | None = None,
    card_mm: tuple[float, float] | None = None,
) -> Enrolment:
    """The card of each photograph. Photographs are taken singly and not kept. Of several outlines the best for the other cards
    is taken, in shape and in shared print. `card_mm`: width and height of a card, if known.

    `again`: from the name of a photograph to its picture, loaded once more, None where that cannot be. Badly outlined cards are
    found by print, and cards cut at a printed frame are cut at the edge.
    """
    taken = [_Taken(photograph.name, photograph.face, find_card_outlines(photograph.image)) for photograph in photographs]
    first = _choose_cards(taken)
    if again is None:
        return first
    if again_found := _find_doubtful_by_print(first, again):
        taken = _replace_cards(taken, again_found)
        first = _choose_cards(taken)
    if card_mm:
        first = _cut_beyond_frames(taken, first, again, card_mm)
    return recut_unlike_cards(cut_cards_alike(first, again), again)


def cut_cards_alike(enrolment: Enrolment, again: Callable[[str], Image]) -> Enrolment:
    """The enrolment, with cards cut anew where most cards are cut: not at a frame instead of the edge, or at a line of the
    cloth. `again`: loads the photograph of a name.

    The print shared by the cards tells, if much is shared; else the cards' own print.
    """
    aspect, shared = enrolment.aspect, find_much_shared([one.sample.crop for one in enrolment.found])
    if shared is None:
        return enrolment
    awry = {one.name for one in enrolment.found if is_cut_elsewhere(one.sample.crop, shared)}
    if len(awry) > len(enrolment.found) / 2:  # most cards were cut differently, so the shared print is smeared
        return enrolment
    drawn = {
        one.name: find_card_by_shared(again(one.name), one.quad, shared, aspect) for one in enrolment.found if one.name in awry
    }
    first = _adopt_better_cards(enrolment, drawn, shared)
    lost = [one.name for one, old in zip(first.found, enrolment.found, strict=True) if one is old and one.name in awry]
    lost = [one.name for one in first.found if one.name in lost and measure_width_error(one.aspect, aspect)]
    if not lost:
        return first
    index = index_keypoints([one.sample.crop for one in enrolment.found if one.name not in awry], aspect)
    return _adopt_better_cards(first, {name: find_card_by_print(again(name), index, shared, aspect) for name in lost}, shared)


def recut_unlike_cards(enrolment: Enrolment, again: Callable[[str], Image]) -> Enrolment:
    """The enrolment, with cards found anew that are much less like the deck than the cards most similar to them. Where nothing
    helps, the card is doubted. Unchanged where the cards share little print, or none stands out. `again`: as of
    `enrol_photographs`."""
    shared = find_much_shared([one.sample.crop for one in enrolment.found])
    if shared is None or not (less := _find_unlike_cards(enrolment.found, shared)):
        return enrolment
    aspect, good = enrolment.aspect, [one.sample.crop for one in enrolment.found if one.name not in less]
    drawn = {
        one.name: find_card_by_shared(again(one.name), one.quad, shared, aspect) for one in enrolment.found if one.name in less
    }
    first = _adopt_better_cards(enrolment, drawn, shared, PHOTOGRAPHS.max_shape_off_part)
    if lost := less & _find_unlike_cards(first.found, shared):
        index = index_keypoints(good, aspect)
        seen = {name: find_card_by_print(again(name), index, shared, aspect) for name in sorted(lost)}
        first = _adopt_better_cards(first, seen, shared, PHOTOGRAPHS.max_shape_off_part)
    doubted = (less & _find_unlike_cards(first.found, shared)) - {doubt.name for doubt in first.doubts}
    more = [Doubt(one.name, one.sample.face, UNLIKE, True) for one in first.found if one.name in doubted]
    return replace(first, doubts=(*first.doubts, *more))


def _find_unlike_cards(found: Sequence[FoundCard], shared: MuchShared) -> set[str]:
    """The names of cards much less like the deck than the cards most similar to them, and less similar to any card than usual.
    `shared`: what the cards share."""
    crops = [one.sample.crop for one in found]
    kinship, shown = _correlate_crops(crops), np.array([measure_likeness_as_cut(crop, shared.onto) for crop in crops])
    usual = np.median(shown[np.argsort(-kinship, axis=1)[:, : PHOTOGRAPHS.max_neighbours]], axis=1)
    alike = kinship.max(axis=1)
    less = (shown < PHOTOGRAPHS.min_usual_part * usual) & (alike < PHOTOGRAPHS.min_usual_part * np.median(alike))
    return {one.name for one, is_less in zip(found, less, strict=True) if is_less}


def _adopt_better_cards(
    enrolment: Enrolment, cards: Mapping[str, Card | None], shared: MuchShared, off: float = 0.0
) -> Enrolment:
    """The enrolment with any of `cards` that shows more of the shared print in a better shape. `off`: part by which the shape
    may be off at most. Likeness alone does not decide: a card that shares little fits the shared print somewhere too."""

    def is_better(card: Card, one: FoundCard) -> bool:
        as_good = max(off, measure_shape_difference(one.aspect, enrolment.aspect))
        if measure_shape_difference(card.aspect, enrolment.aspect) >= as_good:
            return False
        return measure_likeness_as_cut(card.crop, shared.onto) > measure_likeness_as_cut(one.sample.crop, shared.onto)

    found = []
    for one in enrolment.found:
        card = cards.get(one.name)
        found.append(_make_found_card(one.name, one.sample.face, card) if card and is_better(card, one) else one)
    anew = {one.name for one, old in zip(found, enrolment.found, strict=True) if one is not old}
    doubts = [doubt for doubt in enrolment.doubts if not (doubt.used and doubt.name in anew)]
    return replace(enrolment, found=tuple(found), doubts=tuple(doubts))


def _make_found_card(name: str, face: Face, card: Card) -> FoundCard:
    return FoundCard(name, card.quad, Sample(face, card.crop), card.aspect)


@dataclass(frozen=True, slots=True, eq=False)
class _Taken:
    """A photograph's possible cards, likeliest first."""

    name: str
    face: Face
    cards: list[Card]


def _choose_cards(taken: Sequence[_Taken]) -> Enrolment:
    """The enrolment with the best card of each photograph for the other cards."""
    ways = [one.cards for one in taken if one.cards]
    aspect = float(np.median([cards[0].aspect for cards in ways])) if ways else 63 / 88
    usual = (min(cards, key=lambda card: (measure_shape_difference(card.aspect, aspect) > 0.05, -card.score)) for cards in ways)
    shared = find_shared([card.crop for card in usual])
    found: list[FoundCard] = []
    doubts: list[Doubt] = []
    for one in taken:
        if one.cards:
            card = max(one.cards, key=lambda card: _rate_card(card, aspect, shared))
            found.append(_make_found_card(one.name, one.face, card))
        else:
            doubts.append(Doubt(one.name, one.face, NO_CARD, False))
    doubts += _find_doubts(found, aspect)
    unused = {doubt.name for doubt in doubts if not doubt.used}
    return Enrolment(tuple(one for one in found if one.name not in unused), tuple(doubts), aspect)


def _find_doubtful_by_print(first: Enrolment, again: Callable[[str], Image]) -> dict[str, Card]:
    """The cards of doubtful photographs found by the print of the good crops, by the name of the photograph. Blurred
    photographs are not tried again."""
    strange = _find_strange_crops([one.sample.crop for one in first.found])
    doubtful = {doubt.name for doubt in first.doubts} | {first.found[i].name for i in np.flatnonzero(strange)}
    good = [one.sample.crop for one in first.found if one.name not in doubtful]
    lost = sorted(doubtful - {doubt.name for doubt in first.doubts if doubt.reason == BLURRED})
    if not lost or not good:
        return {}
    index, shared = index_keypoints(good, first.aspect), find_much_shared(good)
    found = {name: find_card_by_print(again(name), index, shared, first.aspect) for name in lost}
    return {name: card for name, card in found.items() if card}


def _cut_beyond_frames(
    taken: list[_Taken], first: Enrolment, again: Callable[[str], Image], card_mm: tuple[float, float]
) -> Enrolment:
    """The enrolment with cards cut at the edge instead of a printed frame; up to three rounds, because a printed line has two
    edges.

    `taken`: cards of each photograph. `again`: loads the photograph of a name. `card_mm`: width and height of a card.
    """
    for _ in range(3):
        quads, shapes = {one.name: one.quad for one in first.found}, {one.name: one.aspect for one in first.found}
        framed = find_edges_beyond_frames(quads, shapes, again, card_mm)
        if not framed:
            break
        taken = _replace_cards(taken, framed)
        first = _choose_cards(taken)
    return first


def _replace_cards(taken: Sequence[_Taken], cards: Mapping[str, Card]) -> list[_Taken]:
    """The photographs, some with the given card alone, by the name of the photograph."""
    return [_Taken(one.name, one.face, [cards[one.name]]) if one.name in cards else one for one in taken]


def measure_width_error(aspect: float, expected: float) -> float:
    """The part of the width by which a shape (width over height) is too wide, above 0, or too narrow; 0 within tolerance.
    `expected`: the right shape."""
    off = aspect / expected - 1
    return off if abs(off) > PHOTOGRAPHS.max_shape_off_part else 0.0


def find_card_outlines(image: Image) -> list[Card]:
    """Possible outlines of the only card in view, likeliest first; none without a card. `image`: (H, W, 3) uint8 BGR.

    Other outlines of about the same place follow, and last outlines within. Several cards on a mat are the pips of a card.
    """
    every = find_candidates(image)
    likely = keep_outermost(every)
    if not likely:
        return []
    best = max(card.score for card in likely)
    first = max((card for card in likely if card.score > best - 0.15), key=_area_of)
    others = [card for card in every if card is not first and card.score > 0.5]
    same = [card for card in others if 0.5 < overlap_share(card.quad, first.quad) < 0.99]
    within = [
        card
        for card in others
        if card.score > MIN_STRONG_SCORE and overlap_share(card.quad, first.quad) <= 0.5 < covered_share(card.quad, first.quad)
    ]
    return [
        first,
        *sorted(same, key=lambda card: card.score, reverse=True)[: PHOTOGRAPHS.max_outlines - 1],
        *sorted(within, key=_area_of, reverse=True)[: PHOTOGRAPHS.max_outlines - 1],
    ]


def _area_of(card: Card) -> float:
    return abs(signed_area(card.quad))


def _rate_card(card: Card, aspect: float, shared: Target | None) -> float:
    """How well an outline goes with the rest of the deck, the more the better: score, shape and shared print. `aspect`: of the
    deck. `shared`: None for too few cards."""
    shape = min(1.0, measure_shape_difference(card.aspect, aspect) / 0.1)
    return float(card.score - shape) + (2 * measure_shared_likeness(card.crop, shared) if shared else 0.0)


def _find_doubts(found: Sequence[FoundCard], aspect: float) -> list[Doubt]:
    """Doubts about the crops, one a card at most. Crops are compared with one another from four cards on. A card far off in
    shape, or no whole card, is not learned from, or every blank card would look alike. `aspect`: width over height of a
    card."""
    off = np.array([measure_shape_difference(one.aspect, aspect) for one in found])
    odd = off > min(0.1, max(PHOTOGRAPHS.min_odd_shape_part, 5 * float(np.median(off)))) if len(found) >= 4 else off > 0.1
    faults = [(ODD_SHAPE, odd), (SMALL, np.array([width_of(one.quad) < PHOTOGRAPHS.min_width_px for one in found]))]
    hopeless = off > 0.25
    if len(found) >= 4:
        crops = [one.sample.crop for one in found]
        sharp, kinship, strange = (
            np.array([_measure_sharpness(crop) for crop in crops]),
            _correlate_crops(crops),
            _find_strange_crops(crops),
        )
        alike = kinship.max(axis=1)
        lonely = (alike < 0.15) & (np.median(alike) > 0.4)
        hopeless |= strange
        faults += [(UNLIKE, strange), (BLURRED, sharp < 0.35 * np.median(sharp)), (UNLIKE, lonely)]
    return [
        Doubt(one.name, one.sample.face, reason, not hopeless[i])
        for i, one in enumerate(found)
        for reason in [next((reason for reason, at_fault in faults if at_fault[i]), "")]
        if reason
    ]


def _find_strange_crops(crops: Sequence[Image]) -> NDArray[Any]:
    """(n,) True for crops that are no whole cards: with much less of the shared print than similar crops."""
    shared = find_shared(crops)
    if shared is None:
        return np.zeros(len(crops), bool)
    shown = np.array([measure_shared_likeness(crop, shared) for crop in crops])
    near = np.argsort(-_correlate_crops(crops), axis=1)[:, : PHOTOGRAPHS.max_neighbours]
    usual = np.median(shown[near], axis=1)
    strange = np.asarray((shown < PRINTED_PLACE.min_usual_part * usual) & (usual > PRINTED_PLACE.min_usual_likeness))
    return np.asarray(strange & ~_find_vouched_crops(crops, strange))


def _find_vouched_crops(crops: Sequence[Image], strange: NDArray[Any]) -> NDArray[Any]:
    """(n,) True for strange crops much like the shared print of the nearest other neighbours. A white card among coloured cards
    shares little with the deck, and much with other white cards."""
    vouched = np.zeros(len(crops), bool)
    if strange.any():
        kinship = np.where(strange, -1.0, _correlate_crops(crops))
        for i in np.flatnonzero(strange).tolist():
            kin = find_shared([crops[k] for k in np.argsort(-kinship[i])[: PHOTOGRAPHS.max_neighbours].tolist()])
            vouched[i] = kin is not None and measure_shared_likeness(crops[i], kin) > PHOTOGRAPHS.min_kin_likeness
    return vouched


def _measure_sharpness(crop: Image) -> float:
    """The strength of the finest print of `crop` against all print, from 0 for blurred on; a deck's sharp crops come first."""
    gray = cv2.cvtColor(crop, cv2.COLOR_BGR2GRAY).astype(np.float32)
    fine = gray - cv2.GaussianBlur(gray, (0, 0), 1.0)
    rest = gray - cv2.GaussianBlur(gray, (0, 0), 8.0)
    return float(fine.std() / (rest.std() + 1.0))


def _correlate_crops(crops: Sequence[Image]) -> NDArray[Any]:
    """(n, n) correlation of the crops, either way up, -1 on the diagonal: cards of a deck share a frame, a face or a suit."""
    small = [
        cv2.resize(compute_texture(resize_to_canonical(crop)), (24, 34), interpolation=cv2.INTER_AREA).ravel() for crop in crops
    ]
    flat: NDArray[Any] = np.stack(small)
    flat = flat - flat.mean(axis=1, keepdims=True)
    flat = flat / (np.linalg.norm(flat, axis=1, keepdims=True) + 1e-6)
    like = np.maximum(flat @ flat.T, flat @ flat[:, ::-1].T)
    np.fill_diagonal(like, -1)
    return np.asarray(like)
