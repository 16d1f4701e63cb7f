"""A real Mosquitto for tests, on a free port of this machine."""

from __future__ import annotations

import os
import shutil
import signal
import socket
import subprocess
from collections.abc import Sequence
from pathlib import Path
from types import TracebackType
from typing import Self

import pytest

MOSQUITTO = shutil.which("mosquitto") or next((path for path in ("/usr/sbin/mosquitto",) if Path(path).exists()), "")


def require_mosquitto() -> None:
    """Skip the test where no Mosquitto is installed."""
    if not MOSQUITTO:
        pytest.skip("there is no Mosquitto here: apt install mosquitto")


def find_free_port() -> int:
    """A port of the loopback interface that is free now."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


class Broker:
    """Mosquitto in `folder`, started and killed as often as a test likes; the port stays. `lines`: further lines of its
    configuration. `remembers`: sessions and retained messages outlive a stop (a kill may lose the last of them).
    `anonymous`: anybody may come in."""

    def __init__(self, folder: Path, lines: Sequence[str] = (), *, remembers: bool = True, anonymous: bool = True) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        self.port = find_free_port()
        self._config = folder / "mosquitto.conf"
        self._log = folder / "mosquitto.log"
        told = [
            f"listener {self.port} 127.0.0.1",
            f"allow_anonymous {str(anonymous).lower()}",
            "max_queued_messages 0",
            "log_dest stderr",
            *(["persistence true", f"persistence_location {folder}/", "autosave_interval 1"] if remembers else []),
            *(["user root"] if os.geteuid() == 0 else []),
            *lines,
        ]
        self._config.write_text("\n".join(told) + "\n")
        self._process: subprocess.Popen[str] | None = None

    @property
    def url(self) -> str:
        """Where clients find it."""
        return f"mqtt://127.0.0.1:{self.port}"

    @property
    def log(self) -> str:
        """What the broker has said since its last start, as far as it was read."""
        return self._log.read_text() if self._log.exists() else ""

    def start(self) -> None:
        """Return once clients can connect."""
        with self._log.open("w") as log:
            self._process = subprocess.Popen([MOSQUITTO, "-c", str(self._config)], stderr=log, text=True)
        while not _accepts(self.port):
            assert self._process.poll() is None, self.log

    def kill(self) -> None:
        """As a power cut: nothing is said to anybody, nothing written any more."""
        self._end(signal.SIGKILL)

    def stop(self) -> None:
        """A clean end."""
        self._end(signal.SIGTERM)

    def _end(self, how: signal.Signals) -> None:
        if self._process is not None:
            self._process.send_signal(how)
            self._process.wait()
            self._process = None

    def __enter__(self) -> Self:
        self.start()
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self.kill()


def _accepts(port: int) -> bool:
    """Does anybody listen there?"""
    with socket.socket() as probe:
        probe.settimeout(0.2)
        return probe.connect_ex(("127.0.0.1", port)) == 0
