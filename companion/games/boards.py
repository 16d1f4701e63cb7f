"""The game with a board on its sheet, and board layouts: the card printed on each space."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any

from companion.games.sequence.board import (
    BOARD_SIZE,
    CORNER_MARK,
    CORNERS,
    SPACE_OF,
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
    "find_fitting_turns",
    "layout_of_match",
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


def layout_of_match(options: Mapping[str, Any]) -> BoardLayout:
    """The board of a match by its options: the owner's, else the classic board."""
    own = options.get("layout")
    return parse_layout(own if isinstance(own, str) else CLASSIC)


def find_fitting_turns(layout: BoardLayout, said: Mapping[str, str]) -> tuple[int, ...]:
    """The quarter turns clockwise, 0 to 3, in which `layout` has the said card on every said space. `said`: cards by zone of a
    space, such as "r2c3"; a zone that is no space fits no turn."""
    turned = {quarters: layout.turn_quarters(quarters).printed for quarters in range(4)}
    return tuple(
        quarters
        for quarters, printed in turned.items()
        if all(zone in SPACE_OF and printed[SPACE_OF[zone]] == face for zone, face in said.items())
    )
