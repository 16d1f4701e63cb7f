"""A printed mat and a board go on when they, or the pictures of them, are turned by a quarter, a half or three quarters."""

from __future__ import annotations

import pytest

from companion.sources.bare import UNKNOWN_LAYOUT
from companion.sources.sources import layout_for
from tests.varied import varied
from tests.vision.bare.moved_tables import MovedCamera, turn_picture
from tests.vision.bare.test_around_board import bare, board, scene
from tests.vision.watched_table import reader
from vision.drawn.table.acts import Bump, Draw, Lay, Wait
from vision.drawn.table.virtual_camera import VirtualTable
from vision.types import Change, Touched
from vision.watcher import Watcher

BEFORE, BESIDE = (Lay("up1", "12", 0), Draw("draw", 0)), (Lay("discard1", "12", 0), Lay("r3c6", "blue", 0), Draw("draw", 0))
AFTER, BESIDE_AFTER = (
    (Lay("up1", "47", 1), Draw("draw", 1)),
    (Lay("discard2", "47", 1), Lay("r7c2", "green", 1), Draw("draw", 1)),
)
REST_S = 1.0


def watch_mat(script, moved=None):
    """What is told of a printed mat. `moved`: makes the pictures once the first acts are done."""
    layout = layout_for("the_game")
    table = VirtualTable(layout, script, speed="fast", seed=2, fps=10)
    return list(Watcher(MovedCamera(table, len(BEFORE), moved, REST_S), layout, {"card": reader()}).events())


def watch_board(script, moved=None):
    """The same of Sequence on a table without a mat."""
    lying = scene(1)
    table = VirtualTable(lying.layout, script, scene=lying, speed="fast", seed=1, fps=10)
    camera = MovedCamera(table, len(BESIDE), moved, REST_S)
    return list(Watcher(camera, UNKNOWN_LAYOUT, {"card": reader()}, board=board(), bare=bare()).events())


def list_told(told):
    cards = [(one.zone, one.after) for one in told if isinstance(one, Change) and one.accepted]
    return cards, [one.zone for one in told if isinstance(one, Touched)]


@pytest.mark.whole
@varied("quarters", [1, 2, 3])
def test_a_mat_goes_on_when_its_picture_is_turned(quarters):
    told = watch_mat([*BEFORE, Wait(3.0), *AFTER], turn_picture(quarters))
    assert list_told(told) == ([("up1", "12"), ("up1", "47")], ["draw", "draw"])


@varied("degrees", [180, 90, 270])
def test_a_mat_goes_on_when_it_is_turned_under_the_camera(degrees):
    told = watch_mat([*BEFORE, Bump(0, degrees), Wait(3.0), *AFTER])
    assert list_told(told) == ([("up1", "12"), ("up1", "47")], ["draw", "draw"])


CHIPS_AND_CARDS = [("discard1", "12"), ("r3c6", "blue"), ("discard2", "47"), ("r7c2", "green")]


@pytest.mark.whole
@varied("quarters", [2, 1, 3])
def test_a_board_goes_on_when_its_picture_is_turned(quarters):
    told = watch_board([*BESIDE, Wait(3.0), *BESIDE_AFTER], turn_picture(quarters))
    assert list_told(told) == (CHIPS_AND_CARDS, ["draw", "draw"])


@pytest.mark.whole
@varied("degrees", [90, 180, 270])
def test_a_board_goes_on_when_it_is_turned_under_the_camera(degrees):
    told = watch_board([*BESIDE, Bump(0, degrees), Wait(3.0), *BESIDE_AFTER])
    assert list_told(told) == (CHIPS_AND_CARDS, ["draw", "draw"])
