"""Where a board may lie of whose print nothing is known: a large rectangle that straight lines divide into so many cells."""

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

ASPECTS = (0.5, 1.0)
"""Shorter side over longer one of anything that people call a board."""
SMALLEST = 0.05
"""Part of the picture that a board takes whose print can be read."""
TRIED = 3
"""Rectangles that are looked at, the likeliest first."""
AT_ONCE = 4
"""Ways in which each is put right in one search: the next searches try the others."""


def find_unknown_grids(image: Image, cells: tuple[int, int], search: int = 0) -> Iterator[Placement]:
    """Places at which a board may lie, (H, W, 3) uint8 BGR; which of its corners is its first, nobody knows yet. `cells`: rows and columns.
    `search`: how often the same table was searched before. Costs a quarter of a second a rectangle, and a fifth for each way to put it
    right."""
    least = SMALLEST * image.shape[0] * image.shape[1]
    large = [np.asarray(one.quad, np.float64) for one in find_outlines(image, ASPECTS) if abs(signed_area(one.quad)) > least][
        :TRIED
    ]
    ways = _side_moves(cells)
    later = [ways[(AT_ONCE * search + k) % len(ways)] for k in range(AT_ONCE)]
    for way in [(0.0, 0.0, 0.0, 0.0), *later]:
        for quad in large:
            if (placement := _fit_divided_grid(image, _move_sides(quad, way), cells)) is not None:
                yield placement


def _side_moves(cells: tuple[int, int]) -> list[tuple[float, ...]]:
    """By which parts of the other sides each side is moved inwards, two of them at most: the free corners of a board may look like the
    table, and stripes of the table, which go on beyond two of its sides mostly, like its rim. Those come first."""
    one = 1 / max(cells)
    steps = (0.0, one / (1 + one), -one / (1 - one))
    ways = [way for way in product(steps, repeat=4) if 0 < np.count_nonzero(way) <= 2]
    return sorted(ways, key=lambda way: (min(way) < 0, -np.count_nonzero(way)))


def _move_sides(quad: Corners, way: tuple[float, ...]) -> Corners:
    after = quad.copy()
    for side, part in enumerate(way):
        a, b, c, d = ((side + step) % 4 for step in range(4))
        moved = after[a] + (after[d] - after[a]) * part, after[b] + (after[c] - after[b]) * part
        after[a], after[b] = moved
    return after


def _fit_divided_grid(image: Image, corners: Corners, cells: tuple[int, int]) -> Placement | None:
    """The place with its cells where the lines between them are seen; None where there are none."""
    try:
        placement = place_by_corners(corners.tolist(), cells)
    except LayoutError:
        return None
    if fit_grid_lines(to_grey_board(shrink_fine_picture(flatten_board(image, placement, cells))), cells, CELL) is None:
        return None
    return square_up(image, placement, cells)
