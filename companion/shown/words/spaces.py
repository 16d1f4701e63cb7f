"""What is printed on the spaces of a match's board: texts call a space by its card. Pure."""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from companion.games import rules_of
from companion.match.events import Started
from companion.match.judge import begin_state

Printed = Mapping[str, str]
"""By zone, the card printed on a space: "" on a corner, "?" where nobody could read the card."""


def list_printed_cards(started: Started) -> Printed:
    """The printed cards of the board of a match; empty for a game without a board. Raises `PositionError` for a damaged
    layout."""
    given = started.options.get("layout")
    return _list_cards(started.game, started.seats, None if given is None else json.dumps(given))


@lru_cache(maxsize=32)
def _list_cards(game: str, seats: int, layout: str | None) -> Printed:
    """As `list_printed_cards`. `layout`: as JSON, None for the classic board."""
    rules = rules_of(game)
    options: dict[str, Any] = {} if layout is None else {"layout": json.loads(layout)}
    board = rules.describe_position(begin_state(rules, Started(game, seats, options))).get("board")
    return {cell["zone"]: cell["card"] for cell in board["cells"]} if board else {}
