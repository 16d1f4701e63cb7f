"""Cards of the five games, drawn by us: for the virtual table, for tests and as a practice deck to print.

`draw_card` gives pixels, `draw_card_shapes` polygons in millimetres. `vision.types.Face` says which face is which card. Besides
"back" faces are the direction cards "up:1-99" and "down:100-2" ("s:up:1-59" in silver, "g:down:60-2" in gold).
"""

from __future__ import annotations

import random
import re
from collections.abc import Callable
from dataclasses import replace
from functools import lru_cache

import numpy as np

from vision.drawn.art import icons
from vision.drawn.art.drawing import (
    Colour,
    Drawing,
    Fill,
    Font,
    Shapes,
    clip_shapes,
    draw_text,
    make_disc,
    make_ellipse,
    make_frame,
    make_line,
    make_polygon,
    make_rect,
    make_rounded_rect,
    measure_text,
    mix_colours,
    paint_shapes,
    place_shapes,
    trace_rounded_rect,
)
from vision.drawn.art.motifs import draw_motif_on_ground
from vision.drawn.art.styles import CARD_WHITE, DECK_INK, DECK_RED, GILT, GOLD, NIGHT, SILVER, Style
from vision.errors import DeckError
from vision.place.layout import CARD_MM
from vision.types import Image

CARD_COLOURS: dict[str, Colour] = {
    "R": (202, 38, 44),
    "B": (32, 88, 176),
    "G": (34, 140, 72),
    "Y": (242, 188, 22),
    "X": (104, 108, 116),
}
"""Red, green and blue of coloured cards, by their letter."""
FIRE_COLOURS: dict[str, Colour] = {
    "soot": (112, 20, 14),
    "ember": (196, 44, 20),
    "flame": (240, 128, 24),
    "spark": (255, 214, 84),
}
COURT_COLOURS: dict[str, Colour] = {"skin": (247, 224, 200), "K": (104, 78, 58), "Q": (178, 122, 48), "J": (150, 96, 40)}
"""Red, green and blue of faces, and of hair by rank."""


def draw_card(face: str, size_px: tuple[int, int], style: Style = NIGHT, size_mm: tuple[float, float] | None = None) -> Image:
    """(height, width, 3) uint8 BGR: a card's face, "back" or "blank", filling the picture to the corners. Raises `DeckError`
    for a face that is no card.

    `size_px`: width and height. `size_mm`: the card's own, where the picture has another shape, as crops have. `get_corner_radius_mm`
    tells how round a real card's corners are.
    """
    width_mm, height_mm = size_mm or size_px
    height = _W * height_mm / width_mm
    scale = np.array([size_px[0] / _W, size_px[1] / height])
    return paint_shapes(_draw_design(face, style, round(height, 2)), size_px, scale, CARD_WHITE)


def draw_card_shapes(face: str, style: Style = NIGHT, size_mm: tuple[float, float] = CARD_MM) -> Drawing:
    """The card as polygons, for paper. Raises `DeckError` for a face that is no card."""
    grow = size_mm[0] / _W
    shapes = _draw_design(face, style, round(size_mm[1] / grow, 2))
    return Drawing(size_mm, place_shapes(shapes, 0, 0, grow))


def get_corner_radius_mm(size_mm: tuple[float, float] = CARD_MM) -> float:
    """The radius in millimetres of a card's round corners. `size_mm`: width and height of the card."""
    return 0.055 * size_mm[0]


def is_ambiguous_upside_down(number: str) -> bool:
    """True for a number that reads as another number upside down (6, 9, 68, 91...): a bar is printed under the number."""
    flipped = number[::-1].translate(str.maketrans("69", "96"))
    return set(number) <= set("01689") and flipped != number and not flipped.startswith("0")


# --- which design draws which face -----------------------------------------------------------------------------------


# All designs are 63 units wide; the height `h` follows from the card's shape.


