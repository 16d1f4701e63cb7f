"""What hands do to the chips of a drawn board is told as changes of its cells, once each and in order."""

from dataclasses import replace

import cv2
import numpy as np
import pytest

from tests.varied import varied
from tests.vision.board_scenes import CELLS, LAYOUT, PRINTED, BoardTable, laid
from vision.board.places import Placement, is_board_there, refine_placement
from vision.board.training import learn_chips
from vision.board.view import BoardReader, BoardView, add_cell_zones, cell_of, read_cells
from vision.drawn.art.boards import draw_enrolled_board, make_board_look
from vision.drawn.table.acts import Bump, Flip, Lay, Lift, LightChange, Nudge, Wait
from vision.drawn.table.optics import Projection
from vision.drawn.table.scene import LaidBoard, TableScene
from vision.drawn.table.virtual_camera import VirtualTable
from vision.errors import EndOfVideo
from vision.place.fiducials import Registration
from vision.place.layout import Layout
from vision.place.profile import Profile
from vision.plane.homography import project
from vision.types import Change, Frame, Lost
from vision.watcher import Watcher

SIZE = (640, 560)


@pytest.fixture(scope="module")
def reader():
    board = draw_enrolled_board(PRINTED)
    return BoardReader(board, learn_chips(board.fine, CELLS))


def watched(reader, script, turn=0.0, seed=2, untidy=1.0):
    """The changes that are told of a film, as (zone, before, after, accepted), and the watcher."""
    scene = TableScene(LAYOUT, board=LaidBoard(PRINTED, turn=turn, shift_mm=(2, -2)))
    table = VirtualTable(LAYOUT, script, speed="fast", scene=scene, seed=seed, size=SIZE, fps=12, untidy=untidy)
    to_picture = Projection(scene.pose, LAYOUT.size_mm, SIZE).compute_homography()
    watcher = Watcher(table, LAYOUT, {}, Profile(Registration(to_picture), 2.0, 100.0), board=reader)
    changes = [event for event in watcher.events() if isinstance(event, Change)]
    return [(change.zone, change.before, change.after, change.accepted) for change in changes], watcher


def test_chips_come_turn_over_and_go(reader):
    script = [Lay("r4c4", "blue"), Lay("r4c5", "green"), Flip("r4c4"), LightChange(0.7), Lay("r0c0", "red"), Lift("r4c5")]
    changes, watcher = watched(reader, script)
    assert changes == [
        ("r4c4", "", "blue", True),
        ("r4c5", "", "green", True),
        ("r4c4", "blue", "blue*", True),
        ("r0c0", "", "red", True),
        ("r4c5", "green", "", True),
    ]
    crop = watcher.crop("r4c4")
    assert crop is not None
    assert crop.shape == (64, 64, 3)


def test_a_chip_that_a_sleeve_pushes_onto_a_line_is_asked_about(reader):
    changes, _ = watched(reader, [Lay("r5c5", "red"), Nudge("r5c5", (14, 0)), Wait(2)], untidy=0.0)
    assert changes[0] == ("r5c5", "", "red", True)
    told = {zone: (after, accepted) for zone, _, after, accepted in changes[1:]}
    assert set(told) <= {"r5c5", "r5c6"}
    assert ("?", False) in told.values()


def test_a_board_turned_by_a_quarter_keeps_the_names_of_its_cells(reader):
    changes, _ = watched(reader, [Lay("r1c2", "blue")], turn=90)
    assert changes == [("r7c1", "", "blue", True)], "what lies at r1c2 of the table is r7c1 of the board"


def test_cells_take_the_place_of_the_board_zone_only_where_the_board_was_found(reader):
    assert add_cell_zones(LAYOUT, BoardView(reader), np.eye(3)) is LAYOUT
    assert read_cells(BoardView(reader), np.zeros((9, 9, 3), np.uint8), ["r0c0"], {}, 0.0)[1] == {}


def test_the_zone_of_a_cell_says_where_it_is():
    assert cell_of("r3c12") == (3, 12)
    with pytest.raises(ValueError, match="no cell"):
        cell_of("discard1")


