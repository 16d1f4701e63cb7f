"""Cards that are read before a table is found, and covered meanwhile."""

from __future__ import annotations

import numpy as np

from vision.bare.laid import LyingCard
from vision.bare.remembered import add_remembered, remember_cards

TABLE = np.full((40, 60, 3), 90, np.uint8)
QUAD = np.array([(10, 10), (30, 10), (30, 38), (10, 38)], np.float32)


def with_hand(left: int) -> np.ndarray:
    """The table with a hand over part of it, 20 pixels wide from `left`."""
    picture = TABLE.copy()
    picture[:, left : left + 20] = 200
    return picture


def test_a_card_that_was_covered_lies_beneath_and_one_that_went_does_not():
    read = [LyingCard(QUAD, "12")], [LyingCard(QUAD + 2, "15")], [LyingCard(QUAD, "12")]
    known = remember_cards((), read[0], TABLE)
    assert [(one.face, one.beneath) for one in add_remembered(known, read[1], TABLE)] == [("15", ("12",))]
    known = remember_cards(known, read[1], TABLE)
    assert [(one.face, one.beneath) for one in add_remembered(known, read[2], TABLE)] == [("12", ())]


def test_a_card_that_cannot_be_read_any_more_lies_there_or_beneath_what_looks_otherwise():
    known = remember_cards((), [LyingCard(QUAD, "12")], TABLE)
    assert [(one.face, one.beneath) for one in add_remembered(known, [], TABLE)] == [("12", ())]
    assert [(one.face, one.beneath) for one in add_remembered(known, [], with_hand(5))] == [("", ("12",))]


def test_a_card_that_was_moved_lies_in_its_new_place_alone():
    known = remember_cards((), [LyingCard(QUAD, "12")], TABLE)
    assert [(one.face, one.beneath) for one in add_remembered(known, [LyingCard(QUAD + 14, "12")], TABLE)] == [("12", ())]
    assert [(one.face, one.beneath) for one in add_remembered(known, [LyingCard(QUAD + 10, "15")], TABLE)] == [("15", ())]
