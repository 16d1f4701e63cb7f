"""A board of cells from frame to frame: where the board lies, how it is lit, and what its cells show.

`BoardView` is a value; `locate_board` and `read_cells` hand back the next value. A cell is a zone of its own,
`r{row}c{column}`, named as the board counts, whichever way the board is turned. A white chip belongs to whoever had a chip on
the cell before.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.board.chips import CLASSES, FINE, FLIPPED, WHITE, CellLook, CellLooks, ChipReader, shrink_fine_picture
from vision.board.light import BOARD_MARGIN, CELL, BoardLight, light_in_window, to_log_levels
from vision.board.places import (
    EnrolledBoard,
    Placement,
    choose_quarter_turn,
    find_by_features,
    flatten_board,
    flatten_window,
    is_board_there,
    place_on_mat,
    refine_placement,
)
from vision.board.points import Point, cell_corner_points, is_cell_in_place, measure_seat, to_grey_board
from vision.debounce import DEBOUNCE, ZoneLook, ZoneState
from vision.hands.motion import TableSight
from vision.place.layout import Layout, Zone, cell_of
from vision.plane.homography import Homography, project
from vision.plane.quads import UNIT
from vision.types import EMPTY, UNREADABLE, Alternatives, Face, Frame, Image, Reading


@dataclass(frozen=True, slots=True)
class BoardViewLimits:
    """When a board is measured and searched again."""

    relight_s: float = 1.0  # light is measured anew after so long, and whenever many cells are read; guess
    search_every_s: float = 20.0  # between dear searches of the whole picture, if `DEBOUNCE.reread_s` allows any; guess


BOARD_VIEW = BoardViewLimits()

CHIP_FACES = tuple(face for face in CLASSES if face not in (EMPTY, WHITE))


@dataclass(frozen=True, slots=True, eq=False)
class BoardReader:
    """What is known of a board before a match. Chips of every colour are told; players choose the colours in play."""

    board: EnrolledBoard  # empty picture
    chips: ChipReader  # tells chips on the board
    unproven: frozenset[str] = frozenset()  # cells that a hand may have hidden when the board was learned

    @property
    def cells(self) -> tuple[int, int]:
        """Rows and columns."""
        return self.board.rows, self.board.columns

    @property
    def names(self) -> tuple[str, ...]:
        """Zones of the cells, in reading order."""
        return tuple(f"r{row}c{column}" for row in range(self.board.rows) for column in range(self.board.columns))


@dataclass(frozen=True, slots=True, eq=False)
class BoardView:
    """A board as seen from frame to frame."""

    reader: BoardReader
    placement: Placement | None = None  # None until the board is found
    light: BoardLight | None = None  # None until measured
    placed_at: float = -math.inf  # seconds, when `placement` was measured
    lit_at: float = -math.inf  # seconds, when `light` was measured
    missed_at: float = -math.inf  # seconds, of the last search of the whole picture in vain
    owners: Mapping[str, Face] = field(default_factory=dict)  # whose chip lay last on each cell


def is_plain_reading(reading: Reading) -> bool:
    """True for a chip in its colour and for an empty cell."""
    return reading.face != UNREADABLE and not reading.face.endswith(FLIPPED)


def locate_board(view: BoardView, image: Image, layout: Layout, to_picture: Homography, at: float) -> BoardView:
    """The view after a search: on the mat's board zone in any quarter turn, else anywhere by the board's print. Placement None
    where the board is not found. After a search light is to be measured again. The dear search runs every
    `BOARD_VIEW.search_every_s` at most.

    `to_picture`: mat millimetres to picture pixels.
    """
    board = view.reader.board
    found: Placement | None = None
    if layout.of_kind("board") and layout.board_cells == view.reader.cells:
        found = choose_quarter_turn(image, place_on_mat(layout, to_picture), board)
    if found is not None and is_board_there(image, found, board):
        return replace(view, placement=found, light=None, placed_at=at)
    if at - view.missed_at < BOARD_VIEW.search_every_s:
        return replace(view, placement=None, placed_at=at)
    found = find_by_features(image, board)
    missed_at = at if found is None else view.missed_at
    return replace(view, placement=found, light=None, placed_at=at, missed_at=missed_at)


def add_cell_zones(layout: Layout, view: BoardView, to_picture: Homography) -> Layout:
    """The layout with the board's cells as zones of kind "card" instead of the board; unchanged where the board was not found.
    `to_picture`: mat millimetres to picture pixels."""
    if view.placement is None:
        return layout
    to_mat = np.linalg.inv(to_picture) @ view.placement.to_picture
    cells = tuple(_make_cell_zone(name, to_mat) for name in view.reader.names)
    return replace(layout, zones=(*(zone for zone in layout.zones if zone.kind != "board"), *cells))


def _make_cell_zone(name: str, to_mat: Homography) -> Zone:
    """The zone of a cell: its upright box on the layout. `to_mat`: board coordinates to layout millimetres."""
    row, column = cell_of(name)
    corners = project([(column + x, row + y) for x, y in UNIT.tolist()], to_mat)
    (x, y), (right, bottom) = corners.min(axis=0), corners.max(axis=0)
    return Zone(name, "card", (float(x), float(y), float(right - x), float(bottom - y)))


def read_cells(
    view: BoardView, image: Image, names: Iterable[str], faces: Mapping[str, Face], at: float, hands: bool = False
) -> tuple[BoardView, dict[str, Reading]]:
    """The view, and readings of some cells by name. Empty until the board is found, and after a bump too far. A cell without a
    reading is missing.

    `names`: of cells, such as "r3c4". `faces`: of each cell before, by name, for the owner of a white chip. `hands`: hands
    over the table perhaps hide more than known. A board that seems lost then keeps its placement, which else becomes None.
    """
    wanted = [cell_of(name) for name in names]
    placement = view.placement
    if placement is None or not wanted:
        return view, {}
    owners = {
        **view.owners,
        **{name: face.removesuffix(FLIPPED) for name, face in faces.items() if face.removesuffix(FLIPPED) in CHIP_FACES},
    }
    view = replace(view, owners=owners)
    looks: CellLooks | None = None
    few = 12  # cells that are cut out alone, for more the whole board is no dearer; guess
    if view.light is not None and at - view.lit_at <= BOARD_VIEW.relight_s and len(wanted) <= few:
        looks = _read_cells_alone(view.reader, placement, view.light, image, wanted)
    if looks is None:
        view, looks = _read_whole_board(view, placement, image, at, cell_corner_points(wanted), hands)
    if view.reader.unproven and not hands:
        view, looks = _learn_hidden_cells(view, image, {cell: looks[cell] for cell in wanted if cell in looks})
    found = [cell for cell in wanted if cell in looks]
    return view, {
        _cell_name(cell): _make_cell_reading(_cell_name(cell), looks[cell], owners.get(_cell_name(cell), "")) for cell in found
    }


def _learn_hidden_cells(view: BoardView, image: Image, looks: CellLooks) -> tuple[BoardView, CellLooks]:
    """The view and the looks, with cells learned from this picture that something hid when the board was learned.

    Such a cell looks like a white chip, though nobody had a chip there. Where a hand lay, several look like nothing known at once; a
    single one may show a chip in a shade. A cell on which a coloured chip was told was not hidden.
    """
    reader, owners = view.reader, view.owners
    names = {cell: _cell_name(cell) for cell in looks if _cell_name(cell) in reader.unproven}
    hidden, unread = (
        [cell for cell, name in names.items() if looks[cell].face == face and not owners.get(name)]
        for face in (WHITE, UNREADABLE)
    )
    hidden += unread if len(unread) > 1 else []
    seen = {name for cell, name in names.items() if looks[cell].face in CHIP_FACES}
    unproven = reader.unproven - seen - {names[cell] for cell in hidden}
    if view.placement is None or view.light is None or not hidden:
        return replace(view, reader=replace(reader, unproven=unproven)), looks
    flat = flatten_board(image, view.placement, reader.cells)
    empty, fine = reader.chips.empty.copy(), reader.board.fine.copy()
    whole = (slice(0, empty.shape[0]), slice(0, empty.shape[1]))
    light = light_in_window(empty, view.light, whole, (empty.shape[0], empty.shape[1]))
    levels = to_log_levels(shrink_fine_picture(flat)) - light
    even = flat * np.exp(-cv2.resize(light, (flat.shape[1], flat.shape[0])))
    for cell in hidden:
        spans = [_span_of_cell(n, count) for n, count in zip(cell, reader.cells, strict=True)]
        rows, columns = (slice(*span) for span in spans)
        empty[rows, columns] = levels[rows, columns]
        scale = FINE // CELL
        rows, columns = (slice(first * scale, last * scale) for first, last in spans)
        fine[rows, columns] = np.clip(np.rint(even[rows, columns]), 0, 255).astype(np.uint8)
    learned = replace(
        reader, board=replace(reader.board, fine=fine), chips=replace(reader.chips, empty=empty), unproven=unproven
    )
    return replace(view, reader=learned), looks | {cell: CellLook(EMPTY, looks[cell].confidence) for cell in hidden}


def _span_of_cell(number: int, count: int) -> tuple[int, int]:
    """First pixel and the one after the last of row or column `number` of `count` in the flat picture, with the margin at the rim."""
    first, last = BOARD_MARGIN + number * CELL, BOARD_MARGIN + (number + 1) * CELL
    return first - BOARD_MARGIN * (number == 0), last + BOARD_MARGIN * (number == count - 1)


def _cell_name(cell: tuple[int, int]) -> str:
    """Zone of a cell."""
    return f"r{cell[0]}c{cell[1]}"


def _read_whole_board(
    view: BoardView, placement: Placement, image: Image, at: float, clear: Collection[Point], hands: bool
) -> tuple[BoardView, CellLooks]:
    """The view and looks of the whole board in its present place. `clear`: points hidden by no hand. `hands`: is a hand over
    the table?

    A slightly bumped board is followed. A board that lies elsewhere loses its place once no hand is over the table, and
    nothing is read.
    """
    board, cells = view.reader.board, view.reader.cells
    flat, known = shrink_fine_picture(flatten_board(image, placement, cells)), to_grey_board(shrink_fine_picture(board.fine))
    lies = measure_seat(to_grey_board(flat), known, cells, CELL, clear)
    if lies.off is None and hands:
        return view, {}
    if lies.has_slipped:
        placement = refine_placement(image, placement, board, 3)  # rounds of measuring; guess
        flat = shrink_fine_picture(flatten_board(image, placement, cells))
        lies = measure_seat(to_grey_board(flat), known, cells, CELL, clear)
    if lies.is_lost:
        return view if hands else replace(view, placement=None, light=None), {}
    light, looks = view.reader.chips.read_with_light(flat)
    return replace(view, placement=placement, light=light, lit_at=at), looks


def _read_cells_alone(
    reader: BoardReader, placement: Placement, light: BoardLight, image: Image, cells: list[tuple[int, int]]
) -> CellLooks | None:
    """Looks of cells, each from a piece of the flat picture with its neighbours, whose chips may reach in. None where the board
    was bumped."""
    looks, known = {}, to_grey_board(shrink_fine_picture(reader.board.fine))
    for cell in cells:
        top, left = (max(0, BOARD_MARGIN + v * CELL - CELL) for v in cell)
        bottom, right = (
            min((size + 1) * CELL, BOARD_MARGIN + v * CELL + 2 * CELL) for v, size in zip(cell, reader.cells, strict=True)
        )
        scale = FINE // CELL
        fine = flatten_window(image, placement, (top * scale, left * scale), ((bottom - top) * scale, (right - left) * scale))
        piece = shrink_fine_picture(fine)
        if not is_cell_in_place(to_grey_board(piece), known, cell, CELL, (top, left)):
            return None
        rows, columns = (range(max(0, v - 1), min(size, v + 2)) for v, size in zip(cell, reader.cells, strict=True))
        around = [(row, column) for row in rows for column in columns]
        looks[cell] = reader.chips.read_window(piece, (top, left), light, around)[cell]
    return looks


def _make_cell_reading(name: str, look: CellLook, owner: Face) -> Reading:
    """A look as a reading of the cell's zone. White goes to the cell's last owner; white without an owner is not sure.
    `owner`: colour, "" for none."""
    seen = ((look.face, look.confidence), *look.alternatives)
    ranked = [pair for one in seen for pair in _put_owner_in(*one, owner)]
    unclear = look.face == UNREADABLE or (look.face == WHITE and not owner)
    face = UNREADABLE if unclear else ranked[0][0]
    others: dict[Face, float] = {}
    for other, p in ranked:
        if other != face:
            others[other] = others.get(other, 0.0) + p
    alternatives: Alternatives = tuple(sorted(others.items(), key=lambda pair: -pair[1]))
    return Reading(name, face, look.confidence, alternatives, look.confidence >= DEBOUNCE.min_sure and not unclear)


def _put_owner_in(face: Face, p: float, owner: Face) -> list[tuple[Face, float]]:
    """Faces and chances of a look with `face` and chance `p`, white shown as the owner's flipped chip, or as anybody's
    without an owner."""
    if face != WHITE:
        return [(face, p)]
    return [(owner + FLIPPED, p)] if owner else [(colour + FLIPPED, p / len(CHIP_FACES)) for colour in CHIP_FACES]


def crop_cell(view: BoardView, image: Image, name: str) -> Image | None:
    """A cell with half of its neighbours, (2 * FINE, 2 * FINE, 3) uint8 BGR; None until the board is found. Raises
    `ValueError` for a name of no cell."""
    if view.placement is None:
        return None
    row, column = cell_of(name)
    return flatten_window(image, view.placement, (row * FINE, column * FINE), (2 * FINE, 2 * FINE))


def board_outline(view: BoardView) -> NDArray[np.float64] | None:
    """(4, 2) picture pixels of the board's corners, clockwise from its own top left; None until the board is found."""
    rows, columns = view.reader.cells
    corners = [(0, 0), (columns, 0), (columns, rows), (0, rows)]
    return None if view.placement is None else project(corners, view.placement.to_picture)


