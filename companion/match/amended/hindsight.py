"""Folding the facts of a match, at first and again after an amendment. Pure.

What stood, stands: a judged fact is never judged anew. A fact that an amended log would refuse lies on the table all the same
(`Fate.NOTED`). The turn passes as before, and nothing later is lifted. Judged anew is only what is still open, and what the
amendment names. Points in brackets: the law in `companion/match/referee.py`.

What is settled of the facts is in `companion/match/record.py`, what the rules say of the facts in `companion/match/judge.py`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from companion.match.events import Claimed, Entry, Event, HandsGone, Played, PutRight, TakenBack, TurnEnded
from companion.match.facts import find_zone_of, is_playing, is_turn_ending
from companion.match.judge import Judge, drop_end, find_verdict
from companion.match.laid_cards import LaidCards
from companion.match.lifting import UNREAD, note_nothing_lifted
from companion.match.record import Recalled, Record
from companion.match.rules import Finding, Outcome, Severity, Step, is_same_turn
from companion.match.rulings import (
    DROPPED,
    ENDED,
    ILLEGAL,
    LEGAL,
    NOTE,
    Dispute,
    End,
    Fate,
    Held,
    Judged,
    Laid,
    Passed,
    Ruling,
)


@dataclass(slots=True)
class Telling:
    """A pass over the facts. A builder: lives within a call and is shared with nobody.

    `fact`: a fact of `record`. `event`: what happened, as read by now. `live`: the fact is told just now, nothing came later.
    """

    judge: Judge
    state: Any  # of the game, after the facts told so far
    record: Record
    disputes: list[Dispute] = field(default_factory=list)  # open fouls
    ends: list[tuple[End, Any]] = field(default_factory=list)  # each end found, with the state then
    waiting: Entry | None = None  # an end of turn that waits for the hands to go
    judged: list[Judged] = field(default_factory=list)  # the facts told so far
    laid: LaidCards = field(default_factory=LaidCards)
    absent: dict[int, int] = field(default_factory=dict)  # by taking back still to come, the fact lifted
    resolved: dict[int, int] = field(default_factory=dict)  # by number of a lifted fact, the taking back
    since: int = 0  # playing facts told since the last end
    repeated: dict[int, int] = field(default_factory=dict)  # by word that told an end again, the fact that ended the match
    listed: tuple[Any, Mapping[str, str]] | None = None  # the last state whose faces were listed, with the face of each zone

    # One fact after another

    def tell_fact(self, at: int, *, live: bool) -> None:
        """Judge the fact in place `at` of the record, or let the fact lie as settled: added to `judged`, with state, disputes,
        ends and laid cards brought up to date. `live`: see the class."""
        fact = self.record.recall_fact(at)
        before = fact.before
        if fact.n in self.record.known.undone:
            return self._tell_absent(fact, Fate.UNDONE)
        if fact.n in self.record.lifted_by:
            return self._tell_lifted(fact)
        if before is not None and (fact.is_gone or (before.fate is Fate.UNDONE and self.record.was_put_right(fact))):
            return self._tell_refused(fact, before)
        if self.ends and self.record.is_kept(fact) and self._has_end():
            return self._tell_after_end(fact)
        event = fact.event
        if not live and isinstance(event, Played | TakenBack):
            event = self.judge.read_as_told(self.state, event)
        if isinstance(event, TakenBack):
            return self._apply_lift(fact, event)
        if isinstance(event, PutRight):
            return self._note_done(fact, event, LEGAL)
        if isinstance(event, TurnEnded) and event.hands:
            self.waiting = replace(self.record.facts[at], event=replace(event, hands=False))
            return self._note_done(fact, event, DROPPED)
        if isinstance(event, HandsGone):
            return self._hands_gone(fact, event, live=live)
        return self._judge_told(fact, event, live=live)

    def list_faces(self) -> Mapping[str, str]:
        """The face that each zone should show after the facts told so far. The rules are asked once for each state."""
        if self.listed is None or self.listed[0] is not self.state:
            self.listed = (self.state, self.judge.rules.list_faces(self.state))
        return self.listed[1]

    def _tell_absent(self, fact: Recalled, fate: Fate) -> None:
        """Record a fact that never happened. `fate`: undone or taken back. Where the fact had passed a turn, the turn passes
        all the same."""
        before = fact.before
        if before is not None and before.fate in (
            Fate.UNDONE,
            Fate.TAKEN_BACK,
        ):  # what was decided when it went is not decided anew
            keeps = before.passed is not None
        else:
            keeps = not fact.is_gone and self.record.has_laid_after(fact)
        passed = self._pass_without_fact(fact, keeps)
        ruling = before.ruling if before else self._rule_on(fact.n, LEGAL)
        held, lifted = (Held(Fate.STANDS), None) if before is None else (before.held, before.lifted)
        self.judged.append(Judged(fact.n, fact.event, fate, ruling, held, fact.own, passed, lifted))

    def _tell_refused(self, fact: Recalled, before: Judged) -> None:
        """Record a fact that is over, or a word that was refused: never judged again. `before`: what became of the fact."""
        fate = Fate.SAID if before.held.fate is Fate.SAID else Fate.OVER
        ruling = before.held.find_refusal(fact.own) or before.ruling
        gone_before = before.fate in (Fate.OVER, Fate.SAID)
        keeps = before.passed is not None if gone_before else self.record.has_laid_after(fact)
        passed = self._pass_without_fact(fact, keeps)
        held = before.held.hold_refused(fact.own, ruling)
        self.judged.append(replace(before, event=fact.event, fate=fate, ruling=ruling, held=held, own=fact.own, passed=passed))

    def _pass_without_fact(self, fact: Recalled, keeps: bool) -> Passed | None:
        """How the turn passed with an absent fact, None where the turn did not pass.

        What was laid since keeps its player (6). `keeps`: the turn that the fact passed by itself stays passed. The state
        moves on to the next turn where the turn passed.
        """
        passed = self.record.find_passed(fact)
        if passed is None or passed.ended or not fact.is_laying or not keeps:
            return None
        self._reopen_match()
        turn = (self.state.turn, self.state.to_move)
        self.state = self.judge.pass_as_before(self.judge.rules.pass_turn(self.state).state, turn, passed)
        return passed

    def _tell_lifted(self, fact: Recalled) -> None:
        """Record a card that is lifted later."""
        n, event, zone = fact.n, fact.event, find_zone_of(fact.event)
        self.absent[self.record.lifted_by[n]] = n
        beneath, face = self.list_faces().get(zone, ""), event.after if isinstance(event, Played) else ""
        self.laid.add_hidden(Laid(n, zone, beneath, face, self.state.turn))
        self._tell_absent(fact, Fate.TAKEN_BACK)

    def _tell_after_end(self, fact: Recalled) -> None:
        """Record a fact told after the end (10)."""
        state = self.judge.rules.with_outcome(self.state, self.ends[0][0].outcome)
        step = self.judge.judge_fact(state, fact.event, disputes=self.disputes)
        held = Held(Fate.KEPT) if fact.before is None else fact.before.held
        ruling = self._rule_on(fact.n, self._choose_refusal(), step.findings)
        self.judged.append(Judged(fact.n, fact.event, Fate.KEPT, ruling, held))

    def _choose_refusal(self) -> str:
        """The verdict on a fact that is refused without a foul."""
        return DROPPED if self.judge.started.holds else ILLEGAL

    def _hands_gone(self, fact: Recalled, event: HandsGone, *, live: bool) -> None:
        """Record leaving hands, and judge the end of turn that waited, if any. `live`: told just now, not told again after an
        amendment."""
        self._note_done(fact, event, DROPPED)
        if self.waiting is None:
            return
        n, meant = self.waiting.n, self.waiting.event
        if isinstance(meant, TurnEnded) and event.unknown is not None:
            meant = replace(meant, unknown=event.unknown)
        self.waiting = None
        self.judged = [each for each in self.judged if each.n != n]  # told, and judged only now
        self._judge_told(self.record.recall_fact(self.record.find_place(n)), meant, live=live)

    def _apply_lift(self, fact: Recalled, event: TakenBack) -> None:
        """Record a card that was lifted, with another beneath (13), and take the card off what lies. The card on top then is
        known by number, else by face. Without such a card, a note."""
        n, before = fact.n, fact.before
        target, top = self.absent.get(n), self.laid.top_of_zone(event.zone)
        if target is None and top is not None and (top.after, top.turn) == (event.card, self.state.turn):
            target = top.n
        beneath = None
        if target is not None:
            beneath, self.resolved[target] = self.laid.lift_fact(target, event.zone), n
        seen = beneath if event.beneath is None else event.beneath
        instead = None if seen in (None, UNREAD) else self._uncover_zone(event.zone, seen or "")
        event = event if instead is None else replace(event, beneath=seen)
        fate, verdict = (Fate.NOTED, NOTE) if target is None else (Fate.STANDS, LEGAL)
        findings = () if target is not None else (note_nothing_lifted(event.zone),)
        lifted = before.lifted if target is None and before is not None else target
        judged = Judged(n, event, fate, self._rule_on(n, verdict, findings), Held(Fate.STANDS), fact.own)
        self.judged.append(replace(judged, lifted=lifted, instead=instead))

    def _uncover_zone(self, zone: str, seen: str) -> str | None:
        """The face on a zone by the log, where another face was `seen` beneath a lifted card; None where both agree. The
        seen face counts (13)."""
        lies = self.list_faces().get(zone)
        uncovered = None if lies is None else self.laid.uncover_face(zone, seen, lies)
        if uncovered is None:
            return None
        if uncovered.shows is not None:
            self.state = self.judge.rules.show_face(self.state, zone, uncovered.shows, misread=uncovered.misread)
        return uncovered.instead

    def _note_done(self, fact: Recalled, event: Event, verdict: str) -> None:
        """Record a fact that stands without a question to the rules. `verdict`: see `Ruling`."""
        held = Held(Fate.STANDS) if fact.before is None else fact.before.held
        self.judged.append(Judged(fact.n, event, Fate.STANDS, self._rule_on(fact.n, verdict), held))

    # Judging

    def _judge_told(self, fact: Recalled, event: Event, *, live: bool) -> None:
        """Put a fact to the rules, and record the fact as standing, noted, open or told after the end. `live`: told just now, not
        told again after an amendment."""
        if self.ends:
            if self._has_end() and (live or not (is_playing(event) or self._has_passed_on(fact))):
                return self._judge_after_end(fact, event)
            self._reopen_match()
        faces: Mapping[str, str] | None = None
        disputes: Sequence[Dispute] = ()
        if isinstance(event, Played):
            faces = self.list_faces()
        elif isinstance(event, TurnEnded):
            on_half = self.judge.judge_end_on_half(self.state, event) if event.by else None
            if on_half is not None:
                return self._record_standing(fact, event, on_half, Fate.STANDS, live=live)
            disputes = self._list_disputes(fact, live) if self.disputes else ()
        stays = not live and fact.is_laying and self.record.must_stay(fact)
        step = self.judge.judge_fact(self.state, event, stays=stays, disputes=disputes, faces=faces)
        went_on = not live and step.outcome is not None and self._has_play_gone_on(fact, event, step)
        if (not step.findings or step.stands) and not went_on:
            return self._record_standing(fact, event, step, Fate.STANDS, live=live)
        fate = Fate.NOTED if went_on else self._fate_of_foul(fact, event, live=live)
        if fate is Fate.NOTED:
            forced = self._force_told(fact, event, step, stays or fact.was_open)
            return self._record_standing(fact, event, forced, Fate.NOTED, live=live)
        return self._record_refusal(fact, event, step, fate)

    def _has_passed_on(self, fact: Recalled) -> bool:
        """Is the fact an end of turn that stood, with play going on after it?"""
        return is_turn_ending(fact.event) and fact.has_stood and self.record.has_play_after(fact, kept=False)

    def _list_disputes(self, fact: Recalled, live: bool) -> Sequence[Dispute]:
        """The disputes that keep a turn from ending: of a fact told live not the cards laid while the end waited for hands to
        go. None of a settled fact."""
        if live:
            return [dispute for dispute in self.disputes if dispute.n < fact.n]
        return self.disputes if fact.is_open else ()

    def _judge_after_end(self, fact: Recalled, event: Event) -> None:
        """Judge a word or fact on a match that has ended. A refused fact is kept, should the end lapse; a refused word is only
        said. What stood before is a note at most."""
        n, state = fact.n, self.judge.rules.with_outcome(self.state, self.ends[-1][0].outcome)
        step = self.judge.judge_fact(state, event, disputes=self.disputes)
        if not step.stands and fact.before is not None and fact.has_stood:  # a word that stood is a note at most (2)
            notes = tuple(replace(found, severity=Severity.NOTE) for found in step.findings)
            self.judged.append(Judged(n, event, Fate.NOTED, self._rule_on(n, NOTE, notes), fact.before.held, fact.own))
            return
        if step.outcome is not None:
            self.repeated[n] = self.ends[-1][0].n
        kept = (fact.is_laying or isinstance(event, TurnEnded)) and not step.stands
        fate = Fate.KEPT if kept else Fate.STANDS if step.stands else Fate.SAID
        verdict = self._choose_refusal() if kept else find_verdict(step) if step.outcome or step.stands else ILLEGAL
        self.judged.append(Judged(n, event, fate, self._rule_on(n, verdict, step.findings, step.outcome), Held(fate)))

    def _has_play_gone_on(self, fact: Recalled, event: Event, step: Step[Any]) -> bool:
        """Did play go on after the end of a turn whose player could not go on? `step`: what the rules say of the end.

        The end lost nothing, and the turn passed. Facts told after an end by another fact are no play that went on.
        """
        if not isinstance(event, TurnEnded) or self._is_played_on(fact.n):
            return False
        ended = fact.before is not None and fact.before.ruling.outcome is not None  # put in after it: told after the end (10)
        kept = fact.put_in and not fact.has_stood and not ended
        if step.outcome is None or not step.outcome.lapses or not self.record.has_play_after(fact, kept=kept):
            return False
        return is_same_turn(step.state, self.state)

    def _fate_of_foul(self, fact: Recalled, event: Event, *, live: bool) -> Fate:
        """What becomes of a fact that the rules refuse: open, said, or noted where play has gone on over the fact. `live`: told
        just now, not told again after an amendment."""
        dead = isinstance(event, Claimed) and event.code == "dead"
        may_open = (fact.is_laying and not dead) or isinstance(event, TurnEnded)
        if live:
            return Fate.OPEN if may_open else Fate.SAID
        if self.record.stays_there(fact):
            return Fate.NOTED
        if fact.is_open and not fact.put_in:
            return Fate.OPEN
        if fact.was_kept and self.record.find_passed(fact) is None:  # what was laid after an end lies there (10)
            return Fate.SAID if isinstance(event, TurnEnded) else Fate.NOTED
        anew = fact.anew and fact.is_laying and may_open
        return Fate.OPEN if anew and self.record.is_in_sight(fact) else Fate.NOTED

    def _force_told(self, fact: Recalled, event: Event, refused: Step[Any], stays: bool) -> Step[Any]:
        """The step of a fact that lies on the table though `refused`, see `Judge.force_fact`. `stays`: the turn stays with the
        player."""
        passed = self.record.find_passed(fact)
        passes = passed is not None or (fact.anew and not self.record.has_ended_none(fact))
        return self.judge.force_fact(self.state, event, refused, stays=stays, passes=passes, ended=passed == ENDED)

    # What comes of a judgment

    def _record_refusal(self, fact: Recalled, event: Event, step: Step[Any], fate: Fate) -> None:
        """Record a refused fact. At a table a card on a zone opens a dispute. `step`: what the rules say. `fate`: `OPEN` or
        `SAID`."""
        n, zone = fact.n, find_zone_of(event)
        if zone and self.judge.started.holds and fate is Fate.OPEN:
            self.disputes.append(Dispute(n, zone, self.judge.find_disputed_face(self.state, event), step.findings))
        held = Held(fate) if fact.before is None else fact.before.held
        self.judged.append(Judged(n, event, fate, self._rule_on(n, ILLEGAL, step.findings), held, fact.own))

    def _record_standing(self, fact: Recalled, event: Event, step: Step[Any], fate: Fate, *, live: bool) -> None:
        """Record a fact that stands, or lies on the table as a note: rulings, state, and how the turn passes. `step`: what the
        rules say. `fate`: `STANDS` or `NOTED`. `live`: told just now, not told again after an amendment."""
        n, turn = fact.n, (self.state.turn, self.state.to_move)
        step = self.judge.tidy_after_claim(step, event) if isinstance(event, Claimed) else step
        step = step if step.outcome is None else self._drop_stuck_end(fact, turn, step)
        ruling = self._rule_on(n, self._choose_verdict(event, step, fate), step.findings, step.outcome)
        self.since += is_playing(event) if self.ends else 0
        if fact.is_laying:
            self._record_laid(n, event, step.state)
        self.state = step.state
        if step.outcome is not None:
            self._record_end(n, turn, step.outcome, event)
        passed = self._pass_turn_on(fact, event, turn, fate, live=live)
        if passed is None and step.outcome is not None and not self._is_played_on(n):
            anew = fact.anew and not fact.was_kept
            passed = ENDED if live or anew or self.record.find_passed(fact) == ENDED else None
        held = self._settle_standing(fact, event, ruling, passed, fate, live=live)
        self.judged.append(Judged(n, event, fate, ruling, held, fact.own, passed))

    def _settle_standing(
        self, fact: Recalled, event: Event, ruling: Ruling, passed: Passed | None, fate: Fate, *, live: bool
    ) -> Held:
        """What is settled of a standing fact: with the next fact, or at once. `live`: told just now, not told again after an
        amendment.

        Settled at once is a fact as told. So is an end of turn put in without ending a turn (a drawn card may end a turn of
        Sequence).
        """
        own = fact.own
        if fact.before is not None:
            held = fact.before.held.hold_risen(own) if fact.before.held.fate is Fate.OPEN else fact.before.held
            return held.hold_standing(own, passed) if live else held
        ended_none = isinstance(event, TurnEnded) and passed is None and fate is Fate.STANDS and ruling.outcome is None
        if live:
            return Held(Fate.STANDS, ((own, passed),))
        return Held(Fate.STANDS, at_once=((own, passed),)) if ended_none else Held(Fate.STANDS)

    def _choose_verdict(self, event: Event, step: Step[Any], fate: Fate) -> str:
        """The verdict on a fact that stands. `step`: what the rules said. "dropped" for the same face seen again in the same
        turn without findings; "note" for what only lies there."""
        if not step.findings:
            if isinstance(event, Played) and event.again and is_same_turn(step.state, self.state):
                return DROPPED
            if fate is Fate.STANDS and step.outcome is None:
                return LEGAL
        return NOTE if fate is Fate.NOTED and step.outcome is None else find_verdict(step)

    def _record_laid(self, n: int, event: Event, after: Any) -> None:
        """Keep what a laying fact, entry `n`, put on its zone. `after`: the state with the fact. In a match typed as text
        faces are left out: nobody looks at single chips."""
        if isinstance(event, Played):
            zone, was, now = event.zone, self.list_faces().get(event.zone, ""), event.after
        elif not (zone := find_zone_of(event)):
            return
        elif self.judge.started.holds:
            was, now = self.list_faces().get(zone, ""), self.judge.rules.list_faces(after).get(zone, "")
        else:
            was, now = "", ""
        self.laid.cards.append(Laid(n, zone, was, now, self.state.turn))

    def _drop_stuck_end(self, fact: Recalled, turn: tuple[int, int], step: Step[Any]) -> Step[Any]:
        """The step, without an end that only another seat's turn brings.

        Where the turn passed to another seat than by now (7), nobody asks whether that seat is stuck. `turn`: number and seat
        before the step.
        """
        passed, now = self.record.find_passed(fact), (step.state.turn, step.state.to_move)
        if step.outcome is None or not step.outcome.lapses or passed is None or passed.ended or now[0] == turn[0]:
            return step
        if fact.was_kept:  # it passes by the rules
            return step
        same = now[1] == (turn[1] + passed.stride) % self.judge.started.seats
        return step if same else Step(self.judge.rules.with_outcome(step.state, None), step.findings)

    def _pass_turn_on(self, fact: Recalled, event: Event, turn: tuple[int, int], fate: Fate, *, live: bool) -> Passed | None:
        """How the turn passes: as before (2, 6), or by the rules where the fact is judged only now. None where the turn goes
        on. The state is set to the turn that follows. `turn`: number and seat before the fact. `fate`: of the fact. `live`:
        told just now, not told again after an amendment."""
        natural = self.state.turn != turn[0]
        if live:
            return self.judge.measure_pass(turn, self.state) if natural else None
        rules, wanted = self.judge.rules, self.record.find_passed(fact)
        if wanted is None and not natural and fate is Fate.STANDS:
            return None  # the turn goes on, by the rules as until now
        if wanted == ENDED and fact.is_laying and self._is_played_on(fact.n):  # the turn stays with its player
            self.state = rules.resume_turn(self.state, *turn, rules.could_draw(self.state)) if natural else self.state
            return None if self.record.has_laid_after(fact) else ENDED
        note_laid = fate is Fate.NOTED and fact.is_laying and wanted != ENDED
        if note_laid:
            wanted = self.record.find_latest_pass(fact)  # a note moves nobody's turn (2)
        elif self._is_passing_anew(fact, event, wanted, fate):
            return self.judge.measure_pass(turn, self.state) if natural else None
        if fate is Fate.NOTED and not natural and self._is_of_another(fact, event, turn[1]):
            return None  # another seat's: a note, which ends nothing
        if wanted is None:
            if natural:
                self.state = rules.resume_turn(self.state, *turn, rules.could_draw(self.state))
            return None
        if not natural:
            self.state = rules.with_outcome(rules.pass_turn(rules.with_outcome(self.state, None)).state, None)
        self.state = self.judge.pass_as_before(self.state, turn, wanted)
        return wanted

    def _is_passing_anew(self, fact: Recalled, event: Event, wanted: Passed | None, fate: Fate) -> bool:
        """Does the turn pass by the rules, whatever was settled (`wanted`)? Who had a turn is not counted anew (7)."""
        if fact.was_kept or wanted == ENDED:
            return True
        is_end = isinstance(event, TurnEnded)
        if is_end and wanted is None and self._is_played_on(fact.n):
            return True
        lies = fate is Fate.NOTED and (wanted is not None or fact.was_open)
        if not fact.anew or (is_end and wanted is not None) or lies:
            return False
        has_given_turn = wanted is not None and not wanted.ended and fact.lies_as_before
        return not (fact.is_laying and (self.record.has_laid_after(fact) or has_given_turn))

    @staticmethod
    def _is_of_another(fact: Recalled, event: Event, seat: int) -> bool:
        """Is a fact the end of a turn, or the word that a player can do nothing, of another player than `seat`?"""
        return isinstance(event, TurnEnded) or (
            isinstance(event, Claimed) and not fact.is_laying and event.seat not in (None, seat)
        )

    def _rule_on(self, n: int, verdict: str, findings: tuple[Finding, ...] = (), outcome: Outcome | None = None) -> Ruling:
        """The ruling on entry `n` as the match stands. `verdict`, `findings`, `outcome`: as in `Ruling`. Its rule is that of
        the outcome, else of the first foul; of a note, of the first finding."""
        spoke = next((found for found in findings if found.severity is Severity.FOUL or verdict == NOTE), None)
        rule = outcome.rule if outcome else spoke.rule if spoke else None
        return Ruling(n, verdict, rule, findings, outcome, self.state.turn, self.state.to_move)

    # Ends

    def _record_end(self, n: int, turn: tuple[int, int], outcome: Outcome | None, event: Event) -> None:
        """Keep the end that fact `n` brought, if any. Of a loss after which the table plays on, only the turn passes. `turn`:
        number and seat before the fact."""
        if outcome is None:
            return
        rules = self.judge.rules
        if self._is_played_on(n) and outcome.won is False:
            self.state = rules.with_outcome(self.state, None)
            if isinstance(event, TurnEnded) and (self.state.turn, self.state.to_move) == turn:
                self.state = rules.with_outcome(rules.pass_turn(self.state).state, None)
            return
        self.ends.append((End(n, *turn, outcome), self.state))
        self.since = 0

    def _is_played_on(self, n: int) -> bool:
        return n in self.record.known.played_on

    def _reopen_match(self) -> None:
        """Let play go on: an end that the amended log holds does not keep from the table what stood (5)."""
        if self.ends:
            self.state = self.judge.rules.with_outcome(self.state, None)

    def _has_end(self) -> bool:
        return any(self._is_in_force(end, place) for place, (end, _) in enumerate(self.ends))

    def _is_in_force(self, end: End, place: int) -> bool:
        latest = place == len(self.ends) - 1 and self.since == 0
        return latest or self.judge.rules.is_outcome_valid(self.state, end.outcome)

    def finish_telling(self) -> tuple[Any, End | None]:
        """The state after all facts, and the end of the match, None while played. Facts whose end lapsed lose the end in
        `judged`."""
        standing = next((end for place, (end, _) in enumerate(self.ends) if self._is_in_force(end, place)), None)
        lapsed = {end.n for end, _ in self.ends} - {standing.n if standing else None}
        lapsed |= {n for n, of in self.repeated.items() if of in lapsed}
        if lapsed:
            self.judged = [drop_end(each) if each.n in lapsed else each for each in self.judged]
        return self.judge.rules.with_outcome(self.state, standing.outcome if standing else None), standing
