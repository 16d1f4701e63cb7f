"""Direction cards of which no picture is known: told by how they lie, as the rulebooks have it.

Whatever has the outline of a card is looked at. On one plane all cards are of one size; printed frames within their edges are seen through,
for the outermost outline that all of them share is the edge. Those that lie in a column, or in each player's row, are the direction cards;
a card apart from them is a draw pile. Which end of a column is its top nobody can see: the first card tells, which is laid to the right.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from vision.bare.arrangement import Corners, Plan, tilted_by
from vision.bare.backs import draw_piles
from vision.bare.looks import tint, unlike, yellow
from vision.bare.marks import Mark
from vision.bare.one_size import few_of_one_size, of_one_size
from vision.cards.candidates import candidates
from vision.cards.outlines import blobs_of, fit_edges
from vision.cards.topcard import FINE_WIDTH, Candidate, outline_fits
from vision.plane.by_cards import Plane, plane_of
from vision.plane.homography import project
from vision.plane.quads import UNIT, Quad, cut_out, drawn_to, turned
from vision.types import BACK, Face, Image

CLEAR, SHARP = 0.8, 0.95
"""Score from which an outline may be a card's, and from which it is one where the print of a table beside cards makes larger ones of the
clear ones, which agree on nothing."""
SNAP = 0.02
"""How far from where its edge should be a card's edge is looked for, in its size."""
INSETS = np.arange(-1.5, 6.1, 0.25)
"""Millimetres by which a card's edge may lie outside the outline that was found."""
WORTH = 0.8
"""Part of the best fit from which an outline farther out is the edge."""
ASKEW = math.radians(9)
"""How much direction cards of one column are turned against one another, at most."""
ASIDE, APART = 0.45, (0.97, 1.75)
"""How far off their line they lie, in widths of a card; and from one to the next, in heights (of a row, in widths: twice as far)."""
ROW = (1.7, 3.6)
MOST_WAYS = 3
"""Ways to choose the direction cards among cards of one size that are looked at."""
UNLIKE = 4.0
"""What weighs that the cards of one player differ in colour, against lying crooked."""


@dataclass(frozen=True, slots=True, eq=False)
class Strangers:
    """`marks`: direction cards and backs as they are believed to be named, `other`: the same if the column is to be read from its other end,
    nothing where that changes nothing. `sure`: they were read, or can lie in one way only. `agreeing`: how far what was read on each
    direction card agrees with that, -1 to 1; 0 where nothing could be read."""

    marks: tuple[Mark, ...]
    other: tuple[Mark, ...]
    sure: bool
    agreeing: tuple[float, ...]

    @property
    def read(self) -> float:
        """How far what was read agrees with this, -1 to 1."""
        return sum(self.agreeing) / len(self.agreeing)

    @property
    def legible(self) -> bool:
        """Was every one of the direction cards read as what it is believed to be, more or less? No back passes for one then."""
        return self.read >= LEGIBLE and min(self.agreeing) >= HINTED


LEGIBLE, HINTED = 0.4, 0.25
"""How far what was read on direction cards agrees with what they are, on the whole and each, from which they are read."""
Named = Callable[[Image], tuple[float, float]]
"""How likely the direction card on a crop, either way up, points up, and down: (0, 0) where that cannot be read."""
TELLING = 0.5
"""By how much the cards of a column, taken together, must speak for one of its ends, and none of them so much for the other."""


def unread(crop: Image) -> tuple[float, float]:
    """Nobody can read direction cards."""
    return 0.0, 0.0


def strangers(image: Image, plan: Plan, named: Named, thorough: bool = True) -> Strangers | None:
    """The direction cards in a picture (H, W, 3) uint8 BGR of a table on which nothing else was laid yet; None where they are not seen.
    `thorough`: as of `ways`."""
    return next(ways(image, plan, named, thorough), None)


