"""What the networks of `vision.readers.numbers.reader` are shown of a card, cut the same way when learning and when reading."""

from __future__ import annotations

from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.channels import most_channel
from vision.types import Image

CARD_SIZE = (80, 112)
"""Width and height of the whole card."""

CORNER_SIZE = (64, 64)
"""Width and height of a corner."""

CORNER_PART = (0.48, 0.345)
"""How much of the card's width and height a corner is: on a card of 63 by 88 mm about 30 mm a side."""

CORNERS = 4
"""Top left, bottom right, top right, bottom left: the first two are those in which nearly every maker prints the number."""

Planes = NDArray[Any]
"""(3, h, w) float32, red, green, blue: what a network takes."""


def card_crop(crop: Image) -> Image:
    """The whole card, (112, 80, 3). `crop`: (h, w, 3) uint8 BGR."""
    return _sized(crop, CARD_SIZE)


def card_planes(small: Image) -> Planes:
    """What the network of the whole card takes of a `card_crop`. The brightest parts become 1; the colours stay."""
    bright = max(float(np.percentile(most_channel(small[::2, ::2]), 95)), 25.0)
    return _planes(small * np.float32(1 / bright))


def corner_crop(crop: Image, corner: int) -> Image:
    """One corner, 0 to 3, (64, 64, 3), turned so that what reads from the card's nearer short edge stands upright."""
    turned = crop[::-1, ::-1] if corner in (1, 3) else crop
    height, width = round(CORNER_PART[1] * crop.shape[0]), round(CORNER_PART[0] * crop.shape[1])
    return _sized(np.ascontiguousarray(turned[:height, :width] if corner < 2 else turned[:height, -width:]), CORNER_SIZE)


def corner_planes(small: Image) -> Planes:
    """What the network of the corners takes of a `corner_crop`. Light and contrast are taken out."""
    mean, spread = cv2.meanStdDev(small)
    scale = np.float32(0.4 / (float(np.sqrt((spread**2).mean())) + 6.0))
    return _planes((small - np.float32(mean.mean())) * scale)


def _sized(crop: Image, size: tuple[int, int]) -> Image:
    area = crop.shape[0] > size[1]
    return np.asarray(cv2.resize(crop, size, interpolation=cv2.INTER_AREA if area else cv2.INTER_LINEAR), np.uint8)


def _planes(picture: NDArray[Any]) -> Planes:
    return np.ascontiguousarray(picture[..., ::-1].transpose(2, 0, 1), np.float32)
