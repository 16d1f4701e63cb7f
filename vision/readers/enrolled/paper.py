"""The lamp's colour, read off a card's white paper or white print on a table without a mat.

Paper need not be white: each spot is compared with the same spot of the enrolled picture.
"""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.channels import least_channel, most_channel
from vision.types import Image


@dataclass(frozen=True, slots=True)
class PaperThresholds:
    """Which spots of a card show the lamp's colour."""

    min_white_level: int = 150  # 0 to 255, of the enrolled picture: darker spots are no paper; guess
    max_channel_spread_part: float = 0.08  # enrolled channels may differ by this part of the brightest and still be grey; guess
    min_pixels: int = 150  # a hundredth of the 136 by 96 pixels of a card: fewer are noise or the rim of a letter; guess
    seen_range_levels: tuple[float, float] = (40.0, 235.0)  # darker paper is noise, brighter is flattened by cameras; guess


LAMP_PAPER = PaperThresholds()


def measure_lamp_white(laid: Image, enrolled: Image) -> tuple[float, float, float] | None:
    """Blue, green and red (0 to 255) of white where a card lies; None where the card shows too little white, or is overexposed.

    `laid`, `enrolled`: (136, 96, 3) uint8 BGR, the card as seen, aligned with the enrolled picture, and the enrolled picture. A
    lamp mirrored on less than half of the paper changes nothing.
    """
    where = _find_paper(enrolled)
    if np.count_nonzero(where) < LAMP_PAPER.min_pixels:
        return None
    seen = laid[where].astype(np.float32)
    usual = np.median(seen, axis=0)
    if usual.min() < LAMP_PAPER.seen_range_levels[0] or usual.max() > LAMP_PAPER.seen_range_levels[1]:
        return None
    blue, green, red = np.minimum(255 * np.median(seen / enrolled[where], axis=0), 255).tolist()
    return blue, green, red


def _find_paper(enrolled: Image) -> NDArray[np.bool_]:
    """(136, 96) True where the enrolled picture is pale and nearly grey, and so are all neighbours."""
    darkest, lightest = least_channel(enrolled), most_channel(enrolled).astype(np.float32)
    pale = (darkest >= LAMP_PAPER.min_white_level) & (lightest - darkest < LAMP_PAPER.max_channel_spread_part * lightest)
    inner = cv2.erode(pale.astype(np.uint8), np.ones((3, 3), np.uint8)) > 0
    height, width = enrolled.shape[0] // 16, enrolled.shape[1] // 16  # the rim of a crop may show the table
    inner[:height], inner[-height:], inner[:, :width], inner[:, -width:] = False, False, False, False
    return np.asarray(inner)
