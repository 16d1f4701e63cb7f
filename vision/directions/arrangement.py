"""Which pile is where: from the seen direction cards and backs to the places of piles, as the rulebooks lay them.

Frame of reference: millimetres on the table, upright with the cards and the zones; y grows towards the bottom of the picture.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from vision.board.places import EnrolledBoard
from vision.board.view import BoardReader
from vision.directions.marks import CardMark
from vision.directions.places import Point, separate_places
from vision.place.fiducials import Registration
from vision.place.layout import Layout, Zone
from vision.plane.by_cards import TablePlane, fit_card_plane
from vision.plane.homography import Homography, corners_of, project
from vision.plane.quads import Quad
from vision.types import BACK, Face

Corners = NDArray[np.float64]
"""(4, 2) millimetres: corners of a card, clockwise from its own top left."""


@dataclass(frozen=True, slots=True)
class BarePlan:
    """What is to be found on a bare table."""

    piles: tuple[tuple[str, Face], ...]  # name and face of the direction card, in the order of a column
    draws: tuple[str, ...]  # names of the draw piles
    card_mm: tuple[float, float]  # width and height of a card
    numbers: tuple[int, int] = (
        2,
        99,
    )  # lowest and highest of the deck, by the rules (TG-01): an ascending pile begins low, a descending pile high

    @property
    def direction_faces(self) -> dict[Face, int]:
        """The direction cards, and the number of each."""
        faces = [face for _, face in self.piles]
        return {face: faces.count(face) for face in dict.fromkeys(faces)}

    @property
    def owners(self) -> frozenset[str]:
        """First parts of the names of piles that belong to one player; empty where all share the piles."""
        return frozenset(name.partition("_")[0] for name, _ in self.piles if "_" in name)

    @property
    def faces_to_find(self) -> dict[Face, int]:
        """The direction cards and backs, and the number of each."""
        return {**self.direction_faces, BACK: len(self.draws)}


@dataclass(frozen=True, slots=True, eq=False)
class Arrangement:
    """Where everything lies on a bare table."""

    layout: Layout  # zones of the piles, millimetres
    registration: Registration  # layout to picture pixels
    middles: Mapping[str, Point]  # of each pile
    directions: Mapping[str, Corners]  # direction card of each pile, by the pile's name
    draws: Mapping[str, Corners]  # backs of the draw piles
    still: tuple[Corners, ...] = ()  # corners of everything else that lies still
    board: EnrolledBoard | None = None  # empty look of the board, if there is one
    reader: BoardReader | None = None  # of the board, if another than expected
    unnamed: frozenset[str] = frozenset()  # piles whose names were only guessed, by the order of their direction cards


def arrange_marks(
    marks: Sequence[CardMark], plan: BarePlan, picture: tuple[int, int], *, are_backs_told: bool = False
) -> Arrangement | None:
    """The arrangement made by these marks. None while a direction card is missing, and where the marks do not lie on one
    plane. `picture`: (height, width) in pixels. `are_backs_told`: no card passes for a back, wherever it lies. Draw piles may be
    missing."""
    directions = {face: [mark for mark in marks if mark.face == face][:many] for face, many in plan.direction_faces.items()}
    if any(len(directions[face]) < many for face, many in plan.direction_faces.items()):
        return None
    cards = [mark.quad for found in directions.values() for mark in found]
    plane = fit_card_plane(cards, plan.card_mm, picture)
    if plane is None:
        return None
    to_mm = _turn_plane_upright(plane, mean_tilt([project(quad, plane.to_mm) for quad in cards]), picture)
    on_table = [(project(mark.quad, to_mm), mark) for found in directions.values() for mark in found]
    guessed = {id(card) for card, mark in on_table if not mark.is_named}
    flat = {face: _sort_down_column([card for card, mark in on_table if mark.face == face]) for face in directions}
    named = {name: flat[face].pop(0) for name, face in plan.piles}
    backs = [project(mark.quad, to_mm) for mark in marks if mark.face == BACK]
    laid_out = _lay_out_piles(named, _assign_draw_piles(plan, backs, named), to_mm, plan, are_backs_told)
    return replace(laid_out, unnamed=frozenset(name for name, card in named.items() if id(card) in guessed))


def arrange_without_directions(
    backs: Sequence[Quad],
    cards: Sequence[Quad],
    plan: BarePlan,
    picture: tuple[int, int],
    things: Sequence[Quad] = (),
) -> Arrangement | None:
    """The arrangement of a table without direction cards: only draw piles, on the plane that backs and laid cards tell. None without
    any of them, and where they do not lie on one plane. Cards were read, and backs only guessed, likeliest first: where cards were
    read, backs that do not lie on their plane are none. `picture`: (height, width) in pixels. `things`: what else may be backs where
    cards were read, if as many lie on their plane as are missing still."""
    if cards:
        backs = _choose_backs(backs, cards, plan, picture)
        others = [one for one in things if fit_card_plane([*cards, *backs, one], plan.card_mm, picture) is not None]
        if len(backs) + len(others) == len(plan.draws) and fit_card_plane([*cards, *backs, *others], plan.card_mm, picture):
            backs += others
    else:
        backs = backs[: len(plan.draws)]
    seen = [*cards, *backs]
    plane = fit_card_plane(seen, plan.card_mm, picture)
    if plane is None:
        return None
    to_mm = _turn_plane_upright(plane, _mean_quarter_tilt([project(quad, plane.to_mm) for quad in seen]), picture)
    corners = [project(back, to_mm) for back in backs]
    draws = dict(zip(plan.draws, corners, strict=False))
    middles = {name: _to_point(card.mean(axis=0)) for name, card in draws.items()}
    sizes = {name: draw_place_size(card) for name, card in draws.items()}
    lying = tuple(project(card, to_mm) for card in cards)
    found = build_arrangement(middles, sizes, {}, draws, to_mm, plan, still=lying)
    return replace(found, still=(), unnamed=frozenset(name for name, _ in plan.piles))


def _choose_backs(backs: Sequence[Quad], cards: Sequence[Quad], plan: BarePlan, picture: tuple[int, int]) -> list[Quad]:
    """The likeliest of the backs that lie on the plane of cards that were read, as many as there are draw piles at most."""
    chosen = list[Quad]()
    for back in backs:
        if len(chosen) < len(plan.draws) and fit_card_plane([*cards, *chosen, back], plan.card_mm, picture) is not None:
            chosen.append(back)
    return chosen


def move_into_frame(first: Arrangement, other: Arrangement) -> Arrangement:
    """The other arrangement of the same cards, in the millimetres of the first. Board, reader and other still things are
    left out."""
    onto = np.linalg.inv(first.registration.to_picture) @ other.registration.to_picture

    def moved(points: NDArray[np.float64]) -> NDArray[np.float64]:
        """(n, 2) points in the millimetres of the first arrangement."""
        return project(points, onto)

    middles = {name: _to_point(moved(np.array([at]))[0]) for name, at in other.middles.items()}
    zones = tuple(
        replace(zone, rect_mm=(*(moved(corners_of(zone.rect_mm)).min(axis=0)).tolist(), *zone.rect_mm[2:]))
        for zone in other.layout.zones
    )
    layout = replace(first.layout, zones=zones)
    directions = {name: moved(card) for name, card in other.directions.items()}
    draws = {name: moved(card) for name, card in other.draws.items()}
    return Arrangement(layout, first.registration, middles, directions, draws, unnamed=other.unnamed)


def _turn_plane_upright(plane: TablePlane, tilt: float, picture: tuple[int, int]) -> Homography:
    """Picture pixels to millimetres with what is turned by `tilt` (radians clockwise on the plane) upright or upside down and the
    picture's bottom below. `picture`: height and width."""
    to_mm = _rotation_matrix(-tilt) @ plane.to_mm
    height, width = picture
    (_, top), (_, bottom) = project([(width / 2, 0.4 * height), (width / 2, 0.6 * height)], to_mm).tolist()
    (left, _), (right, _) = project([(0.4 * width, height / 2), (0.6 * width, height / 2)], to_mm).tolist()
    down = bottom - top if abs(bottom - top) > 1e-6 else right - left
    return to_mm if down > 0 else _rotation_matrix(math.pi) @ to_mm


