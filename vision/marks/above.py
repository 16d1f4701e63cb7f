"""The table from straight above, cut to the mat or its zones, with what was seen there: the material of replays.

Nothing beside the mat may ever be shown. A picture is therefore made only while the mat's markers are seen in place, and ends a
little inside the mat's edge. Without a mat known by markers everything but the zones is black.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.board import view
from vision.board.view import BoardView
from vision.cards.pile import SeenPile
from vision.debounce import ZoneState
from vision.hands.motion import Background, TableSight
from vision.hands.patches import find_patches
from vision.place.fiducials import Registration, add_checks, check_markers
from vision.place.layout import SPOT, Layout
from vision.plane.homography import Homography, corners_of, project, rectify
from vision.types import Face, Image


@dataclass(frozen=True, slots=True)
class AboveLimits:
    """What is shown from above, and when."""

    max_width_px: int = 720  # guess
    max_px_per_mm: float = 2.0  # guess
    edge_mm: float = 5.0  # left out at the mat's edge: a marker is bumped from 1.5 mm on, and lenses bend; guess
    min_steady_markers: int = 2  # seen in place, and none seen elsewhere; guess


ABOVE = AboveLimits()


Points = tuple[tuple[int, int], ...]
"""Pixels of the picture from above: x, y."""
State = str
"""Of a zone: "covered" by a hand, "open" while it is being read, "settled"."""


@dataclass(frozen=True, slots=True)
class ZoneMark:
    """A zone in the picture from above."""

    zone: str
    corners: Points  # clockwise
    face: Face  # as last told
    state: State
    card: Points = ()  # corners of the top card, () for none


@dataclass(frozen=True, slots=True, eq=False)
class TableFromAbove:
    """The table from straight above."""

    image: Image  # (h, w, 3) uint8 BGR
    hands: tuple[Points, ...]  # outlines of hands
    zones: tuple[ZoneMark, ...]  # all but idle empty cells of a board


@dataclass(frozen=True, slots=True)
class _ShownArea:
    """The part of the layout that is shown."""

    rect: tuple[float, float, float, float]  # x, y, width and height in the layout's millimetres
    px_per_mm: float

    @property
    def size_px(self) -> tuple[int, int]:
        return round(self.rect[2] * self.px_per_mm), round(self.rect[3] * self.px_per_mm)

    def to_pixels(self, places_mm: NDArray[np.float64]) -> Points:
        """Pixels of places of the layout, (n, 2) millimetres; places outside are moved to the edge."""
        moved = (places_mm - np.array(self.rect[:2])) * self.px_per_mm
        inside = np.clip(np.round(moved), 0, np.array(self.size_px) - 1).astype(int)
        return tuple((x, y) for x, y in inside.tolist())


def picture_from_above(
    image: Image,
    layout: Layout,
    known: Registration,
    zones: Mapping[str, ZoneState],
    piles: Mapping[str, SeenPile],
    board: BoardView | None,
    gate: Background,
    sight: TableSight,
) -> TableFromAbove | None:
    """The table from above; None unless nothing but the mat or its zones would be shown. `image`: (H, W, 3) uint8 BGR. All
    other arguments: what is known of this picture, zones and piles by name; `gate`: the table's look, and what lies on it."""
    if sight.is_jolted or not _is_mat_in_place(image, layout, known):
        return None
    cut = _choose_cut(layout)
    seen = rectify(image, known.to_picture, cut.rect, cut.px_per_mm)
    outline = view.board_outline(board) if board else None
    to_mat = np.asarray(np.linalg.inv(known.to_picture), np.float64)
    if not layout.fiducials:
        seen = _blacken_beside_zones(seen, layout, cut, None if outline is None else project(outline, to_mat))
    marks = [
        *_mark_zones(layout, zones, piles, outline is not None, sight, cut),
        *_mark_cells(board, to_mat, zones, sight, cut),
    ]
    return TableFromAbove(seen, _outline_hands(gate, sight, cut), tuple(marks))


