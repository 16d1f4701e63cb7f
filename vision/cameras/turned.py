"""Pictures of a camera that was turned by a quarter, as a phone turns them: as high as they were wide before."""

from __future__ import annotations

from dataclasses import dataclass, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.types import Frame, Image

THUMB_PX = 48  # side of the pictures compared to tell which way the picture was turned; guess

CLOCKWISE = 1  # quarter turns clockwise that put a picture back; geometry
COUNTERCLOCKWISE = 3  # as many come to one counterclockwise; geometry


@dataclass(frozen=True, slots=True)
class PictureTurn:
    """How the camera's pictures lie against those that are watched."""

    quarters: int = 0  # quarter turns clockwise that put a picture back as the first one lay


def turn_back(frame: Frame, before: Frame | None, turn: PictureTurn) -> tuple[PictureTurn, Frame]:
    """How pictures lie from now on, and the frame as high and wide as the frame before. Of both ways to turn back, the way
    more like `before` is taken, once.

    Unchanged where the size is right already, and where no turn gives the size. `before`: as watched; None for the first
    frame.
    """
    if before is None or frame.image.shape == before.image.shape or frame.image.shape[:2] != before.image.shape[1::-1]:
        return PictureTurn(), frame
    if turn.quarters == 0:
        known = _shrink(before.image)
        ways = {
            way: float(np.abs(known - _shrink(_turn_picture(frame.image, way))).mean()) for way in (CLOCKWISE, COUNTERCLOCKWISE)
        }
        turn = PictureTurn(min(ways, key=lambda way: ways[way]))
    small = None if frame.small is None else _turn_picture(frame.small, turn.quarters)
    return turn, replace(frame, image=_turn_picture(frame.image, turn.quarters), small=small)


def _turn_picture(image: Image, quarters: int) -> Image:
    """The picture turned clockwise by so many quarters."""
    return np.ascontiguousarray(np.rot90(image, -quarters))


def _shrink(image: Image) -> NDArray[np.float32]:
    """(THUMB_PX, THUMB_PX) grey levels less their mean: another light makes no other picture."""
    gray = cv2.cvtColor(cv2.resize(image, (THUMB_PX, THUMB_PX), interpolation=cv2.INTER_AREA), cv2.COLOR_BGR2GRAY).astype(
        np.float32
    )
    return np.asarray(gray - gray.mean(), np.float32)
