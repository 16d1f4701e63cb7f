"""Which way a direction card points, by the numbers printed on the card, whoever made the card.

An ascending card carries 1 and often the highest card (59, 99), a descending card the number above and often 2. Where both kinds
carry 1 and 10 the pile begins at the larger print, else at the number that comes first.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from vision.readers.numbers.digits import PrintedNumber, cut_lone_patch, cut_patch, find_digits, turn_number
from vision.readers.numbers.faces import turn_digits
from vision.readers.numbers.networks import NumberNetworks
from vision.types import Image


@dataclass(frozen=True, slots=True)
class DirectionThresholds:
    """What direction cards carry, and how surely the numbers must be read."""

    low_number: int = 1
    """on both kinds, the start printed larger, where no card is higher than high_number; the games' rules (TG-01)"""
    high_number: int = 10  # see low_number; the games' rules (TG-01)
    practice_highest: int = 99  # on the practice deck's direction cards, whatever the game; drawn by direction_cards.py
    last_descending: int = 2  # where descending piles of the other games end; the games' rules (TG-01)
    min_probability: float = 0.5  # for a number to be read; guess
    min_height_ratio: float = 1.2  # of the number where the pile begins to the other; guess
    max_glyphs: int = 90  # a crop with more possible digits is a pattern; guess
    max_words: int = 9  # read, the highest of them: a direction card carries few numbers; guess
    foreign_probability: float = 0.8  # of a number that no direction card carries; guess
    foreign_ratio: float = 0.8  # height of such a number to the start's; guess
    height_parts: tuple[float, float] = (0.06, 0.38)  # of a number, in heights of the card: arrows are higher; guess
    rim_part: float = 0.07  # of the card, in which no number has its middle; guess
    stroke_width: float = 0.75  # in heights: what is narrower is looked at without its surroundings; guess
    min_stroke_probability: float = 0.7  # of a 1 that alone tells; guess
    min_stroke_upright: float = 0.65  # of a 1 that alone tells: a bar or a stem looks much the same upside down; guess
    max_strokes: int = 2  # read as 1, of which one is a start: a frame has more; guess
    part_reach: float = 0.7  # of a longer number's middle to its digits, in its widths or heights; guess
    after_probability: float = 0.8  # of a start told by its place alone; guess


DIRECTION_CARD = DirectionThresholds()


class PrintedDirection(NamedTuple):
    """What the print of a card says: probabilities, and which way up the card is."""

    up: float  # an ascending direction card
    down: float  # a descending direction card
    stands: float = 0.0  # 1: the crop is upright, -1: upside down, 0: not known
    is_sure: bool = False  # the card carries what no card of the deck does: a direction card, whatever else it looks like
    is_whole: bool = False  # the number with which only such a pile begins was read, or both its ends


@dataclass(frozen=True, slots=True, eq=False)
class _ReadNumber:
    """A number, as read."""

    number: int  # the number
    chance: float  # probability, 0 to 1
    stands: float  # how much likelier upright than upside down, -1 to 1
    at: PrintedNumber  # where, read from its own top down


ENDS = frozenset({59, 60, 66, 99, 100})
"""Ends of piles, of any game: on a direction card of another game they tell nothing, however small; the games' rules (TG-01)."""

UNREAD = PrintedDirection(0.0, 0.0)


def judge_direction(crop: Image, networks: NumberNetworks, highest: int) -> PrintedDirection:
    """What the numbers on a crop say; `UNREAD` where they do not tell. `crop`: (h, w, 3) uint8 BGR, filled by the card, either way
    up. `highest`: the highest card of the game."""
    found = _read_numbers(crop, networks)
    if highest > DIRECTION_CARD.high_number:
        return _judge_by_start(found, highest)
    # the practice deck has the direction cards of the other games
    practice = {DIRECTION_CARD.practice_highest, DIRECTION_CARD.practice_highest + 1, DIRECTION_CARD.last_descending}
    numbers = {one.number for one in found}
    is_practice = bool(numbers & practice) or turn_digits(DIRECTION_CARD.practice_highest) in numbers
    if is_practice and DIRECTION_CARD.high_number not in numbers:
        return _judge_by_start(found, DIRECTION_CARD.practice_highest)
    return _judge_by_order(found)


