"""Colours at some places of a picture, medians, and the points of a mask: as numpy has them."""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from vision.hands.field import list_points
from vision.hands.samples import find_median, list_colours

LEVELS = st.integers(0, 1000)


@given(arrays(np.float32, st.tuples(st.integers(1, 9), st.integers(1, 4)), elements=LEVELS))
def test_a_median_is_the_one_that_numpy_finds(values):
    assert np.array_equal(find_median(values), np.median(values, axis=0))
    assert np.array_equal(find_median(values, axis=1), np.median(values, axis=1))


@given(arrays(np.uint8, st.integers(1, 9)))
def test_a_median_of_grey_levels_is_the_one_that_numpy_finds(levels):
    assert float(find_median(levels)) == float(np.median(levels))


@given(arrays(np.bool_, st.tuples(st.integers(1, 7), st.integers(1, 7))))
def test_the_points_of_a_mask_come_row_after_row(mask):
    assert np.array_equal(list_points(mask), np.argwhere(mask))


@given(arrays(np.bool_, st.just((5, 6))))
def test_colours_come_plane_by_plane(mask):
    picture = np.arange(90, dtype=np.uint8).reshape(5, 6, 3)
    assert np.array_equal(list_colours(picture, np.flatnonzero(mask)), picture[mask].T)
