"""Places of a board without a known print: a large rectangle divided by straight lines into so many cells."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import product

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.board.chips import shrink_fine_picture
from vision.board.light import CELL
from vision.board.lines import GRID_LINES, rate_grid_lines
from vision.board.places import Placement, flatten_board, place_by_corners, square_up_in_steps
from vision.board.points import to_grey_board
from vision.cards.outlines import find_blobs_in_steps, find_outlines_in_steps
from vision.errors import LayoutError
from vision.plane.quads import signed_area
from vision.steps import Steps
from vision.types import Image


@dataclass(frozen=True, slots=True)
class PrintedAreaLimits:
    """How an area full of print is told."""

    width_px: int = 640  # of the picture when searched; guess
    mark_px: int = 7  # side of the smallest square that no mark fills; a space is 16 pixels wide or more; guess
    max_mark_levels: int = 60  # grey levels; stronger marks count no more; guess


PRINTED_AREA = PrintedAreaLimits()

Corners = NDArray[np.float64]
"""(4, 2) float64 picture pixels, clockwise."""


def find_unknown_grids(image: Image, cells: tuple[int, int], search: int = 0) -> Iterator[Placement | None]:
    """Places where a board may lie, (H, W, 3) uint8 BGR, its first corner unknown; None for each step without a place. `cells`:
    rows and columns. `search`: number of earlier searches of this table. Costs a quarter of a second per rectangle, and a fifth
    per correction."""
    least = 0.05 * image.shape[0] * image.shape[1]  # smaller print cannot be read; guess
    # the likeliest; guess
    # shorter over longer side of anything called a board; guess
    blobs = yield from find_blobs_in_steps(image)
    (found,) = yield from find_outlines_in_steps(image, [(0.5, 1.0)], blobs)
    outlines = [np.asarray(one.quad, np.float64) for one in found if abs(signed_area(one.quad)) > least][:3]
    yield None
    printed = find_printed_area(image)
    areas = [] if printed is None or abs(signed_area(printed.astype(np.float32))) <= least else _shrink_area(printed)
    ways = _side_moves(cells)
    each = 4  # corrections of each rectangle: later searches try others; guess
    later = [ways[(each * search + k) % len(ways)] for k in range(each)]
    for number, way in enumerate([(0.0, 0.0, 0.0, 0.0), *later]):
        for quad in outlines:
            yield (yield from _fit_divided_grid(image, [_move_sides(quad, way)], cells))
        if number == 0 and areas:
            yield (yield from _fit_divided_grid(image, areas, cells))


def find_printed_area(image: Image) -> Corners | None:
    """The corners of the largest area full of small print, clockwise, about a third of a space off at most; None without print.

    On a patterned table no outline of a board may stand out. Print does: marks much smaller than any pattern, close together.
    """
    shrink = PRINTED_AREA.width_px / image.shape[1]
    grey = cv2.cvtColor(cv2.resize(image, None, fx=shrink, fy=shrink, interpolation=cv2.INTER_AREA), cv2.COLOR_BGR2GRAY)
    mark = np.ones((PRINTED_AREA.mark_px,) * 2, np.uint8)
    pale, dark = (cv2.morphologyEx(grey, way, mark) for way in (cv2.MORPH_TOPHAT, cv2.MORPH_BLACKHAT))
    strength = np.minimum(np.maximum(pale, dark), PRINTED_AREA.max_mark_levels).astype(np.float32)
    density = cv2.blur(strength, (3 * PRINTED_AREA.mark_px,) * 2)
    dense = np.asarray(density > 0.5 * np.percentile(density, 98), np.uint8)
    full = cv2.morphologyEx(dense, cv2.MORPH_OPEN, np.ones((2 * PRINTED_AREA.mark_px + 1,) * 2, np.uint8))
    areas, _ = cv2.findContours(full, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
    if not areas:
        return None
    hull = cv2.convexHull(max(areas, key=cv2.contourArea))
    if len(hull) < 4:
        return None
    quad: Corners = np.asarray(cv2.approxPolyN(hull, 4), np.float64).reshape(-1, 2) / shrink
    return quad if signed_area(quad.astype(np.float32)) > 0 else quad[::-1].copy()


def _side_moves(cells: tuple[int, int]) -> list[tuple[float, ...]]:
    """Shares of the opposite side by which each of the four sides is moved inward, at most two sides moved; ways that only
    move inward first. `cells`: rows and columns.

    Free corners of a board may look like the table, and stripes of the table like the board's rim.
    """
    one = 1 / max(cells)
    steps = (0.0, one / (1 + one), -one / (1 - one))
    ways = [way for way in product(steps, repeat=4) if 0 < np.count_nonzero(way) <= 2]
    return sorted(ways, key=lambda way: (min(way) < 0, -np.count_nonzero(way)))


def _move_sides(quad: Corners, way: tuple[float, ...]) -> Corners:
    """The quad with each side moved inward, one after the other. `way`: (4,) parts of the adjoining sides, for top, right,
    bottom, left."""
    after = quad.copy()
    for side, part in enumerate(way):
        a, b, c, d = ((side + step) % 4 for step in range(4))
        moved = after[a] + (after[d] - after[a]) * part, after[b] + (after[c] - after[b]) * part
        after[a], after[b] = moved
    return after


def _shrink_area(area: Corners) -> list[Corners]:
    """An area as it is and smaller ones around the same middle: the area may reach beyond the board by a third of a space."""
    middle = area.mean(axis=0)
    return [middle + (area - middle) * share for share in (1.0, 0.97, 0.94)]


def _fit_divided_grid(image: Image, starts: Sequence[Corners], cells: tuple[int, int]) -> Steps[Placement | None]:
    """The placement with cells where the strongest lines between are seen; None without lines. `starts`: corners of all cells
    together, each way that they may lie; corners out of order are left out."""
    found: tuple[float, Placement] | None = None
    for corners in starts:
        try:
            placement = place_by_corners(corners.tolist(), cells)
        except LayoutError:
            continue
        seen = to_grey_board(shrink_fine_picture(flatten_board(image, placement, cells)))
        strength, _ = yield from rate_grid_lines(seen, cells, CELL)
        if strength >= GRID_LINES.min_line_strength and (found is None or strength > found[0]):
            found = strength, placement
    return (yield from square_up_in_steps(image, found[1], cells)) if found else None
