"""Direction cards of which no picture is known are told from what else has the outline of a card."""

import math
from dataclasses import replace
from functools import cache

import cv2
import numpy as np
import pytest

from companion.games.sheets import load_sheet
from companion.sources.bare import bare_table_for, plan_for
from companion.sources.readers import reader_of
from companion.sources.sources import layout_for
from vision.directions.arrangement import arrange_marks
from vision.directions.naming import read_no_direction
from vision.directions.strangers import find_direction_cards
from vision.drawn.table.acts import Wait
from vision.drawn.table.bare_tables import make_bare_scene
from vision.drawn.table.optics import Projection
from vision.drawn.table.virtual_camera import VirtualTable
from vision.plane.homography import project
from vision.readers.numbers.starts import PrintedDirection


@pytest.mark.parametrize("sway", [0.0, 5.0])
def test_outlines_of_cards_printed_on_a_playmat_are_no_direction_cards(sway):
    """The table leans before a wide lens: one direction card looks half as large again as the other."""
    scene = make_bare_scene(layout_for("quick_easy"), 32, ("printed",))
    scene = replace(scene, lens=replace(scene.lens, sway=sway))
    image = VirtualTable(scene.layout, [Wait(0.5)], scene=scene, speed="fast", seed=32, fps=20).read().image
    found = find_direction_cards(image, plan_for("quick_easy"), read_no_direction)
    assert found is not None
    seen = Projection(scene.pose, scene.layout.size_mm, (image.shape[1], image.shape[0]))
    cards = seen.project_points(np.array([lying.at_mm for lying in scene.beside]))
    for mark in found.marks[: len(cards)]:
        assert np.linalg.norm(cards - mark.quad.mean(axis=0), axis=1).min() < 20, mark.face


@pytest.mark.whole
@pytest.mark.parametrize(("seed", "top"), [(100, "floral"), (115, "striped")])
def test_two_players_piles_are_told_from_flowers_around_a_card_and_from_backs_in_the_lamp(seed, top):
    """Flowers beside cards made larger outlines that lay on no plane; a back at the rim of the lamp's light was as dark as a silver card."""
    scene, plan = make_bare_scene(layout_for("face_to_face"), seed, (top,)), plan_for("face_to_face")
    image = VirtualTable(scene.layout, [Wait(0.5)], scene=scene, speed="fast", seed=seed, fps=20).read().image
    seen = find_direction_cards(image, plan, read_no_direction)
    found = seen and arrange_marks(seen.marks, plan, image.shape[:2])
    assert found is not None
    to_mm = np.linalg.inv(Projection(scene.pose, scene.layout.size_mm, (image.shape[1], image.shape[0])).compute_homography())
    for zone in (zone for zone in scene.layout.zones if zone.name in found.middles):
        own = [name for name in found.middles if zone.kind == "card" and name[:2] == zone.name[:2]] or [zone.name]
        told = project(project([found.middles[name] for name in own], found.registration.to_picture), to_mm)
        off = np.hypot(
            *(told - zone.middle_mm).T
        ).min()  # in which order a player lays his own is not told where nothing is read
        assert off < scene.layout.card_mm[0] / 2, zone.name


@cache
def named(game):
    return bare_table_for(game, "numbers", None, reader_of("numbers", load_sheet(game).deck)).direction_reader


def picture_of(scene):
    return VirtualTable(scene.layout, [Wait(0.5)], scene=scene, speed="fast", seed=scene.seed, fps=20).read().image


def places(game, scene, image):
    """Millimetres by which the middle of each pile is told beside where it is; nothing where none are told."""
    plan = plan_for(game)
    seen = find_direction_cards(image, plan, named(game))
    found = seen and arrange_marks(seen.marks, plan, image.shape[:2])
    if found is None:
        return {}
    to_mm = np.linalg.inv(Projection(scene.pose, scene.layout.size_mm, (image.shape[1], image.shape[0])).compute_homography())
    told = {name: project(project([middle], found.registration.to_picture), to_mm)[0] for name, middle in found.middles.items()}
    return {name: math.dist(told[name], scene.layout.zone(name).middle_mm) for name in told}


@pytest.mark.whole
@pytest.mark.parametrize(
    ("game", "seed", "top"),
    [
        ("the_game", 207, "parquet"),
        ("the_game", 201, "parquet"),
        ("face_to_face", 200, "printed"),
        ("face_to_face", 57, "parquet"),
    ],
)
def test_draw_piles_are_told_by_their_size_on_the_plane_and_planks_are_none(game, seed, top):
    """Joints of a parquet make a larger outline around a pile; one at the picture's rim is out of shape;
    a plank is as large as a card."""
    scene = make_bare_scene(layout_for(game), seed, (top,))
    off = places(game, scene, picture_of(scene))
    assert off.keys() >= {*plan_for(game).draws} and max(off.values()) < 31