@lru_cache(maxsize=16)
def _draw_design(face: str, style: Style, h: float) -> Shapes:
    """A card 63 units wide and `h` high. Raises `DeckError` for a face that no design draws."""
    for pattern, design in _DESIGNS:
        if found := pattern.fullmatch(face):
            return design(found, style, h)
    raise DeckError(f"{face!r} is no card that can be drawn; faces look like 47, F44, 47:skull, 7R, s12, QH, up:1-99 or back")


_W = CARD_MM[0]


def _draw_number_card(found: re.Match[str], style: Style, h: float) -> Shapes:
    number = found[1]
    return (*_draw_framed_motif(style, h), *_draw_figures(number, style, h))


def _draw_burning_card(found: re.Match[str], style: Style, h: float) -> Shapes:
    """A number in flames. `found`: the face, matched by the pattern of this design in `_DESIGNS`. `h`: the card's height where
    `_W` is its width."""
    hot = replace(style, palette=replace(style.palette, ink=(255, 244, 206), shade=(60, 8, 4)), rim=(36, 6, 4))
    badges = ((_W / 2, 13.0, 0.0), (_W / 2, h - 13.0, 180.0))
    fire = icons.draw_fire(FIRE_COLOURS["ember"], FIRE_COLOURS["flame"], FIRE_COLOURS["spark"])
    fires = tuple(shape for x, y, turn in badges for shape in place_shapes(fire, x, y, 12, turn))
    plate = make_rounded_rect(5.6, 5.6, 18, 13.6, 2.6, (48, 10, 8))
    plates = (plate, *place_shapes((plate,), _W, h, turn=180))
    return (*_draw_blaze(h), *fires, *_draw_border(hot, h), *plates, *_draw_figures(found[1], replace(hot, corners=2), h))


def _draw_command_card(found: re.Match[str], style: Style, h: float) -> Shapes:
    """A number with a command's badge in two corners. `found`: number and code of the command. `h`: the card's height where
    `_W` is its width."""
    number, code = found[1], found[2]
    warning_red = (206, 32, 40)
    badge = icons.draw_command(code, DECK_INK, CARD_WHITE, warning_red)
    spots = ((_W - 11.5, 12.0, 0.0), (11.5, h - 12.0, 180.0))
    badges = tuple(shape for x, y, turn in spots for shape in place_shapes(badge, x, y, 15, turn))
    return (*_draw_framed_motif(style, h), *_draw_figures(number, replace(style, corners=2), h), *badges)


def _draw_coloured_card(found: re.Match[str], style: Style, h: float) -> Shapes:
    """A number in a white oval on a ground of one colour. `found`: number and letter of the colour. `h`: the card's height
    where `_W` is its width."""
    number, colour = found[1], dict(style.tints).get(found[2], CARD_COLOURS[found[2]])
    ground = (
        make_rect(0, 0, _W, h, colour),
        make_frame(0, 0, _W, h, style.rim_mm, style.rim if style.tints and style.rim else CARD_WHITE, 0.0),
    )
    oval = (
        make_ellipse(_W / 2, h / 2, 23, 35, mix_colours(colour, (0, 0, 0), 0.25), 22),
        make_ellipse(_W / 2, h / 2, 21.6, 33.5, CARD_WHITE, 22),
    )
    ink = mix_colours(colour, (0, 0, 0), 0.12 if min(colour) < 200 else 0.75)  # a white card's number is dark
    inked = replace(style, palette=replace(style.palette, ink=ink, shade=CARD_WHITE))
    pale = replace(style, palette=replace(style.palette, ink=CARD_WHITE, shade=mix_colours(colour, (0, 0, 0), 0.45)), corners=2)
    return (*ground, *oval, *_draw_middle_number(number, inked, h, 25.0), *_draw_corner_numbers(number, pale, h))


def _draw_metal_card(found: re.Match[str], style: Style, h: float) -> Shapes:
    """A number in silver or gold. `found`: as of `_draw_burning_card`."""
    metal = SILVER if found[1] == "s" else GOLD
    shone = replace(style, palette=metal, rim=mix_colours(metal.bottom, (0, 0, 0), 0.35))
    return (*_draw_framed_motif(shone, h), *_draw_figures(found[2], shone, h))


