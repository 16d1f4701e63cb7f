"""What the referee says, and a match at one moment. Frozen values; what makes them is in `companion/match/referee.py`."""

from __future__ import annotations

import enum
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any

from companion.match.events import Entry, Event, Started
from companion.match.rules import Finding, GameState, Outcome

LEGAL, ILLEGAL, LOSS, WIN, NOTE, DROPPED = "legal", "illegal", "loss", "win", "note", "dropped"


@dataclass(frozen=True, slots=True)
class Changed:
    """What an amendment changed besides the entry it names: the verdict on fact `n` `was` and is `now`. `rule`: what speaks against
    it now, None where nothing does."""

    n: int
    was: str
    now: str
    rule: str | None = None


@dataclass(frozen=True, slots=True)
class Ruling:
    """What the referee says of entry `n`. `verdict`: "legal", "illegal", "loss", "win", "note" for what lies there though it would not
    have stood, or "dropped" for what was no play at all; of an amendment it is the verdict of the present. `rule`: the id of the rule
    that decided, None where nothing spoke against it. `turn`, `seat`: whose turn it was. `changed`: see `Changed`. `replaced`: on the undo
    of an amendment that was inert, the one that is alive instead. `asked`: the takings back of which it is asked since then what lay
    beneath."""

    n: int
    verdict: str
    rule: str | None = None
    findings: tuple[Finding, ...] = ()
    outcome: Outcome | None = None
    turn: int = 0
    seat: int = 0
    changed: tuple[Changed, ...] = ()
    replaced: int | None = None
    asked: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Dispute:
    """A play that does not stand: entry `n` put `face` on `zone`."""

    n: int
    zone: str
    face: str
    findings: tuple[Finding, ...]


@dataclass(frozen=True, slots=True)
class Laid:
    """A card or chip that lies there: entry `n` changed `zone` from `before` to `after` in `turn`."""

    n: int
    zone: str
    before: str
    after: str
    turn: int


class Fate(enum.Enum):
    """What became of a fact."""

    STANDS = "stands"
    NOTED = "noted"
    """It would not have stood, and lies there: a note, which weighs nothing."""
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
    """How a turn passed: so many seats on, and whether the next one began with cards to draw. `ended`: it did not, as the match was over;
    where that end is amended away the rules say how it passes."""

    stride: int
    drawable: bool
    ended: bool = False


ENDED = Passed(0, False, ended=True)
"""The match ended with this fact."""

Own = tuple[int, ...]
"""The standing amendments of one fact."""


@dataclass(frozen=True, slots=True)
class Held:
    """What is held of a fact whatever is amended later. `stood`: the sets of its own amendments with which it stood or came to lie
    there, each with how the turn passed (None = it went on), the latest last. `over`: those with which it was refused and put right,
    though without them it had stood, each with what was said of it. `risen`: those with which it stood for a while, though it was
    refused when it was told. `at_once`: as `stood`, where that was settled before anything further was told; it holds for these
    amendments alone. `opened`: those with which it was in dispute since the last fact; it is judged anew with these until the next one.
    `idle`: those with which the end of a turn was another player's, and ended none."""

    fate: Fate
    stood: tuple[tuple[Own, Passed | None], ...] = ()
    over: tuple[tuple[Own, Ruling], ...] = ()
    risen: tuple[Own, ...] = ()
    at_once: tuple[tuple[Own, Passed | None], ...] = ()
    opened: tuple[Own, ...] = ()
    idle: tuple[Own, ...] = ()

    def gone_with(self, own: Own) -> bool:
        """With these amendments, is it refused for good?"""
        if self.fate is Fate.SAID or (self.fate is Fate.OVER and own not in self.risen):
            return True
        return bool(self.over) and self.refused_with(own) is not None

    def refused_with(self, own: Own) -> Ruling | None:
        """What was said when these amendments put it in dispute, None where they did not."""
        return next((ruling for known, ruling in self.over if known == own), None)

    def stood_with(self, own: Own) -> bool:
        """Is it settled what this fact is with these amendments?"""
        settled = (*self.stood, *self.at_once) if self.at_once else self.stood
        return own in [known for known, _ in settled]

    def passed(self, own: Own) -> Passed | None:
        """How the turn passed with it, with these amendments or, where that was never told, with the latest."""
        known = [passed for amendments, passed in (*self.at_once, *self.stood) if amendments == own]
        return (known or [passed for _, passed in self.stood] or [None])[-1]

    def standing(self, own: Own, passed: Passed | None) -> Held:
        """Held to have stood so from now on."""
        if self.fate is not Fate.KEPT and self.stood[-1:] == ((own, passed),):
            return self
        rest = tuple(each for each in self.stood if each[0] != own)
        return replace(self, fate=Fate.STANDS if self.fate is Fate.KEPT else self.fate, stood=(*rest, (own, passed)))

    def rising(self, own: Own) -> Held:
        """Held to stand with these amendments, should they hold again once it is over (11)."""
        rises = self.fate is Fate.OPEN and own not in self.risen
        return replace(self, risen=(*self.risen, own)) if rises else self

    def amended(self, own: Own, fate: Fate, passed: Passed | None) -> Held:
        """Held so after an amendment: what stands or lies there keeps that with these amendments (14), what is open may be judged anew."""
        if fate is Fate.OPEN:
            return self if own in self.opened else replace(self, opened=(*self.opened, own))
        lies = fate in (Fate.STANDS, Fate.NOTED) and self.fate is not Fate.OPEN
        settled = not lies or own in self.opened or self.stood_with(own)
        return self if settled else replace(self, at_once=(*self.at_once, (own, passed)))

    def idling(self, own: Own) -> Held:
        """Held to have ended nobody's turn with these amendments, should they hold again (11)."""
        return self if own in self.idle else replace(self, idle=(*self.idle, own))

    def refused(self, own: Own, ruling: Ruling) -> Held:
        """Held to be over with these amendments too, as it was with others when they were undone (14)."""
        gone = self.gone_with(own)
        return self if gone else replace(self, over=(*self.over, (own, ruling)))

    def put_right(self, own: Own, ruling: Ruling) -> Held:
        """Held to be over with these amendments, as was then said of it."""
        risen = tuple(each for each in self.risen if each != own)
        return Held(Fate.OVER, self.stood, (*self.over, (own, ruling)), risen)


