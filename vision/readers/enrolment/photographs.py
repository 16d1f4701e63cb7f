"""From photographs of single cards to samples a deck can be learned from, with a reason for every picture that looks doubtful."""

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
from vision.readers.enrolled.features import canonical, texture
from vision.readers.enrolment.doubts import BLURRED, NO_CARD, ODD_SHAPE, SMALL, UNLIKE
from vision.readers.enrolment.frames import beyond_frames
from vision.readers.enrolment.learning import Sample
from vision.readers.enrolment.printed import (
    SHARED_MUCH,
    STRANGE,
    MuchShared,
    belongs,
    by_print,
    by_shared,
    cut_otherwise,
    much_shared,
    off_shape,
    shared_by,
    shows,
)
from vision.types import Face, Image

WAYS = 5
"""Outlines of one card that are weighed against the rest of the deck."""
SHAPE_OFF = 0.015
"""Part of its width by which a crop may be off without a word: a printed frame, or a corner that was found badly, is off by more."""
FRAMES = 3
"""How often the edge of a card is looked for beyond a frame."""
ODD = 0.035
"""Part by which a crop's shape may differ from the others', at least: where all were seen from above they differ little."""
NEIGHBOURS = 6
"""Crops that are most like one, by which it is told whether it is a whole card: burning or yellow cards all show less of what the deck
shares; two halves are near one another, but near few others."""
OF_ITS_KIND = 0.6
"""Likeness to what its nearest neighbours share from which a crop is a whole card, however little it shares with the rest of the deck."""
LESS_LIKE = 0.75
"""Part of what is usual among its neighbours: a crop that shows less of what the deck shares, and is less like any other crop, was cut
awry. (Of 637 crops of eight decks two do, both cut awry; the next shows nine parts of ten.)"""
LEAST_PHOTOGRAPHED_WIDTH = 90
"""Width in pixels a card needs to be learned from; it can be read from fewer."""


@dataclass(frozen=True, slots=True, eq=False)
class Photograph:
    """One picture with one card in view. `name`: what to call it, a file name. `image`: (H, W, 3) uint8 BGR."""

    name: str
    face: Face
    image: Image


@dataclass(frozen=True, slots=True)
class Doubt:
    """A picture a person should look at. `reason`: a code of `vision.readers.enrolment.doubts`. `used`: it was learned from all the same."""

    name: str
    face: Face
    reason: str
    used: bool


@dataclass(frozen=True, slots=True, eq=False)
class FoundCard:
    """The card of one photograph. `quad`: (4, 2) its corners in the picture. `sample`: face and crop. `aspect`: width over height."""

    name: str
    quad: Quad
    sample: Sample
    aspect: float


@dataclass(frozen=True, slots=True, eq=False)
class Enrolment:
    """What the photographs gave. `aspect`: of the deck's cards."""

    found: tuple[FoundCard, ...]
    doubts: tuple[Doubt, ...]
    aspect: float

    @property
    def samples(self) -> tuple[Sample, ...]:
        """What `learn_deck` learns from."""
        return tuple(one.sample for one in self.found)


def enrol(
    photographs: Iterable[Photograph],
    again: Callable[[str], Image] | None = None,
    card_mm: tuple[float, float] | None = None,
) -> Enrolment:
    """Find the card in each photograph; they are taken one by one and not kept.

    Where several outlines may be the card's, the one that suits the other cards best is taken: in shape, and in what they share.
    `again` loads the photograph of a name once more: where no outline was good, the card is looked for by the print of the others, and
    where a printed frame was found for the card's edge, the edge is. `card_mm`: width and height of a card, if they are known.
    """
    taken = [_Taken(photograph.name, photograph.face, outlines_of_card(photograph.image)) for photograph in photographs]
    first = _chosen(taken)
    if again is None:
        return first
    if again_found := _by_print(first, again):
        taken = _found_anew(taken, again_found)
        first = _chosen(taken)
    if card_mm:
        first = _out_of_frames(taken, first, again, card_mm)
    return like_their_neighbours(cut_alike(first, again), again)


