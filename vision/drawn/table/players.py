"""People at the virtual table: seats, looks of hands, manners. No two seeds bring the same people.

`EVERYDAY` are most people, `STRANGERS` are at the edges of what happens: no range of one company is a range of the other.
`VISITORS` are of both kinds and in between; only final measurements meet visitors.
"""

from __future__ import annotations

import colorsys
import enum
import math
import random
from dataclasses import dataclass, replace

from vision.drawn.table.hands import ARM_MM, SKINS, SOMEBODY, Colour, DrawnHand
from vision.hands.edge import point_around

SHOULDER_MM = 230.0  # guess; behind the table's edge a shoulder is

Range = tuple[float, float]


class SquaringWay(enum.Enum):
    """With pushes of one hand, between both hands, or by tapping the packet's edge on the table."""

    ONE_HAND = enum.auto()
    BOTH_HANDS = enum.auto()
    TAPPING = enum.auto()


@dataclass(frozen=True, slots=True)
class SquaringPushes:
    """How somebody squares a pile up."""

    mm: float = 7.0  # guess; to and fro
    turn: float = 9.0  # guess; radians a second
    seconds: float = 1.3  # guess; in all
    how: SquaringWay = SquaringWay.ONE_HAND  # with pushes, or in another way


@dataclass(frozen=True, slots=True)
class Manners:
    """How somebody goes about things."""

    pace: float = 1.0  # how many times as long as usual a hand takes to come and to go
    stay: Range = (0.4, 0.4)  # guess; seconds for which fingers rest on a draw pile, from and to
    pause: float = 0.6  # guess; seconds before the next hand comes
    bend_mm: float = 0.0  # by which a hand swings to the right on the way
    lean: float = 0.0  # degrees by which the forearm points off the straight line from the shoulder
    edge: float = 0.0  # where fingertips rest on a draw pile: 0 its middle, 1 the player's edge, below 0 beyond the middle
    tremble_mm: float = 0.0  # by which a resting hand moves
    rise: float = 0.0  # as of `Reach`
    pushes: SquaringPushes = SquaringPushes()  # how a hand squares a pile up


USUAL_MANNERS = Manners()


@dataclass(frozen=True, slots=True)
class Player:
    """Somebody at the table."""

    place: float  # from where the arms come, as a share of the way around the mat's edge (`vision.hands.edge`)
    hand: DrawnHand = SOMEBODY  # looks
    manners: Manners = USUAL_MANNERS

    def locate_shoulder_mm(self, size_mm: tuple[float, float]) -> tuple[float, float]:
        """The place of the shoulder, in millimetres of a mat of `size_mm`."""
        x, y = point_around(self.place, size_mm)
        off_x, off_y = x - size_mm[0] / 2, y - size_mm[1] / 2
        part = 1 + SHOULDER_MM / math.hypot(off_x, off_y)
        return size_mm[0] / 2 + off_x * part, size_mm[1] / 2 + off_y * part


@dataclass(frozen=True, slots=True)
class Company:
    """A kind of people: from what hands and manners are drawn, mostly ranges from and to."""

    name: str
    skins: tuple[Colour, ...]  # each person's is a little lighter or darker
    hues: Range  # of sleeves, shares of the colour circle
    striped: float  # share of striped sleeves
    cuffs: tuple[Range, ...]  # millimetres behind the grip where a sleeve begins
    sizes: Range  # as of `DrawnHand`, and so are the next three
    breadths: Range
    spreads: Range
    curls: Range
    paces: tuple[Range, ...]  # as of `Manners`, and so are all others
    stays: tuple[Range, ...]
    pauses: Range
    bends: Range
    leans: Range
    edges: tuple[Range, ...]
    trembles: Range
    rises: Range


