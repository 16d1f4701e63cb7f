"""The sheet of the lens as a camera with a known lens sees it, drawn."""

from __future__ import annotations

import math
from collections.abc import Iterator

import cv2
import numpy as np

from vision.drawn.art.drawing import rasterise_drawing
from vision.drawn.art.lens_sheet import draw_lens_sheet
from vision.drawn.table.optics import Lens, distort_picture
from vision.plane.lens_sheet import SIZE_MM
from vision.types import Frame, Image

SIZE = (1280, 720)
FINE = 6.0
"""Pixels a millimetre at which the sheet is drawn before the camera sees it."""


def sheet() -> Image:
    return np.asarray(rasterise_drawing(draw_lens_sheet(), FINE), np.uint8)


def view(
    printed: Image,
    lens: Lens,
    at: tuple[float, float],
    tilt: tuple[float, float],
    turn: float,
    distance: float,
    field: float,
    noise: int,
) -> Image:
    """The sheet, its middle seen at the picture pixels `at`, tilted by degrees about x and y, turned, so many mm away."""
    focal = SIZE[0] / 2 / math.tan(math.radians(field) / 2)
    middle = np.array(SIZE) / 2
    camera = np.array([[focal, 0, middle[0]], [0, focal, middle[1]], [0, 0, 1.0]])
    turned = cv2.Rodrigues(np.radians([*tilt, 0.0]))[0] @ cv2.Rodrigues(np.radians([0.0, 0.0, turn]))[0]
    place = np.array([*(np.array(at) - middle) / focal * distance, distance]) - turned @ (SIZE_MM[0] / 2, SIZE_MM[1] / 2, 0)
    to_picture = camera @ np.column_stack([turned[:, 0], turned[:, 1], place]) @ np.diag([1 / FINE, 1 / FINE, 1.0])
    seen = cv2.warpPerspective(printed, to_picture, SIZE, flags=cv2.INTER_AREA, borderValue=(150, 150, 150))
    soft = cv2.GaussianBlur(distort_picture(np.asarray(seen, np.uint8), lens), (0, 0), lens.blur)
    hiss = np.random.default_rng(noise).normal(0, lens.noise, soft.shape)
    return np.clip(soft * 0.8 + 20 + hiss, 0, 255).astype(np.uint8)


def views(lens: Lens, seed: int = 1, field: float = 66.0, distance: float = 450.0) -> Iterator[Image]:
    """Somebody holds the sheet here and there, each time still for two pictures."""
    dice, printed = np.random.default_rng(seed), sheet()
    for number in range(1_000_000):
        at = (float(dice.uniform(0.15, 0.85)) * SIZE[0], float(dice.uniform(0.15, 0.85)) * SIZE[1])
        tilt = (float(dice.uniform(-25, 25)), float(dice.uniform(-25, 25)))
        turn, away = float(dice.uniform(0, 360)), distance * float(dice.uniform(0.6, 1.1))
        for again in range(2):
            yield view(printed, lens, at, tilt, turn, away, field, 2 * number + again)


class SheetCamera:
    """A camera under which somebody shows the sheet. Frames come 10 a second of its own clock."""

    def __init__(self, lens: Lens) -> None:
        self._views, self._count = views(lens), 0

    def read(self) -> Frame:
        self._count += 1
        return Frame(next(self._views), self._count / 10)

    def __enter__(self) -> SheetCamera:
        return self

    def __exit__(self, *_: object) -> None:
        pass
