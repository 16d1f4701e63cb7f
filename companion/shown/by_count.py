"""What only a count of cards tells: an end asked about before it counts (FF-20), and a misread command (EX-27). Pure."""

from __future__ import annotations

from typing import Any

from companion.games.sheets import COMMAND_COPIES
from companion.match.rules import Claim, Outcome, Rules
from companion.match.rulings import Match
from companion.shown.messages import Catalogue


def find_end_by_count(rules: Rules[Any], match: Match) -> Outcome | None:
    """The end that the count of cards would give now. None where the count decides nothing, a card is in dispute or the match
    has ended."""
    if match.outcome is not None or match.disputes:
        return None
    outcome = rules.apply_claim(match.state, Claim("assess")).outcome
    return outcome if outcome is not None and outcome.counted else None


def counted_view(rules: Rules[Any], match: Match, words: Catalogue) -> dict[str, Any]:
    """The question about an end by count, with the words of both answers; the first answer is the claim "assess". Empty
    without such an end."""
    outcome = find_end_by_count(rules, match)
    if outcome is None:
        return {}
    said = words.say_outcome(match.started.game, outcome)
    return {"counted": {"text": said, "yes": words.text("counted-yes"), "no": words.text("counted-no")}}


def misread_view(match: Match, words: Catalogue) -> dict[str, Any]:
    """ "misread": cards of a command lying more often than the deck has copies (`COMMAND_COPIES`), to ask for the misread
    card. Empty for none."""
    lying: dict[str, list[tuple[int, str]]] = {}
    for laid in match.laid:
        if command := laid.after.partition(":")[2]:
            lying.setdefault(command, []).append((laid.n, laid.after))
    asked = [
        {
            "text": words.text("misread-command", command=command, count=len(cards)),
            "cards": [{"entry": n, "face": face} for n, face in cards],
        }
        for command, cards in lying.items()
        if len(cards) > COMMAND_COPIES
    ]
    return {"misread": asked} if asked else {}
