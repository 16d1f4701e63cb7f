"""The mat as drawn on the phones, and who sits around the mat. Pure."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from companion.games.sheets import GameSheet
from companion.match.rulings import Match
from companion.shown.words.messages import Catalogue
from companion.turns.scene import collect_seating


def mat_view(sheet: GameSheet, match: Match) -> dict[str, Any]:
    """The mat of the match: size and places in millimetres, from the far left corner. Discards of empty seats and zones of
    control cards are left out."""
    on = sheet.choose_mat(match.started.options)
    nobody = {f"discard{seat}" for seat in range(match.started.seats + 1, 13)}
    zones = [zone for zone in on.zones if zone.kind != "control" and zone.name not in nobody]
    return {
        "size": list(on.size_mm),
        "zones": [{"zone": zone.name, "kind": zone.kind, "rect": list(zone.rect_mm)} for zone in zones],
    }


def seats_view(match: Match, position: Mapping[str, Any], to_move: int, words: Catalogue) -> list[dict[str, Any]]:
    """Everybody at the table, by seat from 0, with a "place": as somebody said, else learned from hands. "placed": somebody
    said so. `position`: the view of the rules. `to_move`: the seat to move."""
    hands = position.get("hand_size") or [None] * match.started.seats
    sizes = [hands.get(str(i), hands.get(i)) for i in range(match.started.seats)] if isinstance(hands, Mapping) else list(hands)
    teams = position.get("teams") or [None] * match.started.seats
    around = collect_seating(match)
    return [
        {
            "seat": i,
            "name": words.name_player(i),
            "hand": size,
            "to_move": i == to_move and match.outcome is None,
            "team": teams[i],
            "place": around.find_place(i),
            "placed": around.find_set_place(i) is not None,
        }
        for i, size in enumerate(sizes)
    ]
