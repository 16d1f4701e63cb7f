"""What is seen of a number card, and the verdict of all witnesses.

Probabilities are multiplied. Where a witness clearly says another number, a person is asked, unless other witnesses overrule
the first. Two overrule an unsure third. The large print, read whole and in the middle, overrules small unsure corners. Two
corners and the middle overrule the whole card. A witness for the number upside down is overruled only where both ends of the
card tell the way up.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from vision.readers.numbers.faces import COLOUR_LETTERS, FaceTable, turn_digits
from vision.readers.numbers.networks import KINDS, Chances, NumberGuess
from vision.readers.numbers.tint import ANY_TINT, Tint, weigh_kinds_by_tint
from vision.types import UNREADABLE, Reading


@dataclass(frozen=True, slots=True)
class NumberThresholds:
    """Least confidence for a number to be accepted, by witnesses, and for a kind of card to be believed. `NUMBER_WITNESS` says
    what counts as a witness."""

    both: float = 0.9  # the whole card and a corner; guess
    corners: float = 0.95  # two corners; guess
    card: float = 0.98  # the whole card alone; guess
    kind: float = 0.8  # one of several kinds of cards; guess
    surer_kind: float = 0.9  # a kind of a warm colour, or where no game tells the kinds; guess
    plain: float = 0.985  # no colour, where other cards carry the number in a colour; guess
    pale: float = 0.98  # a kind whose colours hardly ever look so; guess


PLAIN_KIND = KINDS.index("plain")
COLOURED_KINDS = [KINDS.index(colour) for colour in COLOUR_LETTERS]
WARM = [KINDS.index("R"), KINDS.index("Y")]
"""What the shine of a warm lamp makes of purple, and of green."""


@dataclass(frozen=True, slots=True)
class NumberWitnessThresholds:
    """When a witness counts for or against a number. All are probabilities from the networks."""

    clear: float = 0.5  # a witness says a number; guess
    faint: float = 0.2  # a witness without a clear number supports one; guess
    max_overruled: float = 0.7
    """a lone witness for another number below this is overruled by two: a finger changes a digit; guess."""
    min_overruling: float = 0.99  # of all together, to overrule; guess
    sure_corner: float = 0.95
    """no large print overrules it: of 4,565 drawn corners no wrong one was as sure; measured on drawn cards."""
    no_card: float = 0.6  # "no number card" by the whole card forbids what corners say; guess
    floor: float = 1e-3  # no witness rules a number out altogether; guess


NUMBER_WITNESS = NumberWitnessThresholds()
CORNER_WEIGHTS = (1.0, 0.6, 0.3, 0.2)  # of corners, surest first: corners of one card share light and print; guess


@dataclass(frozen=True, slots=True, eq=False)
class NumberSight:
    """What was seen of a card."""

    corners: tuple[Chances, ...]  # (101,) probabilities of the number in each corner looked at
    card: NumberGuess  # the whole card
    tint: Tint = ANY_TINT  # the card's colours
    middle: Chances | None = None  # (101,) probabilities of the number in the middle; None where not looked at

    @property
    def large(self) -> tuple[Chances, ...]:
        """What the large print says: the whole card, and the number in the middle."""
        return (self.card.numbers,) if self.middle is None else (self.card.numbers, self.middle)

    @property
    def has_corners(self) -> bool:
        """Does any number stand in a corner? Large print alone may belong to another kind of card."""
        return any(float(chances[0]) < NUMBER_WITNESS.clear for chances in self.corners)

    @property
    def witnesses(self) -> tuple[Chances, ...]:
        return (*self.corners, *self.large)


def average_looks(sight: NumberSight, again: NumberSight) -> NumberSight:
    """The average of two looks at a card, because both err alike. The tint is of the first look; the middle is left out.
    `again`: a look at the first corners only."""
    more = len(again.corners)
    corners = (*((a + b) / 2 for a, b in zip(sight.corners, again.corners, strict=False)), *sight.corners[more:])
    card, other = sight.card, again.card
    guess = NumberGuess((card.numbers + other.numbers) / 2, (card.kinds + other.kinds) / 2, (card.icon + other.icon) / 2)
    return NumberSight(corners, guess, sight.tint)


def judge_number(sight: NumberSight, table: FaceTable, thresholds: NumberThresholds) -> Reading:
    """The reading by all witnesses of a card, among the faces of `table`; "?" with the confidence of no card where no witness
    says a number. `thresholds`: for accepting."""
    speaking = [chances for chances in sight.witnesses if float(chances[1:].max()) > NUMBER_WITNESS.faint]
    if not speaking:
        return Reading("", UNREADABLE, round(float(sight.card.numbers[0]), 4), (), accepted=False)
    chances = combine_witnesses(sight)
    numbers, kinds = chances[table.numbers], weigh_kinds_by_tint(sight.card.kinds, sight.tint)[table.kinds]
    joint = numbers * (kinds / max(float(kinds.max()), 1e-9) + NUMBER_WITNESS.floor)
    joint = joint / max(float(joint.sum()), 1e-12)
    order = np.argsort(joint)[::-1]
    best = int(order[0])
    number = int(table.numbers[best])
    known = float(numbers[best] / max(float(chances.sum()), 1e-12))
    alike = table.numbers == number
    kind = float(joint[best] / max(float(joint[alike].sum()), 1e-12))
    others = tuple((table.faces[int(i)], round(float(joint[i]), 4)) for i in order[1:4] if joint[i] > 5e-4)
    accepted = _is_of_kind(sight.tint, table, best, kind, thresholds) and is_number_confirmed(sight, number, known, thresholds)
    return Reading("", table.faces[best], round(min(known, 1.0) * kind, 4), others, accepted)


def _is_of_kind(tint: Tint, table: FaceTable, best: int, kind: float, thresholds: NumberThresholds) -> bool:
    """Is the kind told surely enough, and do the colours agree where other kinds have the same number? `best`: number of the
    face in `table`. `kind`: probability of the face's kind."""
    if int((table.numbers == table.numbers[best]).sum()) == 1:
        return kind >= _choose_kind_threshold(table, best, thresholds)
    named = KINDS[int(table.kinds[best])]
    needed = thresholds.pale if tint.is_rarely_kind(named) else _choose_kind_threshold(table, best, thresholds)
    return kind >= needed and tint.may_be_kind(named)