def _draw_direction_card(found: re.Match[str], style: Style, h: float) -> Shapes:
    """A pile's first and last number, and a sign of the way, as the style's heading says. `found`: suit colour or None, way,
    first and last number. `h`: the card's height where `_W` is its width."""
    palette = {"s": SILVER, "g": GOLD}.get((found[1] or "")[:1], style.palette)
    down, first, last = found[2] == "down", found[3], found[4]
    ground = (make_rect(0, 0, _W, h, palette.bottom), make_frame(2.5, 2.5, _W - 5, h - 5, 1.2, palette.ink, 3.5))
    return (*ground, *_HEADINGS[style.heading](down, first, last, replace(style, palette=palette), h))


def _draw_arrow_heading(down: bool, first: str, last: str, style: Style, h: float) -> Shapes:
    """A broad arrow between both numbers. `down`: True for a descending pile. `first`, `last`: numbers of the pile. `h`: the
    card's height where `_W` is its width."""
    ink = style.palette.ink
    words = draw_text(first, _W / 2, 17, 9, ink, style.font, 0.5) + draw_text(last, _W / 2, h - 9, 9, ink, style.font, 0.5)
    return (*place_shapes((icons.draw_arrow(ink, down),), _W / 2, h / 2, 40), *words)


def _draw_span_heading(down: bool, first: str, last: str, style: Style, h: float) -> Shapes:
    """The first number, an arrow to the right, and the last number smaller. Parameters: see `_draw_arrow_heading`."""
    ink, middle = style.palette.ink, h / 2
    arrow = place_shapes((icons.draw_arrow(ink),), _W / 2, middle, 24, 90)
    small = draw_text(last, _W / 2, middle + 26, 10, ink, style.font, 0.5)
    return (*draw_text(first, _W / 2, middle - 14, 17, ink, style.font, 0.5), *arrow, *small)


def _draw_word_heading(down: bool, first: str, last: str, style: Style, h: float) -> Shapes:
    """A word for the way, the first number large, and the next three small. Parameters: see `_draw_arrow_heading`."""
    ink, start, step = style.palette.ink, int(first), -1 if down else 1
    row = "  ".join(str(start + step * i) for i in (1, 2, 3))
    return (
        *draw_text("DOWN" if down else "UP", _W / 2, h * 0.26, 9, ink, style.font, 0.5),
        *draw_text(first, _W / 2, h * 0.62, 21, ink, style.font, 0.5),
        *draw_text(row, _W / 2, h * 0.8, 6, ink, style.font, 0.5),
    )


def _draw_bars_heading(down: bool, first: str, last: str, style: Style, h: float) -> Shapes:
    """Four bars that rise or fall, and both numbers in a line below. Parameters: see `_draw_arrow_heading`."""
    heights = (10, 18, 26, 34)[:: -1 if down else 1]
    bars = tuple(
        make_rect(11 + 11 * i, h * 0.62 - tall, 8, tall, mix_colours(style.palette.ink, style.palette.accents[i % 3], 0.25))
        for i, tall in enumerate(heights)
    )
    return (*bars, *draw_text(f"{first} > {last}", _W / 2, h * 0.82, 10, style.palette.ink, style.font, 0.5))


def _draw_triangle_heading(down: bool, first: str, last: str, style: Style, h: float) -> Shapes:
    """A large triangle that points the way, the first number in it, the last number in two corners. Parameters: see
    `_draw_arrow_heading`."""
    ink, ground = style.palette.ink, style.palette.bottom
    tip, base = (h - 16, 18) if down else (16, h - 18)
    corners = ((_W / 2, tip), (_W - 9, base), (9, base))
    inside = draw_text(first, _W / 2, (base + tip) / 2 + (0 if down else 16), 13, ground, style.font, 0.5)
    small = draw_text(last, 10, 12, 5, ink, style.font, 0.5)
    return (make_polygon(corners, ink), *inside, *small, *place_shapes(small, _W, h, turn=180))


