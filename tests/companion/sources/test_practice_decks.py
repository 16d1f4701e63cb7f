"""The practice decks come learned; one that does not is learned once, and how far it is can be followed."""

from __future__ import annotations

import io
from functools import partial
from itertools import pairwise

import numpy as np
import pytest

from companion.games.sheets import build_practice_deck, list_games, load_sheet
from companion.sources import practice_decks
from companion.sources.practice_decks import (
    learn_practice_deck,
    load_practice_deck,
    locate_judges,
    rebuild_practice_deck,
)
from vision.cards.candidates import CARD_CROP_PX
from vision.drawn.art.cards import draw_card
from vision.drawn.art.styles import STYLES
from vision.errors import DeckError
from vision.readers.enrolled.crop_reader import CropReader
from vision.readers.enrolled.file import load_deck

MAX_SHIPPED_BYTES = 300_000


@pytest.fixture(autouse=True)
def state(tmp_path, monkeypatch):
    monkeypatch.setenv("STATE_DIRECTORY", str(tmp_path))
    return tmp_path


@pytest.mark.whole
@pytest.mark.parametrize("game", list_games())
def test_the_judges_of_every_game_come_learned_on_the_cards_that_are_drawn(game):
    """Where this fails the cards are drawn otherwise than before: `python -m tests.ship_practice_decks` learns them."""
    assert locate_judges(game).stat().st_size <= MAX_SHIPPED_BYTES
    deck = rebuild_practice_deck(game)
    assert (deck.faces, deck.game) == (tuple(build_practice_deck(load_sheet(game))), game)
    reader = CropReader(deck)
    for face in deck.faces[::9]:
        read = reader.read(draw_card(face, CARD_CROP_PX, size_mm=load_sheet(game).card_mm))
        assert read.face == face


def test_a_first_start_learns_nothing_and_keeps_the_deck(state):
    told = []
    deck = load_practice_deck("quick_easy", told.append)
    assert told == [] and len(deck.faces) == 50
    assert load_deck(state / "decks", deck.name).faces == deck.faces


def test_the_first_start_reads_by_the_same_numbers_as_the_next():
    first, second = (load_practice_deck("quick_easy") for _ in range(2))
    for part in ("planes", "mean", "steady"):
        assert np.array_equal(getattr(first, part), getattr(second, part)), part


def test_cards_that_are_drawn_otherwise_than_those_that_were_learned_are_learned_anew(monkeypatch):
    monkeypatch.setattr(practice_decks, "draw_card", partial(draw_card, style=STYLES["lagoon"]))
    with pytest.raises(DeckError, match="learned on other cards"):
        rebuild_practice_deck("quick_easy")


@pytest.mark.parametrize("damage", [b"", b"PK no zip at all"])
def test_a_damaged_file_of_judges_is_as_good_as_none(damage, tmp_path, monkeypatch):
    monkeypatch.setattr(practice_decks, "SHIPPED_JUDGES", tmp_path)
    locate_judges("quick_easy").write_bytes(damage)
    with pytest.raises(DeckError, match="install the package again"):
        rebuild_practice_deck("quick_easy")


@pytest.fixture
def small(tmp_path, monkeypatch):
    """A game whose deck nobody learned yet, of three cards."""
    monkeypatch.setattr(practice_decks, "SHIPPED_JUDGES", tmp_path / "none")
    monkeypatch.setattr(practice_decks, "build_practice_deck", lambda sheet: ["2", "47", "99"])


@pytest.mark.whole
@pytest.mark.usefixtures("small")
def test_how_far_a_deck_is_learned_is_told_until_it_is(capsys):
    told = []
    assert load_practice_deck("the_game", told.append).faces == ("2", "47", "99")
    *learning, end = told
    assert end is None and {each.game for each in learning} == {"the_game"}
    shares = [each.share for each in learning]
    assert shares[0] == 0.0 and shares[-1] == 1.0 and all(before < after for before, after in pairwise(shares))
    assert 10 <= len(shares) <= 22, "often enough for a bar, rarely enough for forty phones"
    assert capsys.readouterr().err == "Learning the practice deck of 3 cards (once) ...\n", "no bar in a log"


@pytest.mark.whole
@pytest.mark.usefixtures("small")
def test_the_time_that_is_left_is_told_once_it_can_be():
    seconds = iter(range(10**6))
    told = []
    learn_practice_deck("the_game", told.append, clock=lambda: float(next(seconds)))
    left = [each.left_s for each in told[:-1]]
    assert left[0] is None and left[-1] == 0.0
    assert all(each is not None and each >= 0 for each in left[3:])


@pytest.mark.whole
@pytest.mark.usefixtures("small")
def test_a_terminal_shows_a_bar(monkeypatch):
    class Terminal(io.StringIO):
        def isatty(self):
            return True

    terminal = Terminal()
    monkeypatch.setattr("sys.stderr", terminal)
    learn_practice_deck("the_game")
    assert "100 %" in terminal.getvalue() and "..." not in terminal.getvalue()


@pytest.mark.usefixtures("small")
def test_a_deck_that_cannot_be_learned_is_no_longer_told_as_being_learned(monkeypatch):
    monkeypatch.setattr(practice_decks, "build_practice_deck", lambda sheet: ["2"])
    told = []
    with pytest.raises(practice_decks.DeckError):
        learn_practice_deck("the_game", told.append)
    assert told[-1] is None
