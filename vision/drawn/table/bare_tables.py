"""Tables without a mat: direction cards as in the rulebooks, piles on the right, draw piles aside, a board with discards around.

No two seeds bring the same table: other gaps, turns, table tops, lamps, and a camera that hangs at any roll and tilts up to 35 degrees.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import replace

from vision.drawn.art.mats import OPPOSITE_PREFIX
from vision.drawn.art.surfaces import SURFACES
from vision.drawn.table.direction_cards import name_direction_card
from vision.drawn.table.optics import Lens, Pose, Projection
from vision.drawn.table.scene import LaidBoard, Light, Lying, TableScene
from vision.place.fiducials import measure_px_per_mm
from vision.place.layout import Layout, Zone
from vision.place.profile import MIN_READABLE_CARD_PX

Point = tuple[float, float]


def make_bare_scene(
    layout: Layout, seed: int, tops: Sequence[str] = tuple(SURFACES), tilt: float = 30.0, board: LaidBoard | None = None
) -> TableScene:
    """A table without any card yet, with the zones of `layout`, a game's mat, where they come to lie. `tops`: names of table
    tops in `SURFACES`, one is drawn by lot. `tilt`: of the camera from straight down, degrees at most. `board`: lies on the
    board zone; None = the zone stays empty. The same `seed` gives the same scene."""
    dice = random.Random(f"bare {seed}")
    spots = _lay_around_board(layout, dice) if layout.of_kind("board") else _lay_in_rows(layout, dice)
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
        seed=seed,
    )


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
    return measure_px_per_mm(Projection(pose, layout.size_mm, (1280, 720)).compute_homography(), layout) * layout.card_mm[0]


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
    reach_x, reach_y = card[0] / 2 + rim, card[1] / 2 + rim
    boards = {zone.name: zone.rect_mm[2:] for zone in layout.of_kind("board")}
    points = [*spots.zones.values(), *(lying.at_mm for lying in spots.beside)]
    points += [(x * side / 2, y * side / 2) for side, _ in boards.values() for x, y in ((-1, -1), (1, 1))]
    left, top = min(x for x, _ in points) - reach_x, min(y for _, y in points) - reach_y
    right, bottom = max(x for x, _ in points) + reach_x, max(y for _, y in points) + reach_y
    kinds = {zone.name: zone.kind for zone in layout.zones}

    def make_zone(name: str, at: Point) -> Zone:
        width, height = boards.get(name, (card[0] + room, card[1] + room))
        return Zone(name, kinds[name], (at[0] - left - width / 2, at[1] - top - height / 2, width, height))

    zones = tuple(make_zone(name, at) for name, at in spots.zones.items())
    beside = tuple(replace(one, at_mm=(one.at_mm[0] - left, one.at_mm[1] - top)) for one in spots.beside)
    return replace(layout, size_mm=(right - left, bottom - top), zones=zones, fiducials=()), beside
