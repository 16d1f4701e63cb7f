"""A card bleached by a lamp, printed anew: paper made even, and the rest of the ink as dark as ink.

A mirrored lamp adds light to the card, unevenly. The print left over is a part of the paper's light. Raised to the power that
makes the darkest print around as dark as ink, the print has shape and hue back.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.readers.french_print.crops import measure_paper_light
from vision.types import Image


@dataclass(frozen=True, slots=True)
class BleachThresholds:
    """When a card is bleached, and how dark the new print is."""

    ink_part: float = 0.25  # of the paper's light, left by ink; guess
    max_print_part: float = 0.8  # of the paper's light: print is darker; guess
    max_readable_ink_part: float = 0.35  # cards readable only when printed anew had 0.4 and more; measured by bench_photos.py


BLEACHED = BleachThresholds()


def is_bleached(crop: Image) -> bool:
    """Is the ink of a rectified card, `crop` (280, 200, 3), pale enough for printing anew? The darkest tenth of the print
    tells; a crop without print is bleached."""
    light = cv2.resize(crop, None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA).astype(np.float32) + 1
    part = (light / measure_paper_light(light, 9 // 2)).min(axis=2)  # at half the size, half as far to paper
    ink = part[part < BLEACHED.max_print_part]
    return not len(ink) or float(np.percentile(ink, 10)) > BLEACHED.max_readable_ink_part


def reprint_card(crop: Image) -> Image:
    """The rectified card `crop`, (280, 200, 3), without the veil of a mirrored lamp, as far as the veil shows."""
    light = crop.astype(np.float32) + 1
    part = np.clip(light / measure_paper_light(light, 9), 0.02, 1)
    power = np.clip(np.log(BLEACHED.ink_part) / np.minimum(_find_darkest(part), -1e-3), 1, 8)  # beyond 8 noise looks like ink
    return np.asarray(240.0 * part ** power[..., None], np.uint8)  # paper is printed anew in a grey of 240


def _find_darkest(part: NDArray[Any]) -> NDArray[Any]:
    """(280, 200) logarithm of the darkest part of light around each pixel, single dark pixels left out."""
    high, wide = part.shape[:2]
    dark = cv2.GaussianBlur(np.log(part.min(axis=2)), (0, 0), 1.0)
    # at a quarter of the size there is ink within 19 pixels of everywhere
    small = cv2.resize(dark, (wide // 4, high // 4), interpolation=cv2.INTER_AREA)
    darkest = cv2.GaussianBlur(cv2.erode(small, np.ones((19, 19), np.uint8)), (0, 0), 6.0)
    return np.asarray(cv2.resize(darkest, (wide, high)), np.float32)
