"""Tables without a mat: direction cards as in the rulebooks, piles on the right, draw piles aside, a board with discards around;
or everything as a `LyingManner` has it.

No two seeds bring the same table: other gaps, turns, table tops, lamps, and a camera that hangs at any roll and tilts up to 35 degrees.
"""

from __future__ import annotations

import math
import random
from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from vision.drawn.art.mats import OPPOSITE_PREFIX
from vision.drawn.art.surfaces import SURFACES
from vision.drawn.art.things import THINGS
from vision.drawn.table.direction_cards import name_direction_card
from vision.drawn.table.lying import LyingManner, lay_piles
from vision.drawn.table.optics import Lens, Matrix, Pose, Projection, apply_homography
from vision.drawn.table.scene import Facing, LaidBoard, Light, Lying, TableScene, Thing
from vision.drawn.table.tossed import Strays
from vision.place.fiducials import measure_px_per_mm
from vision.place.layout import Layout, Zone
from vision.place.profile import MIN_READABLE_CARD_PX

Point = tuple[float, float]
_PICTURE = (1280, 720)  # width and height in pixels, as most cameras give; guess


def make_bare_scene(
    layout: Layout,
    seed: int,
    tops: Sequence[str] = tuple(SURFACES),
    tilt: float = 30.0,
    board: LaidBoard | None = None,
    manner: LyingManner | None = None,
) -> TableScene:
    """A table without any card yet, with the zones of `layout`, a game's mat, where they come to lie. `tops`: names of table
    tops in `SURFACES`, one is drawn by lot. `tilt`: of the camera from straight down, degrees at most. `board`: lies on the
    board zone; None = the zone stays empty. `manner`: how people lay piles; None = as the rulebook. The same `seed` gives the
    same scene."""
    dice = random.Random(f"bare {seed}")
    spots = _choose_spots(layout, dice, manner)
    placed, beside = _centre_layout(layout, spots)
    pose = _generate_pose(placed, dice, tilt)
    lens = Lens(dice.uniform(0.5, 0.9), dice.uniform(1.5, 3.0), dice.uniform(0.05, 0.15), dice.uniform(-0.003, 0.006))
    return TableScene(
        placed,
        beside=beside,
        board=board,
        light=_generate_lamp(dice),
        pose=pose,
        lens=lens,
        table=dice.choice(sorted(tops)),
        tint=_generate_tint(dice),
        mat=False,
        facings=tuple(spots.facings.items()),
        things=_scatter_things(placed, beside, pose, manner.things, random.Random(f"things {seed}")) if manner else (),
        seed=seed,
    )


def lay_before_start(scene: TableScene, cards: Sequence[tuple[str, str]], seed: int) -> TableScene:
    """The scene with cards that lie before the camera runs. `cards`: zone and face of each, in the order laid. `seed`: of the
    chance."""
    dice, strays = random.Random(f"begun {seed}"), Strays()
    for zone, face in cards:
        pile = scene.list_pile_cards(zone)
        strays, card = strays.toss_on_wandering_pile(
            dice, scene.layout, scene.layout.zone(zone), face, len(pile), 1.0, scene.get_facing(zone)
        )
        scene = scene.with_pile(zone, (*pile, card))
    return scene


def _choose_spots(layout: Layout, dice: random.Random, manner: LyingManner | None) -> _Spots:
    """What lies where: around a board, in a manner, or as the rulebook has it."""
    if layout.of_kind("board"):
        return _lay_around_board(layout, dice)
    return _lay_in_manner(layout, manner, dice) if manner else _lay_in_rows(layout, dice)


def _scatter_things(layout: Layout, beside: Sequence[Lying], pose: Pose, many: int, dice: random.Random) -> tuple[Thing, ...]:
    """So many things at most beside all piles and direction cards, some of them partly out of the picture. `pose`: of the
    camera."""
    card = 0.5 * math.hypot(*layout.card_mm)
    taken = [(one.at_mm, card) for one in beside]
    taken += [(zone.middle_mm, 0.5 * math.hypot(*zone.rect_mm[2:])) for zone in layout.zones]
    found: list[Thing] = []
    to_mm: Matrix = np.linalg.inv(Projection(pose, layout.size_mm, _PICTURE).compute_homography()).astype(np.float64)
    for _ in range(60 * many):  # tries; guess
        kind = dice.choice(sorted(THINGS))
        ((x, y),) = apply_homography(to_mm, np.array([(dice.uniform(0, _PICTURE[0]), dice.uniform(0, _PICTURE[1]))])).tolist()
        at = (x, y)
        reach = 0.5 * math.hypot(*THINGS[kind].size_mm) + 0.5 * THINGS[kind].tall_mm  # tall things lean over in the picture
        if len(found) < many and all(math.dist(at, other) > reach + far for other, far in taken):
            found.append(Thing(kind, at, dice.uniform(0.0, 360.0), dice.randrange(1000)))
            taken.append((at, reach))
    return tuple(found)


