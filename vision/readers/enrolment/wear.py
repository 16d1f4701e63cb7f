"""What lies between a card and a crop of the card: blur, distance, noise, uneven light, glare, shadow, a badly found corner.

A deck learned from a photograph a card is shown worn copies, to know what else may happen. `dice`: the chance of everything.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.plane.quads import crop_corners
from vision.readers.enrolled.features import CANONICAL_SIZE
from vision.types import Image


def wear_copies(crop: Image, dice: np.random.Generator) -> Iterator[Image]:
    """Endless (h, w, 3) uint8 copies of `crop` at `CANONICAL_SIZE`, each as another look might have shown the card."""
    soft = _soften(crop)
    while True:
        # corners are found to about an eightieth of a card's width
        copy = _change_light(_lower_resolution(_shift_corners(soft, dice, 0.012), dice), dice)
        copy += dice.standard_normal(copy.shape, np.float32) * np.float32(dice.uniform(0.5, 6.0))
        yield np.asarray(np.clip(copy, 0, 255), np.uint8)


def rephotograph_crop(crop: Image, dice: np.random.Generator) -> Image:
    """One canonical copy of `crop` as another photograph, taken with as much care, might have shown the card."""
    copy = _change_light(_shift_corners(_soften(crop), dice, 0.004), dice)
    copy += dice.standard_normal(copy.shape, np.float32) * np.float32(dice.uniform(0.5, 2.0))
    return np.asarray(np.clip(copy, 0, 255), np.uint8)


def _soften(crop: Image) -> Image:
    """The crop blurred as needed before shrinking to the canonical size; unchanged where hardly larger."""
    shrink = crop.shape[1] / CANONICAL_SIZE[0]
    return np.asarray(cv2.GaussianBlur(crop, (0, 0), 0.4 * shrink), np.uint8) if shrink > 1.2 else crop


def _shift_corners(crop: Image, dice: np.random.Generator, slip: float) -> NDArray[Any]:
    """(h, w, 3) a crop at `CANONICAL_SIZE`, its corners a little beside the right places. `crop`: softened. `slip`: usual
    distance in card widths."""
    height, width = crop.shape[:2]
    common = dice.normal(0, slip * width * 0.6, (1, 2))
    corners = crop_corners((width, height)) + (common + dice.normal(0, slip * width, (4, 2))).astype(np.float32)
    warp = cv2.getPerspectiveTransform(np.ascontiguousarray(corners, np.float32), crop_corners(CANONICAL_SIZE))
    return cv2.warpPerspective(crop, warp, CANONICAL_SIZE, flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)


def _lower_resolution(copy: NDArray[Any], dice: np.random.Generator) -> NDArray[Any]:
    """(h, w, 3) the copy after some by chance: fewer pixels, a lens not quite sharp, a hand not quite still. The size stays."""
    if dice.random() < 0.6:
        width = dice.uniform(50, CANONICAL_SIZE[0])
        small = (round(width), round(width * CANONICAL_SIZE[1] / CANONICAL_SIZE[0]))
        copy = cv2.resize(cv2.resize(copy, small, interpolation=cv2.INTER_AREA), CANONICAL_SIZE, interpolation=cv2.INTER_LINEAR)
    if dice.random() < 0.7:
        copy = cv2.GaussianBlur(copy, (0, 0), dice.uniform(0.3, 1.5))
    if dice.random() < 0.15:
        copy = cv2.blur(copy, (3, 1) if dice.random() < 0.5 else (1, 3))
    return copy


def _change_light(copy: NDArray[Any], dice: np.random.Generator) -> NDArray[Any]:
    """(h, w, 3) the copy, float32, not clipped, in other light: exposure, white balance, contrast, a lamp to one side, now and
    then a shadow's edge or a patch of glare."""
    light = dice.uniform(0.45, 1.25) * dice.uniform(0.82, 1.18, 3)
    field: NDArray[Any] = 1 + dice.uniform(0, 0.45) * _draw_slope(dice)
    if dice.random() < 0.3:
        soft = dice.uniform(4, 40)
        field = np.asarray(field) * (
            1 - dice.uniform(0.2, 0.55) / (1 + np.exp(np.clip(-soft * (_draw_slope(dice) - dice.uniform(-0.6, 0.6)), -30, 30)))
        )
    lit = copy.astype(np.float32) * (field[..., None] * light).astype(np.float32)
    if dice.random() < 0.25:
        lit += _draw_glare(dice)[..., None]
    if dice.random() < 0.5:
        lit = np.asarray(255 * (np.clip(lit, 0, 400) / 255) ** np.float32(dice.uniform(0.8, 1.3)), np.float32)
    lit += np.float32(dice.uniform(0, 25))
    return np.asarray(lit, np.float32)


_ACROSS, _DOWN = np.meshgrid(*(np.linspace(-1, 1, side, dtype=np.float32) for side in CANONICAL_SIZE))


def _draw_slope(dice: np.random.Generator) -> NDArray[Any]:
    """(136, 96) a plane that rises from about -1 to 1 in a random direction."""
    angle = dice.uniform(0, 2 * np.pi)
    return np.asarray((np.cos(angle) * _ACROSS + np.sin(angle) * _DOWN) / 1.4)


def _draw_glare(dice: np.random.Generator) -> NDArray[Any]:
    """(136, 96) grey levels that a mirrored lamp adds, in a spot at random."""
    x, y = dice.uniform(-0.9, 0.9, 2)
    wide = dice.uniform(0.1, 0.35)
    spot = np.exp(-((_ACROSS - x) ** 2 + 2 * (_DOWN - y) ** 2) / (2 * wide**2))
    return np.asarray(dice.uniform(50, 160) * spot, np.float32)
