"""Corner indices: where in a picture a rank stands above a suit, and which of them belong to one card."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.standard.crops import index_crop
from vision.standard.networks import Guess, Networks, Plane
from vision.types import Image

Vector = NDArray[Any]
"""(2,) float32 picture pixels: x, y."""

HEIGHTS = (11.0, 46.0)
"""The heights in pixels at which the finder knows an index."""
_LEVELS = 4
_FAINTEST = 0.25
_WORTH = 0.35
"""Heat above which an unclear spot is worth a closer look."""
_CLEAR, _DIM = 0.96, 0.05
"""Sureness above which one look is enough, and below which a spot is given up."""


@dataclass(frozen=True, slots=True, eq=False)
class Spot:
    """An index that may be here. `centre` and `down` (from the top of the rank to the bottom of the suit) in picture pixels,
    `heat`: 0 to 1."""

    centre: Vector
    down: Vector
    heat: float

    @property
    def height(self) -> float:
        return float(np.hypot(*self.down))

    @property
    def right(self) -> Vector:
        """As long as `down`, to the index's own right."""
        return np.array([self.down[1], -self.down[0]], np.float32)


@dataclass(frozen=True, slots=True, eq=False)
class Index:
    """A spot that was read."""

    spot: Spot
    guess: Guess

    @property
    def face(self) -> int:
        return int(self.guess.faces.argmax())

    @property
    def sureness(self) -> float:
        return float(self.guess.faces.max())


def find_spots(networks: Networks, image: Image, levels: int = _LEVELS) -> list[Spot]:
    """Every place that looks like an index, strongest first. The picture is searched at full size, half, a quarter, an eighth."""
    spots: list[Spot] = []
    scale, small = 1.0, image
    for _ in range(levels):
        spots += _spots(networks.heat(small), scale)
        if min(small.shape[:2]) < 96:
            break
        scale *= 2
        small = np.asarray(cv2.resize(small, None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA), np.uint8)
    return _distinct(sorted(spots, key=lambda spot: spot.heat, reverse=True))


def _spots(heat: Plane, scale: float) -> list[Spot]:
    peak = heat[0]
    best = (peak >= cv2.dilate(peak, np.ones((3, 3), np.uint8))) & (peak > _FAINTEST)
    best &= (heat[3] >= HEIGHTS[0] - 1) & (heat[3] <= HEIGHTS[1] + 4)
    found = heat[:, best]
    return [
        Spot(np.array([x, y], np.float32) * scale, np.array([c, s], np.float32) * h * scale, float(p))
        for p, c, s, h, x, y in found.T
    ]


def _distinct(spots: list[Spot]) -> list[Spot]:
    """The strongest of those that overlap."""
    kept: list[Spot] = []
    for spot in spots:
        if all(np.hypot(*(spot.centre - other.centre)) > 0.35 * min(spot.height, other.height) for other in kept):
            kept.append(spot)
    return kept


def read_spots(networks: Networks, image: Image, spots: list[Spot]) -> list[Index]:
    """What stands at each spot; spots where nothing does are left out."""
    read = [_read(networks, image, spot) for spot in spots]
    return [index for index in read if index.guess.faces.sum() > 0.3]


def _read(networks: Networks, image: Image, spot: Spot) -> Index:
    """The mean of two looks at the size and turn at which the index is clearest: the finder errs in both for odd typefaces."""
    best = _look(networks, image, spot)
    if best.sureness < _CLEAR and spot.heat > _WORTH:
        best = max([best] + [_look(networks, image, _resized(spot, size)) for size in (0.72, 0.85, 1.2)], key=_sureness)
    if _DIM < best.sureness < _CLEAR:
        best = max([best] + [_look(networks, image, _turned(best.spot, turn)) for turn in (-0.2, 0.2)], key=_sureness)
    if _DIM < best.sureness < _CLEAR:
        best = max([best] + [_look(networks, image, moved) for moved in _moved(best.spot)], key=_sureness)
    if best.sureness <= _DIM:
        return best
    again = _look(networks, image, _resized(best.spot, 1.12)).guess
    return Index(best.spot, Guess((best.guess.rank + again.rank) / 2, (best.guess.suit + again.suit) / 2))


def _look(networks: Networks, image: Image, spot: Spot) -> Index:
    return Index(spot, networks.read_indices([index_crop(image, spot.centre, spot.down)])[0])


def _sureness(index: Index) -> float:
    return index.sureness


def _resized(spot: Spot, size: float) -> Spot:
    return Spot(spot.centre, spot.down * np.float32(size), spot.heat)


def _moved(spot: Spot) -> list[Spot]:
    steps = (spot.right, -spot.right, spot.down, -spot.down)
    return [Spot(spot.centre + step * np.float32(0.07), spot.down, spot.heat) for step in steps]


def _turned(spot: Spot, turn: float) -> Spot:
    cosine, sine = np.cos(turn), np.sin(turn)
    down = np.array([cosine * spot.down[0] - sine * spot.down[1], sine * spot.down[0] + cosine * spot.down[1]], np.float32)
    return Spot(spot.centre, down, spot.heat)


def opposite(a: Spot, b: Spot) -> bool:
    """True if `b` lies where the second, third or fourth index of the card lies whose first is `a`."""
    size = b.height / max(a.height, 1e-6)
    if not 0.6 < size < 1.65:
        return False
    turn = float(a.down @ b.down) / (a.height * b.height)
    across = float((b.centre - a.centre) @ a.right) / a.height**2
    along = float((b.centre - a.centre) @ a.down) / a.height**2
    if turn < -0.8:  # the diagonal corner, or the one below
        return 0.9 < along < 5.5 and abs(across) < 1.75 * along
    return turn > 0.85 and 0.9 < abs(across) < 4.5 and abs(along) < 0.35 * abs(across)
