"""Is a sign read as an 8 really an 8? A foreign jack's B looks alike, but has a straight left side in place of a waist."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.channels import least_channel
from vision.types import Image


@dataclass(frozen=True, slots=True)
class EightThresholds:
    """Where the rank of an index stands, and what its waist is. Ranges are pixels of a crop unless said."""

    min_waist: float = 0.055  # depth of the notch on the left, in heights: an 8's is 0.06 to 0.15; measured on drawn indices
    height_range: tuple[int, int] = (8, 25)  # of a rank; guess
    width_range: tuple[int, int] = (4, 20)  # of a rank; guess


EIGHT = EightThresholds()
EIGHT_RANK_PLACE = (slice(7, 26), slice(7, 25))  # rows and columns of the rank in a crop
EIGHT_LOBES = ((0.18, 0.42), (0.58, 0.82))  # where the lobes bulge most, in heights, without serifs; guess


def is_waisted(crop: Image) -> bool:
    """Does the rank of an upright index, `crop` (48, 32, 3), have a notch in the middle of the left side? False where the rank
    cannot be separated from other print."""
    sign = _find_rank(crop)
    if sign is None:
        return False
    height = sign.shape[0]
    left = np.where(sign.any(axis=1), sign.argmax(axis=1), sign.shape[1]).astype(np.float64)
    top, bottom = (
        start + int(left[start:end].argmin()) for start, end in ((int(part * height) for part in lobe) for lobe in EIGHT_LOBES)
    )
    between = np.arange(top + 1, bottom)
    chord = left[top] + (left[bottom] - left[top]) * (between - top) / (bottom - top)
    return bool(len(between) and (left[between] - chord).max() > EIGHT.min_waist * height)


def _find_rank(crop: Image) -> NDArray[np.bool_] | None:
    """(h, w) True on the rank alone, four times as fine as `crop`, cut to the rank; None without such a sign."""
    finer = 4  # times as fine as the crop, for a smooth outline
    fine = least_channel(np.asarray(cv2.resize(crop, None, fx=finer, fy=finer, interpolation=cv2.INTER_CUBIC), np.uint8))
    rank = tuple(slice(finer * side.start, finer * side.stop) for side in EIGHT_RANK_PLACE)
    ink = fine < (np.percentile(fine, 85) + np.percentile(fine[rank], 5)) / 2
    ink[:, : 2 * finer] = False  # the card's edge
    _, labels, stats, _ = cv2.connectedComponentsWithStats(ink.astype(np.uint8))
    counts = np.bincount(labels[rank].ravel(), minlength=len(stats))
    label = 1 + int(counts[1:].argmax()) if len(counts) > 1 else 0
    left, top, width, height, _ = (int(value) for value in stats[label])
    fits = (
        EIGHT.height_range[0] <= height / finer <= EIGHT.height_range[1]
        and EIGHT.width_range[0] <= width / finer <= EIGHT.width_range[1]
    )
    return labels[top : top + height, left : left + width] == label if label and fits else None
