"""A way through the network that can be cut: nothing passes then, and neither side is told, as when a table is out of the Wi-Fi."""

from __future__ import annotations

import socket
import threading
from contextlib import suppress
from types import TracebackType
from typing import Self


class Wire:
    """Carries every connection to `port` of this machine. Cut, it holds back all bytes, all ends and all new connections."""

    def __init__(self, port: int) -> None:
        self._towards = port
        self._whole = threading.Event()
        self._whole.set()
        self._listening = socket.create_server(("127.0.0.1", 0))
        self._ends = [self._listening]

    @property
    def url(self) -> str:
        """Where a table finds the broker."""
        return f"mqtt://127.0.0.1:{self._listening.getsockname()[1]}"

    def cut(self) -> None:
        """Let nothing pass from now on."""
        self._whole.clear()

    def mend(self) -> None:
        """Let pass what was held back, and all that comes."""
        self._whole.set()

    def __enter__(self) -> Self:
        threading.Thread(target=self._accept, daemon=True).start()
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self._whole.set()
        for end in self._ends:
            with suppress(OSError):
                end.shutdown(socket.SHUT_RDWR)
            end.close()

    def _accept(self) -> None:
        with suppress(OSError):  # closed
            while True:
                near, _ = self._listening.accept()
                self._whole.wait()
                far = socket.create_connection(("127.0.0.1", self._towards))
                self._ends += [near, far]
                for one, other in ((near, far), (far, near)):
                    threading.Thread(target=self._carry, args=(one, other), daemon=True).start()

    def _carry(self, one: socket.socket, other: socket.socket) -> None:
        with suppress(OSError):
            while data := one.recv(65536):
                self._whole.wait()
                other.sendall(data)
        self._whole.wait()
        with suppress(OSError):
            other.shutdown(socket.SHUT_RDWR)
