"""What a person is asked, and what came of an event (`Notice`). Frozen values.

What was found at the start is a `StartNotice` of `companion/journal/start_notice.py`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TypeVar

from companion.match.rulings import Ruling


@dataclass(frozen=True, slots=True)
class Question:
    """Which card lies on `zone`?"""

    id: str
    zone: str
    candidates: tuple[tuple[str, float], ...]  # faces with probabilities, likeliest first
    moved: bool  # a hand laid the card
    since: float  # seconds since 1970
    turn: int = 0  # in which the card was laid
    hand: float | None = None  # where the arm came from that laid the card
    before: int | None = None  # entry of the card laid on it since, None for none or for an unknown card
    under: str = ""  # face of the card laid on it since, "" for none
    guess: int | None = None  # entry with which the likeliest face was put in unseen; nothing waits for the answer
    after: int = 0  # entry after which the card was laid
    gap: bool | None = None  # see `Played`
    follows: tuple[int, ...] = ()  # entries of cards laid earlier and named since
    # entry of a taking back: what lay beneath? The first candidate was seen, the second is of the log
    lifted: int | None = None

    @property
    def covered(self) -> bool:
        """Was another card laid on top?"""
        return bool(self.under)

    @property
    def number(self) -> str:
        """The number of the card where only its command is asked for, else ""."""
        numbers = {face.partition(":")[0] for face, _ in self.candidates}
        return numbers.pop() if len(numbers) == 1 and len(self.candidates) > 1 else ""


@dataclass(frozen=True, slots=True)
class TurnQuestion:
    """Had turn `turn` of `seat` ended?"""

    id: str
    turn: int
    seat: int
    before: int | None  # entry before which the end was missed, None = just now
    since: float  # seconds since 1970
    card: int | None = None  # entry of the card that raised the question
    stranger: int | None = None  # who laid the card out of turn if the turn had not ended; None where unknown
    touch: int | None = None  # entry that ended the turn, wrongly if it goes on; `stranger` then laid the card if it had ended


@dataclass(frozen=True, slots=True)
class PileQuestion:
    """On which pile does a card lie?"""

    id: str
    face: str  # what the card shows, "" where it could not be read
    zones: tuple[str, ...]  # piles that it may lie on, likeliest first
    since: float  # seconds since 1970
    turn: int = 0  # in which the card was laid
    after: int = 0  # entry after which the card was laid
    at: tuple[float, float] = (0.0, 0.0)  # its middle, x and y as shares of the picture
    picture: str = ""  # name of the picture of the card
    zone: str = ""  # the nameless pile that the card was read on, "" where no pile is known
    entry: int | None = None  # of the card in the log, None as long as it is not in the log


def stray_picture_name(outline: Sequence[tuple[float, float]]) -> str:
    """Name of the picture of a card that lies where no pile is known. `outline`: its corners, shares of the picture."""
    return "stray-" + "-".join(f"{round(10_000 * part)}" for corner in outline for part in corner)


@dataclass(frozen=True, slots=True)
class TurnOver:
    """A turn ended, as known now."""

    turn: int
    seat: int
    by: str  # what told: "draw", "hand", "colour", "count", "button", "card" or "person"
    at: float  # seconds since 1970


@dataclass(frozen=True, slots=True)
class Difference:
    """A zone where table and match disagree."""

    zone: str
    expected: str
    seen: str
    since: float  # seconds since 1970 of the first sight


Notice = Ruling | Question | TurnQuestion | PileQuestion | TurnOver | tuple[Difference, ...]
"""What came of a call: a ruling, a question, the end of a turn, or zones out of step."""

Dated = TypeVar("Dated", Question, PileQuestion, Difference)


def shift_since(each: tuple[Dated, ...], by: float) -> tuple[Dated, ...]:
    """The values with `since` moved `by` seconds."""
    return tuple(replace(one, since=one.since + by) for one in each)
