"""Chips laid beside a draw pile are no draws, and draws are still seen. Drawn, and from values."""

import math

import numpy as np
import pytest

from tests.varied import varied
from tests.vision.board_scenes import PRINTED
from vision.board.at_draws import DRAW_TOUCH, DrawTouches, WaitingTouch, decide_touches, note_changed_cells
from vision.board.training import learn_chips
from vision.board.view import BoardReader
from vision.debounce import ZoneState
from vision.drawn.art.boards import draw_enrolled_board
from vision.drawn.table.acts import Draw, Flip, Lay, Wait
from vision.drawn.table.optics import Projection
from vision.drawn.table.players import Manners, Player
from vision.drawn.table.scene import LaidBoard, TableScene
from vision.drawn.table.virtual_camera import VirtualTable
from vision.hands.field import build_field
from vision.place.fiducials import Registration
from vision.place.layout import Layout, Zone
from vision.place.profile import Profile
from vision.types import Change, Touched
from vision.watcher import Watcher

LAYOUT = Layout(
    (300, 388), (Zone("draw", "draw", (90, 3, 120, 68)), Zone("board", "board", (30, 74, 240, 240))), board_cells=(10, 10)
)
SIZE = (640, 720)
FAR, NEAR = Player(0.42, manners=Manners(rise=0.12)), Player(0.9, manners=Manners(rise=0.12))


@pytest.fixture(scope="module")
def reader():
    board = draw_enrolled_board(PRINTED)
    return BoardReader(board, learn_chips(board.fine, (10, 10)))


def watched(reader, player, script):
    """The cells that changed, and how often the draw pile was touched."""
    scene = TableScene(LAYOUT, board=LaidBoard(PRINTED))
    table = VirtualTable(
        LAYOUT, script, speed="fast", scene=scene, seed=3, size=SIZE, fps=12, players=(player,), direction_cards=False
    )
    to_picture = Projection(scene.pose, LAYOUT.size_mm, SIZE).compute_homography()
    watcher = Watcher(table, LAYOUT, {}, Profile(Registration(to_picture), 2.0, 100.0), board=reader)
    events = list(watcher.events())
    return [one.zone for one in events if isinstance(one, Change)], sum(isinstance(one, Touched) for one in events)


@pytest.mark.whole
def test_chips_that_are_laid_over_the_draw_pile_are_no_draws(reader):
    script = [Lay("r0c4", "blue", 0), Lay("r1c5", "blue", 0), Lay("r2c4", "blue", 0), Flip("r0c4", 0), Wait(0.5)]
    assert watched(reader, FAR, script) == (["r0c4", "r1c5", "r2c4", "r0c4"], 0)


@varied("player", [FAR, NEAR])
def test_a_draw_after_a_chip_is_seen_from_either_side(reader, player):
    script = [Lay("r1c5", "blue", 0), Draw("draw", 0), Lay("r7c5", "blue", 0), Draw("draw", 0), Wait(0.5)]
    assert watched(reader, player, script) == (["r1c5", "r7c5"], 2)


@pytest.mark.whole
def test_a_draw_right_after_a_chip_beside_the_draw_pile_is_seen(reader):
    """Who lays and draws quickly: the hand that laid the chip passed for one that draws, and another at once would be the same visit."""
    quick = Player(0.42, manners=Manners(rise=0.12, pace=0.65, pause=0.3, stay=(0.3, 0.3)))
    script = [Wait(0.5), Lay("r0c4", "blue", 0), Draw("draw", 0), Lay("r0c5", "blue", 0), Draw("draw", 0), Wait(1.5)]
    assert watched(reader, quick, script) == (["r0c4", "r0c5"], 2)


# From values

FIELD = build_field(
    Layout(
        LAYOUT.size_mm, (*LAYOUT.zones[:1], Zone("r0c4", "card", (126, 74, 24, 24)), Zone("r6c4", "card", (126, 218, 24, 24)))
    ),
    np.eye(3),
    (388, 300),
    (388, 300),
)
CELLS = frozenset({"r0c4", "r6c4"})


def looks(**faces):
    """Both cells, decided, with these faces; None for one that is not decided."""
    known = {name: faces.get(name, "") for name in CELLS}
    return {name: ZoneState() if face is None else ZoneState(face, settled=True) for name, face in known.items()}


def touch(turned=True):
    return WaitingTouch(Touched("draw", 2.0, 0.4), 1.5, 1.2, CELLS, turned)


def after(zones, *, turned=True, at=2.0, **before):
    """How many touches are told, and how many wait, of one during whose visit the cells came to show what they do."""
    draws = note_changed_cells(DrawTouches(), looks(**before), zones, 1.8)
    waiting, said, _ = decide_touches(draws, [touch(turned)], zones, FIELD, at)
    return len(said), len(waiting.waiting)


def test_a_touch_waits_for_the_cells_under_its_arm_but_not_for_long():
    assert after(looks(r6c4=None)) == (0, 1)
    assert after(looks(r6c4=None), at=2.0 + DRAW_TOUCH.max_wait_s) == (1, 0)
    assert after(looks()) == (1, 0)


def test_a_chip_next_to_the_pile_was_what_the_hand_was_there_for():
    assert after(looks(r0c4="blue")) == (0, 0)
    assert after(looks(r0c4="blue"), r0c4="blue") == (1, 0), "it has lain there for long"


def test_a_chip_far_from_the_pile_was_laid_on_the_way_if_the_tips_turned_round_at_the_pile():
    assert after(looks(r6c4="blue")) == (1, 0)
    assert after(looks(r6c4="blue"), turned=False) == (0, 0)


def test_what_comes_about_later_waits_for_a_touch_that_waits():
    assert DrawTouches().first_began == math.inf
    assert DrawTouches((touch(),)).first_began == 1.5
