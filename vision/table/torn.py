"""Arms that are seen in parts only: between cards of another colour a hand may look like the bare table that it lies on."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from vision.table.field import Field, Mask
from vision.table.hands import Blob

BUSY = 0.02
"""Part of a zone in which something moves from which on it is hidden."""


def held_by(
    before: NDArray[np.bool_] | None, arms: Sequence[NDArray[np.bool_]], foreground: Mask, still: NDArray[np.bool_]
) -> NDArray[np.bool_] | None:
    """(h, w): where `arms` lie, None where there is none: also what of them was to be seen just now, is no table and has not moved since,
    though nothing joins it to them any more. `still`: where nothing moves, nor in the same zone: what a hand that leaves has laid there may
    look like it in places."""
    if not arms:
        return None
    held = np.any(arms, axis=0)
    return np.asarray(held if before is None else held | (before & still & (foreground > 0)), np.bool_)


def hidden_by(held: NDArray[np.bool_] | None, blobs: Sequence[Blob], field: Field) -> NDArray[np.bool_]:
    """(n,) the zones over which an arm lies of which only parts are to be seen."""
    if held is None:
        return np.zeros(len(field.names), np.bool_)
    torn = held & ~np.any([blob.mask for blob in blobs], axis=0)
    return np.asarray(np.bincount(field.zones[torn], minlength=len(field.names) + 1)[1:] >= field.hand_px, np.bool_)


def still_zones(moving: Mask, field: Field) -> NDArray[np.bool_]:
    """(h, w): what lies in no zone in which much moves."""
    busy = np.bincount(field.zones[moving > 0], minlength=len(field.names) + 1) > np.append(0, BUSY * field.areas)
    busy[0] = False
    return np.asarray(~busy[field.zones], np.bool_)
