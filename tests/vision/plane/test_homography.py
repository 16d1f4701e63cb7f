"""Between the mat and the picture."""

import numpy as np
import pytest

from vision.plane.homography import corners_of, crop_to_mat, project, rectify, scale_at

TILTED = np.array([[3.0, 0.2, 40], [0.1, 2.6, 30], [0.0002, 0.0004, 1]])


def test_the_first_pixel_of_a_crop_shows_the_corner_of_its_rectangle():
    to_mat = crop_to_mat((20.0, 30.0, 40.0, 60.0), 2.0)
    assert project([(0, 0)], to_mat) == pytest.approx(np.array([[20.25, 30.25]]))
    assert project([(-0.5, -0.5), (79.5, 119.5)], to_mat) == pytest.approx(np.array([[20, 30], [60, 90]]))


def test_what_lies_in_a_rectangle_is_seen_from_straight_above_and_black_outside_the_picture():
    picture = np.full((260, 320, 3), 90, np.uint8)
    crop = rectify(picture, TILTED, (10.0, 10.0, 30.0, 20.0), 3.0)
    assert crop.shape == (60, 90, 3) and (crop == 90).all()
    assert (rectify(picture, TILTED, (500.0, 500.0, 30.0, 20.0), 3.0) == 0).all()


def test_a_millimetre_measures_less_where_the_mat_is_farther_away():
    near, far = (scale_at(TILTED, np.array(at)) for at in ((0.0, 0.0), (200.0, 200.0)))
    assert near == pytest.approx(2.7, abs=0.1) and far < near


def test_corners_run_clockwise_from_the_top_left():
    assert corners_of((1, 2, 10, 20)).tolist() == [[1, 2], [11, 2], [11, 22], [1, 22]]
