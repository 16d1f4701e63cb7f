"""The ink of an index says red or black, whatever its shape; decks of four colours have blue diamonds and green clubs. Drawn."""

import numpy as np
import pytest

from tests.vision.readers.french.test_reader import STYLE, guess
from vision.drawn.art.cards import draw_card
from vision.readers.french.reader import StandardReader
from vision.readers.french_print import inks
from vision.readers.french_print.crops import IndexPatches, balance_white
from vision.readers.french_print.inks import read_french_card
from vision.readers.french_print.networks import Guess, Networks

RED, BLACK, BLUE, GREEN = (40, 30, 190), (45, 40, 40), (190, 60, 30), (50, 140, 30)


def coloured(guess: Guess, patch: np.ndarray) -> Guess:
    """What is left of a guess of the index that fills this patch."""
    return inks.rule_out_by_ink(guess, IndexPatches(patch), (15.5, 23.5), (0, 32))


def patch(red: bool) -> np.ndarray:
    return printed(RED if red else BLACK)


def printed(ink: tuple[int, int, int]) -> np.ndarray:
    """An upright index: two blots of one ink on paper."""
    crop = np.full((48, 32, 3), 235, np.uint8)
    for rows in (slice(9, 23), slice(28, 39)):
        crop[rows, 10:21] = ink
    return crop


def four_colours(face: str) -> np.ndarray:
    """A card whose diamonds or spades are blue and whose clubs are green."""
    card = draw_card(face, (200, 280), STYLE)
    if face[1] == "D":
        return np.ascontiguousarray(card[..., ::-1])
    channel = 1 if face[1] == "C" else 0
    card[..., channel] = np.maximum(card[..., channel], 150)
    return card


@pytest.mark.parametrize(("face", "red"), [("QH", False), ("9D", False), ("QS", True), ("AC", True)])
def test_what_has_the_other_ink_is_no_such_card(face, red):
    mixed = guess(face, 0.8)
    assert coloured(mixed, patch(red)).faces.sum() < 0.2
    assert np.allclose(coloured(mixed, patch(not red)).faces.max(), mixed.faces.max(), atol=0.01)


def test_pale_paper_says_nothing():
    heart = guess("QH")
    assert coloured(heart, np.full((48, 32, 3), 250, np.uint8)) is heart


@pytest.mark.parametrize("face", ["7H", "JD", "4C", "AS"])
def test_drawn_cards_keep_what_was_read(face):
    card = balance_white(draw_card(face, (160, 224), STYLE)[2:50, 0:32])
    assert coloured(guess(face), card).faces.max() > 0.9


@pytest.mark.parametrize("table", [(30, 120, 20), (30, 20, 130)])
def test_a_table_beside_an_index_is_not_its_ink(table):
    card, face = (patch(True), "3D") if table[1] > 100 else (patch(False), "3C")
    card[:, :9] = table
    assert coloured(guess(face, 0.95), card).faces.max() > 0.8


def test_a_sign_of_one_suit_in_the_ink_of_another_colour_is_none_however_sure_its_shape():
    assert coloured(guess("8S", 0.999), printed(RED)).faces.sum() < 0.1


@pytest.mark.parametrize(("face", "ink"), [("QS", BLUE), ("6H", BLUE), ("6C", BLUE), ("JD", GREEN), ("AH", GREEN)])
def test_blue_is_the_ink_of_signs_with_a_point_and_green_that_of_black_suits(face, ink):
    assert coloured(guess(face, 0.99), printed(ink)).faces.sum() < 0.1


@pytest.mark.parametrize("suit", "CDS")
def test_a_deck_of_four_colours_is_read_by_its_shapes(suit):
    reader = StandardReader()
    read = {rank + suit: reader.read(four_colours(rank + suit)) for rank in "A23456789TJQK"}
    assert [face for face, reading in read.items() if reading.accepted and reading.face != face] == []
    assert sum(reading.accepted for reading in read.values()) >= 10


def test_a_blue_table_in_one_corner_of_a_crop_is_no_ink():
    card = draw_card("7H", (200, 280), STYLE)
    card[:112, :55] = (200, 70, 40)
    seen = read_french_card(Networks(), card)
    assert seen.suit[2] > 0.9 * seen.suit[:4].sum() > 0.5
