"""What the club keeps: whatever order messages come in, and however often."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sqlalchemy import text

from companion.clubhouse.database import open_database
from companion.clubhouse.store import Store
from companion.errors import ClubStoreError, ConfigError, InputError, MatchNotFound
from tests.club.postgres import run_postgres
from tests.club.told import MATCH, OTHER, told_entry, told_result, told_ruling, told_state

KEY = ("table-1", MATCH)


@pytest.fixture(params=["sqlite", "postgresql"])
def url(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[str]:
    """Of an empty database, of each kind."""
    if request.param == "sqlite":
        yield f"sqlite:///{tmp_path}/club.sqlite"
    else:
        with run_postgres() as found:
            yield found


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    store = Store(open_database("", tmp_path))
    yield store
    store.close()


def test_both_databases_keep_a_match_and_its_result_over_a_restart(url: str, tmp_path: Path) -> None:
    store = Store(open_database(url, tmp_path))
    store.keep_messages([told_state(), told_entry(1), told_entry(2), told_ruling(2, "No."), told_result(2)], 50.0)
    store.correct_result(KEY, {"status": "lost"}, "Ada", "the last card was wrong", 60.0)
    store.close()
    again = Store(open_database(url, tmp_path))
    again.keep_messages([told_entry(2), told_entry(3)], 70.0)
    assert [row["n"] for row in again.read_entries(KEY)] == [1, 2, 3]
    assert again.read_rulings(KEY)[0]["message"] == "No."
    assert [told["status"] for told in again.list_results()] == ["lost"]
    assert again.kept_of("table-1").matches[MATCH].entries == 3
    assert again.list_tables() == [{"table": "table-1", "name": "Table 1", "language": "en"}]
    again.close()


MESSAGES = [
    *(told_entry(n) for n in range(1, 9)),
    *(told_entry(n, match=OTHER) for n in range(1, 5)),
    told_result(5, "won"),
    told_result(7, "playing"),
    told_result(8, "lost", cards_left=3),
    told_result(8, "lost", revision=1, cards_left=2),
    told_ruling(3, "Too low."),
]


@pytest.mark.whole
@settings(max_examples=25, deadline=None)
@given(st.data())
def test_order_and_repeats_change_nothing(tmp_path_factory: pytest.TempPathFactory, data: st.DataObject) -> None:
    order = data.draw(st.permutations([*MESSAGES, *data.draw(st.lists(st.sampled_from(MESSAGES), max_size=10))]))
    with closing(Store(open_database("", tmp_path_factory.mktemp("club")))) as store:  # an example may be left midway
        while order:
            size = data.draw(st.integers(1, len(order)))
            store.keep_messages(order[:size], 50.0)
            order = order[size:]
        kept = store.kept_of("table-1").matches
        assert (kept[MATCH].entries, kept[MATCH].result, kept[OTHER].entries) == (8, 8, 4)
        assert store.count_rows() | {"result_changes": 0} == {
            "club_tables": 0, "matches": 2, "entries": 12, "rulings": 1, "results": 1, "result_changes": 0,
        }  # fmt: skip
        result = store.find_result(KEY)
        assert result is not None and (result["status"], result["cards_left"]) == ("lost", 2)


def test_entries_count_as_kept_only_without_a_gap(store: Store) -> None:
    store.keep_messages([told_entry(1), told_entry(3), told_entry(4)], 50.0)
    assert store.kept_of("table-1").matches[MATCH].entries == 1
    store.keep_messages([told_entry(2)], 51.0)
    assert store.kept_of("table-1").matches[MATCH].entries == 4


def test_a_match_returned_to_after_many_others_is_still_known(store: Store) -> None:
    store.keep_messages([told_entry(1), told_entry(2)], 1.0)
    for number in range(20):
        store.keep_messages([told_entry(1, match=f"{number:032x}")], 2.0 + number)
    assert MATCH not in store.kept_of("table-1").matches
    store.keep_messages([told_entry(3)], 50.0)
    assert store.kept_of("table-1").matches[MATCH].entries == 3
    assert len(store.kept_of("table-1").matches) == 16


def test_a_newer_result_replaces_with_a_word_why(store: Store) -> None:
    for message in (
        told_result(5, "won"),
        told_result(7, "playing"),
        told_result(9, "lost"),
        told_result(9, "won", revision=1),
    ):
        store.keep_messages([message], 50.0)
    assert [change["why"] for change in store.list_changes(KEY)] == ["taken-back", "amended", "told-anew"]
    store.keep_messages([told_result(8, "lost")], 60.0)
    assert [told["status"] for told in store.list_results()] == ["won"]


def test_a_result_taken_back_is_no_longer_listed(store: Store) -> None:
    store.keep_messages([told_result(5, "won")], 50.0)
    store.keep_messages([told_result(7, "playing")], 51.0)
    assert store.list_results() == []


def test_what_a_person_says_counts_until_they_take_it_back(store: Store) -> None:
    store.keep_messages([told_result(5, "won", winners=[0, 1])], 50.0)
    store.correct_result(KEY, {"status": "lost", "cards_left": 4}, "Ada", "a card was found below the table", 51.0)
    store.keep_messages([told_result(9, "drawn")], 52.0)
    assert [(told["status"], told["cards_left"], told["changes"]) for told in store.list_results()] == [("lost", 4, 2)]
    store.correct_result(KEY, None, "Ada", "no, it was not", 53.0)
    assert [told["status"] for told in store.list_results()] == ["drawn"]
    assert [change["by"] for change in store.list_changes(KEY)] == ["Ada", "", "Ada"]


def test_a_correction_changes_the_outcome_alone(store: Store) -> None:
    store.keep_messages([told_result(5, "won")], 50.0)
    with pytest.raises(InputError, match="players: cannot be corrected"):
        store.correct_result(KEY, {"players": ["Eve"]}, "Eve", "I was there", 51.0)
    with pytest.raises(MatchNotFound):
        store.correct_result(("table-1", OTHER), {"status": "won"}, "Ada", "so", 51.0)


def test_a_full_disk_keeps_nothing_of_a_batch_and_recovers(tmp_path: Path) -> None:
    engine = open_database("", tmp_path)
    store = Store(engine)
    store.keep_messages([told_entry(1)], 50.0)
    with engine.connect() as db:
        pages = db.execute(text("PRAGMA page_count")).scalar_one()
        db.execute(text(f"PRAGMA max_page_count = {pages}"))  # of this connection, which the pool hands out again
    batch = [told_entry(n, event="claimed", code="x" * 100) for n in range(2, 500)]
    with pytest.raises(ClubStoreError, match="full"):
        store.keep_messages(batch, 51.0)
    assert store.kept_of("table-1").matches[MATCH].entries == 1
    with engine.connect() as db:
        db.execute(text("PRAGMA max_page_count = 1000000"))
    store.keep_messages(batch, 52.0)
    assert store.kept_of("table-1").matches[MATCH].entries == 499
    store.close()


def test_a_database_of_a_newer_version_is_refused_and_left_alone(tmp_path: Path) -> None:
    open_database("", tmp_path).dispose()
    with sqlite3.connect(tmp_path / "club.sqlite") as db:
        db.execute("UPDATE alembic_version SET version_num = '9999'")
    with pytest.raises(ClubStoreError, match="newer version"):
        open_database("", tmp_path)


@pytest.mark.parametrize("wrong", ["mysql://here/club", "nonsense", "sqlite+nothing:///x"])
def test_an_unusable_address_of_a_database_is_one_clear_line(tmp_path: Path, wrong: str) -> None:
    with pytest.raises(ConfigError, match="--database"):
        open_database(wrong, tmp_path)


def test_a_file_that_is_no_database_is_one_clear_line(tmp_path: Path) -> None:
    (tmp_path / "club.sqlite").write_bytes(b"not a database" * 100)
    with pytest.raises(ClubStoreError, match="cannot be opened: file is not a database"):
        open_database("", tmp_path)


def test_the_schema_of_the_changes_is_that_of_the_code(tmp_path: Path) -> None:
    from alembic.autogenerate import compare_metadata
    from alembic.migration import MigrationContext

    from companion.clubhouse.schema import METADATA

    engine = open_database("", tmp_path)
    with engine.connect() as connection:
        assert compare_metadata(MigrationContext.configure(connection), METADATA) == []
    engine.dispose()


def test_a_change_of_the_schema_leaves_a_copy_of_the_file(tmp_path: Path) -> None:
    older = Store(open_database("", tmp_path, until="0001"))
    older.keep_messages([told_entry(1)], 50.0)
    older.close()
    now = Store(open_database("", tmp_path))
    assert now.count_rows()["entries"] == 1
    now.close()
    copy = tmp_path / "club-schema-0001.sqlite"
    with sqlite3.connect(copy) as db:
        assert db.execute("SELECT version_num FROM alembic_version").fetchall() == [("0001",)]
        assert db.execute("SELECT COUNT(*) FROM entries").fetchone() == (1,)
