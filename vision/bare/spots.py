"""Spots: every place on a bare table where a card may come to lie beside a direction card, and whose pile a laid card is.

Nobody knows on which side of their direction cards people lay cards. Until a pile's first card lies there, all four sides are watched.
Frame of reference: millimetres of the layout; an offset is seen by who reads the direction card, x to the right, y down.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from vision.directions.arrangement import Corners, axes_at_turn, measure_quarter_off, measure_turn
from vision.directions.naming import points_down
from vision.directions.places import Point, Rect, part_places, rect_around
from vision.place.layout import SPOT, SPOT_PREFIX, Zone
from vision.readers.numbers.faces import get_number
from vision.types import EMPTY, Face


@dataclass(frozen=True, slots=True)
class SpotLimits:
    """Where cards are laid beside direction cards. Lengths in millimetres."""

    reach_cards: float = 1.35  # heights of a card, from the edge of the direction card; guess
    aside: float = 8.0  # on either side of a card that lies straight beside; guess
    grid_cards: float = 1.2  # heights of a card, between spots where there are no direction cards; guess
    min_side: float = 25.0  # of a spot: in a narrower one no card is laid; guess
    gap: float = 14.0  # between a direction card and its pile, as most people leave; guess
    least_gap: float = -20.0  # a card that covers this much of its direction card; guess
    most_gap: float = 60.0  # a card farther off lies anywhere; guess
    most_aside: float = 0.55  # of a card's side, off the middle of the direction card; guess
    follows_cards: float = 0.4  # widths of a card from where other piles lie: laid as they are; guess
    unusual_side: float = 0.1  # that a card lies left of its direction card, or above it; guess
    min_lead: float = 0.3  # by which one pile must be likelier than any other, see `rank_piles`; guess
    min_first_lead: float = 0.6  # the same as long as nobody knows on which side of their direction cards cards are laid; guess
    min_telling_part: float = 0.15  # of all numbers, from the middle one, for a first card to tell its pile's direction; guess
    min_number_lead: float = 1.0  # by which a first card's number must be likelier on one pile than on another; guess
    first_part: float = 0.25  # of all numbers, from the one with which a pile begins: its first cards; guess
    number: float = 1.5  # that a pile's first card has the number with which the pile ends; guess


SPOTS = SpotLimits()

SIDES: tuple[tuple[str, int, int], ...] = (("right", 0, 1), ("left", 0, -1), ("above", 1, -1), ("below", 1, 1))
"""Name, axis (0 to the right, 1 down) and direction of each side of a direction card."""


@dataclass(frozen=True, slots=True)
class LaidPile:
    """Where a pile lies."""

    at: Point  # its middle
    turn: float = 0.0  # of its cards, radians clockwise, half a turn either way is the same
    lay_there: bool = False  # its first card lay there when the table was found: nobody saw its place bare
    face: Face = EMPTY  # of a card that lay there, as it was read then
    beneath: tuple[Face, ...] = ()  # of cards that were read there before and were covered, the lowest first


class PileGuess(NamedTuple):
    """A pile that a card may be laid on."""

    cost: float  # how unlikely it is: 0 for where a card is expected
    pile: str


def lay_out_spots(directions: Mapping[str, Corners], kept: Iterable[Rect], card_mm: tuple[float, float]) -> tuple[Zone, ...]:
    """A spot on every side of the direction cards in `directions`, by pile and in millimetres, as far as there is room. Spots
    of neighbours meet half way.

    `kept`: places that stay as they are. `card_mm`: width and height of a card.
    """
    kept = [*kept, *(rect_around(card) for card in directions.values())]
    rects = dict[str, Rect]()
    for pile, card in directions.items():
        for side, axis, way in SIDES:
            free = _cut_to_free_part(_rect_beside(card, axis, way, card_mm), [one for one in kept if one != rect_around(card)])
            if min(free[2:]) >= SPOTS.min_side:
                rects[f"{SPOT_PREFIX}{pile} {side}"] = free
    parted = part_places(rects)
    return tuple(Zone(name, SPOT, rect) for name, rect in parted.items() if min(rect[2:]) >= SPOTS.min_side)


def lay_out_everywhere(
    seen: Callable[[Point], bool],
    size_mm: tuple[float, float, float, float],
    kept: Iterable[Rect],
    card_mm: tuple[float, float],
) -> tuple[Zone, ...]:
    """Spots side by side all over a table without direction cards, where a first card may be laid anywhere. `seen`: is a point
    in the picture? `size_mm`: x, y, width and height of what is seen of the table.

    `kept`: places that stay as they are. `card_mm`: width and height of a card.
    """
    kept, side, rects = list(kept), SPOTS.grid_cards * max(card_mm), dict[str, Rect]()
    x, y, width, height = size_mm
    for row in range(max(1, math.floor(height / side))):
        for column in range(max(1, math.floor(width / side))):
            rect = (x + column * side, y + row * side, side, side)
            if seen((rect[0] + side / 2, rect[1] + side / 2)):
                rects[f"{SPOT_PREFIX}{row} {column}"] = _cut_to_free_part(rect, kept)
    return tuple(Zone(name, SPOT, rect) for name, rect in rects.items() if min(rect[2:]) >= SPOTS.min_side)


def measure_offset(direction: Corners, at: Point) -> Point:
    """How far right of its direction card and below it a point lies, as the reader of the card sees it."""
    right, down = axes_at_turn(measure_turn(direction))
    away = np.array(at) - direction.mean(axis=0)
    return float(away @ right), float(away @ down)


def place_at_offset(direction: Corners, offset: Point) -> Point:
    """The point at an offset from a direction card: the inverse of `measure_offset`."""
    right, down = axes_at_turn(measure_turn(direction))
    x, y = (direction.mean(axis=0) + offset[0] * right + offset[1] * down).tolist()
    return x, y


def rank_piles(
    laid: LaidPile, directions: Mapping[str, Corners], known: Sequence[Point], card_mm: tuple[float, float]
) -> list[PileGuess]:
    """The piles that a card may lie on, likeliest first; [] where it lies beside none of the direction cards in `directions`
    (by pile, in millimetres).

    `known`: offsets of the piles that lie already, for people lay all alike. `card_mm`: width and height of a card.
    """
    found = list[PileGuess]()
    for pile, direction in directions.items():
        offset = measure_offset(direction, laid.at)
        cost = _weigh_offset(offset, laid.turn - measure_turn(direction), card_mm)
        if known:
            off = min(math.dist(offset, other) for other in known) / (SPOTS.follows_cards * card_mm[0])
            cost = 0.2 * off if off < 1 else cost + 1.0  # laid as the others: this outweighs any distance; guess
        if math.isfinite(cost):
            found.append(PileGuess(cost, pile))
    return sorted(found)


def choose_pile(ranked: Sequence[PileGuess], min_lead: float = SPOTS.min_lead) -> str | None:
    """The pile that a card lies on, None where two piles are about as likely, or none is. `ranked`: as of `rank_piles`."""
    if not ranked or (len(ranked) > 1 and ranked[1].cost - ranked[0].cost < min_lead):
        return None
    return ranked[0].pile


def weigh_number(face: Face, direction: Face, numbers: tuple[int, int]) -> float:
    """How unlikely a card is a pile's first, by its number: from 0 for the number with which the pile begins to `SPOTS.number`
    for the last. Half of that for a pile of which nobody knows the direction, and 0 for a card without a number.

    `direction`: of the pile, such as "up:1-99", "" where unknown. `numbers`: lowest and highest of the deck; direction cards of
    another game may lie beside it.
    """
    number, (lowest, highest) = get_number(face), numbers
    if number is None:
        return 0.0
    if not direction:
        return SPOTS.number / 2
    first = highest if points_down(direction) else lowest
    return SPOTS.number * min(1.0, abs(number - first) / max(1, highest - lowest))


def lies_beside(laid: LaidPile, direction: Corners, card_mm: tuple[float, float]) -> bool:
    """May a card that lies so be laid beside a direction card?"""
    return math.isfinite(_weigh_offset(measure_offset(direction, laid.at), laid.turn - measure_turn(direction), card_mm))


def snap_turn(turn: float, direction: Corners) -> float:
    """The turn of a pile whose first card lies turned by `turn`: straight or crosswise to its direction card, else as it lies."""
    straight = measure_turn(direction)
    off = measure_quarter_off(turn - straight)
    aligned = turn - off if abs(off) < math.radians(25) else turn  # cards are laid less untidily; guess
    return (aligned + math.pi / 2) % math.pi - math.pi / 2


def _weigh_offset(offset: Point, turn: float, card_mm: tuple[float, float]) -> float:
    """How unlikely a card at this offset (millimetres) lies beside its direction card, infinite where it does not. `turn`:
    against the direction card, radians. `card_mm`: width and height of a card."""
    lying = _extents(turn, card_mm)
    axis = 0 if abs(offset[0]) / card_mm[0] >= abs(offset[1]) / card_mm[1] else 1
    usual = 0.0 if offset[axis] > 0 else SPOTS.unusual_side
    gap = abs(offset[axis]) - (card_mm[axis] + lying[axis]) / 2
    aside = abs(offset[1 - axis])
    if not SPOTS.least_gap <= gap <= SPOTS.most_gap or aside > SPOTS.most_aside * card_mm[1 - axis]:
        return math.inf
    # millimetres that weigh as one: a narrow gap is likelier wrong than a wide one; guesses
    return float((gap - SPOTS.gap) / 20.0 if gap > SPOTS.gap else (SPOTS.gap - gap) / 40.0) + aside / 40.0 + usual


def _extents(turn: float, card_mm: tuple[float, float]) -> NDArray[np.float64]:
    """(2,) how wide and high a card turned by `turn` radians is."""
    cos, sin = abs(math.cos(turn)), abs(math.sin(turn))
    return np.array([cos * card_mm[0] + sin * card_mm[1], sin * card_mm[0] + cos * card_mm[1]])


def _rect_beside(card: Corners, axis: int, way: int, card_mm: tuple[float, float]) -> Rect:
    """The place beside a card, in millimetres, where cards straight or crosswise may lie. `axis`, `way`: see `SIDES`.
    `card_mm`: width and height of a card."""
    axes, middle = axes_at_turn(measure_turn(card)), card.mean(axis=0)
    near, far = card_mm[axis] / 2, card_mm[axis] / 2 + SPOTS.reach_cards * max(card_mm)
    aside = max(card_mm) / 2 + SPOTS.aside
    corners = [
        middle + way * along * axes[axis] + across * axes[1 - axis] for along in (near, far) for across in (-aside, aside)
    ]
    return rect_around(np.array(corners))


def _cut_to_free_part(rect: Rect, kept: Sequence[Rect]) -> Rect:
    """The largest part of a place that is left beside places that stay as they are."""
    for x, y, width, height in kept:
        left, top, wide, high = rect
        if min(left + wide, x + width) <= max(left, x) or min(top + high, y + height) <= max(top, y):
            continue
        parts: list[Rect] = [
            (left, top, x - left, high),
            (x + width, top, left + wide - x - width, high),
            (left, top, wide, y - top),
            (left, y + height, wide, top + high - y - height),
        ]
        rect = max(parts, key=lambda one: max(one[2], 0.0) * max(one[3], 0.0))
        if min(rect[2:]) <= 0:
            return (left, top, 0.0, 0.0)
    return rect
