"""What is dear is done before the first frame, and what is dear in a frame is bounded. Measured by a clock of work, not of time."""

import pytest

from tests.vision.frame_work import CONVERSION, PILE_SEARCH, SEARCH, FrameWork
from tests.vision.watched_table import FACES, LAYOUT, SIZE, changes, reader, table
from vision.drawn.table.acts import Lay, Touch, Wait
from vision.types import Reader
from vision.watcher import Watcher

MAX_READINGS = 2
"""Of a frame in which one card is laid: the card, and what may lie beneath it."""
MAX_CONVERSIONS = 3
"""Of the whole picture in a frame."""


class CountedDeck(Reader):
    """A reader that counts what it is asked to do: pictures of its deck looked through, cards read, cards sought beneath others."""

    def __init__(self):
        self.looks_at_deck = self.readings = 0

    def list_pictures(self):
        self.looks_at_deck += 1
        return reader().list_pictures()

    def read(self, crop):
        self.readings += 1
        return reader().read(crop)

    def laid_under(self, image, before, top, known):
        self.readings += 1
        return reader().laid_under(image, before, top, known)

    def tell_work(self):
        """A clock that goes on by one with each card that is read."""
        return float(self.readings)


def test_no_frame_looks_through_a_deck():
    deck = CountedDeck()
    watcher = Watcher(table([Wait(0.3), Lay("up1", FACES[0]), Wait(1.0)]), LAYOUT, {"card": deck})
    before = deck.looks_at_deck
    told = list(watcher.events())
    assert changes(told) == [("up1", "", FACES[0])]
    assert (before, deck.looks_at_deck) == (1, 1)


@pytest.mark.whole
def test_no_frame_reads_more_than_a_few_cards_however_much_happens():
    deck, work = CountedDeck(), []
    script = [Wait(0.3), Lay("up1", FACES[0]), Lay("up2", FACES[1]), Touch("draw"), Lay("up1", FACES[2]), Lay("up2", FACES[3])]
    watcher = Watcher(table([*script, Wait(1.5)]), LAYOUT, {"card": deck}, clock=deck.tell_work)
    told = list(watcher.events(lambda: work.append(dict(watcher.pipeline.spent))))
    assert [after for _, _, after in changes(told)] == list(FACES[:4])
    assert max(sum(frame.values()) for frame in work) <= MAX_READINGS
    assert {stage for frame in work for stage, units in frame.items() if units} == {"cards"}


@pytest.mark.whole
def test_no_frame_searches_more_than_one_pile_or_the_mat_or_converts_the_picture_again_and_again():
    script = [Wait(0.3), Lay("up1", FACES[0]), Lay("up2", FACES[1]), Touch("draw"), Lay("up1", FACES[2])]
    watcher, work = Watcher(table([*script, Wait(1.0)]), LAYOUT, {"card": reader()}), FrameWork((SIZE[1], SIZE[0]))
    with work:
        told = list(watcher.events(work.end_frame))
    assert len(changes(told)) == 3
    assert 1 <= work.most(PILE_SEARCH) <= 2, "by the pattern, and by the outline"
    assert work.most(SEARCH) == 1 and sum(frame[SEARCH] for frame in work.frames) == 1, "the mat, in the first frame"
    steady = work.frames[2:]
    assert max(frame[CONVERSION] for frame in steady) <= MAX_CONVERSIONS