def _draw_corner_heading(down: bool, first: str, last: str, style: Style, h: float) -> Shapes:
    """Printed like a number card: the first number in the middle and in two corners, small arrows in both other corners.
    Parameters: see `_draw_arrow_heading`."""
    ink = style.palette.ink
    small = draw_text(first, 12, 16, 8, ink, style.font, 0.5)
    arrow = place_shapes((icons.draw_arrow(ink, down),), _W - 12, 13, 12)
    other = place_shapes((icons.draw_arrow(ink, down),), 12, h - 13, 12)
    middle = draw_text(first, _W / 2, h / 2 + 13, 26 if len(first) < 3 else 19, ink, style.font, 0.5)
    return (*middle, *small, *place_shapes(small, _W, h, turn=180), *arrow, *other)


_HEADINGS: dict[str, Callable[[bool, str, str, Style, float], Shapes]] = {
    "arrow": _draw_arrow_heading,
    "span": _draw_span_heading,
    "word": _draw_word_heading,
    "bars": _draw_bars_heading,
    "triangle": _draw_triangle_heading,
    "corner": _draw_corner_heading,
}


def _draw_suited_card(found: re.Match[str], style: Style, h: float) -> Shapes:
    """A French-suited card. `found`: rank and letter of the suit. `h`: the card's height where `_W` is its width."""
    rank, letter = found[1], found[2]
    colour = DECK_RED if letter in "HD" else DECK_INK
    paper = (make_rect(0, 0, _W, h, CARD_WHITE), make_frame(0, 0, _W, h, 0.35, (196, 194, 188), 3.4))
    return (*paper, *_draw_suited_face(rank, letter, colour, style, h), *_draw_corner_indices(rank, letter, colour, style, h))


def _draw_card_back(found: re.Match[str], style: Style, h: float) -> Shapes:
    """A back of crossing lines, of stripes or of dots, with a crest in the middle. `found`: not used. `h`: the card's height
    where `_W` is its width."""
    dark, pale, step = style.back, mix_colours(style.back, CARD_WHITE, 0.82), 6.0
    rising = tuple(make_line(x - 60, -2, x + 60, 118, 0.9, pale) for x in np.arange(-120, 160, step))
    falling = tuple(make_line(x + 60, -2, x - 60, 118, 0.9, pale) for x in np.arange(-120, 160, step))
    knots = tuple(make_disc(x, y, 0.95, pale, 16) for y in np.arange(6.5, h - 5, step) for x in np.arange(7.5, _W - 5, step))
    printed = {"lattice": (*rising, *falling, *knots), "stripes": rising, "dots": knots}[style.back_print]
    inside = clip_shapes(printed, 5, 5, _W - 10, h - 10)
    crest = (make_disc(_W / 2, h / 2, 12, dark), make_disc(_W / 2, h / 2, 10.6, pale), make_disc(_W / 2, h / 2, 9.6, dark))
    star = place_shapes(icons.draw_suit("D", pale), _W / 2, h / 2, 13) + place_shapes(
        icons.draw_suit("D", pale), _W / 2, h / 2, 13, 90
    )
    return (make_rect(0, 0, _W, h, style.back_rim), make_rect(4, 4, _W - 8, h - 8, dark), *inside, *crest, *star)


def _draw_blank(found: re.Match[str], style: Style, h: float) -> Shapes:
    """White paper of a card's size."""
    return (make_rect(0, 0, _W, h, CARD_WHITE),)


_Design = Callable[[re.Match[str], Style, float], Shapes]
_DESIGNS: tuple[tuple[re.Pattern[str], _Design], ...] = (
    (re.compile(r"([1-9]\d?)"), _draw_number_card),
    (re.compile(r"F([1-9]\d?)"), _draw_burning_card),
    (re.compile(rf"([1-9]\d?):({'|'.join(icons.COMMAND_SIGNS)})"), _draw_command_card),
    (re.compile(r"([1-9]|10)([RBGYX])"), _draw_coloured_card),
    (re.compile(r"([sg])([1-9]\d?)"), _draw_metal_card),
    (re.compile(r"([sg]:)?(up|down):(\d{1,3})-(\d{1,3})"), _draw_direction_card),
    (re.compile(r"([A2-9TJQK])([SHDC])"), _draw_suited_card),
    (re.compile(r"back"), _draw_card_back),
    (re.compile(r"blank"), _draw_blank),
)


