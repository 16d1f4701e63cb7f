"""Which of two faces explains better what is seen, where their print differs."""

import cv2
import numpy as np
import pytest

from vision.deck.rivals import LaidCrop, preference

SIZE = (136, 96)
GRAY = np.zeros((*SIZE, 2), np.float32)


def pip(shape):
    """The texture of a card with one large sign in its middle."""
    plane = np.zeros(SIZE, np.float32)
    if shape == "round":
        cv2.circle(plane, (48, 68), 20, 2.0, 3)
    else:
        cv2.rectangle(plane, (30, 50), (66, 86), 2.0, 3)
    return plane


def laid(seen, face, telling):
    return LaidCrop(seen, face, telling, GRAY, GRAY)


@pytest.mark.parametrize("corner", ["telling", "alike"])
def test_two_faces_are_compared_where_they_differ_even_if_that_tells_no_others_apart(corner):
    """What tells the deck's cards apart may be a number in a corner, which two of them have in common."""
    telling = np.zeros(SIZE, bool)
    telling[:30, :30] = True
    if corner == "telling":
        telling[45:90, 25:70] = True
    seen = pip("round") + np.random.default_rng(1).normal(0, 0.3, SIZE).astype(np.float32)
    told = preference(laid(seen, pip("round"), telling), laid(seen, pip("square"), telling))
    assert told > 3
    assert preference(laid(seen, pip("square"), telling), laid(seen, pip("round"), telling)) == pytest.approx(-told)


def test_nothing_is_said_of_two_faces_that_are_alike():
    seen = pip("round")
    assert preference(laid(seen, seen, np.ones(SIZE, bool)), laid(seen, seen, np.ones(SIZE, bool))) == 0