def mean_tilt(cards: Sequence[Corners]) -> float:
    """Mean turn of cards lying alike or upside down, in radians clockwise, a quarter turn either way at most."""
    turns = [2 * measure_turn(card) for card in cards]
    return 0.5 * math.atan2(sum(map(math.sin, turns)), sum(map(math.cos, turns)))


def _mean_quarter_tilt(cards: Sequence[Corners]) -> float:
    """Mean turn of cards that lie straight or crosswise to one another, radians clockwise: of the first, with the others' share."""
    first = measure_turn(cards[0])
    return first + sum(measure_quarter_off(measure_turn(card) - first) for card in cards) / len(cards)


def measure_quarter_off(turn: float) -> float:
    """A turn less the nearest quarter turn, radians: cards may lie straight or crosswise."""
    return (turn + math.pi / 4) % (math.pi / 2) - math.pi / 4


def axes_at_turn(turn: float) -> NDArray[np.float64]:
    """(2, 2) unit directions to the right and down on something turned by `turn`, radians clockwise."""
    return np.array([[math.cos(turn), math.sin(turn)], [-math.sin(turn), math.cos(turn)]])


def measure_turn(card: Corners) -> float:
    """Turn of a card's top, radians clockwise."""
    top = (card[1] - card[0] + card[2] - card[3]) / 2
    return math.atan2(top[1], top[0])


