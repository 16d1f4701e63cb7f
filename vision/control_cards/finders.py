"""Could there be a QR code somewhere? A look at every fourth row costs little beside cutting out all rows and decoding.

Three corners of a code have a square in them. A line through the middle of a square meets black, white, black, white, black as
1:1:3:1:1, however the code is turned.
"""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.plane.homography import Homography, crop_to_mat
from vision.types import Image


@dataclass(frozen=True, slots=True)
class FinderLimits:
    """What looks like a corner of a QR code, in modules: a module is the smallest square of a code."""

    min_darker_levels: int = 4  # guess; grey levels by which black is darker than the mean around it
    min_thin: float = 0.4  # guess; modules of a part that is one module wide: a lens blurs, and perspective slants
    max_off: float = 0.9  # guess; modules by which a part may be wider than drawn, and the middle, three wide, narrower
    min_module_px: float = 2.5  # guess
    max_module_px: float = 14.0  # guess
    max_apart: float = 1.5  # guess; modules between the middles of one square in rows that follow each other
    max_unlike: float = 0.35  # guess; part by which the modules of one square may differ in such rows
    min_places: int = 6  # measured: that go on in a row beside; a drawn code shows 9, and photographs of cards half as often


FINDERS = FinderLimits()


EVERY_ROWS = 4
"""Rows of a crop, one of which is looked at: a corner's square is higher, so that every fourth row meets it; geometry."""


def cut_rows(image: Image, homography: Homography, rect_mm: tuple[float, float, float, float], px_per_mm: float) -> Image:
    """(h / 4, w, 3) uint8: every fourth row of the crop by `vision.plane.homography.rectify`, for a quarter of its cost.
    `rect_mm`: left, top, width, height on the mat. `px_per_mm`: pixels a millimetre along a row."""
    flat = np.linalg.inv(crop_to_mat(rect_mm, px_per_mm)) @ np.linalg.inv(homography)
    size = (round(rect_mm[2] * px_per_mm), -(-round(rect_mm[3] * px_per_mm) // EVERY_ROWS))
    return np.asarray(
        cv2.warpPerspective(image, np.diag([1, 1 / EVERY_ROWS, 1]) @ flat, size, flags=cv2.INTER_LINEAR), np.uint8
    )


def may_hold_code(rows: Image) -> bool:
    """Does a crop show what corners of QR codes show? `rows`: (h, w, 3) uint8 BGR, by `cut_rows`, modules of some six pixels."""
    gray = cv2.cvtColor(rows, cv2.COLOR_BGR2GRAY)
    mean = cv2.boxFilter(gray, -1, (61, 61 // EVERY_ROWS))  # wider than a corner's square: its mean tells black from white
    darker = gray.astype(np.int16) < mean.astype(np.int16) - FINDERS.min_darker_levels
    changes = np.flatnonzero(np.diff(darker.reshape(-1).view(np.int8)))
    if len(changes) < 6:
        return False
    runs = np.diff(changes).astype(np.float64)
    parts = np.lib.stride_tricks.sliding_window_view(runs, 5)
    module = parts.sum(axis=1) / 7
    thin = parts[:, [0, 1, 3, 4]] / module[:, None]
    middle = parts[:, 2] / module
    fit = (
        ((thin > FINDERS.min_thin) & (thin < 1 + FINDERS.max_off)).all(axis=1)
        & (middle > 3 - FINDERS.max_off)
        & (middle < 3 + FINDERS.max_off)
        & (module > FINDERS.min_module_px)
        & (module < FINDERS.max_module_px)
    )
    black = darker.reshape(-1)[changes[: len(parts)] + 1]
    places = np.flatnonzero(fit & black)
    if len(places) < FINDERS.min_places:
        return False
    middles = (changes[places] + 1).astype(np.float64) + parts[places].sum(axis=1) / 2
    row, column = np.divmod(middles, float(rows.shape[1]))
    return _count_lasting(row, column, module[places]) >= FINDERS.min_places


def _count_lasting(row: NDArray[np.float64], column: NDArray[np.float64], module: NDArray[np.float64]) -> int:
    """How many places go on in a row beside them, as a square does and print seldom. All (n,): row, middle's column in pixels,
    and pixels of a module, of each place."""
    is_beside = np.abs(row[:, None] - row) == 1
    is_below = np.abs(column[:, None] - column) < FINDERS.max_apart * module
    is_alike = np.abs(module[:, None] - module) < FINDERS.max_unlike * module
    return int(np.count_nonzero((is_beside & is_below & is_alike).any(axis=0)))
