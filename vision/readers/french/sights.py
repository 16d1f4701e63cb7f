"""Indices and outlines of a picture, put together to cards."""

from __future__ import annotations

import heapq
import itertools
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

import cv2
import numpy as np

from vision.cards.outlines import Outline, fit_quads_to_edges
from vision.plane.quads import UNIT, Quad, covered_share, overlap_share
from vision.readers.french_print.indices import Index, Spot, is_opposite_corner, list_looks
from vision.readers.french_print.networks import NO_FRENCH_CARD, SUITS, Guess, Plane, weigh_witnesses
from vision.types import Image

INDEX_PLACE = (0.36, 0.68)  # middle of an index from the card's top left corner, in index heights, as makers print; guess


@dataclass(frozen=True, slots=True)
class SightThresholds:
    """How outlines and indices are weighed against one another."""

    contradicted_weight: float = 0.05  # of a plain outline whose whole card contradicts an index; guess
    plain_score: float = 0.95  # score of an outline, and sureness of its whole card, to count as plain; guess
    rank_only_weight: float = 0.3  # of a whole card with the index's rank, where a shine leaves the suit open; guess
    other_outline_weight: float = 0.003  # of faces of another suit than the pips' outlines tell; guess
    max_foreign_card_heights: float = 8.0  # guess; between two corners of one card, in heights of an index that seems too small
    max_misread_sureness: float = 0.75
    """below, one of two corners may be misread and is overruled by the other witnesses; guess."""


FRENCH_SIGHT = SightThresholds()


@dataclass(frozen=True, eq=False)
class StandardSight:
    """One card as seen."""

    quad: Quad  # (4, 2) where the card lies
    indices: tuple[Index, ...]  # the indices of the card
    whole: Guess | None  # the network's guess of the whole card; None without an outline
    outlined: str | None = None
    """suit ("C", "D", "H", "S") by the outlines of the pips; "" if they do not tell, None if never looked at."""

    @cached_property
    def chances(self) -> Plane:
        """(53,) probabilities of each face and, last, of no card, by all witnesses together."""
        chances = weigh_witnesses([index.guess for index in self.indices], self.whole)
        if not self.outlined:
            return chances
        others = np.arange(NO_FRENCH_CARD) % len(SUITS) != SUITS.index(self.outlined)
        chances = chances * np.append(np.where(others, FRENCH_SIGHT.other_outline_weight, 1.0), 1.0).astype(np.float32)
        return np.asarray(chances / chances.sum(), np.float32)

    @cached_property
    def likeliest(self) -> int:
        """The number of the likeliest face."""
        return int(self.chances[:NO_FRENCH_CARD].argmax())


def find_in_corners(indices: Sequence[Index], quad: Quad) -> tuple[Index, ...]:
    """The indices that stand upright in the corners of a card at `quad`."""
    fits = _are_in_corners([index.spot for index in indices], quad)
    return tuple(index for index, good in zip(indices, fits, strict=True) if good)


def may_be_in_corner(spot: Spot, quad: Quad) -> bool:
    """May the index at a spot stand in a corner of a card at `quad`, as `find_in_corners` says once it is read?"""
    return any(_are_in_corners([spot], quad)) or any(_are_in_corners(list_looks(spot), quad))


def _are_in_corners(spots: Sequence[Spot], quad: Quad) -> Sequence[bool]:
    """For each spot: does the spot stand upright in a corner of a card at `quad`?"""
    if not spots:
        return ()
    view = cv2.getPerspectiveTransform(np.asarray(quad, np.float32), UNIT)
    ends = [(spot.centre, spot.centre + spot.down / 2) for spot in spots]
    seen = cv2.perspectiveTransform(np.array(ends, np.float32).reshape(1, -1, 2), view).reshape(-1, 2, 2)
    middle, down = seen[:, 0], (seen[:, 1] - seen[:, 0]) * np.array([1.42, 2.0], np.float32)
    turned = down[:, 1:] < 0
    middle, down = np.where(turned, 1 - middle, middle), np.where(turned, -down, down)
    # in parts of the card: turned by less than a quarter of a right angle, as high and as near the corner as makers print
    fits = (np.abs(down[:, 0]) < 0.45 * down[:, 1]) & (down[:, 1] > 0.1) & (down[:, 1] < 0.5)
    side = np.minimum(middle[:, 0], 1 - middle[:, 0])
    fits &= (middle[:, 1] > 0.02) & (middle[:, 1] < 0.36) & (side > 0.02) & (side < 0.26)
    return [bool(good) for good in fits]


