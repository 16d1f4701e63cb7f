"""What is kept on the disk, when the disk or the files are not as they should be."""

from __future__ import annotations

import gc

import pytest

from companion.doctor.config_check import load_checked_config
from companion.errors import ConfigError, JournalError
from companion.games.sheets import load_sheet
from companion.journal.database import ADVICE
from companion.journal.journal import Journal
from companion.journal.mirror import Mirror
from companion.match.events import Started
from companion.session.inbox import Inbox
from companion.session.session import Session
from companion.shown.words.languages import list_languages
from companion.shown.words.messages import catalogue
from vision.types import Change


def no_room(mirror, rows):
    raise OSError(28, "No space left on device")


FACES = load_sheet("the_game").faces


@pytest.mark.parametrize(
    ("text", "key"),
    [
        ('language = "tlh"', "language"),
        ('[web]\nhost = ""', "web.host"),
        ('[web]\nhost = "no.such.host.invalid"', "web.host"),
        ('[web]\nhost = "198.51.100.7"', "web.host"),
        ('[eye]\nsource = ""', "eye.source"),
        ('[eye]\nsource = "nowhere.mp4"', "eye.source"),
        ('[eye]\ndeck = "nobodys"', "eye.deck"),
        ('[eye]\ndeck = "../x"', "eye.deck"),
        ('[eye]\nmat = "nowhere.json"', "eye.mat"),
        ("[pins]\nbuzzer = 99", "pins.buzzer"),
        ("[pins.lamps]\nup1 = -1", "pins.lamps.up1"),
        ("[pins]\nend_turn = 5\nundo = 5", "pins.undo"),
    ],
)
def test_a_wrong_value_is_named_with_its_key(tmp_path, monkeypatch, text, key):
    monkeypatch.setenv("STATE_DIRECTORY", str(tmp_path))
    path = tmp_path / "companion.toml"
    path.write_text(text)
    with pytest.raises(ConfigError) as refused:
        load_checked_config(path)
    assert str(path) in str(refused.value) and f" {key}: " in str(refused.value)


def test_all_wrong_values_are_named_at_once(tmp_path, monkeypatch):
    monkeypatch.setenv("STATE_DIRECTORY", str(tmp_path))
    path = tmp_path / "companion.toml"
    path.write_text('language = "tlh"\n[eye]\nmat = "nowhere.json"\ndeck = "nobodys"\n')
    with pytest.raises(ConfigError, match=r"language: .*; eye\.deck: .*; eye\.mat: "):
        load_checked_config(path)


def test_values_that_no_machine_takes_are_named_at_once(tmp_path):
    path = tmp_path / "companion.toml"
    path.write_text('signals = "laser"\n[web]\nport = 0\n[eye]\nturns = "x"\n[pins]\nbuzzer = 99\nundo = 40\n')
    with pytest.raises(ConfigError) as refused:
        load_checked_config(path)
    assert all(key in str(refused.value) for key in ("signals: ", "web.port: ", "eye.turns: ", "pins.buzzer: ", "pins.undo: "))


def test_what_can_be_used_is_let_through(tmp_path):
    path = tmp_path / "companion.toml"
    path.write_text('[web]\nhost = "0.0.0.0"\n[eye]\ndeck = "standard"\n')
    assert load_checked_config(path).eye.deck == "standard"


class Disk:
    """A journal whose disk can be full."""

    def __init__(self, path, monkeypatch):
        self.monkeypatch, self.write = monkeypatch, Mirror.write_rows
        self.journal = Journal(path)
        self.session = Session(self.journal, lambda game: FACES)
        self.session.begin_match(Started("the_game", 3), 1.0, "test")
        self.inbox = Inbox(self.session, clock=lambda: 2.0)

    def refuses(self, database, mirror=False):
        """SQLite itself refuses to write, as on a disk without room; the mirror likewise where its reserve is used up."""
        self.journal._db.execute(f"PRAGMA query_only={int(database)}")
        self.monkeypatch.setattr(Mirror, "write_rows", no_room if mirror else self.write)

    def see(self, face, before=""):
        change = Change("up1", before, face, 0.99, ((face, 0.99),), 2.0, True)
        return self.inbox.leave_work(lambda session, at: session.take_change(change, at), keep=True)

    def laid(self):
        return [laid.after for laid in self.session.match.laid if laid.zone == "up1"]


@pytest.fixture
def disk(tmp_path, monkeypatch):
    disk = Disk(tmp_path / "journal.sqlite", monkeypatch)
    disk.inbox.start_thread()
    yield disk
    disk.inbox.stop_thread()
    disk.journal.close()


def until(disk, trouble):
    """Wait until that is what the phones are told of the disk."""
    while disk.inbox.snapshot.disk != trouble:
        assert disk.inbox.wait_for_version(disk.inbox.snapshot.version, 600) is not None


def levels(caplog):
    return [record.levelname for record in caplog.records]


def test_while_the_disk_is_full_the_match_goes_on_in_the_reserve(disk, caplog, tmp_path):
    disk.see("20").result(600)
    disk.refuses(database=True)
    disk.see("30", "20").result(600)
    disk.inbox.ask_session(lambda session, at: session.record_turn_end(at, "phone"), timeout=600)
    until(disk, "reserve")
    assert disk.laid() == ["20", "30"]
    with Journal(tmp_path / "journal.sqlite") as stored:  # should the process end now
        assert len(stored.read_entries(1)) == 4
    disk.refuses(database=False)
    until(disk, "")
    assert len(disk.journal.read_entries(1)) == 4 and not disk.journal.owed
    assert levels(caplog) == ["ERROR", "WARNING"], "said once, and that it is over once"


def test_what_is_seen_while_nothing_can_be_written_comes_in_when_there_is_room(disk, caplog):
    disk.see("20").result(600)
    disk.refuses(database=True, mirror=True)
    later = [disk.see("30", "20"), disk.see("40", "30")]
    with pytest.raises(JournalError, match="cannot be written"):
        disk.inbox.ask_session(lambda session, at: session.record_turn_end(at, "phone"), timeout=600)
    assert disk.laid() == ["20"] and not any(future.done() for future in later)
    until(disk, "refused")
    disk.refuses(database=False)
    for future in later:
        future.result(600)
    assert disk.laid() == ["20", "30", "40"]
    until(disk, "")
    assert levels(caplog) == ["ERROR", "WARNING"], "said once, and that it is over once"


@pytest.mark.parametrize(("language", "words"), [("en", "Make room"), ("it", "Fai spazio")])
def test_who_asks_while_nothing_can_be_written_is_told_in_his_language(language, words):
    refused = JournalError.with_id("disk-full", "the journal cannot be written: database or disk is full")
    assert words in catalogue(language).say_error(refused) and str(refused) == refused.args[0]


@pytest.mark.parametrize("language", list_languages())
@pytest.mark.parametrize("why", ADVICE)
def test_whatever_the_disk_says_has_a_text(language, why):
    assert catalogue(language).has_text(f"error-{why}")


def test_a_journal_that_nobody_holds_any_more_is_closed(tmp_path):
    journal = Journal(tmp_path / "journal.sqlite")
    journal.begin_match(1.0)
    circle = [journal]
    circle.append(circle)
    assert (tmp_path / "journal.sqlite-wal").exists()
    del journal, circle
    gc.collect()
    assert not (tmp_path / "journal.sqlite-wal").exists(), "the last to close it folds the log in"
