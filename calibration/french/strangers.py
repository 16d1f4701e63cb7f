"""Cards that `vision.readers.french.reader` has to refuse: home-made cards, and cards of other games without suits.

A home-made card has a figure by hand and the suit in the corners. Frame of reference: card pixels (`FRENCH_CARD_PX` wide and high,
origin top left). Randomness only from the generator that is handed over.
"""

from __future__ import annotations

from typing import Any

import cv2
import numpy as np
from numpy.random import Generator

from calibration.french.art import FRENCH_CARD_PX, Mask, Pixels
from calibration.french.draw import MakerStyle, choose_suit_colour, stamp_mask, turn_upside_down
from vision.readers.french_print.networks import SUITS


def draw_stranger(style: MakerStyle, rng: Generator) -> Pixels:
    """A card without an index, in a maker's ink on the maker's paper: nowhere stands a rank above a suit."""
    w, h = FRENCH_CARD_PX
    sheet = np.empty((h, w, 3), np.float32)
    sheet[:] = style.paper
    suit = int(rng.integers(len(SUITS)))
    ink = choose_suit_colour(suit, style) if rng.random() < 0.7 else tuple(rng.uniform(0, 200, 3))
    figure = style.glyphs[rng.integers(len(style.glyphs))]
    large = _write_by_hand(figure, rng) if rng.random() < 0.7 else figure
    high = rng.uniform(0.2, 0.55) * h
    middle = np.array([0.5, 0.5]) + rng.normal(0, 0.04, 2)
    stamp_mask(sheet, large, (middle[0] * w, middle[1] * h), (min(high * large.shape[1] / large.shape[0], 0.7 * w), high), ink)
    kind = rng.random()
    if kind < 0.8:
        _stamp_corners(sheet, style.suits[suit] if kind < 0.55 else large, ink, rng)
    if rng.random() < 0.35:
        cv2.rectangle(sheet, (0, 0), (w - 1, h - 1), tuple(rng.uniform(0, 220, 3)), int(rng.integers(2, 22)))
    return np.clip(sheet, 0, 255).astype(np.uint8)


def _stamp_corners(sheet: Pixels, mark: Mask, ink: Any, rng: Generator) -> None:
    """The mark in two corners or all four, upright from the nearer short edge."""
    w, h = FRENCH_CARD_PX
    high = rng.uniform(0.06, 0.16) * h
    size = (min(high * mark.shape[1] / mark.shape[0], 0.3 * w), high)
    x, y = rng.uniform(0.09, 0.17) * w + size[0] / 4, rng.uniform(0.06, 0.12) * h + high / 4
    for left in (x, w - x) if rng.random() < 0.25 else (x,):
        stamp_mask(sheet, mark, (left, y), size, ink)
        stamp_mask(sheet, turn_upside_down(mark), (w - left, h - y), size, ink)


def _write_by_hand(figure: Mask, rng: Generator) -> Mask:
    """The figure as somebody writes: slanted, with bent and uneven strokes."""
    high = figure.shape[0]
    sheet = cv2.copyMakeBorder(figure, high // 4, high // 4, high // 2, high // 2, cv2.BORDER_CONSTANT)
    y, x = np.mgrid[0 : sheet.shape[0], 0 : sheet.shape[1]].astype(np.float32)
    bent = [
        cv2.resize(rng.normal(0, 0.09 * high, (4, 4)).astype(np.float32), sheet.shape[1::-1], interpolation=cv2.INTER_CUBIC)
        for _ in range(2)
    ]
    slant = np.float32(rng.uniform(-0.35, 0.35))
    written = cv2.remap(sheet, x + bent[0] + slant * (y - np.float32(sheet.shape[0] / 2)), y + bent[1], cv2.INTER_LINEAR)
    rows, columns = np.flatnonzero((written > 60).any(axis=1)), np.flatnonzero((written > 60).any(axis=0))
    return np.asarray(written[rows[0] : rows[-1] + 1, columns[0] : columns[-1] + 1], np.uint8) if len(rows) else figure
