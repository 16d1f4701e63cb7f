"""What the referee says, and a match at a moment. Frozen values, made in `companion/match/referee.py`."""

from __future__ import annotations

import enum
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from operator import attrgetter
from typing import Any, TypeVar

from companion.match.events import Corrected, Entry, Event, PlayedOn, Started, Undone, Waived
from companion.match.facts import is_laying
from companion.match.growing import Growing
from companion.match.rules import Finding, GameState, Outcome

LEGAL, ILLEGAL, LOSS, WIN, NOTE, DROPPED = "legal", "illegal", "loss", "win", "note", "dropped"


@dataclass(frozen=True, slots=True)
class Changed:
    """What an amendment changed besides its own entry: the verdict on another fact."""

    n: int  # the fact
    was: str  # verdict before the amendment
    now: str  # verdict after the amendment
    rule: str | None = None  # what speaks against the fact now, None for nothing


@dataclass(frozen=True, slots=True)
class Ruling:
    """What the referee says of an entry.

    A "note" is a verdict on what lies on the table though the rules refuse the fact, "dropped" on what was no play at all. The verdict
    on an amendment is the verdict of the present.
    """

    n: int  # the entry
    verdict: str  # "legal", "illegal", "loss", "win", "note" or "dropped"
    rule: str | None = None  # id of the rule that decided, None where nothing spoke against the entry
    findings: tuple[Finding, ...] = ()
    outcome: Outcome | None = None
    turn: int = 0  # number of the turn in which the entry was told
    seat: int = 0  # the seat to move then
    changed: tuple[Changed, ...] = ()
    replaced: int | None = None  # on the undo of an inert amendment: the amendment that is alive instead
    asked: tuple[int, ...] = ()  # takings back of which is asked from now on what lay beneath the lifted card


@dataclass(frozen=True, slots=True)
class Dispute:
    """A foul on the table: entry `n` put `face` on `zone`."""

    n: int
    zone: str
    face: str
    findings: tuple[Finding, ...]


@dataclass(frozen=True, slots=True)
class Laid:
    """A card or chip on the table: entry `n` changed `zone` from `before` to `after` in `turn`."""

    n: int
    zone: str
    before: str
    after: str
    turn: int


class Fate(enum.Enum):
    """What became of a fact."""

    STANDS = "stands"
    NOTED = "noted"
    """Refused by the rules, but lies on the table: a note without weight."""
    OPEN = "open"
    """Refused, and not yet put right."""
    OVER = "over"
    """Refused and put right: never judged again."""
    SAID = "said"
    """Refused, and nothing to put right: a word, a claim."""
    KEPT = "kept"
    """Told after the match was over."""
    TAKEN_BACK = "taken_back"
    UNDONE = "undone"


@dataclass(frozen=True, slots=True)
class Passed:
    """How a turn passed to the next player."""

    stride: int  # seats from the player to the next
    drawable: bool  # were there cards to draw when the next turn began?
    ended: bool = False  # the turn did not pass, as the match was over; should the end be amended away, the rules pass the turn


ENDED = Passed(0, False, ended=True)
"""The match ended with this fact."""

Own = tuple[int, ...]
"""The standing amendments of one fact."""


