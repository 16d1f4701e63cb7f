"""The facts of a match in the order in which they happened, with what is held of each from when it was told last. Pure.

Asked while the facts are folded again: the points in brackets are those of the law (see `companion/match/referee.py`).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache

from companion.match.events import Claimed, Entry, Event, Played, TakenBack, TurnEnded, Waived
from companion.match.facts import lays, plays_on, zone_of
from companion.match.lifting import UNREAD
from companion.match.rulings import NOTE, Fate, Held, Judged, Own, Passed
from companion.match.standing import Standing


@dataclass(frozen=True, slots=True)
class Record:
    """The facts to be told. A fact is named by its place `at` among them. `known`: what stands of the log; `held`: what became of each
    fact until now, by its number; `lifted_by`: the taking back that lifted a fact, by the fact's number; `opened`: the facts that are
    open, each with its own amendments; `undoes`: the facts are told again because something was undone; `revived`: the facts told after the
    match (10) that lie there, or end a turn, by now."""

    facts: Sequence[Entry]
    known: Standing
    held: Mapping[int, Judged] = field(default_factory=dict)
    lifted_by: Mapping[int, int] = field(default_factory=dict)
    opened: frozenset[tuple[int, Own]] = frozenset()
    undoes: bool = False
    revived: frozenset[int] = frozenset()

    def number(self, at: int) -> int:
        """Its number in the log."""
        return self.facts[at].n

    def event(self, at: int) -> Event:
        """What happened, as amended."""
        return self.known.events[self.number(at)]

    def place(self, n: int) -> int:
        """The place of the fact with this number."""
        return next(at for at, fact in enumerate(self.facts) if fact.n == n)

    def own(self, at: int) -> Own:
        """The standing amendments that name it."""
        return self.known.own.get(self.number(at), ())

    def before(self, at: int) -> Judged | None:
        """What became of it until now, None where it was never told."""
        return self.held.get(self.number(at))

    def held_at(self, at: int, otherwise: Held) -> Held:
        """What is held of it, `otherwise` where it was never told."""
        before = self.before(at)
        return before.held if before is not None else otherwise

    def passed(self, at: int) -> Passed | None:
        """How the turn passed with it, as it is held."""
        before, own = self.before(at), self.own(at)
        if before is None:
            return None
        if self.was_open(at) and lays(self.event(at)):
            return None  # it took the turn when it was opened, or never gave one
        if lays(self.event(at)) and (self.lies_as_before(at) or self.laid_since(at)):
            return before.passed  # who has the turn is not counted anew (6, 7)
        return None if self.ended_none(at) and before.passed is None else before.held.passed(own)

    def ended_none(self, at: int) -> bool:
        """Was it a note with the amendments that it has, or until it was undone, so that it may have ended nobody's turn?"""
        before, own = self.before(at), self.own(at)
        if before is None or before.own != own or before.held.stood_with(own):
            return False
        return before.fate is Fate.NOTED or (before.fate is Fate.UNDONE and before.ruling.verdict == NOTE)

    def passed_until_now(self, at: int) -> Passed | None:
        """How the turn passed with it until now, None where it passed none."""
        before = self.before(at)
        return None if before is None or before.passed is None or before.passed.ended else before.passed

    def lies_as_before(self, at: int) -> bool:
        """Does it lie there until now, with the amendments that it has? Then it gives and takes no turn."""
        before = self.before(at)
        return before is not None and before.fate in (Fate.STANDS, Fate.NOTED) and before.own == self.own(at)

    def stood(self, at: int) -> bool:
        """Was it ever held to stand?"""
        before = self.before(at)
        return before is not None and bool(before.held.stood)

    def was_kept(self, at: int) -> bool:
        """Is it held to have been told after the end (10)?"""
        before = self.before(at)
        return before is not None and before.held.fate is Fate.KEPT

    def is_kept(self, at: int) -> bool:
        """Was it told after the end (10), or put in among such facts?"""
        return self.was_kept(at) or (self.is_put_in(at) and self.before(at) is None and not self.went_on_after(at, kept=False))

    def is_judged_anew(self, at: int) -> bool:
        """Is it judged as if it had been told only now (1, 3)?"""
        before = self.before(at)
        return before is None or not before.held.stood_with(self.own(at))

    def is_open(self, at: int) -> bool:
        """Was it refused, and not yet put right?"""
        before = self.before(at)
        return before is not None and before.held.fate is Fate.OPEN and self.is_judged_anew(at)

    def was_put_right(self, at: int) -> bool:
        """Was it open when it was undone, and was something laid or lifted on its zone since, which put it right (12)?"""
        before, n, zone = self.before(at), self.number(at), zone_of(self.event(at))
        if before is None or before.fate is not Fate.UNDONE or before.held.fate is not Fate.OPEN:
            return False
        later = (place for place in range(at + 1, len(self.facts)) if self.number(place) > n and not self.is_put_in(place))
        return any(isinstance(self.event(place), Played | TakenBack) and zone_of(self.event(place)) == zone for place in later)

    def was_open(self, at: int) -> bool:
        """Was it open until now, with the amendments that it has? What lies there in the end for what came after it moves no turn (2)."""
        before, own = self.before(at), self.own(at)
        if before is None or before.own != own or before.held.stood_with(own):
            return False
        return before.fate is Fate.OPEN or (
            before.fate is Fate.NOTED and before.held.fate is Fate.OPEN and before.passed is None
        )

    def is_put_in(self, at: int) -> bool:
        """Was it told later than what came after it?"""
        return self.number(at) in self.known.amendments

    def happened(self, at: int) -> bool:
        """Does it lie there, as far as is held? One that is open does not, unless an amendment of its own let it stand since (an end that
        waits for another fact stands and falls with that), nor one that its own amendments have just opened."""
        n, own, before = self.number(at), self.own(at), self.before(at)
        if not self.known.stands(n) or n in self.lifted_by or (n, own) in self.opened:
            return False
        if before is None:
            return True
        let_stand = (bool(own) or n in self.known.played_on) and before.fate in (Fate.STANDS, Fate.NOTED)
        if before.own != own:  # amended just now: whether that opens it is seen when it is told again
            let_stand = not self._was_waived_now(at)
        return not ((before.held.fate is Fate.OPEN and not let_stand) or before.is_gone_with(own))

    def _was_waived_now(self, at: int) -> bool:
        """Was it let stand just now? That hides no other card in dispute on its pile (12)."""
        own = self.own(at)
        return bool(own) and isinstance(self.known.amendments.get(own[-1]), Waived)

    def went_on_after(self, at: int, *, kept: bool) -> bool:
        """Did play go on after it, as far as is held? `kept`: also with what was told after the end, before this fact was put in."""
        places, n = range(at + 1, len(self.facts)), self.number(at)
        later = (place for place in places if not self.is_kept(place) or (kept and self.number(place) < n))
        return any(plays_on(self.event(place)) and self.happened(place) for place in later)

    def laid_since(self, at: int) -> bool:
        """Was anything laid after it? What was let lie as it was told does not say whose turn it was, and what was told after the end lies
        nowhere while that stands (10)."""
        later = (
            place for place in range(at + 1, len(self.facts)) if self.happened(place) and not self._waits_for_the_end(place)
        )
        return any(lays(self.event(place)) and not self._was_let_lie(place) for place in later)

    def _waits_for_the_end(self, at: int) -> bool:
        before = self.before(at)
        return before is not None and before.fate is Fate.KEPT

    def _was_let_lie(self, at: int) -> bool:
        told = self.facts[at].event
        return isinstance(told, Played) and told.waived

    def is_in_sight(self, at: int) -> bool:
        """Is its card still visible, and does its turn still run (3)? A play that is a turn by itself: was nothing laid since (6)? What was
        told while it was open hides it no more than when it was told (12), nor does what stands only since it is in dispute."""
        before = self.before(at)
        if before is not None and before.passed is not None and lays(self.event(at)) and self.laid_since(at):
            return False  # it ended its turn by itself, and does not take that back (6)
        disputed = before is not None and self.own(at) in before.held.opened
        places = range(at + 1, len(self.facts))
        later = (place for place in places if self.happened(place) or (not disputed and self._rose(place)))
        if any(self._is_put_on(place, at) for place in places):
            return False
        before_it = (place for place in later if not self._told_meanwhile(at, place) and not self._rose_meanwhile(at, place))
        return not any(self._hides(place, at) or self._showed_another(place, at) for place in before_it)

    def stays_there(self, at: int) -> bool:
        """Does it lie there, so that no amendment of another entry puts it in dispute (14), but for the undo of one (11)?

        What was refused and stands since another entry was amended stands and falls with that."""
        before = self.before(at)
        amended = bool(self.own(at)) or self.number(at) in self.known.played_on
        by_itself = before is not None and (before.fate is Fate.NOTED or amended)
        return by_itself and self.lies_as_before(at) and not self.undoes

    def _is_put_on(self, later: int, at: int) -> bool:
        """Did an amendment put a later card on that of the fact in place `at`? It covers that card, in dispute or not."""
        told, event, before, n = self.event(later), self.event(at), self.before(later), self.number(later)
        if not isinstance(told, Played) or not isinstance(event, Played) or told.zone != event.zone:
            return False
        amended = self.is_put_in(later) or (before is not None and before.held.fate is Fate.STANDS and self._is_opened(later))
        gone = before is not None and before.is_gone_with(self.own(later))
        return amended and self.known.stands(n) and n not in self.lifted_by and not gone

    def _is_opened(self, at: int) -> bool:
        """Is it open now?"""
        return (self.number(at), self.own(at)) in self.opened

    def _showed_another(self, lift: int, at: int) -> bool:
        """Was another face seen on its zone than that of the fact in place `at` when a card was taken back later (13)?"""
        told, event = self.event(lift), self.event(at)
        if not isinstance(told, TakenBack) or not isinstance(event, Played) or told.zone != event.zone:
            return False
        return told.beneath not in (None, UNREAD, event.after)

    def _rose(self, at: int) -> bool:
        """Was it refused when it was told, and does it stand since another fact was amended?"""
        n, own, before = self.number(at), self.own(at), self.before(at)
        if before is None or before.held.fate is not Fate.OPEN or before.fate not in (Fate.STANDS, Fate.NOTED):
            return False
        return before.own == own and self.known.stands(n) and n not in self.lifted_by and (n, own) not in self.opened

    def _told_meanwhile(self, at: int, later: int) -> bool:
        """Was a later fact told at the table while the one in place `at` was open?"""
        return self.is_open(at) and not self.is_put_in(later) and self.number(later) > self.number(at)

    def _rose_meanwhile(self, at: int, later: int) -> bool:
        """Did a later fact come to stand, or was it let stand, while the one in place `at` was in dispute? That ends no other dispute (12,
        14); one that its own correction made stand does."""
        before, own, then, names = self.before(at), self.own(at), self.before(later), self.own(later)
        if before is None or before.fate is not Fate.OPEN or before.own != own:
            return False
        if names and names[-1] > max((self.number(at), *own)):
            return isinstance(self.known.amendments.get(names[-1]), Waived)
        return then is not None and names in then.held.risen

    def _hides(self, later: int, at: int) -> bool:
        """Does a later fact lie on what the one in place `at` put there, or end its turn?"""
        told, event, passed = self.event(later), self.event(at), self.passed(later)
        if isinstance(told, TakenBack) and self._lifts_from_below(later, at):
            return True  # another card was on top then (13)
        if lays(told) and self.was_kept(later) and self.number(later) not in self.revived:
            return False
        if zone_of(told) == zone_of(event) or (lays(told) and isinstance(event, Claimed)):
            return True
        if isinstance(told, TurnEnded) and not self.stood(later):
            return self._ends_now(later)
        if self._is_idle_again(later):
            return False
        return passed is not None and (not passed.ended or isinstance(told, TurnEnded))

    def _is_idle_again(self, at: int) -> bool:
        """Does an end of a turn have the amendments again with which it was another player's, and ended none?"""
        before, own = self.before(at), self.own(at)
        return before is not None and before.own != own and own in before.held.idle and not before.held.stood_with(own)

    def _ends_now(self, at: int) -> bool:
        """Does an end of a turn that was never held to stand end one: put in since the last fact, or told after an end that is none now?"""
        before = self.before(at)
        return self.number(at) in self.revived if self.was_kept(at) else before is None or before.passed is not None

    def _lifts_from_below(self, later: int, at: int) -> bool:
        """Is a taking back that of a card which lay beneath the one in place `at`?"""
        lifted = next((n for n, by in self.lifted_by.items() if by == self.number(later)), None)
        return lifted is not None and self.place(lifted) < at and zone_of(self.known.events[lifted]) == zone_of(self.event(at))

    def must_stay(self, at: int, event: Event) -> bool:
        """A card that ends the turn by itself takes the turn when amended only if nothing was laid since (6)."""
        if not lays(event):
            return False
        if self.before(at) is None:
            return self.laid_since(at)
        went_on = not self.was_kept(at) and self.passed(at) is None
        return went_on and (not self.is_judged_anew(at) or self.laid_since(at))


@dataclass(frozen=True)
class WholeRecord(Record):
    """The record of a fold of many facts, which ask the same of one another again and again. Each answer is kept: it cannot change within one
    pass over the facts."""

    def __post_init__(self) -> None:
        of_place = (self.number, self.event, self.place, self.own, self.before, self.passed, self.stood, self.happened)
        of_before = (self.was_kept, self.was_open, self.is_judged_anew, self.is_put_in, self.laid_since)
        for question in (*of_place, *of_before):
            object.__setattr__(self, question.__name__, cache(question))
