"""One file of rules and one sheet (TOML) for each game."""

from __future__ import annotations

from functools import cache
from importlib import import_module
from importlib.util import find_spec
from typing import Any

from companion.errors import InputError
from companion.games.positions import shown
from companion.games.sheets import games
from companion.match.rules import Rules

GAMES = games()
"""Every game that has a sheet in this folder, in the order in which they are offered."""


def first_game() -> str:
    """The one that is shown as long as nobody has chosen."""
    return GAMES[0]


@cache
def rules_of(game: str) -> Rules[Any]:
    """The rules of a game by its name. Raises `InputError` for a game that nobody wrote."""
    if game not in GAMES or find_spec(f"companion.games.{game}") is None:
        raise InputError.of("no-game", given=shown(game), known=GAMES)
    rules: Rules[Any] = import_module(f"companion.games.{game}").RULES
    return rules
