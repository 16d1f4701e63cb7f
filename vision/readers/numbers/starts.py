"""Which way a direction card points, by the numbers printed on it, whoever made it.

1 and the highest card (59, 99) stand on an ascending one, the number above that and 2 on a descending one; where both carry 1 and 10 the
larger is where the pile begins.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from vision.readers.numbers.digits import Number, Print, patch_of, print_of, turned_round
from vision.readers.numbers.faces import upside_down
from vision.readers.numbers.networks import Networks
from vision.types import Image

LOW, HIGH = 1, 10
"""Numbers that stand on direction cards of both kinds where a game has no higher card, the one where the pile begins larger."""
LAST = 2
"""The number at which descending piles of the other games end."""
CLEARLY = 0.5
"""Probability from which a number is read."""
LARGER = 1.2
"""How many times as high the number is where the pile begins as the one where it ends."""
DOWN = np.array([0.0, 1.0])
"""From the top of a crop to its foot."""


@dataclass(frozen=True, slots=True, eq=False)
class _Written:
    """A number that was read: how surely, 0 to 1, and where."""

    number: int
    chance: float
    at: Number


def pointing(crop: Image, networks: Networks, highest: int) -> tuple[float, float]:
    """How surely the direction card that fills a crop, (h, w, 3) uint8 BGR, either way up, is an ascending one, and a descending one, 0 to 1
    each; (0, 0) where its numbers do not tell. `highest`: the highest card of the game."""
    found = tuple(_numbers_on(crop, networks))
    if highest > HIGH:
        told = (highest, upside_down(highest)), (highest + 1, LAST)  # no direction card carries a 66: it is a 99
        up, down = (max((one.chance for one in found if one.number in those), default=0.0) for those in told)
        return up, down
    low, high = (
        max((one for one in found if one.number == which), key=lambda one: one.at.height, default=None) for which in (LOW, HIGH)
    )
    if low is None or high is None:
        return 0.0, 0.0
    chance = min(low.chance, high.chance)
    return chance * (low.at.height > LARGER * high.at.height), chance * (high.at.height > LARGER * low.at.height)


def _numbers_on(crop: Image, networks: Networks) -> Iterator[_Written]:
    """The numbers of two digits and more, then those of one that are no part of them."""
    signs = print_of(crop)
    longer = [one for number in signs.numbers() if (one := _read(crop, number, networks)) and one.number >= HIGH]
    yield from longer
    yield from (one for one in _single(crop, signs, networks) if not any(_is_part(one.at, other.at) for other in longer))


def _single(crop: Image, signs: Print, networks: Networks) -> Iterator[_Written]:
    for straight, *_ in signs.alone([DOWN]):
        one = _read(crop, straight, networks)
        if one is not None and one.number < HIGH:
            yield one


def _read(crop: Image, at: Number, networks: Networks) -> _Written | None:
    """The number that stands there, whichever way up; None where none is read."""
    chances = max(
        (networks.read_number(patch_of(crop, way))[1:] for way in (at, turned_round(at))), key=lambda each: float(each.max())
    )
    return _Written(int(chances.argmax()) + 1, float(chances.max()), at) if chances.max() > CLEARLY else None


def _is_part(digit: Number, number: Number) -> bool:
    """Does a digit stand where a number of several was read?"""
    return float(np.hypot(*(digit.middle - number.middle))) < number.height
