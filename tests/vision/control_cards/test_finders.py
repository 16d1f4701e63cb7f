"""Where a QR code may be: at every control card, however it lies and as blurred as a lens makes it; not at a card of a game."""

import cv2
import numpy as np
import pytest

from vision.control_cards.controls import CODES
from vision.control_cards.finders import EVERY_ROWS, may_hold_code
from vision.drawn.art.cards import draw_card
from vision.drawn.art.control_cards import draw_control_card, make_payload
from vision.drawn.art.drawing import paint_shapes

SIDE, FINE = 420, 3.5
"""Pixels of what is searched, and pixels a millimetre there."""


def laid(card: np.ndarray, turn: float, blur: float) -> np.ndarray:
    """A card on a grey table, as it is cut out of a picture."""
    height, width = card.shape[:2]
    way = cv2.getRotationMatrix2D((width / 2, height / 2), turn, 1.0)
    way[:, 2] += SIDE / 2 - np.array([width / 2, height / 2])
    crop = cv2.warpAffine(card, way, (SIDE, SIDE), borderValue=(150.0, 150.0, 150.0))
    return np.asarray(cv2.GaussianBlur(crop, (0, 0), blur), np.uint8)


@pytest.mark.parametrize("blur", [0.5, 1.5, 2.5])
@pytest.mark.parametrize("turn", [0, 20, 45, 77, 90, 160, 255])
def test_a_control_card_is_never_passed_by(turn, blur):
    for code in sorted(CODES):
        drawing = draw_control_card(make_payload(code))
        size = tuple(round(side * FINE) for side in drawing.size_mm)
        card = paint_shapes(drawing.shapes, size, np.full(2, FINE), (255, 255, 255))
        assert may_hold_code(laid(card, turn, blur)[::EVERY_ROWS]), code


@pytest.mark.parametrize("face", ["7", "35", "88"])
def test_a_card_of_a_game_is_not_searched(face):
    card = draw_card(face, (round(59 * FINE), round(91 * FINE)), size_mm=(59.0, 91.0))
    assert not may_hold_code(laid(card, 12.0, 1.0)[::EVERY_ROWS])


def test_an_empty_table_is_not_searched():
    assert not may_hold_code(np.full((SIDE, SIDE, 3), 180, np.uint8))
