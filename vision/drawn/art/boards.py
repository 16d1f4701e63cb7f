"""A board of card spaces, drawn: each space shows a small card, the corners are free."""

from __future__ import annotations

import colorsys
import random
from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np

from vision.board.chips import CHIPS, FINE, FLIPPED
from vision.board.places import EnrolledBoard
from vision.drawn.art import icons
from vision.drawn.art.drawing import (
    HEAVY,
    Colour,
    Drawing,
    Fill,
    Font,
    Shapes,
    draw_text,
    make_annulus,
    make_arc,
    make_disc,
    make_frame,
    make_rect,
    make_rounded_rect,
    mix_colours,
    place_shapes,
    rasterise_drawing,
)
from vision.drawn.art.styles import CARD_WHITE, DECK_INK, DECK_RED, GILT, NIGHT, Style

BOARD_COLOURS: dict[str, Colour] = {"ground": (30, 66, 54), "title": (196, 188, 160), "flipped chip": (236, 236, 232)}
"""Red, green and blue of what is drawn on a board."""


@dataclass(frozen=True, slots=True)
class BoardLook:
    """Colours and print of a board, red, green and blue."""

    ground: Colour = BOARD_COLOURS["ground"]  # between the cards
    paper: Colour = CARD_WHITE  # of the cards
    red: Colour = DECK_RED  # ink of hearts and diamonds
    black: Colour = DECK_INK  # ink of spades and clubs
    gap: float = 0.025  # share of a space on each side that shows the ground; guess
    print_kind: str = (
        "corner"  # "corner": a rank in a corner and one large suit; "index": the suit beneath the rank; "middle": both large
    )


PRACTICE_LOOK = BoardLook()


def make_board_look(number: int, *, apart: bool = False) -> BoardLook:
    """A board of its own for every `number`; three of four are darker than their print. `apart`: True for boards that only judge.
    The same arguments give the same board."""
    dice = random.Random(f"board look {number} {apart}")
    hue = dice.random()
    ways = ("dark", "one ink", "coloured", "pale")
    way = ways[number % 4]
    if way == "pale":
        paper, ground = _mix_hsv(hue, dice.uniform(0.05, 0.3), dice.uniform(0.8, 0.95)), _mix_hsv(hue, 0.5, 0.3)
        red, black = _mix_hsv(dice.uniform(0.95, 1.02), 0.85, dice.uniform(0.6, 0.8)), _mix_hsv(hue, 0.3, 0.14)
    else:
        paper = _mix_hsv(
            hue, dice.uniform(0.25, 0.8), dice.uniform(0.1, 0.26) if way != "coloured" else dice.uniform(0.28, 0.42)
        )
        ground = mix_colours(paper, dice.choice(((0, 0, 0), CARD_WHITE)), dice.uniform(0.2, 0.5))
        black = _mix_hsv(dice.random(), dice.uniform(0.02, 0.2), dice.uniform(0.88, 1.0))
        red = (
            black if way == "one ink" else _mix_hsv(dice.uniform(-0.03, 0.12), dice.uniform(0.5, 0.75), dice.uniform(0.88, 1.0))
        )
    kind = dice.choice(("corner", "index", "middle") if apart else ("corner", "corner", "index"))
    return BoardLook(ground, paper, red, black, dice.uniform(0.015, 0.05), kind)


def _mix_hsv(hue: float, saturation: float, value: float) -> Colour:
    red, green, blue = (round(255 * part) for part in colorsys.hsv_to_rgb(hue % 1.0, saturation, value))
    return red, green, blue


def draw_board(
    cells: Sequence[Sequence[str]],
    size_mm: tuple[float, float],
    style: Style = NIGHT,
    title: str = "",
    rim_mm: float = 0.0,
    look: BoardLook = PRACTICE_LOOK,
) -> Drawing:
    """A board that fills `size_mm` (width, height). `cells`: the face on each space, row by row, "**" for a corner. `rim_mm`:
    width of the border around the spaces, with `title` in the upper border if wider than 3 mm. `look`: of the board."""
    rows, columns = len(cells), max((len(row) for row in cells), default=0)
    width, height = (size_mm[0] - 2 * rim_mm) / max(columns, 1), (size_mm[1] - 2 * rim_mm) / max(rows, 1)
    shapes: list[Fill] = [make_rect(0, 0, *size_mm, look.ground)]
    for i, row in enumerate(cells):
        for j, face in enumerate(row):
            shapes += place_shapes(draw_board_space(face, width, height, style, look), rim_mm + j * width, rim_mm + i * height)
    return Drawing(size_mm, (*shapes, *_draw_board_title(title, size_mm, rim_mm)))


