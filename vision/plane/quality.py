"""How good the picture of one card is: how wide, how sharp, how bright. What a person at the table can do something about."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.plane.quads import Quad, cut_out, side_lengths
from vision.types import Image

PURE_WHITE = 250
"""Grey level from which a pixel is as white as the camera can say: a lamp is mirrored, or the exposure is too long."""
JUDGED_WIDTH = 75
"""Width in pixels at which a card is judged: what is lost in finer pictures is not missed in reading."""
BLUR_REACH = 9
"""Pixels over which the picture is blurred again to see how sharp it was."""


@dataclass(frozen=True, slots=True)
class Quality:
    """`width_px`: width of the card in picture pixels. `brightness`: mean grey level, 0 to 255. `glare`: share of pixels that are pure
    white (0 to 1). `measure_blur`: 0 (sharp) to 1 (nothing but blur), whatever is printed on the card."""

    width_px: float
    brightness: float
    glare: float
    blur: float


def judge_quality(image: Image, quad: Quad) -> Quality:
    """Of the card with these corners, clockwise from its own top left. `image`: (H, W, 3) uint8 BGR."""
    width, height = _card_size_px(quad)
    scale = min(1.0, JUDGED_WIDTH / max(width, 1.0))
    crop = cut_out(image, quad, (max(8, round(width * scale)), max(8, round(height * scale))))
    gray = cv2.cvtColor(crop, cv2.COLOR_BGR2GRAY)
    return Quality(width, float(gray.mean()), float((gray >= PURE_WHITE).mean()), measure_blur(gray))


def measure_blur(gray: NDArray[Any]) -> float:
    """0 to 1: how much of its edges a grey picture (h, w) keeps when it is blurred once more. A sharp picture loses most of them.

    Measured along rows and along columns; the worse counts, so that a smear in one direction shows.
    """
    plane = cv2.GaussianBlur(gray, (0, 0), 0.6).astype(np.float32)  # the sensor's hiss is no sharpness
    return max(_kept_edges(plane), _kept_edges(np.ascontiguousarray(plane.T)))


def _kept_edges(plane: NDArray[Any]) -> float:
    before = np.abs(np.diff(plane, axis=1))
    after = np.abs(np.diff(cv2.blur(plane, (BLUR_REACH, 1)), axis=1))
    return float(1 - np.maximum(before - after, 0).sum() / max(float(before.sum()), 1e-6))


def _card_size_px(quad: Quad) -> tuple[float, float]:
    """Width and height in picture pixels, each the mean of two sides."""
    top, right, bottom, left = side_lengths(quad).tolist()
    return (top + bottom) / 2, (right + left) / 2
