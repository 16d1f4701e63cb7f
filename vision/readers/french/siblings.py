"""Cards of one picture vouch for one another: printed alike and of one size.

A white card on white cards, or on a busy table, loses the outline. An index tells where the card lies, if the card is like the
cards seen whole.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

import numpy as np
from numpy.typing import NDArray

from vision.plane.by_cards import fit_card_plane
from vision.plane.homography import Homography, project
from vision.plane.quads import Quad, project_into_quad, side_lengths, signed_area, true_aspect
from vision.readers.french.sights import StandardSight
from vision.readers.french_print.indices import Index, Spot


@dataclass(frozen=True, slots=True)
class SiblingThresholds:
    """When a card of a picture is a model for the others."""

    shape_range: tuple[float, float] = (0.6, 0.8)
    """width over height, bridge to poker, as a guessed lens tells: others are parts or several cards; geometry."""
    max_side_ratio: float = 1.1  # of cards on a table that does not lean; guess
    nearest_cards: int = 5  # of which size and print are taken; guess


SIBLING = SiblingThresholds()


@dataclass(frozen=True, slots=True, eq=False)
class Siblings:
    """Cards of a picture, seen whole and of an ordinary shape."""

    whole: Sequence[StandardSight]  # the cards
    plane: Homography | None  # from picture pixels to millimetres of the table; None where unknown
    card_mm: tuple[float, float]  # width and height of a card on the plane


def collect_siblings(whole: Sequence[StandardSight], picture: tuple[int, int]) -> Siblings:
    """The siblings among the `whole` cards: those of an ordinary shape. A guessed lens and a card 63 mm wide give the plane.
    `picture`: (height, width) in pixels."""
    aspects = {id(sight): true_aspect(sight.quad, picture) for sight in whole}
    like = [sight for sight in whole if SIBLING.shape_range[0] <= aspects[id(sight)] <= SIBLING.shape_range[1]]
    width = 63.0  # in millimetres of the plane; any width would do
    if len(like) < 1:
        return Siblings(like, None, (width, width))
    card_mm = (width, width / float(np.median([aspects[id(sight)] for sight in like])))
    return Siblings(like, _fit_plane([sight.quad for sight in like], card_mm, picture), card_mm)


def _fit_plane(quads: Sequence[Quad], card_mm: tuple[float, float], picture: tuple[int, int]) -> Homography | None:
    """From picture pixels to millimetres of the table where at least half of the cards at `quads` lie; None where the cards do
    not agree. Frames printed within the edges are left out. `card_mm`: width and height of a card. `picture`: height and
    width."""
    areas = np.log([abs(signed_area(quad)) for quad in quads])
    order = np.argsort(np.abs(areas - np.median(areas)))
    for many in range(len(quads), max(1, len(quads) // 2) - 1, -1):
        found = fit_card_plane([quads[i] for i in order[:many]], card_mm, picture)
        if found is not None:
            return found.to_mm
    return None


def find_places_like(spot: Spot, siblings: Siblings) -> list[Quad]:
    """(4, 2) upright quads of the card with an index at `spot`, if as large as the siblings and printed alike; two places where
    cards have four indices, none without siblings."""
    near = sorted(siblings.whole, key=lambda sight: float(np.hypot(*(sight.quad.mean(axis=0) - spot.centre))))[
        : SIBLING.nearest_cards
    ]
    if not near:
        return []
    marks = np.array([_locate_index(index, sight) for sight in near for index in sight.indices]).reshape(-1, 2)
    besides = [beside for beside in (marks[marks[:, 0] < 0.5], marks[marks[:, 0] >= 0.5]) if len(beside)]
    lay = partial(_place_beside, near)
    if siblings.plane is not None and _look_unlike(siblings.whole):
        lay = partial(_place_on_plane, siblings.plane, siblings.card_mm)
    return [lay(spot, np.median(beside, axis=0)) for beside in besides]


def _look_unlike(whole: Sequence[StandardSight]) -> bool:
    """Do the cards seem of different sizes, as on a leaning table? Else the cards themselves are the better measure."""
    sides = np.array([side_lengths(sight.quad) for sight in whole])
    ends = np.stack([sides[:, 0] + sides[:, 2], sides[:, 1] + sides[:, 3]])
    return bool((ends.max(axis=1) > SIBLING.max_side_ratio * ends.min(axis=1)).any())


def _place_on_plane(plane: Homography, card_mm: tuple[float, float], spot: Spot, mark: NDArray[Any]) -> Quad:
    """(4, 2) a card on the table with the index at `spot`, in picture pixels. `plane`: picture pixels to millimetres.
    `card_mm`: width and height of a card. `mark`: (2,) by `_locate_index`."""
    centre, foot = project(np.array([spot.centre, spot.centre + spot.down / 2]), plane)
    along = (foot - centre) / max(float(np.hypot(*(foot - centre))), 1e-6)
    right, down = np.array([along[1], -along[0]]) * card_mm[0], along * card_mm[1]
    return np.asarray(
        project(_draw_corners(centre, mark, right, down), np.asarray(np.linalg.inv(plane), np.float64)), np.float32
    )


def _place_beside(near: Sequence[StandardSight], spot: Spot, mark: NDArray[Any]) -> Quad:
    """(4, 2) a card with the index at `spot`, as large in the picture as the cards `near`. `mark`: (2,) where on a card, in
    parts of its sides, the index stands."""
    sides = np.median([side_lengths(sight.quad) for sight in near], axis=0)
    width, height = float(sides[0] + sides[2]) / 2, float(sides[1] + sides[3]) / 2
    right, down = spot.right / spot.height * width, spot.down / spot.height * height
    return np.asarray(_draw_corners(spot.centre, mark, right, down), np.float32)


def _draw_corners(centre: NDArray[Any], mark: NDArray[Any], right: NDArray[Any], down: NDArray[Any]) -> NDArray[Any]:
    corner = centre - mark[0] * right - mark[1] * down
    return np.array([corner, corner + right, corner + right + down, corner + down])


def _locate_index(index: Index, sight: StandardSight) -> NDArray[Any]:
    """(2,) where an index stands, in parts of the card's width and height from the index's own corner."""
    middle, foot = project_into_quad(sight.quad, np.array([index.spot.centre, index.spot.centre + index.spot.down / 2]))
    return np.asarray(1 - middle if foot[1] < middle[1] else middle, np.float32)
