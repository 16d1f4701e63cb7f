"""The names of direction cards, by what is read on each, and by position where nothing is read.

Rulebooks lay the ascending cards first, but people do as they like: a clear reading beats the order. What neither says clearly is named
by the order and marked as not named. Nobody can see which end of a column is the top unless a card that was read says it.
"""

from __future__ import annotations

import enum
import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from vision.directions.arrangement import BarePlan, Corners, axes_at_turn, mean_tilt, measure_turn
from vision.directions.looks import measure_yellowness
from vision.directions.marks import CardMark
from vision.plane.quads import Quad, cut_out, turn_half
from vision.readers.numbers.starts import UNREAD, PrintedDirection
from vision.types import Face, Image


@dataclass(frozen=True, slots=True)
class NamingLimits:
    """How well direction cards must be read. Agreement: -1 to 1, of the reading with the name."""

    min_agreement: float = 0.25  # of each card for all to be legible; guess
    min_clear: float = 0.45  # of a card by itself, to beat the order; guess
    min_speaking_cards: int = 2  # that name cards which are not read: a single card may have been misread; guess
    min_upright: float = 0.4  # of a card that says which way up it is, see `PrintedDirection.stands`; guess
    min_owner_yellowness: float = 0.06  # between the cards of two players; guess


NAMING = NamingLimits()

DirectionReader = Callable[[Image], PrintedDirection]
"""What the print of a card on a crop says, either way up: `UNREAD` where that cannot be read."""


class TakenFor(enum.Enum):
    """What a reader of the deck takes a card for."""

    OTHER = enum.auto()  # no card of the deck, or one that cannot be read
    CARD = enum.auto()  # a card of the deck: neither a direction card nor a back
    EITHER = enum.auto()  # a card of the deck, or a direction card, which carries its number too: no back


CardJudge = Callable[[Image], TakenFor]
"""What a reader of the deck takes the card on a crop for, either way up."""


@dataclass(frozen=True, slots=True, eq=False)
class NamedDirections:
    """Direction cards and backs with the names they are believed to have."""

    marks: tuple[CardMark, ...]  # likeliest naming
    other: tuple[CardMark, ...]  # naming if the column is read from its other end, () where nothing changes
    agreeing: tuple[float, ...]  # for each direction card, -1 to 1: how far the reading agrees with the name, 0 for unreadable
    rare: float = 0.0  # how rare the cards look in the picture (`Cloth.measure_rarity`)
    weight: float = 0.0  # against these being the direction cards, see `choose_direction_cards`

    @property
    def sure(self) -> bool:
        """True if the name of every direction card is known."""
        return all(mark.is_named for mark in self.marks)

    @property
    def is_legible(self) -> bool:
        """True if every direction card was read as its name, more or less. No back passes for one of the cards."""
        return min(self.agreeing) >= NAMING.min_agreement

    @property
    def is_hinted(self) -> bool:
        """True if something was read on each card, or enough on some to know all."""
        return self.sure or min(map(abs, self.agreeing)) >= NAMING.min_agreement


@dataclass(frozen=True, slots=True, eq=False)
class DirectionCandidates:
    """Cards that may be direction cards."""

    image: Image
    plan: BarePlan
    quads: Sequence[Quad]  # in the picture
    flat: Sequence[Corners]  # (4, 2) millimetres each, on the table
    readings: Sequence[PrintedDirection]  # of each, `stands` for its quad


def read_no_direction(crop: Image) -> PrintedDirection:
    """`UNREAD`: nobody can read direction cards."""
    return UNREAD


def judge_no_card(crop: Image) -> TakenFor:
    """`TakenFor.OTHER`: nobody can read cards."""
    return TakenFor.OTHER


def read_direction(image: Image, quad: Quad, named: DirectionReader) -> PrintedDirection:
    """What the print of the card at an upright quad says. `named`: reads a crop."""
    return named(cut_out(image, quad, (200, 280)))


def is_clear_reading(reading: PrintedDirection) -> bool:
    """Does the print by itself say which way the pile goes?"""
    return abs(reading.up - reading.down) >= NAMING.min_clear


def points_down(face: Face) -> bool:
    """True if the pile beside this direction card descends."""
    return "up" not in face.split(":")


def name_directions(laid: DirectionCandidates, groups: Sequence[tuple[int, ...]]) -> NamedDirections:
    """The named direction cards. `groups`: indices of the cards of all, or of each player.

    `laid`: the cards, in the picture and on the table.
    """
    return _name_players(laid, groups) if len(groups) > 1 else _name_shared(laid, groups[0])


