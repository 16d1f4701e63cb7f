"""The game whose sheet has a board, and the layouts of such boards: which card is printed on which space."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any

from companion.games.sequence.board import CORNER, CORNERS, SIZE, BoardLayout, parse_layout, space_at
from companion.games.sequence.layouts import CLASSIC
from companion.games.sequence.rules import RULES
from companion.games.sequence.state import COLOURS
from companion.games.sheets import games, load_sheet

__all__ = [
    "CLASSIC",
    "CORNER",
    "CORNERS",
    "SIZE",
    "BoardLayout",
    "board_game",
    "chip_colours",
    "classic_rows",
    "parse_layout",
    "space_at",
]


@cache
def board_game() -> str:
    """The game that is played on a board."""
    return next(game for game in games() if load_sheet(game).board_cells)


def classic_rows() -> tuple[tuple[str, ...], ...]:
    """The faces on the classic board, row by row, "**" for a corner."""
    return tuple(tuple(row.split()) for row in parse_layout(CLASSIC).rows)


def chip_colours(seats: int, options: Mapping[str, Any]) -> tuple[str, ...]:
    """The chips that are played with in a match of so many."""
    return COLOURS[: RULES.setup(seats, options).teams]