def _choose_kind_threshold(table: FaceTable, best: int, thresholds: NumberThresholds) -> float:
    """The confidence needed for the kind of face number `best` of `table`.

    Higher where no game is told, and for red and yellow, which a warm lamp makes of other colours. Highest for a plain card whose
    number other cards carry in a colour or in flames.
    """
    same_number = table.kinds[table.numbers == table.numbers[best]]
    if table.kinds[best] == PLAIN_KIND and len(same_number) > 1:
        return thresholds.plain
    is_game_unknown = PLAIN_KIND in table.kinds and np.isin(COLOURED_KINDS, table.kinds).any()
    return thresholds.surer_kind if is_game_unknown or table.kinds[best] in WARM else thresholds.kind


def combine_witnesses(sight: NumberSight) -> NDArray[np.float64]:
    """(101,) probabilities of the numbers, by whole card and corners together. The surest corner weighs most; a witness that
    says hardly any number does not count."""
    total = np.zeros(len(sight.card.numbers), np.float64)
    ranked = sorted(sight.corners, key=lambda chances: float(chances[1:].max()), reverse=True)
    weights = (*CORNER_WEIGHTS[: len(ranked)], *[1.0] * len(sight.large))
    for weight, chances in zip(weights, (*ranked, *sight.large), strict=True):
        spoken = 1 - float(chances[0])
        if spoken > NUMBER_WITNESS.faint:
            total += weight * np.log(chances.astype(np.float64) + NUMBER_WITNESS.floor)
    total[0] = -np.inf
    powers: NDArray[np.float64] = np.exp(total - total.max())
    return np.asarray(powers / powers.sum(), np.float64)


def is_number_confirmed(sight: NumberSight, number: int, known: float, thresholds: NumberThresholds) -> bool:
    """Do enough witnesses say the number, and none another? `known`: probability of the number by all witnesses. `thresholds`:
    least probabilities."""
    if _is_contradicted(sight, number, known) or sight.card.numbers[0] > NUMBER_WITNESS.no_card:
        return False
    if turn_digits(number) not in (None, number) and not _count_speaking_for(number, sight.corners):
        return False  # a large figure by itself does not say which way up it is
    card = float(sight.card.numbers[number])
    if card > NUMBER_WITNESS.clear and _count_speaking_for(number, sight.corners):
        return known >= thresholds.both
    if _count_speaking_for(number, sight.witnesses) > 1:
        return known >= thresholds.corners and sight.has_corners
    spoken = any(float(chances[1:].max()) > NUMBER_WITNESS.clear for chances in sight.corners)
    return card >= thresholds.card and known >= thresholds.card and not spoken


def _is_contradicted(sight: NumberSight, number: int, known: float) -> bool:
    """Does a witness say another number without being overruled? A witness for the number upside down is overruled only if both
    ends tell the way up. `known`: probability of the number by all witnesses."""
    against = [chances for chances in sight.witnesses if _speaks_for_another(chances, number)]
    if not against or _is_outweighed(sight, number, known):
        return False
    turned = _reads_turned(against[0], number) and _count_speaking_for(number, sight.corners[:2]) < 2
    doubted = len(against) > 1 or float(against[0][1:].max()) >= NUMBER_WITNESS.max_overruled or turned
    return doubted or known < NUMBER_WITNESS.min_overruling or _count_speaking_for(number, sight.witnesses) < 2


def _is_outweighed(sight: NumberSight, number: int, known: float) -> bool:
    """Does the middle of the card outweigh the witnesses for another number? With two corners the middle outweighs the whole
    card; with the whole card, the middle outweighs unsure corners, all small and blurred alike. `known`: probability of the
    number by all witnesses."""
    if sight.middle is None or float(sight.middle[number]) <= NUMBER_WITNESS.clear or known < NUMBER_WITNESS.min_overruling:
        return False
    against = [chances for chances in sight.corners if _speaks_for_another(chances, number)]
    if float(sight.card.numbers[number]) > NUMBER_WITNESS.clear:
        return all(
            float(chances[1:].max()) < NUMBER_WITNESS.sure_corner and not _reads_turned(chances, number) for chances in against
        )
    return not against and not _reads_turned(sight.card.numbers, number) and _count_speaking_for(number, sight.corners) > 1


def _reads_turned(chances: Chances, number: int) -> bool:
    """Is the likeliest number the given number upside down?"""
    return int(chances[1:].argmax()) + 1 == turn_digits(number)


def _count_speaking_for(number: int, witnesses: Sequence[Chances]) -> int:
    """How many witnesses clearly say the number."""
    return sum(float(chances[number]) > NUMBER_WITNESS.clear for chances in witnesses)


def _speaks_for_another(chances: Chances, number: int) -> bool:
    """Does a witness clearly say another number?"""
    best = int(chances[1:].argmax()) + 1
    return best != number and float(chances[best]) > NUMBER_WITNESS.clear
