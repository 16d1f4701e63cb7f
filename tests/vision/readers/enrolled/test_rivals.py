"""Which of two faces explains better what is seen, where their print differs."""

import cv2
import numpy as np
import pytest

from vision.readers.enrolled.rivals import LaidCrop, compare_rivals, compute_tint_evidence, measure_tint

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
    return LaidCrop(seen, face, telling, GRAY, GRAY, np.zeros(2, np.float32))


@pytest.mark.parametrize("corner", ["telling", "alike"])
def test_two_faces_are_compared_where_they_differ_even_if_that_tells_no_others_apart(corner):
    """What tells the deck's cards apart may be a number in a corner, which two of them have in common."""
    telling = np.zeros(SIZE, bool)
    telling[:30, :30] = True
    if corner == "telling":
        telling[45:90, 25:70] = True
    seen = pip("round") + np.random.default_rng(1).normal(0, 0.3, SIZE).astype(np.float32)
    told = compare_rivals(laid(seen, pip("round"), telling), laid(seen, pip("square"), telling))
    assert told > 3
    assert compare_rivals(laid(seen, pip("square"), telling), laid(seen, pip("round"), telling)) == pytest.approx(-told)


def test_nothing_is_said_of_two_faces_that_are_alike():
    seen = pip("round")
    assert compare_rivals(laid(seen, seen, np.ones(SIZE, bool)), laid(seen, seen, np.ones(SIZE, bool))) == 0


@pytest.mark.parametrize("slip", [(1, 0), (0, 1), (-1, 1)])
def test_how_exactly_two_cards_of_one_print_were_cut_does_not_tell_them_apart(slip):
    """The silver and the gold card of one number: one of them was cut a pixel beside the other."""
    silver, everywhere = pip("square"), np.ones(SIZE, bool)
    gold = np.roll(silver, slip, axis=(0, 1))
    assert compare_rivals(laid(gold, silver, everywhere), laid(gold, gold, everywhere), twins=True) == 0
    assert compare_rivals(laid(gold, silver, everywhere), laid(gold, gold, everywhere)) < -3


def test_cards_of_two_colours_that_differ_in_a_sign_are_still_told_by_it():
    everywhere = np.ones(SIZE, bool)
    assert compare_rivals(laid(pip("round"), pip("round"), everywhere), laid(pip("round"), pip("square"), everywhere), True) > 3


@pytest.mark.parametrize("haze", [1.0, 0.6])
def test_cards_alike_but_for_the_colour_of_all_of_them_are_told_by_it(haze):
    """Silver and gold: what is the same over the whole card is not only its light."""
    noise = np.random.default_rng(2).normal(0, 0.05, (*SIZE, 2)).astype(np.float32)
    gold, silver = (np.full((*SIZE, 2), tint, np.float32) for tint in ((0.45, -1.2), (-0.05, 0.1)))
    everywhere, print_ = np.ones(SIZE, bool), pip("round")
    seen = haze * gold + noise
    as_gold, as_silver = (LaidCrop(print_, print_, everywhere, seen, face, face[0, 0]) for face in (gold, silver))
    assert compare_rivals(as_gold, as_silver) > 2


RED, GREEN, WHITE = (np.array(tint) for tint in ((0.9, -0.55), (-0.7, 0.15), (0.0, 0.0)))


@pytest.mark.parametrize("left", [1.0, 0.6, 0.35])
def test_a_mirrored_lamp_makes_a_card_paler_but_gives_it_no_other_colour(left):
    assert compute_tint_evidence(left * RED, RED, GREEN) > 1 and compute_tint_evidence(left * GREEN, GREEN, RED) > 1
    assert compute_tint_evidence(left * RED, GREEN, RED) == pytest.approx(-compute_tint_evidence(left * RED, RED, GREEN))


def test_a_white_card_under_a_reddish_lamp_is_no_pale_red_one():
    assert compute_tint_evidence(np.array([0.15, -0.1]), WHITE, RED) > 1


def test_a_crop_that_shows_the_table_at_its_rim_has_the_colour_of_its_card():
    colours = np.zeros((*SIZE, 2), np.float32)
    colours[:, -6:] = colours[-8:] = 2.0
    assert measure_tint(colours) == pytest.approx(0)