# --- numbers ---------------------------------------------------------------------------------------------------------


def _draw_framed_motif(style: Style, h: float) -> Shapes:
    return (*draw_motif_on_ground(style.motif, _W, h, style.palette), *_draw_border(style, h))


def _draw_border(style: Style, h: float) -> Shapes:
    """The borders that the style has, and always a fine line within. `h`: the card's height where `_W` is its width."""
    line_mm, fine = style.rim_mm + 1.2, mix_colours(style.palette.top, style.palette.ink, 0.45)
    second = (_draw_edge_ring(style.rim_mm, style.rim_mm + 0.9, h, style.inner),) if style.inner else ()
    edge = (_draw_edge_ring(0, style.rim_mm, h, style.rim),) if style.rim else ()
    return (*edge, *second, make_frame(line_mm, line_mm, _W - 2 * line_mm, h - 2 * line_mm, 0.35, fine, 2.4))


def _draw_edge_ring(outer: float, inner: float, h: float, colour: Colour) -> Fill:
    """A border from `outer` to `inner` millimetres within the card's edge."""
    rings = (trace_rounded_rect(d, d, _W - 2 * d, h - 2 * d, min(d, 3)) for d in (outer, inner))
    return Fill(tuple(rings), colour)


def _draw_figures(number: str, style: Style, h: float) -> Shapes:
    return (*_draw_middle_number(number, style, h), *_draw_corner_numbers(number, style, h))


def _draw_middle_number(number: str, style: Style, h: float, tall: float = 31.0) -> Shapes:
    """The large number in the middle with a shadow, `tall` units high, or less where the number would be too wide. `h`: the
    card's height where `_W` is its width."""
    height = min(tall, tall * 1.42 * tall / measure_text(number, tall, style.font))
    baseline = h / 2 + height / 2
    soft = mix_colours(style.palette.shade, style.palette.bottom, 0.25)
    return (
        *_draw_number_with_bar(number, _W / 2 + 0.9, baseline + 0.9, height, soft, style.font),
        *_draw_number_with_bar(number, _W / 2, baseline, height, style.palette.ink, style.font),
    )


def _draw_corner_numbers(number: str, style: Style, h: float) -> Shapes:
    """The small numbers in two or four corners, as the style says; the lower numbers upside down. `h`: the card's height where
    `_W` is its width."""
    height, inset = 8.6, 7.4
    width = measure_text(number, height, style.font)
    if width > 13:
        height, width = height * 13 / width, 13
    spot = _draw_number_with_bar(number, inset + width / 2, inset + height, height, style.palette.ink, style.font)
    shadow = _draw_number_with_bar(
        number, inset + width / 2 + 0.4, inset + height + 0.4, height, style.palette.shade, style.font
    )
    corner = (*shadow, *spot)
    around = place_shapes(corner, _W, h, turn=180)
    if style.corners < 4:
        return (*corner, *around)
    across = place_shapes(corner, _W - 2 * inset - width, 0)
    return (*corner, *around, *across, *place_shapes(across, _W, h, turn=180))


def _draw_number_with_bar(number: str, x: float, baseline: float, height: float, colour: Colour, font: Font) -> Shapes:
    """A number centred on `x`, standing on `baseline`, with a bar under a number that reads as another upside down. In units
    of the card."""
    figures = draw_text(number, x, baseline, height, colour, font, 0.5)
    if not is_ambiguous_upside_down(number):
        return figures
    width = measure_text(number, height, font)
    return (*figures, make_rounded_rect(x - width / 2, baseline + height * 0.13, width, height * 0.12, height * 0.04, colour))


