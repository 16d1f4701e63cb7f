"""Quads: a card seen from anywhere."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from vision.plane.quads import (
    covered_share,
    crop_corners,
    is_convex,
    make_clockwise,
    make_upright,
    overlap_share,
    project_from_quad,
    signed_area,
    true_aspect,
    turn_half,
)

SQUARE = np.array([[0, 0], [10, 0], [10, 10], [0, 10]], np.float32)
steps = st.integers(-80, 80).map(lambda step: step / 4)
places = st.tuples(steps, steps)
"""Quarters of a pixel: corners are not known closer than that."""


@given(places, st.integers(1, 20).map(lambda step: step / 4))
def test_overlap_is_the_same_from_both_sides_and_never_beyond_one(by, size):
    other = (SQUARE * size + by).astype(np.float32)
    assert overlap_share(SQUARE, other) == pytest.approx(overlap_share(other, SQUARE), abs=1e-3)
    assert -1e-6 <= overlap_share(SQUARE, other) <= 1 + 1e-6
    assert overlap_share(SQUARE, other) <= covered_share(SQUARE, other) + 1e-3


def test_clockwise_keeps_the_corners_and_where_they_start():
    other_way = SQUARE[[0, 3, 2, 1]]
    assert signed_area(other_way) < 0 and np.array_equal(make_clockwise(other_way), SQUARE)
    assert is_convex(SQUARE) and not is_convex(SQUARE[[0, 2, 1, 3]])


@pytest.mark.parametrize("start", range(4))
def test_an_upright_quad_begins_at_the_top_left_of_the_card(start):
    card = np.array([[100, 100], [160, 104], [154, 196], [94, 192]], np.float32)
    assert np.array_equal(make_upright(np.roll(card, start, axis=0), (300, 300)), card)
    assert np.array_equal(turn_half(turn_half(card)), card)


def test_the_shape_of_a_card_is_known_however_it_is_tilted():
    flat = np.array([[-0.1, -0.15], [0.1, -0.15], [0.1, 0.15], [-0.1, 0.15]])
    tilt = np.radians(35)
    x, y, z = flat[:, 0], flat[:, 1] * np.cos(tilt), 1 + flat[:, 1] * np.sin(tilt)
    focal = 0.9 * 1000
    seen = np.stack([500 + focal * x / z, 400 + focal * y / z], axis=1).astype(np.float32)
    assert true_aspect(seen, (800, 1000), 0.9) == pytest.approx(2 / 3, abs=0.01)


def test_a_quad_is_drawn_to_places_given_in_its_own_parts():
    same = project_from_quad(SQUARE, (crop_corners((1, 1)) + 0.5))
    assert same == pytest.approx(SQUARE, abs=1e-4)
