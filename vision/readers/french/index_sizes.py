"""How large the indices of one picture are, judged by one another: those of a maker are of one size.

Of a card in a fan only the strip with its index shows. The finder may take in what is printed beside it and put the index too large or
too small, and then a rank that is plain to see is read with doubt. And of an index that lies half under another card what shows may look
like one of another rank, that is smaller or larger than those around it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from vision.readers.french.sights import StandardSight
from vision.readers.french.verdict import CLEAR_INDEX, PLAIN_INDEX, UNLIKELY
from vision.readers.french_print.indices import Index, Spot, between, read_as_large
from vision.readers.french_print.networks import Networks
from vision.types import Image

LEAST = 2
"""Indices of other cards that must stand beside one to tell its size: one may be of a card that lies elsewhere, and nearer."""
REACH, ALONG = 4.0, 0.8
"""How far from it these stand at most, in its heights, and the cosine by which they stand the same way: a fan is spread over more cards."""
NEAREST = 6
"""Of how many of them the size is taken."""
LEAST_AROUND, ODD = 4, 1.2
"""Indices of other cards that tell the size of one which stand anywhere, and how much larger or smaller than they one is that is odd."""


def read_beside(networks: Networks, image: Image, sight: StandardSight, sure: Sequence[Index]) -> StandardSight:
    """Where only indices of a card show and none is plain: the best of them, read as large as the sure ones beside it. Another face that is
    read so makes it doubtful. `sure`: those of other cards, in pixels of `image`."""
    best, *others = sorted(sight.indices, key=lambda index: index.sureness, reverse=True) or (None,)
    if sight.whole is not None or best is None or best.sureness >= CLEAR_INDEX:
        return sight
    height = size_beside(best.spot, best.face, sure)
    again = read_as_large(networks, image, best.spot, height) if height else None
    if again is not None and again.face != best.face:
        return replace(sight, indices=(between(best, again), *others)) if again.sureness > UNLIKELY else sight
    if again is not None and again.sureness >= max(PLAIN_INDEX, best.sureness):
        return replace(sight, indices=(again, *others))
    return _of_no_odd_size(networks, image, sight, best, sure)


def _of_no_odd_size(
    networks: Networks, image: Image, sight: StandardSight, best: Index, sure: Sequence[Index]
) -> StandardSight:
    """The sight; what one corner alone says that is of an odd size counts no more than what it says at the usual one."""
    if sum(index.face == best.face for index in sight.indices) > 1:
        return sight
    height = size_around(best.spot, best.face, sure)
    if height is None or height / ODD <= best.spot.height <= height * ODD:
        return sight
    again = read_as_large(networks, image, best.spot, height)
    less = between(best, again) if again.face != best.face else min(best, again, key=lambda index: index.sureness)
    return replace(sight, indices=tuple(less if index is best else index for index in sight.indices))


def size_beside(spot: Spot, face: int, sure: Sequence[Index]) -> float | None:
    """The height in pixels of the index at `spot`, which seems to be of `face`, judged by those of other cards beside it; None if these are
    too few. `sure`: indices of cards that were read surely."""
    away = _away(spot, sure)
    near = [one for one in sure if one.face != face and away[id(one)] < REACH and _stands_like(one.spot, spot)]
    if len({one.face for one in near}) < LEAST:
        return None
    return _height(sorted(near, key=lambda one: away[id(one)]))


def size_around(spot: Spot, face: int, sure: Sequence[Index]) -> float | None:
    """The same, roughly, judged by the nearest of other cards whichever way they stand."""
    away = _away(spot, sure)
    others = sorted((one for one in sure if one.face != face), key=lambda one: away[id(one)])
    return _height(others) if len(others) >= LEAST_AROUND else None


def _away(spot: Spot, sure: Sequence[Index]) -> dict[int, float]:
    """How far from a spot each stands, in its heights."""
    return {id(one): spot.heights_to(one.spot) for one in sure}


def _height(nearest: Sequence[Index]) -> float:
    return float(np.median([one.spot.height for one in nearest[:NEAREST]]))


def _stands_like(one: Spot, other: Spot) -> bool:
    return float(one.down @ other.down) > ALONG * one.height * other.height
