"""Manners in which people lay piles on a bare table: in a column, a row or two by two, on any side of their direction cards.

Frame of reference: millimetres as the owners of the piles see the table from their side, x right, y towards the owners, around any
origin.
"""

from __future__ import annotations

import enum
import math
import random
from collections.abc import Sequence
from dataclasses import dataclass, fields, replace

from vision.drawn.art.mats import OPPOSITE_PREFIX
from vision.drawn.table.direction_cards import name_direction_card
from vision.place.layout import Layout

Point = tuple[float, float]


class PileShape(enum.StrEnum):
    """The shape that all piles of an owner make."""

    COLUMN = enum.auto()
    ROW = enum.auto()
    SQUARE = enum.auto()  # two by two


class CardSide(enum.StrEnum):
    """Where a pile lies, seen from its direction card in that card's own frame."""

    RIGHT = enum.auto()
    LEFT = enum.auto()
    ABOVE = enum.auto()
    BELOW = enum.auto()


class PileOrder(enum.StrEnum):
    """In which order ascending and descending piles lie."""

    UP_FIRST = "up-first"
    DOWN_FIRST = "down-first"
    MIXED = "mixed"


class HeadTurn(enum.StrEnum):
    """How direction cards lie, as their owner sees them."""

    UPRIGHT = enum.auto()
    SIDEWAYS = enum.auto()
    ASKEW = enum.auto()
    UPSIDE_DOWN = "upside-down"


@dataclass(frozen=True, slots=True)
class LyingManner:
    """How people lay their piles."""

    shape: PileShape = PileShape.COLUMN
    side: CardSide = CardSide.RIGHT
    order: PileOrder = PileOrder.UP_FIRST
    heads: HeadTurn = HeadTurn.UPRIGHT
    crosswise: bool = False  # cards lie across their direction cards
    has_directions: bool = True  # False for a table without direction cards
    is_facing: bool = True  # piles of two players face each other; else they lie side by side
    upside_down: float = 0.0  # share of cards that are laid the other way round
    begun: int = 0  # cards laid before the camera runs
    things: int = 0  # things that lie about


BOOK_MANNER = LyingManner()
"""As the rulebooks of most games lay piles."""


@dataclass(frozen=True, slots=True)
class LaidCard:
    """A direction card, or the place of a pile's cards."""

    name: str  # of the pile
    at: Point  # its middle
    turn: float  # degrees clockwise
    is_direction: bool = False  # True for the direction card of the pile


def generate_lying_manner(seed: int, *, are_owned: bool = False) -> LyingManner:
    """One of all manners, by chance; each trait of a manner is seen within a few seeds. `are_owned`: True where each of two
    players has piles. The same arguments give the same manner."""
    dice = random.Random(f"lying manner {seed}")
    shape = list(PileShape)[(seed + dice.randrange(2)) % 3]
    heads = dice.choice((*[HeadTurn.UPRIGHT] * 3, HeadTurn.SIDEWAYS, HeadTurn.ASKEW, HeadTurn.UPSIDE_DOWN))
    beside, beyond = [CardSide.RIGHT, CardSide.LEFT], [CardSide.ABOVE, CardSide.BELOW]
    if heads is HeadTurn.SIDEWAYS:
        beside, beyond = beyond, beside
    usual = {PileShape.COLUMN: beside, PileShape.ROW: beyond, PileShape.SQUARE: [*beside, *beyond]}[shape]
    side = dice.choice([*usual * 5, *CardSide])  # a column of cards above their direction cards is rare
    return LyingManner(
        shape,
        side,
        dice.choice(list(PileOrder)),
        heads,
        crosswise=dice.random() < 0.15,
        has_directions=dice.random() >= 0.12,
        is_facing=dice.random() < 0.6 or not are_owned,
        upside_down=dice.choice((0.0, 0.3)),
        begun=dice.choice((0, 0, 0, 1, 2, 3)),
        things=dice.choice((0, 0, 1, 2, 3)),
    )


def list_plain_manners() -> dict[str, LyingManner]:
    """Manners by name that differ from the book in a single trait, the book's first."""
    column, row, square = PileShape
    right, left, above, below = CardSide
    return {
        "book": BOOK_MANNER,
        "down-first": LyingManner(order=PileOrder.DOWN_FIRST),
        "mixed": LyingManner(order=PileOrder.MIXED),
        "left": LyingManner(side=left),
        "row-above": LyingManner(row, above),
        "row-below": LyingManner(row, below),
        "square-right": LyingManner(square, right),
        "square-below": LyingManner(square, below),
        "askew": LyingManner(heads=HeadTurn.ASKEW),
        "sideways": LyingManner(column, above, heads=HeadTurn.SIDEWAYS),
        "upside-down": LyingManner(heads=HeadTurn.UPSIDE_DOWN),
        "crosswise": LyingManner(crosswise=True),
        "no-directions": LyingManner(row, has_directions=False),
        "side-by-side": LyingManner(row, above, is_facing=False),
        "begun": LyingManner(begun=2),
        "things": LyingManner(things=4),
    }


