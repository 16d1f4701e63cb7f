"""The journal after faults: nothing is shortened without a word, and what can be saved is saved."""

from __future__ import annotations

import os
import shutil
import sqlite3
import stat
import subprocess
import sys
from contextlib import closing

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from companion.errors import JournalTooNew
from companion.journal.backup import MAX_BACKUPS, back_up_daily, list_backups
from companion.journal.database import VERSION
from companion.journal.journal import Journal
from companion.journal.mirror import MIRROR_TAIL as MIRROR
from companion.journal.mirror import REACHED_TAIL, read_mirror
from companion.journal.repair.check import FILE_TAILS, check_journal
from companion.journal.repair.salvage import USUAL_PAGE_BYTES
from companion.match.events import Entry, Played, Started, TurnEnded
from companion.shown.words.languages import list_languages
from companion.shown.words.messages import catalogue

NOW = 1_800_000_000.0
DAY = 86_400.0


def log_of(match, count):
    """A log of that many entries, different in each match."""
    yield Entry(1, Started("the_game", 3), NOW, "phone")
    for n in range(2, count + 1):
        event = TurnEnded() if n % 3 == 0 else Played("up1", str(n), str(n + match))
        yield Entry(n, event, NOW + n / 7, "camera")


LOGS = {match: tuple(log_of(match, count)) for match, count in ((1, 40), (2, 90), (3, 25))}


def write(journal, logs):
    for match, entries in logs.items():
        assert journal.begin_match(NOW) == match
        for entry in entries:
            journal.append_entry(match, entry)


def copied(source, folder):
    """The files as they lie there when the plug is pulled."""
    folder.mkdir()
    for tail in (*FILE_TAILS, MIRROR, REACHED_TAIL):
        if (file := source.with_name(source.name + tail)).exists():
            shutil.copy(file, folder / file.name)
    return folder / source.name


def pull_the_plug(path, *, mirrored):
    """In the middle of an evening: the latest match stands in the write-ahead log alone. The files as they lie there."""
    with Journal(path, mirrored=mirrored) as journal:
        write(journal, {match: LOGS[match] for match in (1, 2)})
        journal._db.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        journal.begin_match(NOW)
        for entry in LOGS[3]:
            journal.append_entry(3, entry)
        return copied(path, path.with_name("pulled"))


@pytest.fixture(scope="module")
def pulled(tmp_path_factory):
    return pull_the_plug(tmp_path_factory.mktemp("evening") / "journal.sqlite", mirrored=True)


@pytest.fixture(scope="module")
def pulled_alone(tmp_path_factory):
    return pull_the_plug(tmp_path_factory.mktemp("evening") / "journal.sqlite", mirrored=False)


@pytest.fixture
def whole(pulled, tmp_path):
    """Database, log and mirror."""
    return copied(pulled, tmp_path / "state")


@pytest.fixture
def path(pulled_alone, tmp_path):
    """Database and log of a time when there was no mirror yet."""
    return copied(pulled_alone, tmp_path / "state")


def kept(path):
    """Every match as it can be read."""
    with Journal(path) as journal:
        return {stored.id: journal.read_entries(stored.id) for stored in journal.list_matches()}


def sql(path, statement):
    """Change the database behind the journal's back."""
    with closing(sqlite3.connect(path, isolation_level=None)) as db:
        return db.execute(statement).fetchall()


def ids(notices):
    return [notice.id for notice in notices]


def wal(path):
    return path.with_name(path.name + "-wal")


def mirror(path):
    return path.with_name(path.name + MIRROR)


def test_a_journal_that_is_whole_is_left_alone_and_nothing_is_said(path):
    before = path.read_bytes(), wal(path).read_bytes()
    assert check_journal(path, NOW) == ()
    assert (path.read_bytes(), wal(path).read_bytes()) == before
    assert kept(path) == LOGS
    assert check_journal(path, NOW) == ()


