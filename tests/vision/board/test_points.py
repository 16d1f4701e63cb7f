"""The points at which cells meet: they say whether the board lies where it lay."""

import cv2
import numpy as np
import pytest

from vision.board.points import all_points, grey, moves, patch, points_of, seat, still
from vision.drawn.art.boards import drawn_board

CELLS, SCALE = (4, 5), 32
FACES = [
    ["2C", "3D", "4H", "5S", "6C"],
    ["7D", "8H", "9S", "TC", "JD"],
    ["QH", "KS", "AC", "2D", "3H"],
    ["4S", "5C", "6D", "7H", "8S"],
]
FLAT = grey(drawn_board(FACES).fine)


def shifted(right, down):
    height, width = FLAT.shape
    return cv2.warpAffine(FLAT, np.float32([[1, 0, right], [0, 1, down]]), (width, height), borderMode=cv2.BORDER_REPLICATE)


def test_a_cell_has_four_points_and_neighbours_share_two():
    assert points_of([(0, 0)]) == {(0, 0), (1, 0), (0, 1), (1, 1)}
    assert len(points_of([(0, 0), (0, 1)])) == 6 and len(all_points(*CELLS)) == 5 * 6


@pytest.mark.parametrize("by", [(0.0, 0.0), (3.0, -2.0), (-5.0, 4.0)])
def test_points_are_found_where_the_board_was_pushed_to(by):
    found = moves(shifted(*by), {point: patch(FLAT, point, SCALE) for point in all_points(*CELLS)}, SCALE)
    assert len(found) > 20
    assert np.median(list(found.values()), axis=0) * SCALE == pytest.approx(by, abs=0.4)


def test_a_board_that_slipped_is_told_from_one_that_lies_still_and_one_that_is_gone():
    assert not seat(FLAT, FLAT, CELLS, SCALE).slipped
    pushed = seat(shifted(5, 0), FLAT, CELLS, SCALE)
    assert pushed.slipped and pushed.off == pytest.approx(5 / SCALE, abs=0.02)
    assert seat(np.full_like(FLAT, 128), FLAT, CELLS, SCALE).lost


def test_hands_may_hide_points_of_a_cell_that_lies_still():
    hidden = FLAT.copy()
    hidden[: SCALE * 2, : SCALE * 2] = 128
    assert still(hidden, FLAT, (0, 0), SCALE, (0, 0)), "nothing says that it moved"
    assert not still(shifted(6, 6), FLAT, (2, 2), SCALE, (0, 0))
