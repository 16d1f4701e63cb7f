"""The names of direction cards, by position and by what is read on each.

Nobody can see which end of a column is the top. Several cards of the column must say so; otherwise the first laid card tells, always
right of a direction card.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from vision.bare.arrangement import BarePlan, Corners, axes_at_turn, mean_tilt, measure_turn
from vision.bare.looks import measure_yellowness
from vision.bare.marks import CardMark
from vision.plane.quads import Quad, cut_out, turn_half
from vision.types import Face, Image


@dataclass(frozen=True, slots=True)
class NamingLimits:
    """How well direction cards must be read. Agreement: -1 to 1, of the reading with the name."""

    min_agreement: float = 0.25  # of each card, and summed by which a column speaks for one end; guess
    min_speaking_cards: int = 2  # of a column for one end: a single card may have been misread; guess


NAMING = NamingLimits()

DirectionReader = Callable[[Image], tuple[float, float]]
"""How likely the direction card on a crop, either way up, points up, and down: (0, 0) where that cannot be read."""


@dataclass(frozen=True, slots=True, eq=False)
class NamedDirections:
    """Direction cards and backs with the names they are believed to have."""

    marks: tuple[CardMark, ...]  # likeliest naming
    other: tuple[CardMark, ...]  # naming if the column is read from its other end, () where nothing changes
    sure: bool  # the cards were read, or can lie in one way only
    agreeing: tuple[float, ...]  # for each direction card, -1 to 1: how far the reading agrees with the name, 0 for unreadable
    rare: float = 0.0  # how rare the cards look in the picture (`Cloth.measure_rarity`)

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
    direction_reader: DirectionReader


def read_no_direction(crop: Image) -> tuple[float, float]:
    """(0, 0): nobody can read direction cards."""
    return 0.0, 0.0


def name_by_position(laid: DirectionCandidates, groups: Sequence[tuple[int, ...]]) -> NamedDirections:
    """The named direction cards. `groups`: indices of the cards of the one column, or of each player's row or column.

    `laid`: the cards, in the picture and on the table.
    """
    return _name_player_rows(laid, groups) if len(groups) > 1 else _name_column(laid, groups[0])


def _name_column(laid: DirectionCandidates, column: tuple[int, ...]) -> NamedDirections:
    """Names in one column for all: the top is where the plan's first card lies. Where the reading prefers the other end,
    both namings change places. `column`: indices of the cards."""
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
    told = sum(one >= NAMING.min_agreement for one in best) >= NAMING.min_speaking_cards and min(best) > -NAMING.min_agreement
    return NamedDirections(marks, other, told and abs(sum(ways[0]) - sum(ways[1])) >= NAMING.min_agreement, best)


def _agreement_with_faces(faces: Sequence[Face], read: Sequence[tuple[float, float]]) -> tuple[float, ...]:
    """Agreement of each reading with each face, -1 to 1."""
    return tuple(down - up if _points_down(face) else up - down for face, (up, down) in zip(faces, read, strict=True))


def _points_down(face: Face) -> bool:
    """True if the pile beside this direction card descends."""
    return "up" not in face.split(":")


def read_direction(image: Image, quad: Quad, named: DirectionReader) -> tuple[float, float]:
    """Chance that the card points up, and down, the mean of looks both ways up. `named`: reads a crop."""
    (up, down), (up_too, down_too) = (named(cut_out(image, way, (200, 280))) for way in (quad, turn_half(quad)))
    return (up + up_too) / 2, (down + down_too) / 2


def _name_player_rows(laid: DirectionCandidates, groups: Sequence[tuple[int, ...]]) -> NamedDirections:
    """Names in a row or column before each of two players sitting opposite.

    Players read their own cards from the left, or from the top, the ascending card first unless read otherwise. Gold is the
    yellower row. Never sure. `groups`: indices of the cards of both rows.
    """
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
        if sum(ways[1]) - sum(ways[0]) >= NAMING.min_agreement:
            row, ways = row[::-1], ways[::-1]
        marks += [CardMark(face, quad) for face, quad in zip(faces, row, strict=True)]
        agreeing += ways[0]
    return NamedDirections(tuple(marks), (), False, tuple(agreeing))


def _player_reading_axis(middles: Sequence[NDArray[np.float64]], turn: float) -> NDArray[np.float64]:
    """(2,) direction in which players read their cards, seen turned by `turn`: left to right in a row, else down. `middles`: of
    the cards."""
    ways = axes_at_turn(turn)
    return np.asarray(ways[int(np.abs(np.ptp(middles @ ways.T, axis=0)).argmax())])


def _turn_towards_reader(quad: Quad, flat: NDArray[np.float64], turn: float) -> Quad:
    """The quad beginning at the top left corner for a reader of cards turned by `turn`."""
    return quad if math.cos(measure_turn(flat) - turn) > 0 else turn_half(quad)
