"""The picture of all that the eye sees, for the phones."""

import numpy as np
import pytest

from tests.vision.board_scenes import CELLS, LAYOUT, BoardTable
from vision.board.training import learn_chips
from vision.board.view import BoardReader, BoardView, locate_board
from vision.debounce import ZoneState
from vision.marks.annotations import ANNOTATION_COLOURS
from vision.marks.table import draw_seen_table
from vision.place.layout import Layout, Zone

PICTURE = np.full((400, 640, 3), 128, np.uint8)
MAT = Layout((640, 400), (Zone("up1", "card", (100, 80, 160, 200)), Zone("up2", "card", (400, 80, 160, 200))))
SETTLED_47, UNDECIDED = ZoneState("47", settled=True), ZoneState()


def has(image, colour):
    """Is a line of that colour there? The edges of writing have any colour, but little of it."""
    return np.count_nonzero(np.abs(image.astype(int) - colour).max(axis=2) < 12) > 200


def shown(states, covered=()):
    drawn = draw_seen_table(PICTURE, np.eye(3), MAT, states, {}, None, covered)
    return drawn[:, :330], drawn[:, 330:]


def test_each_zone_is_marked_as_it_stands():
    left, right = shown({"up1": SETTLED_47, "up2": UNDECIDED})
    assert has(left, ANNOTATION_COLOURS["settled"]) and not has(left, ANNOTATION_COLOURS["open"])
    assert has(right, ANNOTATION_COLOURS["open"]) and not has(right, ANNOTATION_COLOURS["settled"])
    assert (PICTURE == 128).all(), "in a copy"


def test_what_a_hand_hides_is_marked_as_hidden_and_no_card_is_where_none_was_found():
    left, right = shown({"up1": SETTLED_47, "up2": SETTLED_47}, {"up2"})
    assert (
        has(right, ANNOTATION_COLOURS["covered"])
        and not has(left, ANNOTATION_COLOURS["covered"])
        and not has(left, ANNOTATION_COLOURS["top card"])
    )


@pytest.fixture(scope="module")
def board():
    table = BoardTable(cell_px=24)
    enrolled = table.enrolled()
    reader = BoardReader(enrolled, learn_chips(enrolled.fine, CELLS))
    picture = table.picture()
    view = locate_board(BoardView(reader), picture, LAYOUT, np.eye(3), 0.0)
    return picture, view


def test_a_board_is_shown_with_its_chips_in_place_of_its_zone(board):
    picture, view = board
    assert view.placement is not None
    states = {name: ZoneState("", settled=True) for name in view.reader.names}
    empty = draw_seen_table(picture, np.eye(3), LAYOUT, states, {}, view, ())
    chip = draw_seen_table(picture, np.eye(3), LAYOUT, {**states, "r4c4": ZoneState("red", settled=True)}, {}, view, ())
    changed = np.argwhere((empty != chip).any(axis=2))
    assert len(changed) and np.ptp(changed, axis=0).max() < 40, "one chip, in its space"
    unfound = draw_seen_table(picture, np.eye(3), LAYOUT, states, {}, BoardView(view.reader), ())
    assert (unfound != empty).any()
