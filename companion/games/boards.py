"""The game whose sheet has a board, and the layouts of such boards: which card is printed on which space."""

from __future__ import annotations

from functools import cache

from companion.games.sequence.board import CORNER, CORNERS, SIZE, BoardLayout, parse_layout, space_at
from companion.games.sequence.layouts import CLASSIC
from companion.games.sheets import games, load_sheet

__all__ = [
    "CLASSIC",
    "CORNER",
    "CORNERS",
    "SIZE",
    "BoardLayout",
    "board_game",
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