def ways(image: Image, plan: Plan, named: Named, thorough: bool = False) -> Iterator[Strangers]:
    """The ways in which what lies there can be the direction cards, likeliest first: what was read, then what most cards agree with. What
    differs from the table in nothing but its colour, and then what no lens that is likely would show so, is looked for where nothing else
    is seen; the latter must be read. `thorough`: each choice of a few cards is tried then, which takes seconds."""
    told = list[Strangers]()
    for by_colour in (False, True):
        blobs = blobs_of(image, by_colour=by_colour)
        clear = [card for card in candidates(image, plan.card_mm[0] / plan.card_mm[1], blobs=blobs) if card.score >= CLEAR]
        sharp = [card for card in clear if card.score >= SHARP]
        anyhow = [card for card in candidates(image, blobs=blobs) if card.score >= CLEAR]
        quads = [card.quad for card in anyhow]
        for cards in (clear, sharp) if len(sharp) < len(clear) else (clear,):
            for seen in _ways(image, plan, named, of_one_size(image, plan, cards), quads):
                told.append(seen)
                if seen.legible:
                    yield seen
            if told and (named is unread or any(seen.legible for seen in told)):
                break
        if told:
            break
    for choose in () if told else (of_one_size, few_of_one_size) if thorough else (of_one_size,):
        for seen in _ways(image, plan, named, choose(image, plan, anyhow), quads):
            if seen.legible:
                told.append(seen)
                yield seen
        if told:
            break
    yield from sorted((seen for seen in told if not seen.legible), key=lambda seen: -max(0.0, round(sum(seen.agreeing))))


def _ways(
    image: Image, plan: Plan, named: Named, chosen: Sequence[tuple[list[Quad], Plane]], anyhow: Sequence[Quad]
) -> Iterator[Strangers]:
    """The same, among these cards on these planes. `anyhow`: outlines of whatever shape, as an unknown lens would have it."""
    for cards, plane in chosen:
        for groups in _groups(_flat(cards, plane), plan, [tint(image, quad) for quad in cards])[:MOST_WAYS]:
            seen = _strangers(image, plan, named, cards, plane, groups, anyhow)
            if seen is not None:
                yield seen


def _strangers(
    image: Image,
    plan: Plan,
    named: Named,
    seen: list[Quad],
    about: Plane,
    groups: Sequence[tuple[int, ...]],
    outlines: Sequence[Quad],
) -> Strangers | None:
    """The direction cards, if they are these groups of the cards. `outlines`: of all that may be a draw pile."""
    taken = [number for group in groups for number in group]
    measured = _measured(image, seen, taken, about, plan.card_mm)
    if measured is None:
        return None
    quads, plane = measured
    flat = _flat(quads, plane)
    backs = [Mark(BACK, quad) for quad in draw_piles(image, plan, [quads[i] for i in taken], plane, outlines)]
    if len(groups) > 1:
        return _of_players(image, plan, quads, flat, groups, backs, named)
    return _of_column(image, plan, quads, flat, groups[0], backs, named)


# --- cards of one size on one plane ----------------------------------------------------------------------------------


def _flat(quads: Sequence[Quad], plane: Plane) -> list[Corners]:
    return [project(quad, plane.to_mm) for quad in quads]


def _measured(
    image: Image, quads: Sequence[Quad], taken: Sequence[int], plane: Plane, card_mm: tuple[float, float]
) -> tuple[list[Quad], Plane] | None:
    """The quads with those that are direction cards drawn to their edges, and the plane that these tell: a pile is higher than a card,
    and seems larger. `taken`: which are direction cards; `plane`: about."""
    cards = [quads[i] for i in taken]
    level = [_of_size(quad, plane, card_mm) for quad in cards]
    edged = [fit.quad for fit in fit_edges(image, np.stack(_to_edges(image, level, card_mm)).astype(np.float32), SNAP)]
    picture = (image.shape[0], image.shape[1])
    ways = [way for way in (edged, level, cards) if len(way) == len(cards)]
    planes = [(way, found) for way in ways if (found := plane_of(way, card_mm, picture)) is not None]
    if not planes:
        return None
    best, plane = planes[0]
    drawn = dict(zip(taken, best, strict=True))
    return [drawn.get(i, quad) for i, quad in enumerate(quads)], plane


def _of_size(quad: Quad, plane: Plane, card_mm: tuple[float, float]) -> Quad:
    """A card of the right size that lies where this one lies, whichever of its outlines was found."""
    flat = project(quad, plane.to_mm)
    turn, (width, height) = tilted_by([flat]), card_mm
    if math.cos(_own_turn(flat) - turn) < 0:
        turn += math.pi
    across, down = np.array([math.cos(turn), math.sin(turn)]), np.array([-math.sin(turn), math.cos(turn)])
    corners = [
        flat.mean(axis=0) + x * width / 2 * across + y * height / 2 * down for x, y in ((-1, -1), (1, -1), (1, 1), (-1, 1))
    ]
    return project(corners, np.asarray(np.linalg.inv(plane.to_mm), np.float64)).astype(np.float32)


