"""Direction cards and backs of draw piles: what lies on a bare table before anybody has laid a card."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from vision.cards.candidates import MIN_STRONG_SCORE, find_upright_outlines_in_steps
from vision.cards.outlines import find_blobs_in_steps
from vision.plane.quads import Quad, overlap_share, turn_half
from vision.readers.enrolled.reader import EnrolledReader
from vision.readers.enrolment.learning import Sample, learn_deck
from vision.steps import ALONE, Steps
from vision.types import Face, Image


@dataclass(frozen=True, slots=True, eq=False)
class CardMark:
    """A card that tells where piles are."""

    face: Face  # as named
    quad: Quad  # upright, picture pixels
    is_named: bool = True  # its face is known, not only guessed by its place


class MarkReader:
    """Finds direction cards and backs by known pictures. May be shared by threads."""

    def __init__(self, pictures: Mapping[Face, Image], aspect: float) -> None:
        """`pictures`: (h, w, 3) uint8 BGR, upright, one card filling each. `aspect`: width over height of a card."""
        samples = [Sample(face, picture) for face, picture in pictures.items()]
        self._reader = EnrolledReader(learn_deck("marks", samples, aspect=aspect))
        self._upside_down = frozenset(face for face, picture in pictures.items() if self._reader.examine_crop(picture).turned)

    def find_marks(self, image: Image, wanted: Mapping[Face, int], *, thorough: bool = True) -> Steps[list[CardMark]]:
        """The marks seen in a picture of any table (H, W, 3) uint8 BGR, likest first. `wanted`: number of each face; print
        without outlines is searched only while some are missing. More marks than wanted may come back.

        `thorough`: print is searched too where no outline shows any mark. That takes as long as all the rest, and mostly these are
        the cards of another maker."""
        aspect, blobs = self._reader.deck.aspect, (yield from find_blobs_in_steps(image))
        (found,) = yield from find_upright_outlines_in_steps(image, (aspect,), blobs)
        outlined = [place.quad for place in found if place.score >= MIN_STRONG_SCORE]
        marks = self._keep_apart_marks((yield from self._read_marks_at(image, outlined)), [])
        is_complete = all(sum(mark.face == face for mark in marks) >= many for face, many in wanted.items())
        if is_complete or not (marks or thorough):
            return marks
        yield ALONE
        places = self._reader.find_places_by_print(image, [mark.quad for mark in marks])
        yield ALONE
        return self._keep_apart_marks((yield from self._read_marks_at(image, places)), marks)

    def _read_marks_at(self, image: Image, places: Sequence[Quad]) -> Steps[list[tuple[float, CardMark]]]:
        """Accepted direction cards and backs at `places`, (4, 2) picture pixels each, with the likeness of each, 0 to 1."""
        read = yield from self._reader.read_at_places_in_steps(image, places)
        sure = [(quad, one) for quad, one in read if one.accepted]
        # pictures that look alike upside down were learned the same way round
        return [
            (one.likeness or 0.0, CardMark(one.face, turn_half(quad) if one.face in self._upside_down else quad))
            for quad, one in sure
        ]

    @staticmethod
    def _keep_apart_marks(found: Sequence[tuple[float, CardMark]], known: Sequence[CardMark]) -> list[CardMark]:
        """The known marks and the likest of overlapping new ones. `found`: likeness and mark."""
        kept = list(known)
        for _, mark in sorted(found, key=lambda pair: -pair[0]):
            if not any(overlap_share(mark.quad, other.quad) > 0.25 for other in kept):  # two looks at one card; guess
                kept.append(mark)
        return kept
