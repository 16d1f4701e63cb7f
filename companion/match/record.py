"""The facts of a match in the order in which everything happened, with what is settled of each since the last telling. Pure.

Asked while the facts are folded again. Points in brackets: the law in `companion/match/referee.py`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache

from companion.match.events import Claimed, Entry, Event, Played, TakenBack, TurnEnded, Waived
from companion.match.facts import find_zone_of, is_laying, is_playing
from companion.match.lifting import UNREAD
from companion.match.rulings import NOTE, Fate, Held, Judged, Own, Passed
from companion.match.standing import Standing


@dataclass(frozen=True, slots=True)
class Record:
    """The facts to be told. Every question names a fact by place `at` among the facts."""

    facts: Sequence[Entry]  # in the order in which everything happened
    known: Standing  # what stands of the log
    held: Mapping[int, Judged] = field(default_factory=dict)  # by number of a fact, what became of the fact until now
    lifted_by: Mapping[int, int] = field(default_factory=dict)  # by number of a lifted fact, the taking back
    opened: frozenset[tuple[int, Own]] = frozenset()  # facts open until now or in this fold, each with own amendments
    undoes: bool = False  # the last amendment is an undo
    revived: frozenset[int] = frozenset()  # facts told after the end that lie on the table, or end a turn, by now

    def find_number(self, at: int) -> int:
        """The fact's number in the log."""
        return self.facts[at].n

    def find_event(self, at: int) -> Event:
        """What happened, as amended."""
        return self.known.events[self.find_number(at)]

    def find_place(self, n: int) -> int:
        """The place of the fact with this number. Raises `StopIteration` where no fact has the number."""
        return next(at for at, fact in enumerate(self.facts) if fact.n == n)

    def find_amendments(self, at: int) -> Own:
        """The standing amendments of a fact."""
        return self.known.own.get(self.find_number(at), ())

    def find_before(self, at: int) -> Judged | None:
        """What became of a fact until now, None for a fact never told."""
        return self.held.get(self.find_number(at))

    def find_held(self, at: int, otherwise: Held) -> Held:
        """What is settled of a fact, `otherwise` for a fact never told."""
        before = self.find_before(at)
        return before.held if before is not None else otherwise

    def find_passed(self, at: int) -> Passed | None:
        """How the turn passed with a fact, as settled. None for a turn that went on, a fact never told, or a card that was open
        until now."""
        before, own = self.find_before(at), self.find_amendments(at)
        if before is None:
            return None
        if self.was_open(at) and is_laying(self.find_event(at)):
            return None  # it took the turn when it was opened, or never gave one
        if is_laying(self.find_event(at)) and (self.lies_as_before(at) or self.has_laid_after(at)):
            return before.passed  # who has the turn is not counted anew (6, 7)
        if self._is_idle_again(at):
            return None
        return None if self.has_ended_none(at) and before.passed is None else before.held.find_pass(own)

    def has_ended_none(self, at: int) -> bool:
        """Was the fact a note with the same amendments, or until undone, so that perhaps no turn ended?"""
        if self._is_idle_again(at):
            return True
        before, own = self.find_before(at), self.find_amendments(at)
        if before is None or before.own != own or before.held.has_stood_with(own):
            return False
        return before.fate is Fate.NOTED or (before.fate is Fate.UNDONE and before.ruling.verdict == NOTE)

    def find_latest_pass(self, at: int) -> Passed | None:
        """How the turn passed with a fact until now, None where the turn went on."""
        before = self.find_before(at)
        return None if before is None or before.passed is None or before.passed.ended else before.passed

    def lies_as_before(self, at: int) -> bool:
        """Does a fact lie on the table with the same amendments as before? Such a fact gives and takes no turn."""
        before = self.find_before(at)
        return before is not None and before.fate in (Fate.STANDS, Fate.NOTED) and before.own == self.find_amendments(at)

    def has_stood(self, at: int) -> bool:
        """Was the fact ever settled to stand?"""
        before = self.find_before(at)
        return before is not None and bool(before.held.stood)

    def was_kept(self, at: int) -> bool:
        """Is the fact settled to have been told after the end (10)?"""
        before = self.find_before(at)
        return before is not None and before.held.fate is Fate.KEPT

    def is_kept(self, at: int) -> bool:
        """Was the fact told after the end (10), or put in among such facts?"""
        return self.was_kept(at) or (
            self.is_put_in(at) and self.find_before(at) is None and not self.has_play_after(at, kept=False)
        )

    def is_judged_anew(self, at: int) -> bool:
        """Is the fact judged as if told only now (1, 3)?"""
        before = self.find_before(at)
        return before is None or not before.held.has_stood_with(self.find_amendments(at))

    def is_open(self, at: int) -> bool:
        """Was the fact refused, and not yet put right?"""
        before = self.find_before(at)
        return before is not None and before.held.fate is Fate.OPEN and self.is_judged_anew(at)

    def was_put_right(self, at: int) -> bool:
        """Was the fact open when undone, and put right since by a card laid or lifted on the same zone (12)?"""
        before, n, zone = self.find_before(at), self.find_number(at), find_zone_of(self.find_event(at))
        if before is None or before.fate is not Fate.UNDONE or before.held.fate is not Fate.OPEN:
            return False
        later = (place for place in range(at + 1, len(self.facts)) if self.find_number(place) > n and not self.is_put_in(place))
        return any(
            isinstance(self.find_event(place), Played | TakenBack) and find_zone_of(self.find_event(place)) == zone
            for place in later
        )

    def was_open(self, at: int) -> bool:
        """Was the fact open until now, with the same amendments? A card that lies for what came later moves no turn (2)."""
        before, own = self.find_before(at), self.find_amendments(at)
        if before is None or before.own != own or before.held.has_stood_with(own):
            return False
        return before.fate is Fate.OPEN or (
            before.fate is Fate.NOTED and before.held.fate is Fate.OPEN and before.passed is None
        )

    def is_put_in(self, at: int) -> bool:
        """Was the fact told later than what came after?"""
        return self.find_number(at) in self.known.amendments

    def has_happened(self, at: int) -> bool:
        """Does the fact lie on the table, as far as settled?

        An open fact does not, unless an own amendment let the fact stand since. Nor does a fact that own amendments have just
        opened. An end that waits for another fact stands and falls with the other.
        """
        n, own, before = self.find_number(at), self.find_amendments(at), self.find_before(at)
        if not self.known.is_in_force(n) or n in self.lifted_by or (n, own) in self.opened:
            return False
        if before is None:
            return True
        let_stand = (bool(own) or n in self.known.played_on) and before.fate in (Fate.STANDS, Fate.NOTED)
        if before.own != own:  # amended just now: whether that opens it is seen when it is told again
            let_stand = not self._was_waived_now(at)
        return not ((before.held.fate is Fate.OPEN and not let_stand) or before.is_gone_with(own))

    def _was_waived_now(self, at: int) -> bool:
        """Was the fact let stand just now? A waiver hides no other card in dispute on the pile (12)."""
        own = self.find_amendments(at)
        return bool(own) and isinstance(self.known.amendments.get(own[-1]), Waived)

    def has_play_after(self, at: int, *, kept: bool) -> bool:
        """Did play go on after the fact, as far as settled? `kept`: count facts told after the end too, before this fact was
        put in."""
        places, n = range(at + 1, len(self.facts)), self.find_number(at)
        later = (place for place in places if not self.is_kept(place) or (kept and self.find_number(place) < n))
        return any(is_playing(self.find_event(place)) and self.has_happened(place) for place in later)

    def has_laid_after(self, at: int) -> bool:
        """Was anything laid after the fact?

        A card let lie as told does not say whose turn it was. Facts told after a standing end lie nowhere (10).
        """
        later = (place for place in range(at + 1, len(self.facts)) if self.has_happened(place) and not self._is_kept_now(place))
        return any(is_laying(self.find_event(place)) and not self._was_let_lie(place) for place in later)

    def _is_kept_now(self, at: int) -> bool:
        before = self.find_before(at)
        return before is not None and before.fate is Fate.KEPT

    def _was_let_lie(self, at: int) -> bool:
        told = self.facts[at].event
        return isinstance(told, Played) and told.waived

    def is_in_sight(self, at: int) -> bool:
        """Is the fact's card still visible, while the turn still runs (3)? A play that is a turn by itself: was nothing laid
        since (6)?

        Facts told while the card was open hide no more than when told (12). Nor do facts that stand only since the card is in
        dispute.
        """
        before = self.find_before(at)
        if before is not None and before.passed is not None and is_laying(self.find_event(at)) and self.has_laid_after(at):
            return False  # it ended its turn by itself, and does not take that back (6)
        disputed = before is not None and self.find_amendments(at) in before.held.opened
        places = range(at + 1, len(self.facts))
        later = (place for place in places if self.has_happened(place) or (not disputed and self._has_risen(place)))
        if any(self._is_put_on(place, at) for place in places):
            return False
        before_it = (
            place for place in later if not self._was_told_meanwhile(at, place) and not self._has_risen_meanwhile(at, place)
        )
        return not any(self._is_hiding(place, at) or self._has_shown_another(place, at) for place in before_it)

    def stays_there(self, at: int) -> bool:
        """Does the fact lie safe from amendments of other entries (14), apart from an undo (11)?

        A refused fact that stands since another entry was amended stands and falls with that amendment.
        """
        before = self.find_before(at)
        amended = bool(self.find_amendments(at)) or self.find_number(at) in self.known.played_on
        by_itself = before is not None and (before.fate is Fate.NOTED or amended)
        return by_itself and self.lies_as_before(at) and not self.undoes

    def _is_put_on(self, later: int, at: int) -> bool:
        """Did an amendment put a later card on the card of the fact in place `at`? In dispute or not, the later card covers."""
        told, event, before, n = self.find_event(later), self.find_event(at), self.find_before(later), self.find_number(later)
        if not isinstance(told, Played) or not isinstance(event, Played) or told.zone != event.zone:
            return False
        amended = self.is_put_in(later) or (before is not None and before.held.fate is Fate.STANDS and self._is_opened(later))
        gone = before is not None and before.is_gone_with(self.find_amendments(later))
        return amended and self.known.is_in_force(n) and n not in self.lifted_by and not gone

    def _is_opened(self, at: int) -> bool:
        """Is the fact open now?"""
        return (self.find_number(at), self.find_amendments(at)) in self.opened

    def _has_shown_another(self, lift: int, at: int) -> bool:
        """Did the taking back in place `lift` see another face beneath than the face of the fact in place `at` (13)?"""
        told, event = self.find_event(lift), self.find_event(at)
        if not isinstance(told, TakenBack) or not isinstance(event, Played) or told.zone != event.zone:
            return False
        return told.beneath not in (None, UNREAD, event.after)

    def _has_risen(self, at: int) -> bool:
        """Was the fact refused when told, and does it stand since another fact was amended?"""
        n, own, before = self.find_number(at), self.find_amendments(at), self.find_before(at)
        if before is None or before.held.fate is not Fate.OPEN or before.fate not in (Fate.STANDS, Fate.NOTED):
            return False
        return before.own == own and self.known.is_in_force(n) and n not in self.lifted_by and (n, own) not in self.opened

    def _was_told_meanwhile(self, at: int, later: int) -> bool:
        """Was the `later` fact told at the table while the fact in place `at` was open?"""
        return self.is_open(at) and not self.is_put_in(later) and self.find_number(later) > self.find_number(at)

    def _has_risen_meanwhile(self, at: int, later: int) -> bool:
        """Did the `later` fact come to stand while the fact in place `at` was in dispute?

        Standing so ends no other dispute (12, 14), unless the later fact's own correction made the difference.
        """
        before, own, then, names = (
            self.find_before(at),
            self.find_amendments(at),
            self.find_before(later),
            self.find_amendments(later),
        )
        if before is None or before.fate is not Fate.OPEN or before.own != own:
            return False
        if names and names[-1] > max((self.find_number(at), *own)):
            return isinstance(self.known.amendments.get(names[-1]), Waived)
        return then is not None and names in then.held.risen

    def _is_hiding(self, later: int, at: int) -> bool:
        """Does the `later` fact cover what the fact in place `at` put down, or end that turn?"""
        told, event, passed = self.find_event(later), self.find_event(at), self.find_passed(later)
        if isinstance(told, TakenBack) and self._is_lifting_below(later, at):
            return True  # another card was on top then (13)
        if is_laying(told) and self.was_kept(later) and self.find_number(later) not in self.revived:
            return False
        if find_zone_of(told) == find_zone_of(event) or (is_laying(told) and isinstance(event, Claimed)):
            return True
        if isinstance(told, TurnEnded) and not self.has_stood(later):
            return self._is_ending_now(later)
        if self._is_idle_again(later):
            return False
        return passed is not None and (not passed.ended or isinstance(told, TurnEnded))

    def _is_idle_again(self, at: int) -> bool:
        """Does an end of turn have the amendments again with which it was another player's, and ended no turn?"""
        before, own = self.find_before(at), self.find_amendments(at)
        return before is not None and before.own != own and own in before.held.idle and not before.held.has_stood_with(own)

    def _is_ending_now(self, at: int) -> bool:
        """Does an end of turn that never stood end a turn: put in since the last fact, or told after an end that is gone by
        now, or was until now?"""
        before = self.find_before(at)
        return before is None or before.passed is not None or self.find_number(at) in self.revived

    def _is_lifting_below(self, later: int, at: int) -> bool:
        """Does the taking back in place `later` lift a card from beneath the fact in place `at`?"""
        lifted = next((n for n, by in self.lifted_by.items() if by == self.find_number(later)), None)
        return (
            lifted is not None
            and self.find_place(lifted) < at
            and find_zone_of(self.known.events[lifted]) == find_zone_of(self.find_event(at))
        )

    def must_stay(self, at: int, event: Event) -> bool:
        """Does a card that ends turns stay within the turn? An amended card takes the turn only if nothing was laid since (6).
        A fact that lays nothing: False."""
        if not is_laying(event):
            return False
        if self.find_before(at) is None:
            return self.has_laid_after(at)
        went_on = not self.was_kept(at) and self.find_passed(at) is None
        return went_on and (not self.is_judged_anew(at) or self.has_laid_after(at))


@dataclass(frozen=True)
class WholeRecord(Record):
    """The record of a fold of many facts, with the same questions again and again. Answers cannot change within a pass, and
    are kept."""

    def __post_init__(self) -> None:
        of_place = (
            self.find_number,
            self.find_event,
            self.find_place,
            self.find_amendments,
            self.find_before,
            self.find_passed,
            self.has_stood,
            self.has_happened,
        )
        of_before = (self.was_kept, self.was_open, self.is_judged_anew, self.is_put_in, self.has_laid_after)
        for question in (*of_place, *of_before):
            object.__setattr__(self, question.__name__, cache(question))
