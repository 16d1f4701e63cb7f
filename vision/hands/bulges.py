"""Bulges: what reaches over the table and is no arm, such as a head, an elbow, cards in a hand.

A bulge hides what lies beneath and does nothing to zones.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.hands.field import Field, Mask, list_points


@dataclass(frozen=True, slots=True)
class BulgeLimits:
    """What is broader than hands and arms."""

    min_radius_fingers: float = 1.25  # measured: 140 mm across; a circle within a patch, larger than within hands and arms
    min_width_at_rim_fingers: float = 2.2  # guess; along the rim: an arm is narrower
    min_width_inside_fingers: float = 1.75  # guess; halfway between the rim and what is deepest inside
    min_finger_tips: int = 3  # guess; so many pieces are deepest inside: a hand with spread fingers, as broad as it may be
    deepest_part: float = 0.65  # guess; of the depth from which on those pieces are counted
    min_finger_tip_area: float = 0.04  # guess; in squares of a finger's length: a speck is smaller
    min_fingers: int = 2  # guess; so many fingers stand out of a hand whose fingertips run into one another
    max_finger_width_fingers: float = 0.5  # measured: 28 mm; what is narrower, blurred by the camera, is a finger
    min_finger_area: float = 0.08  # guess; in squares of a finger's length: corners of cards and ears are smaller
    max_off_middle: float = 0.15  # guess; part of the width by which the deepest place is off the middle; tips are at an end
    known_narrower: float = 1.35  # guess; how many times narrower a bulge may be that was one in the frame before
    min_known_part: float = 0.5  # guess; part of a bulge that lies where it did in the frame before


BULGES = BulgeLimits()

Places = Sequence[tuple[float, float]]
"""Rows and columns at the rim of the field."""


def find_broad_parts(mask: Mask, field: Field, entries: Places = ()) -> NDArray[np.bool_] | None:
    """(h, w) the parts of patches broader than hands and arms, None for none; what lies close to a broad part is included.

    `entries`: where arms came in until now. A patch with two entries, or crossing the rim in two places, is several arms side
    by side, however broad. `mask`: (h, w) 255 where patches are.
    """
    cores, radius = _find_cores(mask, field)
    if cores.any():
        cores &= ~_find_several_arms(mask, field, entries)
    if not cores.any():
        return None
    away = cv2.distanceTransform((~cores).astype(np.uint8), cv2.DIST_L2, 3)
    # guess: what is this close to a broad part goes with it
    return np.asarray((away <= 1.2 * radius[cores].max()) & (mask > 0))


def _find_cores(mask: Mask, field: Field) -> tuple[NDArray[np.bool_], NDArray[np.float64]]:
    """(h, w) True at the middles of circles within a patch that are broader than arms. And (h, w) the radius of the broadest
    arm, in pixels. `mask`: (h, w) 255 on the patch."""
    left, top, width, height = cv2.boundingRect(mask)
    radius, cores = np.full(mask.shape, np.inf), np.zeros(mask.shape, np.bool_)
    if not width:
        return cores, radius
    part = mask[top : top + height, left : left + width]
    around = np.asarray(cv2.copyMakeBorder(part, 1, 1, 1, 1, cv2.BORDER_CONSTANT, value=0.0), np.uint8)
    depths = cv2.distanceTransform(around, cv2.DIST_L2, 3)[1:-1, 1:-1]
    # guess: half as large at the farthest, so that few pixels are measured
    rows, columns = np.nonzero(depths > BULGES.min_radius_fingers * field.fingers_px / 2.0)
    at = rows + top, columns + left
    if not len(rows):
        return cores, radius
    radius[at] = BULGES.min_radius_fingers * field.finger_lengths_at(*at)
    cores[at] = depths[rows, columns] > radius[at]
    return cores, radius


def _find_several_arms(mask: Mask, field: Field, entries: Places) -> NDArray[np.bool_]:
    """(h, w) the patches that cross the rim where two or more arms did, or in two places."""
    count, labels = cv2.connectedComponents(mask, connectivity=8)
    arms, crossings = np.zeros(count, int), np.zeros(count, int)
    reach = 0.3 * field.fingers_px  # guess: a patch this close to where an arm came in is that arm
    for row, column in entries:
        top, left = (max(round(at - reach), 0) for at in (row, column))
        arms[np.unique(labels[top : round(row + reach) + 1, left : round(column + reach) + 1])] += 1
    places, met = _group_marks(np.asarray((mask > 0) & (field.to_rim <= 1), np.uint8), field)
    for place in range(1, places):
        crossings[np.unique(labels[met == place])] += 1
    several = (arms > 1) | (crossings > 1)
    several[0] = False
    return np.asarray(several[labels], bool)


def _group_marks(marks: Mask, field: Field) -> tuple[int, NDArray[np.int32]]:
    """How many groups of marks there are at the rim, with group 0 for no mark, and (h, w) the group of each mark. `marks`: (h, w), 1 or 0."""
    gap = round(0.7 * field.fingers_px) | 1  # guess: a dark head over a dark corner mark seems torn by this much
    count, groups = cv2.connectedComponents(cv2.dilate(marks, np.ones((gap, gap), np.uint8)), connectivity=8)
    return count, np.asarray(groups * (marks > 0), np.int32)


def is_bulge(patch: NDArray[np.bool_], field: Field, before: NDArray[np.bool_] | None = None) -> bool:
    """Does a patch cross the rim broader than an arm, and is it deepest in its middle?

    `patch`: (h, w); `before`: (h, w) where bulges were in the frame before, None for nowhere. False with fewer than three
    points at the rim.
    """
    is_known = before is not None and np.count_nonzero(patch & before) >= BULGES.min_known_part * np.count_nonzero(patch)
    points = list_points(patch)
    depths = field.to_rim[points[:, 0], points[:, 1]]
    met = points[depths <= 1]
    if len(met) < 3:
        return False
    fingers = float(np.median(field.finger_lengths_at(met[:, 0], met[:, 1]))) / (BULGES.known_narrower if is_known else 1.0)
    least = BULGES.min_width_at_rim_fingers * fingers
    if np.hypot(*np.ptp(met, axis=0)) < least:
        return False
    met = _choose_largest_group(met, field)
    way = np.linalg.eigh(np.cov((met - met.mean(axis=0)).T))[1][:, 1]
    along_rim = met @ way
    width, start = float(np.ptp(along_rim)), float(along_rim.min())
    if width < least or depths.max() > width:
        return False
    along = points @ way - start
    halfway = along[np.abs(depths - depths.max() / 2) <= 1]
    deepest = float(along[depths >= depths.max() - 1].mean()) / width
    is_wide_inside = np.ptp(halfway) >= BULGES.min_width_inside_fingers * fingers
    if abs(deepest - 0.5) > BULGES.max_off_middle or not is_wide_inside:
        return False
    if _count_tips(points[depths >= BULGES.deepest_part * depths.max()], field) >= BULGES.min_finger_tips:
        return False
    return len(find_fingers(patch, float(np.median(field.finger_lengths_at(met[:, 0], met[:, 1]))))) < BULGES.min_fingers


def _count_tips(deep: NDArray[np.intp], field: Field) -> int:
    """In how many pieces that are large enough for fingertips the deepest points of a patch lie. `deep`: (n, 2) rows and columns."""
    top, left = deep.min(axis=0)
    marks = np.zeros(deep.max(axis=0) - (top, left) + 1, np.uint8)
    marks[deep[:, 0] - top, deep[:, 1] - left] = 1
    areas = cv2.connectedComponentsWithStats(marks, connectivity=8)[2][1:, cv2.CC_STAT_AREA]
    return int(np.count_nonzero(areas >= BULGES.min_finger_tip_area * field.fingers_px**2))


def find_fingers(patch: NDArray[np.bool_], fingers: float) -> NDArray[np.float64]:
    """(n, 2) rows and columns of the middle of each narrow piece that stands out of a patch, as fingers do out of a hand.

    `patch`: (h, w); `fingers`: length of fingers there, in pixels.
    """
    left, top, width, height = cv2.boundingRect(patch.astype(np.uint8))
    whole = np.asarray(patch[top : top + height, left : left + width], np.uint8)
    size = max(3, round(BULGES.max_finger_width_fingers * fingers)) | 1
    broad = cv2.morphologyEx(whole, cv2.MORPH_OPEN, cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (size, size)))
    narrow = cv2.morphologyEx(whole & ~np.asarray(broad, np.uint8), cv2.MORPH_OPEN, np.ones((3, 3), np.uint8))
    _, _, stats, middles = cv2.connectedComponentsWithStats(np.asarray(narrow, np.uint8), connectivity=4)
    are_fingers = stats[1:, cv2.CC_STAT_AREA] >= BULGES.min_finger_area * fingers**2
    return np.asarray(middles[1:][are_fingers][:, ::-1] + (top, left), np.float64)


def _choose_largest_group(met: NDArray[np.intp], field: Field) -> NDArray[np.intp]:
    """(m, 2) the points of the largest of the places where a patch crosses the rim. `met`: (n, 2) all its points at the rim."""
    marks = np.zeros(field.zones.shape, np.uint8)
    marks[met[:, 0], met[:, 1]] = 1
    groups = _group_marks(marks, field)[1][met[:, 0], met[:, 1]].astype(np.intp)
    return np.asarray(met[groups == np.bincount(groups).argmax()], np.intp)
