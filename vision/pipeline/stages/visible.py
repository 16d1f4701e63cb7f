"""Can the table be seen at all, and is the camera to hold its light?"""

from __future__ import annotations

import math
from dataclasses import dataclass, field, replace

from vision.hands import torn
from vision.pipeline.so_far import FrameSoFar, TableSetup, VisibleOutput
from vision.types import Found, Lost, TableEvent
from vision.visible import blindness, clearness, light
from vision.visible.blindness import DARK, Blindness
from vision.visible.light import Holding

LOOKED_AT_AGAIN = 0.3
"""Seconds after which a picture is looked at again that is nearly that of the frame before: does it show the table?"""


@dataclass(frozen=True, slots=True)
class Visibility:
    """What `Visible` keeps."""

    blindness: Blindness = field(default_factory=Blindness)
    holding: Holding = field(default_factory=Holding)
    clear_at: float = -math.inf  # when a picture was last looked at that showed the table


class Visible:
    """Tells that light, mat, piles or board are gone or back. Once the table lies still the camera is to hold its light."""

    name = "visible"
    runs_blind = True

    def start(self, setup: TableSetup) -> Visibility:
        """All is seen."""
        return Visibility()

    def run(self, so_far: FrameSoFar, state: Visibility) -> tuple[Visibility, VisibleOutput]:
        """See `Stage`."""
        small, level, place = so_far.steady.small, so_far.steady.level, so_far.place
        state, is_vague = _judge_clearness(so_far, state)
        may_be_gone = place.mat.unsure and not clearness.blank(small) if is_vague else False  # the mat, which is told by itself
        is_covered = is_vague and not may_be_gone
        state, told = _report_blindness(so_far, state, is_covered)
        memory = place.memory
        is_calm = place.known is not None and memory.gate is not None and not state.blindness.reason and not memory.sight.hands
        holding, hold = light.attend(state.holding, is_calm, level, so_far.frame.at)
        is_blind = level < DARK or place.known is None or is_vague
        return replace(state, holding=holding), VisibleOutput(is_blind, told, hold)


def _judge_clearness(so_far: FrameSoFar, state: Visibility) -> tuple[Visibility, bool]:
    """Does the picture not show the table that is known? One nearly like that of the frame before is not looked at again for a while."""
    gate, small = so_far.place.memory.gate, so_far.steady.small
    if gate is None or so_far.place.mat.renewed:
        return state, False
    if so_far.frame.at - state.clear_at < LOOKED_AT_AGAIN and clearness.alike(small, gate.before):
        return state, False
    is_vague = clearness.unclear(small, gate.table, gate.field, torn.lying(gate.held))
    return replace(state, clear_at=-math.inf if is_vague else so_far.frame.at), is_vague


def _report_blindness(so_far: FrameSoFar, state: Visibility, is_covered: bool) -> tuple[Visibility, tuple[TableEvent, ...]]:
    """What is lost since this frame, or found again."""
    board, bare = so_far.place.memory.board, so_far.place.bare
    after, reason = blindness.attend(
        state.blindness,
        so_far.frame.at,
        so_far.steady.level < DARK,
        so_far.place.mat.lost,
        board is not None and board.placement is None,
        is_covered,
        bare.lost_reason if bare else "mat",
    )
    told: tuple[TableEvent, ...] = (
        () if reason is None else (Lost(so_far.frame.at, reason) if reason else Found(so_far.frame.at),)
    )
    return replace(state, blindness=after), told
