"""Two chips on one another, of one colour or not: what they cover together is longer and larger than a chip.

A stack that is laid exactly looks from above like the chip on top; one that is off by an eighth of a cell or more is mostly told.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

Plane = NDArray[np.float32]
"""(h, w) float32: one channel of a picture of the board, or something measured at each of its pixels."""
Cell = tuple[int, int]
ChipSpot = tuple[float, float]
"""Row and column of a chip's middle in the picture of evidence."""

TWO_CHIPS_LONG = 1.1
"""How many times longer than a chip is what two of them cover together."""
LARGE = 1.0
"""How many times larger. A chip that is partly hidden or whose neighbour touches it seems longer, but never larger."""
OVAL = 1.06
"""How many times longer than wide it is. Chips that are larger than was said stay round."""
AROUND = 1.75
"""How far about a chip's middle, in radii, its patch is looked at."""
BESIDE = 1.25
"""How far about its middle, in radii, another chip is left out of it."""
COVER_STEEPNESS = 1.5
"""How fast evidence becomes certainty that a pixel is covered."""


def find_stacked_chips(coloured: Plane, chips: Mapping[Cell, ChipSpot], radii: ChipSpot) -> set[Cell]:
    """The chips that are not alone. `coloured`: (h, w) by how much each pixel speaks for a coloured chip, log likelihood.

    `chips`: where all that were found lie; `radii`: of a chip, down and across, in pixels.
    """
    covered = np.asarray(1 / (1 + np.exp(-COVER_STEEPNESS * np.clip(coloured, -3, 3))), np.float32)
    return {cell for cell, spot in chips.items() if _is_stack(covered, spot, list(chips.values()), radii)}


def _is_stack(covered: Plane, spot: ChipSpot, chips: list[ChipSpot], radii: ChipSpot) -> bool:
    window = [_window_around(v, AROUND * radius, size) for v, radius, size in zip(spot, radii, covered.shape, strict=True)]
    down, across = (
        (np.arange(part.start, part.stop, dtype=np.float32) - v) / radius
        for part, v, radius in zip(window, spot, radii, strict=True)
    )
    weight = covered[window[0], window[1]] * (_squared_distance(down, across) < AROUND**2)
    for other in chips:
        off = [(v - own) / radius for v, own, radius in zip(other, spot, radii, strict=True)]
        if abs(off[0]) + abs(off[1]) > 0 and max(abs(off[0]), abs(off[1])) < AROUND + BESIDE:
            weight = weight * (_squared_distance(down - off[0], across - off[1]) > BESIDE**2)
    if _area_in_chips(weight, radii) <= LARGE:
        return False
    length, width = _length_and_width(weight, down, across)
    return length > TWO_CHIPS_LONG and length > OVAL * width


def _window_around(at: float, reach: float, size: int) -> slice:
    return slice(max(0, int(at - reach)), min(size, int(at + reach) + 2))


def _squared_distance(down: NDArray[Any], across: NDArray[Any]) -> Plane:
    return np.asarray(down[:, None] ** 2 + across[None, :] ** 2, np.float32)


def _area_in_chips(weight: NDArray[Any], radii: ChipSpot) -> float:
    """Against that of one chip."""
    return float(weight.sum()) / (np.pi * radii[0] * radii[1])


def _length_and_width(weight: NDArray[Any], down: NDArray[Any], across: NDArray[Any]) -> tuple[float, float]:
    """Length and width, against a chip's: twice the deviation of a disc is its radius."""
    rows, columns, total = weight.sum(axis=1), weight.sum(axis=0), weight.sum()
    y, x = float(rows @ down / total), float(columns @ across / total)
    yy, xx = rows @ down**2 / total - y * y, columns @ across**2 / total - x * x
    xy = down @ weight @ across / total - x * y
    mean, apart = (xx + yy) / 2, np.hypot((xx - yy) / 2, xy)
    return float(2 * np.sqrt(mean + apart)), float(2 * np.sqrt(max(mean - apart, 0.0)))
