"""Pips stand where the face of a card has them. Drawn."""

import numpy as np
import pytest

from tests.vision.readers.french.test_reader import index
from vision.drawn.art.cards import draw_card
from vision.drawn.art.styles import STYLES
from vision.readers.french.sights import StandardSight
from vision.readers.french.verdict import doubt_reading
from vision.readers.french_print.pips import PIPS, count_misplaced
from vision.types import Reading

SIZE = (200, 280)


@pytest.mark.parametrize("name", [name for name, style in STYLES.items() if style.pips])
@pytest.mark.parametrize("rank", PIPS)
def test_every_drawn_number_card_has_its_own_pips_either_way_up(name, rank):
    for suit in "CDHS":
        card = draw_card(rank + suit, SIZE, STYLES[name], (63, 88))
        assert count_misplaced(card, rank) < 2 and count_misplaced(np.ascontiguousarray(card[::-1, ::-1]), rank) < 2


@pytest.mark.parametrize(("lies", "read"), [("8H", "6"), ("9C", "7"), ("TS", "4"), ("6H", "9"), ("5C", "2")])
def test_another_number_has_not(lies, read):
    assert count_misplaced(draw_card(lies, SIZE, size_mm=(63, 88)), read) >= 2


def test_nothing_is_said_of_aces_courts_and_cards_bleached_by_light():
    assert count_misplaced(draw_card("KH", SIZE, size_mm=(63, 88)), "K") == 0
    assert count_misplaced(np.full((280, 200, 3), 250, np.uint8), "8") == 0


@pytest.mark.parametrize("court", ["JH", "QH", "KS", "KD"])
def test_a_court_is_no_ten(court):
    assert count_misplaced(draw_card(court, SIZE, size_mm=(63, 88)), "T") >= 3


def test_an_eight_in_four_rows_is_one_and_a_nine_is_not():
    card = draw_card("9C", SIZE, size_mm=(63, 88))
    assert count_misplaced(card, "8") >= 2
    card[115:165, 70:130] = 250
    assert count_misplaced(card, "8") < 2


@pytest.mark.parametrize(("lies", "sure", "accepted"), [("KD", 0.95, False), ("6D", 0.95, True), ("KD", 0.99, True)])
def test_two_corners_alone_of_which_none_is_plain_say_no_number_whose_pips_are_not_there(lies, sure, accepted):
    card = draw_card(lies, SIZE, size_mm=(63, 88))
    box = np.array([[0, 0], [200, 0], [200, 280], [0, 280]], np.float32)
    corners = (index("6D", 20, 40, (0, 50), sure), index("6D", 180, 240, (0, -50), sure))
    reading = Reading("", "6D", 0.95, (), accepted=True)
    assert doubt_reading(reading, StandardSight(box, corners, None), card).accepted == accepted
