"""A table and its club at a real Mosquitto, which is killed, or the table is: what the club holds in the end, against the journal.

The club is the real one, with its database; the table is a session with a journal, and a thread that plays without a pause. With
`hurry` the table's waits are so many times shorter.
"""

from __future__ import annotations

import json
import os
import random
import signal
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

from sqlalchemy import text

from companion.club.names import agree_event
from companion.club.stored import StoredJournal
from companion.clubhouse.database import open_database
from companion.clubhouse.hall import Hall
from companion.clubhouse.intake import BrokerAccess, Intake
from companion.clubhouse.store import Store
from companion.machine.config import ClubSettings
from tests.club.broker import MOSQUITTO, Broker, find_free_port
from tests.club.table import Table, open_table
from web.errors import CommandRefused

PATIENCE = 120.0
"""Seconds without anything new after which the club is held to have all that it will get."""
LOOK = 0.05
"""Seconds between looks at the club's database."""


@dataclass(frozen=True, slots=True)
class Held:
    """What came out: entries of the journal; of them those that the club lacks; entries and results of the club that are not
    as the journal has them."""

    entries: int
    lost: int
    otherwise: int
    results: int


def play(table: Table, dice: random.Random, go_on: Callable[[], bool]) -> None:
    """Play matches of a dozen acts: cards that fit and cards that do not, undone ones, lost ends, some of them undone."""
    while go_on():
        table.begin(names=["Anna", "Bruno"])
        for _ in range(dice.randrange(4, 16)):
            if not go_on():
                return
            with suppress(CommandRefused):
                match dice.randrange(6):
                    case 0:
                        table.act({"command": "undo"})
                    case 1:
                        table.act({"command": "end_turn"})
                    case _:
                        table.lay(str(dice.randrange(2, 100)), dice.choice(["up1", "up2", "down1", "down2"]))
        for command in [{"command": "claim", "code": "stuck"}, {"command": "undo"}][: dice.randrange(3)]:
            with suppress(CommandRefused):
                table.act(command)


@contextmanager
def open_club(folder: Path, broker: Broker) -> Iterator[Store]:
    """A club that takes in."""
    store = Store(open_database("", folder))
    intake = Intake(BrokerAccess(broker.url), store, Hall())
    intake.start()
    assert intake.wait_until_listening(PATIENCE)
    try:
        yield store
    finally:
        intake.stop()
        store.close()


def count_rows(folder: Path) -> int:
    """How many entries the club has."""
    with open_database("", folder).connect() as db:
        return int(db.execute(text("SELECT COUNT(*) FROM entries")).scalar() or 0)


def hold_against_journal(table: Path, club: Path) -> Held:
    """The club's database against the table's journal."""
    engine = open_database("", club)
    with engine.connect() as db:
        rows = db.execute(text("SELECT uid, n, event FROM entries")).all()
        results = db.execute(text("SELECT uid, status FROM results WHERE status != 'playing'")).all()
    engine.dispose()
    held = {(uid, n): event for uid, n, event in rows}
    stored = StoredJournal(table / "journal.sqlite")
    told, ended = {}, {}
    for log in stored.list_logs(1):
        told |= {
            (log.uid, row.n): agree_event(row.event or {}, ClubSettings()) for row in stored.read_entries(log, 0, log.last)
        }
        folded = stored.fold_match(log)
        if folded is not None and folded[1].outcome is not None:
            ended[log.uid] = "won" if folded[1].outcome.won else "lost"
    stored.close()
    wrong = sum(json.loads(held[key]) != event for key, event in told.items() if key in held) + len(held.keys() - told.keys())
    wrong += len(set(ended.items()) ^ {(uid, status) for uid, status in results})
    return Held(len(told), len(told.keys() - held.keys()), wrong, len(results))


def wait_until_level(table: Path, club: Path) -> Held:
    """What the club holds once it has everything, or gets nothing new any more."""
    found, since = hold_against_journal(table, club), time.monotonic()
    while (found.lost or found.otherwise) and time.monotonic() - since < PATIENCE:
        time.sleep(4 * LOOK)
        before, found = found, hold_against_journal(table, club)
        since = since if found == before else time.monotonic()
    return found


def broker_killed(folder: Path, times: int, dice: random.Random, hurry: float = 1.0) -> Held:
    """kill -9 to the broker, so many times, each in the midst of telling."""
    stop = threading.Event()
    with Broker(folder / "broker") as broker, open_club(folder / "club", broker), open_table(folder / "table") as table:
        table.join(broker.url, hurry=hurry)
        player = threading.Thread(target=play, args=(table, dice, lambda: not stop.wait(0.01)))
        player.start()
        for _ in range(times):
            before = count_rows(folder / "club")
            while count_rows(folder / "club") < before + dice.randrange(1, 30):
                time.sleep(LOOK)
            time.sleep(dice.uniform(0, 0.1))
            broker.kill()
            time.sleep(dice.choice([0.0, 0.0, 0.3]))
            broker.start()
        stop.set()
        player.join()
        return wait_until_level(folder / "table", folder / "club")


