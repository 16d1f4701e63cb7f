"""What the icon on a number card looks like: cards with the same icon are alike, whatever the number, art and light.

The network knows no icon by name: a person says once what an icon means, and cards with the same icon follow. Trained on drawn
cards alone (`calibration/icons/train.py`). A look at a card is weighed with looks at the deck's others.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from vision.onnx import load_network
from vision.readers.numbers.crops import make_card_planes, resize_crop
from vision.readers.numbers.icon_places import judge_by_places, measure_heights
from vision.types import Alike, Face, Image

ICON_SIZE = (96, 136)  # width and height in pixels of the card shown to the network, as it learned; train.py
ICON_FEATURES = 40  # numbers that describe an icon, as the network learned; train.py

ICON_SIGN_WEIGHTS = np.array([-1.608, 0.555, 0.537, 0.117])
"""of the parts of `list_icon_signs`, in logarithms; measured by calibration/icons/weigh.py."""
ICON_PLACE_WEIGHTS = np.array([-0.314, 1.667, -0.32, 1.051, -1.569])
"""of the parts of `weigh_among_others`, in logarithms; measured by calibration/icons/weigh.py."""
ICON_PAIR_WEIGHTS = np.array([-0.303, 2.619, -0.088, 4.91, -2.311, -3.17, 4.725, -0.859, 0.857, 0.022])
"""of the parts of `compare_looks`, in logarithms; measured by calibration/icons/weigh.py."""


@dataclass(frozen=True, slots=True)
class IconThresholds:
    """How a look at a card is weighed with the deck's others."""

    usual_there: float = -1.08  # in the middle of a deck of which most cards carry none; measured on drawn decks
    half_trust_cards: int = 4  # after which half of the deck's own level is believed: some plain cards look alike icons; guess
    max_log_odds: float = 7.0  # no two looks weigh more, in logarithms; guess


ICON = IconThresholds()

_FILE = Path(__file__).parent / "data" / "icon.onnx"


@dataclass(frozen=True, slots=True, eq=False)
class IconLook:
    """What the icon of a card looks like."""

    there: float  # logarithm of how much likelier the card looks so with an icon than without
    features: NDArray[Any]  # (40,) float32 of length 1; the product of two is their likeness, 1 for the same
    heights: NDArray[Any]  # (204,) by `measure_heights`


class IconNetwork:
    """Loaded once, used by one thread at a time. Raises `DeckError` if the file is missing or damaged."""

    def __init__(self, file: Path = _FILE) -> None:
        self._network = load_network(file, (3, ICON_SIZE[1], ICON_SIZE[0]))

    def examine_icon(self, crop: Image, sign: float) -> IconLook:
        """The look of the icon on a rectified card, (h, w, 3) uint8 BGR, either way up. `sign`: probability of a sign besides
        the number, by the network of whole cards (`NumberGuess.icon`)."""
        where, features, heights = self.run_both_ways(crop)
        return IconLook(float(ICON_SIGN_WEIGHTS @ list_icon_signs(where, sign)), features, heights)

    def run_both_ways(self, crop: Image) -> tuple[float, NDArray[Any], NDArray[Any]]:
        """Of a card upright and turned over: mean height of the map of icons, (40,) joint features, (204,) heights of all places.

        `crop`: (h, w, 3) uint8 BGR.
        """
        small = resize_for_icon(crop)
        one, other = (self._run_network(way) for way in (small, np.ascontiguousarray(small[::-1, ::-1])))
        (where, features), (over, others) = (summarise_maps(maps.reshape(ICON_FEATURES + 1, -1)) for maps in (one, other))
        return (where + over) / 2, _normalise_length(features + others), measure_heights((one[-1], other[-1]))

    def _run_network(self, small: Image) -> NDArray[np.float64]:
        """(41, 17, 12) the network's maps."""
        return np.asarray(self._network.run(make_card_planes(small)[None])[0], np.float64)


