"""The cells of a board in one frame: which are read, and which readings are believed."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from vision.board import view
from vision.board.view import BoardView
from vision.debounce import DOUBT, REREAD, ZoneLook, ZoneState
from vision.hands.motion import TableSight
from vision.place.layout import Layout
from vision.plane.homography import Homography
from vision.types import Frame


def look_at_cells(
    board: BoardView, frame: Frame, layout: Layout, to_picture: Homography, sight: TableSight, zones: Mapping[str, ZoneState]
) -> tuple[BoardView, dict[str, ZoneLook]]:
    """A look at every cell; those that lie clear and undecided are read, now and then all that lie clear. A board that is not where it
    should be is searched for.

    While hands move over the table only chips and their absence are believed: a sleeve of the mat's colour passes for shade, and what it
    hides for chips that were turned to their white side.
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
    clear = [name for name in board.reader.names if name not in sight.covered]
    doubtful = any(zones[name].votes.looks for name in clear)
    if not sight.has_hands and at - board.lit_at >= (DOUBT if doubtful else REREAD):
        return clear
    return [name for name in clear if not zones[name].settled]


def _search_board(board: BoardView, frame: Frame, layout: Layout, to_picture: Homography, sight: TableSight) -> BoardView:
    """Search for the board, unless that was done just now. A mat that was bumped looks like a hand that rests."""
    if frame.at - board.placed_at < REREAD or not sight.covered <= sight.resting:
        return board
    return view.locate_board(board, frame.image, layout, to_picture, frame.at)
