"""Cards of one picture vouch for one another: they are printed alike and of one size.

In a fan their indices are alike, so a doubtful one is read again as large as those beside it. On a pile a white card lies on white ones, or
on a table as busy, and its outline is lost; but an index that was found says where it must lie if it is like those that were seen whole.

Of a card in a fan only the strip with its index shows. The finder may take in what is printed beside it and put the index too large or
too small, and then a rank that is plain to see is read with doubt.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from vision.plane.quads import Quad, place_in, side_lengths, true_aspect
from vision.standard.indices import Index, Spot
from vision.standard.sights import StandardSight

LEAST = 2
"""Indices of other cards that must stand beside one to tell its size: one may be of a card that lies elsewhere, and nearer."""
REACH, ALONG = 4.0, 0.8
"""How far from it these stand at most, in its heights, and the cosine by which they stand the same way: a fan is spread over more cards."""
NEAREST = 6
"""Of how many of them the size is taken."""
SHAPES = (0.6, 0.8)
"""Width over height of ordinary cards, bridge to poker, as far as a guessed lens tells: others are outlines of something more, or less."""
LIKE = 5
"""Of how many of the nearest cards size and print are taken."""


def places_like(spot: Spot, whole: Sequence[StandardSight], picture: tuple[int, int]) -> list[Quad]:
    """(4, 2) quads, upright, where the card lies whose index is at `spot`, if it is as large as those seen whole and printed like them; with
    indices in four corners there are two such places. None where no card tells. `picture`: (height, width) in pixels."""
    like = [sight for sight in whole if SHAPES[0] <= true_aspect(sight.quad, picture) <= SHAPES[1]]
    near = sorted(like, key=lambda sight: float(np.hypot(*(sight.quad.mean(axis=0) - spot.centre))))[:LIKE]
    if not near:
        return []
    sides = np.median([side_lengths(sight.quad) for sight in near], axis=0)
    width, height = float(sides[0] + sides[2]) / 2, float(sides[1] + sides[3]) / 2
    marks = np.array([_mark(index, sight) for sight in near for index in sight.indices]).reshape(-1, 2)
    right, down = spot.right / spot.height * width, spot.down / spot.height * height
    quads = []
    for beside in (marks[marks[:, 0] < 0.5], marks[marks[:, 0] >= 0.5]):
        if len(beside):
            across, along = np.median(beside, axis=0)
            corner = spot.centre - across * right - along * down
            quads.append(np.array([corner, corner + right, corner + right + down, corner + down], np.float32))
    return quads


def _mark(index: Index, sight: StandardSight) -> NDArray[Any]:
    """(2,) where an index stands on its card, in parts of its width and height from the corner that it reads from."""
    middle, foot = place_in(sight.quad, np.array([index.spot.centre, index.spot.centre + index.spot.down / 2]))
    return np.asarray(1 - middle if foot[1] < middle[1] else middle, np.float32)


def size_beside(spot: Spot, face: int, sure: Sequence[Index]) -> float | None:
    """The height in pixels of the index at `spot`, which seems to be of `face`, judged by those of other cards beside it; None if these are
    too few. `sure`: indices of cards that were read surely."""
    away = {id(one): float(np.hypot(*(one.spot.centre - spot.centre))) / spot.height for one in sure}
    near = [one for one in sure if one.face != face and away[id(one)] < REACH and _stands_like(one.spot, spot)]
    if len({one.face for one in near}) < LEAST:
        return None
    return float(np.median([one.spot.height for one in sorted(near, key=lambda one: away[id(one)])[:NEAREST]]))


def _stands_like(one: Spot, other: Spot) -> bool:
    return float(one.down @ other.down) > ALONG * one.height * other.height
