"""What the claims of Sequence take: the schema that a claim is held to before it enters the journal."""

from __future__ import annotations

from collections.abc import Mapping

from companion.games.findings import CLAIMS
from companion.games.sequence.board import SIZE
from companion.match.rules import Kind, Takes

_MOVE = {"card": Takes(Kind.TEXT), "row": Takes(Kind.WHOLE, most=SIZE - 1), "column": Takes(Kind.WHOLE, most=SIZE - 1)}
TAKES: Mapping[str, Mapping[str, Takes]] = {
    **CLAIMS,
    "place": _MOVE,
    "remove": _MOVE,
    "dead": {"card": Takes(Kind.TEXT)},
    "draw": {},
    "flip": {},
    "name_line": {"cells": Takes(Kind.SEVERAL)},
    "penalty": {"team": Takes(Kind.WHOLE, needed=False, most=2), "cards": Takes(Kind.SEVERAL)},
    "reshuffle": {},
    "setup_check": {
        **CLAIMS["setup_check"],
        "teams": Takes(Kind.WHOLE, needed=False, most=999),
        "seats": Takes(Kind.SEVERAL, needed=False),
    },
}
"""Code of each claim -> what it takes, by key."""
