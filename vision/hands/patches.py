"""Patches of the small picture, perhaps hands and arms, with their entries at the table's rim."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.hands.bulges import BULGES, find_broad_parts, find_fingers, is_bulge
from vision.hands.field import Field, Mask, label_patches, list_points, measure_distances

Entries = tuple[tuple[float, float], ...]
"""Rows and columns in the small picture at which arms come in."""

MIN_SEEN_PX = 3
"""Pixels of a patch in a zone up to which the patch is not said to be there: a guess, a speck of noise."""


@dataclass(frozen=True, slots=True)
class PatchLimits:
    """How hands are told from cards, and how long a hand may lie still."""

    put_down_s: float = 0.5  # guess; without motion: what no arm holds, and what hides no zone, belongs to the table
    belongs_s: float = 5.0  # guess; without motion: what reaches in from outside, or hides a zone, belongs to the table
    arm_on_zone_belongs_s: float = 60.0  # guess; without motion: an arm that hides a zone belongs to the table
    laid_s: float = 0.095  # geometry: two frames of ten a second; without motion: a card, on a table without a mat
    laid_astray_s: float = 2.5  # above `VeilLimits.min_seen_s`; a guess; as `laid_s` where print shows the edge of the zone
    max_card_areas: float = 1.8  # guess; areas of a card that a patch may have which is one card laid on another
    min_card_in_zone: float = 0.4  # guess; part of a patch in one zone, of a patch that is a card
    min_card_on_spots: float = 0.7  # guess; the same on spots together, of a patch that is a card beside a pile
    min_finger_fingers: float = 0.25  # measured: 14 mm; a square within seen fingers, not within a card's pushed edge
    max_card_hidden: float = 0.75  # guess; part of a card that fingers hide: where more looks other the pile is gone


@dataclass(frozen=True, slots=True)
class EntryLimits:
    """Where an arm comes in, and what belongs to a single arm."""

    min_along_rim: float = 0.5  # guess; part of an arm's length that meets the rim: such an arm lies along the rim
    min_depth_of_hand: float = 0.5  # guess; part of the width at the rim that a hand which comes straight in is deep at least
    min_arm_reach_fingers: float = 1.0  # geometry: a finger that crosses the rim by itself reaches in no farther
    min_arm_width_fingers: float = 0.5  # geometry: 28 mm; a finger is narrower
    max_arm_width_fingers: float = 1.5  # guess; what crosses the rim within this distance belongs to one arm
    max_tear_fingers: float = 0.75  # guess; gap that print of the arm's colour tears into an arm at the rim
    max_torn_arm_fingers: float = 2.5  # guess; width at the rim of a torn arm, aslant and moving: less than two arms
    max_from_torn_rim_fingers: float = 2.5  # guess; loose fingers this close to where an arm came in are of that arm
    max_between_fingers: float = 0.3  # guess; gap between fingers whose palm looks like the table
    max_finger_off_middle: float = (
        0.65  # guess; part of the width at the rim by which fingers of an open hand are off its middle
    )
    min_wrist_times_thumb: float = 1.5  # guess; by which an arm cut off at the mat's edge is broader than a thumb
    max_apart_at_rim_fingers: float = 0.4  # guess; what crosses the rim this close to where an arm came in is that arm


PATCHES = PatchLimits()
ENTRIES = EntryLimits()


@dataclass(frozen=True, slots=True)
class Patch:
    """A connected patch of foreground or motion."""

    zone_px: tuple[int, ...]  # pixels in each zone
    moved_at: float  # when it last moved, seconds of the background
    mask: NDArray[np.bool_]  # (h, w)
    points: NDArray[np.intp]  # (n, 2) rows and columns of the mask, row after row
    is_arm: bool  # it reaches in from outside
    tip: int = 0  # the zone of its tip: 1 + index, 0 for none
    laid_after_s: float | None = None  # as large as a card and mostly in one zone: a card after this long without motion
    entry: tuple[float, float] | None = None  # row and column where an arm comes in
    is_guessed: bool = False  # the arm lies along the rim and comes in somewhere there
    thumb: tuple[float, float] | None = None  # row and column where a finger of an arm that comes in elsewhere meets the rim
    other_entries: Entries = ()  # of other arms in this patch
    is_bulge: bool = False  # it reaches in and is no arm, see `vision.hands.bulges`
    patience_s: float = 0.0  # without motion, after which it is no hand any more


def find_patches(
    mask: Mask, moved_at: NDArray[np.float32], field: Field, bulged: NDArray[np.bool_] | None = None, known: Entries = ()
) -> list[Patch]:
    """The patches of a mask that cannot be cards: reaching far beyond a zone, over several, or in from outside.

    `moved_at`: (h, w) when each pixel last moved, in seconds; `bulged`: (h, w) where bulges were in the frame before, None for nowhere;
    `known`: where arms came in until then.
    """
    if not mask.any():
        return []
    closed = np.asarray(cv2.morphologyEx(mask, cv2.MORPH_CLOSE, np.ones((3, 3), np.uint8)), np.uint8)
    closed = _join_loose_fingers(closed, known, field)
    broad = find_broad_parts(closed, field, known)
    if broad is None:
        found = _list_patches(closed, moved_at, field, bulged, known)
    else:
        cut_off = np.where(broad, np.uint8(0), closed)
        bodies = _list_patches(np.where(broad, closed, np.uint8(0)), moved_at, field, None)
        found = [
            *_list_patches(cut_off, moved_at, field, bulged, known),
            *(replace(body, entry=None, is_bulge=True, laid_after_s=None) for body in bodies),
        ]
    if not field.loose and any(patch.is_arm for patch in found):
        found = [replace(patch, laid_after_s=None) for patch in found]
    return [replace(patch, patience_s=_choose_patience(patch, field)) for patch in found]


def _join_loose_fingers(mask: Mask, known: Entries, field: Field) -> Mask:
    """The mask with loose fingers joined close to each `known` entry at which no arm crosses the rim any more.

    A palm of the table's colour is not seen beside the mat, and each of its fingers is too small to be a hand. `mask`: (h, w)
    255 where patches are.
    """
    joined = mask
    width = max(3, round(ENTRIES.max_between_fingers * field.fingers_px)) | 1
    for entry in known:
        near = _cut_square(entry, ENTRIES.max_from_torn_rim_fingers * field.fingers_px)
        if not mask[near].any() or _crosses_rim(mask[near], field.rim[near], field.hand_px):
            continue
        if joined is mask:
            joined = mask.copy()
        between = cv2.morphologyEx(mask[near], cv2.MORPH_CLOSE, np.ones((width, width), np.uint8))
        joined[near] |= np.asarray(between, np.uint8) & field.table[near]
    return joined


def _crosses_rim(mask: Mask, rim: Mask, least_px: float) -> bool:
    """Does a patch of the mask that is large enough for a hand lie on the rim? `mask`, `rim`: (h, w) 255 where they are."""
    labels, found = label_patches(mask)
    return any(label and found[label - 1][-1] >= least_px for label in np.unique(labels[rim > 0]))


def _cut_square(middle: tuple[float, float], reach: float) -> tuple[slice, slice]:
    """Rows and columns of a square around a place, cut at the picture's top and left edge. `reach`: pixels to each side."""
    rows, columns = (slice(max(0, round(at - reach)), max(0, round(at + reach) + 1)) for at in middle)
    return rows, columns