def propose_outlines(image: Image, indices: Sequence[Index]) -> list[Outline]:
    """Outlines of likely size around the `indices`, moved to edges of the picture; of two corners also as drawn. None without
    indices."""
    groups = [*group_indices(indices), *pair_misread_corners(indices)]
    rough = [quad for group in groups for quad in guess_quads(group.indices)]
    if not rough:
        return []
    smooth = cv2.GaussianBlur(cv2.cvtColor(image, cv2.COLOR_BGR2GRAY), (0, 0), 0.8)
    fitted = fit_quads_to_edges(smooth, np.array(rough, np.float32), reach=0.1)
    pairs = [Outline(group.quad, np.full(4, 0.6)) for group in groups if len(group.indices) > 1]
    return [outline for outline in [*fitted, *pairs] if outline.score > 0.4]


def claim_outlines(cards: Sequence[Outline], look: Callable[[Quad], Guess], indices: Sequence[Index]) -> list[StandardSight]:
    """The outlines that hold up, with the indices in the corners, best confirmed first; each index belongs to one card only.

    `cards`: possible outlines. `look`: gives the guess of the whole card at a place; costly, so called only for outlines that
    may still win.
    """
    offers: list[tuple[float, int, StandardSight]] = []
    for number, card in enumerate(cards):
        own = find_in_corners(indices, card.quad)
        offers.append((-_bound_rank(card, own), number, StandardSight(card.quad, own, None)))
    kept: list[StandardSight] = []
    heapq.heapify(offers)
    while offers and offers[0][0] < 0:
        _, number, sight = heapq.heappop(offers)
        if any(_is_same_card_twice(sight, other) for other in kept):
            continue
        if sight.whole is not None:
            kept.append(sight)
            continue
        whole = look(sight.quad)
        standing = _rank_outline(cards[number], whole, sight.indices)
        heapq.heappush(offers, (-standing, number, replace(sight, whole=whole)))
    return kept


def _bound_rank(card: Outline, indices: Sequence[Index]) -> float:
    """The highest rank by `_rank_outline`, whatever the whole card looks like; 0 for an outline that cannot win. `indices`: in
    the corners of the outline `card`."""
    faces = {index.face for index in indices}
    if len(faces) > 1:
        if _are_of_one_card(indices):
            return card.score * 0.5
        return FRENCH_SIGHT.contradicted_weight * card.score if card.score > FRENCH_SIGHT.plain_score else 0.0
    if faces:
        return card.score * 1.2 * (1 + 0.3 * min(len(indices), 2))
    return card.score * 0.5 if card.score > 0.55 else 0.0


