"""The frame as a camera that hangs still would have taken it."""

from __future__ import annotations

import cv2

from vision.hands.motion import shrink_frame
from vision.pipeline.so_far import FrameSoFar, SteadyOutput, TableSetup
from vision.place.sway import Sway, follow_sway, measure_sway

MIN_SEEN_LEVELS = 8.0  # guess; mean grey level below which a picture is dark and nothing can be seen


class Steady:
    """Shifts each frame of a swaying camera back to where the table was measured.

    The state is None until the table was measured.
    """

    name = "steady"
    runs_blind = True

    def start(self, setup: TableSetup) -> Sway | None:
        """None: nothing is measured yet."""
        return None

    def run(self, so_far: FrameSoFar, state: Sway | None) -> tuple[Sway | None, SteadyOutput]:
        """The sway, None before the first look, and the frame shifted back by it. Measured anew after the table was. Level and
        darkness are those of the small picture."""
        frame, previous, hangs_elsewhere = so_far.frame, so_far.previous, False
        if previous is not None and not previous.visible.is_blind and (previous.hands.is_fresh or state is None):
            places = previous.place.anchors.list_places(previous.hands.known)
            state = measure_sway(state, previous.lamp.frame.image, places, previous.frame.at)
        if state is not None and previous is not None and previous.place.known is not None:
            swayed = follow_sway(state, frame, is_clear=not previous.memory.sight.has_hands)
            state, frame, hangs_elsewhere = swayed.sway, swayed.frame, swayed.is_pushed
        small = shrink_frame(frame.image if frame.small is None else frame.small)
        level = sum(cv2.mean(small)[:3]) / 3
        return state, SteadyOutput(frame, small, level, level < MIN_SEEN_LEVELS, state, hangs_elsewhere)
