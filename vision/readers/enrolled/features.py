"""Measurements of a rectified card: gradients, colour, texture. No function here knows a deck.

A *canonical* crop is (136, 96, 3) uint8 BGR.
"""

from __future__ import annotations

from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.types import Image

Vector = NDArray[np.float32]
"""float32: a measurement of one canonical crop, as a plane or in one row; each function states the shape."""

CANONICAL_SIZE = (96, 136)  # width and height of the canonical crop in pixels: digits of a card stay 10 pixels wide; guess
GRADIENT_CELLS = (CANONICAL_SIZE[0] // 8, CANONICAL_SIZE[1] // 8)
"""columns and rows of cells of eight pixels for counting gradients."""
GRADIENT_DIRECTIONS = 9  # of the histogram of a cell; guess
NO_VEIL = 255.0  # grey level of the darkest print of a deck for which it was never measured: no veil is ever told


def resize_to_canonical(crop: Image) -> Image:
    """(h, w, 3) uint8 the upright crop of a card, resized to `CANONICAL_SIZE`; the crop itself, no copy, where the size is
    right already."""
    height, width = crop.shape[:2]
    if (width, height) == CANONICAL_SIZE:
        return crop
    way = cv2.INTER_AREA if width > CANONICAL_SIZE[0] else cv2.INTER_LINEAR
    return np.asarray(cv2.resize(crop, CANONICAL_SIZE, interpolation=way), np.uint8)


def measure_gradients(crop: Image) -> Vector:
    """(rows * columns * directions,) histograms of gradient directions, cell by cell, of a canonical crop."""
    return _count_gradients(cv2.cvtColor(crop, cv2.COLOR_BGR2GRAY).astype(np.float32)).ravel()


def measure_colour(crop: Image, darkest: float = NO_VEIL) -> Vector:
    """(96,) coarse colours of a canonical crop: logarithms of blue against green and red against green, in 8 rows of 6 cells.

    `darkest`: grey level of the deck's darkest print. A lighter darkest pixel means a veil of grey light, which hides colours
    and is removed.
    """
    # 6 by 8 cells: coarse enough that a badly cut crop does not matter
    small = cv2.resize(crop, (6, 8), interpolation=cv2.INTER_AREA).astype(np.float32)
    veil = max(0.0, measure_darkest_print(crop) - darkest)
    logs = np.log(np.maximum(small - veil, 0) * np.float32(255 / max(255 - veil, 1)) + 12)
    return np.asarray(logs[..., [0, 2]] - logs[..., 1:2], np.float32).ravel()


def measure_darkest_print(crop: Image) -> float:
    """Grey level (0 to 255) of the darkest print of a canonical crop, in the darkest of the three channels: the second
    percentile, without a rim of 4 pixels."""
    blue, green, red = np.moveaxis(crop[4:-4:2, 4:-4:2], 2, 0)
    grays = np.minimum(np.minimum(blue, green), red).ravel()
    rank = 0.02 * (grays.size - 1)  # a fiftieth of the pixels may be darker: dirt, or a shadow
    below = int(rank)
    low, high = (float(gray) for gray in np.partition(grays, (below, below + 1))[below : below + 2])
    return float(low + (high - low) * (rank - below))


def _count_gradients(gray: NDArray[Any]) -> NDArray[Any]:
    """(rows, columns, directions) gradient strengths of (136, 96) `gray`, after the square root of grey levels. Each cell is
    normalised by the 3 by 3 cells around."""
    gray = np.sqrt(gray)
    across = cv2.Sobel(gray, cv2.CV_32F, 1, 0, ksize=1)
    down = cv2.Sobel(gray, cv2.CV_32F, 0, 1, ksize=1)
    strength, angle = cv2.cartToPolar(across, down)
    place = angle.ravel() * np.float32(GRADIENT_DIRECTIONS / np.pi)
    lower = np.floor(place)
    part = (place - lower) * strength.ravel()
    first = lower.astype(np.int64) % GRADIENT_DIRECTIONS
    count = GRADIENT_CELLS[0] * GRADIENT_CELLS[1] * GRADIENT_DIRECTIONS
    found: NDArray[Any] = np.bincount(_CELL_OF + first, strength.ravel() - part, count)
    found += np.bincount(_CELL_OF + (first + 1) % GRADIENT_DIRECTIONS, part, count)
    found = found.reshape(GRADIENT_CELLS[1], GRADIENT_CELLS[0], GRADIENT_DIRECTIONS) / 8**2
    energy = cv2.blur((found**2).sum(axis=2), (3, 3), borderType=cv2.BORDER_REPLICATE)
    return np.asarray(found / np.sqrt(energy + 0.01)[..., None], np.float32)


def _index_cells() -> NDArray[np.int64]:
    """(136 * 96,) for each pixel the index of the first direction of the pixel's cell in the result of `measure_gradients`."""
    columns = np.arange(CANONICAL_SIZE[0]) * GRADIENT_CELLS[0] // CANONICAL_SIZE[0]
    rows = np.arange(CANONICAL_SIZE[1]) * GRADIENT_CELLS[1] // CANONICAL_SIZE[1]
    return np.asarray((rows[:, None] * GRADIENT_CELLS[0] + columns) * GRADIENT_DIRECTIONS, np.int64).ravel()


_CELL_OF = _index_cells()


def compute_texture(crop: Image) -> Vector:
    """(136, 96) float32: brightness of a canonical crop without uneven light, each pixel against the mean and the contrast around
    the pixel."""
    gray = cv2.cvtColor(crop, cv2.COLOR_BGR2GRAY).astype(np.float32)
    reach = (gray.shape[1] // 3) | 1
    mean = cv2.blur(gray, (reach, reach), borderType=cv2.BORDER_REPLICATE)
    mean = cv2.blur(mean, (reach, reach), borderType=cv2.BORDER_REPLICATE)
    away = gray - mean
    power = cv2.blur(away * away, (reach, reach), borderType=cv2.BORDER_REPLICATE)
    floor = 0.15 * float(power.mean()) + 4.0
    return np.asarray(away / np.sqrt(power + floor), np.float32)


def turn_plane(plane: NDArray[Any]) -> NDArray[Any]:
    """A plane (h, w) of the same card held upside down."""
    return np.ascontiguousarray(plane[::-1, ::-1])
