"""Folding the facts of a match, at first and again after an amendment. Pure.

What stood, stands: a fact that was judged is never judged anew. Where an amended log would refuse it by now it lies there all the same
(`Fate.NOTED`), the turn passes as it passed, and nothing later is lifted. Judged anew is only what is still open, and what the
amendment itself names. The points in brackets are those of the law (see `companion/match/referee.py`).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from companion.match.events import Claimed, Entry, Event, HandsGone, Played, PlayedOn, PutRight, Started, TakenBack, TurnEnded
from companion.match.facts import LAYING, lays, zone_of
from companion.match.rules import Claim, Finding, Outcome, Play, Rules, Severity, Step
from companion.match.rulings import (
    DROPPED,
    ENDED,
    ILLEGAL,
    LEGAL,
    LOSS,
    NOTE,
    WIN,
    Dispute,
    End,
    Fate,
    Held,
    Judged,
    Laid,
    Passed,
    Ruling,
)
from companion.match.standing import Standing


def begun(rules: Rules[Any], started: Started) -> Any:
    """The state with which a match begins. Raises `PositionError`."""
    state = rules.setup(started.seats, started.options, started.position)
    if started.begins is None:
        return state
    return rules.resume(state, rules.turn(state)[0], started.begins, rules.drawable(state))


@dataclass(slots=True)
class Telling:
    """One pass over the facts. A builder: it lives within one call and is shared with nobody."""

    rules: Rules[Any]
    started: Started
    state: Any
    facts: Sequence[Entry]
    known: Standing
    held: Mapping[int, Judged]
    lifted_by: dict[int, int]
    judged: list[Judged]
    laid: list[Laid]
    shadows: list[tuple[int, str]]
    disputes: list[Dispute]
    ends: list[tuple[End, Any]]
    waiting: Entry | None = None
    since: int = 0
    resolved: dict[int, int] | None = None

    # One fact after another

    def tell(self, at: int, *, live: bool) -> None:
        """Judge the fact in place `at` of `facts`, or let it lie as it is held. `live`: nothing was told after it."""
        entry = self.facts[at]
        n, before = entry.n, self.held.get(entry.n)
        event = self.known.events[n]
        if not self.known.stands(n):
            return self._absent(at, event, Fate.UNDONE)
        if before is not None and before.held.gone_with(self._own(at)):
            fate = Fate.SAID if before.held.fate is Fate.SAID else Fate.OVER
            return self.judged.append(replace(before, event=event, fate=fate, own=self._own(at)))
        if n in self.lifted_by:
            return self._lifted(at, event)
        if self._is_kept(at) and self._in_force():
            return self._kept(n, event, before.held if before else Held(Fate.KEPT))
        return self._apply(at, event, live=live)

    def _is_kept(self, at: int) -> bool:
        """Was this fact told after the end (10), or put in among such facts?"""
        before = self.held.get(self.facts[at].n)
        if before is None and at + 1 < len(self.facts):
            before = self.held.get(self.facts[at + 1].n)
        return before is not None and before.held.fate is Fate.KEPT

    def _absent(self, at: int, event: Event, fate: Fate) -> None:
        """A fact that never happened. What was laid since keeps its player (6): a turn that it passed by itself has passed."""
        n, before = self.facts[at].n, self.held.get(self.facts[at].n)
        passed = before.held.passed(self._own(at)) if before else None
        if passed is not None and not passed.ended and lays(event) and self._laid_since(at):
            self._going_on()
            turn = self.rules.turn(self.state)
            self.state = self._resumed(self.rules.pass_on(self.state).state, turn, passed)
        else:
            passed = None
        ruling = before.ruling if before else self._ruling(n, LEGAL)
        held = before.held if before else Held(Fate.STANDS)
        self.judged.append(Judged(n, event, fate, ruling, held, self._own(at), passed))

    def _lifted(self, at: int, event: Event) -> None:
        self.shadows.append((self.facts[at].n, zone_of(event)))
        self._absent(at, event, Fate.TAKEN_BACK)

    def _kept(self, n: int, event: Event, held: Held) -> None:
        """Told after the end (10)."""
        state = self.rules.over(self.state, self.ends[0][0].outcome)
        step = self._step(state, event)
        self.judged.append(Judged(n, event, Fate.KEPT, self._ruling(n, self._refusal(), step.findings), held))

    def _refusal(self) -> str:
        return DROPPED if self.started.holds else ILLEGAL

    def _apply(self, at: int, event: Event, *, live: bool) -> None:
        event = event if live else self._as_told(event)
        if isinstance(event, TakenBack):
            return self._taken_back(at, event)
        if isinstance(event, PutRight):
            self.disputes = [dispute for dispute in self.disputes if dispute.zone != event.zone]
            return self._done(at, event, Fate.STANDS, self._ruling(self.facts[at].n, LEGAL))
        if isinstance(event, TurnEnded) and event.hands:
            self.waiting = replace(self.facts[at], event=replace(event, hands=False))
            return self._done(at, event, Fate.STANDS, self._ruling(self.facts[at].n, DROPPED))
        if isinstance(event, HandsGone):
            return self._hands_gone(at, event, live=live)
        return self._judge(at, event, live=live)

    def _as_told(self, event: Event) -> Event:
        """In text whoever is not named is the player to move, with his own cards and piles."""
        if not isinstance(event, Played | TakenBack):
            return event
        now = self.rules.turn(self.state)[1]
        seat, after = (event.seat, event.after) if isinstance(event, Played) else (None, "")
        then = now if event.mover is None or seat is not None else event.mover
        told = self.rules.retold(self.state, Play(event.zone, "", after), then, now)
        return (
            replace(event, zone=told.zone) if isinstance(event, TakenBack) else replace(event, zone=told.zone, after=told.after)
        )

    def _hands_gone(self, at: int, event: HandsGone, *, live: bool) -> None:
        self._done(at, event, Fate.STANDS, self._ruling(self.facts[at].n, DROPPED))
        if self.waiting is None:
            return
        n, meant = self.waiting.n, self.waiting.event
        self.waiting = None
        self.judged = [each for each in self.judged if each.n != n]  # told, and judged only now
        place = next(i for i, fact in enumerate(self.facts) if fact.n == n)
        self._judge(place, meant, live=live)

    def _taken_back(self, at: int, event: TakenBack) -> None:
        assert self.resolved is not None
        n = self.facts[at].n
        target = next((number for number, zone in reversed(self.shadows) if zone == event.zone), None)
        if target is not None:
            self.resolved[target] = n
            self.shadows = [shadow for shadow in self.shadows if shadow[0] != target]
        self.disputes = [dispute for dispute in self.disputes if dispute.zone != event.zone]
        ruling = self._ruling(n, LEGAL if target is not None else NOTE)
        self.judged.append(
            Judged(n, event, Fate.STANDS if target is not None else Fate.NOTED, ruling, Held(Fate.STANDS), lifted=target)
        )

    # Judging

    def _judge(self, at: int, event: Event, *, live: bool) -> None:
        n = self.facts[at].n
        if self._in_force() and live:
            return self._after_the_end(n, event)
        self._going_on()
        stays = self._must_stay(at, event, live)
        step = self._step(self.state, event, stays=stays, disputed=live or self._is_open(at))
        if step.stands:
            return self._stands(at, event, step, Fate.STANDS, live=live)
        fate = self._fate_of_foul(at, event, live=live)
        if fate is Fate.NOTED:
            return self._stands(at, event, self._forced(at, event, step, stays), Fate.NOTED, live=live)
        return self._refused(at, event, step, fate)

    def _after_the_end(self, n: int, event: Event) -> None:
        step = self._step(self.state, event)
        kept = lays(event) or isinstance(event, TurnEnded)
        if kept and step.stands:
            kept = False
        fate = Fate.KEPT if kept else Fate.STANDS if step.stands else Fate.SAID
        verdict = self._refusal() if kept else self._verdict(step) if step.outcome or step.stands else ILLEGAL
        self.judged.append(Judged(n, event, fate, self._ruling(n, verdict, step.findings, step.outcome), Held(fate)))

    def _fate_of_foul(self, at: int, event: Event, *, live: bool) -> Fate:
        """What becomes of a fact that the rules refuse."""
        may_open = (lays(event) and not (isinstance(event, Claimed) and event.code == "dead")) or isinstance(event, TurnEnded)
        before = self.held.get(self.facts[at].n)
        if live:
            return Fate.OPEN if may_open else Fate.SAID
        if self._is_open(at):
            return Fate.OPEN
        if before is not None and before.held.fate is Fate.KEPT:  # what was laid after an end lies there (10)
            return Fate.SAID if isinstance(event, TurnEnded) else Fate.NOTED
        amended = before is None or not before.held.stood_with(self._own(at))
        return Fate.OPEN if amended and lays(event) and may_open and self._in_sight(at, event) else Fate.NOTED

    def _in_sight(self, at: int, event: Event) -> bool:
        """Is the card still visible, and does its turn still run (3)? A play that is a turn by itself: was nothing laid since (6)?"""
        zone = zone_of(event)
        for later in range(at + 1, len(self.facts)):
            if not self._happened(later):
                continue
            told = self.known.events[self.facts[later].n]
            held, passed = self.held.get(self.facts[later].n), self._held_passed(later)
            if zone_of(told) == zone or (lays(told) and isinstance(event, Claimed)):
                return False
            if isinstance(told, TurnEnded) and (held is None or not held.held.stood):
                return False  # put in just now
            if passed is not None and (not passed.ended or isinstance(told, TurnEnded)):
                return False
        return True

    def _laid_since(self, at: int) -> bool:
        return any(
            lays(self.known.events[self.facts[later].n]) and self._happened(later) for later in range(at + 1, len(self.facts))
        )

    def _happened(self, at: int) -> bool:
        """Does this fact lie there, as far as is held? One that is open does not, nor one that its own amendments have just opened."""
        n, own = self.facts[at].n, self._own(at)
        if not self.known.stands(n) or n in self.lifted_by:
            return False
        before = self.held.get(n)
        if before is None:
            return True
        opened = before.fate is Fate.OPEN and before.own == own
        return not (opened or before.held.fate is Fate.OPEN or before.held.gone_with(own))

    def _own(self, at: int) -> tuple[int, ...]:
        return self.known.own.get(self.facts[at].n, ())

    def _step(self, state: Any, event: Event, *, stays: bool = False, disputed: bool = True) -> Step[Any]:
        if isinstance(event, Played):
            return self._played(state, event, stays)
        if isinstance(event, TurnEnded):
            if self.disputes and disputed:
                return Step(state, (_dispute_open(self.disputes[0]),))
            return self.rules.end_turn(state, self._named(state, event.seat))
        assert isinstance(event, Claimed)
        return self.rules.claim(state, Claim(event.code, self._named(state, event.seat), event.detail))

    def _played(self, state: Any, event: Played, stays: bool) -> Step[Any]:
        if event.again:
            return self.rules.play(state, Play(event.zone, event.after, event.after, event.seat, again=True))
        accepted = self.rules.faces(state).get(event.zone, "")
        return self.rules.play(state, Play(event.zone, accepted, event.after, event.seat, event.waived, stays=stays))

    def _forced(self, at: int, event: Event, refused: Step[Any], stays: bool) -> Step[Any]:
        """What lies there though the rules refuse it (2): the fouls are notes, and weigh nothing."""
        before = self.held.get(self.facts[at].n)
        ended = before is None or not before.held.stood or before.held.passed(self._own(at)) is not None
        if isinstance(event, Played):
            accepted = self.rules.faces(self.state).get(event.zone, "")
            play = Play(event.zone, accepted, event.after, event.seat, waived=True, stays=stays)
            step = self.rules.play(self.state, play)
        elif isinstance(event, Claimed) and event.code in LAYING:
            step = self.rules.claim(
                self.state, Claim(event.code, self._named(self.state, event.seat), event.detail, stood=True)
            )
        elif isinstance(event, TurnEnded) and ended and event.seat in (None, self.rules.turn(self.state)[1]):
            step = self.rules.pass_on(self.state)
            if step.outcome is not None and self._held_passed(at) == ENDED:
                step = Step(self.state, step.findings, step.outcome)
        else:
            step = Step(self.state)
        notes = tuple(replace(found, severity=Severity.NOTE) for found in refused.findings)
        told = tuple(found for found in step.findings if found not in notes)
        return Step(step.state, (*notes, *told), step.outcome)

    def _named(self, state: Any, seat: int | None) -> int | None:
        """In text whoever is not named is the player to move, also after an amendment has changed whose turn it was; at a table nobody
        may be named at all."""
        return self.rules.turn(state)[1] if seat is None and not self.started.holds else seat

    # What comes of a judgment

    def _refused(self, at: int, event: Event, step: Step[Any], fate: Fate) -> None:
        n = self.facts[at].n
        before = self.held.get(n)
        held = before.held if before is not None else Held(fate)
        if isinstance(event, Played) and self.started.holds and fate is Fate.OPEN:
            self.disputes = [d for d in self.disputes if d.zone != event.zone]
            self.disputes.append(Dispute(n, event.zone, event.after, step.findings))
        self.judged.append(Judged(n, event, fate, self._ruling(n, ILLEGAL, step.findings), held, self._own(at)))

    def _stands(self, at: int, event: Event, step: Step[Any], fate: Fate, *, live: bool) -> None:
        n, turn = self.facts[at].n, self.rules.turn(self.state)
        if not self.started.holds and isinstance(event, Claimed) and "flip" in self.rules.claims:
            step = self._tidied(step)
        zone = zone_of(event)
        tracked = isinstance(event, Played) or (bool(zone) and self.started.holds)  # in text nobody looks at single chips
        accepted = self.rules.faces(self.state).get(zone, "") if tracked and lays(event) else ""
        silent = isinstance(event, Played) and event.again and not step.findings and self.rules.turn(step.state) == turn
        noted = fate is Fate.NOTED and step.outcome is None
        verdict = DROPPED if silent else NOTE if noted else self._verdict(step)
        ruling = self._ruling(n, verdict, step.findings, step.outcome)
        self.since += 1
        if isinstance(event, Played) and not event.again:
            self.disputes = [dispute for dispute in self.disputes if dispute.zone != event.zone]
        if lays(event) and zone:
            after = event.after if isinstance(event, Played) else self.rules.faces(step.state).get(zone, "") if tracked else ""
            self.laid.append(Laid(n, zone, accepted, after, turn[0]))
            self.shadows.append((n, zone))
        self.state = step.state
        self._ended(n, turn, step.outcome, event)
        passed = self._passing(at, event, turn, fate, live=live)
        if passed is None and step.outcome is not None and not self._played_on(n) and (live or self._held_passed(at) == ENDED):
            passed = ENDED
        self.judged.append(Judged(n, event, fate, ruling, self._held_as_told(at, passed, live), self._own(at), passed))

    def _held_as_told(self, at: int, passed: Passed | None, live: bool) -> Held:
        """What is held of a fact that stands: what an amendment makes of it is held only once a further fact is told."""
        before = self.held.get(self.facts[at].n)
        return before.held if before else Held(Fate.STANDS, ((self._own(at), passed),) if live else ())

    def _ended(self, n: int, turn: tuple[int, int], outcome: Outcome | None, event: Event) -> None:
        if outcome is None:
            return
        if self._played_on(n):
            self.state = self.rules.over(self.state, None)
            if isinstance(event, TurnEnded) and self.rules.turn(self.state) == turn:
                self.state = self.rules.over(self.rules.pass_on(self.state).state, None)
            return
        self.ends.append((End(n, *turn, outcome), self.state))
        self.since = 0

    def _played_on(self, n: int) -> bool:
        return any(isinstance(self.known.amendments.get(own), PlayedOn) for own in self.known.own.get(n, ()))

    def _going_on(self) -> None:
        """An end that the amended log holds does not keep what stood from lying there (5)."""
        if self.ends:
            self.state = self.rules.over(self.state, None)

    def _in_force(self) -> bool:
        return any(self._is_in_force(end, place) for place, (end, _) in enumerate(self.ends))

    def _is_in_force(self, end: End, place: int) -> bool:
        latest = place == len(self.ends) - 1 and self.since == 0
        return latest or self.rules.holds(self.state, end.outcome)

    def _must_stay(self, at: int, event: Event, live: bool) -> bool:
        """A card that ends the turn by itself takes the turn when amended only if nothing was laid since (6)."""
        if live or not lays(event):
            return False
        before = self.held.get(self.facts[at].n)
        if before is None or before.held.fate is Fate.KEPT:
            return before is None and self._laid_since(at)
        if self._held_passed(at) == ENDED:
            return False
        went_on = self._held_passed(at) is None
        return went_on and (not self._judged_anew(at) or self._laid_since(at))

    def _is_open(self, at: int) -> bool:
        before = self.held.get(self.facts[at].n)
        return before is not None and before.held.fate is Fate.OPEN and self._judged_anew(at)

    def _judged_anew(self, at: int) -> bool:
        """Is this fact judged as if it had been told only now (1, 3)?"""
        before = self.held.get(self.facts[at].n)
        return before is None or not before.held.stood_with(self._own(at))

    def _passing(self, at: int, event: Event, turn: tuple[int, int], fate: Fate, *, live: bool) -> Passed | None:
        """The turn passes as it passed (2, 6), and by the rules where that is judged only now."""
        natural = self.rules.turn(self.state)[0] != turn[0]
        before = self.held.get(self.facts[at].n)
        kept = before is not None and before.held.fate is Fate.KEPT
        if live or kept or (self._judged_anew(at) and (not lays(event) or not self._laid_since(at))):
            return self._as_passed(turn) if natural else None
        wanted = self._held_passed(at)
        if wanted == ENDED:
            return self._as_passed(turn) if natural else None
        if isinstance(event, TurnEnded) and fate is Fate.NOTED and not natural:
            return None  # another seat's: a note, which ends nothing
        if wanted is None:
            if natural:
                self.state = self.rules.resume(self.state, *turn, self.rules.drawable(self.state))
            return None
        if not natural:
            self.state = self.rules.over(self.rules.pass_on(self.rules.over(self.state, None)).state, None)
        self.state = self._resumed(self.state, turn, wanted)
        return wanted

    def _held_passed(self, at: int) -> Passed | None:
        """How the turn passed with this fact, as it is held."""
        before = self.held.get(self.facts[at].n)
        return before.held.passed(self._own(at)) if before is not None else None

    def _as_passed(self, turn: tuple[int, int]) -> Passed:
        seat = self.rules.turn(self.state)[1]
        return Passed((seat - turn[1]) % self.started.seats, self.rules.drawable(self.state))

    def _resumed(self, state: Any, turn: tuple[int, int], passed: Passed) -> Any:
        return self.rules.resume(state, turn[0] + 1, (turn[1] + passed.stride) % self.started.seats, passed.drawable)

    def _tidied(self, step: Step[Any]) -> Step[Any]:
        """In text whole moves are told and nobody turns chips over: they lie as they should."""
        return replace(step, state=self.rules.claim(step.state, Claim("flip")).state)

    def _done(self, at: int, event: Event, fate: Fate, ruling: Ruling) -> None:
        before = self.held.get(self.facts[at].n)
        self.judged.append(Judged(self.facts[at].n, event, fate, ruling, before.held if before else Held(fate)))

    def _ruling(self, n: int, verdict: str, findings: tuple[Finding, ...] = (), outcome: Outcome | None = None) -> Ruling:
        turn, seat = self.rules.turn(self.state)
        spoke = next((found for found in findings if found.severity is Severity.FOUL or verdict == NOTE), None)
        rule = outcome.rule if outcome else spoke.rule if spoke else None
        return Ruling(n, verdict, rule, findings, outcome, turn, seat)

    def _verdict(self, step: Step[Any]) -> str:
        if step.outcome is not None and step.outcome.won is not None:
            return WIN if step.outcome.won else LOSS
        return LEGAL if step.stands else ILLEGAL

    # The end

    def told(self) -> tuple[Any, End | None]:
        """The state at the end, and what ended the match."""
        standing = [end for place, (end, _) in enumerate(self.ends) if self._is_in_force(end, place)]
        lapsed = {end.n for end, _ in self.ends} - {standing[0].n if standing else None}
        if lapsed:
            self.judged = [_not_ended(each) if each.n in lapsed else each for each in self.judged]
        return self.rules.over(self.state, standing[0].outcome if standing else None), standing[0] if standing else None


def _not_ended(judged: Judged) -> Judged:
    """A fact that would have ended the match if play had not gone on."""
    findings = tuple(found for found in judged.ruling.findings if found.severity is not Severity.LOSS)
    verdict = NOTE if judged.fate is Fate.NOTED else LEGAL
    return replace(judged, ruling=replace(judged.ruling, verdict=verdict, rule=None, outcome=None, findings=findings))


def _dispute_open(dispute: Dispute) -> Finding:
    return Finding("G-1", "dispute-open", Severity.FOUL, (dispute.zone,), {"zone": dispute.zone, "card": dispute.face})
