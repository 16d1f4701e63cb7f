"""The Sequence board: a hundred spaces, the cards printed on them, and the straight lines of five.

A set of spaces is a whole number, a *bitboard*: bit `10 * row + column` is set for each space in the set. A team's chips are one
number, a line of five is one number, and "are these five mine?" is a single `&`. Everything about lines that does not depend
on the chips is computed once, here, when the module is imported: there are 192 windows of five.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from itertools import groupby, product

from companion.errors import PositionError
from companion.games.sequence.cards import COPIES, JACKS, card_of

SIZE = 10
CORNER = "**"
LENGTH = 5
"""Spaces in a sequence (SQ-08)."""

_DIRECTIONS = ((0, 1), (1, 0), (1, 1), (1, -1))


def space_at(row: int, column: int) -> int:
    """The number of a space: its bit."""
    return SIZE * row + column


ZONES: tuple[str, ...] = tuple(f"r{row}c{column}" for row in range(SIZE) for column in range(SIZE))
"""The zone of each space, in reading order."""

SPACE_OF: Mapping[str, int] = {zone: space for space, zone in enumerate(ZONES)}

ALL = (1 << SIZE * SIZE) - 1
CORNERS = sum(1 << space_at(row, column) for row in (0, SIZE - 1) for column in (0, SIZE - 1))


def spaces_in(mask: int) -> Iterator[int]:
    """The spaces of a set, in reading order."""
    while mask:
        lowest = mask & -mask
        yield lowest.bit_length() - 1
        mask ^= lowest


def zones_in(mask: int) -> tuple[str, ...]:
    """The zones of a set of spaces, in reading order."""
    return tuple(ZONES[space] for space in spaces_in(mask))


def _walk(row: int, column: int, down: int, right: int) -> Iterator[int]:
    """The spaces from one on in a direction, to the edge of the board."""
    while 0 <= row < SIZE and 0 <= column < SIZE:
        yield space_at(row, column)
        row, column = row + down, column + right


def _mask(spaces: Iterable[int]) -> int:
    return sum(1 << space for space in spaces)


def _windows() -> Iterator[tuple[int, int]]:
    """Every straight line of five and the whole row, column or diagonal it lies in."""
    for down, right in _DIRECTIONS:
        for row, column in product(range(SIZE), repeat=2):
            ahead = tuple(_walk(row, column, down, right))
            if len(ahead) >= LENGTH:
                yield _mask(ahead[:LENGTH]), _mask({*ahead, *_walk(row, column, -down, -right)})


STRAIGHT_OF: Mapping[int, int] = dict(_windows())
"""The whole row, column or diagonal in which each window of five lies."""

WINDOWS: tuple[int, ...] = tuple(STRAIGHT_OF)
"""Every straight line of five; within a row, column or diagonal the first in reading direction comes first."""

THROUGH: tuple[tuple[int, ...], ...] = tuple(tuple(w for w in WINDOWS if w >> space & 1) for space in range(SIZE * SIZE))
"""The windows through each space, in the order of `WINDOWS`."""


def completed(own: int, lines: Iterable[int], windows: Iterable[int] = WINDOWS) -> tuple[int, ...]:
    """The lines of five that a team has completed besides `lines` (SQ-08, SQ-14).

    `own`: its chips and the corners. `windows`: where to look. A new line shares at most one space with every other line of the
    team; with more than five in a row the first window in reading direction counts.
    """
    standing = list(lines)
    known = len(standing)
    for window in windows:
        if window & own == window and all((window & line).bit_count() <= 1 for line in standing):
            standing.append(window)
    return tuple(standing[known:])


@dataclass(frozen=True, slots=True)
class BoardLayout:
    """What is printed on the board. `printed`: the card on each of the 100 spaces in reading order, "" on a corner.
    `spaces`: the bitboard of the two spaces of each card; jacks are not printed."""

    printed: tuple[str, ...]
    spaces: Mapping[str, int]

    @property
    def rows(self) -> tuple[str, ...]:
        """The layout as ten lines of text, as in a layout file."""
        marks = [card or CORNER for card in self.printed]
        return tuple(" ".join(marks[SIZE * row : SIZE * (row + 1)]) for row in range(SIZE))

    def turned(self, quarters: int = 1) -> BoardLayout:
        """The same board after so many quarter turns clockwise."""
        printed = self.printed
        for _ in range(quarters % 4):
            printed = tuple(printed[SIZE * (SIZE - 1 - column) + row] for row in range(SIZE) for column in range(SIZE))
        return _layout(printed)


@lru_cache(maxsize=32)
def parse_layout(text: str) -> BoardLayout:
    """Read a layout: ten lines of ten cards such as `2S` or `TD`, `**` in the four corners; lines that begin with `#` are notes.

    Raises `PositionError` naming the row, or the card that is not there exactly twice.
    """
    lines = [line for line in text.splitlines() if line.strip() and not line.lstrip().startswith("#")]
    if len(lines) != SIZE:
        raise PositionError.of("layout-rows", count=len(lines), right=SIZE)
    printed = tuple(card for row, line in enumerate(lines) for card in _printed_row(row, line.split()))
    for card, group in groupby(sorted(filter(None, printed))):
        if (count := len(list(group))) != COPIES:
            raise PositionError.of("layout-count", card=card, count=count)
    return _layout(printed)


def _printed_row(row: int, marks: list[str]) -> Iterator[str]:
    if len(marks) != SIZE:
        raise PositionError.of("layout-row", row=row + 1, count=len(marks), right=SIZE)
    for column, mark in enumerate(marks):
        corner = bool(CORNERS >> space_at(row, column) & 1)
        if (mark == CORNER) != corner:
            raise PositionError.of("layout-corner", row=row + 1, column=column + 1, given=CORNER)
        card = "" if corner else card_of(mark)
        if card is None or card in JACKS:
            raise PositionError.of("layout-card", row=row + 1, column=column + 1, given=mark[:20])
        yield card


def _layout(printed: tuple[str, ...]) -> BoardLayout:
    spaces: dict[str, int] = {}
    for space, card in enumerate(printed):
        if card:
            spaces[card] = spaces.get(card, 0) | 1 << space
    return BoardLayout(printed, spaces)