@dataclass(frozen=True, slots=True)
class Held:
    """What is settled of a fact, whatever is amended later. Everything is kept by the set of the fact's own amendments."""

    fate: Fate
    stood: tuple[
        tuple[Own, Passed | None], ...
    ] = ()  # stood or came to lie on the table; how the turn passed (None: went on), latest last
    over: tuple[tuple[Own, Ruling], ...] = ()  # refused and put right, though the fact stood without; what was said of the fact
    risen: tuple[Own, ...] = ()  # stood for a while, though refused when told
    at_once: tuple[
        tuple[Own, Passed | None], ...
    ] = ()  # as `stood`, but settled before the next fact: for the same amendments alone
    opened: tuple[Own, ...] = ()  # in dispute since the last fact: judged anew until the next fact
    idle: tuple[Own, ...] = ()  # the end of a turn was another player's, and ended no turn

    def is_refused_with(self, own: Own) -> bool:
        """Is the fact refused for good with the amendments `own`?"""
        if self.fate is Fate.SAID or (self.fate is Fate.OVER and own not in self.risen):
            return True
        return bool(self.over) and self.find_refusal(own) is not None

    def find_refusal(self, own: Own) -> Ruling | None:
        """What was said when the amendments `own` put the fact in dispute, None for never."""
        return next((ruling for known, ruling in self.over if known == own), None)

    def has_stood_with(self, own: Own) -> bool:
        """Is the fact settled with the amendments `own`?"""
        settled = (*self.stood, *self.at_once) if self.at_once else self.stood
        return own in [known for known, _ in settled]

    def find_pass(self, own: Own) -> Passed | None:
        """How the turn passed with the amendments `own`, or, where never told, with the latest. None where the turn went on."""
        known = [passed for amendments, passed in (*self.at_once, *self.stood) if amendments == own]
        return (known or [passed for _, passed in self.stood] or [None])[-1]

    def hold_standing(self, own: Own, passed: Passed | None) -> Held:
        """The fact settled as standing while its own amendments are `own`. `passed`: how the turn passed, None where it went
        on."""
        if self.fate is not Fate.KEPT and self.stood[-1:] == ((own, passed),):
            return self
        rest = tuple(each for each in self.stood if each[0] != own)
        return replace(self, fate=Fate.STANDS if self.fate is Fate.KEPT else self.fate, stood=(*rest, (own, passed)))

    def hold_risen(self, own: Own) -> Held:
        """Settled as standing with the amendments `own`, should they hold again once the fact is over (11). Unchanged unless
        open."""
        rises = self.fate is Fate.OPEN and own not in self.risen
        return replace(self, risen=(*self.risen, own)) if rises else self

    def hold_idle(self, own: Own) -> Held:
        """Settled as ending no turn with the amendments `own`, should they hold again (11)."""
        return self if own in self.idle else replace(self, idle=(*self.idle, own))

    def hold_amended(self, own: Own, fate: Fate, passed: Passed | None) -> Held:
        """Settled after an amendment. A standing or noted fact keeps the fate with the amendments `own` (14); an open fact may
        be judged anew. `fate`: after the amendment. `passed`: how the turn passed."""
        if fate is Fate.OPEN:
            return self if own in self.opened else replace(self, opened=(*self.opened, own))
        lies = fate in (Fate.STANDS, Fate.NOTED) and self.fate is not Fate.OPEN
        settled = not lies or own in self.opened or self.has_stood_with(own)
        return self if settled else replace(self, at_once=(*self.at_once, (own, passed)))

    def hold_refused(self, own: Own, ruling: Ruling) -> Held:
        """Settled as over with the amendments `own` too, as before with others when undone (14). `ruling`: what was said."""
        gone = self.is_refused_with(own)
        return self if gone else replace(self, over=(*self.over, (own, ruling)))

    def hold_put_right(self, own: Own, ruling: Ruling) -> Held:
        """Settled as over with the amendments `own`. `ruling`: what was said."""
        risen = tuple(each for each in self.risen if each != own)
        return Held(Fate.OVER, self.stood, (*self.over, (own, ruling)), risen)


@dataclass(frozen=True, slots=True)
class Judged:
    """What became of a fact."""

    n: int
    event: Event  # as amended
    fate: Fate
    ruling: Ruling
    held: Held
    own: Own = ()  # the amendments of the fact
    passed: Passed | None = None  # how the turn passes with the fact by now, None where the turn goes on
    lifted: int | None = None  # of a taking back: the fact that was lifted
    instead: str | None = None  # of a taking back: the face beneath by the log, where another face was seen

    def is_gone_with(self, own: Own) -> bool:
        """Is the fact refused for good with the amendments `own`? A fact that was over stays over unless it stood with `own`
        (14)."""
        lies = self.fate in (Fate.STANDS, Fate.NOTED) and self.held.fate is Fate.OVER
        if lies and own != self.own and self.held.find_refusal(own) is None:
            return False  # it lies there again, and is amended (3)
        if self.held.is_refused_with(own):
            return True
        return self.fate is Fate.OVER and own not in self.held.risen and not self.held.has_stood_with(own)


