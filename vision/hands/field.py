"""The table in the small picture, where hands are looked for: zones, rim, and the size of a hand."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.place.layout import SPOT, Layout, Zone, is_cell
from vision.plane.homography import Homography, corners_of, project

Mask = NDArray[np.uint8]
"""(h, w) uint8, in pixels of the small picture: 255 where something is, else 0."""


@dataclass(frozen=True, slots=True)
class FieldSizes:
    """How the field is measured by the cards that lie on it."""

    margin_cards: float = 0.7  # guess; the field reaches beyond the zones by half of this many sizes of a card
    loose_margin_cards: float = 1.7  # guess; the margin without a mat: its zones end close to where arms come in
    min_middle_in_picture: float = 0.9  # guess; part of a zone's middle in the picture below which a card there cannot be seen
    fingers_cards: float = 0.75  # geometry; fingers are 56 mm long, a card of 63 x 88 mm has the size 74.5 mm
    min_hand_cards: float = 0.08  # guess; part of a card's area from which on something beside the zones is a hand


FIELD_SIZES = FieldSizes()


@dataclass(frozen=True, slots=True, eq=False)
class Field:
    """The table in the small picture. The size of a card is the root of its area."""

    names: tuple[str, ...]  # of the zones
    zones: NDArray[np.int32]  # (h, w), 1 + index into `names`, 0 beside the zones
    table: Mask  # where hands are looked for
    rim: Mask  # the edge of `table`, crossed by every arm
    hand_px: float  # area in pixels from which on something beside the zones is a hand
    fingers_px: float  # length of fingers in the middle of the field
    areas: NDArray[np.float64]  # (zones,) pixels of each zone
    cells: NDArray[np.bool_]  # (1 + zones,) is it a cell of a board?
    takes_cards: NDArray[np.bool_]  # (zones,) may a card be laid there?
    spots: NDArray[np.bool_]  # (1 + zones,) is it a spot beside a direction card, on which no pile lies yet?
    to_rim: NDArray[np.float32]  # (h, w) pixels from each place to the rim
    to_cut: NDArray[np.float32]  # (h, w) to the mat's edge, or the rim within: an arm of the ground's colour ends there
    to_layout: Homography  # from the small picture to the layout's millimetres
    size: tuple[float, float]  # width and height of the layout in millimetres
    fingers_mm: float  # length of fingers on the layout
    card_px: float  # area of a card in the middle of the field
    cards_px: NDArray[np.float64]  # (zones,) area of a card in each zone: a camera that looks aslant shows near ones larger
    loose: bool = False  # see `Layout`
    to_draws: tuple[tuple[str, NDArray[np.float32]], ...] = ()  # for each draw zone (h, w), lengths of fingers to the zone
    outside: frozenset[str] = frozenset()  # zones too far beyond the picture's edge to be read

    def finger_lengths_at(self, rows: NDArray[Any], columns: NDArray[Any]) -> NDArray[np.float64]:
        """(n,) length of fingers in pixels at n places: near a camera that looks aslant fingers are longer. `rows`, `columns`: (n,)."""
        back = self.to_layout
        away = back[2, 0] * columns + back[2, 1] * rows + back[2, 2]
        mm_a_pixel = np.sqrt(abs(np.linalg.det(back)) / np.abs(away) ** 3)
        return np.asarray(self.fingers_mm / mm_a_pixel, np.float64)


def list_points(mask: NDArray[np.bool_]) -> NDArray[np.intp]:
    """(n, 2) rows and columns of the pixels of a mask, row after row: `np.argwhere`, in less than half its time."""
    return np.asarray(_list_all_points(mask.shape).take(np.flatnonzero(mask), axis=0), np.intp)


def measure_distances(points: NDArray[np.intp], place: tuple[float, float]) -> NDArray[np.float64]:
    """(n,) pixels from each of some points to a place. `points`: (n, 2) rows and columns; `place`: row and column."""
    down, across = (points - place).T
    return np.asarray(np.sqrt(down * down + across * across))


@lru_cache(maxsize=2)
def _list_all_points(shape: tuple[int, int]) -> NDArray[np.intp]:
    """(h * w, 2) rows and columns of all pixels of a picture, row after row. `shape`: its height and width."""
    return np.stack(np.divmod(np.arange(shape[0] * shape[1], dtype=np.intp), shape[1]), axis=1)


def label_patches(mask: Mask) -> tuple[NDArray[np.int32], list[list[int]]]:
    """(h, w) the number of the patch at each pixel, 0 beside all patches, and for each patch from 1 on left, top, width, height
    and area. Pixels that touch at a corner are joined. Only the part of the picture with the mask is looked through.
    """
    labels = np.zeros(mask.shape, np.int32)
    left, top, width, height = cv2.boundingRect(mask)
    if not width:
        return labels, []
    used = slice(top, top + height), slice(left, left + width)
    _, labels[used], stats, _ = cv2.connectedComponentsWithStats(mask[used], connectivity=8)
    return labels, (stats[1:] + np.array((left, top, 0, 0, 0))).tolist()


def build_field(layout: Layout, to_picture: Homography, picture: tuple[int, int], small: tuple[int, int]) -> Field:
    """The field of a layout. `to_picture`: from the layout to the full frame; `picture`, `small`: height and width of both frames."""
    scale = np.diag([small[1] / picture[1], small[0] / picture[0], 1.0])
    down = scale @ to_picture
    zones = np.zeros(small, np.int32)
    polygons = [project(corners_of(zone.rect_mm), down) for zone in layout.zones]
    for index, polygon in enumerate(polygons, start=1):
        cv2.fillConvexPoly(zones, np.round(polygon).astype(np.int32), float(index))
    rects = [zone.rect_mm for zone in layout.zones] or [(0.0, 0.0, *layout.size_mm)]
    card = project(corners_of((min(x for x, *_ in rects), min(y for _, y, *_ in rects), *layout.card_mm)), down)
    card_px = float(cv2.contourArea(card.astype(np.float32)))
    fingers_px = FIELD_SIZES.fingers_cards * card_px**0.5
    table = _draw_table(polygons, small, card_px, loose=layout.loose)
    rim = _draw_rim(table)
    areas = np.bincount(zones.reshape(-1), minlength=len(polygons) + 1)[1:].astype(np.float64)
    return Field(
        names=tuple(zone.name for zone in layout.zones),
        zones=zones,
        table=table,
        rim=rim,
        hand_px=max(6.0, FIELD_SIZES.min_hand_cards * card_px),
        fingers_px=fingers_px,
        areas=np.maximum(areas, 1.0),
        cells=np.array([False, *(is_cell(zone.name) for zone in layout.zones)]),
        takes_cards=np.array([zone.kind not in ("draw", "control") for zone in layout.zones], np.bool_),
        spots=np.array([False, *(zone.kind == SPOT for zone in layout.zones)]),
        to_rim=_measure_to(rim),
        to_cut=_measure_to(_draw_rim(table & _fill_convex(project(corners_of((0.0, 0.0, *layout.size_mm)), down), small))),
        to_layout=np.asarray(np.linalg.inv(down), np.float64),
        size=layout.size_mm,
        fingers_mm=FIELD_SIZES.fingers_cards * (layout.card_mm[0] * layout.card_mm[1]) ** 0.5,
        card_px=card_px,
        cards_px=np.array([_measure_card(zone, layout, down) for zone in layout.zones]),
        loose=layout.loose,
        to_draws=tuple(
            (
                zone.name,
                np.asarray(cv2.distanceTransform((zones != index).astype(np.uint8), cv2.DIST_L2, 3) / fingers_px, np.float32),
            )
            for index, zone in enumerate(layout.zones, 1)
            if zone.kind == "draw"
        ),
        outside=frozenset(
            zone.name
            for zone in layout.zones
            if zone.kind != "control"
            and _part_in_picture(project(_middle_of_zone(zone, layout), down), small) < FIELD_SIZES.min_middle_in_picture
        ),
    )


def _draw_table(polygons: list[NDArray[np.float64]], small: tuple[int, int], card_px: float, *, loose: bool) -> Mask:
    """(h, w) 255 where hands are looked for: around all zones together; all 0 without zones. `polygons`: corners of each zone,
    in pixels. `small`: h and w. `card_px`: area of a card in square pixels. `loose`: without a mat, with a wider margin."""
    if not polygons:
        return np.zeros(small, np.uint8)
    table = _fill_convex(cv2.convexHull(np.concatenate(polygons).astype(np.float32)), small)
    margin = FIELD_SIZES.loose_margin_cards if loose else FIELD_SIZES.margin_cards
    width = max(3, round(margin * card_px**0.5)) | 1
    return np.asarray(cv2.dilate(table, np.ones((width, width), np.uint8)), np.uint8)


def _fill_convex(corners: NDArray[Any], small: tuple[int, int]) -> Mask:
    """(h, w) 255 within a convex polygon, (n, 2) or (n, 1, 2) pixels. `small`: h and w."""
    mask = np.zeros(small, np.uint8)
    cv2.fillConvexPoly(mask, np.round(corners).astype(np.int32), 255.0)
    return mask


def _draw_rim(table: Mask) -> Mask:
    """(h, w) 255 at the edge of what is 255 in `table`."""
    inside = cv2.erode(table, np.ones((5, 5), np.uint8), borderType=cv2.BORDER_CONSTANT, borderValue=0.0)
    return np.asarray(table - np.asarray(inside, np.uint8), np.uint8)


def _measure_to(mask: Mask) -> NDArray[np.float32]:
    """(h, w) pixels from each place to a mask."""
    return np.asarray(cv2.distanceTransform((mask == 0).astype(np.uint8), cv2.DIST_L2, 3), np.float32)


def _measure_card(zone: Zone, layout: Layout, down: Homography) -> float:
    """Pixels of a card in the middle of a zone. `down`: from the layout to the small picture."""
    (x, y, width, height), (wide, high) = zone.rect_mm, layout.card_mm
    corners = corners_of((x + (width - wide) / 2, y + (height - high) / 2, wide, high))
    return float(cv2.contourArea(project(corners, down).astype(np.float32)))


def _middle_of_zone(zone: Zone, layout: Layout) -> NDArray[np.float64]:
    """(4, 2) corners of a square in the middle of a zone, as wide as a card is long: a card that lies anyhow in the zone touches it."""
    x, y, width, height = zone.rect_mm
    side = max(layout.card_mm)
    wide, high = min(width, side), min(height, side)
    return corners_of((x + (width - wide) / 2, y + (height - high) / 2, wide, high))


def _part_in_picture(polygon: NDArray[np.float64], size: tuple[int, int]) -> float:
    """The part of a polygon, 0 to 1, that lies in a picture. `polygon`: (4, 2) pixels; `size`: height and width of the picture."""
    height, width = size
    picture = np.array([[0, 0], [width, 0], [width, height], [0, height]], np.float32)
    zone = polygon.astype(np.float32)
    common, _ = cv2.intersectConvexConvex(zone, picture)
    return common / max(float(cv2.contourArea(zone)), 1e-6)
