"""Number cards of a deck known in part: read as any maker's, and by the deck's own pictures as far as known.

The pictures are a third witness. Where pictures show every possible face, the pictures settle what the two others left open.
So a 6 is told from a 9, and a command by the look of the card. Where the pictures contradict, a person is asked, unless the
others are sure about the way up: a picture of a 6 is most like a 9. Pictures do not tell colours, having been seen in the light
of a moment.
"""

from __future__ import annotations

from collections.abc import Iterable
from copy import copy
from dataclasses import dataclass, replace
from typing import Self

from vision.readers.enrolled.crop_reader import COMPARISON
from vision.readers.enrolled.reader import EnrolledReader
from vision.readers.numbers.faces import is_other_colour, is_turned_face
from vision.readers.numbers.reader import NumberReader
from vision.types import UNREADABLE, Face, Image, Reader, Reading, Tones


@dataclass(frozen=True, slots=True)
class OwnThresholds:
    """How readings by the networks and by the deck's own pictures are joined."""

    min_possible: float = 0.03  # probability of a face that counts as possible; guess
    max_doubt: float = 0.01  # left open by all witnesses where a card is accepted; guess
    disputed_factor: float = 0.5  # of the confidence of two readings that contradict each other; guess


OWN_DECK = OwnThresholds()


class OwnReader(Reader):
    """A `vision.types.Reader`. Not safe for use by several threads at once."""

    learns = True

    def __init__(self, numbers: NumberReader, deck_name: str, own: EnrolledReader | None = None) -> None:
        """`numbers`: reads any maker's cards. `deck_name`: of the owner's cards. `own`: reads the owner's cards known so far,
        None without any."""
        self._numbers, self._own, self.deck_name = numbers, own, deck_name

    def read(self, crop: Image) -> Reading:
        """The reading of `crop`, (h, w, 3) uint8 BGR, either way up; "?" and not accepted for no number card. The deck's own
        pictures count too, if any."""
        reading = self._numbers.read(crop)
        if self._own is None or reading.face == UNREADABLE:
            return reading
        return join_readings(reading, self._own.read(crop), frozenset(self._own.deck.faces))

    def under(self, tones: Tones | None) -> Self:
        """A copy of the reader whose pictures are compared in the given light. As `vision.types.Reader`."""
        lit = copy(self)
        lit._own = self._own.under(tones) if self._own else None
        return lit

    def differ_in_colour(self, face: Face, other: Face) -> bool:
        """As `vision.types.Reader`."""
        return self._numbers.differ_in_colour(face, other)

    def shows_part(self, face: Face, other: Face) -> bool:
        """As `vision.types.Reader`."""
        return self._numbers.shows_part(face, other)

    def list_pictures(self) -> Iterable[Image]:
        """The owner's cards known so far."""
        return self._own.list_pictures() if self._own else ()


def join_readings(reading: Reading, own: Reading, known: frozenset[str]) -> Reading:
    """The reading by networks and pictures together: unchanged where the pictures tell nothing, not accepted where both
    contradict. `reading`: by the networks. `own`: by the deck's pictures. `known`: the faces of the pictures."""
    if own.face == UNREADABLE or is_other_colour(reading.face, own.face) or _is_surely_turned(reading, own):
        return reading
    if not own.accepted:
        return _join_unsure(reading, own, known)
    if is_same_number(reading.face, own.face):
        sure = reading.accepted or is_settled_by(reading, known)
        confidence = max(reading.confidence, own.confidence) if sure else reading.confidence
        return replace(reading, face=own.face, confidence=confidence, accepted=sure, likeness=own.likeness)
    named = next((chance for face, chance in reading.alternatives if is_same_number(face, own.face)), 0.0)
    if not reading.accepted and named >= OWN_DECK.min_possible and is_settled_by(reading, known):
        return replace(own, zone=reading.zone)
    if reading.accepted and ((own.likeness or 0.0) < COMPARISON.min_lone_likeness or not _is_known(reading.face, known)):
        return reading  # pictures take a card that is badly shown or missing among the pictures for another card
    others = (
        (own.face, round(OWN_DECK.disputed_factor * own.confidence, 4)),
        *(pair for pair in reading.alternatives if pair[0] != own.face),
    )
    return replace(reading, confidence=OWN_DECK.disputed_factor * reading.confidence, alternatives=others, accepted=False)


def _join_unsure(reading: Reading, own: Reading, known: frozenset[str]) -> Reading:
    """The reading where the pictures do not accept alone: accepted if `reading` (networks) and `own` (pictures) name the same
    card, which judge by different things; else unchanged. `known`: faces that the pictures know."""
    left = (1 - reading.confidence) * (1 - own.confidence)
    if reading.accepted or reading.face != own.face or left > OWN_DECK.max_doubt or not is_settled_by(reading, known):
        return reading
    return replace(reading, confidence=1 - left, accepted=True, likeness=own.likeness)


def _is_surely_turned(reading: Reading, own: Reading) -> bool:
    """Do the pictures show the networks' sure reading upside down? The networks know the way up by the corner."""
    return reading.accepted and reading.confidence >= 1 - OWN_DECK.max_doubt and is_turned_face(reading.face, own.face)


def is_same_number(face: str, other: str) -> bool:
    """True for faces without a difference but a command."""
    return face.partition(":")[0] == other.partition(":")[0]


def is_settled_by(reading: Reading, known: frozenset[str]) -> bool:
    """Do the pictures show every possible face of a reading, and no two faces in different colours? `known`: the faces of the
    pictures."""
    possible = [reading.face, *(face for face, chance in reading.alternatives if chance >= OWN_DECK.min_possible)]
    return all(_is_known(face, known) and not is_other_colour(reading.face, face) for face in possible)


def _is_known(face: str, known: frozenset[str]) -> bool:
    return any(is_same_number(face, other) for other in known)
