"""Where arms come in: the places where they cross the rim of the table."""

from __future__ import annotations

import math

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.hands.field import Field

ALONG_RIM = 0.5
"""Part of an arm's length that meets the rim from which on it lies along the rim."""

WIDTH_OF_ARM = 1.5
"""Lengths of fingers within which what crosses the rim belongs to one arm."""

TEAR_AT_RIM, ACROSS_ARM = 0.75, 2.5
"""Lengths of fingers within which the parts lie in which one arm is seen to cross the rim, and how wide it is there at most, aslant and
moving: less than two arms."""

NARROWEST_ARM, FAR_BEYOND = 0.5, 1.0
"""Lengths of fingers over which another arm that lies over one crosses the rim at least; and by which the tips of the two lie beyond that
place: what crosses the rim with its tips is one arm."""

Entries = tuple[tuple[float, float], ...]
"""Rows and columns in the small picture."""


def entry_of(patch: NDArray[np.bool_], field: Field) -> tuple[tuple[float, float], bool]:
    """Where an arm comes in, its wrist seen or not: where it is nearest to the rim. Of the places where it meets the rim the largest, for
    fingertips that reach the rim on the other side are fewer. An arm that lies along the rim comes in at the end that is nearer to the
    table's edge ahead: a guess, of which it is said that it is one."""
    points = np.argwhere(patch)
    to_rim = field.to_rim[patch]
    met = points[to_rim <= to_rim.min() + 1]
    marks = np.zeros(patch.shape, np.uint8)
    marks[met[:, 0], met[:, 1]] = 1
    groups = cv2.connectedComponents(marks, connectivity=8)[1][met[:, 0], met[:, 1]].astype(np.intp)
    met = _crossing(met, groups, field)
    middle = points.mean(axis=0)
    axis = np.linalg.eigh(np.cov((points - middle).T))[1][:, 1] if len(points) > 2 else np.array([1.0, 0.0])
    along, met_along = (points - middle) @ axis, (met - middle) @ axis
    lies_along = bool(np.ptp(met_along) >= ALONG_RIM * np.ptp(along))
    if lies_along:
        end = 0.25 * field.fingers_px
        low, high = points[along < along.min() + end], points[along > along.max() - end]
        met = low if _to_edge(low.mean(axis=0), -axis, field) <= _to_edge(high.mean(axis=0), axis, field) else high
    row, column = met.mean(axis=0).tolist()
    return (row, column), lies_along


def others_in(patch: NDArray[np.bool_], entry: tuple[float, float], field: Field) -> Entries:
    """Where other arms come in that are one patch with the one that comes in at `entry`. Over a mat no arm is seen for long enough: one that
    bends crosses its rim twice."""
    if not field.loose:
        return ()
    at_rim = (patch & (field.rim > 0)).astype(np.uint8)
    count, labels = cv2.connectedComponents(at_rim, connectivity=8)
    if count <= 2:
        return ()
    reach = float(np.linalg.norm(np.argwhere(patch) - entry, axis=1).max())
    found = list[tuple[float, float]]()
    for number in range(1, count):
        met = np.argwhere(labels == number)
        row, column = met.mean(axis=0).tolist()
        away = math.dist((row, column), entry)
        broad = np.hypot(*np.ptp(met, axis=0)) >= NARROWEST_ARM * field.fingers_px
        if broad and WIDTH_OF_ARM * field.fingers_px < away < reach - FAR_BEYOND * field.fingers_px:
            found.append((row, column))
    return tuple(found)


def _crossing(met: NDArray[np.intp], groups: NDArray[np.intp], field: Field) -> NDArray[np.intp]:
    """Of the points where an arm meets the rim those of the largest group, and of others that are no more than a tear beside it: print that
    looks like the arm tears it, and an arm is so wide. `groups`: (n,) the number of each point's group."""
    largest = int(np.bincount(groups).argmax())
    chosen: NDArray[np.intp] = met[groups == largest]
    for number in np.unique(groups[groups != largest]):
        other = met[groups == number]
        gap = np.linalg.norm(other[:, None] - chosen[None], axis=2).min()
        both = np.concatenate([chosen, other])
        if gap <= TEAR_AT_RIM * field.fingers_px and np.hypot(*np.ptp(both, axis=0)) <= ACROSS_ARM * field.fingers_px:
            chosen = both
    return chosen


def _to_edge(point: NDArray[np.float64], way: NDArray[np.float64], field: Field) -> int:
    """How many pixels it is from a point to the table's edge."""
    height, width = field.zones.shape
    for step in range(1, int(height + width)):
        row, column = (round(float(value)) for value in point + step * way)
        if not (0 <= row < height and 0 <= column < width) or not field.table[row, column]:
            return step
    return int(height + width)


def with_entry(entries: Entries, entry: tuple[float, float], field: Field) -> Entries:
    """The entries with one more, where it is not that of one of these arms."""
    same = any(math.dist(entry, other) < WIDTH_OF_ARM * field.fingers_px for other in entries)
    return entries if same else (*entries, entry)
