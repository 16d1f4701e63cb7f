"""A push is told, a better measurement is not."""

import numpy as np

from vision.table.bumps import Outlines, bumped

MAT = np.array([[10.0, 10], [900, 20], [890, 600], [15, 590]])
CARD_PX = 100.0


def test_a_mat_that_was_pushed_is_told_once():
    known, first = bumped(Outlines(), MAT, None, CARD_PX)
    assert not first, "where it lies at the start is no push"
    known, better = bumped(known, MAT + 3, None, CARD_PX)
    known, pushed = bumped(known, MAT + 15, None, CARD_PX)
    _, again = bumped(known, MAT + 15, None, CARD_PX)
    assert (better, pushed, again) == (False, True, False)


def test_a_board_that_was_out_of_sight_is_compared_with_where_it_was_last_seen():
    board = MAT / 2
    known, _ = bumped(Outlines(), MAT, board, CARD_PX)
    known, hidden = bumped(known, MAT, None, CARD_PX)
    _, found = bumped(known, MAT, board + 20, CARD_PX)
    assert not hidden and found
