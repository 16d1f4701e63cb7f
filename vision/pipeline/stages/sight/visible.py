"""Can the table be seen at all, and is the camera to hold its light?"""

from __future__ import annotations

import math
from dataclasses import dataclass, field, replace

import cv2

from vision.hands.arms import mask_traces
from vision.pipeline.so_far import FrameSoFar, TableSetup, VisibleOutput
from vision.types import Found, Lost, TableEvent
from vision.visible.clearness import is_blank, is_unclear
from vision.visible.light import Holding, hold_light


@dataclass(frozen=True, slots=True)
class VisibleLimits:
    """When it is told that something cannot be seen."""

    check_every_s: float = 0.3  # guess; a picture nearly like the frame before is asked this often whether it shows the table
    max_change_levels: float = 2.5  # guess; mean grey levels between two frames in which nothing but hands moves
    dark_told_s: float = 1.0  # guess; darkness, or pictures that show nothing, for this long are worth a word
    board_told_s: float = 5.0  # guess; a board that cannot be found for this long is worth a word


VISIBLE = VisibleLimits()


@dataclass(frozen=True, slots=True)
class Blindness:
    """What was told of what cannot be seen."""

    reason: str = ""  # as last told, of those of `Lost`, or "" while all is seen
    dark_since: float = math.inf  # infinite while pictures show something
    boardless_since: float = math.inf  # infinite while the board is found


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
        """The visibility of a table of which all is seen."""
        return Visibility()

    def run(self, so_far: FrameSoFar, state: Visibility) -> tuple[Visibility, VisibleOutput]:
        """What was told until now, and whether the table can be seen in this frame. Blind: too dark, not the known table, or
        nobody knows where it lies."""
        steady, place, memory, at = so_far.steady, so_far.place, so_far.place.memory, so_far.frame.at
        state, is_vague = _judge_clearness(so_far, state)
        may_be_gone = is_vague and place.mat.unsure and not is_blank(steady.small)  # the mat, told by itself
        blindness, reason = report_visibility(
            state.blindness,
            at,
            is_dark=steady.is_dark,
            is_mat_lost=place.mat.lost,
            is_board_missing=memory.board is not None and memory.board.placement is None,
            is_covered=is_vague and not may_be_gone,
            mat_reason=place.bare.lost_reason if place.bare else "mat",
        )
        told: tuple[TableEvent, ...] = () if reason is None else (Lost(at, reason) if reason else Found(at),)
        is_known = place.known is not None and memory.background is not None
        is_calm = is_known and not blindness.reason and not memory.sight.has_hands
        holding, hold = hold_light(state.holding, steady.level, at, is_calm=is_calm)
        is_blind = steady.is_dark or place.known is None or is_vague
        return Visibility(blindness, holding, state.clear_at), VisibleOutput(is_blind, told, hold)


def _judge_clearness(so_far: FrameSoFar, state: Visibility) -> tuple[Visibility, bool]:
    """The visibility, and whether the picture does not show the table that is known. Judged only every
    `VISIBLE.check_every_s` while pictures hardly change; no in between."""
    background, small, at = so_far.place.memory.background, so_far.steady.small, so_far.frame.at
    if background is None or so_far.place.mat.renewed:
        return state, False
    is_like_before = float(cv2.norm(small, background.before, cv2.NORM_L1)) < VISIBLE.max_change_levels * small.size
    if at - state.clear_at < VISIBLE.check_every_s and is_like_before:
        return state, False
    is_vague = is_unclear(small, background.table, background.field, mask_traces(background.held))
    return replace(state, clear_at=-math.inf if is_vague else at), is_vague


def report_visibility(
    blindness: Blindness,
    at: float,
    *,
    is_dark: bool,
    is_mat_lost: bool,
    is_board_missing: bool,
    is_covered: bool = False,
    mat_reason: str = "mat",
) -> tuple[Blindness, str | None]:
    """The blindness after another frame, and the reason to tell: "" where all is seen again, None for nothing to tell.

    `at`: seconds; `is_covered`: the picture shows no table, told as "unclear"; `mat_reason`: to be told where the mat, or what
    is taken for one, is lost. `is_dark`: too dark to see; `is_mat_lost`: the layout is not found; `is_board_missing`: nor the
    board.
    """
    is_blind = is_dark or is_covered
    since = blindness.boardless_since
    if not is_blind and not is_mat_lost:
        since = min(since, at) if is_board_missing else math.inf
    board_reason = "board" if at - since >= VISIBLE.board_told_s else ""
    gone = "dark" if is_dark else "unclear" if is_covered else mat_reason if is_mat_lost else board_reason
    dark_since = min(blindness.dark_since, at) if is_blind else math.inf
    after = replace(blindness, dark_since=dark_since, boardless_since=since)
    if gone == blindness.reason or (is_blind and at - dark_since < VISIBLE.dark_told_s):
        return after, None
    return replace(after, reason=gone), gone
