"""Is there a hand over the table, and over which zones?

A small frame (320 pixels wide) is compared with the frame before: motion. Compared with the table at rest: foreground. Foreground
inside a zone is a card. Foreground or motion reaching beyond the zones is a hand, a sleeve or something put down, and covers every
touched zone.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.hands.arms import Arm, ArmTrace, find_arms
from vision.hands.carried import PileTops
from vision.hands.field import Field, Mask
from vision.hands.foreground import (
    FOREGROUND,
    SHADES,
    Box,
    enlarge_box,
    find_bounding_box,
    find_changed,
    find_foreground,
    find_motion,
    find_moving_shades,
    is_over_most_cells,
    list_samples,
    measure_contrast,
    measure_distance,
)
from vision.hands.light_steps import measure_light_step, relight
from vision.hands.patches import MIN_SEEN_PX, PATCHES, Entries, Patch, find_patches
from vision.hands.samples import find_median, list_colours
from vision.types import Image

SMALL_WIDTH = 320
"""Frames are looked at this wide, in pixels: a guess; a finger is some 8 pixels wide then."""


@dataclass(frozen=True, slots=True)
class SightLimits:
    """When a zone is hidden, and what is a jolt."""

    min_moving_part: float = 0.02  # guess; part of a zone that moves: it is hidden, as under `MIN_SEEN_PX` of patches.py
    resting_after_s: float = 1.5  # guess; without motion: a hand over a zone rests
    calm_after_jolt_s: float = 0.4  # guess; without motion after a jolt: the table is learned anew
    pile_gone: float = 0.75  # guess; part of a card that looks other where a draw pile is gone, not one card less
    pile_seen_gone: float = 0.6  # guess; the same where no hand is seen over it, above the half that an unseen hand hides
    other_look: tuple[float, float] = (20.0, 0.15)  # guess; grey levels, and part of the brightness, that looks other
    max_other_part: float = 0.6  # guess; part of the table that looks other than remembered: more is not two arms


@dataclass(frozen=True, slots=True)
class LearningLimits:
    """How the look of the table is learned."""

    light_followed_s: float = 2.0  # guess; time constant with which the look follows the light
    light_settles_s: float = 5.0  # guess; after a camera changed its light: what looks like the table around is the table
    max_guess_levels: float = 45.0  # guess; a light that is guessed wrong is off by less, a card that was taken away by more
    table_still_s: float = PATCHES.put_down_s  # without motion, the same: a hand of the table's colour seldom lies as still


@dataclass(frozen=True, slots=True)
class LampLimits:
    """When a lamp was switched: light changes at once, smoothly over the table."""

    min_moving_part: float = 0.25  # guess; part of the table that moves at once, more than hands do
    max_left_part: float = 0.4  # guess; part of it that still differs in the new light: what hands do meanwhile


SIGHT = SightLimits()
LEARNING = LearningLimits()
LAMPS = LampLimits()


@dataclass(frozen=True, slots=True)
class TableSight:
    """What a frame shows."""

    has_hands: bool  # something moves or lies over the table
    covered: frozenset[str] = frozenset()  # zones that are hidden in part or in which something moves
    resting: frozenset[str] = frozenset()  # zones with something that has not moved for a while: covered, or their card touched
    reached: frozenset[str] = frozenset()  # zones in which a hand has its tip
    changed: tuple[tuple[str, float], ...] = ()  # part of each zone, 0 to 1, that looks other than when it was settled
    is_jolted: bool = False  # everything moved at once, or has since
    arms: tuple[Arm, ...] = ()  # each patch that is not the table's yet: a card just laid too
    bare: frozenset[str] = frozenset()  # draw zones that look as if their piles were gone; one that is covered may


@dataclass(frozen=True, slots=True, eq=False)
class Background:
    """The look of the table, and traces of the arms over the table."""

    field: Field
    table: NDArray[np.float32]  # (h, w, 3)
    older: Image  # (h, w, 3) the table before something was put down
    before: Image  # the last small frame
    moved_at: NDArray[np.float32]  # (h, w) seconds since `start` at which each pixel last moved
    noise: float  # grey levels
    start: float  # seconds, when it was learned
    at: float  # seconds, of the last frame
    foreground: Mask
    jolted: bool = False
    entries: Entries = ()  # where the arms came in that are over the table now
    held: tuple[ArmTrace, ...] = ()  # where these arms lie
    bulged: NDArray[np.bool_] | None = None  # (h, w) where something is that is no arm, None for nowhere
    light_at: float = -math.inf  # seconds, when a camera last changed its light
    over: NDArray[np.bool_] | None = None  # (h, w) where hands and things are over the table, None for nowhere


def shrink_frame(image: Image) -> Image:
    """The frame at 320 pixels width, smoothed: halved repeatedly, to average noise away cheaply, then shrunk by what is left.
    Frames narrower than 320 pixels are smoothed only. The same to the bit on every processor."""
    while image.shape[1] >= 2 * SMALL_WIDTH:
        image = np.asarray(
            cv2.resize(image, (image.shape[1] // 2, image.shape[0] // 2), interpolation=cv2.INTER_AREA), np.uint8
        )
    if image.shape[1] > SMALL_WIDTH:
        size = (SMALL_WIDTH, round(image.shape[0] * SMALL_WIDTH / image.shape[1]))
        # by less than half: the mean of areas costs nine times as much, and the blur below averages as well
        image = np.asarray(cv2.resize(image, size, interpolation=cv2.INTER_LINEAR_EXACT), np.uint8)
    return np.asarray(cv2.blur(image, (3, 3)), np.uint8)


def learn_background(field: Field, small: Image, at: float) -> Background:
    """The background of the table as seen now. `small`: (h, w, 3); `at`: seconds. All earlier knowledge of arms, motion and
    jolts is dropped."""
    moved_at = np.full(small.shape[:2], -1e6, np.float32)
    nothing = np.zeros(small.shape[:2], np.uint8)
    return Background(field, small.astype(np.float32), small, small, moved_at, 2.0, at, at, nothing)


def remember_look(fresh: Background, known: Background) -> Background:
    """The background of a table just measured anew while arms are over it: as the table is remembered, for once they are gone
    nothing may stand out there. `known`: how the table looked before, under the former measure. Unchanged where that is another
    look altogether."""
    field, small = fresh.field, fresh.before
    if known.table.shape != fresh.table.shape:
        return fresh
    moved = np.asarray(np.linalg.inv(field.to_layout) @ known.field.to_layout, np.float64)
    look = cv2.warpPerspective(known.table, moved, (small.shape[1], small.shape[0]), borderMode=cv2.BORDER_REPLICATE)
    levels, part = SIGHT.other_look
    off = (np.abs(look - fresh.table) > levels + part * look).any(axis=2)
    if np.count_nonzero(off & (field.table > 0)) > SIGHT.max_other_part * np.count_nonzero(field.table):
        return fresh
    # what looks other counts as moved just now: a thing that lay there for long would soon pass for the table
    moved_at = np.where(cv2.dilate(off.astype(np.uint8), np.ones((5, 5), np.uint8)) > 0, np.float32(0), fresh.moved_at)
    older = np.asarray(np.clip(look, 0, 255), np.uint8)
    return replace(fresh, table=np.asarray(look, np.float32), older=older, moved_at=moved_at.astype(np.float32))


def look_for_hands(background: Background, small: Image, at: float) -> tuple[Background, TableSight]:
    """The background after another small frame, and the sight. `small`: (h, w, 3); `at`: seconds. A switched lamp and a jolt
    are told here too: the background is relit, or learned anew once calm."""
    background = _follow_light_step(background, small, at)
    field, now, before = background.field, np.float32(at - background.start), background.before
    expected = _brighten(background.table, _measure_gain(small, background))
    motion = find_motion(small, before, field, background.noise)
    moving, noise = motion.mask, motion.noise
    moved_px, table_px = np.count_nonzero(moving), np.count_nonzero(field.table)
    if moved_px > LAMPS.min_moving_part * table_px and not background.jolted:
        relit = _relight_background(background, small, moving)
        if relit is not None:
            return look_for_hands(relit, small, at)
    moving &= ~find_moving_shades(moving, small, before, field, noise)
    foreground = find_foreground(small, expected, background.older, field, noise)
    moved_at = background.moved_at.copy()
    np.copyto(moved_at, now, where=cv2.dilate(moving, np.ones((5, 5), np.uint8)) > 0)
    if at - background.light_at < LEARNING.light_settles_s:
        still = now - moved_at > LEARNING.table_still_s
        foreground &= ~_find_table_in_new_light(small, expected, foreground, still, field, noise)
    if background.jolted or np.count_nonzero(moving) > FOREGROUND.max_touched_part * table_px:
        return _wait_after_jolt(background, small, moved_at, noise, at)
    seen = foreground | moving
    if not seen.any():
        table, older = _learn_look(background, small, seen, [], float(now), at)
        start, light_at = background.start, background.light_at
        after = Background(field, table, older, small, moved_at, noise, start, at, foreground, light_at=light_at)
        return after, TableSight(has_hands=False, changed=tuple((name, 0.0) for name in field.names))
    patches = find_patches(seen, moved_at, field, background.bulged, background.entries)
    tops = PileTops(field, small, expected)
    found = find_arms(patches, background.entries, background.held, foreground, moved_at, tops, float(now))
    sight = _describe_sight(found.patches, moving, foreground, field, float(now))
    sight = replace(sight, arms=found.arms, covered=sight.covered | (_name_zones(field, found.hidden) - sight.bare))
    table, older = _learn_look(background, small, seen, patches, float(now), at)
    return Background(
        field=field,
        table=table,
        older=older,
        before=small,
        moved_at=moved_at,
        noise=noise,
        start=background.start,
        at=at,
        foreground=foreground,
        entries=found.entries,
        held=found.traces,
        bulged=found.bulged,
        light_at=background.light_at,
        over=np.any([patch.mask for patch in patches], axis=0) if patches else None,
    ), sight


def settle_zones(background: Background, zones: Collection[str], keep: NDArray[np.bool_] | None = None) -> Background:
    """The background with the present look of these zones, in the remembered light of the table around.

    A look learned in a shade would stand out after the shade has gone. Raises `ValueError` for an unknown zone. `keep`:
    (h, w) where the remembered look stays as it is, None for nowhere.
    """
    if not zones:
        return background
    chosen = np.zeros(len(background.field.names) + 1, np.uint8)
    chosen[[1 + background.field.names.index(zone) for zone in zones]] = 1
    wide = np.asarray(cv2.dilate(chosen[background.field.zones], np.ones((5, 5), np.uint8)), np.uint8)
    if keep is not None:
        wide[keep] = 0
    box, where = find_bounding_box(wide), wide > 0
    table, older = background.table.copy(), background.older.copy()
    light = _measure_light(background, box, here := where[box])
    table[box][here], older[where] = (background.before[box] * light)[here], background.before[where]
    return replace(background, table=table, older=older)


def _wait_after_jolt(
    background: Background, small: Image, moved_at: NDArray[np.float32], noise: float, at: float
) -> tuple[Background, TableSight]:
    """The background after a jolt: learned anew once everything lies still. The sight calls all zones covered. `small`: the
    frame; `moved_at`: (h, w) when each pixel last moved; `noise`: of the picture, in levels."""
    sight = TableSight(has_hands=True, covered=frozenset(background.field.names), is_jolted=True)
    latest = float(moved_at[background.field.table > 0].max(initial=-1e6))
    if at - background.start - latest > SIGHT.calm_after_jolt_s:
        fresh = learn_background(background.field, small, at)
        return replace(fresh, noise=noise), sight
    return replace(background, before=small, moved_at=moved_at, at=at, noise=noise, jolted=True), sight


def _describe_sight(patches: Sequence[Patch], moving: Mask, foreground: Mask, field: Field, now: float) -> TableSight:
    """The sight of a frame, without arms. `patches`: of hands and things. `moving`, `foreground`: 255 where something moves,
    and where no table is seen. `now`: seconds of the background."""
    inside = np.array([patch.zone_px for patch in patches], np.float64).reshape(-1, len(field.names))
    busy = np.bincount(field.zones[moving > 0], minlength=len(field.names) + 1)[1:]
    other_px = np.bincount(field.zones[foreground > 0], minlength=len(field.names) + 1)[1:]
    under, moves = (inside > MIN_SEEN_PX).any(0), busy > SIGHT.min_moving_part * field.areas
    gone = _name_zones(field, other_px > np.where(under, SIGHT.pile_gone, SIGHT.pile_seen_gone) * field.cards_px)
    recent = [now - patch.moved_at < SIGHT.resting_after_s for patch in patches]
    resting = (under | moves) & ~(inside[np.array(recent, bool)] > MIN_SEEN_PX).any(0) & ~moves
    tips = {patch.tip for patch, is_recent in zip(patches, recent, strict=True) if is_recent}
    return TableSight(
        has_hands=bool(patches) or bool(np.count_nonzero(moving) > field.hand_px),
        covered=_name_zones(field, under | moves),
        resting=_name_zones(field, resting),
        reached=frozenset(field.names[tip - 1] for tip in tips if tip),
        changed=tuple(zip(field.names, (other_px / field.areas).tolist(), strict=True)),
        bare=frozenset(name for name, _ in field.to_draws if name in gone),
    )


def _name_zones(field: Field, chosen: NDArray[np.bool_]) -> frozenset[str]:
    """The names of the chosen zones. `chosen`: (zones,)."""
    return frozenset(name for name, yes in zip(field.names, chosen, strict=True) if yes)


# --- how the table looks ---------------------------------------------------------------------------------------------


def _measure_gain(small: Image, background: Background) -> NDArray[np.float32]:
    """(3,) times that each colour of the uncovered table is brighter in `small` than remembered, 0.5 to 2; 1 where too little
    is uncovered."""
    samples = list_samples(background.field)
    free = samples[background.foreground.take(samples) == 0]
    if len(free) < 50:  # too few samples for a median
        return np.ones(3, np.float32)
    now, known = (list_colours(image, free) for image in (small, background.table))
    return np.asarray(np.clip(find_median((now + 8) / (known + 8), axis=1), 0.5, 2.0), np.float32)


def _brighten(table: NDArray[np.float32], gain: NDArray[np.float32]) -> Image:
    """(h, w, 3) the table in another light. `gain`: (3,) times that each colour is brighter."""
    rows = table.reshape(len(table), -1) * np.tile(gain, table.shape[1])  # a fifth of what a product of colours costs
    return np.asarray(cv2.convertScaleAbs(rows), np.uint8).reshape(table.shape)


def _measure_light(background: Background, box: Box, here: NDArray[np.bool_]) -> NDArray[np.float32]:
    """(h, w, 3) times that the remembered table is brighter than now, around each place of a box; 1 where hardly seen.

    `here`: (h, w) where in the box this matters.
    """
    told, ratio = np.zeros(here.shape, np.bool_), np.ones((*here.shape, 3), np.float32)
    fingers = round(background.field.fingers_px)
    for reach in (fingers | 1, 3 * fingers | 1):
        around, inner = enlarge_box(box, reach // 2)
        seen = ((background.field.table[around] > 0) & (background.foreground[around] == 0)).astype(np.float32)
        both = (look[around] * seen[..., None] for look in (background.table, background.before))
        known, now = (cv2.boxFilter(look, -1, (reach, reach))[inner] for look in both)
        # guess: part of the surroundings that tells the light
        newly = ~told & (cv2.boxFilter(seen, -1, (reach, reach))[inner] > 0.1)
        ratio[newly] = ((known + 1) / (now + 1))[newly]
        told |= newly
        if told[here].all():
            break
    off = np.clip(ratio, SHADES.deepest, 1 / SHADES.deepest) - 1
    is_shade = np.clip(2 * np.abs(off) / FOREGROUND.far_shade - 1, 0, 1)
    return np.asarray(1 + off * is_shade, np.float32)


def _learn_look(
    background: Background, small: Image, seen: Mask, patches: Sequence[Patch], now: float, at: float
) -> tuple[NDArray[np.float32], Image]:
    """(h, w, 3) the look of the table, and (h, w, 3) the older look. Both follow slow light; what lies still for its patience
    beside the zones becomes part of the table.

    `small`: the frame; `seen`: what moves or is no table; `patches`: of hands and things; `now`: seconds of the background;
    `at`: seconds.
    """
    rate = float(np.clip((at - background.at) / LEARNING.light_followed_s, 0.0, 0.5))
    quiet = (_close_hands(seen, patches, background.field) == 0).astype(np.uint8) if patches else (seen == 0).astype(np.uint8)
    table = np.asarray(cv2.accumulateWeighted(small, background.table.copy(), rate, mask=quiet), np.float32)
    older = background.older
    for patch in patches:
        rested = now - patch.moved_at
        if rested > PATCHES.put_down_s and (rested > patch.patience_s or _is_ghost(patch, small, background)):
            taken = patch.mask if patch.is_arm else patch.mask & (background.field.zones == 0)
            older = np.where(taken[..., None], _brighten(table, np.ones(3, np.float32)), older)
            table[taken] = small[taken]
    return table, older


def _close_hands(mask: Mask, patches: Sequence[Patch], field: Field) -> Mask:
    """(h, w) 255 where something may lie on the table, including gaps within a hand of the table's colour. The mask comes back
    unchanged without an arm, and where it covers most cells of a board."""
    if not any(patch.is_arm for patch in patches) or is_over_most_cells(mask, field):
        return mask
    width = max(3, round(FOREGROUND.gap_in_hand_fingers * field.fingers_px)) | 1
    return np.asarray(cv2.morphologyEx(mask, cv2.MORPH_CLOSE, np.ones((width, width), np.uint8)), np.uint8)


def _is_ghost(patch: Patch, small: Image, background: Background) -> bool:
    """Is a patch the ghost of something present when the table was learned: edges remembered, not seen in `small`?

    Where most of the patch lies on a board the print tells: a hand hides print now, a ghost hid print when the table was learned.
    """
    table, field = background.table, background.field
    cells = field.cells[field.zones]
    on_board = patch.mask & cells
    if 2 * np.count_nonzero(on_board) > np.count_nonzero(patch.mask):
        is_early = background.at - background.start <= PATCHES.belongs_s
        return is_early and _has_more_edges(small, table, on_board)
    contours, _ = cv2.findContours(patch.mask.astype(np.uint8), cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
    border = cv2.drawContours(np.zeros(patch.mask.shape, np.uint8), contours, -1, 1, 3)
    inner = (border > 0) & (cv2.erode(field.table, np.ones((7, 7), np.uint8)) > 0) & ~cells
    return _has_more_edges(table, small, inner)


def _has_more_edges(one: Image | NDArray[np.float32], other: Image | NDArray[np.float32], where: NDArray[np.bool_]) -> bool:
    """Has one look of the table more than twice as many edges somewhere as another? `where`: (h, w)."""
    here, there = (measure_contrast(np.asarray(np.clip(look, 0, 255), np.uint8))[where].astype(int) for look in (one, other))
    least = 6  # guess: grey levels by which an edge stands out
    return bool(np.count_nonzero(here > there + least) > 2 * np.count_nonzero(there > here + least))


# --- a camera that changes its light ---------------------------------------------------------------------------------


def _follow_light_step(background: Background, small: Image, at: float) -> Background:
    """The background in the light of another small picture, (h, w, 3), where a camera changes its light; else unchanged.
    `at`: seconds."""
    if background.jolted or background.before.shape != small.shape:
        return background
    times = measure_light_step(small, background.before, background.field.table, background.foreground)
    if times is None:
        return background
    older, before = (_clip_picture(relight(look, times)) for look in (background.older, background.before))
    table = relight(background.table, times)
    return replace(background, table=table, older=older, before=before, light_at=at)


def _find_table_in_new_light(
    small: Image, expected: Image, foreground: Mask, still: NDArray[np.bool_], field: Field, noise: float
) -> Mask:
    """255 where foreground lies `still` and looks like the uncovered table around it, within three lengths of fingers.

    What a hand hid while the light changed is remembered in a guessed light. Where a card is remembered in a zone, it was
    taken away. `small`, `expected`: (h, w, 3); `foreground`: 255 where no table is seen; `noise`: grey levels.
    """
    found = np.zeros_like(foreground)
    asked = (foreground > 0) & still
    if np.count_nonzero(asked) <= field.hand_px:
        return found
    reach = 3 * round(field.fingers_px) | 1
    box = enlarge_box(find_bounding_box(asked.astype(np.uint8)), reach // 2)[0]
    free = ((field.table[box] > 0) & (foreground[box] == 0)).astype(np.float32)
    share = cv2.boxFilter(free, -1, (reach, reach))
    around = cv2.boxFilter(small[box] * free[..., None], -1, (reach, reach)) / np.maximum(share, 1e-3)[..., None]
    known = np.asarray(np.clip(around, 0, 255), np.uint8)
    threshold = max(FOREGROUND.min_change_levels, 6 * noise)
    other = find_changed(measure_distance(small[box], known), threshold, known)
    # guess: part of the surroundings that tells the light
    alike = (other == 0) & (share > 0.1) & asked[box]
    alike &= (field.zones[box] == 0) | (measure_distance(expected[box], known) <= LEARNING.max_guess_levels)
    found[box][alike] = 255
    return found


# --- a lamp that was switched ----------------------------------------------------------------------------------------


def _relight_background(background: Background, small: Image, moving: Mask) -> Background | None:
    """The background in the light of a lamp switched just now; None if no lamp was. `small`: the frame; `moving`: 255 where
    something moves.

    Between two frames hands hardly move, and a lamp changes the table by a smooth factor. So arms are followed through the
    change, and nothing is learned anew.
    """
    gains = _fit_light_change(background.before, small, background.field.table)
    if gains is None:
        return None
    before = _clip_picture(_relight_picture(background.before, gains))
    threshold = max(FOREGROUND.min_motion_levels, 5 * background.noise)
    left = find_changed(measure_distance(small, before), threshold, before) & background.field.table
    if np.count_nonzero(left) > LAMPS.max_left_part * np.count_nonzero(moving):
        return None
    older = _clip_picture(_relight_picture(background.older, gains))
    return replace(background, table=_relight_picture(background.table, gains), older=older, before=before)


def _fit_light_change(before: Image, now: Image, table: Mask) -> NDArray[np.float32] | None:
    """(h, w, 3) by how many times each colour is brighter `now` than in the frame `before`, as smooth as lamps are.

    None where too little is seen. `table`: where to look.
    """
    height, width = table.shape
    rows, columns = np.nonzero(table[::4, ::4])
    one, other = (image[::4, ::4][rows, columns].astype(np.float32) for image in (before, now))
    terms = _list_terms(rows * 4 / height, columns * 4 / width)
    pairs = np.stack([one, other], 1).transpose(2, 1, 0)
    dark = 24  # guess: darker pixels tell nothing of the light
    bright = 250  # guess: brighter pixels may be burnt out
    known = [(pair.min(axis=0) > dark) & (pair.max(axis=0) < bright) for pair in pairs]
    if min(np.count_nonzero(usable) for usable in known) < 100:  # guess: fewer carry no surface
        return None
    fits = [
        _fit_surface(terms[usable], np.log(other[usable, channel] / one[usable, channel]))
        for channel, usable in enumerate(known)
    ]
    down, across = np.meshgrid(np.arange(height) / height, np.arange(width) / width, indexing="ij")
    every = _list_terms(down.ravel(), across.ravel())
    gains = np.exp(np.stack([every @ fit for fit in fits], axis=-1)).reshape(height, width, 3)
    most = 4.0  # guess: a lamp makes the table no more times brighter or darker
    return np.asarray(np.clip(gains, 1 / most, most), np.float32)


def _list_terms(down: NDArray[np.float64], across: NDArray[np.float64]) -> NDArray[np.float64]:
    """(n, 6) the terms of a surface of the second degree: light that falls from one side, or on one place. `down`, `across`: (n,)."""
    return np.stack([np.ones_like(down), down, across, down * across, down * down, across * across], axis=1)


def _fit_surface(terms: NDArray[np.float64], logs: NDArray[np.float32]) -> NDArray[np.float64]:
    """(6,) the surface through most of the logarithms, outliers ignored. `terms`: (n, 6); `logs`: (n,)."""
    off = np.abs(logs - np.median(logs))
    fit = np.zeros(terms.shape[1])
    for _ in range(6):  # rounds after which the fit moves no more
        weights = 1 / (off + 0.02)  # guess: a sample off by this part counts half, for hands are outliers
        weighed = terms * weights[:, None]
        fit = np.linalg.solve(weighed.T @ terms + 1e-6 * np.eye(terms.shape[1]), weighed.T @ logs)
        off = np.abs(logs - terms @ fit)
    return np.asarray(fit, np.float64)


def _relight_picture(picture: NDArray[np.generic], gains: NDArray[np.float32]) -> NDArray[np.float32]:
    """(h, w, 3) a picture in another light; what is burnt out may be brighter than 255. `gains`: (h, w, 3) times."""
    return np.asarray(cv2.multiply(np.asarray(picture, np.float32), gains), np.float32)


def _clip_picture(values: NDArray[np.float32]) -> Image:
    return np.asarray(np.clip(values, 0, 255), np.uint8)
