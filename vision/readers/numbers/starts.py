"""Which way a direction card points, by the numbers printed on the card, whoever made the card.

An ascending card carries 1 and the highest card (59, 99), a descending card the number above and 2. Where both carry 1 and 10
the pile begins at the larger print.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from vision.readers.numbers.digits import PrintedNumber, cut_patch, find_digits, turn_number
from vision.readers.numbers.faces import turn_digits
from vision.readers.numbers.networks import NumberNetworks
from vision.types import Image


@dataclass(frozen=True, slots=True)
class DirectionThresholds:
    """What direction cards carry, and how surely the numbers must be read."""

    low_number: int = 1
    """on both kinds, the start printed larger, where no card is higher than high_number; the games' rules (TG-01)"""
    high_number: int = 10  # see low_number; the games' rules (TG-01)
    last_descending: int = 2  # where descending piles of the other games end; the games' rules (TG-01)
    min_probability: float = 0.5  # for a number to be read; guess
    min_height_ratio: float = 1.2  # of the number where the pile begins to the other; guess


DIRECTION_CARD = DirectionThresholds()


@dataclass(frozen=True, slots=True, eq=False)
class _ReadNumber:
    """A number, as read."""

    number: int  # the number
    chance: float  # probability, 0 to 1
    at: PrintedNumber  # where


def judge_direction(crop: Image, networks: NumberNetworks, highest: int) -> tuple[float, float]:
    """The probabilities of an ascending and of a descending direction card; (0, 0) where the numbers do not tell. `crop`: (h, w,
    3) uint8 BGR, filled by the card, either way up. `highest`: the highest card of the game."""
    found = tuple(_read_numbers(crop, networks))
    if highest > DIRECTION_CARD.high_number:
        # no direction card carries a 66: a 66 is a 99 upside down
        told = ((highest, turn_digits(highest)), (highest + 1, DIRECTION_CARD.last_descending))
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
    """The numbers of two digits and more, and single digits beside longer numbers."""
    signs = find_digits(crop)
    longer = [
        one
        for number in signs.find_pairs()
        if (one := _read_either_way(crop, number, networks)) and one.number >= DIRECTION_CARD.high_number
    ]
    yield from longer
    for straight, *_ in signs.find_lone_digits([np.array([0.0, 1.0])]):  # upright as the crop
        one = _read_either_way(crop, straight, networks)
        if one is not None and one.number < DIRECTION_CARD.high_number:
            away = (float(np.hypot(*(one.at.middle - other.at.middle))) / other.at.height for other in longer)
            if not any(part < 1 for part in away):  # else a digit of the longer number
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
