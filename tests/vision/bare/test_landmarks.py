"""Does a bare table still lie where it lay? Drawn tables that are pushed."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from companion.sources.sources import layout_for
from tests.varied import varied
from vision.bare.landmarks import choose_landmarks
from vision.drawn.table.bare_tables import make_bare_scene
from vision.drawn.table.optics import Projection
from vision.drawn.table.render import SceneRenderer, locate_card_corners
from vision.place.fiducials import Registration
from vision.place.registration import keep_mat, mat_at
from vision.plane.homography import corners_of, project
from vision.steps import finish_steps

SIZE = (1280, 720)


def table(top):
    scene = make_bare_scene(layout_for("the_game"), 3, (top,))
    registration = Registration(Projection(scene.pose, scene.layout.size_mm, SIZE).compute_homography())
    image = SceneRenderer(SIZE).render_picture(scene)
    busy = [project(corners_of(zone.rect_mm), registration.to_picture) for zone in scene.layout.zones]
    cards = [locate_card_corners(scene, card) for card in scene.beside]
    return scene, registration, image, finish_steps(choose_landmarks(image, registration, cards, busy, 1.5))


@varied("top", ["wood", "pale", "checked"])
def test_a_table_that_lies_still_is_known_again_and_a_push_is_measured(top):
    scene, registration, _, marks = table(top)
    check = marks.look(SceneRenderer(SIZE).render_picture(scene, 7), registration)
    assert check.moved == 0 and check.steady >= marks.count - 1

    pushed = replace(scene, pose=replace(scene.pose, shift_mm=(25.0, 12.0), twist=4.0))
    now = SceneRenderer(SIZE).render_picture(pushed, 3)
    check = marks.look(now, registration)
    assert check.moved + check.hidden > check.steady
    found = marks.search(now)
    assert found is not None
    true = Projection(pushed.pose, scene.layout.size_mm, SIZE).compute_homography()
    spots = [(x, y) for x, y, _, _ in (zone.rect_mm for zone in scene.layout.zones)]
    assert np.abs(project(spots, found.to_picture) - project(spots, true)).max() < (
        4 if top == "pale" else 2.5
    )  # without texture the direction cards alone tell


def test_a_pushed_table_is_measured_at_once_and_not_in_every_frame_while_it_is_not_seen():
    scene, registration, _, marks = table("wood")
    pushed = replace(scene, pose=replace(scene.pose, shift_mm=(25.0, 12.0), twist=4.0))
    now = SceneRenderer(SIZE).render_picture(pushed, 3)
    assert keep_mat(mat_at(registration, 0.0), now, marks, 10.0).renewed
    lost = replace(mat_at(registration, 0.0), moved=True, searched_at=10.0)
    soon = keep_mat(lost, now, marks, 10.1)
    assert not soon.renewed and soon.known is None
    assert keep_mat(soon, now, marks, 10.3).renewed


def test_another_table_is_not_taken_for_it():
    _, _, _, marks = table("wood")
    other = SceneRenderer(SIZE).render_picture(replace(make_bare_scene(layout_for("the_game"), 9, ("slate",)), beside=()))
    assert marks.search(other) is None
