"""What reaches over the table and is no arm: a head that bends over it, an elbow, cards in a hand. It hides what lies under it and does
nothing there.
"""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.hands.field import Field, Mask

BROAD = 1.25
"""Lengths of fingers around a point within which all is one patch that is none of a hand or an arm: 140 mm across."""

FARTHEST = 2.0
"""How many times smaller than in the middle of the field something may look at its far edge."""

AROUND_BROAD = 1.2
"""How far beyond the circles of that size what is broad is cut off from an arm that lies beside it, in their radius."""

WIDE_AT_RIM, WIDE_INSIDE = 2.2, 1.75
"""Lengths of fingers along the rim, and halfway to what is deepest inside, from which on what crosses it is broader than an arm."""

AT_ENTRY = 0.3
"""Lengths of fingers around where an arm came in within which a patch is that arm."""

GAP = 0.7
"""Lengths of fingers along the rim by which what crosses it may seem to be torn: a dark head over a dark corner mark."""

MIDDLE = 0.15
"""Part of its width by which what bulges in is deepest off its middle at most: the tips of an arm that lies along the rim are at its end."""

KNOWN, MOSTLY = 1.35, 0.5
"""By how much narrower it may be where it bulged in the frame before, and the part of it that lies where it did."""


Places = Sequence[tuple[float, float]]
"""Rows and columns at the rim of the field."""


def broad_in(mask: Mask, field: Field, entries: Places = ()) -> NDArray[np.bool_] | None:
    """(h, w) the parts of patches that are broader than hands and arms, None for none. What is cut off by the edge of the field is as
    broad there as it is to be seen. `entries`: where the arms come in that were over the table in the frame before: a patch of two or
    more of these, or one that crosses the rim in two places, is arms that lie side by side, however broad."""
    cores, radius = _cores(mask, field)
    if cores.any():
        cores &= ~_of_several(mask, field, entries)
    if not cores.any():
        return None
    away = cv2.distanceTransform((~cores).astype(np.uint8), cv2.DIST_L2, 3)
    return np.asarray((away <= AROUND_BROAD * radius[cores].max()) & (mask > 0))


def _cores(mask: Mask, field: Field) -> tuple[NDArray[np.bool_], NDArray[np.float64]]:
    """(h, w) around what all is one patch broader than hands and arms are just there, and (h, w) how broad that is, in its radius."""
    around = np.asarray(cv2.copyMakeBorder(mask, 1, 1, 1, 1, cv2.BORDER_CONSTANT, value=0.0), np.uint8)
    depths = cv2.distanceTransform(around, cv2.DIST_L2, 3)[1:-1, 1:-1]
    rows, columns = np.nonzero(depths > BROAD * field.fingers_px / FARTHEST)
    radius = np.full(depths.shape, np.inf)
    radius[rows, columns] = BROAD * field.fingers_at(rows, columns)
    return np.asarray(depths > radius), radius


def _of_several(mask: Mask, field: Field, entries: Places) -> NDArray[np.bool_]:
    """(h, w) the patches that cross the rim where two or more arms did, or in two places."""
    count, labels = cv2.connectedComponents(mask, connectivity=8)
    arms, crossings = np.zeros(count, int), np.zeros(count, int)
    reach = AT_ENTRY * field.fingers_px
    for row, column in entries:
        top, left = (max(round(at - reach), 0) for at in (row, column))
        arms[np.unique(labels[top : round(row + reach) + 1, left : round(column + reach) + 1])] += 1
    places, met = _places(np.asarray((mask > 0) & (field.to_rim <= 1), np.uint8), field)
    for place in range(1, places):
        crossings[np.unique(labels[met == place])] += 1
    several = (arms > 1) | (crossings > 1)
    several[0] = False
    return np.asarray(several[labels], bool)


def _places(marks: Mask, field: Field) -> tuple[int, NDArray[np.int32]]:
    """How many groups there are of what is marked at the rim, the first of nothing, and (h, w) the group of each mark."""
    gap = round(GAP * field.fingers_px) | 1
    count, groups = cv2.connectedComponents(cv2.dilate(marks, np.ones((gap, gap), np.uint8)), connectivity=8)
    return count, np.asarray(groups * (marks > 0), np.int32)


def bulges(patch: NDArray[np.bool_], field: Field, before: NDArray[np.bool_] | None = None) -> bool:
    """Does a patch, (h, w), cross the rim broader than an arm, and is it deepest in its middle? `before`: (h, w) what bulged in the frame
    before, None for nothing."""
    known = before is not None and np.count_nonzero(patch & before) >= MOSTLY * np.count_nonzero(patch)
    return _is_broad(patch, field, KNOWN if known else 1.0)


def _is_broad(patch: NDArray[np.bool_], field: Field, known: float) -> bool:
    points = np.argwhere(patch)
    depths = field.to_rim[points[:, 0], points[:, 1]]
    met = points[depths <= 1]
    if len(met) < 3:
        return False
    fingers = float(np.median(field.fingers_at(met[:, 0], met[:, 1]))) / known
    least = WIDE_AT_RIM * fingers
    if np.hypot(*np.ptp(met, axis=0)) < least:
        return False
    met = _crossing(met, field)
    way = np.linalg.eigh(np.cov((met - met.mean(axis=0)).T))[1][:, 1]
    along_rim = met @ way
    width, start = float(np.ptp(along_rim)), float(along_rim.min())
    if width < least or depths.max() > width:
        return False
    along = points @ way - start
    halfway = along[np.abs(depths - depths.max() / 2) <= 1]
    deepest = float(along[depths >= depths.max() - 1].mean()) / width
    return bool(abs(deepest - 0.5) <= MIDDLE and np.ptp(halfway) >= WIDE_INSIDE * fingers)


def _crossing(met: NDArray[np.intp], field: Field) -> NDArray[np.intp]:
    """The largest of the places where a patch crosses the rim, of all its points there. What lies there in its own colour breaks none."""
    marks = np.zeros(field.zones.shape, np.uint8)
    marks[met[:, 0], met[:, 1]] = 1
    groups = _places(marks, field)[1][met[:, 0], met[:, 1]].astype(np.intp)
    return np.asarray(met[groups == np.bincount(groups).argmax()], np.intp)
