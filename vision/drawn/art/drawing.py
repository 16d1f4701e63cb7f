"""A drawing: filled polygons in millimetres. Cards, mats and sheets are all drawings, so a printed page, a PDF and a camera's
picture show the same geometry.

Frame of reference: origin at the top left, x right, y down, millimetres. Colours are red, green, blue from 0 to 255.
"""

from __future__ import annotations

import json
import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.types import Image

Ring = NDArray[np.float64]
"""(n, 2) corners of a closed polygon."""
Colour = tuple[int, int, int]
Shapes = tuple["Fill", ...]

BLACK: Colour = (0, 0, 0)  # geometry of the colour cube: a printer's full ink
BARE_PAPER: Colour = (255, 255, 255)  # geometry of the colour cube: no ink at all
SUBPIXEL_BITS = 6  # guess; binary places below a pixel that OpenCV's polygon filling keeps
SUBPIXELS = 4  # guess; drawn on each side of a pixel, whose mean is the pixel


@dataclass(frozen=True, slots=True, eq=False)
class Fill:
    """An area of a single colour."""

    rings: tuple[Ring, ...]  # (n, 2) outlines; what lies inside an even number of them stays free
    colour: Colour  # red, green, blue

    def apply_affine(self, matrix: NDArray[np.float64]) -> Fill:
        """The area under an affine map. `matrix`: (2, 3)."""
        return Fill(tuple(ring @ matrix[:, :2].T + matrix[:, 2] for ring in self.rings), self.colour)


@dataclass(frozen=True, slots=True, eq=False)
class Drawing:
    """Areas painted one over the other on paper."""

    size_mm: tuple[float, float]  # width and height of the paper
    shapes: Shapes  # in the order of painting


def make_polygon(points: Iterable[Sequence[float]], colour: Colour) -> Fill:
    """A filled polygon."""
    return Fill((np.asarray(list(points), dtype=float),), colour)


def make_rect(x: float, y: float, width: float, height: float, colour: Colour) -> Fill:
    """A filled rectangle."""
    return Fill((_trace_box(x, y, width, height),), colour)


def make_frame(x: float, y: float, width: float, height: float, line: float, colour: Colour, radius: float = 0.0) -> Fill:
    """The outline of a rectangle, as a line inside."""
    inner = trace_rounded_rect(x + line, y + line, width - 2 * line, height - 2 * line, max(0.0, radius - line))
    return Fill((trace_rounded_rect(x, y, width, height, radius), inner), colour)


def make_rounded_rect(x: float, y: float, width: float, height: float, radius: float, colour: Colour) -> Fill:
    """A filled rectangle with round corners."""
    return Fill((trace_rounded_rect(x, y, width, height, radius),), colour)


def make_ellipse(cx: float, cy: float, rx: float, ry: float, colour: Colour, turn: float = 0.0, corners: int = 72) -> Fill:
    """A filled ellipse, turned clockwise by `turn` degrees. `corners`: of the polygon drawn."""
    return Fill((trace_ellipse(cx, cy, rx, ry, turn, corners),), colour)


def make_disc(cx: float, cy: float, radius: float, colour: Colour, corners: int = 72) -> Fill:
    """A filled circle."""
    return make_ellipse(cx, cy, radius, radius, colour, corners=corners)


def make_annulus(cx: float, cy: float, radius: float, line: float, colour: Colour) -> Fill:
    """The outline of a circle, as a line inside."""
    return Fill((trace_ellipse(cx, cy, radius, radius), trace_ellipse(cx, cy, radius - line, radius - line)), colour)


def make_line(x0: float, y0: float, x1: float, y1: float, width: float, colour: Colour) -> Fill:
    """A straight stroke with square ends."""
    across = np.array([y0 - y1, x1 - x0]) / max(math.hypot(x1 - x0, y1 - y0), 1e-9) * width / 2
    a, b = np.array([x0, y0]), np.array([x1, y1])
    return Fill((np.stack([a + across, b + across, b - across, a - across]),), colour)


def make_arc(cx: float, cy: float, radius: float, start: float, end: float, width: float, colour: Colour) -> Fill:
    """A stroke of `width` along the circle of `radius` about (`cx`, `cy`), from `start` to `end` degrees (0 = right,
    clockwise)."""
    angles = np.radians(np.linspace(start, end, max(4, int(abs(end - start) / 5) + 1)))
    rim = np.stack([np.cos(angles), np.sin(angles)], axis=1)
    ring = np.concatenate([rim * (radius + width / 2), rim[::-1] * (radius - width / 2)])
    return Fill((ring + np.array((cx, cy)),), colour)


