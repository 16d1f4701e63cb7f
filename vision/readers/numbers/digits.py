"""Find number cards by their print: two digits of one height that stand side by side on even ground, or one as high as those of the cards
that are known.

A dark card without a frame on a patterned rug has no outline that anybody could follow, but its number stands out from it all the more.
Where on the card the number stands is nearly always its middle; how large the card is beside it differs from maker to maker, so several
sizes are proposed, and each is drawn to what edges there are. Who reads the cards decides which of them are.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.cards.outlines import fit_quads_to_edges
from vision.plane.quads import Quad, cut_out, side_lengths
from vision.readers.numbers.crops import CORNER_SIZE
from vision.types import Image

LONGEST_SEARCHED = 1000
"""Long side in pixels of the picture in which digits are looked for."""
DIGIT_PX = (14, 150)
"""Height in pixels of the digits there: below it the number in the corners could not be read."""
BLOCK, STANDS_OUT = 51, 18
"""Side in pixels of the surroundings from which a digit stands out, and by how many grey levels: of 105 numbers in the middle of cards 95
stood out so, and none more in wider surroundings as well."""
FILLED = (0.08, 0.75)
"""Part of its box that a digit's strokes fill: less is a hair, more a patch."""
SIDE_BY_SIDE, AS_LONG, AS_HEAVY = (0.3, 1.15), 0.6, 3.0
"""How far apart the middles of two digits are, in lengths of the longer; how long the shorter is beside it; how many times as much ink one
may have."""
TURNS = np.linspace(-0.3, 0.3, 13)
"""Radians by which a line of two digits may run off the line through their middles: a 4 and a 7 have theirs at different heights."""
ON_LINE, BROADEST, SLIMMEST, GAP = 0.86, 0.85, 0.1, (-0.08, 0.4)
"""Of two digits on one line: how much of the line's height each takes; how wide each is, and how far apart they are, in heights."""
SAME_PLACE, SAME_SIZE = 0.2, 1.25
"""Heights between two lines, and how many times as high one is as the other, up to which they are one seen twice."""
CARD_HEIGHTS = (2.65, 3.4, 2.1, 4.3)
"""Height of a card in heights of the number in its middle, the most usual first."""
IN_MIDDLE = 0.12
"""How far from the middle of a card its number is, at most, in heights of the card."""
PATCH = 2.8
"""Height of the patch in which the network of the corners is shown a number, in the number's heights."""
FARTHER = 1.3
"""How many times as far away as another card of its table, or as near, one may lie: so much smaller or larger it looks."""
SHAPE, REACH = 0.7, 0.1
"""Width over height of a card, near enough, and how far its edges are looked for, in widths: from one of these heights to the next."""
MOST, MOST_ALONE = 120, 20
"""Numbers of two digits handed back, the largest, since those in the middle of cards are: on a rug of lozenges there were 89, and the cards'
the smallest of them. And digits alone that are looked at, those whose height is nearest to that of the numbers on known cards."""
ALIKE, A_PATTERN = 0.08, 8
"""By how much the sides of two signs may differ, and how many so alike are a pattern of the table."""
ALONE_TURNS = (0.0, 0.2, -0.2)
"""Radians by which a card may lie turned against one that is known, for its digit to be tried."""
ONE_WAY, MOST_WAYS = 0.94, 2
"""Cosine from which two cards lie the same way, and how many ways are tried."""
ALONE_WIDE = (0.25, 0.95)
"""Width of a digit in its heights, from a 1 to a 4."""


@dataclass(frozen=True, slots=True, eq=False)
class Number:
    """What may be two digits side by side. `middle`: (2,) picture pixels; `down`: (2,) from the top of the digits to their foot, or the other
    way; `height` in picture pixels."""

    middle: NDArray[Any]
    down: NDArray[Any]
    height: float


@dataclass(frozen=True, slots=True, eq=False)
class _Glyph:
    """What may be a digit. `hull`: (n, 2) pixels; `sign`: 1 if it is brighter than its ground, -1 if darker."""

    hull: NDArray[Any]
    sign: int
    ink: float

    @property
    def box(self) -> tuple[NDArray[Any], NDArray[Any]]:
        return self.hull.min(axis=0), self.hull.max(axis=0)


