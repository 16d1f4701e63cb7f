"""What is kept of the phones: who has joined, and what `companion pair` shows of the companion that runs."""

from __future__ import annotations

import os

import pytest

from companion.app.companion import Companion
from companion.app.phone_book import Pairing, PhoneBook, choose_first_code, publish_pairing, read_pairing
from companion.cli.loader import main
from companion.machine.config import Config, Web
from web.door.phones import Role
from web.errors import PairingRefused

SHOWN = Pairing("http://192.0.2.7:8765/", "012345", "a-long-word", os.getpid())


def test_phones_are_kept_for_their_owner_alone(tmp_path):
    book = PhoneBook(tmp_path / "phones.json")
    assert list(book.load_phones()) == []
    book.save_phones([{"id": "3f2a"}])
    assert list(book.load_phones()) == [{"id": "3f2a"}]
    assert (tmp_path / "phones.json").stat().st_mode & 0o777 == 0o600


@pytest.mark.parametrize("text", ["", "{", "7", '{"id": 1}', "[7]"])
def test_a_book_that_cannot_be_read_lets_phones_join_again(tmp_path, text):
    (tmp_path / "phones.json").write_text(text)
    assert list(PhoneBook(tmp_path / "phones.json").load_phones()) == []


@pytest.mark.parametrize("text", ["", "{", "[]", '{"address": ""}'])
def test_what_no_companion_left_is_not_shown(tmp_path, text):
    path = tmp_path / "pairing.json"
    assert read_pairing(path) is None
    path.write_text(text)
    assert read_pairing(path) is None


def test_pair_shows_the_code_of_the_companion_that_runs(tmp_path, monkeypatch, capsys):
    monkeypatch.setenv("STATE_DIRECTORY", str(tmp_path))
    assert main(["pair"]) == 2
    assert capsys.readouterr().err.startswith("companion: no companion runs here that phones can join")
    publish_pairing(tmp_path / "pairing.json", SHOWN)
    assert read_pairing(tmp_path / "pairing.json") == SHOWN
    assert main(["pair", "--once"]) == 0
    said = capsys.readouterr().out
    assert "█" in said and said.endswith("Scan this, or open http://192.0.2.7:8765/ and type 012345\n")


def test_a_code_on_paper_holds_over_a_restart_until_a_first_phone_is_in(tmp_path):
    path = tmp_path / "pairing.json"
    assert choose_first_code(path, "") is None
    publish_pairing(path, SHOWN)
    assert choose_first_code(path, "") == "012345"
    assert choose_first_code(path, "482913") == "482913"


@pytest.mark.parametrize("text", ["{", "[]", '{"address": "", "code": "12", "word": "", "process": 1}'])
def test_a_damaged_code_is_not_taken_over(tmp_path, text):
    (tmp_path / "pairing.json").write_text(text)
    assert choose_first_code(tmp_path / "pairing.json", "") is None
    assert choose_first_code(tmp_path, "") is None


def test_the_page_of_the_access_point_may_read_the_code_and_no_stranger(tmp_path):
    publish_pairing(tmp_path / "pairing.json", SHOWN)
    assert (tmp_path / "pairing.json").stat().st_mode & 0o777 == 0o640


def started(state, card_code=""):
    """The door of a companion that has started and ended again."""
    companion = Companion(Config("en", "none", web=Web("0.0.0.0", 0)), lambda game, match: None, state, card_code=card_code)
    companion.server.stop_serving()
    return companion.access


def test_the_first_phone_joins_by_the_card_and_the_second_does_not(tmp_path):
    assert started(tmp_path, "482913").joining_code[0] == "482913"
    door = started(tmp_path)  # the card is taken out
    assert door.joining_code[0] == "482913"
    door.join_by_word(session := {}, "482 913", "192.0.2.9", "Anna", Role.REFEREE)
    assert session["phone"]
    for card_code in ("482913", ""):
        with pytest.raises(PairingRefused):
            started(tmp_path, card_code).join_by_word({}, "482913", "192.0.2.9", "Bruno", Role.PLAYER)
