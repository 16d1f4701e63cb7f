"""Was a hand at the draw pile to draw, or to lay a chip beside the pile?

A player behind the draw pile reaches over the pile to the board, and rests a palm there. Chips of the next rows are laid with fingertips
at the pile's edge. The cells tell, once the hand has gone: a touch waits until the cells under the arm are decided.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field
from functools import lru_cache

import numpy as np

from vision.debounce import DEBOUNCE, ZoneState
from vision.hands.arms import ARMS
from vision.hands.field import Field
from vision.hands.tracks import HAND_REACH
from vision.hands.visits import ZoneVisit
from vision.place.layout import is_cell
from vision.types import Touched


@dataclass(frozen=True, slots=True)
class DrawTouchLimits:
    """When a touch of a draw pile was no drawing."""

    max_wait_s: float = DEBOUNCE.undecided_after_s  # another hand may stay over the cells
    max_edge_fingers: float = ARMS.max_beside_fingers  # from the pile: laying fingertips are at its edge
    max_palm_fingers: float = HAND_REACH.min_hand_fingers  # from the pile: a raised palm seen from aside looks farther out


DRAW_TOUCH = DrawTouchLimits()


@dataclass(frozen=True, slots=True)
class WaitingTouch:
    """A touch not yet known to be one."""

    touch: Touched
    began: float  # seconds, since when the hand was drawing
    came: float  # seconds, since when the arm has been over the pile
    cells: frozenset[str]  # under the arm meanwhile
    turned: bool  # fingertips turned round at the pile
    goes_on: bool = False  # continues the visit before, already told


@dataclass(frozen=True, slots=True)
class DrawTouches:
    """Touches of draw piles that wait."""

    waiting: tuple[WaitingTouch, ...] = ()  # in order
    changed: Mapping[str, float] = field(default_factory=dict)  # seconds, when each cell last changed

    @property
    def first_began(self) -> float:
        """Seconds, since when the first untold hand was drawing; infinity for none."""
        return min((one.began for one in self.waiting if not one.goes_on), default=float("inf"))


def make_waiting_touch(touch: Touched, visit: ZoneVisit, turned: bool, goes_on: bool) -> WaitingTouch:
    """A touch with what is known of its visit. `turned`: fingertips turn round in this very frame. `goes_on`: see
    `WaitingTouch`. Where the visit knows no beginning, the second of the touch counts."""
    came = touch.at if visit.came_at is None else visit.came_at
    began = touch.at if visit.began is None else visit.began
    return WaitingTouch(touch, began, came, visit.cells, visit.has_turned or turned, goes_on)


def note_changed_cells(
    draws: DrawTouches, before: Mapping[str, ZoneState], after: Mapping[str, ZoneState], at: float
) -> DrawTouches:
    """The touches, with the cells changed in this frame.

    `draws`: touches that wait; `before`, `after`: zones of the last and of this frame.
    """
    changed = {name: at for name, state in after.items() if is_cell(name) and state.face != before[name].face}
    return DrawTouches(draws.waiting, {**draws.changed, **changed}) if changed else draws


def decide_touches(
    draws: DrawTouches, more: Iterable[WaitingTouch], zones: Mapping[str, ZoneState], place: Field, at: float
) -> tuple[DrawTouches, list[tuple[float, Touched]], frozenset[str]]:
    """The touches still waiting, the real ones as (second of the beginning, touch), and the draw piles with a false one.

    `draws`: touches that waited until now. `more`: of this frame. `zones`: of the frame before. `place`: the field of hands. A
    touch that continues a visit already told is not told again.
    """
    waits, said, none = list[WaitingTouch](), list[tuple[float, Touched]](), set[str]()
    for one in (*draws.waiting, *more):
        away = _cell_distances(one.touch.zone, place)
        cells = one.cells & zones.keys() | {cell for cell, far in away.items() if far < DRAW_TOUCH.max_palm_fingers}
        if at - one.touch.at < DRAW_TOUCH.max_wait_s and not all(zones[cell].settled for cell in cells):
            waits.append(one)
        elif _was_drawing(
            one, [away.get(cell, DRAW_TOUCH.max_palm_fingers) for cell in cells if draws.changed.get(cell, -np.inf) >= one.came]
        ):
            said += [] if one.goes_on else [(one.began, one.touch)]
        else:
            none.add(one.touch.zone)
    return DrawTouches(tuple(waits), draws.changed), said, frozenset(none)


def _was_drawing(one: WaitingTouch, changed: Collection[float]) -> bool:
    """True if the hand drew. `changed`: distance from the pile, in finger lengths, of each cell under the hand changed since
    its coming."""
    return not changed or (one.turned and min(changed) >= DRAW_TOUCH.max_edge_fingers)


@lru_cache(maxsize=4)
def _cell_distances(draw: str, place: Field) -> Mapping[str, float]:
    """Finger lengths from a draw pile to each cell. Empty without cells, and where `draw` is no draw zone of the field."""
    away = dict(place.to_draws).get(draw)
    if away is None or not place.cells.any():
        return {}
    nearest = np.full(len(place.names) + 1, np.inf)
    np.minimum.at(nearest, place.zones.ravel(), away.ravel())
    return {name: float(nearest[number]) for number, name in enumerate(place.names, start=1) if place.cells[number]}
