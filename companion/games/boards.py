"""The game with a board on its sheet, and board layouts: the card printed on each space."""

from __future__ import annotations

from functools import cache

from companion.games.sequence.board import (
    BOARD_SIZE,
    CORNER_MARK,
    CORNERS,
    UNKNOWN_CARD,
    BoardLayout,
    parse_layout,
    space_at,
)
from companion.games.sequence.layouts import CLASSIC
from companion.games.sheets import list_games, load_sheet

__all__ = [
    "BOARD_SIZE",
    "CLASSIC",
    "CORNERS",
    "CORNER_MARK",
    "UNKNOWN_CARD",
    "BoardLayout",
    "board_game",
    "classic_rows",
    "parse_layout",
    "space_at",
]


@cache
def board_game() -> str:
    """The name of the game that is played on a board."""
    return next(game for game in list_games() if load_sheet(game).board_cells)


def classic_rows() -> tuple[tuple[str, ...], ...]:
    """The faces on the classic board, row by row, "**" for a corner."""
    return tuple(tuple(row.split()) for row in parse_layout(CLASSIC).rows)
