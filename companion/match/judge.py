"""A game's rules, asked about the facts of one match as its start says: whom a fact without a name means, how a turn passes. Pure.

The points in brackets are those of the law (see `companion/match/referee.py`).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from companion.match.events import Claimed, Event, Played, Started, TakenBack, TurnEnded
from companion.match.facts import LAYING, laid_by, of_a_stranger, zone_of
from companion.match.rules import HALF_OPEN, Claim, Finding, Outcome, Play, Rules, Severity, Step
from companion.match.rulings import ILLEGAL, LEGAL, LOSS, NOTE, WIN, Dispute, Fate, Judged, Passed, Ruling


def begun(rules: Rules[Any], started: Started) -> Any:
    """The state with which a match begins. Raises `PositionError`."""
    state = rules.setup(started.seats, started.options, started.position)
    if started.begins is None:
        return state
    return rules.resume(state, state.turn, started.begins, rules.drawable(state))


def verdict_of(step: Step[Any]) -> str:
    """What the rules' answer comes to."""
    if step.outcome is not None and step.outcome.won is not None:
        return WIN if step.outcome.won else LOSS
    return LEGAL if step.stands else ILLEGAL


def not_ended(judged: Judged) -> Judged:
    """A fact that would have ended the match if play had not gone on."""
    findings = tuple(found for found in judged.ruling.findings if found.severity is not Severity.LOSS)
    is_note = judged.fate is Fate.NOTED
    verdict, rule = NOTE if is_note else LEGAL, findings[0].rule if is_note and findings else None
    return replace(judged, ruling=replace(judged.ruling, verdict=verdict, rule=rule, outcome=None, findings=findings))


