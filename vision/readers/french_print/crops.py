"""The crops for the networks of `vision.readers.french.reader`, cut the same way when learning and when reading."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.types import Image

INDEX_SIZE = (32, 48)  # width and height in pixels of an index patch, as the network learned; train.py

FRENCH_CARD_SIZE = (80, 112)  # width and height in pixels of a card crop, as the network learned; train.py

INDEX_MARGIN = 8  # pixels around a card whose indices are looked for; train.py
INDEX_HEIGHT_PX = 32.0  # rows of an index patch that the index fills; train.py
_LEVELS = np.arange(256.0)[:, None]


def cut_index(
    image: Image, centre: Sequence[float] | NDArray[Any], down: Sequence[float] | NDArray[Any], finer: int = 1
) -> Image:
    """An upright index patch of `image`, (48, 32, 3), or `finer` times as large, with paper brought to white. Outside the
    picture the border is repeated.

    `centre`: middle of the index. `down`: from the top of the rank to the bottom of the suit, both in picture pixels.
    """
    ux, uy = float(down[0]) / INDEX_HEIGHT_PX / finer, float(down[1]) / INDEX_HEIGHT_PX / finer
    w, h = size = INDEX_SIZE[0] * finer, INDEX_SIZE[1] * finer
    x0 = float(centre[0]) - uy * (w - 1) / 2 - ux * (h - 1) / 2
    y0 = float(centre[1]) + ux * (w - 1) / 2 - uy * (h - 1) / 2
    # columns run along (uy, -ux), rows along (ux, uy): y grows downward, so right of "down" is its turn by -90 degrees
    back = np.array([[uy, ux, x0], [-ux, uy, y0]], np.float64)
    shrink = float(np.hypot(ux, uy))
    # where much is shrunk, a multiple of the size is cut and averaged down: thin strokes must not vanish between samples
    scale = min(math.ceil(shrink), 16) if shrink > 1.3 else 1
    fine = back.copy()
    fine[:, :2] /= scale
    fine[:, 2] -= (back[:, 0] + back[:, 1]) * (0.5 - 0.5 / scale)
    flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    patch = cv2.warpAffine(image, fine, (w * scale, h * scale), flags=flags, borderMode=cv2.BORDER_REPLICATE)
    return balance_white(patch if scale == 1 else cv2.resize(patch, size, interpolation=cv2.INTER_AREA))


class IndexPatches:
    """The index patches of a picture, each cut once: several networks look at the same index."""

    def __init__(self, image: Image) -> None:
        self.image = image
        self._cut = dict[tuple[float, ...], Image]()

    def cut(self, centre: Sequence[float] | NDArray[Any], down: Sequence[float] | NDArray[Any]) -> Image:
        """(48, 32, 3) the patch that `cut_index` cuts, not to be written to. `centre`: (2,) middle of the index in pixels. `down`:
        (2,) from its top to its foot."""
        place = (float(centre[0]), float(centre[1]), float(down[0]), float(down[1]))
        if place not in self._cut:
            self._cut[place] = cut_index(self.image, centre, down)
        return self._cut[place]


def cut_french_card(image: Image, quad: NDArray[Any]) -> Image:
    """A rectified card, (112, 80, 3), with paper brought to white. `quad`: corners in picture pixels, (4, 2), clockwise from
    the card's own top left."""
    w, h = FRENCH_CARD_SIZE
    sides = np.linalg.norm(quad - np.roll(quad, 1, axis=0), axis=1)
    scale = int(np.clip(np.ceil(max(sides[1::2].max() / w, sides[0::2].max() / h)), 1, 12))
    w, h = w * scale, h * scale
    view = cv2.getPerspectiveTransform(np.asarray(quad, np.float32), np.array([[0, 0], [w, 0], [w, h], [0, h]], np.float32))
    crop = cv2.warpPerspective(image, view, (w, h), flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    return resize_french_card(np.asarray(crop, np.uint8))


def resize_french_card(crop: Image) -> Image:
    """The rectified card `crop` of any size, (h, w, 3), resized to (112, 80, 3), with paper brought to white."""
    if crop.shape[1::-1] != FRENCH_CARD_SIZE:
        smaller = crop.shape[0] > FRENCH_CARD_SIZE[1]
        crop = np.asarray(
            cv2.resize(crop, FRENCH_CARD_SIZE, interpolation=cv2.INTER_AREA if smaller else cv2.INTER_LINEAR), np.uint8
        )
    return balance_white(crop)


def balance_white(crop: Any) -> Image:
    """The crop with paper brought to white: the 90th percentile of each channel becomes 230."""
    light = np.maximum(_find_ninetieth(crop.reshape(-1, 3)[::3]), 25.0)
    table = np.minimum(_LEVELS * (230.0 / light), 255).astype(np.uint8)
    return np.asarray(cv2.LUT(crop, table[None]), np.uint8)


def measure_paper_light(light: NDArray[Any], within: int) -> NDArray[np.float32]:
    """(h, w, ...) the light of the paper around each pixel of a rectified card, `light` (h, w, ...). `within`: side of a square
    with paper inside, in pixels eight times as large."""
    high, wide = light.shape[:2]
    # the light changes slowly: an eighth of the size shows the change
    small = cv2.resize(light, (wide // 8, high // 8), interpolation=cv2.INTER_AREA)
    pale = cv2.GaussianBlur(cv2.dilate(small, np.ones((within, within), np.uint8)), (0, 0), 3.0)
    return np.asarray(cv2.resize(pale, (wide, high)), np.float32)


def _find_ninetieth(sample: NDArray[Any]) -> NDArray[np.float64]:
    """(columns,) the 90th percentile of each column of `sample`, as `np.percentile` computes it, at a part of the cost."""
    at = 0.9 * (len(sample) - 1)
    below = int(at)
    above = min(below + 1, len(sample) - 1)
    columns = np.partition(np.ascontiguousarray(sample.T), (below, above), axis=1)
    low, high = columns[:, below].astype(np.float64), columns[:, above].astype(np.float64)
    return np.asarray(low + (at - below) * (high - low))


def resize_for_indices(crop: Image) -> tuple[Image, float]:
    """The crop of a card, (h, w, 3), at the size for the finder of indices, with `INDEX_MARGIN` around; and crop pixels per
    pixel."""
    scale = crop.shape[0] / FRENCH_CARD_SIZE[1]
    width = max(16, round(crop.shape[1] / scale))
    small = cv2.resize(crop, (width, FRENCH_CARD_SIZE[1]), interpolation=cv2.INTER_AREA if scale > 1 else cv2.INTER_LINEAR)
    margins = (INDEX_MARGIN,) * 4
    return np.asarray(cv2.copyMakeBorder(small, *margins, cv2.BORDER_REPLICATE), np.uint8), scale
