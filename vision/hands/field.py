"""The table in the small picture in which hands are looked for: its zones, its rim, how large a hand is there."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.place.layout import Layout, Zone, is_cell
from vision.plane.homography import Homography, corners_of, project

Mask = NDArray[np.uint8]
"""(h, w) uint8, in pixels of the small picture: 255 where something is, else 0."""
RIM, LOOSE_RIM = 0.7, 1.7
"""How far around the zones hands are looked for, in sizes of a card on both sides together: on a table where zones lie close to the edge of
what they make up, and arms must be seen for longer to know from where they come."""
IN_VIEW = 0.9
"""Part of the middle of a zone that must be in the picture for a card there to be seen."""
FINGERS = 0.75
"""Length of fingers as a part of a card's size, the root of its area."""


@dataclass(frozen=True, slots=True, eq=False)
class Field:
    """The table in the small picture. `zones`: (h, w) int32, 1 + index into `names`, 0 beside the zones. `table`: (h, w) uint8, 255
    where hands are looked for; `rim`: its edge, which every arm crosses. `hand_px`: from this area on something beside the zones is a
    hand. `fingers_px`: length of fingers. `areas`: pixels of each zone. `cells`: (1 + zones,) which of them are cells of a board.
    `to_rim`: (h, w) float32, pixels to the rim. `to_layout`: from the small picture to the layout, whose width and height are `size`;
    `fingers_mm`: length of fingers there. `card_px`: area of a card, `cards_px`: in the middle of each zone: a camera that looks aslant
    shows near ones larger. `loose`: as of `Layout`.
    `to_draws`: for each draw zone (h, w) float32, lengths of fingers to it. `outside`: zones of which too little is in the picture."""

    names: tuple[str, ...]
    zones: NDArray[np.int32]
    table: Mask
    rim: Mask
    hand_px: float
    fingers_px: float
    areas: NDArray[np.float64]
    cells: NDArray[np.bool_]
    to_rim: NDArray[np.float32]
    to_layout: Homography
    size: tuple[float, float]
    fingers_mm: float
    card_px: float
    cards_px: NDArray[np.float64]
    loose: bool = False
    to_draws: tuple[tuple[str, NDArray[np.float32]], ...] = ()
    outside: frozenset[str] = frozenset()

    def fingers_at(self, rows: NDArray[Any], columns: NDArray[Any]) -> NDArray[np.float64]:
        """(n,) length of fingers, in pixels, at places of the small picture, each (n,): near a camera that looks aslant they are longer."""
        back = self.to_layout
        away = back[2, 0] * columns + back[2, 1] * rows + back[2, 2]
        mm_a_pixel = np.sqrt(abs(np.linalg.det(back)) / np.abs(away) ** 3)
        return np.asarray(self.fingers_mm / mm_a_pixel, np.float64)


def field_of(layout: Layout, to_picture: Homography, picture: tuple[int, int], small: tuple[int, int]) -> Field:
    """Draw the zones into the small picture. `picture`, `small`: (height, width) of the full and of the small frame."""
    scale = np.diag([small[1] / picture[1], small[0] / picture[0], 1.0])
    down = scale @ to_picture
    zones = np.zeros(small, np.int32)
    polygons = [project(corners_of(zone.rect_mm), down) for zone in layout.zones]
    for index, polygon in enumerate(polygons, start=1):
        cv2.fillConvexPoly(zones, np.round(polygon).astype(np.int32), float(index))
    card = project(corners_of((*_middle(layout), *layout.card_mm)), down)
    card_px = float(cv2.contourArea(card.astype(np.float32)))
    table = np.zeros(small, np.uint8)
    if polygons:
        hull = cv2.convexHull(np.concatenate(polygons).astype(np.float32))
        cv2.fillConvexPoly(table, np.round(hull).astype(np.int32), 255.0)
        reach = max(3, round((LOOSE_RIM if layout.loose else RIM) * card_px**0.5)) | 1
        table = np.asarray(cv2.dilate(table, np.ones((reach, reach), np.uint8)), np.uint8)
    areas = np.bincount(zones.reshape(-1), minlength=len(polygons) + 1)[1:].astype(np.float64)
    rim = table - np.asarray(
        cv2.erode(table, np.ones((5, 5), np.uint8), borderType=cv2.BORDER_CONSTANT, borderValue=0.0), np.uint8
    )
    names = tuple(zone.name for zone in layout.zones)
    cells = np.array([False, *(is_cell(name) for name in names)])
    to_rim = np.asarray(cv2.distanceTransform((rim == 0).astype(np.uint8), cv2.DIST_L2, 3), np.float32)
    hand_px, fingers_px = max(6.0, 0.08 * card_px), FINGERS * card_px**0.5
    back, fingers_mm = np.asarray(np.linalg.inv(down), np.float64), FINGERS * (layout.card_mm[0] * layout.card_mm[1]) ** 0.5
    inside = np.maximum(areas, 1.0)
    return Field(
        names,
        zones,
        table,
        rim,
        hand_px,
        fingers_px,
        inside,
        cells,
        to_rim,
        back,
        layout.size_mm,
        fingers_mm,
        card_px,
        np.array([_card_area(zone, layout, down) for zone in layout.zones]),
        layout.loose,
        tuple(
            (zone.name, _away(zones == index, fingers_px)) for index, zone in enumerate(layout.zones, 1) if zone.kind == "draw"
        ),
        frozenset(
            zone.name
            for zone in layout.zones
            if zone.kind != "control" and _in_picture(project(_core(zone, layout), down), small) < IN_VIEW
        ),
    )


def _card_area(zone: Zone, layout: Layout, down: Homography) -> float:
    """The area of a card that lies in the middle of a zone."""
    (x, y, width, height), (wide, high) = zone.rect_mm, layout.card_mm
    return float(
        cv2.contourArea(
            project(corners_of((x + (width - wide) / 2, y + (height - high) / 2, wide, high)), down).astype(np.float32)
        )
    )


def _core(zone: Zone, layout: Layout) -> NDArray[np.float64]:
    """(4, 2) the middle of a zone, as large as a card is long: what lies in it at least in part."""
    x, y, width, height = zone.rect_mm
    side = max(layout.card_mm)
    wide, high = min(width, side), min(height, side)
    return corners_of((x + (width - wide) / 2, y + (height - high) / 2, wide, high))


def _in_picture(polygon: NDArray[np.float64], size: tuple[int, int]) -> float:
    """The part of a zone (its corners in pixels) that lies in a picture of this size (height, width)."""
    height, width = size
    picture = np.array([[0, 0], [width, 0], [width, height], [0, height]], np.float32)
    zone = polygon.astype(np.float32)
    common, _ = cv2.intersectConvexConvex(zone, picture)
    return common / max(float(cv2.contourArea(zone)), 1e-6)


def _away(zone: NDArray[np.bool_], fingers_px: float) -> NDArray[np.float32]:
    """(h, w) lengths of fingers from each pixel to a zone."""
    return np.asarray(cv2.distanceTransform((~zone).astype(np.uint8), cv2.DIST_L2, 3) / fingers_px, np.float32)


def _middle(layout: Layout) -> tuple[float, float]:
    rects = [zone.rect_mm for zone in layout.zones] or [(0.0, 0.0, *layout.size_mm)]
    return min(x for x, _, _, _ in rects), min(y for _, y, _, _ in rects)
