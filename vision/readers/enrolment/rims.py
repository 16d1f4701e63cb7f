"""Cards that were cut at their printed frame on some of their sides: beyond it lies a plain rim, and then the card's edge.

Makers print the rim as broad on all sides of all cards of a deck. So a line that follows a whole side lies everywhere equally far beyond
those sides that were cut at the frame; what else runs along a card, a board of the table or a zone of a mat, lies now nearer, now farther.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from vision.plane.quads import Quad
from vision.types import Image

RIM_MM = (1.5, 5.0)
"""How broad rims are. What lies nearer is the shadow of the card's own thickness, or its blurred edge."""
ALONG = (0.15, 0.85)
"""The part of a side along which its edge is looked for: corners are rounded."""
ACROSS, LEAST_STEP = 2, 24.0
"""Pixels to either side of an edge that are compared, and by how many grey levels they differ in some channel."""
STRAIGHT = 0.7
"""Part of the places along a side that must show at least half of that step."""
ALIKE = 0.25
"""Part of the usual rim by which that of a single side may seem to be another."""
LEAST_SIDES, MOST_OTHERS = 4, 0.25
"""Sides that must have been found with the same rim for it to be believed in, and the part of those with a line beyond whose lines may lie
elsewhere."""


def beyond_rims(pictures: Mapping[str, Image], quads: Mapping[str, Quad], card_mm: tuple[float, float]) -> dict[str, Quad]:
    """Where the edge of the cards lies of which a side was cut at a frame, by their names.

    `pictures`: of each card with what lies around it, its sides along those of the picture. `quads`: (4, 2) where it was cut in it, from its
    top left. `card_mm`: width and height of a card.
    """
    rims = {
        name: np.array([_rim_mm(picture, quads[name], side, card_mm) for side in range(4)])
        for name, picture in pictures.items()
    }
    every = np.concatenate([*rims.values(), np.zeros(0)])
    seen = every[every > 0]
    usual = _usual(seen)
    alike = np.abs(seen - usual) <= ALIKE * usual
    if alike.sum() < LEAST_SIDES or (~alike).sum() > MOST_OTHERS * len(seen):
        return {}
    cut_within = {name: np.abs(rim - usual) <= ALIKE * usual for name, rim in rims.items()}
    return {
        name: _moved_out(quads[name], np.where(sides, rims[name], 0.0), card_mm)
        for name, sides in cut_within.items()
        if sides.any()
    }


def _usual(rims: NDArray[Any]) -> float:
    """The rim with which most others agree; 0 without any."""
    agreeing = (np.abs(rims[:, None] - rims) <= ALIKE * rims[:, None]).sum(axis=1)
    return float(np.median(rims[agreeing == agreeing.max()])) if len(rims) else 0.0


def _rim_mm(picture: Image, quad: Quad, side: int, card_mm: tuple[float, float]) -> float:
    """How far beyond a side (top, right, bottom, left) a line follows all of it, in millimetres; 0 if none does."""
    height, width = picture.shape[:2]
    left, top = quad.min(axis=0)
    right, bottom = (width, height) - quad.max(axis=0) - 1
    across, beside = ((top, (left, right)), (right, (top, bottom)), (bottom, (left, right)), (left, (bottom, top)))[side]
    px_per_mm = _scale(quad, card_mm)[1 - side % 2]
    held = np.rot90(picture, side) if side != 2 else picture[::-1]  # the side becomes the top one
    length = held.shape[1] - sum(beside)
    start, end = (round(beside[0] + part * length) for part in ALONG)
    first = max(0, round(across - RIM_MM[1] * px_per_mm) - ACROSS)
    row = _line_in(held[first : round(across - RIM_MM[0] * px_per_mm) + ACROSS + 1, start:end].astype(np.float32))
    return 0.0 if row is None else (across - first - row) / px_per_mm


def _line_in(strip: NDArray[Any]) -> float | None:
    """The row at which the plainest line runs from end to end of a strip, (h, w, 3); None if none does."""
    if len(strip) <= 2 * ACROSS:
        return None
    differences = strip[2 * ACROSS :] - strip[: -2 * ACROSS]
    steps, rows = np.median(differences, axis=1), np.arange(len(differences))
    channel = np.abs(steps).argmax(axis=1)
    step = steps[rows, channel]
    straight = (differences[rows, :, channel] * np.sign(step)[:, None] >= np.abs(step)[:, None] / 2).mean(axis=1)
    good = (np.abs(step) >= LEAST_STEP) & (straight >= STRAIGHT)
    if not good.any():
        return None
    best = int(np.where(good, np.abs(step), 0.0).argmax())
    weight = np.where(np.abs(rows - best) <= 2 * ACROSS, np.maximum(step * np.sign(step[best]), 0.0), 0.0)
    return float((weight * rows).sum() / weight.sum()) + ACROSS


def _scale(quad: Quad, card_mm: tuple[float, float]) -> tuple[float, float]:
    """Pixels of a millimetre across and down."""
    across, down = np.ptp(quad, axis=0)
    return float(across) / card_mm[0], float(down) / card_mm[1]


def _moved_out(quad: Quad, rims: NDArray[Any], card_mm: tuple[float, float]) -> Quad:
    """The quad with its top, right, bottom and left sides so many millimetres farther out."""
    across, down = _scale(quad, card_mm)
    top, right, bottom, left = rims * np.array([down, across, down, across])
    return np.asarray(quad + np.array([[-left, -top], [right, -top], [right, bottom], [-left, bottom]]), np.float32)
