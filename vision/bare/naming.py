"""Which direction card is which, told by how they lie and by what is read on them.

Which end of a column is its top nobody can see: several of its cards must say so, else the first card tells, which is laid to the right.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from vision.bare.arrangement import BarePlan, Corners, axes_at_turn, mean_tilt
from vision.bare.card_edges import own_turn
from vision.bare.looks import measure_yellowness
from vision.bare.marks import CardMark
from vision.plane.quads import Quad, cut_out, turn_half
from vision.types import Face, Image

LEGIBLE, HINTED = 0.4, 0.25
"""How far what was read on direction cards agrees with what they are, on the whole and each, from which they are read."""
DirectionReader = Callable[[Image], tuple[float, float]]
"""How likely the direction card on a crop, either way up, points up, and down: (0, 0) where that cannot be read."""
TELLING = 0.5
"""By how much the cards of a column, taken together, must speak for one of its ends, and none of them so much for the other."""
SEVERAL = 2
"""Cards of a column of which each must speak for an end of it: a single one may have been misread."""


@dataclass(frozen=True, slots=True, eq=False)
class NamedDirections:
    """Direction cards and backs with the names they are believed to have."""

    marks: tuple[CardMark, ...]  # likeliest naming
    other: tuple[CardMark, ...]  # naming if the column is read from its other end, () where nothing changes
    sure: bool  # the cards were read, or can lie in one way only
    agreeing: tuple[float, ...]  # for each direction card, -1 to 1: how far the reading agrees with the name, 0 for unreadable
    rare: float = 0.0  # how rare the cards look in the picture (`Cloth.measure_rarity`)

    @property
    def mean_agreement(self) -> float:
        """How far what was read agrees with this, -1 to 1."""
        return sum(self.agreeing) / len(self.agreeing)

    @property
    def is_legible(self) -> bool:
        """Was every one of the direction cards read as what it is believed to be, more or less? No back passes for one then."""
        return self.mean_agreement >= LEGIBLE and min(self.agreeing) >= HINTED

    @property
    def is_hinted(self) -> bool:
        """Was something read on each, whatever it was, or so much on some that it is known which is which?"""
        return self.sure or min(map(abs, self.agreeing)) >= HINTED


@dataclass(frozen=True, slots=True, eq=False)
class DirectionCandidates:
    """Cards that may be direction cards."""

    image: Image
    plan: BarePlan
    quads: Sequence[Quad]  # in the picture
    flat: Sequence[Corners]  # (4, 2) millimetres each, on the table
    direction_reader: DirectionReader


def read_no_direction(crop: Image) -> tuple[float, float]:
    """Nobody can read direction cards."""
    return 0.0, 0.0


def name_by_position(laid: DirectionCandidates, groups: Sequence[tuple[int, ...]]) -> NamedDirections:
    """The direction cards, which are these groups of the cards: one column for all, or a row or a column of each player."""
    return _name_player_rows(laid, groups) if len(groups) > 1 else _name_column(laid, groups[0])


def _name_column(laid: DirectionCandidates, column: tuple[int, ...]) -> NamedDirections:
    """One column for all: its top is where the first of the plan lies."""
    flat = laid.flat
    turn = mean_tilt([flat[i] for i in column])
    _, down = axes_at_turn(turn)  # of cards that lie a quarter turned either way may be down
    column = tuple(sorted(column, key=lambda i: float(flat[i].mean(axis=0) @ down)))
    upright = [_turn_towards_reader(laid.quads[i], flat[i], turn) for i in column]
    faces = [face for _, face in laid.plan.piles]
    read = [read_direction(laid.image, quad, laid.direction_reader) for quad in upright]
    ways = _agreement_with_faces(faces, read), _agreement_with_faces(faces, read[::-1])
    marks = tuple(CardMark(face, quad) for face, quad in zip(faces, upright, strict=True))
    other = tuple(CardMark(face, turn_half(quad)) for face, quad in zip(faces, upright[::-1], strict=True))
    if sum(ways[1]) > sum(ways[0]):
        marks, other = other, marks
    best = max(ways, key=sum)
    told = sum(one >= HINTED for one in best) >= SEVERAL and min(best) > -TELLING
    return NamedDirections(marks, other, told and abs(sum(ways[0]) - sum(ways[1])) >= TELLING, best)


def _agreement_with_faces(faces: Sequence[Face], read: Sequence[tuple[float, float]]) -> tuple[float, ...]:
    """How far what was read on each card agrees with its being this face, -1 to 1."""
    return tuple(down - up if _points_down(face) else up - down for face, (up, down) in zip(faces, read, strict=True))


def _points_down(face: Face) -> bool:
    """Does the pile beside this direction card descend?"""
    return "up" not in face.split(":")


def read_direction(image: Image, quad: Quad, named: DirectionReader) -> tuple[float, float]:
    """How likely this card points up, and down, looked at both ways up."""
    (up, down), (up_too, down_too) = (named(cut_out(image, way, (200, 280))) for way in (quad, turn_half(quad)))
    return (up + up_too) / 2, (down + down_too) / 2


def _name_player_rows(laid: DirectionCandidates, groups: Sequence[tuple[int, ...]]) -> NamedDirections:
    """A row or a column before each of two players, who sit opposite: each reads his own from the left, or from the top, the ascending one
    first unless they are read otherwise. Gold is the yellower."""
    flat = laid.flat
    middles = [np.mean([flat[i].mean(axis=0) for i in group], axis=0) for group in groups]
    owners = sorted(range(2), key=lambda number: measure_yellowness(laid.image, [laid.quads[i] for i in groups[number]]))
    marks, agreeing = list[CardMark](), list[float]()
    for number, seat in zip(owners, ("s", "g"), strict=True):
        cards = [flat[i] for i in groups[number]]
        turn, away = mean_tilt(cards), middles[number] - middles[1 - number]
        if away @ axes_at_turn(turn)[1] < 0:  # his own side is below
            turn += math.pi
        along = _player_reading_axis([card.mean(axis=0) for card in cards], turn)
        order = sorted(groups[number], key=lambda i: float(flat[i].mean(axis=0) @ along))
        row = [_turn_towards_reader(laid.quads[i], flat[i], turn) for i in order]
        faces = sorted((face for name, face in laid.plan.piles if name.startswith(f"{seat}_")), key=_points_down)
        read = [read_direction(laid.image, quad, laid.direction_reader) for quad in row]
        ways = _agreement_with_faces(faces, read), _agreement_with_faces(faces, read[::-1])
        if sum(ways[1]) - sum(ways[0]) >= TELLING:
            row, ways = row[::-1], ways[::-1]
        marks += [CardMark(face, quad) for face, quad in zip(faces, row, strict=True)]
        agreeing += ways[0]
    return NamedDirections(tuple(marks), (), False, tuple(agreeing))


def _player_reading_axis(middles: Sequence[NDArray[np.float64]], turn: float) -> NDArray[np.float64]:
    """Which way a player reads his direction cards, which he sees turned by `turn`: from left to right where they lie in a row, else down."""
    ways = axes_at_turn(turn)
    return np.asarray(ways[int(np.abs(np.ptp(middles @ ways.T, axis=0)).argmax())])


def _turn_towards_reader(quad: Quad, flat: NDArray[np.float64], turn: float) -> Quad:
    """The quad that begins at the corner which is top left for who looks at the cards turned by `turn`."""
    return quad if math.cos(own_turn(flat) - turn) > 0 else turn_half(quad)
