"""The frame as a lamp that burns evenly would have lit it."""

from __future__ import annotations

from dataclasses import replace

from vision.pipeline.so_far import FrameSoFar, LampOutput, TableSetup
from vision.visible import flicker
from vision.visible.flicker import Flicker


class Lamp:
    """Takes the bands of a lamp that flickers out of the frame."""

    name = "lamp"
    runs_blind = True

    def start(self, setup: TableSetup) -> Flicker:
        """The lamp burns evenly."""
        return Flicker()

    def run(self, so_far: FrameSoFar, state: Flicker) -> tuple[Flicker, LampOutput]:
        """See `Stage`."""
        frame = so_far.steady.frame
        state, small, gate = flicker.steadied(state, so_far.steady.small, so_far.place.memory.gate, frame.at)
        return state, LampOutput(replace(frame, image=flicker.evened(frame.image, state)), small, gate)
