"""Which deck is meant by a name, and which reader reads it."""

from __future__ import annotations

import os
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import ClassVar

import numpy as np
import pytest

from companion.cli import main
from companion.cli.run import cards_and_board_of
from companion.games.sheets import load_sheet
from companion.machine.config import Config, load_config
from companion.session.snapshot import Snapshot
from companion.setup.guide import SetUp
from companion.setup.profile import ProfileShelf
from companion.sources.decks import deck_folder
from companion.sources.enrol_check import lacks_cards
from companion.sources.practice_decks import practice_deck_name
from companion.sources.readers import deck_for, enrolled_reader, reader_of
from companion.sources.sources import readers_for
from tests.small_decks import learn_small_deck
from tests.varied import varied
from vision.drawn.art.cards import draw_card
from vision.errors import DeckError
from vision.readers.enrolled.file import locate_deck, save_deck
from vision.readers.enrolled.reader import EnrolledReader
from vision.readers.enrolment.learning import Sample

ROOT = Path(__file__).parents[3]


@pytest.fixture(autouse=True)
def state(tmp_path, monkeypatch):
    monkeypatch.setenv("STATE_DIRECTORY", str(tmp_path))


def enrolled(name, game, at):
    save_deck(replace(learned("2", "47"), name=name, game=game), deck_folder())
    os.utime(locate_deck(deck_folder(), name), (at, at))


@pytest.mark.parametrize(("game", "deck"), [("the_game", "numbers"), ("extreme", "numbers"), ("sequence", "standard")])
def test_auto_takes_the_built_in_deck_that_suits_the_game(game, deck):
    assert deck_for(game, "auto") == deck


def test_auto_takes_the_deck_that_was_enrolled_for_the_game_last():
    enrolled("old", "the_game", 1_000_000)
    enrolled("new", "the_game", 2_000_000)
    enrolled("other", "quick_easy", 3_000_000)
    assert deck_for("the_game", "auto") == "new"
    assert deck_for("extreme", "auto") == "numbers"


def test_auto_never_takes_the_practice_deck_that_a_demo_left():
    enrolled("old", "the_game", 1_000_000)
    enrolled(practice_deck_name("the_game"), "the_game", 2_000_000)
    enrolled(practice_deck_name("quick_easy"), "quick_easy", 3_000_000)
    assert (deck_for("the_game", "auto"), deck_for("quick_easy", "auto")) == ("old", "numbers")


def test_a_deck_that_was_enrolled_while_the_clock_was_ahead_is_not_the_last_for_ever():
    enrolled("old", "the_game", 4_070_908_800)  # the year 2099
    save_deck(replace(learned("2", "47"), name="new", game="the_game"), deck_folder())
    assert deck_for("the_game", "auto") == "new"


def test_a_named_deck_is_the_one_that_is_named():
    assert deck_for("the_game", "ours") == "ours" and deck_for("the_game", "") == ""


def test_a_game_that_has_no_numbers_is_not_read_as_numbers():
    with pytest.raises(DeckError, match="standard"):
        readers_for("sequence", "numbers")


def test_the_drawn_cards_of_the_virtual_table_are_not_learned():
    assert not readers_for("the_game", "numbers", drawn=True)["card"].learns
    assert readers_for("the_game", "numbers")["card"].learns


@pytest.mark.parametrize("name", ["numbers", "auto", "numbers-the_game"])
def test_nobody_enrols_a_deck_under_a_name_that_is_taken(name, tmp_path, capsys):
    assert main(["enrol", name, "--images", str(tmp_path)]) == 2
    assert "choose another name" in capsys.readouterr().err


def test_the_decks_that_need_no_enrolment_are_listed(capsys):
    assert main(["decks"]) == 0
    assert [line.split("\t")[0] for line in capsys.readouterr().out.splitlines()] == ["standard", "numbers"]


def test_read_takes_a_game_for_the_built_in_deck_of_numbers_alone(tmp_path, capsys):
    assert main(["read", str(tmp_path / "a.png"), "--deck", "standard", "--game", "the_game"]) == 2
    assert "--game is for --deck numbers" in capsys.readouterr().err


class NoEye:
    """Sees nothing yet."""

    last_image = None
    settled_faces: ClassVar[dict[str, str]] = {}

    def reopen_camera(self):
        pass


@pytest.mark.parametrize("language", ["en", "it"])
def test_the_phone_offers_the_decks_that_need_no_enrolment(tmp_path, language):
    set_up = SetUp(Config(), ProfileShelf(tmp_path / "profile.json"), NoEye(), Snapshot)
    (step,) = [step for step in set_up.describe_steps(language)["steps"] if step["name"] == "deck"]
    labels = {choice["value"]: choice["label"] for choice in step["choices"]}
    assert {"auto", "numbers", "standard", ""} <= set(labels)
    assert "numer" in labels["numbers"] or "number" in labels["numbers"]
    set_up.perform_action({"step": "deck", "action": "choose", "value": "numbers"})
    assert set_up.table_config.eye.deck == "numbers"


