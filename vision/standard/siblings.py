"""Cards of one fan vouch for one another: their indices are printed alike, so a doubtful one is read again as large as those beside it.

Of a card in a fan only the strip with its index shows. The finder may take in what is printed beside it and put the index too large or
too small, and then a rank that is plain to see is read with doubt.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from vision.standard.indices import Index, Spot

LEAST = 2
"""Indices of other cards that must stand beside one to tell its size: one may be of a card that lies elsewhere, and nearer."""
REACH, ALONG = 4.0, 0.8
"""How far from it these stand at most, in its heights, and the cosine by which they stand the same way: a fan is spread over more cards."""
NEAREST = 6
"""Of how many of them the size is taken."""


def size_beside(spot: Spot, face: int, sure: Sequence[Index]) -> float | None:
    """The height in pixels of the index at `spot`, which seems to be of `face`, judged by those of other cards beside it; None if these are
    too few. `sure`: indices of cards that were read surely."""
    away = {id(one): float(np.hypot(*(one.spot.centre - spot.centre))) / spot.height for one in sure}
    near = [one for one in sure if one.face != face and away[id(one)] < REACH and _stands_like(one.spot, spot)]
    if len({one.face for one in near}) < LEAST:
        return None
    return float(np.median([one.spot.height for one in sorted(near, key=lambda one: away[id(one)])[:NEAREST]]))


def _stands_like(one: Spot, other: Spot) -> bool:
    return float(one.down @ other.down) > ALONG * one.height * other.height
