"""The sheet on which a person looks over what was learned."""

import numpy as np
import pytest

from tests.small_decks import learn_small_deck
from vision.cards.candidates import CARD_CROP_PX
from vision.drawn.art.cards import draw_card
from vision.drawn.art.contact_sheet import caption_face, compose_contact_sheet
from vision.readers.enrolment.learning import Sample

AMBER = (0, 112, 196)


@pytest.fixture(scope="module")
def deck():
    return learn_small_deck(
        "ours", [Sample(face, draw_card(face, CARD_CROP_PX)) for face in ("47", "48", "2", "99")], "the_game"
    )


def has(image, bgr):
    return bool((np.abs(image.astype(int) - bgr).max(axis=2) < 8).any())


@pytest.mark.whole
def test_each_card_is_shown_as_it_was_learned(deck):
    sheet = compose_contact_sheet(deck)
    card = draw_card("99", (120, 168)).astype(int)
    height, width = sheet.shape[:2]
    near = min(
        np.abs(sheet[y : y + 168, x : x + 120] - card).mean()
        for y in range(90, min(height - 168, 130))
        for x in range(width - 120)
    )
    assert near < 12, "the 99 stands nowhere on the sheet"


def test_what_is_doubtful_stands_out_and_what_is_missing_has_a_place(deck):
    plain, doubtful, missing = (
        compose_contact_sheet(deck),
        compose_contact_sheet(deck, (), {"47": "blurred"}),
        compose_contact_sheet(deck, ["3", "4"]),
    )
    assert has(doubtful, AMBER) and not has(plain, AMBER) and not has(missing, AMBER)
    assert missing.shape[0] * missing.shape[1] > plain.shape[0] * plain.shape[1]


@pytest.mark.parametrize(
    ("face", "words"),
    [("TH", "10 hearts"), ("AS", "A spades"), ("47:skull", "47 skull"), ("47", "47"), ("99", "99"), ("5R", "5R")],
)
def test_a_caption_is_what_people_say(face, words):
    assert caption_face(face) == words
