"""The owner's own board is enrolled from one picture and read from then on."""

import json
from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
import pytest

from companion.cli import main
from companion.journal.journal import Journal
from companion.match.events import Started
from companion.session.session import Session
from companion.sources.board_layouts import own_layout_file, read_own_layout
from companion.sources.sources import board_file, board_for, layout_for
from tests.vision.board_scenes import CELLS, BoardTable, another_edition, laid
from vision.board.chips import shrink_fine_picture
from vision.board.places import flatten_board
from vision.drawn.art.boards import draw_enrolled_board, make_board_look
from vision.drawn.table.render import SceneRenderer
from vision.drawn.table.scene import LaidBoard, TableScene
from vision.errors import LayoutError
from vision.plane.homography import project


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


@pytest.mark.whole
def test_a_board_is_enrolled_from_a_picture_and_its_chips_are_read(home, table, capsys):
    assert cv2.imwrite(str(home / "empty.png"), table.picture())
    check = home / "check.png"
    line = [
        "enrol-board",
        str(home / "empty.png"),
        "--corners",
        corners(table),
        "--as-tapped",
        "--check",
        str(check),
        "--upright",
    ]
    assert main(line) == 0
    told = json.loads(capsys.readouterr().out)
    assert told["cell_px"] == pytest.approx(36, rel=0.1)
    assert cv2.imread(str(check)).shape == (704, 704, 3)
    reader = board_for("sequence")
    picture = table.picture((laid((2, 3), "blue"), laid((7, 7), "red*")))
    looks = reader.chips.read_all_cells(shrink_fine_picture(flatten_board(picture, table.placement, CELLS)))
    assert {cell: look.face for cell, look in looks.items() if look.face} == {(2, 3): "blue", (7, 7): "white"}


def enrolled(home, table, capsys, *more, quarters=0, image=None):
    """What the command prints, its status, and what it says."""
    assert cv2.imwrite(str(home / "empty.png"), table.picture() if image is None else image)
    points = corners(table).split()
    status = main(["enrol-board", str(home / "empty.png"), "--corners", " ".join(points[quarters:] + points[:quarters]), *more])
    out, err = capsys.readouterr()
    return json.loads(out), status, err


@pytest.mark.whole
def test_the_classic_board_is_recognised_from_whichever_corner_one_begins(home, capsys):
    table = BoardTable(cell_px=48)
    told, status, _ = enrolled(home, table, capsys, quarters=1)
    assert (status, told["layout"], told["turned"]) == (0, "classic", 3)
    assert told["read"] >= 90
    assert read_own_layout() is None
    picture = table.picture((laid((2, 3), "blue"),))
    looks = board_for("sequence").chips.read_all_cells(shrink_fine_picture(flatten_board(picture, table.placement, CELLS)))
    assert {cell: look.face for cell, look in looks.items() if look.face} == {(2, 3): "blue"}


@pytest.mark.whole
def test_another_edition_gets_a_layout_of_its_own_and_matches_are_played_on_it(home, capsys):
    cells = another_edition()
    told, status, _ = enrolled(home, BoardTable(cell_px=56, cells=cells), capsys)
    assert (status, told["layout"]) == (0, str(own_layout_file()))
    assert read_own_layout() == "\n".join(" ".join(row) for row in cells)
    session = Session(Journal(home / "journal.sqlite"), lambda game: (), layout_of=read_own_layout)
    session.begin_match(Started("sequence", 2), 0.0, "test")
    assert session.match.state.layout.printed[1] == cells[0][1]
    told, status, _ = enrolled(home, BoardTable(cell_px=48), capsys)
    assert (status, told["layout"], read_own_layout()) == (0, "classic", None), "the old layout is kept beside, not used"
    assert own_layout_file().with_suffix(".old.txt").is_file()


@pytest.mark.whole
def test_a_board_without_readable_print_is_kept_with_unknown_spaces_where_the_owner_says_so(home, capsys):
    blank = make_board_look(4)
    table = BoardTable(40, look=replace(blank, red=blank.paper, black=blank.paper))
    told, status, said = enrolled(home, table, capsys)
    assert (status, told["saved"]) == (1, None)
    assert "--unknown" in said
    told, status, said = enrolled(home, table, capsys, "--unknown")
    assert (status, told["read"]) == (0, 0)
    assert "96 of the 96 cards" in said
    session = Session(Journal(home / "journal.sqlite"), lambda game: (), layout_of=read_own_layout)
    session.begin_match(Started("sequence", 2), 0.0, "test")
    assert session.match.state.layout.unknown.bit_count() == 96


@pytest.mark.whole
def test_what_cannot_be_read_is_left_for_the_owner_to_write(home, capsys):
    cells = another_edition()
    table = BoardTable(cell_px=64, cells=cells)
    image = table.picture()
    for row, column in ((2, 3), (7, 7), (4, 1)):
        quad = project([(column, row), (column + 1, row), (column + 1, row + 1), (column, row + 1)], table.placement.to_picture)
        cv2.fillConvexPoly(image, np.rint(quad).astype(np.int32), (90, 140, 90))
    told, status, said = enrolled(home, table, capsys, image=image)
    draft = own_layout_file().with_suffix(".draft.txt")
    assert (status, told["saved"], told["layout"]) == (1, None, None)
    assert "3 of its spaces" in said
    assert str(draft) in said
    text = draft.read_text()
    assert [row.split()[column] for row, column in ((-8, 3), (-3, 7)) for row in [text.splitlines()[row]]] == ["??", "??"]
    assert not board_file("sequence").exists()
    status = main(["enrol-board", str(home / "empty.png"), "--corners", corners(table), "--layout", str(draft)])
    assert status == 2
    assert "3 ?? are left" in capsys.readouterr().err
    draft.write_text("\n".join(" ".join(row) for row in cells))
    told, status, said = enrolled(home, table, capsys, "--layout", str(draft), image=image)
    assert (status, told["layout"], told["differing"]) == (0, str(own_layout_file()), [])


