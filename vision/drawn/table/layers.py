"""Layers of weighed colours with their cover, and how they are painted over a picture."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.types import Image


def blend_layer(picture: Image, layer: Image, at: tuple[int, int], lamp: Image) -> None:
    """Paint a layer of weighed colours over a picture in place, under the same lamp. Nothing is painted beside the picture.

    `layer`: (h, w, 4). `at`: x and y of the layer's top left in the picture. `lamp`: (H, W, 3) light times 200.
    """
    cut = _cut_overlap(picture, layer, at)
    if cut is None:
        return
    here, part = cut
    cover = cv2.merge([part[..., 3]] * 3)
    lit = cv2.multiply(np.ascontiguousarray(part[..., :3]), lamp[here], scale=1 / 200)
    picture[here] = cv2.add(cv2.multiply(picture[here], cv2.bitwise_not(cover), scale=1 / 255), lit)


def blend_shadow(picture: Image, shadow: Image, at: tuple[int, int]) -> None:
    """Darken a picture in place. `shadow`: (h, w, 3) share of the light that stays, times 255, with a border of 32 pixels.
    `at`: x and y of the top left within the border."""
    cut = _cut_overlap(picture, shadow, (at[0] - 32, at[1] - 32))
    if cut is not None:
        here, part = cut
        picture[here] = cv2.multiply(picture[here], part, scale=1 / 255)


def _cut_overlap(picture: Image, layer: Image, at: tuple[int, int]) -> tuple[tuple[slice, slice], Image] | None:
    """The slices (rows, columns) of the picture under a layer, and (h, w, ...) the part of the layer over the picture. None
    where the layer lies beside. `at`: column and row of the layer's corner, perhaps off the picture."""
    left, top = max(at[0], 0), max(at[1], 0)
    right, bottom = min(at[0] + layer.shape[1], picture.shape[1]), min(at[1] + layer.shape[0], picture.shape[0])
    if right <= left or bottom <= top:
        return None
    return np.s_[top:bottom, left:right], layer[top - at[1] : bottom - at[1], left - at[0] : right - at[0]]


def paint_over(picture: Image, layer: Image, through: tuple[float, float, float] | None = None) -> Image:
    """The picture under a layer of weighed colours, (h, w, 4), as large as the picture. `through`: share of blue, green and red
    light that passes the layer; None for an opaque layer."""
    colour, cover = np.ascontiguousarray(layer[..., :3]), np.ascontiguousarray(layer[..., 3])
    if through is None:
        keep = cv2.merge([cv2.bitwise_not(cover)] * 3)
    else:
        keep = cv2.merge([cv2.bitwise_not(cv2.convertScaleAbs(cover, alpha=1 - part)) for part in through])
        colour = np.asarray(cv2.convertScaleAbs(colour, alpha=1 - 0.5 * sum(through) / 3), np.uint8)
    return np.asarray(cv2.add(cv2.multiply(picture, keep, scale=1 / 255), colour), np.uint8)


def join_layers(below: Image, layer: Image) -> Image:
    """A layer over another, both of weighed colours with their cover."""
    keep = cv2.merge([cv2.bitwise_not(layer[..., 3])] * 4)
    return np.asarray(cv2.add(cv2.multiply(below, keep, scale=1 / 255), layer), np.uint8)


def cast_shadow(picture: Image, cover: NDArray[np.uint8], shift: tuple[float, float], sigma: float, strength: float) -> Image:
    """The picture darkened by the shadow of what covers it. `cover`: (H, W), 255 where covered. `shift`, `sigma`: how far the
    shadow falls and how soft, in pixels. `strength`: 0 to 1."""
    moved = cv2.warpAffine(cover, np.array([[1, 0, shift[0]], [0, 1, shift[1]]], dtype=float), cover.shape[::-1])
    soft = cv2.GaussianBlur(moved, (0, 0), sigma).astype(np.float32)
    keep = np.rint(255 - strength * soft).astype(np.uint8)
    return np.asarray(cv2.multiply(picture, cv2.merge([keep] * 3), scale=1 / 255), np.uint8)
