"""Worn copies: what a card may look like another time."""

from itertools import islice

import numpy as np

from vision.drawn.art.cards import draw_card
from vision.readers.enrolled.features import CANONICAL_SIZE, compute_texture, resize_to_canonical
from vision.readers.enrolment.wear import rephotograph_crop, wear_copies

CARD = draw_card("47", (200, 280))


def likeness(a, b):
    return float(np.corrcoef(compute_texture(a).ravel(), compute_texture(b).ravel())[0, 1])


def test_the_same_dice_give_the_same_copy_of_canonical_size():
    one, same = (next(wear_copies(CARD, np.random.default_rng(3))) for _ in range(2))
    assert one.shape == (CANONICAL_SIZE[1], CANONICAL_SIZE[0], 3) and one.dtype == np.uint8 and np.array_equal(one, same)


def test_a_worn_copy_is_less_like_the_card_than_a_careful_one_and_both_are_the_same_card():
    own, other = resize_to_canonical(CARD), resize_to_canonical(draw_card("12", (200, 280)))
    dice = np.random.default_rng(4)
    careful = np.median([likeness(rephotograph_crop(CARD, dice), own) for _ in range(30)])
    rough = np.median([likeness(copy, own) for copy in islice(wear_copies(CARD, dice), 30)])
    assert careful > rough > 0.5
    assert np.median([likeness(copy, other) for copy in islice(wear_copies(CARD, dice), 30)]) < rough
