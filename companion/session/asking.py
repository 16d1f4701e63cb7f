"""A match and what is asked about what lies on its table."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from companion.match.events import TakenBack, Undone
from companion.match.rules import Rules
from companion.match.rulings import Match
from companion.session.intake import Ask
from companion.session.snapshot import Notice, Question
from companion.session.stored import StoredMatch
from companion.session.unknown_cards import UnknownCards, shown_by
from companion.turns.scene import DRAW


class AskingMatch(StoredMatch):
    """Arguments as of `StoredMatch`."""

    def __init__(self, *arguments: Any, **named: Any) -> None:
        super().__init__(*arguments, **named)
        self._unknown = UnknownCards()
        self._asked = 0

    def _ask(
        self, ask: Ask, at: float, hand: float | None = None, guess: int | None = None, gap: bool | None = None
    ) -> tuple[Notice, ...]:
        """Ask what lies on a zone. `guess`, `gap`: see `Question`. What was laid while an end of turn waits is of that turn."""
        rules, match = self._playing()
        self._asked += 1
        put_in = None if guess is None else match.judged_of(guess)
        turn = rules.turn(match.state)[0] if put_in is None else put_in.ruling.turn
        waiting = match.waiting if ask.moved else None
        since, after = (at, match.entries[-1].n) if waiting is None else (waiting.at, waiting.n - 1)
        question = Question(
            f"q{self._asked}", ask.zone, ask.candidates, ask.moved, since, turn, hand, guess=guess, after=after, gap=gap
        )
        beneath = self._unknown.asked.get(ask.zone) if ask.moved else None
        if ask.moved:
            self._unknown.laid(question)
        covered = () if beneath is None else (replace(beneath, under=shown_by(question)),)
        self._publish(questions=(*self.snapshot.questions, *covered, question))
        return (question,)

    def _ask_beneath(self, lifts: Sequence[int], at: float) -> tuple[Notice, ...]:
        """Ask once of each of these takings back what lay beneath the card: what was seen there, or what the log says since."""
        rules, match = self._playing()
        told: tuple[Notice, ...] = ()
        for n in lifts:
            judged = match.judged_of(n)
            if judged is None or not isinstance(judged.event, TakenBack) or any(q.lifted == n for q in self.snapshot.questions):
                continue
            self._asked += 1
            faces = (judged.event.beneath or "", judged.instead or "")
            shares = tuple((face, 1.0 / len(faces)) for face in faces if face)
            turn = rules.turn(match.state)[0]
            question = Question(f"q{self._asked}", judged.event.zone, shares, moved=False, since=at, turn=turn, lifted=n)
            self._publish(questions=(*self.snapshot.questions, question))
            told = (*told, question)
        return told

    def _not_of(self, zone: str) -> tuple[Question, ...]:
        """The questions without the one about what lies on top in a zone."""
        return tuple(each for each in self.snapshot.questions if each.zone != zone or each.covered or each.lifted is not None)

    def _guessed(self, zone: str, face: str) -> Question | None:
        """The open question about a card that was put in on a guess and may have been `face`, as long as its player has no turn again; None
        for none."""
        rules, match = self._playing()
        late = DRAW in rules.claims  # there it is asked in the turn after
        since = rules.turn(match.state)[0] - match.started.seats + late
        open_ = (
            each
            for each in self.snapshot.questions
            if each.zone == zone and each.guess is not None and face in dict(each.candidates)
        )
        return next((each for each in open_ if each.turn > since), None)

    def _sit_down(self, match_id: int, rules: Rules[Any], match: Match, left_out: tuple[int, ...] = ()) -> None:
        self._unknown = UnknownCards()
        super()._sit_down(match_id, rules, match, left_out)


def guess_undone(question: Question) -> Undone | None:
    """What follows where nothing was laid there: the card that was put in on a guess never was; None where none was."""
    return None if question.guess is None else Undone(question.guess)
