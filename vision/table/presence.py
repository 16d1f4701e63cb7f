"""Hands that come and go: are any over the table, and has one just been at a zone?

Two small state machines over what the gate sees (`vision.table.motion.Sight`); times are the frames' own.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from vision.table.motion import Sight

STILL = 0.2
"""Seconds without a hand after which the table lies still."""

DWELL = 0.25
"""Seconds that a hand's tip stays where it takes something."""

AGAIN = 1.5
"""Seconds within which a hand that comes back to a zone continues its visit."""


@dataclass(frozen=True, slots=True)
class Presence:
    """Are hands over the table? `moving`: as last said. `since`: since when the opposite is seen, None if it is not."""

    moving: bool = False
    since: float | None = None


def attend(presence: Presence, sight: Sight, at: float) -> tuple[Presence, bool]:
    """The presence after one more frame, and whether it changed: a flicker of one frame is no hand, and hands that are gone for less
    than `STILL` are not gone."""
    if sight.hands == presence.moving:
        return replace(presence, since=None), False
    since = at if presence.since is None else presence.since
    if at - since >= (STILL if presence.moving else 0.0) and since != at:
        return Presence(sight.hands), True
    return replace(presence, since=since), False


@dataclass(frozen=True, slots=True)
class Visit:
    """A hand at one zone. `dwell`: seconds for which its tip has been there without a break; `stayed`: that was once long enough since
    the hand came; `at`: of the last frame; `left`: when the last visit ended."""

    dwell: float = 0.0
    stayed: bool = False
    at: float = 0.0
    left: float = -1e9


def visit(state: Visit, sight: Sight, zone: str, at: float) -> tuple[Visit, bool]:
    """The visit after one more frame, and whether a hand has just left the zone after it had stayed there.

    An arm that only passes over the zone does not stay, and hands that come back at once (two cards drawn one after the other) belong
    to the same visit.
    """
    if zone in sight.covered:
        dwell = state.dwell + at - state.at if zone in sight.reached else 0.0
        return Visit(dwell, state.stayed or dwell >= DWELL, at, state.left), False
    if not state.stayed:
        return Visit(0.0, False, at, state.left), False
    return Visit(0.0, False, at, at), at - state.left > AGAIN
