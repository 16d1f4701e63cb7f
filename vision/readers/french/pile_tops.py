"""Where the card lies that tops a pile of which nothing sure was read.

A pile is no rectangle: its outline is that of several cards. But cards of one picture are of one size, so the top one has four sides that
far apart; what lies under it shows fewer of its own.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.cards.outlines import Blobs, fit_quads_to_edges
from vision.plane.homography import Homography, project
from vision.plane.quads import UNIT, Quad, overlap_share, side_lengths, signed_area
from vision.readers.french.siblings import Siblings
from vision.readers.french_print.indices import paleness
from vision.types import Image

MOST_PILES, MOST_PLACES = 4, 4
"""Piles that are looked at in one picture, and places of a card that are looked at in each."""
_AREA, _SHORT, _LONG = (0.8, 2.2), (0.85, 1.7), (0.8, 1.7)
"""Area, short side and long side of a pile's outline in those of a card."""
_BOXED, _OWN = 2.2, 0.3
"""How much larger an upright box around a card is than the card at most, whichever way it lies, and how near the middle of a known card that
of an outline is which is its own, in sides of a square as large as a card."""
_ONE_PILE, _WAYS, _AS_PALE = 0.3, 2, 0.7
"""Shared area over the united one from which two outlines are of one pile, in how many ways it must stand out, and how pale its paper is
beside that of known cards."""
_WIDE = 64
"""Pixels of a card's width in the view in which its sides are looked for."""
_TURN, _TOLERANCE, _SIDE = 2.5, 3, 0.84
"""Degrees from one turn that is tried to the next, pixels across within which a side may lie, and the part of it that is no round corner."""
_AROUND = 0.45
"""How far from the middle of a pile that of its top card may lie, in card widths."""
_FAINT, _NOISE = 4.0, 3.0
"""Grey levels a pixel that make an edge at least, and that in medians of the view."""
_KEPT, _APART = 2, 6
"""Places that are kept of each turn, and the pixels from which on they are two."""
_REACH, _SAME = 0.05, 0.93
"""How far from a place edges are looked for, in short sides, and the shared area from which two places are one."""


@dataclass(frozen=True, slots=True, eq=False)
class Scale:
    """How large cards look. `view`: (3, 3) from picture pixels to pixels in which a card is `card` (width, height) wherever it lies."""

    view: Homography
    card: tuple[float, float]


def scale_of(siblings: Siblings) -> Scale | None:
    """How large cards look in the picture of these; None where none was seen whole."""
    if not siblings.whole:
        return None
    if siblings.plane is not None:
        part = _WIDE / siblings.card_mm[0]
        return Scale(np.diag([part, part, 1.0]) @ siblings.plane, (_WIDE, part * siblings.card_mm[1]))
    sides = np.median([side_lengths(sight.quad) for sight in siblings.whole], axis=0)
    part = 2 * _WIDE / float(sides[0] + sides[2])
    return Scale(np.diag([part, part, 1.0]), (_WIDE, part * float(sides[1] + sides[3]) / 2))


def piles_in(image: Image, blobs: Blobs, scale: Scale, known: Sequence[Quad]) -> list[Quad]:
    """(4, 2) boxes around what stands out, is as large as a pile of such cards and has paper as pale as `known` ones, that which
    stands out in most ways first, none twice. What lies around a known card is none of them."""
    boxes = sorted(_boxes(blobs, scale, np.array([quad.mean(axis=0) for quad in known])), key=_area, reverse=True)
    piles: list[list[Quad]] = []
    for box in boxes:
        home = next((pile for pile in piles if overlap_share(box, pile[0]) > _ONE_PILE), None)
        if home is None:
            piles.append([box])
        else:
            home.append(box)
    pale = _AS_PALE * min(paleness(image, quad) for quad in known)
    piles = sorted((pile for pile in piles if len(pile) >= _WAYS), key=len, reverse=True)
    return [pile[0] for pile in piles if paleness(image, pile[0]) > pale]


def _boxes(blobs: Blobs, scale: Scale, taken: NDArray[Any]) -> Iterator[Quad]:
    """The same of each blob. `taken`: (n, 2) the middles of known cards."""
    wide, high = scale.card
    back, grows = np.asarray(np.linalg.inv(scale.view)), abs(float(np.linalg.det(scale.view)))
    for contour in blobs.contours:
        x, y, width, height = (side / blobs.scale for side in cv2.boundingRect(contour))
        middle = (x + width / 2, y + height / 2)
        card = wide * high / grows * abs(float(scale.view[2] @ (*middle, 1.0))) ** 3
        if not _AREA[0] * card < width * height < _BOXED * _AREA[1] * card:
            continue
        if float(np.abs(taken - middle).max(axis=1).min()) < _OWN * card**0.5:
            continue
        hull = cv2.convexHull(contour).reshape(-1, 2) / blobs.scale
        if not _AREA[0] * card < _area(hull) < _AREA[1] * card:
            continue
        box = cv2.minAreaRect(project(hull, scale.view).astype(np.float32))
        short, long = sorted(box[1])
        if _SHORT[0] < short / wide < _SHORT[1] and _LONG[0] < long / high < _LONG[1]:
            yield np.asarray(project(cv2.boxPoints(box), back), np.float32)


