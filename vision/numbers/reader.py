"""Read number cards of any maker, nothing enrolled (the built-in deck `numbers`).

Two witnesses are heard: the small numbers in the corners, each by itself, and the whole card. Their opinions are multiplied; where one of
them clearly speaks for another number the card is asked, not accepted, unless two others overrule one that is not sure. Which way a 6
stands is told by the corner it stands in, for a number in a corner is read from the nearer short edge, or by the bar or dot at its foot;
where neither tells it is asked. What an icon besides the number means nobody can read: which cards carry the same one can be seen
(`vision/numbers/icons.py`).
"""

from __future__ import annotations

import itertools
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.cards.candidates import CROP, STRONG, upright_outlines
from vision.cards.outlines import Outline
from vision.numbers.crops import CORNERS
from vision.numbers.digits import (
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
from vision.numbers.faces import COLOURS, Table, differ_in_colour, shows_part, table_of, upside_down
from vision.numbers.icons import Icons
from vision.numbers.networks import KINDS, CardGuess, Chances, Networks
from vision.numbers.tint import ANY_TINT, FOUR_KINDS, Tint, kinds_by_tint, tint_of
from vision.plane.quads import Quad, covered, cut_out, overlap, side_lengths, signed_area, upright
from vision.types import UNREADABLE, Face, Image, Reader, Reading


@dataclass(frozen=True, slots=True)
class Thresholds:
    """The confidence from which a number is accepted, by what bears it out: the whole card and a corner; two corners; the whole card
    alone. `kind`: from which it is believed which of several kinds of cards it is; `surer_kind`: the same where no game says which
    kinds there are, and of a warm colour; `plain`: of a card without colour whose number others carry in one;
    `pale`: of one whose colours hardly ever look so."""

    both: float = 0.9
    corners: float = 0.95
    card: float = 0.98
    kind: float = 0.8
    surer_kind: float = 0.9
    plain: float = 0.985
    pale: float = 0.98


PLAIN, COLOURED = KINDS.index("plain"), [KINDS.index(colour) for colour in COLOURS]
WARM = [KINDS.index("R"), KINDS.index("Y")]
"""What a shine of a warm lamp makes of purple, and of green."""
CLEARLY = 0.5
"""Probability from which a witness speaks for a number."""
FAINTLY = 0.2
"""Probability from which a witness who speaks for no number bears one out."""
OVERRULED, SURELY = 0.7, 0.99
"""Probability below which a lone witness who speaks for another number is overruled by two who speak for this one, and how sure all must be
together: a finger or a shine makes a digit look like another."""
NO_CARD = 0.6
"""Probability of "no number card" from which the whole card forbids what corners say."""
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
_FLOOR = 1e-3
"""No witness rules a number out altogether."""
_WEIGHTS = (1.0, 0.6, 0.3, 0.2)
"""What the corners weigh, surest first: those of one card share their light and print."""


@dataclass(frozen=True, slots=True, eq=False)
class NumberSight:
    """What was seen of one card: the number in each corner looked at, (101,) probabilities, the whole card, and its colours."""

    corners: tuple[Chances, ...]
    card: CardGuess
    tint: Tint = ANY_TINT

    @property
    def witnesses(self) -> tuple[Chances, ...]:
        return (*self.corners, self.card.numbers)


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
        likely = [card for card in upright_outlines(image, most=_MOST) if card.score >= _LEAST_OUTLINE]
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
            place = upright(quad, (image.shape[0], image.shape[1]))
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
        """What is seen of a crop. Two corners are looked at, the other two only where these do not settle it; and the first two once
        more without the card's rim, for what was cut a little awry or shows its edge."""
        sight = self._seen(crop)
        if sight.card.numbers[0] > _SURELY_NONE or self.judged(sight).accepted:
            return sight
        others = tuple(self._networks.read_corner(crop, corner) for corner in range(2, CORNERS))
        sight = replace(sight, corners=(*sight.corners, *others))
        if self.judged(sight).accepted:
            return sight
        rim_x, rim_y = (max(1, round(_RIM * side)) for side in crop.shape[1::-1])
        return both(sight, self._seen(np.ascontiguousarray(crop[rim_y:-rim_y, rim_x:-rim_x])))

    def _seen(self, crop: Image) -> NumberSight:
        card = self._networks.read_card(crop)
        corners = tuple(self._networks.read_corner(crop, corner) for corner in (0, 1))
        return NumberSight(corners, card, tint_of(crop, float(card.kinds[FOUR_KINDS].sum()) > FAINTLY))

    def judged(self, sight: NumberSight) -> Reading:
        """What was seen of one card, as it reads; see `judged`."""
        return judged(sight, self._table, self._thresholds)


def both(sight: NumberSight, again: NumberSight) -> NumberSight:
    """Two looks at one card as one: they err alike, and are averaged. `again`: at the first corners only."""
    more = len(again.corners)
    corners = (*((a + b) / 2 for a, b in zip(sight.corners, again.corners, strict=False)), *sight.corners[more:])
    card, other = sight.card, again.card
    guess = CardGuess((card.numbers + other.numbers) / 2, (card.kinds + other.kinds) / 2, (card.icon + other.icon) / 2)
    return NumberSight(corners, guess, sight.tint)


def _worth_asking(card: _Seen, reading: Reading) -> bool:
    """Is this a card, if not one that can be read? How sure a reading of none is says how surely it is none."""
    readable = reading.face != UNREADABLE and reading.confidence >= _WORTH_ASKING
    return card.score >= STRONG and (readable or card.sight.card.numbers[0] <= NO_CARD)


def _standing(card: Outline | _Seen) -> float:
    """The largest with a good outline first: the card, and not the frame printed on it."""
    return abs(signed_area(card.quad)) * card.score**2


def _is_free(quad: Quad, taken: Sequence[tuple[_Seen, Reading]]) -> bool:
    others = [card.quad for card, _ in taken]
    return not any(overlap(quad, other) > 0.25 or max(covered(quad, other), covered(other, quad)) > 0.5 for other in others)


def _may_be_another(number: Number, sure: Sequence[tuple[_Seen, Reading]]) -> bool:
    """Does the number stand on none of the cards that are known, and is it as high as theirs may be?"""
    known = [card.quad for card, _ in sure]
    if any(_holds(quad, number.middle) for quad in known):
        return False
    return not known or any(may_be_on(number, float(side_lengths(quad).max())) for quad in known)


def _say(sight: NumberSight, number: int) -> bool:
    """Does the whole card speak for the number, and one of its corners?"""
    *corners, whole = (float(chances[number]) > CLEARLY for chances in sight.witnesses)
    return whole and any(corners)


def _holds(quad: Quad, point: NDArray[Any]) -> bool:
    return cv2.pointPolygonTest(np.asarray(quad, np.float32), (float(point[0]), float(point[1])), False) >= 0


def number_reader(faces: Collection[Face] | None = None) -> NumberReader:
    """The reader of the built-in deck `numbers`. Raises `DeckError` if its networks are missing."""
    return NumberReader(faces)


def judged(sight: NumberSight, table: Table, thresholds: Thresholds) -> Reading:
    """What all witnesses of one card say together, of the cards that there are."""
    speaking = [chances for chances in sight.witnesses if float(chances[1:].max()) > FAINTLY]
    if not speaking:
        return Reading("", UNREADABLE, round(float(sight.card.numbers[0]), 4), (), accepted=False)
    numbers, kinds = chances_of_numbers(sight)[table.numbers], kinds_by_tint(sight.card.kinds, sight.tint)[table.kinds]
    joint = numbers * (kinds / max(float(kinds.max()), 1e-9) + _FLOOR)
    joint = joint / max(float(joint.sum()), 1e-12)
    order = np.argsort(joint)[::-1]
    best = int(order[0])
    number = int(table.numbers[best])
    known = float(numbers[best] / max(float(chances_of_numbers(sight).sum()), 1e-12))
    alike = table.numbers == number
    kind = float(joint[best] / max(float(joint[alike].sum()), 1e-12))
    others = tuple((table.faces[int(i)], round(float(joint[i]), 4)) for i in order[1:4] if joint[i] > 5e-4)
    accepted = _is_of_kind(sight.tint, table, best, kind, thresholds) and _borne_out(sight, number, known, thresholds)
    return Reading("", table.faces[best], round(min(known, 1.0) * kind, 4), others, accepted)


def _is_of_kind(tint: Tint, table: Table, best: int, kind: float, thresholds: Thresholds) -> bool:
    """Is it told surely enough that the card is of its kind, if there are others with its number, and does it show such colours?"""
    if int((table.numbers == table.numbers[best]).sum()) == 1:
        return kind >= _kind_needed(table, best, thresholds)
    named = KINDS[int(table.kinds[best])]
    needed = thresholds.pale if tint.is_hardly(named) else _kind_needed(table, best, thresholds)
    return kind >= needed and tint.may_be(named)


def _kind_needed(table: Table, best: int, thresholds: Thresholds) -> float:
    """How sure its kind must be: surer where nobody said the game and of a colour that a shine lends to others; surest of a card without
    colour where one in colour or in flames carries the same number: a weak colour is easily none."""
    same_number = table.kinds[table.numbers == table.numbers[best]]
    if table.kinds[best] == PLAIN and len(same_number) > 1:
        return thresholds.plain
    any_game = PLAIN in table.kinds and np.isin(COLOURED, table.kinds).any()
    return thresholds.surer_kind if any_game or table.kinds[best] in WARM else thresholds.kind


def chances_of_numbers(sight: NumberSight) -> NDArray[np.float64]:
    """(101,) chances of the numbers, by all who speak of one."""
    total = np.zeros(len(sight.card.numbers), np.float64)
    ranked = sorted(sight.corners, key=lambda chances: float(chances[1:].max()), reverse=True)
    for weight, chances in zip((*_WEIGHTS[: len(ranked)], 1.0), (*ranked, sight.card.numbers), strict=True):
        spoken = 1 - float(chances[0])
        if spoken > FAINTLY:
            total += weight * np.log(chances.astype(np.float64) + _FLOOR)
    total[0] = -np.inf
    powers: NDArray[np.float64] = np.exp(total - total.max())
    return np.asarray(powers / powers.sum(), np.float64)


def _borne_out(sight: NumberSight, number: int, known: float, thresholds: Thresholds) -> bool:
    """Is the number told by witnesses enough, and by none another?"""
    if _contradicted(sight, number, known) or sight.card.numbers[0] > NO_CARD:
        return False
    corners = sum(float(chances[number]) > CLEARLY for chances in sight.corners)
    card = float(sight.card.numbers[number])
    if card > CLEARLY and corners:
        return known >= thresholds.both
    if corners > 1:
        return known >= thresholds.corners
    spoken = any(float(chances[1:].max()) > CLEARLY for chances in sight.corners)
    return card >= thresholds.card and known >= thresholds.card and not spoken


def _contradicted(sight: NumberSight, number: int, known: float) -> bool:
    """Does a witness speak for another number who is not overruled? Never is one who reads this number upside down."""
    against = [chances for chances in sight.witnesses if _speaks_for_another(chances, number)]
    if not against:
        return False
    other = int(against[0][1:].argmax()) + 1
    doubted = len(against) > 1 or float(against[0][other]) >= OVERRULED or other == upside_down(number)
    return doubted or known < SURELY or sum(float(chances[number]) > CLEARLY for chances in sight.witnesses) < 2


def _speaks_for_another(chances: Chances, number: int) -> bool:
    best = int(chances[1:].argmax()) + 1
    return best != number and float(chances[best]) > CLEARLY
