"""Lines between the cells of a board, without any other knowledge of the board.

A line is narrow and runs from rim to rim; print does not. In a roughly flat picture a ridge is sought along straight lines,
first blurred, then ever sharper: thin lines on paper, and gaps between cards, dark or pale.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import product
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.plane.homography import Homography, project
from vision.steps import Steps, finish_steps

Plane = NDArray[np.float32]
"""(h, w) float32: brightness, or how steep it is, at each pixel."""
Corners = NDArray[np.float64]
"""(4, 2) float64 picture pixels: corners of the board's cells, clockwise."""


@dataclass(frozen=True, slots=True)
class GridLineLimits:
    """How lines between cells are sought."""

    min_line_strength: float = 1.5  # standard deviations above other places; guess
    max_line_levels: float = 40.0  # grey levels between lines and spaces, where print is stronger; guess


GRID_LINES = GridLineLimits()

_MOVES = np.array([(1, 1, 1, 1), (1, -1, -1, 1), (1, 1, -1, -1), (1, -1, 1, -1), *np.eye(4)], np.float64)
"""Ways to move the four corners along one axis: together, apart, askew, each alone."""


@dataclass(frozen=True, slots=True, eq=False)
class _Ridges:
    """Likeness of each pixel to part of a line; mean about 0, deviation 1."""

    down: Plane  # lines running down
    across: Plane  # lines running across

    def blur_ridges(self, sigma: float) -> _Ridges:
        """The ridges blurred, for a start far off. `sigma`: of the blur in pixels, 0 for none."""
        if sigma <= 0:
            return self
        return _Ridges(
            _standardise(cv2.GaussianBlur(self.down, (0, 0), sigma)), _standardise(cv2.GaussianBlur(self.across, (0, 0), sigma))
        )


def fit_grid_lines(seen: NDArray[Any], cells: tuple[int, int], scale: int) -> Homography | None:
    """Homography from board coordinates onto the seen lines; None without lines.

    `seen`: (h, w) grey, a flat picture of `scale` pixels a cell and half a cell of margin, corners off by half a cell at
    most. `cells`: rows and columns.
    """
    return finish_steps(fit_grid_lines_in_steps(seen, cells, scale))


def fit_grid_lines_in_steps(seen: NDArray[Any], cells: tuple[int, int], scale: int) -> Steps[Homography | None]:
    """As `fit_grid_lines`, step by step."""
    strength, lines = yield from rate_grid_lines(seen, cells, scale)
    return lines if strength >= GRID_LINES.min_line_strength else None


def rate_grid_lines(seen: NDArray[Any], cells: tuple[int, int], scale: int) -> Steps[tuple[float, Homography]]:
    """How strong the grid lines are, in standard deviations above other places, and the homography onto the lines. Found step
    by step.

    `seen`: grey flat picture. `cells`: rows and columns. `scale`: pixels a cell.
    """
    found = (0.0, np.zeros((4, 2)))
    for picture in (seen, _erase_print(seen, scale)):
        for width, sign in product((0.035, 0.07), (1.0, -1.0)):  # cells, half widths of tried ridges; guess
            tried = _fit_grid_corners(_find_ridges(picture, width * scale, sign), cells, scale)
            found = max(found, tried, key=lambda one: one[0])
            yield
    return found[0], _corner_homography(found[1], cells)


def _erase_print(seen: NDArray[Any], scale: int) -> NDArray[Any]:
    """(h, w) uint8 the grey picture `seen`, with its median in place of all that differs much from the median. `scale`: pixels
    a cell.

    Rows of bright signs on a dark board pass for lines, and drown thin lines.
    """
    away = (seen.astype(np.float32) - float(np.median(seen))) / GRID_LINES.max_line_levels
    soft = 2 * round(0.06 * scale) + 1  # pixels of a sign's soft edge on both sides; guess
    away[cv2.dilate(np.asarray(np.abs(away) > 1, np.uint8), np.ones((soft, soft), np.uint8)) > 0] = 0
    return np.asarray(np.rint(127.5 + 127.5 * away), np.uint8)


def _find_ridges(seen: NDArray[Any], width: float, sign: float) -> _Ridges:
    """Ridges of half width `width` pixels, dark lines for `sign` 1, pale lines for -1. `seen`: (h, w) grey."""
    grey = np.asarray(cv2.GaussianBlur(seen.astype(np.float32), (0, 0), max(width, 0.8)), np.float32)
    bend = np.array([[1, -2, 1]], np.float32) * np.float32(sign)
    down, across = _ridge_strength(grey, bend, width), _ridge_strength(np.ascontiguousarray(grey.T), bend, width).T
    return _Ridges(down, np.ascontiguousarray(across))


