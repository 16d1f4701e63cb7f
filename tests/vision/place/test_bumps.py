"""A push is told, a better measurement is not."""

import numpy as np

from vision.place.bumps import Outlines, find_pushes

MAT = np.array([[10.0, 10], [900, 20], [890, 600], [15, 590]])
CARD_PX = 100.0


def test_a_mat_that_was_pushed_is_told_once():
    known, first = find_pushes(Outlines(), MAT, None, CARD_PX, 1.0)
    assert not first, "where it lies at the start is no push"
    known, better = find_pushes(known, MAT + 3, None, CARD_PX, 1.0)
    known, pushed = find_pushes(known, MAT + 15, None, CARD_PX, 1.0)
    _, again = find_pushes(known, MAT + 15, None, CARD_PX, 1.0)
    assert (better, pushed, again) == (False, True, False)


def test_a_board_that_was_out_of_sight_is_compared_with_where_it_was_last_seen():
    board = MAT / 2
    known, _ = find_pushes(Outlines(), MAT, board, CARD_PX, 1.0)
    known, hidden = find_pushes(known, MAT, None, CARD_PX, 1.0)
    _, found = find_pushes(known, MAT, board + 20, CARD_PX, 1.0)
    assert not hidden and found


def test_what_slides_on_was_pushed_once():
    known, _ = find_pushes(Outlines(), MAT, None, CARD_PX, 0.0)
    known, pushed = find_pushes(known, MAT + 15, None, CARD_PX, 5.0)
    known, on = find_pushes(known, MAT + 30, None, CARD_PX, 5.2)
    _, later = find_pushes(known, MAT + 60, None, CARD_PX, 9.0)
    assert (pushed, on, later) == (True, False, True)
