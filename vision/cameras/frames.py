"""What a camera must give: whatever else it gives is a camera that does not work, and no reason for a traceback."""

from __future__ import annotations

import math

import numpy as np

from vision.errors import CameraUnavailable
from vision.types import Frame

LEAST_PIXELS = 16
"""Pixels each way below which there is nothing to be seen."""


def check_frame(frame: object, before: Frame | None = None) -> None:
    """Raise `CameraUnavailable` unless this is a picture, (H, W, 3) uint8 with a time, of the size of the one before."""
    if not isinstance(frame, Frame):
        raise _useless("no picture")
    _check_picture(frame.image)
    if frame.small is not None:
        _check_picture(frame.small)
    if before is not None and frame.image.shape != before.image.shape:
        raise _useless(f"{_told(frame.image)} after {_told(before.image)}")
    if not math.isfinite(frame.at):
        raise _useless("a picture without a time")


def _check_picture(image: object) -> None:
    if not isinstance(image, np.ndarray) or image.dtype != np.uint8 or image.ndim != 3 or image.shape[2] != 3:
        raise _useless(_told(image))
    if min(image.shape[:2]) < LEAST_PIXELS:
        raise _useless(_told(image))


def _told(image: object) -> str:
    if not isinstance(image, np.ndarray):
        return "no picture"
    return f"{' x '.join(str(side) for side in image.shape) or 'a point'} of {image.dtype}"


def _useless(what: str) -> CameraUnavailable:
    return CameraUnavailable(f"the camera gave {what}, which is no picture that can be used; it is opened again")
