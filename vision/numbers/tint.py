"""How much colour a card shows beside its own white. A shine adds white light to whatever it falls on: green pales to an olive and silver
to a warm white, and a network that knows each of them in plain light takes one for yellow and the other for gold."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np

from vision.types import Image

SMALL, RIM = (40, 56), 4
"""Width and height in pixels at which a card's colours are looked at, and what is left out on each side: some of the table may show there."""
COLOURED, WARM_TO = 0.2, 45
"""Saturation from which something has a colour, and the hue (degrees halved, as OpenCV has it) up to which it is that of a flame."""
WHITE, FULL = 97, 75
"""Percentiles of brightness: of all of the card, its white; of what is coloured, the colour in full."""
LEAST_COLOURED, YELLOW_IS = 0.1, 0.87
"""Part of a card that must show colour for it to be told as yellow or as gold, and how bright its yellow mostly is beside its white: of all
colours of print none is brighter, and a shine makes none darker."""
FLAME, RED_TO, OF_EACH = 0.5, 9, 0.12
"""Part of a card that flames take at least, up to which hue they are red, and how much of the card is red and how much is yellow."""


@dataclass(frozen=True, slots=True)
class Tint:
    """Of one card: `coloured`, the part of it that has a colour, 0 to 1; `bright`, how bright that is beside the card's white; `fiery`: is
    most of it bright red and yellow, as flames are? By default nothing that speaks against any kind of card."""

    coloured: float = 1.0
    bright: float = 1.0
    fiery: bool = False

    def may_be(self, kind: str) -> bool:
        """May a card of this kind (see `vision.numbers.networks.KINDS`), whose number others carry in another, show such colours?"""
        if self.fiery and kind == "plain":
            return False
        return kind not in ("Y", "gold") or self.coloured >= LEAST_COLOURED

    def is_hardly(self, kind: str) -> bool:
        """Would a card of this kind hardly ever look so? Then it must be told surely: a shade may lie on it, and white beside that."""
        return kind == "Y" and self.bright < YELLOW_IS


ANY_TINT = Tint()
"""The colours of a card that were not looked at."""


def tint_of(crop: Image) -> Tint:
    """`crop`: (h, w, 3) uint8 BGR, one card filling it."""
    small = np.ascontiguousarray(cv2.resize(crop, SMALL, interpolation=cv2.INTER_AREA)[RIM:-RIM, RIM:-RIM])
    hue, _, bright = (plane.reshape(-1) for plane in cv2.split(cv2.cvtColor(small, cv2.COLOR_BGR2HSV)))
    pale = small.reshape(-1, 3).min(axis=1)
    coloured = bright.astype(np.float32) - pale > COLOURED * np.maximum(bright, 1)
    share, white = float(coloured.mean()), max(float(np.percentile(bright, WHITE)), 1.0)
    full = float(np.percentile(bright[coloured], FULL)) / white if coloured.any() else 1.0
    warm = coloured & ((hue <= WARM_TO) | (hue >= 180 - RED_TO))
    red, yellow = (
        (warm & ((hue <= RED_TO) | (hue >= 180 - RED_TO))).mean(),
        (warm & (hue > 2 * RED_TO) & (hue <= WARM_TO)).mean(),
    )
    return Tint(share, full, bool(full >= YELLOW_IS and warm.mean() > FLAME and min(red, yellow) > OF_EACH))
