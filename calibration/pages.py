"""Pages that leave the printer true to scale: drawings cut to paper, written as PDF or PNG from the same list of polygons.

Frame of reference: millimetres from a page's top left corner, x right, y down.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING

import cv2
import numpy as np

from calibration.errors import PrintError
from calibration.papers import PAPERS
from vision.drawn.art.drawing import (
    BARE_PAPER,
    BLACK,
    Drawing,
    Fill,
    Shapes,
    make_frame,
    make_rect,
    place_shapes,
    rasterise_drawing,
)
from vision.drawn.art.mats import RULER_MM, draw_ruler

if TYPE_CHECKING:
    from fpdf import FPDF
    from fpdf.drawing import PaintedPath

Box = tuple[float, float, float, float]
"""x, y, width, height."""
PRINTER_MARGIN_MM = 8.0  # guess; at each edge of the paper no printer is trusted to reach


@dataclass(frozen=True, slots=True, eq=False)
class Page:
    """One sheet of paper."""

    drawing: Drawing  # as large as the paper


@dataclass(frozen=True, slots=True)
class Tile:
    """A piece of a drawing too large for the paper."""

    rect_mm: Box  # the piece within the drawing
    row: int  # of the piece
    column: int  # of the piece


def fit_on_paper(drawing: Drawing, paper: str, keep_whole: Sequence[Box] = ()) -> tuple[Page, ...]:
    """A drawing true to scale: on one page where the paper is large enough, else cut to the paper. On one page both top left
    corners meet. `keep_whole`: boxes no cut should cross; a box named twice weighs twice."""
    sheet = orient_paper(paper, drawing.size_mm)
    return (Page(Drawing(sheet, drawing.shapes)),) if sheet else cut_to_paper(drawing, paper, keep_whole)


def cut_to_paper(drawing: Drawing, paper: str, keep_whole: Sequence[Box] = ()) -> tuple[Page, ...]:
    """A drawing true to scale in as few pieces as can be, each inside the printer's margins, with cutting marks and a ruler."""
    tiles = plan_tiles(drawing.size_mm, paper, keep_whole)
    return tuple(_draw_tile_page(drawing, tile, tiles[-1], paper) for tile in tiles)


def orient_paper(paper: str, size_mm: tuple[float, float]) -> tuple[float, float] | None:
    """The paper, upright or across, that holds a drawing of `size_mm`; None if neither does."""
    upright = PAPERS[paper]
    for sheet in sorted((upright, upright[::-1]), key=lambda s: (s[0] > s[1]) != (size_mm[0] > size_mm[1])):
        if size_mm[0] <= sheet[0] + 0.01 and size_mm[1] <= sheet[1] + 0.01:
            return sheet
    return None


def plan_tiles(size_mm: tuple[float, float], paper: str, keep_whole: Sequence[Box] = ()) -> tuple[Tile, ...]:
    """How a drawing is cut for a paper: in as few pieces as can be, row by row."""
    across, down = _measure_room(size_mm, paper)
    columns = _choose_cuts(size_mm[0], across, [(box[0], box[0] + box[2]) for box in keep_whole])
    rows = _choose_cuts(size_mm[1], down, [(box[1], box[1] + box[3]) for box in keep_whole])
    return tuple(
        Tile((x0, y0, x1 - x0, y1 - y0), row, column)
        for row, (y0, y1) in enumerate(pairwise(rows))
        for column, (x0, x1) in enumerate(pairwise(columns))
    )


def _measure_room(size_mm: tuple[float, float], paper: str) -> tuple[float, float]:
    """Usable width and height of a page, upright or across, whichever needs fewer pages; room for the ruler is kept."""
    width, height = PAPERS[paper]
    rooms = [
        (w - 2 * PRINTER_MARGIN_MM - 8, h - 2 * PRINTER_MARGIN_MM - RULER_MM[1] - 4)
        for w, h in ((width, height), (height, width))
    ]
    return min(rooms, key=lambda room: math.ceil(size_mm[0] / room[0]) * math.ceil(size_mm[1] / room[1]))


