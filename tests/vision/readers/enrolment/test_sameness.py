"""Was this card shown before?"""

import numpy as np
import pytest

from vision.drawn.art.cards import draw_card
from vision.readers.enrolment.sameness import Shared, add_shared_card, find_same_card, measure_difference, measure_texture

FACES = ("12", "35", "47", "66", "88", "93")


def textures(seed):
    """Of pictures of all cards, each in other light and with other noise."""
    dice = np.random.default_rng(seed)
    cards = [draw_card(face, (200, 280)) * dice.uniform(0.7, 1.0) + dice.normal(0, 3, (280, 200, 3)) for face in FACES]
    return [measure_texture(np.clip(card, 0, 255).astype(np.uint8)) for card in cards]


def test_each_card_is_known_again_either_way_up_and_no_other_is():
    known, again = textures(1), textures(2)
    assert [find_same_card(one, known) for one in again] == list(range(len(FACES)))
    assert [find_same_card(np.ascontiguousarray(one[::-1, ::-1]), known) for one in again] == list(range(len(FACES)))
    assert [find_same_card(one, [*known[:i], *known[i + 1 :]]) for i, one in enumerate(again)] == [None] * len(FACES)
    assert find_same_card(again[0], []) is None


def test_difference_is_small_for_one_card_and_large_for_two():
    one, other = textures(1), textures(2)
    same, different = (
        [measure_difference(one[i], other[i]) for i in range(3)],
        [measure_difference(one[i], other[i + 1]) for i in range(3)],
    )
    assert max(same) < min(different)


def test_what_the_cards_share_grows_with_each_and_is_known_from_two_on():
    shared = None
    usual = []
    for face in FACES:
        shared = add_shared_card(shared, draw_card(face, (200, 280)), (59.0, 91.0))
        usual.append(shared.usual)
    assert isinstance(shared, Shared) and usual[:2] == [0.0, 0.0] and usual[-1] > 0.45
    assert shared.steady.min() >= 0 and shared.steady.max() <= 1
    _, _, like = shared.align_card(measure_texture(np.ascontiguousarray(draw_card("47", (200, 280))[::-1, ::-1])))
    assert like == pytest.approx(usual[-1], abs=0.2), "either way up"