def _list_patches(
    mask: Mask, moved_at: NDArray[np.float32], field: Field, bulged: NDArray[np.bool_] | None, known: Entries = ()
) -> list[Patch]:
    """The patches of a mask, without cutting off broad parts; patience is not chosen yet. `mask`, `moved_at`, `bulged`,
    `known`: as of `find_patches`."""
    labels, described = label_patches(mask)
    found = []
    for label, (left, top, width, height, area) in enumerate(described, start=1):
        if area < field.hand_px:
            continue
        box = (slice(top, top + height), slice(left, left + width))
        part = labels[box] == label
        inside = np.bincount(field.zones[box][part], minlength=len(field.names) + 1)
        is_arm = bool(field.rim[box][part].any())
        if not is_arm and _is_on_few_cells(inside, field):
            continue
        beyond = inside[0] >= field.hand_px or np.count_nonzero(inside[1:] >= field.hand_px) > 1
        if is_arm or beyond or (known and _are_fingers_on_draw(part, inside, field)):
            patch = np.zeros(mask.shape, bool)
            patch[box] = part
            points = list_points(patch)
            bulge = is_arm and not count_entries(points, known, field) and is_bulge(patch, field, bulged)
            comes_in = find_entry(patch, points, field) if is_arm and not bulge else None
            entry, guessed = (None, False) if comes_in is None else (comes_in.place, comes_in.is_guessed)
            found.append(
                Patch(
                    tuple(inside[1:].tolist()),
                    float(moved_at[box][part].max()),
                    patch,
                    points,
                    is_arm,
                    laid_after_s=_choose_laid_after(inside, field) if not is_arm and _may_be_card(inside, field) else None,
                    entry=entry,
                    is_guessed=guessed,
                    thumb=None if comes_in is None else comes_in.thumb,
                    other_entries=_find_other_entries(patch, entry, field) if entry is not None and not guessed else (),
                    is_bulge=bulge,
                )
            )
    return found


