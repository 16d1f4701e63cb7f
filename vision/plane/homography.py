"""Homographies between mat and picture: points through a homography, and a rectangle of the mat as seen from straight above."""

from __future__ import annotations

from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.types import Image

Homography = NDArray[np.float64]
"""(3, 3) float64: from one plane to another, mostly from mat millimetres to picture pixels."""


def project(points: Any, homography: Homography) -> NDArray[np.float64]:
    """(n, 2) float64 points through a homography."""
    seen = cv2.perspectiveTransform(np.asarray(points, np.float64).reshape(-1, 1, 2), homography)
    return np.asarray(seen, np.float64).reshape(-1, 2)


def corners_of(rect: tuple[float, float, float, float]) -> NDArray[np.float64]:
    """(4, 2) corners of `rect` (x, y, width, height), clockwise from the top left."""
    x, y, width, height = rect
    return np.array([[x, y], [x + width, y], [x + width, y + height], [x, y + height]], np.float64)


def rectify(image: Image, homography: Homography, rect_mm: tuple[float, float, float, float], px_per_mm: float) -> Image:
    """(h, w, 3) uint8 the picture of `rect_mm` (left, top, width, height) from straight above, `px_per_mm` pixels a
    millimetre. Black outside the picture. `homography`: mat millimetres to picture pixels."""
    flat = np.linalg.inv(crop_to_mat(rect_mm, px_per_mm)) @ np.linalg.inv(homography)
    size = (round(rect_mm[2] * px_per_mm), round(rect_mm[3] * px_per_mm))
    return np.asarray(cv2.warpPerspective(image, flat, size, flags=cv2.INTER_LINEAR), np.uint8)


def crop_to_mat(rect_mm: tuple[float, float, float, float], px_per_mm: float) -> Homography:
    """Homography from the pixels of a rectified crop of `rect_mm` to mat millimetres. `px_per_mm`: scale of the crop."""
    x, y, _, _ = rect_mm
    step = 1.0 / px_per_mm
    return np.array([[step, 0, x + step / 2], [0, step, y + step / 2], [0, 0, 1]], np.float64)


def scale_at(homography: Homography, at: NDArray[np.float64]) -> float:
    """Picture pixels per millimetre at a point `at` (2,) of the mat: geometric mean of both directions."""
    return float(scales_at(homography, at[None])[0])


def scales_at(homography: Homography, points: NDArray[np.float64]) -> NDArray[np.float64]:
    """(n,) picture pixels per millimetre at (n, 2) points of the mat: geometric mean of both directions."""
    around = points[:, None] + np.array([[0, 0], [1, 0], [0, 1]])
    at, right, below = project(around, homography).reshape(-1, 3, 2).transpose(1, 2, 0)
    across, down = right - at, below - at
    return np.asarray(np.abs(across[0] * down[1] - across[1] * down[0]) ** 0.5)
