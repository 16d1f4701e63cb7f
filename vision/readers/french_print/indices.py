"""Corner indices: where in a picture a rank stands above a suit, and which of them belong to one card."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.plane.quads import Quad, cut_out
from vision.readers.french_print.inks import coloured, read_index
from vision.readers.french_print.networks import Guess, Networks, Plane
from vision.types import Image

Vector = NDArray[Any]
"""(2,) float32 picture pixels: x, y."""

HEIGHTS = (11.0, 46.0)
"""The heights in pixels at which the finder knows an index."""
_EASILY_FOUND = 12.0
"""The height from which it finds them surely."""
SMALL_HEIGHT = 2 * HEIGHTS[0]
"""Height in pixels below which an index shows at full size only."""
SAME_SPOT = 0.35
"""How near two spots of one index are, in heights of it."""
_LEVELS = 4
_LEAST_SIDE = 96
"""Pixels below which a picture is not halved once more."""
_STROKE = 9
"""Width in pixels below which something dark may be part of an index."""
_INK, _AS_PALE, _PAPER = 0.3, 0.5, 80
"""Part by which ink is darker than its ground, how pale its ground is beside the paper of known cards, and the percentile of a card's grey
levels that is its paper."""
_BLOCK, _INKED, _AROUND = 16, 0.02, 7
"""Side in pixels of the blocks in which ink is looked for, the part of a block that has it, and how many blocks around it are searched."""
_BESIDE = 1.06
"""How much larger than a card is what is not searched again: its edge is no print."""
_MOST_BOXES, _WORTH_CUTTING = 8, 0.6
"""Boxes that are searched one by one, and the part of the picture from which all of it is searched."""
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
        return math.hypot(float(self.down[0]), float(self.down[1]))

    @property
    def right(self) -> Vector:
        """As long as `down`, to the index's own right."""
        return np.array([self.down[1], -self.down[0]], np.float32)

    def heights_to(self, other: Spot) -> float:
        """How far off another one stands, in heights of this one."""
        away = other.centre - self.centre
        return math.hypot(float(away[0]), float(away[1])) / self.height


@dataclass(frozen=True, slots=True, eq=False)
class Index:
    """A spot that was read."""

    spot: Spot
    guess: Guess

    @property
    def face(self) -> int:
        return self.guess.likeliest

    @property
    def sureness(self) -> float:
        return self.guess.sureness


def find_spots(networks: Networks, image: Image, levels: int = _LEVELS) -> list[Spot]:
    """Every place that looks like an index, strongest first. The picture is searched at full size, half, a quarter, an eighth."""
    return _distinct([*_spots(networks.heat(image)), *(large_spots(networks, image, levels) if levels > 1 else [])])


def large_spots(networks: Networks, image: Image, levels: int = _LEVELS) -> list[Spot]:
    """The same for indices from twice the least height on: the picture is not searched at full size, which costs most."""
    spots: list[Spot] = []
    scale, small = 1.0, image
    for _ in range(levels - 1):
        if min(small.shape[:2]) < _LEAST_SIDE:
            break
        scale *= 2
        small = np.asarray(cv2.resize(small, None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA), np.uint8)
        spots += _spots(networks.heat(small), scale)
    return _distinct(spots)


def small_spots(networks: Networks, image: Image, known: Sequence[Quad], least: float) -> list[Spot]:
    """The same at the size at which the smallest can be found, beside the cards that are known: only where something dark stands on ground
    as pale as theirs.

    `known`: of each card its corners, (4, 2) picture pixels. `least`: height in pixels of the smallest index that there can be.
    """
    shrink = min(1.0, _EASILY_FOUND / least)
    spots: list[Spot] = []
    for x, y, width, height in _printed(image, known):
        part = np.ascontiguousarray(image[y : y + height, x : x + width])
        if shrink < 1:
            part = np.asarray(cv2.resize(part, None, fx=shrink, fy=shrink, interpolation=cv2.INTER_AREA), np.uint8)
        spots += _spots(networks.heat(part), 1 / shrink, (x, y))
    return _distinct(spots)