def test_a_new_installation_needs_neither_a_mat_nor_an_enrolled_deck():
    shipped = load_config(ROOT / "systemd" / "companion.toml").eye
    assert {(eye.mat, eye.deck) for eye in (Config().eye, shipped)} == {("none", "auto")}
    assert deck_for("the_game", "auto") == "numbers" and deck_for("sequence", "auto") == "standard"
    assert deck_for("the_game", "auto", drawn=True) == "", "on the virtual table lies the practice deck"


def test_the_table_of_commands_follows_the_deck_that_is_chosen_on_the_phone(tmp_path):
    faces = [f"{number}:stop" for number in (11, 22)]
    deck = learn_small_deck("ours", [Sample(face, draw_card(face, (200, 280))) for face in (*faces, "47")], "extreme")
    save_deck(deck, deck_folder())
    shelf = ProfileShelf(tmp_path / "profile.json")
    commands, layout = cards_and_board_of(Config(), shelf)
    assert len(commands("extreme") or ()) == 28 and layout("sequence") is None, "the practice deck of the virtual table"
    shelf.change_profile(source="v4l2:0", deck="numbers")
    assert commands("extreme") is None, "nobody knows the commands of a deck that nobody enrolled"
    shelf.change_profile(deck="ours")
    assert commands("extreme") == {"11": "stop", "22": "stop"} and commands("the_game") is None


@pytest.mark.whole
def test_a_card_that_the_deck_does_not_know_is_not_taken_for_its_neighbour():
    """Some cards were left out when the deck was enrolled, or could not be found in their pictures."""
    known = ("2", "13", "33", "43", "47", "53", "77", "87", "99")
    save_deck(
        learn_small_deck("ours", [Sample(face, draw_card(face, (200, 280))) for face in known], "the_game"), deck_folder()
    )
    reader = reader_of("ours")
    seen = {face: reader.read(draw_card(face, (200, 280))) for face in (*known, "3", "10", "37", "38", "58", "67", "97")}
    assert {face for face, reading in seen.items() if reading.accepted} == {*known}


@pytest.mark.parametrize(
    ("left_out", "lacks"), [((), False), (("F22", "F77"), False), (("38",), True)], ids=["nothing", "burning cards", "a number"]
)
def test_burning_cards_need_not_be_there(left_out, lacks):
    assert lacks_cards("the_game", [face for face in load_sheet("the_game").deck if face not in left_out]) is lacks


@cache
def learned(*faces):
    return learn_small_deck("ours", [Sample(face, draw_card(face, (200, 280))) for face in faces])


@pytest.mark.whole
def test_a_number_card_that_the_deck_doubts_is_taken_where_the_built_in_reader_says_the_same():
    deck = learned("3", "5", "6", "8", "9", "33", "38", "83")
    y, x = np.mgrid[:280, :200]
    lamp = 0.95 * np.exp(-((x - 100) ** 2 + (y - 140) ** 2) / (2 * 40**2))[..., None]
    bleached = np.clip(draw_card("38", (200, 280)) * (1 - lamp) + 250 * lamp, 0, 255).astype(np.uint8)
    assert not EnrolledReader(deck).read(bleached).accepted
    seen = enrolled_reader(deck).read(bleached)
    assert (seen.face, seen.accepted) == ("38", True)


@pytest.mark.whole
@varied(
    "faces",
    [("s3", "g3", "s25", "g25"), ("3G", "3X", "7G", "7X"), ("66", "F66", "33", "F33")],
    ids=["metals", "colours", "flames"],
)
def test_what_two_cards_of_one_number_look_like_under_a_lamp_nobody_else_knows_better(faces):
    deck = learned(*faces)
    reader, alone = enrolled_reader(deck), EnrolledReader(deck)
    lamps = [np.array([blue, 1.0, red]) for blue in (0.6, 0.8, 1.2) for red in (0.7, 0.9, 1.2)]
    crops = [np.clip(draw_card(face, (200, 280)) * lamp, 0, 255).astype(np.uint8) for face in deck.faces for lamp in lamps]
    assert [reader.read(crop).accepted for crop in crops] == [alone.read(crop).accepted for crop in crops]


def test_cards_of_no_built_in_deck_are_read_by_the_deck_alone():
    reader = enrolled_reader(learned("QH", "up:1-99", "7B"))
    assert reader.read(draw_card("7B", (200, 280))).face == "7B"
