"""Things that lie about on a table beside the cards: a game's box, a phone, a glass, a score pad, a bowl of snacks."""

from __future__ import annotations

import colorsys
import random
from collections.abc import Callable
from dataclasses import dataclass

from vision.drawn.art.drawing import (
    HEAVY,
    Colour,
    Drawing,
    Font,
    Shapes,
    draw_text,
    make_annulus,
    make_arc,
    make_disc,
    make_frame,
    make_line,
    make_polygon,
    make_rect,
    make_rounded_rect,
    mix_colours,
    place_shapes,
)
from vision.drawn.art.styles import CARD_WHITE, DECK_INK

_Paint = Callable[[float, float, random.Random], Shapes]


@dataclass(frozen=True, slots=True)
class ThingKind:
    """What things of one kind are like."""

    size_mm: tuple[float, float]  # width and height as seen from above
    tall_mm: float  # height above the table
    radius_mm: float  # of round corners
    paint: _Paint  # draws width by height, from the top left corner on, by chance


def draw_thing(kind: str, seed: int) -> Drawing:
    """A thing as seen from above. `kind`: one of `THINGS`. The same `seed` gives the same looks. Raises `KeyError` for another
    kind."""
    found = THINGS[kind]
    dice = random.Random(f"thing {kind} {seed}")
    return Drawing(found.size_mm, found.paint(*found.size_mm, dice))


def choose_side_colour(kind: str, seed: int) -> Colour:
    """The colour of a thing's sides. `kind`, `seed`: as of `draw_thing`."""
    return mix_colours(_choose_colour(random.Random(f"thing {kind} {seed}")), (0, 0, 0), 0.35)


def _choose_colour(dice: random.Random) -> Colour:
    """Any colour, as boxes and bowls have."""
    red, green, blue = colorsys.hsv_to_rgb(dice.random(), dice.uniform(0.3, 0.8), dice.uniform(0.35, 0.85))
    return round(255 * red), round(255 * green), round(255 * blue)


def _paint_box(width: float, height: float, dice: random.Random) -> Shapes:
    """A box with a title, a picture, and an imprint of how many play."""
    ground, picture = _choose_colour(dice), _choose_colour(dice)
    dots = tuple(
        make_disc(
            dice.uniform(10, width - 10),
            dice.uniform(38, height - 34),
            dice.uniform(3, 9),
            mix_colours(picture, CARD_WHITE, 0.5),
        )
        for _ in range(dice.randrange(6, 14))
    )
    title = dice.choice(("UP", "DOWN", "98", "TABLE", "PILES"))
    return (
        make_rect(0, 0, width, height, ground),
        make_rounded_rect(7, 34, width - 14, height - 62, 4, picture),
        *dots,
        *draw_text(title, width / 2, 25, 13, CARD_WHITE, HEAVY, 0.5),
        *draw_text("8+   2-5", width / 2, height - 10, 8, CARD_WHITE, HEAVY, 0.5),
        make_frame(0, 0, width, height, 3, mix_colours(ground, (0, 0, 0), 0.4)),
    )


def _paint_phone(width: float, height: float, dice: random.Random) -> Shapes:
    """A dark screen in which a lamp is mirrored."""
    glint = dice.uniform(0.2, 0.6)
    band = ((0, height * (glint + 0.25)), (width, height * glint), (width, height * (glint + 0.1)), (0, height * (glint + 0.4)))
    return (
        make_rounded_rect(0, 0, width, height, 9, (16, 17, 20)),
        make_rounded_rect(3, 3, width - 6, height - 6, 7, (26, 28, 33)),
        make_polygon(band, (58, 62, 70)),
        make_disc(width / 2, 7, 1.6, (8, 8, 10)),
    )


def _paint_pad(width: float, height: float, dice: random.Random) -> Shapes:
    """Squared paper of `width` by `height` millimetres, with numbers written by hand, and a pencil."""
    paper, rule, ink = (246, 246, 240), (206, 216, 230), (46, 60, 120)
    lines = tuple(make_line(0, y, width, y, 0.3, rule) for y in range(5, round(height), 5))
    lines += tuple(make_line(x, 0, x, height, 0.3, rule) for x in range(5, round(width), 5))
    words: Shapes = ()
    for row in range(dice.randrange(3, 7)):
        text = f"{dice.randrange(1, 40)}   {dice.randrange(1, 40)}"
        words += draw_text(text, 18 + dice.uniform(-2, 2), 24 + 15 * row, 8, ink, Font("aileron"))
    wood: Colour = (226, 172, 62)
    pencil = (
        make_line(width * 0.72, 20, width * 0.8, height - 14, 6, wood),
        make_disc(width * 0.8, height - 14, 2.6, DECK_INK),
    )
    return (make_rect(0, 0, width, height, paper), *lines, *words, *pencil)


def _paint_glass(width: float, height: float, dice: random.Random) -> Shapes:
    """A glass of something to drink, from above."""
    drink = dice.choice(((196, 140, 40), (120, 30, 40), (230, 232, 226), (92, 56, 30)))
    x, y, radius = width / 2, height / 2, width / 2
    return (
        make_disc(x, y, radius, (214, 218, 220)),
        make_disc(x, y, radius * 0.93, mix_colours(drink, (0, 0, 0), 0.3)),
        make_disc(x, y, radius * 0.84, drink),
        make_annulus(x, y, radius * 0.93, radius * 0.04, (240, 243, 245)),
        make_arc(x, y, radius * 0.72, -150, -100, radius * 0.1, mix_colours(drink, CARD_WHITE, 0.7)),
    )


def _paint_snacks(width: float, height: float, dice: random.Random) -> Shapes:
    """A bowl of `width` millimetres full of round snacks, seen from above."""
    bowl, snack = _choose_colour(dice), dice.choice(((214, 160, 84), (238, 214, 150), (150, 92, 52)))
    x, y, radius = width / 2, height / 2, width / 2
    pieces: Shapes = ()
    for _ in range(70):
        way, far = dice.uniform(0, 360), radius * 0.74 * dice.random() ** 0.5
        piece = (make_disc(far, 0, dice.uniform(4, 7), mix_colours(snack, (60, 30, 10), dice.uniform(0, 0.4))),)
        pieces += place_shapes(piece, x, y, turn=way)
    return (
        make_disc(x, y, radius, bowl),
        make_disc(x, y, radius * 0.9, mix_colours(bowl, (0, 0, 0), 0.45)),
        *pieces,
    )


THINGS: dict[str, ThingKind] = {
    "box": ThingKind((122.0, 168.0), 38.0, 2.0, _paint_box),
    "phone": ThingKind((72.0, 152.0), 8.0, 9.0, _paint_phone),
    "pad": ThingKind((105.0, 148.0), 3.0, 0.5, _paint_pad),
    "glass": ThingKind((74.0, 74.0), 95.0, 37.0, _paint_glass),
    "snacks": ThingKind((136.0, 136.0), 45.0, 68.0, _paint_snacks),
}
"""By name; sizes as of ordinary things."""
