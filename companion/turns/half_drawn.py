"""Draws with a half of the play missing, by a known hand (SQ-21). Pure.

A touch alone calls nobody: the hand may have passed by, or drawn too early. The turn is over once the table lies still for a
while and nothing was told since. What is laid meanwhile tells.
"""

from __future__ import annotations

from dataclasses import dataclass

from companion.match.events import TurnEnded
from companion.match.rulings import Match

SOON = 3.0  # a half that is only late is brought sooner; guess


@dataclass(frozen=True, slots=True)
class HalfDrawn:
    """The end of a turn told by a draw."""

    end: TurnEnded  # the end
    draw: int  # entry of the draw
    at: float  # time of the draw, in seconds since 1970
    # zones moved by a hand since, each with the face still there; the next player's if the turn is over
    handled: tuple[tuple[str, str], ...] = ()

    def stands(self, match: Match) -> bool:
        """Was nothing told since the draw?"""
        return match.entries[-1].n == self.draw

    def has_waited(self, at: float) -> bool:
        """Would a late half have been brought by time `at`?"""
        return at - self.at >= SOON
