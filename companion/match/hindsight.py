"""Folding the facts of a match, at first and again after an amendment. Pure.

What stood, stands: a fact that was judged is never judged anew. Where an amended log would refuse it by now it lies there all the same
(`Fate.NOTED`), the turn passes as it passed, and nothing later is lifted. Judged anew is only what is still open, and what the
amendment itself names. The points in brackets are those of the law (see `companion/match/referee.py`).

What is held of the facts is in `companion/match/record.py`, what the rules say of them in `companion/match/judge.py`.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Any

from companion.match.events import Claimed, Entry, Event, HandsGone, Played, PutRight, TakenBack, TurnEnded
from companion.match.facts import ends_turn, lays, plays_on, zone_of
from companion.match.judge import Judge, not_ended, verdict_of
from companion.match.laid_cards import LaidCards
from companion.match.lifting import UNREAD, lifts_nothing
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
    """One pass over the facts. A builder: it lives within one call and is shared with nobody.

    `live`, of its methods: this fact is told just now, nothing was told after it. `absent`: by its taking back, the fact that was
    lifted and never lay there; `resolved`: the facts that were found to be lifted, each with the taking back that did. `since`: facts
    that stood since the last end; `repeated`: the words that told of an end that was there already, each with the fact that made it.
    """

    judge: Judge
    state: Any
    record: Record
    disputes: list[Dispute] = field(default_factory=list)
    ends: list[tuple[End, Any]] = field(default_factory=list)
    waiting: Entry | None = None
    judged: list[Judged] = field(default_factory=list)
    laid: LaidCards = field(default_factory=LaidCards)
    absent: dict[int, int] = field(default_factory=dict)
    resolved: dict[int, int] = field(default_factory=dict)
    since: int = 0
    repeated: dict[int, int] = field(default_factory=dict)

    # One fact after another

    def tell(self, at: int, *, live: bool) -> None:
        """Judge the fact in place `at`, or let it lie as it is held."""
        n, event, before = self.record.number(at), self.record.event(at), self.record.before(at)
        if not self.record.known.stands(n):
            return self._absent(at, event, Fate.UNDONE)
        if n in self.record.lifted_by:
            return self._lifted(at, event)
        own = self.record.own(at)
        if before is not None and (before.is_gone_with(own) or self.record.was_put_right(at)):
            fate = Fate.SAID if before.held.fate is Fate.SAID else Fate.OVER
            ruling = before.held.refused_with(own) or before.ruling
            held, gone_before = before.held.refused(own, ruling), before.fate in (Fate.OVER, Fate.SAID)
            passed = self._pass_without(at, event, before.passed is not None if gone_before else self.record.laid_since(at))
            judged = replace(before, event=event, fate=fate, ruling=ruling, held=held, own=own, passed=passed)
            return self.judged.append(judged)
        if self.record.is_kept(at) and self._in_force():
            return self._kept(at, event)
        return self._apply(at, event, live=live)

    def _absent(self, at: int, event: Event, fate: Fate) -> None:
        """A fact that never happened."""
        n, before = self.record.number(at), self.record.before(at)
        gone = before is not None and before.is_gone_with(self.record.own(at))
        if before is not None and before.fate in (
            Fate.UNDONE,
            Fate.TAKEN_BACK,
        ):  # what was decided when it went is not decided anew
            keeps = before.passed is not None
        else:
            keeps = not gone and self.record.laid_since(at)
        passed = self._pass_without(at, event, keeps)
        ruling = before.ruling if before else self._ruling(n, LEGAL)
        held = self.record.held_at(at, Held(Fate.STANDS))
        lifted = None if before is None else before.lifted
        self.judged.append(Judged(n, event, fate, ruling, held, self.record.own(at), passed, lifted))

    def _pass_without(self, at: int, event: Event, keeps: bool) -> Passed | None:
        """What was laid since keeps its player (6): the turn that a fact passed by itself has passed, where it `keeps` that though it does
        not lie there."""
        passed = self.record.passed(at)
        if passed is None or passed.ended or not lays(event) or not keeps:
            return None
        self._going_on()
        turn = (self.state.turn, self.state.to_move)
        self.state = self.judge.passed_as(self.judge.rules.pass_on(self.state).state, turn, passed)
        return passed

    def _lifted(self, at: int, event: Event) -> None:
        n, zone, rules = self.record.number(at), zone_of(event), self.judge.rules
        self.absent[self.record.lifted_by[n]] = n
        beneath, face = rules.faces(self.state).get(zone, ""), event.after if isinstance(event, Played) else ""
        self.laid.hide(Laid(n, zone, beneath, face, self.state.turn))
        self._absent(at, event, Fate.TAKEN_BACK)

    def _kept(self, at: int, event: Event) -> None:
        """Told after the end (10)."""
        n, held = self.record.number(at), self.record.held_at(at, Held(Fate.KEPT))
        state = self.judge.rules.over(self.state, self.ends[0][0].outcome)
        step = self.judge.step(state, event, disputes=self.disputes)
        self.judged.append(Judged(n, event, Fate.KEPT, self._ruling(n, self._refusal(), step.findings), held))

    def _refusal(self) -> str:
        return DROPPED if self.judge.started.holds else ILLEGAL

    def _apply(self, at: int, event: Event, *, live: bool) -> None:
        event = event if live else self.judge.as_told(self.state, event)
        if isinstance(event, TakenBack):
            return self._taken_back(at, event)
        if isinstance(event, PutRight):
            return self._done(at, event, LEGAL)
        if isinstance(event, TurnEnded) and event.hands:
            self.waiting = replace(self.record.facts[at], event=replace(event, hands=False))
            return self._done(at, event, DROPPED)
        if isinstance(event, HandsGone):
            return self._hands_gone(at, event, live=live)
        return self._judge(at, event, live=live)

    def _hands_gone(self, at: int, event: HandsGone, *, live: bool) -> None:
        self._done(at, event, DROPPED)
        if self.waiting is None:
            return
        n, meant = self.waiting.n, self.waiting.event
        if isinstance(meant, TurnEnded) and event.unknown is not None:
            meant = replace(meant, unknown=event.unknown)
        self.waiting = None
        self.judged = [each for each in self.judged if each.n != n]  # told, and judged only now
        self._judge(self.record.place(n), meant, live=live)

    def _taken_back(self, at: int, event: TakenBack) -> None:
        """A card was lifted, and another lay beneath (13): what was on top then is known by its number, else by its face."""
        n, before = self.record.number(at), self.record.before(at)
        target, top = self.absent.get(n), self.laid.top(event.zone)
        turn = self.state.turn
        if target is None and top is not None and (top.after, top.turn) == (event.card, turn):
            target = top.n
        beneath = None
        if target is not None:
            beneath, self.resolved[target] = self.laid.lift(target, event.zone), n
        seen = beneath if event.beneath is None else event.beneath
        instead = None if seen in (None, UNREAD) else self._uncover(event.zone, seen or "")
        event = event if instead is None else replace(event, beneath=seen)
        fate, verdict = (Fate.NOTED, NOTE) if target is None else (Fate.STANDS, LEGAL)
        findings = () if target is not None else (lifts_nothing(event.zone),)
        lifted = before.lifted if target is None and before is not None else target
        judged = Judged(n, event, fate, self._ruling(n, verdict, findings), Held(Fate.STANDS), self.record.own(at))
        self.judged.append(replace(judged, lifted=lifted, instead=instead))

    def _uncover(self, zone: str, seen: str) -> str | None:
        """What was seen beneath a lifted card lies there, whatever the log says (13). The face that lies there by the log, None where that
        is the same."""
        rules = self.judge.rules
        lies = rules.faces(self.state).get(zone)
        uncovered = None if lies is None else self.laid.uncover(zone, seen, lies)
        if uncovered is None:
            return None
        if uncovered.shows is not None:
            self.state = rules.show_face(self.state, zone, uncovered.shows, misread=uncovered.misread)
        return uncovered.instead

    def _done(self, at: int, event: Event, verdict: str) -> None:
        n = self.record.number(at)
        held = self.record.held_at(at, Held(Fate.STANDS))
        self.judged.append(Judged(n, event, Fate.STANDS, self._ruling(n, verdict), held))

    # Judging

    def _judge(self, at: int, event: Event, *, live: bool) -> None:
        passes = ends_turn(event) and self.record.stood(at) and self.record.went_on_after(at, kept=False)
        if self._in_force() and (live or not (plays_on(event) or passes)):
            return self._after_the_end(at, event)
        self._going_on()
        if (on_half := self.judge.ended_on_half(self.state, event)) is not None:
            return self._stands(at, event, on_half, Fate.STANDS, live=live)
        stays = not live and self.record.must_stay(at, event)
        disputes = self._disputes_before(self.record.number(at)) if live else self.disputes if self.record.is_open(at) else ()
        step = self.judge.step(self.state, event, stays=stays, disputes=disputes)
        went_on = not live and self._went_on_after_all(at, event, step)
        if step.stands and not went_on:
            return self._stands(at, event, step, Fate.STANDS, live=live)
        fate = Fate.NOTED if went_on else self._fate_of_foul(at, event, live=live)
        if fate is Fate.NOTED:
            return self._stands(
                at, event, self._forced(at, event, step, stays or self.record.was_open(at)), Fate.NOTED, live=live
            )
        return self._refused(at, event, step, fate)

    def _disputes_before(self, n: int) -> list[Dispute]:
        """Those that keep a turn from ending whose end is told now: not what was laid after an end that waited for the hands to go."""
        return [dispute for dispute in self.disputes if dispute.n < n]

    def _after_the_end(self, at: int, event: Event) -> None:
        n, state = self.record.number(at), self.judge.rules.over(self.state, self.ends[-1][0].outcome)
        step = self.judge.step(state, event, disputes=self.disputes)
        if not step.stands and self.record.stood(at):  # a word that stood is a note at most (2)
            notes = tuple(replace(found, severity=Severity.NOTE) for found in step.findings)
            held, ruling = self.record.held_at(at, Held(Fate.STANDS)), self._ruling(n, NOTE, notes)
            self.judged.append(Judged(n, event, Fate.NOTED, ruling, held, self.record.own(at)))
            return
        if step.outcome is not None:
            self.repeated[n] = self.ends[-1][0].n
        kept = (lays(event) or isinstance(event, TurnEnded)) and not step.stands
        fate = Fate.KEPT if kept else Fate.STANDS if step.stands else Fate.SAID
        verdict = self._refusal() if kept else verdict_of(step) if step.outcome or step.stands else ILLEGAL
        self.judged.append(Judged(n, event, fate, self._ruling(n, verdict, step.findings, step.outcome), Held(fate)))

    def _went_on_after_all(self, at: int, event: Event, step: Step[Any]) -> bool:
        """The end of turn of a player who could not go on, though play did: it lost nothing, and the turn passed. What was told after the
        end that another fact made is no play that went on."""
        if not isinstance(event, TurnEnded) or self._played_on(self.record.number(at)):
            return False
        before = self.record.before(at)
        ended = before is not None and before.ruling.outcome is not None  # what is put in after it is told after the end (10)
        kept = self.record.is_put_in(at) and not self.record.stood(at) and not ended
        if step.outcome is None or not step.outcome.lapses or not self.record.went_on_after(at, kept=kept):
            return False
        return is_same_turn(step.state, self.state)

    def _fate_of_foul(self, at: int, event: Event, *, live: bool) -> Fate:
        """What becomes of a fact that the rules refuse."""
        may_open = (lays(event) and not (isinstance(event, Claimed) and event.code == "dead")) or isinstance(event, TurnEnded)
        if live:
            return Fate.OPEN if may_open else Fate.SAID
        if self.record.stays_there(at):
            return Fate.NOTED
        if self.record.is_open(at) and not self.record.is_put_in(at):
            return Fate.OPEN
        if self.record.was_kept(at) and self.record.passed(at) is None:  # what was laid after an end lies there (10)
            return Fate.SAID if isinstance(event, TurnEnded) else Fate.NOTED
        anew = self.record.is_judged_anew(at) and lays(event) and may_open
        return Fate.OPEN if anew and self.record.is_in_sight(at) else Fate.NOTED

    def _forced(self, at: int, event: Event, refused: Step[Any], stays: bool) -> Step[Any]:
        passed = self.record.passed(at)
        passes = passed is not None or (self.record.is_judged_anew(at) and not self.record.ended_none(at))
        return self.judge.forced(self.state, event, refused, stays=stays, passes=passes, ended=passed == ENDED)

    # What comes of a judgment

    def _refused(self, at: int, event: Event, step: Step[Any], fate: Fate) -> None:
        n = self.record.number(at)
        if zone_of(event) and self.judge.started.holds and fate is Fate.OPEN:
            face = self.judge.face_in_dispute(self.state, event)
            self.disputes.append(Dispute(n, zone_of(event), face, step.findings))
        held, ruling = self.record.held_at(at, Held(fate)), self._ruling(n, ILLEGAL, step.findings)
        self.judged.append(Judged(n, event, fate, ruling, held, self.record.own(at)))

    def _stands(self, at: int, event: Event, step: Step[Any], fate: Fate, *, live: bool) -> None:
        n, turn = self.record.number(at), (self.state.turn, self.state.to_move)
        step = self._arrived(at, turn, self.judge.tidied(step, event))
        ruling = self._ruling(n, self._verdict(event, step, fate), step.findings, step.outcome)
        self.since += plays_on(event)
        self._lay(n, event, step.state)
        self.state = step.state
        self._ended(n, turn, step.outcome, event)
        passed = self._passing(at, event, turn, fate, live=live)
        anew = self.record.is_judged_anew(at) and not self.record.was_kept(at)
        ended = live or anew or self.record.passed(at) == ENDED
        if passed is None and step.outcome is not None and not self._played_on(n) and ended:
            passed = ENDED
        judged = Judged(n, event, fate, ruling, self.record.held_at(at, Held(Fate.STANDS)), self.record.own(at), passed)
        held = self._holding(at, judged, live=live)
        self.judged.append(judged if held is judged.held else replace(judged, held=held))

    def _holding(self, at: int, judged: Judged, *, live: bool) -> Held:
        """What is held of a fact that stands. It is settled with the next one, or at once: as it was told, and an end of turn put in that
        ended none (what ends a turn of Sequence may be a card drawn)."""
        held, own = judged.held.rising(judged.own), judged.own
        ended_none = isinstance(judged.event, TurnEnded) and judged.passed is None and judged.fate is Fate.STANDS
        put_in = self.record.before(at) is None and ended_none and judged.ruling.outcome is None
        if live:
            return held.standing(own, judged.passed)
        at_once = put_in and not held.stood_with(own)
        return replace(held, at_once=(*held.at_once, (own, judged.passed))) if at_once else held

    def _verdict(self, event: Event, step: Step[Any], fate: Fate) -> str:
        """The verdict on what stands. The same face seen again says nothing unless it matters."""
        turn, after = (self.state.turn, self.state.to_move), (step.state.turn, step.state.to_move)
        if isinstance(event, Played) and event.again and not step.findings and after == turn:
            return DROPPED
        return NOTE if fate is Fate.NOTED and step.outcome is None else verdict_of(step)

    def _lay(self, n: int, event: Event, after: Any) -> None:
        """Keep what lies there now. In text nobody looks at single chips."""
        zone, rules = zone_of(event), self.judge.rules
        if not lays(event) or not zone:
            return
        tracked = isinstance(event, Played) or self.judge.started.holds
        was = rules.faces(self.state).get(zone, "") if tracked else ""
        now = event.after if isinstance(event, Played) else rules.faces(after).get(zone, "") if tracked else ""
        self.laid.cards.append(Laid(n, zone, was, now, self.state.turn))

    def _arrived(self, at: int, turn: tuple[int, int], step: Step[Any]) -> Step[Any]:
        """A step that ends a turn. Where the turn passed to another seat than it would by now (7), it is not asked whether that one is
        stuck."""
        passed, now = self.record.passed(at), (step.state.turn, step.state.to_move)
        if step.outcome is None or not step.outcome.lapses or passed is None or passed.ended or now[0] == turn[0]:
            return step
        if self.record.was_kept(at):  # it passes by the rules
            return step
        same = now[1] == (turn[1] + passed.stride) % self.judge.started.seats
        return step if same else Step(self.judge.rules.over(step.state, None), step.findings)

    def _passing(self, at: int, event: Event, turn: tuple[int, int], fate: Fate, *, live: bool) -> Passed | None:
        """The turn passes as it passed (2, 6), and by the rules where that is judged only now."""
        rules, wanted = self.judge.rules, self.record.passed(at)
        natural = self.state.turn != turn[0]
        if wanted == ENDED and lays(event) and self._played_on(self.record.number(at)):  # the turn stays with its player
            self.state = rules.resume(self.state, *turn, rules.drawable(self.state)) if natural else self.state
            return None if self.record.laid_since(at) else ENDED
        note_laid = fate is Fate.NOTED and lays(event) and wanted != ENDED and not live
        if note_laid:
            wanted = self.record.passed_until_now(at)  # a note moves nobody's turn (2)
        said_again = isinstance(event, TurnEnded) and wanted is not None
        lies = fate is Fate.NOTED and (wanted is not None or self.record.was_open(at))
        told_anew = self.record.is_judged_anew(at) and not (said_again or lies)
        anew = told_anew and not (lays(event) and (self.record.laid_since(at) or self._has_given_its_turn(at, wanted)))
        played_on = wanted is None and isinstance(event, TurnEnded) and self._played_on(self.record.number(at))
        if not note_laid and (live or self.record.was_kept(at) or anew or wanted == ENDED or played_on):
            return self.judge.passed(turn, self.state) if natural else None
        if fate is Fate.NOTED and not natural and self._is_of_another(event, turn[1]):
            return None  # another seat's: a note, which ends nothing
        if wanted is None:
            if natural:
                self.state = rules.resume(self.state, *turn, rules.drawable(self.state))
            return None
        if not natural:
            self.state = rules.over(rules.pass_on(rules.over(self.state, None)).state, None)
        self.state = self.judge.passed_as(self.state, turn, wanted)
        return wanted

    def _has_given_its_turn(self, at: int, wanted: Passed | None) -> bool:
        """Does a play lie there as before, and has the turn passed with it? Who had a turn is not counted anew (7)."""
        return wanted is not None and not wanted.ended and self.record.lies_as_before(at)

    @staticmethod
    def _is_of_another(event: Event, seat: int) -> bool:
        """Is it the end of a turn, or the word that a player can do nothing, of somebody else?"""
        return isinstance(event, TurnEnded) or (
            isinstance(event, Claimed) and not lays(event) and event.seat not in (None, seat)
        )

    def _ruling(self, n: int, verdict: str, findings: tuple[Finding, ...] = (), outcome: Outcome | None = None) -> Ruling:
        return self.judge.ruling(self.state, n, verdict, findings, outcome)

    # Ends

    def _ended(self, n: int, turn: tuple[int, int], outcome: Outcome | None, event: Event) -> None:
        if outcome is None:
            return
        rules = self.judge.rules
        if self._played_on(n) and outcome.won is False:
            self.state = rules.over(self.state, None)
            if isinstance(event, TurnEnded) and (self.state.turn, self.state.to_move) == turn:
                self.state = rules.over(rules.pass_on(self.state).state, None)
            return
        self.ends.append((End(n, *turn, outcome), self.state))
        self.since = 0

    def _played_on(self, n: int) -> bool:
        return n in self.record.known.played_on

    def _going_on(self) -> None:
        """An end that the amended log holds does not keep what stood from lying there (5)."""
        if self.ends:
            self.state = self.judge.rules.over(self.state, None)

    def _in_force(self) -> bool:
        return any(self._is_in_force(end, place) for place, (end, _) in enumerate(self.ends))

    def _is_in_force(self, end: End, place: int) -> bool:
        latest = place == len(self.ends) - 1 and self.since == 0
        return latest or self.judge.rules.holds(self.state, end.outcome)

    def told(self) -> tuple[Any, End | None]:
        """The state at the end, and what ended the match."""
        standing = next((end for place, (end, _) in enumerate(self.ends) if self._is_in_force(end, place)), None)
        lapsed = {end.n for end, _ in self.ends} - {standing.n if standing else None}
        lapsed |= {n for n, of in self.repeated.items() if of in lapsed}
        if lapsed:
            self.judged = [not_ended(each) if each.n in lapsed else each for each in self.judged]
        return self.judge.rules.over(self.state, standing.outcome if standing else None), standing
