"""What is seen of a number card, and what all who speak of it say together.

Their opinions are multiplied; where one of them clearly speaks for another number the card is asked, not accepted, unless others overrule
him: two a third who is not sure; the large print, read as a whole and in the middle of the card, corners that are too small to be; two
corners and the middle the whole. Who reads the number upside down is overruled only where both ends of the card say which way up it is.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from vision.readers.numbers.faces import COLOURS, Table, upside_down
from vision.readers.numbers.networks import KINDS, CardGuess, Chances
from vision.readers.numbers.tint import ANY_TINT, Tint, kinds_by_tint
from vision.types import UNREADABLE, Reading


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
SMALL_SURE = 0.95
"""Probability from which no large print overrules a corner: of 4,565 corners of drawn cards none that was wrong was as sure."""
NO_CARD = 0.6
"""Probability of "no number card" from which the whole card forbids what corners say."""
_FLOOR = 1e-3
"""No witness rules a number out altogether."""
_WEIGHTS = (1.0, 0.6, 0.3, 0.2)
"""What the corners weigh, surest first: those of one card share their light and print."""


@dataclass(frozen=True, slots=True, eq=False)
class NumberSight:
    """What was seen of one card: the number in each corner looked at, (101,) probabilities, the whole card, its colours, and the number in
    its middle, None where that was not looked at."""

    corners: tuple[Chances, ...]
    card: CardGuess
    tint: Tint = ANY_TINT
    middle: Chances | None = None

    @property
    def large(self) -> tuple[Chances, ...]:
        """What the large print says: the whole card, and the number in its middle."""
        return (self.card.numbers,) if self.middle is None else (self.card.numbers, self.middle)

    @property
    def has_corners(self) -> bool:
        """Does a number stand in a corner, whichever it is? The large print by itself may be that of another kind of card."""
        return any(float(chances[0]) < CLEARLY for chances in self.corners)

    @property
    def witnesses(self) -> tuple[Chances, ...]:
        return (*self.corners, *self.large)


def both(sight: NumberSight, again: NumberSight) -> NumberSight:
    """Two looks at one card as one: they err alike, and are averaged. `again`: at the first corners only."""
    more = len(again.corners)
    corners = (*((a + b) / 2 for a, b in zip(sight.corners, again.corners, strict=False)), *sight.corners[more:])
    card, other = sight.card, again.card
    guess = CardGuess((card.numbers + other.numbers) / 2, (card.kinds + other.kinds) / 2, (card.icon + other.icon) / 2)
    return NumberSight(corners, guess, sight.tint)


def judged(sight: NumberSight, table: Table, thresholds: Thresholds) -> Reading:
    """What all witnesses of one card say together, of the cards that there are."""
    speaking = [chances for chances in sight.witnesses if float(chances[1:].max()) > FAINTLY]
    if not speaking:
        return Reading("", UNREADABLE, round(float(sight.card.numbers[0]), 4), (), accepted=False)
    chances = chances_of_numbers(sight)
    numbers, kinds = chances[table.numbers], kinds_by_tint(sight.card.kinds, sight.tint)[table.kinds]
    joint = numbers * (kinds / max(float(kinds.max()), 1e-9) + _FLOOR)
    joint = joint / max(float(joint.sum()), 1e-12)
    order = np.argsort(joint)[::-1]
    best = int(order[0])
    number = int(table.numbers[best])
    known = float(numbers[best] / max(float(chances.sum()), 1e-12))
    alike = table.numbers == number
    kind = float(joint[best] / max(float(joint[alike].sum()), 1e-12))
    others = tuple((table.faces[int(i)], round(float(joint[i]), 4)) for i in order[1:4] if joint[i] > 5e-4)
    accepted = _is_of_kind(sight.tint, table, best, kind, thresholds) and is_borne_out(sight, number, known, thresholds)
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
    weights = (*_WEIGHTS[: len(ranked)], *[1.0] * len(sight.large))
    for weight, chances in zip(weights, (*ranked, *sight.large), strict=True):
        spoken = 1 - float(chances[0])
        if spoken > FAINTLY:
            total += weight * np.log(chances.astype(np.float64) + _FLOOR)
    total[0] = -np.inf
    powers: NDArray[np.float64] = np.exp(total - total.max())
    return np.asarray(powers / powers.sum(), np.float64)


def is_borne_out(sight: NumberSight, number: int, known: float, thresholds: Thresholds) -> bool:
    """Is the number told by witnesses enough, and by none another?"""
    if _contradicted(sight, number, known) or sight.card.numbers[0] > NO_CARD:
        return False
    if upside_down(number) not in (None, number) and not _speaking_for(number, sight.corners):
        return False  # a large figure by itself does not say which way up it is
    card = float(sight.card.numbers[number])
    if card > CLEARLY and _speaking_for(number, sight.corners):
        return known >= thresholds.both
    if _speaking_for(number, sight.witnesses) > 1:
        return known >= thresholds.corners and sight.has_corners
    spoken = any(float(chances[1:].max()) > CLEARLY for chances in sight.corners)
    return card >= thresholds.card and known >= thresholds.card and not spoken


def _contradicted(sight: NumberSight, number: int, known: float) -> bool:
    """Does a witness speak for another number who is not overruled? Never is one who reads this number upside down, unless both ends of the
    card say which way up it is."""
    against = [chances for chances in sight.witnesses if _speaks_for_another(chances, number)]
    if not against or _outweighed(sight, number, known):
        return False
    turned = _reads_turned(against[0], number) and _speaking_for(number, sight.corners[:2]) < 2
    doubted = len(against) > 1 or float(against[0][1:].max()) >= OVERRULED or turned
    return doubted or known < SURELY or _speaking_for(number, sight.witnesses) < 2


def _outweighed(sight: NumberSight, number: int, known: float) -> bool:
    """Are those who speak for another number outweighed by what the middle of the card shows? The whole card is by that and two corners;
    corners that are not sure are by that and the whole card: they are small, and blur alike."""
    if sight.middle is None or float(sight.middle[number]) <= CLEARLY or known < SURELY:
        return False
    against = [chances for chances in sight.corners if _speaks_for_another(chances, number)]
    if float(sight.card.numbers[number]) > CLEARLY:
        return all(float(chances[1:].max()) < SMALL_SURE and not _reads_turned(chances, number) for chances in against)
    return not against and not _reads_turned(sight.card.numbers, number) and _speaking_for(number, sight.corners) > 1


def _reads_turned(chances: Chances, number: int) -> bool:
    """Is the likeliest number the one that this one is upside down?"""
    return int(chances[1:].argmax()) + 1 == upside_down(number)


def _speaking_for(number: int, witnesses: Sequence[Chances]) -> int:
    """How many clearly speak for it."""
    return sum(float(chances[number]) > CLEARLY for chances in witnesses)


def _speaks_for_another(chances: Chances, number: int) -> bool:
    best = int(chances[1:].argmax()) + 1
    return best != number and float(chances[best]) > CLEARLY
