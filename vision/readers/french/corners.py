"""Is a lone corner's reading the corner of another card?

A lone index is often the only print to be seen of a card under others. But a misread second corner of a read card, or the
corner of a half hidden card, looks like a lone index too.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from vision.plane.quads import Quad, common_area, project_into_quad, signed_area
from vision.readers.french.sights import StandardSight
from vision.readers.french.verdict import FRENCH_FACES, WITNESS, find_agreeing, is_borne_out
from vision.readers.french_print.indices import MAX_SAME_SPOT_HEIGHTS, Index, Spot, is_opposite_corner
from vision.readers.french_print.networks import SUITS
from vision.types import Reading

Read = tuple[StandardSight, Reading]


@dataclass(frozen=True, slots=True)
class CornerThresholds:
    """Where an index may belong to another card."""

    max_aside_part: float = 0.3  # of the card's width from the side; guess
    misleading_hidden_range: tuple[float, float] = (0.08, 0.8)
    """hidden part of an index that may be misread: half a Q is a 6; guess."""


CORNER_PLACE = CornerThresholds()


def is_corner_of_another(number: int, read: Sequence[Read]) -> bool:
    """Is a card accepted by one unclear corner, while another accepted card may own the corner, or hide half?

    `number`: of the card in `read`. `read`: all sights of the picture and the readings.
    """
    sight, reading = read[number]
    if not is_lone_corner(sight, reading):
        return False
    others = [pair for i, pair in enumerate(read) if i != number and pair[1].accepted and pair[1].face != reading.face]
    return any(_may_own_index(*other, find_agreeing(sight, reading)[0]) for other in others)


def is_print_of_another(number: int, read: Sequence[Read]) -> bool:
    """Is a card accepted by corners alone, while surer cards of other faces have the same corners? A corner belongs to one card.
    `number`: of the card in `read`. `read`: all sights of the picture and their readings."""
    sight, reading = read[number]
    if not reading.accepted or is_borne_out(sight, FRENCH_FACES.index(reading.face)):
        return False
    surer = [
        one for one, other in read if other.accepted and other.face != reading.face and other.confidence > reading.confidence
    ]
    taken, own = [index.spot for one in surer for index in one.indices], find_agreeing(sight, reading)
    return bool(own) and all(any(_is_same_print(index.spot, spot) for spot in taken) for index in own)


def is_lone_corner(sight: StandardSight, reading: Reading) -> bool:
    """Is a card accepted by one unclear corner alone, without an outline or a look at the whole card?"""
    if not reading.accepted or sight.whole is not None:
        return False
    own = find_agreeing(sight, reading)
    return len(own) == 1 and own[0].sureness < WITNESS.clear_index


def is_told_by_corners(sight: StandardSight, reading: Reading) -> bool:
    """Is a card accepted by several corners, without an outline?"""
    return reading.accepted and sight.whole is None and len(find_agreeing(sight, reading)) > 1


def _may_own_index(sight: StandardSight, reading: Reading, index: Index) -> bool:
    """May the index belong to the card of `sight` and `reading`? Where the card's outline is known, by its place in a corner
    or half under the card; else by an index of the same suit in another corner."""
    own = find_agreeing(sight, reading)
    outlined = sight.whole is not None or len(own) > 1
    if outlined and _is_half_hidden(index.spot, sight.quad):
        return True
    if SUITS[index.face % len(SUITS)] != reading.face[1]:
        return False  # a corner misread in its rank still has its suit
    if outlined:
        return _is_at_corner(index.spot, sight.quad)
    spot = index.spot
    return any(
        float(one.spot.down @ spot.down) < 0 and (is_opposite_corner(one.spot, spot) or is_opposite_corner(spot, one.spot))
        for one in own
    )


def _is_same_print(one: Spot, other: Spot) -> bool:
    return (
        max(one.measure_heights_to(other), other.measure_heights_to(one)) < MAX_SAME_SPOT_HEIGHTS
        and float(one.down @ other.down) > 0
    )


def _is_at_corner(spot: Spot, quad: Quad) -> bool:
    """Does an index stand along a side of an outlined card, as in its corners?"""
    across = float(project_into_quad(quad, spot.centre[None])[0, 0])
    return 0 < min(across, 1 - across) < CORNER_PLACE.max_aside_part


def _is_half_hidden(spot: Spot, quad: Quad) -> bool:
    """Does a card hide a misleading part of the index?"""
    right, down = spot.right * np.float32(0.45), spot.down / 2  # the broadest index is 0.9 heights wide
    box = np.array([spot.centre + x * right + y * down for x, y in ((-1, -1), (1, -1), (1, 1), (-1, 1))], np.float32)
    part = common_area(box, quad) / max(abs(signed_area(box)), 1e-6)
    return CORNER_PLACE.misleading_hidden_range[0] < part < CORNER_PLACE.misleading_hidden_range[1]
