"""What a reader that knows these faces of any maker, by their corners alone, tells about the table of an enrolled deck.

It knows nothing of the deck: where one card is surely the deck's own, all that it reads surely lies on that table too; where a lamp or noise
leaves none that sure, the deck's own look must say the same."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import replace
from functools import cached_property
from threading import Lock

import numpy as np

from vision.cards.candidates import Card, PictureReader
from vision.plane.quads import Quad, common_area, overlap_share, width_of
from vision.readers.enrolled.crop_reader import CardSight, picture_of
from vision.readers.enrolled.file import Deck
from vision.types import Face, Image, Reading

Seen = Sequence[tuple[Card, CardSight]]
Read = tuple[Quad, Reading]

MOSTLY_READ = 0.9
"""Part of a deck's own pictures that the reader must read to be heard about its cards."""
THIS_DECK = 0.945
"""Likeness that no card of another maker has: photographed hands of cards whose print is nearly the deck's have 0.94 at most, the best of
a deck's own cards that are seen whole in a picture mostly more."""
LIKE_IT = 0.7
"""Likeness from which a card that both read as the same is one of the deck, where others of it lie."""
SAME_CARD = 0.85
"""Overlap from which two places are one card's, though they be read as two."""
FARTHER = 2.0
"""How many times as far away as a known card, or as near, another one of its table may lie: it looks as much smaller or larger."""


class AnyMaker:
    """May be shared by threads."""

    def __init__(self, reader: PictureReader | None, one_at_a_time: Lock, deck: Deck) -> None:
        """`reader`: None where none knows such cards. `one_at_a_time`: others may use it."""
        self._reader, self._one_at_a_time, self._deck = reader, one_at_a_time, deck

    def sure(self, image: Image) -> list[Read]:
        """What it reads surely; nothing where it cannot read the deck's own pictures."""
        if self._reader is None or not self._reads_this_deck:
            return []
        with self._one_at_a_time:
            read = self._reader.read_picture(image)
        return [pair for pair in read if pair[1].accepted]

    @cached_property
    def _reads_this_deck(self) -> bool:
        """Can it read the deck's own pictures? If not, as where its letters are foreign, it costs more than it tells."""
        if self._reader is None:
            return False
        with self._one_at_a_time:
            read = [self._reader.read(picture_of(self._deck, number)) for number in range(len(self._deck.faces))]
        right = sum(one.accepted and one.face == face for one, face in zip(read, self._deck.faces, strict=True))
        return right >= MOSTLY_READ * len(read)


def beyond_doubt(sight: CardSight) -> bool:
    return sight.reading.accepted and sight.whole > 0.9


def is_of_deck(seen: Seen) -> bool:
    """Is one of these cards so like the deck's that it can be no other maker's?"""
    return any(beyond_doubt(sight) and sight.whole >= THIS_DECK for _, sight in seen)


def besides(sure: Iterable[Read], seen: Seen, faces: Collection[Face]) -> list[Read]:
    """What is sure, besides the cards that were seen beyond doubt, is one of these faces and may lie on that table."""
    own = [(card.quad, sight.reading) for card, sight in seen if beyond_doubt(sight)]
    on_table = as_large_as([quad for quad, _ in own])
    return [pair for pair in sure if pair[1].face in faces and on_table(pair[0]) and not any(are_one(pair, one) for one in own)]


def confirmed(seen: Seen, said: Reading) -> list[tuple[Card, CardSight]]:
    """What the deck sees at the place of a sure reading, accepted if it says the same."""
    return [
        (card, _accepted(sight) if sight.reading.face == said.face and sight.whole >= LIKE_IT else sight)
        for card, sight in seen
    ]


def _accepted(sight: CardSight) -> CardSight:
    return replace(sight, reading=replace(sight.reading, accepted=True))


def unless_denied(pair: Read, sure: Iterable[Read]) -> Read:
    """A part of a card that was read, in doubt where another card is surely read in just its place."""
    quad, reading = pair
    denied = any(said.face != reading.face and overlap_share(quad, place) > SAME_CARD for place, said in sure)
    return quad, replace(reading, accepted=reading.accepted and not denied)


def are_one(pair: Read, other: Read) -> bool:
    """Are two readings of one card? Another reader lays it only roughly."""
    (quad, reading), (place, said) = pair, other
    return overlap_share(quad, place) > SAME_CARD or (reading.face == said.face and common_area(quad, place) > 0)


def as_large_as(known: Sequence[Quad]) -> Callable[[Quad], bool]:
    """May a place be a card of the table on which the known ones lie?"""
    widths = [width_of(quad) for quad in known]
    least, most = (min(widths) / FARTHER, max(widths) * FARTHER) if widths else (0.0, np.inf)
    return lambda quad: bool(least <= width_of(quad) <= most)
