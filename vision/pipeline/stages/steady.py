"""The frame as a camera that hangs still would have taken it."""

from __future__ import annotations

from dataclasses import replace

import cv2

from vision.hands.motion import shrink
from vision.pipeline.so_far import FrameSoFar, SteadyOutput, TableSetup
from vision.place import sway
from vision.place.sway import Sway
from vision.types import Frame, Image


class Steady:
    """Follows a camera that sways on its arm. Each frame is shifted back to where it lay when the table was measured.

    The state is None until the table was measured.
    """

    name = "steady"
    runs_blind = True

    def start(self, setup: TableSetup) -> Sway | None:
        """Nothing is measured yet."""
        return None

    def run(self, so_far: FrameSoFar, state: Sway | None) -> tuple[Sway | None, SteadyOutput]:
        """See `Stage`."""
        frame, previous = so_far.frame, so_far.previous
        state = _measure(state, previous)
        hangs_elsewhere = False
        if state is not None and previous is not None and previous.place.known is not None:
            state = sway.swayed(state, frame.image, frame.at)
            hangs_elsewhere = state.lasts and not previous.memory.sight.hands
            state, frame = (None, frame) if hangs_elsewhere else (state, _shift_back(state, frame))
        small = shrink(frame.image if frame.small is None else frame.small)
        return state, SteadyOutput(frame, small, _brightness_of(small), state, hangs_elsewhere)


def _measure(state: Sway | None, previous: FrameSoFar | None) -> Sway | None:
    """The sway, measured where the table was found or measured anew in the frame before."""
    if previous is None or previous.visible.is_blind or not (previous.hands.is_fresh or state is None):
        return state
    places = previous.place.anchors.places(previous.hands.known)
    return sway.measured(state, previous.lamp.frame.image, places, previous.frame.at)


def _shift_back(state: Sway, frame: Frame) -> Frame:
    image = sway.shifted_back(state, frame.image)
    if frame.small is None or image is frame.image:
        return replace(frame, image=image)
    small = sway.shifted_back(state, frame.small, frame.small.shape[1] / image.shape[1])
    return replace(frame, image=image, small=small)


def _brightness_of(small: Image) -> float:
    return sum(cv2.mean(small)[:3]) / 3
