"""A board of card spaces, drawn: each space shows a small card, the corners are free."""

from __future__ import annotations

from collections.abc import Sequence

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


def draw_board(
    cells: Sequence[Sequence[str]], size_mm: tuple[float, float], style: Style = NIGHT, title: str = "", rim_mm: float = 0.0
) -> Drawing:
    """A board that fills `size_mm` (width, height). `cells`: the face on each space, row by row, "**" for a corner. `rim_mm`:
    width of the border around the spaces, with `title` in the upper border if wider than 3 mm."""
    rows, columns = len(cells), max((len(row) for row in cells), default=0)
    width, height = (size_mm[0] - 2 * rim_mm) / max(columns, 1), (size_mm[1] - 2 * rim_mm) / max(rows, 1)
    shapes: list[Fill] = [make_rect(0, 0, *size_mm, BOARD_COLOURS["ground"])]
    for i, row in enumerate(cells):
        for j, face in enumerate(row):
            shapes += place_shapes(draw_board_space(face, width, height, style), rim_mm + j * width, rim_mm + i * height)
    return Drawing(size_mm, (*shapes, *_draw_board_title(title, size_mm, rim_mm)))


def draw_board_space(face: str, width: float, height: float, style: Style = NIGHT) -> Shapes:
    """One space of `width` by `height` millimetres with the top left corner at the origin. `face`: of the printed card, such as
    "TD", "**" for a free corner."""
    edge = min(width, height) * 0.025
    card = make_rounded_rect(edge, edge, width - 2 * edge, height - 2 * edge, min(width, height) * 0.08, CARD_WHITE)
    if face == "**":
        return (*_draw_free_corner(width, height, edge),)
    colour = DECK_RED if face[-1] in "HD" else DECK_INK
    words = "10" if face[0] == "T" else face[0]
    unit, font = min(width, height), Font(style.font.name, 0.75 if words == "10" else 1.0)
    index = draw_text(words, edge + unit * 0.23, edge + unit * 0.36, unit * 0.28, colour, font, 0.5)
    return (card, *index, *place_shapes(icons.draw_suit(face[-1], colour), width * 0.63, height * 0.62, unit * 0.54))


def _draw_free_corner(width: float, height: float, edge: float) -> Shapes:
    """A corner space of `width` by `height` millimetres with the top left corner at the origin and a gilt star in the middle.
    `edge`: millimetres left free around the ground."""
    middle, unit = (width / 2, height / 2), min(width, height)
    star = tuple(
        shape for turn in (0, 45, 90, 135) for shape in place_shapes(icons.draw_suit("D", GILT), *middle, unit * 0.62, turn)
    )
    ground = make_rounded_rect(
        edge, edge, width - 2 * edge, height - 2 * edge, unit * 0.08, mix_colours(BOARD_COLOURS["ground"], CARD_WHITE, 0.12)
    )
    return (
        ground,
        make_frame(edge * 2, edge * 2, width - 4 * edge, height - 4 * edge, unit * 0.02, GILT, unit * 0.07),
        *star,
        make_disc(*middle, unit * 0.1, CARD_WHITE),
    )


def draw_enrolled_board(cells: Sequence[Sequence[str]], style: Style = NIGHT) -> EnrolledBoard:
    """The practice board as printed, which need not be enrolled. `cells`: the face on each space, "**" for a corner."""
    rows, columns = len(cells), len(cells[0])
    side = 24.0
    drawn = rasterise_drawing(draw_board(cells, (side * columns, side * rows), style), FINE / side)
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
    colour. `face`: as of `draw_chip`."""
    if face.endswith(FLIPPED):
        return 0.22, 0.22, 0.22
    red, green, blue = (0.1 + 0.4 * part / 255 for part in CHIPS[face])
    return blue, green, red


def _draw_board_title(title: str, size_mm: tuple[float, float], rim_mm: float) -> Shapes:
    """The title within the upper border; () without a title, or where the border is 3 mm or less."""
    return (
        draw_text(title, size_mm[0] / 2, rim_mm * 0.72, rim_mm * 0.42, BOARD_COLOURS["title"], HEAVY, 0.5)
        if title and rim_mm > 3
        else ()
    )
