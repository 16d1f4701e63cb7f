"""Arms that are seen in parts only: between cards of another colour a hand may look like the bare table that it lies on."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from vision.table.field import Field, Mask
from vision.table.hands import WIDTH_OF_ARM, Blob, Entries, rooted

HELD_FOR = 1.0
"""Seconds for which what was part of an arm is taken for it though nothing joins it to it any more: as long as hands mostly stay at what they
do. What lies there for longer was laid."""


@dataclass(frozen=True, slots=True, eq=False)
class Held:
    """Where one arm lies. `entry`: where it comes in, row and column in the small picture; `seen`: (h, w) float32, seconds at which each
    pixel was seen to be part of it last, minus infinity where none was."""

    entry: tuple[float, float]
    seen: NDArray[np.float32]


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
    if before is not None:
        stays = still & (foreground > 0) & (now - before.seen < HELD_FOR)
        seen[stays] = before.seen[stays]
    seen[arm.mask] = now
    return Held(arm.entry, seen)


def hidden_by(held: Sequence[Held], blobs: Sequence[Blob], field: Field) -> NDArray[np.bool_]:
    """(n,) the zones over which an arm lies of which only parts are to be seen."""
    if not held:
        return np.zeros(len(field.names), np.bool_)
    torn = np.any([one.seen > -np.inf for one in held], axis=0) & ~np.any([blob.mask for blob in blobs], axis=0)
    return np.asarray(np.bincount(field.zones[torn], minlength=len(field.names) + 1)[1:] >= field.hand_px, np.bool_)