def _are_fingers_on_draw(part: NDArray[np.bool_], inside: NDArray[np.intp], field: Field) -> bool:
    """Is a patch the visible part of fingers on a draw pile, while an arm of the table's colour is over the table?

    `part`: (h, w) of the patch alone; `inside`: (1 + zones,) pixels beside the zones and in each.
    """
    zone = int(inside[1:].argmax())
    if not _is_draw(field, zone) or inside[1 + zone] > PATCHES.max_card_hidden * field.cards_px[zone]:
        return False
    finger = np.ones((max(3, round(PATCHES.min_finger_fingers * field.fingers_px)),) * 2, np.uint8)
    return bool(cv2.erode(part.astype(np.uint8), finger, borderType=cv2.BORDER_CONSTANT, borderValue=0.0).any())


def _choose_laid_after(inside: NDArray[np.intp], field: Field) -> float:
    """Seconds without motion after which a patch is a card. `inside`: (1 + zones,) pixels beside the zones and in each.

    Nobody lays a card on a draw pile, but a hand without a sleeve is as large as a card and lies as still.
    """
    zone = int(inside[1:].argmax())
    return PATCHES.laid_s if field.loose and not _is_draw(field, zone) else PATCHES.laid_astray_s


def _is_draw(field: Field, zone: int) -> bool:
    return any(name == field.names[zone] for name, _ in field.to_draws)


def _may_be_card(inside: NDArray[np.intp], field: Field) -> bool:
    """Could a patch be a card sticking out of a zone? `inside`: (1 + zones,) pixels beside the zones and in each."""
    if not inside[1:].any():
        return False
    zone = int(inside[1:].argmax())
    is_small = inside.sum() <= PATCHES.max_card_areas * field.cards_px[zone]
    return bool(is_small and inside[1 + zone] >= PATCHES.min_card_in_zone * inside.sum())


def _is_on_few_cells(inside: NDArray[np.intp], field: Field) -> bool:
    """Does a patch lie on as few cells of a board as two pushed chips? No hand is that small. `inside`: as of `_may_be_card`."""
    on_board = np.where(field.cells, inside, 0)
    touched = np.count_nonzero(on_board > MIN_SEEN_PX)
    # geometry: cells that two pushed chips may touch together, two each
    return bool(0 < touched <= 4 and inside.sum() - on_board.sum() < field.hand_px)


