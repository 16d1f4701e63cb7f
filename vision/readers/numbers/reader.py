"""Read number cards of any maker, without enrolling (the built-in deck `numbers`).

Two witnesses are heard: the small numbers in the corners, each alone, and the whole card. Where both do not settle the number,
the large number in the middle is the third witness (`vision/readers/numbers/middle.py`). The verdict is in
`vision/readers/numbers/verdict.py`.

A 6 is told from a 9 by the corner, or by a bar or dot at the foot; where neither tells, a person is asked. What an icon means
nobody can read, but cards with the same icon can be told (`vision/readers/numbers/icons.py`).
"""

from __future__ import annotations

import itertools
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.cards.candidates import CARD_CROP_PX, MIN_STRONG_SCORE, find_upright_outlines
from vision.cards.outlines import Outline
from vision.plane.quads import Quad, covered_share, cut_out, make_upright, overlap_share, side_lengths, signed_area
from vision.readers.numbers.crops import CORNER_COUNT
from vision.readers.numbers.digits import (
    NUMBER_CARD,
    PictureDigits,
    PrintedNumber,
    cut_patch,
    find_digits,
    find_directions,
    may_be_on_table_of,
    measure_usual_height,
    propose_cards,
    turn_number,
)
from vision.readers.numbers.faces import is_other_colour, is_part_of_number, make_face_table, turn_digits
from vision.readers.numbers.icons import IconMemory
from vision.readers.numbers.middle import read_middle
from vision.readers.numbers.networks import NumberGuess, NumberNetworks
from vision.readers.numbers.tint import FOUR_KINDS, measure_card_tint
from vision.readers.numbers.verdict import (
    NUMBER_WITNESS,
    NumberSight,
    NumberThresholds,
    average_looks,
    combine_witnesses,
    is_number_confirmed,
    judge_number,
)
from vision.types import UNREADABLE, Face, Image, Reader, Reading


@dataclass(frozen=True, slots=True)
class NumberSearch:
    """When an outline or a look at a picture is worth the time."""

    min_outline_score: float = 0.5  # to be looked at; guess
    min_asked_confidence: float = 0.3
    """a person is asked about a doubtful outlined card from here on, if the outline has `MIN_STRONG_SCORE` of candidates.py;
    guess."""
    sure_no_card: float = 0.97  # probability of "no number card" from which no closer look is taken; guess


NUMBER_SEARCH = NumberSearch()
ONE_DIGIT, TWO_DIGITS = slice(1, 10), slice(10, 100)
"""Numbers of one digit and of two."""


@dataclass(frozen=True, slots=True, eq=False)
class _SeenNumber:
    """A possible card in a picture."""

    quad: Quad  # (4, 2) upright, in picture pixels
    score: float  # of the outline, 0 to 1
    sight: NumberSight  # what was seen there


