"""What becomes of turns as entries are judged: which one has just ended, which question of one is still open. Pure."""

from __future__ import annotations

from typing import Any

from companion.match.events import TurnEnded
from companion.match.rules import Rules
from companion.match.rulings import Fate, Match
from companion.session.snapshot import TurnOver, TurnQuestion

OPEN = 2
"""Turns for which it is asked whether one had ended."""
_BY = {"touch": "draw", "button": "button", "card": "card"}
"""What told of the end of a turn, by the source of its entry; anybody else is a person."""


def turn_over(before: Match, after: Match) -> TurnOver | None:
    """The turn that ended with the last entry, None where none did. A card that ends its turn by itself tells of it already."""
    told = [after.entries[-1], *([] if before.waiting is None or after.waiting is not None else [before.waiting])]
    for entry in told:
        judged = after.judged_of(entry.n)
        if judged is None or not isinstance(judged.event, TurnEnded) or judged.fate is not Fate.STANDS or judged.passed is None:
            continue
        by = judged.event.by or _BY.get(entry.source, "person")
        return TurnOver(judged.ruling.turn, judged.ruling.seat, by, entry.at)
    return None


def still_asked(rules: Rules[Any], match: Match, question: TurnQuestion | None) -> TurnQuestion | None:
    """The question, None once it is idle: that turn is long over, or the card is gone that raised it."""
    if question is None or match.outcome is not None or rules.turn(match.state)[0] > question.turn + OPEN:
        return None
    judged = None if question.before is None else match.judged_of(question.before)
    gone = judged is not None and judged.fate in (Fate.UNDONE, Fate.TAKEN_BACK, Fate.OVER)
    return None if gone else question
