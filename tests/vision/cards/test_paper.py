"""White and black of a mat's fiducials: what the lamp and the air between make of them."""

from dataclasses import replace

import cv2
import numpy as np
import pytest

from companion.games.sheets import load_sheet
from companion.sources.sources import layout_from_sheet
from vision.cards.paper import combine_card_whites, measure_picture_black, measure_tones
from vision.drawn.table.render import render_scene
from vision.drawn.table.scene import Light, TableScene
from vision.place.fiducials import register_mat
from vision.plane.homography import project

LAYOUT = layout_from_sheet(load_sheet("quick_easy"))


def seen(**light):
    """A bare mat under such a lamp, and where it lies."""
    image = render_scene(TableScene(LAYOUT, light=Light(**light)))
    found = register_mat(image, LAYOUT)
    assert found is not None
    return image, found.to_picture


def tones(**light):
    image, to_picture = seen(**light)
    return measure_tones(image, LAYOUT.fiducials, to_picture)


@pytest.mark.parametrize(("warmth", "bluer"), [(-1.0, 1.14 / 0.94), (0.0, 1.0), (1.0, 0.86 / 1.06)])
def test_white_has_the_colour_of_the_lamp(warmth, bluer):
    blue, _, red = tones(warmth=warmth).white
    assert blue / red == pytest.approx(bluer, abs=0.03)


def test_a_veil_lies_over_black_too_and_much_light_does_not():
    assert tones(gain=1.6).black < tones().black + 15 < tones(haze=0.4).black - 30


def test_what_is_darkest_in_a_picture_is_about_as_bright_as_a_mats_black_under_a_veil_too():
    for light in ({}, {"haze": 0.4}, {"gain": 1.6}):
        assert measure_picture_black(seen(**light)[0]) == pytest.approx(tones(**light).black, abs=15)


def test_hands_over_some_of_the_markers_change_nothing():
    image, to_picture = seen(warmth=-1.0)
    for fiducial in LAYOUT.fiducials[:5]:
        middle = project(np.mean(fiducial.corners_mm, axis=0), to_picture)[0]
        cv2.circle(image, tuple(middle.astype(int).tolist()), 60, (120, 150, 200), -1)
    there, whole = measure_tones(image, LAYOUT.fiducials, to_picture), tones(warmth=-1.0)
    assert there is not None
    assert there.white[0] / there.white[2] == pytest.approx(whole.white[0] / whole.white[2], abs=0.02)


def test_nothing_is_known_without_markers_in_view():
    image, to_picture = seen()
    assert measure_tones(np.full_like(image, 90), LAYOUT.fiducials, to_picture) is None
    assert measure_tones(image, (), to_picture) is None
    beside = replace(LAYOUT.fiducials[0], corners_mm=((900, 8), (925, 8), (925, 33), (900, 33)))
    assert measure_tones(image, (beside, beside), to_picture) is None


def test_cards_in_light_and_shade_show_the_same_lamp():
    tones = combine_card_whites([(220, 200, 190), (165, 150, 142.5)])
    assert tones is not None and tones.black is None
    assert np.array(tones.white) / tones.white[1] == pytest.approx([1.1, 1.0, 0.95], abs=0.01)


def test_cards_that_contradict_one_another_show_none():
    assert combine_card_whites([(220, 200, 190), (180, 200, 210)]) is None
    assert combine_card_whites([]) is None
