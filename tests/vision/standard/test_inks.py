"""The ink of an index says red or black, whatever its shape. Drawn."""

import numpy as np
import pytest

from tests.vision.standard.test_reader import STYLE, guess
from vision.drawn.cards import draw_card
from vision.standard.crops import white_balanced
from vision.standard.inks import coloured


def patch(red: bool, ground: int = 235) -> np.ndarray:
    """An upright index: two blots of one ink on paper."""
    crop = np.full((48, 32, 3), ground, np.uint8)
    for rows in (slice(9, 23), slice(28, 39)):
        crop[rows, 10:21] = (40, 30, 190) if red else (45, 40, 40)
    return crop


@pytest.mark.parametrize(("face", "red"), [("QH", False), ("9D", False), ("QS", True), ("AC", True)])
def test_what_has_the_other_ink_is_no_such_card(face, red):
    mixed = guess(face, 0.8)
    assert coloured(mixed, patch(red)).faces.sum() < 0.2
    assert np.allclose(coloured(mixed, patch(not red)).faces.max(), mixed.faces.max(), atol=0.01)


def test_pale_paper_says_nothing():
    heart = guess("QH")
    assert coloured(heart, np.full((48, 32, 3), 250, np.uint8)) is heart


@pytest.mark.parametrize("face", ["7H", "JD", "4C", "AS"])
def test_drawn_cards_keep_what_was_read(face):
    card = white_balanced(draw_card(face, (160, 224), STYLE)[2:50, 0:32])
    assert coloured(guess(face), card).faces.max() > 0.9
