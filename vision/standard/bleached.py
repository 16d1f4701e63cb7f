"""A card that a lamp has bleached, printed anew: paper made even, and what ink there still is as dark as ink.

Where a lamp is mirrored its light is added to that of the card, here more and there less. What is left of the print is still a part of the
paper's light; raised to the power that makes the darkest around it as dark as ink is, it has its shape and hue back.
"""

from __future__ import annotations

from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.types import Image

_WHITE, _INK = 240.0, 0.25
"""Grey level of paper as it is printed anew, and the part of it that ink has."""
_STEEPEST = 8.0
"""The highest power: beyond it there is noise and no ink."""
_COARSE, _PAPER = 8, 9
"""By how much smaller the paper is looked for, and the side in those pixels within which there is some."""
_FINER, _PRINT, _SMOOTH = 4, 19, 6.0
"""The same for the darkest ink, and by how many of those pixels its edge is smoothed."""


def printed_anew(crop: Image) -> Image:
    """A rectified card, (280, 200, 3), with the veil of a mirrored lamp taken off as far as it shows."""
    light = crop.astype(np.float32) + 1
    part = np.clip(light / _paper(light), 0.02, 1)
    power = np.clip(np.log(_INK) / np.minimum(_darkest(part), -1e-3), 1, _STEEPEST)
    return np.asarray(_WHITE * part ** power[..., None], np.uint8)


def _paper(light: NDArray[Any]) -> NDArray[Any]:
    """(280, 200, 3) the light of the paper around each pixel."""
    high, wide = light.shape[:2]
    small = cv2.resize(light, (wide // _COARSE, high // _COARSE), interpolation=cv2.INTER_AREA)
    pale = cv2.GaussianBlur(cv2.dilate(small, np.ones((_PAPER, _PAPER), np.uint8)), (0, 0), _PAPER / 3)
    return np.asarray(cv2.resize(pale, (wide, high)), np.float32)


def _darkest(part: NDArray[Any]) -> NDArray[Any]:
    """(280, 200) the logarithm of the darkest part around each pixel, single dark pixels left out."""
    high, wide = part.shape[:2]
    dark = cv2.GaussianBlur(np.log(part.min(axis=2)), (0, 0), 1.0)
    small = cv2.resize(dark, (wide // _FINER, high // _FINER), interpolation=cv2.INTER_AREA)
    darkest = cv2.GaussianBlur(cv2.erode(small, np.ones((_PRINT, _PRINT), np.uint8)), (0, 0), _SMOOTH)
    return np.asarray(cv2.resize(darkest, (wide, high)), np.float32)
