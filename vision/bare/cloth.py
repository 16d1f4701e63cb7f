"""What of a picture is the table's own: colours that it has much of, and lines that go on beside what they seem to bound."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.cards.outlines import OUTLINES, Blobs
from vision.plane.quads import Quad, project_from_quad
from vision.types import Image

BINS = (16, 32, 32)
"""Levels of lightness and of both colours that are told apart."""
SMOOTH, EVERY = 1.5, 2
"""Pixels of the picture, brought to a working size, over which its noise is smoothed, and of which one each way counts."""
LEAST = 1e-6
"""Part of a picture below which a colour cannot be rarer."""
WITHIN = np.stack(np.meshgrid(np.linspace(0.1, 0.9, 12), np.linspace(0.1, 0.9, 12)), axis=-1).reshape(-1, 2)
"""Where in a card its colours are looked at, in its sides."""
BLURS = (3, 7)
"""Pixels of the small picture over which rarity is averaged: print on a card is made of common colours too."""
ALONG, BEYOND = np.linspace(0.1, 0.9, 24), np.linspace(0.06, 0.25, 12)
"""Where on a side its edge is looked at, in the side, and how far beyond its ends, in short sides of the card."""
NEAR = 0.02
"""How far from an edge what it bounds is looked at, in short sides."""
AS_STRONG = 2.0
"""By how much stronger or weaker an edge may be as it goes on."""
FAINTEST = 1.0
"""Levels by which the two sides of an edge differ at least."""


@dataclass(frozen=True, slots=True, eq=False)
class Cloth:
    """A picture (H, W, 3) uint8 BGR of a table, the same without its noise, and (h, w) how rare in it each colour is, `scale` times as large:
    the negative logarithm of what part of the picture has it. Cards take up little of a picture; what is common is the table, in however
    many colours."""

    image: Image
    smooth: Image
    rare: NDArray[np.float64]
    scale: float

    def measure_rarity(self, quads: Sequence[Quad]) -> NDArray[np.float64]:
        """(n,) how rare what lies in each quad is, on the average."""
        most = np.array([self.rare.shape[1] - 1, self.rare.shape[0] - 1])
        places = [np.clip(np.rint(project_from_quad(quad, WITHIN) * self.scale), 0, most).astype(np.intp) for quad in quads]
        return np.array([self.rare[at[:, 1], at[:, 0]].mean() for at in places])

    def count_continued_sides(self, quads: Sequence[Quad]) -> NDArray[np.intp]:
        """(n,) at how many of their eight ends the sides of clockwise quads go on as they were: lines of the table do, which bound a square
        of cloth or a tile; the sides of a card do not, but where cards beside it lie in one line with it."""
        return _count_continued_ends(self.smooth, np.asarray(quads, np.float32).reshape(-1, 4, 2))


def analyse_cloth(image: Image) -> Cloth:
    """What is the table's own in a picture (H, W, 3) uint8 BGR."""
    scale = min(1.0, OUTLINES.working_side_px / max(image.shape[:2]))
    small = cv2.resize(image, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA) if scale < 1 else image
    lab = cv2.cvtColor(cv2.GaussianBlur(small, (0, 0), SMOOTH), cv2.COLOR_BGR2Lab)[::EVERY, ::EVERY].astype(np.intp)
    lightness, green, blue = (lab[..., i] * bins // 256 for i, bins in enumerate(BINS))
    colour = (lightness * BINS[1] + green) * BINS[2] + blue
    part = np.bincount(colour.ravel(), minlength=BINS[0] * BINS[1] * BINS[2]) / colour.size
    smooth = np.asarray(cv2.GaussianBlur(image, (0, 0), 0.8), np.uint8)
    return Cloth(image, smooth, -np.log(np.maximum(part, LEAST))[colour], scale / EVERY)


def find_rare_blobs(cloth: Cloth) -> Blobs:
    """What stands out by how rare it looks: a card on a cloth of several colours, of which it may have one or touch it."""
    found = list[NDArray[Any]]()
    for width in BLURS:
        plane = np.asarray(cv2.blur(cloth.rare.astype(np.float32), (width, width)))
        low, high = np.percentile(plane[::4, ::4], [40, 99])
        for level in np.linspace(low, high, OUTLINES.threshold_levels + 2)[1:-1]:
            found += cv2.findContours(np.asarray(plane > level, np.uint8), cv2.RETR_LIST, cv2.CHAIN_APPROX_SIMPLE)[0]
    return Blobs(found, (plane.shape[0], plane.shape[1]), cloth.scale, by_colour=True)


def _count_continued_ends(smooth: Image, starts: NDArray[Any]) -> NDArray[np.intp]:
    """(n,) the same of (n, 4, 2) quads in a picture without noise."""
    if not len(starts):
        return np.zeros(0, np.intp)
    ends = np.roll(starts, -1, axis=1)
    lengths = np.linalg.norm(ends - starts, axis=2, keepdims=True)
    short, way = lengths.min(axis=1, keepdims=True), (ends - starts) / np.maximum(lengths, 1e-6)
    aside = np.stack([way[..., 1], -way[..., 0]], axis=-1) * np.maximum(2.0, NEAR * short)

    def edge(from_: NDArray[Any], run: NDArray[Any], places: NDArray[Any]) -> NDArray[Any]:
        """(n, 4, 3) by how many levels the two sides of each line differ."""
        at = from_[:, :, None] + run[:, :, None] * places[:, None]
        out, within = (_sample_levels(smooth, at + away[:, :, None]) for away in (aside, -aside))
        return np.asarray(np.median(out - within, axis=2))

    own = edge(starts, ends - starts, ALONG)
    best = np.abs(own).argmax(axis=2)[..., None]
    own = np.take_along_axis(own, best, axis=2)
    sign, strong = np.sign(own), np.maximum(np.abs(own), FAINTEST)
    beyond = (edge(at, run * short, BEYOND) for at, run in ((starts, -way), (ends, way)))
    ratios = (sign * np.take_along_axis(found, best, axis=2) / strong for found in beyond)
    return np.asarray(sum(((ratio > 1 / AS_STRONG) & (ratio < AS_STRONG)).sum(axis=(1, 2)) for ratio in ratios), np.intp)


def _sample_levels(picture: Image, at: NDArray[Any]) -> NDArray[np.float32]:
    """(n, 4, k, 3) levels at (n, 4, k, 2) places of a picture."""
    flat = np.asarray(at, np.float32).reshape(len(at), -1, 2)
    return cv2.remap(picture, flat[..., 0], flat[..., 1], cv2.INTER_LINEAR).reshape(*at.shape[:3], 3).astype(np.float32)
