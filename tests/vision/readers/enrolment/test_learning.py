"""Crops are laid on one another before a deck is learned from them."""

import cv2
import numpy as np

from vision.cards.candidates import CARD_CROP_PX
from vision.drawn.art.cards import draw_card
from vision.drawn.art.styles import STYLES
from vision.readers.enrolled import features
from vision.readers.enrolled.alignment import measure_likeness
from vision.readers.enrolment.learning import DECK_LEARNING, align_cards


def planes(crops):
    return [features.compute_texture(features.resize_to_canonical(crop)) for crop in crops]


def shifted(crop, across):
    return np.roll(crop, across, axis=1)


def test_laying_crops_on_one_another_shifts_none_far_and_makes_none_less_like_the_rest():
    crops = [draw_card(face, CARD_CROP_PX, STYLES["paper"]) for face in ("12", "35", "47", "58", "71", "94")]
    strange = cv2.GaussianBlur(np.random.default_rng(4).integers(0, 255, (*CARD_CROP_PX[::-1], 3), np.uint8), (0, 0), 4)
    crops += [strange, shifted(crops[0], 22), shifted(crops[1], 3)]
    together, mean = align_cards(crops)
    for before, after in zip(planes(crops), planes(together), strict=True):
        assert measure_likeness(after, mean) > measure_likeness(before, mean) - 0.03
    across, down = cv2.phaseCorrelate(planes(crops)[7], planes(together)[7])[0]
    assert abs(across) <= DECK_LEARNING.max_shift_part * features.CANONICAL_SIZE[0] + 1 and abs(down) <= 2, (
        "a crop cut far off is left where it was cut"
    )