def test_only_the_owner_may_read_it(tmp_path):
    path = tmp_path / "new/journal.sqlite"
    with Journal(path) as journal:
        write(journal, LOGS)
        back_up_daily(journal, path.parent, NOW)
        files = [file for file in path.parent.rglob("*") if file.is_file()]
        assert len(files) == 6 and {stat.S_IMODE(file.stat().st_mode) for file in files} == {0o600}
    path.chmod(0o644)
    Journal(path).close()
    assert stat.S_IMODE(path.stat().st_mode) == 0o600


def test_an_entry_that_was_changed_is_not_believed_and_those_behind_it_are_kept(path):
    sql(path, """UPDATE entries SET event = replace(event, '"91"', '"93"') WHERE match = 2 AND n = 89""")
    sql(path, "DELETE FROM entries WHERE match = 2 AND n = 90")
    sql(path, """UPDATE entries SET event = replace(event, '"14"', '"15"') WHERE match = 1 AND n = 14""")
    said = check_journal(path, NOW)
    assert ids(said) == ["journal-damaged", "journal-saved", "journal-shortened", "journal-shortened"]
    assert kept(path) == {1: (*LOGS[1][:13], *LOGS[1][14:]), 2: LOGS[2][:88], 3: LOGS[3]}
    assert said[2].values == {"match": 1, "lost": 1, "of": 40, "kept": 40, "which": "14"}
    assert said[3].values == {"match": 2, "lost": 1, "of": 89, "kept": 88, "which": "89"}
    assert check_journal(path, NOW) == (), "it is said once"


def test_damaged_files_are_set_aside_together(path):
    before = {tail: path.with_name(path.name + tail).read_bytes() for tail in FILE_TAILS[:2]}
    damaged = (
        before[""][: 3 * USUAL_PAGE_BYTES] + b"no page" * 100 + before[""][3 * USUAL_PAGE_BYTES + 700 :]
    )  # one of which the log has none
    path.write_bytes(damaged)
    check_journal(path, NOW)
    (aside,) = path.parent.glob("damaged-*")
    assert (aside / path.name).read_bytes() == damaged
    assert (aside / (path.name + "-wal")).read_bytes() == before["-wal"]
    assert stat.S_IMODE(aside.stat().st_mode) == 0o700


def test_what_stands_behind_a_damaged_place_of_the_log_is_saved(path):
    data = bytearray(wal(path).read_bytes())
    middle = len(data) // 2
    data[middle : middle + 40] = b"\xff" * 40
    wal(path).write_bytes(data)
    said = check_journal(path, NOW)
    assert ids(said)[:2] == ["journal-damaged", "journal-saved"]
    assert kept(path) == LOGS, "each later page holds what the damaged one held"


def test_a_log_whose_head_is_damaged_is_saved(path):
    data = wal(path).read_bytes()
    wal(path).write_bytes(b"\0" * 32 + data[32:])
    assert ids(check_journal(path, NOW))[0] == "journal-damaged"
    assert kept(path) == LOGS


def test_the_last_write_cut_off_is_said(path):
    wal(path).write_bytes(wal(path).read_bytes()[:-2000])
    assert ids(check_journal(path, NOW)) == ["journal-torn"]
    assert kept(path) == LOGS | {3: LOGS[3][:-1]}


def test_what_is_damaged_is_taken_from_the_backup(path):
    with Journal(path) as journal:
        back_up_daily(journal, path.parent, NOW)
    path.write_bytes(path.read_bytes()[:6000])
    said = check_journal(path, NOW)
    assert ids(said) == ["journal-damaged", "journal-saved"]
    assert kept(path) == LOGS


def test_a_match_that_is_shorter_than_in_its_backup_is_noticed(path):
    with Journal(path) as journal:
        back_up_daily(journal, path.parent, NOW)
    sql(path, "DELETE FROM entries WHERE match = 2 AND n > 50")
    assert "journal-damaged" in ids(check_journal(path, NOW))
    assert kept(path) == LOGS


@pytest.mark.parametrize("content", [None, b""])
def test_a_journal_that_is_gone_beside_backups_is_said(path, content):
    with Journal(path) as journal:
        back_up_daily(journal, path.parent, NOW)
    path.unlink()
    if content is not None:
        path.write_bytes(content)
    (said,) = check_journal(path, NOW)
    assert said.id == "journal-missing" and said.values["matches"] == 3
    assert str(list_backups(path.parent)[0]) in catalogue("en").text(said.id, **said.values)


