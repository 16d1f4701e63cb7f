"""What only the second copy of the journal knew is counted when it is lost, and said with its number, once."""

from __future__ import annotations

import json
import shutil
import zlib

import pytest

from companion.journal.backup import back_up_daily
from companion.journal.journal import Journal
from companion.journal.mirror import HEAD_BYTES
from companion.journal.opening import open_journal
from companion.journal.repair.check import check_journal
from companion.match.events import Entry, TurnEnded
from companion.session.session import Session
from companion.shown.words.languages import list_languages
from companion.shown.words.messages import catalogue
from tests.companion.journal.journal_files import NOW, ids, kept, log_of

LOG = tuple(log_of(57))
KNOWN = 45


@pytest.fixture
def path(tmp_path):
    """45 of 57 facts stand in the journal, the 12 last ones in its mirror alone: the disk was full. Then the plug was pulled."""
    path = tmp_path / "journal.sqlite"
    with Journal(path) as journal:
        match = journal.begin_match(NOW)
        for entry in LOG:
            if entry.n == KNOWN + 1:
                journal._db.execute("PRAGMA query_only=1")
            journal.append_entry(match, entry)
    return path


def mirror(path):
    return path.with_name(path.name + "-mirror")


def lines(path):
    """The lines of the mirror behind its first, without the room behind them."""
    return mirror(path).read_bytes().rstrip(b"\0")[HEAD_BYTES:].splitlines(keepends=True)


def write_lines(path, kept):
    mirror(path).write_bytes(mirror(path).read_bytes()[:HEAD_BYTES] + b"".join(kept))


def flip(line):
    return line[:30] + bytes([line[30] ^ 1]) + line[31:]


def test_what_was_owed_comes_into_the_journal(path):
    (said,) = check_journal(path, NOW)
    assert said.id == "journal-caught-up" and said.values == {"entries": 12} and kept(path) == {1: LOG}