def cell_corners(view: BoardView) -> dict[str, NDArray[np.float64]]:
    """(4, 2) picture pixels of each cell's corners, by name, clockwise; empty until the board is found."""
    if view.placement is None:
        return {}
    corners = [(column + x, row + y) for row, column in map(cell_of, view.reader.names) for x, y in UNIT.tolist()]
    seen = project(corners, view.placement.to_picture).reshape(-1, 4, 2)
    return dict(zip(view.reader.names, seen, strict=True))


# --- the cells of a frame --------------------------------------------------------------------------------------------


def look_at_cells(
    board: BoardView, frame: Frame, layout: Layout, to_picture: Homography, sight: TableSight, zones: Mapping[str, ZoneState]
) -> tuple[BoardView, dict[str, ZoneLook]]:
    """The board and a look at every cell, by name. Clear undecided cells are read, now and then all clear ones; a board out of
    place is searched for. `to_picture`: mat millimetres to picture pixels. `zones`: by name, as decided before.

    While hands move over the table only chips and empty cells are believed: a sleeve of the mat's colour passes for shade, and
    hidden chips for flipped ones.
    """
    names = board.reader.names
    if board.placement is None:
        missing = {name: ZoneLook(covered=True, touched=sight.has_hands and not sight.is_jolted) for name in names}
        return _search_board(board, frame, layout, to_picture, sight), missing
    faces = {name: zones[name].face for name in names}
    hands = not sight.covered <= sight.resting
    board, readings = read_cells(board, frame.image, _choose_cells(board, sight, zones, frame.at), faces, frame.at, hands)
    if hands:
        readings = {name: reading for name, reading in readings.items() if is_plain_reading(reading)}
    looks = {name: ZoneLook(name in sight.covered, not sight.is_jolted, name in sight.resting) for name in names}
    return board, {name: replace(look, reading=readings.get(name)) for name, look in looks.items()}


def _choose_cells(board: BoardView, sight: TableSight, zones: Mapping[str, ZoneState], at: float) -> list[str]:
    """Names of the clear cells to be read: undecided ones, or all when a second look is due and no hand is there."""
    clear = [name for name in board.reader.names if name not in sight.covered]
    doubtful = any(zones[name].votes.looks for name in clear)
    if not sight.has_hands and at - board.lit_at >= (DEBOUNCE.reread_doubtful_s if doubtful else DEBOUNCE.reread_s):
        return clear
    return [name for name in clear if not zones[name].settled]


def _search_board(board: BoardView, frame: Frame, layout: Layout, to_picture: Homography, sight: TableSight) -> BoardView:
    """The board after a search, unless searched just now. A bumped mat looks like a resting hand."""
    if frame.at - board.placed_at < DEBOUNCE.reread_s or not sight.covered <= sight.resting:
        return board
    return locate_board(board, frame.image, layout, to_picture, frame.at)
