"""The cells of a board in one frame: which are read, and what is believed while hands are about."""

from functools import cache

import numpy as np
import pytest

from tests.vision.board_scenes import LAYOUT, PRINTED, BoardTable, laid
from vision.board.training import learn_chips
from vision.board.view import BoardReader, BoardView, locate_board, look_at_cells
from vision.debounce import DEBOUNCE, ZoneState
from vision.drawn.art.boards import draw_enrolled_board
from vision.drawn.table.optics import Projection
from vision.hands.motion import TableSight
from vision.types import Frame

CHIP = ("r2c3", "blue")
FREE = TableSight(has_hands=False)


@cache
def reader():
    board = draw_enrolled_board(PRINTED)
    return BoardReader(board, learn_chips(board.fine, (10, 10)))


@cache
def table():
    """A drawn board with one blue chip, and where its mat lies."""
    seen = BoardTable()
    chips = (laid((2, 3), CHIP[1]),)
    return seen.picture(chips), Projection(seen.scene.pose, LAYOUT.size_mm, seen.size).compute_homography()


def look(board, sight, at=1.0, **states):
    image, to_picture = table()
    zones = {name: states.get(name, ZoneState(settled=True)) for name in reader().names}
    return look_at_cells(board, Frame(image, at), LAYOUT, to_picture, sight, zones)


def placed():
    image, to_picture = table()
    return locate_board(BoardView(reader()), image, LAYOUT, to_picture, 0.0)


def read(looks):
    return {name: look.reading.face for name, look in looks.items() if look.reading}


@pytest.mark.whole
def test_all_that_lies_clear_is_read_at_first_and_then_what_is_undecided():
    board, looks = look(placed(), FREE)
    assert len(read(looks)) == 100 and {name for name, face in read(looks).items() if face} == {CHIP[0]}
    board, looks = look(board, FREE, 1.1, r2c3=ZoneState(clear_since=1.0))
    assert read(looks) == {"r2c3": "blue"}
    _, looks = look(board, FREE, 1.2 + DEBOUNCE.reread_s)
    assert len(read(looks)) == 100, "now and then all of them again"


def test_cells_under_a_hand_are_covered_and_not_read():
    board, _ = look(placed(), FREE)
    sight = TableSight(has_hands=True, covered=frozenset({"r2c3"}))
    _, looks = look(board, sight, 1.1, r2c3=ZoneState(clear_since=1.0), r5c5=ZoneState(clear_since=1.0))
    assert looks["r2c3"].covered and not looks["r5c5"].covered and read(looks) == {"r5c5": ""}


def test_a_board_that_is_not_found_is_searched_now_and_then_and_hides_all_cells():
    missing = BoardView(reader(), placed_at=1.0)
    board, looks = look(missing, FREE, 1.1)
    assert board is missing and all(look.covered for look in looks.values())
    hand = TableSight(has_hands=True, covered=frozenset({"board"}))
    assert look(missing, hand, 1.1 + DEBOUNCE.reread_s)[0] is missing, "not while a hand is about"
    found, _ = look(missing, FREE, 1.1 + DEBOUNCE.reread_s)
    assert found.placement is not None and np.isclose(found.placed_at, 1.1 + DEBOUNCE.reread_s)
