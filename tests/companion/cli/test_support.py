"""`companion support`: what helps is in the bundle, and nothing that is nobody else's business."""

from __future__ import annotations

import json
import socket
import zipfile
from urllib.parse import quote

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.app.phone_book import Pairing, PhoneBook, publish_pairing
from companion.cli import main
from companion.doctor.scrubber import Scrubber
from companion.doctor.support import scrub_configuration, scrub_entry
from companion.journal.journal import Journal
from companion.match.events import Corrected, Entry, Inserted, Played, Started
from companion.shown.words.messages import catalogue
from web.door.phones import Phones, Role

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
        match = journal.begin_match(0.0)
        journal.append_entry(match, Entry(1, Started("the_game", 2, names=("Ada Lovelace", "Bruno"))))
        journal.append_entry(match, Entry(2, Played("up1", "", "47")))
        journal.append_entry(match, Entry(3, Corrected(2, "41")))
    return state


def bundled(home, *arguments, more=""):
    out = home.parent / "help.zip"
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        (home.parent / "companion.toml").write_text(
            f'language = "en"\n[web]\nport = {free.getsockname()[1]}\n' + more, encoding="utf-8"
        )
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
    phones.add_phone(session, "Zia Pina", Role.REFEREE)
    publish_pairing(home / "pairing.json", Pairing("http://192.168.1.20:8765/", "482913", "secret-word-of-a-code", 1))
    secrets = [*(str(value).encode() for value in dict(session).values() if len(str(value)) > 4)]
    secrets += [token.encode() for phone in phones.all_phones() for token in phone.tokens]
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


HOSTILE = ("Niccolò Bianchi", "Mosè", 'Anna-Maria O"Hara', "back\\slash", "李雷", "D’Angelo")
PHONES = ("Niccolò Phone", "Zoë", 'say "hi" & <bye>')


_PARTS = """niccol bianchi mosè mose mos\\u00e8 hara back\\slash 李 \\u674e angelo zoë zoe zo\\xeb noè no\\u00e8 verdi bye ulla håkan
    h\\xe5kan nonna villa"""
PARTS = _PARTS.split()
"""What is left of these names in one escaping or another, in small letters."""


def test_names_with_accents_and_quotes_are_in_no_file_of_it(home):
    """The same names in the log in several escapings, in names of files, in the configuration and in an older match."""
    with Journal(home / "journal.sqlite") as journal:
        older, match = journal.begin_match(1.0), journal.begin_match(2.0)
        journal.append_entry(older, Entry(1, Started("the_game", 2, names=("Ulla Öst", "Håkan"))))
        journal.append_entry(match, Entry(1, Started("the_game", 6, names=HOSTILE)))
        journal.append_entry(match, Entry(2, Corrected(1, names=("Noè Verdi", *HOSTILE[1:]))))
        journal.append_entry(match, Entry(3, Played("up1", "", "47")))
    phones = Phones(PhoneBook(home / "phones.json"))
    for name in PHONES:
        phones.add_phone({}, name, Role.PLAYER)
    picture = home / "decks" / "mose.corrections" / "1.jpg"
    picture.parent.mkdir(parents=True)
    picture.write_bytes(b"a picture")
    (home / "decks" / "niccolo-bianchi.deck.npz").write_bytes(b"")
    names = [*HOSTILE, *PHONES, "Noè Verdi", "Ulla Öst", "Håkan"]
    log = [f"table companion: {way(name)}" for name in names for way in (str, json.dumps, repr, ascii, quote)]
    log.append(catalogue("it").text("phone-copied", name="Nonna Ines"))
    (home.parent / "log").write_text("\n".join(log), encoding="utf-8")
    (home.parent / "bin" / "journalctl").write_text(f"#!/bin/sh\ncat {home.parent / 'log'}\n")
    more = '# Zoë\'s table\nnames = ["villa-rossi.example"]\n'
    found = bundled(home, "--pictures", more=more)
    everything = "\n".join(name + data.decode(errors="replace") for name, data in found.items()).casefold()
    assert not [part for part in PARTS if part in everything]
    match = json.loads(found["match.json"])
    assert match[0]["names"] == [f"player {seat}" for seat in range(1, 7)] and match[2]["after"] == "47"
    assert b"(host 1)" in found["companion.toml"] and b"port = " in found["companion.toml"]


def test_a_player_called_like_a_word_of_the_log_changes_nothing_but_their_name(home):
    with Journal(home / "journal.sqlite") as journal:
        match = journal.begin_match(1.0)
        journal.append_entry(match, Entry(1, Started("the_game", 2, names=("played", "up1"))))
        journal.append_entry(match, Entry(2, Played("up1", "", "47")))
    started, played = json.loads(bundled(home)["match.json"])
    assert started["names"] == ["player 1", "player 2"] and (started["event"], started["game"]) == ("started", "the_game")
    assert (played["event"], played["zone"]) == ("played", "up1")


