"""The protocol of a game: pure functions over a frozen state.

Facts go in: a zone shows another face, a turn ended, somebody said something no camera sees. Findings come out. Nothing here knows of
cameras, clocks, threads, files or languages.

Every game keeps two laws, each held by a property test:
1. A step with a FOUL leaves the state as before (the same object), unless the play is `waived`.
2. `state` never changes: a step hands back another state.
"""

from __future__ import annotations

import enum
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Generic, Protocol, TypeVar

Detail = Mapping[str, Any]
"""Named values for a message: text and whole numbers only, ready to be written as JSON."""


class Severity(enum.Enum):
    """How much a finding weighs."""

    NOTE = "note"
    FOUL = "foul"
    """Does not stand until put right, corrected or waived."""
    LOSS = "loss"
    """The match is lost."""


@dataclass(frozen=True, slots=True)
class Play:
    """A zone showed `before` and now shows `after`: a card was laid or lifted, a chip placed or removed."""

    zone: str
    before: str
    after: str
    seat: int | None = None  # who did it; None = the player to move
    waived: bool = (
        False  # the table lets a foul stand: apply the play whatever the rules say, with every foul reported as a note
    )
    again: bool = (
        False  # a hand was there and the zone shows the same face: perhaps the like of the card was laid (games with `doubles`)
    )
    stays: bool = False  # the turn goes on even if the card ends a turn by itself


@dataclass(frozen=True, slots=True)
class Claim:
    """Something no camera sees.

    Every game answers "stuck" (the player to move says that the minimum cannot be laid), "assess" (what is the position worth now?),
    "say" (detail: kind) and "setup_check" (detail: players, hand, teams, seats).
    """

    code: str  # a key of the game's `claims`
    seat: int | None = None
    detail: Detail = field(default_factory=dict)
    stood: bool = False  # what the claim laid lies on the table, whatever the rules say


class ValueKind(enum.Enum):
    """What a claim takes under a key."""

    TEXT = "text"
    """A text that the game reads, such as a card."""
    WORD = "word"
    """A word of `Takes.words`."""
    WHOLE = "whole"
    """A whole number from 0 to `Takes.most`."""
    LIST = "several"
    """A list of texts, numbers or pairs of numbers; or a text with spaces between."""


@dataclass(frozen=True, slots=True)
class Takes:
    """What a claim takes under a key of its detail."""

    kind: ValueKind
    needed: bool = True  # without it the claim says nothing
    most: int = 0
    words: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Finding:
    """What the rules say of a step."""

    rule: str  # an id of the rules spec, such as "OF-02"
    code: str  # key of the message, in words joined by hyphens, such as "not-above"
    severity: Severity
    zones: tuple[str, ...] = ()
    detail: Detail = field(default_factory=dict)  # a note with "news" here is shown before what is due


CARD_DUE = "lay-card"
"""The code of a duty to lay the card that a play waits for, on the first of the duty's zones. `detail["cards"]`: the cards that would do,
the likeliest first."""

CARD_MISSING = "card-missing"
"""The code of the same duty once the turn of the play is over (SQ-21)."""

HALF_OPEN = frozenset({"card-alone", "chip-alone"})
"""Codes of the foul "the turn ended while half of a play is missing". The finding's zones begin with the zone of the half that lies."""


