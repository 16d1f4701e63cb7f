"""What faults do to the journal and to the process, as tables.

`python -m tests.faults [TIMES]`: fault, times, facts lost, and how often it was said. `python -m tests.faults stop [TIMES]`: SIGTERM.
`python -m tests.faults soak [FRAMES [FRAMES_A_MATCH]]`: memory, threads and descriptors.

A fact counts as lost when it was acknowledged (written, as the companion tells whoever gave it) and is not there afterwards. "in
silence": runs in which facts were lost and not a word was said; that is the one column that has to be 0.
"""

from __future__ import annotations

import multiprocessing
import os
import random
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from multiprocessing.connection import Connection
from pathlib import Path

from companion.errors import JournalError, JournalTooNew
from companion.match.events import Entry, Played, Started
from companion.session.journal import Journal
from companion.session.journal_backup import back_up_daily
from companion.session.journal_check import TAILS, look_over

NOW = 1_800_000_000.0
FACTS = 120


@dataclass(slots=True)
class Tally:
    """Runs of one fault. `facts`: acknowledged in all; `lost`: of them; `said`: runs with a word; `silent`: losses without one."""

    times: int = 0
    facts: int = 0
    lost: int = 0
    said: int = 0
    silent: int = 0

    def count(self, facts: int, found: int, said: bool) -> None:
        self.times, self.facts, self.said = self.times + 1, self.facts + facts, self.said + said
        self.lost += facts - found
        self.silent += facts > found and not said


def facts(count: int = FACTS) -> Iterator[Entry]:
    yield Entry(1, Started("the_game", 3), NOW, "phone")
    for n in range(2, count + 1):
        yield Entry(n, Played("up1", str(n - 1), str(n)), NOW + n / 7, "camera")


def opened(path: Path) -> tuple[int, bool]:
    """Start as the companion does: how many facts are there, in order and as they were given; was anything said?"""
    try:
        said = bool(look_over(path, NOW))
        with Journal(path) as journal:
            latest = journal.latest()
            found = journal.entries(latest) if latest else ()
    except JournalTooNew:
        return 0, True  # refused with a word, nothing touched
    assert found == tuple(facts(len(found))) or not found, "a fact that nobody gave"
    return len(found), said


def write_on(path: Path, acknowledged: Connection) -> None:
    """Write facts until somebody pulls the plug; say each that is written."""
    with Journal(path) as journal:
        match = journal.begin(NOW)
        for entry in facts(100_000):
            journal.append(match, entry)
            acknowledged.send_bytes(b"x")


def killed(folder: Path, dice: random.Random) -> tuple[int, int, bool]:
    """kill -9 in the middle of writing."""
    here, there = multiprocessing.Pipe(duplex=False)
    path = folder / "journal.sqlite"
    writer = multiprocessing.get_context("fork").Process(target=write_on, args=(path, there))
    writer.start()
    there.close()
    told = dice.randrange(1, FACTS)
    for _ in range(told):
        here.recv_bytes()
    os.kill(writer.pid or 0, signal.SIGKILL)
    writer.join()
    told += heard(here)
    found, said = opened(path)
    return told, min(found, told), said


def heard(pipe: Connection) -> int:
    """All that was acknowledged and not yet listened to."""
    count = 0
    try:
        while True:
            pipe.recv_bytes()
            count += 1
    except EOFError:
        return count


def damaging(file: str, backed_up: bool) -> Callable[[Path, random.Random], tuple[int, int, bool]]:
    """Bytes of a file of the journal overwritten by others or by zeros, anywhere, up to 6,000 of them. `backed_up`: after half of the
    facts a backup was made."""

    def damaged(folder: Path, dice: random.Random) -> tuple[int, int, bool]:
        path = evening(folder, backed_up)
        place = path.with_name(path.name + file)
        data = bytearray(place.read_bytes())
        at = dice.randrange(len(data))
        length = min(dice.randint(1, 6000), len(data) - at)
        data[at : at + length] = dice.randbytes(length) if dice.random() < 0.5 else bytes(length)
        place.write_bytes(data)
        return FACTS, *opened(path)

    return damaged


def cutting(file: str) -> Callable[[Path, random.Random], tuple[int, int, bool]]:
    """A file of the journal cut off anywhere."""

    def cut(folder: Path, dice: random.Random) -> tuple[int, int, bool]:
        path = evening(folder, False)
        place = path.with_name(path.name + file)
        os.truncate(place, dice.randrange(place.stat().st_size))
        return FACTS, *opened(path)

    return cut