def _rotation_matrix(radians: float) -> Homography:
    """(3, 3) rotation by so many radians, clockwise as seen."""
    cos, sin = math.cos(radians), math.sin(radians)
    return np.array([[cos, -sin, 0], [sin, cos, 0], [0, 0, 1.0]])


def _sort_down_column(cards: Sequence[Corners]) -> list[Corners]:
    """Direction cards from the top of their column down, as their reader sees the cards. Cards in one line come from left to
    right. (4, 2) millimetres each."""
    if not cards:
        return []
    turn = math.atan2(sum(math.sin(measure_turn(card)) for card in cards), sum(math.cos(measure_turn(card)) for card in cards))
    right, down = axes_at_turn(turn)
    lines = list[list[Corners]]()
    for card in sorted(cards, key=lambda card: float(card.mean(axis=0) @ down)):
        height = float(np.linalg.norm(card[3] - card[0]))
        if lines and float((card - lines[-1][0]).mean(axis=0) @ down) < height / 2:
            lines[-1].append(card)
        else:
            lines.append([card])
    return [card for line in lines for card in sorted(line, key=lambda card: float(card.mean(axis=0) @ right))]


def _assign_draw_piles(plan: BarePlan, backs: Sequence[Corners], named: Mapping[str, Corners]) -> dict[str, Corners]:
    """The draw piles by name, (4, 2) corners each; where each player has one, the pile nearest to their direction cards.
    Without enough backs some are missing. `named`: corners of the direction cards, by pile."""

    def away(name: str, back: Corners) -> float:
        """Millimetres from a back to the middle of the owner's direction cards, or of all cards without an owner."""
        own = [card for pile, card in named.items() if pile.partition("_")[0] == name.partition("_")[0]] or list(named.values())
        middle = np.mean([card.mean(axis=0) for card in own], axis=0)
        return float(np.linalg.norm(back.mean(axis=0) - middle))

    left, found = list(range(len(backs))), dict[str, Corners]()
    for _, name, number in sorted((away(name, back), name, number) for name in plan.draws for number, back in enumerate(backs)):
        if name not in found and number in left:
            found[name] = backs[number]
            left.remove(number)
    return found


