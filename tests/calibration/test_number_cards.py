"""Number cards drawn to train the reader of `numbers`, with the typeface of the project: the fonts are fetched for training only."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from calibration.numbers.draw import draw_no_number, draw_number, generate_number_deck
from calibration.numbers.fonts import NumberFont, is_held_back
from calibration.numbers.grounds import NUMBER_CARD_PX, draw_heat, draw_number_back
from calibration.numbers.samples import NOT_ASKED, generate_number_samples
from vision.readers.numbers.networks import KINDS


@pytest.fixture
def font():
    """Figures as OpenCV writes them."""
    found = NumberFont("duplex", None)
    words = [
        *map(str, range(101)),
        "THE GAME",
        "X",
        "NO",
        "GAME",
        "XII",
        "AB",
        "Q&E",
        "VS",
        "KLM",
        "?",
        "!",
        "+",
        "SKIP",
        "DRAW",
    ]
    for word in [*words, "&", "STOP", "UP", "YES", "3!", "S", "=1", "+2", "A", "0"]:
        sheet = np.zeros((80, 40 * len(word) + 20), np.uint8)
        cv2.putText(sheet, word, (8, 64), cv2.FONT_HERSHEY_DUPLEX, 2, 255, 5)
        x, y, w, h = cv2.boundingRect(sheet)
        found._masks[word] = np.ascontiguousarray(sheet[y : y + h, x : x + w])
    return found


@pytest.mark.parametrize("kind", [kind for kind in KINDS if kind != "none"])
def test_a_card_shows_its_number_in_every_corner_it_names(font, kind):
    for seed in range(8):
        dice = np.random.default_rng(seed)
        card = draw_number(generate_number_deck([font], dice), 10 if kind == "direction" else 7, kind, dice)
        assert card.sheet.shape == (NUMBER_CARD_PX[1], NUMBER_CARD_PX[0], 3) and card.sheet.dtype == np.uint8
        tops = (card.sheet[:140, :100], card.sheet[140:, 100:], card.sheet[:140, 100:], card.sheet[140:, :100])
        assert all(part.std() > 3 for part, way in zip(tops, card.corners, strict=True) if way)


def test_the_same_dice_draw_the_same_cards(font):
    one, other = (generate_number_samples([font], np.random.default_rng(4)) for _ in range(2))
    assert all((a.crop == b.crop).all() and a.corners == b.corners for a, b in zip(one, other, strict=True))


def test_what_is_no_card_names_no_number(font):
    dice = np.random.default_rng(3)
    assert draw_no_number(generate_number_deck([font], dice), dice).number == 0
    nothing = [sample for sample in generate_number_samples([font], dice) if sample.kind == "none"]
    assert nothing and all(sample.number == 0 and set(sample.corners) <= {0, NOT_ASKED} for sample in nothing)


def test_all_weights_of_a_typeface_are_held_back_together():
    assert is_held_back("Vollkorn-Bold.ttf") == is_held_back("Vollkorn-Italic.ttf")


def test_fire_and_backs_fill_the_card():
    dice = np.random.default_rng(2)
    assert draw_heat(dice).shape == (NUMBER_CARD_PX[1], NUMBER_CARD_PX[0])
    assert draw_number_back(dice, [np.zeros(3, np.float32), np.full(3, 200, np.float32)]).std() > 5
