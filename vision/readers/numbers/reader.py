"""Read number cards of any maker, nothing enrolled (the built-in deck `numbers`).

Two witnesses are heard: the small numbers in the corners, each by itself, and the whole card. Where they do not settle it the number
in the middle is the third (`vision/readers/numbers/middle.py`). What they say together is in `vision/readers/numbers/verdict.py`. A 6 is
told from a 9 by the corner it stands in, or by the bar or dot at its foot; where neither tells it is asked. What an icon besides the
number means nobody can read: which cards carry the same one can be seen (`vision/readers/numbers/icons.py`).
"""

from __future__ import annotations

import itertools
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.cards.candidates import CROP, MIN_STRONG_SCORE, find_upright_outlines
from vision.cards.outlines import Outline
from vision.plane.quads import Quad, covered_share, cut_out, make_upright, overlap_share, side_lengths, signed_area
from vision.readers.numbers.crops import CORNERS
from vision.readers.numbers.digits import (
    CARD_HEIGHTS,
    MOST_ALONE,
    Number,
    Print,
    card_around,
    directions,
    may_be_on,
    patch_of,
    print_of,
    turned_round,
    usual_height,
)
from vision.readers.numbers.faces import differ_in_colour, shows_part, table_of, upside_down
from vision.readers.numbers.icons import Icons
from vision.readers.numbers.middle import read_middle
from vision.readers.numbers.networks import CardGuess, Networks
from vision.readers.numbers.tint import FOUR_KINDS, tint_of
from vision.readers.numbers.verdict import (
    CLEARLY,
    FAINTLY,
    NO_CARD,
    NumberSight,
    Thresholds,
    both,
    chances_of_numbers,
    is_borne_out,
    judged,
)
from vision.types import UNREADABLE, Face, Image, Reader, Reading

_MOST, _LEAST_OUTLINE, _WORTH_ASKING = 60, 0.5, 0.3
"""Of a picture: outlines looked at, the least score of one, and the confidence from which a person is asked about one."""
_SMOOTH = 0.8
"""Pixels by which the picture is put out of focus before edges are looked for around a number."""
ONE_DIGIT, TWO_DIGITS = slice(1, 10), slice(10, 100)
"""Numbers of one digit and of two."""
_SURELY_NONE = 0.97
"""Probability of "no number card" from which no closer look is taken."""
_RIM = 0.025
"""What is cut off each side of a card for a second look."""


@dataclass(frozen=True, slots=True, eq=False)
class _Seen:
    """Something in a picture that may be a card. `quad`: (4, 2) upright, in picture pixels; `score`: how good its outline is, 0 to 1."""

    quad: Quad
    score: float
    sight: NumberSight