def describe_lying_manner(manner: LyingManner) -> str:
    """The traits of a manner as words: shape, side and order first, then what differs from the book.

    >>> describe_lying_manner(LyingManner(PileShape.ROW, CardSide.BELOW, begun=2))
    'row below up-first begun'
    """
    words = [str(manner.shape), str(manner.side), str(manner.order)] if manner.has_directions else [str(manner.shape)]
    words += [str(manner.heads)] if manner.has_directions and manner.heads is not HeadTurn.UPRIGHT else []
    names = {"has_directions": "no-directions", "is_facing": "side-by-side", "upside_down": "any-way-up"}
    others = (one.name for one in fields(manner)[4:] if getattr(manner, one.name) != getattr(BOOK_MANNER, one.name))
    return " ".join([*words, *(names.get(name, name) for name in others)])


def lay_piles(layout: Layout, manner: LyingManner, dice: random.Random) -> list[LaidCard]:
    """Where direction cards, piles and draw piles of a mat's zones lie in a manner. `dice`: the chance of gaps and turns."""
    cards, draws = ([zone.name for zone in layout.of_kind(kind)] for kind in ("card", "draw"))

    def lay_group(is_opposite: bool, closed: str = "") -> list[LaidCard]:
        """The piles of the opposite player (`is_opposite`) or of the near player and of both together, draw piles beside.
        `closed`: side of the group on which no draw pile may lie, "" = none."""
        own = [name for name in cards if name.startswith(OPPOSITE_PREFIX) == is_opposite]
        group = _lay_group(own, layout.card_mm, manner, dice)
        for name in draws:
            if name.startswith(OPPOSITE_PREFIX) == is_opposite:
                group.append(_lay_draw_pile(name, group, layout.card_mm, closed, dice))
        return group

    if not any(name.startswith(OPPOSITE_PREFIX) for name in cards):
        return lay_group(is_opposite=False)
    if not manner.is_facing:
        return _join_side_by_side(lay_group(False, "right"), lay_group(True, "left"), layout.card_mm, dice.uniform(25, 60))
    near, far = lay_group(False, "above"), lay_group(True, "above")
    return _join_facing(near, far, layout.card_mm, dice.uniform(10, 40))


def _lay_group(names: Sequence[str], card_mm: tuple[float, float], manner: LyingManner, dice: random.Random) -> list[LaidCard]:
    """The piles `names` of one owner with their direction cards, in millimetres around their own origin. `card_mm`: width and
    height of a card."""
    sideways = 90.0 * dice.choice((-1, 1))
    usual = {HeadTurn.SIDEWAYS: sideways, HeadTurn.UPSIDE_DOWN: 180.0}.get(manner.heads, 0.0) if manner.has_directions else 0.0
    across = usual + 90.0 * dice.choice((-1, 1)) * manner.crosswise
    loose = 24.0 if manner.heads is HeadTurn.ASKEW else 0.0  # corners of cards that lie askew reach farther
    gap = dice.uniform(6, 16) + loose / 2
    offset = _measure_offset(card_mm, manner, usual, across, gap) if manner.has_directions else (0.0, 0.0)
    head, pile = _measure_turned(card_mm, usual), _measure_turned(card_mm, across)
    width, height = (
        max(pile[i], head[i], (head[i] + pile[i]) / 2 + abs(offset[i])) if manner.has_directions else pile[i] for i in (0, 1)
    )
    step = width + loose + dice.uniform(8, 20), height + loose + dice.uniform(8, 20)
    columns = {PileShape.COLUMN: 1, PileShape.ROW: len(names), PileShape.SQUARE: 2}[manner.shape]
    follows = dice.choice((0.0, 1.0))  # do cards lie as askew as their direction cards?
    found: list[LaidCard] = []
    for number, name in enumerate(_order_names(names, manner.order, dice)):
        askew = dice.uniform(4, 15) * dice.choice((-1, 1)) if manner.heads is HeadTurn.ASKEW else dice.uniform(-2.5, 2.5)
        at = number % columns * step[0] + dice.uniform(-3, 3), number // columns * step[1] + dice.uniform(-3, 3)
        if manner.has_directions and name_direction_card(name):
            found.append(LaidCard(name, at, usual + askew, is_direction=True))
        away_x, away_y = _turn_point(offset, askew / 3)  # piles keep their line where direction cards do not
        found.append(LaidCard(name, (at[0] + away_x, at[1] + away_y), across + askew * follows))
    return found


