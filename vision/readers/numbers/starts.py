"""Which way a direction card points, by the numbers printed on it, whoever made the card.

On an ascending card stand 1 and the highest card (59, 99), on a descending one the number above and 2. Where both carry 1 and
10 the larger print is where the pile begins.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from vision.readers.numbers.digits import PictureDigits, PrintedNumber, cut_patch, find_digits, turn_number
from vision.readers.numbers.faces import turn_digits
from vision.readers.numbers.networks import NumberNetworks
from vision.types import Image


@dataclass(frozen=True, slots=True)
class DirectionThresholds:
    """What direction cards carry, and how surely it must be read."""

    low_number: int = 1
    """on both kinds, the start printed larger, where no card is higher than high_number; the games' rules (TG-01)"""
    high_number: int = 10  # see low_number; the games' rules (TG-01)
    last_descending: int = 2  # where descending piles of the other games end; the games' rules (TG-01)
    min_probability: float = 0.5  # for a number to be read; guess
    min_height_ratio: float = 1.2  # of the number where the pile begins to the other; guess


DIRECTION_CARD = DirectionThresholds()
CROP_DOWN = np.array([0.0, 1.0])


@dataclass(frozen=True, slots=True, eq=False)
class _ReadNumber:
    """A number that was read."""

    number: int  # the number
    chance: float  # probability, 0 to 1
    at: PrintedNumber  # where


def judge_direction(crop: Image, networks: NumberNetworks, highest: int) -> tuple[float, float]:
    """The probabilities that a direction card is ascending, and descending; (0, 0) where the numbers do not tell. `crop`: (h,
    w, 3) uint8 BGR, filled by the card, either way up. `highest`: the highest card of the game."""
    found = tuple(_read_numbers(crop, networks))
    if highest > DIRECTION_CARD.high_number:
        told = (
            (highest, turn_digits(highest)),
            (highest + 1, DIRECTION_CARD.last_descending),
        )  # no direction card carries a 66: it is a 99
        up, down = (max((one.chance for one in found if one.number in those), default=0.0) for those in told)
        return up, down
    low, high = (
        max((one for one in found if one.number == which), key=lambda one: one.at.height, default=None)
        for which in (DIRECTION_CARD.low_number, DIRECTION_CARD.high_number)
    )
    if low is None or high is None:
        return 0.0, 0.0
    chance = min(low.chance, high.chance)
    return chance * (low.at.height > DIRECTION_CARD.min_height_ratio * high.at.height), chance * (
        high.at.height > DIRECTION_CARD.min_height_ratio * low.at.height
    )


def _read_numbers(crop: Image, networks: NumberNetworks) -> Iterator[_ReadNumber]:
    """The numbers of two digits and more, then single digits that are no part of them."""
    signs = find_digits(crop)
    longer = [
        one
        for number in signs.find_pairs()
        if (one := _read_either_way(crop, number, networks)) and one.number >= DIRECTION_CARD.high_number
    ]
    yield from longer
    yield from (
        one for one in _read_lone_digits(crop, signs, networks) if not any(_is_part(one.at, other.at) for other in longer)
    )


def _read_lone_digits(crop: Image, signs: PictureDigits, networks: NumberNetworks) -> Iterator[_ReadNumber]:
    for straight, *_ in signs.find_lone_digits([CROP_DOWN]):
        one = _read_either_way(crop, straight, networks)
        if one is not None and one.number < DIRECTION_CARD.high_number:
            yield one


def _read_either_way(crop: Image, at: PrintedNumber, networks: NumberNetworks) -> _ReadNumber | None:
    """The number at a place, whichever way up; None where none is read."""
    chances = max(
        (networks.read_number(cut_patch(crop, way))[1:] for way in (at, turn_number(at))), key=lambda each: float(each.max())
    )
    return (
        _ReadNumber(int(chances.argmax()) + 1, float(chances.max()), at)
        if chances.max() > DIRECTION_CARD.min_probability
        else None
    )


def _is_part(digit: PrintedNumber, number: PrintedNumber) -> bool:
    """Does a digit stand where a number of several digits was read?"""
    return float(np.hypot(*(digit.middle - number.middle))) < number.height