class NumberReader(Reader):
    """A `vision.types.Reader` for crops. `faces`: those of the game that is played, which say what kinds of cards there are; None: any.

    Not safe for use by several threads at once.
    """

    def __init__(
        self, faces: Collection[Face] | None = None, networks: Networks | None = None, thresholds: Thresholds | None = None
    ) -> None:
        self._table = table_of(faces)
        self._kinds = np.unique(self._table.kinds)
        self._networks = networks or Networks()
        self._thresholds = thresholds or Thresholds()
        self._icons = Icons() if any(":" in face for face in faces or ()) else None

    def read(self, crop: Image) -> Reading:
        """`crop`: (h, w, 3) uint8 BGR, one card filling it, either way up. What is no number card reads "?", not accepted. Where cards carry
        commands it tells besides which of those read before have the same icon."""
        sight = self.look(crop)
        reading = self.judged(sight)
        if self._icons is None or not reading.accepted:
            return reading
        return replace(reading, alike=self._icons.seen(reading.face, crop, sight.card.icon))

    def differ_in_colour(self, face: Face, other: Face) -> bool:
        """As `vision.types.Reader`."""
        return differ_in_colour(face, other)

    def shows_part(self, face: Face, other: Face) -> bool:
        """As `vision.types.Reader`."""
        return shows_part(face, other)

    def read_picture(self, image: Image) -> list[tuple[Quad, Reading]]:
        """Every number card in a picture of any table: (upright quad in picture pixels, reading), surest first."""
        return [(card.quad, reading) for card, reading in self._cards(image)]

    def look_at_picture(self, image: Image) -> list[NumberSight]:
        """What is seen of every number card in a picture of any table, surest first."""
        return [card.sight for card, _ in self._cards(image)]

    def _cards(self, image: Image) -> list[tuple[_Seen, Reading]]:
        sure: list[tuple[_Seen, Reading]] = []
        doubtful: list[tuple[_Seen, Reading]] = []
        for card, reading in itertools.chain(self._outlined(image, sure), self._by_print(image, sure)):
            if reading.accepted:
                sure.append((card, reading))
            else:
                doubtful.append((card, reading))
        kept = list(sure)
        for card, reading in sorted(doubtful, key=lambda pair: _standing(pair[0]), reverse=True):
            if _is_free(card.quad, kept):
                kept.append((card, reading))
        return sorted(kept, key=lambda pair: (pair[1].accepted, pair[1].confidence), reverse=True)

    def _outlined(self, image: Image, sure: Sequence[tuple[_Seen, Reading]]) -> Iterator[tuple[_Seen, Reading]]:
        """What has the outline of a card and is worth telling, those of the best standing first. `sure`: what was read for certain so far:
        what lies in the same place is not looked at."""
        likely = [card for card in find_upright_outlines(image, most=_MOST) if card.score >= _LEAST_OUTLINE]
        for card in sorted(likely, key=_standing, reverse=True):
            if _is_free(card.quad, sure):
                seen = _Seen(card.quad, card.score, self.look(cut_out(image, card.quad, CROP)))
                reading = self.judged(seen.sight)
                if reading.accepted or _worth_asking(seen, reading):
                    yield seen, reading

    def _by_print(self, image: Image, sure: Sequence[tuple[_Seen, Reading]]) -> Iterator[tuple[_Seen, Reading]]:
        """The cards without an outline around the numbers in the picture. `sure`: as above."""
        signs = print_of(image)
        gray = cv2.GaussianBlur(cv2.cvtColor(image, cv2.COLOR_BGR2GRAY), (0, 0), _SMOOTH)
        numbers = signs.numbers()
        yield from self._around_two(image, gray, numbers, sure)
        if sure:
            yield from self._around_one(image, gray, signs, usual_height(numbers, [card.quad for card, _ in sure]), sure)

    def _around_two(
        self, image: Image, gray: NDArray[Any], numbers: Sequence[Number], sure: Sequence[tuple[_Seen, Reading]]
    ) -> Iterator[tuple[_Seen, Reading]]:
        """The cards around numbers of two digits, of whatever size they are beside these."""
        heights = list(CARD_HEIGHTS)
        for found in numbers:
            number = self._read_at(image, [found], TWO_DIGITS) if _may_be_another(found, sure) else None
            if number is None:
                continue
            doubtful = None
            for high in heights:
                seen = self._card_at(image, {number[0]}, card_around(gray, found, high))
                if seen is not None and self.judged(seen.sight).accepted:
                    heights.remove(high)  # one maker's cards lie on one table
                    heights.insert(0, high)
                    yield seen, self.judged(seen.sight)
                    break
                doubtful = doubtful or seen
            else:
                if doubtful is not None:
                    yield doubtful, self.judged(doubtful.sight)

    def _around_one(
        self, image: Image, gray: NDArray[Any], signs: Print, usual: float, sure: Sequence[tuple[_Seen, Reading]]
    ) -> Iterator[tuple[_Seen, Reading]]:
        """The cards around single digits, as large and as they lie as the cards that are known: only what is read surely. `usual`:
        height of a card in heights of the number in its middle."""
        known = [card.quad for card, _ in sure]
        height = float(np.median([side_lengths(quad).max() for quad in known]))
        alone = [[way for way in ways if _may_be_another(way, sure)] for ways in signs.alone(directions(known))]
        likely = sorted(filter(None, alone), key=lambda ways: abs(np.log(height / ways[0].height / usual)))
        for ways in likely[:MOST_ALONE]:
            read = self._read_at(image, ways, ONE_DIGIT)
            if read is None or not _may_be_another(ways[0], sure):
                continue
            number, way = read
            seen = self._card_at(image, {number, upside_down(number) or number}, card_around(gray, way, height / way.height))
            if seen is not None and self.judged(seen.sight).accepted:
                yield seen, self.judged(seen.sight)

    def _read_at(self, image: Image, ways: Sequence[Number], digits: slice) -> tuple[int, Number] | None:
        """Which number stands there, and which way; None if none does: most of what looks so is a pattern of the table. `ways`: in which it
        may be turned, or upside down. `digits`: the numbers that it may be."""
        best: tuple[float, int, Number] | None = None
        for way in ways:
            for turned in (way, turned_round(way)):
                chances = self._networks.read_number(patch_of(image, turned))[digits]
                if float(chances.max()) > (best[0] if best else CLEARLY):
                    best = float(chances.max()), int(chances.argmax()) + digits.start, way
        return best[1:] if best else None

    def _card_at(self, image: Image, numbers: Collection[int], places: Sequence[Quad]) -> _Seen | None:
        """What reads as one of the numbers, as a whole and in a corner, at one of these places; accepted, if there is such a one."""
        doubtful = None
        for quad in places:
            place = make_upright(quad, (image.shape[0], image.shape[1]))
            crop = cut_out(image, place, CROP)
            if self._networks.read_card(crop).numbers[0] > NO_CARD:
                continue
            seen = _Seen(place, _LEAST_OUTLINE, self.look(crop))
            if any(_say(seen.sight, number) for number in numbers):
                if self.judged(seen.sight).accepted:
                    return seen
                doubtful = doubtful or seen
        return doubtful

    def look(self, crop: Image) -> NumberSight:
        """What is seen of a crop. Two corners are looked at, the other two only where these do not settle it; the first two once more
        without the card's rim, for what was cut a little awry or shows its edge; and where the number is still open, its middle."""
        sight = self._seen(crop)
        if sight.card.numbers[0] > _SURELY_NONE or self.judged(sight).accepted:
            return sight
        others = tuple(self._networks.read_corner(crop, corner) for corner in range(2, CORNERS))
        sight = replace(sight, corners=(*sight.corners, *others))
        if self.judged(sight).accepted:
            return sight
        rim_x, rim_y = (max(1, round(_RIM * side)) for side in crop.shape[1::-1])
        sight = both(sight, self._seen(np.ascontiguousarray(crop[rim_y:-rim_y, rim_x:-rim_x])))
        return replace(sight, middle=read_middle(crop, self._networks)) if self._is_number_open(sight) else sight

    def _is_number_open(self, sight: NumberSight) -> bool:
        """Is it a number card, but which number not told surely enough, whatever kind of card it is?"""
        if sight.card.numbers[0] > NO_CARD or not sight.has_corners:
            return False
        chances = chances_of_numbers(sight)
        number = int(self._table.numbers[chances[self._table.numbers].argmax()])
        return not is_borne_out(sight, number, float(chances[number]), self._thresholds)

    def _seen(self, crop: Image) -> NumberSight:
        card = self._networks.read_card(crop)
        corners = tuple(self._networks.read_corner(crop, corner) for corner in (0, 1))
        return NumberSight(corners, card, tint_of(crop, self._may_be_of_four(card)))

    def _may_be_of_four(self, card: CardGuess) -> bool:
        """May the card be in one of the four colours that all makers have, of those kinds that there are?"""
        there = card.kinds[self._kinds]
        return float(there[np.isin(self._kinds, FOUR_KINDS)].sum()) > FAINTLY * float(there.sum())

    def judged(self, sight: NumberSight) -> Reading:
        """What was seen of one card, as it reads; see `judged`."""
        return judged(sight, self._table, self._thresholds)


