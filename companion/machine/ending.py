"""Being told to stop: heard at once and never missed, whatever the process is doing when it is said."""

from __future__ import annotations

import logging
import os
import select
import signal
import socket
import sys
import threading
from typing import NoReturn

log = logging.getLogger("companion")

SIGNALS = (signal.SIGTERM, signal.SIGINT)
STOPPING = 0.7
"""Seconds that a thread is waited for at the end: the service has to be gone within three."""
OURS = ("camera", "scenery", "session", "signals", "vision", "web")
"""Threads that should have ended before the process does."""


def end_at_once_when_told() -> None:
    """From now on SIGTERM ends the process with status 0. For the time before anything is written: modules are loaded, nothing else."""
    signal.signal(signal.SIGTERM, lambda *_: os._exit(0))


def end_when_told() -> None:
    """From now on SIGTERM ends the process as `sys.exit(0)` does: what is open is closed. For the time until an `Ending` listens."""
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(0))


def leave() -> NoReturn:
    """End the process now, with status 0. All is written: a thread that learns a deck or waits for a camera must not hold up the end,
    nor be torn down half-way, which aborts the process."""
    late = sorted({thread.name for thread in threading.enumerate()} & {*OURS})
    if late:
        log.warning("Left behind at the end, busy yet: %s. All facts are written.", ", ".join(late))
    sys.stdout.flush()
    sys.stderr.flush()
    os._exit(0)


class Ending:
    """Listens from now on for SIGTERM and Ctrl-C. Make it in the main thread.

    A lock or an event that a signal handler sets can be missed: a signal that comes just before the wait begins wakes nobody. Here
    the signal itself leaves a byte, and a byte stays.
    """

    def __init__(self) -> None:
        self._ear, self._mouth = socket.socketpair()
        self._mouth.setblocking(False)
        signal.set_wakeup_fd(self._mouth.fileno(), warn_on_full_buffer=False)
        for number in SIGNALS:
            signal.signal(number, _heard)

    def wait(self, seconds: float | None = None) -> bool:
        """Wait until it is said, at most so many seconds; was it?"""
        return bool(select.select([self._ear], [], [], seconds)[0])


def _heard(number: int, frame: object) -> None:
    """The byte is already there."""
