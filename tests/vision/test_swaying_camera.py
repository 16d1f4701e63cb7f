"""A camera that hangs on an arm: whoever leans on the table makes it swing, and that is no hand and no card."""

from __future__ import annotations

from dataclasses import replace

import pytest

from companion.sources.bare import UNKNOWN_LAYOUT, bare_table_for
from companion.sources.sources import layout_for
from tests.varied import varied
from tests.vision.watched_table import FACES, LAYOUT, reader, table
from vision.drawn.table.acts import Bump, Draw, Lay, Wait
from vision.drawn.table.bare_tables import make_bare_scene
from vision.drawn.table.scene import TableScene
from vision.drawn.table.virtual_camera import VirtualTable
from vision.types import Bumped, Change, Touched, Unclear
from vision.watcher import Watcher

SCRIPT = [
    Lay("up1", FACES[0], 0),
    Wait(3.0),
    Lay("up2", FACES[1], 1),
    Draw("draw", 1),
    Wait(5.0),
    Lay("up1", FACES[2], 0),
    Wait(3.0),
]


def told(camera, layout, bare=None):
    happened = list(Watcher(camera, layout, {"card": reader()}, bare=bare).events())
    changes = [(one.zone, one.after, one.accepted) for one in happened if isinstance(one, Change)]
    others = [one for one in happened if isinstance(one, Touched | Bumped | Unclear)]
    return changes, [getattr(one, "zone", one) for one in others]


def swaying(scene, sway):
    return replace(scene, lens=replace(scene.lens, sway=sway))


@varied(("seed", "sway"), [(1, 2.0), (2, 5.0), (3, 8.0)])
def test_a_table_under_a_camera_that_sways_is_read_as_if_it_hung_still(seed, sway):
    camera = table(SCRIPT, scene=swaying(TableScene(LAYOUT, seed=seed), sway), seed=seed)
    assert told(camera, LAYOUT) == ([("up1", FACES[0], True), ("up2", FACES[1], True), ("up1", FACES[2], True)], ["draw"])


@pytest.mark.whole
@varied(("seed", "sway"), [(0, 2.0), (4, 5.0)])
def test_a_bare_table_under_a_camera_that_sways_is_read_too(seed, sway):
    scene = swaying(make_bare_scene(layout_for("the_game"), seed, ("wood",)), sway)
    camera = VirtualTable(scene.layout, SCRIPT, scene=scene, speed="fast", seed=seed, fps=15)
    laid = [("up1", FACES[0], True), ("up2", FACES[1], True), ("up1", FACES[2], True)]
    assert told(camera, UNKNOWN_LAYOUT, bare_table_for("the_game")) == (laid, ["draw"])


@pytest.mark.whole
def test_a_mat_that_was_pushed_is_measured_anew():
    script = [*SCRIPT[:2], Bump(6.0), Wait(4.0), *SCRIPT[2:]]
    camera = table(script, scene=swaying(TableScene(LAYOUT, seed=1), 2.0), seed=1)
    changes, others = told(camera, LAYOUT)
    assert changes == [("up1", FACES[0], True), ("up2", FACES[1], True), ("up1", FACES[2], True)]
    assert "draw" in others and any(isinstance(one, Bumped) for one in others)


@pytest.mark.whole
def test_a_sway_is_followed_again_where_the_mat_was_not_found_after_a_push():
    camera = table(SCRIPT, scene=swaying(TableScene(LAYOUT, seed=2), 5.0), seed=2)
    eye, happened = Watcher(camera, LAYOUT, {"card": reader()}), []
    while not eye.ended:
        happened += eye.step()
        if len(happened) < 2:
            eye.pipeline.begin_anew(["steady"])  # as a push leaves it
    changes = [(one.zone, one.after, one.accepted) for one in happened if isinstance(one, Change)]
    assert changes == [("up1", FACES[0], True), ("up2", FACES[1], True), ("up1", FACES[2], True)]
    assert not [one for one in happened if isinstance(one, Unclear | Bumped)]
    assert eye.last.steady.sway is not None
