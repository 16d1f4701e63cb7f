"""Was a hand at the draw pile to draw, or to lay a chip beside it?

Who sits behind the draw pile reaches over it to the board, and rests the palm on it; chips of the rows next to it are laid with the
fingertips at its edge. What the cells show once the hand has gone tells: a touch waits until those are decided over which its arm was.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field
from functools import lru_cache

import numpy as np

from vision.debounce import ZoneState
from vision.hands.field import Field
from vision.hands.visits import ZoneVisit
from vision.place.layout import is_cell
from vision.types import Touched

WAITS = 1.0
"""Seconds for which a touch waits at most: another hand may stay over the cells."""
NEXT_TO = 1.0
"""Lengths of fingers from a draw pile within which the fingertips that lay a chip are at its edge."""
NEAR = 2.0
"""Lengths of fingers from a draw pile within which a cell may have been under the palm of a hand that seems to be elsewhere: it is above
the table, and from aside it looks as if it were farther out."""


@dataclass(frozen=True, slots=True)
class WaitingTouch:
    """A touch of which it is not known yet whether it was one. `first_began`: since when the hand was drawing; `came`: since when its arm has
    been over the pile, `cells`: over which it was meanwhile; `turned`: its tips turned round at the pile; `goes_on`: it only continues the
    visit before it, which was told."""

    touch: Touched
    began: float
    came: float
    cells: frozenset[str]
    turned: bool
    goes_on: bool = False


@dataclass(frozen=True, slots=True)
class DrawTouches:
    """`waiting`: touches, in order; `changed`: when each cell last came to show something else, in seconds."""

    waiting: tuple[WaitingTouch, ...] = ()
    changed: Mapping[str, float] = field(default_factory=dict)

    @property
    def first_began(self) -> float:
        """Since when the first hand was drawing of which nothing was told yet; infinity for none."""
        return min((one.began for one in self.waiting if not one.goes_on), default=float("inf"))


def make_waiting_touch(touch: Touched, visit: ZoneVisit, turned: bool, goes_on: bool) -> WaitingTouch:
    """A touch by what is known of its visit. `turned`: the tips turn round there in this very frame; `goes_on`: see `WaitingTouch`."""
    came = touch.at if visit.came_at is None else visit.came_at
    began = touch.at if visit.began is None else visit.began
    return WaitingTouch(touch, began, came, visit.cells, visit.has_turned or turned, goes_on)


def note_changed_cells(
    draws: DrawTouches, before: Mapping[str, ZoneState], after: Mapping[str, ZoneState], at: float
) -> DrawTouches:
    """The same, with the cells that have come to show something else in this frame."""
    changed = {name: at for name, state in after.items() if is_cell(name) and state.face != before[name].face}
    return DrawTouches(draws.waiting, {**draws.changed, **changed}) if changed else draws


def decide_touches(
    draws: DrawTouches, more: Iterable[WaitingTouch], zones: Mapping[str, ZoneState], place: Field, at: float
) -> tuple[DrawTouches, list[tuple[float, Touched]], frozenset[str]]:
    """What still waits, the touches that were some, each with since when, and the draw piles at which one turned out to be none. `more`: of
    this frame; `zones`: as of the frame before."""
    waits, said, none = list[WaitingTouch](), list[tuple[float, Touched]](), set[str]()
    for one in (*draws.waiting, *more):
        away = _cell_distances(one.touch.zone, place)
        cells = one.cells & zones.keys() | {cell for cell, far in away.items() if far < NEAR}
        if at - one.touch.at < WAITS and not all(zones[cell].settled for cell in cells):
            waits.append(one)
        elif _was_drawing(one, [away.get(cell, NEAR) for cell in cells if draws.changed.get(cell, -np.inf) >= one.came]):
            said += [] if one.goes_on else [(one.began, one.touch)]
        else:
            none.add(one.touch.zone)
    return DrawTouches(tuple(waits), draws.changed), said, frozenset(none)


def _was_drawing(one: WaitingTouch, changed: Collection[float]) -> bool:
    """Did the hand draw? `changed`: how far from the pile the cells are under it that show something else since it came."""
    return not changed or (one.turned and min(changed) >= NEXT_TO)


@lru_cache(maxsize=4)
def _cell_distances(draw: str, place: Field) -> Mapping[str, float]:
    """How many lengths of fingers each cell is away from a draw pile."""
    away = dict(place.to_draws).get(draw)
    if away is None or not place.cells.any():
        return {}
    nearest = np.full(len(place.names) + 1, np.inf)
    np.minimum.at(nearest, place.zones.ravel(), away.ravel())
    return {name: float(nearest[number]) for number, name in enumerate(place.names, start=1) if place.cells[number]}
