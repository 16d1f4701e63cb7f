"""Places around a table: a share of the way along its edge, from its near left corner clockwise as seen from above.

Near is the bottom of the print: y grows towards it. Phones count the same way in web/static/edge.js: change both.
"""

from __future__ import annotations

import math

Point = tuple[float, float]
"""x, y in millimetres."""

Size = tuple[float, float]
"""Width and height of a table in millimetres. Its far left corner is the origin."""


def share_around(point: Point, size: Size) -> float:
    """The place on the edge next to a point, 0 to 1. A square's left side is 0 to 0.25, then come the far, the right and the
    near one. `size`: of the table.

    >>> share_around((0.0, 50.0), (100.0, 100.0))
    0.125
    """
    width, height = size
    x, y = min(max(point[0], 0.0), width), min(max(point[1], 0.0), height)
    _, along = min(
        (x, height - y),
        (y, height + x),
        (width - x, height + width + y),
        (height - y, 2 * height + width + (width - x)),
    )
    return along / (2 * (width + height)) % 1.0


def place_of(tips: Point, entry: Point, size: Size, behind: float) -> float:
    """The share of the way around at which the owner of an arm sits: the arm's shoulder, seen from the middle of the table. 0
    is the near left corner, and the way goes on clockwise: left, far, right, near side.

    `tips`: where the fingertips are; `entry`: where the arm was seen to come in; `size`: of the table; `behind`: from the
    table's edge to the shoulder. All in millimetres. An arm that crosses a corner may come from either side; its direction
    tells.
    """
    x, y = find_crossing(tips, entry, size)
    length = math.dist(tips, entry)
    if length > 0:
        x, y = x + behind * (entry[0] - tips[0]) / length, y + behind * (entry[1] - tips[1]) / length
    return share_around(find_crossing((size[0] / 2, size[1] / 2), (x, y), size), size)


def find_crossing(tips: Point, entry: Point, size: Size) -> Point:
    """Where an arm from `entry` to `tips` crosses the table's edge on the side of `entry`; `entry` itself if their line misses the table.
    The line goes on beyond `entry`, which may lie inside the table.

    `size`: of the table.
    """
    leaves = float("inf")
    enters = float("-inf")
    for start, end, length in zip(tips, entry, size, strict=True):
        step = end - start
        if abs(step) < 1e-6:
            if not 0 <= start <= length:
                return entry
            continue
        near, far = sorted((-start / step, (length - start) / step))
        enters, leaves = max(enters, near), min(leaves, far)
    if not enters <= leaves < float("inf") or leaves < 0:
        return entry
    return tips[0] + leaves * (entry[0] - tips[0]), tips[1] + leaves * (entry[1] - tips[1])


def point_around(share: float, size: Size) -> Point:
    """The point on the edge at a share of the way around: the inverse of `share_around`. `size`: of the table."""
    width, height = size
    along = share % 1.0 * 2 * (width + height)
    for length, start, way in (
        (height, (0.0, height), (0.0, -1.0)),
        (width, (0.0, 0.0), (1.0, 0.0)),
        (height, (width, 0.0), (0.0, 1.0)),
    ):
        if along <= length:
            return start[0] + way[0] * along, start[1] + way[1] * along
        along -= length
    return width - along, height
