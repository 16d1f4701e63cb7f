"""Sequence on a drawn table without a mat: the board is found on any table top, discards and draw pile beside it."""

from __future__ import annotations

from dataclasses import replace
from functools import cache

import numpy as np
import pytest

from companion.match.events import Started
from companion.sources.bare import UNKNOWN_LAYOUT, bare_scene_for, bare_table_for
from companion.sources.sources import board_for, layout_for
from tests.varied import varied
from tests.vision.watched_table import reader
from vision.bare.around_board import arrange_around_board
from vision.drawn.art.boards import make_board_look
from vision.drawn.table.acts import Bump, Draw, Lay, Rest, Wait
from vision.drawn.table.bare_tables import make_bare_scene
from vision.drawn.table.optics import Projection
from vision.drawn.table.render import SceneRenderer
from vision.drawn.table.virtual_camera import VirtualTable
from vision.pipeline.aside import StepByStep
from vision.plane.homography import project
from vision.steps import finish_steps
from vision.types import Bumped, Change, PilesFound, Touched
from vision.watcher import Watcher

STARTED = Started("sequence", 3, {})
SIZE = (1280, 720)


@cache
def board():
    return board_for("sequence", True)


@cache
def bare():
    return bare_table_for("sequence", "", STARTED, None, board(), drawn=True)


def scene(seed):
    return bare_scene_for("sequence", layout_for("sequence", "", STARTED), seed)


@pytest.mark.whole
@varied("seed", [0, 2, 3])
def test_places_are_beside_the_board_however_camera_and_board_lie(seed):
    lying = scene(seed)
    found = finish_steps(arrange_around_board(SceneRenderer(SIZE).render_picture(lying), bare().plan, bare().board))
    to_picture = Projection(lying.pose, lying.layout.size_mm, SIZE).compute_homography()
    for zone in (zone for zone in lying.layout.zones if zone.kind != "board"):
        at = project(project([zone.middle_mm], to_picture), np.linalg.inv(found.registration.to_picture))[0]
        left, top, wide, high = found.layout.zone(zone.name).rect_mm
        assert left < at[0] < left + wide and top < at[1] < top + high, zone.name


def test_a_table_without_the_board_has_no_piles():
    empty = bare_scene_for("the_game", layout_for("the_game"), 1)
    assert finish_steps(arrange_around_board(SceneRenderer(SIZE).render_picture(empty), bare().plan, bare().board)) is None


@pytest.mark.whole
def test_chips_are_told_on_a_table_that_is_lit_otherwise_than_where_the_board_was_enrolled():
    lying = make_bare_scene(layout_for("sequence", "", STARTED), 1, ("glass",), board=scene(1).board)
    script = [Lay("r3c3", "blue", 0), Lay("r6c6", "green", 1)]
    camera = VirtualTable(lying.layout, script, scene=lying, speed="fast", seed=1, fps=10)
    told = list(Watcher(camera, UNKNOWN_LAYOUT, {"card": reader()}, board=board(), bare=bare()).events())
    assert [(one.zone, one.after) for one in told if isinstance(one, Change)] == [("r3c3", "blue"), ("r6c6", "green")]


@pytest.mark.whole
def test_cards_chips_and_draws_are_told_and_a_push_is_followed():
    script = [
        Lay("discard1", "12", 0),
        Lay("r3c6", "blue", 0),
        Draw("draw", 0),
        Bump(15, 4),
        Wait(2.0),
        Lay("discard2", "47", 1),
        Lay("r7c2", "green", 1),
    ]
    lying = scene(1)
    camera = VirtualTable(lying.layout, script, scene=lying, speed="fast", seed=1, fps=10)
    told = list(Watcher(camera, UNKNOWN_LAYOUT, {"card": reader()}, board=board(), bare=bare()).events())
    assert [(one.zone, one.after) for one in told if isinstance(one, Change)] == [
        ("discard1", "12"),
        ("r3c6", "blue"),
        ("discard2", "47"),
        ("r7c2", "green"),
    ]
    assert [one.zone for one in told if isinstance(one, Touched)] == ["draw"]
    assert any(isinstance(one, Bumped) for one in told)
    found, *_, last = [one for one in told if isinstance(one, PilesFound)]
    assert {place.zone for place in last.places if place.is_proven} == {"discard1", "discard2"}
    assert {place.zone for place in found.places} == {"discard1", "discard2", "discard3", "draw"}


@pytest.mark.whole
def test_frames_go_on_while_the_board_is_looked_for():
    lying = scene(0)

    def look(aside):
        camera = VirtualTable(lying.layout, [Wait(9.0)], scene=lying, speed="fast", seed=0, fps=10)
        eye = Watcher(camera, UNKNOWN_LAYOUT, {"card": reader()}, board=board(), bare=bare(), aside=aside)
        return next((one.at, one.places) for one in eye.events() if isinstance(one, PilesFound))

    at_once, places = look(None)
    by_steps, same = look(StepByStep())
    assert by_steps > at_once + 0.5 and same == places


class LateCamera:
    """A camera that was switched on some seconds after the film began."""

    def __init__(self, film, began_s):
        self._film, self._began_s = film, began_s

    def read(self):
        frame = self._film.read()
        while frame.at < self._began_s:
            frame = self._film.read()
        return frame

    def __enter__(self):
        return self

    def __exit__(self, kind, error, trace):
        return None


def test_where_a_hand_lay_as_the_board_was_found_chips_are_told_once_it_has_gone():
    lying = make_bare_scene(layout_for("sequence", "", STARTED), 37, ("slate",), board=scene(1).board)
    lying = replace(lying, board=replace(lying.board, look=make_board_look(37, apart=True)))
    script = [Rest("discard1", 4.0, 2), Wait(6.0), Lay("r7c0", "blue", 0), Wait(1.0)]
    film = VirtualTable(lying.layout, script, scene=lying, speed="fast", seed=1, fps=5)
    eye = Watcher(LateCamera(film, 1.2), UNKNOWN_LAYOUT, {"card": reader()}, board=board(), bare=bare())
    told = list(eye.events())
    assert next(one.at for one in told if isinstance(one, PilesFound)) < 4.0, "the hand is still there"
    on_board = [(one.zone, one.after) for one in told if isinstance(one, Change) and not one.zone.startswith("discard")]
    assert on_board == [("r7c0", "blue")]