def _generate_pose(layout: Layout, dice: random.Random, tilt: float) -> Pose:
    """A camera at any roll that sees cards large enough to be read, or the best of six tries. `tilt`: from straight down,
    degrees at most."""
    poses = [
        Pose(dice.uniform(0.0, tilt), dice.uniform(0.0, 360.0), dice.uniform(52, 74), dice.uniform(0.02, 0.05))
        for _ in range(6)
    ]
    fine = [_measure_card_px(pose, layout) for pose in poses]
    return next(
        (pose for pose, px in zip(poses, fine, strict=True) if px >= MIN_READABLE_CARD_PX), poses[fine.index(max(fine))]
    )


def _measure_card_px(pose: Pose, layout: Layout) -> float:
    return measure_px_per_mm(Projection(pose, layout.size_mm, _PICTURE).compute_homography(), layout) * layout.card_mm[0]


def _generate_lamp(dice: random.Random) -> Light:
    """A lamp at any side; in one of three a pool of light."""
    pool = dice.choice((0.0, 0.0, dice.uniform(0.2, 0.5)))
    at = (dice.uniform(0.3, 0.7), dice.uniform(0.3, 0.7))
    return Light(
        dice.uniform(0.85, 1.15), dice.uniform(0.1, 0.3), dice.uniform(-180, 180), dice.uniform(-0.5, 0.6), 0.0, pool, at
    )


def _generate_tint(dice: random.Random) -> tuple[float, float, float]:
    light = dice.uniform(0.75, 1.1)
    return (light * dice.uniform(0.85, 1.12), light * dice.uniform(0.92, 1.05), light * dice.uniform(0.88, 1.1))


class _Spots:
    """What lies where, around any origin: middles of zones, and direction cards."""

    def __init__(self, layout: Layout, dice: random.Random) -> None:
        self.card, self.dice = layout.card_mm, dice
        self.zones: dict[str, Point] = {}
        self.beside: list[Lying] = []
        self.facings: dict[str, Facing] = {}

    def add_row(self, name: str, at: Point, gap: float) -> None:
        """Add a direction card at a point, and the pile on the right, as the owner sees both. `name`: of the pile. `gap`:
        millimetres between both."""
        facing = 180.0 if name.startswith(OPPOSITE_PREFIX) else 0.0
        way = -1.0 if facing else 1.0
        face = name_direction_card(name) or "back"
        off_x, off_y, turn = (self.dice.uniform(-1, 1) for _ in range(3))
        self.beside.append(Lying(face, (at[0] + 2 * off_x, at[1] + 2 * off_y), facing + 2.5 * turn))
        self.zones[name] = (at[0] + way * (self.card[0] + gap), at[1])


def _lay_in_rows(layout: Layout, dice: random.Random) -> _Spots:
    """Direction cards one beneath another; where two players have their own, in a row before each."""
    spots = _Spots(layout, dice)
    (width, height), names = layout.card_mm, [zone.name for zone in layout.of_kind("card")]
    gap, step = dice.uniform(8, 20), height + dice.uniform(8, 18)
    if not any(name.startswith(OPPOSITE_PREFIX) for name in names):
        for number, name in enumerate(_order_piles(names)):
            spots.add_row(name, (0.0, number * step), gap)
        middle, bottom = (width + gap) / 2, (len(names) - 1) * step
        for zone in layout.of_kind("draw"):
            away = middle + width * 1.5 + gap / 2 + dice.uniform(20, 50)
            spots.zones[zone.name] = (middle + dice.choice((-1, 1)) * away, dice.uniform(0.2, 0.8) * bottom)
        return spots
    wide, deep = 2 * (width + gap) + dice.uniform(2, 10), height + dice.uniform(14, 40)
    for number, name in enumerate(name for name in names if not name.startswith(OPPOSITE_PREFIX)):
        spots.add_row(name, (number * wide, 0.0), gap)
    for number, name in enumerate(
        name for name in names if name.startswith(OPPOSITE_PREFIX)
    ):  # each player sees the own row alike
        spots.add_row(name, (2 * wide - width - gap - number * wide, -deep), gap)
    away = width + gap + dice.uniform(15, 40)
    for zone in layout.of_kind("draw"):  # left of the direction cards, as its owner sees it
        far = zone.name.startswith(OPPOSITE_PREFIX)
        spots.zones[zone.name] = (2 * wide - width - gap + away, -deep) if far else (-away, 0.0)
    return spots


