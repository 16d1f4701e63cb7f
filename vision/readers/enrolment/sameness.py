"""What the cards shown so far have in common, and whether one was shown before."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.cards.topcard import Pattern, make_pattern
from vision.readers.enrolled import features
from vision.readers.enrolled.alignment import align, target
from vision.types import Image

ALIKE_CARDS = 0.5
"""Two pictures of one card, laid on one another, differ nowhere by more than this (in units of the card's contrast, squared)."""
SUSPECTS = 6
"""How many of the cards already shown a new one is compared with, the likeliest."""


@dataclass(frozen=True, slots=True, eq=False)
class Shared:
    """What the cards shown so far have in common. `mean`, `square`: (136, 96), of their textures and of these squared; `pattern`: the
    same as the search for cards wants it; `likenesses`: of each card to those before it."""

    mean: NDArray[Any]
    square: NDArray[Any]
    pattern: Pattern
    likenesses: tuple[float, ...] = ()

    @property
    def usual(self) -> float:
        """How like the others a card of this deck usually is; 0 while that is not known."""
        return float(np.median(self.likenesses)) if len(self.likenesses) >= 2 else 0.0

    @property
    def steady(self) -> NDArray[Any]:
        """(136, 96) from 0 to 1: how much of each pixel the cards share."""
        varies = cv2.GaussianBlur(np.maximum(self.square - self.mean**2, 0), (0, 0), 1.5)
        shared = cv2.GaussianBlur(self.mean**2, (0, 0), 1.5)
        return np.asarray((shared + 0.1) / (shared + 3 * varies + 0.1), np.float32)

    @property
    def common(self) -> Pattern:
        """The pattern with all that differs from card to card washed out."""
        return self.pattern.weigh_spots(self.steady)

    def laid(self, texture: NDArray[Any]) -> tuple[NDArray[Any], NDArray[Any], float]:
        """A texture (136, 96) laid on what the cards share, whichever way up fits better: its corners (4, 2) in its pixels, the texture,
        and how like it is (-1 to 1)."""
        steady = self.steady
        onto = target(self.mean, steady)
        ways = [align(onto, way) for way in (texture, features.turned_pixels(texture))]
        likes = [_weighed(laid, self.mean, steady) for _, laid in ways]
        if likes[0] >= likes[1]:
            return *ways[0], likes[0]
        far = np.array(features.CANONICAL_SIZE, np.float32) - 1
        return np.roll(far - ways[1][0], 2, axis=0), ways[1][1], likes[1]

    def with_card(self, crop: Image) -> Shared:
        """After one more card."""
        _, laid, like = self.laid(texture_of(crop))
        part = 1 / min(len(self.likenesses) + 2, 40)
        mean, square = self.mean * (1 - part) + laid * part, self.square * (1 - part) + laid**2 * part
        return Shared(mean, square, self.pattern.add_card_look(crop), (*self.likenesses, like)[-40:])


def _weighed(a: NDArray[Any], b: NDArray[Any], weight: NDArray[Any]) -> float:
    """Correlation (-1 to 1) of two planes, each pixel as much as it weighs."""
    a, b = a - (a * weight).sum() / weight.sum(), b - (b * weight).sum() / weight.sum()
    return float((a * b * weight).sum() / (np.sqrt((a * a * weight).sum() * (b * b * weight).sum()) + 1e-6))


def shared_with(shared: Shared | None, crop: Image, card_mm: tuple[float, float]) -> Shared:
    if shared:
        return shared.with_card(crop)
    texture = texture_of(crop)
    return Shared(texture, texture**2, make_pattern(crop, card_mm[1] / card_mm[0]))


def resembled(texture: NDArray[Any], known: Sequence[NDArray[Any]]) -> int | None:
    """Which of the textures (136, 96) is of the same card, either way up, None if none is. Of several the one most like it."""
    coarse = [float((_coarse(texture) * _coarse(one)).sum()) for one in known]
    turned = features.turned_pixels(texture)
    coarse = [max(value, float((_coarse(turned) * _coarse(one)).sum())) for value, one in zip(coarse, known, strict=True)]
    suspects = sorted(range(len(known)), key=lambda i: -coarse[i])[:SUSPECTS]
    apart = [(difference(texture, known[i].astype(np.float32)), i) for i in suspects if coarse[i] > 0.5]
    nearest = min(apart, default=(np.inf, 0))
    return nearest[1] if nearest[0] < ALIKE_CARDS else None


def difference(a: NDArray[Any], b: NDArray[Any]) -> float:
    """How much two textures (136, 96) differ where they differ most, laid on one another either way up."""
    onto, rim = target(a), np.s_[6:-6, 6:-6]
    laid = [align(onto, way)[1] for way in (b, features.turned_pixels(b))]
    return min(float(cv2.GaussianBlur((one - a)[rim] ** 2, (0, 0), 3.0).max()) for one in laid)


def texture_of(crop: Image) -> NDArray[Any]:
    """(136, 96) float32: the texture of a crop of any size (see `vision.readers.enrolled.features`)."""
    return features.texture(features.canonical(crop))


def _coarse(texture: NDArray[Any]) -> NDArray[Any]:
    small = cv2.resize(texture.astype(np.float32), (24, 34), interpolation=cv2.INTER_AREA)
    small = small - small.mean()
    return np.asarray(small / (np.linalg.norm(small) + 1e-6))
