"""Four straight sides: outlines of cards, whatever is printed on them."""

import cv2
import numpy as np
import pytest

from vision.cards.outlines import find_blobs, find_outlines, fit_quads_to_edges
from vision.plane.quads import overlap_share

CARD = np.array([[210, 80], [330, 100], [302, 285], [182, 265]], np.float32)


def table(*quads, ground=60, card=225):
    image = np.full((400, 560, 3), ground, np.uint8)
    for quad in quads:
        cv2.fillConvexPoly(
            image, np.round(quad).astype(np.int32), card if isinstance(card, tuple) else (card,) * 3, cv2.LINE_AA
        )
    return image


@pytest.mark.parametrize(("ground", "card"), [(60, 225), (225, 60), (150, 180)])
def test_a_card_is_found_to_a_pixel_or_two_on_any_ground(ground, card):
    best = find_outlines(table(CARD, ground=ground, card=card))[0]
    assert overlap_share(best.quad, CARD) > 0.96 and best.score > 0.8


def test_a_card_as_bright_as_its_table_is_found_by_its_colour():
    image = table(CARD, ground=(40, 100, 120), card=(100, 98, 110))
    best = find_outlines(image, blobs=find_blobs(image, by_colour=True))[0]
    assert overlap_share(best.quad, CARD) > 0.96 and best.score > 0.8
    assert all(one.score < 0.8 for one in find_outlines(image))


def test_two_cards_that_lie_apart_are_both_found():
    other = CARD + np.float32([180, 40])
    found = find_outlines(table(CARD, other))
    assert all(max(overlap_share(one.quad, card) for one in found) > 0.95 for card in (CARD, other))


def test_a_bare_table_and_a_round_mat_have_no_outline():
    round_one = cv2.circle(table(), (280, 200), 110, (225, 225, 225), -1, cv2.LINE_AA)
    assert find_outlines(table()) == []
    assert all(one.score < 0.8 for one in find_outlines(round_one))


def test_a_quad_that_lies_beside_the_card_is_drawn_to_its_edges():
    gray = cv2.cvtColor(table(CARD), cv2.COLOR_BGR2GRAY)
    (fit,) = fit_quads_to_edges(gray, np.array([CARD + np.float32([3, -2])]), 0.05)
    assert np.abs(fit.quad - CARD).max() < 1.5 and fit.support.min() > 0.8
    assert all(one.support.min() < 0.3 for one in fit_quads_to_edges(gray, np.array([CARD + np.float32([60, 40])]), 0.02))