class IconMemory:
    """The icons of a deck's cards seen so far, by face. Used by one thread at a time."""

    def __init__(self, network: IconNetwork | None = None) -> None:
        """`network`: shipped with the program if None."""
        self._network = network or IconNetwork()
        self._seen: dict[Face, IconLook] = {}

    def compare_card(self, face: Face, crop: Image, sign: float) -> Alike:
        """Each card read before, with how many times likelier the same icon on both is than not; "" stands for a card without
        an icon. Remembers the look at `face`, joined with earlier looks.

        `crop`: (h, w, 3) uint8 BGR, either way up. `sign`: see `IconNetwork.examine_icon`.
        """
        look = self._network.examine_icon(crop, sign)
        before = self._seen.get(face)
        self._seen[face] = join_looks(before, look) if before else look
        looks = dict(zip(self._seen, weigh_looks(list(self._seen.values())), strict=True))
        look = looks.pop(face)
        others = ((other, compute_odds_of_same_icon(look, one)) for other, one in looks.items())
        return tuple((other, round(times, 6)) for other, times in (("", math.exp(-_limit_odds(look.there))), *others))


def weigh_looks(looks: Sequence[IconLook], placed: NDArray[Any] = ICON_PLACE_WEIGHTS) -> list[IconLook]:
    """The looks at a deck's cards, each with `there` weighed among the others. `placed`: a weight for each part."""
    return [replace(look, there=float(there)) for look, there in zip(looks, weigh_among_others(looks) @ placed, strict=True)]


def weigh_among_others(looks: Sequence[IconLook]) -> NDArray[Any]:
    """(n, 5) parts to be weighed for an icon on each of a deck's cards: a constant, the look above the deck's usual level, the
    icons' places, and both times the trust in the number of cards."""
    there, n = np.array([look.there for look in looks]), len(looks)
    believed = n / (n + ICON.half_trust_cards)
    seeming = there - (np.median(there) - ICON.usual_there) * believed
    placed = judge_by_places(np.stack([look.heights for look in looks]), seeming)
    return np.stack([np.ones(n), seeming, placed, placed * believed, seeming * believed], axis=1)


def join_looks(before: IconLook, again: IconLook) -> IconLook:
    """The looks at a card so far and another look as a single look; the last counts for a quarter."""
    features = 0.75 * before.features + 0.25 * again.features
    there = 0.75 * before.there + 0.25 * again.there
    return IconLook(there, _normalise_length(features), 0.75 * before.heights + 0.25 * again.heights)


def compute_odds_of_same_icon(one: IconLook, other: IconLook) -> float:
    """How many times likelier two cards have the same icon, or both none, than not."""
    return math.exp(_limit_odds(float(ICON_PAIR_WEIGHTS @ compare_looks(one, other))))


def _limit_odds(odds: float) -> float:
    return min(max(odds, -ICON.max_log_odds), ICON.max_log_odds)


def compare_looks(one: IconLook, other: IconLook) -> NDArray[Any]:
    """(10,) parts of two looks, to be weighed: likeness, nearness to the same icon, and whether both, either or neither shows an
    icon."""
    likeness = float(one.features @ other.features)
    low, high = (min(max(each / 5, -0.6), 1.8) for each in sorted((one.there, other.there)))
    return np.array([1, likeness, likeness**2, likeness**16, low, high, likeness * low, high - low, low**2, high**2])


def list_icon_signs(where: float, sign: float) -> NDArray[Any]:
    """(4,) parts of a look, to be weighed. `where`: the height of the map of icons. `sign`: as of `IconNetwork.examine_icon`."""
    sign = min(max(sign, 1e-4), 1 - 1e-4)
    return np.array([1, where, where**2 / 10, math.log(sign / (1 - sign))])


def summarise_maps(maps: NDArray[Any]) -> tuple[float, NDArray[Any]]:
    """The height of the map of icons, and (40,) features of the icon at the highest place. `maps`: (41, places) by the network;
    the last is the map of icons."""
    where = np.clip(maps[-1], -30, 30)
    weights = np.exp(where - where.max())
    return float(where.max()), _normalise_length(maps[:-1] @ (weights / weights.sum()))


def _normalise_length(features: NDArray[Any]) -> NDArray[Any]:
    return np.asarray(features / max(float(np.linalg.norm(features)), 1e-9), np.float32)


def resize_for_icon(crop: Image) -> Image:
    """(136, 96, 3) the card that fills `crop` in the network's size."""
    return resize_crop(crop, ICON_SIZE)
