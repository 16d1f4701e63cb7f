"""Lamps that flicker: the light of a picture made that of the table as it is remembered.

A camera catches the light of a mains lamp at another moment in each frame, and a rolling shutter catches it row after row: whole frames are
brighter and darker by turns, or bands drift through them. Hands are told by what changes, so the change that is none is taken away row by
row. A lamp that is switched, and daylight, change all rows to one side and once: they are left as they are.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.hands.motion import Gate
from vision.types import Image

SWING = 0.012
"""Part of its brightness by which most of a row changes from frame to frame where a lamp flickers. Hands change less than half of a row."""
SOME_ROWS, MOST_ROWS = 0.15, 0.5
"""Part of the rows that become brighter while as many become darker, where bands drift through the picture; and that change to one side
where the whole light swings."""
LASTS = 1.0
"""Seconds after its last swing for which a lamp passes for flickering."""
SMOOTH = 9
"""Rows over which bands are smooth."""
LIMITS = (0.4, 2.5)
"""By how much a row may be brighter or darker than it is remembered."""
FREE, ANY_FREE = 0.1, 0.4
"""Part of a row that no hand may hide for its light to be judged, and of the table for hands to be what hides the rest."""
EVERY = 3
"""Each so many columns are looked at."""


@dataclass(frozen=True, slots=True, eq=False)
class Flicker:
    """`last`: (h, columns) grey levels of the last picture as it came, None before the first; `swing`: 1 if most of its rows had become
    brighter, -1 if darker, else 0; `until`: seconds until which the lamp passes for flickering. `gains`: (h, 1, 1) by how much each row of
    the last picture was brighter than the table is remembered; None where no lamp flickers."""

    last: NDArray[Any] | None = None
    swing: int = 0
    until: float = float("-inf")
    gains: NDArray[np.float32] | None = None


def steadied(flicker: Flicker, small: Image, gate: Gate | None, at: float) -> tuple[Flicker, Image, Gate | None]:
    """The flicker after one more small picture, that picture in the light of the gate's table, and the gate: in the light of the picture
    once the lamp flickers no more. `at`: seconds."""
    now = cv2.cvtColor(small, cv2.COLOR_BGR2GRAY)[:, ::EVERY].astype(np.float32) + 1
    before = flicker.last if flicker.last is not None and flicker.last.shape == now.shape else now
    brighter, darker = _rows_most_of(now > (1 + SWING) * before), _rows_most_of(now < (1 - SWING) * before)
    swing = int(brighter > MOST_ROWS) - int(darker > MOST_ROWS)
    flickers = min(brighter, darker) > SOME_ROWS or swing * flicker.swing < 0
    after = Flicker(now, swing, at + LASTS if flickers else flicker.until)
    if gate is None or gate.before.shape != small.shape or at > flicker.until + LASTS:
        return after, small, gate
    gains = _row_gains(small, gate)
    if at > after.until:
        return replace(after, until=float("-inf")), small, _in_light(gate, gains)
    return replace(after, gains=gains), _times(small, np.float32(1) / gains), gate


def _rows_most_of(changed: NDArray[np.bool_]) -> float:
    """The part of the rows of which more than half changed so."""
    return float((changed.mean(axis=1) > 0.5).mean())


def evened(image: Image, flicker: Flicker) -> Image:
    """A whole picture without the bands of a lamp that flickers."""
    if flicker.gains is None:
        return image
    rows = cv2.resize(1 / flicker.gains.reshape(-1, 1), (1, image.shape[0]), interpolation=cv2.INTER_LINEAR)
    light = cv2.merge([cv2.repeat(rows, 1, image.shape[1])] * 3)
    return np.asarray(cv2.multiply(image, light, dtype=cv2.CV_8U), np.uint8)


def _row_gains(small: Image, gate: Gate) -> NDArray[np.float32]:
    """(h, 1, 1) by how much each row of the table is brighter than it is remembered, judged by what no hand hid in the frame before; what
    is hidden from end to end is between its neighbours."""
    now, known = small[:, ::EVERY].sum(axis=2, dtype=np.float32) + 24, gate.table[:, ::EVERY].sum(axis=2) + np.float32(24)
    table = gate.field.table[:, ::EVERY] > 0
    free = table & (gate.foreground[:, ::EVERY] == 0)
    if np.count_nonzero(free) < ANY_FREE * np.count_nonzero(table):  # the light is as new as if it had been switched
        free = table
    ratios, counts = np.sort(np.where(free, now / known, np.inf), axis=1), free.sum(axis=1)
    rows = np.flatnonzero(counts >= FREE * free.shape[1])
    if not len(rows):
        return np.ones((len(small), 1, 1), np.float32)
    medians = ratios[rows, (counts[rows] - 1) // 2]
    gains = np.interp(np.arange(len(small)), rows, medians).astype(np.float32)
    smooth = cv2.blur(cv2.medianBlur(gains.reshape(-1, 1), 5), (1, SMOOTH))
    return np.asarray(np.clip(smooth, *LIMITS).reshape(-1, 1, 1), np.float32)


def _times(picture: Image, gains: NDArray[np.float32]) -> Image:
    return np.asarray(np.clip(picture * gains, 0, 255), np.uint8)


def _in_light(gate: Gate, gains: NDArray[np.float32]) -> Gate:
    """The gate that remembers the table in another light."""
    table = np.clip(gate.table * gains, 0, 255).astype(np.float32)
    return replace(gate, table=table, older=_times(gate.older, gains), before=_times(gate.before, gains))