EVERYDAY = Company(
    "everyday",
    SKINS,
    hues=(0.0, 0.55),
    striped=0.0,
    cuffs=((170.0, 260.0), (ARM_MM + 1, ARM_MM + 2)),
    sizes=(0.88, 1.08),
    breadths=(0.88, 1.08),
    spreads=(0.8, 1.4),
    curls=(0.0, 0.45),
    paces=((0.7, 0.95), (1.0, 1.5)),
    stays=((0.25, 0.45), (0.5, 0.8)),
    pauses=(0.35, 0.8),
    bends=(-60.0, 60.0),
    leans=(-12.0, 12.0),
    edges=((-0.3, 0.2), (0.4, 0.8)),
    trembles=(0.0, 2.5),
    rises=(0.05, 0.16),
)

STRANGERS = Company(
    "strangers",
    ((170, 190, 232), (112, 146, 202), (80, 112, 166), (54, 78, 120), (36, 50, 80)),
    hues=(0.55, 1.0),
    striped=0.5,
    cuffs=((118.0, 160.0), (270.0, 360.0)),
    sizes=(0.74, 0.88),
    breadths=(1.08, 1.22),
    spreads=(1.4, 1.7),
    curls=(0.45, 0.8),
    paces=((0.6, 0.7), (1.5, 1.9)),
    stays=((0.15, 0.25), (0.8, 0.9)),
    pauses=(0.25, 0.35),
    bends=(60.0, 110.0),
    leans=(12.0, 20.0),
    edges=((0.8, 0.95), (-0.45, -0.3)),
    trembles=(2.5, 4.5),
    rises=(0.16, 0.22),
)

VISITORS = Company(
    "visitors",
    ((188, 205, 240), (128, 165, 215), (92, 122, 178), (62, 88, 132), (44, 60, 92)),
    hues=(0.0, 1.0),
    striped=0.25,
    cuffs=((140.0, 200.0), (ARM_MM + 1, ARM_MM + 2)),
    sizes=(0.8, 1.0),
    breadths=(0.95, 1.15),
    spreads=(0.9, 1.6),
    curls=(0.1, 0.7),
    paces=((0.65, 0.9), (1.1, 1.7)),
    stays=((0.15, 0.3), (0.4, 0.9)),
    pauses=(0.25, 0.7),
    bends=(-90.0, 90.0),
    leans=(-16.0, 16.0),
    edges=((-0.4, 0.1), (0.2, 0.9)),
    trembles=(0.5, 4.0),
    rises=(0.05, 0.18),
)

OPEN_HANDED = Company(
    "open-handed",
    SKINS,
    hues=(0.0, 1.0),
    striped=0.2,
    cuffs=((150.0, 260.0), (ARM_MM + 1, ARM_MM + 2)),
    sizes=(1.0, 1.1),
    breadths=(1.1, 1.2),
    spreads=(1.7, 2.6),
    curls=(0.0, 0.1),
    paces=((0.7, 1.0), (1.0, 1.4)),
    stays=((0.3, 0.5), (0.5, 0.9)),
    pauses=(0.3, 0.7),
    bends=(-60.0, 60.0),
    leans=(-14.0, 14.0),
    edges=((-0.2, 0.2), (0.6, 0.9)),
    trembles=(1.0, 3.5),
    rises=(0.05, 0.16),
)
"""Broad hands with fingers fanned out: near their own rim as broad as they reach in, or only fingertips of them in view."""

COMPANIES = {company.name: company for company in (EVERYDAY, STRANGERS, VISITORS, OPEN_HANDED)}


def seat_people(seats: int, size_mm: tuple[float, float], dice: random.Random) -> list[float]:
    """Places of `seats` people around the mat, as shares of the way around its edge. 0 is the near left corner, and the way
    goes on clockwise as seen from above: left, far, right, near.

    Two to four people sit at the middle of a side each. More are spread evenly, whatever the sides. Each place is off by up to
    0.02. The list goes around clockwise too, from any person on. `size_mm`: width and height of the mat.
    """
    width, height = size_mm
    around = 2 * (width + height)
    middles = {
        "left": height / 2 / around,
        "far": (height + width / 2) / around,
        "right": (1.5 * height + width) / around,
        "near": (2 * height + 1.5 * width) / around,
    }
    sides = {2: ("near", "far"), 3: ("near", "left", "right"), 4: ("near", "left", "far", "right")}
    if seats in sides:
        places = [middles[side] for side in sides[seats]]
    else:
        places = [(middles["near"] + number / seats) % 1.0 for number in range(seats)]
    places = sorted((place + dice.uniform(-0.02, 0.02)) % 1.0 for place in places)
    first = dice.randrange(len(places))
    return places[first:] + places[:first]


