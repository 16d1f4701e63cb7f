"""Draws with a half of the play missing, by a hand that is known (SQ-21). Pure.

A touch alone calls nobody: the hand may have passed by at the draw pile, or drawn too early. The turn is over once the table lies still
for a while and nothing was told since. Until then what is laid next tells.
"""

from __future__ import annotations

from dataclasses import dataclass

from companion.match.events import TurnEnded
from companion.match.rulings import Match

SOON = 3.0
"""Seconds within which a half that is only late is brought."""


@dataclass(frozen=True, slots=True)
class HalfDrawn:
    """The end of a turn that a draw tells of. `end`: that end; `draw`: the entry of the draw; `at`: when it was, in seconds since 1970.
    `handled`: zones that a hand left otherwise since, with the face that shows there still: the next player's, if the turn is over."""

    end: TurnEnded
    draw: int
    at: float
    handled: tuple[tuple[str, str], ...] = ()

    def stands(self, match: Match) -> bool:
        """Was nothing told since the draw?"""
        return match.entries[-1].n == self.draw

    def has_waited(self, at: float) -> bool:
        """Would a half that is only late have been brought by now?"""
        return at - self.at >= SOON
