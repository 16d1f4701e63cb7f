"""Matches beside the table's, for the phones: those of the journal, the match left, the match to play next. Pure."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime
from typing import Any

from companion.games.sheets import GameSheet
from companion.journal.past_matches import LeftMatch, PastMatch
from companion.match.events import Started
from companion.match.rulings import Match
from companion.shown.words.messages import Catalogue


def past_view(past: PastMatch, words: Catalogue, sheet: GameSheet) -> dict[str, Any]:
    """A stored match for the list of matches. `words`: texts in the reader's language. `sheet`: of the game."""
    started, outcome = past.started, past.outcome
    named = words.with_match(started)
    ended = {None: "drawn", True: "won", False: "lost"}
    return {
        "match": past.id,
        "uid": past.uid,
        "game": started.game,
        "title": words.text(f"game-{started.game}"),
        "variant": name_variant(started, words, sheet),
        "names": [named.name_player(seat) for seat in range(started.seats)],
        "began": datetime.fromtimestamp(past.began).astimezone().isoformat(timespec="seconds"),
        "turn": past.turn,
        "status": "playing" if outcome is None else ended[outcome.won],
        "text": named.say_outcome(started.game, outcome) if outcome else "",
    }


def name_variant(started: Started, words: Catalogue, sheet: GameSheet) -> str:
    """What distinguishes a match in words, such as "On Fire, Pro"."""
    chosen = [option.name for option in sheet.options if started.options.get(option.name) is True]
    return ", ".join(words.text(f"option-{name}") for name in chosen)


def left_view(left: LeftMatch | None, turn: int, match: Match, words: Catalogue) -> dict[str, Any] | None:
    """The match that can be returned to during the first turn of the new match. None without one, later, or after an end.
    `turn`: number of the running turn. `match`: the new match."""
    if left is None or turn > 1 or match.outcome is not None:
        return None
    title = words.text(f"game-{left.game}")
    return {"match": left.id, "text": words.text("match-left", title=title, turn=left.turn)}


def repeat_match(match: Match) -> Started:
    """The same match again: the same players, nothing laid."""
    return replace(match.started, position=None, begins=None)


def next_view(match: Match, offered: Started, words: Catalogue, sheet: GameSheet) -> dict[str, Any] | None:
    """The match offered after an ended match, ready to start by one tap. None while `match` runs. `sheet`: of the offered
    game; options unknown to the sheet are left out."""
    if match.outcome is None:
        return None
    known = {option.name for option in sheet.options}
    same = offered.game == match.started.game
    return {
        "game": offered.game,
        "players": offered.seats,
        "names": list(offered.names),
        "options": {name: value for name, value in offered.options.items() if name in known},
        "text": words.text("once-more" if same else "next-match", title=words.text(f"game-{offered.game}")),
    }