@dataclass(frozen=True, slots=True)
class Judged:
    """A fact, as amended, and what became of it. `own`: its amendments; `passed`: how the turn now passes with it. `lifted`: the fact that
    a taking back lifted, `instead`: the face that lies beneath that by the log, where another was seen."""

    n: int
    event: Event
    fate: Fate
    ruling: Ruling
    held: Held
    own: Own = ()
    passed: Passed | None = None
    lifted: int | None = None
    instead: str | None = None

    def is_gone_with(self, own: Own) -> bool:
        """With these amendments, is it refused for good? What was over with others stays over where it never stood with these (14)."""
        lies = self.fate in (Fate.STANDS, Fate.NOTED) and self.held.fate is Fate.OVER
        if lies and own != self.own and self.held.refused_with(own) is None:
            return False  # it lies there again, and is amended (3)
        if self.held.gone_with(own):
            return True
        return self.fate is Fate.OVER and own not in self.held.risen and not self.held.stood_with(own)


@dataclass(frozen=True, slots=True)
class End:
    """Fact `n` ended the match, in `turn`. `found`: an amendment found it, nobody saw it when it happened."""

    n: int
    turn: int
    seat: int
    outcome: Outcome
    found: bool = False


@dataclass(frozen=True)
class Match:
    """A match at one moment. `state` is private to the game's rules. `started`: its start as amended. `judged`: the facts in the order
    in which they happened. `waiting`: an end of turn that waits for the hands to go. `stale`: something was amended since the last
    fact. `positions`: see `companion/match/carried.py`."""

    started: Started
    state: GameState
    entries: tuple[Entry, ...]
    judged: tuple[Judged, ...] = ()
    rulings: tuple[Ruling, ...] = ()
    disputes: tuple[Dispute, ...] = ()
    laid: tuple[Laid, ...] = ()
    waiting: Entry | None = None
    end: End | None = None
    stale: bool = field(default=False, compare=False)
    positions: tuple[Any, ...] = field(default=(), compare=False)
    faces: Mapping[str, str] = field(default_factory=dict, compare=False)
    """The face that each zone should show, "" for an empty one."""

    @property
    def outcome(self) -> Outcome | None:
        """How the match ended, None while it is played."""
        return None if self.end is None else self.end.outcome

    @property
    def ruling(self) -> Ruling | None:
        """The last thing the referee had to say; dropped events say nothing."""
        return next((ruling for ruling in reversed(self.rulings) if ruling.verdict != DROPPED), None)

    @cached_property
    def _by_n(self) -> dict[int, Judged]:
        return {judged.n: judged for judged in self.judged}

    @cached_property
    def _rulings_by_n(self) -> dict[int, Ruling]:
        return {ruling.n: ruling for ruling in self.rulings}

    @cached_property
    def _entries_by_n(self) -> dict[int, Entry]:
        return {entry.n: entry for entry in self.entries}

    def entry(self, n: int) -> Entry | None:
        """Entry `n` of the log, None where there is none."""
        return self._entries_by_n.get(n)

    def ruling_of(self, n: int) -> Ruling | None:
        """The ruling on entry `n` as the log now stands, None where that entry says nothing by itself."""
        return self._rulings_by_n.get(n)

    def judged_of(self, n: int) -> Judged | None:
        """What became of fact `n`, None where there is no such fact."""
        return self._by_n.get(n)

    def dispute_on(self, zone: str) -> Dispute | None:
        """The open dispute on a zone, that on the card on top where an amendment opened another one."""
        return next((dispute for dispute in reversed(self.disputes) if dispute.zone == zone), None)

    @property
    def open(self) -> tuple[Judged, ...]:
        """The facts that are refused and not yet put right."""
        return tuple(judged for judged in self.judged if judged.fate is Fate.OPEN)
