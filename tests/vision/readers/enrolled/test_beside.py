"""An enrolled deck of ordinary cards: what the built-in reader sees beside its cards lies there too."""

import cv2
import numpy as np
import pytest

from tests.small_decks import learn_small_deck
from tests.vision.on_cloth import lay, table
from vision.drawn.art.cards import draw_card
from vision.drawn.art.styles import STYLES
from vision.readers.enrolled.reader import EnrolledReader
from vision.readers.enrolment.learning import Sample
from vision.readers.french.reader import StandardReader, make_standard_reader
from vision.types import UNREADABLE, Reading

OURS, THEIRS = STYLES["night"], STYLES["paper"]
FAN = ("2H", "5S", "8D", "JC", "KH")
OTHERS = ("4S", "9C")


@pytest.fixture(scope="module")
def built_in() -> StandardReader:
    return make_standard_reader()


@pytest.fixture(scope="module")
def reader(built_in: StandardReader) -> EnrolledReader:
    samples = [Sample(face, draw_card(face, (200, 280), OURS)) for face in FAN + OTHERS]
    return EnrolledReader(learn_small_deck("ours", samples, "sequence", 5 / 7), beside=built_in)


def fan(style, faces=FAN):
    """Cards in a hand that lies on a green cloth: of all but the last only a strip shows."""
    picture = table()
    for i, face in enumerate(faces):
        lay(picture, face, 130 + 34 * i, 240 + 3 * i, 10 - 5 * i, 130, style)
    return picture


def accepted(reader, picture):
    return sorted(reading.face for _, reading in reader.read_picture(picture) if reading.accepted)


def test_the_strips_of_a_fan_are_read_where_its_top_card_is_the_decks(reader):
    alone = EnrolledReader(reader.deck)
    assert accepted(reader, fan(OURS)) == sorted(FAN)
    assert len(accepted(alone, fan(OURS))) < len(FAN)


def fan_without_outline_beside(face):
    """The fan with its top card on a white napkin, fingers along its edges, and this card alone and out of focus beside it."""
    picture, white = table(), (245, 245, 245)
    cv2.rectangle(picture, (200, 120), (480, 400), white, -1)
    for i, held in enumerate(FAN):
        lay(picture, held, 130 + 34 * i, 240 + 3 * i, 10 - 5 * i, 130, OURS)
    for start, end in (((210, 150), (345, 173)), ((188, 328), (314, 352)), ((345, 173), (314, 352))):
        cv2.line(picture, start, end, white, 7)
    alone = table()
    lay(alone, face, 220, 240, 0, 110, OURS)
    return np.hstack([picture, cv2.GaussianBlur(alone, (0, 0), 2.0)])


def test_the_strips_of_a_fan_are_read_where_its_top_card_was_found_by_print_beside_a_card_out_of_focus(reader):
    assert accepted(reader, fan_without_outline_beside("9C")) == sorted((*FAN, "9C"))


def test_a_fan_of_another_makers_cards_is_left_to_that_maker(reader, built_in):
    picture = fan(THEIRS)
    assert len(accepted(built_in, picture)) >= 4
    assert accepted(reader, picture) == []


class KnowsNone(StandardReader):
    """Reads no card played flat, as the built-in one of a deck with foreign letters; what it takes them for in pictures is not to count."""

    def read(self, crop):
        return Reading("", UNREADABLE, 0.9, (), accepted=False)


def test_a_reader_that_cannot_read_the_decks_own_pictures_is_not_heard(reader):
    assert accepted(EnrolledReader(reader.deck, beside=KnowsNone()), fan(OURS)) == accepted(
        EnrolledReader(reader.deck), fan(OURS)
    )


def test_a_card_that_the_deck_lacks_is_not_told(reader, built_in):
    picture = fan(OURS, ("2H", "7D", "8D", "JC", "KH"))
    assert "7D" in accepted(built_in, picture)
    assert accepted(reader, picture) == sorted(("2H", "8D", "JC", "KH"))
