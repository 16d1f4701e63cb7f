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
    arc,
    disc,
    frame,
    mix,
    placed,
    polygon,
    rect,
    rounded,
    text,
    text_width,
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


def mat_drawing(layout: Layout, title: str = "", names: Mapping[str, str] | None = None) -> Drawing:
    """The mat true to scale, with a 100 mm ruler. `names`: of the zones; a zone without a name shows its sign only."""
    shapes: Shapes = (rect(0, 0, *layout.size_mm, BARE_PAPER),)
    for zone in layout.zones:
        shapes += _zone(zone, layout, (names or {}).get(zone.name, ""))
    for fiducial in layout.fiducials:
        shapes += fiducial_shapes(fiducial)
    measure, taken = _ruler(layout)
    return Drawing(layout.size_mm, (*shapes, *measure, *_title(layout, title, taken)))


def fiducial_shapes(fiducial: Fiducial) -> Shapes:
    """A marker of ArUco's dictionary 4X4_50: a black square with white cells, joined so that no seam shows."""
    corners = np.array(fiducial.corners_mm)
    dictionary = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50)
    side = dictionary.markerSize + 2  # cells: those that tell the number, and a black edge
    across, down = (corners[1] - corners[0]) / side, (corners[3] - corners[0]) / side
    cells = cv2.aruco.generateImageMarker(dictionary, fiducial.id, side)
    shapes: list[Fill] = [polygon(corners, BLACK)]
    for row, start, end in _runs(cells):
        a = corners[0] + across * start + down * row
        shapes.append(polygon((a, a + across * (end - start), a + across * (end - start) + down, a + down), BARE_PAPER))
    return tuple(shapes)


def _runs(cells: np.ndarray) -> list[tuple[int, int, int]]:
    """White cells: (row, first column, column after the last)."""
    runs = []
    for row, values in enumerate(cells > 127):
        edges = np.flatnonzero(np.diff(np.concatenate([[0], values.astype(int), [0]])))
        runs += [(row, int(a), int(b)) for a, b in edges.reshape(-1, 2)]
    return runs


Box = tuple[float, float, float, float]
"""x, y, width, height in millimetres."""


def _title(layout: Layout, title: str, taken: list[Box]) -> Shapes:
    """The title, as large as fits into free space."""
    if not title:
        return ()
    for height in (9.0, 7.0, 5.5, 4.5, 3.5):
        if spot := free_spot(layout, text_width(title, height, HEAVY) + 8, height + 5, taken):
            x, y, width, _ = spot
            return text(title, x + width / 2, y + 2.5 + height, height, MAT_COLOURS["lines"], HEAVY, 0.5)
    return ()


def _ruler(layout: Layout) -> tuple[Shapes, list[Box]]:
    """The ruler where there is room, upright if need be, and the box taken."""
    for turn in (0, 90):
        size = (RULER_MM[0] + 2, RULER_MM[1] + 2)
        if spot := free_spot(layout, *(size if turn == 0 else size[::-1])):
            x, y, width, _ = spot
            shapes = placed(ruler(0, 0), x + 4, y + 1.2) if turn == 0 else placed(ruler(0, 0), x + width - 1.2, y + 4, turn=90)
            return shapes, [spot]
    return (), []


def free_spot(layout: Layout, width: float, height: float, taken: list[Box] | None = None) -> Box | None:
    """A box clear of zones, fiducials and `taken` boxes, as low as can be; None where no box is clear."""
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


def _zone(zone: Zone, layout: Layout, name: str) -> Shapes:
    x, y, width, height = zone.rect_mm
    tone = MAT_COLOURS.get(zone.name[:2], MAT_COLOURS["lines"])
    ground = (rounded(x, y, width, height, 5, MAT_COLOURS["zone"]), frame(x, y, width, height, 0.7, tone, 5))
    label = text(
        name,
        x + width / 2,
        y + height - 3.2,
        min(4.0, 4.0 * (width - 8) / max(1.0, text_width(name, 4.0, BODY))),
        tone,
        BODY,
        0.5,
    )
    sign = _sign(zone, layout)
    written = (*sign, *(label if name else ()))
    middle = zone.middle_mm
    return (*ground, *(placed(written, *middle, turn=180, about=middle) if zone.name.startswith(OPPOSITE_PREFIX) else written))


def _sign(zone: Zone, layout: Layout) -> Shapes:
    _, _, width, height = zone.rect_mm
    middle = zone.middle_mm
    size = min(width, height, layout.card_mm[0]) * 0.5
    if zone.kind == "draw":
        return placed(_stack_sign(), *middle, size)
    if zone.kind == "control":
        return placed(_control_sign(), *middle, size)
    if zone.kind == "board":
        return ()
    footprint = frame(
        middle[0] - layout.card_mm[0] / 2, middle[1] - layout.card_mm[1] / 2, *layout.card_mm, 0.3, MAT_COLOURS["sign"], 3.4
    )
    words = zone.name.split("_")[-1]
    if words.startswith(("up", "down")):
        return (footprint, *placed((icons.arrow(MAT_COLOURS["sign"], words.startswith("down")),), *middle, size * 1.1))
    return (footprint,)


def _stack_sign() -> Shapes:
    """A small heap of cards."""
    shapes: Shapes = ()
    for i in range(3):
        x, y = -0.24 + 0.08 * i, -0.34 - 0.08 * (i - 1)
        shapes += (
            rounded(x, y, 0.46, 0.64, 0.05, MAT_COLOURS["sign"]),
            rounded(x + 0.025, y + 0.025, 0.41, 0.59, 0.035, mix(MAT_COLOURS["sign"], BARE_PAPER, 0.6)),
        )
    return shapes


def _control_sign() -> Shapes:
    """Two arrows that chase each other: the turn passes."""
    shapes: Shapes = (disc(0, 0, 0.09, MAT_COLOURS["sign"]),)
    for turn in (0, 180):
        head = polygon(((0.44, -0.08), (0.2, -0.08), (0.32, 0.1)), MAT_COLOURS["sign"])
        shapes += placed((arc(0, 0, 0.32, -150, -8, 0.08, MAT_COLOURS["sign"]), head), 0, 0, 1, turn)
    return shapes


RULER_MM = (112.0, 7.6)  # width and height of the ruler with its figures; geometry


def ruler(x: float, y: float) -> Shapes:
    """A ruler of 100 mm to check the print. Zero is at (x, y); 3 mm further left and 9 mm further right are taken too."""
    ticks = []
    for i in range(101):
        tall = 4.0 if i % 10 == 0 else 2.8 if i % 5 == 0 else 1.6
        ticks.append(rect(x + i - 0.08, y, 0.16, tall, BLACK))
    marks = tuple(shape for i in range(0, 101, 10) for shape in text(str(i), x + i, y + 6.4, 1.9, BLACK, BODY, 0.5))
    return (rect(x - 0.08, y - 0.16, 100.16, 0.16, BLACK), *ticks, *marks, *text("mm", x + 103, y + 6.4, 1.9, BLACK, BODY))
