"""What befalls the files of the journal: kills, damage, cuts, deletion, a disk that is full or can only be read."""

from __future__ import annotations

import functools
import multiprocessing
import os
import random
import resource
import shutil
import signal
import tempfile
from collections.abc import Callable, Mapping
from contextlib import suppress
from multiprocessing.connection import Connection
from pathlib import Path

from companion.errors import CompanionError, JournalError, JournalTooNew
from companion.journal import mirror as journal_mirror
from companion.journal.backup import back_up_daily
from companion.journal.journal import Journal
from companion.journal.mirror import MIRROR_TAIL as MIRROR
from companion.journal.mirror import REACHED_TAIL
from companion.journal.repair.check import FILE_TAILS, check_journal
from companion.journal.state_lock import StateLock
from tests.faults.tally import FACTS, NOW, facts

Run = tuple[int, int, bool]
"""Facts that were acknowledged, facts that were found, was anything said?"""
Fault = Callable[[Path, random.Random], Run]
NAME = "journal.sqlite"
FRAME = 24 + 4096
"""Bytes of one page in the write-ahead log."""
NOBODY = 65534


def opened(path: Path) -> tuple[int, bool]:
    """Start as the companion does: how many facts are there, in order and as they were given; was anything said?"""
    try:
        said = bool(check_journal(path, NOW))
        with Journal(path) as journal:
            latest = journal.find_latest()
            found = journal.read_entries(latest) if latest else ()
    except JournalTooNew:
        return FACTS, True  # refused with a word, nothing touched
    given = {entry.n: entry for entry in facts(max((entry.n for entry in found), default=0))}
    assert all(entry == given[entry.n] for entry in found), "a fact that nobody gave"
    return len(found), said


def write_on(path: Path, told: Connection, full_from: int = 0, reserve: int = 0) -> None:
    """Write facts until somebody pulls the plug; tell each that is written, and each refusal. `full_from`: the fact from which on no file
    may grow. `reserve`: bytes that the mirror sets apart, by default what it always does; where they are used up there is room again
    after the first refusal."""
    journal_mirror.RESERVE_BYTES = reserve or journal_mirror.RESERVE_BYTES
    with Journal(path) as journal:
        match = journal.begin_match(NOW)
        for entry in facts(100_000):
            if entry.n == full_from:
                _fill(path)
            try:
                journal.append_entry(match, entry)
            except JournalError:
                told.send_bytes(b"r")
                resource.setrlimit(resource.RLIMIT_FSIZE, (resource.RLIM_INFINITY,) * 2)
                journal.append_entry(match, entry)
            told.send_bytes(b"x")


def _fill(path: Path) -> None:
    """No file may grow beyond what the log has, as on a disk without room."""
    size = path.with_name(path.name + "-wal").stat().st_size
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, resource.RLIM_INFINITY))


def killed(folder: Path, dice: random.Random, full_from: int = 0, reserve: int = 0) -> Run:
    """kill -9 in the middle of writing."""
    here, there = multiprocessing.Pipe(duplex=False)
    path = folder / NAME
    writer = multiprocessing.get_context("fork").Process(target=write_on, args=(path, there, full_from, reserve))
    writer.start()
    there.close()
    wanted = dice.randrange(max(1, full_from), FACTS)
    heard = [here.recv_bytes() for _ in range(wanted)]
    os.kill(writer.pid or 0, signal.SIGKILL)
    writer.join()
    heard += rest(here)
    told = heard.count(b"x")
    found, said = opened(path)
    return told, min(found, told), said or b"r" in heard


def rest(pipe: Connection) -> list[bytes]:
    """All that was told and not yet listened to."""
    told = []
    with suppress(EOFError):
        while True:
            told.append(pipe.recv_bytes())
    return told


