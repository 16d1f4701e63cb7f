"""An enrolled board on disk: whole, or not at all."""

import numpy as np
import pytest

from vision.board.file import draw_cell_grid, load_board, save_board
from vision.board.places import EnrolledBoard
from vision.drawn.art.boards import draw_enrolled_board
from vision.errors import LayoutError

BOARD = draw_enrolled_board([["2C", "3D"], ["4H", "5S"]])


def test_what_was_saved_is_loaded(tmp_path):
    path = tmp_path / "boards" / "own.npz"
    assert load_board(path) is None
    save_board(BOARD, (0.8, 0.7), path)
    board, chip = load_board(path)
    assert np.array_equal(board.fine, BOARD.fine) and (board.rows, board.columns, chip) == (2, 2, (0.8, 0.7))
    assert [file.name for file in path.parent.iterdir()] == ["own.npz"], "nothing half written is left"


@pytest.mark.parametrize("damage", [b"", b"not a board", None])
def test_a_damaged_file_is_one_clear_error(tmp_path, damage):
    path = tmp_path / "own.npz"
    save_board(BOARD, (0.8, 0.8), path)
    path.write_bytes(path.read_bytes()[:-200] if damage is None else damage)
    with pytest.raises(LayoutError, match=r"own\.npz"):
        load_board(path)


def test_a_board_that_cannot_be_written_says_so(tmp_path):
    (tmp_path / "boards").write_text("in the way")
    with pytest.raises(LayoutError):
        save_board(BOARD, (0.8, 0.8), tmp_path / "boards" / "own.npz")


def test_the_check_picture_shows_lines_in_a_copy():
    before = BOARD.fine.copy()
    drawn = draw_cell_grid(EnrolledBoard(BOARD.fine, 2, 2))
    assert np.array_equal(BOARD.fine, before) and not np.array_equal(drawn, before)