def _measure_offset(
    card_mm: tuple[float, float], manner: LyingManner, usual: float, across: float, gap: float
) -> tuple[float, float]:
    """Millimetres, x and y, from the middle of a direction card to the middle of its pile. `card_mm`: width and height of a
    card. `usual`, `across`: turns of direction cards and of cards, degrees. `gap`: between both."""
    way = {CardSide.RIGHT: (1.0, 0.0), CardSide.LEFT: (-1.0, 0.0), CardSide.ABOVE: (0.0, -1.0), CardSide.BELOW: (0.0, 1.0)}
    x, y = _turn_point(way[manner.side], usual)
    head, pile = _measure_turned(card_mm, usual), _measure_turned(card_mm, across)
    return x * ((head[0] + pile[0]) / 2 + gap), y * ((head[1] + pile[1]) / 2 + gap)


def _order_names(names: Sequence[str], order: PileOrder, dice: random.Random) -> list[str]:
    """The piles from the first to the last; of two that go the same way the first keeps its place before the other."""
    ups, downs = sorted(name for name in names if "up" in name), sorted(name for name in names if "up" not in name)
    if order is PileOrder.UP_FIRST:
        return [*ups, *downs]
    if order is PileOrder.DOWN_FIRST:
        return [*downs, *ups]
    if len(names) < 3:
        return [*ups, *downs][:: dice.choice((-1, 1))]
    turns = dice.choice(("udud", "dudu", "uddu", "duud"))
    return [(ups if way == "u" else downs).pop(0) for way in turns if ups or downs]


def _lay_draw_pile(
    name: str, group: Sequence[LaidCard], card_mm: tuple[float, float], closed: str, dice: random.Random
) -> LaidCard:
    """A draw pile on a free side of a group. `card_mm`: width and height of a card. `closed`: the side that is not free, ""
    for none."""
    side = dice.choice([side for side in CardSide if side != closed])
    turn = dice.choice((0.0, 0.0, 90.0, dice.uniform(-12, 12)))
    width, height = _measure_turned(card_mm, turn)
    left, top, right, bottom = _measure_box(group, card_mm)
    gap, share = dice.uniform(18, 50), dice.uniform(0.15, 0.85)
    x, y = left + share * (right - left), top + share * (bottom - top)
    at = {
        CardSide.RIGHT: (right + gap + width / 2, y),
        CardSide.LEFT: (left - gap - width / 2, y),
        CardSide.ABOVE: (x, top - gap - height / 2),
        CardSide.BELOW: (x, bottom + gap + height / 2),
    }[side]
    return LaidCard(name, at, turn)


def _join_facing(near: Sequence[LaidCard], far: Sequence[LaidCard], card_mm: tuple[float, float], gap: float) -> list[LaidCard]:
    """Both groups in the plane of `near`, with `far` seen from its other side and beyond. `card_mm`: width and height of a
    card. `gap`: millimetres between both."""
    turned = [replace(card, at=(-card.at[0], -card.at[1]), turn=card.turn + 180.0) for card in far]
    left, top, right, _ = _measure_box(near, card_mm)
    far_left, _, far_right, far_bottom = _measure_box(turned, card_mm)
    by = ((left + right - far_left - far_right) / 2, top - gap - far_bottom)
    return [*near, *(_shift_card(card, by) for card in turned)]


def _join_side_by_side(
    one: Sequence[LaidCard], other: Sequence[LaidCard], card_mm: tuple[float, float], gap: float
) -> list[LaidCard]:
    """Two groups seen from the same side, `other` on the right of `one`. `card_mm`: width and height of a card. `gap`:
    millimetres between both."""
    _, top, right, bottom = _measure_box(one, card_mm)
    other_left, other_top, _, other_bottom = _measure_box(other, card_mm)
    by = (right + gap - other_left, (top + bottom - other_top - other_bottom) / 2)
    return [*one, *(_shift_card(card, by) for card in other)]


def _shift_card(card: LaidCard, by: tuple[float, float]) -> LaidCard:
    return replace(card, at=(card.at[0] + by[0], card.at[1] + by[1]))


def _measure_box(cards: Sequence[LaidCard], card_mm: tuple[float, float]) -> tuple[float, float, float, float]:
    """Left, top, right and bottom of all cards, in millimetres. `card_mm`: width and height of a card."""
    spans = [(card.at, _measure_turned(card_mm, card.turn)) for card in cards]
    return (
        min(x - width / 2 for (x, _), (width, _) in spans),
        min(y - height / 2 for (_, y), (_, height) in spans),
        max(x + width / 2 for (x, _), (width, _) in spans),
        max(y + height / 2 for (_, y), (_, height) in spans),
    )


def _measure_turned(card_mm: tuple[float, float], turn: float) -> tuple[float, float]:
    """Width and height of the upright box around a card turned by so many degrees."""
    cos, sin = abs(math.cos(math.radians(turn))), abs(math.sin(math.radians(turn)))
    return card_mm[0] * cos + card_mm[1] * sin, card_mm[0] * sin + card_mm[1] * cos


def _turn_point(point: Point, degrees: float) -> Point:
    """The point turned clockwise about the origin, as seen with y downwards."""
    cos, sin = math.cos(math.radians(degrees)), math.sin(math.radians(degrees))
    return point[0] * cos - point[1] * sin, point[0] * sin + point[1] * cos
