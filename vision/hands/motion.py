"""Is there a hand over the table, and over which zones?

A frame is looked at small (about 320 pixels wide) and compared with the frame before (motion) and with what the table looked like when
it last lay still (foreground). Foreground that sits inside a zone is a card; foreground or motion that reaches beyond the zones is a
hand, a sleeve or something put down, and it covers every zone it touches.

A `Gate` is a value: `look` hands back the next one. Times are the frames' own.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.hands.carried import Tops
from vision.hands.entries import Entries
from vision.hands.field import Field, Mask
from vision.hands.foreground import GAP_IN_HAND, SHADE_OF_FAR_HAND, contrast_of, distance_of, foreground_of, is_too_broad, over
from vision.hands.hands import PUT_DOWN_AFTER, Arm, Blob, blobs_in, bulged_in, entries_of, patience, remembered, tipped
from vision.hands.relit import as_picture, in_light, light_between
from vision.hands.shade import DEEPEST, Box, box_of, grown, shade_in
from vision.hands.torn import Held, held_by, hidden_by
from vision.types import Image

SMALL_WIDTH = 320
"""Frames are looked at at least this wide and less than twice as wide, in pixels."""

CALM_AFTER_JOLT = 0.4
"""Seconds without motion after which a table that was jolted is looked at anew."""

BUSY = 0.02
"""Part of a zone in which something moves from which on it is hidden."""

RESTING_AFTER = 1.5
"""Seconds without motion after which a hand over a zone counts as resting."""

LIGHT_FOLLOWED_IN = 2.0
"""Time constant in seconds with which the table's look follows the light."""

CRISP_EDGE = 6
"""Grey levels by which an edge stands out."""

SEEN_AROUND = 0.1
"""Part of the surroundings of a place that must be seen to tell the light there."""

LEARNED_WITH_HAND = 10.0
"""Seconds for which a hand that was there when the table was learned may have stayed."""

JOLTED_PART = 0.6
"""Part of the table that moves when the camera or the mat was bumped or a lamp was switched."""

RELIT_PART, LEFT_IN_LIGHT = 0.25, 0.4
"""Part of the table that moves at once, more than hands do, where a lamp may have been switched; and how much of it at most still differs in
the lamp's light if it was one: what hands do meanwhile."""

PILE_GONE, PILE_SEEN_GONE = 0.75, 0.6
"""Part of a card that looks other in a draw zone from which on its pile is gone: with one card less it lies nearly as it lay. The second
where no hand is seen over it, which would look other too: some of the table's print looks like the pile that lay on it. It is more than the
half that a hand hides which is not seen because it looks like the table."""


@dataclass(frozen=True, slots=True)
class TableSight:
    """What one frame shows. `hands`: something moves or lies over the table. `covered`: zones that are hidden in part or in which
    something moves. `resting`: those of them in which nothing has moved for a while. `reached`: zones in which a hand has its tip.
    `changed`: part of each zone (0 to 1) that looks other than when it was settled. `jolt`: everything moved at once, or has since.
    `arms`: each that is over the table. `bare`: draw zones that look as if their piles were gone; one that is covered may."""

    hands: bool
    covered: frozenset[str] = frozenset()
    resting: frozenset[str] = frozenset()
    reached: frozenset[str] = frozenset()
    changed: tuple[tuple[str, float], ...] = ()
    jolt: bool = False
    arms: tuple[Arm, ...] = ()
    bare: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True, eq=False)
class Gate:
    """What the gate remembers. `table`, `older`: (h, w, 3) looks of the table, float32 and uint8; `before`: the last small frame;
    `moved_at`: (h, w) float32, seconds since `start` at which each pixel last moved; `noise`: grey levels; `entries`: where the arms
    crossed the table's rim that are over it now; `held`: where these arms lie; `bulged`: (h, w) bool, where something is that is no arm,
    None for nowhere (see `vision.hands.bulges`)."""

    field: Field
    table: NDArray[np.float32]
    older: Image
    before: Image
    moved_at: NDArray[np.float32]
    noise: float
    start: float
    at: float
    foreground: Mask
    jolted: bool = False
    entries: Entries = ()
    held: tuple[Held, ...] = ()
    bulged: NDArray[np.bool_] | None = None


