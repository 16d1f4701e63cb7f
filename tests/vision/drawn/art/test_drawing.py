"""Polygons in millimetres become pixels where they should."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from vision.drawn.art.drawing import (
    Drawing,
    Font,
    clip_shapes,
    draw_text,
    make_disc,
    make_frame,
    make_rect,
    measure_text,
    place_shapes,
    rasterise_drawing,
)

BLACK = (0, 0, 0)
RED = (255, 0, 0)


def ink(picture):
    """Share of each pixel that is covered, (h, w) float."""
    return 1 - picture[..., 0].astype(float) / 255


@given(
    x=st.floats(2, 12),
    y=st.floats(2, 12),
    width=st.floats(1, 15),
    height=st.floats(1, 15),
    scale=st.sampled_from((2.0, 5.9, 12.0)),
)
@settings(max_examples=30, deadline=None)
def test_a_rectangle_covers_its_area_and_lies_where_it_should(x, y, width, height, scale):
    picture = ink(rasterise_drawing(Drawing((30, 30), (make_rect(x, y, width, height, BLACK),)), scale))
    rows, columns = np.mgrid[0 : picture.shape[0], 0 : picture.shape[1]] + 0.5
    fuzz = 0.6 / scale * (width + height)
    assert picture.sum() / scale**2 == pytest.approx(width * height, abs=fuzz)
    assert (picture * columns).sum() / picture.sum() / scale == pytest.approx(x + width / 2, abs=0.3 / scale + 0.02)
    assert (picture * rows).sum() / picture.sum() / scale == pytest.approx(y + height / 2, abs=0.3 / scale + 0.02)


def test_holes_stay_free():
    picture = ink(rasterise_drawing(Drawing((20, 20), (make_frame(2, 2, 16, 16, 2, BLACK),)), 10))
    assert picture[100, 100] == 0
    assert picture[100, 30] == 1
    assert picture.sum() / 100 == pytest.approx(16 * 16 - 12 * 12, rel=0.02)


def test_colours_are_blue_green_red_and_later_shapes_lie_on_top():
    picture = rasterise_drawing(Drawing((10, 10), (make_rect(0, 0, 10, 10, BLACK), make_rect(0, 0, 5, 10, RED))), 4)
    assert picture.dtype == np.uint8
    assert picture[20, 10].tolist() == [0, 0, 255]
    assert picture[20, 30].tolist() == [0, 0, 0]


def test_large_sheets_have_no_seam_where_they_are_drawn_in_bands():
    picture = ink(rasterise_drawing(Drawing((4, 100), (make_rect(1, 0, 2, 100, BLACK),)), 10))
    assert np.all(picture == picture[0])


def test_what_is_cut_away_is_gone():
    picture = ink(rasterise_drawing(Drawing((20, 20), clip_shapes((make_disc(10, 10, 9, BLACK),), 0, 0, 10, 20)), 8))
    assert picture[:, 82:].sum() == 0
    assert picture.sum() / 64 == pytest.approx(np.pi * 81 / 2, rel=0.02)


def test_turning_and_moving_go_clockwise_and_to_the_right_place():
    bar = place_shapes((make_rect(0, 0, 6, 1, BLACK),), 10, 10, turn=90)
    picture = ink(rasterise_drawing(Drawing((20, 20), bar), 8))
    assert picture[104, 76] == 1, "a bar to the right, turned clockwise, hangs down on the left of its end"
    assert picture[76, 104] == 0


@pytest.mark.parametrize(
    "font", ["aileron", "aileron-heavy", "aileron-heavy-italic", "aileron-light", "roboto-slab-bold", "luckiest-guy"]
)
def test_every_font_writes_every_digit_as_high_as_asked(font):
    for digit in "0123456789":
        picture = ink(rasterise_drawing(Drawing((30, 30), draw_text(digit, 5, 25, 20, BLACK, Font(font))), 4))
        rows = np.flatnonzero(picture.sum(axis=1) > 0.5)
        assert (rows[-1] - rows[0] + 1) / 4 == pytest.approx(20, rel=0.12)


def test_text_is_centred_on_its_anchor():
    picture = ink(rasterise_drawing(Drawing((60, 20), draw_text("HIH", 30, 15, 8, BLACK, anchor=0.5)), 6))
    columns = np.flatnonzero(picture.sum(axis=0) > 0.5)
    assert (columns[0] + columns[-1] + 1) / 12 == pytest.approx(30, abs=0.5)
    assert measure_text("HIHI", 8) > measure_text("HIH", 8)


def test_a_letter_no_font_has_shows_as_a_question_mark():
    unknown, question = draw_text("中", 0, 10, 8, BLACK), draw_text("?", 0, 10, 8, BLACK)
    assert all(np.array_equal(a, b) for a, b in zip(unknown[0].rings, question[0].rings, strict=True))