def _judge_by_start(found: Sequence[_ReadNumber], highest: int) -> PrintedDirection:
    """What the numbers say where the kinds begin at 1 and above `highest`. `UNREAD` without either start, and beside print
    that no direction card carries."""
    # no direction card carries a 66: a 66 is a 99 upside down
    ends = {highest, turn_digits(highest) or highest}
    carried = {DIRECTION_CARD.low_number, DIRECTION_CARD.last_descending, highest + 1, *ends}
    own = [one for one in found if one.number in carried]
    tallest = max((one.at.height for one in own), default=0.0)
    if not own or _is_foreign_print(found, carried, tallest):
        return UNREAD
    low, high = (_likeliest(own, {number}) for number in (DIRECTION_CARD.low_number, highest + 1))
    top, last = _likeliest(own, ends), _likeliest(own, {DIRECTION_CARD.last_descending})
    # a small 99 beside a large 100 is where the pile goes on, and a small 1 is part of it
    if high is not None:
        top, low = (None if one is None or _is_lower(one, high) else one for one in (top, low))
    if low is not None and low.at.height * DIRECTION_CARD.min_height_ratio < tallest:
        low = None  # outdone by something larger, so no start
    if low is not None and high is None and top is None and not _tells_alone(low, own):
        low = None
    up, down = (max((one.chance for one in ends if one), default=0.0) for ends in ((low, top), (high, last)))
    is_sure = high is not None or (low is not None and top is not None)
    return PrintedDirection(up, down, _tell_way_up(own, [low, high]), is_sure, is_whole=is_sure)


def _tells_alone(low: _ReadNumber, own: Sequence[_ReadNumber]) -> bool:
    """True if a 1 without any other number is a start, and not a bar or one of several strokes of a frame. `own`: all numbers read."""
    ones = [one for one in own if one.number == low.number]
    if abs(low.stands) < DIRECTION_CARD.min_stroke_upright:
        return False
    return low.chance >= DIRECTION_CARD.min_stroke_probability and len(ones) <= DIRECTION_CARD.max_strokes


def _judge_by_order(found: Sequence[_ReadNumber]) -> PrintedDirection:
    """What the numbers say where both kinds carry 1 and 10: the larger print is the start, else the first number. `UNREAD`
    without either number."""
    carried = {DIRECTION_CARD.low_number, DIRECTION_CARD.high_number}
    low, high = (
        max((one for one in found if one.number == which), key=lambda one: one.at.height, default=None)
        for which in (DIRECTION_CARD.low_number, DIRECTION_CARD.high_number)
    )
    if high is None and low is None:
        return UNREAD
    tallest = max(one.at.height for one in (low, high) if one is not None)
    if _is_foreign_print(found, carried, tallest):
        return UNREAD
    if low is None or high is None:
        alone = low or high
        assert alone is not None
        if sum(one.number == alone.number and one.stands * alone.stands > 0 for one in found) > 1:
            return UNREAD  # a start stands once each way up: one of the two was misread
        said = alone.chance * DIRECTION_CARD.after_probability
        return PrintedDirection(said * (alone is low), said * (alone is high), alone.stands)
    chance, stands = min(low.chance, high.chance), _tell_way_up(found, [high, low])
    ratio = low.at.height / high.at.height
    if max(ratio, 1 / ratio) > DIRECTION_CARD.min_height_ratio:
        return PrintedDirection(chance * (ratio > 1), chance * (ratio < 1), stands, is_whole=True)
    down = high.at.down / max(high.at.height, 1e-6)
    across, away = np.array([down[1], -down[0]]), high.at.middle - low.at.middle
    along, below = float(away @ across), float(away @ down)
    first_is_low = along > 0 if abs(below) < high.at.height / 2 else below > 0
    said = chance * DIRECTION_CARD.after_probability * min(1.0, abs(high.stands) / DIRECTION_CARD.min_probability)
    return PrintedDirection(said * first_is_low, said * (not first_is_low), stands, is_whole=True)


def _likeliest(found: Sequence[_ReadNumber], numbers: set[int]) -> _ReadNumber | None:
    """The likeliest reading of one of the numbers, None without any."""
    return max((one for one in found if one.number in numbers), key=lambda one: one.chance, default=None)