@pytest.mark.parametrize("how", ["a bit in each", "zeros", "cut off", "other bytes"])
def test_twelve_of_57_are_lost_and_that_is_said_once(path, how):
    good, owed = lines(path)[:-12], lines(path)[-12:]
    size = sum(map(len, owed))
    hurt = {"a bit in each": map(flip, owed), "zeros": [bytes(size)], "cut off": [], "other bytes": [b"\xff\n" * (size // 2)]}
    write_lines(path, [*good, *hurt[how]])
    said = check_journal(path, NOW)
    lost = next(notice for notice in said if notice.id == "journal-shortened")
    assert lost.values == {"match": 1, "lost": 12, "of": 57, "kept": 45, "which": "46-57"}
    assert kept(path) == {1: LOG[:KNOWN]}
    assert "12 of 57 entries of match 1 are lost" in catalogue("en").text(lost.id, **lost.values)
    assert list(path.parent.glob("damaged-*/journal.sqlite-mirror")), "what is left of it is kept"
    assert check_journal(path, NOW) == ()


def reached(path):
    return path.with_name(path.name + "-reached")


HURT = {
    "deleted": lambda file: file.unlink(),
    "emptied": lambda file: file.write_bytes(b""),
    "other bytes": lambda file: file.write_bytes(b"\xff" * 9999),
    "a folder": lambda file: (file.unlink(), file.mkdir()),
}


@pytest.mark.parametrize("how", HURT)
def test_a_mirror_that_is_gone_with_what_it_alone_had_is_counted_all_the_same(path, how):
    HURT[how](mirror(path))
    said = check_journal(path, NOW)
    lost = [notice.values for notice in said if notice.id == "journal-shortened"]
    assert lost == [{"match": 1, "lost": 12, "of": 57, "kept": 45, "which": "46-57"}]
    assert "journal-mirror-unknown" not in ids(said) and kept(path) == {1: LOG[:KNOWN]}
    with Journal(path) as journal:
        journal.append_entry(1, Entry(58, TurnEnded(), NOW, "phone"))
    assert check_journal(path, NOW) == (), "it is said once"


@pytest.mark.parametrize("how", HURT)
def test_where_nothing_counts_any_more_that_is_said_plainly(path, how):
    mirror(path).unlink()
    HURT[how](reached(path))
    said = ids(check_journal(path, NOW))
    assert "journal-mirror-unknown" in said and "journal-shortened" not in said and "journal-mirror" not in said
    assert "cannot be known" in catalogue("en").text("journal-mirror-unknown")
    kept(path)
    with Journal(path) as journal:
        journal.append_entry(1, Entry(46, TurnEnded(), NOW, "phone"))
    assert check_journal(path, NOW) == (), "it is said once"


@pytest.mark.parametrize("how", HURT)
def test_what_counts_the_entries_may_be_damaged_and_nothing_is_lost(path, how):
    HURT[how](reached(path))
    assert set(ids(check_journal(path, NOW))) <= {"aside-journal", "journal-caught-up"} and kept(path) == {1: LOG}
    with Journal(path) as journal:
        journal.append_entry(1, Entry(58, TurnEnded(), NOW, "phone"))
    assert reached(path).read_bytes() == mirror(path).read_bytes()[:HEAD_BYTES], "it is written anew"


def test_a_match_that_began_in_the_mirror_alone_is_counted_when_that_is_deleted(path):
    with Journal(path) as journal:
        journal.write_owed()
        journal._db.execute("PRAGMA query_only=1")
        other = journal.begin_match(NOW)
        for entry in LOG[:9]:
            journal.append_entry(other, entry)
    mirror(path).unlink()
    said = check_journal(path, NOW)
    assert [notice.values for notice in said if notice.id == "journal-lost"] == [{"match": 2, "entries": 9}]
    assert kept(path) == {1: LOG} and check_journal(path, NOW) == ()


def test_where_journal_and_mirror_are_deleted_the_backup_is_named(path):
    with Journal(path) as journal:
        back_up_daily(journal, path.parent, NOW)
    for tail in ("", "-wal", "-shm", "-mirror"):
        path.with_name(path.name + tail).unlink(missing_ok=True)
    assert ids(check_journal(path, NOW)) == ["journal-missing"] and kept(path) == {}
    assert ids(check_journal(path, NOW)) == ["journal-missing"]


def test_where_journal_and_mirror_are_deleted_the_loss_has_its_number(path):
    for tail in ("", "-wal", "-shm", "-mirror"):
        path.with_name(path.name + tail).unlink(missing_ok=True)
    said = check_journal(path, NOW)
    assert [notice.values for notice in said if notice.id == "journal-lost"] == [{"match": 1, "entries": 57}]
    assert kept(path) == {} and check_journal(path, NOW) == (), "it is said once"


def test_what_counts_other_matches_says_nothing_of_a_journal_that_was_put_there(path, tmp_path):
    with Journal(tmp_path / "other" / "journal.sqlite") as journal:
        match = journal.begin_match(NOW)
        for entry in log_of(9):
            journal.append_entry(match, entry)
    for tail in ("", "-wal", "-shm", "-mirror"):
        path.with_name(path.name + tail).unlink(missing_ok=True)
    shutil.copy(tmp_path / "other" / "journal.sqlite", path)
    assert not {"journal-lost", "journal-shortened"} & {*ids(check_journal(path, NOW))}
    with Journal(path) as journal:
        journal.append_entry(1, Entry(10, TurnEnded(), NOW, "phone"))
    assert len(kept(path)[1]) == 10 and check_journal(path, NOW) == ()


def test_a_hole_in_the_middle_is_counted_and_what_lies_behind_it_is_kept(path):
    good = lines(path)
    write_lines(path, [*good[:-9], *map(flip, good[-9:-7]), *good[-7:]])
    said = {notice.id: notice.values for notice in check_journal(path, NOW)}
    assert said["journal-shortened"] == {"match": 1, "lost": 2, "of": 57, "kept": 57, "which": "49-50"}
    assert kept(path) == {1: (*LOG[:48], *LOG[50:])} and check_journal(path, NOW) == ()


def test_entries_that_come_later_take_no_number_that_was_lost(path):
    write_lines(path, lines(path)[:-12])
    journal, _ = open_journal(path, NOW)
    with journal:
        session = Session(journal, lambda game: ())
        session.resume_match()
        assert session.snapshot.left_out == tuple(range(46, 58))
        session.set_up_anew(None, None, ("Ada", "Bo", "Cy"), NOW, "phone")
        assert session.match.entries[-1].n == 58
    assert check_journal(path, NOW) == () and kept(path)[1][-1].n == 58


def test_a_match_whose_first_line_the_mirror_alone_knew_is_lost_and_the_companion_starts(tmp_path):
    """It began while the disk was full, and one bit of its start turned over."""
    path = tmp_path / "journal.sqlite"
    with Journal(path) as journal:
        match = journal.begin_match(NOW)
        for entry in LOG[:5]:
            journal.append_entry(match, entry)
        journal._db.execute("PRAGMA query_only=1")
        other = journal.begin_match(NOW)
        for entry in LOG[:9]:
            journal.append_entry(other, entry)
    good = lines(path)
    write_lines(path, [*good[:-9], flip(good[-9]), *good[-8:]])
    for said_before in (False, True):
        journal, said = open_journal(path, NOW)
        with journal:
            lost = [notice.values for notice in said if notice.id == "journal-lost"]
            assert lost == ([] if said_before else [{"match": 2, "entries": 9}])
            session = Session(journal, lambda game: ())
            assert not session.resume_match(), "the match before it does not lie on the table"
            assert [past.id for past in journal.list_matches()] == [1]
    journal, _ = open_journal(path, NOW)
    with journal:
        assert journal.begin_match(NOW) == 3, "its number is not given again"
        journal.append_entry(3, LOG[0])
        assert journal.find_latest() == 3


@pytest.mark.parametrize("counted", [57, 45])
def test_a_start_that_was_damaged_in_the_journal_too_is_counted(path, counted):
    mirror(path).unlink()
    if counted < 57:
        reached(path).unlink()
    with Journal(path, mirrored=False) as journal:
        journal._db.execute("UPDATE entries SET source = 'nobody' WHERE n = 1")
    said = check_journal(path, NOW)
    assert [notice.values for notice in said if notice.id == "journal-lost"] == [{"match": 1, "entries": counted}]
    assert kept(path) == {} and check_journal(path, NOW) == ()


def test_the_first_line_of_a_mirror_never_says_more_than_is_on_the_disk(path):
    written = lines(path)
    head = json.loads(mirror(path).read_bytes()[9 : HEAD_BYTES - 1])
    assert head[1][-1][1:] == [1, json.loads(written[-1][9:])[1]] == [1, 57]


def test_a_damaged_first_line_loses_nothing(path):
    data = bytearray(mirror(path).read_bytes())
    data[20] ^= 4
    mirror(path).write_bytes(data)
    assert ids(check_journal(path, NOW)) == ["journal-caught-up", "journal-mirror"]
    assert kept(path) == {1: LOG}
    with Journal(path) as journal:
        journal.append_entry(1, Entry(58, TurnEnded(), NOW, "phone"))
    head = mirror(path).read_bytes()[: HEAD_BYTES - 1]
    assert zlib.crc32(head[9:]) == int(head[:8], 16), "it is written anew"


@pytest.mark.parametrize("language", list_languages())
def test_a_loss_has_its_number_in_every_language(language):
    values = {"match": 3, "lost": 12, "of": 57, "kept": 45, "which": "46-57"}
    said = catalogue(language).text("journal-shortened", **values)
    assert all(str(value) in said for value in values.values())
    assert "57" in catalogue(language).text("journal-lost", match=3, entries=57)
