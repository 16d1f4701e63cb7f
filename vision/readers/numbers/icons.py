"""What the icon on a number card looks like: cards with the same icon are alike, whatever their number, their art and their light.

The network never learned any icon by its name: a person says once what one means, and cards with the same icon follow. It was trained on
drawn cards alone (`calibration/icons/train.py`). What it sees of one card is weighed with what it saw of the deck's others.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.errors import DeckError
from vision.readers.numbers.crops import Planes, card_planes
from vision.readers.numbers.icon_places import at_their_places, heights_of
from vision.types import Alike, Face, Image

ICON_SIZE = (96, 136)
"""Width and height of the card that the network is shown."""
FEATURES = 40
"""Numbers that say what an icon looks like."""

THERE = np.array([-1.608, 0.555, 0.537, 0.117])
"""How much each part of `signs_of_an_icon` weighs, in logarithms; this, `PLACED` and `WEIGHTS` found by `calibration.icons.weigh`."""
PLACED = np.array([-0.314, 1.667, -0.32, 1.051, -1.569])
"""How much each part of `among_others` weighs, in logarithms."""
WEIGHTS = np.array([-0.303, 2.619, -0.088, 4.91, -2.311, -3.17, 4.725, -0.859, 0.857, 0.022])
"""How much each part of `compared` weighs, in logarithms."""
USUAL, KNOWN_AFTER = -1.08, 4
"""How far cards speak for an icon in the middle of a deck of which most carry none (as in `IconLook.there`, over drawn decks); after so many
cards half of what this deck differs by, and of what its places tell, is believed: some makers' plain cards look a little as if they carried
one, and all alike."""
MOST = 7.0
"""No two looks weigh more than that, in logarithms."""

_FILE = Path(__file__).parent / "data" / "icon.onnx"


@dataclass(frozen=True, slots=True, eq=False)
class IconLook:
    """`there`: how many times likelier the card looks as it does if it carries an icon, in logarithms. `features`: (40,) float32 of length 1,
    what it looks like: the product of two is their likeness, 1 for the same. `heights`: (204,), see `heights_of`."""

    there: float
    features: NDArray[Any]
    heights: NDArray[Any]


class IconNetwork:
    """Loaded once, used by one thread at a time. Raises `DeckError` if its file is missing or damaged."""

    def __init__(self, file: Path = _FILE) -> None:
        try:
            self._net = cv2.dnn.readNetFromONNX(str(file))
        except cv2.error as error:
            raise DeckError(f"{file.name} cannot be loaded; install the package again ({error.err})") from error

    def look(self, crop: Image, sign: float) -> IconLook:
        """What the icon on a rectified card, (h, w, 3) uint8 BGR, either way up, looks like: the card is looked at both ways. `sign`: how
        probable the network that reads whole cards (`CardGuess.icon`) thinks a sign besides the number."""
        where, features, heights = self.shown(crop)
        return IconLook(float(THERE @ signs_of_an_icon(where, sign)), features, heights)

    def shown(self, crop: Image) -> tuple[float, NDArray[Any], NDArray[Any]]:
        """What the network sees: how high its map of icons stands, (40,) what is there, and (204,) the heights of all places."""
        small = icon_crop(crop)
        one, other = (self._answer(way) for way in (small, np.ascontiguousarray(small[::-1, ::-1])))
        (where, features), (over, others) = (shown_by(maps.reshape(FEATURES + 1, -1)) for maps in (one, other))
        return (where + over) / 2, _of_length_1(features + others), heights_of((one[-1], other[-1]))

    def _answer(self, small: Image) -> NDArray[np.float64]:
        """(41, 17, 12) the maps."""
        self._net.setInput(icon_planes(small)[None])
        return np.asarray(self._net.forward()[0], np.float64)


class Icons:
    """The cards of a deck whose icons were seen, by face; used by one thread at a time. `network`: the shipped one by default."""

    def __init__(self, network: IconNetwork | None = None) -> None:
        self._network = network or IconNetwork()
        self._seen: dict[Face, IconLook] = {}

    def seen(self, face: Face, crop: Image, sign: float) -> Alike:
        """Look at a card that was read, (h, w, 3) uint8 BGR, either way up; how like it the others are that were read before, and a card
        that carries none. `sign`: as of `IconNetwork.look`."""
        look = self._network.look(crop, sign)
        before = self._seen.get(face)
        self._seen[face] = together(before, look) if before else look
        looks = dict(zip(self._seen, weighed_together(list(self._seen.values())), strict=True))
        look = looks.pop(face)
        others = ((other, times_likelier(look, one)) for other, one in looks.items())
        return tuple((other, round(times, 6)) for other, times in (("", math.exp(-_within(look.there))), *others))


def weighed_together(looks: Sequence[IconLook], placed: NDArray[Any] = PLACED) -> list[IconLook]:
    """The looks at a deck's cards, each with `there` as it is weighed among the others: by so much for each part."""
    return [replace(look, there=float(there)) for look, there in zip(looks, among_others(looks) @ placed, strict=True)]