def cut_alike(enrolment: Enrolment, again: Callable[[str], Image]) -> Enrolment:
    """The same with cards that were cut otherwise than most cut like these: at a frame and not at the edge, or a line of the cloth beside
    it. What the cards share tells, if it is much, and where it cannot their print. `again`: as of `enrol`."""
    aspect, shared = enrolment.aspect, much_shared([one.sample.crop for one in enrolment.found])
    if shared is None:
        return enrolment
    awry = {one.name for one in enrolment.found if cut_otherwise(one.sample.crop, shared)}
    if len(awry) > len(enrolment.found) / 2:  # most were cut in ways of their own: what they share is smeared
        return enrolment
    drawn = {one.name: by_shared(again(one.name), one.quad, shared, aspect) for one in enrolment.found if one.name in awry}
    first = _bettered(enrolment, drawn, shared)
    lost = [one.name for one, old in zip(first.found, enrolment.found, strict=True) if one is old and one.name in awry]
    lost = [one.name for one in first.found if one.name in lost and too_wide(one.aspect, aspect)]
    if not lost:
        return first
    index = index_keypoints([one.sample.crop for one in enrolment.found if one.name not in awry], aspect)
    return _bettered(first, {name: by_print(again(name), index, shared, aspect) for name in lost}, shared)


def like_their_neighbours(enrolment: Enrolment, again: Callable[[str], Image]) -> Enrolment:
    """The same with cards that are much less like their deck than those most like them laid on what the cards share, or found by their
    print; those of which neither helps get a word. `again`: as of `enrol`."""
    shared = much_shared([one.sample.crop for one in enrolment.found])
    if shared is None or not (less := _less_like(enrolment.found, shared)):
        return enrolment
    aspect, good = enrolment.aspect, [one.sample.crop for one in enrolment.found if one.name not in less]
    drawn = {one.name: by_shared(again(one.name), one.quad, shared, aspect) for one in enrolment.found if one.name in less}
    first = _bettered(enrolment, drawn, shared, SHAPE_OFF)
    if lost := less & _less_like(first.found, shared):
        index = index_keypoints(good, aspect)
        seen = {name: by_print(again(name), index, shared, aspect) for name in sorted(lost)}
        first = _bettered(first, seen, shared, SHAPE_OFF)
    doubted = (less & _less_like(first.found, shared)) - {doubt.name for doubt in first.doubts}
    more = [Doubt(one.name, one.sample.face, UNLIKE, True) for one in first.found if one.name in doubted]
    return replace(first, doubts=(*first.doubts, *more))


def _less_like(found: Sequence[FoundCard], shared: MuchShared) -> set[str]:
    """The names of cards that are much less like their deck than their nearest neighbours are."""
    crops = [one.sample.crop for one in found]
    kinship, shown = _kinship(crops), np.array([shows(crop, shared.onto) for crop in crops])
    usual = np.median(shown[np.argsort(-kinship, axis=1)[:, :NEIGHBOURS]], axis=1)
    alike = kinship.max(axis=1)
    less = (shown < LESS_LIKE * usual) & (alike < LESS_LIKE * np.median(alike))
    return {one.name for one, is_less in zip(found, less, strict=True) if is_less}


def _bettered(enrolment: Enrolment, cards: Mapping[str, Card | None], shared: MuchShared, off: float = 0.0) -> Enrolment:
    """The same with those of these cards that show more of what the deck's cards share, in a better shape, or one that is `off` by no more.
    (A card that shares little with most others lies on what they share somewhere, too.)"""
    found = []
    for one in enrolment.found:
        card = cards.get(one.name)
        more = card is not None and shows(card.crop, shared.onto) > shows(one.sample.crop, shared.onto)
        as_good = max(off, off_shape(one.aspect, enrolment.aspect))
        shapelier = card is not None and off_shape(card.aspect, enrolment.aspect) < as_good
        found.append(_found(one.name, one.sample.face, card) if card and more and shapelier else one)
    anew = {one.name for one, old in zip(found, enrolment.found, strict=True) if one is not old}
    doubts = [doubt for doubt in enrolment.doubts if not (doubt.used and doubt.name in anew)]
    return replace(enrolment, found=tuple(found), doubts=tuple(doubts))


