"""The print common to the cards shown so far, and whether a card was shown before."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.cards.topcard import Pattern, make_pattern
from vision.readers.enrolled import features
from vision.readers.enrolled.alignment import align_corners, prepare_target
from vision.types import Image

MAX_SAME_CARD_DIFFERENCE = 0.5
"""squared, in units of contrast, where two aligned pictures of one card differ most; only the six cards most alike at low
resolution are compared; guess."""


@dataclass(frozen=True, slots=True, eq=False)
class Shared:
    """What the cards shown so far have in common."""

    mean: NDArray[Any]  # (136, 96) of the cards' textures
    square: NDArray[Any]  # (136, 96) mean of the squared textures
    pattern: Pattern  # the mean as the search for cards takes patterns
    likenesses: tuple[float, ...] = ()  # of each card to the cards before

    @property
    def usual(self) -> float:
        """The usual likeness of a card of this deck to the others; 0 while unknown."""
        return float(np.median(self.likenesses)) if len(self.likenesses) >= 2 else 0.0

    @property
    def steady(self) -> NDArray[Any]:
        """(136, 96) from 0 to 1: how much of each pixel the cards share."""
        varies = cv2.GaussianBlur(np.maximum(self.square - self.mean**2, 0), (0, 0), 1.5)
        shared = cv2.GaussianBlur(self.mean**2, (0, 0), 1.5)
        return np.asarray((shared + 0.1) / (shared + 3 * varies + 0.1), np.float32)

    @property
    def common(self) -> Pattern:
        """The pattern without what differs from card to card."""
        return self.pattern.weigh_spots(self.steady)

    def align_card(self, texture: NDArray[Any]) -> tuple[NDArray[Any], NDArray[Any], float]:
        """Corners (4, 2), texture and likeness (-1 to 1) of a texture (136, 96) aligned with the mean, the better way up."""
        steady = self.steady
        onto = prepare_target(self.mean, steady)
        ways = [align_corners(onto, way) for way in (texture, features.turn_plane(texture))]
        likes = [_correlate_weighted(laid, self.mean, steady) for _, laid in ways]
        if likes[0] >= likes[1]:
            return *ways[0], likes[0]
        far = np.array(features.CANONICAL_SIZE, np.float32) - 1
        return np.roll(far - ways[1][0], 2, axis=0), ways[1][1], likes[1]

    def add_card(self, crop: Image) -> Shared:
        """What the cards have in common after one more card. `crop`: (h, w, 3) uint8 BGR, either way up. Beyond forty cards
        the oldest fade."""
        _, laid, like = self.align_card(measure_texture(crop))
        part = 1 / min(len(self.likenesses) + 2, 40)
        mean, square = self.mean * (1 - part) + laid * part, self.square * (1 - part) + laid**2 * part
        return Shared(mean, square, self.pattern.add_card_look(crop), (*self.likenesses, like)[-40:])


def _correlate_weighted(a: NDArray[Any], b: NDArray[Any], weight: NDArray[Any]) -> float:
    """The correlation (-1 to 1) of two planes, each pixel weighted."""
    a, b = a - (a * weight).sum() / weight.sum(), b - (b * weight).sum() / weight.sum()
    return float((a * b * weight).sum() / (np.sqrt((a * a * weight).sum() * (b * b * weight).sum()) + 1e-6))


def add_shared_card(shared: Shared | None, crop: Image, card_mm: tuple[float, float]) -> Shared:
    """What the cards have in common after one more card. `shared`: None before the first. `crop`: of the card. `card_mm`: width
    and height of a card."""
    if shared:
        return shared.add_card(crop)
    texture = measure_texture(crop)
    return Shared(texture, texture**2, make_pattern(crop, card_mm[1] / card_mm[0]))


def find_same_card(texture: NDArray[Any], known: Sequence[NDArray[Any]]) -> int | None:
    """The number of the same card among `known` textures, either way up; None without the same card; of several the most similar.
    `texture`: (136, 96) of the card."""
    ways = [_normalise_coarsely(way) for way in (texture, features.turn_plane(texture))]
    smalls = (_normalise_coarsely(one) for one in known)
    coarse = [max(float((way * small).sum()) for way in ways) for small in smalls]
    suspects = sorted(range(len(known)), key=lambda i: -coarse[i])[:6]  # aligning with every card would take too long
    apart = [(measure_difference(texture, known[i].astype(np.float32)), i) for i in suspects if coarse[i] > 0.5]
    nearest = min(apart, default=(np.inf, 0))
    return nearest[1] if nearest[0] < MAX_SAME_CARD_DIFFERENCE else None


def measure_difference(a: NDArray[Any], b: NDArray[Any]) -> float:
    """The difference of two textures (136, 96) where they differ most, aligned either way up."""
    onto, rim = prepare_target(a), np.s_[6:-6, 6:-6]
    laid = [align_corners(onto, way)[1] for way in (b, features.turn_plane(b))]
    return min(float(cv2.GaussianBlur((one - a)[rim] ** 2, (0, 0), 3.0).max()) for one in laid)


def measure_texture(crop: Image) -> NDArray[Any]:
    """(136, 96) float32 texture of a crop of any size, see `vision.readers.enrolled.features`."""
    return features.compute_texture(features.resize_to_canonical(crop))


def _normalise_coarsely(texture: NDArray[Any]) -> NDArray[Any]:
    small = cv2.resize(texture.astype(np.float32), (24, 34), interpolation=cv2.INTER_AREA)
    small = small - small.mean()
    return np.asarray(small / (np.linalg.norm(small) + 1e-6))