def _choose_patience(patch: Patch, field: Field) -> float:
    """Seconds without motion until a patch no longer counts as a hand. Longest for arms over zones; see `PATCHES`. What is put
    down on a spot hides nothing, nor does a card mostly on spots at the margin of a pile's place."""
    if patch.laid_after_s is not None:
        return patch.laid_after_s
    in_zones, spots = np.array(patch.zone_px, np.int64), field.spots[1:]
    on_zone = int(in_zones[~spots | patch.is_arm].sum()) > MIN_SEEN_PX
    if patch.is_arm:
        return PATCHES.arm_on_zone_belongs_s if on_zone else PATCHES.belongs_s
    on_spots = int(in_zones[spots].sum())
    is_small = len(patch.points) <= PATCHES.max_card_areas * field.cards_px[int(in_zones.argmax())]
    if on_spots and is_small and on_spots >= PATCHES.min_card_on_spots * len(patch.points):
        return PATCHES.put_down_s
    return PATCHES.belongs_s if on_zone else PATCHES.put_down_s


def is_joined(points: NDArray[np.intp], entries: Entries, field: Field) -> bool:
    """Did two arms come in at a patch? Such arms touch or cross, and the owner of the tips is unknown. `points`: (n, 2) rows, columns.

    `entries`: where arms came in until now.
    """
    return count_entries(points, entries, field) > 1


def count_entries(points: NDArray[np.intp], entries: Entries, field: Field) -> int:
    """At how many of the `entries` a patch lies: so many arms came in there. `points`: (n, 2) rows, columns of the patch."""
    reach = ENTRIES.max_apart_at_rim_fingers * field.fingers_px
    rows, columns = points.T
    return sum(bool(((np.abs(rows - row) < reach) & (np.abs(columns - column) < reach)).any()) for row, column in entries)


# --- where arms come in ----------------------------------------------------------------------------------------------


class FoundEntry(NamedTuple):
    """Where an arm comes in."""

    place: tuple[float, float]  # row and column
    is_guessed: bool = False  # it lies along the rim and comes in somewhere there
    thumb: tuple[float, float] | None = None  # as of `Patch`


def find_entry(patch: NDArray[np.bool_], points: NDArray[np.intp], field: Field) -> FoundEntry:
    """Where an arm comes in. `patch`: (h, w) the arm; `points`: (n, 2) its rows and columns.

    An arm comes in where most points meet the rim: fingertips at the opposite rim are fewer. For an arm along the rim the end nearer to
    the table's edge ahead is guessed.
    """
    to_rim = field.to_rim[patch]
    met = points[to_rim <= to_rim.min() + 1]
    met = _choose_crossing(met, _number_groups(met), field)
    if (cut := _find_cut_arm(patch, points, met, field)) is not None:
        return FoundEntry(_find_middle(cut), thumb=_find_middle(met))
    middle = points.mean(axis=0)
    off = points - middle
    axis = np.linalg.eigh(off.T @ off)[1][:, 1] if len(points) > 2 else np.array([1.0, 0.0])
    along, met_along = off @ axis, (met - middle) @ axis
    lies_along = bool(np.ptp(met_along) >= ENTRIES.min_along_rim * np.ptp(along))
    if lies_along and _is_open_hand(patch, met, to_rim, field):
        lies_along = False
    elif lies_along and not _is_broad_hand(met, float(to_rim.max()), field):
        end = 0.25 * field.fingers_px  # the last quarter of a finger is an end of the arm
        low, high = points[along < along.min() + end], points[along > along.max() - end]
        met = low if _count_to_edge(low.mean(axis=0), -axis, field) <= _count_to_edge(high.mean(axis=0), axis, field) else high
    elif lies_along:
        lies_along = _may_hold_laid_card(patch, met, field)
    return FoundEntry(_find_middle(met), lies_along)