def filled(folder: Path, dice: random.Random) -> Run:
    """The disk is full from some fact on, and then the plug is pulled."""
    return killed(folder, dice, full_from=dice.randrange(2, FACTS // 2))


def used_up(folder: Path, dice: random.Random) -> Run:
    """The same, and the reserve of the mirror is used up as well; then there is room again."""
    return killed(folder, dice, full_from=dice.randrange(2, FACTS // 2), reserve=4096)


def read_only(folder: Path, dice: random.Random) -> Run:
    """Files and folder can only be read: the start is refused with a word, and what was written is there."""
    path = evening(folder, False)
    places = [*path.parent.iterdir(), path.parent]
    for place in (*places, folder):
        place.chmod(0o555 if place.is_dir() else 0o444)
    here, there = multiprocessing.Pipe(duplex=False)
    child = multiprocessing.get_context("fork").Process(target=start_as_nobody, args=(path, there))
    child.start()
    there.close()
    said = b"r" in rest(here)
    child.join()
    for place in (folder, *reversed(places)):
        place.chmod(0o700 if place.is_dir() else 0o600)
    return FACTS, opened(path)[0], said


def start_as_nobody(path: Path, told: Connection) -> None:
    if os.geteuid() == 0:
        os.setuid(NOBODY)  # root may write anywhere
    try:
        with StateLock(path.parent):
            check_journal(path, NOW)
            with Journal(path) as journal:
                journal.begin_match(NOW)
    except CompanionError:
        told.send_bytes(b"r")


@functools.cache
def pulled(backed_up: bool) -> Path:
    """The files as they lie there when the plug is pulled: half of the facts in the main file, the others in the log alone."""
    folder = Path(tempfile.mkdtemp())
    live, kept = folder / "live" / NAME, folder / "kept"
    kept.mkdir()
    with Journal(live) as journal:
        match = journal.begin_match(NOW)
        for entry in facts():
            journal.append_entry(match, entry)
            if entry.n == FACTS // 2:
                journal._db.execute("PRAGMA wal_checkpoint(TRUNCATE)")
                if backed_up:
                    back_up_daily(journal, kept, NOW)
        for tail in (*FILE_TAILS, MIRROR, REACHED_TAIL):
            shutil.copy(live.with_name(live.name + tail), kept)
    return kept


def evening(folder: Path, backed_up: bool) -> Path:
    """A copy of them."""
    shutil.copytree(pulled(backed_up), folder / "state")
    return folder / "state" / NAME


def hurting(*hurts: tuple[str, Callable[[Path, random.Random], None]], backed_up: bool = False) -> Fault:
    """Files of the journal, by their tails, hurt after the plug was pulled. `backed_up`: after half of the facts a backup was made."""

    def fault(folder: Path, dice: random.Random) -> Run:
        path = evening(folder, backed_up)
        for tail, hurt in hurts:
            hurt(path.with_name(path.name + tail), dice)
        return FACTS, *opened(path)

    return fault


def damaged(place: Path, dice: random.Random) -> None:
    """Up to 6,000 bytes, anywhere, overwritten by others or by zeros."""
    data = bytearray(place.read_bytes())
    at = dice.randrange(len(data.rstrip(b"\0")))
    length = min(dice.randint(1, 6000), len(data) - at)
    data[at : at + length] = dice.randbytes(length) if dice.random() < 0.5 else bytes(length)
    place.write_bytes(data)


def cut(place: Path, dice: random.Random) -> None:
    """Cut off anywhere."""
    os.truncate(place, dice.randrange(len(place.read_bytes().rstrip(b"\0"))))


def cut_between(place: Path, dice: random.Random) -> None:
    """A log cut off just where a write ended: it looks as if no more had been written."""
    frames = (place.stat().st_size - 32) // FRAME
    os.truncate(place, 32 + FRAME * dice.randrange(frames))


def deleted(place: Path, dice: random.Random) -> None:
    place.unlink()


FAULTS: Mapping[str, Fault] = {
    "kill -9 while writing": killed,
    "full disk, then kill -9": filled,
    "full disk, reserve used up, room again": used_up,
    "disk that can only be read": read_only,
    "main file damaged": hurting(("", damaged)),
    "main file cut off": hurting(("", cut)),
    "main file deleted": hurting(("", deleted)),
    "log damaged": hurting(("-wal", damaged)),
    "log cut off anywhere": hurting(("-wal", cut)),
    "log cut off between two writes": hurting(("-wal", cut_between)),
    "log deleted": hurting(("-wal", deleted)),
    "main file and log damaged": hurting(("", damaged), ("-wal", damaged)),
    "main file, log, shared memory deleted": hurting(("", deleted), ("-wal", deleted), ("-shm", deleted)),
    "mirror damaged": hurting((MIRROR, damaged)),
    "mirror cut off": hurting((MIRROR, cut)),
    "mirror deleted": hurting((MIRROR, deleted)),
    "main file and mirror damaged, backup of half": hurting(("", damaged), (MIRROR, damaged), backed_up=True),
    "log and mirror deleted, backup of half": hurting(("-wal", deleted), (MIRROR, deleted), backed_up=True),
}
HARD = ("main file and mirror damaged, backup of half", "log and mirror deleted, backup of half")
"""Two files at once: what both had and no backup has cannot be saved. It must be said."""
SLOW = ("full disk, reserve used up, room again", "disk that can only be read")
"""A tenth of the times."""
