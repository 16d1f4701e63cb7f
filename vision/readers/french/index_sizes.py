"""The usual height of indices in a picture: all indices of a maker have the same size.

Of a card in a fan only the strip with the index shows. The finder may include print nearby, so the index seems too large or
small, and a plain rank is read with doubt. An index half under another card may look like another rank, smaller or larger than
the indices around.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from vision.readers.french.sights import StandardSight
from vision.readers.french.verdict import WITNESS
from vision.readers.french_print.indices import Index, Spot, average_guesses, read_at_height
from vision.readers.french_print.networks import Networks
from vision.types import Image


@dataclass(frozen=True, slots=True)
class IndexSizeThresholds:
    """Which indices of other cards tell the height of an index."""

    min_faces_beside: int = 2  # a single one may belong to a card that lies elsewhere, and nearer; guess
    max_distance_heights: float = 4.0  # of an index beside, in index heights; guess
    min_cosine: float = 0.8  # between upright directions of indices in a fan; guess
    min_indices_around: int = 4  # of other cards anywhere in the picture; guess
    max_height_ratio: float = 1.2  # to the usual height, beyond which an index is odd; guess


USUAL_INDEX = IndexSizeThresholds()


def reread_by_size(networks: Networks, image: Image, sight: StandardSight, sure: Sequence[Index]) -> StandardSight:
    """The sight, with the best unclear index read again as large as the sure indices beside. Another face leaves doubt.

    Unchanged for a whole card, without an index, and where the best index is clear. `sure`: indices of other cards, in pixels
    of `image`.
    """
    best, *others = sorted(sight.indices, key=lambda index: index.sureness, reverse=True) or (None,)
    if sight.whole is not None or best is None or best.sureness >= WITNESS.clear_index:
        return sight
    height = estimate_height_beside(best.spot, best.face, sure)
    again = read_at_height(networks, image, best.spot, height) if height else None
    if again is not None and again.face != best.face:
        return (
            replace(sight, indices=(average_guesses(best, again), *others))
            if again.sureness > WITNESS.max_meaningless_index
            else sight
        )
    if again is not None and again.sureness >= max(WITNESS.plain_index, best.sureness):
        return replace(sight, indices=(again, *others))
    return _doubt_odd_size(networks, image, sight, best, sure)


def _doubt_odd_size(
    networks: Networks, image: Image, sight: StandardSight, best: Index, sure: Sequence[Index]
) -> StandardSight:
    """The sight; a lone corner of an odd height counts as read at the usual height, but never for surer than before. `best`:
    the surest index of `sight`. `sure`: indices of cards read surely."""
    if sum(index.face == best.face for index in sight.indices) > 1:
        return sight
    height = estimate_height_around(best.spot, best.face, sure)
    if height is None or height / USUAL_INDEX.max_height_ratio <= best.spot.height <= height * USUAL_INDEX.max_height_ratio:
        return sight
    again = read_at_height(networks, image, best.spot, height)
    less = average_guesses(best, again) if again.face != best.face else min(best, again, key=lambda index: index.sureness)
    return replace(sight, indices=tuple(less if index is best else index for index in sight.indices))


def estimate_height_beside(spot: Spot, face: int, sure: Sequence[Index]) -> float | None:
    """The height in pixels of the index at `spot`, judged by indices of other faces beside; None for too few. `face`: read at
    the spot. `sure`: indices of cards read surely."""
    away = {id(one): spot.measure_heights_to(one.spot) for one in sure}
    near = [
        one
        for one in sure
        if one.face != face
        and away[id(one)] < USUAL_INDEX.max_distance_heights
        and float(one.spot.down @ spot.down) > USUAL_INDEX.min_cosine * one.spot.height * spot.height
    ]
    if len({one.face for one in near}) < USUAL_INDEX.min_faces_beside:
        return None
    return _take_median_height(sorted(near, key=lambda one: away[id(one)]))


def estimate_height_around(spot: Spot, face: int, sure: Sequence[Index]) -> float | None:
    """The rough height in pixels of the index at `spot`, judged by the nearest indices of other faces anywhere; None for too
    few. Parameters as of `estimate_height_beside`."""
    others = sorted((one for one in sure if one.face != face), key=lambda one: spot.measure_heights_to(one.spot))
    return _take_median_height(others) if len(others) >= USUAL_INDEX.min_indices_around else None


def _take_median_height(nearest: Sequence[Index]) -> float:
    return float(np.median([one.spot.height for one in nearest[:6]]))
