"""Folding the facts of a match, at first and again after an amendment. Pure.

What stood, stands: a judged fact is never judged anew. A fact that an amended log would refuse lies on the table all the same
(`Fate.NOTED`). The turn passes as before, and nothing later is lifted. Judged anew is only what is still open, and what the
amendment names. Points in brackets: the law in `companion/match/referee.py`.

What is settled of the facts is in `companion/match/record.py`, what the rules say of the facts in `companion/match/judge.py`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from companion.match.events import Claimed, Entry, Event, HandsGone, Played, PutRight, TakenBack, TurnEnded
from companion.match.facts import find_zone_of, is_laying, is_playing, is_turn_ending
from companion.match.judge import Judge, drop_end, find_verdict
from companion.match.laid_cards import LaidCards
from companion.match.lifting import UNREAD, note_nothing_lifted
from companion.match.record import Record
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

    `at`: place of a fact among the facts of `record`. `live`: the fact is told just now, nothing came later.
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
        """Judge the fact in place `at`, or let the fact lie as settled: added to `judged`, with state, disputes, ends and laid
        cards brought up to date. `live`: see the class."""
        n, event, before = self.record.find_number(at), self.record.find_event(at), self.record.find_before(at)
        if not self.record.known.is_in_force(n):
            return self._tell_absent(at, event, Fate.UNDONE)
        if n in self.record.lifted_by:
            return self._tell_lifted(at, event)
        own = self.record.find_amendments(at)
        if before is not None and (before.is_gone_with(own) or self.record.was_put_right(at)):
            fate = Fate.SAID if before.held.fate is Fate.SAID else Fate.OVER
            ruling = before.held.find_refusal(own) or before.ruling
            held, gone_before = before.held.hold_refused(own, ruling), before.fate in (Fate.OVER, Fate.SAID)
            passed = self._pass_without_fact(
                at, event, before.passed is not None if gone_before else self.record.has_laid_after(at)
            )
            judged = replace(before, event=event, fate=fate, ruling=ruling, held=held, own=own, passed=passed)
            return self.judged.append(judged)
        if self.record.is_kept(at) and self._has_end():
            return self._tell_after_end(at, event)
        return self._apply_fact(at, event, live=live)

    def list_faces(self) -> Mapping[str, str]:
        """The face that each zone should show after the facts told so far. The rules are asked once for each state."""
        if self.listed is None or self.listed[0] is not self.state:
            self.listed = (self.state, self.judge.rules.list_faces(self.state))
        return self.listed[1]

    def _tell_absent(self, at: int, event: Event, fate: Fate) -> None:
        """Record a fact that never happened. `fate`: undone or taken back. Where the fact had passed a turn, the turn passes
        all the same."""
        n, before = self.record.find_number(at), self.record.find_before(at)
        gone = before is not None and before.is_gone_with(self.record.find_amendments(at))
        if before is not None and before.fate in (
            Fate.UNDONE,
            Fate.TAKEN_BACK,
        ):  # what was decided when it went is not decided anew
            keeps = before.passed is not None
        else:
            keeps = not gone and self.record.has_laid_after(at)
        passed = self._pass_without_fact(at, event, keeps)
        ruling = before.ruling if before else self._rule_on(n, LEGAL)
        held = self.record.find_held(at, Held(Fate.STANDS))
        lifted = None if before is None else before.lifted
        self.judged.append(Judged(n, event, fate, ruling, held, self.record.find_amendments(at), passed, lifted))

    def _pass_without_fact(self, at: int, event: Event, keeps: bool) -> Passed | None:
        """How the turn passed with an absent fact, None where the turn did not pass.

        What was laid since keeps its player (6). `keeps`: the turn that the fact passed by itself stays passed. The state
        moves on to the next turn where the turn passed.
        """
        passed = self.record.find_passed(at)
        if passed is None or passed.ended or not is_laying(event) or not keeps:
            return None
        self._reopen_match()
        turn = (self.state.turn, self.state.to_move)
        self.state = self.judge.pass_as_before(self.judge.rules.pass_turn(self.state).state, turn, passed)
        return passed

    def _tell_lifted(self, at: int, event: Event) -> None:
        """Record a card that is lifted later."""
        n, zone = self.record.find_number(at), find_zone_of(event)
        self.absent[self.record.lifted_by[n]] = n
        beneath, face = self.list_faces().get(zone, ""), event.after if isinstance(event, Played) else ""
        self.laid.add_hidden(Laid(n, zone, beneath, face, self.state.turn))
        self._tell_absent(at, event, Fate.TAKEN_BACK)

    def _tell_after_end(self, at: int, event: Event) -> None:
        """Record a fact told after the end (10)."""
        n, held = self.record.find_number(at), self.record.find_held(at, Held(Fate.KEPT))
        state = self.judge.rules.with_outcome(self.state, self.ends[0][0].outcome)
        step = self.judge.judge_fact(state, event, disputes=self.disputes)
        self.judged.append(Judged(n, event, Fate.KEPT, self._rule_on(n, self._choose_refusal(), step.findings), held))

    def _choose_refusal(self) -> str:
        """The verdict on a fact that is refused without a foul."""
        return DROPPED if self.judge.started.holds else ILLEGAL

    def _apply_fact(self, at: int, event: Event, *, live: bool) -> None:
        """Record a fact that happened, by its kind. Takings back and ends that wait for hands are not put to the rules. `at`:
        place of the fact in the log. `live`: told just now, not told again after an amendment."""
        event = event if live else self.judge.read_as_told(self.state, event)
        if isinstance(event, TakenBack):
            return self._apply_lift(at, event)
        if isinstance(event, PutRight):
            return self._note_done(at, event, LEGAL)
        if isinstance(event, TurnEnded) and event.hands:
            self.waiting = replace(self.record.facts[at], event=replace(event, hands=False))
            return self._note_done(at, event, DROPPED)
        if isinstance(event, HandsGone):
            return self._hands_gone(at, event, live=live)
        return self._judge_told(at, event, live=live)

    def _hands_gone(self, at: int, event: HandsGone, *, live: bool) -> None:
        """Record leaving hands, and judge the end of turn that waited, if any. `live`: told just now, not told again after an
        amendment."""
        self._note_done(at, event, DROPPED)
        if self.waiting is None:
            return
        n, meant = self.waiting.n, self.waiting.event
        if isinstance(meant, TurnEnded) and event.unknown is not None:
            meant = replace(meant, unknown=event.unknown)
        self.waiting = None
        self.judged = [each for each in self.judged if each.n != n]  # told, and judged only now
        self._judge_told(self.record.find_place(n), meant, live=live)

    def _apply_lift(self, at: int, event: TakenBack) -> None:
        """Record a card that was lifted, with another beneath (13), and take the card off what lies. The card on top then is
        known by number, else by face. Without such a card, a note."""
        n, before = self.record.find_number(at), self.record.find_before(at)
        target, top = self.absent.get(n), self.laid.top_of_zone(event.zone)
        turn = self.state.turn
        if target is None and top is not None and (top.after, top.turn) == (event.card, turn):
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
        judged = Judged(n, event, fate, self._rule_on(n, verdict, findings), Held(Fate.STANDS), self.record.find_amendments(at))
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

    def _note_done(self, at: int, event: Event, verdict: str) -> None:
        """Record a fact that stands without a question to the rules. `verdict`: see `Ruling`."""
        n = self.record.find_number(at)
        held = self.record.find_held(at, Held(Fate.STANDS))
        self.judged.append(Judged(n, event, Fate.STANDS, self._rule_on(n, verdict), held))

    # Judging

    def _judge_told(self, at: int, event: Event, *, live: bool) -> None:
        """Put a fact to the rules, and record the fact as standing, noted, open or told after the end. `at`: place of the fact
        in the log. `live`: told just now, not told again after an amendment."""
        passes = is_turn_ending(event) and self.record.has_stood(at) and self.record.has_play_after(at, kept=False)
        if self._has_end() and (live or not (is_playing(event) or passes)):
            return self._judge_after_end(at, event)
        self._reopen_match()
        if (on_half := self.judge.judge_end_on_half(self.state, event)) is not None:
            return self._record_standing(at, event, on_half, Fate.STANDS, live=live)
        stays = not live and self.record.must_stay(at, event)
        disputes = (
            self._disputes_before(self.record.find_number(at)) if live else self.disputes if self.record.is_open(at) else ()
        )
        faces = self.list_faces() if isinstance(event, Played) else None
        step = self.judge.judge_fact(self.state, event, stays=stays, disputes=disputes, faces=faces)
        went_on = not live and self._has_play_gone_on(at, event, step)
        if step.stands and not went_on:
            return self._record_standing(at, event, step, Fate.STANDS, live=live)
        fate = Fate.NOTED if went_on else self._fate_of_foul(at, event, live=live)
        if fate is Fate.NOTED:
            return self._record_standing(
                at, event, self._force_told(at, event, step, stays or self.record.was_open(at)), Fate.NOTED, live=live
            )
        return self._record_refusal(at, event, step, fate)

    def _disputes_before(self, n: int) -> list[Dispute]:
        """The disputes that keep a turn from ending, told with fact `n`: not cards laid while the end waited for hands to
        go."""
        return [dispute for dispute in self.disputes if dispute.n < n]

    def _judge_after_end(self, at: int, event: Event) -> None:
        """Judge a word or fact on a match that has ended."""
        n, state = self.record.find_number(at), self.judge.rules.with_outcome(self.state, self.ends[-1][0].outcome)
        step = self.judge.judge_fact(state, event, disputes=self.disputes)
        if not step.stands and self.record.has_stood(at):  # a word that stood is a note at most (2)
            notes = tuple(replace(found, severity=Severity.NOTE) for found in step.findings)
            held, ruling = self.record.find_held(at, Held(Fate.STANDS)), self._rule_on(n, NOTE, notes)
            self.judged.append(Judged(n, event, Fate.NOTED, ruling, held, self.record.find_amendments(at)))
            return
        if step.outcome is not None:
            self.repeated[n] = self.ends[-1][0].n
        kept = (is_laying(event) or isinstance(event, TurnEnded)) and not step.stands
        fate = Fate.KEPT if kept else Fate.STANDS if step.stands else Fate.SAID
        verdict = self._choose_refusal() if kept else find_verdict(step) if step.outcome or step.stands else ILLEGAL
        self.judged.append(Judged(n, event, fate, self._rule_on(n, verdict, step.findings, step.outcome), Held(fate)))

    def _has_play_gone_on(self, at: int, event: Event, step: Step[Any]) -> bool:
        """Did play go on after the end of a turn whose player could not go on? `step`: what the rules say of the end.

        The end lost nothing, and the turn passed. Facts told after an end by another fact are no play that went on.
        """
        if not isinstance(event, TurnEnded) or self._is_played_on(self.record.find_number(at)):
            return False
        before = self.record.find_before(at)
        ended = before is not None and before.ruling.outcome is not None  # what is put in after it is told after the end (10)
        kept = self.record.is_put_in(at) and not self.record.has_stood(at) and not ended
        if step.outcome is None or not step.outcome.lapses or not self.record.has_play_after(at, kept=kept):
            return False
        return is_same_turn(step.state, self.state)

    def _fate_of_foul(self, at: int, event: Event, *, live: bool) -> Fate:
        """What becomes of a fact that the rules refuse: open, said, or noted where play has gone on over the fact. `live`: told
        just now, not told again after an amendment."""
        may_open = (is_laying(event) and not (isinstance(event, Claimed) and event.code == "dead")) or isinstance(
            event, TurnEnded
        )
        if live:
            return Fate.OPEN if may_open else Fate.SAID
        if self.record.stays_there(at):
            return Fate.NOTED
        if self.record.is_open(at) and not self.record.is_put_in(at):
            return Fate.OPEN
        if self.record.was_kept(at) and self.record.find_passed(at) is None:  # what was laid after an end lies there (10)
            return Fate.SAID if isinstance(event, TurnEnded) else Fate.NOTED
        anew = self.record.is_judged_anew(at) and is_laying(event) and may_open
        return Fate.OPEN if anew and self.record.is_in_sight(at) else Fate.NOTED

    def _force_told(self, at: int, event: Event, refused: Step[Any], stays: bool) -> Step[Any]:
        """The step of a fact that lies on the table though `refused`, see `Judge.force_fact`. `stays`: the turn stays with the
        player."""
        passed = self.record.find_passed(at)
        passes = passed is not None or (self.record.is_judged_anew(at) and not self.record.has_ended_none(at))
        return self.judge.force_fact(self.state, event, refused, stays=stays, passes=passes, ended=passed == ENDED)

    # What comes of a judgment

    def _record_refusal(self, at: int, event: Event, step: Step[Any], fate: Fate) -> None:
        """Record a refused fact. At a table a card on a zone opens a dispute. `step`: what the rules say. `fate`: `OPEN` or
        `SAID`."""
        n = self.record.find_number(at)
        if find_zone_of(event) and self.judge.started.holds and fate is Fate.OPEN:
            face = self.judge.find_disputed_face(self.state, event)
            self.disputes.append(Dispute(n, find_zone_of(event), face, step.findings))
        held, ruling = self.record.find_held(at, Held(fate)), self._rule_on(n, ILLEGAL, step.findings)
        self.judged.append(Judged(n, event, fate, ruling, held, self.record.find_amendments(at)))

    def _record_standing(self, at: int, event: Event, step: Step[Any], fate: Fate, *, live: bool) -> None:
        """Record a fact that stands, or lies on the table as a note: rulings, state, and how the turn passes. `step`: what the
        rules say. `fate`: `STANDS` or `NOTED`. `live`: told just now, not told again after an amendment."""
        n, turn = self.record.find_number(at), (self.state.turn, self.state.to_move)
        step = self._drop_stuck_end(at, turn, self.judge.tidy_after_claim(step, event))
        ruling = self._rule_on(n, self._choose_verdict(event, step, fate), step.findings, step.outcome)
        self.since += is_playing(event)
        self._record_laid(n, event, step.state)
        self.state = step.state
        self._record_end(n, turn, step.outcome, event)
        passed = self._pass_turn_on(at, event, turn, fate, live=live)
        anew = self.record.is_judged_anew(at) and not self.record.was_kept(at)
        ended = live or anew or self.record.find_passed(at) == ENDED
        if passed is None and step.outcome is not None and not self._is_played_on(n) and ended:
            passed = ENDED
        judged = Judged(
            n, event, fate, ruling, self.record.find_held(at, Held(Fate.STANDS)), self.record.find_amendments(at), passed
        )
        held = self._settle_standing(at, judged, live=live)
        self.judged.append(judged if held is judged.held else replace(judged, held=held))

    def _settle_standing(self, at: int, judged: Judged, *, live: bool) -> Held:
        """What is settled of a standing fact: with the next fact, or at once. `live`: told just now, not told again after an
        amendment.

        Settled at once is a fact as told. So is an end of turn put in without ending a turn (a drawn card may end a turn of
        Sequence).
        """
        held, own = judged.held.hold_risen(judged.own), judged.own
        ended_none = isinstance(judged.event, TurnEnded) and judged.passed is None and judged.fate is Fate.STANDS
        put_in = self.record.find_before(at) is None and ended_none and judged.ruling.outcome is None
        if live:
            return held.hold_standing(own, judged.passed)
        at_once = put_in and not held.has_stood_with(own)
        return replace(held, at_once=(*held.at_once, (own, judged.passed))) if at_once else held

    def _choose_verdict(self, event: Event, step: Step[Any], fate: Fate) -> str:
        """The verdict on a fact that stands. The same face seen again says nothing unless something follows."""
        turn, after = (self.state.turn, self.state.to_move), (step.state.turn, step.state.to_move)
        if isinstance(event, Played) and event.again and not step.findings and after == turn:
            return DROPPED
        return NOTE if fate is Fate.NOTED and step.outcome is None else find_verdict(step)

    def _record_laid(self, n: int, event: Event, after: Any) -> None:
        """Keep what lies on a zone now. `after`: the state with the fact. In text nobody looks at single chips."""
        zone = find_zone_of(event)
        if not is_laying(event) or not zone:
            return
        tracked = isinstance(event, Played) or self.judge.started.holds
        was = self.list_faces().get(zone, "") if tracked else ""
        now = event.after if isinstance(event, Played) else self.judge.rules.list_faces(after).get(zone, "") if tracked else ""
        self.laid.cards.append(Laid(n, zone, was, now, self.state.turn))

    def _drop_stuck_end(self, at: int, turn: tuple[int, int], step: Step[Any]) -> Step[Any]:
        """The step, without an end that only another seat's turn brings.

        Where the turn passed to another seat than by now (7), nobody asks whether that seat is stuck. `turn`: number and seat
        before the step.
        """
        passed, now = self.record.find_passed(at), (step.state.turn, step.state.to_move)
        if step.outcome is None or not step.outcome.lapses or passed is None or passed.ended or now[0] == turn[0]:
            return step
        if self.record.was_kept(at):  # it passes by the rules
            return step
        same = now[1] == (turn[1] + passed.stride) % self.judge.started.seats
        return step if same else Step(self.judge.rules.with_outcome(step.state, None), step.findings)

    def _pass_turn_on(self, at: int, event: Event, turn: tuple[int, int], fate: Fate, *, live: bool) -> Passed | None:
        """How the turn passes: as before (2, 6), or by the rules where the fact is judged only now. None where the turn goes
        on. The state is set to the turn that follows. `turn`: number and seat before the fact. `fate`: of the fact. `live`:
        told just now, not told again after an amendment."""
        rules, wanted = self.judge.rules, self.record.find_passed(at)
        natural = self.state.turn != turn[0]
        if (
            wanted == ENDED and is_laying(event) and self._is_played_on(self.record.find_number(at))
        ):  # the turn stays with its player
            self.state = rules.resume_turn(self.state, *turn, rules.could_draw(self.state)) if natural else self.state
            return None if self.record.has_laid_after(at) else ENDED
        note_laid = fate is Fate.NOTED and is_laying(event) and wanted != ENDED and not live
        if note_laid:
            wanted = self.record.find_latest_pass(at)  # a note moves nobody's turn (2)
        said_again = isinstance(event, TurnEnded) and wanted is not None
        lies = fate is Fate.NOTED and (wanted is not None or self.record.was_open(at))
        told_anew = self.record.is_judged_anew(at) and not (said_again or lies)
        anew = told_anew and not (is_laying(event) and (self.record.has_laid_after(at) or self._has_given_its_turn(at, wanted)))
        played_on = wanted is None and isinstance(event, TurnEnded) and self._is_played_on(self.record.find_number(at))
        if not note_laid and (live or self.record.was_kept(at) or anew or wanted == ENDED or played_on):
            return self.judge.measure_pass(turn, self.state) if natural else None
        if fate is Fate.NOTED and not natural and self._is_of_another(event, turn[1]):
            return None  # another seat's: a note, which ends nothing
        if wanted is None:
            if natural:
                self.state = rules.resume_turn(self.state, *turn, rules.could_draw(self.state))
            return None
        if not natural:
            self.state = rules.with_outcome(rules.pass_turn(rules.with_outcome(self.state, None)).state, None)
        self.state = self.judge.pass_as_before(self.state, turn, wanted)
        return wanted

    def _has_given_its_turn(self, at: int, wanted: Passed | None) -> bool:
        """Does a play lie as before, with the turn passed (`wanted`)? Who had a turn is not counted anew (7)."""
        return wanted is not None and not wanted.ended and self.record.lies_as_before(at)

    @staticmethod
    def _is_of_another(event: Event, seat: int) -> bool:
        """Is a fact the end of a turn, or the word that a player can do nothing, of another player than `seat`?"""
        return isinstance(event, TurnEnded) or (
            isinstance(event, Claimed) and not is_laying(event) and event.seat not in (None, seat)
        )

    def _rule_on(self, n: int, verdict: str, findings: tuple[Finding, ...] = (), outcome: Outcome | None = None) -> Ruling:
        return self.judge.make_ruling(self.state, n, verdict, findings, outcome)

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
