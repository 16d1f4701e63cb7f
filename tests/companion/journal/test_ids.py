"""A match is known by its random id: nothing of one match ever comes into another, whatever number both have."""

from __future__ import annotations

import json
import shutil
from datetime import datetime

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.journal.backup import MAX_BACKUPS, back_up_daily, list_backups
from companion.journal.exported import export_csv, export_json
from companion.journal.journal import Journal
from companion.journal.mirror import read_mirror
from companion.journal.opening import find_early_ids
from companion.journal.repair.check import check_journal
from companion.match.events import Entry, TurnEnded
from tests.companion.journal.journal_files import DAY, NOW, ids, kept, log_of, play, uids, write_early

OLD, NEW = tuple(log_of(12)), tuple(log_of(4, "quick_easy", NOW + DAY))


def move_away(path):
    """What our own message advises: all files whose names begin so."""
    for file in [*path.parent.glob(f"{path.name}*")]:
        file.unlink()


@pytest.fixture
def path(tmp_path):
    """A journal with one match, of which there is a backup."""
    with Journal(tmp_path / "journal.sqlite") as journal:
        play(journal, OLD)
        back_up_daily(journal, tmp_path, NOW)
    return tmp_path / "journal.sqlite"


def test_the_match_of_an_older_journal_is_never_glued_to_one_of_its_number(path):
    move_away(path)
    assert ids(check_journal(path, NOW)) == ["journal-missing"], "the backup is named"
    with Journal(path) as journal:
        assert play(journal, NEW) == 1
    assert check_journal(path, NOW) == () and kept(path) == {1: NEW}


@settings(max_examples=40, deadline=None)
@given(st.data())
def test_nor_when_the_new_journal_is_damaged(tmp_path_factory, data):
    path = tmp_path_factory.mktemp("state") / "journal.sqlite"
    with Journal(path) as journal:
        play(journal, OLD)
        back_up_daily(journal, path.parent, NOW)
    move_away(path)
    with Journal(path) as journal:
        play(journal, NEW)
    hurt = data.draw(
        st.sampled_from([["journal.sqlite"], ["journal.sqlite-mirror"], ["journal.sqlite", "journal.sqlite-mirror"]])
    )
    for name in hurt:
        content = bytearray((path.parent / name).read_bytes().rstrip(b"\0"))
        at = data.draw(st.integers(0, len(content) - 1))
        length = data.draw(st.integers(1, 3000))
        content[at : at + length] = bytes(len(content[at : at + length]))
        (path.parent / name).write_bytes(content)
    said = check_journal(path, NOW)
    for match, entries in kept(path).items():
        assert entries in (OLD, tuple(entry for entry in NEW if entry in entries)), f"match {match} is of two"
    assert said or kept(path) == {1: NEW}


def test_a_match_has_one_random_id_in_database_mirror_backup_and_exports(path):
    (uid,) = uids(path).values()
    assert len(uid) == 32 and {row.uid for row in read_mirror(path).rows} == {uid}
    assert uids(list_backups(path.parent)[0]) == {1: uid}
    assert json.loads(export_json(1, OLD, uid))["uid"] == uid
    assert all(line.endswith(f",{uid}") for line in export_csv(OLD, uid).splitlines()[1:])
    other = path.with_name("other.sqlite")
    with Journal(other) as journal:
        play(journal, OLD)
    assert uids(other)[1] != uid, "the same match played again is another"


def test_a_match_of_an_earlier_version_gets_the_same_id_everywhere(tmp_path):
    path = tmp_path / "journal.sqlite"
    write_early(path, {1: OLD, 2: NEW})
    (tmp_path / "backups").mkdir()
    backup = tmp_path / "backups" / "journal-2026-01-06.sqlite"
    shutil.copy(path, backup)
    before = {row.key for row in read_mirror(path).rows}
    assert check_journal(path, NOW) == () and kept(path) == {1: OLD, 2: NEW}
    assert {uid for uid, _ in before} == {*uids(path).values()}
    with Journal(path) as journal:
        assert find_early_ids(journal) == uids(path)
        journal.append_entry(2, Entry(5, TurnEnded(), NOW, "phone"))
        assert play(journal, OLD) == 3
    assert check_journal(path, NOW) == () and 3 not in find_early_ids(Journal(path))
    (tmp_path / "journal.sqlite-mirror").unlink()
    path.write_bytes(path.read_bytes()[:5000])
    assert ids(check_journal(path, NOW))[0] == "journal-damaged"
    assert kept(path)[1] == OLD and kept(path)[2] == NEW, "its backup of that time is known by the same ids"


def test_a_backup_that_went_another_way_is_not_glued_on(path):
    """Somebody put an old backup back and played on; a later one of the first evening still lies there."""
    early = path.with_name("early.sqlite")
    shutil.copy(list_backups(path.parent)[0], early)
    with Journal(path) as journal:
        for n in range(13, 20):
            journal.append_entry(1, Entry(n, TurnEnded(), NOW + n, "phone"))
        back_up_daily(journal, path.parent, NOW + DAY)
    move_away(path)
    shutil.copy(early, path)
    with Journal(path) as journal:
        journal.append_entry(1, Entry(13, TurnEnded(seat=1), NOW + 99, "button"))
    assert check_journal(path, NOW) == ()
    assert kept(path) == {1: (*OLD, Entry(13, TurnEnded(seat=1), NOW + 99, "button"))}


@pytest.mark.parametrize("year", [2099, 1971])
def test_evenings_with_a_wrong_date_let_no_new_backup_go(path, year):
    wrong = datetime(year, 3, 1).timestamp()
    with Journal(path) as journal:
        for day in range(MAX_BACKUPS + 2):
            back_up_daily(journal, path.parent, wrong + day * DAY)
        play(journal, NEW)
        made = [back_up_daily(journal, path.parent, NOW + day * DAY) for day in range(3)]
    assert None not in made and [*list_backups(path.parent)[:3]] == made[::-1]
    assert len(list_backups(path.parent)) == MAX_BACKUPS
    assert kept(list_backups(path.parent)[0]) == {1: OLD, 2: NEW}


def test_where_the_clock_stands_still_a_match_that_is_over_gets_into_the_backup(path):
    with Journal(path) as journal:
        play(journal, NEW)
        assert back_up_daily(journal, path.parent, NOW) is None, "it is played yet"
        play(journal, NEW)
        assert back_up_daily(journal, path.parent, NOW) is not None
        assert back_up_daily(journal, path.parent, NOW) is None
    assert len(list_backups(path.parent)) == 1 and len(kept(list_backups(path.parent)[0])) == 3


def test_backups_of_earlier_versions_are_older_than_all_that_are_numbered(path):
    shutil.copy(list_backups(path.parent)[0], path.parent / "backups" / "journal-2099-01-01.sqlite")
    assert list_backups(path.parent)[1].name == "journal-2099-01-01.sqlite"


def test_two_matches_of_one_number_are_both_kept_when_a_journal_is_mended(path):
    with Journal(path) as journal:
        play(journal, NEW)
        back_up_daily(journal, path.parent, NOW + DAY)
        journal._db.execute("DELETE FROM entries WHERE match = 2")
        journal._db.execute("DELETE FROM matches WHERE id = 2")
    path.with_name(path.name + "-mirror").unlink()
    other = tuple(log_of(7, "extreme"))
    with Journal(path) as journal:
        assert play(journal, other) == 2
    assert ids(check_journal(path, NOW)) == ["journal-damaged", "journal-saved"]
    assert kept(path) == {1: OLD, 2: other, 3: NEW}