def test_a_white_chip_is_his_who_lay_there_before_and_else_is_asked_about(reader):
    empty, _ = watched(reader, [])
    assert empty == []
    table = VirtualTable(LAYOUT, [], speed="fast", scene=TableScene(LAYOUT, board=LaidBoard(PRINTED)), size=SIZE)
    table.perform(Lay("r3c3", "blue*"))
    table.perform(Wait(2))
    to_picture = Projection(TableScene(LAYOUT).pose, LAYOUT.size_mm, SIZE).compute_homography()
    watcher = Watcher(table, LAYOUT, {}, Profile(Registration(to_picture), 2.0, 100.0), board=reader)
    changes = [event for event in watcher.events() if isinstance(event, Change)]
    assert [(change.zone, change.after, change.accepted) for change in changes] == [("r3c3", "?", False)]


@pytest.mark.whole
@varied(("mm", "degrees"), [(3, 1), (20, 5)])
def test_a_bump_makes_no_play_and_the_board_is_found_again(reader, mm, degrees):
    changes, watcher = watched(reader, [Lay("r4c4", "blue"), Bump(mm, degrees), Wait(2), Lay("r4c6", "red")])
    assert changes == [("r4c4", "", "blue", True), ("r4c6", "", "red", True)]
    assert watcher.crop("r4c4") is not None


def test_a_board_that_is_not_there_is_missed(reader):
    table = VirtualTable(LAYOUT, [Wait(6)], speed="fast", scene=TableScene(LAYOUT), size=(320, 280), fps=2)
    to_picture = Projection(TableScene(LAYOUT).pose, LAYOUT.size_mm, (320, 280)).compute_homography()
    watcher = Watcher(table, LAYOUT, {}, Profile(Registration(to_picture), 2.0, 100.0), board=reader)
    assert [event.reason for event in watcher.events() if isinstance(event, Lost)] == ["board"]


class OneAfterAnother:
    """Tables that are filmed one after another by the same camera."""

    def __init__(self, *tables):
        self._tables, self._began, self._at = list(tables), 0.0, 0.0

    def read(self):
        try:
            frame = self._tables[0].read()
        except EndOfVideo:
            if len(self._tables) == 1:
                raise
            del self._tables[0]
            self._began = self._at + 0.1
            frame = self._tables[0].read()
        self._at = self._began + frame.at
        return Frame(frame.image, self._at)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        pass


def test_chips_are_told_on_a_board_that_came_under_a_hand(reader):
    scenes = TableScene(LAYOUT), TableScene(LAYOUT, board=LaidBoard(PRINTED, shift_mm=(2, -2)))
    scripts = [Wait(1.0), Lay("r4c4", "blue")], [Wait(4.0), Lay("r2c3", "green"), Wait(1.0)]
    tables = (
        VirtualTable(LAYOUT, script, speed="fast", scene=scene, seed=2, size=SIZE, fps=12)
        for scene, script in zip(scenes, scripts, strict=True)
    )
    to_picture = Projection(scenes[0].pose, LAYOUT.size_mm, SIZE).compute_homography()
    watcher = Watcher(OneAfterAnother(*tables), LAYOUT, {}, Profile(Registration(to_picture), 2.0, 100.0), board=reader)
    told = [(event.zone, event.after) for event in watcher.events() if isinstance(event, Change)]
    assert ("r2c3", "green") in told


def test_a_board_one_cell_off_is_not_taken_for_itself(reader):
    table, off = BoardTable(), np.array([[1, 0, 1], [0, 1, 0], [0, 0, 1.0]])
    picture = table.picture(tuple(laid((row, 3), "blue") for row in range(9)))
    beside = Placement(table.placement.to_picture @ off)
    assert is_board_there(picture, refine_placement(picture, table.placement, reader.board), reader.board)
    assert not is_board_there(picture, refine_placement(picture, beside, reader.board), reader.board)
    view, readings = read_cells(BoardView(reader, beside), picture, reader.names, {}, 0.0)
    assert (view.placement, readings) == (None, {})


def test_a_board_pushed_a_little_is_followed(reader):
    table = BoardTable()
    picture = table.picture((laid((2, 3), "green"), laid((7, 7), "blue")))
    known = read_cells(BoardView(reader, table.placement), picture, reader.names, {}, 0.0)[0]
    pushed = BoardTable()
    pushed.scene = replace(pushed.scene, board=replace(pushed.scene.board, shift_mm=(4, -3)))
    picture = pushed.picture((laid((2, 3), "green", (4 / 24, -3 / 24)), laid((7, 7), "blue", (4 / 24, -3 / 24))))
    for names in (["r2c3"], reader.names):
        view, readings = read_cells(known, picture, names, {}, 0.1)
        assert {name: reading.face for name, reading in readings.items() if reading.face}.items() >= {("r2c3", "green")}
        assert view.placement is not known.placement