class NumberReader(Reader):
    """A `vision.types.Reader` for crops of number cards. Not safe for use by several threads at once."""

    def __init__(
        self,
        faces: Collection[Face] | None = None,
        networks: NumberNetworks | None = None,
        thresholds: NumberThresholds | None = None,
    ) -> None:
        """`faces`: of the game played, tell the kinds of cards; None: any. `networks`: loaded anew if None. `thresholds`: the
        usual thresholds if None."""
        self._table = make_face_table(faces)
        self._kinds = np.unique(self._table.kinds)
        self._networks = networks or NumberNetworks()
        self._thresholds = thresholds or NumberThresholds()
        self._icons = IconMemory() if any(":" in face for face in faces or ()) else None

    def read(self, crop: Image) -> Reading:
        """The reading of `crop`, (h, w, 3) uint8 BGR, filled by one card, either way up; "?" and not accepted for no number
        card.

        Where cards carry commands the icon is remembered, and the reading also tells the cards read before with the same icon.
        """
        sight = self.examine_number(crop)
        reading = self.judge_sight(sight)
        if self._icons is None or not reading.accepted:
            return reading
        return replace(reading, alike=self._icons.compare_card(reading.face, crop, sight.card.icon))

    def differ_in_colour(self, face: Face, other: Face) -> bool:
        """As `vision.types.Reader`."""
        return is_other_colour(face, other)

    def shows_part(self, face: Face, other: Face) -> bool:
        """As `vision.types.Reader`."""
        return is_part_of_number(face, other)

    def read_picture(self, image: Image) -> list[tuple[Quad, Reading]]:
        """Every number card in a picture of any table: (upright quad in picture pixels, reading), surest first, doubtful cards
        last."""
        return [(card.quad, reading) for card, reading in self._find_cards(image)]

    def see_cards_in_picture(self, image: Image) -> list[NumberSight]:
        """The sight of every number card in a picture of any table, surest first."""
        return [card.sight for card, _ in self._find_cards(image)]

    def _find_cards(self, image: Image) -> list[tuple[_SeenNumber, Reading]]:
        """The cards of a picture with readings, accepted cards first; of doubtful cards in one place only the best outline,
        and none where an accepted card lies."""
        sure: list[tuple[_SeenNumber, Reading]] = []
        doubtful: list[tuple[_SeenNumber, Reading]] = []
        for card, reading in itertools.chain(self._find_by_outline(image, sure), self._find_by_print(image, sure)):
            if reading.accepted:
                sure.append((card, reading))
            else:
                doubtful.append((card, reading))
        kept = list(sure)
        for card, reading in sorted(doubtful, key=lambda pair: _rank_outline(pair[0]), reverse=True):
            if _is_free(card.quad, kept):
                kept.append((card, reading))
        return sorted(kept, key=lambda pair: (pair[1].accepted, pair[1].confidence), reverse=True)

    def _find_by_outline(
        self, image: Image, sure: Sequence[tuple[_SeenNumber, Reading]]
    ) -> Iterator[tuple[_SeenNumber, Reading]]:
        """The outlined cards worth telling, best outline first. `sure`: cards read for certain until now; taken places are not
        looked at."""
        for card in sorted(find_upright_outlines(image, most=60), key=_rank_outline, reverse=True):
            if card.score >= NUMBER_SEARCH.min_outline_score and _is_free(card.quad, sure):
                seen = _SeenNumber(card.quad, card.score, self.examine_number(cut_out(image, card.quad, CARD_CROP_PX)))
                reading = self.judge_sight(seen.sight)
                if reading.accepted or _is_worth_asking(seen, reading):
                    yield seen, reading

    def _find_by_print(
        self, image: Image, sure: Sequence[tuple[_SeenNumber, Reading]]
    ) -> Iterator[tuple[_SeenNumber, Reading]]:
        """The cards without an outline, around numbers in the picture. `sure`: cards read for certain until now."""
        signs = find_digits(image)
        gray = cv2.GaussianBlur(cv2.cvtColor(image, cv2.COLOR_BGR2GRAY), (0, 0), 0.8)  # less noise in the edges
        numbers = signs.find_pairs()
        yield from self._find_around_two_digits(image, gray, numbers, sure)
        if sure:
            yield from self._find_around_one_digit(
                image, gray, signs, measure_usual_height(numbers, [card.quad for card, _ in sure]), sure
            )

    def _find_around_two_digits(
        self, image: Image, gray: NDArray[Any], numbers: Sequence[PrintedNumber], sure: Sequence[tuple[_SeenNumber, Reading]]
    ) -> Iterator[tuple[_SeenNumber, Reading]]:
        """The cards around numbers of two digits, tried in all usual sizes of cards. `gray`: (H, W) of `image`. `sure`: cards
        read already, whose own numbers are passed over."""
        heights = list(NUMBER_CARD.card_heights)
        for found in numbers:
            number = self._read_number_at(image, [found], TWO_DIGITS) if _may_be_on_another_card(found, sure) else None
            if number is None:
                continue
            doubtful = None
            for high in heights:
                seen = self._see_card_at(image, {number[0]}, propose_cards(gray, found, high))
                if seen is not None and self.judge_sight(seen.sight).accepted:
                    heights.remove(high)  # tried first from now on: one maker's cards lie on one table
                    heights.insert(0, high)
                    yield seen, self.judge_sight(seen.sight)
                    break
                doubtful = doubtful or seen
            else:
                if doubtful is not None:
                    yield doubtful, self.judge_sight(doubtful.sight)

    def _find_around_one_digit(
        self, image: Image, gray: NDArray[Any], signs: PictureDigits, usual: float, sure: Sequence[tuple[_SeenNumber, Reading]]
    ) -> Iterator[tuple[_SeenNumber, Reading]]:
        """The cards around single digits, as large as the cards in `sure` and lying alike; only cards read surely. `gray`: of
        `image`. `usual`: height of a card in heights of the middle number."""
        known = [card.quad for card, _ in sure]
        height = float(np.median([side_lengths(quad).max() for quad in known]))
        alone = [
            [way for way in ways if _may_be_on_another_card(way, sure)]
            for ways in signs.find_lone_digits(find_directions(known))
        ]
        likely = sorted(filter(None, alone), key=lambda ways: abs(np.log(height / ways[0].height / usual)))
        for ways in likely[:20]:  # more would cost too much time
            read = self._read_number_at(image, ways, ONE_DIGIT)
            if read is None or not _may_be_on_another_card(ways[0], sure):
                continue
            number, way = read
            seen = self._see_card_at(
                image, {number, turn_digits(number) or number}, propose_cards(gray, way, height / way.height)
            )
            if seen is not None and self.judge_sight(seen.sight).accepted:
                yield seen, self.judge_sight(seen.sight)

    def _read_number_at(self, image: Image, ways: Sequence[PrintedNumber], digits: slice) -> tuple[int, PrintedNumber] | None:
        """The number and the way up of the print at a place; None without a number: most print found is a pattern of the table.
        `ways`: possible ways up of the print. `digits`: the numbers allowed."""
        best: tuple[float, int, PrintedNumber] | None = None
        for way in ways:
            for turned in (way, turn_number(way)):
                chances = self._networks.read_number(cut_patch(image, turned))[digits]
                if float(chances.max()) > (best[0] if best else NUMBER_WITNESS.clear):
                    best = float(chances.max()), int(chances.argmax()) + digits.start, way
        return best[1:] if best else None

    def _see_card_at(self, image: Image, numbers: Collection[int], places: Sequence[Quad]) -> _SeenNumber | None:
        """The card at one of the `places` that reads as one of the `numbers`, as a whole and in a corner: an accepted card,
        else a doubtful card, else None."""
        doubtful = None
        for quad in places:
            place = make_upright(quad, (image.shape[0], image.shape[1]))
            crop = cut_out(image, place, CARD_CROP_PX)
            if self._networks.read_card(crop).numbers[0] > NUMBER_WITNESS.no_card:
                continue
            seen = _SeenNumber(place, NUMBER_SEARCH.min_outline_score, self.examine_number(crop))
            if any(_is_told_by_both(seen.sight, number) for number in numbers):
                if self.judge_sight(seen.sight).accepted:
                    return seen
                doubtful = doubtful or seen
        return doubtful

    def examine_number(self, crop: Image) -> NumberSight:
        """The sight of a card that fills `crop`, (h, w, 3) uint8 BGR. The last two corners are read only if the first two and
        the whole card leave the number open. Next all is read once more without the rim, for crops cut a little awry. Where the
        number is still open, the middle is read."""
        sight = self._see_crop(crop)
        if sight.card.numbers[0] > NUMBER_SEARCH.sure_no_card or self.judge_sight(sight).accepted:
            return sight
        others = tuple(self._networks.read_corner(crop, corner) for corner in range(2, CORNER_COUNT))
        sight = replace(sight, corners=(*sight.corners, *others))
        if self.judge_sight(sight).accepted:
            return sight
        rim_x, rim_y = (max(1, round(0.025 * side)) for side in crop.shape[1::-1])  # as far as outlines may be off
        sight = average_looks(sight, self._see_crop(np.ascontiguousarray(crop[rim_y:-rim_y, rim_x:-rim_x])))
        return replace(sight, middle=read_middle(crop, self._networks)) if self._is_number_open(sight) else sight

    def _is_number_open(self, sight: NumberSight) -> bool:
        """Is the crop a number card, the number not yet told surely enough, whatever the kind?"""
        if sight.card.numbers[0] > NUMBER_WITNESS.no_card or not sight.has_corners:
            return False
        chances = combine_witnesses(sight)
        number = int(self._table.numbers[chances[self._table.numbers].argmax()])
        return not is_number_confirmed(sight, number, float(chances[number]), self._thresholds)

    def _see_crop(self, crop: Image) -> NumberSight:
        card = self._networks.read_card(crop)
        corners = tuple(self._networks.read_corner(crop, corner) for corner in (0, 1))
        return NumberSight(corners, card, measure_card_tint(crop, self._may_have_common_colour(card)))

    def _may_have_common_colour(self, card: NumberGuess) -> bool:
        """May the card have a colour common to all makers, among the kinds of the game?"""
        there = card.kinds[self._kinds]
        return float(there[np.isin(self._kinds, FOUR_KINDS)].sum()) > NUMBER_WITNESS.faint * float(there.sum())

    def judge_sight(self, sight: NumberSight) -> Reading:
        """The reading by everything seen of a card, see `judge_number`."""
        return judge_number(sight, self._table, self._thresholds)


