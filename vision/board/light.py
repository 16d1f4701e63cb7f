"""Light on a board now, against its light when enrolled empty: a smooth field, fitted to what no chip hides.

All planes are logarithms of grey levels, and light is a sum. The field is quadratic in place, with a term for the print's
brightness: a camera's curve is no straight line. The gaps between cells, seldom reached by chips, are fitted first, afterwards
everything that agrees. A board more than half covered is no harder than an empty one.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache, reduce
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.types import Image

Plane = NDArray[np.float32]
"""(h, w) float32: one channel of a picture of the board, or something measured at each of its pixels."""


CELL = 16
"""Width and height in pixels of a cell in the flat picture; guess."""
BOARD_MARGIN = CELL // 2
"""Pixels around the board that belong to the flat picture."""


@dataclass(frozen=True, slots=True, eq=False)
class BoardLight:
    """Light on a board."""

    terms: NDArray[np.float32]
    """(7, 3) float32 logarithms for each colour: 1, x, y, xx, xy, yy and enrolled brightness; x and y from -1 to 1."""
    stray: float  # median residual of the fitted points


def to_log_levels(image: Image) -> Plane:
    """(h, w, 3) float32: the logarithm of the light."""
    return np.asarray(_LOGARITHMS[image], np.float32)


_LOGARITHMS = np.log(np.arange(256) + 10.0).astype(np.float32)  # grey levels: below is only noise; guess


def mean_of_channels(planes: Plane) -> Plane:
    """(h, w): mean of the last axis of (h, w, n), several times as fast as numpy's over so few."""
    return np.asarray(reduce(np.add, _split_channels(planes)) / np.float32(planes.shape[2]), np.float32)


def largest_of_channels(planes: Plane) -> Plane:
    """(h, w): largest of the last axis of (h, w, n)."""
    return np.asarray(reduce(np.maximum, _split_channels(planes)), np.float32)


def _split_channels(planes: Plane) -> Iterator[Plane]:
    """The channels of (h, w, n), one after the other."""
    return (planes[..., i] for i in range(planes.shape[2]))


@cache
def _pixel_places(shape: tuple[int, int]) -> tuple[Plane, Plane]:
    """x and y, -1 to 1, of each pixel."""
    y, x = np.mgrid[0 : shape[0], 0 : shape[1]].astype(np.float32)
    return x / (shape[1] - 1) * 2 - 1, y / (shape[0] - 1) * 2 - 1


@cache
def _gap_mask(shape: tuple[int, int]) -> NDArray[np.bool_]:
    """(h, w) True at every second pixel of the margin and of the meeting places of four cells. `shape`: height and width of
    the flat picture."""
    y, x = np.mgrid[0 : shape[0], 0 : shape[1]]
    off_x, off_y = (np.abs(((v - BOARD_MARGIN + 0.5) / CELL) % 1 - 0.5) for v in (x, y))
    edge = (np.minimum(x, shape[1] - 1 - x) < BOARD_MARGIN // 2) | (np.minimum(y, shape[0] - 1 - y) < BOARD_MARGIN // 2)
    gap = 0.36  # cells from a cell's middle along both sides, where chips seldom reach; guess
    return np.asarray((((off_x > gap) & (off_y > gap)) | edge) & ((x + y) % 2 == 0), bool)


@cache
def _sample_mask(shape: tuple[int, int]) -> NDArray[np.bool_]:
    """One pixel in nine, evenly spread."""
    y, x = np.mgrid[0 : shape[0], 0 : shape[1]]
    return np.asarray((x % 3 == 1) & (y % 3 == 1), bool)


def fit_light(seen: Plane, empty: Plane) -> BoardLight:
    """The light, fitted. `seen`, `empty`: (h, w, 3) logarithms of the board now and enrolled. What chips hide counts little."""
    shape = (empty.shape[0], empty.shape[1])
    where = _gap_mask(shape)
    terms = _fit_light_terms(_light_rows(shape, empty, where), (seen - empty)[where], None)
    where = _gap_mask(shape) | _sample_mask(shape)
    rows, ratio = _light_rows(shape, empty, where), (seen - empty)[where]
    terms = _fit_light_terms(rows, ratio, terms)
    return BoardLight(terms, float(np.median(np.abs(ratio - rows @ terms))))


def _light_rows(shape: tuple[int, int], empty: Plane, where: NDArray[np.bool_]) -> NDArray[np.float32]:
    """(n, 7) values of the terms at the chosen pixels, see `BoardLight.terms`."""
    x, y = (plane[where] for plane in _pixel_places(shape))
    return np.stack([np.ones_like(x), x, y, x * x, x * y, y * y, _print_brightness(empty)[where]], axis=1)


def _print_brightness(empty: Plane) -> Plane:
    """(h, w) brightness of the empty board's print, about 0."""
    return np.asarray(mean_of_channels(empty) - 5.0, np.float32)


def _fit_light_terms(rows: NDArray[Any], ratio: NDArray[Any], terms: NDArray[np.float32] | None) -> NDArray[np.float32]:
    """(7, 3) terms by weighted least squares, the weights of stray points shrinking from round to round. `rows`: (n, 7).
    `ratio`: (n, 3) logarithms. `terms`: to start from, None for the median."""
    if terms is None:
        terms = np.zeros((7, 3), np.float32)  # terms of the light, see `BoardLight`
        terms[0] = np.median(ratio, axis=0)
    habit = np.diag(np.array([0, 0.5, 0.5, 1, 1, 1, 2], np.float32)) * len(rows) * 0.005
    stray = 0.12  # residual (logarithm) from which a point counts little; guess
    for reach in np.geomspace(4 * stray, stray / 2, 4):  # rounds; guess
        off = np.abs(ratio - rows @ terms).max(axis=1)
        weight = 1 / (1 + (off / np.float32(reach)) ** 4)
        weighed = rows * weight[:, None]
        terms = np.linalg.solve(weighed.T @ rows + habit, weighed.T @ ratio).astype(np.float32)
    return terms


def light_in_window(empty: Plane, light: BoardLight, window: tuple[slice, slice], shape: tuple[int, int]) -> Plane:
    """(h, w, 3) added by the light to the logarithms in a window of the flat picture. `empty`: (h, w, 3) enrolled, of the
    window only. `shape`: of the whole flat picture. `window`: its rows and columns."""
    x, y = (plane[window] for plane in _pixel_places(shape))
    bright = _print_brightness(empty)
    planes = []
    for one, a, b, aa, ab, bb, steep in light.terms.T:
        planes.append(one + x * (a + x * aa + y * ab) + y * (b + y * bb) + bright * steep)
    return np.asarray(cv2.merge(planes), np.float32)
