"""Could there be a QR code in a picture? A look at some rows costs little beside decoding.

Three corners of a code have a square in them. A line through the middle of a square meets black, white, black, white, black as
1:1:3:1:1, however the code is turned.
"""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np

from vision.types import Image


@dataclass(frozen=True, slots=True)
class FinderLimits:
    """What looks like a corner of a QR code, in modules: a module is the smallest square of a code."""

    min_darker_levels: int = 4  # guess; grey levels by which black is darker than the mean around it
    min_thin: float = 0.4  # guess; modules of a part that is one module wide: a lens blurs, and perspective slants
    max_off: float = 0.9  # guess; modules by which a part may be wider than drawn, and the middle, three wide, narrower
    min_module_px: float = 2.5  # guess
    max_module_px: float = 14.0  # guess
    min_places: int = 8  # guess; in the rows looked at: two corners alone show as many, cards and hands seldom do


FINDERS = FinderLimits()


def may_hold_code(crop: Image) -> bool:
    """Does a crop show what corners of QR codes show? `crop`: (h, w, 3) uint8 BGR, modules of some six pixels."""
    gray = cv2.cvtColor(crop, cv2.COLOR_BGR2GRAY)
    mean = cv2.boxFilter(gray, -1, (61, 61))  # wider than a corner's square, so that its mean tells black from white
    every = 4  # a corner's square is higher, so that every fourth row meets it
    rows = gray[::every].astype(np.int16) < mean[::every].astype(np.int16) - FINDERS.min_darker_levels
    changes = np.flatnonzero(np.diff(rows.reshape(-1).view(np.int8)))
    if len(changes) < 6:
        return False
    runs = np.diff(changes).astype(np.float32)
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
    black = rows.reshape(-1)[changes[: len(parts)] + 1]
    return bool(np.count_nonzero(fit & black) >= FINDERS.min_places)
