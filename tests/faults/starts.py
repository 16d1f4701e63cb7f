"""Real starts of the real command with one damaged file each: does it start, are its facts true, is it said?

Every file of the state directory times what can befall a file; then a disk that is full or can only be read.
"""

from __future__ import annotations

import ctypes
import functools
import json
import os
import random
import resource
import shutil
import signal
import socket
import ssl
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np

from companion.app.phone_book import PhoneBook
from companion.footage.clips import Clip, ClipName, Shot
from companion.footage.shelf import ClipShelf
from companion.games.boards import CLASSIC
from companion.journal.backup import back_up_daily
from companion.journal.journal import Journal
from companion.journal.taken_up import TakenUp
from companion.match.events import Corrected, Entry
from companion.setup.profile import ProfileShelf
from tests.faults.stopping import learned
from tests.faults.tally import NOW, facts
from web.door.phones import Phones, Role

NOBODY = 65534
PR_CAPBSET_DROP = 24
PATIENCE = 120.0
MATCHES = {1: 7, 2: 31, 3: 12}
"""How many entries each match has; the first was taken up again."""
NEEDS_NO_WORD = ("companion.lock", "pairing.json", "files.json", "journal.sqlite-reached")
"""Files that are written anew at each start: nothing in them is missed."""
COMES_AND_GOES = ("backups", "clips")
"""Folders whose files the companion itself deletes: one that is gone is not missed."""


@dataclass(slots=True)
class Started:
    """What a start came to. `up`: does it serve? `health`: what it says of itself. `said`: its standard error."""

    up: bool
    health: Mapping[str, Any] = field(default_factory=dict)
    said: str = ""

    @property
    def notices(self) -> list[str]:
        return [str(notice) for notice in self.health.get("notices", ())]


class Command:
    """`companion run` in a state directory, for phones of the network and over TLS. `strict`: even root may not read what is not its own, nor
    write what nobody may. `full`: no file can be written at all."""

    def __init__(
        self, state: Path, *, strict: bool = False, full: bool = False, host: str = "0.0.0.0", tls: bool = True
    ) -> None:
        with socket.socket() as door:
            door.bind(("127.0.0.1", 0))
            port = door.getsockname()[1]
        self.url = f"{'https' if tls else 'http'}://127.0.0.1:{port}/"
        self._heard = ""
        self._said = tempfile.TemporaryFile("w+")  # noqa: SIM115  # as long as the process
        words = ["--port", str(port), "--host", host, *(["--tls"] if tls else [])]
        self.process = subprocess.Popen(
            [sys.executable, "-m", "companion", "run", *words],
            env=os.environ | {"STATE_DIRECTORY": str(state), "PYTHONUNBUFFERED": "1", "HOME": str(state)},
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=self._said,
            preexec_fn=partial(_hold_back, strict and os.geteuid() == 0, full),
        )

    def wait_until_up(self) -> Started:
        """Wait until it serves, or has ended."""
        end = time.monotonic() + PATIENCE
        while self.process.poll() is None and time.monotonic() < end:
            try:
                return Started(True, self.ask("healthz"), self.said)
            except OSError:
                time.sleep(0.05)
        return Started(False, said=self.said)

    def ask(self, path: str, body: Mapping[str, Any] | None = None) -> Any:
        """What it answers. Raises `OSError` where it does not."""
        unsure = ssl.create_default_context()
        unsure.check_hostname, unsure.verify_mode = False, ssl.CERT_NONE
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(self.url + path, data, {"Content-Type": "application/json"})
        try:
            with urllib.request.urlopen(
                request, timeout=10, context=unsure if self.url.startswith("https") else None
            ) as answer:
                return json.load(answer)
        except urllib.error.HTTPError as error:
            if error.code == 503:  # it serves, and something does not work
                return json.load(error)
            raise

    @property
    def said(self) -> str:
        """All that it has said on standard error."""
        if not self._said.closed:
            self._said.seek(0)
            self._heard = self._said.read()
        return self._heard

    def stop(self, how: int = signal.SIGTERM) -> int:
        """End it; its status."""
        if self.process.poll() is None:
            self.process.send_signal(how)
        status = self.process.wait(PATIENCE)
        self._heard = self.said
        self._said.close()
        return status


