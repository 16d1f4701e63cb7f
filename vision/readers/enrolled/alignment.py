"""Align a look at a card with another exactly: the four corners move until the print coincides.

A badly found corner shifts the print by a pixel or two, more than the width of a small number's stroke. Gauss-Newton steps on
the texture move the corners. A penalty for moving keeps blank cards where they are.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.plane.quads import crop_corners

Plane = NDArray[np.float32]
"""(h, w) float32: a texture by `vision.readers.enrolled.features.compute_texture`."""
Corners = NDArray[np.float32]
"""(4, 2) float32: corners of a card in pixels of a crop, clockwise from the card's top left."""


@dataclass(frozen=True, slots=True)
class AlignmentThresholds:
    """How far and how readily corners move."""

    corner_stiffness: float = 60.0  # squared gradient, summed over the card, that outweighs the corners as first found; guess
    coarse_factor: int = 3  # the coarse picture is so many times smaller; guess
    max_shift_px: int = 3  # in pixels of the coarse picture: 9 % of a card's width; guess
    min_shift_gain: float = 0.05  # correlation that a shifted place must gain to be believed; guess
    blank_contrast: float = 0.3  # squared contrast of a spot below which the spot counts as blank; guess


ALIGNMENT = AlignmentThresholds()


@dataclass(frozen=True, slots=True, eq=False)
class Target:
    """A texture that crops are aligned with."""

    plane: Plane  # (h, w) float32 texture
    step: NDArray[np.float32]  # (8, h * w) how a difference from the plane moves the corners
    coarse: Target | None = None  # a smaller target for crops with corners far off; None in the coarse target itself


def prepare_target(plane: Plane, weight: NDArray[Any] | None = None, coarse: bool = True) -> Target:
    """The target of a (h, w) texture. `weight`: (h, w) from 0, where the plane says nothing about place, to 1; None: 1
    everywhere. `coarse`: also for crops with corners far off."""
    fine = Target(plane, _compute_step(plane, weight, ALIGNMENT.corner_stiffness))
    if not coarse:
        return fine
    small, part = _shrink_plane(plane), None if weight is None else _shrink_plane(weight)
    return Target(
        plane, fine.step, Target(small, _compute_step(small, part, ALIGNMENT.corner_stiffness / ALIGNMENT.coarse_factor))
    )


def _shrink_plane(plane: NDArray[Any]) -> Plane:
    size = (round(plane.shape[1] / ALIGNMENT.coarse_factor), round(plane.shape[0] / ALIGNMENT.coarse_factor))
    return np.asarray(cv2.resize(plane, size, interpolation=cv2.INTER_AREA), np.float32)


def _compute_step(plane: Plane, weight: NDArray[Any] | None, trust: float) -> NDArray[np.float32]:
    """(8, h * w) the Gauss-Newton matrix of the texture `plane`, (h, w). `weight`: (h, w) how much each pixel counts, None =
    all alike. `trust`: stiffness of the corners."""
    slopes = np.empty((2, plane.size), np.float32)
    for row, way in zip(slopes, ((1, 0), (0, 1)), strict=True):
        row[:] = cv2.Sobel(plane, cv2.CV_32F, *way, ksize=3).ravel()
    slopes /= 8
    near = _spread_corner_moves(plane.shape[0], plane.shape[1])[:, None]
    rows = (near * slopes).reshape(8, -1)
    weighed = rows if weight is None else (near * (slopes * weight.ravel().astype(np.float32))).reshape(8, -1)
    hessian = weighed @ rows.T + np.eye(8, dtype=np.float32) * trust
    return np.asarray(np.linalg.inv(hessian).astype(np.float32) @ weighed, np.float32)


@lru_cache(maxsize=8)
def _spread_corner_moves(height: int, width: int) -> NDArray[np.float32]:
    """(4, height * width) how much each pixel of a plane moves with each corner."""
    x = np.linspace(0, 1, width, dtype=np.float32)[None, :]
    y = np.linspace(0, 1, height, dtype=np.float32)[:, None]
    return np.stack([part.ravel() for part in ((1 - x) * (1 - y), x * (1 - y), x * y, (1 - x) * y)])


def align_corners(onto: Target, texture: Plane, corners: Corners | None = None, steps: int = 6) -> tuple[Corners, Plane]:
    """The corners of the card in `texture` (h, w), (4, 2) pixels, and the texture warped to the corners.

    `onto`: what the card should look like. `corners`: where to begin; None: a coarse search first, if the target allows.
    `steps`: most steps.
    """
    size = (texture.shape[1], texture.shape[0])
    if corners is None:
        corners = crop_corners(size) if onto.coarse is None else _find_coarse_corners(onto.coarse, texture)
    return _move_corners(onto, texture, corners, steps)


