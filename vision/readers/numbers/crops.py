"""The crops for the networks of `vision.readers.numbers.reader`, cut the same way when learning and when reading."""

from __future__ import annotations

from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.channels import most_channel
from vision.types import Image

NUMBER_CARD_SIZE = (80, 112)  # width and height in pixels of the whole card, as the network learned; train.py

NUMBER_CORNER_SIZE = (64, 64)  # width and height in pixels of a corner, as the network learned; train.py

CORNER_PART = (0.48, 0.345)
"""of the card's width and height: about 30 mm a side on a card of 63 by 88 mm, as the network learned; train.py."""

CORNER_COUNT = 4  # top left, bottom right, top right, bottom left: nearly every maker prints in the first two; geometry

Planes = NDArray[Any]
"""(3, h, w) float32, red, green, blue: the input of a network."""


def shrink_card(crop: Image) -> Image:
    """The whole card, (112, 80, 3). `crop`: (h, w, 3) uint8 BGR."""
    return resize_crop(crop, NUMBER_CARD_SIZE)


def make_card_planes(small: Image) -> Planes:
    """The network's input for a shrunk card. The brightest parts become 1; the colours stay."""
    bright = max(float(np.percentile(most_channel(small[::2, ::2]), 95)), 25.0)
    return _to_planes(small * np.float32(1 / bright))


def cut_corner(crop: Image, corner: int) -> Image:
    """(64, 64, 3) a corner of a card that fills `crop`, turned so that print read from the nearer short edge stands upright.
    `corner`: in the order of `CORNER_COUNT`."""
    turned = crop[::-1, ::-1] if corner in (1, 3) else crop
    height, width = round(CORNER_PART[1] * crop.shape[0]), round(CORNER_PART[0] * crop.shape[1])
    return resize_crop(
        np.ascontiguousarray(turned[:height, :width] if corner < 2 else turned[:height, -width:]), NUMBER_CORNER_SIZE
    )


def make_corner_planes(small: Image) -> Planes:
    """The network's input for a corner by `cut_corner`, without light and contrast."""
    mean, spread = cv2.meanStdDev(small)
    scale = np.float32(0.4 / (float(np.sqrt((spread**2).mean())) + 6.0))
    return _to_planes((small - np.float32(mean.mean())) * scale)


def resize_crop(crop: Image, size: tuple[int, int]) -> Image:
    """The crop resized to `size`, width and height in pixels."""
    area = crop.shape[0] > size[1]
    return np.asarray(cv2.resize(crop, size, interpolation=cv2.INTER_AREA if area else cv2.INTER_LINEAR), np.uint8)


def _to_planes(picture: NDArray[Any]) -> Planes:
    return np.ascontiguousarray(picture[..., ::-1].transpose(2, 0, 1), np.float32)
