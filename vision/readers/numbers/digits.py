"""Find number cards by print: two digits of the same height side by side on even ground, or a digit as high as on known cards.

A dark card without a frame on a patterned rug has no visible outline, but the number stands out. The number nearly always
stands in the middle; the card's size beside the number differs by maker. Therefore several sizes are proposed, moved to edges
where edges show. Whoever reads the cards decides about the proposals.
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
from vision.readers.numbers.crops import NUMBER_CORNER_SIZE
from vision.types import Image


@dataclass(frozen=True, slots=True)
class DigitThresholds:
    """When a mark of a picture may be a digit."""

    long_side_px: int = 1000  # of the picture in which digits are looked for; guess
    height_range_px: tuple[int, int] = (14, 150)  # in that picture; smaller ones have unreadable corner numbers; guess
    surroundings_px: int = 51  # side of the square from which a digit stands out; guess
    min_contrast_levels: int = 18  # 95 of 105 numbers stood out so, and no more in wider surroundings; measured on photographs
    filled_range: tuple[float, float] = (0.08, 0.75)  # of a digit's box: less is a hair, more a patch; guess
    max_repeat_gap_part: float = 0.08  # between the sides of two marks of a pattern; guess
    max_repeats: int = 8  # more marks so alike are a pattern of the table; guess
    lone_width_range: tuple[float, float] = (0.25, 0.95)  # of a digit in its heights, from a 1 to a 4; geometry


DIGIT = DigitThresholds()


@dataclass(frozen=True, slots=True)
class DigitPairThresholds:
    """When two digits are a number."""

    distance_range: tuple[float, float] = (0.3, 1.15)  # between the middles, in lengths of the longer digit; guess
    min_length_ratio: float = 0.6  # of the shorter to the longer; guess
    max_ink_ratio: float = 3.0  # a 1 and an 8 differ most; guess
    min_line_part: float = 0.86  # of the line's height that each digit takes; guess
    width_range: tuple[float, float] = (0.1, 0.85)  # of a digit, in heights; guess
    gap_range: tuple[float, float] = (-0.08, 0.4)  # between the digits, in heights; guess
    max_same_distance: float = 0.2  # in heights, between two lines that are one number seen twice; guess


DIGIT_PAIR = DigitPairThresholds()


@dataclass(frozen=True, slots=True)
class WordThresholds:
    """When possible digits on a card are one row of print."""

    max_glyphs: int = 3  # of a number, 100 at most; the rule of every game
    gap_range: tuple[float, float] = (-0.1, 0.42)  # between two glyphs, in heights; guess
    max_level_difference: float = 0.24  # between upper ends and lower ends together, in heights; guess
    lone_width_range: tuple[float, float] = (0.1, 1.0)  # of a digit in heights, from a bare stroke to a wide 0; guess
    lone_rim_range: tuple[float, float] = (0.07, 0.18)  # of the ground around a lone digit, in heights off its box; guess


WORD = WordThresholds()
LINE_TURNS_RAD = np.linspace(-0.3, 0.3, 13)
"""of a line of two digits against the line of their middles: a 4 and a 7 differ; guess."""


@dataclass(frozen=True, slots=True)
class NumberCardThresholds:
    """Where the card around a number lies."""

    card_heights: tuple[float, float, float, float] = (2.65, 3.4, 2.1, 4.3)
    """in heights of the number in the middle, most usual first; guess."""
    max_middle_offset: float = 0.12  # of the number from the card's middle, in card heights; guess
    patch_heights: float = 2.8  # of the patch shown to the corner network, in the number's heights; train.py
    max_distance_ratio: float = 1.3  # of cards of one table from the camera: sizes differ as much; guess
    max_numbers: int = 120
    """of two digits, largest first: a rug of lozenges has 89 larger than the cards'; measured on drawn tables."""
    same_way_cosine: float = 0.94  # of two cards that lie the same way; guess


