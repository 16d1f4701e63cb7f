"""Hands as the virtual table draws them."""

from dataclasses import replace

import numpy as np
import pytest

from vision.drawn.table.hands import SOMEBODY, blur_motion, draw_hand_layers

SIZE = (400, 700)
PLACED = np.array([[1.0, 0, 200], [0, 1.0, 120], [0, 0, 1]])
"""One pixel a millimetre, the grip at (200, 120)."""


def layers(hand=SOMEBODY):
    return draw_hand_layers(hand, 1.0, PLACED, SIZE)


def cover(layer):
    return layer[..., 3] > 128


def test_fingers_are_under_the_card_thumb_and_palm_over_it():
    under, over = layers()
    assert under.shape == over.shape == (700, 400, 4) and under.dtype == over.dtype == np.uint8
    assert cover(under)[85, 188:192].any(), "a finger reaches beyond the grip"
    assert not cover(over)[85].any() and cover(over)[240, 200], "the palm does not"


def test_a_left_hand_is_a_right_one_mirrored():
    thumb = [np.argwhere(cover(layers(replace(SOMEBODY, mirrored=left))[1])[130:200])[:, 1].mean() for left in (False, True)]
    assert thumb[0] > 200 > thumb[1]


@pytest.mark.parametrize(
    ("more", "less"),
    [
        ({"size": 1.0}, {"size": 0.8}),
        ({"cuff": 200.0}, {"cuff": 2000.0}),
        ({"curl": 0.0}, {"curl": 1.0}),
        ({"spread": 1.5}, {"spread": 0.7}),
    ],
)
def test_hands_differ_in_size_sleeve_and_fingers(more, less):
    one, other = (layers(replace(SOMEBODY, **given)) for given in (more, less))
    assert sum(map(np.sum, map(cover, one))) != sum(map(np.sum, map(cover, other)))
    assert any((np.abs(a.astype(int) - b) > 40).any() for a, b in zip(one, other, strict=True))


def test_what_moves_is_smeared_along_its_way_and_nowhere_else():
    dot = np.zeros((100, 100, 4), np.uint8)
    dot[48:52, 48:52] = 255
    smeared = blur_motion(dot, (1.0, 0.0), 24)
    seen = np.argwhere(smeared[..., 3] > 8)
    height, width = np.ptp(seen, axis=0)
    assert width > 15 and height < 10
    assert blur_motion(dot, (1.0, 0.0), 1) is dot