def _found(name: str, face: Face, card: Card) -> FoundCard:
    return FoundCard(name, card.quad, Sample(face, card.crop), card.aspect)


def _lying(enrolment: Enrolment) -> tuple[dict[str, Quad], dict[str, float]]:
    """Where each card was found, and in what shape, by the name of its photograph."""
    found = enrolment.found
    return {one.name: one.quad for one in found}, {one.name: one.aspect for one in found}


@dataclass(frozen=True, slots=True, eq=False)
class _Taken:
    """A photograph, and what may be the card in it, likeliest first."""

    name: str
    face: Face
    cards: list[Card]


def _chosen(taken: Sequence[_Taken]) -> Enrolment:
    """Of what may be the card in each photograph that which suits the others best."""
    ways = [one.cards for one in taken if one.cards]
    aspect = float(np.median([cards[0].aspect for cards in ways])) if ways else 63 / 88
    shared = shared_by([_nearest(cards, aspect) for cards in ways])
    found: list[FoundCard] = []
    doubts: list[Doubt] = []
    for one in taken:
        if one.cards:
            card = max(one.cards, key=lambda card: _suits(card, aspect, shared))
            found.append(_found(one.name, one.face, card))
        else:
            doubts.append(Doubt(one.name, one.face, NO_CARD, False))
    doubts += _doubts(found, aspect)
    unused = {doubt.name for doubt in doubts if not doubt.used}
    return Enrolment(tuple(one for one in found if one.name not in unused), tuple(doubts), aspect)


def _by_print(first: Enrolment, again: Callable[[str], Image]) -> dict[str, Card]:
    """The cards of doubtful photographs that the print of the good ones finds, by the name of the photograph."""
    strange = _strange([one.sample.crop for one in first.found])
    doubtful = {doubt.name for doubt in first.doubts} | {first.found[i].name for i in np.flatnonzero(strange)}
    good = [one.sample.crop for one in first.found if one.name not in doubtful]
    lost = sorted(doubtful - {doubt.name for doubt in first.doubts if doubt.reason == BLURRED})
    if not lost or not good:
        return {}
    index, shared = index_keypoints(good, first.aspect), much_shared(good)
    found = {name: by_print(again(name), index, shared, first.aspect) for name in lost}
    return {name: card for name, card in found.items() if card}


def _out_of_frames(
    taken: list[_Taken], first: Enrolment, again: Callable[[str], Image], card_mm: tuple[float, float]
) -> Enrolment:
    """The same with cards cut at their edge where a frame was found for it, as often as it takes: a printed line has two edges, and a card
    that was cut at the inner one may come out at the other."""
    for _ in range(FRAMES):
        framed = beyond_frames(*_lying(first), again, card_mm)
        if not framed:
            break
        taken = _found_anew(taken, framed)
        first = _chosen(taken)
    return first


def _found_anew(taken: Sequence[_Taken], cards: Mapping[str, Card]) -> list[_Taken]:
    """The same with these cards, by the name of their photograph, as what is in it."""
    return [_Taken(one.name, one.face, [cards[one.name]]) if one.name in cards else one for one in taken]


def too_wide(aspect: float, expected: float) -> float:
    """By what part of its width what has this aspect (width by height) is too wide (above 0) or too narrow; 0 within `SHAPE_OFF`."""
    off = aspect / expected - 1
    return off if abs(off) > SHAPE_OFF else 0.0


def outlines_of_card(image: Image) -> list[Card]:
    """What may be the outline of the one card in view, likeliest first; other outlines about the same place follow, and those within.

    There is one card: what looks like several cards on a mat are the pips of a card.
    """
    every = find_candidates(image)
    likely = keep_outermost(every)
    if not likely:
        return []
    best = max(card.score for card in likely)
    first = max((card for card in likely if card.score > best - 0.15), key=_area)
    others = [card for card in every if card is not first and card.score > 0.5]
    same = [card for card in others if 0.5 < overlap_share(card.quad, first.quad) < 0.99]
    within = [
        card
        for card in others
        if card.score > MIN_STRONG_SCORE and overlap_share(card.quad, first.quad) <= 0.5 < covered_share(card.quad, first.quad)
    ]
    return [first, *sorted(same, key=_score, reverse=True)[: WAYS - 1], *sorted(within, key=_area, reverse=True)[: WAYS - 1]]


