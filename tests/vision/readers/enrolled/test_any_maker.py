"""What a reader that knows these faces of any maker is believed about an enrolled deck's table."""

import numpy as np
import pytest

from vision.cards.candidates import Card
from vision.readers.enrolled.any_maker import confirm_reading, doubt_if_denied, find_other_cards, is_of_deck
from vision.readers.enrolled.crop_reader import CardSight
from vision.types import Reading

PLACE = np.array([[100, 100], [163, 100], [163, 188], [100, 188]], np.float32)
NOTHING = np.zeros((1, 1, 3), np.uint8)


def reading(face, accepted=True):
    return Reading("", face, 0.97, (), accepted)


def seen(face, whole, accepted=True, place=PLACE):
    return Card(place, NOTHING, 1.0, 5 / 7), CardSight(reading(face, accepted), False, whole, 0.8, NOTHING, NOTHING)


@pytest.mark.parametrize(("whole", "accepted"), [(0.75, True), (0.6, False)])
def test_what_both_read_as_the_same_card_is_accepted_if_it_is_like_the_decks(whole, accepted):
    [(_, sight)] = confirm_reading([seen("2S", whole, accepted=False)], reading("2S"))
    assert sight.reading.accepted == accepted


def test_what_both_read_otherwise_stays_a_question():
    doubtful = seen("2S", 0.8, accepted=False)
    assert confirm_reading([doubtful], reading("2C")) == [doubtful]


def test_a_part_of_a_card_is_asked_where_another_card_is_surely_read_in_its_place():
    moved = PLACE + np.float32(40)
    assert not doubt_if_denied((PLACE, reading("4D")), [(PLACE + np.float32(2), reading("4H"))])[1].accepted
    assert doubt_if_denied((PLACE, reading("4D")), [(PLACE, reading("4D"))])[1].accepted
    assert doubt_if_denied((PLACE, reading("4D")), [(moved, reading("4H"))])[1].accepted


def test_a_card_counts_as_the_decks_own_from_a_likeness_that_no_other_makers_has():
    assert is_of_deck([seen("KH", 0.95)])
    assert not is_of_deck([seen("KH", 0.94)])
    assert not is_of_deck([seen("KH", 0.96, accepted=False)])


def test_besides_are_other_cards_of_the_deck_that_are_as_large():
    far, own = PLACE + np.float32(300), [seen("KH", 0.95)]
    tiny = far[0] + (far - far[0]) * np.float32(0.3)
    sure = [(PLACE, reading("KH")), (far, reading("2S")), (tiny, reading("3S")), (far, reading("9D"))]
    assert [said.face for _, said in find_other_cards(sure, own, ("KH", "2S", "3S"))] == ["2S"]