def draw_board_space(face: str, width: float, height: float, style: Style = NIGHT, look: BoardLook = PRACTICE_LOOK) -> Shapes:
    """One space of `width` by `height` millimetres with the top left corner at the origin. `face`: of the printed card, such as
    "TD", "**" for a free corner."""
    edge = min(width, height) * look.gap
    card = make_rounded_rect(edge, edge, width - 2 * edge, height - 2 * edge, min(width, height) * 0.08, look.paper)
    if face == "**":
        return (*_draw_free_corner(width, height, edge, look),)
    colour = look.red if face[-1] in "HD" else look.black
    words = "10" if face[0] == "T" else face[0]
    unit, font = min(width, height), Font(style.font.name, 0.75 if words == "10" else 1.0)
    if look.print_kind == "index":
        rank = draw_text(words, edge + unit * 0.22, edge + unit * 0.34, unit * 0.28, colour, font, 0.5)
        suit = place_shapes(icons.draw_suit(face[-1], colour), edge + unit * 0.22, edge + unit * 0.55, unit * 0.28)
        large = place_shapes(icons.draw_suit(face[-1], colour), width * 0.68, height * 0.68, unit * 0.4)
        return (card, *rank, *suit, *large)
    if look.print_kind == "middle":
        rank = draw_text(words, width * 0.3, height * 0.62, unit * 0.36, colour, font, 0.5)
        return (card, *rank, *place_shapes(icons.draw_suit(face[-1], colour), width * 0.7, height * 0.47, unit * 0.38))
    index = draw_text(words, edge + unit * 0.23, edge + unit * 0.36, unit * 0.28, colour, font, 0.5)
    return (card, *index, *place_shapes(icons.draw_suit(face[-1], colour), width * 0.63, height * 0.62, unit * 0.54))


def _draw_free_corner(width: float, height: float, edge: float, look: BoardLook) -> Shapes:
    """A corner space of `width` by `height` millimetres with the top left corner at the origin and a gilt star in the middle.
    `edge`: millimetres left free around the ground. `look`: of the board."""
    middle, unit = (width / 2, height / 2), min(width, height)
    star = tuple(
        shape for turn in (0, 45, 90, 135) for shape in place_shapes(icons.draw_suit("D", GILT), *middle, unit * 0.62, turn)
    )
    ground = make_rounded_rect(
        edge, edge, width - 2 * edge, height - 2 * edge, unit * 0.08, mix_colours(look.ground, CARD_WHITE, 0.12)
    )
    return (
        ground,
        make_frame(edge * 2, edge * 2, width - 4 * edge, height - 4 * edge, unit * 0.02, GILT, unit * 0.07),
        *star,
        make_disc(*middle, unit * 0.1, CARD_WHITE),
    )


def draw_enrolled_board(cells: Sequence[Sequence[str]], style: Style = NIGHT, look: BoardLook = PRACTICE_LOOK) -> EnrolledBoard:
    """The practice board as printed, which need not be enrolled. `cells`: the face on each space, "**" for a corner. `look`: of
    the board."""
    rows, columns = len(cells), len(cells[0])
    side = 24.0
    drawn = rasterise_drawing(draw_board(cells, (side * columns, side * rows), style, look=look), FINE / side)
    margin = FINE // 2
    pale_mat = (236.0, 236.0, 236.0)
    paper = cv2.copyMakeBorder(drawn, margin, margin, margin, margin, cv2.BORDER_CONSTANT, value=pale_mat)
    return EnrolledBoard(np.asarray(cv2.GaussianBlur(paper, (0, 0), 0.7), np.uint8), rows, columns)


# --- chips -----------------------------------------------------------------------------------------------------------


def is_chip(face: str) -> bool:
    """True for "blue", "green", "red" and their flipped sides."""
    return face.removesuffix(FLIPPED) in CHIPS


def draw_chip(face: str, side_mm: float) -> Drawing:
    """A chip that fills a square with sides of `side_mm`; whoever lays the chip cuts the round outline. `face`: a colour of
    `CHIPS`, with `FLIPPED` behind for a flipped chip, white whatever the colour."""
    colour = BOARD_COLOURS["flipped chip"] if face.endswith(FLIPPED) else CHIPS[face]
    radius, middle = side_mm / 2, (side_mm / 2, side_mm / 2)
    light, dark = mix_colours(colour, CARD_WHITE, 0.35), mix_colours(colour, (0, 0, 0), 0.3)
    rim = (
        make_rect(0, 0, side_mm, side_mm, dark),
        make_disc(*middle, radius * 0.95, light),
        make_disc(*middle, radius * 0.86, colour),
    )
    groove = (
        make_annulus(*middle, radius * 0.66, radius * 0.07, dark),
        make_annulus(*middle, radius * 0.6, radius * 0.04, light),
    )
    gloss = (make_arc(*middle, radius * 0.77, -150, -95, radius * 0.08, mix_colours(colour, CARD_WHITE, 0.7)),)
    return Drawing((side_mm, side_mm), (*rim, *groove, *gloss))


def get_chip_transmission(face: str) -> tuple[float, float, float]:
    """The shares, 0 to 1, of blue, green and red light (in this order) that pass a chip: print below shows through the chip's
    colour. `face`: a chip, such as "blue", or "blue*" white side up."""
    if face.endswith(FLIPPED):
        return 0.22, 0.22, 0.22
    red, green, blue = (0.1 + 0.4 * part / 255 for part in CHIPS[face])
    return blue, green, red


def _draw_board_title(title: str, size_mm: tuple[float, float], rim_mm: float) -> Shapes:
    """The title within the upper border; () without a title, or where the border is 3 mm or less. `size_mm`: of the board.
    `rim_mm`: width of the border."""
    return (
        draw_text(title, size_mm[0] / 2, rim_mm * 0.72, rim_mm * 0.42, BOARD_COLOURS["title"], HEAVY, 0.5)
        if title and rim_mm > 3
        else ()
    )
