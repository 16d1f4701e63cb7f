"""What a game is.

A game is a set of pure functions over a frozen state. Facts go in (a zone shows another face, a turn ended, somebody said
something no camera sees), findings come out. Nothing here knows of cameras, clocks, threads, files or languages.

Two laws every game keeps, each held by a property test:
1. A step with a FOUL leaves the state as it was (the same object), unless the play is `waived`.
2. `state` never changes: a step hands back another one.
"""

from __future__ import annotations

import enum
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Generic, Protocol, TypeVar

Detail = Mapping[str, Any]
"""Named values for a message: text and whole numbers only, so that an entry can be written as JSON."""


class Severity(enum.Enum):
    """How much a finding weighs."""

    NOTE = "note"
    FOUL = "foul"
    """Does not stand until it is put right, corrected or waived."""
    LOSS = "loss"
    """The match is lost."""


@dataclass(frozen=True, slots=True)
class Play:
    """A zone showed `before` and now shows `after` (a card was laid or lifted, a chip placed or removed).

    `seat`: who did it; None = the one to move. `waived`: the table lets a foul stand: apply it whatever the rules say, with
    every foul reported as a note. `again`: a hand was there and the zone shows the same face as before: perhaps another card of that
    face was laid. Only a game with `doubles` is asked. `stays`: the turn goes on even if the card ends it by itself.
    """

    zone: str
    before: str
    after: str
    seat: int | None = None
    waived: bool = False
    again: bool = False
    stays: bool = False


@dataclass(frozen=True, slots=True)
class Claim:
    """Something no camera sees. `code` is one of a game's `claims`. Every game answers "stuck" (the player to move says that the
    minimum cannot be laid), "assess" (what is the position worth now), "say" (detail: kind) and "setup_check" (detail: players, hand,
    teams, seats). `stood`: what it laid lies there, whatever the rules say."""

    code: str
    seat: int | None = None
    detail: Detail = field(default_factory=dict)
    stood: bool = False


class ValueKind(enum.Enum):
    """What a claim takes under one key."""

    TEXT = "text"
    """A text that the game reads, such as a card."""
    WORD = "word"
    """One of `Takes.words`."""
    WHOLE = "whole"
    """A whole number from 0 to `Takes.most`."""
    SEVERAL = "several"
    """A list of texts, numbers or pairs of numbers; or a text with spaces between."""


@dataclass(frozen=True, slots=True)
class Takes:
    """What a claim takes under one key of its detail. `needed`: without it the claim says nothing."""

    kind: ValueKind
    needed: bool = True
    most: int = 0
    words: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Finding:
    """What the rules say of a step. `rule`: an id of the rules spec such as "OF-02". `code`: key of its message, in words joined
    by hyphens, such as "not-above". A note with "news" in its detail is shown before what is due."""

    rule: str
    code: str
    severity: Severity
    zones: tuple[str, ...] = ()
    detail: Detail = field(default_factory=dict)


CARD_DUE = "lay-card"
"""The code of a duty to lay the card that a play waits for, on the first of its zones: `detail["cards"]` are those that would do, the
likeliest first."""

CARD_MISSING = "card-missing"
"""The code of the same duty once the turn of the play is over (SQ-21)."""

HALF_OPEN = frozenset({"card-alone", "chip-alone"})
"""Codes of the foul that an end of turn is while a half of a play is missing. Its zones begin with that of the half that lies."""


