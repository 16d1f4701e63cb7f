"""A lamp that was switched: by how much each part of the table is brighter at once, so that what is known of it stands in the new light.

From one frame to the next hands hardly move, and a lamp changes all that it falls on by a factor that is smooth over the table: neither a
push nor an arm does. So whoever was over the table is followed through the change, and nothing has to be learned anew.
"""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.hands.field import Mask
from vision.types import Image

EVERY = 4
"""Each so many pixels, both ways, are weighed."""
LIT = (24, 250)
"""Grey levels between which a colour tells how bright the light is: neither lost in the dark nor burnt out."""
FEWEST = 100
"""Such samples that are needed to say anything."""
ROUNDS, CLOSE = 6, 0.02
"""So often the light is fitted, and what differs by this part of it counts half as much as what does not: hands are outliers."""
LIMITS = (0.25, 4.0)
"""By how much a lamp makes a table darker or brighter."""


def light_between(before: Image, now: Image, table: Mask) -> NDArray[np.float32] | None:
    """(h, w, 3) float32, by how much each colour is brighter `now` than `before`, one frame earlier: as smooth as lamps are. None where too
    little is to be seen. `table`: where to look."""
    height, width = table.shape
    rows, columns = np.nonzero(table[::EVERY, ::EVERY])
    one, other = (image[::EVERY, ::EVERY][rows, columns].astype(np.float32) for image in (before, now))
    terms = _terms(rows * EVERY / height, columns * EVERY / width)
    known = [(pair.min(axis=0) > LIT[0]) & (pair.max(axis=0) < LIT[1]) for pair in np.stack([one, other], 1).transpose(2, 1, 0)]
    if min(np.count_nonzero(usable) for usable in known) < FEWEST:
        return None
    fits = [
        _fitted(terms[usable], np.log(other[usable, channel] / one[usable, channel])) for channel, usable in enumerate(known)
    ]
    down, across = np.meshgrid(np.arange(height) / height, np.arange(width) / width, indexing="ij")
    every = _terms(down.ravel(), across.ravel())
    gains = np.exp(np.stack([every @ fit for fit in fits], axis=-1)).reshape(height, width, 3)
    return np.asarray(np.clip(gains, *LIMITS), np.float32)


def _terms(down: NDArray[np.float64], across: NDArray[np.float64]) -> NDArray[np.float64]:
    """(n, 6) a surface of the second degree: light that falls from one side, or on one place."""
    return np.stack([np.ones_like(down), down, across, down * across, down * down, across * across], axis=1)


def _fitted(terms: NDArray[np.float64], logs: NDArray[np.float32]) -> NDArray[np.float64]:
    """(6,) the surface through most of the logarithms, whatever the others are."""
    off = np.abs(logs - np.median(logs))
    fit = np.zeros(terms.shape[1])
    for _ in range(ROUNDS):
        weights = 1 / (off + CLOSE)
        weighed = terms * weights[:, None]
        fit = np.linalg.solve(weighed.T @ terms + 1e-6 * np.eye(terms.shape[1]), weighed.T @ logs)
        off = np.abs(logs - terms @ fit)
    return np.asarray(fit, np.float64)


def in_light(picture: NDArray[np.generic], gains: NDArray[np.float32]) -> NDArray[np.float32]:
    """A picture, (h, w, 3), as it looks in that light; what is burnt out may be brighter than 255."""
    return np.asarray(cv2.multiply(np.asarray(picture, np.float32), gains), np.float32)


def as_picture(values: NDArray[np.float32]) -> Image:
    """The same as a camera shows it."""
    return np.asarray(np.clip(values, 0, 255), np.uint8)
