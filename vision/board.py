"""A board of card spaces, drawn: each space shows its card small, the corners are free."""

from __future__ import annotations

from collections.abc import Sequence

from vision import icons
from vision.art import GILT, INK, NIGHT, RED, WHITE, Style
from vision.drawing import Colour, Drawing, Fill, Font, Shapes, disc, frame, mix, placed, rect, rounded, text

CORNER = "**"
RIM_MM = 8.0
"""Width of the border around the spaces where the board is as large as its drawing."""
_GROUND: Colour = (30, 66, 54)
_LINE: Colour = (196, 188, 160)
_HEAVY = Font("aileron-heavy")


def board_drawing(
    cells: Sequence[Sequence[str]], size_mm: tuple[float, float], style: Style = NIGHT, title: str = "", rim_mm: float = 0.0
) -> Drawing:
    """A board that fills `size_mm`. `cells`: the face printed on each space, row by row, "**" for a corner."""
    rows, columns = len(cells), max((len(row) for row in cells), default=0)
    width, height = (size_mm[0] - 2 * rim_mm) / max(columns, 1), (size_mm[1] - 2 * rim_mm) / max(rows, 1)
    shapes: list[Fill] = [rect(0, 0, *size_mm, _GROUND)]
    for i, row in enumerate(cells):
        for j, face in enumerate(row):
            shapes += placed(space_shapes(face, width, height, style), rim_mm + j * width, rim_mm + i * height)
    return Drawing(size_mm, (*shapes, *_words(title, size_mm, rim_mm)))


def space_shapes(face: str, width: float, height: float, style: Style = NIGHT) -> Shapes:
    """One space, its top left corner at the origin."""
    edge = min(width, height) * 0.025
    card = rounded(edge, edge, width - 2 * edge, height - 2 * edge, min(width, height) * 0.08, WHITE)
    if face == CORNER:
        return (*_corner(width, height, edge),)
    colour = RED if face[-1] in "HD" else INK
    words = "10" if face[0] == "T" else face[0]
    unit = min(width, height)
    font = Font(style.font.name, 0.8 if words == "10" else 1.0)
    index = (
        *text(words, edge + unit * 0.2, edge + unit * 0.33, unit * 0.24, colour, font, 0.5),
        *placed(icons.suit(face[-1], colour), edge + unit * 0.2, edge + unit * 0.5, unit * 0.2),
    )
    pale = mix(colour, WHITE, 0.25)
    large = placed(icons.suit(face[-1], pale), width * 0.6, height * 0.56, min(width, height) * 0.5)
    return (card, *index, *large)


def _corner(width: float, height: float, edge: float) -> Shapes:
    middle, unit = (width / 2, height / 2), min(width, height)
    star = tuple(shape for turn in (0, 45, 90, 135) for shape in placed(icons.suit("D", GILT), *middle, unit * 0.62, turn))
    ground = rounded(edge, edge, width - 2 * edge, height - 2 * edge, unit * 0.08, mix(_GROUND, WHITE, 0.12))
    return (
        ground,
        frame(edge * 2, edge * 2, width - 4 * edge, height - 4 * edge, unit * 0.02, GILT, unit * 0.07),
        *star,
        disc(*middle, unit * 0.1, WHITE),
    )


def _words(title: str, size_mm: tuple[float, float], rim_mm: float) -> Shapes:
    return text(title, size_mm[0] / 2, rim_mm * 0.72, rim_mm * 0.42, _LINE, _HEAVY, 0.5) if title and rim_mm > 3 else ()
