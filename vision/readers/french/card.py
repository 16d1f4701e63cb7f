"""What a single card shows, cut out of a picture, and how far the card is believed."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from weakref import WeakKeyDictionary

import numpy as np

from vision.cards.candidates import CARD_CROP_PX
from vision.plane.quads import UNIT, Quad, cut_out
from vision.readers.french.laid_flat import map_to_picture
from vision.readers.french.sights import StandardSight, find_in_corners, may_be_in_corner
from vision.readers.french.verdict import (
    FRENCH_FACES,
    StandardThresholds,
    doubt_reading,
    find_agreeing,
    is_borne_out,
    is_suit_open,
    judge_card,
)
from vision.readers.french_print.bleached import is_bleached, reprint_card
from vision.readers.french_print.crops import INDEX_MARGIN, resize_for_indices
from vision.readers.french_print.indices import Index, Spot, find_spots, read_spots, settle_knaves
from vision.readers.french_print.inks import read_french_card
from vision.readers.french_print.letters import SeenLetters
from vision.readers.french_print.networks import RANKS, SUITS, Guess, Networks
from vision.readers.french_print.signs import SIGNS_CROP, tell_suit, tell_suit_of_ace
from vision.readers.french_print.wholeness import is_part_of_index
from vision.types import Image, Reading


class CardReader:
    """Looks at single cards. For one thread at a time."""

    def __init__(self, networks: Networks, thresholds: StandardThresholds) -> None:
        """`networks`: used by one thread at a time. `thresholds`: for accepting readings."""
        self._networks = networks
        self._thresholds = thresholds
        self.letters = SeenLetters()  # of the deck that lies here
        self._doubted = WeakKeyDictionary[StandardSight, tuple[Image, Reading]]()  # readings after doubts, and the picture

    def see_card(self, crop: Image) -> StandardSight:
        """The sight of the card that fills `crop`, (h, w, 3) uint8 BGR, either way up, in crop pixels."""
        return self.outline_pips(crop, self._read_crop(crop))

    def see_card_at(self, image: Image, quad: Quad) -> Iterator[StandardSight]:
        """The sights of a card at `quad`, (4, 2) pixels of `image`, one or two, in picture pixels: laid flat, and also
        reprinted where a lamp bleached the card."""
        crop = cut_out(image, quad, CARD_CROP_PX)
        yield map_to_picture(self.see_card(crop), quad)
        if is_bleached(crop):
            yield map_to_picture(self.see_card(reprint_card(crop)), quad)

    def guess_whole(self, crop: Image) -> Guess:
        """The network's guess of the card that fills `crop`; in doubt also without the rim, because a dark table in the corners
        misleads."""
        first = read_french_card(self._networks, crop)
        if float(first.faces.sum()) > 0.7:  # surely some card
            return first
        rim = max(1, round(0.025 * crop.shape[0]))  # of the card's height, enough to lose a dark table
        second = read_french_card(self._networks, crop[rim:-rim, rim:-rim])
        return max(first, second, key=lambda guess: float(guess.faces.sum()))

    def outline_pips(self, image: Image, sight: StandardSight) -> StandardSight:
        """The sight with the suit by the pips' outlines, for whole cards in doubt or with an open suit; else unchanged.

        Pips are looked at once; a reprinted copy tells for the card itself. `image`: where the quad of `sight` lies.
        """
        if sight.outlined is not None or sight.whole is None or (not is_suit_open(sight) and self.judge_sight(sight).accepted):
            return sight
        tell = tell_suit_of_ace if RANKS[sight.likeliest // len(SUITS)] == "A" else tell_suit
        return replace(sight, outlined=tell(cut_out(image, sight.quad, SIGNS_CROP)))

    def judge_sight(self, sight: StandardSight) -> Reading:
        """The reading by everything seen of a card."""
        return judge_card(sight, self._thresholds)

    def is_believed(self, image: Image, sight: StandardSight) -> bool:
        """Is the sight accepted, and not contradicted by its print?"""
        return self.doubt_sight(image, sight).accepted

    def doubt_sight(self, image: Image, sight: StandardSight) -> Reading:
        """The reading by everything seen of a card; not accepted where the picture contradicts, and where all that tells the face
        is a part of an index."""
        known = self._doubted.get(sight)
        if known is None or known[0] is not image:  # sights are doubted after every step that may have changed others
            known = (image, self.doubt_parts(image, sight, doubt_reading(self.judge_sight(sight), sight, image)))
            self._doubted[sight] = known
        return known[1]

    def doubt_parts(self, image: Image, sight: StandardSight, reading: Reading) -> Reading:
        """The reading; not accepted where one index alone tells the face, and goes on beyond the picture or under something."""
        if not reading.accepted or is_borne_out(sight, FRENCH_FACES.index(reading.face)):
            return reading
        own = find_agreeing(sight, reading)
        seen_in_part = len(own) == 1 and is_part_of_index(self._networks, image, own[0].spot.centre, own[0].spot.down)
        return replace(reading, accepted=False) if seen_in_part else reading

    def read_spots(self, image: Image, spots: list[Spot]) -> list[Index]:
        """The indices at the spots, as of `vision.readers.french_print.indices.read_spots`, in the letters of the deck."""
        return settle_knaves(self.letters, read_spots(self._networks, image, spots))

    def _read_crop(self, crop: Image) -> StandardSight:
        """The sight of a card that fills `crop`, in crop pixels, without pips' outlines. Further corners are read only where
        the first two and the whole card leave doubt."""
        small, scale = resize_for_indices(crop)
        spots = [
            Spot((spot.centre - INDEX_MARGIN) * scale, spot.down * scale, spot.heat)
            for spot in find_spots(self._networks, small)[:6]  # a card has two or four
        ]
        frame = UNIT * np.array(crop.shape[1::-1], np.float32)
        first = StandardSight(frame, self._read_corners(crop, spots[:2], frame), self.guess_whole(crop))
        if self.judge_sight(first).accepted:
            return first
        return StandardSight(frame, first.indices + self._read_corners(crop, spots[2:], frame), first.whole)

    def _read_corners(self, crop: Image, spots: list[Spot], frame: Quad) -> tuple[Index, ...]:
        """The indices at the spots that stand in the corners of `frame`, (4, 2) crop pixels; other spots are not read."""
        near = [spot for spot in spots if may_be_in_corner(spot, frame)]
        return find_in_corners(self.read_spots(crop, near), frame)