@dataclass(frozen=True, slots=True, eq=False)
class _Row:
    """Cards in the order in which their reader sees them."""

    order: tuple[int, ...]  # indices
    quads: tuple[Quad, ...]  # of each, turned as its own reader would have it
    is_turned_surely: bool  # a card says which way up they are


def _name_shared(laid: DirectionCandidates, group: tuple[int, ...]) -> NamedDirections:
    """Names of cards for all. Where no card says which way up it is, the order may be read from its other end too: both
    namings come back, the better one first. `group`: indices of the cards."""
    turn, is_turned_surely = _find_way_up(laid, group)
    row, faces = _put_in_order(laid, group, turn, is_turned_surely), [face for _, face in laid.plan.piles]
    if not is_turned_surely and _agreement_with_order(laid, row, faces) < 0:
        row = _turn_row(row)
    marks, agreeing = _name_row(laid, row, faces)
    if row.is_turned_surely or all(mark.is_named for mark in marks):
        return NamedDirections(marks, (), agreeing)
    return NamedDirections(marks, _name_row(laid, _turn_row(row), faces)[0], agreeing)


def _agreement_with_order(laid: DirectionCandidates, row: _Row, faces: Sequence[Face]) -> float:
    """How far the readings of a row say the names of the rulebook's order `faces`, summed; below 0 for the contrary."""
    told = [laid.readings[i].up - laid.readings[i].down for i in row.order]
    return sum(one * (-1 if points_down(face) else 1) for one, face in zip(told, faces, strict=True))


def _turn_row(row: _Row) -> _Row:
    """The cards as somebody on the other side of the table sees them."""
    return _Row(row.order[::-1], tuple(turn_half(quad) for quad in row.quads[::-1]), row.is_turned_surely)


def _find_way_up(laid: DirectionCandidates, group: Sequence[int], rough: float | None = None) -> tuple[float, bool]:
    """Mean turn of the cards of `group` (indices) as their reader sees them, in radians, and whether a card says it. `rough`:
    turn of cards that say nothing, None: nearest to upright in the picture."""
    flat = [laid.flat[i] for i in group]
    tilt = mean_tilt(flat)
    says = [laid.readings[i].stands for i in group]
    votes = sum(
        stands * math.cos(measure_turn(card) - tilt)
        for card, stands in zip(flat, says, strict=True)
        if abs(stands) >= NAMING.min_upright
    )
    if abs(votes) >= NAMING.min_upright:
        return tilt + (math.pi if votes < 0 else 0.0), True
    if rough is not None and math.cos(rough - tilt) < 0:
        tilt += math.pi
    return tilt, False


def _put_in_order(laid: DirectionCandidates, group: Sequence[int], turn: float, is_turned_surely: bool) -> _Row:
    """The cards of `group` (indices) as their reader sees them: along their longer side downwards or to the right; two by two
    line by line. Each card that says which way up it is lies so.

    `turn`: of all together, radians. `is_turned_surely`: did a card say the turn?
    """
    across, down = axes_at_turn(turn)
    middles = {i: laid.flat[i].mean(axis=0) for i in group}
    top = min(float(at @ down) for at in middles.values())
    wide, high = (float(np.ptp([middles[i] @ way for i in group])) for way in (across, down))
    card_high = laid.plan.card_mm[1]

    def place(i: int) -> tuple[float, float]:
        """By what a card comes before others: its line, and its place in the line."""
        along, below = float(middles[i] @ across), float(middles[i] @ down) - top
        if high < card_high / 2:
            return 0.0, along
        return (below, along) if wide < laid.plan.card_mm[0] / 2 else (round(below / (1.2 * card_high)), along)

    order = tuple(sorted(group, key=place))
    return _Row(order, tuple(_turn_to_reader(laid, i, turn) for i in order), is_turned_surely)


def _turn_to_reader(laid: DirectionCandidates, i: int, turn: float) -> Quad:
    """The quad of a card beginning at its own top left corner: as its print says, else as `turn` says."""
    stands = laid.readings[i].stands
    is_upright = stands > 0 if abs(stands) >= NAMING.min_upright else math.cos(measure_turn(laid.flat[i]) - turn) > 0
    return laid.quads[i] if is_upright else turn_half(laid.quads[i])