@dataclass(frozen=True, slots=True)
class End:
    """The end of a match by fact `n`, in `turn` of `seat`."""

    n: int
    turn: int
    seat: int
    outcome: Outcome
    found: bool = False  # an amendment found the end, nobody saw it at the table


_number = attrgetter("n")


def _is_no_fact(entry: Entry | None) -> bool:
    """Is an entry an amendment that puts no fact in?"""
    return entry is not None and isinstance(entry.event, Undone | Corrected | Waived | PlayedOn)


Numbered = TypeVar("Numbered", Entry, Ruling, Judged)


def find_numbered(rising: Growing[Numbered], n: int) -> Numbered | None:
    """What has the number `n` in a sequence of rising numbers, None for nothing. Where the numbers do not rise, None may be said
    of what is there."""
    place = rising.find_place(n, _number)
    return rising[place] if place < len(rising) and rising[place].n == n else None


@dataclass(frozen=True)
class Match:
    """A match at a moment."""

    started: Started  # the start, as amended
    state: GameState  # the rest of the state is private to the game's rules
    entries: Growing[Entry]
    judged: Growing[Judged] = field(default_factory=Growing)  # the facts, in the order in which they happened
    rulings: Growing[Ruling] = field(default_factory=Growing)  # by number of the entry
    disputes: tuple[Dispute, ...] = ()  # open fouls
    laid: Growing[Laid] = field(default_factory=Growing)  # what lies on the table, in the order in which it was laid
    waiting: Entry | None = None  # an end of turn that waits for the hands to go
    end: End | None = None
    stale: bool = field(default=False, compare=False)  # something was amended since the last fact
    settled: int = field(default=0, compare=False)  # so many of the first facts no further fact settles otherwise
    firm: int = field(default=0, compare=False)  # so many of the first facts no amendment of a later fact changes
    # nothing was lifted, put in before another fact, or played on from: the facts stand in the order of the log
    plain: bool = field(default=True, compare=False)
    amendments: Growing[Entry] = field(default_factory=Growing, compare=False)  # all that were told, undone ones too
    positions: Growing[Any] = field(default_factory=Growing, compare=False)  # see `companion/match/amended/carried.py`
    faces: Mapping[str, str] = field(default_factory=dict, compare=False)  # what each zone should show, "" for nothing

    @property
    def outcome(self) -> Outcome | None:
        """How the match ended, None while it is played."""
        return None if self.end is None else self.end.outcome

    @property
    def last_ruling(self) -> Ruling | None:
        """The last ruling; dropped events have none."""
        return next((ruling for ruling in reversed(self.rulings) if ruling.verdict != DROPPED), None)

    @cached_property
    def _by_n(self) -> dict[int, Judged]:
        return {judged.n: judged for judged in self.judged}

    def entry_of(self, n: int) -> Entry | None:
        """Entry `n` of the log, None where there is none."""
        return find_numbered(self.entries, n)

    def find_ruling(self, n: int) -> Ruling | None:
        """The ruling on entry `n` as the log now stands, None for an entry without."""
        return find_numbered(self.rulings, n)

    def find_judged(self, n: int) -> Judged | None:
        """What became of fact `n`, None where the log has no such fact."""
        found = find_numbered(self.judged, n)
        if found is not None or _is_no_fact(self.entry_of(n)):
            return found
        return self._by_n.get(n)

    def find_dispute(self, zone: str) -> Dispute | None:
        """The open dispute on a zone: the topmost, where an amendment opened another."""
        return next((dispute for dispute in reversed(self.disputes) if dispute.zone == zone), None)

    @property
    def has_laid_in_turn(self) -> bool:
        """Was anything laid in the turn that runs, refused cards too? An end of turn that was refused ends none."""
        turn = self.state.turn
        return any(one.ruling.turn == turn and is_laying(one.event) for one in reversed(self.judged))

    @property
    def open_facts(self) -> tuple[Judged, ...]:
        """The facts refused and not yet put right."""
        return tuple(judged for judged in self.judged[self.firm :] if judged.fate is Fate.OPEN)
