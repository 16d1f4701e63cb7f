"""What a frame tells, in the order in which it came about."""

from __future__ import annotations

from vision.pipeline.so_far import FrameSoFar
from vision.pipeline.stages import KeepsNothing
from vision.types import Bumped, TableEvent


class Report(KeepsNothing):
    """Collects the events of all stages."""

    name = "events"
    runs_blind = True

    def run(self, so_far: FrameSoFar, state: None) -> tuple[None, tuple[TableEvent, ...]]:
        """None for the state, which the stage does not need; all events of this frame, in order. A blind frame tells only what
        was lost or found."""
        told, found = so_far.visible.told, so_far.place.told
        if so_far.visible.is_blind:
            return None, (*told, *found)
        pushed = (Bumped(so_far.frame.at),) if so_far.pushes.is_pushed else ()
        return None, (*told, *so_far.veils.told, *found, *pushed, *so_far.settle.told, *so_far.hindered.told)