def _ridge_strength(grey: Plane, bend: Plane, width: float) -> Plane:
    """(h, w) how much darker each pixel is than left and right of it, along a vertical line, in standard deviations; brighter
    for `bend` of the other sign. `grey`: the picture. `bend`: (1, 3) weights of left, middle and right. `width`: half width of
    a line in pixels."""
    wide = max(1, round(width * 2))
    kernel = np.zeros((1, 2 * wide + 1), np.float32)
    kernel[0, [0, wide, -1]] = bend
    across = cv2.filter2D(grey, -1, kernel, borderType=cv2.BORDER_REPLICATE)
    # a ridge is averaged along 0.3 cells; guess
    along = cv2.blur(np.clip(across, -12, 12), (1, max(3, round(0.3 / 0.035 * max(width, 1.1)) | 1)))
    return _standardise(np.maximum(along, 0))


def _standardise(plane: Any) -> Plane:
    """The plane with mean 0 and deviation 1."""
    return np.asarray((plane - plane.mean()) / (plane.std() + 1e-3), np.float32)


def _fit_grid_corners(ridges: _Ridges, cells: tuple[int, int], scale: int) -> tuple[float, Corners]:
    """Strength of the ridges on the weaker lines, down or across, and the shift of the corners, (4, 2) in cells. `scale`:
    pixels a cell."""
    corners = np.zeros((4, 2))
    # cells the corners are moved by, and cells of blur meanwhile; guess
    for step, blur in ((0.1, 0.12), (0.05, 0.06), (0.025, 0.03), (0.0125, 0.0), (0.006, 0.0), (0.003, 0.0)):
        rough = ridges.blur_ridges(blur * scale)
        for _ in range(3):
            before = corners
            for axis in (0, 1):
                corners = _move_grid_corners(rough, cells, scale, corners, axis, step)
            if np.array_equal(before, corners):
                break
    return min(float(_line_strengths(ridges, cells, scale, [corners], axis)[0]) for axis in (0, 1)), corners


def _move_grid_corners(
    ridges: _Ridges, cells: tuple[int, int], scale: int, corners: Corners, axis: int, step: float
) -> Corners:
    """The corners moved along one axis as far as the crossing lines grow stronger; unchanged where none does. `cells`: rows and
    columns. `scale`: pixels a cell. `corners`: shifts so far, (4, 2) in cells. `axis`: 0 right, 1 down. `step`: cells."""
    strength = _line_strengths(ridges, cells, scale, [corners], axis)[0]
    for move in _MOVES:
        ways = list(_corner_moves(corners, axis, move * step))
        if not ways:
            continue
        strengths = _line_strengths(ridges, cells, scale, ways, axis)
        if strengths.max() > strength:
            strength, corners = strengths.max(), ways[int(strengths.argmax())]
    return corners


def _corner_moves(corners: Corners, axis: int, move: NDArray[Any]) -> Iterator[Corners]:
    """The corners moved along one axis by once and twice `move`, either way, as far as allowed. At most four. `move`: (4,)
    cells. Allowed are shifts up to 0.45 cells."""
    for times in (-1, 1, -2, 2):
        way = corners.copy()
        way[:, axis] += times * move
        if np.abs(way).max() <= 0.45:  # cells; guess
            yield way


def _line_strengths(ridges: _Ridges, cells: tuple[int, int], scale: int, ways: Sequence[Corners], axis: int) -> NDArray[Any]:
    """(n,) mean ridge along the inner lines for each shift of the corners, lines running down (`axis` 0) or across (1). A
    broken line counts as far as seen. `cells`: rows and columns. `scale`: pixels a cell. `ways`: shifts to be measured."""
    points = _line_points(cells, axis)
    at = (np.stack([project(points, _corner_homography(way, cells)) for way in ways]) + 0.5) * scale - 0.5
    x, y = (np.ascontiguousarray(at[..., i], np.float32) for i in (0, 1))
    seen = cv2.remap(ridges.down if axis == 0 else ridges.across, x, y, cv2.INTER_LINEAR)
    return np.asarray(np.minimum(seen, 3.0).mean(axis=1))


@cache
def _line_points(cells: tuple[int, int], axis: int) -> NDArray[np.float64]:
    """(n, 2) points x, y on the inner lines that run down (`axis` 0) or across (1), in board coordinates: cells from the top
    left. `cells`: rows and columns."""
    rows, columns = cells
    lines, length = (columns, rows) if axis == 0 else (rows, columns)
    each = 8  # points looked at along a cell; guess
    at, along = np.meshgrid(np.arange(1, lines), (np.arange(length * each) + 0.5) / each, indexing="ij")
    pair = (at.ravel(), along.ravel()) if axis == 0 else (along.ravel(), at.ravel())
    return np.column_stack(pair).astype(np.float64)


def _corner_homography(corners: Corners, cells: tuple[int, int]) -> Homography:
    """Homography from board coordinates to the board with its corners moved. `corners`: shifts, in cells."""
    rows, columns = cells
    board = np.array([(0, 0), (columns, 0), (columns, rows), (0, rows)], np.float32)
    return np.asarray(cv2.getPerspectiveTransform(board, (board + corners).astype(np.float32)), np.float64)
