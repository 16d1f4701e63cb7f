"""What of a small picture is no table: hands, sleeves, cards, whatever lies there that was not there before."""

from __future__ import annotations

import cv2
import numpy as np

from vision.channels import most_channel
from vision.hands.field import Field, Mask
from vision.hands.shade import brightness, marked, places_of, plainly_shaded, seen_through
from vision.types import Image

BROAD_AS_SLEEVE = 0.2
"""Width of what may be a sleeve, in lengths of fingers."""

CRISP_OUTLINE = 0.12
"""Part of a broad shade's outline that may be crisp, where it meets the hand that casts it."""

SHADE_OF_FAR_HAND = 0.1
"""Part of its brightness by which a pixel may change in the shade of a hand that is elsewhere."""

FAINT = 7.0
"""Grey levels by which a colour changes at least under a hand of about the table's colour."""

RATHER_AS_BEFORE = 0.6
"""Part of the distance from what is expected at which a pixel is at most from how the table looked before, to look so again."""

EDGE_TREMBLE = 0.35
"""Part of the contrast across an edge that may come and go: about a third of a small pixel's tremble."""

GAP_IN_HAND = 0.5
"""Lengths of fingers across which a hand over the print of a board is one."""

MOST_CELLS_TOUCHED = 0.55
"""Part of a board's cells that hands touch at most."""


def distance_of(a: Image, b: Image) -> Mask:
    """The largest difference of any colour."""
    return most_channel(cv2.absdiff(a, b))


def over(distance: Mask, threshold: float, known: Image) -> Mask:
    """255 where the distance from the picture `known` is larger than noise, than a passing shade, and than what a trembling camera makes
    of its edges."""
    return _beyond(distance, known, threshold, SHADE_OF_FAR_HAND)


def _beyond(distance: Mask, known: Image, threshold: float, shade: float) -> Mask:
    """255 where the distance is larger than that, than a `shade` of that part of the brightness, and than what a trembling camera makes."""
    gray = cv2.cvtColor(known, cv2.COLOR_BGR2GRAY)
    allowed = cv2.addWeighted(contrast_of(known), EDGE_TREMBLE, gray, shade, threshold)
    return np.asarray(cv2.compare(distance, allowed, cv2.CMP_GT), np.uint8)


def _recoloured(distance: Mask, now: Image, known: Image, noise: float, table: Mask) -> Mask:
    """255 where one colour has changed more than another by more than a shade does, though by little: there is a hand of about the table's
    brightness. Not where a trembling camera may do so at an edge."""
    changed = _beyond(distance, known, max(FAINT, 3 * noise), 0.0) & table
    rows, columns = places_of(changed)
    changed[rows, columns] = np.where(brightness(now, known, rows, columns) > 0, np.uint8(0), np.uint8(255))
    return changed


def _filled(mask: Mask, distance: Mask, threshold: float, field: Field) -> Mask:
    """The mask with the gaps that print of high contrast tears into a hand: what differs by more than noise, between what differs by
    more than a trembling camera makes."""
    if not field.cells.any() or not mask.any() or is_too_broad(mask, field):
        return mask
    width = max(3, round(GAP_IN_HAND * field.fingers_px)) | 1
    around = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (width, width))
    between = np.asarray(cv2.morphologyEx(mask, cv2.MORPH_CLOSE, around), np.uint8)
    return np.where((between & field.table > 0) & (distance > threshold), np.uint8(255), mask)


def foreground_of(small: Image, expected: Image, older: Image, field: Field, noise: float) -> Mask:
    """255 where a pixel is neither as expected, nor as the table looked before something was put down, nor in a mere shadow, or out of one in
    which the table was learned. `small`, `expected`, `older`: (h, w, 3) the picture, the table as it is expected, and as it was before;
    `noise`: grey levels."""
    threshold, distance = max(14.0, 6 * noise), distance_of(small, expected)
    mask = over(distance, threshold, expected) & field.table
    if np.count_nonzero(mask) > field.hand_px:
        mask |= _recoloured(distance, small, expected, noise, field.table)
    mask = _filled(mask, distance, threshold, field)
    if not mask.any():
        return mask
    rows, columns = places_of(mask)
    now, before = (np.ascontiguousarray(image[rows, columns].T, np.float32) for image in (small, older))
    off_blue, off_green, off_red = np.abs(now - before)
    off = np.maximum(np.maximum(off_blue, off_green), off_red)
    as_before = (off <= threshold) & (off <= RATHER_AS_BEFORE * distance[rows, columns])
    times = brightness(small, expected, rows, columns)
    shadow = plainly_shaded(mask, rows, columns, times, small, expected, field, noise)
    through = seen_through(mask, rows, columns, times, small, expected, field, noise, broad=True)
    shade = marked(rows[shadow], columns[shadow], mask) & ~through
    mask[rows[shadow | as_before], columns[shadow | as_before]] = 0
    return np.asarray(cv2.medianBlur(mask & ~through | _sleeves(shade, small, expected, field), 3), np.uint8)


def _sleeves(shade: Mask, small: Image, expected: Image, field: Field) -> Mask:
    """What of a shade is broad and has crisp edges, and is no shade then but a grey sleeve."""
    broad = np.ones((max(3, round(BROAD_AS_SLEEVE * field.fingers_px)),) * 2, np.uint8)
    shade = np.asarray(cv2.medianBlur(shade, 5), np.uint8)
    core = cv2.erode(shade, broad)
    sleeves = np.zeros_like(shade)
    if np.count_nonzero(core) == 0:
        return sleeves
    crisp_now, crisp_before, depth = contrast_of(small), contrast_of(expected), distance_of(small, expected)
    count, labels = cv2.connectedComponents(cv2.bitwise_and(cv2.dilate(core, broad), shade))
    for label in range(1, count):
        patch = (labels == label).astype(np.uint8)
        outline = (cv2.morphologyEx(patch, cv2.MORPH_GRADIENT, np.ones((3, 3), np.uint8)) > 0) & (field.table > 0)
        brighter = max(
            1.0, float(small[patch > 0].mean() / max(expected[patch > 0].mean(), 1))
        )  # than in a shade that has gone
        crisp = crisp_now[outline] > brighter * crisp_before[outline] + 0.5 * depth[patch > 0].mean()
        if crisp.size and crisp.mean() > CRISP_OUTLINE:
            sleeves[patch > 0] = 255
    return sleeves


def is_too_broad(mask: Mask, field: Field) -> bool:
    """True for more of a board than hands may hide: one that was pushed looks other everywhere."""
    touched = np.bincount(field.zones[mask > 0], minlength=len(field.names) + 1)[field.cells]
    return bool(np.count_nonzero(touched) > MOST_CELLS_TOUCHED * len(touched))


def contrast_of(image: Image) -> Mask:
    """(h, w) grey levels between the brightest and the darkest pixel around each."""
    gray = cv2.cvtColor(image, cv2.COLOR_BGR2GRAY)
    return np.asarray(cv2.morphologyEx(gray, cv2.MORPH_GRADIENT, np.ones((3, 3), np.uint8)), np.uint8)