def _printed(image: Image, known: Sequence[Quad]) -> list[tuple[int, int, int, int]]:
    """Boxes (x, y, width, height) in picture pixels around what may be print of other cards; the whole picture where no card is known, or
    where the boxes would be most of it."""
    height, width = image.shape[:2]
    if not known:
        return [(0, 0, width, height)]
    gray = cv2.cvtColor(image, cv2.COLOR_BGR2GRAY)
    ground = cv2.morphologyEx(gray, cv2.MORPH_CLOSE, np.ones((_STROKE, _STROKE), np.uint8))
    ink = (cv2.subtract(ground, gray) > _INK * ground) & (ground > _AS_PALE * min(paleness(image, quad) for quad in known))
    inked = ink.astype(np.float32)
    for quad in known:
        cv2.fillConvexPoly(inked, np.round(quad.mean(axis=0) + (quad - quad.mean(axis=0)) * _BESIDE).astype(np.int32), 0.0)
    blocks = cv2.resize(inked, (-(-width // _BLOCK), -(-height // _BLOCK)), interpolation=cv2.INTER_AREA) > _INKED
    near = cv2.dilate(blocks.astype(np.uint8), np.ones((_AROUND, _AROUND), np.uint8))
    _, _, stats, _ = cv2.connectedComponentsWithStats(near)
    boxes = [tuple(int(v) * _BLOCK for v in stat[:4]) for stat in stats[1:]]
    if len(boxes) > _MOST_BOXES or sum(w * h for _, _, w, h in boxes) > _WORTH_CUTTING * width * height:
        return [(0, 0, width, height)]
    return [(x, y, min(w, width - x), min(h, height - y)) for x, y, w, h in boxes]


def paleness(image: Image, quad: Quad) -> float:
    """The grey level of a card's paper: most of a card is paper."""
    gray = cv2.cvtColor(cut_out(image, quad, (50, 70)), cv2.COLOR_BGR2GRAY)
    return float(np.percentile(np.asarray(gray, np.float32), _PAPER))


def _spots(heat: Plane, scale: float = 1.0, origin: tuple[float, float] = (0.0, 0.0)) -> list[Spot]:
    peak = heat[0]
    best = (peak >= cv2.dilate(peak, np.ones((3, 3), np.uint8))) & (peak > _FAINTEST)
    best &= (heat[3] >= HEIGHTS[0] - 1) & (heat[3] <= HEIGHTS[1] + 4)
    found = heat[:, best]
    return [
        Spot(
            np.array([x, y], np.float32) * scale + np.array(origin, np.float32),
            np.array([c, s], np.float32) * h * scale,
            float(p),
        )
        for p, c, s, h, x, y in found.T
    ]


def _distinct(spots: list[Spot]) -> list[Spot]:
    """The strongest of those that overlap, strongest first."""
    kept: list[Spot] = []
    for spot in sorted(spots, key=lambda spot: spot.heat, reverse=True):
        if all(math.dist(spot.centre, other.centre) > 0.35 * min(spot.height, other.height) for other in kept):
            kept.append(spot)
    return kept


def read_spots(networks: Networks, image: Image, spots: list[Spot]) -> list[Index]:
    """What stands at each spot; spots where nothing does are left out."""
    read = [_coloured(image, _read(networks, image, spot)) for spot in spots]
    return [index for index in read if index.guess.faces.sum() > 0.3]


def _read(networks: Networks, image: Image, spot: Spot) -> Index:
    """The mean of two looks at the size and turn at which the index is clear: the finder errs in both for odd typefaces."""
    best = _look(networks, image, spot)
    if best.sureness < _CLEAR and spot.heat > _WORTH:
        best = _clearest(networks, image, best, [_resized(spot, size) for size in (0.85, 0.72, 1.2)])
    if _DIM < best.sureness < _CLEAR:
        best = _clearest(networks, image, best, [turned(best.spot, turn) for turn in (-0.2, 0.2)])
    if _DIM < best.sureness < _CLEAR:
        best = _clearest(networks, image, best, _moved(best.spot))
    if best.sureness <= _DIM:
        return best
    return between(best, _look(networks, image, _resized(best.spot, 1.12)))


def _coloured(image: Image, index: Index) -> Index:
    return Index(index.spot, coloured(index.guess, image, index.spot.centre, index.spot.down))


def between(first: Index, second: Index) -> Index:
    """What two looks at the place of the first say together: surely only what both do."""
    rank, suit = (first.guess.rank + second.guess.rank) / 2, (first.guess.suit + second.guess.suit) / 2
    return Index(first.spot, Guess(rank, suit))


def read_as_large(networks: Networks, image: Image, spot: Spot, height: float) -> Index:
    """What stands at a spot if it is `height` pixels high, give or take a little: the mean of three looks."""
    best = _look(networks, image, _resized(spot, height / spot.height))
    best = _clearest(networks, image, best, [turned(best.spot, turn) for turn in (-0.1, 0.1)])
    best = _clearest(networks, image, best, _moved(best.spot))
    guesses = [best.guess, *(_look(networks, image, _resized(best.spot, size)).guess for size in (0.93, 1.08))]
    rank, suit = np.mean([guess.rank for guess in guesses], axis=0), np.mean([guess.suit for guess in guesses], axis=0)
    return Index(best.spot, Guess(rank, suit))


def _clearest(networks: Networks, image: Image, best: Index, spots: Sequence[Spot]) -> Index:
    """The best of one look and looks at these spots, up to the first that is clear."""
    for spot in spots:
        best = max(best, _look(networks, image, spot), key=_sureness)
        if best.sureness >= _CLEAR:
            break
    return best


def _look(networks: Networks, image: Image, spot: Spot) -> Index:
    return Index(spot, read_index(networks, image, spot.centre, spot.down))


def _sureness(index: Index) -> float:
    return index.sureness


def _resized(spot: Spot, size: float) -> Spot:
    return Spot(spot.centre, spot.down * np.float32(size), spot.heat)


def _moved(spot: Spot) -> list[Spot]:
    steps = (spot.right, -spot.right, spot.down, -spot.down)
    return [Spot(spot.centre + step * np.float32(0.07), spot.down, spot.heat) for step in steps]


def turned(spot: Spot, turn: float) -> Spot:
    """The same spot turned clockwise as seen, by radians."""
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


def not_known(spots: Sequence[Spot], indices: Sequence[Index]) -> list[Spot]:
    """The spots at which no index was read yet."""
    known = [index.spot for index in indices]
    return [spot for spot in spots if all(spot.heights_to(one) > SAME_SPOT for one in known)]