@dataclass(frozen=True, slots=True)
class Judge:
    """The rules of a match that began with `started`. Every state is one of the game's."""

    rules: Rules[Any]
    started: Started

    def as_told(self, state: Any, event: Event) -> Event:
        """In text whoever is not named is the player to move, with his own cards and piles."""
        if isinstance(event, TakenBack):
            return self._lift_as_told(state, event)
        if not isinstance(event, Played):
            return event
        now = state.to_move
        then = now if event.mover is None or event.seat is not None else event.mover
        told = self.rules.retold(state, Play(event.zone, "", event.after), then, now)
        return replace(event, zone=told.zone, after=told.after)

    def _lift_as_told(self, state: Any, event: TakenBack) -> Event:
        """A taking back of another player's pile than it was told of saw nothing that lies there."""
        now = state.to_move
        then = now if event.mover is None else event.mover
        card, beneath = (
            self.rules.retold(state, Play(event.zone, "", face or ""), then, now) for face in (event.card, event.beneath)
        )
        if card.zone != event.zone:
            return replace(event, zone=card.zone, card=None, beneath=None)
        return replace(
            event,
            card=None if event.card is None else card.after,
            beneath=None if event.beneath is None else beneath.after,
        )

    def named(self, state: Any, seat: int | None) -> int | None:
        """In text whoever is not named is the player to move, also after an amendment has changed whose turn it was; at a table nobody
        may be named at all."""
        return state.to_move if seat is None and not self.started.holds else seat

    def step(self, state: Any, event: Event, *, stays: bool = False, disputes: Sequence[Dispute] = ()) -> Step[Any]:
        """What the rules say of a fact. `stays`: see `Play`; `disputes`: those that keep a turn from ending."""
        return self._asked_first(event, self._stepped(state, event, stays, disputes))

    def _asked_first(self, event: Event, step: Step[Any]) -> Step[Any]:
        """At a table an end that rests on counting cards is none before somebody says so: a draw or a card may have been missed."""
        said = isinstance(event, Claimed) and event.code in ("assess", "stuck")
        if step.outcome is None or not (step.outcome.counted and self.started.holds) or said:
            return step
        notes = tuple(found for found in step.findings if found.severity is not Severity.LOSS)
        asked = Finding(step.outcome.rule, "end-counted", Severity.NOTE, detail={"news": 1})
        return Step(self.rules.over(step.state, None), (*notes, asked))

    def _stepped(self, state: Any, event: Event, stays: bool, disputes: Sequence[Dispute]) -> Step[Any]:
        if isinstance(event, Played):
            return self._played(state, event, stays)
        if isinstance(event, TurnEnded):
            if disputes:
                return Step(state, (_dispute_open(disputes[0]),))
            return self._ended(state, event)
        assert isinstance(event, Claimed)
        stood = event.waived and event.code in LAYING
        return self.rules.claim(state, Claim(event.code, self.named(state, event.seat), event.detail, stood=stood))

    def ended_on_half(self, state: Any, event: Event) -> Step[Any] | None:
        """The end of a turn that later facts prove while a half of its play is missing: a foul of its player, and the turn passes. None
        where it is no such end."""
        if not isinstance(event, TurnEnded) or not event.by or event.turn != state.turn:
            return None
        refused = self.rules.end_turn(state, event.seat)
        if not any(found.code in HALF_OPEN for found in refused.findings):
            return None
        passed = self.rules.pass_on(state)
        return Step(passed.state, (*refused.findings, *passed.findings))

    def _ended(self, state: Any, event: TurnEnded) -> Step[Any]:
        """The end of a turn. One in which cards lie that nobody knows passes, and nothing that may hang on them is said."""
        seat = self.named(state, event.seat)
        step = self.rules.end_turn(state, seat)
        lost = step.outcome is not None and step.outcome.won is False
        if not event.unknown or (step.stands and not lost) or seat not in (None, state.to_move):
            return step
        passed = self.rules.pass_on(state)
        said = tuple(found for found in passed.findings if found.severity is Severity.NOTE)
        refused = {(found.rule, found.code) for found in step.findings}
        return Step(passed.state, tuple(found for found in said if (found.rule, found.code) not in refused))

    def _played(self, state: Any, event: Played, stays: bool) -> Step[Any]:
        if event.again:
            return self.rules.play(state, Play(event.zone, event.after, event.after, event.seat, again=True))
        accepted = self.rules.faces(state).get(event.zone, "")
        seat = laid_by(event, state.to_move)
        step = self.rules.play(state, Play(event.zone, accepted, event.after, seat, event.waived, stays=stays))
        return replace(step, findings=tuple(map(of_a_stranger, step.findings))) if event.strangers else step

    def forced(self, state: Any, event: Event, refused: Step[Any], *, stays: bool, passes: bool, ended: bool) -> Step[Any]:
        """What lies there though the rules have `refused` it (2): the fouls are notes, and weigh nothing. `passes`: an end of turn that
        ends it; `ended`: one that ended the match."""
        step = self._asked_first(event, self._forced(state, event, stays, passes))
        if isinstance(event, TurnEnded) and step.outcome is not None and ended:
            # nobody's turn came after it who could be stuck
            step = Step(state) if step.outcome.lapses else replace(step, state=state)
        notes = tuple(replace(found, severity=Severity.NOTE) for found in refused.findings)
        told = tuple(found for found in step.findings if found not in notes)
        return Step(step.state, (*notes, *told), step.outcome)

    def face_in_dispute(self, state: Any, event: Event) -> str:
        """The face that a refused card or move put on its zone."""
        if isinstance(event, Played):
            return event.after
        return self.rules.faces(self._forced(state, event, stays=False, passes=False).state).get(zone_of(event), "")

    def _forced(self, state: Any, event: Event, stays: bool, passes: bool) -> Step[Any]:
        if isinstance(event, Played):
            return self._played(state, replace(event, waived=True, again=False), stays)
        if isinstance(event, Claimed) and event.code in LAYING:
            return self.rules.claim(state, Claim(event.code, self.named(state, event.seat), event.detail, stood=True))
        if isinstance(event, TurnEnded) and passes and event.seat in (None, state.to_move):
            return self.rules.pass_on(state)
        return Step(state)

    def tidied(self, step: Step[Any], event: Event) -> Step[Any]:
        """In text whole moves are told and nobody tends to the table: all lies as it should."""
        if self.started.holds or not isinstance(event, Claimed):
            return step
        return replace(step, state=self.rules.tidied(step.state))

    def passed(self, turn: tuple[int, int], state: Any) -> Passed:
        """How turn and seat went over into those of `state`."""
        return Passed((state.to_move - turn[1]) % self.started.seats, self.rules.drawable(state))

    def passed_as(self, state: Any, turn: tuple[int, int], passed: Passed) -> Any:
        """The position after a turn that passed as it once did."""
        return self.rules.resume(state, turn[0] + 1, (turn[1] + passed.stride) % self.started.seats, passed.drawable)

    def ruling(
        self, state: Any, n: int, verdict: str, findings: tuple[Finding, ...] = (), outcome: Outcome | None = None
    ) -> Ruling:
        """The ruling on entry `n`, told in a position."""
        turn, seat = state.turn, state.to_move
        spoke = next((found for found in findings if found.severity is Severity.FOUL or verdict == NOTE), None)
        rule = outcome.rule if outcome else spoke.rule if spoke else None
        return Ruling(n, verdict, rule, findings, outcome, turn, seat)


def _dispute_open(dispute: Dispute) -> Finding:
    return Finding("G-1", "dispute-open", Severity.FOUL, (dispute.zone,), {"zone": dispute.zone, "card": dispute.face})
