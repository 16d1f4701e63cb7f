"""A file of rules and a sheet (TOML) for each game."""

from __future__ import annotations

from functools import cache
from importlib import import_module
from importlib.util import find_spec
from typing import Any

from companion.errors import InputError
from companion.games.positions import shorten_json
from companion.games.sheets import list_games
from companion.match.rules import Rules

GAMES = list_games()
"""Every game that has a sheet in this folder, in the order in which they are offered."""


def first_game() -> str:
    """The name of the game that is shown until somebody has chosen."""
    return GAMES[0]


@cache
def rules_of(game: str) -> Rules[Any]:
    """The rules of a game by name. Raises `InputError` for an unknown game."""
    if game not in GAMES or find_spec(f"companion.games.{game}") is None:
        raise InputError.with_id("no-game", given=shorten_json(game), known=GAMES)
    rules: Rules[Any] = import_module(f"companion.games.{game}").RULES
    return rules
