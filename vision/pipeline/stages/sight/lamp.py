"""The frame as a lamp that burns evenly would have lit it."""

from __future__ import annotations

from dataclasses import replace

from vision.pipeline.so_far import FrameSoFar, LampOutput, TableSetup
from vision.visible.flicker import Flicker, even_bands, follow_flicker


class Lamp:
    """Takes the bands of a lamp that flickers out of the frame."""

    name = "lamp"
    runs_blind = True

    def start(self, setup: TableSetup) -> Flicker:
        """The flicker of a lamp that burns evenly."""
        return Flicker()

    def run(self, so_far: FrameSoFar, state: Flicker) -> tuple[Flicker, LampOutput]:
        """The flicker, and the frame as evenly lit. The given frame where no lamp flickers."""
        frame = so_far.steady.frame
        state, small, background = follow_flicker(state, so_far.steady.small, so_far.place.memory.background, frame.at)
        return state, LampOutput(replace(frame, image=even_bands(frame.image, state)), small, background)