def _rank_outline(card: Outline, whole: Guess, indices: Sequence[Index]) -> float:
    """How well an outline is confirmed: by indices that agree with the whole card, else by either alone; 0 for not at all.

    A plain outline that plainly shows another face than the index counts a little, so that a misread index does not stand
    alone. Where two corners of a card differ, the whole card tells the misread corner.
    """
    faces = {index.face for index in indices}
    sure = whole.sureness
    if len(faces) > 1 and _are_of_one_card(indices):
        return _bound_rank(card, indices) * sure if sure > 0.7 and whole.likeliest in faces else 0.0
    if len(faces) > 1:
        return _bound_rank(card, indices) * sure if sure > FRENCH_SIGHT.plain_score else 0.0
    if faces:
        face = next(iter(faces))
        agreement = max(float(whole.faces[face]), FRENCH_SIGHT.rank_only_weight * float(whole.rank[face // 4]))
        if agreement > 0.2:
            return _bound_rank(card, indices) * (0.2 + agreement) / 1.2
        return (
            FRENCH_SIGHT.contradicted_weight * _bound_rank(card, indices)
            if min(card.score, sure) > FRENCH_SIGHT.plain_score
            else 0.0
        )
    return _bound_rank(card, indices) * sure if sure > 0.7 else 0.0


def _are_of_one_card(indices: Sequence[Index]) -> bool:
    """Do two indices of different faces stand in opposite corners of a card, the less sure of both perhaps misread?"""
    if len(indices) != 2 or min(index.sureness for index in indices) >= FRENCH_SIGHT.max_misread_sureness:
        return False
    first, second = (index.spot for index in indices)
    return float(first.down @ second.down) < 0 and is_opposite_corner(first, second)


def _is_same_card_twice(sight: StandardSight, other: StandardSight) -> bool:
    """Are both sights the same card?"""
    return (
        any(a is b for a in sight.indices for b in other.indices)
        or overlap_share(sight.quad, other.quad) > 0.35
        or covered_share(sight.quad, other.quad) > 0.6
        or covered_share(other.quad, sight.quad) > 0.6
    )


def group_indices(indices: Sequence[Index], known: Sequence[StandardSight] = ()) -> list[StandardSight]:
    """Cards seen by indices only, surest first. Indices of the same face in two corners of a card make one card.

    `known`: cards seen whole, with indices of their own; an index of the same face on or opposite a known card is left out.
    """
    groups: list[list[Index]] = []
    for index in sorted(indices, key=lambda index: index.sureness, reverse=True):
        if any(_is_in_opposite_corner(index, sight.indices) or _is_on_twin(index, sight) for sight in known):
            continue
        home = next((group for group in groups if _is_in_opposite_corner(index, group)), None)
        if home is None:
            groups.append([index])
        else:
            home.append(index)
    return [StandardSight(draw_quad(group), tuple(group), None) for group in groups]


def pair_misread_corners(indices: Sequence[Index]) -> list[StandardSight]:
    """Cards with a perhaps misread corner: indices of different faces in opposite corners, the surer first."""
    surest = sorted(indices, key=lambda index: index.sureness, reverse=True)
    pairs = ((one, other) for one, other in itertools.combinations(surest, 2) if one.face != other.face)
    return [StandardSight(draw_quad(pair), pair, None) for pair in pairs if _are_of_one_card(pair)]


def drop_twins(
    sights: Sequence[StandardSight], is_sure: Callable[[StandardSight], bool] = lambda sight: True
) -> list[StandardSight]:
    """The sights without doubles: of sights that read alike and overlap, or share corners, only the best confirmed. Whole cards
    come before lone indices, and `is_sure` sights before both. A card with four indices may look like two cards."""
    kept: list[StandardSight] = []
    for sight in sorted(sights, key=lambda sight: (not is_sure(sight), sight.whole is None)):
        if not any(_are_twins(sight, other) for other in kept):
            kept.append(sight)
    return kept


def _are_twins(sight: StandardSight, other: StandardSight) -> bool:
    """Do both sights read alike, and does the first overlap the other, at least with the corners?"""
    if sight.likeliest != other.likeliest:
        return False
    own = [index for index in sight.indices if index.face == sight.likeliest]
    on_it = bool(own) and all(_is_on_twin(index, other) for index in own)
    return on_it or overlap_share(sight.quad, other.quad) > 0.15 or _share_card(sight, other)


def _share_card(sight: StandardSight, other: StandardSight) -> bool:
    """May corners of two sights, both without an outline, be corners of one foreign court? It shows four, of uncertain heights."""
    if sight.whole is not None or other.whole is not None:
        return False
    mine, others = ([index.spot for index in one.indices if index.guess.letter] for one in (sight, other))
    return any(a.measure_heights_to(b) < FRENCH_SIGHT.max_foreign_card_heights for a in mine for b in others)


def drop_frames(sights: Sequence[StandardSight], indices: Sequence[Index]) -> list[StandardSight]:
    """The sights without frames printed around pips: whole cards without corners, while one of the `indices` just outside says
    the same face more surely."""
    return [sight for sight in sights if sight.indices or not any(_stands_beside(index, sight) for index in indices)]


def _stands_beside(index: Index, sight: StandardSight) -> bool:
    """Does a surer index of the same face stand just outside the sight's quad?"""
    if sight.whole is None or index.face != sight.whole.likeliest or index.sureness <= sight.whole.sureness:
        return False
    away = -cv2.pointPolygonTest(np.asarray(sight.quad, np.float32), tuple(map(float, index.spot.centre)), True)
    return 0 < away < index.spot.height


def _is_in_opposite_corner(index: Index, others: Sequence[Index]) -> bool:
    return any(index.face == other.face and is_opposite_corner(other.spot, index.spot) for other in others)


def _is_on_twin(index: Index, sight: StandardSight) -> bool:
    """Does the index stand on a card of the same face: a badly seen card, or a twin right below?"""
    if index.face not in {other.face for other in sight.indices} and (
        sight.whole is None or index.face != sight.whole.likeliest
    ):
        return False
    x, y = (float(v) for v in index.spot.centre)
    return bool(cv2.pointPolygonTest(np.asarray(sight.quad, np.float32), (x, y), True) > -0.4 * index.spot.height)


def draw_quad(indices: Sequence[Index]) -> Quad:
    """(4, 2) where a card lies, judged by the `indices` of the card alone, at least one: from two opposite corners, else as if
    five indices high."""
    spots = [index.spot for index in indices]
    diagonals = (
        (one, other)
        for one, other in itertools.product(spots, spots)
        if float(other.down @ one.down) < 0
        and abs(float((other.centre - one.centre) @ one.right)) > 0.3 * float((other.centre - one.centre) @ one.down)
    )
    first, partner = next(diagonals, (spots[0], None))
    if partner is None:
        return _draw_from_spot(first, 5.0)  # most cards are about five indices high; guess
    step = partner.centre - first.centre
    across = float(step @ first.right) / first.height**2
    along = float(step @ first.down) / first.height**2 + 2 * INDEX_PLACE[1]
    aside = first.right * np.float32(min(across, 0.0))  # of four indices, those in the upper right and the lower left corner
    return np.asarray(_draw_card(first, abs(across) + 2 * INDEX_PLACE[0], along) + aside, np.float32)


def guess_quads(indices: Sequence[Index]) -> list[Quad]:
    """Quads worth trying against the edges of the picture: makers print indices in many sizes. `indices`: of one card."""
    if len(indices) > 1:
        return [draw_quad(indices)]
    return [_draw_from_spot(indices[0].spot, height) for height in (3.9, 4.4, 5.0, 5.7)]


def list_start_quads(sight: StandardSight) -> list[Quad]:
    """(4, 2) quads to align a card from: as drawn and, for a single index, as if the print were very large."""
    alone = sight.whole is None and len(sight.indices) == 1
    return [sight.quad, _draw_from_spot(sight.indices[0].spot, 3.2)] if alone else [sight.quad]


def _draw_from_spot(spot: Spot, height: float) -> Quad:
    return _draw_card(spot, 0.71 * height, height)


def _draw_card(spot: Spot, across: float, along: float) -> Quad:
    """(4, 2) a card with the index `spot`, so many index heights wide and high."""
    corner = spot.centre - spot.right * np.float32(INDEX_PLACE[0]) - spot.down * np.float32(INDEX_PLACE[1])
    right, down = spot.right * np.float32(across), spot.down * np.float32(along)
    return np.array([corner, corner + right, corner + right + down, corner + down], np.float32)