def trace_ellipse(cx: float, cy: float, rx: float, ry: float, turn: float = 0.0, corners: int = 72) -> Ring:
    """The outline of an ellipse, (corners, 2). `rx`, `ry`: half the width and height. `turn`: clockwise, in degrees."""
    angles = np.linspace(0, 2 * math.pi, corners, endpoint=False)
    flat = np.stack([rx * np.cos(angles), ry * np.sin(angles)], axis=1)
    return flat @ _make_rotation(turn).T + (cx, cy)


def trace_rounded_rect(x: float, y: float, width: float, height: float, radius: float) -> Ring:
    """(n, 2) the outline of a rectangle of `width` by `height` with round corners; with sharp corners for a radius of 0. `x`,
    `y`: top left corner. A larger radius than fits is cut to half the shorter side."""
    if radius <= 0:
        return _trace_box(x, y, width, height)
    radius = min(radius, width / 2, height / 2)
    quarter = np.radians(np.linspace(0, 90, 9))
    left, right, top, bottom = x + radius, x + width - radius, y + radius, y + height - radius
    centres = ((right, bottom), (left, bottom), (left, top), (right, top))
    arcs = [
        np.stack([np.cos(quarter + i * math.pi / 2), np.sin(quarter + i * math.pi / 2)], axis=1) * radius + centre
        for i, centre in enumerate(centres)
    ]
    return np.concatenate(arcs)


def clip_shapes(shapes: Iterable[Fill], x: float, y: float, width: float, height: float) -> Shapes:
    """The part of the shapes inside a rectangle of `width` by `height` with the top left corner (x, y); shapes wholly outside
    are left out."""
    found = []
    for fill in shapes:
        rings = tuple(ring for ring in (_clip_ring(ring, x, y, x + width, y + height) for ring in fill.rings) if len(ring) > 2)
        if rings:
            found.append(Fill(rings, fill.colour))
    return tuple(found)


def place_shapes(
    shapes: Iterable[Fill], x: float, y: float, scale: float = 1.0, turn: float = 0.0, about: tuple[float, float] = (0.0, 0.0)
) -> Shapes:
    """The shapes with their point `about` moved to (x, y), `scale` times as large, and turned clockwise by `turn` degrees."""
    linear = _make_rotation(turn) * scale
    matrix = np.column_stack([linear, np.array([x, y]) - linear @ np.array(about, dtype=float)])
    return tuple(fill.apply_affine(matrix) for fill in shapes)


def mix_colours(a: Colour, b: Colour, share: float) -> Colour:
    """The colour between `a` (share 0) and `b` (share 1)."""
    red, green, blue = (round(p + (q - p) * share) for p, q in zip(a, b, strict=True))
    return red, green, blue


# --- text ------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Font:
    """Glyph outlines of a file in `vision/drawn/art/data`."""

    name: str = "aileron"  # of the file
    stretch: float = 1.0  # widens (above 1) or narrows the letters


BODY, HEAVY = Font(), Font("aileron-heavy")


def measure_text(text: str, height: float, font: Font = BODY) -> float:
    """The width in millimetres of a line of text with capitals `height` high."""
    data = _load_font(font.name)
    cap: float = data["cap"]
    return sum(_find_glyph(data, char)[0] for char in text) * height / cap * font.stretch


def draw_text(
    words: str,
    x: float,
    y: float,
    height: float,
    colour: Colour,
    font: Font = BODY,
    anchor: float = 0.0,
) -> Shapes:
    """A line of text as outlines. An unknown character is drawn as "?".

    `height`: of a capital. (x, y): on the baseline, where `anchor` is 0 for the left end, 0.5 for the middle, 1 for the right
    end.
    """
    data = _load_font(font.name)
    scale = height / data["cap"]
    pen = x - anchor * measure_text(words, height, font)
    fills = []
    for char in words:
        advance, rings = _find_glyph(data, char)
        if rings:
            fills.append(Fill(tuple(ring * (scale * font.stretch, -scale) + (pen, y) for ring in rings), colour))
        pen += advance * scale * font.stretch
    return tuple(fills)


@cache
def _load_font(name: str) -> dict[str, Any]:
    """A font's data: "cap", the height of a capital, and "glyphs", by character the advance and the outlines, y up."""
    path = Path(__file__).parent / "data" / f"glyphs-{name}.json"
    data: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    for char, (advance, rings) in data["glyphs"].items():
        data["glyphs"][char] = (advance, tuple(np.array(ring, dtype=float).reshape(-1, 2) for ring in rings))
    return data


def _find_glyph(data: dict[str, Any], char: str) -> tuple[float, tuple[Ring, ...]]:
    glyphs = data["glyphs"]
    found: tuple[float, tuple[Ring, ...]] = glyphs.get(char) or glyphs.get("?") or glyphs["0"]
    return found