def _lay_in_manner(layout: Layout, manner: LyingManner, dice: random.Random) -> _Spots:
    """Direction cards and piles as people of that manner lay them."""
    spots = _Spots(layout, dice)
    draws = {zone.name for zone in layout.of_kind("draw")}
    for card in lay_piles(layout, manner, dice):
        if card.is_direction:
            spots.beside.append(Lying(name_direction_card(card.name) or "back", card.at, card.turn))
        else:
            spots.zones[card.name] = card.at
            spots.facings[card.name] = Facing(card.turn, 0.0 if card.name in draws else manner.upside_down)
    return spots


def _order_piles(names: Sequence[str]) -> list[str]:
    """The names as the rulebooks lay piles: ascending above, but of two piles the descending one."""
    return sorted(names) if len(names) == 2 and "_" not in names[0] else sorted(names, key=lambda name: ("down" in name, name))


def _lay_around_board(layout: Layout, dice: random.Random) -> _Spots:
    """The board in the middle, around the board a discard pile for each player, and the draw pile."""
    spots = _Spots(layout, dice)
    board = layout.of_kind("board")[0]
    size, (width, height) = board.rect_mm[2], layout.card_mm
    spots.zones[board.name] = (0.0, 0.0)
    names = [zone.name for zone in layout.of_kind("card")] + [zone.name for zone in layout.of_kind("draw")]
    off = size / 2 + width / 2
    for number, name in enumerate(names):
        side, row = (-1, 1)[number % 2], number // 2
        at = (side * (off + dice.uniform(14, 30)), (row - (len(names) // 2 - 1) / 2) * (height + dice.uniform(10, 18)))
        spots.zones[name] = at
    return spots


def _centre_layout(layout: Layout, spots: _Spots) -> tuple[Layout, tuple[Lying, ...]]:
    """The layout with the zones at `spots`, without fiducials, and the direction cards. The origin is at the far left of what
    is seen; the layout is as large as that. `spots`: middles of zones in millimetres around any origin; boards keep their size,
    zones without a spot are left out."""
    card = layout.card_mm
    rim, room = 18.0, 26.0  # millimetres seen around all cards; by which a pile's place is wider than a card
    reach_x, reach_y = (max(card) / 2 + rim,) * 2 if spots.facings else (card[0] / 2 + rim, card[1] / 2 + rim)
    boards = {zone.name: zone.rect_mm[2:] for zone in layout.of_kind("board")}
    points = [*spots.zones.values(), *(lying.at_mm for lying in spots.beside)]
    points += [(x * side / 2, y * side / 2) for side, _ in boards.values() for x, y in ((-1, -1), (1, 1))]
    left, top = min(x for x, _ in points) - reach_x, min(y for _, y in points) - reach_y
    right, bottom = max(x for x, _ in points) + reach_x, max(y for _, y in points) + reach_y
    kinds = {zone.name: zone.kind for zone in layout.zones}

    def make_zone(name: str, at: Point) -> Zone:
        """The zone `name` with its middle at `at`, in millimetres of the table, as large as its turned card or its board."""
        turned = spots.facings.get(name, Facing()).turn
        lies_across = abs(math.sin(math.radians(turned))) > math.sin(math.radians(45.0))
        upright = (card[0] + room, card[1] + room)
        width, height = boards.get(name, upright[::-1] if lies_across else upright)
        return Zone(name, kinds[name], (at[0] - left - width / 2, at[1] - top - height / 2, width, height))

    zones = tuple(make_zone(name, at) for name, at in spots.zones.items())
    beside = tuple(replace(one, at_mm=(one.at_mm[0] - left, one.at_mm[1] - top)) for one in spots.beside)
    return replace(layout, size_mm=(right - left, bottom - top), zones=zones, fiducials=()), beside