def _lay_out_piles(
    named: Mapping[str, Corners], draws: Mapping[str, Corners], to_mm: Homography, plan: BarePlan, are_backs_told: bool
) -> Arrangement:
    """The arrangement with a pile beside each direction card. `named`: direction card of each pile. `draws`: back of each draw
    pile. `to_mm`: picture pixels to millimetres.

    `are_backs_told`: every back is a draw pile; else a back that lies on a pile is none.
    """
    # 14 mm beside its direction card begins a pile; guess
    middles = {name: _to_point(_point_beside_card(card, plan.card_mm[0] + 14.0)) for name, card in named.items()}

    def lies_on_pile(back: Corners) -> bool:
        """Does a back lie where a pile is, and is the first card laid there?"""
        return any(math.dist(_to_point(back.mean(axis=0)), at) < plan.card_mm[0] / 2 for at in middles.values())

    draws = {name: card for name, card in draws.items() if are_backs_told or not lies_on_pile(card)}
    middles |= {name: _to_point(card.mean(axis=0)) for name, card in draws.items()}
    sizes = dict.fromkeys(named, pile_place_size(plan.card_mm)) | {name: draw_place_size(card) for name, card in draws.items()}
    return build_arrangement(middles, sizes, named, draws, to_mm, plan)


def build_arrangement(
    middles: Mapping[str, Point],
    sizes: Mapping[str, tuple[float, float]],
    directions: Mapping[str, Corners],
    draws: Mapping[str, Corners],
    to_mm: Homography,
    plan: BarePlan,
    board: Zone | None = None,
    cells: tuple[int, int] | None = None,
    still: tuple[Corners, ...] = (),
) -> Arrangement:
    """Places of these sizes around these middles, in any millimetres, as one layout. `board`: zone of the board with `cells`
    (rows, columns), None for none. `still`: corners of other still things.

    `directions`, `draws`: (4, 2) corners of direction cards and of backs, by pile. `to_mm`: picture pixels to the same
    millimetres. In the layout everything is shifted: the origin lies beyond all places, at the rim's top left.
    """
    places = separate_places(middles, sizes)
    zones = [Zone(name, "draw" if name in plan.draws else "card", rect) for name, rect in places.items()]
    zones += [board] if board else []
    points = np.concatenate([*(corners_of(zone.rect_mm) for zone in zones), *directions.values(), *still])
    rim_mm = 60.0  # of table around all, part of the layout; guess
    low, high = points.min(axis=0) - rim_mm, points.max(axis=0) + rim_mm
    shift = np.array([[1, 0, -low[0]], [0, 1, -low[1]], [0, 0, 1.0]])
    moved = tuple(Zone(z.name, z.kind, (z.rect_mm[0] - low[0], z.rect_mm[1] - low[1], *z.rect_mm[2:])) for z in zones)
    size = (float(high[0] - low[0]), float(high[1] - low[1]))
    layout = Layout(size, moved, card_mm=plan.card_mm, board_cells=cells, loose=True)
    registration = Registration(np.asarray(np.linalg.inv(shift @ to_mm), np.float64))
    directions = {name: card - low for name, card in directions.items()}
    middles = {name: (x - float(low[0]), y - float(low[1])) for name, (x, y) in middles.items()}
    fixed = tuple(corners - low for corners in still)
    return Arrangement(layout, registration, middles, directions, {name: card - low for name, card in draws.items()}, fixed)


def pile_place_size(card_mm: tuple[float, float], turn: float = 0.0) -> tuple[float, float]:
    """Width and height, in millimetres, of the place of a pile of cards turned by `turn` radians. `card_mm`: width and height
    of a card."""
    room = (30.0, 26.0)  # wider and higher than a card, for the place follows its pile; guess
    wide, high = card_mm[0] + room[0], card_mm[1] + room[1]
    cos, sin = abs(math.cos(turn)), abs(math.sin(turn))
    return wide * cos + high * sin, wide * sin + high * cos


def _point_beside_card(card: Corners, away: float) -> NDArray[np.float64]:
    """A point `away` millimetres right of a card's middle, as its reader sees the card."""
    right, _ = axes_at_turn(measure_turn(card))
    return np.asarray(card.mean(axis=0) + away * right, np.float64)


def draw_place_size(card: Corners) -> tuple[float, float]:
    """Width and height of the place of a draw pile turned anyhow. `card`: corners of the top card, millimetres."""
    width, height = (card.max(axis=0) - card.min(axis=0) + 14.0).tolist()  # nobody lays cards on a draw pile: 14 mm; guess
    return width, height


def _to_point(point: NDArray[np.float64]) -> Point:
    x, y = point.tolist()
    return x, y
