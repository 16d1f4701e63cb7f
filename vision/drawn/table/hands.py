"""A hand with its forearm, seen from above, that holds a card between thumb and fingers.

The hand is built in millimetres: the origin is the grip, where the card's edge is held; the arm comes from below (+y).
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.plane.homography import Homography
from vision.types import Image

Colour = tuple[int, int, int]
"""Blue, green, red."""

SKINS = ((150, 178, 226), (128, 160, 214), (98, 132, 190), (64, 92, 142), (44, 62, 96))
"""Blue, green and red of skins from light to dark; guess."""
ARM_MM = 560.0  # geometry of the drawn hand: so much of the arm is drawn behind the grip
HALF_HAND_MM = 92.0  # geometry of the drawn hand: so much is drawn to either side of the grip
AHEAD_OF_GRIP_MM = 74.0  # geometry of the drawn hand: so much is drawn ahead

Layer = NDArray[np.uint8]
"""(h, w, 4) uint8: blue, green, red (already weighed by the cover) and the cover."""

Limb = tuple[float, float, float, float, float, float]
"""x, y and radius at one end, then at the other end."""

HAND_LIMBS: dict[str, tuple[Limb, ...]] = {
    "fingers": (
        (-26.0, -26.0, 7.6, -27.0, 44.0, 9.6),
        (-8.0, -40.0, 8.2, -10.0, 42.0, 10.2),
        (10.0, -40.0, 8.4, 8.0, 44.0, 10.2),
        (27.0, -28.0, 8.2, 25.0, 48.0, 10.4),
    ),
    "palm": (
        (-26.0, 44.0, 11.0, -20.0, 108.0, 15.0),
        (-10.0, 42.0, 12.0, -10.0, 112.0, 17.0),
        (8.0, 44.0, 12.0, 4.0, 112.0, 17.0),
        (24.0, 50.0, 12.0, 16.0, 108.0, 16.0),
        (-2.0, 112.0, 22.0, 0.0, 150.0, 25.0),
    ),
    "thumb": (
        (33.0, 88.0, 13.5, 38.0, 46.0, 10.5),
        (38.0, 46.0, 10.5, 22.0, 8.0, 8.6),
        (14.0, 104.0, 18.0, 33.0, 88.0, 13.5),
    ),
    "arm": ((0.0, 140.0, 25.5, 2.0, 300.0, 34.0), (2.0, 300.0, 34.0, 2.0, 700.0, 42.0)),
}
"""A right hand's limbs in millimetres from the grip."""


@dataclass(frozen=True, slots=True)
class DrawnHand:
    """What a hand looks like."""

    skin: Colour = SKINS[0]  # blue, green, red
    sleeve: Colour = (92, 62, 40)  # blue, green, red; guess
    mirrored: bool = False  # a left hand
    size: float = 1.0  # of the whole, 1 for a grown-up's
    breadth: float = 1.0  # beside the length
    spread: float = 1.0  # how far the fingers are fanned out
    curl: float = 0.0  # how far (0 to 1) all fingers but one are drawn in
    cuff: float = 222.0  # millimetres behind the grip where the sleeve begins; beyond `ARM_MM` no sleeve; guess
    loose: float = 5.0  # millimetres by which the sleeve is wider than the arm; guess
    stripes: Colour | None = None  # second colour of the sleeve, None for plain


SOMEBODY = DrawnHand()


def draw_hand_layers(hand: DrawnHand, px_per_mm: float, to_picture: Homography, size: tuple[int, int]) -> tuple[Layer, Layer]:
    """The hand as two layers of `size` (width, height): under and over the card held.

    `to_picture`: from the hand's own millimetres to the layers' pixels. `px_per_mm`: about how fine that is.
    """
    scale = px_per_mm
    to_mm = np.array([[1 / scale, 0, -HALF_HAND_MM], [0, 1 / scale, -AHEAD_OF_GRIP_MM], [0, 0, 1.0]])
    under, over = (
        np.asarray(cv2.warpPerspective(layer, to_picture @ to_mm, size, flags=cv2.INTER_LINEAR), np.uint8)
        for layer in _draw_upright(hand, scale)
    )
    return under, over


