"""What others may see of a match that is being played: one frozen value, swapped whole."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from companion.errors import InputError
from companion.journal.past_matches import LeftMatch
from companion.journal.start_notice import StartNotice
from companion.match.rules import Rules
from companion.match.rulings import Match
from companion.questions.question import Difference, Question, TurnQuestion
from companion.turns.scene import DRAW


@dataclass(frozen=True, slots=True)
class FoundPiles:
    """The piles of a table without a mat. `places`: name and middle of each, x and y as shares of the picture. `sure`: nobody needs to be
    asked whether they are named rightly. `swaps`: the pairs whose names a person has exchanged, in order; the eye does so too. `draws`: the
    draw piles that there should be; `taps`: where a person has said that one lies, in order; the eye takes that over."""

    places: tuple[tuple[str, float, float], ...]
    sure: bool
    swaps: tuple[tuple[str, str], ...] = ()
    draws: tuple[str, ...] = ()
    taps: tuple[tuple[str, float, float], ...] = ()

    @property
    def shows_draws(self) -> bool:
        """Is every draw pile among them? Hands at one that was not found draw unnoticed."""
        return not self.missing and any(name.endswith(DRAW) for name, _, _ in self.places)

    @property
    def missing(self) -> tuple[str, ...]:
        """The draw piles that were not found."""
        found = {name for name, *_ in self.places}
        return tuple(name for name in self.draws if name not in found)

    def found_again(self, places: tuple[tuple[str, float, float], ...], *, sure: bool, draws: tuple[str, ...]) -> FoundPiles:
        """The same piles as the eye sees them now. They stay sure where nothing but draw piles came or went."""
        named = {place for place in self.places if place[0] not in draws}
        known = self.sure and named == {place for place in places if place[0] not in draws}
        return replace(self, places=places, sure=sure or known, draws=draws)

    def confirmed(self) -> FoundPiles:
        """The piles once a person said that they are named rightly; if they were sure already, that it goes without the missing ones."""
        draws = tuple(name for name in self.draws if name not in self.missing) if self.sure else self.draws
        return replace(self, sure=True, draws=draws)

    def swapped(self, one: str, other: str) -> FoundPiles:
        """The piles with two names exchanged. Raises `InputError` for a name that was not found."""
        if one == other or not {one, other} <= {name for name, *_ in self.places}:
            raise InputError.of("piles-unknown")
        names = {one: other, other: one}
        places = tuple((names.get(name, name), x, y) for name, x, y in self.places)
        return replace(self, places=places, swaps=(*self.swaps, (one, other)))

    def with_draw_pile(self, name: str, x: float, y: float) -> FoundPiles:
        """The piles with a draw pile where a person said. `x`, `y`: shares of the picture. Raises `InputError`."""
        if name not in self.draws:
            raise InputError.of("draw-unknown")
        places = (*(place for place in self.places if place[0] != name), (name, x, y))
        return replace(self, places=places, taps=(*self.taps, (name, x, y)))


@dataclass(frozen=True, slots=True)
class Snapshot:
    """Everything the others may see, at one moment. `table`: "none" (no eye), "waking" (an eye
    that has not seen the table yet), "still", "moving" or "lost". `faults`: parts of the
    machine that do not work. `left_out`: numbers of stored entries that could not be read or folded; they stay in the journal. `disk`:
    what the journal cannot write, as `Journal.trouble`. `notices`: what was found at the start. `thoughts`: by the
    number of an entry, the other faces that the eye thought of, likeliest first; they are not stored. `found_piles`: those of a
    table without a mat, None where a mat lies and as long as they are not found. `clips`: numbers of the entries whose ruling can be
    looked at once more. `unclear`: zones that cannot be seen though the table can, each with why ("glare", "blurred", "covered",
    "outside"); "board" for some of its spaces.
    `left`: the match that was left when this one began; `regulars`: who played lately, by name.
    `match_uid`: the random id of the match, by which files know it; `match_id`: its number, by which people do."""

    match_id: int = 0
    match_uid: str = ""
    rules: Rules[Any] | None = None
    match: Match | None = None
    questions: tuple[Question, ...] = ()
    turn_question: TurnQuestion | None = None
    out_of_step: tuple[Difference, ...] = ()
    table: str = "none"
    reason: str = ""
    faults: tuple[str, ...] = ()
    left_out: tuple[int, ...] = ()
    disk: str = ""
    notices: tuple[StartNotice, ...] = ()
    thoughts: Mapping[int, tuple[str, ...]] = field(default_factory=dict)
    found_piles: FoundPiles | None = None
    clips: frozenset[int] = frozenset()
    unclear: tuple[tuple[str, str], ...] = ()
    left: LeftMatch | None = None
    regulars: tuple[str, ...] = ()
    version: int = 0