@dataclass(frozen=True, slots=True)
class Duty:
    """Something that must happen in time: "cover F44 by the end of turn 12".

    `due_turn`: number of the turn (counted from 1) at whose end it falls due; None = it holds as long as it is visible.
    `card`: the face it hangs on, "" where it hangs on none. `certain_loss`: nobody can fulfil it any more. `late`: it was due already:
    a foul until it is done.
    """

    rule: str
    code: str
    zones: tuple[str, ...] = ()
    card: str = ""
    due_turn: int | None = None
    detail: Detail = field(default_factory=dict)
    certain_loss: bool = False
    late: bool = False


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a match ended. `won`: True, False, or None for a draw. `seats`: the winners (of a contest) or all (of a joint game).
    `lapses`: it was read off a position (nobody could go on, so many lines lay there), so that it falls away where the log shows that
    play went on and the position is another. `counted`: it follows from counting cards that nobody sees, so that a draw or a card that was
    missed may be the reason (FF-20)."""

    won: bool | None
    rule: str
    code: str
    seats: tuple[int, ...] = ()
    detail: Detail = field(default_factory=dict)
    lapses: bool = False
    counted: bool = False


class GameState(Protocol):
    """What the state of every game tells of itself; the rest of a state is private to its game."""

    @property
    def turn(self) -> int:
        """Number of the current turn, from 1."""

    @property
    def to_move(self) -> int:
        """Seat of the player to move, from 0."""


def is_same_turn(state: GameState, other: GameState) -> bool:
    """Is it the same turn of the same player in two states of a match?"""
    return state.turn == other.turn and state.to_move == other.to_move


S = TypeVar("S", bound=GameState)


@dataclass(frozen=True, slots=True)
class Step(Generic[S]):
    """The answer to a fact: the state after it and what the rules say of it. `outcome` is set by the step that ends the match."""

    state: S
    findings: tuple[Finding, ...] = ()
    outcome: Outcome | None = None

    @property
    def stands(self) -> bool:
        """True unless a finding is a foul."""
        return all(finding.severity is not Severity.FOUL for finding in self.findings)


class Rules(Protocol[S]):
    """One game. Implementations live in `companion/games`, one file each, and keep no state of their own."""

    name: str
    """As in a position line, and as its files are named."""

    claims: Mapping[str, Mapping[str, Takes]]
    """Code of each claim that this game answers -> what it takes, by the keys of its detail. Nothing else enters the journal."""

    doubles: bool
    """Does the deck hold a card more than once, so that one may be laid on its like?"""

    shared: frozenset[str]
    """Zones in which anybody shows a card for a moment: lifting it there takes nothing back."""

    def setup(self, seats: int, options: Detail, position: Detail | None = None) -> S:
        """The state at the start of a match, or in any position.

        `seats`: number of players. `options`: variant keys of the rules spec, section 7, and "teams". `position`: its setup keys
        ("hands", "deck", "decks", "piles", "turn", "chips", "sequences", "discards"); None = freshly dealt, hands hidden.
        Raises `PositionError` with one clear sentence for what cannot be a position of this game.
        """

    def parse(self, state: S, play: Detail, seat: int | None = None) -> Play | Claim:
        """The value of a `play` step of the text vocabulary, e.g. {"card": "47", "pile": "up1"}, as a play or a claim.

        Raises `InputError` where pile or card do not exist in this game.
        """

    def zone(self, state: S, pile: str, seat: int | None = None) -> str:
        """The zone that a pile's name in the text vocabulary means ("own_up" depends on the seat). Raises `InputError`."""

    def play(self, state: S, play: Play) -> Step[S]:
        """Judge a play and, if it stands, lay it."""

    def end_turn(self, state: S, seat: int | None = None) -> Step[S]:
        """Judge the end of the turn, draw, pass on."""

    def pass_on(self, state: S) -> Step[S]:
        """The turn ended, whatever speaks against it: draw, pass on. What speaks against it is a note; a deadline that was missed or a
        command that was broken is the outcome, and the state after it goes on without."""

    def resume(self, state: S, turn: int, seat: int, drawable: bool) -> S:
        """The position in turn number `turn`, which is `seat`'s. `drawable`: see there."""

    def drawable(self, state: S) -> bool:
        """Were there cards to draw when this turn began? Where the minimum of a turn hangs on it."""

    def retold(self, state: S, play: Play, then: int, now: int) -> Play:
        """A play as it is to be understood in an amended match: told when it was the turn of seat `then`, without a name, it is one of
        seat `now`; told in another variant, its face is that of this one."""

    def over(self, state: S, outcome: Outcome | None) -> S:
        """The same position, over with this outcome, or going on."""

    def holds(self, state: S, outcome: Outcome) -> bool:
        """Does an outcome reached earlier in an amended log still hold in `state`, to which play went on?"""

    def claim(self, state: S, claim: Claim) -> Step[S]:
        """Judge something no camera sees. Raises `InputError` for a code this game does not know."""

    def show_face(self, state: S, zone: str, face: str, *, misread: bool = False) -> S:
        """The position with this face on top of a zone, "" for nothing, as it was seen there. Cards that the match had on it count as laid
        and lie nowhere. `misread`: the top card is the one that was seen, whatever lies under it."""

    def tidied(self, state: S) -> S:
        """The position with everything on the table as it should lie, where whole moves are told and nobody tends to single pieces."""

    def faces(self, state: S) -> Mapping[str, str]:
        """The face that each zone should show."""

    def duties(self, state: S) -> tuple[Duty, ...]:
        """What must happen in time, soonest first."""

    def legal(self, state: S) -> Sequence[Play | Claim]:
        """Every play (and playing claim) that would stand now: from the hand where it is known, else from all unseen cards."""

    def view(self, state: S) -> dict[str, Any]:
        """The public position, ready for JSON: the keys of the interface's `state` except `duties`, and "piles"."""
