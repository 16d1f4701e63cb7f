"""How cards and chips come to lie: dropped as untidily as people do, squared up in a pile, pushed, turned over."""

from __future__ import annotations

import math
import random
from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from vision.board.chips import FLIPPED
from vision.drawn.art.boards import is_chip
from vision.drawn.table.direction_cards import choose_card_turn
from vision.drawn.table.scene import CARD_THICKNESS_MM, Facing, Lying
from vision.place.layout import Layout, Zone
from vision.types import BACK, Face

UNTIDY_MM = 15.0  # guess; off its place people lay a card, at most
UNTIDY_DEG = 15.0  # guess; turned people lay a card, at most


def toss_card(dice: random.Random, layout: Layout, zone: Zone, face: Face, height: int, untidy: float = 1.0) -> Lying:
    """A card dropped on a zone on which `height` cards lie already. `untidy`: 0 laid exactly, 1 as untidily as people do."""
    x, y, width, depth = zone.rect_mm
    chip, facing = is_chip(face), choose_card_turn(zone, layout.card_mm)
    share = untidy * (min(width, depth) / 3 / UNTIDY_MM if chip else _limit_untidiness(zone, facing, layout.card_mm))
    off_x, off_y, turn = (dice.triangular(-1, 1, 0) * share for _ in range(3))
    at = (x + width / 2 + off_x * UNTIDY_MM, y + depth / 2 + off_y * UNTIDY_MM)
    return Lying(face, at, dice.uniform(0, 360) if chip else facing + turn * UNTIDY_DEG, height * CARD_THICKNESS_MM)


def fan_card(dice: random.Random, lower: Lying, face: Face) -> Lying:
    """A card on another card, laid in the same movement: pushed off by 8 to 25 mm in some direction, and turned by 8 degrees at
    most."""
    way, far = dice.uniform(0, 2 * math.pi), dice.uniform(8.0, 25.0)
    x, y = lower.at_mm[0] + far * math.cos(way), lower.at_mm[1] + far * math.sin(way)
    return Lying(face, (x, y), lower.turn + 8.0 * dice.triangular(-1, 1, 0), lower.z_mm + CARD_THICKNESS_MM)


@dataclass(frozen=True, slots=True)
class Strays:
    """How piles without printed places wander, a little farther with each card."""

    at: Mapping[str, tuple[float, float]] = field(default_factory=dict)  # millimetres off by now, right and down, by zone

    def toss_on_wandering_pile(
        self,
        dice: random.Random,
        layout: Layout,
        zone: Zone,
        face: Face,
        height: int,
        untidy: float,
        facing: Facing | None = None,
    ) -> tuple[Strays, Lying]:
        """The wandering piles now, and a card dropped on a wandering pile, as untidily as on any other pile. `height`: how many
        cards lie there. `untidy`: 0 laid exactly, 1 as untidily as people do. `facing`: None where the zone alone says so."""
        x, y, width, depth = zone.rect_mm
        was = self.at.get(zone.name, (0.0, 0.0))
        stray_mm, off_mm, turned = 9.0, 5.0, 8.0  # at most: the pile, and a card on the pile, which has neighbours close by
        to_x, to_y = (max(-stray_mm, min(stray_mm, was[i] + dice.gauss(0.0, 2.5) * untidy)) for i in (0, 1))
        off_x, off_y, turn = (dice.triangular(-1, 1, 0) * untidy for _ in range(3))
        at = (x + width / 2 + to_x + off_mm * off_x, y + depth / 2 + to_y + off_mm * off_y)
        facing = facing or Facing(choose_card_turn(zone, layout.card_mm))
        is_upside_down = facing.upside_down > 0 and dice.random() < facing.upside_down
        way = facing.turn + 180.0 * is_upside_down
        lying = Lying(face, at, way + turned * turn, height * CARD_THICKNESS_MM)
        return Strays({**self.at, zone.name: (to_x, to_y)}), lying


def lay_squared_card(dice: random.Random, layout: Layout, zone: Zone, height: int, facing: Facing | None = None) -> Lying:
    """A card of a pile that was squared up, back upwards. `height`: how many cards lie below. `facing`: None where the zone
    alone says so."""
    x, y, width, depth = zone.rect_mm
    shift_x, shift_y, turn = (dice.triangular(-1, 1, 0) for _ in range(3))
    at = (x + width / 2 + 1.5 * shift_x, y + depth / 2 + 1.5 * shift_y)
    usual = facing.turn if facing else choose_card_turn(zone, layout.card_mm)
    return Lying(BACK, at, usual + turn, height * CARD_THICKNESS_MM)


def push_card(lying: Lying, by_mm: tuple[float, float]) -> Lying:
    """What lies there, pushed so many millimetres to the right and down."""
    return replace(lying, at_mm=(lying.at_mm[0] + by_mm[0], lying.at_mm[1] + by_mm[1]))


def flip_chip(chip: Face) -> Face:
    """A chip turned over."""
    return chip.removesuffix(FLIPPED) if chip.endswith(FLIPPED) else chip + FLIPPED


def _limit_untidiness(zone: Zone, facing: float, card_mm: tuple[float, float]) -> float:
    """How untidily (0.1 to 1) cards may lie in a zone without leaving the zone; 0.1 also where cards hardly fit. `facing`:
    usual turn of a card in degrees. `card_mm`: width and height of an upright card."""
    card = card_mm[::-1] if facing % 180 else card_mm
    for share in (1.0, 0.8, 0.6, 0.5, 0.4, 0.3, 0.2, 0.1):
        cos, sin = math.cos(math.radians(UNTIDY_DEG * share)), math.sin(math.radians(UNTIDY_DEG * share))
        taken = (card[0] * cos + card[1] * sin, card[0] * sin + card[1] * cos)
        if all(taken[i] / 2 + UNTIDY_MM * share <= zone.rect_mm[2 + i] / 2 + 0.5 for i in (0, 1)):
            return share
    return 0.1
