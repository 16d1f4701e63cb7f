"""Where in a picture an outline that nothing sure was read of may be a card."""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np

from vision.cards.outlines import Outline
from vision.plane.quads import Quad, covered, overlap, signed_area
from vision.standard.sights import StandardSight, in_corners

_MOST_PLACES, _MOST_OUTLINES = 10, 2
"""Places that are looked at in one picture, and outlines of each."""
_PLAIN, _LIKE = 0.8, 1.8
"""Score of an outline that may be a card that nothing was read of, and how much larger or smaller than those seen whole it may be."""
_SAME, _UPON = 0.35, 0.6
"""Shared area over the united one from which two outlines are of one card, and part of one from which it lies upon another."""


def likely_places(outlined: Sequence[Outline], sure: Sequence[StandardSight]) -> list[list[Quad]]:
    """The plain outlines that are as large as the cards seen whole, together those that may be of one card, the largest with the best outline
    first. `sure`: the cards that were read."""
    whole = [abs(signed_area(sight.quad)) for sight in sure if sight.whole is not None]
    usual = float(np.median(whole)) if whole else None
    plain = [outline for outline in outlined if outline.score >= _PLAIN and _fits(outline.quad, usual)]
    places: list[list[Quad]] = []
    for outline in sorted(plain, key=_standing, reverse=True):
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


def _fits(quad: Quad, usual: float | None) -> bool:
    return usual is None or 1 / _LIKE < abs(signed_area(quad)) / usual < _LIKE


def _standing(outline: Outline) -> float:
    return float(abs(signed_area(outline.quad))) * outline.score**4
