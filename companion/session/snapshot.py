"""What others may see of a match on the table: one frozen value, swapped whole."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any, NamedTuple

from companion.errors import InputError
from companion.journal.past_matches import LeftMatch
from companion.journal.start_notice import StartNotice
from companion.match.rules import Rules
from companion.match.rulings import Match
from companion.questions.question import Difference, Question, TurnQuestion
from companion.turns.scene import DRAW


@dataclass(frozen=True, slots=True)
class FoundPiles:
    """The piles of a table without a mat."""

    places: tuple[tuple[str, float, float], ...]  # name and middle of each pile, x and y as shares of the picture
    sure: bool  # nobody needs to be asked about the names
    swaps: tuple[tuple[str, str], ...] = ()  # pairs of names that a person exchanged, in order; the eye exchanges them too
    draws: tuple[str, ...] = ()  # draw piles that should be on the table
    # where a person said that draw piles lie, in order; the eye takes them over
    taps: tuple[tuple[str, float, float], ...] = ()

    @property
    def has_all_draw_piles(self) -> bool:
        """Was every draw pile found? Hands at an unfound pile draw unnoticed."""
        return not self.missing_draw_piles and any(name.endswith(DRAW) for name, _, _ in self.places)

    @property
    def missing_draw_piles(self) -> tuple[str, ...]:
        """The draw piles that were not found."""
        found = {name for name, *_ in self.places}
        return tuple(name for name in self.draws if name not in found)

    def with_places(self, places: tuple[tuple[str, float, float], ...], *, sure: bool, draws: tuple[str, ...]) -> FoundPiles:
        """The piles as the eye sees them now. `places`: as in the class. `sure`: the names need no question; so if sure before,
        and only draw piles came or went. `draws`: draw piles that should be on the table."""
        named = {place for place in self.places if place[0] not in draws}
        known = self.sure and named == {place for place in places if place[0] not in draws}
        return replace(self, places=places, sure=sure or known, draws=draws)

    def confirm_names(self) -> FoundPiles:
        """The piles with names confirmed by a person. Piles confirmed twice are played without missing draw piles."""
        draws = tuple(name for name in self.draws if name not in self.missing_draw_piles) if self.sure else self.draws
        return replace(self, sure=True, draws=draws)

    def swap_names(self, one: str, other: str) -> FoundPiles:
        """The piles with two names exchanged. Raises `InputError` for an unfound name."""
        if one == other or not {one, other} <= {name for name, *_ in self.places}:
            raise InputError.with_id("piles-unknown")
        names = {one: other, other: one}
        places = tuple((names.get(name, name), x, y) for name, x, y in self.places)
        return replace(self, places=places, swaps=(*self.swaps, (one, other)))

    def with_draw_pile(self, name: str, x: float, y: float) -> FoundPiles:
        """The piles with a draw pile placed by a person. `x`, `y`: shares of the picture. Raises `InputError`."""
        if name not in self.draws:
            raise InputError.with_id("draw-unknown")
        places = (*(place for place in self.places if place[0] != name), (name, x, y))
        return replace(self, places=places, taps=(*self.taps, (name, x, y)))


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
class Snapshot:
    """Everything others may see, at one moment."""

    match_id: int = 0  # number of the match, for people
    match_uid: str = ""  # random id of the match, for files
    rules: Rules[Any] | None = None
    match: Match | None = None
    questions: tuple[Question, ...] = ()
    turn_question: TurnQuestion | None = None
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
    clips: frozenset[int] = frozenset()  # entries with a clip of their ruling
    # zones unseen on a seen table, each with "glare", "blurred", "covered" or "outside"; "board": some of its spaces
    unclear: tuple[tuple[str, str], ...] = ()
    left: LeftMatch | None = None  # the match left when this match began
    regulars: tuple[str, ...] = ()  # names of recent players
    learning: Learning | None = None  # the cards that are being learned, None where none are
    version: int = 0  # rises at every change
