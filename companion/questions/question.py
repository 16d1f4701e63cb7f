"""What a person is asked, and what is told besides rulings. Frozen values."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TypeVar

from companion.match.rulings import Ruling


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


Notice = Ruling | Question | TurnQuestion | TurnOver | tuple[Difference, ...]
"""What came of a call: rulings, questions, ends of turns, or the zones that are out of step."""

Dated = TypeVar("Dated", Question, Difference)


def later(each: tuple[Dated, ...], by: float) -> tuple[Dated, ...]:
    """The same, as if they had begun so many seconds later."""
    return tuple(replace(one, since=one.since + by) for one in each)
