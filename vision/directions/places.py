"""Places of piles without printed places: as large as untidy piles need, and apart from each other."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
from numpy.typing import NDArray

Point = tuple[float, float]
Size = tuple[float, float]
Rect = tuple[float, float, float, float]
"""x, y, width, height in millimetres."""


def rect_around(points: NDArray[np.float64]) -> Rect:
    """The rectangle around (n, 2) points."""
    (left, top), (right, bottom) = points.min(axis=0).tolist(), points.max(axis=0).tolist()
    return left, top, right - left, bottom - top


def separate_places(middles: Mapping[str, Point], sizes: Mapping[str, Size]) -> dict[str, Rect]:
    """A place around the middle of each pile; overlapping places meet half way between the piles. `sizes`: width and height of
    each place, with room.

    `middles`: of each pile.
    """
    edges = dict[str, list[float]]()  # left, top, right, bottom
    for name, (x, y) in middles.items():
        width, height = sizes[name]
        edges[name] = [x - width / 2, y - height / 2, x + width / 2, y + height / 2]
    names = list(middles)
    for number, one in enumerate(names):
        for other in names[number + 1 :]:
            _part_edges(edges[one], edges[other], middles[one], middles[other])
    return {name: (left, top, right - left, bottom - top) for name, (left, top, right, bottom) in edges.items()}


def part_places(rects: Mapping[str, Rect]) -> dict[str, Rect]:
    """These places, by name, apart from each other: overlapping places meet half way between their middles."""
    middles = {name: (x + width / 2, y + height / 2) for name, (x, y, width, height) in rects.items()}
    return separate_places(middles, {name: (width, height) for name, (_, _, width, height) in rects.items()})


def _part_edges(one: list[float], other: list[float], at: Point, other_at: Point) -> None:
    """Move the edges of two places apart, in place, along the axis of smaller overlap. `one`, `other`: left, top, right,
    bottom. `at`, `other_at`: middles of the piles. Nothing happens without an overlap."""
    overlaps = [min(one[i + 2], other[i + 2]) - max(one[i], other[i]) for i in (0, 1)]
    if min(overlaps) <= 0:
        return
    axis = min((0, 1), key=lambda i: overlaps[i])
    half = (at[axis] + other_at[axis]) / 2
    first, second = (one, other) if at[axis] <= other_at[axis] else (other, one)
    first[axis + 2], second[axis] = min(first[axis + 2], half), max(second[axis], half)
