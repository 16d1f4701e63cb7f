"""Are the pips of a card in the places for the face? Makers differ in indices; the pips of a two to a ten stand alike everywhere."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.cards.candidates import CARD_CROP_PX
from vision.channels import least_channel
from vision.readers.french_print.crops import balance_white
from vision.types import Image

_FOUR = tuple((x, y) for x in (0.3, 0.7) for y in (0.19, 0.81))
_SIX = (*_FOUR, (0.3, 0.5), (0.7, 0.5))
_EIGHT_BESIDE = (*_FOUR, *((x, y) for x in (0.3, 0.7) for y in (0.4, 0.6)))
PIPS: dict[str, tuple[tuple[float, float], ...]] = {
    "2": ((0.5, 0.19), (0.5, 0.81)),
    "3": ((0.5, 0.19), (0.5, 0.5), (0.5, 0.81)),
    "4": _FOUR,
    "5": (*_FOUR, (0.5, 0.5)),
    "6": _SIX,
    "7": (*_SIX, (0.5, 0.345)),
    "8": (*_SIX, (0.5, 0.345), (0.5, 0.655)),
    "9": (*_EIGHT_BESIDE, (0.5, 0.5)),
    "T": (*_EIGHT_BESIDE, (0.5, 0.295), (0.5, 0.705)),
}
"""By rank the middles of the pips, in parts of an upright card. Aces have ornaments, courts no pips."""

_ALSO: dict[str, tuple[tuple[float, float], ...]] = {"8": _EIGHT_BESIDE}
"""Other makers' pips: an eight in four rows."""
_BETWEEN = tuple(
    (x, y) for x, rows in ((0.3, (0.295, 0.5, 0.705)), (0.5, (0.4, 0.5, 0.6)), (0.7, (0.295, 0.5, 0.705))) for y in rows
)
"""Middles of gaps where a ten shows paper between pips, and a court hardly does."""

_EVERYWHERE = tuple(dict.fromkeys(place for places in PIPS.values() for place in places))


@dataclass(frozen=True, slots=True)
class PipPlaceThresholds:
    """When a pip is missing or surplus. Pixels are of a crop of `CARD_CROP_PX`, ink from 0 to 1."""

    max_gap_ink: float = 0.3  # in a gap; guess
    pip_tolerance_px: tuple[int, int] = (8, 11)  # across and down, by which makers' pips differ in place; guess
    min_apart_px: tuple[int, int] = (20, 36)  # across and down, from all pips of the face, for a place to be surplus; guess
    min_pip_ink: float = 0.35  # at a pip; guess
    max_blank_ink: float = 0.55  # where the face has no pip; guess
    min_card_ink_part: float = 0.1  # of a card: where light ate the pips nothing can be said; guess


PIP_PLACE = PipPlaceThresholds()


def count_misplaced(crop: Image, rank: str) -> int:
    """The number of missing and surplus pips of `rank`, a letter, in a rectified card, `crop` (280, 200, 3), either way up; of a
    ten also inked gaps. 0 for ranks without pips and where light leaves no ink."""
    if rank not in PIPS:
        return 0
    # paper has a grey level of 205 and more, full ink is 70 levels darker
    ink = np.clip((205 - least_channel(balance_white(crop)).astype(np.float32)) / 70, 0, 1)
    if float(ink[28:-28, 40:-40].mean()) < PIP_PLACE.min_card_ink_part:
        return 0
    seen = np.asarray(cv2.blur(ink, (13, 13)))  # the middle of a pip
    if rank == "T":
        return _count_in_layout(seen, PIPS[rank]) + _count_closed_gaps(ink)
    counts = [_count_in_layout(way, PIPS[rank]) for way in (seen, seen[::-1, ::-1])]
    if rank in _ALSO:  # in an unusual layout a misplaced pip counts as two
        counts += [2 * _count_in_layout(way, _ALSO[rank]) for way in (seen, seen[::-1, ::-1])]
    return min(counts)


def _count_closed_gaps(ink: NDArray[Any]) -> int:
    """The number of gaps between the pips of a ten that are inked all over, as on a court."""
    fine = np.asarray(cv2.blur(ink, (5, 5)))  # a gap between pips is no wider
    return sum(bool(_cut_around(fine, place).min() > PIP_PLACE.max_gap_ink) for place in _BETWEEN)


def _count_in_layout(seen: NDArray[Any], places: tuple[tuple[float, float], ...]) -> int:
    """The number of pips missing at `places`, and of pips at other ranks' places. `seen`: (280, 200) ink, 0 to 1, blurred."""
    missing = sum(bool(_cut_around(seen, place).max() < PIP_PLACE.min_pip_ink) for place in places)
    free = [place for place in _EVERYWHERE if all(_is_apart(place, other) for other in places)]
    return missing + sum(bool(np.median(_cut_around(seen, place)) > PIP_PLACE.max_blank_ink) for place in free)


def _is_apart(a: tuple[float, float], b: tuple[float, float]) -> bool:
    return (
        abs(a[0] - b[0]) * CARD_CROP_PX[0] > PIP_PLACE.min_apart_px[0]
        or abs(a[1] - b[1]) * CARD_CROP_PX[1] > PIP_PLACE.min_apart_px[1]
    )


def _cut_around(seen: NDArray[Any], place: tuple[float, float]) -> NDArray[Any]:
    """The part of (280, 200) `seen` where a pip may stand. `place`: the pip's middle, in parts of the card."""
    x, y = round(place[0] * CARD_CROP_PX[0]), round(place[1] * CARD_CROP_PX[1])
    return seen[
        y - PIP_PLACE.pip_tolerance_px[1] : y + PIP_PLACE.pip_tolerance_px[1] + 1,
        x - PIP_PLACE.pip_tolerance_px[0] : x + PIP_PLACE.pip_tolerance_px[0] + 1,
    ]