@lru_cache(maxsize=8)
def _draw_upright(hand: DrawnHand, px_per_mm: float) -> tuple[Layer, Layer]:
    """The layers of a hand with the arm straight down: the fingers, under the card held, and all else, over the card.
    `px_per_mm`: pixels a millimetre."""
    under = _draw_limbs(_scale_limbs(_pose_fingers(hand), hand), hand, px_per_mm, nails=True)
    return under, _draw_limbs(
        _scale_limbs((*HAND_LIMBS["palm"], *HAND_LIMBS["thumb"], *HAND_LIMBS["arm"]), hand), hand, px_per_mm, sleeve=True
    )


def _pose_fingers(hand: DrawnHand) -> tuple[Limb, ...]:
    """The fingers, fanned out and drawn in; one finger stays stretched."""
    posed = list[Limb]()
    for number, (x0, y0, r0, x1, y1, r1) in enumerate(HAND_LIMBS["fingers"]):
        drawn_in = 0.0 if number == len(HAND_LIMBS["fingers"]) - 1 else hand.curl
        posed.append((x1 + (x0 - x1) + (hand.spread - 1) * x0 * 0.4, y0 + drawn_in * 0.8 * (y1 - y0), r0, x1, y1, r1))
    return tuple(posed)


def _scale_limbs(limbs: tuple[Limb, ...], hand: DrawnHand) -> tuple[Limb, ...]:
    across, along = hand.size * hand.breadth, hand.size
    return tuple(
        (x0 * across, y0 * along, r0 * across, x1 * across, y1 * along, r1 * across) for x0, y0, r0, x1, y1, r1 in limbs
    )


def _shape_sleeve(hand: DrawnHand) -> tuple[Limb, ...]:
    across = hand.size * hand.breadth
    return ((2.0, hand.cuff, 31.0 * across + hand.loose, 2.0, 740.0, 44.0 * across + hand.loose),) if hand.cuff < ARM_MM else ()


def _draw_limbs(limbs: tuple[Limb, ...], hand: DrawnHand, scale: float, nails: bool = False, sleeve: bool = False) -> Layer:
    """The layer of some limbs, mirrored for a left hand. `scale`: pixels a millimetre. `nails`, `sleeve`: also drawn."""
    height, width = round((AHEAD_OF_GRIP_MM + ARM_MM) * scale), round(2 * HALF_HAND_MM * scale)
    y, x = np.mgrid[0:height, 0:width].astype(np.float32)
    x, y = x / scale - HALF_HAND_MM, y / scale - AHEAD_OF_GRIP_MM
    relief, cover = _measure_relief(limbs, x, y, scale)
    colour = _colour_skin(relief, hand, x, y, scale, nails)
    if sleeve:
        cloth, worn = _measure_relief(_shape_sleeve(hand), x, y, scale)
        tone = _shade_relief(_colour_sleeve(hand, y), cloth)
        folds = 1 + 0.07 * np.sin(y / 9 + 0.5 * np.sin(x / 7)) * np.cos(x / 11)
        colour = colour * (1 - worn[..., None]) + tone * folds[..., None] * worn[..., None]
        cover = np.maximum(cover, worn)
    weighed = np.clip(np.dstack([colour * cover[..., None], cover * 255]), 0, 255).astype(np.uint8)
    return np.ascontiguousarray(weighed[:, ::-1]) if hand.mirrored else weighed


def _colour_sleeve(hand: DrawnHand, y: NDArray[np.float32]) -> NDArray[np.float32]:
    """The sleeve's colour, blue, green, red: (h, w, 3) at each pixel for stripes, else (3,). `y`: (h, w) millimetres from the
    grip."""
    plain = np.array(hand.sleeve, np.float32)
    if hand.stripes is None:
        return plain
    striped = np.clip(np.sin(y / 6.0) * 3 + 0.5, 0, 1)[..., None]
    return np.asarray(plain * (1 - striped) + np.array(hand.stripes, np.float32) * striped, np.float32)