def evening(folder: Path, backed_up: bool) -> Path:
    """The files as they lie there when the plug is pulled: half of the facts in the main file, the others in the log alone."""
    live = folder / "live" / "journal.sqlite"
    pulled = folder / "state"
    pulled.mkdir()
    with Journal(live) as journal:
        match = journal.begin(NOW)
        for entry in facts():
            journal.append(match, entry)
            if entry.n == FACTS // 2:
                journal._db.execute("PRAGMA wal_checkpoint(TRUNCATE)")
                if backed_up:
                    back_up_daily(journal, pulled, NOW)
        for tail in TAILS:
            shutil.copy(live.with_name(live.name + tail), pulled)
    return pulled / live.name


def filled(folder: Path, dice: random.Random) -> tuple[int, int, bool]:
    """The disk is full from some fact on, and has room again later."""
    path, told, refused = folder / "journal.sqlite", 0, False
    with Journal(path) as journal:
        match = journal.begin(NOW)
        for entry in facts():
            if entry.n == dice.randrange(2, FACTS):
                pages = journal._db.execute("PRAGMA page_count").fetchone()[0]
                journal._db.execute(f"PRAGMA max_page_count={pages}")
            try:
                journal.append(match, entry)
            except JournalError:
                refused = True
                journal._db.execute("PRAGMA max_page_count=100000")
                journal.append(match, entry)
            told += 1
    found, said = opened(path)
    return told, found, said or refused


FAULTS = {
    "kill -9 while writing": killed,
    "main file damaged": damaging("", False),
    "main file damaged, backup of half": damaging("", True),
    "log damaged": damaging("-wal", False),
    "main file cut off": cutting(""),
    "log cut off": cutting("-wal"),
    "full disk": filled,
}


def main(times: int = 1000) -> int:
    print(f"{'fault':36}{'times':>7}{'facts':>9}{'lost':>8}{'said':>7}{'in silence':>12}", flush=True)
    silent = 0
    for name, fault in FAULTS.items():
        tally = Tally()
        for number in range(times):
            with tempfile.TemporaryDirectory() as folder:
                tally.count(*fault(Path(folder), random.Random(f"{name} {number}")))
        print(f"{name:36}{tally.times:7}{tally.facts:9}{tally.lost:8}{tally.said:7}{tally.silent:12}", flush=True)
        silent += tally.silent
    return 1 if silent else 0


def stopped(times: int, busy: float = 3.0) -> int:
    """SIGTERM to `companion run`: while modules are loaded, while a deck is learned, a new state directory each time. How often its status
    was not 0, or it took longer than `busy` seconds."""
    print(f"{'SIGTERM to companion run':36}{'times':>7}{'status 0':>9}{'slowest':>10}", flush=True)
    bad = 0
    for name, word in (("while modules are loaded", ""), ("while a deck is learned", "Learning")):
        ends = [_stop(word) for _ in range(times)]
        good = [took for status, took in ends if status == 0]
        slowest = max(took for _, took in ends)
        bad += sum(status != 0 or took > busy for status, took in ends)
        print(f"{name:36}{times:7}{len(good):9}{slowest:8.2f} s", flush=True)
    return bad


def _stop(word: str) -> tuple[int, float]:
    with tempfile.TemporaryDirectory() as folder, socket.socket() as door:
        door.bind(("127.0.0.1", 0))
        port = str(door.getsockname()[1])
        door.close()
        process = subprocess.Popen(
            [sys.executable, "-m", "companion", "run", "--port", port],
            env=os.environ | {"STATE_DIRECTORY": folder},
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
            text=True,
        )
        assert process.stderr is not None
        if word:
            next(line for line in process.stderr if word in line)
        time.sleep(random.uniform(0.3, 1.5))
        begun = time.monotonic()
        process.send_signal(signal.SIGTERM)
        process.communicate(timeout=120)
        return process.returncode, time.monotonic() - begun


def run(arguments: Sequence[str]) -> int:
    if arguments[:1] == ["soak"]:
        from tests.soak import soak

        soak(*(int(word) for word in arguments[1:] or ["2000"]))
        return 0
    if arguments[:1] == ["stop"]:
        return 1 if stopped(*(int(word) for word in arguments[1:] or ["10"])) else 0
    return main(*(int(word) for word in arguments))


if __name__ == "__main__":
    sys.exit(run(sys.argv[1:]))