def _draw_blaze(h: float) -> Shapes:
    """Fire from edge to edge. `h`: the card's height where `_W` is its width."""
    dice = random.Random(77)
    shapes: list[Fill] = [make_rect(0, 0, _W, h, (28, 8, 10))]
    for tone, height, count in (("soot", 96, 8), ("ember", 78, 9), ("flame", 56, 10), ("spark", 30, 12)):
        for i in range(count):
            x = _W * (i + dice.uniform(0.2, 0.8)) / count
            tall = height * dice.uniform(0.75, 1.1)
            shapes += place_shapes(
                (icons.draw_flame(FIRE_COLOURS[tone], dice.uniform(-0.12, 0.12)),), x, h + 8 - tall / 2, tall
            )
    return clip_shapes(shapes, 0, 0, _W, h)


# --- French suits ----------------------------------------------------------------------------------------------------

_COLUMN = {"l": 0.0, "m": 0.5, "r": 1.0}
_PIP_SPOTS = {
    "2": "m0 m6",
    "3": "m0 m3 m6",
    "4": "l0 r0 l6 r6",
    "5": "l0 r0 m3 l6 r6",
    "6": "l0 r0 l3 r3 l6 r6",
    "7": "l0 r0 m1.5 l3 r3 l6 r6",
    "8": "l0 r0 m1.5 l3 r3 m4.5 l6 r6",
    "9": "l0 r0 l2 r2 m3 l4 r4 l6 r6",
    "T": "l0 r0 m1 l2 r2 l4 r4 m5 l6 r6",
}


def _draw_corner_indices(rank: str, letter: str, colour: Colour, style: Style, h: float) -> Shapes:
    """Rank above suit in two or four corners, as the style says; the lower corners upside down. `rank`: one sign, "T" for ten.
    `letter`: of the suit, "C", "D", "H" or "S". `h`: the card's height where `_W` is its width."""
    words = "10" if rank == "T" else rank.translate(str.maketrans("AJQK", style.letters))
    font = replace(style.font, stretch=style.font.stretch * (0.72 if rank == "T" else 0.95))
    corner = (
        *draw_text(words, 7.2, 14.2, 8.4, colour, font, 0.5),
        *place_shapes(icons.draw_suit(letter, colour), 7.2, 20.4, 7.6),
    )
    around = place_shapes(corner, _W, h, turn=180)
    if style.corners < 4:
        return (*corner, *around)
    across = place_shapes(corner, _W - 14.4, 0)
    return (*corner, *around, *across, *place_shapes(across, _W, h, turn=180))


def _draw_suited_face(rank: str, letter: str, colour: Colour, style: Style, h: float) -> Shapes:
    """The middle of a French-suited card: a court, pips, or one large suit for an ace and a style without pips. `rank`: "A" to
    "K". `letter`: of the suit. `h`: the card's height where `_W` is its width."""
    if rank in "JQK":
        return _draw_court_card(rank, letter, colour, style, h)
    if rank == "A" or not style.pips:
        return place_shapes(icons.draw_suit(letter, colour), _W / 2, h / 2, 34)
    shapes: Shapes = ()
    for spot in _PIP_SPOTS[rank].split():
        across, down = _COLUMN[spot[0]], float(spot[1:]) / 6
        shapes += place_shapes(
            icons.draw_suit(letter, colour), 19.5 + 24 * across, 16 + (h - 32) * down, 12, 180 if down > 0.5 else 0
        )
    return shapes


def _draw_court_card(rank: str, letter: str, colour: Colour, style: Style, h: float) -> Shapes:
    """A half figure, and the same upside down, divided by a sash. `rank`: "J", "Q" or "K". `letter`: of the suit. `h`: the
    card's height where `_W` is its width."""
    tint = mix_colours(colour, CARD_WHITE, 0.9)
    box = (make_rounded_rect(13, 10, _W - 26, h - 20, 2, tint), make_frame(13, 10, _W - 26, h - 20, 0.7, colour, 2))
    half = (*_draw_bust(rank, letter, colour, h / 2), *place_shapes(icons.draw_suit(letter, colour), 19.6, 17.4, 8.4))
    half = clip_shapes(half, 13.7, 10.7, _W - 27.4, h / 2 - 10.7)
    y = h / 2
    sash = make_polygon(((13.7, y + 2.6), (_W - 13.7, y - 5.4), (_W - 13.7, y - 2.6), (13.7, y + 5.4)), GILT)
    cords = tuple(make_line(13.7, y + 4 + d, _W - 13.7, y - 4 + d, 0.5, colour) for d in (-1.6, 1.6))
    return (*box, *half, *place_shapes(half, _W, h, turn=180), sash, *cords)


