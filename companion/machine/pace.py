"""How many frames the eye works through, and how many came while it was busy."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace

SPAN = 5.0
"""Seconds over which the rate is taken."""


@dataclass(frozen=True, slots=True)
class Pace:
    """Since the start: frames that were `watched`, and those `dropped` because a newer one had come. `rate`: frames a second over the
    last `SPAN` seconds in which there were some. `spent`: seconds that each stage of the eye took, all frames together."""

    watched: int = 0
    dropped: int = 0
    rate: float = 0.0
    spent: Mapping[str, float] = field(default_factory=dict)

    @property
    def left_out(self) -> float:
        """Share of the frames that nobody looked at, 0 to 1."""
        return self.dropped / max(1, self.watched + self.dropped)


class PaceKeeper:
    """Counts for one thread; any other may look at `pace`, which is swapped whole. `clock`: seconds, rising."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._begun, self._before = clock(), 0
        self._of_camera = 0
        self.pace = Pace()

    def camera_opened(self) -> None:
        """Another camera, which counts from 0; what came before it is no part of its rate."""
        self._of_camera = 0
        self._begun, self._before = self._clock(), self.pace.watched

    def frame(self, dropped: int, spent: Mapping[str, float] | None = None) -> None:
        """One more was watched. `dropped`: those that this camera has dropped so far. `spent`: seconds of each stage of the eye."""
        before = self.pace
        all_spent = {**before.spent, **{stage: before.spent.get(stage, 0.0) + took for stage, took in (spent or {}).items()}}
        all_dropped = before.dropped + max(0, dropped - self._of_camera)
        pace = replace(before, watched=before.watched + 1, dropped=all_dropped, spent=all_spent)
        self._of_camera = dropped
        now = self._clock()
        if now - self._begun >= SPAN:
            pace = replace(pace, rate=(pace.watched - self._before) / (now - self._begun))
            self._begun, self._before = now, pace.watched
        self.pace = pace
