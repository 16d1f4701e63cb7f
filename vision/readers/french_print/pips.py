"""Are the pips of a card where its face has them? Makers differ in their indices; the pips of a two to a ten stand alike with all."""

from __future__ import annotations

from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.cards.candidates import CROP
from vision.channels import least_channel
from vision.readers.french_print.crops import white_balanced
from vision.types import Image

_LEFT, _MIDDLE, _RIGHT = 0.3, 0.5, 0.7
_TOP, _BOTTOM = 0.19, 0.81
_FOUR = tuple((x, y) for x in (_LEFT, _RIGHT) for y in (_TOP, _BOTTOM))
_SIX = (*_FOUR, (_LEFT, 0.5), (_RIGHT, 0.5))
_EIGHT_BESIDE = (*_FOUR, *((x, y) for x in (_LEFT, _RIGHT) for y in (0.4, 0.6)))
PIPS: dict[str, tuple[tuple[float, float], ...]] = {
    "2": ((_MIDDLE, _TOP), (_MIDDLE, _BOTTOM)),
    "3": ((_MIDDLE, _TOP), (_MIDDLE, 0.5), (_MIDDLE, _BOTTOM)),
    "4": _FOUR,
    "5": (*_FOUR, (_MIDDLE, 0.5)),
    "6": _SIX,
    "7": (*_SIX, (_MIDDLE, 0.345)),
    "8": (*_SIX, (_MIDDLE, 0.345), (_MIDDLE, 0.655)),
    "9": (*_EIGHT_BESIDE, (_MIDDLE, 0.5)),
    "T": (*_EIGHT_BESIDE, (_MIDDLE, 0.295), (_MIDDLE, 0.705)),
}
"""By rank where the middles of its pips are, in parts of an upright card. Aces have ornaments, courts none of this."""

_ALSO: dict[str, tuple[tuple[float, float], ...]] = {"8": _EIGHT_BESIDE}
"""Where some makers put them instead: an eight in four rows."""
_BETWEEN = tuple(
    (x, y) for x, rows in ((0.3, (0.295, 0.5, 0.705)), (0.5, (0.4, 0.5, 0.6)), (0.7, (0.295, 0.5, 0.705))) for y in rows
)
"""Where a ten shows paper between its pips, and a court hardly does."""

_EVERYWHERE = tuple(dict.fromkeys(place for places in PIPS.values() for place in places))
_PALE, _DARK = 205, 70
"""Grey level of paper, and by how much darker ink is."""
_CORE = 13
"""Side in pixels of the middle of a pip in a crop."""
_GAP, _CLOSED = 5, 0.3
"""Side in pixels within which a gap between pips is paper, and the ink above which it is none."""
_NEAR = (8, 11)
"""Pixels by which makers' pips stand elsewhere, across and down."""
_APART = (20, 36)
"""Pixels from which on a place is none of a pip that belongs there."""
_BLANK, _INKED = 0.35, 0.55
"""Ink below which there is no pip, and above which there is something."""
LEAST_INK = 0.1
"""Part of a card that ink covers at least: where light has eaten the pips nothing can be said."""


def misplaced(crop: Image, rank: str) -> int:
    """How many pips of that rank are missing in a rectified card (280, 200, 3), either way up, and how many are too many, of a ten also the
    inked gaps between them; 0 for ranks that have none and where the light leaves no ink to judge by."""
    if rank not in PIPS:
        return 0
    ink = np.clip((_PALE - least_channel(white_balanced(crop)).astype(np.float32)) / _DARK, 0, 1)
    if float(ink[28:-28, 40:-40].mean()) < LEAST_INK:
        return 0
    seen = np.asarray(cv2.blur(ink, (_CORE, _CORE)))
    if rank == "T":
        return _misplaced(seen, PIPS[rank]) + _closed(ink)
    return min(_misplaced_anyhow(way, rank) for way in (seen, seen[::-1, ::-1]))


def _misplaced_anyhow(seen: NDArray[Any], rank: str) -> int:
    """The same of one way up. What is not as most makers have it must be just as the others do: one pip off counts as two."""
    usual = _misplaced(seen, PIPS[rank])
    return min(usual, 2 * _misplaced(seen, _ALSO[rank])) if rank in _ALSO else usual


def _closed(ink: NDArray[Any]) -> int:
    """How many of the gaps between the pips of a ten are inked all over, as on a court."""
    fine = np.asarray(cv2.blur(ink, (_GAP, _GAP)))
    return sum(bool(_around(fine, place).min() > _CLOSED) for place in _BETWEEN)


def _misplaced(seen: NDArray[Any], places: tuple[tuple[float, float], ...]) -> int:
    missing = sum(bool(_around(seen, place).max() < _BLANK) for place in places)
    free = [place for place in _EVERYWHERE if all(_are_apart(place, other) for other in places)]
    return missing + sum(bool(np.median(_around(seen, place)) > _INKED) for place in free)


def _are_apart(a: tuple[float, float], b: tuple[float, float]) -> bool:
    return abs(a[0] - b[0]) * CROP[0] > _APART[0] or abs(a[1] - b[1]) * CROP[1] > _APART[1]


def _around(seen: NDArray[Any], place: tuple[float, float]) -> NDArray[Any]:
    x, y = round(place[0] * CROP[0]), round(place[1] * CROP[1])
    return seen[y - _NEAR[1] : y + _NEAR[1] + 1, x - _NEAR[0] : x + _NEAR[0] + 1]