NUMBER_CARD = NumberCardThresholds()


@dataclass(frozen=True, slots=True, eq=False)
class PrintedNumber:
    """Possible digits, two side by side or one alone."""

    middle: NDArray[Any]  # (2,) picture pixels
    down: NDArray[Any]  # (2,) from the top of the digits to the foot, or the other way
    height: float  # in picture pixels
    wide: float = 0.7  # width in heights, until measured; guess


@dataclass(frozen=True, slots=True, eq=False)
class _Glyph:
    """A possible digit."""

    hull: NDArray[Any]  # (n, 2) pixels
    sign: int  # 1 if brighter than the ground, -1 if darker
    ink: float  # number of pixels

    @property
    def bounds(self) -> tuple[NDArray[Any], NDArray[Any]]:
        """The least and the greatest x and y of the hull."""
        return self.hull.min(axis=0), self.hull.max(axis=0)


@dataclass(frozen=True, slots=True, eq=False)
class PictureDigits:
    """The possible digits of a picture."""

    glyphs: tuple[_Glyph, ...]  # found in the shrunk picture
    scale: float  # of the shrunk picture

    def find_pairs(self) -> list[PrintedNumber]:
        """Every two digits side by side, largest first, turned any way; among them similar patterns of the table."""
        kept: list[PrintedNumber] = []
        for number in sorted(_pair_glyphs(self.glyphs), key=lambda number: -number.height):
            if not any(_is_same_number(number, other) for other in kept):
                kept.append(number)
        return [self._map_to_picture(one) for one in kept[: NUMBER_CARD.max_numbers]]

    def find_lone_digits(self, downs: Sequence[NDArray[Any]]) -> list[list[PrintedNumber]]:
        """The ways in which a digit may be turned, for each lone digit that is no repeated pattern. `downs`: (2,) each, from the
        top of a known card to the foot."""
        sizes = np.array([glyph.bounds[1] - glyph.bounds[0] for glyph in self.glyphs]).reshape(-1, 2)
        signs = np.array([glyph.sign for glyph in self.glyphs])
        alike = (np.abs(sizes[:, None] - sizes[None]) <= DIGIT.max_repeat_gap_part * sizes[:, None]).all(axis=2) & (
            signs[:, None] == signs[None]
        )
        single = (self.glyphs[i] for i in np.flatnonzero(alike.sum(axis=1) <= DIGIT.max_repeats))
        found = ([self._map_to_picture(way) for down in downs for way in _find_ways(glyph.hull, down)] for glyph in single)
        return [ways for ways in found if ways]

    def find_words(self) -> list[PrintedNumber]:
        """Rows of at most three possible digits of one height, upright or sideways, tallest first, longer rows before their parts. For
        print on a crop that a card fills."""
        found = [word for axis in (0, 1) for word in _join_words(self.glyphs, axis)]
        return [self._map_to_picture(one) for one in sorted(found, key=lambda one: -one.height)]

    def _map_to_picture(self, one: PrintedNumber) -> PrintedNumber:
        return PrintedNumber((one.middle + 0.5) / self.scale - 0.5, one.down / self.scale, one.height / self.scale, one.wide)


