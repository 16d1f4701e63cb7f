"""The owner's own board is enrolled from one picture and read from then on."""

import json

import cv2
import numpy as np
import pytest
from board_scenes import CELLS, BoardTable, laid

from companion.cli import main
from companion.cli_eye import board_file, board_for
from vision.boards import drawn_board, flat_picture
from vision.chips import shrink
from vision.errors import LayoutError
from vision.geometry import project


@pytest.fixture
def home(tmp_path, monkeypatch):
    monkeypatch.setenv("STATE_DIRECTORY", str(tmp_path / "state"))
    return tmp_path


@pytest.fixture(scope="module")
def table():
    return BoardTable(cell_px=36)


def corners(table):
    points = project([(0, 0), (10, 0), (10, 10), (0, 10)], table.placement.to_picture)
    return " ".join(f"{x:.1f},{y:.1f}" for x, y in points)


def test_a_board_is_enrolled_from_a_picture_and_its_chips_are_read(home, table, capsys):
    assert cv2.imwrite(str(home / "empty.png"), table.picture())
    check = home / "check.png"
    line = ["enrol-board", str(home / "empty.png"), "--corners", corners(table), "--as-tapped", "--check", str(check)]
    assert main(line) == 0
    told = json.loads(capsys.readouterr().out)
    assert told["cell_px"] == pytest.approx(36, rel=0.1)
    assert cv2.imread(str(check)).shape == (704, 704, 3)
    reader = board_for("sequence")
    picture = table.picture((laid((2, 3), "blue"), laid((7, 7), "red*")))
    looks = reader.chips.read(shrink(flat_picture(picture, table.placement, CELLS)))
    assert {cell: look.face for cell, look in looks.items() if look.face} == {(2, 3): "blue", (7, 7): "white"}


def test_without_a_board_of_ones_own_it_is_the_practice_board_and_other_games_have_none(home):
    assert np.array_equal(board_for("sequence").board.fine, drawn_board([row.split() for row in _rows()]).fine)
    assert board_for("the_game") is None


def _rows():
    from companion.games.layouts import CLASSIC

    return [line for line in CLASSIC.splitlines() if line.strip() and not line.startswith("#")]


@pytest.mark.parametrize(
    ("more", "complaint"),
    [
        (["--corners", "1,2 3,4"], "four points"),
        (["--corners", "0,0 0,90 90,90 90,0"], "clockwise"),
        (["--corners", "0,0 90,0 90,90 0,90", "--as-tapped"], "go nearer"),
        (["--corners", "0,0 400,0 400,400 0,400", "--chip", "7"], "--chip"),
        (["--corners", "0,0 400,0 400,400 0,400", "--check", "x.gif"], ".png"),
    ],
)
def test_what_cannot_be_used_is_refused_with_one_line(home, table, capsys, more, complaint):
    assert cv2.imwrite(str(home / "empty.png"), table.picture())
    assert main(["enrol-board", str(home / "empty.png"), *more]) == 2
    assert complaint in capsys.readouterr().err
    assert not board_file("sequence").exists()


def test_a_damaged_board_file_is_named(home):
    board_file("sequence").parent.mkdir(parents=True)
    board_file("sequence").write_bytes(b"no board")
    with pytest.raises(LayoutError, match="enrol-board"):
        board_for("sequence")
