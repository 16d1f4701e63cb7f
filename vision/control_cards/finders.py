"""Could there be a QR code in a picture? A look at some of its rows that costs little beside decoding.

Each of the three corners of a code that have a square in them shows black, white, black, white, black as 1:1:3:1:1 along any line through
its middle, however the code is turned.
"""

from __future__ import annotations

import cv2
import numpy as np

from vision.types import Image

EVERY = 4
"""Rows of which one is looked at."""
AROUND = 61
"""Pixels on each side together whose mean tells black from white: more than a corner's square."""
DARKER = 4
"""Grey levels by which black is darker than that."""
NARROW, BROAD = 0.4, 1.9
"""Of a module the least and the most width of a part that is one module wide: a lens blurs, and perspective slants."""
SMALLEST, LARGEST = 2.5, 14.0
"""Pixels of a module."""
FEWEST = 8
"""Places in the rows looked at: two corners alone show as many, and cards and hands seldom do."""


def may_hold_code(crop: Image) -> bool:
    """True where a crop (h, w, 3) uint8 BGR, modules of some six pixels, shows what corners of QR codes show."""
    gray = cv2.cvtColor(crop, cv2.COLOR_BGR2GRAY)
    mean = cv2.boxFilter(gray, -1, (AROUND, AROUND))
    rows = gray[::EVERY].astype(np.int16) < mean[::EVERY].astype(np.int16) - DARKER
    changes = np.flatnonzero(np.diff(rows.reshape(-1).view(np.int8)))
    if len(changes) < 6:
        return False
    runs = np.diff(changes).astype(np.float32)
    parts = np.lib.stride_tricks.sliding_window_view(runs, 5)
    module = parts.sum(axis=1) / 7
    thin = parts[:, [0, 1, 3, 4]] / module[:, None]
    middle = parts[:, 2] / module
    fit = (
        ((thin > NARROW) & (thin < BROAD)).all(axis=1)
        & (middle > 2.1)
        & (middle < 3.9)
        & (module > SMALLEST)
        & (module < LARGEST)
    )
    black = rows.reshape(-1)[changes[: len(parts)] + 1]
    return bool(np.count_nonzero(fit & black) >= FEWEST)