def _find_middle(points: NDArray[np.intp]) -> tuple[float, float]:
    """Row and column of the middle of points, (n, 2)."""
    row, column = points.mean(axis=0).tolist()
    return row, column


def _is_broad_hand(met: NDArray[np.intp], depth: float, field: Field) -> bool:
    """Does a patch come straight in, as broad at the rim as it is deep? Such is a hand near its owner's own rim.

    `met`: (n, 2) rows and columns where the patch crosses the rim. `depth`: pixels that it reaches in. An arm along the rim
    crosses broader than any hand, or is not as deep.
    """
    width = float(np.hypot(*np.ptp(met, axis=0)))
    return width <= ENTRIES.max_torn_arm_fingers * field.fingers_px and depth >= ENTRIES.min_depth_of_hand * width


def _is_open_hand(patch: NDArray[np.bool_], met: NDArray[np.intp], to_rim: NDArray[np.float32], field: Field) -> bool:
    """Is a patch a hand with spread fingers that comes straight in, however broad? Of an arm along the rim the fingers are at
    an end. `patch`: (h, w); `met`: (n, 2) where it crosses the rim; `to_rim`: (m,) pixels from each of its points to the rim.
    """
    fingers = find_fingers(patch, float(np.median(field.finger_lengths_at(met[:, 0], met[:, 1]))))
    if len(fingers) < BULGES.min_fingers:
        return False
    middle, far = met.mean(axis=0), np.ptp(met, axis=0).astype(np.float64)
    width = float(np.hypot(*far))
    along = np.linalg.eigh(np.cov((met - middle).T))[1][:, 1]
    rows, columns = np.round(fingers).astype(np.intp).T
    is_inside = field.to_rim[rows, columns].mean() > to_rim.mean()
    return bool(is_inside and np.abs((fingers - middle) @ along).max() <= ENTRIES.max_finger_off_middle * width)


def _may_hold_laid_card(patch: NDArray[np.bool_], met: NDArray[np.intp], field: Field) -> bool:
    """May a broad patch be fingers beside a card that they laid, so that the arm is at either end? `patch`: (h, w); `met`:
    (n, 2) where it crosses the rim. Not where it is a palm's breadth, and not where there is no pile for a card."""
    if np.hypot(*np.ptp(met, axis=0)) <= ENTRIES.max_arm_width_fingers * field.fingers_px:
        return False
    seen = np.bincount(field.zones[patch], minlength=len(field.names) + 1)[1:]
    return bool((field.takes_cards & (seen > MIN_SEEN_PX)).any())


def is_arm_seen(patch: Patch, field: Field) -> bool:
    """Was it seen where an arm comes in? Not where an arm along the rim leaves this open, nor by a single finger at the rim."""
    if patch.entry is None or patch.is_guessed:
        return False
    points = patch.points
    to_rim, away = field.to_rim[patch.mask], measure_distances(points, patch.entry)
    met = points[(to_rim <= to_rim.min() + 1) & (away < field.fingers_px)]
    is_broad = np.hypot(*np.ptp(met, axis=0)) >= ENTRIES.min_arm_width_fingers * field.fingers_px if len(met) else False
    return bool(is_broad or away.max() >= ENTRIES.min_arm_reach_fingers * field.fingers_px)


def _find_other_entries(patch: NDArray[np.bool_], entry: tuple[float, float], field: Field) -> Entries:
    """Entries of further arms in the patch of the arm coming in at `entry`. `patch`: (h, w).

    () over a mat: no arm is seen for long enough at a mat's rim, and a bent arm crosses the rim twice.
    """
    if not field.loose:
        return ()
    at_rim = (patch & (field.rim > 0)).astype(np.uint8)
    count, labels = cv2.connectedComponents(at_rim, connectivity=8)
    if count <= 2:
        return ()
    nearest = ENTRIES.max_arm_width_fingers * field.fingers_px
    found = list[tuple[float, float]]()
    for number in range(1, count):
        middle = _find_middle(np.argwhere(labels == number))
        if math.dist(middle, entry) > nearest:
            found.append(middle)
    return tuple(found)