def _area(points: NDArray[Any]) -> float:
    return abs(signed_area(points))


def top_places(gray: NDArray[Any], pile: Quad, scale: Scale) -> list[Quad]:
    """(4, 2) clockwise quads, short sides first, where the top card of a pile may lie, likeliest first: rectangles of a card's size whose
    sides lie on edges. `gray`: (H, W) uint8, the picture hardly out of focus."""
    rough = _rectangles(gray, pile.mean(axis=0), scale)
    fitted = sorted(fit_quads_to_edges(gray, np.array(rough, np.float32), _REACH), key=lambda one: one.score, reverse=True)
    kept: list[Quad] = []
    for outline in fitted:
        if all(overlap_share(outline.quad, other) < _SAME for other in kept):
            kept.append(outline.quad)
    return kept[:MOST_PLACES]


def _rectangles(gray: NDArray[Any], middle: NDArray[Any], scale: Scale) -> list[Quad]:
    """The same, not yet drawn to the edges."""
    reach = int(_AROUND * _WIDE)
    half = reach + int(np.hypot(*scale.card) / 2) + 3
    centre = project(middle[None], scale.view)[0]
    found: list[tuple[float, Quad]] = []
    for turn in np.radians(np.arange(0, 90, _TURN)):
        flat = _turned_around(centre, turn, half) @ scale.view
        back = np.asarray(np.linalg.inv(flat))
        side = 2 * half + 1
        seen = cv2.warpPerspective(gray, flat, (side, side), flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
        edges = _edges(seen)
        for first, (wide, high) in enumerate((scale.card, scale.card[::-1])):
            corners = np.roll((UNIT - 0.5) * (wide, high), -first, axis=0) + (half - reach)
            for score, at in _best(_support(*edges, wide, high, reach)):
                found.append((score, np.asarray(project(corners + at, back), np.float32)))
    found.sort(key=lambda pair: pair[0], reverse=True)
    return [quad for _, quad in found[: 4 * MOST_PLACES]]


def _turned_around(centre: NDArray[Any], turn: float, half: int) -> Homography:
    """(3, 3) the view turned by radians around a point, which comes to lie `half` pixels right of and below its corner."""
    cosine, sine = np.cos(turn), np.sin(turn)
    move = np.array([[cosine, sine, 0], [-sine, cosine, 0], [0, 0, 1.0]])
    move[:2, 2] = half - move[:2, :2] @ centre
    return move


def _edges(seen: NDArray[Any]) -> tuple[NDArray[Any], NDArray[Any]]:
    """(h, w) each, 0 to 1: how plainly an upright edge and a level one pass within tolerance of each pixel."""
    across, down = (np.abs(cv2.Sobel(seen, cv2.CV_32F, dx, 1 - dx)) / 8 for dx in (1, 0))
    plain = max(_FAINT, _NOISE * float(np.median(across)))
    upright = np.where(across > down, np.minimum(across / plain, 1), 0)
    level = np.where(down > across, np.minimum(down / plain, 1), 0)
    return cv2.dilate(upright, np.ones((1, _TOLERANCE))), cv2.dilate(level, np.ones((_TOLERANCE, 1)))


def _support(upright: NDArray[Any], level: NDArray[Any], wide: float, high: float, reach: int) -> NDArray[Any]:
    """(2 * reach + 1, 2 * reach + 1) how well edges bear out a rectangle around each middle, the weakest of its sides counting double."""
    sides = cv2.blur(upright, (1, int(_SIDE * high) | 1)), cv2.blur(level, (int(_SIDE * wide) | 1, 1))
    middle = upright.shape[0] // 2
    x, y = round(wide / 2), round(high / 2)

    def around(side: NDArray[Any], right: int, below: int) -> NDArray[Any]:
        return side[middle - reach + below : middle + reach + 1 + below, middle - reach + right : middle + reach + 1 + right]

    four = np.stack([around(sides[0], -x, 0), around(sides[0], x, 0), around(sides[1], 0, -y), around(sides[1], 0, y)])
    return np.asarray((four.sum(axis=0) + four.min(axis=0)) / 5)


def _best(support: NDArray[Any]) -> list[tuple[float, tuple[int, int]]]:
    """The best of these, apart from one another: how well, and where, x and y."""
    left, found = support.copy(), list[tuple[float, tuple[int, int]]]()
    for _ in range(_KEPT):
        y, x = divmod(int(left.argmax()), left.shape[1])
        found.append((float(left[y, x]), (x, y)))
        left[max(0, y - _APART) : y + _APART + 1, max(0, x - _APART) : x + _APART + 1] = 0
    return found