def shrink(image: Image) -> Image:
    """The frame at about `SMALL_WIDTH` pixels, smoothed: halved as often as it goes (cheap, and it averages the noise away)."""
    while image.shape[1] >= 2 * SMALL_WIDTH:
        image = np.asarray(
            cv2.resize(image, (image.shape[1] // 2, image.shape[0] // 2), interpolation=cv2.INTER_LINEAR), np.uint8
        )
    return np.asarray(cv2.blur(image, (3, 3)), np.uint8)


def first_gate(field: Field, small: Image, at: float) -> Gate:
    """A gate that takes the table to look as it does now."""
    moved_at = np.full(small.shape[:2], -1e6, np.float32)
    nothing = np.zeros(small.shape[:2], np.uint8)
    return Gate(field, small.astype(np.float32), small, small, moved_at, 2.0, at, at, nothing)


def look(gate: Gate, small: Image, at: float) -> tuple[Gate, TableSight]:
    """Compare one small frame with what the gate remembers."""
    field, now = gate.field, np.float32(at - gate.start)
    expected = _dimmed(gate.table, _gain(small, gate))
    step = distance_of(small, gate.before)
    noise = _noise(gate.noise, step, field.table)
    moving = over(step, max(8.0, 5 * noise), gate.before) & field.table
    relit = _relit(gate, small, moving)
    if relit is not None:
        return look(relit, small, at)
    moving &= ~shade_in(moving, small, gate.before, field, noise, broad=False)
    foreground = foreground_of(small, expected, gate.older, field, noise)
    moved_at = gate.moved_at.copy()
    np.copyto(moved_at, now, where=cv2.dilate(moving, np.ones((5, 5), np.uint8)) > 0)
    if _jolted(gate, moving):
        return _after_jolt(gate, small, moved_at, noise, at)
    patches = blobs_in(foreground | moving, moved_at, field, gate.bulged, gate.entries)
    entries = entries_of(gate.entries, patches, field)
    present = [blob for blob in patches if now - blob.moved_at <= patience(blob)]
    held = held_by(gate.held, present if field.loose else [], entries, foreground, moved_at < now, float(now), field)
    blobs, arms = tipped(present, entries, Tops(field, small, expected))
    sight = replace(_sight(blobs, moving, foreground, field, float(now)), arms=arms)
    sight = replace(sight, covered=sight.covered | (_named(field, hidden_by(held, blobs, field)) - sight.bare))
    table, older = _learn(gate, small, foreground, moving, patches, float(now), at)
    kept = remembered(gate.entries, patches, field)
    bulged = bulged_in(patches)
    return Gate(field, table, older, small, moved_at, noise, gate.start, at, foreground, False, kept, held, bulged), sight


def _relit(gate: Gate, small: Image, moving: Mask) -> Gate | None:
    """The gate that knows the table in the light of a lamp that has just been switched; None where none was."""
    moved = np.count_nonzero(moving)
    if gate.jolted or moved <= RELIT_PART * np.count_nonzero(gate.field.table):
        return None
    gains = light_between(gate.before, small, gate.field.table)
    if gains is None:
        return None
    before = as_picture(in_light(gate.before, gains))
    left = over(distance_of(small, before), max(8.0, 5 * gate.noise), before) & gate.field.table
    if np.count_nonzero(left) > LEFT_IN_LIGHT * moved:
        return None
    older = as_picture(in_light(gate.older, gains))
    return replace(gate, table=in_light(gate.table, gains), older=older, before=before)


def _jolted(gate: Gate, moving: Mask) -> bool:
    """True from the moment at which most of the table moves at once until it lies still again."""
    return gate.jolted or bool(np.count_nonzero(moving) > JOLTED_PART * np.count_nonzero(gate.field.table))


def _after_jolt(gate: Gate, small: Image, moved_at: NDArray[np.float32], noise: float, at: float) -> tuple[Gate, TableSight]:
    """Nothing can be told apart until all lies still; then that is what the table looks like."""
    sight = TableSight(hands=True, covered=frozenset(gate.field.names), jolt=True)
    latest = float(moved_at[gate.field.table > 0].max(initial=-1e6))
    if at - gate.start - latest > CALM_AFTER_JOLT:
        fresh = first_gate(gate.field, small, at)
        return replace(fresh, noise=noise), sight
    return replace(gate, before=small, moved_at=moved_at, at=at, noise=noise, jolted=True), sight


def settle(gate: Gate, zones: Collection[str]) -> Gate:
    """The gate that takes what lies in these zones now as their look, as it would be in the light in which the table around it is known: what
    is settled in a shade would stand out once that has gone."""
    if not zones:
        return gate
    chosen = np.zeros(len(gate.field.names) + 1, np.uint8)
    chosen[[1 + gate.field.names.index(zone) for zone in zones]] = 1
    wide = np.asarray(cv2.dilate(chosen[gate.field.zones], np.ones((5, 5), np.uint8)), np.uint8)
    box, where = box_of(wide), wide > 0
    table, older = gate.table.copy(), gate.older.copy()
    light = _to_known_light(gate, box, here := where[box])
    table[box][here], older[where] = (gate.before[box] * light)[here], gate.before[where]
    return replace(gate, table=table, older=older)


def _to_known_light(gate: Gate, box: Box, here: NDArray[np.bool_]) -> NDArray[np.float32]:
    """(h, w, 3) by how much the table is known brighter than it is now, around each place of a box where it is seen; 1 where it hardly is.
    `here`: (h, w) where in the box this matters."""
    told, ratio = np.zeros(here.shape, np.bool_), np.ones((*here.shape, 3), np.float32)
    for reach in (round(gate.field.fingers_px) | 1, 3 * round(gate.field.fingers_px) | 1):
        around, inner = grown(box, reach // 2)
        seen = ((gate.field.table[around] > 0) & (gate.foreground[around] == 0)).astype(np.float32)
        both = (look[around] * seen[..., None] for look in (gate.table, gate.before))
        known, now = (cv2.boxFilter(look, -1, (reach, reach))[inner] for look in both)
        newly = ~told & (cv2.boxFilter(seen, -1, (reach, reach))[inner] > SEEN_AROUND)
        ratio[newly] = ((known + 1) / (now + 1))[newly]
        told |= newly
        if told[here].all():
            break
    off = np.clip(ratio, DEEPEST, 1 / DEEPEST) - 1
    return np.asarray(1 + off * np.clip(2 * np.abs(off) / SHADE_OF_FAR_HAND - 1, 0, 1), np.float32)


def _gain(small: Image, gate: Gate) -> NDArray[np.float32]:
    """How much brighter each colour of the table is than remembered, over what is not covered: (3,)."""
    free = (gate.field.table[::4, ::4] > 0) & (gate.foreground[::4, ::4] == 0)
    if np.count_nonzero(free) < 50:
        return np.ones(3, np.float32)
    now, known = (np.ascontiguousarray(image[::4, ::4][free].T, np.float32) for image in (small, gate.table))
    return np.asarray(np.clip(np.median((now + 8) / (known + 8), axis=1), 0.5, 2.0), np.float32)


def _dimmed(table: NDArray[np.float32], gain: NDArray[np.float32]) -> Image:
    return np.asarray(cv2.multiply(table, np.append(gain, 0.0).astype(np.float64), dtype=cv2.CV_8U), np.uint8)


def _noise(known: float, step: Mask, table: Mask) -> float:
    """Grey levels by which a pixel differs from frame to frame, followed slowly; hands are too few pixels to move the median."""
    sample = step[::4, ::4][table[::4, ::4] > 0]
    return known if sample.size == 0 else 0.95 * known + 0.05 * float(np.median(sample))


def _sight(blobs: Sequence[Blob], moving: Mask, foreground: Mask, field: Field, now: float) -> TableSight:
    inside = np.array([blob.inside for blob in blobs], np.float64).reshape(-1, len(field.names))
    busy = np.bincount(field.zones[moving > 0], minlength=len(field.names) + 1)[1:]
    other_px = np.bincount(field.zones[foreground > 0], minlength=len(field.names) + 1)[1:]
    under = (inside > 3).any(0)
    gone = _named(field, other_px > np.where(under, PILE_GONE, PILE_SEEN_GONE) * field.cards_px)
    hidden = under | (busy > BUSY * field.areas)
    recent = np.array([now - blob.moved_at < RESTING_AFTER for blob in blobs], bool)
    resting = hidden & ~(inside[recent] > 3).any(0) & (busy <= BUSY * field.areas)
    tips = {blob.tip for blob in blobs if now - blob.moved_at < RESTING_AFTER}
    return TableSight(
        hands=bool(blobs) or bool(np.count_nonzero(moving) > field.hand_px),
        covered=_named(field, hidden),
        resting=_named(field, resting),
        reached=frozenset(field.names[tip - 1] for tip in tips if tip),
        changed=tuple(zip(field.names, (other_px / field.areas).tolist(), strict=True)),
        bare=frozenset(name for name, _ in field.to_draws if name in gone),
    )


def _named(field: Field, chosen: NDArray[np.bool_]) -> frozenset[str]:
    return frozenset(name for name, yes in zip(field.names, chosen, strict=True) if yes)


def _learn(
    gate: Gate, small: Image, foreground: Mask, moving: Mask, blobs: Sequence[Blob], now: float, at: float
) -> tuple[NDArray[np.float32], Image]:
    """The table's look follows slow light; what has lain beside the zones for long becomes part of it."""
    rate = float(np.clip((at - gate.at) / LIGHT_FOLLOWED_IN, 0.0, 0.5))
    quiet = (_beneath(foreground | moving, blobs, gate.field) == 0).astype(np.uint8)
    table = np.asarray(cv2.accumulateWeighted(small, gate.table.copy(), rate, mask=quiet), np.float32)
    older = gate.older
    for blob in blobs:
        rested = now - blob.moved_at
        if rested > PUT_DOWN_AFTER and (rested > patience(blob) or _is_ghost(blob, small, gate)):
            taken = blob.mask if blob.is_arm else blob.mask & (gate.field.zones == 0)
            older = np.where(taken[..., None], _dimmed(table, np.ones(3, np.float32)), older)
            table[taken] = small[taken]
    return table, older


def _beneath(mask: Mask, blobs: Sequence[Blob], field: Field) -> Mask:
    """255 where something may lie that is not table: also where a hand hardly differs from what it hides, between the parts that do."""
    if not any(blob.is_arm for blob in blobs) or is_too_broad(mask, field):
        return mask
    width = max(3, round(GAP_IN_HAND * field.fingers_px)) | 1
    return np.asarray(cv2.morphologyEx(mask, cv2.MORPH_CLOSE, np.ones((width, width), np.uint8)), np.uint8)


def _is_ghost(blob: Blob, small: Image, gate: Gate) -> bool:
    """True where something is gone that lay there when the table was learned: the edges around it are remembered, not seen. Over a board
    the print tells: a hand that is there hides it, one that is gone hid it when the table was learned."""
    table, field = gate.table, gate.field
    over_board = bool(np.array(blob.inside, np.int64)[field.cells[1:]].sum() > field.hand_px)
    if over_board:
        inner = blob.mask & field.cells[field.zones]
        return gate.at - gate.start <= LEARNED_WITH_HAND and _more_edges(small, table, inner)
    contours, _ = cv2.findContours(blob.mask.astype(np.uint8), cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
    border = cv2.drawContours(np.zeros(blob.mask.shape, np.uint8), contours, -1, 1, 3)
    inner = (border > 0) & (cv2.erode(field.table, np.ones((7, 7), np.uint8)) > 0)
    return _more_edges(table, small, inner)


def _more_edges(one: Image | NDArray[np.float32], other: Image | NDArray[np.float32], where: NDArray[np.bool_]) -> bool:
    """Has one look of the table many more edges somewhere than another?"""
    here, there = (contrast_of(np.asarray(np.clip(look, 0, 255), np.uint8))[where].astype(int) for look in (one, other))
    return bool(np.count_nonzero(here > there + CRISP_EDGE) > 2 * np.count_nonzero(there > here + CRISP_EDGE))
