"""Something lies on a card, or only the light has changed, or the place is off a little."""

import cv2
import numpy as np
import pytest

from vision.cards.covered import is_covered, lies_as_before
from vision.drawn.art.cards import draw_card
from vision.drawn.art.styles import make_bare_table_style

CARD = draw_card("12", (200, 280))


def with_card(face, turn, right, down):
    """The card with another one lying on it."""
    move = cv2.getRotationMatrix2D((100, 140), turn, 1.0)
    move[:, 2] += (right, down)
    on_it = cv2.warpAffine(draw_card(face, (200, 280)), move, (200, 280))
    there = cv2.warpAffine(np.full((280, 200), 255, np.uint8), move, (200, 280)) > 0
    return np.where(there[..., None], on_it, CARD)


@pytest.mark.parametrize(
    "seen",
    [CARD, np.uint8(CARD * 0.7), CARD[::-1, ::-1], np.roll(CARD, 8, axis=1), cv2.GaussianBlur(CARD, (0, 0), 2.0)],
    ids=["itself", "dim", "turned round", "off by 2 mm", "blurred"],
)
def test_a_card_in_other_light_and_a_little_off_is_not_covered(seen):
    assert not is_covered(CARD, seen)


def test_a_shadow_over_half_of_a_card_does_not_cover_it():
    seen = CARD.copy()
    seen[:, 90:] = np.uint8(seen[:, 90:] * 0.65)
    assert not is_covered(CARD, seen)


@pytest.mark.parametrize("lies", [("47", 45, 0, 0), ("47", 90, 0, 20), ("88", 20, 90, 0), ("35", -60, -40, 60)])
def test_a_card_that_lies_on_it_askew_covers_it(lies):
    assert is_covered(CARD, with_card(*lies))


@pytest.mark.parametrize("number", range(6))
def test_a_card_under_noise_lies_as_before_and_another_of_its_deck_does_not(number):
    style, noise = make_bare_table_style(number), np.random.default_rng(number)
    card, *others = (draw_card(face, (200, 280), style) for face in ("17", "11", "71", "7", "1", "12", "47", "77"))
    assert lies_as_before(card, np.uint8(np.clip(card + noise.normal(0, 14, card.shape), 0, 255)))
    assert not any(lies_as_before(card, other) or lies_as_before(other, card) for other in others)
    assert not lies_as_before(card, with_card("12", 45, 0, 0))
