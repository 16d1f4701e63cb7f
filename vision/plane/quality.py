"""Quality of the picture of one card: width, sharpness, brightness. All things a person at the table can change."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.plane.quads import Quad, cut_out, side_lengths
from vision.types import Image


@dataclass(frozen=True, slots=True)
class Quality:
    """Quality of the picture of one card."""

    width_px: float  # of the card
    brightness: float  # mean grey level, 0 to 255
    glare: float  # share of pure white pixels, 0 to 1
    blur: float  # 0 (sharp) to 1 (nothing but blur), whatever is printed on the card


def judge_quality(image: Image, quad: Quad) -> Quality:
    """Quality of the card at `quad`, clockwise from the card's own top left. `image`: (H, W, 3) uint8 BGR."""
    top, right, bottom, left = side_lengths(quad).tolist()
    width, height = (top + bottom) / 2, (right + left) / 2
    scale = min(1.0, 75 / max(width, 1.0))  # pixels; finer sharpness is not missed in reading; guess
    crop = cut_out(image, quad, (max(8, round(width * scale)), max(8, round(height * scale))))
    gray = cv2.cvtColor(crop, cv2.COLOR_BGR2GRAY)
    # grey levels; a mirrored lamp, or too long an exposure
    return Quality(width, float(gray.mean()), float((gray >= 250).mean()), measure_blur(gray))


def measure_blur(gray: NDArray[Any]) -> float:
    """Share of edges, 0 to 1, that the grey picture `gray` (h, w) keeps when blurred once more. A sharp picture loses most.

    Measured along rows and along columns; the worse counts, and a smear in one direction shows.
    """
    plane = cv2.GaussianBlur(gray, (0, 0), 0.6).astype(np.float32)  # the sensor's hiss is no sharpness
    return max(_kept_edges(plane), _kept_edges(np.ascontiguousarray(plane.T)))


def _kept_edges(plane: NDArray[Any]) -> float:
    """Share of the edges along rows, 0 to 1, that a second blur leaves; 1 for a plane without edges."""
    before = np.abs(np.diff(plane, axis=1))
    after = np.abs(np.diff(cv2.blur(plane, (9, 1)), axis=1))  # pixels of the second blur
    return float(1 - np.maximum(before - after, 0).sum() / max(float(before.sum()), 1e-6))
