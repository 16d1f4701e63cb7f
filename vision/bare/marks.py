"""Direction cards and the backs of draw piles: what lies on a bare table before anybody has laid a card."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from vision.cards.candidates import STRONG, find_candidates
from vision.plane.quads import Quad, overlap_share, turn_half
from vision.readers.enrolled.reader import EnrolledReader
from vision.readers.enrolment.learning import Sample, learn_deck
from vision.types import BACK, Face, Image

BACK_LIKE = 0.5
"""Likeness from which a back is one: there is none that it might be instead, and piles show their sides."""
SAME_CARD = 0.25
"""Overlap from which two places are looks at one card."""


@dataclass(frozen=True, slots=True, eq=False)
class CardMark:
    """A card that tells where piles are. `face`: as it was named; `quad`: upright, picture pixels."""

    face: Face
    quad: Quad


class MarkReader:
    """Finds the direction cards and backs whose pictures are known. May be shared by threads."""

    def __init__(self, pictures: Mapping[Face, Image], aspect: float) -> None:
        """`pictures`: (h, w, 3) uint8 BGR, upright, one card filling each. `aspect`: width over height of a card."""
        samples = [Sample(face, picture) for face, picture in pictures.items()]
        self._reader = EnrolledReader(learn_deck("marks", samples, aspect=aspect))
        self._upside_down = frozenset(face for face, picture in pictures.items() if self._reader.look(picture).turned)

    def find_marks(self, image: Image, wanted: Mapping[Face, int]) -> list[CardMark]:
        """Those that are to be seen in a picture of any table (H, W, 3) uint8 BGR, likest first. `wanted`: how many there should be of each
        face: only as long as some are missing is print searched for where no outline shows."""
        aspect = self._reader.deck.aspect
        outlined = [card.quad for card in find_candidates(image, aspect) if card.score >= STRONG]
        marks = self._keep_apart_marks(self._read_marks_at(image, outlined), [])
        if any(sum(mark.face == face for mark in marks) < many for face, many in wanted.items()):
            places = self._reader.places_by_print(image, [mark.quad for mark in marks])
            marks = self._keep_apart_marks(self._read_marks_at(image, places), marks)
        return marks

    def _read_marks_at(self, image: Image, places: Sequence[Quad]) -> list[tuple[float, CardMark]]:
        read = self._reader.read_at(image, places)
        sure = [(quad, one) for quad, one in read if one.accepted or (one.face == BACK and (one.likeness or 0.0) >= BACK_LIKE)]
        return [(one.likeness or 0.0, CardMark(one.face, self._set_mark_upright(one.face, quad))) for quad, one in sure]

    @staticmethod
    def _keep_apart_marks(found: Sequence[tuple[float, CardMark]], known: Sequence[CardMark]) -> list[CardMark]:
        """Of marks that lie on one another the likest, behind those that are known."""
        kept = list(known)
        for _, mark in sorted(found, key=lambda pair: -pair[0]):
            if not any(overlap_share(mark.quad, other.quad) > SAME_CARD for other in kept):
                kept.append(mark)
        return kept

    def _set_mark_upright(self, face: Face, quad: Quad) -> Quad:
        """Pictures that look like one another upside down were learned the same way round."""
        return turn_half(quad) if face in self._upside_down else quad
