"""The mat, drawn: fiducials, zones and signs. Printed true to scale the mat lies under the camera; the virtual table shows the
same."""

from __future__ import annotations

from collections.abc import Mapping

import cv2
import numpy as np

from vision.drawn.art import icons
from vision.drawn.art.drawing import (
    BARE_PAPER,
    BLACK,
    BODY,
    HEAVY,
    Colour,
    Drawing,
    Fill,
    Shapes,
    draw_text,
    make_arc,
    make_disc,
    make_frame,
    make_polygon,
    make_rect,
    make_rounded_rect,
    measure_text,
    mix_colours,
    place_shapes,
)
from vision.place.layout import Fiducial, Layout, Zone

MAT_COLOURS: dict[str, Colour] = {
    "lines": (96, 108, 124),
    "zone": (244, 246, 249),
    "sign": (214, 220, 228),
    "s_": (122, 130, 140),
    "g_": (178, 132, 36),
}
"""Red, green and blue of frames and names, of the ground of a zone, of signs, and of lines of the silver and the golden player."""
OPPOSITE_PREFIX = "g_"
"""Beginning of the names of the opposite player's zones, which are written to be read from there."""


def draw_mat(layout: Layout, title: str = "", names: Mapping[str, str] | None = None) -> Drawing:
    """The mat true to scale, with a 100 mm ruler where there is room. `title`: "" for none. `names`: by zone; a zone without a
    name shows its sign only."""
    shapes: Shapes = (make_rect(0, 0, *layout.size_mm, BARE_PAPER),)
    for zone in layout.zones:
        shapes += _draw_mat_zone(zone, layout, (names or {}).get(zone.name, ""))
    for fiducial in layout.fiducials:
        shapes += draw_fiducial(fiducial)
    measure, taken = _place_ruler(layout)
    return Drawing(layout.size_mm, (*shapes, *measure, *_draw_mat_title(layout, title, taken)))


def draw_fiducial(fiducial: Fiducial) -> Shapes:
    """A marker of ArUco's dictionary 4X4_50: a black square with white cells, joined so that no seam shows."""
    corners = np.array(fiducial.corners_mm)
    dictionary = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50)
    side = dictionary.markerSize + 2  # cells: those that tell the number, and a black edge
    across, down = (corners[1] - corners[0]) / side, (corners[3] - corners[0]) / side
    cells = cv2.aruco.generateImageMarker(dictionary, fiducial.id, side)
    shapes: list[Fill] = [make_polygon(corners, BLACK)]
    for row, start, end in _find_white_runs(cells):
        a = corners[0] + across * start + down * row
        shapes.append(make_polygon((a, a + across * (end - start), a + across * (end - start) + down, a + down), BARE_PAPER))
    return tuple(shapes)


def _find_white_runs(cells: np.ndarray) -> list[tuple[int, int, int]]:
    """White cells: (row, first column, column after the last)."""
    runs = []
    for row, values in enumerate(cells > 127):
        edges = np.flatnonzero(np.diff(np.concatenate([[0], values.astype(int), [0]])))
        runs += [(row, int(a), int(b)) for a, b in edges.reshape(-1, 2)]
    return runs


Box = tuple[float, float, float, float]
"""x, y, width, height in millimetres."""


def _draw_mat_title(layout: Layout, title: str, taken: list[Box]) -> Shapes:
    """The title, as large as fits into free space; () without a title or without space. `taken`: boxes not free."""
    if not title:
        return ()
    for height in (9.0, 7.0, 5.5, 4.5, 3.5):
        if spot := find_free_spot(layout, measure_text(title, height, HEAVY) + 8, height + 5, taken):
            x, y, width, _ = spot
            return draw_text(title, x + width / 2, y + 2.5 + height, height, MAT_COLOURS["lines"], HEAVY, 0.5)
    return ()


def _place_ruler(layout: Layout) -> tuple[Shapes, list[Box]]:
    """The ruler where there is room, upright if need be, and the box taken; nothing of either without room."""
    for turn in (0, 90):
        size = (RULER_MM[0] + 2, RULER_MM[1] + 2)
        if spot := find_free_spot(layout, *(size if turn == 0 else size[::-1])):
            x, y, width, _ = spot
            shapes = (
                place_shapes(draw_ruler(0, 0), x + 4, y + 1.2)
                if turn == 0
                else place_shapes(draw_ruler(0, 0), x + width - 1.2, y + 4, turn=90)
            )
            return shapes, [spot]
    return (), []


