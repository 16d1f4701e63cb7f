"""White and black in the light of this moment, from a mat's fiducials: black on white paper under whatever lamp. Without a mat,
cards that were read show the white."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.place.layout import Fiducial
from vision.plane.homography import Homography, project
from vision.types import Image, Tones


@dataclass(frozen=True, slots=True)
class ToneLimits:
    """When a marker or a card shows white and black."""

    min_paper_to_frame: float = 1.5  # brightness; under haze both are grey, a covered marker has neither; guess
    min_markers: int = 2  # one may lie in a coloured shadow; guess
    min_paper_level: float = 40.0  # grey level; the colour of darker paper is noise; guess
    max_cast_spread: float = 0.06  # share by which white may differ between cards under one lamp; guess
    ring_places: int = 8  # corners and side middles of a square around a marker; geometry


TONES = ToneLimits()


def measure_tones(image: Image, fiducials: Sequence[Fiducial], to_picture: Homography) -> Tones | None:
    """White and black in the picture, (H, W, 3) uint8 BGR; None where fewer than two fiducials are in view and show white
    paper and black frame. `to_picture`: mat millimetres to picture pixels."""
    if not fiducials:
        return None
    places = np.floor(project(_places_on_markers(tuple(fiducials)), to_picture) + 0.5).astype(int)
    high, wide = image.shape[:2]
    inside = (places >= 0).all(axis=1) & (places[:, 0] < wide) & (places[:, 1] < high)
    x, y = np.where(inside[:, None], places, 0).T
    levels = np.sort(image[y, x].reshape(len(fiducials), 2, TONES.ring_places, 3), axis=2).astype(np.float32)
    half = TONES.ring_places // 2
    paper, frame = ((levels[:, each, half - 1] + levels[:, each, half]) / 2 for each in (0, 1))  # the medians
    seen = inside.reshape(len(fiducials), -1).all(axis=1)
    seen &= (paper.min(axis=1) > TONES.min_paper_level) & (paper.mean(axis=1) > TONES.min_paper_to_frame * frame.mean(axis=1))
    if seen.sum() < TONES.min_markers:
        return None
    blue, green, red = np.median(paper[seen], axis=0).tolist()
    return Tones((blue, green, red), float(np.median(frame[seen].min(axis=1))))


def measure_picture_black(image: Image) -> float:
    """Grey level of the darkest print of a picture, (H, W, 3) uint8 BGR: a veil over all of the picture is never brighter."""
    # a sample of the pixels is enough; half a percent is darker: noise and holes
    return float(np.percentile(cv2.cvtColor(np.ascontiguousarray(image[::8, ::8]), cv2.COLOR_BGR2GRAY), 0.5))


def estimate_black_level(tones: Tones | None, image: Image) -> float:
    """Highest grey level of black in a picture: by the `tones` where known, else by the darkest print."""
    return measure_picture_black(image) if tones is None or tones.black is None else tones.black


def combine_card_whites(whites: Sequence[tuple[float, float, float]]) -> Tones | None:
    """White by cards that were read of late; None without cards, and where cards contradict one another. Black stays
    unknown. `whites`: blue, green and red of white on each card."""
    if not whites:
        return None
    levels = np.array(whites)
    casts = levels / levels.mean(axis=1, keepdims=True)
    if np.ptp(casts, axis=0).max() > TONES.max_cast_spread:
        return None
    blue, green, red = (np.median(casts, axis=0) * np.median(levels.mean(axis=1))).tolist()
    return Tones((blue, green, red), None)


@cache
def _places_on_markers(fiducials: tuple[Fiducial, ...]) -> NDArray[np.float64]:
    """(n * 2 * `ring_places`, 2) mat millimetres: for each fiducial eight places on the paper around, followed by eight on the
    black frame."""
    # geometry, in modules: the paper just outside a marker, and the middle of its black frame
    return np.concatenate([_ring_around_marker(fiducial, off) for fiducial in fiducials for off in (1.0, -0.5)])


def _ring_around_marker(fiducial: Fiducial, off: float) -> NDArray[np.float64]:
    """(`ring_places`, 2) places around a marker, `off` modules outside the marker's edge (inside if negative)."""
    corners = np.array(fiducial.corners_mm)
    middle = corners.mean(axis=0)
    ring = middle + (corners - middle) * (1 + 2 * off / 6)  # geometry: a 4x4 marker with its frame is six modules wide
    return np.concatenate([ring, (ring + np.roll(ring, -1, axis=0)) / 2])
