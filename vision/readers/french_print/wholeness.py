"""Is an index seen whole? A part of an index passes for another rank: half a 5 for a J, the 0 of a 10 for a 7."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from vision.readers.french_print.crops import cut_index
from vision.readers.french_print.networks import Networks
from vision.types import Image


@dataclass(frozen=True, slots=True)
class WholenessLimits:
    """When a part of an index is missing."""

    max_part_chance: float = 0.3  # measured on photographs: whole indices have up to 0.02; more is a part
    max_beyond_picture: float = 0.08  # guess; heights of an index beyond the border of the picture
    breadth: float = 0.25  # guess; half the breadth of an index, in heights


WHOLENESS = WholenessLimits()


def is_part_of_index(networks: Networks, image: Image, centre: NDArray[Any], down: NDArray[Any]) -> bool:
    """Does an index go on beyond the picture's border, or under something? `centre`: (2,) middle of the index in pixels.
    `down`: (2,) from its top to its foot."""
    if _measure_beyond_picture(image, centre, down) > WHOLENESS.max_beyond_picture:
        return True
    sizes = (1.0, 1.1)
    chances = [networks.read_wholeness(cut_index(image, centre, down * np.float32(size))) for size in sizes]
    return 1 - float(np.mean(chances)) > WHOLENESS.max_part_chance


def _measure_beyond_picture(image: Image, centre: NDArray[Any], down: NDArray[Any]) -> float:
    """How far an index reaches beyond the picture, in heights of the index; below 0 where it lies within. `centre`: (2,) its
    middle in pixels. `down`: (2,) from its top to its foot."""
    aside = np.array([down[1], -down[0]]) * WHOLENESS.breadth
    corners = np.array([centre + along * down / 2 + across * aside for along in (-1, 1) for across in (-1, 1)])
    high, wide = image.shape[:2]
    beyond = max(float(-corners.min()), float((corners - (wide, high)).max()))
    return beyond / max(float(np.hypot(*down)), 1e-6)