def add_entry(entries: Entries, entry: tuple[float, float], field: Field) -> Entries:
    """The entries with another, unless close to a known entry."""
    return entries if is_near_entry(entry, entries, field) else (*entries, entry)


def is_near_entry(entry: tuple[float, float], entries: Sequence[tuple[float, float]], field: Field) -> bool:
    """Is a place so close to one of the entries that they are of one arm?"""
    width = ENTRIES.max_arm_width_fingers * field.fingers_px
    return any(math.dist(entry, other) < width for other in entries)


def _find_cut_arm(
    patch: NDArray[np.bool_], points: NDArray[np.intp], met: NDArray[np.intp], field: Field
) -> NDArray[np.intp] | None:
    """(m, 2) where an arm of the ground's colour seems to end at the mat's edge. None for an arm that is seen up to the rim. Of its hand
    only a thumb or a finger is seen there. `patch`, `points`: as of `find_entry`; `met`: (n, 2) where the patch meets the rim."""
    if field.loose or field.cells.any():  # over a board most of an arm is seen
        return None
    at_edge = points[field.to_cut[patch] <= 1]
    least = ENTRIES.min_wrist_times_thumb * len(met)
    if len(at_edge) < least:
        return None
    groups = _number_groups(at_edge)
    cut: NDArray[np.intp] = at_edge[groups == np.bincount(groups).argmax()]
    is_apart = np.abs(cut[:, None] - met[None]).max(axis=2).min() > ENTRIES.max_tear_fingers * field.fingers_px
    return cut if is_apart and len(cut) >= least else None


def _number_groups(points: NDArray[np.intp]) -> NDArray[np.intp]:
    """(n,) the number of the group of points that touch one another, for each of (n, 2) rows and columns."""
    rows, columns = (points - points.min(axis=0)).T
    marks = np.zeros((rows.max() + 1, columns.max() + 1), np.uint8)
    marks[rows, columns] = 1
    return np.asarray(cv2.connectedComponents(marks, connectivity=8)[1][rows, columns], np.intp)


def _choose_crossing(met: NDArray[np.intp], groups: NDArray[np.intp], field: Field) -> NDArray[np.intp]:
    """(m, 2) the largest group of points where an arm meets the rim, with other groups a mere tear away.

    Print of the arm's colour tears an arm. `met`: (n, 2) rows and columns; `groups`: (n,) number of each point's group. The
    width of all together stays below `ENTRIES.max_torn_arm_fingers`.
    """
    largest = int(np.bincount(groups).argmax())
    chosen: NDArray[np.intp] = met[groups == largest]
    for number in np.unique(groups[groups != largest]):
        other = met[groups == number]
        gap = np.linalg.norm(other[:, None] - chosen[None], axis=2).min()
        both = np.concatenate([chosen, other])
        width = np.hypot(*np.ptp(both, axis=0))
        if gap <= ENTRIES.max_tear_fingers * field.fingers_px and width <= ENTRIES.max_torn_arm_fingers * field.fingers_px:
            chosen = both
    return chosen


def _count_to_edge(point: NDArray[np.float64], way: NDArray[np.float64], field: Field) -> int:
    """Pixels from a point to the table's edge. `point`, `way`: (2,) row and column, and the direction, of length 1."""
    height, width = field.zones.shape
    steps = np.arange(1, height + width)
    rows, columns = np.rint(point[:, None] + steps * way[:, None]).astype(np.intp)
    is_inside = (rows >= 0) & (rows < height) & (columns >= 0) & (columns < width)
    is_inside[is_inside] = field.table[rows[is_inside], columns[is_inside]] > 0
    return int(height + width) if is_inside.all() else int(steps[is_inside.argmin()])
