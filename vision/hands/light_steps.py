"""Light that changes from frame to frame: a camera that follows what it sees with exposure and white balance.

Such a camera changes the whole picture smoothly, by little in each frame and for seconds. What lies under a hand meanwhile changes as its
surroundings do. So the remembered table is put into the new light place by place, and nothing looks new once the hand is gone.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.hands.field import Mask
from vision.hands.foreground import measure_distance
from vision.hands.samples import find_median
from vision.types import Image


@dataclass(frozen=True, slots=True)
class LightStepLimits:
    """When light changes from frame to frame."""

    min_step: float = 0.004  # guess; part by which most places become brighter or darker within a frame; lamps tremble by less
    min_tint_step: float = 0.0015  # guess; the same of one colour against the others: lamps do not tremble in colour
    min_alike: float = 0.75  # guess; part of the places in which the light changes to the same side
    max_step: float = 0.35  # guess; part by which a place changes within a frame: more is a lamp or a hand
    max_moved_levels: int = 24  # guess; grey levels between two frames, from which a place is under something that moves
    min_places: int = 12  # guess; places with enough uncovered table
    min_seen: float = 0.2  # guess; part of a place that is uncovered table, to tell its light


LIGHT_STEP = LightStepLimits()
SAMPLE_STEP = 4  # every fourth row and column is looked at; a guess, for speed
PLACE_SAMPLES = 5  # samples of a place along each side; a guess: 20 pixels of the small picture are less than a card
DARK_LEVELS = 8  # guess; added to each grey level: of black no light can be told


def measure_light_step(small: Image, before: Image, table: Mask, foreground: Mask) -> NDArray[np.float32] | None:
    """(h, w, 3) by how many times each colour is brighter than in the frame `before`, smooth over the picture; None where the
    light has not changed. `small`, `before`: (h, w, 3); `table`: where to look; `foreground`: of the frame before."""
    now, then, free = sample_uncovered(small, before, table, foreground)
    size = (-(-free.shape[1] // PLACE_SAMPLES), -(-free.shape[0] // PLACE_SAMPLES))
    seen = _shrink(free.astype(np.float32), size)
    told = seen > LIGHT_STEP.min_seen
    if np.count_nonzero(told) < LIGHT_STEP.min_places:
        return None
    lit = [_shrink((picture + DARK_LEVELS) * free[..., None], size) for picture in (now, then)]
    times = np.ones((size[1], size[0], 3), np.float32)
    times[told] = lit[0][told] / lit[1][told]
    if not _is_step(times[told]):
        return None
    times = np.clip(times, 1 - LIGHT_STEP.max_step, 1 + LIGHT_STEP.max_step)
    return np.asarray(cv2.resize(_fill_gaps(times, told), small.shape[1::-1], interpolation=cv2.INTER_LINEAR), np.float32)


def sample_uncovered(
    small: Image, before: Image, table: Mask, foreground: Mask
) -> tuple[NDArray[np.float32], NDArray[np.float32], NDArray[np.bool_]]:
    """Samples of two frames: (h, w, 3) now, (h, w, 3) before, and (h, w) which show the table with nothing over it that moves.
    Arguments as of `measure_light_step`."""
    now, then = (np.ascontiguousarray(picture[::SAMPLE_STEP, ::SAMPLE_STEP]) for picture in (small, before))
    free = (table[::SAMPLE_STEP, ::SAMPLE_STEP] > 0) & (foreground[::SAMPLE_STEP, ::SAMPLE_STEP] == 0)
    lies_still = free & (measure_distance(now, then) < LIGHT_STEP.max_moved_levels)
    return now.astype(np.float32), then.astype(np.float32), np.asarray(lies_still, np.bool_)


def relight(picture: NDArray[Any], times: NDArray[np.float32]) -> NDArray[np.float32]:
    """(h, w, 3) a picture in another light. `times`: (h, w, 3) by how many times each colour becomes brighter."""
    return np.asarray(np.clip((picture + np.float32(DARK_LEVELS)) * times - DARK_LEVELS, 0, 255), np.float32)


def _is_step(times: NDArray[np.float32]) -> bool:
    """Do most places change their brightness, or some colour, to the same side? `times`: (places, 3)."""
    level = times.mean(axis=1, keepdims=True)
    return _is_common(level - 1, LIGHT_STEP.min_step) or _is_common(times / level - 1, LIGHT_STEP.min_tint_step)


def _is_common(steps: NDArray[np.float32], least: float) -> bool:
    """Are most steps of a column to the same side, and half of them of this size? `steps`: (places, columns)."""
    median = find_median(steps)
    alike = (np.sign(steps) == np.sign(median)).mean(axis=0)
    return bool(((np.abs(median) >= least) & (alike >= LIGHT_STEP.min_alike)).any())


def _fill_gaps(times: NDArray[np.float32], told: NDArray[np.bool_]) -> NDArray[np.float32]:
    """(rows, columns, 3) the factors in `times`, with gaps filled from the places around. `told`: (rows, columns) True where a
    place tells its light."""
    filled, weight = times * told[..., None], told.astype(np.float32)
    around = cv2.GaussianBlur(filled, (0, 0), 1.5)  # guess; places around one that are asked
    share = cv2.GaussianBlur(weight, (0, 0), 1.5)[..., None]
    whole = find_median(times[told])
    guessed = (around + 0.02 * whole) / (share + 0.02)  # guess: far from every told place as the whole
    return np.asarray(np.where(told[..., None], times, guessed), np.float32)


def _shrink(samples: NDArray[np.float32], size: tuple[int, int]) -> NDArray[np.float32]:
    return np.asarray(cv2.resize(samples, size, interpolation=cv2.INTER_AREA), np.float32)
