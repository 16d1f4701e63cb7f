"""A picture that lies a little beside where it lay: the camera sways, or it was pushed."""

from functools import cache

import cv2
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.vision.watched_table import LAYOUT, SIZE
from vision.drawn.table.render import SceneRenderer
from vision.drawn.table.scene import TableScene
from vision.place.fiducials import register_mat
from vision.place.registration import Fiducials
from vision.place.sway import measure_sway, shift_back, update_sway


@cache
def table():
    """A picture of the mat and where its markers lie."""
    picture = SceneRenderer(SIZE).render_picture(TableScene(LAYOUT))
    return picture, Fiducials(LAYOUT).list_places(register_mat(picture, LAYOUT))


def off_by(picture, x, y, degrees=0.0):
    height, width = picture.shape[:2]
    turn = cv2.getRotationMatrix2D((width / 2, height / 2), degrees, 1.0)
    turn[:, 2] += (x, y)
    return cv2.warpAffine(picture, turn, (width, height), borderMode=cv2.BORDER_REPLICATE)


pixels = st.floats(-4, 4, allow_nan=False)


@given(pixels, pixels, st.floats(-0.05, 0.05), st.floats(0.7, 1.2))
def test_a_shift_is_found_in_any_light(x, y, degrees, light):
    picture, places = table()
    seen = cv2.convertScaleAbs(off_by(picture, x, y, degrees), alpha=light)
    found = update_sway(measure_sway(None, picture, places, 0.0), seen, 0.1)
    assert found.shift == pytest.approx((x, y), abs=0.1)
    still = shift_back(found, seen).astype(int) - cv2.convertScaleAbs(picture, alpha=light)
    assert np.abs(still[20:-20, 20:-20]).mean() < 3


def test_a_picture_that_lies_where_it_lay_is_left_as_it_is():
    picture, places = table()
    noisy = cv2.add(picture, np.random.default_rng(1).normal(0, 3, picture.shape), dtype=cv2.CV_8U)
    sway = update_sway(measure_sway(None, picture, places, 0.0), noisy, 0.1)
    assert shift_back(sway, noisy) is noisy


def test_markers_under_a_hand_say_nothing():
    picture, places = table()
    seen = off_by(picture, 2.0, -1.0)
    for x, y in places[:2].astype(int).tolist():
        cv2.circle(seen, (x + 10, y), 40, (120, 150, 200), -1)
    assert update_sway(measure_sway(None, picture, places, 0.0), seen, 0.1).shift == pytest.approx((2, -1), abs=0.1)


def test_what_is_seen_of_another_table_is_no_sway():
    picture, places = table()
    before = update_sway(measure_sway(None, picture, places, 0.0), off_by(picture, 1.0, 1.0), 0.1)
    assert update_sway(before, np.full_like(picture, 90), 0.2).shift == pytest.approx(before.shift)


def test_a_push_lasts_and_a_swing_does_not():
    picture, places = table()
    pushed = swinging = measure_sway(None, picture, places, 0.0)
    for number in range(1, 60):
        pushed = update_sway(pushed, off_by(picture, 4.0, 1.0), number / 15)
        swinging = update_sway(swinging, off_by(picture, 5 * np.sin(number), 0.0), number / 15)
        assert not swinging.is_lasting
    assert pushed.is_lasting


def test_a_table_without_marks_does_not_sway():
    picture, _ = table()
    sway = update_sway(measure_sway(None, picture, np.zeros((0, 2)), 0.0), off_by(picture, 3.0, 0.0), 0.1)
    assert not sway.shift.any() and not sway.is_lasting
