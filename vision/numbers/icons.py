"""What the icon on a number card looks like: cards with the same icon are alike, whatever their number, their art and their light.

The network never learned any icon by its name: a person says once what one means, and cards with the same icon follow. It was trained on
drawn cards alone (`calibration/train_icons.py`).
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.errors import DeckError
from vision.numbers.crops import Planes, card_planes
from vision.types import Alike, Face, Image

ICON_SIZE = (96, 136)
"""Width and height of the card that the network is shown."""
FEATURES = 40
"""Numbers that say what an icon looks like."""

WEIGHTS = np.array([1.596, -0.316, 3.548, -1.432, -2.677, 2.975, -1.245, -0.03, 0.727])
"""How much each part of `compared` weighs, in logarithms: found by `calibration.train_icons weigh`."""
MOST = 7.0
"""No two looks weigh more than that, in logarithms."""

_FILE = Path(__file__).parent / "data" / "icon.onnx"


@dataclass(frozen=True, slots=True, eq=False)
class IconLook:
    """`there`: how surely the card carries an icon, the larger the surer; how large depends on the deck. `features`: (40,) float32 of length
    1, what it looks like: the product of two is their likeness, 1 for the same."""

    there: float
    features: NDArray[Any]


class IconNetwork:
    """Loaded once, used by one thread at a time. Raises `DeckError` if its file is missing or damaged."""

    def __init__(self, file: Path = _FILE) -> None:
        try:
            self._net = cv2.dnn.readNetFromONNX(str(file))
        except cv2.error as error:
            raise DeckError(f"{file.name} cannot be loaded; install the package again ({error.err})") from error

    def look(self, crop: Image) -> IconLook:
        """What the icon on a rectified card, (h, w, 3) uint8 BGR, either way up, looks like."""
        self._net.setInput(icon_planes(icon_crop(crop))[None])
        maps = np.array(self._net.forward(), np.float64)
        return look_of(maps.reshape(FEATURES + 1, -1))


class Icons:
    """The cards of a deck whose icons were seen, by face; used by one thread at a time. `network`: the shipped one by default."""

    def __init__(self, network: IconNetwork | None = None) -> None:
        self._network = network or IconNetwork()
        self._seen: dict[Face, IconLook] = {}

    def seen(self, face: Face, crop: Image) -> Alike:
        """Look at a card that was read, (h, w, 3) uint8 BGR, either way up; how like it the others are that were read before."""
        look = self._network.look(crop)
        before = self._seen.get(face)
        self._seen[face] = look = together(before, look) if before else look
        return tuple((other, round(times_likelier(look, one), 6)) for other, one in self._seen.items() if other != face)


def together(before: IconLook, again: IconLook) -> IconLook:
    """Several looks at one card as one; the last counts for a quarter."""
    features = 0.75 * before.features + 0.25 * again.features
    there = 0.75 * before.there + 0.25 * again.there
    return IconLook(there, np.asarray(features / max(float(np.linalg.norm(features)), 1e-9), np.float32))


def times_likelier(one: IconLook, other: IconLook) -> float:
    """How many times likelier two cards look as they do if they carry the same icon, or none both, than if they do not."""
    odds = float(WEIGHTS @ compared(one, other))
    return math.exp(min(max(odds, -MOST), MOST))


def compared(one: IconLook, other: IconLook) -> NDArray[Any]:
    """(9,) what is weighed of two looks: their likeness, and whether both, one or neither shows an icon."""
    likeness = float(one.features @ other.features)
    low, high = (min(max(each / 5, -0.4), 1.8) for each in sorted((one.there, other.there)))
    return np.array([1, likeness, likeness**2, low, high, likeness * low, high - low, low**2, high**2])


def look_of(maps: NDArray[Any]) -> IconLook:
    """The look that the network's maps, (41, places), make up: the last says where an icon may be, the others what is there."""
    where = np.clip(maps[-1], -30, 30)
    weights = np.exp(where - where.max())
    features = maps[:-1] @ (weights / weights.sum())
    return IconLook(float(where.max()), np.asarray(features / max(float(np.linalg.norm(features)), 1e-9), np.float32))


def icon_crop(crop: Image) -> Image:
    """The card as large as the network sees it, (136, 96, 3)."""
    area = crop.shape[0] > ICON_SIZE[1]
    return np.asarray(cv2.resize(crop, ICON_SIZE, interpolation=cv2.INTER_AREA if area else cv2.INTER_LINEAR), np.uint8)


def icon_planes(small: Image) -> Planes:
    """What the network takes of an `icon_crop`: (3, 136, 96) float32."""
    return card_planes(small)