def _is_lower(one: _ReadNumber, other: _ReadNumber) -> bool:
    """True if a number is printed clearly lower than the other."""
    return one.at.height * DIRECTION_CARD.min_height_ratio < other.at.height


def _is_foreign_print(found: Sequence[_ReadNumber], carried: set[int], tallest: float) -> bool:
    """Are numbers as tall as the start read that no direction card carries? Then this is a pad or a card of the game.
    `carried`: numbers of such a card. `tallest`: height of the tallest carried number, in pixels."""
    foreign = (
        one
        for one in found
        if one.number not in carried
        and one.number >= DIRECTION_CARD.high_number
        and one.chance >= DIRECTION_CARD.foreign_probability
    )
    return any(one.number in ENDS or one.at.height >= DIRECTION_CARD.foreign_ratio * tallest for one in foreign)


def _tell_way_up(found: Sequence[_ReadNumber], starts: Sequence[_ReadNumber | None]) -> float:
    """Which way up a card is, -1 to 1, by the start that says it most clearly. Of one number printed several times the largest print
    counts: corners show it either way up. `found`: all numbers of the card."""
    says = list[float]()
    for start in (one for one in starts if one is not None):
        same = [one for one in found if one.number == start.number]
        tallest = max(one.at.height for one in same)
        large = [one.stands for one in same if one.at.height * DIRECTION_CARD.min_height_ratio > tallest]
        says.append(sum(large) / len(large))
    return max(says, key=abs, default=0.0)


def _read_numbers(crop: Image, networks: NumberNetworks) -> list[_ReadNumber]:
    """The numbers read on a card, surest first; [] for a pattern of many marks. `crop`: (h, w, 3) of the card, either way up."""
    signs = find_digits(crop)
    if len(signs.glyphs) > DIRECTION_CARD.max_glyphs:
        return []
    high = crop.shape[0]
    least, most = (part * high for part in DIRECTION_CARD.height_parts)
    size = np.array([crop.shape[1], high])
    words = [
        word
        for word in signs.find_words()
        if least <= word.height <= most and (np.abs(word.middle - size / 2) < (0.5 - DIRECTION_CARD.rim_part) * size).all()
    ]
    found = [_read_either_way(crop, word, networks) for word in words[: DIRECTION_CARD.max_words]]
    read = list[_ReadNumber]()
    for one in sorted((one for one in found if one is not None), key=lambda one: -one.chance):
        if not any(_is_same_place(one, other) for other in read):
            read.append(one)
    return [one for one in read if not any(_is_part(one, other) for other in read if other is not one)]


def _is_same_place(one: _ReadNumber, other: _ReadNumber) -> bool:
    """True if two readings are of the same print, such as a number and its outline."""
    return float(np.hypot(*(one.at.middle - other.at.middle))) < max(one.at.height, other.at.height) / 2


def _is_part(one: _ReadNumber, other: _ReadNumber) -> bool:
    """True if a number of one digit is a digit of the other, longer number."""
    away = float(np.hypot(*(one.at.middle - other.at.middle)))
    is_high = one.at.height * DIRECTION_CARD.min_height_ratio > other.at.height
    reach = other.at.height * max(1.0, other.at.wide) * DIRECTION_CARD.part_reach
    return one.number < DIRECTION_CARD.high_number <= other.number and is_high and away < reach


def _read_either_way(crop: Image, at: PrintedNumber, networks: NumberNetworks) -> _ReadNumber | None:
    """The number at a place of `crop`, whichever way up; None where none is read."""
    ways = at, turn_number(at)
    cut = cut_patch if at.wide > DIRECTION_CARD.stroke_width else cut_lone_patch
    chances = [networks.read_number(cut(crop, way))[1:] for way in ways]
    numbers = [int(each.argmax()) for each in chances]
    sure = [float(each[number]) for each, number in zip(chances, numbers, strict=True)]
    best = int(sure[1] > sure[0])
    if sure[best] <= DIRECTION_CARD.min_probability:
        return None
    rival = float(chances[1 - best][numbers[best]])
    other = sure[1 - best] if numbers[1 - best] != numbers[best] else rival
    upright = 1.0 if float(ways[best].down[1]) > 0 else -1.0
    return _ReadNumber(numbers[best] + 1, sure[best], upright * (sure[best] - other), ways[best])