def _to_edges(image: Image, quads: Sequence[Quad], card_mm: tuple[float, float]) -> list[Quad]:
    """The quads drawn out to the edges of the cards, where frames printed on them were found."""
    height = round(FINE_WIDTH * card_mm[1] / card_mm[0])
    margin, px_per_mm = 0.22, FINE_WIDTH / card_mm[0]
    pad = margin * FINE_WIDTH
    size = (round(FINE_WIDTH + 2 * pad), round(height + 2 * pad))
    grown = UNIT + (UNIT - 0.5) * np.array([2 * margin, 2 * pad / height], np.float32)
    here = np.array([[pad, pad], [pad + FINE_WIDTH, pad], [pad + FINE_WIDTH, pad + height], [pad, pad + height]], np.float32)
    fits = np.zeros(len(INSETS))
    crops = [cut_out(image, drawn_to(quad, grown), size) for quad in quads]
    for number, inset in enumerate(INSETS.tolist()):
        card = (FINE_WIDTH + 2 * inset * px_per_mm, height + 2 * inset * px_per_mm)
        fits[number] = float(np.median([outline_fits(crop, card, [Candidate(here, 1.0)])[0] for crop in crops]))
    peaks = [i for i in range(1, len(fits) - 1) if fits[i] >= fits[i - 1] and fits[i] >= fits[i + 1]]
    worth = [i for i in peaks if fits[i] >= WORTH * fits.max()]
    inset = float(INSETS[max(worth)]) if worth else 0.0
    out = UNIT + (UNIT - 0.5) * 2 * np.array([inset / card_mm[0], inset / card_mm[1]], np.float32)
    return [drawn_to(quad, out) for quad in quads]


# --- how they lie ----------------------------------------------------------------------------------------------------


def _groups(flat: Sequence[Corners], plan: Plan, tints: Sequence[NDArray[np.float64]]) -> list[list[tuple[int, ...]]]:
    """The cards of the column, or of each player's row, first to last along it: each way to choose them, straightest first. `tints`: of each
    card; those of one player are alike."""
    owners = {name.partition("_")[0] for name, _ in plan.piles if "_" in name}
    if not owners:
        return [[column] for _, column in _lines(flat, len(plan.piles), 1, APART)]
    many = len(plan.piles) // len(owners)
    rows = _lines(flat, many, 0, ROW) + _lines(flat, many, 1, APART)
    rows = [(cost + UNLIKE * unlike([tints[i] for i in row]), row) for cost, row in rows]
    pairs = [
        (one + other, [first, second]) for (one, first), (other, second) in combinations(rows, 2) if not {*first} & {*second}
    ]
    pairs = [(cost + UNLIKE * _unlike_backs(plan, tints, taken), taken) for cost, taken in pairs]
    return [rows for _, rows in sorted(pairs)]


def _unlike_backs(plan: Plan, tints: Sequence[NDArray[np.float64]], rows: Sequence[tuple[int, ...]]) -> float:
    """How unlike the draw piles are, if these are the direction cards: they have one back."""
    left = [tint for number, tint in enumerate(tints) if not any(number in row for row in rows)]
    return min((unlike(backs) for backs in combinations(left, len(plan.draws))), default=0.0)


def _lines(flat: Sequence[Corners], many: int, axis: int, steps: tuple[float, float]) -> list[tuple[float, tuple[int, ...]]]:
    """So many cards, turned alike, one after the other along an axis of theirs: 0 to the right, 1 downward; each with how far from
    straight and even they lie, straightest first."""
    found: list[tuple[float, tuple[int, ...]]] = []
    size = (
        [float(np.linalg.norm(flat[0][1] - flat[0][0])), float(np.linalg.norm(flat[0][3] - flat[0][0]))] if flat else [1.0, 1.0]
    )
    for numbers in combinations(range(len(flat)), many):
        cards = [flat[i] for i in numbers]
        turn = tilted_by(cards)
        if any(abs((2 * (_turn(card) - turn) + math.pi) % (2 * math.pi) - math.pi) > 2 * ASKEW for card in cards):
            continue
        across, down = np.array([math.cos(turn), math.sin(turn)]), np.array([-math.sin(turn), math.cos(turn)])
        middles = np.array([card.mean(axis=0) for card in cards])
        along, aside = (middles @ across, middles @ down) if axis == 0 else (middles @ down, middles @ across)
        order = np.argsort(along)
        gaps = np.diff(along[order]) / size[axis]
        off = float(np.abs(aside - aside.mean()).max()) / size[0]
        if off <= ASIDE and gaps.min() >= steps[0] and gaps.max() <= steps[1]:
            found.append((off + float(np.ptp(gaps)), tuple(numbers[i] for i in order)))
    return sorted(found)


def _turn(card: Corners) -> float:
    return tilted_by([card])


