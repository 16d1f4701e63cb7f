"""Masks of the small picture: motion, and foreground (hands, sleeves, cards, anything new on the table).

A mere shade belongs to neither. A shade dims the table and hides nothing: print, grain and edges stay visible, only paler. An arm of any
colour hides print. So even a deep or crisp shade is told from a grey sleeve, and a shade that has gone from the table learned under it.
Without print no shade is told.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.hands.field import Field, Mask
from vision.hands.samples import find_median, list_colours
from vision.types import Image

Box = tuple[slice, slice]
"""Rows and columns of a part of a picture."""


@dataclass(frozen=True, slots=True)
class ForegroundLimits:
    """When a pixel has changed, and which changed pixels are no hand."""

    min_motion_levels: float = 8.0  # guess; grey levels between frames, or 5 times the noise; plus `far_shade`, `edge_tremble`
    min_change_levels: float = 14.0  # guess; grey levels off the table, or 6 times the noise; plus `far_shade`, `edge_tremble`
    min_recoloured_levels: float = 7.0  # guess; grey levels by which a colour changes under a hand as bright as the table
    far_shade: float = 0.1  # guess; part of its brightness by which a pixel changes in the shade of a hand that is elsewhere
    edge_tremble: float = 0.35  # guess; part of an edge's contrast that comes and goes as a camera trembles by a third pixel
    max_as_before: float = 0.6  # guess; distance from the older look, as part of that from the expected look, to look as before
    gap_in_hand_fingers: float = 0.5  # guess; print tears gaps up to this width into a hand over a board
    max_touched_part: float = 0.55  # guess; part of table or board: where more changes, camera, mat or board were bumped
    min_sleeve_fingers: float = 0.2  # guess; width of a shade that may be a grey sleeve
    min_crisp_outline: float = 0.12  # guess; part of a shade's outline: more is crisp only around a sleeve


@dataclass(frozen=True, slots=True)
class ShadeLimits:
    """What may be a shade, and when the table is seen through a shade."""

    plain: float = 0.7  # guess; part of its brightness kept, alike in all colours, in a shade that needs no print to be told
    deepest: float = 0.4  # guess; part of its brightness kept in a shade through which print is seen
    max_tint: float = 0.09  # guess; part by which a shade dims one colour more than another
    max_print_levels: float = 20.0  # guess; bolder print counts as no bolder, or a sleeve's faint edge would not count
    min_print: float = 600.0  # guess; squared grey levels of print, summed around a place: a piece of a pale line
    max_lost_print: float = 0.4  # guess; part of the print that looks other under a shade, as a camera trembles
    min_lit: float = 0.1  # guess; part by which a place became brighter that may have come out of a shade
    min_hidden_print: float = 0.7  # guess; part of the print that looks other where something bright hides it
    min_width_fingers: float = 0.5  # guess; side of a square within a shade on the table; a hand's own shade is narrower
    min_seen_through: float = 0.7  # guess; part of a patch that is seen through where a shade moves and no hand does


FOREGROUND = ForegroundLimits()
SHADES = ShadeLimits()


@dataclass(frozen=True, slots=True, eq=False)
class Motion:
    """Motion between two frames."""

    mask: Mask
    noise: float  # grey levels by which a pixel that lies still differs from frame to frame


@dataclass(frozen=True, slots=True, eq=False)
class _Changed:
    """The changed pixels of a picture, compared with how the table is known to look."""

    mask: Mask
    places: NDArray[np.intp]  # (n,) the pixels in `mask`, counted row after row
    times: NDArray[np.float32]  # (n,) by how many times each is brighter, 0 where not alike in all colours
    now: Image
    known: Image
    field: Field
    noise: float  # grey levels

    def draw(self, which: NDArray[np.bool_]) -> Mask:
        """255 at the chosen pixels. `which`: (n,)."""
        mask = np.zeros_like(self.mask)
        mask.reshape(-1)[self.places[which]] = 255
        return mask


def find_motion(small: Image, before: Image, field: Field, noise: float) -> Motion:
    """The motion, and the noise followed slowly. `small`, `before`: (h, w, 3), the present and the last frame; `noise`: grey
    levels, as followed until now."""
    step = measure_distance(small, before)
    sample = step.take(list_samples(field))
    if sample.size:
        noise = 0.95 * noise + 0.05 * float(find_median(sample))  # hands are too few pixels to move the median
    return Motion(find_changed(step, max(FOREGROUND.min_motion_levels, 5 * noise), before) & field.table, noise)


@lru_cache(maxsize=2)
def list_samples(field: Field) -> NDArray[np.intp]:
    """(n,) the places of the table in every fourth row and column of the small picture, counted row after row."""
    sampled = np.zeros_like(field.table)
    sampled[::4, ::4] = field.table[::4, ::4]
    return np.flatnonzero(sampled)


def find_moving_shades(moving: Mask, now: Image, before: Image, field: Field, noise: float) -> Mask:
    """255 where a shade moves over the table and no hand does. `now`, `before`: (h, w, 3), two frames; `noise`: grey levels.

    Judged by print within the length of fingers, or within three lengths if too little is printed. `moving`: (h, w) 255
    where something moves.
    """
    if np.count_nonzero(moving) <= field.hand_px:
        return np.zeros_like(moving)
    changed = _compare_changed(moving, now, before, field, noise)
    suspects = _suspect_shades(changed)
    suspects = None if suspects is None else _keep_lonely(suspects, moving)
    return np.zeros_like(moving) if suspects is None else _keep_lonely(_keep_seen_through(changed, suspects), moving)


def find_foreground(small: Image, expected: Image, older: Image, field: Field, noise: float) -> Mask:
    """255 where a pixel is foreground: unlike the expected and the older look of the table, and in no mere shade.

    `small`, `expected`, `older`: (h, w, 3), the picture, the table now, and the table before something was put down; `noise`: grey levels.
    """
    threshold, distance = max(FOREGROUND.min_change_levels, 6 * noise), measure_distance(small, expected)
    mask = find_changed(distance, threshold, expected) & field.table
    if np.count_nonzero(mask) > field.hand_px:
        mask |= _find_recoloured(distance, small, expected, noise, field.table & ~mask)
    mask = _close_gaps_over_board(mask, distance, threshold, field)
    if not mask.any():
        return mask
    changed = _compare_changed(mask, small, expected, field, noise)
    places = changed.places
    off = measure_distance(small, older).take(places)
    as_before = (off <= threshold) & (off <= FOREGROUND.max_as_before * distance.take(places))
    plain = _find_plain_shades(changed)
    suspects = _suspect_shades(changed)
    broad = None if suspects is None else _keep_broad(suspects, round(SHADES.min_width_fingers * field.fingers_px))
    through = np.zeros_like(mask) if broad is None or not broad.any() else _keep_seen_through(changed, broad)
    shade = changed.draw(plain) & ~through
    mask.reshape(-1)[places[plain | as_before]] = 0
    return np.asarray(cv2.medianBlur(mask & ~through | _find_sleeves(shade, small, expected, field), 3), np.uint8)


def measure_distance(a: Image, b: Image) -> Mask:
    """(h, w) grey levels, the largest difference of any colour between two pictures."""
    blue, green, red = cv2.split(cv2.absdiff(a, b))
    return np.asarray(cv2.max(cv2.max(blue, green), red), np.uint8)


def find_changed(distance: Mask, threshold: float, known: Image, shade: float = FOREGROUND.far_shade) -> Mask:
    """255 where a picture differs from the picture `known` by more than noise, a passing shade and a trembling camera make.

    `distance`: (h, w) grey levels between both; `threshold`: grey levels; `shade`: part of the brightness taken by a passing shade.
    """
    gray = cv2.cvtColor(known, cv2.COLOR_BGR2GRAY)
    allowed = cv2.addWeighted(_measure_gray_contrast(gray), FOREGROUND.edge_tremble, gray, shade, threshold)
    return np.asarray(cv2.compare(distance, allowed, cv2.CMP_GT), np.uint8)


def measure_contrast(image: Image) -> Mask:
    """(h, w) grey levels between the brightest and the darkest pixel around each."""
    return _measure_gray_contrast(cv2.cvtColor(image, cv2.COLOR_BGR2GRAY))


def _measure_gray_contrast(gray: NDArray[Any]) -> Mask:
    """(h, w) grey levels, as of `measure_contrast`. `gray`: (h, w)."""
    return np.asarray(cv2.morphologyEx(gray, cv2.MORPH_GRADIENT, np.ones((3, 3), np.uint8)), np.uint8)


def is_over_most_cells(mask: Mask, field: Field) -> bool:
    """Does a mask touch more cells of a board than hands do? A pushed board looks changed everywhere. False without a board."""
    if not field.cells.any():
        return False
    touched = np.bincount(field.zones[mask > 0], minlength=len(field.names) + 1)[field.cells]
    return bool(np.count_nonzero(touched) > FOREGROUND.max_touched_part * len(touched))


def find_bounding_box(mask: Mask) -> Box:
    """The smallest part of a picture around a mask. Both slices are empty for an empty mask."""
    left, top, width, height = cv2.boundingRect(mask)
    return slice(top, top + height), slice(left, left + width)


def enlarge_box(box: Box, margin: int) -> tuple[Box, Box]:
    """A box with `margin` pixels around it, cut at the picture's top and left edge only, and where in it the given box lies."""
    rows, columns = (slice(max(0, side.start - margin), side.stop + margin) for side in box)
    row, column = box[0].start - rows.start, box[1].start - columns.start
    height, width = (side.stop - side.start for side in box)
    return (rows, columns), (slice(row, row + height), slice(column, column + width))


