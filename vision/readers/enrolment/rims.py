"""Cards cut at the printed frame on some of the sides: beyond the frame lies a plain rim, and next the card's edge.

Makers print the rim equally broad on all sides of all cards of a deck. A line along a whole side, at that distance, is the
edge. Other lines along a card, a board of the table or a zone of the mat, lie now nearer, now farther.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from vision.plane.quads import Quad
from vision.types import Image


@dataclass(frozen=True, slots=True)
class RimThresholds:
    """When a line beyond a side of a card is the card's edge."""

    rim_range_mm: tuple[float, float] = (1.5, 5.0)
    """broadth of rims: nearer lies the shadow of the card's thickness, or a blurred edge; guess."""
    step_px: int = 2  # to either side of an edge, compared; guess
    min_step_levels: float = 24.0  # grey levels, in some channel, between both sides of an edge; guess
    min_straight_part: float = 0.7  # of the places along a side that show at least half of the step; guess
    max_rim_gap_part: float = 0.25  # of the usual rim, for a single side's rim; guess
    min_sides: int = 4  # found with the same rim; guess


RIM_SEARCH = RimThresholds()


def find_edges_beyond_rims(
    pictures: Mapping[str, Image], quads: Mapping[str, Quad], card_mm: tuple[float, float]
) -> dict[str, Quad]:
    """The quads of the cards cut at a frame on some side, moved to the edge, by name. Other cards are left out; none if too few
    sides agree about the rim.

    `pictures`: each card with its surroundings, sides along those of the picture. `quads`: (4, 2) where cut, from the top left.
    `card_mm`: width and height of a card.
    """
    rims = {
        name: np.array([_measure_rim_mm(picture, quads[name], side, card_mm) for side in range(4)])
        for name, picture in pictures.items()
    }
    every = np.concatenate([*rims.values(), np.zeros(0)])
    seen = every[every > 0]
    if not len(seen):
        return {}
    agreeing = (np.abs(seen[:, None] - seen) <= RIM_SEARCH.max_rim_gap_part * seen[:, None]).sum(axis=1)
    usual = float(np.median(seen[agreeing == agreeing.max()]))
    alike = np.abs(seen - usual) <= RIM_SEARCH.max_rim_gap_part * usual
    if alike.sum() < RIM_SEARCH.min_sides:
        return {}
    cut_within = {name: np.abs(rim - usual) <= RIM_SEARCH.max_rim_gap_part * usual for name, rim in rims.items()}
    return {
        name: _move_sides_out(quads[name], np.where(sides, rims[name], 0.0), card_mm)
        for name, sides in cut_within.items()
        if sides.any()
    }


def _measure_rim_mm(picture: Image, quad: Quad, side: int, card_mm: tuple[float, float]) -> float:
    """The distance in millimetres of a line beside all of a side of the card `quad` (0 top, 1 right, 2 bottom, 3 left); 0
    without a line. `card_mm`: width and height of the card."""
    height, width = picture.shape[:2]
    left, top = quad.min(axis=0)
    right, bottom = (width, height) - quad.max(axis=0) - 1
    across, beside = ((top, (left, right)), (right, (top, bottom)), (bottom, (left, right)), (left, (bottom, top)))[side]
    px_per_mm = _measure_scale(quad, card_mm)[1 - side % 2]
    held = np.rot90(picture, side) if side != 2 else picture[::-1]  # the side becomes the top one
    length = held.shape[1] - sum(beside)
    start, end = (round(beside[0] + part * length) for part in (0.15, 0.85))  # corners are rounded
    first = max(0, round(across - RIM_SEARCH.rim_range_mm[1] * px_per_mm) - RIM_SEARCH.step_px)
    last = round(across - RIM_SEARCH.rim_range_mm[0] * px_per_mm) + RIM_SEARCH.step_px
    row = _find_line(held[first : last + 1, start:end].astype(np.float32))
    return 0.0 if row is None else (across - first - row) / px_per_mm


def _find_line(strip: NDArray[Any]) -> float | None:
    """The row of the plainest line from end to end of a strip, (h, w, 3); None without a line."""
    if len(strip) <= 2 * RIM_SEARCH.step_px:
        return None
    differences = strip[2 * RIM_SEARCH.step_px :] - strip[: -2 * RIM_SEARCH.step_px]
    steps, rows = np.median(differences, axis=1), np.arange(len(differences))
    channel = np.abs(steps).argmax(axis=1)
    step = steps[rows, channel]
    straight = (differences[rows, :, channel] * np.sign(step)[:, None] >= np.abs(step)[:, None] / 2).mean(axis=1)
    good = (np.abs(step) >= RIM_SEARCH.min_step_levels) & (straight >= RIM_SEARCH.min_straight_part)
    if not good.any():
        return None
    best = int(np.where(good, np.abs(step), 0.0).argmax())
    weight = np.where(np.abs(rows - best) <= 2 * RIM_SEARCH.step_px, np.maximum(step * np.sign(step[best]), 0.0), 0.0)
    return float((weight * rows).sum() / weight.sum()) + RIM_SEARCH.step_px


def _measure_scale(quad: Quad, card_mm: tuple[float, float]) -> tuple[float, float]:
    """Pixels per millimetre across and down."""
    across, down = np.ptp(quad, axis=0)
    return float(across) / card_mm[0], float(down) / card_mm[1]


def _move_sides_out(quad: Quad, rims: NDArray[Any], card_mm: tuple[float, float]) -> Quad:
    """The quad with the sides moved out by `rims`, millimetres for top, right, bottom and left."""
    across, down = _measure_scale(quad, card_mm)
    top, right, bottom, left = rims * np.array([down, across, down, across])
    return np.asarray(quad + np.array([[-left, -top], [right, -top], [right, bottom], [-left, bottom]]), np.float32)
