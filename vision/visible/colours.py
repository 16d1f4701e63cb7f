"""Does the camera change its colours by itself? Many webcams and telephones turn white balance and exposure as white cards come.

The table that nothing covers keeps its colour, so whatever its colour does is the camera's doing. A lamp that is switched changes it at
once, daylight within minutes: neither is meant here.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.hands.light_steps import DARK_LEVELS, sample_uncovered
from vision.hands.motion import Background
from vision.types import Image


@dataclass(frozen=True, slots=True)
class ColourDriftLimits:
    """When a camera changes its colours."""

    forgotten_after_s: float = 12.0  # guess; time constant with which older changes fade away
    min_drift: float = 0.1  # guess; change of one colour against the others, as a logarithm, that is worth a word
    max_step: float = 0.06  # guess; the same within one frame: more is a lamp, or a hand that came at once
    min_samples: int = 60  # guess; uncovered places of the table, one of sixteen, that are needed to say anything
    said_for_s: float = 60.0  # guess; the sentence stays for so long after the last change


COLOUR_DRIFT = ColourDriftLimits()


@dataclass(frozen=True, slots=True, eq=False)
class ColourDrift:
    """How the colours of the uncovered table have changed lately."""

    drift: NDArray[np.float64] | None = None  # (3,) logarithms of blue, green and red against their mean; None before a frame
    at: float = -math.inf  # seconds, of the last frame
    drifted_at: float = -math.inf  # seconds, when the colours last were far from those of before

    def is_told(self, at: float) -> bool:
        """Is it worth a word at `at`, in seconds?"""
        return at - self.drifted_at < COLOUR_DRIFT.said_for_s


def follow_colours(colours: ColourDrift, small: Image, background: Background | None, at: float) -> ColourDrift:
    """The drift after another small picture. `small`: (h, w, 3); `background`: of the frame before, None while nothing is known;
    `at`: seconds. A picture in which little of the table is uncovered says nothing."""
    step = _measure_step(small, background)
    drift = np.zeros(3) if colours.drift is None else colours.drift
    drift = drift * math.exp(-max(0.0, at - colours.at) / COLOUR_DRIFT.forgotten_after_s) if colours.at > -math.inf else drift
    if step is not None and float(np.abs(step).max()) <= COLOUR_DRIFT.max_step:
        drift = drift + step
    has_drifted = float(np.ptp(drift)) > COLOUR_DRIFT.min_drift
    return ColourDrift(drift, at, at if has_drifted else colours.drifted_at)


def _measure_step(small: Image, background: Background | None) -> NDArray[np.float64] | None:
    """(3,) by how much blue, green and red of the uncovered table became brighter since the frame before, against their mean,
    as logarithms. None where too little is uncovered. `small`: the shrunk picture."""
    if background is None or background.before.shape != small.shape or background.jolted:
        return None
    now, before, free = sample_uncovered(small, background.before, background.field.table, background.foreground)
    if np.count_nonzero(free) < COLOUR_DRIFT.min_samples:
        return None
    seen = free.view(np.uint8)
    after, earlier = (np.log(np.add(cv2.mean(picture, seen)[:3], DARK_LEVELS)) for picture in (now, before))
    times = after - earlier
    return np.asarray(times - times.mean(), np.float64)