def _measure_relief(
    limbs: tuple[Limb, ...], x: NDArray[np.float32], y: NDArray[np.float32], scale: float
) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
    """Height in millimetres of tapered round limbs, and how far each pixel is covered (0 to 1), (h, w) each. `x`, `y`: (h, w)
    millimetres from the grip. `scale`: pixels a millimetre."""
    height = np.zeros_like(x)
    cover = np.zeros_like(x)
    for x0, y0, r0, x1, y1, r1 in limbs:
        dx, dy, reach = x1 - x0, y1 - y0, max(r0, r1) + 1
        near = (
            _slice_between(y[:, 0], min(y0, y1) - reach, max(y0, y1) + reach),
            _slice_between(x[0], min(x0, x1) - reach, max(x0, x1) + reach),
        )
        here_x, here_y = x[near] - x0, y[near] - y0
        along = np.clip((here_x * dx + here_y * dy) / (dx * dx + dy * dy), 0, 1)
        away = np.hypot(here_x - along * dx, here_y - along * dy)
        radius = r0 + (r1 - r0) * along
        height[near] = np.maximum(height[near], np.sqrt(np.maximum(radius * radius - away * away, 0)))
        cover[near] = np.maximum(cover[near], np.clip((radius - away) * scale + 0.5, 0, 1))
    return height, cover


def _slice_between(values: NDArray[np.float32], low: float, high: float) -> slice:
    """The places where sorted values (either way) lie between two bounds; an empty slice for none."""
    inside = np.flatnonzero((values >= low) & (values <= high))
    return slice(int(inside[0]), int(inside[-1]) + 1) if len(inside) else slice(0, 0)


def _colour_skin(
    relief: NDArray[np.float32], hand: DrawnHand, x: NDArray[np.float32], y: NDArray[np.float32], scale: float, nails: bool
) -> NDArray[np.float32]:
    """(h, w, 3) the lit skin, BGR. `relief`: (h, w) millimetres of height. `x`, `y`: (h, w) millimetres from the grip. `scale`:
    pixels a millimetre. `nails`: fingernails are drawn too."""
    tone = np.array(hand.skin, np.float32)
    colour = _shade_relief(tone, np.asarray(cv2.GaussianBlur(relief, (0, 0), 1.8 * scale), np.float32))
    x, y = x / (hand.size * hand.breadth), y / hand.size
    flush = np.exp(-(((y + 30) / 22) ** 2)) * 0.1 + np.exp(-(((y - 46) / 9) ** 2)) * 0.06
    colour = np.asarray(colour * (1 - flush[..., None] * np.array((1.0, 0.8, 0.1), np.float32)), np.float32)
    if nails:
        for x0, y0, r0, *_ in _pose_fingers(hand):
            nail = np.clip(1.2 - np.hypot((x - x0) / (r0 * 0.55), (y - y0 + 1) / (r0 * 0.7)), 0, 1)[..., None] * 0.5
            colour = np.asarray(colour * (1 - nail) + (tone * 0.75 + 60) * nail, np.float32)
    return np.asarray(colour, np.float32)


def _shade_relief(tone: NDArray[np.float32], relief: NDArray[np.float32]) -> NDArray[np.float32]:
    """(h, w, 3) colours in light from the upper left over a relief. `tone`: (3,) or (h, w, 3) unlit. `relief`: (h, w)
    heights."""
    slope_x = cv2.Sobel(relief, cv2.CV_32F, 1, 0, ksize=3) / 8
    slope_y = cv2.Sobel(relief, cv2.CV_32F, 0, 1, ksize=3) / 8
    facing = (0.32 * slope_x * -1 - 0.28 * slope_y + 1.0) / np.sqrt(1 + slope_x**2 + slope_y**2)
    return np.asarray(tone * np.clip(0.42 + 0.58 * facing, 0.25, 1.08)[..., None], np.float32)


def blur_motion(layer: Image, direction: tuple[float, float], length: int) -> Layer:
    """A layer (h, w, 4) smeared along a direction by `length` pixels; unchanged for less than 2. `direction`: x and y of a
    vector of length 1."""
    if length < 2:
        return layer
    side = length // 2 | 1
    kernel = np.zeros((side, side), np.float32)
    middle = (side - 1) / 2
    for step in np.linspace(-middle, middle, 2 * side):
        kernel[round(middle + step * direction[1]), round(middle + step * direction[0])] += 1
    half = cv2.resize(
        layer, None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA
    )  # blurred all the same, at an eighth of the cost
    smeared = cv2.filter2D(half, -1, kernel / kernel.sum(), borderType=cv2.BORDER_CONSTANT)
    return np.asarray(cv2.resize(smeared, layer.shape[1::-1], interpolation=cv2.INTER_LINEAR), np.uint8)