def _find_recoloured(distance: Mask, now: Image, known: Image, noise: float, where: Mask) -> Mask:
    """255 where one colour changed more than another, as under a hand of about the table's brightness. No trembling edge is
    among it.

    `distance`: (h, w) grey levels between the pictures `now` and `known`; `noise`: grey levels. `where`: 255 where to look.
    """
    changed = find_changed(distance, max(FOREGROUND.min_recoloured_levels, 3 * noise), known, 0.0) & where
    places = np.flatnonzero(changed)
    changed.reshape(-1)[places[_compare_brightness(now, known, places) > 0]] = 0
    return changed


def _close_gaps_over_board(mask: Mask, distance: Mask, threshold: float, field: Field) -> Mask:
    """(h, w) the mask without gaps torn by bold print into a hand over a board. `distance`, `threshold`: grey levels.
    Unchanged without a board, and for a mask over most cells."""
    if not field.cells.any() or not mask.any() or is_over_most_cells(mask, field):
        return mask
    width = max(3, round(FOREGROUND.gap_in_hand_fingers * field.fingers_px)) | 1
    around = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (width, width))
    between = np.asarray(cv2.morphologyEx(mask, cv2.MORPH_CLOSE, around), np.uint8)
    return np.where((between & field.table > 0) & (distance > threshold), np.uint8(255), mask)