@dataclass(frozen=True, slots=True)
class Duty:
    """Something that must happen in time: "cover F44 by the end of turn 12"."""

    rule: str
    code: str
    zones: tuple[str, ...] = ()
    card: str = ""  # the face that the duty hangs on, "" for none
    due_turn: int | None = (
        None  # number of the turn (from 1) at whose end the duty falls due; None = as long as the card is visible
    )
    detail: Detail = field(default_factory=dict)
    certain_loss: bool = False  # nobody can fulfil the duty any more
    late: bool = False  # due already: a foul until it is done
    usual: bool = False  # a part of every turn: shown, never warned of


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a match ended."""

    won: bool | None  # None: a draw
    rule: str
    code: str
    seats: tuple[int, ...] = ()  # the winners of a contest, everybody in a joint game
    detail: Detail = field(default_factory=dict)
    lapses: bool = False  # read off a position (nobody could go on): void where the log shows that play went on
    counted: bool = False  # rests on counting cards that nobody sees: a missed draw or card may be the reason (FF-20)


class GameState(Protocol):
    """What the state of every game tells; the rest of a state is private to the game."""

    @property
    def turn(self) -> int:
        """Number of the current turn, from 1."""

    @property
    def to_move(self) -> int:
        """Seat of the player to move, from 0."""


def is_same_turn(state: GameState, other: GameState) -> bool:
    """Have two states of a match the same turn of the same player?"""
    return state.turn == other.turn and state.to_move == other.to_move


S = TypeVar("S", bound=GameState)


@dataclass(frozen=True, slots=True)
class Step(Generic[S]):
    """The answer to a fact: the state after the fact, and what the rules say."""

    state: S
    findings: tuple[Finding, ...] = ()
    outcome: Outcome | None = None  # set by the step that ends the match

    @property
    def stands(self) -> bool:
        """True unless a finding is a foul."""
        return all(finding.severity is not Severity.FOUL for finding in self.findings)


@dataclass(frozen=True, slots=True)
class RulesAnswer:
    """What the rules said of a play or an end of turn: handed on, so that nobody asks twice."""

    state: Any  # the position before
    asked: Play | None  # None: an end of the turn, nobody named
    step: Step[Any]

    def find_step(self, state: Any, asked: Play | None) -> Step[Any] | None:
        """The step, where the same was `asked` on the very position `state`; None for any other question."""
        return self.step if state is self.state and asked == self.asked else None


class Rules(Protocol[S]):
    """A game. Implementations live in `companion/games`, a file each, and keep no state of their own."""

    name: str
    """As in a position line, and as the game's files are named."""

    claims: Mapping[str, Mapping[str, Takes]]
    """By code, every claim that the game answers: what the claim takes, by the keys of the detail. Nothing else enters the journal."""

    doubles: bool
    """Does the deck hold a card more than once, to be laid on its like?"""

    shared: frozenset[str]
    """Zones in which anybody shows a card for a moment: a card lifted there is not taken back."""

    def set_up_match(self, seats: int, options: Detail, position: Detail | None = None) -> S:
        """The state at the start of a match, or in any position.

        `seats`: number of players. `options`: variant keys of the rules spec, section 7, and "teams". `position`: the setup keys of the
        spec ("hands", "deck", "decks", "piles", "turn", "chips", "sequences", "discards"); None = freshly dealt, hands hidden.
        Raises `PositionError` with a clear sentence for what cannot be a position of the game.
        """

    def parse_play(self, state: S, play: Detail, seat: int | None = None) -> Play | Claim:
        """The value of a `play` step of the text vocabulary, e.g. {"card": "47", "pile": "up1"}, as a play or a claim. Asked
        for texts alone; the eye tells a `Play` by itself. `seat`: the player, None = the player to move.

        Raises `InputError` where the game has no such pile or card.
        """

    def find_zone(self, state: S, pile: str, seat: int | None = None) -> str:
        """The zone that a pile's name in the text vocabulary means ("own_up" depends on the seat). Asked for texts alone.
        `seat`: the player, None = the player to move. Raises `InputError`."""

    def apply_play(self, state: S, play: Play) -> Step[S]:
        """Judge a play and, if lawful, lay the card. Asked of each told play, and on trial where acts are weighed
        (`companion/turns`): the step must depend on state and play alone."""

    def apply_turn_end(self, state: S, seat: int | None = None) -> Step[S]:
        """Judge the end of the turn, draw, pass on. Asked and tried as `apply_play`. `seat`: who said so, None where nobody is
        named."""

    def pass_turn(self, state: S) -> Step[S]:
        """The turn ended, whatever speaks against that: draw, pass on. Asked where later facts prove the end, or an amendment
        cannot undo it.

        Fouls become notes. A missed deadline or a broken command is the outcome, and the state after the step goes on without.
        """

    def resume_turn(self, state: S, turn: int, seat: int, drawable: bool) -> S:
        """The position in turn number `turn` of `seat`. Asked where an amendment must not move a turn. `drawable`: were there
        cards to draw when the turn began?"""

    def could_draw(self, state: S) -> bool:
        """Were there cards to draw when the turn began? Kept by the referee for `resume_turn`. Asked where the minimum of a
        turn depends on the draw pile."""

    def retell_play(self, state: S, play: Play, then: int, now: int) -> Play:
        """A play as understood in an amended match. Asked of each play told before, whenever the log is told again.

        `then`: the seat to move when the play was told without a name; `now`: the seat to move by now, and the player meant. A
        play told in another variant gets the face of the current variant. Unchanged in games whose cards and piles belong to
        everybody.
        """

    def with_outcome(self, state: S, outcome: Outcome | None) -> S:
        """The same position, over with an outcome; None = going on."""

    def is_outcome_valid(self, state: S, outcome: Outcome) -> bool:
        """Does an outcome reached earlier in an amended log still hold in `state`, to which play went on? If not, the match
        goes on."""

    def apply_claim(self, state: S, claim: Claim) -> Step[S]:
        """Judge something no camera sees. Raises `InputError` for a code that the game does not know."""

    def show_face(self, state: S, zone: str, face: str, *, misread: bool = False) -> S:
        """The position with a face on top of a zone, "" for nothing, as seen. Cards above count as laid, and lie nowhere.

        `misread`: the top card itself has that face, whatever lies under it.
        """

    def tidy_table(self, state: S) -> S:
        """The position with everything as it should lie, for text, where nobody tends to single pieces."""

    def list_faces(self, state: S) -> Mapping[str, str]:
        """The face that each zone should show, "" for nothing. What the eye sees is held against these faces."""

    def list_duties(self, state: S) -> tuple[Duty, ...]:
        """What must happen in time, soonest first. Asked for lamps, pages and questions, and to find a missing half: no ruling
        depends on the list."""

    def list_legal(self, state: S) -> Sequence[Play | Claim]:
        """Every lawful play (and playing claim): from the hand where known, else from all unseen cards. Asked by simulated
        players alone: no ruling depends on the list."""

    def describe_position(self, state: S) -> dict[str, Any]:
        """The public position, ready for JSON: the keys of the interface's `state` except "duties", and "piles". Phones and
        texts show it; `companion/turns` looks at "piles" and "to_draw" too."""