def test_a_journal_that_was_moved_away_alone_is_said(path):
    path.unlink()
    assert ids(check_journal(path, NOW)) == ["journal-parts"]
    assert not wal(path).exists() and len(list(path.parent.glob("damaged-*/*"))) == 2


def test_where_there_never_was_a_journal_nothing_is_said(tmp_path):
    assert check_journal(tmp_path / "journal.sqlite", NOW) == ()


def test_a_database_of_another_program_is_set_aside(tmp_path):
    path = tmp_path / "journal.sqlite"
    sql(path, "CREATE TABLE songs (name)")
    said = check_journal(path, NOW)
    assert said[0].detail == "it is a database of another program" and kept(path) == {}
    assert len(list(tmp_path.glob("damaged-*/journal.sqlite"))) == 1


def test_a_newer_journal_is_left_to_whoever_opens_it(path):
    sql(path, f"PRAGMA user_version={VERSION + 1}")
    assert check_journal(path, NOW) == ()
    with pytest.raises(JournalTooNew):
        Journal(path)


def test_a_journal_of_the_first_version_goes_on(tmp_path):
    path = tmp_path / "journal.sqlite"
    with Journal(path) as journal:
        write(journal, {1: LOGS[1]})
        journal._db.executescript("ALTER TABLE entries DROP COLUMN sum; PRAGMA user_version=1;")
    assert check_journal(path, NOW) == ()
    assert kept(path) == {1: LOGS[1]}
    with Journal(path) as journal:
        journal.append_entry(1, Entry(41, TurnEnded(), NOW, "phone"))
    assert check_journal(path, NOW) == () and len(kept(path)[1]) == 41


def test_there_is_a_backup_a_day_and_ten_are_kept(tmp_path):
    with Journal(tmp_path / "journal.sqlite") as journal:
        assert back_up_daily(journal, tmp_path, NOW) is None, "nothing to keep yet"
        write(journal, {1: LOGS[1]})
        for day in range(13):
            assert back_up_daily(journal, tmp_path, NOW + day * DAY) is not None
            assert back_up_daily(journal, tmp_path, NOW + day * DAY) is None
    assert len(list_backups(tmp_path)) == MAX_BACKUPS == len(list((tmp_path / "backups").iterdir()))
    assert all(kept(backup) == {1: LOGS[1]} for backup in list_backups(tmp_path)[:1])


@pytest.mark.parametrize("language", list_languages())
def test_all_that_may_be_said_is_in_the_catalogue(language):
    words = catalogue(language)
    known = ("damaged", "saved", "shortened", "lost", "torn", "parts", "missing", "no-backup")
    assert [name for name in known if not words.has_text(f"journal-{name}")] == []


FAULTS = st.tuples(
    st.sampled_from(["main", "log"]),
    st.sampled_from(["garbled", "zeros", "cut", "gone"]),
    st.integers(0, 1_000_000),
    st.integers(1, 6000),
    st.randoms(use_true_random=False),
)
ANY = settings(
    max_examples=150, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow]
)


@pytest.mark.whole
@ANY
@given(FAULTS)
def test_no_fault_of_one_file_loses_anything(pulled, tmp_path_factory, fault):
    path = copied(pulled, tmp_path_factory.mktemp("fault") / "state")
    hurt(path, fault)
    said, found = started_again(path)
    assert found == LOGS or found is None, f"{fault}: {said}"


@ANY
@given(FAULTS)
def test_no_fault_shortens_a_match_without_a_word(pulled_alone, tmp_path_factory, fault):
    path = copied(pulled_alone, tmp_path_factory.mktemp("fault") / "state")
    hurt(path, fault)
    said, found = started_again(path)
    assert found in (LOGS, None) or said or log_cut(fault), f"{fault}: { ({m: len(e) for m, e in found.items()}) }"


def log_cut(fault):
    """Without a mirror a log that ends where a frame ended looks as if no more had been written: that cannot be told."""
    return fault[0] == "log" and fault[1] in ("cut", "gone")


