"""A picture and ever smaller copies of it: large things are cut out of a small copy, at less cost."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np

from vision.plane.quads import Quad, cut_out, signed_area
from vision.types import Image


@dataclass(frozen=True, slots=True, eq=False)
class Pyramid:
    """A picture with copies, each half as large as the one before."""

    levels: tuple[Image, ...]
    """(H, W, 3) uint8 BGR each, the picture first; two by two pixels make one, odd rows and columns are dropped."""

    @property
    def image(self) -> Image:
        """The picture itself."""
        return self.levels[0]

    @property
    def size(self) -> tuple[int, int]:
        """Height and width of the picture."""
        return self.image.shape[0], self.image.shape[1]

    def cut_out_quad(self, quad: Quad, size: tuple[int, int]) -> Image:
        """(h, w, 3) the crop of `vision.plane.quads.cut_out`, from the largest copy not much finer than the crop. `quad`: in
        pixels of the full picture. `size`: width and height of the crop."""
        shrink = float(np.sqrt(abs(signed_area(quad)) / (size[0] * size[1])))
        # copy pixels per crop pixel, each way, not averaged down by `cut_out`; guess
        steps = max(0, int(np.ceil(np.log2(max(shrink, 1e-6) / 1.5))))
        step = min(steps, len(self.levels) - 1)
        return cut_out(self.levels[step], (quad + np.float32(0.5)) * np.float32(0.5**step) - np.float32(0.5), size)

    def shrink_to(self, longest: int, least: int) -> tuple[Image, float]:
        """(h, w, 3) the picture with a long side of at most `longest` pixels, and its scale against the full picture, at most
        1. Made from the smallest stored copy with a long side of `least` pixels or more."""
        step = max(i for i, level in enumerate(self.levels) if i == 0 or max(level.shape[:2]) >= least)
        copy, scale = self.levels[step], 0.5**step
        more = min(1.0, longest / max(copy.shape[:2]))
        if more < 1:
            copy = np.asarray(cv2.resize(copy, None, fx=more, fy=more, interpolation=cv2.INTER_AREA), np.uint8)
        return copy, scale * more


def build_pyramid(image: Image) -> Pyramid:
    """The pyramid of a picture, (H, W, 3) uint8 BGR. Copies go on while the long side is 400 pixels or more."""
    levels = [image]
    while max(levels[-1].shape[:2]) >= 2 * 200 and min(levels[-1].shape[:2]) >= 2:  # long side in pixels; guess
        high, wide = levels[-1].shape[0] // 2, levels[-1].shape[1] // 2
        even = levels[-1][: 2 * high, : 2 * wide]
        levels.append(np.asarray(cv2.resize(even, (wide, high), interpolation=cv2.INTER_AREA), np.uint8))
    return Pyramid(tuple(levels))