def _name_row(laid: DirectionCandidates, row: _Row, faces: Sequence[Face]) -> tuple[tuple[CardMark, ...], tuple[float, ...]]:
    """The marks of the cards in a row, in the order of `faces`, and how far each reading agrees. `faces`: in the order of the
    rulebook."""
    told = [laid.readings[i].up - laid.readings[i].down for i in row.order]
    ups = sum(not points_down(face) for face in faces)
    by_order = [not points_down(face) for face in faces]
    # the order decides between readings that are equally clear, and where nothing is read
    likeliest = sorted(range(len(faces)), key=lambda n: (-_round_reading(told[n]), not by_order[n], n))
    is_up = [n in likeliest[:ups] for n in range(len(faces))]
    named = _know_names(told, is_up, by_order if row.is_turned_surely else None)
    left = {way: [face for face in faces if points_down(face) is not way] for way in (True, False)}
    given = [(left[is_up[n]].pop(0), n) for n in range(len(faces))]
    given.sort(key=lambda one: faces.index(one[0]))
    marks = tuple(CardMark(face, row.quads[n], named[n]) for face, n in given)
    return marks, tuple(told[n] * (1 if is_up[n] else -1) for _, n in given)


def _round_reading(told: float) -> float:
    """A reading that counts, 0 for one that is not clear at all."""
    return told if abs(told) >= NAMING.min_agreement else 0.0


def _know_names(told: Sequence[float], is_up: Sequence[bool], by_order: Sequence[bool] | None) -> list[bool]:
    """Of each card in a row, whether its name is known: it was read clearly, or the others were, and leave only one name.

    A kind that is read more often than there are cards of it is known of none. `told`: up less down, of each. `is_up`: the names
    given. `by_order`: the names by the rulebook's order, which a lone reading must agree with; None where it may begin at either end.
    """
    clear = [abs(one) >= NAMING.min_clear for one in told]
    reads_up = [one > 0 for one in told]
    many = {way: is_up.count(way) for way in (True, False)}
    read = {way: sum(is_clear and up is way for is_clear, up in zip(clear, reads_up, strict=True)) for way in (True, False)}
    lone = sum(clear) < NAMING.min_speaking_cards
    known = []
    for n, is_clear in enumerate(clear):
        if is_clear:
            way = reads_up[n]
            known.append(read[way] <= many[way] and (not lone or (by_order is not None and by_order[n] is way)))
            continue
        # every card of the other kind was read, and this one does not say otherwise
        is_left = read[not is_up[n]] == many[not is_up[n]] and told[n] * (1 if is_up[n] else -1) > -NAMING.min_agreement
        known.append(is_left and (not lone or (by_order is not None and by_order[n] is is_up[n])))
    return known


def _name_players(laid: DirectionCandidates, groups: Sequence[tuple[int, ...]]) -> NamedDirections:
    """Names of the cards of two players, who look at them from opposite sides unless a card says otherwise.

    Gold is the yellower group. `groups`: indices of the cards of both.
    """
    middles = [np.mean([laid.flat[i].mean(axis=0) for i in group], axis=0) for group in groups]
    yellow = [measure_yellowness(laid.image, [laid.quads[i] for i in group]) for group in groups]
    owners = sorted(range(2), key=lambda number: yellow[number])
    are_owners_known = max(yellow) - min(yellow) >= NAMING.min_owner_yellowness
    marks, agreeing = list[CardMark](), list[float]()
    for number, seat in zip(owners, ("s", "g"), strict=True):
        group = groups[number]
        turn, is_turned_surely = _find_way_up(
            laid, group, _guess_players_turn(laid, group, middles[number] - middles[1 - number])
        )
        row = _put_in_order(laid, group, turn, is_turned_surely)
        faces = sorted((face for name, face in laid.plan.piles if name.startswith(f"{seat}_")), key=points_down)
        told, agrees = _name_row(laid, row, faces)
        marks += [CardMark(mark.face, mark.quad, mark.is_named and are_owners_known) for mark in told]
        agreeing += agrees
    return NamedDirections(tuple(marks), (), tuple(agreeing))


def _guess_players_turn(laid: DirectionCandidates, group: Sequence[int], away: NDArray[np.float64]) -> float:
    """Turn of a player's cards that say nothing: their own side is below. `away`: from the other player's cards to theirs."""
    turn = mean_tilt([laid.flat[i] for i in group])
    return turn + math.pi if away @ axes_at_turn(turn)[1] < 0 else turn
