"""Drawn tables on which people lay their cards as they like: on any side of the direction cards, which lie as they like too."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from dataclasses import replace

from companion.sources.sources import layout_for
from vision.drawn.table.bare_tables import make_bare_scene
from vision.drawn.table.direction_cards import name_direction_card
from vision.drawn.table.scene import Lying, TableScene
from vision.place.layout import Zone

Point = tuple[float, float]

COLUMN: tuple[Point, ...] = ((0, 0), (0, 1), (0, 2), (0, 3))
ROW: tuple[Point, ...] = ((0, 0), (1, 0), (2, 0), (3, 0))
SQUARE: tuple[Point, ...] = ((0, 0), (1, 0), (0, 1), (1, 1))
"""Columns and rows in which direction cards lie."""

AWAY: Mapping[str, Point] = {"right": (1, 0), "left": (-1, 0), "above": (0, -1), "below": (0, 1)}
UP_FIRST = ("up1", "up2", "down1", "down2")


def lay_table(
    seed: int,
    cells: Sequence[Point] = COLUMN,
    sides: str | Sequence[str] = "right",
    order: Sequence[str] = UP_FIRST,
    top: str = "wood",
    crosswise: bool = False,
    gap: float = 14.0,
    facing: float = 0.0,
    directions: bool = True,
    is_even: bool = False,
) -> TableScene:
    """A table of The Game. `cells`: where each direction card lies, in the `order` of the piles. `sides`: of the direction
    cards on which the cards lie, for all or for each. `crosswise`: direction cards lie across the cards. `gap`: millimetres
    between direction card and pile. `facing`: degrees by which the direction cards are turned. `is_even`: a pile lies as near to the
    next direction card as to its own."""
    dice, layout = random.Random(f"laid {seed}"), layout_for("the_game")
    plain = make_bare_scene(layout, seed, (top,))
    (wide, high), each = layout.card_mm, [sides] * 4 if isinstance(sides, str) else list(sides)
    card_wide, card_high = (high, wide) if crosswise else (wide, high)
    ways, gaps = {AWAY[side] for side in each}, (2 if is_even else 3.5) * gap
    step_x = card_wide + wide + gaps if any(x for x, _ in ways) else max(card_wide, wide) + gap
    step_y = card_high + high + gaps if any(y for _, y in ways) else max(card_high, high) + gap
    spots, beside = dict[str, Point](), list[Lying]()
    for (column, row), name, side in zip(cells, order, each, strict=True):
        at = (column * step_x + dice.uniform(-2, 2), row * step_y + dice.uniform(-2, 2))
        beside.append(Lying(name_direction_card(name) or "back", at, facing + 90 * crosswise + dice.uniform(-2.5, 2.5)))
        x, y = AWAY[side]
        spots[name] = (at[0] + x * ((card_wide + wide) / 2 + gap), at[1] + y * ((card_high + high) / 2 + gap))
    xs = [x for x, _ in spots.values()] + [one.at_mm[0] for one in beside]
    ys = [y for _, y in spots.values()] + [one.at_mm[1] for one in beside]
    spots["draw"] = (max(xs) + wide + 45, (min(ys) + max(ys)) / 2)
    xs.append(spots["draw"][0])
    left, above = min(xs) - high / 2 - 15, min(ys) - high / 2 - 15
    size = (max(xs) + high / 2 + 15 - left, max(ys) + high / 2 + 15 - above)
    room = 26.0
    zones = tuple(
        Zone(zone.name, zone.kind, (x - left - (wide + room) / 2, y - above - (high + room) / 2, wide + room, high + room))
        for zone in layout.zones
        if zone.name in spots
        for x, y in [spots[zone.name]]
    )
    moved = tuple(replace(one, at_mm=(one.at_mm[0] - left, one.at_mm[1] - above)) for one in beside)
    laid = replace(plain.layout, size_mm=size, zones=zones)
    pose = replace(plain.pose, tilt=min(plain.pose.tilt, 20.0))
    return replace(plain, layout=laid, beside=moved if directions else (), pose=pose)
