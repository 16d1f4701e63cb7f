"""A match after its end, and past evenings: what the pages of past matches show. Pure."""

from __future__ import annotations

from dataclasses import asdict
from datetime import datetime
from typing import Any

from companion.footage.clips import ClipName
from companion.games import rules_of
from companion.games.sheets import GameSheet
from companion.journal.past_matches import PastMatch
from companion.journal.tally import count_tally
from companion.match.events import Entry, Started
from companion.match.referee import replay_log
from companion.match.rules import Rules
from companion.match.rulings import Match
from companion.shown.past import past_view
from companion.shown.timeline import list_log_lines
from companion.shown.words.messages import Catalogue


def make_history_view(past: PastMatch, words: Catalogue, sheet: GameSheet) -> dict[str, Any]:
    """A past match for the list of evenings: the fields of `past_view`, with "day", "time" and the counts of `past.tally`.
    `words`: texts in the reader's language. `sheet`: of the game."""
    day = datetime.fromtimestamp(past.began).astimezone()
    return {**past_view(past, words, sheet), "day": day.date().isoformat(), "time": f"{day:%H:%M}", **asdict(past.tally)}


def make_afterwards_view(
    id: int, entries: tuple[Entry, ...], at: int | None, filmed: frozenset[int], words: Catalogue
) -> dict[str, Any] | None:
    """A match with every line of its log and the table after entry `at`. None where this version cannot show the match. The
    last line is taken for `at` None, or for an entry without a line.

    `id`: number of the match. `entries`: the log. `filmed`: numbers of entries with a clip. `words`: texts in the reader's
    language.
    """
    first = entries[0].event
    if not isinstance(first, Started):
        return None
    rules = rules_of(first.game)
    match = replay_log(rules, entries, [])
    named, position = words.with_match(match.started), rules.describe_position(match.state)
    told = [
        {**line, "clip": str(ClipName(id, line["entry"])) if line["entry"] in filmed else None}
        for line in reversed(list_log_lines(match, named))
    ]
    steps = [line["entry"] for line in told]
    chosen: int = at if at is not None and at in steps else steps[-1] if steps else entries[0].n
    place = steps.index(chosen) if chosen in steps else 0
    until = replay_log(rules, tuple(entry for entry in entries if entry.n <= chosen), [])
    outcome = match.outcome
    return {
        "match": id,
        "title": named.text(f"game-{match.started.game}"),
        "status": "playing" if outcome is None else {None: "drawn", True: "won", False: "lost"}[outcome.won],
        "text": named.say_outcome(match.started.game, outcome) if outcome else "",
        "score": position.get("score"),
        "rating": position.get("rating") or "",
        **asdict(count_tally(rules, match)),
        "lines": told,
        "at": chosen,
        "before": steps[place - 1] if place else None,
        "next": steps[place + 1] if place + 1 < len(steps) else None,
        "step": place + 1,
        "steps": len(steps),
        "table": _show_cards_and_chips(rules, until, named),
    }


def _show_cards_and_chips(rules: Rules[Any], match: Match, words: Catalogue) -> dict[str, Any]:
    """ "piles": title and top card of each pile in words, spaces of a board left out. "rows": the chip on each space of a
    board, row by row; [] without a board."""
    position = rules.describe_position(match.state)
    board = position.get("board")
    cells = {cell["zone"] for cell in board["cells"]} if board else set()
    piles = [(zone, face) for zone, face in match.faces.items() if zone not in cells]
    shown = [{"title": words.name_zone(zone), "face": words.name_face(face)} for zone, face in piles]
    if board is None:
        return {"piles": shown, "rows": []}
    chips = [
        [cell["chip"] for cell in board["cells"][i : i + board["columns"]]]
        for i in range(0, len(board["cells"]), board["columns"])
    ]
    return {"piles": shown, "rows": chips}