def table_killed(folder: Path, times: int, dice: random.Random, hurry: float = 1.0) -> Held:
    """kill -9 to the table, so many times, while it plays and tells."""
    with Broker(folder / "broker") as broker, open_club(folder / "club", broker):
        for number in range(times):
            before = count_rows(folder / "club")
            command = [sys.executable, "-m", "tests.faults.club", str(folder / "table"), broker.url, str(number)]
            process = subprocess.Popen(command)
            while count_rows(folder / "club") < before + dice.randrange(1, 40):
                time.sleep(LOOK)
            time.sleep(dice.uniform(0, 0.1))
            process.send_signal(signal.SIGKILL)
            process.wait()
        with open_table(folder / "table") as table:
            table.join(broker.url, hurry=hurry)
            return wait_until_level(folder / "table", folder / "club")


def club_killed(folder: Path, times: int, dice: random.Random, hurry: float = 1.0) -> Held:
    """kill -9 to the club's own service, so many times, while a table tells."""
    stop = threading.Event()
    with Broker(folder / "broker") as broker, open_table(folder / "table") as table:
        with open_club(folder / "club", broker):
            pass  # the broker keeps what comes for a club that has been there once
        table.join(broker.url, hurry=hurry)
        player = threading.Thread(target=play, args=(table, dice, lambda: not stop.wait(0.01)))
        player.start()
        for _ in range(times):
            process = start_club(folder, broker)
            before = count_rows(folder / "club")
            while count_rows(folder / "club") < before + dice.randrange(1, 30):
                assert process.poll() is None, (folder / "club.log").read_text()
                time.sleep(LOOK)
            time.sleep(dice.uniform(0, 0.1))
            process.send_signal(signal.SIGKILL)
            process.wait()
        stop.set()
        player.join()
        with open_club(folder / "club", broker):
            return wait_until_level(folder / "table", folder / "club")


def start_club(folder: Path, broker: Broker) -> subprocess.Popen[bytes]:
    """The club as people start it, with its database in `folder`/club."""
    words = [sys.executable, "-m", "companion", "club", "--broker", broker.url, "--port", str(find_free_port())]
    with (folder / "club.log").open("w") as log:
        return subprocess.Popen(words, env=os.environ | {"STATE_DIRECTORY": str(folder)}, stdout=log, stderr=log)


def table_cut_off(folder: Path, facts: int, dice: random.Random, hurry: float = 1.0) -> Held:
    """A table that plays on without a broker, while its clock jumps by years."""
    told = [0]

    def go_on() -> bool:
        told[0] += 1
        return told[0] <= facts

    with (
        Broker(folder / "broker") as broker,
        open_club(folder / "club", broker),
        open_table(folder / "table", lambda: dice.uniform(0, 4e9)) as table,
    ):
        table.join(broker.url, hurry=hurry)
        table.begin()
        while not count_rows(folder / "club"):
            time.sleep(LOOK)
        broker.kill()
        play(table, dice, go_on)
        broker.start()
        return wait_until_level(folder / "table", folder / "club")


def has_told_broker(table: Path) -> bool:
    """Do the table's marks say that the broker has every entry of the journal?"""
    with suppress(FileNotFoundError):
        marks = json.loads((table / "club-outbox.json").read_text())
        stored = StoredJournal(table / "journal.sqlite")
        lasts = {log.uid: log.last for log in stored.list_logs(marks["since"])}
        stored.close()
        return lasts == {mark["uid"]: mark["entries"] for mark in marks["matches"]}
    return False


def club_late(folder: Path, facts: int, dice: random.Random, hurry: float = 1.0) -> Held:
    """A table that has told matches to a broker before any club was there to hear them."""
    with Broker(folder / "broker") as broker, open_table(folder / "table") as table:
        table.join(broker.url, hurry=hurry)
        for _ in range(facts // 5):
            table.begin()
            table.lay(str(dice.randrange(2, 100)))
            table.act({"command": "claim", "code": "stuck"})
        while not has_told_broker(folder / "table"):
            time.sleep(LOOK)
        with open_club(folder / "club", broker):
            return wait_until_level(folder / "table", folder / "club")


FAULTS: dict[str, tuple[Callable[[Path, int, random.Random], Held], int]] = {
    "broker killed under load": (broker_killed, 1),
    "club killed under load": (club_killed, 1),
    "table killed under load": (table_killed, 10),
    "table cut off, its clock jumping": (table_cut_off, -10),
    "club comes late": (club_late, -10),
}
"""Each fault, and by how much its number of times is divided; negative: multiplied."""


def clubs(times: int = 100) -> bool:
    """Print what was lost, or held otherwise than the journal has it; was nothing?"""
    if not MOSQUITTO:
        print("there is no Mosquitto here: apt install mosquitto", file=sys.stderr)
        return False
    good = True
    print(f"{'a club':34}{'times':>7}{'entries':>9}{'results':>9}{'lost':>7}{'otherwise':>11}", flush=True)
    for name, (fault, share) in FAULTS.items():
        number = max(1, times // share if share > 0 else -share * times)
        with tempfile.TemporaryDirectory() as folder:
            held = fault(Path(folder), number, random.Random(name))
        print(f"{name:34}{number:7}{held.entries:9}{held.results:9}{held.lost:7}{held.otherwise:11}", flush=True)
        good &= not held.lost and not held.otherwise
    return good


def main(folder: str, url: str, seed: str) -> None:
    """A table that plays until it is killed."""
    with open_table(Path(folder)) as table:
        table.join(url)
        play(table, random.Random(seed), lambda: True)


if __name__ == "__main__":
    main(*sys.argv[1:])
