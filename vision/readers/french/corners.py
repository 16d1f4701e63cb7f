"""Is what one corner says the corner of another card? A lone index is all there is of a card that lies under others; but the second corner of
a card that was read may be misread, and then it looks like such a one, as does the corner of a card of which another hides a part."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from vision.plane.quads import Quad, common_area, project_into_quad, signed_area
from vision.readers.french.sights import StandardSight
from vision.readers.french.verdict import CLEAR_INDEX, FACES, UNLIKELY, is_borne_out
from vision.readers.french_print.indices import SAME_SPOT, Index, Spot, opposite
from vision.readers.french_print.networks import SUITS
from vision.types import Reading

Read = tuple[StandardSight, Reading]

_HIGH, _BEYOND, _ASIDE = 0.36, 0.3, 0.3
"""How far down a card its index stands at most, in parts of its height, by how much that may lie off below a card whose foot was lost, and
how far from the side, in parts of its width."""
_BROAD, _HIDDEN = 0.9, (0.08, 0.8)
"""Width of the broadest index in its heights, about the middle of what shows of it, and the part of that which another card hides, from and
to, where what shows may be misread: half a Q is a 6."""


def lone_corner_at_odds(number: int, read: Sequence[Read]) -> bool:
    """Is the card of this number accepted by one corner that is none too plain, where another card that was accepted has a corner of its
    own, or hides a part of it?"""
    sight, reading = read[number]
    if not is_lone_corner(sight, reading):
        return False
    others = [pair for i, pair in enumerate(read) if i != number and pair[1].accepted and pair[1].face != reading.face]
    return any(_may_have(*other, _saying(sight, reading)[0]) for other in others)


def reads_anothers_print(number: int, read: Sequence[Read]) -> bool:
    """Is the card of this number accepted by its corners alone, and does each of them stand where a surer card of another face has one? A
    corner is one card's: laid on that card's place it was read otherwise."""
    sight, reading = read[number]
    if not reading.accepted or is_borne_out(sight, FACES.index(reading.face)):
        return False
    surer = [
        one for one, other in read if other.accepted and other.face != reading.face and other.confidence > reading.confidence
    ]
    taken, own = [index.spot for one in surer for index in one.indices], _saying(sight, reading)
    return bool(own) and all(any(_is_same_print(index.spot, spot) for spot in taken) for index in own)


def is_lone_corner(sight: StandardSight, reading: Reading) -> bool:
    """Is a card accepted by one corner that is none too plain?"""
    if not reading.accepted or sight.whole is not None:
        return False
    own = _saying(sight, reading)
    return len(own) == 1 and own[0].sureness < CLEAR_INDEX


def is_told_by_corners(sight: StandardSight, reading: Reading) -> bool:
    """Is a card accepted by more corners than one, its outline not found?"""
    return reading.accepted and sight.whole is None and len(_saying(sight, reading)) > 1


def _may_have(sight: StandardSight, reading: Reading, index: Index) -> bool:
    """May this index be of that card?"""
    own = _saying(sight, reading)
    outlined = sight.whole is not None or len(own) > 1
    if outlined and _is_hidden(index.spot, sight.quad):
        return True
    if SUITS[index.face % len(SUITS)] != reading.face[1]:
        return False  # whose corner is misread in its rank has its suit
    if outlined:
        return _is_corner(index.spot, sight.quad)
    return any(_is_opposite(one.spot, index.spot) for one in own)


def _saying(sight: StandardSight, reading: Reading) -> list[Index]:
    """The indices that say what was read, more or less surely."""
    face = FACES.index(reading.face)
    return [index for index in sight.indices if index.face == face and index.sureness > UNLIKELY]


def _is_opposite(one: Spot, other: Spot) -> bool:
    return float(one.down @ other.down) < 0 and (opposite(one, other) or opposite(other, one))


def _is_same_print(one: Spot, other: Spot) -> bool:
    return max(one.heights_to(other), other.heights_to(one)) < SAME_SPOT and float(one.down @ other.down) > 0


def _is_corner(spot: Spot, quad: Quad) -> bool:
    """Does it stand where a card that was seen whole has an index, or a little below its foot?"""
    place, foot = project_into_quad(quad, np.array([spot.centre, spot.centre + spot.down / 2]))
    turned = bool(foot[1] < place[1])
    across, along = 1 - place if turned else place
    beside = 0 < min(across, 1 - across) < _ASIDE
    return bool(beside and (-_BEYOND if turned else 0) < along < _HIGH)


def _is_hidden(spot: Spot, quad: Quad) -> bool:
    """Does a card hide a part of what was read, and not all?"""
    box = _box(spot)
    part = common_area(box, quad) / max(abs(signed_area(box)), 1e-6)
    return _HIDDEN[0] < part < _HIDDEN[1]


def _box(spot: Spot) -> NDArray[np.float32]:
    right, down = spot.right * np.float32(_BROAD / 2), spot.down / 2
    return np.array([spot.centre + x * right + y * down for x, y in ((-1, -1), (1, -1), (1, 1), (-1, 1))], np.float32)
