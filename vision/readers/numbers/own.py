"""Number cards of a deck that is known in part: read as those of any maker, and by the deck's own pictures as far as there are any.

The pictures are a third witness. Where they know every card that it may be they settle what the other two left open, as which way up a 6
lies, and they know a command by its look; where they speak against the other two the card is asked, unless these are sure which way up it
lies: a picture of a 6 is most like that of a 9. In which colour a card is printed they do not tell: each was seen in the light of one moment.
"""

from __future__ import annotations

from collections.abc import Iterable
from copy import copy
from dataclasses import replace
from typing import Self

from vision.readers.enrolled.crop_reader import CLEARLY
from vision.readers.enrolled.reader import EnrolledReader
from vision.readers.numbers.faces import are_turned, differ_in_colour
from vision.readers.numbers.reader import NumberReader
from vision.types import UNREADABLE, Face, Image, Reader, Reading, Tones

POSSIBLE = 0.03
"""Probability from which a face counts as one that it may be."""
DOUBT = 0.01
"""What all witnesses together leave open where a card is taken for what they say."""
HALF = 0.5


class OwnReader(Reader):
    """A `vision.types.Reader`. `deck_name`: under which the owner's cards are kept; `own`: what is known of them, None for nothing yet.

    Not safe for use by several threads at once.
    """

    learns = True

    def __init__(self, numbers: NumberReader, deck_name: str, own: EnrolledReader | None = None) -> None:
        self._numbers, self._own, self.deck_name = numbers, own, deck_name

    def read(self, crop: Image) -> Reading:
        """As `NumberReader.read`."""
        reading = self._numbers.read(crop)
        if self._own is None or reading.face == UNREADABLE:
            return reading
        return agreed(reading, self._own.read(crop), frozenset(self._own.deck.faces))

    def under(self, tones: Tones | None) -> Self:
        """As `vision.types.Reader`."""
        lit = copy(self)
        lit._own = self._own.under(tones) if self._own else None
        return lit

    def differ_in_colour(self, face: Face, other: Face) -> bool:
        """As `vision.types.Reader`."""
        return self._numbers.differ_in_colour(face, other)

    def shows_part(self, face: Face, other: Face) -> bool:
        """As `vision.types.Reader`."""
        return self._numbers.shows_part(face, other)

    def pictures(self) -> Iterable[Image]:
        """The owner's cards that are known."""
        return self._own.pictures() if self._own else ()


def agreed(reading: Reading, own: Reading, known: frozenset[str]) -> Reading:
    """What both say. `reading`: of the networks; `own`: of the deck's pictures; `known`: the faces these show."""
    if own.face == UNREADABLE or differ_in_colour(reading.face, own.face) or _surely_turned(reading, own):
        return reading
    if not own.accepted:
        return _both_unsure(reading, own, known)
    if same_number(reading.face, own.face):
        sure = reading.accepted or settled_by(reading, known)
        confidence = max(reading.confidence, own.confidence) if sure else reading.confidence
        return replace(reading, face=own.face, confidence=confidence, accepted=sure, likeness=own.likeness)
    named = next((chance for face, chance in reading.alternatives if same_number(face, own.face)), 0.0)
    if not reading.accepted and named >= POSSIBLE and settled_by(reading, known):
        return replace(own, zone=reading.zone)
    if reading.accepted and ((own.likeness or 0.0) < CLEARLY or not _is_known(reading.face, known)):
        return reading  # a card that they do not show well, or not at all, the pictures take for another
    others = ((own.face, round(HALF * own.confidence, 4)), *(pair for pair in reading.alternatives if pair[0] != own.face))
    return replace(reading, confidence=HALF * reading.confidence, alternatives=others, accepted=False)


def _both_unsure(reading: Reading, own: Reading, known: frozenset[str]) -> Reading:
    """What neither the networks nor the pictures accept by themselves: both speak for one card, and by different things."""
    left = (1 - reading.confidence) * (1 - own.confidence)
    if reading.accepted or reading.face != own.face or left > DOUBT or not settled_by(reading, known):
        return reading
    return replace(reading, confidence=1 - left, accepted=True, likeness=own.likeness)


def _surely_turned(reading: Reading, own: Reading) -> bool:
    """Do the pictures show the card upside down that the networks read, by the corner it stands in, and hold to be no other?"""
    return reading.accepted and reading.confidence >= 1 - DOUBT and are_turned(reading.face, own.face)


def same_number(face: str, other: str) -> bool:
    """True for faces that differ in nothing but a command."""
    return face.partition(":")[0] == other.partition(":")[0]


def settled_by(reading: Reading, known: frozenset[str]) -> bool:
    """Do the pictures show every card that it may be, and no two of these in different colours?"""
    possible = [reading.face, *(face for face, chance in reading.alternatives if chance >= POSSIBLE)]
    return all(_is_known(face, known) and not differ_in_colour(reading.face, face) for face in possible)


def _is_known(face: str, known: frozenset[str]) -> bool:
    return any(same_number(face, other) for other in known)
