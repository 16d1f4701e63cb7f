"""Readings by a second reader that knows the faces of any maker by the corners, used beside an enrolled deck.

The second reader knows nothing of the deck. Where one card is surely of the deck, all its readings are taken for cards of the
same table. Where no card is so sure, the deck's own look must confirm each reading.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from threading import Lock

import numpy as np

from vision.cards.candidates import Card, PictureReader
from vision.plane.quads import Quad, common_area, overlap_share, width_of
from vision.readers.enrolled.crop_reader import CardSight, decode_picture
from vision.readers.enrolled.file import Deck
from vision.types import Face, Image, Reading

Seen = Sequence[tuple[Card, CardSight]]
Read = tuple[Quad, Reading]


@dataclass(frozen=True, slots=True)
class AnyMakerThresholds:
    """When a reader of any maker's cards is heard about the table of an enrolled deck."""

    min_own_pictures_read_part: float = 0.9  # the reader must read this part of the deck's own pictures to be heard; guess
    min_own_deck_likeness: float = 0.945
    """of a card that passes `is_beyond_doubt`; no photographed card of another maker has more than 0.94; measured by
    bench_photos.py."""
    min_confirmed_likeness: float = 0.7  # a card that both readers name alike belongs to the deck from here on; guess
    min_same_card_overlap: float = 0.85  # two places that overlap more show one card, see also `is_same_card`; guess
    max_size_ratio: float = 2.0  # cards of one table look at most so many times larger or smaller than a known card; guess


ANY_MAKER = AnyMakerThresholds()


class AnyMaker:
    """Readings of a reader of any maker's cards, for the table of one deck. May be shared by threads."""

    def __init__(self, reader: PictureReader | None, one_at_a_time: Lock, deck: Deck) -> None:
        """`reader`: knows the faces of any maker; None without such a reader. `one_at_a_time`: the lock shared with other users
        of the reader."""
        self._reader, self._one_at_a_time, self._deck = reader, one_at_a_time, deck

    def read_surely(self, image: Image) -> list[Read]:
        """The accepted readings of a picture, (quad, reading) each; none if the reader cannot read the deck's own pictures."""
        if self._reader is None or not self._reads_this_deck:
            return []
        with self._one_at_a_time:
            read = self._reader.read_picture(image)
        return [pair for pair in read if pair[1].accepted]

    @cached_property
    def _reads_this_deck(self) -> bool:
        """Can the reader read the deck's own pictures? A reader of foreign letters costs more time than the readings are worth."""
        if self._reader is None:
            return False
        with self._one_at_a_time:
            read = [self._reader.read(decode_picture(self._deck, number)) for number in range(len(self._deck.faces))]
        right = sum(one.accepted and one.face == face for one, face in zip(read, self._deck.faces, strict=True))
        return right >= ANY_MAKER.min_own_pictures_read_part * len(read)


def is_beyond_doubt(sight: CardSight) -> bool:
    """Was the card read surely, and is the whole card much like its enrolled picture?"""
    return sight.reading.accepted and sight.whole > 0.9  # guess: above what other makers' cards usually reach


def is_of_deck(seen: Seen) -> bool:
    """Is any card seen too much like the deck's to be of another maker?"""
    return any(is_beyond_doubt(sight) and sight.whole >= ANY_MAKER.min_own_deck_likeness for _, sight in seen)


def find_other_cards(sure: Iterable[Read], seen: Seen, faces: Collection[Face]) -> list[Read]:
    """The `sure` readings of `faces` on the table of the deck, without cards read beyond doubt by the deck itself.

    `sure`: readings of the second reader. `seen`: cards as read by the deck. Left out too are places much larger or smaller
    than the deck's cards.
    """
    own = [(card.quad, sight.reading) for card, sight in seen if is_beyond_doubt(sight)]
    on_table = make_size_check([quad for quad, _ in own])
    return [
        pair for pair in sure if pair[1].face in faces and on_table(pair[0]) and not any(is_same_card(pair, one) for one in own)
    ]


def confirm_reading(seen: Seen, said: Reading) -> list[tuple[Card, CardSight]]:
    """The cards seen, accepted where the deck reads the same face as the sure reading `said` and finds the card like enough.
    Other cards come back unchanged."""

    def confirm_sight(sight: CardSight) -> CardSight:
        alike = sight.reading.face == said.face and sight.whole >= ANY_MAKER.min_confirmed_likeness
        return replace(sight, reading=replace(sight.reading, accepted=True)) if alike else sight

    return [(card, confirm_sight(sight)) for card, sight in seen]


def doubt_if_denied(pair: Read, sure: Iterable[Read]) -> Read:
    """A partly hidden card's place and reading, no longer accepted where another face is surely read in the same place. `sure`:
    readings of the second reader."""
    quad, reading = pair
    denied = any(
        said.face != reading.face and overlap_share(quad, place) > ANY_MAKER.min_same_card_overlap for place, said in sure
    )
    return quad, replace(reading, accepted=reading.accepted and not denied)


def is_same_card(pair: Read, other: Read) -> bool:
    """Do two readings belong to the same card? Another reader lays cards only roughly, so the same face in touching places is
    the same card."""
    (quad, reading), (place, said) = pair, other
    return overlap_share(quad, place) > ANY_MAKER.min_same_card_overlap or (
        reading.face == said.face and common_area(quad, place) > 0
    )


def make_size_check(known: Sequence[Quad]) -> Callable[[Quad], bool]:
    """A question about a place: may a card of the table of `known` cards look as large? Without known cards always True."""
    widths = [width_of(quad) for quad in known]
    least, most = (min(widths) / ANY_MAKER.max_size_ratio, max(widths) * ANY_MAKER.max_size_ratio) if widths else (0.0, np.inf)
    return lambda quad: bool(least <= width_of(quad) <= most)
