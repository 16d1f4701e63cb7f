"""What the club takes in from a real Mosquitto: committed before it is acknowledged, and never twice."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from sqlalchemy import text

from companion.club.topics import parse_topic
from companion.clubhouse.database import open_database
from companion.clubhouse.hall import Hall
from companion.clubhouse.intake import BrokerAccess, Intake, parse_broker_url
from companion.clubhouse.store import Store
from companion.errors import ConfigError
from tests.browser import PATIENCE
from tests.club.broker import Broker
from tests.club.hostile import make_hostile_messages
from tests.club.teller import Teller
from tests.club.told import MATCH, told_entry, told_result, told_ruling, told_state, told_status

KEPT = "companion-club/table-1/kept"


@contextmanager
def open_club(folder: Path, broker: Broker) -> Iterator[tuple[Store, Hall]]:
    """A club that takes in."""
    store = Store(open_database("", folder))
    hall = Hall((row["table"], row["name"]) for row in store.list_tables())
    intake = Intake(BrokerAccess(broker.url), store, hall)
    intake.start()
    assert intake.wait_until_listening(PATIENCE)
    try:
        yield store, hall
    finally:
        intake.stop()
        store.close()


def wait_for_row(hall: Hall, table: str, part: bytes) -> bytes:
    """The row of a table, once `part` is in it."""
    version = 0
    while True:
        row = hall.find_row(table)
        if row is not None and part in row.encoded:
            return row.encoded
        newer = hall.wait(version, PATIENCE)
        assert newer > version, row and row.encoded
        version = newer


def test_a_table_shows_up_with_what_it_tells(tmp_path: Path, broker: Broker) -> None:
    with open_club(tmp_path, broker) as (_, hall), Teller(broker.port) as table:
        table.tell(told_status(True), told_state(foul="The 45 is too low."))
        row = wait_for_row(hall, "table-1", b"too low")
        assert b'"online":true' in row and b'"called_at":null' not in row
        table.tell(told_state())
        wait_for_row(hall, "table-1", b'"called_at":null')


def test_the_club_says_what_it_has_committed(tmp_path: Path, broker: Broker) -> None:
    with open_club(tmp_path, broker), Teller(broker.port, [KEPT]) as table:
        table.tell(told_entry(1), told_entry(2), told_result(2))
        table.wait_for(KEPT, b'"entries":2,"result":2')


def test_what_was_told_while_the_club_was_away_is_taken_in_later(tmp_path: Path, broker: Broker) -> None:
    with open_club(tmp_path, broker) as (_, hall), Teller(broker.port) as table:
        table.tell(told_state())
        wait_for_row(hall, "table-1", b"Table 1")
    with Teller(broker.port, [KEPT]) as table:
        table.tell(*(told_entry(n) for n in range(1, 51)))
        with open_club(tmp_path, broker) as (store, hall):
            table.wait_for(KEPT, b'"entries":50')
            wait_for_row(hall, "table-1", b"Table 1")  # the state is retained
            assert store.count_rows()["entries"] == 50


def test_a_broker_that_dies_and_comes_back_is_found_again(tmp_path: Path, broker: Broker) -> None:
    with open_club(tmp_path, broker) as (store, _):
        with Teller(broker.port, [KEPT]) as table:
            table.tell(told_entry(1))
            table.wait_for(KEPT, b'"entries":1')
        broker.kill()
        broker.start()
        with Teller(broker.port, [KEPT]) as table:
            table.tell_until(KEPT, b'"entries":2', told_entry(1), told_entry(2))
        assert store.count_rows()["entries"] == 2


def test_a_full_disk_loses_nothing(tmp_path: Path, broker: Broker) -> None:
    """Nothing is acknowledged meanwhile; the page says so; then all comes in."""
    with open_club(tmp_path, broker) as (store, hall), Teller(broker.port, [KEPT]) as table:
        table.tell(told_entry(1))
        table.wait_for(KEPT, b'"entries":1')
        with store._engine.connect() as db:
            pages = db.execute(text("PRAGMA page_count")).scalar_one()
            db.execute(text(f"PRAGMA max_page_count = {pages}"))
        table.tell(*(told_entry(n, event="claimed", code="x" * 200) for n in range(2, 300)))
        while not hall.trouble:
            hall.wait(-1, 0.01)
        assert "full" in hall.trouble and store.count_rows()["entries"] == 1
        with store._engine.connect() as db:
            db.execute(text("PRAGMA max_page_count = 1000000"))
        table.wait_for(KEPT, b'"entries":299')
        assert hall.trouble == "" and store.count_rows()["entries"] == 299


def test_a_message_that_the_database_never_takes_holds_up_no_other(tmp_path: Path, broker: Broker) -> None:
    with open_club(tmp_path, broker) as (store, hall), Teller(broker.port, [KEPT]) as table:
        with store._engine.begin() as db:
            refuse = "CREATE TRIGGER refuse BEFORE INSERT ON entries WHEN NEW.n = 3 BEGIN SELECT RAISE(ABORT, 'never'); END"
            db.execute(text(refuse))
        table.tell(*(told_entry(n) for n in (1, 2, 3, 4, 5)), told_result(5))
        table.wait_for(KEPT, b'"entries":2,"result":5')
        assert [row["n"] for row in store.read_entries(("table-1", MATCH))] == [1, 2, 4, 5] and hall.trouble == ""


@pytest.mark.whole
def test_ten_thousand_hostile_messages_store_nothing(tmp_path: Path, broker: Broker, caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.WARNING, "companion.club"), open_club(tmp_path, broker) as (store, hall):
        with Teller(broker.port) as table:
            table.tell_raw(*make_hostile_messages(10_000))
            table.tell(told_status(True, "honest"), told_state("honest"), told_ruling(1, "ok", "honest"))
            wait_for_row(hall, "honest", b"Honest")
        rows = store.count_rows()
        assert rows == {"club_tables": 1, "matches": 0, "entries": 0, "rulings": 1, "results": 0, "result_changes": 0}
        assert [row[0] for row in (("honest",),) if hall.find_row(row[0])] == ["honest"] and len(hall.rows_since(-1)[1]) == 1
    lines = [record.getMessage() for record in caplog.records if "refused" in record.getMessage()]
    assert 1 <= len(lines) <= 20 and all("\n" not in line and len(line) < 400 for line in lines)


def test_hostile_messages_are_made_of_topics_that_the_club_hears() -> None:
    addressed = [parse_topic(topic) for topic, _ in make_hostile_messages(500)]
    assert sum(address is not None for address in addressed) > 300


@pytest.mark.parametrize("wrong", ["http://club", "mqtt://", "club:1883", "mqtt://a:b@club", "mqtt://club:99999", "mqtt://c/d"])
def test_an_unusable_broker_is_one_clear_line(wrong: str) -> None:
    with pytest.raises(ConfigError, match="--broker: "):
        parse_broker_url(wrong)


def test_entries_of_a_match_come_in_any_order(tmp_path: Path, broker: Broker) -> None:
    with open_club(tmp_path, broker) as (store, _), Teller(broker.port, [KEPT]) as table:
        table.tell(told_entry(3), told_entry(1), told_entry(3), told_entry(2), told_entry(1))
        table.wait_for(KEPT, b'"entries":3')
        assert [row["n"] for row in store.read_entries(("table-1", MATCH))] == [1, 2, 3]
