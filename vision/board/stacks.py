"""Two chips on one another, of one colour or two: together longer and larger than a chip.

An exact stack looks from above like its top chip; a stack off by an eighth of a cell or more is mostly told.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

Plane = NDArray[np.float32]
"""(h, w) float32: one channel of a picture of the board, or something measured at each of its pixels."""
Cell = tuple[int, int]
ChipSpot = tuple[float, float]
"""Row and column of a chip's middle in the picture of evidence."""


@dataclass(frozen=True, slots=True)
class StackLimits:
    """When covered pixels are more than one chip. Lengths and areas are in those of one chip."""

    min_stack_length: float = 1.1  # guess
    min_stack_area: float = 1.0  # a chip half hidden or touched by a neighbour seems longer, never larger; geometry
    min_stack_oval: float = 1.06  # length over width; unusually large chips stay round; guess
    patch_radii: float = 1.75  # looked at around a chip's middle; guess


STACKS = StackLimits()


def find_stacked_chips(coloured: Plane, chips: Mapping[Cell, ChipSpot], radii: ChipSpot) -> set[Cell]:
    """The chips that do not lie alone. `coloured`: (h, w) log likelihood of each pixel for a coloured chip. `chips`: all found
    chips. `radii`: of a chip, down and across, in pixels."""
    covered = np.asarray(1 / (1 + np.exp(-1.5 * np.clip(coloured, -3, 3))), np.float32)  # from evidence to certainty; guess
    return {cell for cell, spot in chips.items() if _is_stack(covered, spot, list(chips.values()), radii)}


def _is_stack(covered: Plane, spot: ChipSpot, chips: list[ChipSpot], radii: ChipSpot) -> bool:
    """True if the covered pixels around a chip are longer and larger than one chip. `covered`: (h, w) 0 to 1. `spot`: the
    chip's middle."""
    reaches = [STACKS.patch_radii * radius for radius in radii]
    window = [
        slice(max(0, int(v - reach)), min(size, int(v + reach) + 2))
        for v, reach, size in zip(spot, reaches, covered.shape, strict=True)
    ]
    down, across = (
        (np.arange(part.start, part.stop, dtype=np.float32) - v) / radius
        for part, v, radius in zip(window, spot, radii, strict=True)
    )
    weight = covered[window[0], window[1]] * (_squared_distance(down, across) < STACKS.patch_radii**2)
    left_out = 1.25  # radii left out around another chip's middle; guess
    for other in chips:
        off = [(v - own) / radius for v, own, radius in zip(other, spot, radii, strict=True)]
        if abs(off[0]) + abs(off[1]) > 0 and max(abs(off[0]), abs(off[1])) < STACKS.patch_radii + left_out:
            weight = weight * (_squared_distance(down - off[0], across - off[1]) > left_out**2)
    if float(weight.sum()) / (np.pi * radii[0] * radii[1]) <= STACKS.min_stack_area:
        return False
    length, width = _length_and_width(weight, down, across)
    return length > STACKS.min_stack_length and length > STACKS.min_stack_oval * width


def _squared_distance(down: NDArray[Any], across: NDArray[Any]) -> Plane:
    """(h, w) squared distance of each pixel from a chip's middle, in radii."""
    return np.asarray(down[:, None] ** 2 + across[None, :] ** 2, np.float32)


def _length_and_width(weight: NDArray[Any], down: NDArray[Any], across: NDArray[Any]) -> tuple[float, float]:
    """Length and width in those of one chip: twice the deviation of a disc is its radius."""
    rows, columns, total = weight.sum(axis=1), weight.sum(axis=0), weight.sum()
    y, x = float(rows @ down / total), float(columns @ across / total)
    yy, xx = rows @ down**2 / total - y * y, columns @ across**2 / total - x * x
    xy = down @ weight @ across / total - x * y
    mean, apart = (xx + yy) / 2, np.hypot((xx - yy) / 2, xy)
    return float(2 * np.sqrt(mean + apart)), float(2 * np.sqrt(max(mean - apart, 0.0)))
