"""What is kept of the phones: who has joined, and what `companion pair` shows of the companion that runs."""

from __future__ import annotations

import os

import pytest

from companion.app.phone_book import Pairing, PhoneBook, publish_pairing, read_pairing
from companion.cli.loader import main

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