def find_digits(image: Image) -> PictureDigits:
    """The possible digits of a picture (H, W, 3) uint8 BGR."""
    scale = min(1.0, DIGIT.long_side_px / max(image.shape[:2]))
    gray = cv2.cvtColor(image, cv2.COLOR_BGR2GRAY)
    if scale < 1:
        gray = cv2.resize(gray, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    return PictureDigits(tuple(_find_glyphs(np.asarray(gray, np.uint8))), scale)


def cut_patch(image: Image, number: PrintedNumber) -> Image:
    """(64, 64, 3) the number as the corner network's input. `image`: the picture in which the number was found."""
    return cut_out(image, _draw_box(number.middle, number.down * NUMBER_CARD.patch_heights, 1.0), NUMBER_CORNER_SIZE)


def cut_lone_patch(image: Image, number: PrintedNumber) -> Image:
    """(64, 64, 3) uint8 the patch of a slender number, as `cut_patch` cuts, on even ground: print beside a mere stroke tells
    more than the stroke."""
    patch = cut_patch(image, number).copy()
    high = patch.shape[0] / NUMBER_CARD.patch_heights
    half = np.array([number.wide * high, high]) / 2
    away = np.abs(np.mgrid[: patch.shape[0], : patch.shape[1]][::-1] - (patch.shape[0] - 1) / 2) - half[:, None, None]
    outside = away.max(axis=0) / high
    rim = (outside > WORD.lone_rim_range[0]) & (outside <= WORD.lone_rim_range[1])
    if rim.any():
        patch[outside > WORD.lone_rim_range[1]] = np.median(patch[rim], axis=0)
    return patch


def turn_number(number: PrintedNumber) -> PrintedNumber:
    """The same number read the other way up."""
    return PrintedNumber(number.middle, -number.down, number.height, number.wide)


def may_be_on_table_of(number: PrintedNumber, card_px: float) -> bool:
    """May the number stand in the middle of a card, beside another card on the table that is `card_px` pixels high?"""
    return (
        min(NUMBER_CARD.card_heights) / NUMBER_CARD.max_distance_ratio
        < card_px / number.height
        < max(NUMBER_CARD.card_heights) * NUMBER_CARD.max_distance_ratio
    )


def measure_usual_height(numbers: Sequence[PrintedNumber], known: Sequence[Quad]) -> float:
    """The height of a card in heights of the middle number: as on the `known` cards, (4, 2) each, else as most makers print.
    `numbers`: found in the same picture."""
    found = []
    for quad in known:
        middle, height = quad.mean(axis=0), float(side_lengths(quad).max())
        found += [
            height / one.height
            for one in numbers
            if float(np.hypot(*(one.middle - middle))) < NUMBER_CARD.max_middle_offset * height
        ]
    return float(np.median(found)) if found else NUMBER_CARD.card_heights[0]


def find_directions(quads: Sequence[Quad]) -> list[NDArray[Any]]:
    """(2,) unit vectors from top to foot of the cards at `quads`; nearly equal or opposite directions only once."""
    found: list[NDArray[Any]] = []
    for quad in quads:
        down = (quad[3] - quad[0]) + (quad[2] - quad[1])
        down = down / max(float(np.hypot(*down)), 1e-6)
        if not any(abs(float(down @ other)) > NUMBER_CARD.same_way_cosine for other in found):
            found.append(down)
    return found[:2]  # more would cost too much time


def propose_cards(gray: NDArray[Any], number: PrintedNumber, heights: float) -> list[Quad]:
    """(4, 2) quads, clockwise from a top left, of the card around a number: moved to edges of `gray`, (H, W) uint8, and as
    drawn without edges. `heights`: of the card, in heights of the number."""
    quad = _draw_box(number.middle, number.down * heights, 0.7)  # nearly every card is about so slender
    # edges are looked for as far off as from one proposed height of a card to the next
    return [*(outline.quad for outline in fit_quads_to_edges(gray, quad[None], 0.1)), quad]


def _draw_box(middle: NDArray[Any], down: NDArray[Any], shape: float) -> Quad:
    """(4, 2) quad with height vector `down` and `shape`, width over height, clockwise from the top left."""
    across = np.array([down[1], -down[0]]) * shape
    return np.asarray(middle + np.array([-across - down, across - down, across + down, -across + down]) / 2, np.float32)


def _is_same_number(number: PrintedNumber, other: PrintedNumber) -> bool:
    return float(np.hypot(*(number.middle - other.middle))) < DIGIT_PAIR.max_same_distance * other.height


def _find_ways(hull: NDArray[Any], down: NDArray[Any]) -> list[PrintedNumber]:
    """The ways in which a mark may be a digit of a card with height direction `down`, or of a slightly turned card; none for a
    mark too broad or too slender. `hull`: (n, 2) of the mark."""
    start, ways = float(np.arctan2(down[1], down[0])), []
    for turn in (0.0, 0.2, -0.2):  # a card may lie turned a little against a known card
        along = np.array([np.cos(start + turn), np.sin(start + turn)])
        across = np.array([along[1], -along[0]])
        spans = [(float(v.min()), float(v.max())) for v in (hull @ across, hull @ along)]
        wide, high = (to - begin for begin, to in spans)
        if DIGIT.lone_width_range[0] * high < wide < DIGIT.lone_width_range[1] * high:
            middle = across * (spans[0][0] + spans[0][1]) / 2 + along * (spans[1][0] + spans[1][1]) / 2
            ways.append(PrintedNumber(middle, along * high, high))
    return ways


def _find_glyphs(gray: NDArray[Any]) -> list[_Glyph]:
    """Marks brighter or darker than the surroundings, with the size and fullness of a digit. `gray`: (h, w) uint8."""
    found: list[_Glyph] = []
    for sign, plane in ((1, gray), (-1, cv2.bitwise_not(gray))):
        mask = cv2.adaptiveThreshold(
            plane, 255, cv2.ADAPTIVE_THRESH_MEAN_C, cv2.THRESH_BINARY, DIGIT.surroundings_px, -DIGIT.min_contrast_levels
        )
        _, labels, stats, _ = cv2.connectedComponentsWithStats(mask, connectivity=4)
        wide, high = stats[:, cv2.CC_STAT_WIDTH], stats[:, cv2.CC_STAT_HEIGHT]
        longer, filled = np.maximum(wide, high), stats[:, cv2.CC_STAT_AREA] / (wide * high)
        good = (longer >= DIGIT.height_range_px[0]) & (longer <= DIGIT.height_range_px[1])
        good &= (filled > DIGIT.filled_range[0]) & (filled < DIGIT.filled_range[1])
        for i in 1 + np.flatnonzero(good[1:]):  # the first component is the ground
            x, y, width, height, ink = (int(v) for v in stats[i])
            points = cv2.findNonZero(np.asarray(labels[y : y + height, x : x + width] == i, np.uint8))
            hull = cv2.convexHull(points).reshape(-1, 2).astype(np.float64) + np.array([x, y])
            found.append(_Glyph(hull, sign, float(ink)))
    return found


def _pair_glyphs(glyphs: Sequence[_Glyph]) -> list[PrintedNumber]:
    """The numbers made of two glyphs side by side: of like length, both bright or both dark, within
    `DIGIT_PAIR.distance_range`."""
    if len(glyphs) < 2:
        return []
    least, most = (np.array(ends) for ends in zip(*(glyph.bounds for glyph in glyphs), strict=True))
    middle, longer = (least + most) / 2, (most - least).max(axis=1)
    signs, ink = np.array([glyph.sign for glyph in glyphs]), np.array([glyph.ink for glyph in glyphs])
    apart = np.linalg.norm(middle[:, None] - middle[None], axis=2) / np.maximum(longer[:, None], longer[None])
    near = (apart > DIGIT_PAIR.distance_range[0]) & (apart < DIGIT_PAIR.distance_range[1]) & (signs[:, None] == signs[None])
    near &= (longer[:, None] > DIGIT_PAIR.min_length_ratio * longer[None]) & (
        longer[None] > DIGIT_PAIR.min_length_ratio * longer[:, None]
    )
    near &= (ink[:, None] < DIGIT_PAIR.max_ink_ratio * ink[None]) & (ink[None] < DIGIT_PAIR.max_ink_ratio * ink[:, None])
    lines = (
        _pair_two(glyphs[i].hull, glyphs[j].hull, middle[j] - middle[i])
        for i, j in zip(*np.nonzero(np.triu(near, 1)), strict=True)
    )
    return [line for line in lines if line is not None]


def _join_words(glyphs: Sequence[_Glyph], axis: int) -> list[PrintedNumber]:
    """Rows of at most three glyphs of one height and sign, side by side along an axis (0 to the right, 1 down). Glyphs of longer rows
    are letters and left out; sideways a lone glyph is left out too."""
    boxes = [glyph.bounds for glyph in glyphs]
    order = sorted(range(len(glyphs)), key=lambda i: float(boxes[i][0][axis]))
    words, used = list[PrintedNumber](), set[int]()
    for start in order:
        if start in used:
            continue
        row = [start]
        for after in order:
            if after not in used and after != start and _goes_on(glyphs, boxes, row[-1], after, axis):
                row.append(after)
        used |= set(row)
        low = np.min([boxes[i][0] for i in row], axis=0)
        high = np.max([boxes[i][1] for i in row], axis=0)
        wide, tall = (high - low)[[axis, 1 - axis]].tolist()
        slim = len(row) > 1 or (axis == 0 and WORD.lone_width_range[0] * tall < wide < WORD.lone_width_range[1] * tall)
        if len(row) <= WORD.max_glyphs and slim:
            down = np.array([0.0, tall]) if axis == 0 else np.array([-tall, 0.0])
            words.append(PrintedNumber((low + high) / 2, down, tall, wide / tall))
    return words


def _goes_on(
    glyphs: Sequence[_Glyph], boxes: Sequence[tuple[NDArray[Any], NDArray[Any]]], before: int, after: int, axis: int
) -> bool:
    """True if the glyph `after` follows the glyph `before` in one row along an axis. `boxes`: least and greatest x and y of each."""
    (low, high), (low_too, high_too) = boxes[before], boxes[after]
    tall, tall_too = float(high[1 - axis] - low[1 - axis]), float(high_too[1 - axis] - low_too[1 - axis])
    gap = float(low_too[axis] - high[axis])
    level = abs(float(low[1 - axis] - low_too[1 - axis])) + abs(float(high[1 - axis] - high_too[1 - axis]))
    wide = float(high_too[axis] - low_too[axis])
    return (
        glyphs[before].sign == glyphs[after].sign
        and WORD.gap_range[0] * tall < gap < WORD.gap_range[1] * tall
        and level < WORD.max_level_difference * max(tall, tall_too)
        and wide < WORD.lone_width_range[1] * tall_too
    )


def _pair_two(left: NDArray[Any], right: NDArray[Any], step: NDArray[Any]) -> PrintedNumber | None:
    """The number of two glyphs on a line, or None. The line runs where both glyphs together are least high. `step`: (2,) from the
    middle of the left glyph to the middle of the right."""
    turns = np.arctan2(step[1], step[0]) + LINE_TURNS_RAD
    downs = np.stack([-np.sin(turns), np.cos(turns)], axis=1)
    high = np.concatenate([left, right]) @ downs.T
    best = int(np.ptp(high, axis=0).argmin())
    down, height = downs[best], float(np.ptp(high[:, best]))
    along = np.array([down[1], -down[0]])
    spans = [(float(v.min()), float(v.max())) for v in (left @ along, right @ along)]
    wide, gap = [to - start for start, to in spans], spans[1][0] - spans[0][1]
    if min(float(np.ptp(glyph @ down)) for glyph in (left, right)) < DIGIT_PAIR.min_line_part * height:
        return None
    if (
        max(wide) > DIGIT_PAIR.width_range[1] * height
        or min(wide) < DIGIT_PAIR.width_range[0] * height
        or not DIGIT_PAIR.gap_range[0] * height < gap < DIGIT_PAIR.gap_range[1] * height
    ):
        return None
    x, y = (spans[0][0] + spans[1][1]) / 2, (float(high[:, best].min()) + float(high[:, best].max())) / 2
    return PrintedNumber(along * x + down * y, down * height, height)
