"""Being told to stop: heard at once and never missed, whatever the process is doing when it is said."""

from __future__ import annotations

import select
import signal
import socket

SIGNALS = (signal.SIGTERM, signal.SIGINT)


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
