"""How many frames the eye watches, and how many came while the eye was busy."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace

RATE_SPAN_S = 5.0  # seconds over which the frame rate is taken; guess


@dataclass(frozen=True, slots=True)
class Pace:
    """Counts of frames since the start."""

    watched: int = 0  # frames that were worked through
    dropped: int = 0  # frames left out because a newer frame had come
    rate: float = 0.0  # frames a second over the last `RATE_SPAN_S` with frames
    spent: Mapping[str, float] = field(default_factory=dict)  # seconds that each stage of the eye took, all frames together

    @property
    def dropped_share(self) -> float:
        """Share of dropped frames, 0 to 1."""
        return self.dropped / max(1, self.watched + self.dropped)


class PaceKeeper:
    """Counts frames for a thread. Other threads may read `pace`: the value is replaced whole. `clock`: rising seconds."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._begun, self._before = clock(), 0
        self._of_camera = 0
        self.pace = Pace()

    def begin_camera(self) -> None:
        """Begin with another camera: dropped frames count from 0, and the rate starts anew."""
        self._of_camera = 0
        self._begun, self._before = self._clock(), self.pace.watched

    def count_frame(self, dropped: int, spent: Mapping[str, float] | None = None) -> None:
        """Count a watched frame; the rate is set anew every `RATE_SPAN_S`. `dropped`: all frames dropped by the camera until
        now. `spent`: seconds of each stage for the frame."""
        before = self.pace
        all_spent = {**before.spent, **{stage: before.spent.get(stage, 0.0) + took for stage, took in (spent or {}).items()}}
        all_dropped = before.dropped + max(0, dropped - self._of_camera)
        pace = replace(before, watched=before.watched + 1, dropped=all_dropped, spent=all_spent)
        self._of_camera = dropped
        now = self._clock()
        if now - self._begun >= RATE_SPAN_S:
            pace = replace(pace, rate=(pace.watched - self._before) / (now - self._begun))
            self._begun, self._before = now, pace.watched
        self.pace = pace
