"""Which cards of one size are the direction cards: those that are read as such, and those alike among themselves.

How they lie only weighs: people lay them in a column, in a row, two by two or anyhow, straight or askew.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from vision.directions.arrangement import BarePlan, Corners, axes_at_turn, mean_tilt, measure_quarter_off
from vision.directions.backs import weigh_back_difference
from vision.directions.looks import largest_tint_difference, measure_card_tint, measure_one_way_print
from vision.directions.naming import is_clear_reading, points_down
from vision.plane.by_cards import TablePlane
from vision.plane.homography import project
from vision.plane.quads import Quad
from vision.readers.numbers.starts import PrintedDirection
from vision.types import Image


@dataclass(frozen=True, slots=True)
class ChoiceWeights:
    """What counts for and against cards being the direction cards. Weights are all guesses, in units of one unlikely feature."""

    max_cards: int = 11  # tried in every choice, the likeliest; guess
    read: float = 3.0  # for a card that is read as a direction card; guess
    too_many_read: float = 1.5  # against each card more that points up, or down, than there are; guess
    rarity: float = 0.5  # for one unit of rarity; guess
    unlike: float = 4.0  # against tints that differ by all; see `measure_card_tint`; guess
    like_backs: float = 2.0  # against print that looks the same upside down; guess
    max_lying: float = 2.0  # against cards that lie anyhow, at most; guess
    askew: float = 0.5  # against cards turned by `max_askew_rad` to each other; guess
    max_askew_rad: float = math.radians(9)
    far: float = 0.4  # against each card height more than `near_heights` to the nearest; guess
    near_heights: float = 2.1  # card heights to the nearest; see `far`; guess
    max_unread_tint: float = 0.2  # from the nearest alike, of cards that lie anyhow and are not read; guess
    max_unread_lying: float = 0.9  # of cards of which some are not read and not alike either; guess
    column_steps: tuple[float, float] = (
        0.97,
        1.75,
    )  # card heights from one card to the next; the rule books, with room by guess
    row_steps: tuple[float, float] = (
        1.0,
        3.6,
    )  # card widths from one card to the next in a row; the rule books, with room by guess


CHOICE = ChoiceWeights()

Groups = tuple[tuple[int, ...], ...]
"""Indices of the direction cards: all in one, or those of each player."""


@dataclass(frozen=True, slots=True, eq=False)
class SizedCard:
    """A card of the right size, as far as it is known."""

    quad: Quad  # upright, in the picture
    rare: float  # how rare its looks are, see `Cloth.measure_rarity`
    tint: NDArray[np.float64]  # (7,), see `measure_card_tint`
    one_way: float  # see `measure_one_way_print`
    reading: PrintedDirection  # what its print says
    may_be_laid: bool = False  # a card of the deck may carry that print too

    @property
    def is_read(self) -> bool:
        """True if the card was read as a direction card."""
        return is_clear_reading(self.reading)


def look_at_card(image: Image, quad: Quad, rare: float, reading: PrintedDirection, may_be_laid: bool = False) -> SizedCard:
    """The card at an upright quad in a picture. `rare`, `reading`, `may_be_laid`: as of `SizedCard`."""
    return SizedCard(quad, rare, measure_card_tint(image, quad), measure_one_way_print(image, quad), reading, may_be_laid)


def are_alike(image: Image, quads: Sequence[Quad]) -> bool:
    """Does each of these cards look like another one?"""
    tints = np.array([measure_card_tint(image, quad) for quad in quads])
    away = np.linalg.norm(tints[:, None] - tints[None], axis=2) + np.diag([math.inf] * len(tints))
    return float(away.min(axis=1).max()) <= CHOICE.max_unread_tint


def choose_direction_cards(cards: Sequence[SizedCard], plane: TablePlane, plan: BarePlan) -> list[tuple[float, Groups]]:
    """Choices of direction cards among cards on one plane, each with its weight, likeliest first; [] where none can be."""
    flat = [project(card.quad, plane.to_mm) for card in cards]
    alone = [_weigh_card(card) for card in cards]
    likeliest = sorted(range(len(cards)), key=lambda i: alone[i])[: CHOICE.max_cards]
    unlike = np.array([[float(np.linalg.norm(a.tint - b.tint)) for b in cards] for a in cards])
    found = list[tuple[float, Groups]]()
    for chosen in combinations(sorted(likeliest), len(plan.piles)):
        cost = sum(alone[i] for i in chosen) + _weigh_counts(cards, chosen, plan)
        for more, groups in _iterate_groups(cards, chosen, unlike, plan):
            lying = sum(weigh_lying([flat[i] for i in group], plan.card_mm) for group in groups)
            if _can_be(cards, chosen, unlike, lying):
                found.append((cost + more + lying, groups))
    return sorted(found, key=lambda one: one[0])


def _weigh_card(card: SizedCard) -> float:
    """Weight against one card being a direction card."""
    same = max(0.0, 1 - card.one_way)
    speaks = card.is_read and not card.may_be_laid
    return -CHOICE.read * speaks - CHOICE.rarity * card.rare + CHOICE.like_backs * same * (not card.is_read)


def _weigh_counts(cards: Sequence[SizedCard], chosen: Sequence[int], plan: BarePlan) -> float:
    """Weight of more cards read as pointing up, or down, than there are. `chosen`: indices of `cards`."""
    downs = sum(points_down(face) for _, face in plan.piles)
    read = [cards[i].reading for i in chosen if cards[i].is_read]
    down = sum(one.down > one.up for one in read)
    over = max(0, down - downs) + max(0, len(read) - down - (len(plan.piles) - downs))
    return CHOICE.too_many_read * over


def _can_be(cards: Sequence[SizedCard], chosen: Sequence[int], unlike: NDArray[np.float64], lying: float) -> bool:
    """False where cards lie anyhow and one is neither read nor like any other. `chosen`: indices of `cards`. `unlike`: (n, n)
    difference of their tints. `lying`: of `weigh_lying`."""
    if lying <= CHOICE.max_unread_lying:
        return True
    for i in chosen:
        nearest = min((float(unlike[i, other]) for other in chosen if other != i), default=0.0)
        if not cards[i].is_read and nearest > CHOICE.max_unread_tint:
            return False
    return True


def _iterate_groups(
    cards: Sequence[SizedCard], chosen: tuple[int, ...], unlike: NDArray[np.float64], plan: BarePlan
) -> Iterator[tuple[float, Groups]]:
    """The chosen cards in groups, all in one or by player, each with a weight. `unlike`: (n, n) differences of tints."""
    if not plan.owners:
        near = [min((float(unlike[i, other]) for other in chosen if other != i), default=0.0) for i in chosen]
        yield CHOICE.unlike * float(np.mean(near)), (chosen,)
        return
    left = [card.tint for number, card in enumerate(cards) if number not in chosen]
    backs = min(map(weigh_back_difference, combinations(left, len(plan.draws))), default=0.0)
    many = len(plan.piles) // len(plan.owners)
    for first in combinations(chosen, many):
        if first[0] != chosen[0]:
            break
        groups = first, tuple(i for i in chosen if i not in first)
        inner = sum(CHOICE.unlike * largest_tint_difference([cards[i].tint for i in group]) for group in groups if many > 1)
        between = float(np.mean([[unlike[i, j] for j in groups[1]] for i in groups[0]]))
        counts = sum(_weigh_pair([cards[i].reading for i in group if cards[i].is_read]) for group in groups)
        yield inner + backs + counts - CHOICE.unlike * min(between, 0.25), groups


def _weigh_pair(read: Sequence[PrintedDirection]) -> float:
    """Weight of one player's cards that are read as pointing the same way."""
    return CHOICE.too_many_read * (len(read) > 1 and len({one.down > one.up for one in read}) == 1)


