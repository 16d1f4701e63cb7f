"""The points at which cells meet: they say whether the board lies where it lay."""

import cv2
import numpy as np
import pytest

from vision.board.points import (
    cell_corner_points,
    cut_point_patch,
    find_point_moves,
    is_cell_in_place,
    list_points,
    measure_seat,
    to_grey_board,
)
from vision.drawn.art.boards import draw_enrolled_board

CELLS, SCALE = (4, 5), 32
FACES = [
    ["2C", "3D", "4H", "5S", "6C"],
    ["7D", "8H", "9S", "TC", "JD"],
    ["QH", "KS", "AC", "2D", "3H"],
    ["4S", "5C", "6D", "7H", "8S"],
]
FLAT = to_grey_board(draw_enrolled_board(FACES).fine)


def shifted(right, down):
    height, width = FLAT.shape
    return cv2.warpAffine(FLAT, np.float32([[1, 0, right], [0, 1, down]]), (width, height), borderMode=cv2.BORDER_REPLICATE)


def test_a_cell_has_four_points_and_neighbours_share_two():
    assert cell_corner_points([(0, 0)]) == {(0, 0), (1, 0), (0, 1), (1, 1)}
    assert len(cell_corner_points([(0, 0), (0, 1)])) == 6 and len(list_points(*CELLS)) == 5 * 6


@pytest.mark.parametrize("by", [(0.0, 0.0), (3.0, -2.0), (-5.0, 4.0)])
def test_points_are_found_where_the_board_was_pushed_to(by):
    found = find_point_moves(shifted(*by), {point: cut_point_patch(FLAT, point, SCALE) for point in list_points(*CELLS)}, SCALE)
    assert len(found) > 20
    assert np.median(list(found.values()), axis=0) * SCALE == pytest.approx(by, abs=0.4)


def test_a_board_that_slipped_is_told_from_one_that_lies_still_and_one_that_is_gone():
    assert not measure_seat(FLAT, FLAT, CELLS, SCALE).has_slipped
    pushed = measure_seat(shifted(5, 0), FLAT, CELLS, SCALE)
    assert pushed.has_slipped and pushed.off == pytest.approx(5 / SCALE, abs=0.02)
    assert measure_seat(np.full_like(FLAT, 128), FLAT, CELLS, SCALE).is_lost


def test_hands_may_hide_points_of_a_cell_that_lies_still():
    hidden = FLAT.copy()
    hidden[: SCALE * 2, : SCALE * 2] = 128
    assert is_cell_in_place(hidden, FLAT, (0, 0), SCALE, (0, 0)), "nothing says that it moved"
    assert not is_cell_in_place(shifted(6, 6), FLAT, (2, 2), SCALE, (0, 0))