def _find_sleeves(shade: Mask, small: Image, expected: Image, field: Field) -> Mask:
    """The broad parts of a shade with crisp edges: grey sleeves. `small`, `expected`: (h, w, 3). `shade`: 255 where
    something like a shade lies."""
    broad = np.ones((max(3, round(FOREGROUND.min_sleeve_fingers * field.fingers_px)),) * 2, np.uint8)
    shade = np.asarray(cv2.medianBlur(shade, 5), np.uint8)
    core = cv2.erode(shade, broad)
    sleeves = np.zeros_like(shade)
    if np.count_nonzero(core) == 0:
        return sleeves
    crisp_now, crisp_before, depth = measure_contrast(small), measure_contrast(expected), measure_distance(small, expected)
    count, labels = cv2.connectedComponents(cv2.bitwise_and(cv2.dilate(core, broad), shade))
    for label in range(1, count):
        patch = (labels == label).astype(np.uint8)
        outline = (cv2.morphologyEx(patch, cv2.MORPH_GRADIENT, np.ones((3, 3), np.uint8)) > 0) & (field.table > 0)
        ratio = float(small[patch > 0].mean() / max(expected[patch > 0].mean(), 1))
        brighter = max(1.0, ratio)  # above 1 where a shade has gone, and print has more contrast than remembered
        crisp = crisp_now[outline] > brighter * crisp_before[outline] + 0.5 * depth[patch > 0].mean()
        if crisp.size and crisp.mean() > FOREGROUND.min_crisp_outline:
            sleeves[patch > 0] = 255
    return sleeves


# --- shades ----------------------------------------------------------------------------------------------------------


def _compare_changed(mask: Mask, now: Image, known: Image, field: Field, noise: float) -> _Changed:
    """The pixels of a mask, compared in two pictures."""
    places = np.flatnonzero(mask)
    return _Changed(mask, places, _compare_brightness(now, known, places), now, known, field, noise)


def _compare_brightness(now: Image, known: Image, places: NDArray[np.intp]) -> NDArray[np.float32]:
    """(n,) by how many times n pixels are brighter `now` than `known`; 0 where not alike in all colours. `places`: (n,),
    counted row after row."""
    after, before = (list_colours(image, places) for image in (now, known))
    blue, green, red = (after + 4) / (before + 4)
    spread = np.maximum(np.maximum(blue, green), red) - np.minimum(np.minimum(blue, green), red)
    mean = (blue + green + red) / 3
    return np.where(spread < SHADES.max_tint * np.maximum(mean, 1), mean, np.float32(0))


