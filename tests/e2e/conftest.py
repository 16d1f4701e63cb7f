"""The companion as a process of its own, with a state directory that already knows the practice deck."""

from __future__ import annotations

import json
import os
import shutil
import signal
import socket
import subprocess
import sys
import threading
import time
import urllib.request
from collections.abc import Sequence
from pathlib import Path

import pytest

from tests.browser import PATIENCE


@pytest.fixture(scope="session")
def state(practised, tmp_path_factory):
    """A state directory in which the practice deck is known."""
    folder = tmp_path_factory.mktemp("state")
    shutil.copytree(practised, folder / "decks")
    return folder


def environment(state):
    return os.environ | {"STATE_DIRECTORY": str(state), "OMP_NUM_THREADS": "1", "PYTHONUNBUFFERED": "1"}


def free_port():
    with socket.socket() as door:
        door.bind(("127.0.0.1", 0))
        return door.getsockname()[1]


class Running:
    """`companion demo` (or `run`) as a process. What it says on standard error is kept in `said`. `before`: words before the command.
    `module`: the module that is the command."""

    def __init__(self, state: Path, *arguments: str, before: Sequence[str] = (), module: str = "companion") -> None:
        self.state = state
        self.process = subprocess.Popen(
            [*before, sys.executable, "-m", module, *arguments],
            env=environment(state),
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        self.said: list[str] = []
        self._listener = threading.Thread(target=lambda: self.said.extend(self.process.stderr), daemon=True)
        self._listener.start()
        first = self.process.stdout.readline()
        assert first.startswith("Open http"), f"{first!r} {self.said}"
        self.url = first.split()[1]

    def view(self):
        with urllib.request.urlopen(f"{self.url}api/state?language=en", timeout=PATIENCE) as answer:
            return json.load(answer)

    def wait_for(self, is_so, what, patience=PATIENCE):
        """The first view for which `is_so` holds."""
        end = time.monotonic() + patience
        while time.monotonic() < end:
            view = self.view()
            if is_so(view):
                return view
            time.sleep(0.2)
        raise AssertionError(f"never {what}: {view} {self.said}")

    def kill(self):
        """Pull the plug."""
        self.process.send_signal(signal.SIGKILL)
        self._ended()

    def stop(self):
        """Ask it to stop; its status."""
        self.process.send_signal(signal.SIGTERM)
        return self._ended()

    def _ended(self):
        status = self.process.wait(timeout=PATIENCE)
        self._listener.join(timeout=PATIENCE)
        self.process.stdout.close()
        self.process.stderr.close()
        return status


@pytest.fixture
def running(practised, tmp_path):
    """Start the companion with a fresh journal and the learned deck; stopped at the end."""
    home = tmp_path / "home"
    shutil.copytree(practised, home / "decks")
    started: list[Running] = []

    def start(*arguments):
        started.append(Running(home, *arguments))
        return started[-1]

    yield start
    for companion in started:
        if companion.process.poll() is None:
            companion.kill()
