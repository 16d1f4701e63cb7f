"""Control cards as they are printed: the eye reads what people see."""

from itertools import combinations

import numpy as np
import pytest

from vision.control_cards.controls import CODES as UNDERSTOOD
from vision.control_cards.controls import ShownCodes, read_controls
from vision.drawn.art.control_cards import PRINTED_CODES, draw_control_card, draw_qr_code, make_payload
from vision.drawn.art.drawing import Drawing, rasterise_drawing


@pytest.fixture
def zbar():
    pytest.importorskip("pyzbar.pyzbar", reason="zbar is not installed", exc_type=ImportError)


def test_every_code_that_is_understood_has_a_card():
    assert set(PRINTED_CODES) == UNDERSTOOD


@pytest.mark.parametrize("code", PRINTED_CODES)
def test_what_is_printed_is_read(zbar, code):
    card = rasterise_drawing(draw_control_card(make_payload(code), "in words"), 4.0)
    assert read_controls(np.pad(card, ((20, 20), (20, 20), (0, 0)), constant_values=255)) == ShownCodes(frozenset({code}))


def test_the_cards_differ_for_a_person_too():
    """The sign under the code, without its words."""
    signs = [rasterise_drawing(draw_control_card(make_payload(code)), 4.0)[(4 * 60) :].astype(int) for code in PRINTED_CODES]
    for one, other in combinations(signs, 2):
        assert (np.abs(one - other) > 100).mean() > 0.003
    worded = rasterise_drawing(draw_control_card(make_payload("undo"), "Undo"), 4.0)[(4 * 60) :].astype(int)
    assert (np.abs(worded - signs[PRINTED_CODES.index("undo")]) > 100).any()


def test_a_code_keeps_the_white_around_it_that_readers_need():
    picture = rasterise_drawing(Drawing((40, 40), draw_qr_code("TC1:undo", 0, 0, 40)), 8.0)
    dark = (picture < 128).all(axis=2)
    rows, columns = np.flatnonzero(dark.any(axis=1)), np.flatnonzero(dark.any(axis=0))
    module = 8 * 40 / 29  # a version 1 code, 21 modules and 4 on each side
    for first, last in ((rows[0], rows[-1]), (columns[0], columns[-1])):
        assert abs(first - 4 * module) < 2 and abs(last + 1 - 25 * module) < 2