def _score(card: Card) -> float:
    return card.score


def _area(card: Card) -> float:
    return abs(signed_area(card.quad))


def _nearest(cards: Sequence[Card], aspect: float) -> Image:
    return min(cards, key=lambda card: (off_shape(card.aspect, aspect) > 0.05, -card.score)).crop


def _suits(card: Card, aspect: float, shared: Target | None) -> float:
    """How well an outline goes with the rest of the deck."""
    shape = min(1.0, off_shape(card.aspect, aspect) / 0.1)
    return float(card.score - shape) + (2 * belongs(card.crop, shared) if shared else 0.0)


def _doubts(found: Sequence[FoundCard], aspect: float) -> list[Doubt]:
    """Crops that may not be what they should. One far off in shape is not learned: it would be taken for every blank card."""
    off = np.array([off_shape(one.aspect, aspect) for one in found])
    odd = off > min(0.1, max(ODD, 5 * float(np.median(off)))) if len(found) >= 4 else off > 0.1
    faults = [(ODD_SHAPE, odd), (SMALL, np.array([width_of(one.quad) < LEAST_PHOTOGRAPHED_WIDTH for one in found]))]
    hopeless = off > 0.25
    if len(found) >= 4:
        crops = [one.sample.crop for one in found]
        sharp, kinship, strange = np.array([_sharpness(crop) for crop in crops]), _kinship(crops), _strange(crops)
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


def _strange(crops: Sequence[Image]) -> NDArray[Any]:
    """(n,) which crops show so much less of what the deck's cards share than those that are most like them that they are no whole card."""
    shared = shared_by(crops)
    if shared is None:
        return np.zeros(len(crops), bool)
    shown = np.array([belongs(crop, shared) for crop in crops])
    near = np.argsort(-_kinship(crops), axis=1)[:, :NEIGHBOURS]
    usual = np.median(shown[near], axis=1)
    strange = np.asarray((shown < STRANGE * usual) & (usual > SHARED_MUCH))
    return np.asarray(strange & ~_vouched_for(crops, strange))


def _vouched_for(crops: Sequence[Image], strange: NDArray[Any]) -> NDArray[Any]:
    """(n,) which of the strange crops look like what their nearest neighbours share that are not strange: a white card among coloured ones
    shares little with most cards of its deck, and much with the other white ones."""
    vouched = np.zeros(len(crops), bool)
    if strange.any():
        kinship = np.where(strange, -1.0, _kinship(crops))
        for i in np.flatnonzero(strange).tolist():
            kin = shared_by([crops[k] for k in np.argsort(-kinship[i])[:NEIGHBOURS].tolist()])
            vouched[i] = kin is not None and belongs(crops[i], kin) > OF_ITS_KIND
    return vouched


def _sharpness(crop: Image) -> float:
    """Strength of the finest print against all print: blur takes the finest first."""
    gray = cv2.cvtColor(crop, cv2.COLOR_BGR2GRAY).astype(np.float32)
    fine = gray - cv2.GaussianBlur(gray, (0, 0), 1.0)
    rest = gray - cv2.GaussianBlur(gray, (0, 0), 8.0)
    return float(fine.std() / (rest.std() + 1.0))


def _kinship(crops: Sequence[Image]) -> NDArray[Any]:
    """(n, n) correlation of each crop with each other one, either way up: cards of a deck share a frame, a face or a suit."""
    small = [cv2.resize(texture(canonical(crop)), (24, 34), interpolation=cv2.INTER_AREA).ravel() for crop in crops]
    flat: NDArray[Any] = np.stack(small)
    flat = flat - flat.mean(axis=1, keepdims=True)
    flat = flat / (np.linalg.norm(flat, axis=1, keepdims=True) + 1e-6)
    like = np.maximum(flat @ flat.T, flat @ flat[:, ::-1].T)
    np.fill_diagonal(like, -1)
    return np.asarray(like)
