"""The mirror image of a lamp in a card's glossy coat."""

from __future__ import annotations

import math
import random

import cv2
import numpy as np

from vision.drawn.art.boards import is_chip
from vision.drawn.table.optics import Size
from vision.drawn.table.scene import Gloss, Lying
from vision.types import Image


def add_gloss(layer: Image, gloss: Gloss, card: Lying, corner: tuple[int, int], size: Size) -> Image:
    """A card's layer with the band of light; unchanged for a gloss without strength and for a chip.

    `layer`: (h, w, 4) uint8, weighed colours and cover. `corner`: the layer's top left in the picture, in pixels. `size`: of
    the picture.
    """
    if not gloss.strength or is_chip(card.face):
        return layer
    dice = random.Random(f"{card.face} {card.at_mm} {card.turn}")
    turn, wide = math.radians(gloss.turn), gloss.width * size[0]
    away = dice.uniform(-0.5, 0.5) * wide  # no card lies quite flat: the band lies half its width elsewhere at most
    y, x = np.mgrid[0 : layer.shape[0], 0 : layer.shape[1]].astype(np.float32)
    x, y = x + corner[0] - gloss.at[0] * size[0], y + corner[1] - gloss.at[1] * size[1]
    band = gloss.strength * np.exp(-(((y * math.cos(turn) - x * math.sin(turn) - away) / wide) ** 2) / 2)
    cover = layer[..., 3]
    white = cv2.merge([cover] * 3).astype(np.float32)
    colours = layer[..., :3] + band[..., None] * (white - layer[..., :3])
    return np.dstack([np.rint(colours).astype(np.uint8), cover])