@pytest.mark.whole
def test_a_layout_that_the_picture_contradicts_is_said_to(home, capsys):
    rows = [list(row) for row in BoardTable().scene.board.cells]
    rows[0][1], rows[5][5] = rows[5][5], rows[0][1]
    mine = home / "mine.txt"
    mine.write_text("\n".join(" ".join(row) for row in rows))
    told, status, said = enrolled(home, BoardTable(cell_px=48), capsys, "--layout", str(mine))
    assert status == 0
    assert told["differing"] == ["r0c1: 2S for 3H", "r5c5: 3H for 2S"]
    assert "r0c1: 2S for 3H" in said


@pytest.mark.parametrize("quarters", [0, 3])
def test_a_board_that_does_not_say_which_way_it_lies_is_not_saved(home, capsys, quarters):
    told, status, said = enrolled(home, BoardTable(cell_px=29), capsys, quarters=quarters)
    assert (status, told["saved"], told["layout"], told["read"]) == (1, None, None, 0)
    assert "which way it lies" in said and "--upright" in said and not board_file("sequence").is_file()


def test_print_too_small_to_read_is_taken_on_trust_where_its_owner_says_which_way_it_lies(home, capsys):
    told, status, said = enrolled(home, BoardTable(cell_px=29), capsys, "--upright")
    assert (status, told["layout"], told["read"]) == (0, "classic", 0)
    assert "compare the check picture" in said


def test_upright_needs_corners(home, table, capsys):
    assert cv2.imwrite(str(home / "empty.png"), table.picture())
    assert main(["enrol-board", str(home / "empty.png"), "--upright"]) == 2 and "--corners" in capsys.readouterr().err


@pytest.mark.whole
def test_the_print_is_read_from_32_pixels_a_space(home, capsys):
    told, status, _ = enrolled(home, BoardTable(cell_px=36.5), capsys, quarters=3)
    assert told["cell_px"] < 34 and (status, told["layout"], told["turned"]) == (0, "classic", 1)


@pytest.mark.whole
def test_a_board_on_the_mat_needs_no_corners(home, capsys):
    layout = layout_for("sequence")
    scene = TableScene(layout, board=LaidBoard(BoardTable().scene.board.cells, turn=180))
    assert cv2.imwrite(str(home / "empty.png"), SceneRenderer((1500, 1500)).render_picture(scene))
    assert main(["enrol-board", str(home / "empty.png")]) == 0
    told = json.loads(capsys.readouterr().out)
    assert (told["layout"], told["turned"]) == ("classic", 2), told


REAL = Path(__file__).parents[4] / "shared" / "photos" / "sequence-board"


@pytest.mark.skipif(not REAL.is_dir(), reason="the photograph is not here")
def test_the_spaces_of_a_photographed_board_of_another_size_are_found(home, capsys):
    check, photograph = home / "check.png", next(REAL.glob("*.jpg"))
    corners = "--corners", "20,95 950,75 955,1240 15,1225"
    assert main(["enrol-board", str(photograph), *corners, "--cells", "6x7", "--check", str(check)]) == 0
    told = json.loads(capsys.readouterr().out)
    assert told["saved"] is None
    assert np.abs(np.array(told["corners"]) - [(11, 85), (954, 82), (944, 1231), (26, 1230)]).max() < 0.05 * told["cell_px"]
    assert not board_file("sequence").exists()
    assert cv2.imread(str(check)).shape == (2 * 7 * 32, 2 * 8 * 32, 3)


@pytest.mark.whole
def test_without_a_board_of_ones_own_it_is_the_practice_board_and_other_games_have_none(home):
    assert np.array_equal(board_for("sequence").board.fine, draw_enrolled_board([row.split() for row in _rows()]).fine)
    assert board_for("the_game") is None


def _rows():
    from companion.games.sequence.layouts import CLASSIC

    return [line for line in CLASSIC.splitlines() if line.strip() and not line.startswith("#")]


@pytest.mark.parametrize(
    ("more", "complaint"),
    [
        (["--corners", "1,2 3,4"], "four points"),
        (["--corners", "0,0 0,90 90,90 90,0"], "clockwise"),
        (["--corners", "0,0 90,0 90,90 0,90", "--as-tapped"], "go nearer"),
        (["--corners", "0,0 400,0 400,400 0,400", "--chip", "7"], "--chip"),
        (["--corners", "0,0 400,0 400,400 0,400", "--check", "x.gif"], ".png"),
        (["--corners", "0,0 400,0 400,400 0,400", "--cells", "6"], "--cells"),
        (["--corners", "0,0 400,0 400,400 0,400", "--layout", "nowhere.txt"], "nowhere.txt"),
        ([], "no mat is to be seen"),
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
