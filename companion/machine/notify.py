"""Tells systemd that the service is ready and alive (sd_notify), without a library: by datagrams to the socket of systemd.

Nothing here reaches people: phones hear by `companion/shown/view.py`.
"""

from __future__ import annotations

import os
import socket


class Notifier:
    """Speaks to the service manager, if any. `address`: as in $NOTIFY_SOCKET. `watched`: has the manager a watchdog? None = as
    $WATCHDOG_USEC says."""

    def __init__(self, address: str | None = None, watched: bool | None = None) -> None:
        self._address = os.environ.get("NOTIFY_SOCKET", "") if address is None else address
        self.has_watchdog = bool(self._address and os.environ.get("WATCHDOG_USEC")) if watched is None else watched

    def notify_ready(self, status: str) -> None:
        """Say that the service serves now. `status`: a line for people."""
        self._send_datagram(f"READY=1\nSTATUS={status}")

    def notify_alive(self) -> None:
        """Have the watchdog wait again. To be called after every frame."""
        self._send_datagram("WATCHDOG=1")

    def request_restart(self) -> None:
        """Have the service ended and started anew: the watchdog stops waiting."""
        self._send_datagram("WATCHDOG=trigger")

    def notify_stopping(self) -> None:
        """Say that the service ends on demand."""
        self._send_datagram("STOPPING=1")

    def _send_datagram(self, text: str) -> None:
        """Send `text` to the service manager; nothing without a manager, or where the manager is gone or has not read yet.
        Raises `OSError` otherwise."""
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
