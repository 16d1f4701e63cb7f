"""A camera that sways on its arm: how far the picture has shifted since the table was measured, and the picture shifted back.

What lies still (a mat's markers, landmarks of a bare table) is kept as small patches. Where they are seen a little beside their places, all
by the same way, the camera swayed; one that a hand covers says nothing. A shift that lasts is no sway: table or camera were pushed, and
the table is to be measured anew.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, field, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.types import Image

SIDE = 33
"""Pixels of a patch."""
STEPS = 4
"""Times that a shift is looked for anew from where the last look put it; each finds what is some three pixels off."""
NEAR = 0.05
"""Pixels below which a step says no more."""
SAME = 0.8
"""Likeness from which a patch is the one that was there."""
AGREED = 0.8
"""Pixels by which patches that swayed together differ at most: the picture turns a little as well."""
LEAST = 3
"""Patches that must agree."""
SEEN = 0.25
"""Pixels of sway that nothing downstream can see: such a picture is left as it is."""
FAR = 8.0
"""Pixels beyond which it is no sway."""
LASTING, LASTS = 3.0, 1.0
"""Pixels that an arm which has come to rest is not off, and the time constant in seconds of coming to rest."""

Looks = NDArray[np.float32]
Shift = NDArray[np.float64]
"""(2,) or (n, 2) picture pixels, to the right and downwards."""


@dataclass(frozen=True, slots=True, eq=False)
class Patches:
    """`at`: (n, 2) middles in the picture in which the table was measured, `looks`: (n, SIDE, SIDE) as they were, of mean 0 and length 1,
    `slopes`: (n, 2, SIDE * SIDE) what a pixel to the right and downwards makes of them, `solved`: (n, 2, 2) that makes pixels of it."""

    at: NDArray[np.float64]
    looks: Looks
    slopes: Looks
    solved: NDArray[np.float64]


@dataclass(frozen=True, slots=True, eq=False)
class Sway:
    """`patches`: None before the table was measured. `shift`: (2,) pixels to the right and downwards by which the last picture was off,
    `mean`: the same over a while; `at`: when, in seconds."""

    patches: Patches | None = None
    shift: Shift = field(default_factory=lambda: np.zeros(2))
    mean: Shift = field(default_factory=lambda: np.zeros(2))
    at: float = 0.0

    @property
    def lasts(self) -> bool:
        """Is the table seen beside its place for good?"""
        return float(np.hypot(*self.mean)) > LASTING


def measured(before: Sway | None, image: Image, places: NDArray[np.float64], at: float) -> Sway:
    """The sway right after the table was measured in a picture, (h, w, 3) uint8, that was shifted back by what was known `before`. `places`:
    (n, 2) middles of what lies still."""
    shift = np.zeros(2) if before is None else before.shift
    height, width = image.shape[:2]
    margin = SIDE / 2 + FAR
    middles = places[((places >= margin) & (places < (width - margin, height - margin))).all(axis=1)]
    if len(middles) < LEAST:
        return Sway(shift=shift, at=at)
    looks = _looks(image, middles)
    down, right = np.gradient(looks, axis=(1, 2))
    slopes = np.stack([right, down], axis=1).reshape(len(looks), 2, -1).astype(np.float32)
    weights = slopes @ slopes.transpose(0, 2, 1)
    clear = np.linalg.eigvalsh(weights)[:, 0] > 1e-3
    if np.count_nonzero(clear) < LEAST:
        return Sway(shift=shift, at=at)
    return Sway(Patches(middles[clear], looks[clear], slopes[clear], np.linalg.inv(weights[clear])), shift, at=at)


def swayed(sway: Sway, image: Image, at: float) -> Sway:
    """How far this picture, (h, w, 3) uint8, is off."""
    if sway.patches is None:
        return sway
    shift = _shift(sway.patches, image, sway.shift)
    shift = sway.shift if shift is None else shift
    part = min(max(at - sway.at, 0.0) / LASTS, 1.0)
    return replace(sway, shift=shift, mean=sway.mean + part * (shift - sway.mean), at=at)


def shifted_back(sway: Sway, image: Image, scale: float = 1.0) -> Image:
    """The picture, (h, w, 3) uint8, as a camera that hangs still would have taken it. `scale`: its pixels in one of those in which sway
    is measured."""
    x, y = (scale * sway.shift).tolist()
    if max(abs(x), abs(y)) < SEEN * scale:
        return image
    return np.asarray(_moved(_moved(image, x, across=True), y, across=False), np.uint8)


def _moved(image: Image, by: float, across: bool) -> Image:
    """The picture `by` so many pixels to the left, or upwards; a third of what an affine warp costs. Its edge is filled with what is next."""
    whole = math.floor(by)
    before, after = max(0, -whole), max(0, whole + 1)
    end = image.shape[1 if across else 0] - after
    near, far = (slice(before + whole, end + whole), slice(before + whole + 1, end + whole + 1))
    one, other = (image[:, near], image[:, far]) if across else (image[near], image[far])
    mixed = cv2.addWeighted(one, 1 - (by - whole), other, by - whole, 0)
    sides = (0, 0, before, after) if across else (before, after, 0, 0)
    return np.asarray(cv2.copyMakeBorder(mixed, *sides, cv2.BORDER_REPLICATE), np.uint8)


def _shift(patches: Patches, image: Image, before: Shift) -> Shift | None:
    """By how much most patches are off alike; None where too few are seen. Where some are where they were the others are not looked at."""
    few = Patches(patches.at[:LEAST], patches.looks[:LEAST], patches.slopes[:LEAST], patches.solved[:LEAST])
    step, alike = _step(few, image, np.tile(before, (LEAST, 1)))
    if np.abs(step).max() < NEAR and alike.min() > SAME:
        return before
    off = np.tile(before, (len(patches.at), 1))
    for _ in range(STEPS):
        step, alike = _step(patches, image, off)
        off += step
        if float(np.median(np.abs(step))) < NEAR:
            break
    return _agreed(off[alike > SAME])


def _step(patches: Patches, image: Image, off: Shift) -> tuple[Shift, NDArray[np.float64]]:
    """(n, 2) pixels by which each patch is farther off than `off`, and (n,) how like itself it is there."""
    looks = _looks(image, patches.at + off)
    change = (patches.looks - looks).reshape(len(looks), -1, 1)
    step = (patches.solved @ (patches.slopes @ change))[:, :, 0]
    return step.clip(-3, 3), np.einsum("nij,nij->n", looks, patches.looks)


def _agreed(seen: Shift) -> Shift | None:
    """(2,) the shift that most of these, (n, 2), say; None where they differ too much, or are too few or too far off."""
    if len(seen) < LEAST:
        return None
    middle = np.median(seen, axis=0)
    agreed = seen[np.hypot(*(seen - middle).T) < AGREED]
    if len(agreed) < max(LEAST, len(seen) / 2) or np.hypot(*middle) > FAR:
        return None
    return np.asarray(agreed.mean(axis=0), np.float64)


def _looks(image: Image, middles: NDArray[np.float64]) -> Looks:
    """(n, SIDE, SIDE) what is seen around these places, smoothed, of mean 0 and length 1."""
    found = np.empty((len(middles), SIDE, SIDE), np.float32)
    for index, (x, y) in enumerate(middles.tolist()):
        part = cv2.cvtColor(cv2.getRectSubPix(image, (SIDE, SIDE), (x, y)), cv2.COLOR_BGR2GRAY)
        found[index] = cv2.GaussianBlur(part, (5, 5), 0)
    found -= found.mean(axis=(1, 2), keepdims=True)
    return np.asarray(found / np.maximum(np.linalg.norm(found, axis=(1, 2), keepdims=True), 1e-3), np.float32)
