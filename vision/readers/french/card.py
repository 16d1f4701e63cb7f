"""What one card shows that was cut out of a picture, and what is to be believed of it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import numpy as np

from vision.cards.candidates import CROP
from vision.plane.quads import UNIT, Quad, cut_out
from vision.readers.french.laid_flat import as_in_picture
from vision.readers.french.sights import StandardSight, in_corners
from vision.readers.french.verdict import Thresholds, doubted, is_suit_open, judged
from vision.readers.french_print.bleached import is_bleached, printed_anew
from vision.readers.french_print.crops import INDEX_MARGIN, index_sized
from vision.readers.french_print.indices import Spot, find_spots, read_spots
from vision.readers.french_print.inks import read_card
from vision.readers.french_print.networks import RANKS, SUITS, Guess, Networks
from vision.readers.french_print.signs import SIGNS_CROP, suit_by_outline, suit_of_ace
from vision.types import Image, Reading

_MOST = 6
"""Indices looked at in one crop: a card has two or four."""
_RIM, _DOUBTFUL = 0.025, 0.7
"""What is cut off each side of a doubtful card, in card heights, and how sure it is up to which that it is one at all."""


class CardReader:
    """Looks at single cards. `networks`: for one thread at a time."""

    def __init__(self, networks: Networks, thresholds: Thresholds) -> None:
        self._networks = networks
        self._thresholds = thresholds

    def shown(self, crop: Image) -> StandardSight:
        """What a card shows that fills `crop`, (h, w, 3) uint8 BGR, either way up; its places are of the crop."""
        return self.outlined(crop, self._sight(crop))

    def looks(self, image: Image, quad: Quad) -> Iterator[StandardSight]:
        """What a card shows that lies at `quad`, (4, 2) pixels of `image`, laid flat as it is, and printed anew where that is worth while."""
        crop = cut_out(image, quad, CROP)
        yield as_in_picture(self.shown(crop), quad)
        if is_bleached(crop):
            yield as_in_picture(self.shown(printed_anew(crop)), quad)

    def whole(self, crop: Image) -> Guess:
        """What the whole card looks like; where that is doubtful, without its rim: a dark table in the corners misleads."""
        first = read_card(self._networks, crop)
        if float(first.faces.sum()) > _DOUBTFUL:
            return first
        rim = max(1, round(_RIM * crop.shape[0]))
        second = read_card(self._networks, crop[rim:-rim, rim:-rim])
        return max(first, second, key=lambda guess: float(guess.faces.sum()))

    def outlined(self, image: Image, sight: StandardSight) -> StandardSight:
        """With what the outlines of its pips say, where a whole card is not accepted or its suit is open, and nobody looked before: of a
        card that was printed anew this copy tells."""
        looked = sight.outlined is not None
        if looked or sight.whole is None or (not is_suit_open(sight) and self.judged(sight).accepted):
            return sight
        tell = suit_of_ace if RANKS[sight.likeliest // len(SUITS)] == "A" else suit_by_outline
        return replace(sight, outlined=tell(cut_out(image, sight.quad, SIGNS_CROP)))

    def judged(self, sight: StandardSight) -> Reading:
        """What all that was seen of it says together."""
        return judged(sight, self._thresholds)

    def stands(self, image: Image, sight: StandardSight) -> bool:
        """Is it accepted, and does its print not speak against it?"""
        return doubted(self.judged(sight), sight, image).accepted

    def _sight(self, crop: Image) -> StandardSight:
        small, scale = index_sized(crop)
        spots = [
            Spot((spot.centre - INDEX_MARGIN) * scale, spot.down * scale, spot.heat)
            for spot in find_spots(self._networks, small, levels=1)[:_MOST]
        ]
        frame = UNIT * np.array(crop.shape[1::-1], np.float32)
        first = StandardSight(frame, in_corners(read_spots(self._networks, crop, spots[:2]), frame), self.whole(crop))
        if self.judged(first).accepted:
            return first
        more = in_corners(read_spots(self._networks, crop, spots[2:]), frame)
        return StandardSight(frame, first.indices + more, first.whole)