def started_again(path):
    """What is said, and every match as it can be read then; None where the journal is refused, with a word and untouched."""
    said = check_journal(path, NOW)
    try:
        journal = Journal(path)
    except JournalTooNew:
        return said, None  # the one byte that says the version
    with journal:
        found = {stored.id: journal.read_entries(stored.id) for stored in journal.list_matches()}
        journal.append_entry(journal.begin_match(NOW), LOGS[1][0])  # and the evening goes on
    for match, entries in found.items():
        assert entries == tuple(entry for entry in LOGS[match] if entry in entries)
    return said, found


def hurt(path, fault):
    which, how, place, length, random = fault
    file = path if which == "main" else wal(path)
    if how == "gone":
        file.unlink()
        return
    data = bytearray(file.read_bytes())
    at = place % len(data)
    length = min(length, len(data) - at)
    if how == "cut":
        data = data[:at]
    else:
        data[at : at + length] = random.randbytes(length) if how == "garbled" else bytes(length)
    file.write_bytes(data)


def test_a_journal_and_its_mirror_that_are_whole_are_left_alone(whole):
    files = (whole, wal(whole), mirror(whole))
    before = [file.read_bytes() for file in files]
    assert check_journal(whole, NOW) == ()
    assert [file.read_bytes() for file in files] == before
    assert kept(whole) == LOGS


