"""Lay one look at a card exactly on another: move its four corners until the print coincides.

A badly found corner shifts the print by a pixel or two, more than a small number is wide. The corners are moved by Gauss-Newton
steps on the `texture` of the crop, held back by how far corners are usually off, so that blank cards stay where they are.
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
"""(h, w) float32: a texture (see `vision.readers.enrolled.features`)."""
Corners = NDArray[np.float32]
"""(4, 2) float32: corners of a card in the pixels of a crop of it, clockwise from its top left."""

BLANK_CONTRAST = 0.3
"""Squared contrast below which a spot counts as blank."""
TRUST = 60.0
"""Squared gradient, summed over the card, that outweighs the habit of corners to be found well."""
TRUST_COARSE = 20.0
"""The same in the small picture."""
COARSE = 3
"""How much smaller the picture is on which crops are laid first."""
SHIFT_REACH = 3
"""How far a crop may be shifted, in pixels of the small picture: 9 % of a card's width."""
BETTER = 0.05
"""How much liker the shifted crop must be to be believed."""


@dataclass(frozen=True, slots=True, eq=False)
class Target:
    """What crops are laid on. `plane`: (h, w) float32 texture. `step`: (8, h * w), how a difference from it moves the corners. `coarse`:
    the same a third as large, on which crops are laid first whose corners are far off; None if this one is the coarse one."""

    plane: Plane
    step: NDArray[np.float32]
    coarse: Target | None = None


def target(plane: Plane, weight: NDArray[Any] | None = None, coarse: bool = True) -> Target:
    """Prepare a (h, w) texture. `weight`: (h, w) from 0, where the plane says nothing about place, to 1. `coarse`: for crops whose corners
    may be far off, too."""
    fine = Target(plane, _step(plane, weight, TRUST))
    if not coarse:
        return fine
    small, part = _small(plane), None if weight is None else _small(weight)
    return Target(plane, fine.step, Target(small, _step(small, part, TRUST_COARSE)))


def _small(plane: NDArray[Any]) -> Plane:
    size = (round(plane.shape[1] / COARSE), round(plane.shape[0] / COARSE))
    return np.asarray(cv2.resize(plane, size, interpolation=cv2.INTER_AREA), np.float32)


def _step(plane: Plane, weight: NDArray[Any] | None, trust: float) -> NDArray[np.float32]:
    slopes = np.empty((2, plane.size), np.float32)
    for row, way in zip(slopes, ((1, 0), (0, 1)), strict=True):
        row[:] = cv2.Sobel(plane, cv2.CV_32F, *way, ksize=3).ravel()
    slopes /= 8
    near = _near_corners(plane.shape[0], plane.shape[1])[:, None]
    rows = (near * slopes).reshape(8, -1)
    weighed = rows if weight is None else (near * (slopes * weight.ravel().astype(np.float32))).reshape(8, -1)
    hessian = weighed @ rows.T + np.eye(8, dtype=np.float32) * trust
    return np.asarray(np.linalg.inv(hessian).astype(np.float32) @ weighed, np.float32)


@lru_cache(maxsize=8)
def _near_corners(height: int, width: int) -> NDArray[np.float32]:
    """(4, height * width) how much each pixel of a plane moves with each corner."""
    x = np.linspace(0, 1, width, dtype=np.float32)[None, :]
    y = np.linspace(0, 1, height, dtype=np.float32)[:, None]
    return np.stack([part.ravel() for part in ((1 - x) * (1 - y), x * (1 - y), x * y, (1 - x) * y)])


def align(onto: Target, texture: Plane, corners: Corners | None = None, steps: int = 6) -> tuple[Corners, Plane]:
    """Where in `texture` (h, w) the corners of the card lie, (4, 2) pixels, and the texture drawn to them. `corners`: where to begin."""
    size = (texture.shape[1], texture.shape[0])
    if corners is None:
        corners = crop_corners(size) if onto.coarse is None else _begin(onto.coarse, texture)
    return _climbed(onto, texture, corners, steps)


