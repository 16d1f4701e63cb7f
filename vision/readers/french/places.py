"""Where in a picture an outline that nothing sure was read of may be a card."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.cards.outlines import Outline
from vision.plane.homography import Homography, project
from vision.plane.quads import Quad, covered_share, overlap_share, signed_area
from vision.readers.french.siblings import siblings_of
from vision.readers.french.sights import StandardSight, in_corners
from vision.readers.french_print.indices import paleness
from vision.types import Image

_MOST_PLACES, _MOST_OUTLINES = 10, 2
"""Places that are looked at in one picture, and outlines of each."""
_PLAIN, _LIKE = 0.8, 1.8
"""Score of an outline that may be a card that nothing was read of, and how much larger or smaller than those seen whole it may be."""
_SMALL, _AS_PALE, _AROUND = 320, 0.7, 1.08
"""Long side in pixels of the picture in which paper is looked for that no known card covers, how pale it is beside theirs, and how much of
their surroundings is theirs."""
_AREA, _FILLED = (0.5, 2.0), 0.8
"""Area of a card or a pile in that of the smallest and of the largest known card, and part of the narrowest box around it that it fills."""
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
        home = next((place for place in places if overlap_share(place[0], outline.quad) > _SAME), None)
        if home is None:
            places.append([outline.quad])
        elif len(home) < _MOST_OUTLINES:
            home.append(outline.quad)
    return places[:_MOST_PLACES]


def shows_another(image: Image, sights: Sequence[StandardSight]) -> bool:
    """Does something as large and as pale as these cards lie beside them: a card of which no corner was found? A glance, which tells it from
    a darker table, not from one as pale. `image`: (H, W, 3) uint8 BGR, whole."""
    scale = min(1.0, _SMALL / max(image.shape[:2]))
    small = np.asarray(cv2.resize(image, None, fx=scale, fy=scale, interpolation=cv2.INTER_LINEAR), np.uint8)
    quads = [sight.quad * np.float32(scale) for sight in sights]
    areas = [abs(signed_area(quad)) for quad in quads]
    beside = cv2.findContours(_paper_beside(small, quads), cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_SIMPLE)[0]
    return any(_AREA[0] * min(areas) < cv2.contourArea(one) < _AREA[1] * max(areas) and _is_boxed(one) for one in beside)


def _paper_beside(image: Image, quads: Sequence[Quad]) -> NDArray[np.uint8]:
    """(h, w) 1 where it is as pale as the cards that lie at `quads`, beside them."""
    gray = cv2.cvtColor(image, cv2.COLOR_BGR2GRAY)
    paper = (gray > _AS_PALE * min(paleness(image, quad) for quad in quads)).astype(np.uint8)
    for quad in quads:
        middle = quad.mean(axis=0)
        cv2.fillConvexPoly(paper, np.round(middle + (quad - middle) * _AROUND).astype(np.int32), 0.0)
    return np.asarray(cv2.morphologyEx(paper, cv2.MORPH_OPEN, np.ones((3, 3), np.uint8)), np.uint8)


def _is_boxed(contour: NDArray[Any]) -> bool:
    """Does it fill a rectangle?"""
    _, (wide, high), _ = cv2.minAreaRect(contour)
    return cv2.contourArea(contour) > _FILLED * wide * high


def is_open(quad: Quad, sure: Sequence[StandardSight]) -> bool:
    """Was nothing sure read there, whole or by a corner?"""
    return all(is_beside(sight, quad) and not in_corners(sight.indices, quad) for sight in sure)


def is_beside(sight: StandardSight, quad: Quad) -> bool:
    """Is what was seen no part of a card that lies there? What was seen whole must lie elsewhere, of other cards their indices."""
    if sight.whole is not None:
        return (
            overlap_share(sight.quad, quad) <= _SAME
            and max(covered_share(sight.quad, quad), covered_share(quad, sight.quad)) <= _UPON
        )
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