def _draw_bust(rank: str, letter: str, colour: Colour, bottom: float) -> Shapes:
    """A crowned head and shoulders above `bottom`, units below the card's upper edge. `rank`: "J", "Q" or "K". `letter`: of the
    suit on the robe."""
    x, head = _W / 2, bottom - 18
    hair = COURT_COLOURS[rank]
    robe = make_polygon(
        (
            (x - 19, bottom + 3),
            (x - 13, bottom - 8),
            (x - 5, bottom - 11),
            (x + 5, bottom - 11),
            (x + 13, bottom - 8),
            (x + 19, bottom + 3),
        ),
        colour,
    )
    folds = tuple(
        make_polygon(((x, bottom - 10), (x + d - 1.2, bottom + 3), (x + d + 1.2, bottom + 3)), GILT) for d in (-12, -6, 6, 12)
    )
    collar = make_polygon(((x - 7.5, bottom - 10.6), (x + 7.5, bottom - 10.6), (x, bottom - 3)), CARD_WHITE)
    neck = make_rect(x - 2.2, head + 4, 4.4, 5, mix_colours(COURT_COLOURS["skin"], (150, 90, 60), 0.25))
    return (
        robe,
        *folds,
        collar,
        *place_shapes(icons.draw_suit(letter, colour), x, bottom - 7.2, 4.6),
        *_draw_head(rank, letter, x, head, hair, neck),
    )


def _draw_head(rank: str, letter: str, x: float, y: float, hair: Colour, neck: Fill) -> Shapes:
    """A court's head about (x, y), over the `neck`. `rank`: "J", "Q" or "K". `letter`: of the suit; the jacks of spades and
    hearts show one eye."""
    wide = 7.4 if rank == "Q" else 6.2
    locks = (make_ellipse(x, y + (2.4 if rank == "Q" else 0.4), wide, 8.6 if rank == "Q" else 6.2, hair), neck)
    face = (make_ellipse(x, y + 0.6, 4.7, 5.6, COURT_COLOURS["skin"]), make_rect(x - 1.3, y + 3.4, 2.6, 0.55, DECK_RED))
    beard = (make_ellipse(x, y + 5.2, 4.4, 3.0, hair), make_rect(x - 1.5, y + 4.2, 3.0, 0.7, DECK_RED)) if rank == "K" else ()
    one_eyed = rank == "J" and letter in "SH"
    eyes = tuple(make_disc(x + d, y - 0.3, 0.62, DECK_INK) for d in ((1.9,) if one_eyed else (-1.9, 1.9)))
    fringe = (make_polygon(((x - 5, y - 4), (x + 3, y - 5.4), (x - 3.4, y + 3.2), (x - 5.2, y + 3)), hair),) if one_eyed else ()
    return (*locks, *face, *beard, *eyes, *fringe, *_draw_headgear(rank, x, y))


def _draw_headgear(rank: str, x: float, y: float) -> Shapes:
    """A crown for `rank` "K", a tiara for "Q", else a jack's cap, on a head about (x, y)."""
    if rank == "K":
        return place_shapes(icons.draw_crown(GILT), x, y - 7.4, 10.5)
    if rank == "Q":
        return place_shapes(icons.draw_tiara(GILT), x, y - 6.6, 10.5)
    cap = make_polygon(((x - 6, y - 3.6), (x - 5.2, y - 7.4), (x + 5.8, y - 8.6), (x + 6.2, y - 4.2)), GILT)
    feather = make_polygon(((x + 3.6, y - 7.6), (x + 9.4, y - 12.6), (x + 10.6, y - 9.8), (x + 5.4, y - 6.4)), DECK_RED)
    return (feather, cap)