def _is_mat_in_place(image: Image, layout: Layout, known: Registration) -> bool:
    """True if the mat is seen where it is taken to lie: at its corners, or anywhere if hands hide the corners. True for a
    layout without markers."""
    if not layout.fiducials:
        return True
    corners = corners_of((0.0, 0.0, *layout.size_mm))
    middles = {fiducial.id: np.mean(fiducial.corners_mm, axis=0) for fiducial in layout.fiducials}
    outermost = [min(middles, key=lambda id: float(np.linalg.norm(middles[id] - corner))) for corner in corners]
    found = check_markers(image, layout, known, outermost)
    if found.moved == 0 and found.steady < ABOVE.min_steady_markers:
        others = [id for id in middles if id not in outermost] if len(middles) > 4 else []
        found = add_checks([found, check_markers(image, layout, known, others)])
    return found.moved == 0 and found.steady >= ABOVE.min_steady_markers


def _choose_cut(layout: Layout) -> _ShownArea:
    """The shown part of the layout: the mat within its edge, or all of a layout without markers."""
    width, height = layout.size_mm
    edge = ABOVE.edge_mm if layout.fiducials else 0.0
    rect = (edge, edge, width - 2 * edge, height - 2 * edge)
    return _ShownArea(rect, min(ABOVE.max_px_per_mm, ABOVE.max_width_px / rect[2]))


def _blacken_beside_zones(seen: Image, layout: Layout, cut: _ShownArea, board_mm: NDArray[np.float64] | None) -> Image:
    """(h, w, 3) the picture `seen`, black but for the zones. `board_mm`: (4, 2) millimetres of a found board, shown instead of
    the board's zone; None = not found."""
    shown = np.zeros(seen.shape[:2], np.uint8)
    places = [corners_of(zone.rect_mm) for zone in layout.zones if zone.kind != "board" or board_mm is None]
    for place in [*places, *([] if board_mm is None else [board_mm])]:
        cv2.fillConvexPoly(shown, np.array(cut.to_pixels(place), np.int32), 255)
    return np.where(shown[..., None] > 0, seen, np.uint8(0))


def _mark_zones(
    layout: Layout,
    zones: Mapping[str, ZoneState],
    piles: Mapping[str, SeenPile],
    placed: bool,
    sight: TableSight,
    cut: _ShownArea,
) -> list[ZoneMark]:
    """Marks of all zones but a found board. `placed`: the board was found. `zones`, `piles`: by name. Hidden top cards are
    not marked."""
    marks = []
    for zone in layout.zones:
        if zone.kind == SPOT or (zone.kind == "board" and placed):
            continue
        state, pile = zones.get(zone.name), piles.get(zone.name)
        place = pile.place if pile and pile.is_recognised and zone.name not in sight.covered else None
        card = () if place is None else cut.to_pixels(place)
        marks.append(
            ZoneMark(zone.name, cut.to_pixels(corners_of(zone.rect_mm)), *_face_and_state(zone.name, state, sight), card)
        )
    return marks


def _mark_cells(
    board: BoardView | None, to_mat: Homography, zones: Mapping[str, ZoneState], sight: TableSight, cut: _ShownArea
) -> list[ZoneMark]:
    """Marks of cells with something on them, or still being read; none without a board. `to_mat`: picture pixels to layout
    millimetres. `zones`: by name, as decided."""
    if board is None:
        return []
    found = [(name, place, *_face_and_state(name, zones.get(name), sight)) for name, place in view.cell_corners(board).items()]
    return [
        ZoneMark(name, cut.to_pixels(project(place, to_mat)), face, state)
        for name, place, face, state in found
        if face or state == "open"
    ]


def _face_and_state(name: str, zone: ZoneState | None, sight: TableSight) -> tuple[Face, State]:
    """Face as last told, and the state of the zone. Without a `zone` state there is no face, and nothing is "open"."""
    if zone is None:
        return "", "covered" if name in sight.covered else "settled"
    return zone.face, "covered" if name in sight.covered else "settled" if zone.settled else "open"


def _outline_hands(gate: Background, sight: TableSight, cut: _ShownArea) -> tuple[Points, ...]:
    """Outlines of hands and arms. () where no hand is told. `gate`: the background."""
    if not sight.has_hands:
        return ()
    outlines = []
    for blob in find_patches(gate.foreground, gate.moved_at, gate.field):
        contours, _ = cv2.findContours(blob.mask.astype(np.uint8), cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_SIMPLE)
        for contour in contours:
            # pixels of the small picture a hand's outline may be straightened by
            plain = cv2.approxPolyDP(contour, 1.5, closed=True).reshape(-1, 2)
            if len(plain) > 2:
                outlines.append(cut.to_pixels(project(plain, gate.field.to_layout)))
    return tuple(outlines)