def _hold_back(strict: bool, full: bool) -> None:
    """Give up what only root may (to read, to chmod and to chown what is not its own), and to write any file."""
    for capability in range(4 * strict):
        ctypes.CDLL(None).prctl(PR_CAPBSET_DROP, capability, 0, 0, 0)
    if full:
        resource.setrlimit(resource.RLIMIT_FSIZE, (0, resource.RLIM_INFINITY))


@functools.cache
def good_state() -> Path:
    """A state directory with a file of every kind, as a companion leaves it that was told to stop."""
    state = Path(tempfile.mkdtemp()) / "state"
    state.mkdir()
    shutil.copytree(learned() / "decks", state / "decks")
    with Journal(state / "journal.sqlite") as journal:
        for match, count in MATCHES.items():
            assert journal.begin_match(NOW + match) == match
            for entry in log_of(match, count):
                journal.append_entry(match, entry)
        uids = {stored.id: stored.uid for stored in journal.list_matches()}
        back_up_daily(journal, state, NOW)
    TakenUp(state / "taken-up.json").keep_match(uids[1], uids[3])
    ClipShelf(state / "clips", spare=0).save_clip(
        Clip(ClipName(1, 3, uids[1]), (4, 3), (Shot(1.0, b"jpeg" * 99, {}),), kept=True)
    )
    Phones(PhoneBook(state / "phones.json")).add_phone({}, "Anna", Role.PLAYER)  # type: ignore[arg-type]  # a cookie is a dictionary
    ProfileShelf(state / "profile.json").change_profile(source="virtual", lamps={"up1": "up2"})
    for folder in ("boards", "layouts"):
        (state / folder).mkdir()
    (state / "boards" / "sequence.txt").write_text(CLASSIC)
    np.savez_compressed(state / "layouts" / "quick_easy-auto.npz", looks=np.arange(999))
    command = Command(state)
    assert command.wait_until_up().up, command.said
    assert command.stop() == 0
    return state


def log_of(match: int, count: int) -> Iterator[Entry]:
    """The entries of a match: those of no two are alike."""
    for entry in facts(count):
        yield Entry(entry.n, entry.event, entry.at + match, entry.source)


@contextmanager
def copy_of(state: Path) -> Iterator[Path]:
    with tempfile.TemporaryDirectory() as folder:
        shutil.copytree(state, Path(folder) / "state")
        yield Path(folder) / "state"


def flip_bit(path: Path, dice: random.Random) -> None:
    data = bytearray(path.read_bytes())
    written = len(data.rstrip(b"\0")) or 1
    data[dice.randrange(written)] ^= 1 << dice.randrange(8)
    path.write_bytes(data)


def cut(path: Path, dice: random.Random) -> None:
    os.truncate(path, dice.randrange(1, max(2, len(path.read_bytes().rstrip(b"\0")))))


def delete(path: Path, dice: random.Random) -> None:
    path.unlink()


def empty(path: Path, dice: random.Random) -> None:
    os.truncate(path, 0)


def make_folder(path: Path, dice: random.Random) -> None:
    path.unlink()
    path.mkdir()
    (path / "in it").touch()


def make_unreadable(path: Path, dice: random.Random) -> None:
    """Somebody else's, and theirs alone; where we are not root it is ours, and can be made readable again."""
    path.chmod(0)
    if os.geteuid() == 0:
        os.chown(path, NOBODY, NOBODY)


FAULTS: Mapping[str, Callable[[Path, random.Random], None]] = {
    "a bit": flip_bit,
    "cut off": cut,
    "deleted": delete,
    "emptied": empty,
    "a folder": make_folder,
    "unreadable": make_unreadable,
}


@dataclass(slots=True)
class Verdict:
    """What a start with a damaged file came to. `lost`: facts that are not there; `false`: facts that nobody gave, or in another match."""

    up: bool
    lost: int
    false: int
    said: bool
    detail: str


