"""Cards shown one after the other are taken once each, as soon as they lie still; what is doubtful is asked for again."""

from dataclasses import replace

import cv2
import numpy as np
import pytest

from tests.filmed import frames
from tests.varied import varied
from vision.drawn.art.cards import draw_card
from vision.drawn.art.styles import STYLES
from vision.drawn.table.acts import Lay, Lift, LightChange, Touch, Wait
from vision.drawn.table.optics import Lens
from vision.drawn.table.scene import TableScene
from vision.drawn.table.virtual_camera import VirtualTable
from vision.place.layout import Fiducial, Layout, Zone
from vision.plane.quality import judge_quality
from vision.readers.enrolled import features
from vision.readers.enrolled.alignment import align_corners, measure_likeness, prepare_target
from vision.readers.enrolment import live
from vision.readers.enrolment.live import Doubtful, Shown, begin_show, forget_last_card, watch_frame
from vision.readers.enrolment.places import locate_zone
from vision.types import Frame

CARD = (59, 91)
TABLE = Layout((300, 220), (Zone("show", "card", (80, 30, 140, 160)),), (), CARD)
PACE = 3.0
"""Seconds a card may take: 98 of them in less than five minutes."""


def table(script, layout=TABLE, scene=None, **more):
    scene = scene or TableScene(layout, mat=False)
    return VirtualTable(layout, script, speed="fast", direction_cards=False, scene=scene, **more)


def told(camera, show=None, first=lambda image: None):
    """(face that lies there, what was told) for each thing told; and the state at the end."""
    found, show = [], show
    with camera:
        for frame in frames(camera):
            show = show or begin_show(CARD, first(frame.image))
            show, said = watch_frame(show, frame)
            if said is not None:
                found.append((next(face for zone, face in camera.tops.items() if zone != "draw"), said))
    return found, show


def looks_like(crop, faces, style):
    """Which of the drawn cards a crop is of, whichever way up it lies."""

    def texture(image):
        return features.compute_texture(features.resize_to_canonical(image))

    def alike(face):
        drawn = texture(draw_card(face, (236, 364), STYLES[style]))
        ways = (crop, np.ascontiguousarray(crop[::-1, ::-1]))
        return max(measure_likeness(align_corners(prepare_target(drawn), texture(way))[1], drawn) for way in ways)

    return max(faces, key=alike)


@pytest.mark.whole
@varied(("style", "faces"), [("ember", ["QH", "QD", "6H", "9S", "AS"]), ("lagoon", ["2", "47", "48", "68", "89"])])
def test_cards_laid_on_one_another_are_each_taken_once(style, faces):
    scene = TableScene(TABLE, mat=False, style=STYLES[style])
    found, _ = told(table([Lay("show", face) for face in faces] + [Wait(1.0)], scene=scene, seed=3))
    assert [(face, type(said)) for face, said in found] == [(face, Shown) for face in faces]
    assert [looks_like(said.crop, faces, style) for _, said in found] == faces
    times = [0.0] + [said.at for _, said in found]
    assert np.diff(times).max() < PACE


@pytest.mark.whole
def test_cards_are_taken_away_before_the_next():
    faces = ["12", "47", "41", "6"]
    script = [act for face in faces for act in (Lay("show", face), Lift("show"))]
    found, _ = told(table([*script, Wait(1.5)]))
    assert [(face, type(said)) for face, said in found] == [(face, Shown) for face in faces], "a bare table is no news"
    assert [looks_like(said.crop, faces, "night") for _, said in found] == faces


@pytest.mark.whole
def test_the_card_below_that_shows_again_is_no_new_card():
    found, _ = told(table([Lay("show", "12"), Lay("show", "13"), Lift("show"), Wait(1.5)], seed=2))
    assert [(face, type(said)) for face, said in found][:2] == [("12", Shown), ("13", Shown)]
    assert not any(isinstance(said, Shown) for _, said in found[2:])


