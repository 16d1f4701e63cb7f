"""Where in a picture an outline that nothing sure was read of may be a card."""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np

from vision.cards.outlines import Outline
from vision.plane.homography import Homography, project
from vision.plane.quads import Quad, covered, overlap, signed_area
from vision.standard.siblings import siblings_of
from vision.standard.sights import StandardSight, in_corners

_MOST_PLACES, _MOST_OUTLINES = 10, 2
"""Places that are looked at in one picture, and outlines of each."""
_PLAIN, _LIKE = 0.8, 1.8
"""Score of an outline that may be a card that nothing was read of, and how much larger or smaller than those seen whole it may be."""
_SAME, _UPON = 0.35, 0.6
"""Shared area over the united one from which two outlines are of one card, and part of one from which it lies upon another."""


def likely_places(outlined: Sequence[Outline], sure: Sequence[StandardSight], picture: tuple[int, int]) -> list[list[Quad]]:
    """The plain outlines that are as large as the cards seen whole, together those that may be of one card, the likeliest
    first. `sure`: the cards that were read. `picture`: (height, width) in pixels."""
    whole = [sight for sight in sure if sight.whole is not None]
    plane = siblings_of(whole, picture).plane
    usual = float(np.median([_area(sight.quad, plane) for sight in whole])) if whole else None
    standing = [(_standing(one, plane, usual), one) for one in outlined if one.score >= _PLAIN]
    places: list[list[Quad]] = []
    for _, outline in sorted((pair for pair in standing if pair[0] > 0), key=lambda pair: pair[0], reverse=True):
        home = next((place for place in places if overlap(place[0], outline.quad) > _SAME), None)
        if home is None:
            places.append([outline.quad])
        elif len(home) < _MOST_OUTLINES:
            home.append(outline.quad)
    return places[:_MOST_PLACES]


def is_open(quad: Quad, sure: Sequence[StandardSight]) -> bool:
    """Was nothing sure read there, whole or by a corner?"""
    return all(is_beside(sight, quad) and not in_corners(sight.indices, quad) for sight in sure)


def is_beside(sight: StandardSight, quad: Quad) -> bool:
    """Is what was seen no part of a card that lies there? What was seen whole must lie elsewhere, of other cards their indices."""
    if sight.whole is not None:
        return overlap(sight.quad, quad) <= _SAME and max(covered(sight.quad, quad), covered(quad, sight.quad)) <= _UPON
    place = np.asarray(quad, np.float32)
    return all(cv2.pointPolygonTest(place, tuple(map(float, index.spot.centre)), False) < 0 for index in sight.indices)


def _area(quad: Quad, plane: Homography | None) -> float:
    """Square millimetres of what lies there on the table, as far as that is known, else pixels."""
    return abs(signed_area(quad if plane is None else project(quad, plane)))


def _standing(outline: Outline, plane: Homography | None, usual: float | None) -> float:
    """How well it may be a card: the larger, where nothing tells how large cards are, else the nearer to their size, which is plain where the
    plane of the table is known; 0 for what is none."""
    area = _area(outline.quad, plane)
    if usual is None:
        return area * outline.score**4
    part = min(area / usual, usual / area)
    if part < 1 / _LIKE:
        return 0.0
    return (area if plane is None else part) * outline.score**4
