"""What others may see of a match that is being played: one frozen value, swapped whole."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any, TypeVar

from companion.journal.start_notice import StartNotice
from companion.match.rules import Rules
from companion.match.rulings import Match, Ruling
from companion.session.past_matches import LeftMatch
from companion.turns.scene import DRAW


@dataclass(frozen=True, slots=True)
class Question:
    """What a person should say: which card lies on `zone`. `candidates`: faces with probabilities, likeliest first. `turn`: in which it
    was laid; `hand`: from where the arm came that laid it. `under`: the card that was laid on it since, "" for none, `before`: the entry of
    that card, None as long as nobody knows it either.
    `guess`: the entry with which the likeliest was put in, since nobody saw it: nothing waits for the answer. `after`: the entry after which
    it was laid, and `follows`: those of cards laid before it that were named since; `gap`: see `Played`. `lifted`: the taking back of which
    it is asked what lay beneath the card; `candidates` are what was seen there and what the log says, the first counts until the answer."""

    id: str
    zone: str
    candidates: tuple[tuple[str, float], ...]
    moved: bool
    since: float
    turn: int = 0
    hand: float | None = None
    before: int | None = None
    under: str = ""
    guess: int | None = None
    after: int = 0
    gap: bool | None = None
    follows: tuple[int, ...] = ()
    lifted: int | None = None

    @property
    def covered(self) -> bool:
        """Was another card laid on it?"""
        return bool(self.under)

    @property
    def number(self) -> str:
        """The number of the card where only its command is asked for, else ""."""
        numbers = {face.partition(":")[0] for face, _ in self.candidates}
        return numbers.pop() if len(numbers) == 1 and len(self.candidates) > 1 else ""


@dataclass(frozen=True, slots=True)
class TurnQuestion:
    """What a person should say: had turn `turn` of `seat` ended, with an end that was missed before entry `before` (None = just now)?
    `card`: the entry of the card that raised it, and `stranger`: who laid it out of turn if not; None where that cannot be told. `touch`:
    the entry that ended the turn, and ended none if it had not; if it had, `stranger` laid the card out of turn."""

    id: str
    turn: int
    seat: int
    before: int | None
    since: float
    card: int | None = None
    stranger: int | None = None
    touch: int | None = None


@dataclass(frozen=True, slots=True)
class TurnOver:
    """Turn `turn` of `seat` ended `at` (seconds since 1970), as it is known now. `by`: what told of it, "draw", "hand", "colour", "count",
    "button", "card" or "person"."""

    turn: int
    seat: int
    by: str
    at: float


@dataclass(frozen=True, slots=True)
class Difference:
    """A zone where table and match disagree. `since`: seconds since 1970 when it was first seen."""

    zone: str
    expected: str
    seen: str
    since: float


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


Notice = Ruling | Question | TurnQuestion | TurnOver | tuple[Difference, ...]
"""What came of a call: rulings, questions, ends of turns, or the zones that are out of step."""

Dated = TypeVar("Dated", Question, Difference)


def later(each: tuple[Dated, ...], by: float) -> tuple[Dated, ...]:
    """The same, as if they had begun so many seconds later."""
    return tuple(replace(one, since=one.since + by) for one in each)