@pytest.mark.whole
@pytest.mark.parametrize(("game", "seed", "top"), [("quick_easy", 204, "checked"), ("face_to_face", 248, "rug")])
def test_direction_cards_are_read_where_the_lens_shows_them_out_of_shape(game, seed, top):
    """The table leans by 35 degrees before a wide lens, and a checked cloth is full of squares."""
    scene = make_bare_scene(layout_for(game), seed, (top,), tilt=36.0)
    off = places(game, scene, picture_of(scene))
    assert (
        off.keys() == {zone.name for zone in layout_for(game).zones if zone.kind in ("card", "draw")} and max(off.values()) < 31
    )


@pytest.mark.parametrize(("seed", "top"), [(205, "wood")])
def test_a_gaudy_note_as_large_as_a_card_is_no_draw_pile(seed, top):
    """It stands out more than the back, but lies farther away and crooked."""
    scene = make_bare_scene(layout_for("quick_easy"), seed, (top,))
    image = picture_of(scene)
    seen = Projection(scene.pose, scene.layout.size_mm, (image.shape[1], image.shape[0]))
    lying = np.array([*(card.at_mm for card in scene.beside), *(zone.middle_mm for zone in scene.layout.zones)])
    ring = [(math.cos(way), math.sin(way)) for way in np.arange(0, 2 * math.pi, 0.1)]
    spots = [lying.mean(axis=0) + away * np.array(way) for away in (260, 220, 190, 160) for way in ring]
    turn = math.radians(40)
    turned = np.array([[math.cos(turn), math.sin(turn)], [-math.sin(turn), math.cos(turn)]])
    note = np.array([(-31, -44), (31, -44), (31, 44), (-31, 44)]) @ turned
    free = [at for at in spots if np.linalg.norm(lying - at, axis=1).min() > 115]
    corners = next(q for at in free if ((q := seen.project_points(at + note)) > 10).all() and (q < (1270, 710)).all())
    cv2.fillPoly(image, [np.round(corners).astype(np.int32)], (40, 245, 60), cv2.LINE_AA)
    off = places("quick_easy", scene, image)
    assert off.keys() == {zone.name for zone in scene.layout.zones if zone.kind in ("card", "draw")} and max(off.values()) < 31


def test_direction_cards_as_bright_as_the_table_are_found_by_their_colour():
    """Cards that turn from green to blue on brown wood: at one height or another each is as bright as what lies beside it."""
    image = np.full((720, 1280, 3), (55, 92, 128), np.uint8)
    image = np.clip(image + 25.0 * np.sin(np.arange(720) / 37.0)[:, None, None], 0, 255).astype(np.uint8)
    for x, number in ((500, "1"), (500, "10")):
        top = 120 if number == "10" else 380
        way = np.linspace(0, 1, 154)[:, None, None]
        image[top : top + 154, x : x + 100] = (1 - way) * np.array((90, 150, 60)) + way * np.array((120, 60, 20))
        cv2.putText(image, number, (x + 22, top + 95), cv2.FONT_HERSHEY_SIMPLEX, 1.6, (250, 250, 250), 6, cv2.LINE_AA)
    found = find_direction_cards(image, plan_for("quick_easy"), read_no_direction)
    assert found is not None
    middles = sorted(mark.quad.mean(axis=0).round().tolist() for mark in found.marks)
    assert np.allclose(middles, [(550, 197), (550, 457)], atol=4)


@pytest.mark.parametrize("turned", [False, True])
@pytest.mark.parametrize("column", [False, True])
def test_two_players_who_lay_alike_have_their_ascending_piles_first(column, turned):
    """From his own left, or top; gold sits opposite silver, and nobody can read the cards."""
    image = np.full((720, 1280, 3), (60, 110, 60), np.uint8)
    lies = {"up": (-70, 120), "down": (-70, 270)} if column else {"up": (-180, 190), "down": (60, 190)}
    where = {
        f"{owner}_{name}": (640 + way * x, 360 + way * y)
        for owner, way in (("s", 1), ("g", -1))
        for name, (x, y) in lies.items()
    }
    if turned:
        where = {name: (1280 - x, 720 - y) for name, (x, y) in where.items()}
    for name, (x, y) in where.items():
        colour = (180, 180, 180) if name[0] == "s" else (40, 160, 200)
        cv2.rectangle(image, (x - 40, y - 62), (x + 40, y + 62), colour, -1)
        cv2.circle(image, (x, y), 20, (40, 30, 30), -1)
    found = find_direction_cards(image, plan_for("face_to_face"), read_no_direction)
    assert found is not None
    names = {face: name for name, face in plan_for("face_to_face").piles}
    for mark in found.marks:
        if mark.face in names:
            assert np.linalg.norm(mark.quad.mean(axis=0) - where[names[mark.face]]) < 5, mark.face


