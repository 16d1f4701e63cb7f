"""A camera swaying on an arm: the shift of the picture since the table was measured, and the picture shifted back.

Things lying still (a mat's markers, landmarks of a bare table) are kept as small patches. If all patches moved a little in the same way the
camera swayed; a patch covered by a hand says nothing. A lasting shift is no sway: table or camera were pushed, and the table is measured
anew.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, field, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.types import Frame, Image

PATCH_PX = 33  # guess; side of a patch in picture pixels


@dataclass(frozen=True, slots=True)
class SwayLimits:
    """When the camera swayed, and when it was pushed."""

    min_patches: int = 3  # guess; patches that must agree
    min_likeness: float = 0.8  # guess; from which on a patch is the one that was there
    max_disagreement_px: float = 0.8  # guess; by which patches that swayed together differ: the picture turns a little as well
    min_step_px: float = 0.05  # guess; a smaller step says no more
    min_shift_px: float = 0.25  # guess; a smaller sway is seen by nothing downstream: the picture is left as it is
    max_shift_px: float = 8.0  # guess; a larger one is no sway
    max_mean_px: float = 3.0  # guess; an arm that has come to rest is not off by more: it was pushed
    rest_s: float = 1.0  # guess; time constant of coming to rest


SWAY = SwayLimits()

Looks = NDArray[np.float32]
Shift = NDArray[np.float64]
"""(2,) or (n, 2) picture pixels, to the right and downwards."""


@dataclass(frozen=True, slots=True, eq=False)
class StillPatches:
    """Patches of the table as measured, lying still."""

    at: NDArray[np.float64]  # (n, 2) middles in that picture
    looks: Looks  # (n, PATCH_PX, PATCH_PX) of mean 0 and length 1
    slopes: Looks  # (n, 2, PATCH_PX * PATCH_PX) what a pixel to the right and downwards makes of them
    solved: NDArray[np.float64]  # (n, 2, 2) that makes pixels of it


@dataclass(frozen=True, slots=True, eq=False)
class Sway:
    """How far the picture is off."""

    patches: StillPatches | None = None  # None before the table was measured
    shift: Shift = field(default_factory=lambda: np.zeros(2))  # (2,) of the last picture
    mean: Shift = field(default_factory=lambda: np.zeros(2))  # (2,) over a while
    at: float = 0.0  # seconds

    @property
    def is_lasting(self) -> bool:
        """Is the shift lasting, so that table or camera were pushed?"""
        return float(np.hypot(*self.mean)) > SWAY.max_mean_px


@dataclass(frozen=True, slots=True, eq=False)
class SwayFollowed:
    """What a frame told of the sway."""

    sway: Sway | None  # None where table or camera were pushed: nothing is measured any more
    frame: Frame  # as a camera that hangs still would have taken it
    is_pushed: bool  # the table is seen beside its place for good


def measure_sway(before: Sway | None, image: Image, places: NDArray[np.float64], at: float) -> Sway:
    """The sway right after measuring the table in a picture shifted back by the sway `before`.

    `image`: (h, w, 3) uint8; `places`: (n, 2) middles of patches; `at`: seconds. Without enough clear patches none is kept, and
    the sway is followed no more.
    """
    shift = np.zeros(2) if before is None else before.shift
    height, width = image.shape[:2]
    margin = PATCH_PX / 2 + SWAY.max_shift_px
    middles = places[((places >= margin) & (places < (width - margin, height - margin))).all(axis=1)]
    if len(middles) < SWAY.min_patches:
        return Sway(shift=shift, at=at)
    looks = _cut_looks(image, middles)
    down, right = np.gradient(looks, axis=(1, 2))
    slopes = np.stack([right, down], axis=1).reshape(len(looks), 2, -1).astype(np.float32)
    weights = slopes @ slopes.transpose(0, 2, 1)
    clear = np.linalg.eigvalsh(weights)[:, 0] > 1e-3
    if np.count_nonzero(clear) < SWAY.min_patches:
        return Sway(shift=shift, at=at)
    return Sway(StillPatches(middles[clear], looks[clear], slopes[clear], np.linalg.inv(weights[clear])), shift, at=at)


def follow_sway(sway: Sway, frame: Frame, *, is_clear: bool) -> SwayFollowed:
    """The sway after another frame, and the frame shifted back. `is_clear`: no hand is over the table, so that a push can be told."""
    sway = update_sway(sway, frame.image, frame.at)
    if is_clear and sway.is_lasting:
        return SwayFollowed(None, frame, is_pushed=True)
    image = shift_back(sway, frame.image)
    if frame.small is None or image is frame.image:
        return SwayFollowed(sway, replace(frame, image=image), is_pushed=False)
    small = shift_back(sway, frame.small, frame.small.shape[1] / image.shape[1])
    return SwayFollowed(sway, replace(frame, image=image, small=small), is_pushed=False)


def update_sway(sway: Sway, image: Image, at: float) -> Sway:
    """The sway with the shift of another picture. `image`: (h, w, 3) uint8; `at`: seconds. Unchanged without patches; the
    last shift stays where too few patches are seen."""
    if sway.patches is None:
        return sway
    shift = _find_shift(sway.patches, image, sway.shift)
    shift = sway.shift if shift is None else shift
    part = min(max(at - sway.at, 0.0) / SWAY.rest_s, 1.0)
    return replace(sway, shift=shift, mean=sway.mean + part * (shift - sway.mean), at=at)


def shift_back(sway: Sway, image: Image, scale: float = 1.0) -> Image:
    """The picture of a camera hanging still, (h, w, 3) uint8; the given picture below `SWAY.min_shift_px`.

    `scale`: pixels of this picture in a pixel of the pictures with measured sway.
    """
    x, y = (scale * sway.shift).tolist()
    if max(abs(x), abs(y)) < SWAY.min_shift_px * scale:
        return image
    return np.asarray(_move_picture(_move_picture(image, x, across=True), y, across=False), np.uint8)


def _move_picture(image: Image, by: float, *, across: bool) -> Image:
    """(h, w, 3) the picture moved `by` pixels to the left (`across`), or upwards; a third of what an affine warp costs. Its
    edge is filled with the pixels next to the gap."""
    whole = math.floor(by)
    before, after = max(0, -whole), max(0, whole + 1)
    end = image.shape[1 if across else 0] - after
    near, far = (slice(before + whole, end + whole), slice(before + whole + 1, end + whole + 1))
    one, other = (image[:, near], image[:, far]) if across else (image[near], image[far])
    mixed = cv2.addWeighted(one, 1 - (by - whole), other, by - whole, 0)
    sides = (0, 0, before, after) if across else (before, after, 0, 0)
    return np.asarray(cv2.copyMakeBorder(mixed, *sides, cv2.BORDER_REPLICATE), np.uint8)


def _find_shift(patches: StillPatches, image: Image, before: Shift) -> Shift | None:
    """(2,) the common shift of most patches; None if too few are seen. With the first patches in place no others are looked
    at. `before`: (2,) the last shift, where the search begins."""
    least = SWAY.min_patches
    few = StillPatches(patches.at[:least], patches.looks[:least], patches.slopes[:least], patches.solved[:least])
    step, alike = _step_towards(few, image, np.tile(before, (least, 1)))
    if np.abs(step).max() < SWAY.min_step_px and alike.min() > SWAY.min_likeness:
        return before
    off = np.tile(before, (len(patches.at), 1))
    for _ in range(4):  # each step finds what is some three pixels off
        step, alike = _step_towards(patches, image, off)
        off += step
        if float(np.median(np.abs(step))) < SWAY.min_step_px:
            break
    return _agree_on_shift(off[alike > SWAY.min_likeness])


def _step_towards(patches: StillPatches, image: Image, off: Shift) -> tuple[Shift, NDArray[np.float64]]:
    """(n, 2) pixels by which each patch is farther off than `off`, and (n,) the likeness of each patch. Steps are at most 3
    pixels each way. `off`: (n, 2)."""
    looks = _cut_looks(image, patches.at + off)
    change = (patches.looks - looks).reshape(len(looks), -1, 1)
    step = (patches.solved @ (patches.slopes @ change))[:, :, 0]
    return step.clip(-3, 3), np.einsum("nij,nij->n", looks, patches.looks)


def _agree_on_shift(seen: Shift) -> Shift | None:
    """(2,) the shift of most patches; None if shifts differ too much, or are too few or too far. `seen`: (n, 2)."""
    if len(seen) < SWAY.min_patches:
        return None
    middle = np.median(seen, axis=0)
    agreed = seen[np.hypot(*(seen - middle).T) < SWAY.max_disagreement_px]
    if len(agreed) < max(SWAY.min_patches, len(seen) / 2) or np.hypot(*middle) > SWAY.max_shift_px:
        return None
    return np.asarray(agreed.mean(axis=0), np.float64)


def _cut_looks(image: Image, middles: NDArray[np.float64]) -> Looks:
    """(n, PATCH_PX, PATCH_PX) what is seen around n places, smoothed, of mean 0 and length 1. `middles`: (n, 2)."""
    found = np.empty((len(middles), PATCH_PX, PATCH_PX), np.float32)
    for index, (x, y) in enumerate(middles.tolist()):
        part = cv2.cvtColor(cv2.getRectSubPix(image, (PATCH_PX, PATCH_PX), (x, y)), cv2.COLOR_BGR2GRAY)
        found[index] = cv2.GaussianBlur(part, (5, 5), 0)
    found -= found.mean(axis=(1, 2), keepdims=True)
    return np.asarray(found / np.maximum(np.linalg.norm(found, axis=(1, 2), keepdims=True), 1e-3), np.float32)