# --- pixels ----------------------------------------------------------------------------------------------------------


def rasterise_drawing(drawing: Drawing, px_per_mm: float, paper: Colour = BARE_PAPER) -> Image:
    """(height, width, 3) uint8 BGR: the drawing with smooth edges, at least one pixel wide and high. `px_per_mm`: pixels a
    millimetre. `paper`: colour where nothing is drawn."""
    width, height = (max(1, round(side * px_per_mm)) for side in drawing.size_mm)
    scale = np.array([width / drawing.size_mm[0], height / drawing.size_mm[1]])
    return paint_shapes(drawing.shapes, (width, height), scale, paper)


def paint_shapes(shapes: Iterable[Fill], size_px: tuple[int, int], scale: NDArray[np.float64], paper: Colour) -> Image:
    """(height, width, 3) uint8 BGR: shapes on paper of `size_px` (width, height). `scale`: pixels a millimetre, across and
    down."""
    width, height = size_px
    prepared = [_to_fixed_point(fill, scale) for fill in shapes]
    band_rows = 192  # drawn at once, to bound memory on large sheets
    picture = np.empty((height, width, 3), np.uint8)
    for top in range(0, height, band_rows):
        rows = min(band_rows, height - top)
        band = np.empty((rows * SUBPIXELS, width * SUBPIXELS, 3), np.uint8)
        band[:] = paper[0] if len(set(paper)) == 1 else paper[::-1]  # one value is filled much faster than three
        _fill_band(band, prepared, top * SUBPIXELS)
        picture[top : top + rows] = cv2.resize(band, (width, rows), interpolation=cv2.INTER_AREA)
    return picture


_Prepared = tuple[list[NDArray[np.int32]], tuple[int, int, int], int, int]


def _to_fixed_point(fill: Fill, scale: NDArray[np.float64]) -> _Prepared:
    """An area as OpenCV fills polygons: outlines in fractions of subpixels, colour in BGR, first and last row of subpixels.
    `scale`: (2,) pixels a unit, across and down."""
    rings = [np.rint((ring * scale * SUBPIXELS - 0.5) * (1 << SUBPIXEL_BITS)).astype(np.int32) for ring in fill.rings]
    top = min(int(ring[:, 1].min()) for ring in rings) >> SUBPIXEL_BITS
    bottom = (max(int(ring[:, 1].max()) for ring in rings) >> SUBPIXEL_BITS) + 1
    red, green, blue = fill.colour
    return rings, (blue, green, red), top, bottom


def _fill_band(band: Image, prepared: list[_Prepared], start: int) -> None:
    """Paint the areas `prepared` into a band of the picture, in place. `start`: the band's first row of subpixels."""
    for rings, colour, top, bottom in prepared:
        if top <= start + band.shape[0] and bottom >= start:
            lowered = [(ring - (0, start << SUBPIXEL_BITS)).astype(np.int32) for ring in rings]
            cv2.fillPoly(band, lowered, colour, lineType=cv2.LINE_8, shift=SUBPIXEL_BITS)


def _trace_box(x: float, y: float, width: float, height: float) -> Ring:
    return np.array([(x, y), (x + width, y), (x + width, y + height), (x, y + height)], dtype=float)


def _make_rotation(turn: float) -> NDArray[np.float64]:
    cos, sin = math.cos(math.radians(turn)), math.sin(math.radians(turn))
    return np.array([[cos, -sin], [sin, cos]])


def _clip_ring(ring: Ring, left: float, top: float, right: float, bottom: float) -> Ring:
    """The part of a polygon inside the rectangle from (`left`, `top`) to (`right`, `bottom`); fewer than three corners where
    nothing is left."""
    for axis, bound, sign in ((0, left, 1), (0, right, -1), (1, top, 1), (1, bottom, -1)):
        ring = _clip_side(ring, axis, bound, sign)
        if len(ring) < 3:
            return ring
    return ring


def _clip_side(ring: Ring, axis: int, bound: float, sign: int) -> Ring:
    """Sutherland and Hodgman's step: the polygon cut at one line. `axis`: 0 for x, 1 for y. `bound`: where the line lies.
    `sign`: 1 keeps what lies above `bound`, -1 what lies below."""
    kept = []
    depth = (ring[:, axis] - bound) * sign
    for i in range(len(ring)):
        a, b, da, db = ring[i - 1], ring[i], depth[i - 1], depth[i]
        if (da < 0) != (db < 0):
            kept.append(a + (b - a) * (da / (da - db)))
        if db >= 0:
            kept.append(b)
    return np.array(kept, dtype=float).reshape(-1, 2)
