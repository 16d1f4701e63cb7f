"""Telling systemd that the service is ready and alive (sd_notify), without a library: one datagram to the socket it names."""

from __future__ import annotations

import os
import socket


class Notifier:
    """Speaks to the service manager where there is one, else to nobody. `address`: what $NOTIFY_SOCKET holds. `watched`: has it a watchdog,
    as $WATCHDOG_USEC says?"""

    def __init__(self, address: str | None = None, watched: bool | None = None) -> None:
        self._address = os.environ.get("NOTIFY_SOCKET", "") if address is None else address
        self.watched = bool(self._address and os.environ.get("WATCHDOG_USEC")) if watched is None else watched

    def ready(self, status: str) -> None:
        """The service serves now."""
        self._send(f"READY=1\nSTATUS={status}")

    def alive(self) -> None:
        """The watchdog may wait again: called for every frame that was worked through."""
        self._send("WATCHDOG=1")

    def start_anew(self) -> None:
        """The watchdog shall not wait any longer: the service is ended and started anew."""
        self._send("WATCHDOG=trigger")

    def stopping(self) -> None:
        """The service ends because it was told to."""
        self._send("STOPPING=1")

    def _send(self, text: str) -> None:
        if not self._address:
            return
        name = "\0" + self._address[1:] if self._address.startswith("@") else self._address
        with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as door:
            door.setblocking(False)
            try:
                door.sendto(text.encode(), name)
            except BlockingIOError:
                return  # the manager has not read what it was told before: another word would tell it no more
            except OSError as error:
                if error.errno not in (2, 111):  # the manager is gone: nobody is left to tell
                    raise
