"""A Sequence table without a table: the board, a few chips, discards; to develop and test the board view."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from web.fake import FakeTable
from web.table import View

ROWS = """
** 2S 3S 4S 5S 6S 7S 8S 9S **
6C 5C 4C 3C 2C AH KH QH TH TS
7C AS 2D 3D 4D 5D 6D 7D 9H QS
8C KS 6C 5C 4C 3C 2C 8D 8H KS
9C QS 7C 6H 5H 4H AH 9D 7H AS
TC TS 8C 7H 2H 3H KH TD 6H 2D
QC 9S 9C 8H 9H TH QH QD 5H 3D
KC 8S TC QC KC AC AD KD 4H 4D
AC 7S 6S 5S 4S 3S 2S 2H 3H 5D
** AD KD QD TD 9D 8D 7D 6D **
"""
CARDS = {f"r{r}c{c}": card for r, row in enumerate(ROWS.split("\n")[1:-1]) for c, card in enumerate(row.split())}
LINE = ("r6c2", "r5c3", "r4c4", "r3c5", "r2c6")
CHIPS = {
    **dict.fromkeys(LINE, "blue*"),
    **dict.fromkeys(("r2c3", "r5c5", "r7c1", "r1c4", "r8c6"), "blue"),
    **dict.fromkeys(("r3c3", "r4c3", "r4c5", "r6c5", "r7c7", "r0c4", "r5c8", "r6c8"), "green"),
}
TEAMS = ("blue", "green")


class FakeBoard(FakeTable):
    """A `web.table.Table` in the middle of a match of Sequence for four."""

    def __init__(self, pictures: Mapping[str, bytes] | None = None) -> None:
        super().__init__(pictures)
        self._chips = dict(CHIPS)
        self._do_start("sequence", 4, ("Ada", "Bruno", "Carla", "Dino"), {"teams": 2})

    def _do_put(self, zone: str, face: str) -> None:
        self._chips.pop(zone, None)
        self._chips |= {zone: face} if face else {}

    def _view(self, language: str) -> View:
        view = super()._view(language)
        seats = [seat | {"team": TEAMS[seat["seat"] % 2]} for seat in view["seats"]]
        return view | {
            "turn": view["turn"] and view["turn"] | {"minimum": 1, "still": 1, "can_end": None},
            "seats": seats,
            "piles": [
                self._discard(seat["seat"], seat["name"], top)
                for seat, top in zip(seats, ("9D", "JC", "2H", "KS"), strict=True)
            ],
            "lamps": [lamp for lamp in view["lamps"] if lamp["place"] == "table"],
            "board": self._board(),
            "claims": [
                {
                    "code": "dead",
                    "title": "Dead card",
                    "text": "Both spaces of the card are covered: discard it and take another.",
                },
                {"code": "drew", "title": "I have drawn"},
            ],
            "faces": [
                *sorted(set(CARDS.values()) - {"**"}),
                *(rank for suit in "CDHS" for rank in (f"J{suit}",)),
                *_chip_faces(),
            ],
        }

    def _discard(self, seat: int, name: str, top: str) -> dict[str, Any]:
        return {
            "zone": f"discard{seat + 1}",
            "title": name,
            "kind": "discard",
            "start": "",
            "top": top,
            "count": 6,
            "cards": ["4S", top],
            "fits": "",
            "state": "ok",
            "due": None,
            "team": TEAMS[seat % 2],
        }

    def _board(self) -> dict[str, Any]:
        return {
            "rows": 10,
            "columns": 10,
            "cells": [self._cell(zone, card) for zone, card in CARDS.items()],
            "lines": [list(LINE)],
            "last": ["r6c8"],
        }

    def _cell(self, zone: str, card: str) -> dict[str, Any]:
        chip = self._chips.get(zone, "")
        corner = card == "**"
        return {
            "zone": zone,
            "card": "" if corner else card,
            "chip": chip.rstrip("*") or None,
            "flipped": chip.endswith("*"),
            "corner": corner,
            "target": card == "4H" and not chip,
        }


def _chip_faces() -> tuple[str, ...]:
    return tuple(team + mark for team in TEAMS for mark in ("", "*"))
