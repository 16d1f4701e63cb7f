"""Does the camera show the table at all?

A plain, white or blurred picture shows none of the table's known edges, and swapped colours are not the table's. The mat's own print
beside the zones stays: where most of the print's edges are gone no zone is ruled on. An arm hides edges too, but fewer. Something that
hides a part of the table only is a veil (`vision.visible.veils`).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.hands.field import Field
from vision.types import Image


@dataclass(frozen=True, slots=True)
class ClearnessLimits:
    """When a picture does not show the table."""

    min_edge_levels: int = 24  # guess; grey levels of contrast from which an edge of the table is worth looking for
    min_samples: int = 150  # guess; pixels of edges, or tinted ones, that are needed to say anything
    min_kept_contrast: float = 0.4  # guess; part of an edge's contrast, against the light there: an edge with less is gone
    max_gone: float = 0.65  # guess; part of the edges: where more are gone the picture does not show the table
    min_blank_levels: float = 1.5  # guess; mean grey levels of contrast: a picture with less shows nothing
    min_tint_levels: int = 24  # guess; grey levels between red and blue from which a spot is tinted
    max_swapped: float = 0.6  # guess; part of the tinted spots: where more have changed sides red and blue are swapped


CLEARNESS = ClearnessLimits()


def is_blank(small: Image) -> bool:
    """Does a small frame show nothing at all: something lies on the lens, or it looks into a lamp? `small`: (h, w, 3)."""
    contrast = _measure_gray_contrast(cv2.cvtColor(small, cv2.COLOR_BGR2GRAY))
    return float(contrast.mean()) < CLEARNESS.min_blank_levels


def is_unclear(small: Image, table: NDArray[Any], field: Field, arms: NDArray[np.bool_] | None = None) -> bool:
    """Does a small frame not show the table, or with red and blue swapped? `small`: (h, w, 3); `table`: (h, w, 3) how the table
    looked when it was last seen.

    `arms`: (h, w) where arms lay in the frame before, None for nowhere: two arms hide nearly all edges of a table without
    print. False where the table has too few known edges to say.
    """
    known = np.asarray(np.clip(table, 0, 255), np.uint8)
    gray, gray_known = (cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY) for picture in (small, known))
    contrast, contrast_known = _measure_gray_contrast(gray), _measure_gray_contrast(gray_known)
    edges = (contrast_known > CLEARNESS.min_edge_levels) & (field.zones == 0) & (field.table > 0)
    if np.count_nonzero(edges) < CLEARNESS.min_samples:
        return False
    near = cv2.dilate(contrast, np.ones((3, 3), np.uint8))[edges].astype(np.float32)
    kept = near / (gray[edges] + 20.0) / (contrast_known[edges] / (gray_known[edges] + 20.0))
    gone = kept < CLEARNESS.min_kept_contrast
    if gone.mean() > CLEARNESS.max_gone and arms is not None:
        gone = gone[~_widen_arms(arms, field)[edges]]
    is_gone = gone.size >= CLEARNESS.min_samples and gone.mean() > CLEARNESS.max_gone
    return bool(is_gone) or _are_colours_swapped(small, known, field, arms)


def _widen_arms(arms: NDArray[np.bool_], field: Field) -> NDArray[np.bool_]:
    width = 2 * round(0.5 * field.fingers_px) + 1  # guess: an arm hides edges this far around where it lay
    return cv2.dilate(arms.astype(np.uint8), np.ones((width, width), np.uint8)) > 0


def _are_colours_swapped(small: Image, known: Image, field: Field, arms: NDArray[np.bool_] | None) -> bool:
    """Have red and blue changed places where the table is tinted, whichever pile is left out?

    A red hand over blue cards does not look so, nor does a blue card on a red one. `small`, `known`: (h, w, 3); `arms`: (h, w).
    """
    was, now = (picture[..., 2].astype(np.int16) - picture[..., 0] for picture in (known, small))
    tinted = (np.abs(was) > CLEARNESS.min_tint_levels) & (field.table > 0)
    if arms is not None:
        tinted &= ~_widen_arms(arms, field)
    if np.count_nonzero(tinted) < CLEARNESS.min_samples:
        return False
    turned = ((np.sign(was) == -np.sign(now)) & (np.abs(now) > CLEARNESS.min_tint_levels))[tinted]
    if turned.mean() <= CLEARNESS.max_swapped:
        return False
    zones = field.zones[tinted]
    in_each = [np.bincount(zones, weights, len(field.names) + 1) for weights in (None, turned)]
    seen, changed = (spots.sum() - spots[1:] for spots in in_each)  # without each pile
    return bool((seen >= CLEARNESS.min_samples).all() and (changed > CLEARNESS.max_swapped * seen).all())


def _measure_gray_contrast(gray: NDArray[Any]) -> NDArray[Any]:
    return np.asarray(cv2.morphologyEx(gray, cv2.MORPH_GRADIENT, np.ones((3, 3), np.uint8)))
