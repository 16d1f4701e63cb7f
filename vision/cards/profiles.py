"""Levels across the sides of cards, grey or of each colour: where is the edge at each place, and how strong?"""

from __future__ import annotations

from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

PROFILE = 15
"""Levels sampled across a side at each place; guess."""


def find_edges_near(
    picture: NDArray[Any], places: NDArray[Any], normal: NDArray[Any], radius: NDArray[Any]
) -> tuple[NDArray[Any], NDArray[Any]]:
    """(n, 4, samples) offset in pixels of the edge at each place, outward positive, and the edge's strength, 0 for none.

    `picture`: (H, W) grey, or (H, W, 3); of colours the fastest changing counts. `places`: (n, 4, samples, 2). `normal`: (n, 4,
    2) outward. `radius`: (n,) pixels searched each way. A side as a whole is brighter either inside or outside: an edge running
    the other way is print.
    """
    offsets = np.linspace(-1, 1, PROFILE, dtype=np.float32)
    across = (offsets[:, None] * radius)[..., None] * np.moveaxis(normal, 2, 0)[:, None]  # (2, PROFILE, n, 4)
    at = np.asarray(np.moveaxis(places, 3, 0)[:, None] + across[..., None], np.float32).reshape(2, PROFILE, -1)
    slope, *others = (
        _slopes_across(plane, at, places.shape) for plane in (cv2.split(picture) if picture.ndim == 3 else [picture])
    )
    for other in others:
        np.maximum(slope, other, out=slope)
    middle = (offsets[:-1] + offsets[1:]) / 2
    best = _index_of_largest(slope * np.exp(-0.5 * (middle / 0.7) ** 2)[:, None])
    peak = np.take_along_axis(slope, best[None], axis=0)[0].reshape(places.shape[:3]).astype(np.float32)
    faint = np.maximum(1.5, 0.125 * _twice_median(peak))  # grey levels between two places; less is noise; guess
    where = middle[best].reshape(places.shape[:3]) * radius[:, None, None]
    return where, np.where(peak > faint[:, :, None], peak, 0)


def _slopes_across(plane: NDArray[Any], at: NDArray[Any], shape: tuple[int, ...]) -> NDArray[Any]:
    """(PROFILE - 1, p) int16 changes of level at (2, PROFILE, p) places in the direction common along the side, 0 elsewhere."""
    slope = np.diff(_sample_plane(plane, *at).astype(np.int16), axis=0)
    rises, falls = (_twice_median(np.maximum(most, 0).reshape(shape[:3])) for most in (slope.max(axis=0), -slope.min(axis=0)))
    slope *= np.where(falls >= rises, np.int16(-1), np.int16(1)).repeat(shape[2])
    return np.asarray(np.maximum(slope, 0, out=slope))


def _twice_median(values: NDArray[Any]) -> NDArray[Any]:
    """(n, 4) twice the median of each of (n, 4, samples) rows of an even length."""
    half = values.shape[2] // 2
    return np.asarray(np.partition(values, (half - 1, half), axis=2)[..., half - 1 : half + 1].sum(axis=2))


def _index_of_largest(planes: NDArray[Any]) -> NDArray[np.intp]:
    """(p,) index of the plane with the largest value among (k, p) planes, the first of several. A loop: `argmax` would copy the
    planes first."""
    most, best = planes[0].copy(), np.zeros(planes.shape[1], np.intp)
    for number, plane in enumerate(planes[1:], 1):
        best[plane > most] = number
        np.maximum(most, plane, out=most)
    return best


def _sample_plane(gray: NDArray[Any], x: NDArray[Any], y: NDArray[Any]) -> NDArray[Any]:
    """(k, p) grey levels at (k, p) places."""
    row = 30000  # `cv2.remap` takes no more places in one row
    parts = [slice(start, start + row) for start in range(0, x.shape[1], row)]
    looked_up = [cv2.remap(gray, x[:, part], y[:, part], cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE) for part in parts]
    return np.concatenate(looked_up, axis=1)