# --- which is which --------------------------------------------------------------------------------------------------


def _of_column(
    image: Image,
    plan: Plan,
    quads: Sequence[Quad],
    flat: Sequence[Corners],
    column: tuple[int, ...],
    backs: Sequence[Mark],
    named: Named,
) -> Strangers:
    """One column for all: its top is where the first of the plan lies."""
    turn = tilted_by([flat[i] for i in column])
    upright = [_facing(quads[i], flat[i], turn) for i in column]
    faces = [face for _, face in plan.piles]
    read = [_read(image, quad, named) for quad in upright]
    ways = _agreeing(faces, read), _agreeing(faces, read[::-1])
    marks = (*(Mark(face, quad) for face, quad in zip(faces, upright, strict=True)), *backs)
    other = (*(Mark(face, turned(quad)) for face, quad in zip(faces, upright[::-1], strict=True)), *backs)
    if sum(ways[1]) > sum(ways[0]):
        marks, other = other, marks
    best = max(ways, key=sum)
    return Strangers(marks, other, abs(sum(ways[0]) - sum(ways[1])) >= TELLING and min(best) > -TELLING, best)


def _agreeing(faces: Sequence[Face], read: Sequence[tuple[float, float]]) -> tuple[float, ...]:
    """How far what was read on each card agrees with its being this face, -1 to 1."""
    return tuple(down - up if _points_down(face) else up - down for face, (up, down) in zip(faces, read, strict=True))


def _points_down(face: Face) -> bool:
    """Does the pile beside this direction card descend?"""
    return "up" not in face.split(":")


def _read(image: Image, quad: Quad, named: Named) -> tuple[float, float]:
    """How likely this card points up, and down, looked at both ways up."""
    (up, down), (up_too, down_too) = (named(cut_out(image, way, (200, 280))) for way in (quad, turned(quad)))
    return (up + up_too) / 2, (down + down_too) / 2


def _of_players(
    image: Image,
    plan: Plan,
    quads: Sequence[Quad],
    flat: Sequence[Corners],
    groups: Sequence[tuple[int, ...]],
    backs: Sequence[Mark],
    named: Named,
) -> Strangers:
    """A row or a column before each of two players, who sit opposite: each reads his own from the left, or from the top, the ascending one
    first unless they are read otherwise. Gold is the yellower."""
    middles = [np.mean([flat[i].mean(axis=0) for i in group], axis=0) for group in groups]
    owners = sorted(range(2), key=lambda number: yellow(image, [quads[i] for i in groups[number]]))
    marks, agreeing = list[Mark](), list[float]()
    for number, seat in zip(owners, ("s", "g"), strict=True):
        cards = [flat[i] for i in groups[number]]
        turn, away = tilted_by(cards), middles[number] - middles[1 - number]
        if away @ np.array([-math.sin(turn), math.cos(turn)]) < 0:  # his own side is below
            turn += math.pi
        along = _along([card.mean(axis=0) for card in cards], turn)
        order = sorted(groups[number], key=lambda i: float(flat[i].mean(axis=0) @ along))
        row = [_facing(quads[i], flat[i], turn) for i in order]
        faces = sorted((face for name, face in plan.piles if name.startswith(f"{seat}_")), key=_points_down)
        read = [_read(image, quad, named) for quad in row]
        ways = _agreeing(faces, read), _agreeing(faces, read[::-1])
        if sum(ways[1]) - sum(ways[0]) >= TELLING:
            row, ways = row[::-1], ways[::-1]
        marks += [Mark(face, quad) for face, quad in zip(faces, row, strict=True)]
        agreeing += ways[0]
    return Strangers((*marks, *backs), (), False, tuple(agreeing))


def _along(middles: Sequence[NDArray[np.float64]], turn: float) -> NDArray[np.float64]:
    """Which way a player reads his direction cards, which he sees turned by `turn`: from left to right where they lie in a row, else down."""
    ways = np.array([[math.cos(turn), math.sin(turn)], [-math.sin(turn), math.cos(turn)]])
    return np.asarray(ways[int(np.abs(np.ptp(middles @ ways.T, axis=0)).argmax())])


def _facing(quad: Quad, flat: NDArray[np.float64], turn: float) -> Quad:
    """The quad that begins at the corner which is top left for who looks at the cards turned by `turn`."""
    return quad if math.cos(_own_turn(flat) - turn) > 0 else turned(quad)


def _own_turn(card: Corners) -> float:
    top = (card[1] - card[0] + card[2] - card[3]) / 2
    return math.atan2(top[1], top[0])