def _climbed(onto: Target, texture: Plane, corners: Corners, steps: int) -> tuple[Corners, Plane]:
    size = (texture.shape[1], texture.shape[0])
    place = crop_corners(size)
    laid = _laid(texture, corners, place, size)
    for _ in range(steps):
        move = (onto.step @ (onto.plane - laid).ravel()).reshape(4, 2)
        corners = corners + np.clip(move, -3, 3)
        laid = _laid(texture, corners, place, size)
        if np.abs(move).max() < 0.05:
            break
    return corners, laid


def _begin(onto: Target, texture: Plane) -> Corners:
    """Roughly where the corners lie, in pixels of `texture`; where they should be unless another place is clearly better."""
    height, width = texture.shape
    small = np.asarray(
        cv2.resize(texture, (onto.plane.shape[1], onto.plane.shape[0]), interpolation=cv2.INTER_AREA), np.float32
    )
    inner = np.ascontiguousarray(onto.plane[SHIFT_REACH:-SHIFT_REACH, SHIFT_REACH:-SHIFT_REACH])
    likely = cv2.matchTemplate(small, inner, cv2.TM_CCOEFF_NORMED)
    row, column = np.unravel_index(int(likely.argmax()), likely.shape)
    if likely[row, column] < likely[SHIFT_REACH, SHIFT_REACH] + BETTER:
        return crop_corners((width, height))
    shifted = crop_corners((small.shape[1], small.shape[0])) + np.array([column - SHIFT_REACH, row - SHIFT_REACH], np.float32)
    corners, _ = _climbed(onto, small, shifted, 4)
    scale = np.array([width / small.shape[1], height / small.shape[0]], np.float32)
    return np.asarray((corners + 0.5) * scale - 0.5, np.float32)


def _laid(texture: NDArray[Any], corners: Corners, place: Corners, size: tuple[int, int]) -> Plane:
    warp = cv2.getPerspectiveTransform(np.ascontiguousarray(corners, np.float32), place)
    return np.asarray(cv2.warpPerspective(texture, warp, size, flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE))


def laid_on(image: NDArray[Any], corners: Corners, size: tuple[int, int]) -> NDArray[Any]:
    """`image` drawn so that `corners`, found in a crop of `size` (width, height) of it, become the corners of a crop of
    `size`, (h, w) or (h, w, 3)."""
    scale = np.array([image.shape[1] / size[0], image.shape[0] / size[1]], np.float32)
    return _laid(image, (corners + 0.5) * scale - 0.5, crop_corners(size), size)


def worst_spot(plane: NDArray[Any], laid: NDArray[Any]) -> float:
    """How well (-1 to 1) two textures (136, 96) that were laid on one another agree where they agree least: a sign that is missing or other.

    `plane` is taken out of focus as far as `laid` is; a spot is 11 pixels wide. Of a small or blurred look it says little.
    """
    blurred = [plane, *(np.asarray(cv2.GaussianBlur(plane, (0, 0), soft)) for soft in (0.7, 1.2, 1.8))]
    nearest = max(blurred, key=lambda one: likeness(one, laid))
    gain = float((laid * nearest).sum() / ((nearest * nearest).sum() + 1e-6))
    a, b = (cv2.GaussianBlur(one, (0, 0), 0.8) for one in (nearest * np.float32(gain), laid))
    mean_a, mean_b = _spots(a), _spots(b)
    shared = _spots(a * b) - mean_a * mean_b
    own = _spots(a * a) - mean_a**2 + _spots(b * b) - mean_b**2
    agreed = (2 * shared + BLANK_CONTRAST) / (own + BLANK_CONTRAST)
    return float(agreed[7:-7, 7:-7].min())


def _spots(plane: NDArray[Any]) -> NDArray[Any]:
    return np.asarray(cv2.blur(plane, (11, 11)))


def likeness(a: NDArray[Any], b: NDArray[Any]) -> float:
    """Normalised correlation (-1 to 1) of two planes (h, w), the rim left out."""
    h, w = a.shape[0] // 24, a.shape[1] // 24
    a, b = a[h:-h, w:-w].ravel(), b[h:-h, w:-w].ravel()
    a, b = a - a.mean(), b - b.mean()
    return float(a @ b / (np.linalg.norm(a) * np.linalg.norm(b) + 1e-6))
