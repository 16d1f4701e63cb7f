"""SIGTERM to the companion in every state that it can be in: its status, and the seconds until it has ended."""

from __future__ import annotations

import functools
import os
import random
import resource
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time
import urllib.request
from collections.abc import Callable, Mapping
from contextlib import suppress
from pathlib import Path

from companion.app.companion import Companion
from companion.journal.journal import Journal
from companion.machine.config import Config, Web
from companion.match.events import Claimed, Started
from companion.session.session import Session
from companion.sources.scenery import Setting
from companion.sources.sources import layout_for
from vision.types import Camera, Frame

BUSY = 3.0
"""Seconds within which it has to have ended."""
PATIENCE = 300.0


class Process:
    """A companion in a state directory of its own, told to end. `said`: what it says on standard error."""

    def __init__(self, folder: Path, *words: str) -> None:
        with socket.socket() as door:
            door.bind(("127.0.0.1", 0))
            port = door.getsockname()[1]
        self.url = f"http://127.0.0.1:{port}/"
        self._process = subprocess.Popen(
            [sys.executable, "-m", *words, "--port", str(port)],
            env=os.environ | {"STATE_DIRECTORY": str(folder), "PYTHONUNBUFFERED": "1"},
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        self.said: list[str] = []
        self._open = threading.Event()
        self._ears = [
            threading.Thread(target=self._listen, args=(pipe,)) for pipe in (self._process.stdout, self._process.stderr)
        ]
        for ear in self._ears:
            ear.start()

    def _listen(self, pipe: object) -> None:
        for line in pipe:  # type: ignore[attr-defined]
            self.said.append(line)

    @property
    def number(self) -> int:
        return self._process.pid

    def until(self, word: str) -> None:
        """Wait until it says so."""
        end = time.monotonic() + PATIENCE
        while not any(word in line for line in self.said):
            assert self._process.poll() is None and time.monotonic() < end, self.said
            time.sleep(0.02)

    def end(self) -> tuple[int, float]:
        """SIGTERM; the status and the seconds that it took."""
        begun = time.monotonic()
        self._process.send_signal(signal.SIGTERM)
        status = self._process.wait(PATIENCE)
        took = time.monotonic() - begun
        for ear in self._ears:
            ear.join()
        for pipe in (self._process.stdout, self._process.stderr):
            assert pipe is not None
            pipe.close()
        return status, took


@functools.cache
def learned() -> Path:
    """A state directory in which the practice deck was learned."""
    folder = Path(tempfile.mkdtemp())
    run = "from companion.sources.practice_decks import load_practice_deck; load_practice_deck('the_game')"
    subprocess.run(
        [sys.executable, "-c", run], env=os.environ | {"STATE_DIRECTORY": str(folder)}, check=True, capture_output=True
    )
    return folder


def with_decks(folder: Path) -> Path:
    shutil.copytree(learned() / "decks", folder / "decks")
    return folder


def loading(folder: Path) -> tuple[int, float]:
    """While modules are loaded, or whatever comes then."""
    process = Process(with_decks(folder), "companion", "run")
    time.sleep(random.uniform(0.3, 4.0))
    return process.end()


def learning(folder: Path) -> tuple[int, float]:
    """While a deck is learned behind a dashboard that serves."""
    process = Process(folder, "tests.unlearned", "run")
    process.until("Learning")
    time.sleep(random.uniform(0, 2))
    return process.end()


def learning_in_the_demo(folder: Path) -> tuple[int, float]:
    """While a deck is learned behind the dashboard of the demo."""
    process = Process(folder, "tests.unlearned", "demo")
    process.until("Learning")
    time.sleep(random.uniform(0, 2))
    return process.end()


def serving(folder: Path) -> Process:
    process = Process(with_decks(folder), "companion", "demo", "--fast")
    process.until("Open http")
    return process


def playing(folder: Path) -> tuple[int, float]:
    """In the middle of a match, three phones on the stream and one that asks for pictures."""
    process = serving(folder)
    streams = [urllib.request.urlopen(f"{process.url}api/stream") for _ in range(3)]
    for stream in streams:
        stream.readline()
    asking = threading.Thread(target=_ask, args=(f"{process.url}picture/table.jpg",))
    asking.start()
    time.sleep(random.uniform(0, 2))
    done = process.end()
    asking.join()
    for stream in streams:
        stream.close()
    return done


def _ask(url: str) -> None:
    with suppress(OSError):
        while True:
            with suppress(urllib.error.HTTPError):
                urllib.request.urlopen(url).read()


def disk_full(folder: Path) -> tuple[int, float]:
    """While no file can be written at all, and the match goes on."""
    process = serving(folder)
    time.sleep(random.uniform(0, 2))
    resource.prlimit(process.number, resource.RLIMIT_FSIZE, (0, resource.RLIM_INFINITY))
    time.sleep(random.uniform(0, 3))
    return process.end()


def match_over(folder: Path) -> tuple[int, float]:
    """After a match was lost."""
    with Journal(folder / "journal.sqlite") as journal:
        session = Session(journal, lambda game: ())
        session.begin_match(Started("the_game", 2), 1.0, "phone")
        session.record_event(Claimed("stuck"), 2.0, "phone")
        assert session.match is not None and session.match.outcome is not None
    process = Process(with_decks(folder), "companion", "run")
    process.until("Open http")
    time.sleep(random.uniform(0, 2))
    return process.end()


def nothing_played(folder: Path) -> tuple[int, float]:
    """Before any match."""
    process = Process(with_decks(folder), "companion", "run")
    process.until("Open http")
    time.sleep(random.uniform(0, 2))
    return process.end()


def camera_stalled(folder: Path) -> tuple[int, float]:
    """While a camera answers no more."""
    process = Process(with_decks(folder), "tests.faults.stopping")
    process.until("stalled")
    time.sleep(random.uniform(0, 5))
    return process.end()


class Stalled(Camera):
    """A camera that does not answer, and cannot be cut off either."""

    def read(self) -> Frame:
        print("stalled", file=sys.stderr, flush=True)
        while True:
            time.sleep(60)

    def __enter__(self) -> Stalled:
        return self

    def __exit__(self, *_: object) -> None:
        time.sleep(60)


def serve_stalled(port: int) -> int:
    """The companion at such a camera."""
    from companion.cli.run import serve_until_told
    from companion.journal.state_lock import StateLock
    from companion.machine.paths import state_directory

    with StateLock(state_directory()):
        config = Config(web=Web("127.0.0.1", port))
        return serve_until_told(
            Companion(config, lambda game, match: Setting(layout_for(game), {}, Stalled()), state_directory())
        )


STATES: Mapping[str, Callable[[Path], tuple[int, float]]] = {
    "0.3 to 4 s after the start": loading,
    "a deck is learned": learning,
    "a deck is learned, nothing served yet": learning_in_the_demo,
    "no match yet": nothing_played,
    "a match, four phones": playing,
    "camera stalled": camera_stalled,
    "nothing can be written": disk_full,
    "match over": match_over,
}


def stopped(times: int = 10) -> bool:
    """Print how it ended in each state, with a new state directory each time; was it always in time, with status 0?"""
    print(f"{'SIGTERM while':44}{'times':>7}{'status 0':>9}{'slowest':>10}", flush=True)
    good = True
    for name, state in STATES.items():
        ends = []
        for _ in range(times):
            with tempfile.TemporaryDirectory() as folder:
                ends.append(state(Path(folder)))
        right = sum(status == 0 for status, _ in ends)
        slowest = max(took for _, took in ends)
        good &= right == times and slowest <= BUSY
        print(f"{name:44}{times:7}{right:9}{slowest:8.2f} s", flush=True)
    return good


if __name__ == "__main__":
    sys.exit(serve_stalled(int(sys.argv[sys.argv.index("--port") + 1])))
