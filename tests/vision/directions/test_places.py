"""The plane, the arrangement and the places of piles, from cards as they would be seen: no picture is drawn here."""

from __future__ import annotations

import numpy as np
import pytest

from companion.sources.bare import plan_for
from companion.sources.sources import layout_for
from vision.directions.arrangement import arrange_marks
from vision.directions.marks import CardMark
from vision.directions.places import separate_places
from vision.drawn.table.bare_tables import make_bare_scene
from vision.drawn.table.optics import Projection
from vision.drawn.table.render import locate_card_corners
from vision.plane.by_cards import fit_card_plane
from vision.plane.homography import project
from vision.types import BACK

PICTURE = (720, 1280)


def seen(game, seed):
    scene = make_bare_scene(layout_for(game), seed)
    dice = np.random.default_rng(seed)
    marks = [
        CardMark(card.face, np.float32(locate_card_corners(scene, card) + dice.normal(0, 0.3, (4, 2)))) for card in scene.beside
    ]
    return scene, marks


@pytest.mark.parametrize("seed", range(8))
def test_cards_of_known_size_tell_the_plane_at_any_roll_and_tilt(seed):
    scene, marks = seen("the_game", seed)
    plane = fit_card_plane([mark.quad for mark in marks], scene.layout.card_mm, PICTURE)
    spots = np.array([(z.rect_mm[0], z.rect_mm[1]) for z in scene.layout.zones])
    to_picture = Projection(scene.pose, scene.layout.size_mm, PICTURE[::-1]).compute_homography()
    found = project(project(spots, to_picture), plane.to_mm)
    true, told = (np.linalg.norm(at[:, None] - at, axis=2) for at in (spots, found))
    assert np.abs(true - told).max() < 5


def test_cards_of_two_sizes_are_no_plane():
    _, marks = seen("the_game", 0)
    quads = [mark.quad for mark in marks]
    middle = quads[0].mean(axis=0)
    quads[0] = middle + (quads[0] - middle) * 1.6
    assert fit_card_plane(quads, (59, 91), PICTURE) is None


@pytest.mark.parametrize("game", ["the_game", "quick_easy", "face_to_face"])
@pytest.mark.parametrize("seed", range(6))
def test_each_pile_is_named_by_its_direction_card_whatever_the_roll(game, seed):
    scene, marks = seen(game, seed)
    backs = [scene.layout.zone(zone.name).rect_mm for zone in scene.layout.of_kind("draw")]
    to_picture = Projection(scene.pose, scene.layout.size_mm, PICTURE[::-1]).compute_homography()
    for x, y, width, height in backs:
        corners = np.array(
            [(x + 13, y + 13), (x + width - 13, y + 13), (x + width - 13, y + height - 13), (x + 13, y + height - 13)]
        )
        marks.append(CardMark(BACK, np.float32(project(corners, to_picture))))
    found = arrange_marks(marks, plan_for(game), PICTURE)
    assert found is not None
    for zone in scene.layout.zones:
        if zone.kind not in ("card", "draw"):
            continue
        at = project(project([zone.middle_mm], to_picture), np.linalg.inv(found.registration.to_picture))[0]
        left, top, wide, high = found.layout.zone(zone.name).rect_mm
        assert left < at[0] < left + wide and top < at[1] < top + high, zone.name


def test_nothing_is_arranged_while_a_direction_card_is_missing():
    _, marks = seen("the_game", 1)
    assert arrange_marks(marks[1:], plan_for("the_game"), PICTURE) is None


def test_places_that_would_overlap_meet_half_way():
    places = separate_places({"a": (50, 50), "b": (50, 150), "c": (250, 50)}, dict.fromkeys("abc", (90, 120)))
    assert places == {"a": (5, -10, 90, 110), "b": (5, 100, 90, 110), "c": (205, -10, 90, 120)}
