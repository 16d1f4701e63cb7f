"""The Sequence board: a hundred spaces, the printed cards, and the straight lines of five.

A set of spaces is a whole number, a *bitboard*: bit `10 * row + column` is set for each space of the set. A team's chips are a
number, a line of five is a number, and "are all five mine?" is a single `&`. Lines do not depend on the chips: all 192 windows
of five are computed once, at import.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache, reduce
from itertools import groupby, product
from operator import or_

from companion.errors import PositionError
from companion.games.sequence.cards import COPIES_OF_CARD, FRENCH_CARDS, JACKS, parse_french_card

BOARD_SIZE = 10  # rows, and columns (SQ-03)
CORNER_MARK = "**"
UNKNOWN_CARD = "?"
"""Stands for the card on a space whose print nobody could read: any card that is not printed twice elsewhere may be there."""
LINE_LENGTH = 5
"""Spaces in a sequence (SQ-08)."""

_DIRECTIONS = ((0, 1), (1, 0), (1, 1), (1, -1))  # down and right (SQ-08)


def space_at(row: int, column: int) -> int:
    """The number of a space: the place of its bit."""
    return BOARD_SIZE * row + column


SPACE_ZONES: tuple[str, ...] = tuple(f"r{row}c{column}" for row in range(BOARD_SIZE) for column in range(BOARD_SIZE))
"""The zone of each space, in reading order."""

SPACE_OF: Mapping[str, int] = {zone: space for space, zone in enumerate(SPACE_ZONES)}

ALL_SPACES = (1 << BOARD_SIZE * BOARD_SIZE) - 1
CORNERS = sum(1 << space_at(row, column) for row in (0, BOARD_SIZE - 1) for column in (0, BOARD_SIZE - 1))


def spaces_in(mask: int) -> Iterator[int]:
    """The spaces of a set, in reading order; bit n of `mask` stands for space n."""
    while mask:
        lowest = mask & -mask
        yield lowest.bit_length() - 1
        mask ^= lowest


def zones_in(mask: int) -> tuple[str, ...]:
    """The zones of a set of spaces, in reading order."""
    return tuple(SPACE_ZONES[space] for space in spaces_in(mask))


def join_spaces(sets: Iterable[int]) -> int:
    """All spaces of some sets."""
    return reduce(or_, sets, 0)


def _walk_from(row: int, column: int, down: int, right: int) -> Iterator[int]:
    """The spaces from a space on, in steps of `down` and `right`, to the edge of the board."""
    while 0 <= row < BOARD_SIZE and 0 <= column < BOARD_SIZE:
        yield space_at(row, column)
        row, column = row + down, column + right


def _make_mask(spaces: Iterable[int]) -> int:
    return sum(1 << space for space in spaces)


def _list_windows() -> Iterator[tuple[int, int]]:
    """Every straight line of five as a bitboard, with the bitboard of the whole row, column or diagonal around."""
    for down, right in _DIRECTIONS:
        for row, column in product(range(BOARD_SIZE), repeat=2):
            ahead = tuple(_walk_from(row, column, down, right))
            if len(ahead) >= LINE_LENGTH:
                yield _make_mask(ahead[:LINE_LENGTH]), _make_mask({*ahead, *_walk_from(row, column, -down, -right)})


STRAIGHT_OF: Mapping[int, int] = dict(_list_windows())
"""The whole row, column or diagonal in which each window of five lies."""

WINDOWS: tuple[int, ...] = tuple(STRAIGHT_OF)
"""Every straight line of five; within a row, column or diagonal the first in reading direction comes first."""

THROUGH: tuple[tuple[int, ...], ...] = tuple(
    tuple(w for w in WINDOWS if w >> space & 1) for space in range(BOARD_SIZE * BOARD_SIZE)
)
"""The windows through each space, in the order of `WINDOWS`."""


def find_completed_lines(own: int, lines: Iterable[int], windows: Iterable[int] = WINDOWS) -> tuple[int, ...]:
    """The lines of five that a team has completed besides `lines` (SQ-08, SQ-14).

    `own`: the team's chips and the corners. `windows`: where to look. A new line shares at most a single space with every other
    line of the team. With more than five in a row, the first window in reading direction counts.
    """
    standing = list(lines)
    known = len(standing)
    for window in windows:
        if window & own == window and all((window & line).bit_count() <= 1 for line in standing):
            standing.append(window)
    return tuple(standing[known:])


@dataclass(frozen=True, slots=True)
class BoardLayout:
    """What is printed on the board."""

    printed: tuple[str, ...]  # the card on each of the 100 spaces in reading order, "" on a corner, or `UNKNOWN_CARD`
    spaces: Mapping[str, int]  # by card, the bitboard of its two spaces, or of all that may be its; jacks are not printed

    @property
    def unknown(self) -> int:
        """The bitboard of the spaces whose card nobody knows."""
        return _make_mask(space for space, card in enumerate(self.printed) if card == UNKNOWN_CARD)

    @property
    def rows(self) -> tuple[str, ...]:
        """The layout as ten lines of text, as in a layout file."""
        marks = [card or CORNER_MARK for card in self.printed]
        return tuple(" ".join(marks[BOARD_SIZE * row : BOARD_SIZE * (row + 1)]) for row in range(BOARD_SIZE))

    def turn_quarters(self, quarters: int = 1) -> BoardLayout:
        """The layout after `quarters` quarter turns of the board clockwise."""
        printed = self.printed
        for _ in range(quarters % 4):
            printed = tuple(
                printed[BOARD_SIZE * (BOARD_SIZE - 1 - column) + row]
                for row in range(BOARD_SIZE)
                for column in range(BOARD_SIZE)
            )
        return _make_layout(printed)


@lru_cache(maxsize=32)
def parse_layout(text: str) -> BoardLayout:
    """The layout of ten lines of ten cards such as `2S` or `TD`, `**` in the four corners, `?` for a card that nobody could
    read; lines that begin with `#` are notes.

    Raises `PositionError` naming the row, or the card that is not printed exactly twice. Beside unknown cards a card may be
    printed once.
    """
    lines = [line for line in text.splitlines() if line.strip() and not line.lstrip().startswith("#")]
    if len(lines) != BOARD_SIZE:
        raise PositionError.with_id("layout-rows", count=len(lines), right=BOARD_SIZE)
    printed = tuple(card for row, line in enumerate(lines) for card in _read_printed_row(row, line.split()))
    for card, group in groupby(sorted(card for card in printed if card not in ("", UNKNOWN_CARD))):
        if (count := len(list(group))) > COPIES_OF_CARD or (count < COPIES_OF_CARD and UNKNOWN_CARD not in printed):
            raise PositionError.with_id("layout-count", card=card, count=count)
    return _make_layout(printed)


def _read_printed_row(row: int, marks: list[str]) -> Iterator[str]:
    """The card on each space of a row, "" on a corner. `row`: from 0. `marks`: of the layout, one a space. Raises
    `PositionError` naming row and column, counted from 1."""
    if len(marks) != BOARD_SIZE:
        raise PositionError.with_id("layout-row", row=row + 1, count=len(marks), right=BOARD_SIZE)
    for column, mark in enumerate(marks):
        corner = bool(CORNERS >> space_at(row, column) & 1)
        if (mark == CORNER_MARK) != corner:
            raise PositionError.with_id("layout-corner", row=row + 1, column=column + 1, given=CORNER_MARK)
        card = "" if corner else UNKNOWN_CARD if mark == UNKNOWN_CARD else parse_french_card(mark)
        if card is None or card in JACKS:
            raise PositionError.with_id("layout-card", row=row + 1, column=column + 1, given=mark[:20])
        yield card


def _make_layout(printed: tuple[str, ...]) -> BoardLayout:
    """The layout of these printed cards, with the spaces of each card worked out: all unknown ones too, unless both of its
    spaces are known."""
    spaces = dict.fromkeys((card for card in FRENCH_CARDS if card not in JACKS), 0)
    unknown = 0
    for space, card in enumerate(printed):
        if card == UNKNOWN_CARD:
            unknown |= 1 << space
        elif card:
            spaces[card] |= 1 << space
    found = {card: known if known.bit_count() == COPIES_OF_CARD else known | unknown for card, known in spaces.items()}
    return BoardLayout(printed, found)