def among_others(looks: Sequence[IconLook]) -> NDArray[Any]:
    """(n, 5) what is weighed of each of a deck's cards: how far it speaks for an icon, less by how much more than usual this deck's cards do,
    most of which carry none; what stands at the places of its icons; and both as far as so many cards are to be believed."""
    there, n = np.array([look.there for look in looks]), len(looks)
    believed = n / (n + KNOWN_AFTER)
    seeming = there - (np.median(there) - USUAL) * believed
    placed = at_their_places(np.stack([look.heights for look in looks]), seeming)
    return np.stack([np.ones(n), seeming, placed, placed * believed, seeming * believed], axis=1)


def together(before: IconLook, again: IconLook) -> IconLook:
    """Several looks at one card as one; the last counts for a quarter."""
    features = 0.75 * before.features + 0.25 * again.features
    there = 0.75 * before.there + 0.25 * again.there
    return IconLook(there, _of_length_1(features), 0.75 * before.heights + 0.25 * again.heights)


def times_likelier(one: IconLook, other: IconLook) -> float:
    """How many times likelier two cards look as they do if they carry the same icon, or none both, than if they do not."""
    return math.exp(_within(float(WEIGHTS @ compared(one, other))))


def _within(odds: float) -> float:
    return min(max(odds, -MOST), MOST)


def compared(one: IconLook, other: IconLook) -> NDArray[Any]:
    """(10,) what is weighed of two looks: their likeness, how near it is to that of one and the same icon, and whether both, one or neither
    shows an icon."""
    likeness = float(one.features @ other.features)
    low, high = (min(max(each / 5, -0.6), 1.8) for each in sorted((one.there, other.there)))
    return np.array([1, likeness, likeness**2, likeness**16, low, high, likeness * low, high - low, low**2, high**2])


def signs_of_an_icon(where: float, sign: float) -> NDArray[Any]:
    """(4,) what is weighed of one card: how high the map of icons stands, and what the other network thinks of a sign."""
    sign = min(max(sign, 1e-4), 1 - 1e-4)
    return np.array([1, where, where**2 / 10, math.log(sign / (1 - sign))])


def shown_by(maps: NDArray[Any]) -> tuple[float, NDArray[Any]]:
    """What the network's maps, (41, places), show: how high the last stands, which says where an icon may be, and (40,) what is there."""
    where = np.clip(maps[-1], -30, 30)
    weights = np.exp(where - where.max())
    return float(where.max()), _of_length_1(maps[:-1] @ (weights / weights.sum()))


def _of_length_1(features: NDArray[Any]) -> NDArray[Any]:
    return np.asarray(features / max(float(np.linalg.norm(features)), 1e-9), np.float32)


def icon_crop(crop: Image) -> Image:
    """The card as large as the network sees it, (136, 96, 3)."""
    area = crop.shape[0] > ICON_SIZE[1]
    return np.asarray(cv2.resize(crop, ICON_SIZE, interpolation=cv2.INTER_AREA if area else cv2.INTER_LINEAR), np.uint8)


def icon_planes(small: Image) -> Planes:
    """What the network takes of an `icon_crop`: (3, 136, 96) float32."""
    return card_planes(small)