def _move_corners(onto: Target, texture: Plane, corners: Corners, steps: int) -> tuple[Corners, Plane]:
    """(4, 2) the corners after at most `steps` Gauss-Newton steps, in pixels, and (h, w) the texture warped to the corners. A
    step moves a corner by 3 pixels at most; a move below 0.05 pixels ends the search."""
    size = (texture.shape[1], texture.shape[0])
    place = crop_corners(size)
    laid = _warp_plane(texture, corners, place, size)
    for _ in range(steps):
        move = (onto.step @ (onto.plane - laid).ravel()).reshape(4, 2)
        corners = corners + np.clip(move, -3, 3)
        laid = _warp_plane(texture, corners, place, size)
        if np.abs(move).max() < 0.05:
            break
    return corners, laid


def _find_coarse_corners(onto: Target, texture: Plane) -> Corners:
    """Rough corners in pixels of `texture`: the corners of the crop unless another place is clearly better. `onto`: the coarse
    target."""
    height, width = texture.shape
    small = np.asarray(
        cv2.resize(texture, (onto.plane.shape[1], onto.plane.shape[0]), interpolation=cv2.INTER_AREA), np.float32
    )
    inner = np.ascontiguousarray(
        onto.plane[ALIGNMENT.max_shift_px : -ALIGNMENT.max_shift_px, ALIGNMENT.max_shift_px : -ALIGNMENT.max_shift_px]
    )
    likely = cv2.matchTemplate(small, inner, cv2.TM_CCOEFF_NORMED)
    row, column = np.unravel_index(int(likely.argmax()), likely.shape)
    if likely[row, column] < likely[ALIGNMENT.max_shift_px, ALIGNMENT.max_shift_px] + ALIGNMENT.min_shift_gain:
        return crop_corners((width, height))
    shifted = crop_corners((small.shape[1], small.shape[0])) + np.array(
        [column - ALIGNMENT.max_shift_px, row - ALIGNMENT.max_shift_px], np.float32
    )
    corners, _ = _move_corners(onto, small, shifted, 4)
    scale = np.array([width / small.shape[1], height / small.shape[0]], np.float32)
    return np.asarray((corners + 0.5) * scale - 0.5, np.float32)


def _warp_plane(texture: NDArray[Any], corners: Corners, place: Corners, size: tuple[int, int]) -> Plane:
    warp = cv2.getPerspectiveTransform(np.ascontiguousarray(corners, np.float32), place)
    return np.asarray(cv2.warpPerspective(texture, warp, size, flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE))


def warp_to_corners(image: NDArray[Any], corners: Corners, size: tuple[int, int]) -> NDArray[Any]:
    """The (h, w) or (h, w, 3) `image` warped to `size` (width, height), so that `corners` become the corners of the picture.

    `corners`: (4, 2) pixels of the crop resized to `size`; `image` itself may be larger or smaller.
    """
    scale = np.array([image.shape[1] / size[0], image.shape[0] / size[1]], np.float32)
    return _warp_plane(image, (corners + 0.5) * scale - 0.5, crop_corners(size), size)


def measure_worst_spot(plane: NDArray[Any], laid: NDArray[Any]) -> float:
    """The agreement (-1 to 1) of two aligned textures (136, 96) in the spot of least agreement: a missing sign, or another sign.

    `plane`: as enrolled, blurred first as far as `laid` is. `laid`: as seen. A spot is 11 pixels wide; the rim of 7 pixels is
    left out. The result says little of a small or blurred look.
    """
    blurred = [plane, *(np.asarray(cv2.GaussianBlur(plane, (0, 0), soft)) for soft in (0.7, 1.2, 1.8))]
    nearest = max(blurred, key=lambda one: measure_likeness(one, laid))
    gain = float((laid * nearest).sum() / ((nearest * nearest).sum() + 1e-6))
    a, b = (cv2.GaussianBlur(one, (0, 0), 0.8) for one in (nearest * np.float32(gain), laid))
    mean_a, mean_b, products, squares_a, squares_b = (cv2.blur(one, (11, 11)) for one in (a, b, a * b, a * a, b * b))
    shared, own = products - mean_a * mean_b, squares_a - mean_a**2 + squares_b - mean_b**2
    agreed = (2 * shared + ALIGNMENT.blank_contrast) / (own + ALIGNMENT.blank_contrast)
    return float(agreed[7:-7, 7:-7].min())


def measure_likeness(a: NDArray[Any], b: NDArray[Any]) -> float:
    """Normalised correlation (-1 to 1) of two planes (h, w), without a rim of a 24th of each side."""
    h, w = a.shape[0] // 24, a.shape[1] // 24
    return correlate_vectors(a[h:-h, w:-w].ravel(), b[h:-h, w:-w].ravel())


def correlate_vectors(a: NDArray[Any], b: NDArray[Any]) -> float:
    """Normalised correlation (-1 to 1) of two vectors (n,)."""
    a, b = a - a.mean(), b - b.mean()
    return float(a @ b / (np.linalg.norm(a) * np.linalg.norm(b) + 1e-6))
