"""Hands that come and go: are any over the table, and has one just been at a zone?

Small state machines over what the gate sees (`vision.table.motion.TableSight`); times are the frames' own.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace

from vision.table.course import Way, follow
from vision.table.motion import TableSight

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


def attend(presence: Presence, sight: TableSight, at: float) -> tuple[Presence, bool]:
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


def visit(state: Visit, sight: TableSight, zone: str, at: float, turned: bool = False) -> tuple[Visit, bool]:
    """The visit after one more frame, and whether a hand has just left the zone after it had stayed there.

    An arm that only passes over the zone does not stay, and hands that come back at once (two cards drawn one after the other) belong
    to the same visit. `turned`: the tips of an arm turned round there, so it did not pass, however short it stayed.
    """
    if zone in sight.covered:
        dwell = state.dwell + at - state.at if zone in sight.reached else 0.0
        return Visit(dwell, state.stayed or turned or dwell >= DWELL, at, state.left), False
    if not (state.stayed or turned):
        return Visit(0.0, False, at, state.left), False
    return Visit(0.0, False, at, at), at - state.left > AGAIN


LINGER = 1.0
"""Seconds for which a draw or control zone is still looked at after a hand has left it."""


@dataclass(frozen=True, slots=True, eq=False)
class Comings:
    """Hands over a whole table. `presence`: are there any; `draws`, `piles`: visits to each draw zone and to each pile; `busy_at`: when
    each zone that is no pile was last covered, minus infinity once that is long ago. `way`: of the arms; `hands`: whose fingers were last
    in each zone that was covered just now and is no pile."""

    presence: Presence
    draws: Mapping[str, Visit]
    piles: Mapping[str, Visit]
    busy_at: Mapping[str, float]
    way: Way = field(default_factory=Way)
    hands: Mapping[str, float | None] = field(default_factory=dict)

    def busy(self, zone: str, at: float) -> bool:
        """Did something move or lie in this zone just now?"""
        return at - self.busy_at[zone] <= LINGER


def first_comings(draws: Iterable[str], piles: Iterable[str], others: Iterable[str]) -> Comings:
    """Nobody was anywhere yet. `draws`, `piles`: names of zones; `others`: of all that are no piles."""
    return Comings(
        Presence(), {name: Visit() for name in draws}, {name: Visit() for name in piles}, dict.fromkeys(others, -math.inf)
    )


def forgotten(comings: Comings) -> Comings:
    """The comings after nothing could be seen for a while: what hands had begun is not known to have ended."""
    fresh = first_comings(comings.draws, comings.piles, comings.busy_at)
    return replace(fresh, presence=comings.presence)


def come(comings: Comings, sight: TableSight, at: float, steady: bool) -> tuple[Comings, list[str], bool]:
    """The comings after one more frame, the draw zones that a hand has just left, and whether hands came or went. `steady`: mat and
    camera lie still; a table that was pushed looks like one great hand."""
    busy_at = {name: at if name in sight.covered else last for name, last in comings.busy_at.items()}
    way = follow(comings.way, sight.arms, at) if steady else Way()
    turned = {turn.zone: turn.hand for turn in way.turns}
    draws = {
        name: visit(state, sight, name, at, name in turned) if steady else (Visit(left=state.left, at=at), False)
        for name, state in comings.draws.items()
    }
    piles = {name: visit(state, sight, name, at)[0] for name, state in comings.piles.items()}
    presence, came_or_went = attend(comings.presence, sight, at)
    hands = {**comings.hands, **_hands_now(way, sight.covered & busy_at.keys()), **turned}
    after = Comings(presence, {name: state for name, (state, _) in draws.items()}, piles, busy_at, way, hands)
    return after, [name for name, (_, left) in draws.items() if left], came_or_went


def _hands_now(way: Way, zones: Iterable[str]) -> dict[str, float]:
    """Whose fingers are in these zones in this frame, where that is known."""
    found = {zone: way.hand_at(zone) for zone in zones}
    return {zone: hand for zone, hand in found.items() if hand is not None}


def left_alone(comings: Comings, at: float) -> tuple[Comings, list[str]]:
    """The zones that hands have left alone for a while, each told once."""
    left = [name for name, last in comings.busy_at.items() if last > -math.inf and not comings.busy(name, at)]
    hands = {name: hand for name, hand in comings.hands.items() if name not in left}
    return replace(comings, busy_at={**comings.busy_at, **dict.fromkeys(left, -math.inf)}, hands=hands), left
