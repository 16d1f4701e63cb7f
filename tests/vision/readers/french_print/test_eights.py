"""An 8 has a waist, the B of a foreign jack has not. Drawn."""

import cv2
import numpy as np
import pytest

from vision.drawn.art import icons
from vision.drawn.art.drawing import Drawing, Font, draw_text, place_shapes, rasterise_drawing
from vision.readers.french.sights import StandardSight
from vision.readers.french.verdict import StandardThresholds, doubt_reading, judge_card
from vision.readers.french_print.eights import is_waisted
from vision.readers.french_print.indices import Index, Spot
from vision.readers.french_print.networks import RANKS, SUITS, Guess

FONTS = ("aileron", "aileron-light", "aileron-heavy", "aileron-heavy-italic", "roboto-slab-bold")


def index(sign, font, blur=0.0, turn=0.0):
    """An upright index as it is cut out to be read: a rank over a suit, (48, 32, 3)."""
    shapes = (
        *draw_text(sign, 14.0, 24.0, 15.0, (20, 20, 20), Font(font, 0.85), 0.5),
        *place_shapes(icons.draw_suit("S", (20, 20, 20)), 14.0, 33.0, 11.0),
    )
    drawn = rasterise_drawing(Drawing((32.0, 48.0), shapes), 1.0)
    view = cv2.getRotationMatrix2D((16, 24), turn, 1)
    drawn = cv2.warpAffine(drawn, view, (32, 48), borderValue=(255, 255, 255))
    return cv2.GaussianBlur(drawn, (0, 0), blur) if blur else drawn


@pytest.mark.parametrize("font", FONTS)
@pytest.mark.parametrize("turn", [-8.0, 0.0, 8.0])
@pytest.mark.parametrize("blur", [0.0, 0.7])
def test_an_8_has_a_waist_and_a_b_has_none(font, turn, blur):
    assert is_waisted(index("8", font, blur, turn))
    assert not is_waisted(index("B", font, blur, turn))


def test_nothing_is_said_where_no_sign_stands():
    assert not is_waisted(np.full((48, 32, 3), 240, np.uint8))
    assert not is_waisted(np.zeros((48, 32, 3), np.uint8))


@pytest.mark.parametrize(("sign", "accepted"), [("8", True), ("B", False)])
def test_what_one_corner_says_is_an_8_is_asked_unless_it_has_a_waist(sign, accepted):
    """Of a card under another one, or in a fan, nothing but a corner shows."""
    picture = np.full((200, 160, 3), 245, np.uint8)
    picture[60:108, 40:72] = index(sign, "roboto-slab-bold")
    spot = Spot(np.array([55.5, 83.5], np.float32), np.array([0, 32], np.float32), 0.7)
    chances = np.full(14, 0.0), np.full(5, 0.0)
    chances[0][RANKS.index("8")] = chances[1][SUITS.index("S")] = 0.99
    sight = StandardSight(np.zeros((4, 2), np.float32), (Index(spot, Guess(*chances)),), None)
    reading = judge_card(sight, StandardThresholds())
    assert reading.accepted and doubt_reading(reading, sight, picture).accepted == accepted
