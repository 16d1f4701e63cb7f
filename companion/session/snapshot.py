"""What others may see of a match on the table: one frozen value, swapped whole."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from companion.journal.past_matches import LeftMatch
from companion.journal.start_notice import StartNotice
from companion.match.rules import Rules
from companion.match.rulings import Match
from companion.questions.question import Difference, PileQuestion, Question, TurnQuestion
from companion.session.found_piles import FoundPiles


class Playing(NamedTuple):
    """A match that is being played, at one moment, and the rules of its game."""

    rules: Rules[Any]
    match: Match


@dataclass(frozen=True, slots=True)
class Learning:
    """How far the cards of a game are learned. Until then nothing on the table can be read."""

    game: str  # whose cards
    share: float  # of the work that is done, 0 to 1
    left_s: float | None = None  # seconds that are left, None as long as they cannot be told


@dataclass(frozen=True, slots=True)
class LaidOut:
    """What the eye sees on a table without a mat before its first card."""

    directions: int  # direction cards
    backs: int  # draw piles


@dataclass(frozen=True, slots=True)
class BoardNaming:
    """A board whose printed cards the eye cannot read, and what people say of it."""

    number: int  # of the picture of the board
    said: tuple[tuple[str, str], ...] = ()  # spaces of the picture, each with the card that is printed there
    quarters: int | None = None  # by which the layout lies turned clockwise in the picture, None while not known


@dataclass(frozen=True, slots=True)
class Snapshot:
    """Everything others may see, at one moment."""

    match_id: int = 0  # number of the match, for people
    match_uid: str = ""  # random id of the match, for files
    rules: Rules[Any] | None = None
    match: Match | None = None
    questions: tuple[Question, ...] = ()
    turn_question: TurnQuestion | None = None
    pile_questions: tuple[PileQuestion, ...] = ()
    out_of_step: tuple[Difference, ...] = ()
    table: str = "none"  # "none" (no eye), "waking" (table not seen yet), "still", "moving" or "lost"
    reason: str = ""  # why the table is lost or rests, as in `vision.types.Lost`, "pause" or "bumped"
    faults: tuple[str, ...] = ()  # parts of the machine that fail
    left_out: tuple[int, ...] = ()  # numbers of stored entries that could not be read or folded; the journal keeps them
    disk: str = ""  # what the journal cannot write, as `Journal.trouble`
    notices: tuple[StartNotice, ...] = ()  # what was found at the start
    # by entry, other faces of the reading, likeliest first; not stored
    thoughts: Mapping[int, tuple[str, ...]] = field(default_factory=dict)
    found_piles: FoundPiles | None = None  # of a table without a mat, None with a mat or while not found
    laid_out: LaidOut | None = None  # what lies on a table without a mat before its first card, None with a mat
    board_naming: BoardNaming | None = None  # of a board that a person has to name, None where none is to be named
    clips: frozenset[int] = frozenset()  # entries with a clip of their ruling
    # zones unseen on a seen table, each with "glare", "blurred", "covered" or "outside"; "board": some of its spaces
    unclear: tuple[tuple[str, str], ...] = ()
    hindered: tuple[str, ...] = ()  # what keeps the eye from reading on a seen table: "hands", "colours"
    left: LeftMatch | None = None  # the match left when this match began
    regulars: tuple[str, ...] = ()  # names of recent players
    learning: Learning | None = None  # the cards that are being learned, None where none are
    version: int = 0  # rises at every change

    @property
    def is_nothing_proven(self) -> bool:
        """Is it a table without a mat on which no card was read yet? Cards may have been laid unseen."""
        found = self.found_piles
        return (found is not None or self.laid_out is not None) and not (found is not None and found.is_any_proven)

    def count_proven_piles(self) -> int:
        """The piles of a table without a mat on which a card was read."""
        return 0 if self.found_piles is None else sum(pile.is_proven for pile in self.found_piles.cards)

    def count_piles(self) -> int:
        """The piles that cards are laid on, found or not."""
        return max(len(self.found_piles.cards) if self.found_piles else 0, len(self.pile_kinds))

    @property
    def pile_kinds(self) -> Mapping[str, tuple[Any, ...]]:
        """What distinguishes each pile of the match that cards are laid on: kind, owner and team. Piles alike may change places.
        Empty without a match."""
        if self.rules is None or self.match is None:
            return {}
        piles = self.rules.describe_position(self.match.state).get("piles", ())
        return {pile["zone"]: (pile.get("kind"), pile.get("owner"), pile.get("team")) for pile in piles}