def said(crop):
    """A red dot is an ascending direction card's, a blue one a descending one's."""
    blue, _, red = crop[130:150, 90:110].reshape(-1, 3).mean(axis=0)
    return PrintedDirection(float(red > blue + 50), float(blue > red + 50))


@pytest.mark.parametrize("which", range(4))
def test_a_direction_card_that_a_stripe_of_its_colour_runs_beneath_is_found_beside_the_others(which):
    """Together the two have no outline of a card; where a card may lie beside the others its edges are there."""
    image = np.full((720, 1280, 3), (60, 110, 60), np.uint8)
    cv2.rectangle(image, (300, 90 + 165 * which), (990, 130 + 165 * which), (210, 210, 210), -1)
    for number, dot in enumerate([(0, 0, 200)] * 2 + [(200, 0, 0)] * 2):
        y = 110 + 165 * number
        cv2.rectangle(image, (600, y - 56), (676, y + 56), (210, 210, 210), -1)
        cv2.circle(image, (638, y), 20, dot, -1)
    found = find_direction_cards(image, plan_for("the_game"), said)
    assert found is not None and found.is_legible
    assert np.allclose([mark.quad.mean(axis=0) for mark in found.marks], [(638, 110 + 165 * n) for n in range(4)], atol=4)


@pytest.mark.parametrize(("dots", "sure"), [("uudd", True), ("?udd", True), ("dudd", False), ("???d", False)])
def test_a_column_of_which_one_card_says_otherwise_or_alone_says_anything_is_left_open(dots, sure):
    """What is read on the others speaks for one of its ends, but which of them was misread nobody knows: the first card tells."""
    image = np.full((720, 1280, 3), (60, 110, 60), np.uint8)
    for number, dot in enumerate(dots):
        y = 110 + 165 * number
        cv2.rectangle(image, (600, y - 56), (676, y + 56), (210, 210, 210), -1)
        cv2.circle(image, (638, y), 20, {"u": (0, 0, 200), "d": (200, 0, 0), "?": (40, 40, 40)}[dot], -1)
    found = find_direction_cards(image, plan_for("the_game"), said)
    assert found is not None and found.sure == sure


@pytest.mark.parametrize(
    ("dots", "named"),
    [
        ("udud", {0, 1, 2, 3}),  # each as it is read, in whatever order
        ("dduu", {0, 1, 2, 3}),
        ("d?ud", {0, 1, 2, 3}),  # the only name left
        ("dudd", {1}),  # which of three was misread nobody knows
        ("u???", set()),  # a single card may have been misread, and nobody can see which way up it is
        ("????", set()),
    ],
)
def test_only_names_that_are_read_or_left_over_are_called_known(dots, named):
    """Two by two, so that no column's order tells."""
    image = np.full((720, 1280, 3), (60, 110, 60), np.uint8)
    middles = [(500, 200), (620, 200), (500, 400), (620, 400)]
    for (x, y), dot in zip(middles, dots, strict=True):
        cv2.rectangle(image, (x - 38, y - 56), (x + 38, y + 56), (210, 210, 210), -1)
        cv2.circle(image, (x, y), 20, {"u": (0, 0, 200), "d": (200, 0, 0), "?": (40, 40, 40)}[dot], -1)
    found = find_direction_cards(image, plan_for("the_game"), said)
    assert found is not None
    known = {}
    for mark in found.marks:
        which = int(np.linalg.norm(np.array(middles) - mark.quad.mean(axis=0), axis=1).argmin())
        known |= {which: mark.face} if mark.is_named else {}
    if dots == "????":  # nobody can see which way up they are
        assert found.other and not found.sure
    assert known.keys() == named
    for which, face in known.items():
        assert dots[which] in (face[0], "?")


def test_two_cards_that_are_read_alike_are_rather_the_direction_cards_than_one_of_them_and_a_back():
    """One of them is misread; neither is called known then."""
    image = np.full((720, 1280, 3), (60, 110, 60), np.uint8)
    for x, ground in ((500, (210, 210, 210)), (640, (210, 210, 210)), (780, (150, 60, 60))):
        cv2.rectangle(image, (x - 38, 304), (x + 38, 416), ground, -1)
        cv2.circle(image, (x, 360), 20, (0, 0, 200) if x < 700 else (40, 40, 40), -1)
    found = find_direction_cards(image, plan_for("quick_easy"), said)
    assert found is not None and not found.sure
    assert sorted(round(float(mark.quad[:, 0].mean())) for mark in found.marks[:2]) == pytest.approx([500, 640], abs=4)