names_of_people = st.text(
    st.characters(codec="utf-8", exclude_categories=["Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"]), max_size=40
)


@pytest.mark.whole
@given(st.lists(names_of_people, min_size=1, max_size=6))
def test_whatever_players_are_called_their_names_leave_the_log_by_their_keys(names):
    entry = Entry(1, Started("the_game", 6, names=tuple(names)))
    told = scrub_entry(entry, Scrubber({name: "x" for name in names if name}))
    assert told["names"] == [f"player {seat}" if name else "" for seat, name in enumerate(names, start=1)]
    assert scrub_entry(Entry(2, Inserted(1, Played("up1", "", "47"))), Scrubber({}))["fact"]["zone"] == "up1"


def test_a_configuration_that_is_no_toml_is_in_it_without_names(home):
    phones = Phones(PhoneBook(home / "phones.json"))
    phones.add_phone({}, "Zoë", Role.PLAYER)
    clean = scrub_configuration('names = ["Zo\\u00eb"\n', Scrubber({"Zoë": "(phone)"}))
    assert clean == 'names = ["(phone)"\n'


def test_a_log_whose_bytes_are_no_text_is_in_it(home):
    (home.parent / "bin" / "journalctl").write_bytes(b"#!/bin/sh\nprintf 'Niccol\\362 \\377'\n")
    assert bundled(home)["log.txt"].startswith(b"Niccol")


WRONG = {
    "a line that is no TOML": 'language = "en"\nturns = touch # as at Ottilia\'s\n[web]\nport = 9\nnames = ["villa-rossi.example"]\n',
    "a key that nobody knows": 'langauge = "en"\n',
    "a source that nobody knows": '[eye]\nsource = "teapot"\n',
    "a mat that is no file": '[eye]\nmat = "nowhere.json"\n',
    "a name of a host that is not closed": 'language = "en"\n[web]\nport = 9\nnames = ["villa-rossi.example"\nmetrics = 1\n',
    "nesting without end": "language = " + "[" * 9999,
    "a byte that is no text": "language = \udcff",
}
"""Configurations that cannot be used, each with what would be left of names if they stayed in."""


@pytest.mark.parametrize("text", [pytest.param(text, id=what) for what, text in WRONG.items()])
def test_a_configuration_that_cannot_be_used_is_in_the_report_with_its_error(home, capsys, text):
    (home.parent / "wrong.toml").write_text(text, encoding="utf-8", errors="surrogateescape")
    out = home.parent / "help.zip"
    assert main(["doctor", "--config", str(home.parent / "wrong.toml")]) == 2
    refused = capsys.readouterr().err.removeprefix("companion: ").strip()
    assert main(["support", "--config", str(home.parent / "wrong.toml"), "--out", str(out)]) == 0
    assert refused in capsys.readouterr().out
    with zipfile.ZipFile(out) as bundle:
        found = {name: bundle.read(name).decode() for name in bundle.namelist()}
    checks = {check["name"]: check for check in json.loads(found["doctor.json"])}
    first_words = refused.split("“")[0].split("#")[0].split(": ", 1)[1]
    assert first_words in checks["configuration"]["found"] and checks["configuration"]["status"] == "failed"
    assert {"disk", "clock", "zbar"} <= {*checks} and "camera" not in checks
    assert len(json.loads(found["match.json"])) == 3 and len(found["companion.toml"]) > 9
    assert not [(name, said) for name, said in found.items() for word in ("Ottilia", "villa-rossi") if word in said]


def test_a_configuration_that_is_missing_is_named_in_the_report(home, capsys):
    out = home.parent / "help.zip"
    assert main(["support", "--config", str(home.parent / "missing.toml"), "--out", str(out)]) == 0
    assert "missing.toml: cannot be read" in capsys.readouterr().out


DAMAGE = {
    "journal.sqlite": (b"SQLite format 3\0" + b"\xff" * 999, b"", None),
    "journal.sqlite-wal": (b"\xff" * 999, None),
    "phones.json": (b"[" * 99_999, b"\xff\xfe", b'{"phones": 7}', None),
    "pairing.json": (b'{"code": ' * 9_999, None),
    "decks": (b"no folder",),
}
"""Files of the state directory and what befell them; None = a folder lies there."""


@pytest.mark.parametrize(("name", "data"), [(name, data) for name, kinds in DAMAGE.items() for data in kinds])
def test_whatever_is_damaged_in_the_state_directory_there_is_a_report(home, name, data):
    hurt = home / name
    hurt.unlink(missing_ok=True)
    if data is None:
        hurt.mkdir()
    else:
        hurt.write_bytes(data)
    found = bundled(home, "--pictures")
    assert name in found["files.txt"].decode() and json.loads(found["doctor.json"])
