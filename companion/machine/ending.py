"""Hears the order to stop at once and misses no order, whatever the process is doing."""

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

END_SIGNALS = (signal.SIGTERM, signal.SIGINT)
THREAD_STOP_S = 0.7  # seconds for a thread to end; guess: all threads together within the three seconds of the service
OUR_THREADS = ("camera", "scenery", "session", "signals", "vision", "web")
"""Threads that should have ended before the process does."""


def end_at_once_when_told() -> None:
    """From now on SIGTERM ends the process with status 0. For the time while modules load and nothing is open."""
    signal.signal(signal.SIGTERM, lambda *_: os._exit(0))


def end_when_told() -> None:
    """From now on SIGTERM ends the process as `sys.exit(0)` does, closing open files. For the time until an `Ending`
    listens."""
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(0))


def exit_process() -> NoReturn:
    """End the process now with status 0, without clean-up by other threads. Call once all is written.

    A thread busy with a deck or a camera must not hold up the end. Tearing the thread down half-way would abort the process.
    """
    late = sorted({thread.name for thread in threading.enumerate()} & {*OUR_THREADS})
    if late:
        log.warning("Left behind at the end, busy yet: %s. All facts are written.", ", ".join(late))
    sys.stdout.flush()
    sys.stderr.flush()
    os._exit(0)


class Ending:
    """Listens for SIGTERM and Ctrl-C from now on. To be made in the main thread.

    A signal just before a wait begins would wake nobody if a handler set a lock or an event. Here each signal leaves a byte
    in a socket, and a byte stays.
    """

    def __init__(self) -> None:
        """From now on the signals that end a service are heard here. To be made in the main thread."""
        self._ear, self._mouth = socket.socketpair()
        self._mouth.setblocking(False)
        signal.set_wakeup_fd(self._mouth.fileno(), warn_on_full_buffer=False)
        for number in END_SIGNALS:
            signal.signal(number, lambda *_: None)  # the byte in the socket is enough

    def wait_for_end(self, seconds: float | None = None) -> bool:
        """Was the process told to end? Waits at most `seconds`, None = for ever."""
        return bool(select.select([self._ear], [], [], seconds)[0])
