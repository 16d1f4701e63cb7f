"""How sure the reader is: a lead over another face counts for as much as it should be."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as arrays

from vision.readers.enrolled.fusion import estimate_probabilities


def apart(lead):
    """Three faces, each of whose own pictures prefers it to each other by `lead`."""
    return np.full((3, 3), lead, np.float32) * (1 - np.eye(3, dtype=np.float32))


def test_the_lead_that_is_to_be_expected_is_believed():
    assert estimate_probabilities(np.array([2.5, 0.0, -20.0]), apart(2.5))[0] > 0.9


def test_the_same_lead_is_doubted_where_a_larger_one_is_to_be_expected():
    assert estimate_probabilities(np.array([2.5, 0.0, -20.0]), apart(60.0))[0] < 0.9


@pytest.mark.parametrize("lead", [0.0, 0.4])
def test_twins_are_never_told_apart_by_chance(lead):
    assert estimate_probabilities(np.array([lead, 0.0, -20.0]), apart(0.0))[0] < 0.9


@given(arrays.arrays(np.float64, 5, elements=st.floats(-1e4, 1e4)), st.floats(0, 1e4))
def test_it_is_a_probability_and_the_likeliest_face_scored_best(scores, lead):
    chance = estimate_probabilities(scores, np.full((5, 5), lead))
    assert chance.sum() == pytest.approx(1) and (chance > 0).all()
    assert chance[scores.argmax()] == chance.max()
