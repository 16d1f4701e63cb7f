"""`companion support`: what helps is in the bundle, and nothing that is nobody else's business."""

from __future__ import annotations

import json
import socket
import zipfile

import pytest

from companion.cli import main
from companion.match.events import Corrected, Entry, Played, Started
from companion.session.journal import Journal
from companion.wiring.phone_book import Pairing, PhoneBook, show
from web.phones import Phones, Role

SAID = """2026-01-06T20:30:00 table companion: phone joined by 482913
2026-01-06T20:31:00 table companion: a copy of the phone Zia Pina was sent away
2026-01-06T20:32:00 table companion: open http://192.168.1.20:8765/pair#secret-word-of-a-code
"""


@pytest.fixture
def home(tmp_path, monkeypatch):
    """A state directory in which an evening has been, on a machine whose log can be read."""
    state, tools = tmp_path / "state", tmp_path / "bin"
    state.mkdir()
    tools.mkdir()
    (tools / "journalctl").write_text(f"#!/bin/sh\ncat <<'END'\n{SAID}END\n")
    (tools / "journalctl").chmod(0o755)
    monkeypatch.setenv("PATH", f"{tools}:/usr/bin:/bin")
    monkeypatch.setenv("STATE_DIRECTORY", str(state))
    with Journal(state / "journal.sqlite") as journal:
        match = journal.begin(0.0)
        journal.append(match, Entry(1, Started("the_game", 2, names=("Ada Lovelace", "Bruno"))))
        journal.append(match, Entry(2, Played("up1", "", "47")))
        journal.append(match, Entry(3, Corrected(2, "41")))
    return state


def bundled(home, *arguments):
    out = home.parent / "help.zip"
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        (home.parent / "companion.toml").write_text(f'language = "en"\n[web]\nport = {free.getsockname()[1]}\n')
    assert main(["support", "--config", str(home.parent / "companion.toml"), "--out", str(out), *arguments]) == 0
    with zipfile.ZipFile(out) as bundle:
        return {name: bundle.read(name) for name in bundle.namelist()}


def test_it_holds_what_whoever_helps_will_ask_for(home):
    found = {name: data.decode() for name, data in bundled(home).items()}
    assert {"camera", "disk", "power", "card"} <= {check["name"] for check in json.loads(found["doctor.json"])}
    assert [entry["event"] for entry in json.loads(found["match.json"])] == ["started", "played", "corrected"]
    assert "table companion: open http://192.168.1.20:8765/" in found["log.txt"] and "port = " in found["companion.toml"]
    assert "table-companion 0" in found["versions.txt"] and "numpy==" in found["versions.txt"]
    assert "journal.sqlite" in found["files.txt"] and found["health.json"].startswith("no companion answers")
    assert (home.parent / "help.zip").stat().st_mode & 0o077 == 0


def test_no_name_no_code_no_key_is_in_it(home):
    phones, session = Phones(PhoneBook(home / "phones.json")), {}
    phones.join(session, "Zia Pina", Role.REFEREE)
    show(home / "pairing.json", Pairing("http://192.168.1.20:8765/", "482913", "secret-word-of-a-code", 1))
    secrets = [*(str(value).encode() for value in dict(session).values() if len(str(value)) > 4)]
    secrets += [token.encode() for phone in phones.all() for token in phone.tokens]
    everything = b"\n".join(bundled(home).values())
    for secret in [*secrets, b"Ada", b"Lovelace", b"Bruno", b"Zia Pina", b"482913", b"secret-word"]:
        assert secret not in everything
    assert b"player 1" in everything and b"a copy of the phone (phone) was sent away" in everything


def test_pictures_are_in_it_only_where_the_owner_agrees(home):
    picture = home / "decks" / "ours.corrections" / "1.jpg"
    picture.parent.mkdir(parents=True)
    picture.write_bytes(b"a picture")
    assert not [name for name in bundled(home) if name.endswith(".jpg")]
    found = bundled(home, "--pictures")
    assert found["pictures/ours.corrections/1.jpg"] == b"a picture" and b"Pictures: 1." in found["about.txt"]


def test_a_place_that_cannot_be_written_is_one_line(home, capsys):
    assert main(["support", "--out", str(home / "missing" / "help.zip")]) == 2
    said = capsys.readouterr().err
    assert said.count("\n") == 1 and "--out" in said


def test_without_a_match_and_a_service_there_is_still_something_to_send(tmp_path, monkeypatch):
    monkeypatch.setenv("STATE_DIRECTORY", str(tmp_path / "nothing"))
    monkeypatch.setenv("PATH", str(tmp_path))
    assert main(["support", "--out", str(tmp_path / "help.zip")]) == 0
    with zipfile.ZipFile(tmp_path / "help.zip") as bundle:
        assert bundle.read("match.json") == b"[]" and bundle.read("log.txt") == b""
