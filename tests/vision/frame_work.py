"""Counts what each frame makes the eye do: searches, conversions of whole pictures, runs of networks. A clock of work, not of time."""

from __future__ import annotations

import sys
from collections import Counter
from types import FrameType
from typing import Any

from vision.pipeline.aside import StepByStep
from vision.steps import Steps

CONVERSION, NETWORK, PILE_SEARCH, SEARCH, STEP = (
    "conversions of the picture",
    "network runs",
    "searches of a pile",
    "searches of the picture",
    "steps of a search",
)
WORK = {
    ("topcard.py", "find_by_pattern"): PILE_SEARCH,
    ("topcard.py", "find_top_by_outline"): PILE_SEARCH,
    ("fiducials.py", "register_mat"): SEARCH,
    ("landmarks.py", "search"): SEARCH,
    ("onnx.py", "run"): NETWORK,
}
"""By file and function: what a call of it counts as."""


class FrameWork:
    """Work done frame by frame, by kind. `size`: height and width of the pictures. Used in a `with`; `end_frame` after each frame."""

    def __init__(self, size: tuple[int, int]) -> None:
        self.frames: list[Counter[str]] = []
        self._size, self._now = size, Counter[str]()

    def __enter__(self) -> FrameWork:
        self._before = sys.getprofile()
        sys.setprofile(self._note)
        return self

    def __exit__(self, *_: object) -> None:
        sys.setprofile(self._before)

    def end_frame(self) -> None:
        """Begin to count for another frame."""
        self.frames.append(self._now)
        self._now = Counter()

    def most(self, kind: str) -> int:
        """The most that a single frame did of a kind."""
        return max(frame[kind] for frame in self.frames)

    def count_step(self) -> None:
        """Note a step of work that is too slow for one frame."""
        self._now[STEP] += 1

    def _note(self, frame: FrameType, event: str, called: Any) -> None:
        if event == "call":
            code = frame.f_code
            kind = WORK.get((code.co_filename.rpartition("/")[2], code.co_name))
            if kind is not None:
                self._now[kind] += 1
        elif event == "c_call" and called.__name__ == "cvtColor":
            shapes = (getattr(value, "shape", ())[:2] for value in frame.f_locals.values())
            self._now[CONVERSION] += self._size in shapes


class CountedSteps(StepByStep):
    """Does as `StepByStep`, and counts each step for a frame."""

    def __init__(self, work: FrameWork, at_once: int) -> None:
        super().__init__(at_once)
        self._work = work

    def ask_result(self, subject: object, work: Any) -> Any:
        """As of `StepByStep`."""
        return super().ask_result(subject, lambda: self._count_steps(work()))

    def _count_steps(self, steps: Steps[Any]) -> Steps[Any]:
        """The same steps."""
        while True:
            self._work.count_step()
            try:
                paused = next(steps)
            except StopIteration as end:
                return end.value
            yield paused