# --- how they lie ----------------------------------------------------------------------------------------------------


def weigh_lying(cards: Sequence[Corners], card_mm: tuple[float, float]) -> float:
    """Weight against cards lying so: 0 in an even line or square of cards turned alike. `cards`: (4, 2) millimetres each.
    `card_mm`: width and height of a card."""
    if len(cards) == 1:
        return 0.0
    turn = mean_quarter_tilt(cards)
    askew = max(abs(measure_quarter_off(mean_tilt([card]) - turn)) for card in cards)
    middles = np.array([card.mean(axis=0) for card in cards])
    away = np.linalg.norm(middles[:, None] - middles[None], axis=2) + np.diag([math.inf] * len(cards))
    far = np.maximum(0.0, away.min(axis=1) / card_mm[1] - CHOICE.near_heights).mean() * CHOICE.far
    across, down = axes_at_turn(mean_tilt(cards))
    ways = [_weigh_line(middles @ across, middles @ down, card_mm[0], card_mm[0], CHOICE.row_steps)]
    ways += [_weigh_line(middles @ down, middles @ across, card_mm[1], card_mm[0], CHOICE.column_steps)]
    if len(cards) == 4:
        ways.append(_weigh_square(np.stack([middles @ across, middles @ down], axis=1), card_mm))
    return float(min(CHOICE.max_lying, min(ways) + far + CHOICE.askew * askew / CHOICE.max_askew_rad))


def mean_quarter_tilt(cards: Sequence[Corners]) -> float:
    """Mean turn of cards lying alike but for quarter turns, radians clockwise, an eighth turn either way at most."""
    turns = [4 * mean_tilt([card]) for card in cards]
    return 0.25 * math.atan2(sum(map(math.sin, turns)), sum(map(math.cos, turns)))


def _weigh_line(
    along: NDArray[np.float64], aside: NDArray[np.float64], size: float, width: float, steps: tuple[float, float]
) -> float:
    """Weight of how uneven a line is. `along`, `aside`: millimetres of each card on the line and off it. `size`: of a card along
    the line. `steps`: from card to card, in card sizes."""
    gaps = np.diff(np.sort(along)) / size
    off = float(np.abs(aside - aside.mean()).max()) / width
    beyond = float(np.maximum(0.0, np.maximum(steps[0] - gaps, gaps - steps[1])).sum())
    return off + float(np.ptp(gaps)) + 2.0 * beyond  # weight of one card size beyond usual steps; guess


def _weigh_square(middles: NDArray[np.float64], card_mm: tuple[float, float]) -> float:
    """Weight of how uneven two by two cards lie. `middles`: (4, 2) millimetres, along the cards' sides. `card_mm`: width and
    height of a card."""
    upper = middles[np.argsort(middles[:, 1])]
    (a, b), (c, d) = (row[np.argsort(row[:, 0])] for row in (upper[:2], upper[2:]))
    skew = float(np.linalg.norm(a - b - c + d)) / card_mm[0]
    level = float(abs(a[1] - b[1]) + abs(c[1] - d[1])) / card_mm[1]
    return skew + level
