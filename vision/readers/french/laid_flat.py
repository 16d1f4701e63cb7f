"""What a card laid flat must show to be believed, alone or together with an index read before in the same place. `flat`: the
sight of the card laid flat."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from vision.cards.candidates import CARD_CROP_PX
from vision.plane.quads import Quad, overlap_share, project_from_quad
from vision.readers.french.sights import StandardSight
from vision.readers.french.verdict import WITNESS, find_best_index_sureness, find_best_sureness, is_borne_out, is_whole_like
from vision.readers.french_print.indices import Index, Spot


def is_told_by_both(flat: StandardSight) -> bool:
    """Do the whole card and a corner say the likeliest face?"""
    return is_borne_out(flat, flat.likeliest) and find_best_index_sureness(flat, flat.likeliest) > WITNESS.max_meaningless_index


def is_told_twice(flat: StandardSight) -> bool:
    """Do two corners plainly say the likeliest face?"""
    return sum(index.face == flat.likeliest and index.sureness > WITNESS.plain_rank for index in flat.indices) > 1


def is_like_index(flat: StandardSight, index: Index) -> bool:
    """Does the whole card look like the likeliest face, and does `index`, or another look at the same place, say the face too?"""
    face = flat.likeliest
    return is_whole_like(flat, face) and (face == index.face or _is_at(index, flat, face, WITNESS.max_meaningless_index))


def is_told_by_corners_of(flat: StandardSight, index: Index) -> bool:
    """Do two corners say the likeliest face? A face other than the face of `index` must be plain, and read at the place of
    `index`."""
    face = flat.likeliest
    least = WITNESS.max_meaningless_index if face == index.face else WITNESS.plain_rank
    agreeing = sum(one.face == face and one.sureness > least for one in flat.indices)
    return agreeing > 1 and (face == index.face or _is_at(index, flat, face, least))


def _is_at(index: Index, flat: StandardSight, face: int, least: float) -> bool:
    """Is the face read more surely than `least` where `index` stands?"""
    return any(
        one.face == face and one.sureness > least and index.spot.measure_heights_to(one.spot) < 0.5 for one in flat.indices
    )


def map_to_picture(flat: StandardSight, quad: Quad) -> StandardSight:
    """The sight `flat` of a crop of `CARD_CROP_PX`, with quad and indices mapped to the picture from where `quad` was cut."""
    indices = []
    for index in flat.indices:
        ends = np.array([index.spot.centre, index.spot.centre + index.spot.down / 2]) / np.array(CARD_CROP_PX, np.float32)
        centre, foot = project_from_quad(quad, ends)
        indices.append(Index(Spot(centre, (foot - centre) * 2, index.spot.heat), index.guess))
    return replace(flat, quad=quad, indices=tuple(indices))


def is_lone_corner_sight(sight: StandardSight, sights: Sequence[StandardSight]) -> bool:
    """Does a card show readable corners, nothing more, and no other card beside? Beside hardly readable corners only whole cards
    count, because lone corners are drawn roughly. `sights`: all sights of the picture."""
    sureness = find_best_sureness(sight)
    if sureness <= 0.2 or is_borne_out(sight, sight.likeliest):  # a fainter index is no reason to look
        return False
    others = [
        other for other in sights if other is not sight and overlap_share(sight.quad, other.quad) > 0.15
    ]  # upon each other
    return not others if sureness > WITNESS.max_meaningless_index else all(other.whole is None for other in others)