def start_with(fault: str, file: str, dice: random.Random) -> Verdict:
    """One start. `file`: its path in the state directory."""
    with copy_of(good_state()) as state:
        hurt = state / file
        FAULTS[fault](hurt, dice)
        command = Command(state, strict=True)
        started = command.wait_until_up()
        command.stop()
        lost, false = compare(state)
        uncaught = "Traceback" in started.said
        silent_is_good = file in NEEDS_NO_WORD or (fault == "deleted" and file.split("/")[0] in COMES_AND_GOES)
        harmless = not lost and _is_harmless(fault, file, hurt)
        said = bool(started.notices) or silent_is_good or harmless
        return Verdict(
            started.up and not uncaught, lost, false, said, started.said[-2000:] if uncaught or not started.up else ""
        )


def _is_harmless(fault: str, file: str, hurt: Path) -> bool:
    """Nothing is missed: a bit in what nobody reads, or a file of ours that was made readable again."""
    if fault == "unreadable" and hurt.exists():
        return True
    return fault == "a bit" and file.startswith(("journal.sqlite", "backups", "clips", "tls.pem", "boards/sequence.txt"))


def compare(state: Path) -> tuple[int, int]:
    """Facts that are lost, and facts that nobody gave. Names that were said since do not count."""
    given = {match: {entry.n: entry for entry in log_of(match, count)} for match, count in MATCHES.items()}
    with Journal(state / "journal.sqlite") as journal:
        found = {stored.id: journal.read_readable(stored.id)[0] for stored in journal.list_matches()}
    found = {match: [entry for entry in entries if not isinstance(entry.event, Corrected)] for match, entries in found.items()}
    false = sum(given.get(match, {}).get(entry.n) != entry for match, entries in found.items() for entry in entries)
    kept = sum(len(entries) for entries in found.values())
    return sum(MATCHES.values()) - kept + false, false


def start_on_disk(*, full: bool) -> Verdict:
    """One start on a disk that is full from the first moment on, or can only be read: the match goes on, and what was there is there."""
    with copy_of(good_state()) as state:
        if not full:
            for path in (*state.rglob("*"), state):
                path.chmod(0o500 if path.is_dir() else 0o400)
        command = Command(state, strict=True, full=full, host="127.0.0.1", tls=False)
        started = command.wait_until_up()
        played = command.ask("api/state")["log"] if started.up else []
        if started.up:
            command.ask("api/commands/set_up", {"names": ["Ada", "", ""]})
        command.stop()
        for path in (state, *state.rglob("*")):
            path.chmod(0o700 if path.is_dir() else 0o600)
        lost, false = compare(state)
        return Verdict(started.up and bool(played), lost, false, bool(started.notices), "" if played else started.said)


def files() -> list[str]:
    """Every file of the state directory."""
    state = good_state()
    return sorted(str(path.relative_to(state)) for path in state.rglob("*") if path.is_file())


def starts(times: int = 1) -> bool:
    """Print a table, a line a file; was no start refused, no fact false, and nothing lost in silence?"""
    print(f"{'real starts':44}{'starts':>7}{'refused':>9}{'lost':>7}{'false':>7}{'in silence':>12}", flush=True)
    good = True
    for file in files():
        verdicts = []
        for fault in FAULTS:
            for number in range(times):
                verdict = start_with(fault, file, random.Random(f"{file} {fault} {number}"))
                verdicts.append(verdict)
                if not verdict.up or verdict.false or verdict.lost or not verdict.said:
                    print(f"  {file}, {fault}, {number}: {verdict}", file=sys.stderr, flush=True)
        refused, silent = sum(not verdict.up for verdict in verdicts), sum(not verdict.said for verdict in verdicts)
        lost, false = sum(verdict.lost for verdict in verdicts), sum(verdict.false for verdict in verdicts)
        good &= not (refused or silent or false or lost)
        print(f"{file:44}{len(verdicts):7}{refused:9}{lost:7}{false:7}{silent:12}", flush=True)
    for name, full in (("a disk that is full from the start", True), ("a disk that can only be read", False)):
        verdict = start_on_disk(full=full)
        good &= verdict.up and verdict.said and not verdict.lost and not verdict.false
        print(
            f"{name:44}{1:7}{not verdict.up:9}{verdict.lost:7}{verdict.false:7}{not verdict.said:12} {verdict.detail}",
            flush=True,
        )
    return good
