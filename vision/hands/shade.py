"""Is it a shade? A shade dims what lies under it and hides nothing: print, grain and edges are seen through it, only paler.

An arm hides them, whatever its colour. So shades are told that are too deep, or too crisp, to be told from a grey sleeve by their brightness,
and those that have gone where the table was learned under them. Where nothing is printed nothing is seen through, and no more is said.
"""

from __future__ import annotations

from collections.abc import Callable

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.hands.field import Field, Mask
from vision.types import Image

Box = tuple[slice, slice]
"""Rows and columns of a part of a picture."""

PLAINLY = 0.7
"""What has become darker to no less than this part, alike in all colours, or brighter by no more, may be a shade whatever lies under it."""

DEEPEST = 0.4
"""The same of a shade through which the table is seen."""

COLOURS = 0.09
"""Part by which a shade dims one colour more than another at most."""

GRAIN = 7
"""Pixels within which brightness is that of the light, and what differs from it is print or grain."""

MOST = 20.0
"""Grey levels above which print counts as no bolder: beside bold print the faint edge of a sleeve counts still."""

FEWEST = 600.0
"""Grey levels of print, squared and summed, that must lie around a place to say anything: a piece of a pale line."""

LOST = 0.4
"""Part of the print that may look other and is seen through a shade still: a camera trembles. Edges that something brings count as well."""

LIT, HIDDEN = 0.1, 0.7
"""Part of its brightness by which a place becomes brighter that may lie out of a shade now; and the part of its print that looks other from
which on something hides it instead: all of it, where that is plain."""

BROAD = 0.5
"""Lengths of fingers: the side of a square that a shade holds at least that lies on the table by itself. The shade of a hand, close to its
side, is narrower and goes with the hand."""

ALONE = 0.7
"""Part of what changed from one frame to the next that is seen through where a shade moves and no hand does."""


def shade_in(changed: Mask, now: Image, known: Image, field: Field, noise: float, broad: bool) -> Mask:
    """255 where what changed is a shade, or one that has gone. `now`, `known`: (h, w, 3) the picture, and the table as it is expected or as
    it was; `noise`: grey levels; `broad`: tell those that lie on the table by themselves, else those that move there without a hand.

    Judged by what is printed within fingers' length; where that is too little, within three times as far."""
    if np.count_nonzero(changed) <= field.hand_px:
        return np.zeros_like(changed)
    rows, columns = places_of(changed)
    return seen_through(changed, rows, columns, brightness(now, known, rows, columns), now, known, field, noise, broad)


def seen_through(
    changed: Mask,
    rows: NDArray[np.intp],
    columns: NDArray[np.intp],
    times: NDArray[np.float32],
    now: Image,
    known: Image,
    field: Field,
    noise: float,
    broad: bool,
) -> Mask:
    """As `shade_in`, where it is known by how many `times` each changed pixel (`rows`, `columns`) is brighter."""
    deep = within(times, DEEPEST)
    if np.count_nonzero(deep) <= field.hand_px:
        return np.zeros_like(changed)
    suspects = marked(rows[deep], columns[deep], changed)
    suspects = _broad(suspects, round(BROAD * field.fingers_px)) if broad else _alone(suspects, changed)
    if not suspects.any():
        return suspects
    through = _through(now, known, suspects, round(field.fingers_px), noise)
    return through if broad else _alone(through, changed)


def _alone(through: Mask, changed: Mask) -> Mask:
    """What is seen through of those patches that changed of which hardly anything is hidden: the others hold a hand with its own shade."""
    box, found = box_of(changed), np.zeros_like(changed)
    count, labels = cv2.connectedComponents(changed[box])
    seen, all_of = (np.bincount(labels[mask[box] > 0].astype(np.intp), minlength=count) for mask in (through, changed))
    alone = seen >= ALONE * all_of
    alone[0] = False
    if alone.any():
        found[box] = np.where(alone[labels], through[box], 0)
    return found


def _broad(mask: Mask, side: int) -> Mask:
    """The patches of a mask that hold a square of that side."""
    box, found = box_of(mask), np.zeros_like(mask)
    core = cv2.erode(mask[box], np.ones((side, side), np.uint8), borderType=cv2.BORDER_CONSTANT, borderValue=0.0) > 0
    if core.any():
        count, labels = cv2.connectedComponents(mask[box])
        held = np.bincount(labels[core].astype(np.intp), minlength=count) > 0
        found[box] = held[labels] * np.uint8(255)
    return found


