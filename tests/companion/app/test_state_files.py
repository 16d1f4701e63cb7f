"""No file of the state directory keeps the table dark: what cannot be used is set aside, told, and begun anew."""

from __future__ import annotations

import json
import shutil
import ssl
from datetime import UTC, datetime
from pathlib import Path

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from companion.app.phone_book import PhoneBook
from companion.app.state_files import STATE_FILES, STATE_FOLDERS, look_over_archives, look_over_files, note_files
from companion.doctor.config_check import load_checked_config
from companion.doctor.metrics import Metrics, MetricSources
from companion.errors import StateError, StateInUse
from companion.footage.clips import Clip, ClipName, Shot
from companion.footage.shelf import ClipShelf
from companion.games.boards import CLASSIC
from companion.journal.backup import back_up_daily
from companion.journal.journal import Journal
from companion.journal.set_aside import move_aside
from companion.journal.state_lock import LOCK_NAME, StateLock
from companion.machine.network.certificate import ensure_certificate, read_fingerprint, set_damaged_aside
from companion.machine.pace import Pace
from companion.session.snapshot import Snapshot
from companion.setup.profile import ProfileShelf, TableProfile
from companion.shown.words.languages import list_languages
from companion.shown.words.messages import catalogue
from companion.sources.decks import deck_folder
from companion.sources.readers import deck_for
from tests.companion.journal.journal_files import NOW, log_of, play
from web.wire.tls import tls_context

PHONES = [{"id": "a1", "role": "referee", "name": "Anna", "joined": 1.0, "heard": 2.0, "tokens": ["f" * 64]}]


def ids(notices):
    return [notice.id for notice in notices]


@pytest.fixture
def state(tmp_path, monkeypatch):
    """A state directory in which every file is good."""
    state = tmp_path / "state"
    monkeypatch.setenv("STATE_DIRECTORY", str(state))
    for folder in STATE_FOLDERS:
        (state / folder).mkdir(parents=True)
    for name in (
        "decks/mine.deck.npz",
        "decks/practice-the_game-3.deck.npz",
        "boards/sequence.npz",
        "layouts/extreme-auto.npz",
    ):
        np.savez_compressed(state / name, looks=np.arange(500))
    (state / "boards/sequence.txt").write_text(CLASSIC)
    with Journal(state / "journal.sqlite") as journal:
        play(journal, tuple(log_of(9)))
        back_up_daily(journal, state, NOW)
    ClipShelf(state / "clips", spare=0).save_clip(Clip(ClipName(1, 2, "a" * 32), (4, 3), (Shot(1.0, b"jpeg" * 300, {}),)))
    PhoneBook(state / "phones.json").save_phones(PHONES)
    ProfileShelf(state / "profile.json").change_profile(lamps={"up1": "up2"})
    (state / "taken-up.json").write_text("{}")
    note_files(state)
    return state


def test_where_all_is_good_nothing_is_said_and_nothing_is_touched(state):
    before = {path: path.read_bytes() for path in state.rglob("*") if path.is_file()}
    assert look_over_files(state, NOW) == () == look_over_archives(state, NOW)
    assert {path: path.read_bytes() for path in state.rglob("*") if path.is_file()} == before


def test_a_state_directory_that_is_not_there_yet_is_good(tmp_path):
    assert look_over_files(tmp_path / "none", NOW) == ()


@pytest.mark.parametrize("name", [*STATE_FILES, *STATE_FOLDERS])
def test_what_is_of_the_wrong_kind_is_set_aside_under_a_name_that_says_so(state, name):
    path = state / name
    if path.is_dir():
        shutil.rmtree(path)
        path.touch()
    else:
        path.unlink(missing_ok=True)
        path.mkdir()
    (said,) = look_over_files(state, NOW)
    assert said.values["aside"].startswith(f"{path}.damaged-2027-01-15T08-00") and not path.exists()
    for language in list_languages():
        assert said.values["aside"] in catalogue(language).text(said.id, **said.values)
    note_files(state)
    assert look_over_files(state, NOW) == (), "it is said once"


