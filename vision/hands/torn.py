"""Arms that are seen in parts only: between cards of another colour a hand may look like the bare table that it lies on."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.hands.entries import WIDTH_OF_ARM, Entries
from vision.hands.field import Field, Mask
from vision.hands.hands import Blob, rooted

HELD_FOR = 1.0
"""Seconds for which what was part of an arm is taken for it though nothing joins it to it any more: as long as hands mostly stay at what they
do. What lies there for longer was laid."""

SEEN_WHOLE, MOSTLY = 0.15, 0.9
"""Seconds for which an arm is in one piece that does not look like the table, and how much of it that piece is at least, that would be seen
if it still lay there: what is left of it is what it laid."""


THIN = 0.17
"""Lengths of fingers (9 mm) below which nothing is a finger: the print of a card that was just laid is thinner, which differs from that of
the card below."""


@dataclass(frozen=True, slots=True, eq=False)
class Held:
    """Where one arm lies. `entry`: where it comes in, row and column in the small picture; `seen`: (h, w) float32, seconds at which each
    pixel was seen to be part of it last, minus infinity where none was; `whole`: the same while it was seen whole. `whole_since`: since when
    it has been in one piece, None if it is not."""

    entry: tuple[float, float]
    seen: NDArray[np.float32]
    whole: NDArray[np.float32]
    whole_since: float | None = None


def held_by(
    before: Sequence[Held],
    blobs: Sequence[Blob],
    entries: Entries,
    foreground: Mask,
    still: NDArray[np.bool_],
    now: float,
    field: Field,
) -> tuple[Held, ...]:
    """Where each of the arms lies that come in at `entries`: also what of it was to be seen just now, is no table and has not moved since,
    though nothing joins it to it any more. `still`: (h, w) where nothing moves. What another arm has laid that is gone is none of those that
    stay."""
    arms = rooted(blobs, entries)
    return tuple(_held(arm, _of_arm(arm.entry, before, field), foreground, still, now) for arm in arms if arm.entry is not None)


def _of_arm(entry: tuple[float, float], before: Sequence[Held], field: Field) -> Held | None:
    near = (one for one in before if math.dist(one.entry, entry) < WIDTH_OF_ARM * field.fingers_px)
    return min(near, key=lambda one: math.dist(one.entry, entry), default=None)


def _held(arm: Blob, before: Held | None, foreground: Mask, still: NDArray[np.bool_], now: float) -> Held:
    assert arm.entry is not None
    seen = np.full(arm.mask.shape, -np.inf, np.float32)
    whole, since = seen.copy() if before is None else before.whole.copy(), None
    if before is not None:
        stays = still & (foreground > 0) & (now - before.seen < HELD_FOR) & (now - whole >= HELD_FOR)
        seen[stays] = before.seen[stays]
    seen[arm.mask] = now
    if _in_one_piece(arm, foreground):
        since = now if before is None or before.whole_since is None else before.whole_since
        if now - since >= SEEN_WHOLE:
            whole[arm.mask] = now
    return Held(arm.entry, seen, whole, since)


def _in_one_piece(arm: Blob, foreground: Mask) -> bool:
    """Is an arm seen from where it comes in to its tips, and would be if it lay still?"""
    seen = np.where(arm.mask, foreground, np.uint8(0))
    if not arm.is_arm or not seen.any():
        return False
    parts = cv2.connectedComponentsWithStats(seen, connectivity=8)[2][1:, cv2.CC_STAT_AREA]
    return bool(parts.max() >= MOSTLY * np.count_nonzero(arm.mask))


def lying(held: Sequence[Held]) -> NDArray[np.bool_] | None:
    """(h, w) where arms lie, None for nowhere."""
    return np.any([one.seen > -np.inf for one in held], axis=0) if held else None


def hidden_by(held: Sequence[Held], blobs: Sequence[Blob], field: Field) -> NDArray[np.bool_]:
    """(n,) the zones over which an arm lies of which only parts are to be seen."""
    arms = lying(held)
    if arms is None:
        return np.zeros(len(field.names), np.bool_)
    torn = (arms & ~np.any([blob.mask for blob in blobs], axis=0)).astype(np.uint8)
    broad = cv2.morphologyEx(torn, cv2.MORPH_OPEN, np.ones((max(3, round(THIN * field.fingers_px)),) * 2, np.uint8)) > 0
    return np.asarray(np.bincount(field.zones[broad], minlength=len(field.names) + 1)[1:] >= field.hand_px, np.bool_)
