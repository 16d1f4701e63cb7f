"""A deck that was saved and read back reads cards as it did before. Cards are drawn."""

import json

import cv2
import numpy as np
import pytest

from tests.small_decks import learn_small_deck
from vision.cards.candidates import CARD_CROP_PX
from vision.drawn.art.cards import draw_card
from vision.readers.enrolled.crop_reader import CropReader
from vision.readers.enrolled.file import load_deck, load_judges, pack_judges, save_deck
from vision.readers.enrolment.learning import Sample, rebuild_deck
from vision.types import Tones

COLOURS = ("7R", "7B", "7G", "7Y", "7X")
HAZE, VEIL = 0.45, 190
PAPER, BLACK = 245, 20


@pytest.fixture(scope="module")
def decks(tmp_path_factory):
    """The deck as it was learned, and as it is read from its file."""
    folder = tmp_path_factory.mktemp("decks")
    learned = learn_small_deck("ours", draw_samples(), "quick_easy", 5 / 7)
    save_deck(learned, folder)
    return learned, load_deck(folder, "ours")


def draw_samples():
    return [Sample(face, draw_card(face, CARD_CROP_PX)) for face in COLOURS]


def under_haze(card):
    return np.asarray(cv2.addWeighted(card, 1 - HAZE, np.full_like(card, VEIL), HAZE, 0), np.uint8)


def tones_under_haze():
    white, black = ((1 - HAZE) * level + HAZE * VEIL for level in (PAPER, BLACK))
    return Tones((white, white, white), black)


def test_a_deck_read_from_its_file_sees_colours_through_haze_as_well_as_the_one_that_was_learned(decks):
    learned, loaded = (CropReader(deck).under(tones_under_haze()) for deck in decks)
    for face in COLOURS:
        before, after = (reader.read(under_haze(draw_card(face, CARD_CROP_PX))) for reader in (learned, loaded))
        assert (after.face, after.accepted) == (before.face, before.accepted) == (face, True)
        assert after.confidence == pytest.approx(before.confidence, abs=0.02)


def test_judges_kept_in_a_quarter_of_their_size_read_as_surely_as_before(decks, tmp_path):
    packed = tmp_path / "ours.judges.npz"
    packed.write_bytes(pack_judges(decks[0]))
    judges = load_judges(packed)
    whole = sum(judge.weights.nbytes for judge in (judges.shape, judges.colour, judges.print))
    assert packed.stat().st_size < whole / 4 + 50_000, "beside the weights stand sizes of steps, and small pictures"
    rebuilt = rebuild_deck("ours", draw_samples(), judges, "quick_easy", 5 / 7)
    learned, kept = (CropReader(deck).under(tones_under_haze()) for deck in (decks[0], rebuilt))
    for face in COLOURS:
        before, after = (reader.read(under_haze(draw_card(face, CARD_CROP_PX))) for reader in (learned, kept))
        assert (after.face, after.accepted) == (before.face, before.accepted) == (face, True)
        assert after.confidence == pytest.approx(before.confidence, abs=0.02)


def test_a_deck_of_an_older_version_knows_no_veil_and_is_read_all_the_same(decks, tmp_path):
    path = save_deck(decks[0], tmp_path)
    with np.load(path) as stored:
        arrays = {key: stored[key] for key in stored.files}
    header = json.loads(arrays["header"].tobytes())
    del header["darkest"]
    np.savez_compressed(path, **(arrays | {"header": np.frombuffer(json.dumps(header).encode(), np.uint8)}))
    reading = CropReader(load_deck(tmp_path, "ours")).read(draw_card("7R", CARD_CROP_PX))
    assert (reading.face, reading.accepted) == ("7R", True)
