"""A card named by a person, weighed by its hand as the match was at the time. Pure."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

from companion.match.amended.amending import find_amend_fault
from companion.match.events import Amendment, Claimed, Event, HandsGone, Inserted, Played, Seen, TurnEnded
from companion.match.referee import interpret_event, replay_log
from companion.match.rules import CARD_DUE, Rules
from companion.match.rulings import Match
from companion.questions.question import Question
from companion.questions.turn_questions import find_following_entry
from companion.turns.evidence import weigh_event
from companion.turns.scene import WeighedEvent


@dataclass(frozen=True, slots=True)
class NamedByPerson:
    """What the answer to a question tells."""

    meant: WeighedEvent
    before: int | None  # entry before which the card was laid, None = nothing was told since

    @property
    def amendments(self) -> Iterator[Amendment]:
        """Amendments for a card followed by others: the card, and what was missed just before while the turn runs. Only for a
        card with `before`."""
        assert self.before is not None
        for event in (*self.meant.before, *([self.meant.event] if self.meant.event else [])):
            if isinstance(event, Played | TurnEnded | Claimed):
                yield Inserted(self.before, event)
            elif isinstance(event, Amendment):
                yield event


def weigh_named_card(rules: Rules[Any], match: Match, question: Question, face: str) -> NamedByPerson | None:
    """What the answer `face` tells of the asked card; None where the answer needs no weighing.

    None for "no card", where no hand laid the card, and where a card was put in on a guess. None as well where the card lies
    already, or where a chip waits for the card.
    """
    if not face or not question.moved or question.guess is not None or _is_due(rules, match, question.zone, face):
        return None
    over = find_following_entry(match, question)
    before = _find_next_fact(match, question, over)
    then = match if before is None else replay_log(rules, [one for one in match.entries if one.n <= question.after])
    seen = interpret_event(rules, then, Seen(question.zone, face, hand=question.hand))
    if not isinstance(seen, Played):
        return (
            None if over is None else NamedByPerson(WeighedEvent(Played(question.zone, "", face, hand=question.hand)), before)
        )
    meant = weigh_event(rules, then, seen, gap=question.gap)
    meant = replace(meant, before=tuple(each for each in meant.before if _can_be_told(match, each)))
    return NamedByPerson(meant if over is None else replace(meant, before=(), asked=None), before)


def _can_be_told(match: Match, event: Event) -> bool:
    """Can an event that belonged before the card be told now? What it amends may be over since."""
    return not isinstance(event, Amendment) or find_amend_fault(match, event) is None


def _is_due(rules: Rules[Any], match: Match, zone: str, face: str) -> bool:
    """Does a chip wait for the card?"""
    due = (duty for duty in rules.list_duties(match.state) if duty.code == CARD_DUE)
    return any(duty.zones[0] == zone and face in duty.detail["cards"] for duty in due)


def _find_next_fact(match: Match, question: Question, over: int | None) -> int | None:
    """The fact after the asked card, None for none. Facts put in later count at their place. `over`: a fact that surely
    followed."""
    facts_before = (
        place for place, judged in enumerate(match.judged) if judged.n <= question.after or judged.n in question.follows
    )
    latest = max(facts_before, default=-1)
    facts = (judged.n for judged in match.judged[latest + 1 :] if not isinstance(judged.event, HandsGone))
    before = next(facts, None)
    order = [judged.n for judged in match.judged]
    return over if over in order[: latest + 1] or before is None else before
