"""A hand with the card held, painted once for a whole reach and moved about as a layer of the picture."""

from __future__ import annotations

import math

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.drawn.table.hands import blur_motion
from vision.drawn.table.optics import Matrix, Projection
from vision.drawn.table.scene import Reach
from vision.types import Image

GRIP_HEIGHT_MM = 12.0  # guess; of a hand above the table, at the grip

Shift = tuple[float, float]
"""Picture pixels a millimetre, x and y."""


def project_hand(projection: Projection, reach: Reach, off: int) -> tuple[Matrix, Shift, Shift]:
    """(3, 3) from millimetres of a hand to pixels of a layer, and pixels for each millimetre back, and for each aside.

    `off`: pixels by which the layer is larger than the picture on each side. The arm rises towards the shoulder, nearer to the
    camera.
    """
    turn = math.radians(reach.angle)
    back, right = np.array([-math.sin(turn), math.cos(turn)]), np.array([math.cos(turn), math.sin(turn)])
    corners = np.array([(-60.0, -60.0), (60.0, -60.0), (60.0, 300.0), (-60.0, 300.0)])
    places = np.array(reach.grip_mm) + corners[:, :1] * right + corners[:, 1:] * back
    heights = GRIP_HEIGHT_MM + reach.rise * corners[:, 1]
    seen = np.concatenate(
        [projection.project_points(place[None], z) for place, z in zip(places, heights.tolist(), strict=True)]
    )
    matrix = cv2.getPerspectiveTransform(corners.astype(np.float32), (seen + off).astype(np.float32))
    grip = np.array(reach.grip_mm)
    at, behind, beside = projection.project_points(np.stack([grip, grip + back * 100, grip + right * 100]), GRIP_HEIGHT_MM)
    return np.asarray(matrix, np.float64), _shift_per_mm(behind - at), _shift_per_mm(beside - at)


def _shift_per_mm(pixels: NDArray[np.float64]) -> Shift:
    """Pixels a millimetre, of pixels for 100 mm."""
    return float(pixels[0]) / 100, float(pixels[1]) / 100


class CarriedHand:
    """The layer of a hand."""

    def __init__(self, canvas: Image, corner: tuple[int, int], back: Shift, aside: Shift) -> None:
        """`canvas`: (h, w, 4) hand and card, weighed colours and cover. `corner`: the layer's top left in the picture at the
        end of the reach. `back`, `aside`: by `project_hand`."""
        self._canvas, self._corner, self._back, self._aside = canvas, corner, back, aside
        small = cv2.resize(np.ascontiguousarray(canvas[..., 3]), None, fx=0.25, fy=0.25, interpolation=cv2.INTER_AREA)
        soft = cv2.GaussianBlur(cv2.copyMakeBorder(small, 8, 8, 8, 8, cv2.BORDER_CONSTANT, value=0), (0, 0), 3.0)
        kept = np.rint(255 - 0.38 * soft.astype(np.float32)).astype(np.uint8)
        large = cv2.resize(kept, None, fx=4, fy=4, interpolation=cv2.INTER_LINEAR)
        self.shadow = np.asarray(cv2.merge([large] * 3), np.uint8)

    def locate_corner(self, back_mm: float, aside_mm: float) -> tuple[int, int]:
        """The layer's top left corner when the hand is that far back and aside."""
        moves = zip(self._corner, self._back, self._aside, strict=True)
        x, y = (round(corner + back * back_mm + aside * aside_mm) for corner, back, aside in moves)
        return x, y

    def smear_layer(self, pixels: float) -> Image:
        """The layer as seen while moving by so many pixels."""
        length = math.hypot(*self._back) or 1.0
        return blur_motion(self._canvas, (self._back[0] / length, self._back[1] / length), int(min(25, pixels)))
