"""What can be counted of a match from its log alone. Pure."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from companion.match.amended.standing import find_standing
from companion.match.events import Corrected, Played
from companion.match.rules import Rules
from companion.match.rulings import ILLEGAL, Fate, Judged, Match
from companion.turns.scene import EYE, INFERRED, NUMBER

WATCHED = (EYE, NUMBER, INFERRED, "touch")
"""Sources of what the camera told; every other source of a card is a person."""
_NUMBER = re.compile(r"[A-Za-z]?(\d+)")


@dataclass(frozen=True, slots=True)
class Tally:
    """Counts of a match."""

    left: int | None  # cards not laid, None for a game without a count
    laid: int  # plays on the table
    backward: int | None  # plays against the pile's direction, None where piles have none
    fouls: int  # plays and ends of turn that did not stand
    named: int  # cards told by a person, answers to questions included
    misread: int  # cards corrected by a person, without corrections that were undone


def count_tally(rules: Rules[Any], match: Match) -> Tally:
    """The counts of a match as it stands: cards left and laid, plays against a pile's direction, fouls, cards named by people,
    misreads."""
    position = rules.describe_position(match.state)
    ways = {pile["zone"]: pile["kind"] for pile in position.get("piles", ()) if pile["kind"] in ("ascending", "descending")}
    laid, covered = [judged for judged in match.judged if _is_lying(judged)], {card.n: card.before for card in match.laid}
    entries = [entry.event for entry in match.entries if isinstance(entry.event, Played) and entry.source not in WATCHED]
    amended = find_standing(match.entries).amendments.values()
    misread = {event.entry for event in amended if isinstance(event, Corrected) and event.face is not None}
    return Tally(
        position.get("score"),
        len(laid),
        sum(_goes_back(judged, covered.get(judged.n, ""), ways) for judged in laid) if ways else None,
        sum(judged.ruling.verdict == ILLEGAL for judged in match.judged),
        sum(bool(event.after) for event in entries),
        len(misread),
    )


def _is_lying(judged: Judged) -> bool:
    return isinstance(judged.event, Played) and bool(judged.event.after) and judged.fate in (Fate.STANDS, Fate.NOTED)


def _goes_back(judged: Judged, covered: str, ways: Mapping[str, str]) -> bool:
    """Does a laid card lie against the way of its pile? False for piles without a way. `covered`: the face that it covers, as
    corrected. `ways`: by zone, "ascending" or "descending"."""
    event = judged.event
    assert isinstance(event, Played)
    before, after = _NUMBER.match(covered), _NUMBER.match(event.after)
    if before is None or after is None or event.zone not in ways:
        return False
    return int(after[1]) < int(before[1]) if ways[event.zone] == "ascending" else int(after[1]) > int(before[1])