@pytest.mark.whole
def test_a_hand_that_only_passes_shows_nothing():
    found, _ = told(table([Lay("show", "12"), Wait(1.0), Touch("show"), Wait(1.5), LightChange(0.93), Wait(1.5)]))
    assert [type(said) for _, said in found] == [Shown]


@pytest.mark.whole
def test_the_same_card_again_is_asked_about_and_believed_the_second_time():
    script = [Lay("show", "12"), Lift("show"), Lay("show", "12"), Wait(1.5), Lift("show"), Lay("show", "12"), Wait(1.0)]
    found, show = told(table(script))
    assert [type(said) for _, said in found] == [Shown, Doubtful, Shown]
    assert (found[1][1].reason, found[1][1].like) == ("same", 0)
    assert len(show.textures) == 2


@pytest.mark.whole
def test_cards_of_another_day_are_known():
    first, _ = told(table([Lay("show", "12"), Wait(0.6)]))
    crop = first[0][1].crop
    found, _ = told(table([Lay("show", "12"), Wait(1.5)], seed=5), begin_show(CARD, crops=[crop]))
    assert [said.reason for _, said in found] == ["same"]
    assert forget_last_card(begin_show(CARD, crops=[crop])).textures == ()


@pytest.mark.whole
@pytest.mark.parametrize(
    ("change", "reason"),
    [({"lens": Lens(blur=8.0)}, "blurred"), ({"light": 0.006}, "dark"), ({"size": (384, 216)}, "small")],
)
def test_a_card_that_cannot_be_learned_from_is_asked_for_again(change, reason):
    scene = TableScene(TABLE, mat=False, style=STYLES["ember"], table="wood")
    if "lens" in change:
        scene = replace(scene, lens=change["lens"])
    if "light" in change:
        scene = replace(scene, light=replace(scene.light, gain=change["light"]))
    found, show = told(table([Lay("show", "9H"), Wait(2.0)], scene=scene, size=change.get("size", (1280, 720))))
    assert [said.reason for _, said in found] == [reason]
    assert show.textures == ()


@pytest.mark.whole
def test_cards_laid_on_a_zone_of_the_mat():
    layout = Layout(
        (420, 297),
        (Zone("up1", "card", (37, 8, 111, 134)), Zone("draw", "draw", (268, 38, 115, 128))),
        tuple(
            Fiducial(i, ((x, y), (x + 25, y), (x + 25, y + 25), (x, y + 25)))
            for i, (x, y) in enumerate([(8, 8), (387, 8), (387, 264), (8, 264)])
        ),
        CARD,
    )
    camera = table([Lay("up1", "31"), Lay("up1", "32"), Lay("up1", "5"), Wait(0.5)], layout, TableScene(layout))
    found, _ = told(camera, first=lambda image: locate_zone(image, layout, "up1"))
    assert [(face, type(said)) for face, said in found] == [("31", Shown), ("32", Shown), ("5", Shown)]


def test_no_mat_no_place():
    assert locate_zone(np.zeros((200, 300, 3), np.uint8), TABLE, "show") is None


def test_quality_says_what_a_person_can_change():
    quad = np.array([[100, 60], [220, 60], [220, 245], [100, 245]], np.float32)
    image = np.full((300, 400, 3), 90, np.uint8)
    image[60:245, 100:220] = draw_card("47", (120, 185), STYLES["ember"])
    good = judge_quality(image, quad)
    assert good.width_px == pytest.approx(120)
    smeared = np.asarray(cv2.blur(image, (9, 1)))
    assert judge_quality(smeared, quad).blur > good.blur + 0.1
    assert judge_quality(image // 4, quad).brightness < good.brightness / 3
    image[60:150, 100:220] = 255
    assert judge_quality(image, quad).glare > 0.4 > good.glare


def test_nothing_is_told_of_a_picture_without_a_card():
    still = np.full((360, 640, 3), 120, np.uint8)
    show = begin_show(CARD)
    for i in range(40):
        show, said = watch_frame(show, Frame(still, i / 10))
        assert said is None
    assert live.find_shown_cards(show, still) == []
