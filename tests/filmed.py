"""All frames of a camera that ends, and what spoils a picture on its way through the lens."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

import cv2
import numpy as np

from vision.errors import EndOfVideo
from vision.types import Camera, Frame, Image

Point = tuple[float, float]


def frames(camera: Camera) -> Iterator[Frame]:
    """Every frame, until the video ends."""
    while True:
        try:
            frame = camera.read()
        except EndOfVideo:
            return
        yield frame


def glare(picture: Image, middle: Point, spread: float = 0.05) -> Image:
    """A lamp that is mirrored around `middle`; `spread` in widths of the picture."""
    return np.clip(picture + _lamp(picture.shape[:2], middle, spread), 0, 255).astype(np.uint8)


def drop(picture: Image, middle: Point, reach: float) -> Image:
    """A drop on the lens around `middle`, which blurs as far as `reach`, in widths of the picture."""
    part = _wet(picture.shape[:2], middle, reach)
    return (picture * (1 - part) + cv2.GaussianBlur(picture, (0, 0), 9) * part).astype(np.uint8)


@cache
def _lamp(shape: tuple[int, int], middle: Point, spread: float) -> np.ndarray:
    """How much brighter each pixel is: the same in every picture of a film."""
    return 260 * np.exp(-(_from(middle, shape) ** 2) / (2 * spread**2))[..., None]


@cache
def _wet(shape: tuple[int, int], middle: Point, reach: float) -> np.ndarray:
    """How far each pixel is seen through the drop, from 0 to 1."""
    return np.clip(2 - 2 * _from(middle, shape) / reach, 0, 1)[..., None]


def _from(middle: Point, shape: tuple[int, int]) -> np.ndarray:
    """How far each pixel lies from a point, in widths of the picture."""
    down, across = np.mgrid[0 : shape[0], 0 : shape[1]].astype(np.float32)
    return np.hypot(across - middle[0], down - middle[1]) / shape[1]