def test_a_layout_without_a_board_zone_is_left_alone(reader):
    plain = Layout((300, 300), ())
    assert add_cell_zones(plain, BoardView(reader), np.eye(3)) == plain


def test_the_annotated_picture_shows_where_the_board_was_found_and_its_chips(reader):
    _, bare = watched(reader, [])
    _, played = watched(reader, [Lay("r4c4", "blue"), Flip("r4c4")])
    picture, plain = played.annotated(), bare.annotated()
    green = (np.abs(plain.astype(int) - (120, 190, 90)).max(axis=2) < 12).sum()
    assert green > 500, "the outline"
    blue = np.abs(picture.astype(int) - (220, 120, 30)).max(axis=2) < 30
    assert blue.sum() > (np.abs(plain.astype(int) - (220, 120, 30)).max(axis=2) < 30).sum() + 8, "whose the white chip is"


def test_chips_of_all_three_colours_are_told(reader):
    script = [Lay("r4c4", "red"), Wait(2), Lay("r6c6", "blue"), Wait(2), Lay("r2c7", "green")]
    changes, _ = watched(reader, script)
    told = {(zone, face) for zone, _, face, accepted in changes if accepted}
    assert {("r4c4", "red"), ("r6c6", "blue"), ("r2c7", "green")} <= told


def test_a_board_under_hands_is_not_lost(reader):
    """One corner is to be read, and fingers hide it that nobody knows of."""
    table = BoardTable()
    picture = table.picture()
    known = read_cells(BoardView(reader, table.placement), picture, reader.names, {}, 0.0)[0]
    hidden = picture.copy()
    hidden[: picture.shape[0] // 2] = (110, 140, 190)
    view, readings = read_cells(known, hidden, ["r0c5", "r1c5"], {}, 5.0, hands=True)
    assert view.placement is known.placement and readings == {}
    assert read_cells(known, hidden, ["r0c5", "r1c5"], {}, 5.0)[0].placement is None, "nobody is there: the board is gone"


@pytest.mark.whole
@pytest.mark.parametrize("unproven", [True, False])
def test_a_board_learned_with_a_hand_over_its_corner_is_learned_whole_once_the_hand_has_gone(unproven):
    table = BoardTable(look=make_board_look(1, apart=True))
    known = table.enrolled()
    hidden = replace(known, fine=known.fine.copy())
    hidden.fine[:100, :80] = (88, 128, 196)  # skin over the cells of three rows and two columns
    learned = BoardReader(hidden, learn_chips(hidden.fine, CELLS))
    names = learned.names
    view = BoardView(replace(learned, unproven=frozenset(names) if unproven else frozenset()), table.placement)
    view, readings = read_cells(view, table.picture(), names, {}, 0.0)
    assert not unproven or {reading.face for reading in readings.values()} == {""}
    assert unproven or "?" in {reading.face for reading in readings.values()}, "else the hand would hide nothing"
    chips = (laid((0, 1), "blue"), laid((5, 5), "green"))
    view, readings = read_cells(view, table.picture(chips), names, {}, 9.0)
    told = {name: reading.face for name, reading in readings.items() if reading.face}
    assert not unproven or told == {"r0c1": "blue", "r5c5": "green"}


def test_a_chip_that_cannot_be_told_at_once_is_not_taken_for_print_that_a_hand_had_hidden(reader):
    table = BoardTable()
    view = BoardView(replace(reader, unproven=frozenset(reader.names)), table.placement)
    view, _ = read_cells(view, table.picture(), reader.names, {}, 0.0)
    strange = table.picture()
    for left in (5.1, 5.3, 5.5, 5.7):
        stripe = [(left, 5.1), (left + 0.1, 5.1), (left + 0.1, 5.9), (left, 5.9)]
        cv2.fillConvexPoly(strange, np.round(project(stripe, table.placement.to_picture)).astype(np.int32), (0, 160, 255))
    view, readings = read_cells(view, strange, ["r5c5"], {}, 5.0)
    assert readings["r5c5"].face == "?"
    _, readings = read_cells(view, table.picture(), ["r5c5"], {}, 9.0)
    assert readings["r5c5"].face == ""
