"""How large are the cards of a table? A mat may be printed smaller than its file says, or the cards may be larger than the usual ones."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from vision.cards.outlines import find_outlines
from vision.cards.topcard import Candidate
from vision.plane.quads import Points, Quad, make_upright, side_lengths
from vision.types import Image

Size = tuple[float, float]
"""Width and height in one unit."""


@dataclass(frozen=True, slots=True)
class CardSizeLimits:
    """When a plain outline is a card of another size than the mat says."""

    min_score: float = 0.9  # measured: of whole cards on cloth 0.96 and more; print and piles have less
    max_shape_ratio: float = 1.12  # guess; the outline's shape against that of the card, or the inverse
    min_times: float = 1.1  # guess; as large, or the inverse: less is the same size, seen aslant
    max_times: float = 1.8  # guess; a mat for A3 paper on A4 makes the cards 1.41 times as large
    max_zone_part: float = 0.9  # guess; of the zone's width and height: a larger outline is the zone's own print


CARD_SIZE = CardSizeLimits()


def find_card_of_other_size(zone: Image, card_px: Size, zone_px: Size) -> tuple[Candidate, ...]:
    """The plainest whole card in a zone, where that card is larger or smaller than `card_px`; () for none.

    `zone`: (h, w, 3) uint8 BGR, rectified. `card_px`, `zone_px`: pixels of a card and of the zone's print.
    """
    aspect = card_px[0] / card_px[1]
    shapes = aspect / CARD_SIZE.max_shape_ratio, min(1.0, aspect * CARD_SIZE.max_shape_ratio)
    found = next(iter(find_outlines(zone, shapes)), None)
    if found is None or found.score < CARD_SIZE.min_score:
        return ()
    wide, high = _measure_sides(found.quad)
    is_print = wide > CARD_SIZE.max_zone_part * zone_px[0] or high > CARD_SIZE.max_zone_part * zone_px[1]
    if is_print or not is_other_size(measure_times(found.quad, card_px)):
        return ()
    return (Candidate(make_upright(found.quad, (zone.shape[0], zone.shape[1]), aspect), found.score),)


def measure_times(card: Points, size: Size) -> float:
    """How many times as large a card is as one of this `size`. `card`: (4, 2) clockwise, in the unit of `size`."""
    wide, high = _measure_sides(np.asarray(card, np.float32))
    return math.sqrt(wide * high / (size[0] * size[1]))


def is_other_size(times: float) -> bool:
    """Is a card of so many times the size told of another size, and still a card?"""
    return CARD_SIZE.min_times <= max(times, 1 / times) <= CARD_SIZE.max_times


def _measure_sides(quad: Quad) -> Size:
    """The shorter and the longer side of a rectangle, each the mean of two."""
    sides = [float(side) for side in side_lengths(quad)]
    one, other = (sides[0] + sides[2]) / 2, (sides[1] + sides[3]) / 2
    return min(one, other), max(one, other)
