"""The white of a card's paper, and of what is printed white on it: on a table without a mat it shows the colour of the lamp.

A card's paper need not be white: what is seen is compared with the same spots of the picture that was enrolled.
"""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.channels import least_channel, most_channel
from vision.types import Image

PALEST, GREY = 150, 0.08
"""Grey level from which what was enrolled is pale enough to show a lamp's colour, and by what part its colours may differ from grey."""
RIM = 16
"""A part of a card's sides so many times smaller than they are may show the table instead."""
FEWEST = 150
"""Pixels of a canonical crop that are needed: a hundredth of a card. Fewer are noise, or the rim of a letter."""
DIMMEST, BRIGHTEST = 40.0, 235.0
"""Grey levels of paper between which its colour is more than noise, and no camera flattens what is bright."""


def white_paper(laid: Image, enrolled: Image) -> tuple[float, float, float] | None:
    """Blue, green and red of white where a card lies, 0 to 255; None of a card that shows too little of it, or overexposed. `laid`,
    `enrolled`: (136, 96, 3) uint8 BGR, the card as it is seen, laid on what was enrolled, and that. A lamp that is mirrored on less than
    half of its paper changes nothing."""
    where = _paper(enrolled)
    if np.count_nonzero(where) < FEWEST:
        return None
    seen = laid[where].astype(np.float32)
    usual = np.median(seen, axis=0)
    if usual.min() < DIMMEST or usual.max() > BRIGHTEST:
        return None
    blue, green, red = np.minimum(255 * np.median(seen / enrolled[where], axis=0), 255).tolist()
    return blue, green, red


def _paper(enrolled: Image) -> NDArray[np.bool_]:
    """(136, 96) where the enrolled picture is pale and nearly grey, and nothing else is beside."""
    darkest, lightest = least_channel(enrolled), most_channel(enrolled).astype(np.float32)
    pale = (darkest >= PALEST) & (lightest - darkest < GREY * lightest)
    inner = cv2.erode(pale.astype(np.uint8), np.ones((3, 3), np.uint8)) > 0
    height, width = enrolled.shape[0] // RIM, enrolled.shape[1] // RIM
    inner[:height], inner[-height:], inner[:, :width], inner[:, -width:] = False, False, False, False
    return np.asarray(inner)
