"""What a card that was laid flat must say so that it is believed, of itself or of an index that was read there before."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from vision.cards.candidates import CROP
from vision.plane.quads import Quad, overlap_share, project_from_quad
from vision.readers.french.sights import StandardSight
from vision.readers.french.verdict import PLAIN_RANK, UNLIKELY, best_index, best_sureness, is_borne_out, is_whole
from vision.readers.french_print.indices import Index, Spot

_HINT = 0.2
"""Sureness of an index from which a card is looked for there: what is read of it is another matter."""
_UPON = 0.15
"""Shared area over the united one from which two cards lie upon each other."""


def is_told_by_both(flat: StandardSight) -> bool:
    """Do the whole of a card that was laid flat and one of its corners say what was read of it?"""
    return is_borne_out(flat, flat.likeliest) and best_index(flat, flat.likeliest) > UNLIKELY


def is_told_twice(flat: StandardSight) -> bool:
    """Do two corners of a card that was laid flat plainly say what was read of it?"""
    return sum(index.face == flat.likeliest and index.sureness > PLAIN_RANK for index in flat.indices) > 1


def looks_like(flat: StandardSight, index: Index) -> bool:
    """Does a card that was laid flat look like what was read of it, and does that index say so too, or again in that place?"""
    face = flat.likeliest
    return is_whole(flat, face) and (face == index.face or _is_at(index, flat, face, UNLIKELY))


def corners_say(flat: StandardSight, index: Index) -> bool:
    """Do two corners of a card that was laid flat say what was read? What that index did not say they must say plainly, one of them in its
    place."""
    face = flat.likeliest
    least = UNLIKELY if face == index.face else PLAIN_RANK
    agreeing = sum(one.face == face and one.sureness > least for one in flat.indices)
    return agreeing > 1 and (face == index.face or _is_at(index, flat, face, least))


def _is_at(index: Index, flat: StandardSight, face: int, least: float) -> bool:
    """Is this face read, more surely than `least`, where that index stands?"""
    near = [one for one in flat.indices if index.spot.heights_to(one.spot) < 0.5]
    return any(one.face == face and one.sureness > least for one in near)


def as_in_picture(flat: StandardSight, quad: Quad) -> StandardSight:
    """What was seen of a crop of `CROP`, as of the picture from which `quad` was cut."""
    indices = []
    for index in flat.indices:
        ends = np.array([index.spot.centre, index.spot.centre + index.spot.down / 2]) / np.array(CROP, np.float32)
        centre, foot = project_from_quad(quad, ends)
        indices.append(Index(Spot(centre, (foot - centre) * 2, index.spot.heat), index.guess))
    return replace(flat, quad=quad, indices=tuple(indices))


def shows_corners_alone(sight: StandardSight, sights: Sequence[StandardSight]) -> bool:
    """Does a card show corners that may be read, no more of itself, and no other card beside it? Of what can hardly be read others that show
    corners alone say nothing: they are drawn only roughly."""
    sureness = best_sureness(sight)
    if sureness <= _HINT or is_borne_out(sight, sight.likeliest):
        return False
    others = [other for other in sights if other is not sight and overlap_share(sight.quad, other.quad) > _UPON]
    return not others if sureness > UNLIKELY else all(other.whole is None for other in others)