@pytest.mark.parametrize("end", ["between two writes", "all of it", "the file"])
def test_a_log_that_lost_its_end_is_noticed_and_nothing_is_lost(whole, end):
    frame = 24 + 4096
    if end == "the file":
        wal(whole).unlink()
    else:
        os.truncate(wal(whole), 0 if end == "all of it" else 32 + frame * ((wal(whole).stat().st_size - 32) // frame // 2))
    assert ids(check_journal(whole, NOW)) == ["journal-damaged", "journal-saved"]
    assert kept(whole) == LOGS and check_journal(whole, NOW) == ()


def test_a_journal_that_is_gone_is_written_from_its_mirror(whole):
    for tail in FILE_TAILS:
        whole.with_name(whole.name + tail).unlink(missing_ok=True)
    assert ids(check_journal(whole, NOW)) == ["journal-damaged", "journal-saved"]
    assert kept(whole) == LOGS


@pytest.mark.parametrize("damage", [lambda data: b"", lambda data: data[:3000] + b"#" * 9 + data[3009:], None])
def test_a_mirror_that_is_missing_or_damaged_is_said_and_written_anew(whole, damage):
    if damage:
        mirror(whole).write_bytes(damage(mirror(whole).read_bytes()))
    else:
        mirror(whole).unlink()
    assert ids(check_journal(whole, NOW)) == ["journal-mirror"]
    assert kept(whole) == LOGS
    with Journal(whole) as journal:
        journal.append_entry(1, Entry(41, TurnEnded(), NOW, "phone"))
    wal(whole).unlink(missing_ok=True)
    whole.unlink()
    check_journal(whole, NOW)
    assert kept(whole) == LOGS | {1: (*LOGS[1], Entry(41, TurnEnded(), NOW, "phone"))}


def test_a_line_that_the_power_cut_off_is_no_damage(whole):
    data = mirror(whole).read_bytes().rstrip(b"\0")
    mirror(whole).write_bytes(data[:-7] + bytes(2000))
    assert check_journal(whole, NOW) == ()
    with Journal(whole) as journal:
        journal.append_entry(1, Entry(41, TurnEnded(), NOW, "phone"))
    assert check_journal(whole, NOW) == ()
    assert len(read_mirror(whole).rows) == sum(map(len, LOGS.values())) + len(LOGS) + 1


def test_the_mirror_of_other_matches_is_set_aside(whole, tmp_path):
    other = tmp_path / "other" / whole.name
    with Journal(other) as journal:
        journal.append_entry(journal.begin_match(NOW), LOGS[2][0])
        journal.append_entry(1, Entry(2, TurnEnded(), NOW, "phone"))
    shutil.copy(mirror(other), mirror(whole))
    assert ids(check_journal(whole, NOW))[0] == "journal-other-mirror"
    assert kept(whole) == LOGS and len(list(whole.parent.glob("damaged-*/*-mirror"))) == 1


def test_a_mirror_has_the_latest_matches_only_when_it_has_grown(whole, monkeypatch):
    monkeypatch.setattr("companion.journal.journal.MAX_MIRROR_BYTES", 1000)
    monkeypatch.setattr("companion.journal.mirror.MAX_MIRRORED_MATCHES", 1)
    with Journal(whole) as journal:
        journal.append_entry(3, Entry(26, TurnEnded(), NOW, "phone"))
    assert {row.match for row in read_mirror(whole).rows} == {3} and len(kept(whole)[3]) == 26


def test_the_power_may_go_while_what_was_saved_is_put_in_place(path):
    """The damaged files were moved, the new one was not yet."""
    wal(path).write_bytes(bytes(32) + wal(path).read_bytes()[32:])
    check_journal(path, NOW)
    path.rename(path.with_name(path.name + "-new"))
    assert ids(check_journal(path, NOW)) == ["journal-damaged"]
    assert kept(path) == LOGS and check_journal(path, NOW) == ()


@pytest.mark.parametrize("event", [TurnEnded(), Started("the_game", 2)])
def test_while_the_database_cannot_be_written_the_mirror_takes_what_comes(tmp_path, event):
    path = tmp_path / "journal.sqlite"
    with Journal(path) as journal:
        write(journal, {1: LOGS[1]})
        journal._db.execute("PRAGMA query_only=1")
        match = 1 if isinstance(event, TurnEnded) else journal.begin_match(NOW)
        entry = Entry(41 if match == 1 else 1, event, NOW, "phone")
        journal.append_entry(match, entry)
        assert journal.trouble == "reserve" and journal.read_entries(match)[-1] == entry
        assert [stored.id for stored in journal.list_matches()] == [*range(match, 0, -1)]
        assert match in journal.list_matches_of("the_game")
        pulled = copied(path, tmp_path / "pulled")
        journal._db.execute("PRAGMA query_only=0")
        journal.write_owed()
        assert journal.trouble == ""
        assert sql(path, "SELECT COUNT(*) FROM entries") == [(41,)]
    assert kept(path)[match][-1] == entry and check_journal(path, NOW) == ()
    assert kept(pulled)[match][-1] == entry, "whoever only reads finds it too"
    assert ids(check_journal(pulled, NOW)) == ["journal-caught-up"]
    assert kept(pulled) == kept(path) and check_journal(pulled, NOW) == ()


FULL = """
import resource, sys
from pathlib import Path
from companion.errors import JournalError
from companion.match.events import Entry, Started, TurnEnded
from companion.journal.journal import Journal

path, entries = Path(sys.argv[1]), 1
with Journal(path) as journal:
    journal.append_entry(journal.begin_match(1.0), Entry(1, Started("the_game", 3), 1.0, "phone"))
    size = path.with_name(path.name + "-wal").stat().st_size
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, resource.RLIM_INFINITY))  # no file may grow beyond what the log has
    try:
        while True:
            journal.append_entry(1, Entry(entries + 1, TurnEnded(), 1.0, "button"))
            entries += 1
    except JournalError as error:
        assert journal.trouble == "refused", journal.trouble
        print(entries, error)
    resource.setrlimit(resource.RLIMIT_FSIZE, (resource.RLIM_INFINITY,) * 2)
    journal.append_entry(1, Entry(entries + 1, TurnEnded(), 1.0, "button"))
    assert journal.trouble == "", journal.trouble
"""


def test_a_full_disk_is_said_when_the_reserve_is_used_up_too_and_loses_nothing(tmp_path):
    path = tmp_path / "journal.sqlite"
    done = subprocess.run([sys.executable, "-c", FULL, str(path)], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    entries, _, said = done.stdout.partition(" ")
    assert "look whether the disk is full" in said
    assert int(entries) > 100 and len(kept(path)[1]) == int(entries) + 1
    assert check_journal(path, NOW) == ()
