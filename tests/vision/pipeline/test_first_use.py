"""What is dear at first use is done before the first frame."""

from tests.vision.watched_table import FACES, LAYOUT, changes, reader, table
from vision.drawn.table.acts import Lay, Wait
from vision.types import Reader
from vision.watcher import Watcher


class CountedDeck(Reader):
    """A reader that counts how often the pictures of its deck are looked through."""

    def __init__(self):
        self.looks_at_deck = 0

    def list_pictures(self):
        self.looks_at_deck += 1
        return reader().list_pictures()

    def __getattr__(self, name):
        return getattr(reader(), name)

    def read(self, crop):
        return reader().read(crop)


def test_no_frame_looks_through_a_deck():
    deck = CountedDeck()
    watcher = Watcher(table([Wait(0.3), Lay("up1", FACES[0]), Wait(1.0)]), LAYOUT, {"card": deck})
    before = deck.looks_at_deck
    told = list(watcher.events())
    assert changes(told) == [("up1", "", FACES[0])]
    assert (before, deck.looks_at_deck) == (1, 1)
