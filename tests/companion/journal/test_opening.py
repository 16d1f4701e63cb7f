"""The journal is opened whatever its files are like: what cannot be read is set aside, and without a disk the match goes on."""

from __future__ import annotations

import pytest

from companion.journal.database import VERSION, read_stored_rows
from companion.journal.journal import Journal, StandIn
from companion.journal.opening import open_journal
from companion.journal.repair.check import check_journal
from companion.journal.taken_up import TakenUp
from companion.match.events import Entry, TurnEnded
from companion.session.ledger import NOTICES_OF_STAND_IN
from companion.session.session import Session
from tests.companion.journal.journal_files import NOW, ids, kept, log_of, play

LOG = tuple(log_of(20))
MORE = tuple(Entry(n, TurnEnded(), NOW + n, "phone") for n in (21, 22))


@pytest.fixture
def path(tmp_path):
    with Journal(tmp_path / "journal.sqlite") as journal:
        play(journal, LOG)
    return tmp_path / "journal.sqlite"


def version(path, number):
    with Journal(path, mirrored=False) as journal:
        journal._db.execute(f"PRAGMA user_version={number}")


def rows_of(path):
    with Journal(path) as journal:
        return read_stored_rows(journal._db)


def test_one_of_a_newer_version_is_set_aside_whole_and_an_empty_one_begun(path):
    version(path, 99)
    journal, said = open_journal(path, NOW)
    with journal:
        assert ids(said) == ["journal-too-new"] and journal.list_matches() == ()
        assert journal.begin_match(NOW) == 1
    (aside,) = path.parent.glob("damaged-*")
    assert {file.name for file in aside.iterdir()} >= {"journal.sqlite", "journal.sqlite-mirror"}


@pytest.mark.parametrize("bit", [8, 16, 64])
def test_a_bit_in_the_version_makes_no_newer_one_of_it(path, bit):
    version(path, VERSION ^ bit)
    assert ids(check_journal(path, NOW)) == ["journal-damaged", "journal-saved"] and kept(path) == {1: LOG}


@pytest.mark.parametrize("name", ["journal.sqlite", "journal.sqlite-mirror", "journal.sqlite-wal"])
def test_a_folder_in_the_place_of_a_file_is_set_aside(path, name):
    (path.parent / name).unlink(missing_ok=True)
    (path.parent / name / "in it").mkdir(parents=True)
    journal, said = open_journal(path, NOW)
    journal.close()
    assert ids(said)[0] == "aside-journal" and kept(path) == {1: LOG}


def test_where_there_can_be_no_file_the_match_goes_on_in_memory(tmp_path):
    (tmp_path / "file").touch()
    journal, said = open_journal(tmp_path / "file" / "journal.sqlite", NOW)
    with journal:
        assert ids(said) == ["journal-in-memory"] and journal.trouble == "memory"
        session = Session(journal, lambda game: ())
        assert not session.resume_match() and session.snapshot.disk == "memory"
        assert play(journal, LOG) == 1 and journal.read_entries(1) == LOG
        journal.write_owed()
        assert journal.trouble == "memory"


def test_while_the_file_cannot_be_opened_the_mirror_takes_what_comes(path):
    rows = rows_of(path)
    with Journal(path, stand_in=StandIn(rows, opens=False)) as journal:
        for entry in MORE:
            journal.append_entry(1, entry)
        assert journal.trouble == "reserve" and journal.read_entries(1) == (*LOG, *MORE)
        assert journal.list_matches()[0].entries == 22
    assert ids(check_journal(path, NOW)) == ["journal-caught-up"] and kept(path) == {1: (*LOG, *MORE)}


def test_what_was_kept_in_memory_comes_into_the_journal_with_the_first_room(path):
    rows = rows_of(path)
    path.parent.rename(path.parent.with_name("away"))
    path.parent.touch()
    with Journal(path, stand_in=StandIn(rows)) as journal:
        journal.append_entry(1, MORE[0])
        other = journal.begin_match(NOW)
        journal.append_entry(other, LOG[0])
        assert journal.trouble == "memory"
        path.parent.unlink()
        path.parent.with_name("away").rename(path.parent)
        journal.append_entry(1, MORE[1])
        assert journal.trouble == "" and journal.read_entries(1) == (*LOG, *MORE)
    assert check_journal(path, NOW) == () and kept(path) == {1: (*LOG, *MORE), 2: LOG[:1]}


def test_a_disk_that_is_well_again_is_no_longer_told(tmp_path):
    (tmp_path / "state").touch()
    journal, said = open_journal(tmp_path / "state" / "journal.sqlite", NOW)
    with journal:
        session = Session(journal, lambda game: ())
        session.publisher.show_notices(said)
        session.ledger.settle_journal()
        assert ids(session.snapshot.notices) == ["journal-in-memory"] and said[0].id in NOTICES_OF_STAND_IN
        (tmp_path / "state").unlink()
        session.ledger.settle_journal()
        assert session.snapshot.notices == () and session.snapshot.disk == ""


@pytest.mark.parametrize("text", ['{"match": 9, "latest": 1}', '{"match": 0, "latest": 1}', "", "[" * 100_000, "3"])
def test_a_match_that_was_taken_up_and_is_not_stored_keeps_nothing_from_starting(path, text):
    taken_up = TakenUp(path.with_name("taken-up.json"))
    path.with_name("taken-up.json").write_text(text)
    with Journal(path) as journal:
        assert Session(journal, lambda game: (), taken_up=taken_up).resume_match()
    assert ids(taken_up.found) == ["aside-taken-up"] and not path.with_name("taken-up.json").exists()


def test_any_bit_of_the_note_of_the_match_that_was_taken_up_is_noticed(path):
    with Journal(path) as journal:
        play(journal, LOG[:3])
        uids = {match.id: match.uid for match in journal.list_matches()}
        note = path.with_name("taken-up.json")
        TakenUp(note).keep_match(uids[1], uids[2])
        good = note.read_bytes()
        assert TakenUp(note).choose_match(journal.list_matches(), 2) == 1
        for at in range(len(good)):
            note.write_bytes(good[:at] + bytes([good[at] ^ 1]) + good[at + 1 :])
            taken_up = TakenUp(note)
            assert taken_up.choose_match(journal.list_matches(), 2) == 1 or taken_up.found, at