def _choose_cuts(length: float, limit: float, blocked: Sequence[tuple[float, float]]) -> list[float]:
    """Where to cut: near-equal pieces of at most `limit`, each cut on the whole millimetre where the fewest `blocked` spans are
    crossed."""
    pieces = math.ceil(length / limit - 1e-9)
    cuts = [0.0]
    for left in range(pieces, 1, -1):
        ideal = cuts[-1] + (length - cuts[-1]) / left
        low, high = max(cuts[-1] + 1, length - (left - 1) * limit), min(cuts[-1] + limit, length - 1)
        choices = [float(at) for at in range(math.ceil(low), math.floor(high) + 1)] or [ideal]
        cuts.append(min(choices, key=lambda at: (sum(a < at < b for a, b in blocked), abs(at - ideal))))
    return [*cuts, length]


def place_tile(tile: Tile, size_mm: tuple[float, float], paper: str) -> tuple[tuple[float, float], tuple[float, float]]:
    """Width and height of a tile's page, and where on it the tile's top left corner stands."""
    across, down = _measure_room(size_mm, paper)
    sheet = (across + 2 * PRINTER_MARGIN_MM + 8, down + 2 * PRINTER_MARGIN_MM + RULER_MM[1] + 4)
    return sheet, ((sheet[0] - tile.rect_mm[2]) / 2, (sheet[1] - RULER_MM[1] - tile.rect_mm[3]) / 2)


def _draw_tile_page(drawing: Drawing, tile: Tile, last: Tile, paper: str) -> Page:
    x, y, width, height = tile.rect_mm
    sheet, (left, top) = place_tile(tile, drawing.size_mm, paper)
    piece = place_shapes(_select_within(drawing.shapes, tile.rect_mm), left - x, top - y)
    right, bottom = left + width, top + height
    above, below = make_rect(0, 0, sheet[0], top, BARE_PAPER), make_rect(0, bottom, sheet[0], sheet[1] - bottom, BARE_PAPER)
    beside = make_rect(0, top, left, height, BARE_PAPER), make_rect(right, top, sheet[0] - right, height, BARE_PAPER)
    marks = draw_crop_marks(left, top, width, height)
    measure = draw_ruler(PRINTER_MARGIN_MM + 3, sheet[1] - PRINTER_MARGIN_MM - RULER_MM[1] + 1)
    return Page(
        Drawing(
            sheet,
            (
                *piece,
                above,
                below,
                *beside,
                *marks,
                *measure,
                *(_draw_tile_map(tile, last, sheet) if last != tile or tile.row or tile.column else ()),
            ),
        )
    )


def _select_within(shapes: Iterable[Fill], box: Box) -> Iterator[Fill]:
    """Shapes that reach into a box. What shapes show outside is painted over: edges are cleaner than those of cut polygons."""
    x, y, width, height = box
    for fill in shapes:
        low = np.min([ring.min(axis=0) for ring in fill.rings], axis=0)
        high = np.max([ring.max(axis=0) for ring in fill.rings], axis=0)
        if low[0] < x + width and high[0] > x and low[1] < y + height and high[1] > y:
            yield fill


def _draw_tile_map(tile: Tile, last: Tile, sheet: tuple[float, float]) -> Shapes:
    """A small picture of all pieces with this one filled."""
    cell, rows, columns = 3.6, last.row + 1, last.column + 1
    x0, y0 = sheet[0] - PRINTER_MARGIN_MM - columns * cell, sheet[1] - PRINTER_MARGIN_MM - rows * cell
    shapes: list[Fill] = []
    for row in range(rows):
        for column in range(columns):
            place = (x0 + column * cell, y0 + row * cell, cell, cell)
            mine = (row, column) == (tile.row, tile.column)
            shapes.append(make_rect(*place, BLACK) if mine else make_frame(*place, 0.2, (150, 150, 150)))
    return tuple(shapes)


