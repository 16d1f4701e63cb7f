"""Cards that lie on the table and of which nobody has said yet what they are."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass, field, replace

from companion.match.events import Entry, Event, HandsGone, Seen, TurnEnded
from companion.questions.question import Question

UNREADABLE = "?"
"""What is said of a card of which nothing is known."""


def come_to_light(questions: Iterable[Question], top: str, seen: Seen) -> Question | None:
    """The question that is answered by what is seen now: the card that was laid on the unknown one was taken back. `top`: what lay in the
    zone until now."""
    asked = (each for each in questions if seen.moved and each.zone == seen.zone and each.covered and each.under == top)
    return next((each for each in asked if seen.after in dict(each.candidates)), None)


def shown_by(question: Question) -> str:
    """What is known of a card that is asked about: the likeliest face, of one that carries some command the number."""
    return question.number or (question.candidates[0][0] if question.candidates else UNREADABLE)


def shows_again(question: Question, face: str) -> bool:
    """Is this a covered card of which nothing but the command is asked, as far as the eye can tell?"""
    return question.covered and bool(question.number) and question.number == face.partition(":")[0]


@dataclass(slots=True)
class UnknownCards:
    """Kept by the session alone. `asked`: zones in which one lies on top, with what was asked when it was laid; `covered`: in which others
    were laid on one in the turn that runs, each with when it was laid; `over`: when the turn before ended; in seconds since 1970.
    `lay_there`: zones in which a card lay that the match does not know when the eye first saw them: perhaps one of this turn."""

    asked: dict[str, Question] = field(default_factory=dict)
    covered: list[tuple[str, float]] = field(default_factory=list)
    over: float = -math.inf
    lay_there: set[str] = field(default_factory=set)

    @property
    def count(self) -> int:
        """How many there are of the turn that runs."""
        return len(self._laid_at()) + len(self.lay_there)

    def told_by(self, event: Event, waiting: Entry | None = None) -> Event:
        """An event as it is to be told: the end of a turn says how many of them it holds, and so do the hands that go where there are others
        by now. `waiting`: the end of turn that waits for them."""
        if isinstance(event, TurnEnded):
            return replace(event, unknown=self.count)
        end = waiting.event if waiting is not None and isinstance(event, HandsGone) else None
        if waiting is None or not isinstance(end, TurnEnded):
            return event
        held = sum(laid <= waiting.at for laid in self._laid_at()) + len(self.lay_there)
        return event if held == end.unknown else HandsGone(held)

    def _laid_at(self) -> list[float]:
        laid = [*(question.since for question in self.asked.values()), *(laid for _, laid in self.covered)]
        return [at for at in laid if at > self.over]

    def laid(self, question: Question) -> None:
        """A card was laid that could not be read."""
        self.cover(question.zone)
        self.asked[question.zone] = question

    def cover(self, zone: str) -> Question | None:
        """Another card was laid there. What is asked of the one that lies there and that nobody knows?"""
        question = self.asked.pop(zone, None)
        if question is not None:
            self.covered.append((zone, question.since))
        return question

    def uncovered(self, question: Question) -> None:
        """The card that was laid on this one is gone."""
        self.asked[question.zone] = question
        self.covered = [one for one in self.covered if one != (question.zone, question.since)]

    def known(self, zone: str) -> None:
        """Somebody said what lies there, or it is gone."""
        self.asked.pop(zone, None)
        self.lay_there.discard(zone)

    def answered(self, question: Question) -> None:
        """Somebody said what lies there, on top or covered, or that it is none."""
        if not question.covered:
            self.known(question.zone)
        self.covered = [one for one in self.covered if one != (question.zone, question.since)]

    def turn_over(self, at: float) -> None:
        """A turn ended: what was laid before belongs to it. What lies on top is not known any better for that."""
        self.over = at
        self.lay_there = set()
        self.covered = [(zone, laid) for zone, laid in self.covered if laid > at]

    def clock_jumped(self, by: float) -> None:
        """The clock was set by so many seconds."""
        self.asked = {zone: replace(question, since=question.since + by) for zone, question in self.asked.items()}
        self.covered = [(zone, laid + by) for zone, laid in self.covered]
        self.over += by
