"""The table's own looks in a picture: common colours, and lines that continue beyond what they seem to bound."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.cards.outlines import CARD_OUTLINES, Blobs
from vision.plane.quads import Quad, project_from_quad
from vision.types import Image

BINS = (16, 32, 32)
"""Levels of lightness and of both colours told apart; guess."""
EVERY = 2
"""One pixel in so many, each way, counts for colours; guess."""
WITHIN = np.stack(np.meshgrid(np.linspace(0.1, 0.9, 12), np.linspace(0.1, 0.9, 12)), axis=-1).reshape(-1, 2)
"""Where in a card its colours are looked at, in its sides."""
ALONG, BEYOND = np.linspace(0.1, 0.9, 24), np.linspace(0.06, 0.25, 12)
"""Where on a side its edge is looked at, in the side, and how far beyond its ends, in short sides of the card."""


@dataclass(frozen=True, slots=True)
class ContinuedLineLimits:
    """When a side goes on beyond its end."""

    max_strength_ratio: float = 2.0  # edge beyond the end to edge of the side, or the inverse; guess


CONTINUED_LINE = ContinuedLineLimits()
MAX_CONTINUED_ENDS = 4  # of eight; cards in line before and behind continue four; geometry


@dataclass(frozen=True, slots=True, eq=False)
class Cloth:
    """A picture of a table, and how rare each colour is there. Cards take up little of a picture: common colours are the
    table's."""

    image: Image  # (H, W, 3) uint8 BGR
    smooth: Image  # the picture without noise
    rare: NDArray[np.float64]  # (h, w) negative logarithm of each colour's share of the picture
    scale: float  # of `rare` to the picture

    def measure_rarity(self, quads: Sequence[Quad]) -> NDArray[np.float64]:
        """(n,) mean rarity of the looks inside each quad. In negative logarithms of shares, see `Cloth.rare`."""
        most = np.array([self.rare.shape[1] - 1, self.rare.shape[0] - 1])
        places = [np.clip(np.rint(project_from_quad(quad, WITHIN) * self.scale), 0, most).astype(np.intp) for quad in quads]
        return np.array([self.rare[at[:, 1], at[:, 0]].mean() for at in places])

    def count_continued_sides(self, quads: Sequence[Quad]) -> NDArray[np.intp]:
        """(n,) number of the eight ends at which sides of clockwise quads continue. Lines of the table do, bounding a square of
        cloth or a tile; a card's sides do not, except in line with other cards."""
        return _count_continued_ends(self.smooth, np.asarray(quads, np.float32).reshape(-1, 4, 2))


def analyse_cloth(image: Image) -> Cloth:
    """The table's own looks in a picture (H, W, 3) uint8 BGR. Colours common in the picture count as the table's."""
    scale = min(1.0, CARD_OUTLINES.working_side_px / max(image.shape[:2]))
    small = cv2.resize(image, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA) if scale < 1 else image
    # pixels; noise
    lab = cv2.cvtColor(cv2.GaussianBlur(small, (0, 0), 1.5), cv2.COLOR_BGR2Lab)[::EVERY, ::EVERY].astype(np.intp)
    lightness, green, blue = (lab[..., i] * bins // 256 for i, bins in enumerate(BINS))
    colour = (lightness * BINS[1] + green) * BINS[2] + blue
    part = np.bincount(colour.ravel(), minlength=BINS[0] * BINS[1] * BINS[2]) / colour.size
    smooth = np.asarray(cv2.GaussianBlur(image, (0, 0), 0.8), np.uint8)
    # share of a picture; no colour is rarer
    return Cloth(image, smooth, -np.log(np.maximum(part, (1e-6)))[colour], scale / EVERY)


def find_rare_blobs(cloth: Cloth) -> Blobs:
    """Blobs that stand out by rare looks: cards on a cloth of several colours, perhaps sharing or touching one."""
    found = list[NDArray[Any]]()
    for width in (3, 7):  # pixels; print on a card has common colours too
        plane = np.asarray(cv2.blur(cloth.rare.astype(np.float32), (width, width)))
        low, high = np.percentile(plane[::4, ::4], [40, 99])
        for level in np.linspace(low, high, CARD_OUTLINES.threshold_levels + 2)[1:-1]:
            found += cv2.findContours(np.asarray(plane > level, np.uint8), cv2.RETR_LIST, cv2.CHAIN_APPROX_SIMPLE)[0]
    return Blobs(found, (plane.shape[0], plane.shape[1]), cloth.scale, by_colour=True)


def _count_continued_ends(smooth: Image, starts: NDArray[Any]) -> NDArray[np.intp]:
    """(n,) continued ends of (n, 4, 2) quads, 0 to 8 each. `smooth`: a picture without noise. `starts`: the quads."""
    if not len(starts):
        return np.zeros(0, np.intp)
    ends = np.roll(starts, -1, axis=1)
    lengths = np.linalg.norm(ends - starts, axis=2, keepdims=True)
    short, way = lengths.min(axis=1, keepdims=True), (ends - starts) / np.maximum(lengths, 1e-6)
    aside = np.stack([way[..., 1], -way[..., 0]], axis=-1) * np.maximum(2.0, 0.02 * short)  # short sides off the edge

    def edge(from_: NDArray[Any], run: NDArray[Any], places: NDArray[Any]) -> NDArray[Any]:
        """(n, 4, 3) by how many levels the two sides of each line differ. `from_`, `run`: (n, 4, 2) start and extent of
        lines. `places`: (k,) shares of the extent."""
        at = from_[:, :, None] + run[:, :, None] * places[:, None]
        out, within = (_sample_levels(smooth, at + away[:, :, None]) for away in (aside, -aside))
        return np.asarray(np.median(out - within, axis=2))

    own = edge(starts, ends - starts, ALONG)
    best = np.abs(own).argmax(axis=2)[..., None]
    own = np.take_along_axis(own, best, axis=2)
    sign, strong = np.sign(own), np.maximum(np.abs(own), 1.0)  # levels across an edge at least; guess
    beyond = (edge(at, run * short, BEYOND) for at, run in ((starts, -way), (ends, way)))
    ratios = (sign * np.take_along_axis(found, best, axis=2) / strong for found in beyond)
    most = CONTINUED_LINE.max_strength_ratio
    return np.asarray(sum(((ratio > 1 / most) & (ratio < most)).sum(axis=(1, 2)) for ratio in ratios), np.intp)


def _sample_levels(picture: Image, at: NDArray[Any]) -> NDArray[np.float32]:
    """(n, 4, k, 3) levels at (n, 4, k, 2) places of a picture."""
    flat = np.asarray(at, np.float32).reshape(len(at), -1, 2)
    return cv2.remap(picture, flat[..., 0], flat[..., 1], cv2.INTER_LINEAR).reshape(*at.shape[:3], 3).astype(np.float32)