def _worth_asking(card: _Seen, reading: Reading) -> bool:
    """Is this a card, if not one that can be read? How sure a reading of none is says how surely it is none."""
    readable = reading.face != UNREADABLE and reading.confidence >= _WORTH_ASKING
    return card.score >= MIN_STRONG_SCORE and (readable or card.sight.card.numbers[0] <= NO_CARD)


def _standing(card: Outline | _Seen) -> float:
    """The largest with a good outline first: the card, and not the frame printed on it."""
    return abs(signed_area(card.quad)) * card.score**2


def _is_free(quad: Quad, taken: Sequence[tuple[_Seen, Reading]]) -> bool:
    others = [card.quad for card, _ in taken]
    return not any(
        overlap_share(quad, other) > 0.25 or max(covered_share(quad, other), covered_share(other, quad)) > 0.5
        for other in others
    )


def _may_be_another(number: Number, sure: Sequence[tuple[_Seen, Reading]]) -> bool:
    """Does the number stand on none of the cards that are known, and is it as high as theirs may be?"""
    known = [card.quad for card, _ in sure]
    if any(_holds(quad, number.middle) for quad in known):
        return False
    return not known or any(may_be_on(number, float(side_lengths(quad).max())) for quad in known)


def _say(sight: NumberSight, number: int) -> bool:
    """Does the large print speak for the number, and one of the corners?"""
    return all(any(float(chances[number]) > CLEARLY for chances in some) for some in (sight.large, sight.corners))


def _holds(quad: Quad, point: NDArray[Any]) -> bool:
    return cv2.pointPolygonTest(np.asarray(quad, np.float32), (float(point[0]), float(point[1])), False) >= 0


def number_reader(faces: Collection[Face] | None = None) -> NumberReader:
    """The reader of the built-in deck `numbers`. Raises `DeckError` if its networks are missing."""
    return NumberReader(faces)