def make_players(seed: int, seats: int, size_mm: tuple[float, float], company: Company = EVERYDAY) -> tuple[Player, ...]:
    """The people of one evening, seat by seat; the same `seed` gives the same people. `seats`: how many people. `size_mm`:
    width and height of the mat. `company`: the kind of people."""
    dice, of_pushes = random.Random(f"{company.name} {seed}"), random.Random(f"pushes {company.name} {seed}")
    of_ways = random.Random(f"squares {company.name} {seed}")
    people = list[Player]()
    for place in seat_people(seats, size_mm, dice):
        pushes, hand = _generate_pushes(of_pushes, of_ways), _generate_hand(company, dice)
        people.append(Player(place, hand, replace(_generate_manners(company, dice), pushes=pushes)))
    return tuple(people)


def make_easy_going_players(seed: int, size_mm: tuple[float, float], seats: int = 3) -> tuple[Player, ...]:
    """People with hands of their own and the usual manners; three people sit near, left and right."""
    return tuple(replace(player, manners=USUAL_MANNERS) for player in make_players(seed, seats, size_mm))


def _generate_pushes(dice: random.Random, of_ways: random.Random) -> SquaringPushes:
    """How somebody squares a pile up, from a tap or two to a long going over; every other person pushes with one hand. `dice`:
    the chance of all but the way. `of_ways`: the chance of the way."""
    how = of_ways.choice((SquaringWay.ONE_HAND, SquaringWay.ONE_HAND, SquaringWay.BOTH_HANDS, SquaringWay.TAPPING))
    return SquaringPushes(dice.uniform(3.0, 10.0), dice.uniform(6.0, 12.0), dice.uniform(0.6, 2.0), how)


def _generate_hand(company: Company, dice: random.Random) -> DrawnHand:
    """The looks of somebody's hand, three of ten left, within the ranges of a company."""
    light = dice.uniform(0.92, 1.05)
    blue, green, red = (min(255, round(part * light)) for part in dice.choice(company.skins))
    striped = dice.random() < company.striped
    return DrawnHand(
        skin=(blue, green, red),
        sleeve=_generate_cloth(company, dice),
        mirrored=dice.random() < 0.3,
        size=dice.uniform(*company.sizes),
        breadth=dice.uniform(*company.breadths),
        spread=dice.uniform(*company.spreads),
        curl=dice.uniform(*company.curls),
        cuff=dice.uniform(*dice.choice(company.cuffs)),
        loose=dice.uniform(2.0, 14.0),
        stripes=_generate_cloth(company, dice) if striped else None,
    )


def _generate_cloth(company: Company, dice: random.Random) -> Colour:
    """Any colour, bright or dull: one in three is nearly grey."""
    saturation = dice.choice((0.08, 0.5, 0.85))
    red, green, blue = colorsys.hsv_to_rgb(dice.uniform(*company.hues) % 1.0, saturation, dice.uniform(0.15, 0.9))
    return round(255 * blue), round(255 * green), round(255 * red)


def _generate_manners(company: Company, dice: random.Random) -> Manners:
    """Somebody's manners within the ranges of a company, with the usual pushes. A bend or lean may go to either side."""
    return Manners(
        pace=dice.uniform(*dice.choice(company.paces)),
        stay=dice.choice(company.stays),
        pause=dice.uniform(*company.pauses),
        bend_mm=dice.uniform(*company.bends) * dice.choice((-1, 1)),
        lean=dice.uniform(*company.leans) * dice.choice((-1, 1)),
        edge=dice.uniform(*dice.choice(company.edges)),
        tremble_mm=dice.uniform(*company.trembles),
        rise=dice.uniform(*company.rises),
    )