def box_of(mask: Mask) -> Box:
    """The part of a picture that holds what is in a mask."""
    left, top, width, height = cv2.boundingRect(mask)
    return slice(top, top + height), slice(left, left + width)


def grown(box: Box, margin: int) -> tuple[Box, Box]:
    """The box with so many pixels around it, as far as the picture goes up and to the left, and where in it the box itself lies."""
    rows, columns = (slice(max(0, side.start - margin), side.stop + margin) for side in box)
    row, column = box[0].start - rows.start, box[1].start - columns.start
    height, width = (side.stop - side.start for side in box)
    return (rows, columns), (slice(row, row + height), slice(column, column + width))


def brightness(now: Image, known: Image, rows: NDArray[np.intp], columns: NDArray[np.intp]) -> NDArray[np.float32]:
    """By how many times each of these pixels is brighter than known, 0 where it is not so in all colours alike."""
    after, before = (np.ascontiguousarray(image[rows, columns].T, np.float32) for image in (now, known))
    blue, green, red = (after + 4) / (before + 4)
    spread = np.maximum(np.maximum(blue, green), red) - np.minimum(np.minimum(blue, green), red)
    mean = (blue + green + red) / 3
    return np.where(spread < COLOURS * np.maximum(mean, 1), mean, np.float32(0))


def within(times: NDArray[np.float32], dimmest: float = PLAINLY) -> NDArray[np.bool_]:
    """Which pixels are darker to no less than `dimmest`, or brighter by no more."""
    return np.asarray((times < 1 / dimmest) & (times > dimmest))


def marked(rows: NDArray[np.intp], columns: NDArray[np.intp], like: Mask) -> Mask:
    """255 at these places."""
    mask = np.zeros_like(like)
    mask[rows, columns] = 255
    return mask


def places_of(mask: Mask) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
    """Rows and columns of what is in a mask, looked for only in its box."""
    box = box_of(mask)
    rows, columns = np.nonzero(mask[box])
    return rows + box[0].start, columns + box[1].start


def plainly_shaded(
    changed: Mask,
    rows: NDArray[np.intp],
    columns: NDArray[np.intp],
    times: NDArray[np.float32],
    now: Image,
    known: Image,
    field: Field,
    noise: float,
) -> NDArray[np.bool_]:
    """Which of the changed pixels may be in a shade whatever lies under it, or out of one; arguments as of `seen_through`. What became
    brighter and hides the print beneath is none of them: an arm of the table's colour in a better light."""
    plain = within(times)
    lit = plain & (times > 1 + LIT)
    if np.count_nonzero(lit) <= field.hand_px:
        return plain
    brighter = marked(rows[lit], columns[lit], changed)
    hidden = _judged(now, known, brighter, round(field.fingers_px), noise, lambda there, lost: lost > HIDDEN * there)
    return np.asarray(plain & (hidden[rows, columns] == 0))


def _through(now: Image, known: Image, suspects: Mask, reach: int, noise: float) -> Mask:
    """255 where the table is seen through the suspects, judged by what is printed on them within `reach` pixels, or three times that.
    `noise`: grey levels."""
    return _judged(now, known, suspects, reach, noise, lambda there, lost: lost <= LOST * there)


def _judged(now: Image, known: Image, suspects: Mask, reach: int, noise: float, so: Callable[..., NDArray[np.bool_]]) -> Mask:
    """255 where it is `so` of the print that is there on the suspects and the part of it that looks other, as of `_through`."""
    through = np.zeros_like(suspects)
    box = box_of(suspects)
    inside = suspects[box] > 0
    after, before = (cv2.cvtColor(image[box], cv2.COLOR_BGR2GRAY).astype(np.float32) for image in (now, known))
    level_after, level_before = (cv2.blur(gray, (GRAIN, GRAIN)) for gray in (after, before))
    wanted = (before - level_before) * (level_after / np.maximum(level_before, 1))
    off, strength = np.abs(after - level_after - wanted), np.abs(wanted)
    printed = np.minimum(strength, MOST) ** 2 * inside
    other = np.minimum(np.maximum(off**2 - noise**2, 0), MOST**2) * inside
    found, undecided = np.zeros(inside.shape, bool), inside
    for size in (reach | 1, 3 * reach | 1):
        there, lost = (cv2.boxFilter(pixels, -1, (size, size), normalize=False) for pixels in (printed, other))
        decided = undecided & (there >= FEWEST)
        found |= decided & so(there, lost)
        undecided = undecided & ~decided
    through[box][found] = 255
    return through
