"""A reader that is put away is gone at once: each match has one, of tens of megabytes."""

import gc
import weakref

import pytest

from tests.small_decks import learn_small_deck
from vision.cards.candidates import CARD_CROP_PX
from vision.drawn.art.cards import draw_card
from vision.readers.enrolled.reader import EnrolledReader
from vision.readers.enrolment.learning import Sample


@pytest.fixture
def no_collector():
    gc.disable()
    yield
    gc.enable()


def test_a_reader_that_nobody_holds_waits_for_no_collector(no_collector):
    crops = {face: draw_card(face, CARD_CROP_PX) for face in ("12", "47", "83")}
    reader = EnrolledReader(learn_small_deck("three", [Sample(face, crop) for face, crop in crops.items()], "", 0.7))
    assert reader.read(crops["47"]).face == "47"
    gone = weakref.ref(reader)
    del reader
    assert gone() is None
