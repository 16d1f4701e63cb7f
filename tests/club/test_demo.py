"""The evening to look at, and what it proves: results of the club equal those folded from the tables' own journals."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from companion.cli.loader import main
from companion.club.stored import StoredJournal
from companion.clubhouse.demo import DemoEvening
from companion.clubhouse.intake import BrokerAccess
from companion.clubhouse.service import Clubhouse, HouseSettings
from companion.machine.config import Web
from tests.browser import PATIENCE
from tests.club.broker import require_mosquitto
from tests.club.simulated import play_steps

TABLES = 6


def fold_journals(folder: Path) -> dict[str, tuple[int, str, tuple[int, ...]]]:
    """Of each match in the journals of all tables: number of entries, status, and the seats that won."""
    found = {}
    for number in range(1, TABLES + 1):
        journal = StoredJournal(folder / f"table-{number}" / "journal.sqlite")
        for log in journal.list_logs(0):
            folded = journal.fold_match(log)
            assert folded is not None
            outcome = folded[1].outcome
            status = "playing" if outcome is None else {None: "drawn", True: "won", False: "lost"}[outcome.won]
            found[log.uid] = (log.last, status, tuple(outcome.seats) if outcome and outcome.won else ())
        journal.close()
    return found


@pytest.mark.whole
@pytest.mark.parametrize(("game", "seats"), [("the_game", 3), ("the_game", 4), ("extreme", 2), ("extreme", 3)])
def test_every_match_that_plays_itself_comes_to_an_end(game: str, seats: int) -> None:
    match = play_steps(game, seats)[-1].snapshot.match
    assert match is not None and match.outcome is not None


@pytest.mark.whole
def test_results_at_the_club_are_those_of_the_journals() -> None:
    require_mosquitto()
    with DemoEvening("en", TABLES, pace=0.0, matches=2) as evening:
        club = Clubhouse(HouseSettings(BrokerAccess(evening.broker_url), evening.folder, Web(port=0)))
        club.start()
        evening.start_tables()
        assert all(table.wait_until_played(PATIENCE) for table in evening.tables)
        journals = fold_journals(evening.folder)
        assert len(journals) == 2 * TABLES and "playing" not in {status for _, status, _ in journals.values()}
        kept, version = {}, -1
        for _ in range(int(PATIENCE)):
            kept = read_club(club)
            if kept == journals:
                break
            version = club.hall.wait(version, 1.0)
        club.stop()
    assert kept == journals


def read_club(club: Clubhouse) -> dict[str, tuple[int, str, tuple[int, ...]]]:
    """The same as `fold_journals`, as the club has it."""
    found = {}
    for number in range(1, TABLES + 1):
        for match in club.store.list_matches_of(f"table-{number}"):
            key = (f"table-{number}", match)
            result = club.store.find_result(key) or {"status": "playing", "winners": []}
            found[match] = len(club.store.read_entries(key)), result["status"], tuple(result["winners"])
    return found


def test_a_demo_without_mosquitto_says_what_to_install(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("companion.clubhouse.demo.shutil.which", lambda name, path=None: None)
    assert main(["club", "--demo", "--port", "8199"]) == 2
    assert capsys.readouterr().err.strip().endswith("sudo apt install mosquitto")


@pytest.mark.parametrize(
    ("language", "name", "told"), [("en", "Table 1", "All 98 cards"), ("it", "Tavolo 1", "Tutte le 98 carte")]
)
def test_tables_of_the_demo_speak_the_language_of_its_pages(language: str, name: str, told: str) -> None:
    require_mosquitto()
    with DemoEvening(language, 1, pace=0.0, matches=1) as evening:
        club = Clubhouse(HouseSettings(BrokerAccess(evening.broker_url), evening.folder, Web(port=0), language=language))
        club.start()
        evening.start_tables()
        assert evening.tables[0].wait_until_played(PATIENCE)
        version, quiet, row = -1, 0, dict[str, Any]()
        while quiet < PATIENCE:  # seconds without anything new
            newer = club.hall.wait(version, 1.0)
            version, quiet = newer, quiet + 1 if newer == version else 0
            [row] = map(json.loads, club.hall.rows_since(-1)[1])
            if row["name"] == name and row["ruling"] and told in row["ruling"]["message"]:
                break
        club.stop()
    assert row["name"] == name and told in row["ruling"]["message"]
