"""What is kept of a table without a mat, and which games go without one."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from companion.errors import ConfigError
from companion.games import GAMES
from companion.games.sheets import load_sheet
from companion.sources.bare import bare_table_for, goes_without_mat, keep_landmarks, load_landmarks


@pytest.fixture(autouse=True)
def state(tmp_path, monkeypatch):
    monkeypatch.setenv("STATE_DIRECTORY", str(tmp_path))
    return tmp_path


def picture(grey):
    return np.full((280, 200, 3), grey, np.uint8)


def test_pictures_of_direction_cards_are_there_again_the_next_evening():
    keep_landmarks("the_game", "ours", {"up:1-99": picture(10), "back": picture(200)})
    found = load_landmarks("the_game", "ours")
    assert {face: int(image[0, 0, 0]) for face, image in found.items()} == {"up:1-99": 10, "back": 200}
    assert load_landmarks("the_game", "theirs") == {} and load_landmarks("extreme", "ours") == {}


@pytest.mark.parametrize("data", [b"", b"PK\x03\x04 torn", b"no archive at all"])
def test_a_damaged_file_is_said_and_counts_for_nothing(state, capsys, data):
    keep_landmarks("the_game", "ours", {"up:1-99": picture(10)})
    (state / "layouts" / "the_game-ours.npz").write_bytes(data)
    assert load_landmarks("the_game", "ours") == {}
    assert "asked for anew" in capsys.readouterr().err


def test_every_game_goes_without_a_mat():
    assert [game for game in GAMES if not goes_without_mat(game)] == []


def test_a_game_with_neither_direction_cards_nor_a_board_says_that_it_needs_a_mat(monkeypatch):
    sheet = replace(load_sheet("sequence"), board_cells=None)
    monkeypatch.setattr("companion.sources.bare.load_sheet", lambda game: sheet)
    with pytest.raises(ConfigError, match="needs a mat"):
        bare_table_for("sequence")
