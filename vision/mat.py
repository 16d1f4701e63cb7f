"""The mat, drawn: fiducials, zones and their signs. Printed true to scale it lies under the camera; the virtual table shows the same."""

from __future__ import annotations

from collections.abc import Mapping

import cv2
import numpy as np

from vision import icons
from vision.drawing import (
    Colour,
    Drawing,
    Fill,
    Font,
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
from vision.layout import Fiducial, Layout, Zone

PAPER: Colour = (255, 255, 255)
LINES: Colour = (96, 108, 124)
TINT: Colour = (244, 246, 249)
SIGN: Colour = (214, 220, 228)
BLACK: Colour = (0, 0, 0)
SILVER: Colour = (122, 130, 140)
GOLD: Colour = (178, 132, 36)
_HEAVY = Font("aileron-heavy")
_BODY = Font("aileron")


def mat_drawing(layout: Layout, title: str = "", names: Mapping[str, str] | None = None) -> Drawing:
    """The mat true to scale. `names`: what to call the zones; a zone left out shows its sign only."""
    shapes: Shapes = (rect(0, 0, *layout.size_mm, PAPER),)
    for zone in layout.zones:
        shapes += _zone(zone, layout, (names or {}).get(zone.name, ""))
    for fiducial in layout.fiducials:
        shapes += fiducial_shapes(fiducial)
    return Drawing(layout.size_mm, (*shapes, *_title(layout, title)))


def fiducial_shapes(fiducial: Fiducial) -> Shapes:
    """A marker of ArUco's dictionary 4X4_50: the black square and its white cells, so that no seam shows between cells."""
    corners = np.array(fiducial.corners_mm)
    across, down = (corners[1] - corners[0]) / 6, (corners[3] - corners[0]) / 6
    dictionary = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50)
    cells = cv2.aruco.generateImageMarker(dictionary, fiducial.id, 6)
    shapes: list[Fill] = [polygon(corners, BLACK)]
    for row, start, end in _runs(cells):
        a = corners[0] + across * start + down * row
        shapes.append(polygon((a, a + across * (end - start), a + across * (end - start) + down, a + down), PAPER))
    return tuple(shapes)


def _runs(cells: np.ndarray) -> list[tuple[int, int, int]]:
    """White cells as (row, first column, column after the last)."""
    runs = []
    for row, values in enumerate(cells > 127):
        edges = np.flatnonzero(np.diff(np.concatenate([[0], values.astype(int), [0]])))
        runs += [(row, int(a), int(b)) for a, b in edges.reshape(-1, 2)]
    return runs


def _title(layout: Layout, title: str) -> Shapes:
    """In the largest clear strip: centred between the two upper fiducials, else at the sheet's foot."""
    if not title:
        return ()
    top = min((zone.rect_mm[1] for zone in layout.zones), default=layout.size_mm[1])
    room = layout.size_mm[0] - 2 * max(
        [40.0, *(f.corners_mm[2][0] for f in layout.fiducials if f.corners_mm[2][0] < layout.size_mm[0] / 3)]
    )
    height = min(9.0, max(3.0, top * 0.3), 9.0 * room / max(room, text_width(title, 9.0, _HEAVY)))
    return text(title, layout.size_mm[0] / 2, top / 2 + height / 2, height, LINES, _HEAVY, 0.5)


def _zone(zone: Zone, layout: Layout, name: str) -> Shapes:
    x, y, width, height = zone.rect_mm
    tone = {"s": SILVER, "g": GOLD}.get(zone.name[:2].rstrip("_") if zone.name[1:2] == "_" else "", LINES)
    ground = (rounded(x, y, width, height, 5, TINT), frame(x, y, width, height, 0.7, tone, 5))
    label = text(
        name,
        x + width / 2,
        y + height - 3.2,
        min(4.0, 4.0 * (width - 8) / max(1.0, text_width(name, 4.0, _BODY))),
        tone,
        _BODY,
        0.5,
    )
    sign = _sign(zone, layout)
    return (*ground, *sign, *(label if name else ()))


def _sign(zone: Zone, layout: Layout) -> Shapes:
    x, y, width, height = zone.rect_mm
    middle = (x + width / 2, y + height / 2)
    size = min(width, height, layout.card_mm[0]) * 0.5
    if zone.kind == "draw":
        return placed(_stack_sign(), *middle, size)
    if zone.kind == "control":
        return placed(_control_sign(), *middle, size)
    if zone.kind == "board":
        return ()
    footprint = frame(middle[0] - layout.card_mm[0] / 2, middle[1] - layout.card_mm[1] / 2, *layout.card_mm, 0.3, SIGN, 3.4)
    words = zone.name.split("_")[-1]
    if words.startswith(("up", "down")):
        return (footprint, *placed((icons.arrow(SIGN, words.startswith("down")),), *middle, size * 1.1))
    return (footprint,)


def _stack_sign() -> Shapes:
    """A small heap of cards."""
    shapes: Shapes = ()
    for i in range(3):
        x, y = -0.24 + 0.08 * i, -0.34 - 0.08 * (i - 1)
        shapes += (
            rounded(x, y, 0.46, 0.64, 0.05, SIGN),
            rounded(x + 0.025, y + 0.025, 0.41, 0.59, 0.035, mix(SIGN, PAPER, 0.6)),
        )
    return shapes


def _control_sign() -> Shapes:
    """Two arrows that chase each other: the turn passes."""
    shapes: Shapes = (disc(0, 0, 0.09, SIGN),)
    for turn in (0, 180):
        head = polygon(((0.44, -0.08), (0.2, -0.08), (0.32, 0.1)), SIGN)
        shapes += placed((arc(0, 0, 0.32, -150, -8, 0.08, SIGN), head), 0, 0, 1, turn)
    return shapes


def ruler(x: float, y: float, length: int = 100) -> Shapes:
    """A ruler to check the print by: `length` millimetres, a tick each, from (x, y) to the right; 9 mm high."""
    ticks = []
    for i in range(length + 1):
        tall = 4.0 if i % 10 == 0 else 2.8 if i % 5 == 0 else 1.6
        ticks.append(rect(x + i - 0.08, y, 0.16, tall, BLACK))
    marks = tuple(shape for i in range(0, length + 1, 10) for shape in text(str(i), x + i, y + 6.8, 2.1, BLACK, _BODY, 0.5))
    return (
        rect(x - 0.08, y - 0.16, length + 0.16, 0.16, BLACK),
        *ticks,
        *marks,
        *text("mm", x + length + 3.5, y + 6.8, 2.1, BLACK, _BODY),
    )
