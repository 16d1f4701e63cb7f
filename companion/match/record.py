"""The facts of a match in the order in which everything happened, with what is settled of each since the last telling. Pure.

Asked while the facts are folded again. Points in brackets: the law in `companion/match/referee.py`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache

from companion.match.amended.standing import Standing
from companion.match.events import Claimed, Entry, Event, Played, TakenBack, TurnEnded, Waived
from companion.match.facts import find_zone_of, is_laying, is_playing
from companion.match.lifting import UNREAD
from companion.match.rulings import NOTE, Fate, Judged, Own, Passed


@dataclass(frozen=True, slots=True, eq=False)
class Recalled:
    """A fact to be told, with what is settled of it by itself. The defaults are those of a fact never told."""

    at: int  # place among the facts
    n: int  # number in the log
    told: Event  # as written in the log
    event: Event  # as amended
    is_laying: bool  # puts something down, or lifts something
    own: Own = ()  # the standing amendments
    before: Judged | None = None  # what became of it until now
    put_in: bool = False  # told later than what came after
    is_gone: bool = False  # refused for good
    has_stood: bool = False  # ever settled to stand
    was_kept: bool = False  # settled to have been told after the end (10)
    anew: bool = True  # judged as if told only now (1, 3)
    is_open: bool = False  # refused, and not yet put right
    # open until now, with the same amendments: a card that lies for what came later moves no turn (2)
    was_open: bool = False
    lies_as_before: bool = False  # on the table, with the same amendments: gives and takes no turn
    is_idle: bool = False  # an end of turn, amended as it was when it was another player's and ended no turn


@dataclass(frozen=True, slots=True)
class Record:
    """The facts to be told, and what is settled of them beside the others."""

    facts: Sequence[Entry]  # in the order in which everything happened
    known: Standing  # what stands of the log
    held: Mapping[int, Judged] = field(default_factory=dict)  # by number of a fact, what became of the fact until now
    lifted_by: Mapping[int, int] = field(default_factory=dict)  # by number of a lifted fact, the taking back
    opened: frozenset[tuple[int, Own]] = frozenset()  # facts open until now or in this fold, each with own amendments
    undoes: bool = False  # the last amendment is an undo
    revived: frozenset[int] = frozenset()  # facts told after the end that lie on the table, or end a turn, by now

    def recall_fact(self, at: int) -> Recalled:
        """The fact in place `at` of the log's facts, counted from 0, with what became of it before."""
        told = self.facts[at]
        n, event, put_in = told.n, self.known.events[told.n], told.n in self.known.amendments
        own, before, laying = self.known.own.get(n, ()), self.held.get(n), is_laying(event)
        if before is None:
            return Recalled(at, n, told.event, event, laying, own, put_in=put_in)
        fate, held, same = before.fate, before.held, before.own == own
        settled = (held.stood[-1:] != () and held.stood[-1][0] == own) or held.has_stood_with(own)
        ever_refused = held.over or held.fate in (Fate.OVER, Fate.SAID) or fate is Fate.OVER
        refused = fate is Fate.OPEN or (fate is Fate.NOTED and held.fate is Fate.OPEN and before.passed is None)
        return Recalled(
            at,
            n,
            told.event,
            event,
            laying,
            own,
            before,
            put_in,
            is_gone=bool(ever_refused) and before.is_gone_with(own),
            has_stood=bool(held.stood),
            was_kept=held.fate is Fate.KEPT,
            anew=not settled,
            is_open=held.fate is Fate.OPEN and not settled,
            was_open=same and not settled and refused,
            lies_as_before=same and fate in (Fate.STANDS, Fate.NOTED),
            is_idle=not same and own in held.idle and not settled,
        )

    def find_place(self, n: int) -> int:
        """The place of the fact with this number. Raises `StopIteration` where no fact has the number."""
        return next(at for at, fact in enumerate(self.facts) if fact.n == n)

    def list_later(self, fact: Recalled) -> Iterator[Recalled]:
        """The facts after a fact, in order."""
        return map(self.recall_fact, range(fact.at + 1, len(self.facts)))

    def find_passed(self, fact: Recalled) -> Passed | None:
        """How the turn passed with a fact, as settled. None for a turn that went on, a fact never told, or a card that was open
        until now."""
        before = fact.before
        if before is None:
            return None
        if fact.is_laying and fact.was_open:
            return None  # it took the turn when it was opened, or never gave one
        if fact.is_laying and (fact.lies_as_before or self.has_laid_after(fact)):
            return before.passed  # who has the turn is not counted anew (6, 7)
        if fact.is_idle or (before.passed is None and self.has_ended_none(fact)):
            return None
        return before.held.find_pass(fact.own)

    def has_ended_none(self, fact: Recalled) -> bool:
        """Perhaps the last telling of a `fact` ended no turn: was the fact only noted, with the same amendments, or undone
        after a note?"""
        before = fact.before
        if fact.is_idle:
            return True
        if before is None or before.own != fact.own or not fact.anew:
            return False
        return before.fate is Fate.NOTED or (before.fate is Fate.UNDONE and before.ruling.verdict == NOTE)

    def find_latest_pass(self, fact: Recalled) -> Passed | None:
        """How the turn passed with a fact until now, None where the turn went on."""
        before = fact.before
        return None if before is None or before.passed is None or before.passed.ended else before.passed

    def is_kept(self, fact: Recalled) -> bool:
        """Was the fact told after the end (10), or put in among such facts?"""
        return fact.was_kept or (fact.put_in and fact.before is None and not self.has_play_after(fact, kept=False))

    def was_put_right(self, fact: Recalled) -> bool:
        """Was the fact open when undone, and put right since by a card laid or lifted on the same zone (12)?"""
        before, zone = fact.before, find_zone_of(fact.event)
        if before is None or before.fate is not Fate.UNDONE or before.held.fate is not Fate.OPEN:
            return False
        later = (each for each in self.list_later(fact) if each.n > fact.n and not each.put_in)
        return any(isinstance(each.event, Played | TakenBack) and find_zone_of(each.event) == zone for each in later)

    def has_happened(self, fact: Recalled) -> bool:
        """Does the fact lie on the table, as far as settled?

        An open fact does not, unless an own amendment let the fact stand since. Nor does a fact that own amendments have just
        opened. An end that waits for another fact stands and falls with the other.
        """
        n, own, before = fact.n, fact.own, fact.before
        if n in self.known.undone or n in self.lifted_by or (n, own) in self.opened:
            return False
        if before is None:
            return True
        let_stand = (bool(own) or n in self.known.played_on) and before.fate in (Fate.STANDS, Fate.NOTED)
        if before.own != own:  # amended just now: whether that opens it is seen when it is told again
            let_stand = not self._was_waived_now(fact)
        return not ((before.held.fate is Fate.OPEN and not let_stand) or fact.is_gone)

    def _was_waived_now(self, fact: Recalled) -> bool:
        """Was the fact let stand just now? A waiver hides no other card in dispute on the pile (12)."""
        return bool(fact.own) and isinstance(self.known.amendments.get(fact.own[-1]), Waived)

    def has_play_after(self, fact: Recalled, *, kept: bool) -> bool:
        """Did play go on after the fact, as far as settled? `kept`: count facts told after the end too, before this fact was
        put in."""
        later = (each for each in self.list_later(fact) if not self.is_kept(each) or (kept and each.n < fact.n))
        return any(is_playing(each.event) and self.has_happened(each) for each in later)

    def has_laid_after(self, fact: Recalled) -> bool:
        """Was anything laid after the fact?

        A card let lie as told does not say whose turn it was. Facts told after a standing end lie nowhere (10).
        """
        laid = (each for each in self.list_later(fact) if each.is_laying and not self._was_let_lie(each))
        return any(self.has_happened(each) and not self._is_kept_now(each) for each in laid)

    def _is_kept_now(self, fact: Recalled) -> bool:
        return fact.before is not None and fact.before.fate is Fate.KEPT

    def _was_let_lie(self, fact: Recalled) -> bool:
        return isinstance(fact.told, Played) and fact.told.waived

    def is_in_sight(self, fact: Recalled) -> bool:
        """Is the fact's card still visible, while the turn still runs (3)? A play that is a turn by itself: was nothing laid
        since (6)?

        Facts told while the card was open hide no more than when told (12). Nor do facts that stand only since the card is in
        dispute.
        """
        before = fact.before
        if before is not None and before.passed is not None and fact.is_laying and self.has_laid_after(fact):
            return False  # it ended its turn by itself, and does not take that back (6)
        if any(self._is_put_on(later, fact) for later in self.list_later(fact)):
            return False
        disputed = before is not None and fact.own in before.held.opened
        return not any(self._has_hidden(later, fact, disputed) for later in self.list_later(fact))

    def _has_hidden(self, later: Recalled, fact: Recalled, disputed: bool) -> bool:
        """Does the `later` fact hide the card of `fact`, or end that turn? `disputed`: the card is in dispute since the last
        fact."""
        if not (self.has_happened(later) or (not disputed and self._has_risen(later))):
            return False
        if fact.is_open and not later.put_in and later.n > fact.n:  # told at the table while the fact was open
            return False
        if self._has_risen_meanwhile(fact, later):
            return False
        return self._is_hiding(later, fact) or self._has_shown_another(later, fact)

    def stays_there(self, fact: Recalled) -> bool:
        """Does the fact lie safe from amendments of other entries (14), apart from an undo (11)?

        A refused fact that stands since another entry was amended stands and falls with that amendment.
        """
        amended = bool(fact.own) or fact.n in self.known.played_on
        by_itself = fact.before is not None and (fact.before.fate is Fate.NOTED or amended)
        return by_itself and fact.lies_as_before and not self.undoes

    def _is_put_on(self, later: Recalled, fact: Recalled) -> bool:
        """Did an amendment put a later card on the card of the fact? In dispute or not, the later card covers."""
        told, event, before, n = later.event, fact.event, later.before, later.n
        if not isinstance(told, Played) or not isinstance(event, Played) or told.zone != event.zone:
            return False
        is_opened = (n, later.own) in self.opened
        amended = later.put_in or (before is not None and before.held.fate is Fate.STANDS and is_opened)
        return amended and n not in self.known.undone and n not in self.lifted_by and not later.is_gone

    def _has_shown_another(self, lift: Recalled, fact: Recalled) -> bool:
        """Did the taking back `lift` see another face beneath than the face of the fact (13)?"""
        told, event = lift.event, fact.event
        if not isinstance(told, TakenBack) or not isinstance(event, Played) or told.zone != event.zone:
            return False
        return told.beneath not in (None, UNREAD, event.after)

    def _has_risen(self, fact: Recalled) -> bool:
        """Was the fact refused when told, and does it stand since another fact was amended?"""
        n, own, before = fact.n, fact.own, fact.before
        if before is None or before.held.fate is not Fate.OPEN or not fact.lies_as_before:
            return False
        return n not in self.known.undone and n not in self.lifted_by and (n, own) not in self.opened

    def _has_risen_meanwhile(self, fact: Recalled, later: Recalled) -> bool:
        """Did the `later` fact come to stand while the fact was in dispute?

        Standing so ends no other dispute (12, 14), unless the later fact's own correction made the difference.
        """
        before, own, then, names = fact.before, fact.own, later.before, later.own
        if before is None or before.fate is not Fate.OPEN or before.own != own:
            return False
        if names and names[-1] > max((fact.n, *own)):
            return isinstance(self.known.amendments.get(names[-1]), Waived)
        return then is not None and names in then.held.risen

    def _is_hiding(self, later: Recalled, fact: Recalled) -> bool:
        """Does the `later` fact cover what the fact put down, or end that turn?"""
        told, event, passed = later.event, fact.event, self.find_passed(later)
        if isinstance(told, TakenBack) and self._is_lifting_below(later, fact):
            return True  # another card was on top then (13)
        if later.is_laying and later.was_kept and later.n not in self.revived:
            return False
        if find_zone_of(told) == find_zone_of(event) or (later.is_laying and isinstance(event, Claimed)):
            return True
        if isinstance(told, TurnEnded) and not later.has_stood:
            return self._is_ending_now(later)
        return not later.is_idle and passed is not None and (not passed.ended or isinstance(told, TurnEnded))

    def _is_ending_now(self, fact: Recalled) -> bool:
        """Does an end of turn that never stood end a turn: put in since the last fact, or told after an end that is gone by
        now, or was until now?"""
        return fact.before is None or fact.before.passed is not None or fact.n in self.revived

    def _is_lifting_below(self, later: Recalled, fact: Recalled) -> bool:
        """Does the `later` taking back lift a card from beneath the fact?"""
        lifted = next((n for n, by in self.lifted_by.items() if by == later.n), None)
        return (
            lifted is not None
            and self.find_place(lifted) < fact.at
            and find_zone_of(self.known.events[lifted]) == find_zone_of(fact.event)
        )

    def must_stay(self, fact: Recalled) -> bool:
        """Does a card that ends turns stay within the turn? An amended card takes the turn only if nothing was laid since (6).
        A fact that lays nothing: False."""
        if not fact.is_laying:
            return False
        if fact.before is None:
            return self.has_laid_after(fact)
        went_on = not fact.was_kept and self.find_passed(fact) is None
        return went_on and (not fact.anew or self.has_laid_after(fact))


@dataclass(frozen=True)
class WholeRecord(Record):
    """The record of a fold of many facts, with the same questions again and again. Answers cannot change within a pass, and
    are kept."""

    def __post_init__(self) -> None:
        for question in (self.recall_fact, self.find_place, self.find_passed, self.has_happened, self.has_laid_after):
            object.__setattr__(self, question.__name__, cache(question))
