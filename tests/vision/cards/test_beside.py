"""What lies beside a new top card: nothing new, the old one pushed aside, or another card."""

import math

import cv2
import numpy as np
import pytest

from vision.cards.beside import shows_card_beside
from vision.drawn.art.cards import draw_card

CARD = (88, 134)
SIZE = (180, 230)  # width, height


def quad(x, y, turn=0.0):
    """A card whose middle lies there."""
    w, h, cos, sin = CARD[0] / 2, CARD[1] / 2, math.cos(math.radians(turn)), math.sin(math.radians(turn))
    return np.array(
        [(x + a * w * cos - b * h * sin, y + a * w * sin + b * h * cos) for a, b in ((-1, -1), (1, -1), (1, 1), (-1, 1))]
    )


def pile(*cards, light=1.0):
    """(h, w, 3) a table with these cards, (face, x, y, turn) each, the last on top."""
    picture = np.full((SIZE[1], SIZE[0], 3), (190, 205, 215), np.uint8)
    for face, *pose in cards:
        card = draw_card(face, (200, 305))
        corners = np.array([[0, 0], [200, 0], [200, 305], [0, 305]], np.float32)
        to = cv2.getPerspectiveTransform(corners, quad(*pose).astype(np.float32))
        mask = cv2.warpPerspective(np.full(card.shape[:2], 255, np.uint8), to, SIZE, flags=cv2.INTER_AREA)
        shown = cv2.warpPerspective(card, to, SIZE, flags=cv2.INTER_AREA)
        picture = np.where(mask[..., None] > 127, shown, picture)
    noise = np.random.default_rng(len(cards)).normal(0.0, 2.0, picture.shape)
    return np.clip(picture * light + noise, 0, 255).astype(np.uint8)


def another(now, before, top, was, light=1.0):
    place = np.array([[0, 0], [SIZE[0], 0], [SIZE[0], SIZE[1]], [0, SIZE[1]]], np.float32)
    old = None if was is None else quad(*was).astype(np.float32)
    return shows_card_beside(pile(*now, light=light), pile(*before), quad(*top).astype(np.float32), old, place)


OLD, TOP = (88.0, 112.0, 4.0), (78.0, 104.0, -3.0)


def test_a_card_laid_on_a_pile_leaves_nothing_new_beside_it():
    assert not another([("47", *OLD), ("12", *TOP)], [("47", *OLD)], TOP, OLD)


def test_nor_does_it_under_a_dimmer_light():
    assert not another([("47", *OLD), ("12", *TOP)], [("47", *OLD)], TOP, OLD, light=0.7)


@pytest.mark.parametrize("lower", [(106.0, 126.0, -6.0), (64.0, 120.0, -6.0), (84.0, 88.0, 6.0)])
def test_a_strip_of_a_card_that_was_not_there_is_seen(lower):
    assert another([("47", *OLD), ("88", *lower), ("12", *TOP)], [("47", *OLD)], TOP, OLD)


def test_so_is_one_of_a_card_that_began_the_pile_with_it():
    assert another([("88", 98.0, 122.0, 0.0), ("12", *TOP)], [], TOP, None)


@pytest.mark.parametrize("off", [(6.0, 0.0, 0.0), (-6.0, 4.0, 0.0), (3.0, 6.0, 0.0), (4.0, -2.0, 3.5)])
def test_a_lone_card_that_was_found_a_little_beside_where_it_lies_is_one(off):
    assert not another([("12", *TOP)], [], tuple(a + b for a, b in zip(TOP, off, strict=True)), None)


@pytest.mark.parametrize("to", [(108.0, 118.0, 4.0), (60.0, 124.0, 9.0), (90.0, 84.0, -8.0)])
@pytest.mark.parametrize("below", [(), (("35", 92.0, 116.0, -2.0),)])
def test_a_pushed_card_is_no_other_one(to, below):
    """Where it lay another card comes to light, or the table."""
    assert not another([*below, ("47", *to), ("12", *TOP)], [*below, ("47", *OLD)], TOP, OLD)


def test_nor_is_a_pile_that_was_pushed_as_a_whole():
    pushed = [("35", 112.0, 124.0, -2.0), ("47", 108.0, 120.0, 4.0)]
    assert not another([*pushed, ("12", *TOP)], [("35", 92.0, 116.0, -2.0), ("47", *OLD)], TOP, OLD)


def test_a_shadow_beside_the_pile_is_no_card():
    now, before = pile(("47", *OLD), ("12", *TOP)), pile(("47", *OLD))
    now[60:200, 136:150] = (now[60:200, 136:150] * 0.7).astype(np.uint8)
    place = np.array([[0, 0], [SIZE[0], 0], [SIZE[0], SIZE[1]], [0, SIZE[1]]], np.float32)
    assert not shows_card_beside(now, before, quad(*TOP).astype(np.float32), quad(*OLD).astype(np.float32), place)
