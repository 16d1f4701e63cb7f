"""Looks of a card's outline against the table around it, and against other cards."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.plane.quads import UNIT, Quad, cut_out, project_from_quad
from vision.types import Image


@dataclass(frozen=True, slots=True)
class LooksLimits:
    """When an outline has nothing inside, and what counts in looks."""

    max_hollow_change: float = 0.12
    """Of colour inside and around, and from place to place inside, as share of the brighter: a dim lamp dims differences; guess."""
    one_way_change: float = 0.12  # of a print with a top, upside down, as share of its brightness; guess


LOOKS = LooksLimits()

AROUND = 0.25
"""Surroundings a card is compared with, in its sides; guess."""


def measure_card_tint(image: Image, quad: Quad) -> NDArray[np.float64]:
    """(7,) looks of a card, nearly untouched by uneven light: its colour, how much the colour changes, and, for little,
    brightness."""
    pixels = cut_out(image, quad, (40, 56)).reshape(-1, 3) / 255
    mean = pixels.mean(axis=0) + 1e-3
    # brightness counts little: light is uneven; guess
    return np.concatenate([mean / mean.sum(), pixels.std(axis=0) / mean, [0.25 * mean.mean()]])


def measure_one_way_print(image: Image, quad: Quad) -> float:
    """How much a card looks otherwise upside down: 0 for a back, which looks the same, about 1 and more for print that has a top.
    `quad`: of the card in the picture."""
    crop = cv2.GaussianBlur(cut_out(image, quad, (40, 56)), (0, 0), 2.0).astype(np.float64)[6:-6, 5:-5]
    away = np.abs(crop - crop[::-1, ::-1]).mean() / max(1.0, float(crop.mean()))
    return float(away / LOOKS.one_way_change)


def measure_standing_out(image: Image, quad: Quad) -> float:
    """Difference of a card from its surroundings in colour, change and fine print, as a share of the brighter: planks lie among
    planks, and a back may have the cloth's colours. `quad`: of the card in the picture."""
    crop, inside = _cut_with_surroundings(image, quad)
    crop = crop / max(1e-6, float(crop[inside].mean()), float(crop[~inside].mean()))
    within, around = crop[inside], crop[~inside]
    # pixels: finer print counts, in a crop 70 wide; guess
    fine = np.abs(crop - cv2.GaussianBlur(crop, (0, 0), 1.5)).mean(axis=2)
    colour = np.linalg.norm(within.mean(axis=0) - around.mean(axis=0)) + np.linalg.norm(within.std(axis=0) - around.std(axis=0))
    return float(colour + 2.0 * abs(fine[inside].mean() - fine[~inside].mean()))  # print beside colour; guess


def is_hollow(image: Image, quad: Quad) -> bool:
    """True if nothing inside the outline differs from the surroundings: playmats have outlines of cards printed on them.
    `quad`: the outline in the picture."""
    line = 0.12  # sides: the outline's own line is left out inside and around; guess
    crop, inside = _cut_with_surroundings(image, quad, line)
    _, around = _cut_with_surroundings(image, quad, -line)
    within, beside = cv2.GaussianBlur(crop, (0, 0), 1.5)[inside], np.median(crop[~around], axis=0)
    most = LOOKS.max_hollow_change * max(float(within.mean()), float(beside.mean()))
    differs = float(np.linalg.norm(within.mean(axis=0) - beside))
    return differs <= most and float(np.linalg.norm(within.std(axis=0))) <= most


def _cut_with_surroundings(image: Image, quad: Quad, line: float = 0.0) -> tuple[NDArray[np.float64], NDArray[np.bool_]]:
    """(98, 70, 3) a quad with its surroundings, each channel 0 to 1, and (98, 70) True inside. `line`: share of the sides added
    to the inside's border."""
    around = project_from_quad(quad, UNIT + (UNIT - 0.5) * np.float32(2 * AROUND))
    crop = cut_out(image, around, (70, 98)).astype(np.float64) / 255
    inside = np.zeros(crop.shape[:2], bool)
    rim = (AROUND + line) / (1 + 2 * AROUND)
    inside[round(98 * rim) : round(98 * (1 - rim)), round(70 * rim) : round(70 * (1 - rim))] = True
    return crop, inside


def largest_tint_difference(tints: Sequence[NDArray[np.float64]]) -> float:
    """Largest difference between the looks of two cards. `tints`: two or more, see `measure_card_tint`. Raises `ValueError`
    for fewer."""
    return max(float(np.linalg.norm(one - other)) for one, other in combinations(tints, 2))


def measure_yellowness(image: Image, quads: Sequence[Quad]) -> float:
    """How yellow these cards are: red less blue."""
    blue, _, red, *_ = np.mean([measure_card_tint(image, quad) for quad in quads], axis=0)
    return float(red - blue)