def draw_crop_marks(x: float, y: float, width: float, height: float, length: float = 4.0, gap: float = 0.6) -> Shapes:
    """Hair lines outside a rectangle's four corners. `length`, `gap`: of a line and between line and corner, in millimetres."""
    shapes: list[Fill] = []
    for cx, way_x in ((x, -1), (x + width, 1)):
        for cy, way_y in ((y, -1), (y + height, 1)):
            shapes.append(make_rect(min(cx + way_x * gap, cx + way_x * (gap + length)), cy - 0.06, length, 0.12, BLACK))
            shapes.append(make_rect(cx - 0.06, min(cy + way_y * gap, cy + way_y * (gap + length)), 0.12, length, BLACK))
    return tuple(shapes)


# --- files -----------------------------------------------------------------------------------------------------------


def write_pages(pages: Sequence[Page], out: Path, dpi: int = 150, title: str = "") -> tuple[Path, ...]:
    """Write a PDF with all pages, or PNGs, and return the files written. Of PNGs the first page goes to `out`, the others
    beside `out` with -2, -3 ... before the ending.

    Raises `PrintError` for another ending or where a file cannot be written.
    """
    kind = out.suffix.lower()
    if kind not in (".pdf", ".png"):
        raise PrintError(f"{out}: the file must end in .pdf or .png")
    if not out.parent.is_dir():
        raise PrintError(f"{out}: there is no folder {out.parent}; make it first")
    if not 30 <= dpi <= 1200:
        raise PrintError(f"--dpi {dpi}: from 30 to 1200")
    try:
        return _write_pdf(pages, out, title) if kind == ".pdf" else _write_png(pages, out, dpi)
    except OSError as error:
        raise PrintError(f"{out}: cannot be written: {error.strerror or error}") from error


def _write_png(pages: Sequence[Page], out: Path, dpi: int) -> tuple[Path, ...]:
    written = []
    for number, page in enumerate(pages, start=1):
        path = out if number == 1 else out.with_name(f"{out.stem}-{number}{out.suffix}")
        done, data = cv2.imencode(".png", rasterise_drawing(page.drawing, dpi / 25.4))
        if not done:
            raise PrintError(f"{path}: OpenCV could not make a PNG of the page")
        path.write_bytes(data.tobytes())
        written.append(path)
    return tuple(written)


def _write_pdf(pages: Sequence[Page], out: Path, title: str) -> tuple[Path, ...]:
    from fpdf import FPDF  # of the extra "print": PNG and JSON do without

    pdf = FPDF(unit="mm")
    pdf.set_title(title or "Table Companion")
    pdf.set_creator("Table Companion")
    pdf.set_auto_page_break(False)
    for page in pages:
        pdf.add_page(format=page.drawing.size_mm)
        for fill in page.drawing.shapes:
            _add_fill(pdf, fill)
    out.write_bytes(bytes(pdf.output()))
    return (out,)


def _add_fill(pdf: FPDF, fill: Fill) -> None:
    if len(fill.rings) == 1:
        pdf.set_fill_color(*fill.colour)
        pdf.polygon([(float(x), float(y)) for x, y in fill.rings[0]], style="F")
        return
    with pdf.drawing_context() as context:
        context.add_item(_make_path(fill.rings, fill.colour))


def _make_path(rings: Iterable[Iterable[Sequence[float]]], colour: tuple[int, int, int]) -> PaintedPath:
    from fpdf.drawing import PaintedPath
    from fpdf.enums import IntersectionRule

    path = PaintedPath()
    path.style.fill_color = "#{:02x}{:02x}{:02x}".format(*colour)
    path.style.stroke_color = None
    path.style.intersection_rule = IntersectionRule.EVENODD
    for ring in rings:
        points = [(float(x), float(y)) for x, y in ring]
        path.move_to(*points[0])
        for x, y in points[1:]:
            path.line_to(x, y)
        path.close()
    return path
