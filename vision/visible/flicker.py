"""Flickering lamps: each picture put into the light of the remembered table.

A camera catches the light of a mains lamp at another moment in each frame, and a rolling shutter row after row. Whole frames are brighter
and darker by turns, or bands drift through the picture. Hands are told by change, so the flicker is taken away row by row. A switched lamp
and daylight change all rows to the same side, once: both are left alone.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.hands.motion import Background
from vision.types import Image


@dataclass(frozen=True, slots=True)
class FlickerLimits:
    """When a lamp flickers, and how its light is taken away."""

    min_swing: float = 0.012  # guess; part of its brightness by which most of a row changes; hands change less than half
    min_band_rows: float = 0.15  # guess; part of the rows that get brighter while as many get darker, where bands drift
    min_swinging_rows: float = 0.5  # guess; part of the rows that change to one side where the whole light swings
    lasts_s: float = 1.0  # guess; after its last swing a lamp still passes for flickering
    min_free_of_table: float = 0.4  # guess; part of the table without hands; else the light is new and all of it is judged


FLICKER = FlickerLimits()
COLUMN_STEP = 3  # every third column is looked at; a guess, for speed


@dataclass(frozen=True, slots=True, eq=False)
class Flicker:
    """What is known of the lamp."""

    last: NDArray[Any] | None = None  # (h, columns) grey levels of the last picture as it came, None before the first
    swing: int = 0  # 1 if most rows of the last picture had become brighter, -1 if darker, else 0
    until: float = float("-inf")  # seconds until which the lamp passes for flickering
    gains: NDArray[np.float32] | None = None  # (h, 1, 1) times that each row was brighter than remembered; None without flicker


def follow_flicker(
    flicker: Flicker, small: Image, background: Background | None, at: float
) -> tuple[Flicker, Image, Background | None]:
    """The flicker after another small picture, that picture in the background's light, and the background, None as long as none
    is learned. Once the lamp flickers no more the background is put into the light of the picture. `small`: (h, w, 3); `at`:
    seconds."""
    now = cv2.cvtColor(small, cv2.COLOR_BGR2GRAY)[:, ::COLUMN_STEP].astype(np.float32) + 1
    before = flicker.last if flicker.last is not None and flicker.last.shape == now.shape else now
    brighter = _part_of_rows(now > (1 + FLICKER.min_swing) * before)
    darker = _part_of_rows(now < (1 - FLICKER.min_swing) * before)
    swing = int(brighter > FLICKER.min_swinging_rows) - int(darker > FLICKER.min_swinging_rows)
    flickers = min(brighter, darker) > FLICKER.min_band_rows or swing * flicker.swing < 0
    after = Flicker(now, swing, at + FLICKER.lasts_s if flickers else flicker.until)
    if background is None or background.before.shape != small.shape or at > flicker.until + FLICKER.lasts_s:
        return after, small, background
    gains = _measure_row_gains(small, background)
    if at > after.until:
        return replace(after, until=float("-inf")), small, _brighten_background(background, gains)
    return replace(after, gains=gains), _multiply_picture(small, np.float32(1) / gains), background


def even_bands(image: Image, flicker: Flicker) -> Image:
    """A whole picture, (h, w, 3), without the bands of a lamp that flickers. Without flicker the picture comes back
    unchanged."""
    if flicker.gains is None:
        return image
    rows = cv2.resize(1 / flicker.gains.reshape(-1, 1), (1, image.shape[0]), interpolation=cv2.INTER_LINEAR)
    light = cv2.merge([cv2.repeat(rows, 1, image.shape[1])] * 3)
    return np.asarray(cv2.multiply(image, light, dtype=cv2.CV_8U), np.uint8)


def _part_of_rows(changed: NDArray[np.bool_]) -> float:
    """The part of the rows with more than half of their pixels changed. `changed`: (h, columns)."""
    return float((changed.mean(axis=1) > 0.5).mean())


def _measure_row_gains(small: Image, background: Background) -> NDArray[np.float32]:
    """(h, 1, 1) by how many times each row of `small` is brighter than remembered, judged by what no hand hid in the frame
    before. A row that is hidden from end to end is between its neighbours. 1 where all rows are hidden."""
    now = small[:, ::COLUMN_STEP].sum(axis=2, dtype=np.float32) + 24
    known = background.table[:, ::COLUMN_STEP].sum(axis=2) + np.float32(24)
    table = background.field.table[:, ::COLUMN_STEP] > 0
    free = table & (background.foreground[:, ::COLUMN_STEP] == 0)
    if np.count_nonzero(free) < FLICKER.min_free_of_table * np.count_nonzero(table):
        free = table  # the light is as new as if it had been switched
    ratios, counts = np.sort(np.where(free, now / known, np.inf), axis=1), free.sum(axis=1)
    rows = np.flatnonzero(counts >= 0.1 * free.shape[1])  # guess: fewer pixels do not tell a row's light
    if not len(rows):
        return np.ones((len(small), 1, 1), np.float32)
    medians = ratios[rows, (counts[rows] - 1) // 2]
    gains = np.interp(np.arange(len(small)), rows, medians).astype(np.float32)
    smooth = cv2.blur(cv2.medianBlur(gains.reshape(-1, 1), 5), (1, 9))  # bands are smooth over some rows
    most = 2.5  # guess: a row is no more times brighter or darker than remembered
    return np.asarray(np.clip(smooth, 1 / most, most).reshape(-1, 1, 1), np.float32)


def _multiply_picture(picture: Image, gains: NDArray[np.float32]) -> Image:
    return np.asarray(np.clip(picture * gains, 0, 255), np.uint8)


def _brighten_background(background: Background, gains: NDArray[np.float32]) -> Background:
    """The background in another light. `gains`: (h, 1, 1) times of each row."""
    table = np.clip(background.table * gains, 0, 255).astype(np.float32)
    older, before = (_multiply_picture(look, gains) for look in (background.older, background.before))
    return replace(background, table=table, older=older, before=before)