def find_free_spot(layout: Layout, width: float, height: float, taken: list[Box] | None = None) -> Box | None:
    """A box of `width` by `height` millimetres clear of zones, fiducials and `taken` boxes, as low as can be and next as near
    the middle; None where no box is clear."""
    boxes = [zone.rect_mm for zone in layout.zones] + (taken or [])
    for fiducial in layout.fiducials:
        (left, top), (right, bottom) = fiducial.corners_mm[0], fiducial.corners_mm[2]
        boxes.append((left - 2, top - 2, right - left + 4, bottom - top + 4))
    middle = (layout.size_mm[0] - width) / 2
    across = sorted(np.arange(5, layout.size_mm[0] - width - 5, 3.0), key=lambda x: abs(x - middle))
    for y in np.arange(layout.size_mm[1] - height - 5, 5, -1.0):
        for x in across:
            if not any(x < b[0] + b[2] and b[0] < x + width and y < b[1] + b[3] and b[1] < y + height for b in boxes):
                return float(x), float(y), width, height
    return None


def _draw_mat_zone(zone: Zone, layout: Layout, name: str) -> Shapes:
    """A zone with sign and name, upside down for the opposite player. `name`: in the reader's language, "" for none."""
    x, y, width, height = zone.rect_mm
    tone = MAT_COLOURS.get(zone.name[:2], MAT_COLOURS["lines"])
    ground = (make_rounded_rect(x, y, width, height, 5, MAT_COLOURS["zone"]), make_frame(x, y, width, height, 0.7, tone, 5))
    label = draw_text(
        name,
        x + width / 2,
        y + height - 3.2,
        min(4.0, 4.0 * (width - 8) / max(1.0, measure_text(name, 4.0, BODY))),
        tone,
        BODY,
        0.5,
    )
    sign = _draw_zone_sign(zone, layout)
    written = (*sign, *(label if name else ()))
    middle = zone.middle_mm
    return (
        *ground,
        *(place_shapes(written, *middle, turn=180, about=middle) if zone.name.startswith(OPPOSITE_PREFIX) else written),
    )


def _draw_zone_sign(zone: Zone, layout: Layout) -> Shapes:
    """The sign of a zone's kind: a heap, two arrows, or a card's outline, with an arrow for a pile with a direction. () for a
    board."""
    _, _, width, height = zone.rect_mm
    middle = zone.middle_mm
    size = min(width, height, layout.card_mm[0]) * 0.5
    if zone.kind == "draw":
        return place_shapes(_draw_stack_sign(), *middle, size)
    if zone.kind == "control":
        return place_shapes(_draw_control_sign(), *middle, size)
    if zone.kind == "board":
        return ()
    footprint = make_frame(
        middle[0] - layout.card_mm[0] / 2, middle[1] - layout.card_mm[1] / 2, *layout.card_mm, 0.3, MAT_COLOURS["sign"], 3.4
    )
    words = zone.name.split("_")[-1]
    if words.startswith(("up", "down")):
        return (
            footprint,
            *place_shapes((icons.draw_arrow(MAT_COLOURS["sign"], words.startswith("down")),), *middle, size * 1.1),
        )
    return (footprint,)


def _draw_stack_sign() -> Shapes:
    """A small heap of cards."""
    shapes: Shapes = ()
    for i in range(3):
        x, y = -0.24 + 0.08 * i, -0.34 - 0.08 * (i - 1)
        shapes += (
            make_rounded_rect(x, y, 0.46, 0.64, 0.05, MAT_COLOURS["sign"]),
            make_rounded_rect(x + 0.025, y + 0.025, 0.41, 0.59, 0.035, mix_colours(MAT_COLOURS["sign"], BARE_PAPER, 0.6)),
        )
    return shapes


def _draw_control_sign() -> Shapes:
    """Two arrows that chase each other: the turn passes."""
    shapes: Shapes = (make_disc(0, 0, 0.09, MAT_COLOURS["sign"]),)
    for turn in (0, 180):
        head = make_polygon(((0.44, -0.08), (0.2, -0.08), (0.32, 0.1)), MAT_COLOURS["sign"])
        shapes += place_shapes((make_arc(0, 0, 0.32, -150, -8, 0.08, MAT_COLOURS["sign"]), head), 0, 0, 1, turn)
    return shapes


RULER_MM = (112.0, 7.6)  # width and height of the ruler with its figures; geometry


def draw_ruler(x: float, y: float) -> Shapes:
    """A ruler of 100 mm to check the print. Zero is at (x, y); 3 mm further left and 9 mm further right are taken too."""
    ticks = []
    for i in range(101):
        tall = 4.0 if i % 10 == 0 else 2.8 if i % 5 == 0 else 1.6
        ticks.append(make_rect(x + i - 0.08, y, 0.16, tall, BLACK))
    marks = tuple(shape for i in range(0, 101, 10) for shape in draw_text(str(i), x + i, y + 6.4, 1.9, BLACK, BODY, 0.5))
    return (
        make_rect(x - 0.08, y - 0.16, 100.16, 0.16, BLACK),
        *ticks,
        *marks,
        *draw_text("mm", x + 103, y + 6.4, 1.9, BLACK, BODY),
    )
