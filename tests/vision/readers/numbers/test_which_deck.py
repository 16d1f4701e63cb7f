"""Nobody said which game is played: its cards tell, drawn by the project itself, which no network has seen while learning."""

from __future__ import annotations

import numpy as np
import pytest

from companion.games.sheets import load_sheet
from vision.drawn.art.cards import draw_card
from vision.drawn.art.styles import STYLES
from vision.readers.numbers.reader import NumberReader, make_number_reader
from vision.readers.numbers.which_deck import guess_deck

DECKS = {game: load_sheet(game).deck for game in ("extreme", "the_game", "quick_easy", "face_to_face")}


@pytest.fixture(scope="module")
def reader() -> NumberReader:
    return make_number_reader()


def told(reader: NumberReader, *faces: str, style: str = "night") -> str | None:
    looks = [reader.examine_number(draw_card(face, (150, 210), STYLES[style])) for face in faces]
    return guess_deck(looks, DECKS)


@pytest.mark.parametrize("style", ["night", "slate", "wood"])
def test_a_few_cards_tell_their_game(reader: NumberReader, style: str) -> None:
    assert told(reader, "47", "12", "83", "6", "91", "70", style=style) == "the_game"
    assert told(reader, "7R", "2B", "9Y", "4G", style=style) == "quick_easy"
    assert told(reader, "s12", "g47", "s8", "g31", "s51", "g6", "s33", "g19", style=style) == "face_to_face"


def test_one_card_does_not_tell(reader: NumberReader) -> None:
    assert told(reader, "7R") is None and told(reader, "6") is None


def test_nothing_and_backs_tell_nothing(reader: NumberReader) -> None:
    assert guess_deck([], DECKS) is None
    assert told(reader, *["back"] * 20) is None


def test_one_card_that_is_read_wrongly_does_not_decide(reader: NumberReader) -> None:
    assert told(reader, "7R", "2B", "9Y", "4G", "88") == "quick_easy"


def test_what_is_no_card_weighs_nothing(reader: NumberReader) -> None:
    cloth = np.full((210, 150, 3), (60, 95, 40), np.uint8)
    assert guess_deck([reader.examine_number(cloth)] * 50, DECKS) is None
