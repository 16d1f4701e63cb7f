"""A check of frames: an unusable frame means a camera out of order, and no traceback."""

from __future__ import annotations

import math

import numpy as np

from vision.errors import CameraUnavailable
from vision.types import Frame

CAMERA_SIZE = (1280, 720)  # measured: docs/figures.md; width and height that cameras are asked for


def check_frame(frame: object, before: Frame | None = None) -> None:
    """Raise `CameraUnavailable` unless this is a picture, (H, W, 3) uint8 with a time, of the size of the frame `before`."""
    if not isinstance(frame, Frame):
        raise _refuse_frame("no picture")
    _check_picture(frame.image)
    if frame.small is not None:
        _check_picture(frame.small)
    if before is not None and frame.image.shape != before.image.shape:
        raise _refuse_frame(f"{_describe_picture(frame.image)} after {_describe_picture(before.image)}")
    if not math.isfinite(frame.at):
        raise _refuse_frame("a picture without a time")


def _check_picture(image: object) -> None:
    """Raise `CameraUnavailable` unless this is an (H, W, 3) uint8 array of 16 pixels or more each way."""
    if not isinstance(image, np.ndarray) or image.dtype != np.uint8 or image.ndim != 3 or image.shape[2] != 3:
        raise _refuse_frame(_describe_picture(image))
    if min(image.shape[:2]) < 16:  # guess: a smaller picture shows nothing
        raise _refuse_frame(_describe_picture(image))


def _describe_picture(image: object) -> str:
    if not isinstance(image, np.ndarray):
        return "no picture"
    return f"{' x '.join(str(side) for side in image.shape) or 'a point'} of {image.dtype}"


def _refuse_frame(what: str) -> CameraUnavailable:
    return CameraUnavailable(f"the camera gave {what}, which is no picture that can be used; it is opened again")