def _is_dimmed_to(part: float, times: NDArray[np.float32]) -> NDArray[np.bool_]:
    """(n,) which pixels keep at least this part of their brightness, or became brighter by no more. `times`: (n,) brightness."""
    return np.asarray((times < 1 / part) & (times > part))


def _find_plain_shades(changed: _Changed) -> NDArray[np.bool_]:
    """(n,) changed pixels perhaps in a plain shade, or out of a shade that has gone.

    Brighter pixels hiding print are left out: an arm of the table's colour in a better light.
    """
    plain = _is_dimmed_to(SHADES.plain, changed.times)
    lit = plain & (changed.times > 1 + SHADES.min_lit)
    if np.count_nonzero(lit) <= changed.field.hand_px:
        return plain
    hidden = _judge_print(changed, changed.draw(lit), lambda there, lost: lost > SHADES.min_hidden_print * there)
    return np.asarray(plain & (hidden.take(changed.places) == 0))


def _suspect_shades(changed: _Changed) -> Mask | None:
    """255 where a changed pixel may be in a deep shade, None where too few may."""
    deep = _is_dimmed_to(SHADES.deepest, changed.times)
    return None if np.count_nonzero(deep) <= changed.field.hand_px else changed.draw(deep)


def _keep_seen_through(changed: _Changed, suspects: Mask) -> Mask:
    """255 where the table's print is seen through the suspects. Suspects with too little print around are dropped."""
    if not suspects.any():
        return suspects
    return _judge_print(changed, suspects, lambda there, lost: lost <= SHADES.max_lost_print * there)


def _keep_lonely(through: Mask, changed: Mask) -> Mask:
    """(h, w) the part of a mask in nearly filled changed patches: other patches hold a hand with the hand's own shade.
    `through`: the mask; `changed`: 255 at changed pixels."""
    box, found = find_bounding_box(changed), np.zeros_like(changed)
    count, labels = cv2.connectedComponents(changed[box])
    seen, all_of = (np.bincount(labels[mask[box] > 0].astype(np.intp), minlength=count) for mask in (through, changed))
    lonely = seen >= SHADES.min_seen_through * all_of
    lonely[0] = False
    if lonely.any():
        found[box] = np.where(lonely[labels], through[box], 0)
    return found


def _keep_broad(mask: Mask, side: int) -> Mask:
    """(h, w) the whole patches of a mask that hold somewhere a square of `side` pixels."""
    box, found = find_bounding_box(mask), np.zeros_like(mask)
    core = cv2.erode(mask[box], np.ones((side, side), np.uint8), borderType=cv2.BORDER_CONSTANT, borderValue=0.0) > 0
    if core.any():
        count, labels = cv2.connectedComponents(mask[box])
        held = np.bincount(labels[core].astype(np.intp), minlength=count) > 0
        found[box] = held[labels] * np.uint8(255)
    return found


def _judge_print(changed: _Changed, suspects: Mask, judge: Callable[..., NDArray[np.bool_]]) -> Mask:
    """255 at those suspects for which `judge` says yes.

    `judge` is given (h, w) the print known around each place, and (h, w) the changed part of the print.
    """
    through = np.zeros_like(suspects)
    box = find_bounding_box(suspects)
    inside = suspects[box] > 0
    after, before = (cv2.cvtColor(image[box], cv2.COLOR_BGR2GRAY).astype(np.float32) for image in (changed.now, changed.known))
    level_after, level_before = (cv2.blur(gray, (7, 7)) for gray in (after, before))  # the light; what differs from it is print
    wanted = (before - level_before) * (level_after / np.maximum(level_before, 1))
    off, strength = np.abs(after - level_after - wanted), np.abs(wanted)
    printed = np.minimum(strength, SHADES.max_print_levels) ** 2 * inside
    other = np.minimum(np.maximum(off**2 - changed.noise**2, 0), SHADES.max_print_levels**2) * inside
    found, undecided = np.zeros(inside.shape, bool), inside
    reach = round(changed.field.fingers_px)
    for size in (reach | 1, 3 * reach | 1):
        there, lost = (cv2.boxFilter(pixels, -1, (size, size), normalize=False) for pixels in (printed, other))
        decided = undecided & (there >= SHADES.min_print)
        found |= decided & judge(there, lost)
        undecided = undecided & ~decided
    through[box][found] = 255
    return through
