"""What is seen of a table before it is found: its look without hands, and cards that are covered meanwhile."""

from __future__ import annotations

import numpy as np

from vision.bare.laid import LyingCard
from vision.bare.remembered import add_remembered, compute_look, find_seen_before, keep_picture, remember_cards

TABLE = np.full((40, 60, 3), 90, np.uint8)
QUAD = np.array([(10, 10), (30, 10), (30, 38), (10, 38)], np.float32)


def with_hand(left: int) -> np.ndarray:
    """The table with a hand over part of it, 20 pixels wide from `left`."""
    picture = TABLE.copy()
    picture[:, left : left + 20] = 200
    return picture


def test_hands_that_come_and_go_are_no_part_of_the_look_of_a_table():
    pictures = ()
    for second, picture in enumerate([TABLE, with_hand(0), with_hand(20), TABLE, with_hand(40)]):
        assert compute_look(pictures) is None, "too few pictures"
        pictures = keep_picture(pictures, float(second), picture)
        pictures = keep_picture(pictures, second + 0.1, with_hand(0))  # too soon after the one before
    assert (compute_look(pictures) == TABLE).all()
    assert not find_seen_before(pictures, with_hand(10))[:, 10:30].any()
    assert find_seen_before(pictures, TABLE).all()


def test_a_card_that_was_covered_lies_beneath_and_one_that_went_does_not():
    read = [LyingCard(QUAD, "12")], [LyingCard(QUAD + 2, "15")], [LyingCard(QUAD, "12")]
    known = remember_cards((), read[0], TABLE)
    assert [(one.face, one.beneath) for one in add_remembered(known, read[1], TABLE)] == [("15", ("12",))]
    known = remember_cards(known, read[1], TABLE)
    assert [(one.face, one.beneath) for one in add_remembered(known, read[2], TABLE)] == [("12", ())]


def test_a_card_that_cannot_be_read_any_more_lies_there_where_it_looks_as_it_did():
    known = remember_cards((), [LyingCard(QUAD, "12")], TABLE)
    for picture, is_seen, beneath in ((TABLE, True, ()), (with_hand(5), False, ("12",))):
        (card,) = add_remembered(known, [], picture)
        assert (card.face, card.is_seen, card.beneath) == ("12", is_seen, beneath)
