"""All frames of a camera that ends, and what spoils a picture on its way through the lens."""

from __future__ import annotations

from collections.abc import Iterator

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


def _from(middle: Point, picture: Image) -> np.ndarray:
    """How far each pixel lies from a point, in widths of the picture."""
    down, across = np.mgrid[0 : picture.shape[0], 0 : picture.shape[1]].astype(np.float32)
    return np.hypot(across - middle[0], down - middle[1]) / picture.shape[1]


def glare(picture: Image, middle: Point, spread: float = 0.05) -> Image:
    """A lamp that is mirrored around `middle`; `spread` in widths of the picture."""
    spot = 260 * np.exp(-(_from(middle, picture) ** 2) / (2 * spread**2))
    return np.clip(picture + spot[..., None], 0, 255).astype(np.uint8)


def drop(picture: Image, middle: Point, reach: float) -> Image:
    """A drop on the lens around `middle`, which blurs as far as `reach`, in widths of the picture."""
    part = np.clip(2 - 2 * _from(middle, picture) / reach, 0, 1)[..., None]
    return (picture * (1 - part) + cv2.GaussianBlur(picture, (0, 0), 9) * part).astype(np.uint8)
