"""Places of a board without a known print: a large rectangle divided by straight lines into so many cells."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

import numpy as np
from numpy.typing import NDArray

from vision.board.chips import shrink_fine_picture
from vision.board.light import CELL
from vision.board.lines import fit_grid_lines
from vision.board.places import Placement, flatten_board, place_by_corners, square_up
from vision.board.points import to_grey_board
from vision.cards.outlines import find_outlines
from vision.errors import LayoutError
from vision.plane.quads import signed_area
from vision.types import Image

Corners = NDArray[np.float64]
"""(4, 2) float64 picture pixels, clockwise."""


def find_unknown_grids(image: Image, cells: tuple[int, int], search: int = 0) -> Iterator[Placement]:
    """Places where a board may lie, (H, W, 3) uint8 BGR, its first corner unknown. `cells`: rows and columns. `search`: number
    of earlier searches of this table. Costs a quarter of a second per rectangle, and a fifth per correction."""
    least = 0.05 * image.shape[0] * image.shape[1]  # smaller print cannot be read; guess
    # the likeliest; guess
    # shorter over longer side of anything called a board; guess
    large = [
        np.asarray(one.quad, np.float64) for one in find_outlines(image, (0.5, 1.0)) if abs(signed_area(one.quad)) > least
    ][:3]
    ways = _side_moves(cells)
    each = 4  # corrections of each rectangle: later searches try others; guess
    later = [ways[(each * search + k) % len(ways)] for k in range(each)]
    for way in [(0.0, 0.0, 0.0, 0.0), *later]:
        for quad in large:
            if (placement := _fit_divided_grid(image, _move_sides(quad, way), cells)) is not None:
                yield placement


def _side_moves(cells: tuple[int, int]) -> list[tuple[float, ...]]:
    """Shares of the other sides by which each side is moved inward, two sides at most. Free corners of a board may look like
    the table, and stripes of the table, which mostly continue beyond two sides, like the board's rim. Stripes come first."""
    one = 1 / max(cells)
    steps = (0.0, one / (1 + one), -one / (1 - one))
    ways = [way for way in product(steps, repeat=4) if 0 < np.count_nonzero(way) <= 2]
    return sorted(ways, key=lambda way: (min(way) < 0, -np.count_nonzero(way)))


def _move_sides(quad: Corners, way: tuple[float, ...]) -> Corners:
    """The quad with each side moved inward by such a part of the sides beside it. `way`: (4,) parts, top, right, bottom,
    left; moved one after the other."""
    after = quad.copy()
    for side, part in enumerate(way):
        a, b, c, d = ((side + step) % 4 for step in range(4))
        moved = after[a] + (after[d] - after[a]) * part, after[b] + (after[c] - after[b]) * part
        after[a], after[b] = moved
    return after


def _fit_divided_grid(image: Image, corners: Corners, cells: tuple[int, int]) -> Placement | None:
    """The placement with cells where the lines between are seen; None without lines. None also for corners out of order.
    `corners`: of all cells together."""
    try:
        placement = place_by_corners(corners.tolist(), cells)
    except LayoutError:
        return None
    if fit_grid_lines(to_grey_board(shrink_fine_picture(flatten_board(image, placement, cells))), cells, CELL) is None:
        return None
    return square_up(image, placement, cells)
