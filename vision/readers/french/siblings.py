"""Cards of one picture vouch for one another: they are printed alike and of one size.

On a pile a white card lies on white ones, or on a table as busy, and its outline is lost; but an index that was found says where it must lie
if it is like those that were seen whole.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

import numpy as np
from numpy.typing import NDArray

from vision.plane.by_cards import fit_plane
from vision.plane.homography import Homography, project
from vision.plane.quads import Quad, project_into_quad, side_lengths, signed_area, true_aspect
from vision.readers.french.sights import StandardSight
from vision.readers.french_print.indices import Index, Spot

SHAPES = (0.6, 0.8)
"""Width over height of ordinary cards, bridge to poker, as far as a guessed lens tells: others are outlines of something more, or less."""
_WIDE = 63.0
"""Millimetres of a card's width, whichever: its plane is as large as that."""
UNLIKE = 1.1
"""By how much longer sides of some cards look than those of others where the table leans."""
LIKE = 5
"""Of how many of the nearest cards size and print are taken."""


@dataclass(frozen=True, slots=True, eq=False)
class Siblings:
    """The cards of a picture that were seen whole and are of an ordinary shape. `plane`: that on which they lie, of which `card_mm` (width,
    height) is the size of a card; None where they do not tell it."""

    whole: Sequence[StandardSight]
    plane: Homography | None
    card_mm: tuple[float, float]


def siblings_of(whole: Sequence[StandardSight], picture: tuple[int, int]) -> Siblings:
    """These cards, as the others may be. `picture`: (height, width) in pixels."""
    aspects = {id(sight): true_aspect(sight.quad, picture) for sight in whole}
    like = [sight for sight in whole if SHAPES[0] <= aspects[id(sight)] <= SHAPES[1]]
    if len(like) < 1:
        return Siblings(like, None, (_WIDE, _WIDE))
    card_mm = (_WIDE, _WIDE / float(np.median([aspects[id(sight)] for sight in like])))
    return Siblings(like, _plane_of([sight.quad for sight in like], card_mm, picture), card_mm)


def _plane_of(quads: Sequence[Quad], card_mm: tuple[float, float], picture: tuple[int, int]) -> Homography | None:
    """Picture pixels to millimetres on the table where most of these lie; frames printed within the edges are left out."""
    areas = np.log([abs(signed_area(quad)) for quad in quads])
    order = np.argsort(np.abs(areas - np.median(areas)))
    for many in range(len(quads), max(1, len(quads) // 2) - 1, -1):
        found = fit_plane([quads[i] for i in order[:many]], card_mm, picture)
        if found is not None:
            return found.to_mm
    return None


def places_like(spot: Spot, siblings: Siblings) -> list[Quad]:
    """(4, 2) quads, upright, where the card lies whose index is at `spot`, if it is as large as those seen whole and printed like them; with
    indices in four corners there are two such places. None where no card tells."""
    near = sorted(siblings.whole, key=lambda sight: float(np.hypot(*(sight.quad.mean(axis=0) - spot.centre))))[:LIKE]
    if not near:
        return []
    marks = np.array([_mark(index, sight) for sight in near for index in sight.indices]).reshape(-1, 2)
    besides = [beside for beside in (marks[marks[:, 0] < 0.5], marks[marks[:, 0] >= 0.5]) if len(beside)]
    lay = partial(_laid_beside, near)
    if siblings.plane is not None and _look_unlike(siblings.whole):
        lay = partial(_laid_on, siblings.plane, siblings.card_mm)
    return [lay(spot, np.median(beside, axis=0)) for beside in besides]


def _look_unlike(whole: Sequence[StandardSight]) -> bool:
    """Do these cards look as if they were of different sizes? On a table that leans they do; else they themselves are the better measure."""
    sides = np.array([side_lengths(sight.quad) for sight in whole])
    ends = np.stack([sides[:, 0] + sides[:, 2], sides[:, 1] + sides[:, 3]])
    return bool((ends.max(axis=1) > UNLIKE * ends.min(axis=1)).any())


def _laid_on(plane: Homography, card_mm: tuple[float, float], spot: Spot, mark: NDArray[Any]) -> Quad:
    """(4, 2) where a card lies on the table that has its index at `spot`. `mark`: (2,) as of `_mark`."""
    centre, foot = project(np.array([spot.centre, spot.centre + spot.down / 2]), plane)
    along = (foot - centre) / max(float(np.hypot(*(foot - centre))), 1e-6)
    right, down = np.array([along[1], -along[0]]) * card_mm[0], along * card_mm[1]
    return np.asarray(project(_corners(centre, mark, right, down), np.asarray(np.linalg.inv(plane), np.float64)), np.float32)


def _laid_beside(near: Sequence[StandardSight], spot: Spot, mark: NDArray[Any]) -> Quad:
    """The same, as large in the picture as these cards, whichever way they lie."""
    sides = np.median([side_lengths(sight.quad) for sight in near], axis=0)
    width, height = float(sides[0] + sides[2]) / 2, float(sides[1] + sides[3]) / 2
    right, down = spot.right / spot.height * width, spot.down / spot.height * height
    return np.asarray(_corners(spot.centre, mark, right, down), np.float32)


def _corners(centre: NDArray[Any], mark: NDArray[Any], right: NDArray[Any], down: NDArray[Any]) -> NDArray[Any]:
    corner = centre - mark[0] * right - mark[1] * down
    return np.array([corner, corner + right, corner + right + down, corner + down])


def _mark(index: Index, sight: StandardSight) -> NDArray[Any]:
    """(2,) where an index stands on its card, in parts of its width and height from the corner that it reads from."""
    middle, foot = project_into_quad(sight.quad, np.array([index.spot.centre, index.spot.centre + index.spot.down / 2]))
    return np.asarray(1 - middle if foot[1] < middle[1] else middle, np.float32)