def _is_worth_asking(card: _SeenNumber, reading: Reading) -> bool:
    """Is it a card, readable or not? The confidence of an unreadable card is for "no card"."""
    readable = reading.face != UNREADABLE and reading.confidence >= NUMBER_SEARCH.min_asked_confidence
    return card.score >= MIN_STRONG_SCORE and (readable or card.sight.card.numbers[0] <= NUMBER_WITNESS.no_card)


def _rank_outline(card: Outline | _SeenNumber) -> float:
    """The rank of an outline: the largest good outline is the card, not the frame printed on the card."""
    return abs(signed_area(card.quad)) * card.score**2


def _is_free(quad: Quad, taken: Sequence[tuple[_SeenNumber, Reading]]) -> bool:
    """Does no taken card lie in the place of `quad`?"""
    others = [card.quad for card, _ in taken]
    return not any(
        overlap_share(quad, other) > 0.25 or max(covered_share(quad, other), covered_share(other, quad)) > 0.5
        for other in others
    )


def _may_be_on_another_card(number: PrintedNumber, sure: Sequence[tuple[_SeenNumber, Reading]]) -> bool:
    """May the number, of a possible height, stand on another card than those of `sure`?"""
    known = [card.quad for card, _ in sure]
    middle = (float(number.middle[0]), float(number.middle[1]))
    if any(cv2.pointPolygonTest(np.asarray(quad, np.float32), middle, False) >= 0 for quad in known):
        return False
    return not known or any(may_be_on_table_of(number, float(side_lengths(quad).max())) for quad in known)


def _is_told_by_both(sight: NumberSight, number: int) -> bool:
    """Do the large print and a corner say the number?"""
    return all(any(float(chances[number]) > NUMBER_WITNESS.clear for chances in some) for some in (sight.large, sight.corners))


def make_number_reader(faces: Collection[Face] | None = None) -> NumberReader:
    """The reader of the built-in deck `numbers`. `faces`: as of `NumberReader`. Raises `DeckError` if the networks are missing."""
    return NumberReader(faces)