@pytest.mark.parametrize(
    ("name", "id"),
    [
        ("decks/mine.deck.npz", "aside-deck"),
        ("decks/practice-the_game-3.deck.npz", "aside-practice"),
        ("boards/sequence.npz", "aside-board"),
        ("boards/sequence.txt", "aside-board"),
        ("layouts/extreme-auto.npz", "aside-layouts"),
    ],
)
@pytest.mark.parametrize("hurt", [lambda data: b"", lambda data: data[: len(data) // 2], lambda data: b"garbage"])
def test_a_damaged_file_is_set_aside_and_told(state, name, id, hurt):
    path = state / name
    path.write_bytes(hurt(path.read_bytes()))
    (said,) = look_over_files(state, NOW)
    assert said.id == id and not path.exists() and path.name in said.values["aside"]


@pytest.mark.whole
@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.data())
def test_one_bit_of_a_learned_file_is_noticed_or_harmless(state, data):
    path = state / "decks/mine.deck.npz"
    good = path.read_bytes()
    changed = bytearray(good)
    changed[data.draw(st.integers(0, len(good) - 1))] ^= 1 << data.draw(st.integers(0, 7))
    path.write_bytes(changed)
    if look_over_files(state, NOW):
        assert not path.exists()
    else:
        with np.load(path) as stored:
            assert all((stored[name] == np.arange(500)).all() for name in stored.files)
    path.write_bytes(good)


def test_a_layout_in_which_cards_are_left_to_write_stays_where_it_is(state):
    (state / "boards/sequence.txt").write_text(CLASSIC.replace("2S", "??", 1))
    assert look_over_files(state, NOW) == ()


@pytest.mark.parametrize(("folder", "id"), [("backups", "aside-backup"), ("clips", "aside-clip")])
def test_archives_are_read_whole_and_a_bit_in_the_middle_is_told(state, folder, id):
    (path,) = (state / folder).iterdir()
    data = bytearray(path.read_bytes())
    data[data.index(b'"up1"' if folder == "backups" else b"jpegjpeg") + 1] ^= 2
    path.write_bytes(data)
    (said,) = look_over_archives(state, NOW)
    assert said.id == id and not path.exists()


def test_what_is_gone_since_the_last_start_is_told(state):
    (state / "phones.json").unlink()
    (state / "decks/mine.deck.npz").unlink()
    (said,) = look_over_files(state, NOW)
    assert said.id == "files-missing" and said.values == {"names": "decks/mine.deck.npz, phones.json"}


@pytest.mark.parametrize("text", ["", "{", '{"files": ["x.json"], "sum": 1}', '{"files": 3}', "[" * 100_000])
def test_a_damaged_list_of_files_says_nothing_false(state, text):
    (state / "files.json").write_text(text)
    assert look_over_files(state, NOW) == ()


def test_two_things_set_aside_in_one_minute_are_both_kept(tmp_path):
    kept = []
    for content in ("one", "two"):
        (tmp_path / "phones.json").write_text(content)
        kept.append(move_aside(tmp_path / "phones.json", NOW))
    assert [path.read_text() for path in kept] == ["one", "two"]


@pytest.mark.parametrize("text", ["", "{}", "[1]", "[" * 100_000, '{"a": 1}', "\x00"])
def test_a_list_of_phones_that_is_none_is_set_aside(state, text):
    (state / "phones.json").write_text(text)
    book = PhoneBook(state / "phones.json")
    assert book.load_phones() == () and ids(book.found) == ["aside-phones"] and not (state / "phones.json").exists()


def test_phones_are_kept_with_their_sum_and_a_changed_one_is_told(state):
    book = PhoneBook(state / "phones.json")
    assert book.load_phones() == PHONES and book.found == ()
    (state / "phones.json").write_text((state / "phones.json").read_text().replace("Anna", "Enna"))
    assert len(book.load_phones()) == 1 and ids(book.found) == ["aside-phones-part"]
    (state / "phones.json").write_text(json.dumps(PHONES))
    book = PhoneBook(state / "phones.json")
    assert book.load_phones() == PHONES and book.found == (), "earlier versions wrote no sum"


def test_a_profile_that_was_changed_is_set_aside_and_told(state):
    path = state / "profile.json"
    assert ProfileShelf(path).profile.lamps == {"up1": "up2"}
    path.write_text(path.read_text().replace("up2", "up3"))
    shelf = ProfileShelf(path)
    assert shelf.profile == TableProfile() and ids(shelf.found) == ["aside-profile"] and not path.exists()


def test_a_profile_outlives_the_loss_of_its_deck(state):
    ProfileShelf(state / "profile.json").change_profile(deck="mine", source="virtual")
    (state / "decks/mine.deck.npz").write_bytes(b"")
    assert ids(look_over_files(state, NOW)) == ["aside-deck"]
    assert ProfileShelf(state / "profile.json").profile.source == "virtual"
    assert deck_for("the_game", "mine") == "numbers", "the built-in reader reads meanwhile"


def test_a_configuration_that_names_a_damaged_deck_starts_all_the_same(state, tmp_path):
    file = tmp_path / "companion.toml"
    file.write_text('[eye]\ndeck = "mine"\n')
    for damage in (lambda: (deck_folder() / "mine.deck.npz").write_bytes(b"cut"), lambda: look_over_files(state, NOW)):
        damage()
        assert load_checked_config(file).eye.deck == "mine"


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.data())
def test_whatever_bit_of_the_certificate_turns_over_it_serves(state, data):
    path = ensure_certificate(state, ["companion.local"], [])
    good = path.read_bytes()
    changed = bytearray(good)
    changed[data.draw(st.integers(0, len(good) - 1))] ^= 1 << data.draw(st.integers(0, 7))
    path.write_bytes(changed)
    set_damaged_aside(state, NOW)
    path = ensure_certificate(state, ["companion.local"], [])
    assert read_fingerprint(path) and isinstance(tls_context(path, path), ssl.SSLContext)
    path.write_bytes(good)


@pytest.mark.skipif(not Path("/proc/self/fd").exists(), reason="only Linux has it")
def test_a_certificate_that_cannot_be_written_is_kept_in_memory(tmp_path):
    (tmp_path / "file").touch()
    path = ensure_certificate(tmp_path / "file", ["companion.local"], [], datetime.now(UTC))
    assert read_fingerprint(path) and isinstance(tls_context(path, path), ssl.SSLContext)


def test_a_lock_that_is_a_folder_is_set_aside_and_one_that_is_held_is_not(tmp_path):
    (tmp_path / LOCK_NAME).mkdir()
    with StateLock(tmp_path, needed=False) as lock:
        assert lock.problem == "" and (tmp_path / LOCK_NAME).is_file()
        assert len(list(tmp_path.glob(f"{LOCK_NAME}.damaged-*"))) == 1


def test_a_state_directory_below_a_file_is_a_wrong_setting(tmp_path):
    (tmp_path / "file").touch()
    with pytest.raises(StateError):
        StateLock(tmp_path / "file/state", needed=False)
    assert not issubclass(StateError, StateInUse)


def test_figures_are_there_without_a_state_directory(tmp_path):
    figures = Metrics(MetricSources(tmp_path / "never made", Snapshot, Pace, dict, lambda: (0, 0)))
    assert b"table_companion_state_free_bytes" in figures()[0]
