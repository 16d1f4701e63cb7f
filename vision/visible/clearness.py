"""Does the camera show the table at all? A plain, white or blurred picture shows none of the edges that are known to lie there, and
colours that are swapped are not the table's. What hides but a part of it is a veil (`vision.visible.veils`).

What lies beside the zones stays: the mat's own print. Where most of its edges are gone no zone is ruled on. An arm hides edges too, but
less of the table.
"""

from __future__ import annotations

from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.hands.field import Field
from vision.types import Image

EDGE = 24
"""Grey levels of contrast from which an edge of the table is worth looking for."""
FEWEST = 150
"""Such pixels that are needed to say anything."""
GONE = 0.4
"""Part of its contrast, against the light there, below which an edge is gone."""
MOSTLY = 0.65
"""Part of the edges that are gone of a picture that shows nothing."""
LIKE_BEFORE = 2.5
"""Grey levels by which a small frame differs from the one before, on the whole, where nothing but hands moves."""
NOTHING = 1.5
"""Grey levels of contrast, on the whole, of a picture that shows nothing."""
TINTED = 24
"""Grey levels between red and blue from which a spot is tinted."""
AROUND_ARM = 0.5
"""Lengths of fingers around an arm within which its way from one frame to the next may hide edges."""
SWAPPED = 0.6
"""Part of the tinted spots whose red and blue have changed sides."""


def blank(small: Image) -> bool:
    """True where a small frame shows nothing at all: something lies on the lens, or it looks into a lamp."""
    return float(_contrast(cv2.cvtColor(small, cv2.COLOR_BGR2GRAY)).mean()) < NOTHING


def alike(small: Image, before: Image) -> bool:
    """True where a small frame is so much like the one before that what could be seen there can be seen here."""
    return float(cv2.norm(small, before, cv2.NORM_L1)) < LIKE_BEFORE * small.size


def unclear(small: Image, table: NDArray[Any], field: Field, arms: NDArray[np.bool_] | None = None) -> bool:
    """True where a small frame does not show the table. `table`: (h, w, 3) how it looked when it was last seen; `arms`: (h, w) where arms
    lay in the frame before, None for nowhere: of a table without print two of them hide nearly all there is to see."""
    known = np.asarray(np.clip(table, 0, 255), np.uint8)
    gray, gray_known = (cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY) for picture in (small, known))
    contrast, contrast_known = _contrast(gray), _contrast(gray_known)
    edges = (contrast_known > EDGE) & (field.zones == 0) & (field.table > 0)
    if np.count_nonzero(edges) < FEWEST:
        return False
    near = cv2.dilate(contrast, np.ones((3, 3), np.uint8))[edges].astype(np.float32)
    kept = near / (gray[edges] + 20.0) / (contrast_known[edges] / (gray_known[edges] + 20.0))
    gone = kept < GONE
    if gone.mean() > MOSTLY and arms is not None:
        gone = gone[~_around(arms, field)[edges]]
    return bool(gone.size >= FEWEST and gone.mean() > MOSTLY) or _swapped(small, known, field, arms)


def _around(arms: NDArray[np.bool_], field: Field) -> NDArray[np.bool_]:
    width = 2 * round(AROUND_ARM * field.fingers_px) + 1
    return cv2.dilate(arms.astype(np.uint8), np.ones((width, width), np.uint8)) > 0


def _swapped(small: Image, known: Image, field: Field, arms: NDArray[np.bool_] | None) -> bool:
    """Have red and blue changed places where the table is tinted? A red hand over blue cards is none of it, nor a blue card on a red one: it
    must be so whichever pile is left out."""
    was, now = (picture[..., 2].astype(np.int16) - picture[..., 0] for picture in (known, small))
    tinted = (np.abs(was) > TINTED) & (field.table > 0)
    if arms is not None:
        tinted &= ~_around(arms, field)
    if np.count_nonzero(tinted) < FEWEST:
        return False
    turned = ((np.sign(was) == -np.sign(now)) & (np.abs(now) > TINTED))[tinted]
    if turned.mean() <= SWAPPED:
        return False
    zones = field.zones[tinted]
    in_each = [np.bincount(zones, weights, len(field.names) + 1) for weights in (None, turned)]
    seen, changed = (spots.sum() - spots[1:] for spots in in_each)  # without each pile
    return bool((seen >= FEWEST).all() and (changed > SWAPPED * seen).all())


def _contrast(gray: NDArray[Any]) -> NDArray[Any]:
    return np.asarray(cv2.morphologyEx(gray, cv2.MORPH_GRADIENT, np.ones((3, 3), np.uint8)))
