"""What a stage of the pipeline is."""

from __future__ import annotations

from typing import Protocol, TypeVar

from vision.pipeline.so_far import FrameSoFar, TableSetup

S = TypeVar("S")
O_co = TypeVar("O_co", covariant=True)


class Stage(Protocol[S, O_co]):
    """A step through which each frame goes once. No other stage reads or writes the state of a stage."""

    name: str  # of its output in `FrameSoFar`
    runs_blind: bool  # it runs too in frames in which the table cannot be seen

    def start(self, setup: TableSetup) -> S:
        """The state before the first frame, and after a `Restart` that does not keep this stage."""
        ...

    def run(self, so_far: FrameSoFar, state: S) -> tuple[S, O_co]:
        """The state after this frame, and what the stage puts out."""
        ...
