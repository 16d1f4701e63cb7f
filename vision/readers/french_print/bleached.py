"""A card that a lamp has bleached, printed anew: paper made even, and what ink there still is as dark as ink.

Where a lamp is mirrored its light is added to that of the card, here more and there less. What is left of the print is still a part of the
paper's light; raised to the power that makes the darkest around it as dark as ink is, it has its shape and hue back.
"""

from __future__ import annotations

from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.readers.french_print.crops import paper_light
from vision.types import Image

_WHITE, _INK = 240.0, 0.25
"""Grey level of paper as it is printed anew, and the part of it that ink has."""
_STEEPEST = 8.0
"""The highest power: beyond it there is noise and no ink."""
_PAPER = 9
"""Side within which there is paper, as of `paper_light`."""
_PRINTED, _TENTH, _DARK = 0.8, 10, 0.35
"""Part of the paper's light below which there is print, the percentile of that which is its ink, and up to where ink is dark enough to be
read: what could be read only when printed anew had 0.4 and more."""
_FINER, _PRINT, _SMOOTH = 4, 19, 6.0
"""By how much smaller the darkest ink is looked for, the side in those pixels within which there is some, and by how many of them its edge is
smoothed."""


def is_bleached(crop: Image) -> bool:
    """Is the ink of a rectified card, (280, 200, 3), so pale that it is worth printing anew? The darkest tenth of its print tells."""
    light = cv2.resize(crop, None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA).astype(np.float32) + 1
    part = (light / paper_light(light, _PAPER // 2)).min(axis=2)
    ink = part[part < _PRINTED]
    return not len(ink) or float(np.percentile(ink, _TENTH)) > _DARK


def printed_anew(crop: Image) -> Image:
    """A rectified card, (280, 200, 3), with the veil of a mirrored lamp taken off as far as it shows."""
    light = crop.astype(np.float32) + 1
    part = np.clip(light / paper_light(light, _PAPER), 0.02, 1)
    power = np.clip(np.log(_INK) / np.minimum(_darkest(part), -1e-3), 1, _STEEPEST)
    return np.asarray(_WHITE * part ** power[..., None], np.uint8)


def _darkest(part: NDArray[Any]) -> NDArray[Any]:
    """(280, 200) the logarithm of the darkest part around each pixel, single dark pixels left out."""
    high, wide = part.shape[:2]
    dark = cv2.GaussianBlur(np.log(part.min(axis=2)), (0, 0), 1.0)
    small = cv2.resize(dark, (wide // _FINER, high // _FINER), interpolation=cv2.INTER_AREA)
    darkest = cv2.GaussianBlur(cv2.erode(small, np.ones((_PRINT, _PRINT), np.uint8)), (0, 0), _SMOOTH)
    return np.asarray(cv2.resize(darkest, (wide, high)), np.float32)
