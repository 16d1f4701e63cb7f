"""How what has the outline of a card looks beside the table around it, and beside other cards."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.plane.quads import UNIT, Quad, cut_out, drawn_to
from vision.types import Image

HOLLOW, FLAT = 0.08, 0.12
"""How much what lies within an outline differs in colour from what lies around it, and from place to place, at most, if nothing lies there
and the outline is printed on the table: as parts of how bright the brighter of the two is, for a dim lamp dims all differences."""
LINE = 0.12
"""Part of its sides by which an outline's own line may lie within it or around it."""
AROUND = 0.25
"""How much of what lies around a card it is compared with, in its sides."""
FINE, FINELY = 1.5, 2.0
"""Pixels of a crop 70 wide within which print is fine, and what it counts for beside colour."""
DARKEST = 0.08
"""How bright, 0 to 1, what is darker still is held to be: there the camera's noise differs as much."""
LIGHT = 0.25
"""What brightness counts for in how a card looks."""


def measure_tint(image: Image, quad: Quad) -> NDArray[np.float64]:
    """(7,) how a card looks, hardly changed by a lamp that falls off over the table: its colour, how much it changes within it, and, for
    little, how bright it is."""
    pixels = cut_out(image, quad, (40, 56)).reshape(-1, 3) / 255
    mean = pixels.mean(axis=0) + 1e-3
    return np.concatenate([mean / mean.sum(), pixels.std(axis=0) / mean, [LIGHT * mean.mean()]])


def measure_contrast(image: Image, quad: Quad) -> float:
    """How much a card differs from what lies around it in colour, in how much that changes, and in fine print, as a part of the brighter of
    the two: a plank of the table lies among others, and a back on a cloth may have the cloth's colours."""
    crop, inside = _cut_with_surroundings(image, quad)
    crop = crop / max(DARKEST, float(crop[inside].mean()), float(crop[~inside].mean()))
    within, around = crop[inside], crop[~inside]
    fine = np.abs(crop - cv2.GaussianBlur(crop, (0, 0), FINE)).mean(axis=2)
    colour = np.linalg.norm(within.mean(axis=0) - around.mean(axis=0)) + np.linalg.norm(within.std(axis=0) - around.std(axis=0))
    return float(colour + FINELY * abs(fine[inside].mean() - fine[~inside].mean()))


def is_hollow(image: Image, quad: Quad) -> bool:
    """Is there nothing within this outline that is not around it? Playmats have outlines of cards printed on them."""
    crop, inside = _cut_with_surroundings(image, quad, LINE)
    _, around = _cut_with_surroundings(image, quad, -LINE)
    within, beside = cv2.GaussianBlur(crop, (0, 0), 1.5)[inside], np.median(crop[~around], axis=0)
    bright = max(DARKEST, float(within.mean()), float(beside.mean()))
    differs = float(np.linalg.norm(within.mean(axis=0) - beside))
    return differs < HOLLOW * bright and float(np.linalg.norm(within.std(axis=0))) < FLAT * bright


def _cut_with_surroundings(image: Image, quad: Quad, line: float = 0.0) -> tuple[NDArray[np.float64], NDArray[np.bool_]]:
    """A quad with what lies around it, (98, 70, 3) each channel 0 to 1, and what of it is within, (98, 70): by so much of its sides."""
    around = drawn_to(quad, UNIT + (UNIT - 0.5) * np.float32(2 * AROUND))
    crop = cut_out(image, around, (70, 98)).astype(np.float64) / 255
    inside = np.zeros(crop.shape[:2], bool)
    rim = (AROUND + line) / (1 + 2 * AROUND)
    inside[round(98 * rim) : round(98 * (1 - rim)), round(70 * rim) : round(70 * (1 - rim))] = True
    return crop, inside


def largest_tint_difference(tints: Sequence[NDArray[np.float64]]) -> float:
    """How much cards differ in how they look, at most."""
    return max(float(np.linalg.norm(one - other)) for one, other in combinations(tints, 2))


def measure_yellowness(image: Image, quads: Sequence[Quad]) -> float:
    """How yellow these cards are on the whole."""
    blue, _, red, *_ = np.mean([measure_tint(image, quad) for quad in quads], axis=0)
    return float(red - blue)
