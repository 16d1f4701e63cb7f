"""Is what was read as an 8 an 8? A foreign jack has a B that looks like one but for its left side: it is straight there, an 8 has a waist."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.channels import least_channel
from vision.types import Image

WAIST = 0.055
"""Depth of the notch on its left side, in heights of the sign, from which it is an 8: that of an 8 is 0.06 to 0.15."""
_FINER = 4
"""How much finer than a crop its outline is followed."""
_RANK = (slice(7, 26), slice(7, 25))
"""Rows and columns of a crop in which the rank stands."""
_HIGH, _WIDE = (8, 25), (4, 20)
"""Pixels of a crop, from and to, that a rank is high and wide."""
_LOBES = ((0.18, 0.42), (0.58, 0.82))
"""Where its lobes bulge most, in parts of its height, serifs left out."""


def is_waisted(crop: Image) -> bool:
    """Does the rank of an upright index, (48, 32, 3), have a notch in the middle of its left side? Not where it cannot be told from what
    stands around it."""
    sign = _sign(crop)
    if sign is None:
        return False
    height = sign.shape[0]
    left = np.where(sign.any(axis=1), sign.argmax(axis=1), sign.shape[1]).astype(np.float64)
    top, bottom = (start + int(left[start:end].argmin()) for start, end in (_rows(part, height) for part in _LOBES))
    between = np.arange(top + 1, bottom)
    chord = left[top] + (left[bottom] - left[top]) * (between - top) / (bottom - top)
    return bool(len(between) and (left[between] - chord).max() > WAIST * height)


def _rows(part: tuple[float, float], height: int) -> tuple[int, int]:
    return int(part[0] * height), int(part[1] * height)


def _sign(crop: Image) -> NDArray[np.bool_] | None:
    """The rank alone, a mask that it fills; None where no such sign stands there."""
    fine = least_channel(np.asarray(cv2.resize(crop, None, fx=_FINER, fy=_FINER, interpolation=cv2.INTER_CUBIC), np.uint8))
    rank = tuple(slice(_FINER * side.start, _FINER * side.stop) for side in _RANK)
    ink = fine < (np.percentile(fine, 85) + np.percentile(fine[rank], 5)) / 2
    ink[:, : 2 * _FINER] = False  # the card's edge
    _, labels, stats, _ = cv2.connectedComponentsWithStats(ink.astype(np.uint8))
    counts = np.bincount(labels[rank].ravel(), minlength=len(stats))
    label = 1 + int(counts[1:].argmax()) if len(counts) > 1 else 0
    left, top, width, height, _ = (int(value) for value in stats[label])
    fits = _HIGH[0] <= height / _FINER <= _HIGH[1] and _WIDE[0] <= width / _FINER <= _WIDE[1]
    return labels[top : top + height, left : left + width] == label if label and fits else None
