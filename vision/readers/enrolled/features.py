"""What a rectified card looks like in numbers. Every function takes the same small upright crop and knows no deck.

A *canonical* crop is (136, 96, 3) uint8 BGR.
"""

from __future__ import annotations

from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.types import Image

Vector = NDArray[np.float32]
"""float32: what was measured of one canonical crop, as a plane or in one row; the shape is said where it is used."""

CANONICAL_SIZE = (96, 136)
"""Width and height of the canonical crop."""
GRADIENT_CELLS = (12, 17)
"""Columns and rows of the cells in which gradients are counted: eight pixels each."""
DIRECTIONS = 9
COLOUR_CELLS = (6, 8)
DARKEST = 0.02
"""Part of a card's inner pixels that may be darker than its darkest print."""
NO_VEIL = 255.0
"""Of a deck of which it is not known how dark its darkest print is: no veil is told from its cards."""


def canonical(crop: Image) -> Image:
    """Any upright crop of a card brought to the canonical size."""
    height, width = crop.shape[:2]
    if (width, height) == CANONICAL_SIZE:
        return crop
    way = cv2.INTER_AREA if width > CANONICAL_SIZE[0] else cv2.INTER_LINEAR
    return np.asarray(cv2.resize(crop, CANONICAL_SIZE, interpolation=way), np.uint8)


def shape(crop: Image) -> Vector:
    """(rows * columns * DIRECTIONS,) gradient directions, cell by cell, of a canonical crop."""
    return _gradients(cv2.cvtColor(crop, cv2.COLOR_BGR2GRAY).astype(np.float32)).ravel()


def colour(crop: Image, darkest: float = NO_VEIL) -> Vector:
    """(rows * columns * 2,) coarse colour of a canonical crop: blue against green and red against green, as logarithms. `darkest`: how dark
    the darkest print of the deck's cards is; what is lighter lies under a veil, which is taken away: grey light hides colours."""
    small = cv2.resize(crop, COLOUR_CELLS, interpolation=cv2.INTER_AREA).astype(np.float32)
    veil = max(0.0, darkest_print(crop) - darkest)
    logs = np.log(np.maximum(small - veil, 0) * np.float32(255 / max(255 - veil, 1)) + 12)
    return np.asarray(logs[..., [0, 2]] - logs[..., 1:2], np.float32).ravel()


def darkest_print(crop: Image) -> float:
    """How dark the darkest print of a canonical crop is in the channel in which it is darkest, 0 to 255."""
    blue, green, red = np.moveaxis(crop[4:-4:2, 4:-4:2], 2, 0)
    grays = np.minimum(np.minimum(blue, green), red).ravel()
    rank = DARKEST * (grays.size - 1)
    below = int(rank)
    low, high = (float(gray) for gray in np.partition(grays, (below, below + 1))[below : below + 2])
    return float(low + (high - low) * (rank - below))


def _gradients(gray: NDArray[Any]) -> NDArray[Any]:
    """(rows, columns, DIRECTIONS) gradient strength, each cell weighed against its neighbourhood."""
    gray = np.sqrt(gray)
    across = cv2.Sobel(gray, cv2.CV_32F, 1, 0, ksize=1)
    down = cv2.Sobel(gray, cv2.CV_32F, 0, 1, ksize=1)
    strength, angle = cv2.cartToPolar(across, down)
    place = angle.ravel() * np.float32(DIRECTIONS / np.pi)
    lower = np.floor(place)
    part = (place - lower) * strength.ravel()
    first = lower.astype(np.int64) % DIRECTIONS
    count = GRADIENT_CELLS[0] * GRADIENT_CELLS[1] * DIRECTIONS
    found: NDArray[Any] = np.bincount(_CELL_OF + first, strength.ravel() - part, count)
    found += np.bincount(_CELL_OF + (first + 1) % DIRECTIONS, part, count)
    found = found.reshape(GRADIENT_CELLS[1], GRADIENT_CELLS[0], DIRECTIONS) / _PIXELS_OF_CELL
    energy = cv2.blur((found**2).sum(axis=2), (3, 3), borderType=cv2.BORDER_REPLICATE)
    return np.asarray(found / np.sqrt(energy + 0.01)[..., None], np.float32)


def _cells() -> NDArray[np.int64]:
    """(136 * 96,) for each pixel the first of the places its cell's directions have in `shape`."""
    columns = np.arange(CANONICAL_SIZE[0]) * GRADIENT_CELLS[0] // CANONICAL_SIZE[0]
    rows = np.arange(CANONICAL_SIZE[1]) * GRADIENT_CELLS[1] // CANONICAL_SIZE[1]
    return np.asarray((rows[:, None] * GRADIENT_CELLS[0] + columns) * DIRECTIONS, np.int64).ravel()


_CELL_OF = _cells()
_PIXELS_OF_CELL = (CANONICAL_SIZE[0] // GRADIENT_CELLS[0]) * (CANONICAL_SIZE[1] // GRADIENT_CELLS[1])


def texture(crop: Image) -> Vector:
    """(136, 96) float32: brightness against its surroundings in units of the card's contrast there."""
    gray = cv2.cvtColor(crop, cv2.COLOR_BGR2GRAY).astype(np.float32)
    return flattened(gray)


def flattened(gray: NDArray[Any]) -> Vector:
    """The same plane (h, w), float32, with uneven light taken out: each pixel against the mean and the contrast around it."""
    reach = (gray.shape[1] // 3) | 1
    mean = cv2.blur(gray, (reach, reach), borderType=cv2.BORDER_REPLICATE)
    mean = cv2.blur(mean, (reach, reach), borderType=cv2.BORDER_REPLICATE)
    away = gray - mean
    power = cv2.blur(away * away, (reach, reach), borderType=cv2.BORDER_REPLICATE)
    floor = 0.15 * float(power.mean()) + 4.0
    return np.asarray(away / np.sqrt(power + floor), np.float32)


def turned_pixels(plane: NDArray[Any]) -> NDArray[Any]:
    """A plane (h, w) of the same card held upside down."""
    return np.ascontiguousarray(plane[::-1, ::-1])
