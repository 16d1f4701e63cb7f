"""What the state of every card game tells, whatever else it holds."""

from __future__ import annotations

from typing import Any, ClassVar, Protocol

from companion.games.hands import Hand
from companion.match.rules import Outcome


class CardState(Protocol):
    """What the state of every card game tells. `piles`: faces bottom to top, in the order of the game's zones; `played`: cards laid
    this turn; `turn` counts from 1."""

    __dataclass_fields__: ClassVar[dict[str, Any]]

    @property
    def hands(self) -> tuple[Hand, ...]:
        """By seat."""

    @property
    def piles(self) -> tuple[tuple[str, ...], ...]:
        """By zone."""

    @property
    def to_move(self) -> int:
        """The seat to move."""

    @property
    def turn(self) -> int:
        """Number of the turn."""

    @property
    def played(self) -> int:
        """Cards laid this turn."""

    @property
    def outcome(self) -> Outcome | None:
        """How it ended, if it did."""
