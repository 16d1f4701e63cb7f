"""The cells of a board in one frame: which cells are read, and which readings are believed."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from vision.board import view
from vision.board.view import BoardView
from vision.debounce import DEBOUNCE, ZoneLook, ZoneState
from vision.hands.motion import TableSight
from vision.place.layout import Layout
from vision.plane.homography import Homography
from vision.types import Frame


def look_at_cells(
    board: BoardView, frame: Frame, layout: Layout, to_picture: Homography, sight: TableSight, zones: Mapping[str, ZoneState]
) -> tuple[BoardView, dict[str, ZoneLook]]:
    """The board and a look at every cell. Clear undecided cells are read, now and then all clear ones; a board out of place is
    searched for.

    While hands move over the table only chips and empty cells are believed: a sleeve of the mat's colour passes for shade, and
    hidden chips for flipped ones.
    """
    names = board.reader.names
    if board.placement is None:
        missing = {name: ZoneLook(covered=True, touched=sight.has_hands and not sight.is_jolted) for name in names}
        return _search_board(board, frame, layout, to_picture, sight), missing
    faces = {name: zones[name].face for name in names}
    hands = not sight.covered <= sight.resting
    board, readings = view.read_cells(board, frame.image, _choose_cells(board, sight, zones, frame.at), faces, frame.at, hands)
    if hands:
        readings = {name: reading for name, reading in readings.items() if view.is_plain_reading(reading)}
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
    return view.locate_board(board, frame.image, layout, to_picture, frame.at)
