"""Control cards as they are printed: the eye reads what people see."""

from itertools import combinations

import numpy as np
import pytest

from vision.control_cards.controls import CODES as UNDERSTOOD
from vision.control_cards.controls import ShownCodes, read_controls
from vision.drawn.art.control_cards import CODES, control_drawing, payload, qr_shapes
from vision.drawn.art.drawing import Drawing, rasterise


@pytest.fixture
def zbar():
    pytest.importorskip("pyzbar.pyzbar", reason="zbar is not installed", exc_type=ImportError)


def test_every_code_that_is_understood_has_a_card():
    assert set(CODES) == UNDERSTOOD


@pytest.mark.parametrize("code", CODES)
def test_what_is_printed_is_read(zbar, code):
    card = rasterise(control_drawing(payload(code), "in words"), 4.0)
    assert read_controls(np.pad(card, ((20, 20), (20, 20), (0, 0)), constant_values=255)) == ShownCodes(frozenset({code}))


def test_the_cards_differ_for_a_person_too():
    """The sign under the code, without its words."""
    signs = [rasterise(control_drawing(payload(code)), 4.0)[(4 * 60) :].astype(int) for code in CODES]
    for one, other in combinations(signs, 2):
        assert (np.abs(one - other) > 100).mean() > 0.003
    worded = rasterise(control_drawing(payload("undo"), "Undo"), 4.0)[(4 * 60) :].astype(int)
    assert (np.abs(worded - signs[CODES.index("undo")]) > 100).any()


def test_a_code_keeps_the_white_around_it_that_readers_need():
    picture = rasterise(Drawing((40, 40), qr_shapes("TC1:undo", 0, 0, 40)), 8.0)
    dark = (picture < 128).all(axis=2)
    rows, columns = np.flatnonzero(dark.any(axis=1)), np.flatnonzero(dark.any(axis=0))
    module = 8 * 40 / 29  # a version 1 code, 21 modules and 4 on each side
    for first, last in ((rows[0], rows[-1]), (columns[0], columns[-1])):
        assert abs(first - 4 * module) < 2 and abs(last + 1 - 25 * module) < 2
