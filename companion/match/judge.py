"""A game's rules, asked about the facts of a match: who is meant where nobody is named, how a turn passes. Pure.

Points in brackets: the law in `companion/match/referee.py`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from companion.match.events import Claimed, Event, Played, Started, TakenBack, TurnEnded
from companion.match.facts import LAYING_CLAIMS, find_layer_seat, find_zone_of, hide_stranger
from companion.match.rules import HALF_OPEN, Claim, Finding, Play, Rules, RulesAnswer, Severity, Step
from companion.match.rulings import ILLEGAL, LEGAL, LOSS, NOTE, WIN, Dispute, Fate, Judged, Passed


def begin_state(rules: Rules[Any], started: Started) -> Any:
    """The state with which a match begins, the first turn of seat `begins` where given. Raises `PositionError`."""
    state = rules.set_up_match(started.seats, started.options, started.position)
    if started.begins is None:
        return state
    return rules.resume_turn(state, state.turn, started.begins, rules.could_draw(state))


def find_verdict(step: Step[Any]) -> str:
    """The verdict that a step of the rules comes to: WIN or LOSS if the match ended so, else LEGAL, or ILLEGAL with a foul."""
    if step.outcome is not None and step.outcome.won is not None:
        return WIN if step.outcome.won else LOSS
    return LEGAL if step.stands else ILLEGAL


def drop_end(judged: Judged) -> Judged:
    """The fact, without the end that play went on after: no outcome, no losses, verdict legal. A fact noted stays a note."""
    findings = tuple(found for found in judged.ruling.findings if found.severity is not Severity.LOSS)
    is_note = judged.fate is Fate.NOTED
    verdict, rule = NOTE if is_note else LEGAL, findings[0].rule if is_note and findings else None
    return replace(judged, ruling=replace(judged.ruling, verdict=verdict, rule=rule, outcome=None, findings=findings))


@dataclass(frozen=True, slots=True)
class Judge:
    """The rules of a match that began with `started`. Every `state` is a state of the game."""

    rules: Rules[Any]
    started: Started
    answered: RulesAnswer | None = None  # what the rules said already of the fact that is told just now

    def read_as_told(self, state: Any, event: Event) -> Event:
        """The event as meant in text: a player without a name is the player to move, with the own cards and piles. Other events
        than plays and takings back are unchanged."""
        if isinstance(event, TakenBack):
            return self._read_lift_as_told(state, event)
        if not isinstance(event, Played):
            return event
        now = state.to_move
        then = now if event.mover is None or event.seat is not None else event.mover
        told = self.rules.retell_play(state, Play(event.zone, "", event.after), then, now)
        same = told.zone == event.zone and told.after == event.after
        return event if same else replace(event, zone=told.zone, after=told.after)

    def _read_lift_as_told(self, state: Any, event: TakenBack) -> Event:
        """The taking back as meant in text. On another player's pile than was told nothing is known of the faces."""
        now = state.to_move
        then = now if event.mover is None else event.mover
        card, beneath = (
            self.rules.retell_play(state, Play(event.zone, "", face or ""), then, now) for face in (event.card, event.beneath)
        )
        if card.zone != event.zone:
            return replace(event, zone=card.zone, card=None, beneath=None)
        return replace(
            event,
            card=None if event.card is None else card.after,
            beneath=None if event.beneath is None else beneath.after,
        )

    def name_seat(self, state: Any, seat: int | None) -> int | None:
        """The seat that is meant: in text, without a name, the player to move, even after an amendment. At a table perhaps
        nobody."""
        return state.to_move if seat is None and not self.started.holds else seat

    def judge_fact(
        self,
        state: Any,
        event: Event,
        *,
        stays: bool = False,
        disputes: Sequence[Dispute] = (),
        faces: Mapping[str, str] | None = None,
    ) -> Step[Any]:
        """What the rules say of a fact. `stays`: see `Play`; `disputes`: open fouls, which keep a turn from ending. `faces`: the
        face of each zone in `state`, None = not listed yet."""
        if isinstance(event, Played):
            step = self._judge_played(state, event, stays, faces)
        elif isinstance(event, TurnEnded):
            step = Step(state, (_make_dispute_foul(disputes[0]),)) if disputes else self._judge_turn_end(state, event)
        else:
            assert isinstance(event, Claimed)
            step = self._judge_claim(state, event, stood=event.waived and event.code in LAYING_CLAIMS)
        return step if step.outcome is None else self._ask_before_end(event, step)

    def _ask_before_end(self, event: Event, step: Step[Any]) -> Step[Any]:
        """The step, where an end by counting cards is only asked about at a table: a draw or card may have been missed. A claim
        "assess" or "stuck" may end the match so; other steps are unchanged."""
        said = isinstance(event, Claimed) and event.code in ("assess", "stuck")
        if step.outcome is None or not (step.outcome.counted and self.started.holds) or said:
            return step
        notes = tuple(found for found in step.findings if found.severity is not Severity.LOSS)
        asked = Finding(step.outcome.rule, "end-counted", Severity.NOTE, detail={"news": 1})
        return Step(self.rules.with_outcome(step.state, None), (*notes, asked))

    def _judge_claim(self, state: Any, event: Claimed, *, stood: bool) -> Step[Any]:
        """The step of a claim. `stood`: see `Claim`."""
        return self.rules.apply_claim(state, Claim(event.code, self.name_seat(state, event.seat), event.detail, stood=stood))

    def judge_end_on_half(self, state: Any, event: Event) -> Step[Any] | None:
        """The step of an end of turn, proved by later facts (`TurnEnded.by`), while half of a play is missing: a foul, and the
        turn passes. None for any other event, also for an end of another turn."""
        if not isinstance(event, TurnEnded) or not event.by or event.turn != state.turn:
            return None
        refused = self.rules.apply_turn_end(state, event.seat)
        if not any(found.code in HALF_OPEN for found in refused.findings):
            return None
        passed = self.rules.pass_turn(state)
        return Step(passed.state, (*refused.findings, *passed.findings))

    def _judge_turn_end(self, state: Any, event: TurnEnded) -> Step[Any]:
        """The end of a turn. With unnamed cards in the turn, the turn passes, and nothing that may depend on unnamed cards
        is said."""
        seat = self.name_seat(state, event.seat)
        known = None if self.answered is None or seat is not None else self.answered.find_step(state, None)
        step = self.rules.apply_turn_end(state, seat) if known is None else known
        lost = step.outcome is not None and step.outcome.won is False
        if not event.unknown or (step.stands and not lost) or seat not in (None, state.to_move):
            return step
        passed = self.rules.pass_turn(state)
        said = tuple(found for found in passed.findings if found.severity is Severity.NOTE)
        refused = {(found.rule, found.code) for found in step.findings}
        return Step(passed.state, tuple(found for found in said if (found.rule, found.code) not in refused))

    def _judge_played(self, state: Any, event: Played, stays: bool, faces: Mapping[str, str] | None = None) -> Step[Any]:
        """The step of a played card, on what the zone should show by now. With `strangers`, the foul of playing out of turn
        names no seat. `stays`: see `Play`; `faces`: as in `judge_fact`."""
        if event.again:
            return self.rules.apply_play(state, Play(event.zone, event.after, event.after, event.seat, again=True))
        accepted = (self.rules.list_faces(state) if faces is None else faces).get(event.zone, "")
        seat = find_layer_seat(event, state.to_move) if event.strangers else event.seat
        play = Play(event.zone, accepted, event.after, seat, event.waived, stays=stays)
        known = None if self.answered is None else self.answered.find_step(state, play)
        step = self.rules.apply_play(state, play) if known is None else known
        return replace(step, findings=tuple(map(hide_stranger, step.findings))) if event.strangers else step

    def force_fact(self, state: Any, event: Event, refused: Step[Any], *, stays: bool, passes: bool, ended: bool) -> Step[Any]:
        """The step with what a fact did to the table, although the rules refused it in `refused`: its fouls become notes
        without weight.

        `stays`: see `Play`. `passes`: an end of turn passes the turn. `ended`: the fact ended the match in an earlier telling;
        no later player is then called stuck.
        """
        step = self._ask_before_end(event, self._lay_by_force(state, event, stays, passes))
        if isinstance(event, TurnEnded) and step.outcome is not None and ended:
            # nobody's turn came after it who could be stuck
            step = Step(state) if step.outcome.lapses else replace(step, state=state)
        notes = tuple(replace(found, severity=Severity.NOTE) for found in refused.findings)
        told = tuple(found for found in step.findings if found not in notes)
        return Step(step.state, (*notes, *told), step.outcome)

    def find_disputed_face(self, state: Any, event: Event) -> str:
        """The face that a refused card or move put on its zone. "" for none."""
        if isinstance(event, Played):
            return event.after
        return self.rules.list_faces(self._lay_by_force(state, event, stays=False, passes=False).state).get(
            find_zone_of(event), ""
        )

    def _lay_by_force(self, state: Any, event: Event, stays: bool, passes: bool) -> Step[Any]:
        """The step of a play, claim or end of turn whatever the rules say; other facts leave `state` as before. `stays`,
        `passes`: as in `force_fact`."""
        if isinstance(event, Played):
            return self._judge_played(state, replace(event, waived=True, again=False), stays)
        if isinstance(event, Claimed) and event.code in LAYING_CLAIMS:
            return self._judge_claim(state, event, stood=True)
        if isinstance(event, TurnEnded) and passes and event.seat in (None, state.to_move):
            return self.rules.pass_turn(state)
        return Step(state)

    def tidy_after_claim(self, step: Step[Any], event: Event) -> Step[Any]:
        """The step with everything as it should lie: in text whole moves are told, and nobody tends to the table. Unchanged at
        a table, and for other facts than claims."""
        if self.started.holds or not isinstance(event, Claimed):
            return step
        return replace(step, state=self.rules.tidy_table(step.state))

    def measure_pass(self, turn: tuple[int, int], state: Any) -> Passed:
        """How the turn passed from `turn` (number, seat) to the turn of `state`."""
        return Passed((state.to_move - turn[1]) % self.started.seats, self.rules.could_draw(state))

    def pass_as_before(self, state: Any, turn: tuple[int, int], passed: Passed) -> Any:
        """The position after the turn passed as `measure_pass` says. `turn`: number and seat before."""
        return self.rules.resume_turn(state, turn[0] + 1, (turn[1] + passed.stride) % self.started.seats, passed.drawable)


def _make_dispute_foul(dispute: Dispute) -> Finding:
    return Finding("G-1", "dispute-open", Severity.FOUL, (dispute.zone,), {"zone": dispute.zone, "card": dispute.face})
