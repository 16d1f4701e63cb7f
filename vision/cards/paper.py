"""White and black in the light of this moment, from a mat's fiducials: black on white paper under whatever lamp. Without a mat,
cards that were read show the white. II BRIGHTER # under haze paper and frame are both grey; a covered marker has neither; guess
LEAST_MARKERS # a single marker may lie in a coloured shadow DIMMEST # grey levels; the colour of darker paper is noise; guess
SPARSE # a sample is enough to find the darkest print DARKEST # percent; noise and holes are darker SAME_LAMP # colour casts of
two cards under one lamp; guess MARGIN # modules outside the edge: the paper FRAME # modules inside the edge: the black frame
MODULES # across a 4x4 marker with its frame"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.place.layout import Fiducial
from vision.plane.homography import Homography, project
from vision.types import Image, Tones

MARGIN, FRAME = 1.0, 0.5
"""How far without and within a marker's edge it is looked at, in its modules: on the paper and on its black frame."""
MODULES = 6
"""Of a marker of the dictionary 4X4, its black frame included."""
BRIGHTER = 1.5
"""How many times as bright as the frame the paper is at least; under haze both are grey. A hand or a card that hides the marker has none."""
RING = 8
"""Places that are looked at around a marker, and on its frame."""
LEAST_MARKERS = 2
"""Markers that must be in view: one may lie in the shadow of something coloured."""
DIMMEST = 40.0
"""Grey level of paper from which its colour is more than noise."""
SPARSE, DARKEST = 8, 0.5
"""Of so many pixels one is looked at for the darkest, along each side, and so many in a hundred may be darker: noise, and holes."""
SAME_LAMP = 0.06
"""Part by which white may differ, channel against channel, from card to card under one lamp."""


def measure_tones(image: Image, fiducials: Sequence[Fiducial], to_picture: Homography) -> Tones | None:
    """White and black in the picture, (H, W, 3) uint8 BGR; None where fewer than two fiducials are in view. `to_picture`: mat
    millimetres to picture pixels."""
    if not fiducials:
        return None
    places = np.floor(project(_places_on_markers(tuple(fiducials)), to_picture) + 0.5).astype(int)
    high, wide = image.shape[:2]
    inside = (places >= 0).all(axis=1) & (places[:, 0] < wide) & (places[:, 1] < high)
    x, y = np.where(inside[:, None], places, 0).T
    levels = np.sort(image[y, x].reshape(len(fiducials), 2, RING, 3), axis=2).astype(np.float32)
    paper, frame = ((levels[:, each, RING // 2 - 1] + levels[:, each, RING // 2]) / 2 for each in (0, 1))  # the medians
    seen = inside.reshape(len(fiducials), -1).all(axis=1)
    seen &= (paper.min(axis=1) > DIMMEST) & (paper.mean(axis=1) > BRIGHTER * frame.mean(axis=1))
    if seen.sum() < LEAST_MARKERS:
        return None
    blue, green, red = np.median(paper[seen], axis=0).tolist()
    return Tones((blue, green, red), float(np.median(frame[seen].min(axis=1))))


def measure_darkest_print(image: Image) -> float:
    """Grey level of the darkest print of a picture, (H, W, 3) uint8 BGR: a veil over all of the picture is never brighter."""
    return float(np.percentile(cv2.cvtColor(np.ascontiguousarray(image[::SPARSE, ::SPARSE]), cv2.COLOR_BGR2GRAY), DARKEST))


def estimate_black_level(tones: Tones | None, image: Image) -> float:
    """Highest grey level of black in a picture: by the `tones` where known, else by the darkest print."""
    return measure_darkest_print(image) if tones is None or tones.black is None else tones.black


def combine_card_whites(whites: Sequence[tuple[float, float, float]]) -> Tones | None:
    """White by cards that were read of late; None where the cards contradict one another. `whites`: blue, green and red of
    white on each card."""
    if not whites:
        return None
    levels = np.array(whites)
    casts = levels / levels.mean(axis=1, keepdims=True)
    if np.ptp(casts, axis=0).max() > SAME_LAMP:
        return None
    blue, green, red = (np.median(casts, axis=0) * np.median(levels.mean(axis=1))).tolist()
    return Tones((blue, green, red), None)


@cache
def _places_on_markers(fiducials: tuple[Fiducial, ...]) -> NDArray[np.float64]:
    """(n * 2 * `RING`, 2) mat millimetres: for each fiducial eight places on the paper around, followed by eight on the black
    frame."""
    return np.concatenate([_ring_around_marker(fiducial, off) for fiducial in fiducials for off in (MARGIN, -FRAME)])


def _ring_around_marker(fiducial: Fiducial, off: float) -> NDArray[np.float64]:
    """(`RING`, 2) places around a marker, `off` modules outside the marker's edge (inside if negative)."""
    corners = np.array(fiducial.corners_mm)
    middle = corners.mean(axis=0)
    ring = middle + (corners - middle) * (1 + 2 * off / MODULES)
    return np.concatenate([ring, (ring + np.roll(ring, -1, axis=0)) / 2])
