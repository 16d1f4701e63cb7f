"""Meeting points of a board's cells, found in the picture: chips hide few, and no two boards are alike there.

A *point* counts as board coordinates do: (2, 3) is the corner between columns 1 and 2, rows 2 and 3. Pictures are flat, grey,
and `scale` pixels a cell with half a cell of margin.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.cards.covered import COVER
from vision.place.bumps import PUSHES
from vision.types import Image

Point = tuple[int, int]
"""Column and row."""
Plane = NDArray[Any]
"""(h, w) uint8 or float32: the board in grey, or something measured at each of its pixels."""
Moves = dict[Point, tuple[float, float]]
"""By how many cells right and down of its place each point is seen."""


@dataclass(frozen=True, slots=True)
class PointLimits:
    """When points are seen, and a board lies where known."""

    min_print_likeness: float = COVER.min_piece_likeness  # of a point's surroundings, unhidden from here
    min_print_contrast: float = COVER.min_print_contrast  # grey levels (standard deviation), to be known again
    max_slip: float = PUSHES.min_cards  # cells off, before the place is measured anew
    min_rim_share: float = 0.25  # of a side's points; one cell off, a board is unlike itself only at the rim; guess
    min_side_points: int = 4  # fewer say nothing; guess


BOARD_POINTS = PointLimits()


@dataclass(frozen=True, slots=True)
class Seat:
    """How a board lies on its last known place."""

    off: float | None  # cells to the median point, None if too few are seen
    rim: float  # smallest share of a side's points seen at all

    @property
    def has_slipped(self) -> bool:
        """True if the board was bumped, or too few points are seen."""
        return self.off is None or self.off > BOARD_POINTS.max_slip

    @property
    def is_lost(self) -> bool:
        """True if the board lies elsewhere."""
        return self.has_slipped or self.rim < BOARD_POINTS.min_rim_share


def list_points(rows: int, columns: int) -> list[Point]:
    """All points, row by row."""
    return [(x, y) for y in range(rows + 1) for x in range(columns + 1)]


def cell_corner_points(cells: Collection[tuple[int, int]]) -> set[Point]:
    """The corners of cells. `cells`: rows and columns."""
    return {(column + x, row + y) for row, column in cells for x in (0, 1) for y in (0, 1)}


def to_grey_board(picture: Image) -> Plane:
    """(h, w) uint8: a BGR picture in grey."""
    return np.asarray(cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY))


def cut_point_patch(picture: Plane, point: Point, scale: int, at: tuple[int, int] = (0, 0)) -> Plane:
    """(3/4 scale, 3/4 scale) the print around a meeting point of four cells; `scale`: pixels a cell. `picture`: flat and grey.
    `at`: row and column of the board at which the picture begins, in pixels."""
    x, y, half = *_point_pixel(point, scale, at), 3 * scale // 8
    return picture[y - half : y + half, x - half : x + half]


def _point_pixel(point: Point, scale: int, at: tuple[int, int]) -> tuple[int, int]:
    """Column and row of the pixel of a point. `at`: row and column of the picture's first pixel."""
    x, y = (round((v + 0.5) * scale) for v in point)
    return x - at[1], y - at[0]


def find_point_moves(
    seen: Plane,
    patches: Mapping[Point, Plane],
    scale: int,
    kept: float = BOARD_POINTS.min_print_likeness,
    at: tuple[int, int] = (0, 0),
) -> Moves:
    """Moves of the points with print found within a third of a cell. `kept`: likeness required. `at`: row and column of the
    picture's first pixel.

    `seen`: the picture; `patches`: the known print of each point; `scale`: pixels a cell.
    """
    reach = 5 * scale // 16
    around = cv2.copyMakeBorder(seen, reach, reach, reach, reach, cv2.BORDER_REPLICATE)
    found = {
        point: _find_point_move(around, print_, _point_pixel(point, scale, at), reach, kept)
        for point, print_ in patches.items()
    }
    return {point: (move[0] / scale, move[1] / scale) for point, move in found.items() if move is not None}


def _find_point_move(
    around: Plane, print_: Plane, pixel: tuple[int, int], reach: int, kept: float
) -> tuple[float, float] | None:
    """Pixels right and down by which the print is found off its place; None for plain print, or print found nowhere. `around`:
    the picture with `reach` pixels more at each edge. `reach`: pixels searched. `pixel`: column and row. `kept`: correlation
    from which print counts as found."""
    x, y, half = *pixel, print_.shape[0] // 2
    window = around[y - half : y + half + 2 * reach, x - half : x + half + 2 * reach]
    if print_.std() < BOARD_POINTS.min_print_contrast:
        return None
    score = cv2.matchTemplate(window, print_, cv2.TM_CCOEFF_NORMED)
    _, top, _, (column, row) = cv2.minMaxLoc(score)
    if top < kept or not (0 < row < 2 * reach and 0 < column < 2 * reach):
        return None
    across = _parabola_peak(*score[row, column - 1 : column + 2].tolist())
    down = _parabola_peak(*score[row - 1 : row + 2, column].tolist())
    return column + across - reach, row + down - reach


def _parabola_peak(before: float, top: float, after: float) -> float:
    """Offset, in steps, of the top of a parabola through three neighbouring values; 0 for none."""
    bend = before - 2 * top + after
    return 0.0 if bend > -1e-6 else 0.5 * (before - after) / bend


def measure_seat(seen: Plane, known: Plane, cells: tuple[int, int], scale: int, clear: Collection[Point] | None = None) -> Seat:
    """How the board lies. `seen`: the whole flat picture. `known`: of the empty board. `clear`: points hidden by no hand, None
    for all.

    `cells`: rows and columns; `scale`: pixels a cell.
    """
    rows, columns = cells
    points = [point for point in list_points(rows, columns) if clear is None or point in clear]
    found = find_point_moves(seen, {point: cut_point_patch(known, point, scale) for point in points}, scale)
    sides = ([p for p in points if p[axis] == end] for axis, last in ((0, columns), (1, rows)) for end in (0, last))
    seen_parts = (sum(p in found for p in side) / len(side) for side in sides if len(side) >= BOARD_POINTS.min_side_points)
    rim = min(seen_parts, default=1.0)
    return Seat(_median_distance(found) if len(found) >= max(BOARD_POINTS.min_side_points, len(points) // 8) else None, rim)


def _median_distance(found: Moves) -> float:
    """Median distance in cells of the found points from their places."""
    return float(np.median(np.hypot(*np.array(list(found.values())).T)))


def is_cell_in_place(seen: Plane, known: Plane, cell: tuple[int, int], scale: int, at: tuple[int, int]) -> bool:
    """True if a cell lies where it lay, as far as its corners are seen. `seen`: a part of the flat picture, `at`: its first
    pixel.

    `known`: the empty board; `cell`: row and column; `scale`: pixels a cell. True also where fewer than two corners are seen.
    """
    found = find_point_moves(
        seen, {point: cut_point_patch(known, point, scale) for point in cell_corner_points([cell])}, scale, at=at
    )
    return len(found) < 2 or _median_distance(found) <= BOARD_POINTS.max_slip
