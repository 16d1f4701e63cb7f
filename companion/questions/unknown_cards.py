"""Cards on the table that nobody has named yet."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace

from companion.match.events import Entry, Event, HandsGone, Seen, TurnEnded
from companion.questions.question import Question

UNREADABLE = "?"
"""What is said of a card of which nothing is known."""


def find_uncovered_question(questions: Iterable[Question], top: str, seen: Seen) -> Question | None:
    """The question answered by what is seen now, since its cover was taken back. `top`: what lay in the zone until now. None
    for none."""
    asked = (each for each in questions if seen.moved and each.zone == seen.zone and each.covered and each.under == top)
    return next((each for each in asked if seen.after in dict(each.candidates)), None)


def guess_face(question: Question) -> str:
    """What is known of an asked card: the likeliest face, or the number of a card with some command."""
    return question.number or (question.candidates[0][0] if question.candidates else UNREADABLE)


def is_shown_again(question: Question, face: str) -> bool:
    """Is `face` the covered card of a question that asks for a command alone, as far as the eye can tell?"""
    return question.covered and bool(question.number) and question.number == face.partition(":")[0]


@dataclass(slots=True)
class UnknownCards:
    """The unknown cards. Kept by the session alone; times in seconds since 1970."""

    asked: dict[str, Question] = field(default_factory=dict)  # by zone: the question about the unknown card on top
    # zones where a card was laid on an unknown card of this turn, each with the time the unknown card was laid
    covered: list[tuple[str, float]] = field(default_factory=list)
    over: float = -math.inf  # when the turn before ended
    # zones with a card unknown to the match when the eye first looked, perhaps of this turn
    lay_there: set[str] = field(default_factory=set)
    # the running turn began before the eye watched: other cards may lie under those put in, and draws went unseen
    has_begun_unwatched: bool = False

    @property
    def count(self) -> int:
        """Unknown cards of the running turn."""
        return len(self._list_times_laid()) + self._count_from_before()

    def with_unknown_count(self, event: Event, waiting: Entry | None = None, hidden: int = 0) -> Event:
        """The event with the number of unknown cards of the turn, for an end of turn or for leaving hands. `waiting`: the end
        of turn waiting for the hands. `hidden`: further cards, where no pile is known. Other events come back unchanged."""
        if isinstance(event, TurnEnded):
            return replace(event, unknown=self.count + hidden)
        end = waiting.event if waiting is not None and isinstance(event, HandsGone) else None
        if waiting is None or not isinstance(end, TurnEnded):
            return event
        held = sum(laid <= waiting.at for laid in self._list_times_laid()) + self._count_from_before() + hidden
        return event if held == end.unknown else HandsGone(held)

    def _list_times_laid(self) -> list[float]:
        laid = [*(question.since for question in self.asked.values()), *(laid for _, laid in self.covered)]
        return [at for at in laid if at > self.over]

    def _count_from_before(self) -> int:
        """Unknown cards of the running turn from before the eye watched."""
        return len(self.lay_there) + self.has_begun_unwatched

    def add_card(self, question: Question) -> None:
        """Note a card that could not be read."""
        self.cover_card(question.zone)
        self.asked[question.zone] = question

    def cover_card(self, zone: str) -> Question | None:
        """The question about the unknown card now covered in a zone, counted as covered from now on; None without one."""
        question = self.asked.pop(zone, None)
        if question is not None:
            self.covered.append((zone, question.since))
        return question

    def uncover_card(self, question: Question) -> None:
        """Note that the cover of an asked card is gone."""
        self.asked[question.zone] = question
        self.covered = [one for one in self.covered if one != (question.zone, question.since)]

    def rename_zones(self, names: Mapping[str, str]) -> None:
        """Let unknown cards go with their zones. `names`: present name to name."""
        moved = (replace(each, zone=names.get(zone, zone)) for zone, each in self.asked.items())
        self.asked = {each.zone: each for each in moved}
        self.covered = [(names.get(zone, zone), laid) for zone, laid in self.covered]
        self.lay_there = {names.get(zone, zone) for zone in self.lay_there}

    def forget_zone(self, zone: str) -> None:
        """Forget the top of a zone: somebody named the card, or it is gone."""
        self.asked.pop(zone, None)
        self.lay_there.discard(zone)

    def forget_card(self, question: Question) -> None:
        """Forget an asked card, on top or covered: somebody named it, or says there is none."""
        if not question.covered:
            self.forget_zone(question.zone)
        self.covered = [one for one in self.covered if one != (question.zone, question.since)]

    def begin_next_turn(self, at: float) -> None:
        """Count from the end of a turn, at time `at`, on; what lies on top stays unknown."""
        self.over = at
        self.lay_there, self.has_begun_unwatched = set(), False
        self.covered = [(zone, laid) for zone, laid in self.covered if laid > at]

    def shift_unknown(self, by: float) -> None:
        """Keep durations after the clock was set `by` seconds ahead."""
        self.asked = {zone: replace(question, since=question.since + by) for zone, question in self.asked.items()}
        self.covered = [(zone, laid + by) for zone, laid in self.covered]
        self.over += by