@dataclass(frozen=True, slots=True, eq=False)
class Print:
    """What may be digits in a picture, found at `scale` of its size."""

    glyphs: tuple[_Glyph, ...]
    scale: float

    def numbers(self) -> list[Number]:
        """Every two digits that stand side by side, the largest first, turned any way: patterns of the table that look so among them."""
        kept: list[Number] = []
        for number in sorted(_lines(self.glyphs), key=lambda number: -number.height):
            if not any(_is_same(number, other) for other in kept):
                kept.append(number)
        return [self._in_picture(one) for one in kept[:MOST]]

    def alone(self, downs: Sequence[NDArray[Any]]) -> list[list[Number]]:
        """Every digit that may stand by itself, but for what repeats as a pattern does: for each the ways in which it may be turned. `downs`:
        (2,) each, from the top of a known card to its foot."""
        sizes = np.array([glyph.box[1] - glyph.box[0] for glyph in self.glyphs]).reshape(-1, 2)
        signs = np.array([glyph.sign for glyph in self.glyphs])
        alike = (np.abs(sizes[:, None] - sizes[None]) <= ALIKE * sizes[:, None]).all(axis=2) & (signs[:, None] == signs[None])
        single = (self.glyphs[i] for i in np.flatnonzero(alike.sum(axis=1) <= A_PATTERN))
        found = ([self._in_picture(way) for down in downs for way in _ways(glyph.hull, down)] for glyph in single)
        return [ways for ways in found if ways]

    def _in_picture(self, one: Number) -> Number:
        return Number((one.middle + 0.5) / self.scale - 0.5, one.down / self.scale, one.height / self.scale)


