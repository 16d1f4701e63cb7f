"""Places around a table, counted from its near left corner clockwise."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from vision.hands.edge import find_crossing, place_of, point_around, share_around

SIZE = (400.0, 300.0)


@pytest.mark.parametrize(
    ("point", "share"),
    [((0, 300), 0.0), ((0, 150), 150 / 1400), ((200, 0), 500 / 1400), ((400, 150), 850 / 1400), ((100, 300), 1300 / 1400)],
)
def test_the_way_around_begins_at_the_near_left_corner_and_goes_clockwise(point, share):
    assert share_around(point, SIZE) == pytest.approx(share)


@pytest.mark.parametrize(
    ("tips", "entry", "at"),
    [
        ((200, 150), (200, 320), (200, 300)),  # seen to come in beside the mat
        ((200, 150), (200, 250), (200, 300)),  # seen only from the mat on
        ((200, 150), (-50, 150), (0, 150)),
        ((100, 100), (200, 0), (200, 0)),
    ],
)
def test_an_arm_crosses_the_edge_on_the_line_from_its_tips_to_where_it_comes_in(tips, entry, at):
    assert find_crossing(tips, entry, SIZE) == pytest.approx(at)


def test_an_arm_that_lies_beside_the_table_has_the_place_next_to_it():
    assert find_crossing((100, 330), (140, 340), SIZE) == (140, 340)
    assert share_around((140, 340), SIZE) == share_around((140, 300), SIZE)


def test_two_arms_that_cross_the_same_corner_come_from_where_their_shoulders_are():
    from_the_right = place_of((200, 200), (420, 310), SIZE, 200)
    from_near = place_of((360, 100), (395, 310), SIZE, 200)
    assert from_the_right < 1000 / 1400 < from_near, "the near right corner lies between them"
    assert from_near - from_the_right > 0.05


within = st.tuples(st.floats(1, 399), st.floats(1, 299))
anywhere = st.tuples(st.floats(-500, 900), st.floats(-500, 800))


@given(within, anywhere)
def test_every_arm_over_the_table_crosses_its_edge(tips, entry):
    x, y = find_crossing(tips, entry, SIZE)
    if max(abs(tips[0] - entry[0]), abs(tips[1] - entry[1])) > 1:
        assert min(abs(x), abs(x - 400), abs(y), abs(y - 300)) < 0.01
        assert -0.01 <= x <= 400.01 and -0.01 <= y <= 300.01
    assert 0 <= place_of(tips, entry, SIZE, 200) < 1


@given(st.floats(0, 0.999), st.floats(100, 800), st.floats(100, 800))
def test_each_share_of_the_way_around_has_its_point(share, width, height):
    found = share_around(point_around(share, (width, height)), (width, height))
    assert min(abs(found - share), 1 - abs(found - share)) < 1e-6