def print_of(image: Image) -> Print:
    """What may be digits in a picture (H, W, 3) uint8 BGR."""
    scale = min(1.0, LONGEST_SEARCHED / max(image.shape[:2]))
    gray = cv2.cvtColor(image, cv2.COLOR_BGR2GRAY)
    if scale < 1:
        gray = cv2.resize(gray, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    return Print(tuple(_glyphs(np.asarray(gray, np.uint8))), scale)


def patch_of(image: Image, number: Number) -> Image:
    """The number as the network of the corners takes it, (64, 64, 3)."""
    return cut_out(image, _box(number.middle, number.down * PATCH, 1.0), CORNER_SIZE)


def turned_round(number: Number) -> Number:
    """The same number read the other way up."""
    return Number(number.middle, -number.down, number.height)


def may_be_on(number: Number, card_px: float) -> bool:
    """Is the number as high as one in the middle of a card of its table may be? `card_px`: height in pixels of another card there."""
    return min(CARD_HEIGHTS) / FARTHER < card_px / number.height < max(CARD_HEIGHTS) * FARTHER


def usual_height(numbers: Sequence[Number], known: Sequence[Quad]) -> float:
    """Height of a card in heights of the number in its middle: as of the known cards, (4, 2) each, else as it mostly is."""
    found = []
    for quad in known:
        middle, height = quad.mean(axis=0), float(side_lengths(quad).max())
        found += [height / one.height for one in numbers if float(np.hypot(*(one.middle - middle))) < IN_MIDDLE * height]
    return float(np.median(found)) if found else CARD_HEIGHTS[0]


def directions(quads: Sequence[Quad]) -> list[NDArray[Any]]:
    """(2,) each: the ways from top to foot of cards, those that are about the same or the other way round once."""
    found: list[NDArray[Any]] = []
    for quad in quads:
        down = (quad[3] - quad[0]) + (quad[2] - quad[1])
        down = down / max(float(np.hypot(*down)), 1e-6)
        if not any(abs(float(down @ other)) > ONE_WAY for other in found):
            found.append(down)
    return found[:MOST_WAYS]


def card_around(gray: NDArray[Any], number: Number, heights: float) -> list[Quad]:
    """(4, 2) quads, clockwise from a top left, where the card in whose middle the number stands may end: drawn to the edges of `gray`, (H, W)
    uint8, if there are any, and as it would lie without. `heights`: of the card, in heights of its number."""
    quad = _box(number.middle, number.down * heights, SHAPE)
    return [*(outline.quad for outline in fit_quads_to_edges(gray, quad[None], REACH)), quad]


def _box(middle: NDArray[Any], down: NDArray[Any], shape: float) -> Quad:
    """The (4, 2) quad of which `down` is the height and `shape` width over height, clockwise from the top left."""
    across = np.array([down[1], -down[0]]) * shape
    return np.asarray(middle + np.array([-across - down, across - down, across + down, -across + down]) / 2, np.float32)


def _is_same(number: Number, other: Number) -> bool:
    near = float(np.hypot(*(number.middle - other.middle))) < SAME_PLACE * other.height
    return near and 1 / SAME_SIZE < number.height / other.height < SAME_SIZE


def _ways(hull: NDArray[Any], down: NDArray[Any]) -> list[Number]:
    """The ways in which a sign may be a digit of a card that lies as one whose height runs along `down`, or a little turned."""
    start, ways = float(np.arctan2(down[1], down[0])), []
    for turn in ALONE_TURNS:
        along = np.array([np.cos(start + turn), np.sin(start + turn)])
        across = np.array([along[1], -along[0]])
        spans = [(float(v.min()), float(v.max())) for v in (hull @ across, hull @ along)]
        wide, high = (to - begin for begin, to in spans)
        if ALONE_WIDE[0] * high < wide < ALONE_WIDE[1] * high:
            middle = across * (spans[0][0] + spans[0][1]) / 2 + along * (spans[1][0] + spans[1][1]) / 2
            ways.append(Number(middle, along * high, high))
    return ways


def _glyphs(gray: NDArray[Any]) -> list[_Glyph]:
    """What stands out from its surroundings, brighter or darker, and is shaped as a digit may be."""
    found: list[_Glyph] = []
    for sign, plane in ((1, gray), (-1, cv2.bitwise_not(gray))):
        mask = cv2.adaptiveThreshold(plane, 255, cv2.ADAPTIVE_THRESH_MEAN_C, cv2.THRESH_BINARY, BLOCK, -STANDS_OUT)
        _, labels, stats, _ = cv2.connectedComponentsWithStats(mask, connectivity=4)
        for i in _digit_sized(stats):
            x, y, width, height, ink = (int(v) for v in stats[i])
            points = cv2.findNonZero(np.asarray(labels[y : y + height, x : x + width] == i, np.uint8))
            hull = cv2.convexHull(points).reshape(-1, 2).astype(np.float64) + np.array([x, y])
            found.append(_Glyph(hull, sign, float(ink)))
    return found


def _digit_sized(stats: NDArray[Any]) -> list[int]:
    """Which components, but the ground, are as large and as full as a digit."""
    width, height, ink = stats[:, cv2.CC_STAT_WIDTH], stats[:, cv2.CC_STAT_HEIGHT], stats[:, cv2.CC_STAT_AREA]
    longer, filled = np.maximum(width, height), ink / (width * height)
    good = (longer >= DIGIT_PX[0]) & (longer <= DIGIT_PX[1]) & (filled > FILLED[0]) & (filled < FILLED[1])
    good[0] = False
    return [int(i) for i in np.flatnonzero(good)]


def _lines(glyphs: Sequence[_Glyph]) -> list[Number]:
    """Those of two glyphs that stand side by side as digits of one number do."""
    if len(glyphs) < 2:
        return []
    least, most = (np.array(ends) for ends in zip(*(glyph.box for glyph in glyphs), strict=True))
    middle, longer = (least + most) / 2, (most - least).max(axis=1)
    signs, ink = np.array([glyph.sign for glyph in glyphs]), np.array([glyph.ink for glyph in glyphs])
    apart = np.linalg.norm(middle[:, None] - middle[None], axis=2) / np.maximum(longer[:, None], longer[None])
    near = (apart > SIDE_BY_SIDE[0]) & (apart < SIDE_BY_SIDE[1]) & (signs[:, None] == signs[None])
    near &= (longer[:, None] > AS_LONG * longer[None]) & (longer[None] > AS_LONG * longer[:, None])
    near &= (ink[:, None] < AS_HEAVY * ink[None]) & (ink[None] < AS_HEAVY * ink[:, None])
    lines = (
        _line(glyphs[i].hull, glyphs[j].hull, middle[j] - middle[i]) for i, j in zip(*np.nonzero(np.triu(near, 1)), strict=True)
    )
    return [line for line in lines if line is not None]


def _line(left: NDArray[Any], right: NDArray[Any], step: NDArray[Any]) -> Number | None:
    """The number that two glyphs make if they stand on one line; None if they do not. It runs where the two together are least high."""
    turns = np.arctan2(step[1], step[0]) + TURNS
    downs = np.stack([-np.sin(turns), np.cos(turns)], axis=1)
    high = np.concatenate([left, right]) @ downs.T
    best = int(np.ptp(high, axis=0).argmin())
    down, height = downs[best], float(np.ptp(high[:, best]))
    along = np.array([down[1], -down[0]])
    spans = [(float(v.min()), float(v.max())) for v in (left @ along, right @ along)]
    wide, gap = [to - start for start, to in spans], spans[1][0] - spans[0][1]
    if min(float(np.ptp(glyph @ down)) for glyph in (left, right)) < ON_LINE * height:
        return None
    if max(wide) > BROADEST * height or min(wide) < SLIMMEST * height or not GAP[0] * height < gap < GAP[1] * height:
        return None
    x, y = (spans[0][0] + spans[1][1]) / 2, (float(high[:, best].min()) + float(high[:, best].max())) / 2
    return Number(along * x + down * y, down * height, height)
