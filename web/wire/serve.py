"""Serve a dashboard from one loop: all connections and all streams in one thread, pages and commands in a few others.

uvicorn reads and writes HTTP. What it leaves open is done here: connections are accepted one by one, so that neither silent ones nor
half-spoken TLS can use up what the process may open, and a stop hangs up on everybody at once.
"""

from __future__ import annotations

import asyncio
import contextlib
import errno
import socket
import ssl
import threading
from email.utils import formatdate
from types import TracebackType
from typing import Any, Self

from flask import Flask

from web.door.access import is_loopback
from web.errors import AddressInUse, UnguardedAddress
from web.wire.connections import Connections
from web.wire.requests import Requests
from web.wire.workers import Workers

THREADS = 8
"""Pages and commands that are worked on at once."""
CONNECTIONS = 400
"""Connections that are kept: 120 phones with a stream each, and more while they load. Of more, the longest silent are closed."""
HANGING_UP_S = 1.0
"""Seconds that the loop has to hang up on everybody."""
LOOK_EVERY_S = 1.0
"""Seconds after which the loop looks around although nothing happened."""
UNHEARD_MS = 20_000
"""A phone that acknowledges nothing for so long (out of reach, switched off) is hung up on."""
SEND_BUFFER_BYTES = 128 * 1024
"""What the kernel takes in for a phone that is slow: little, so that it is sent the newest view and not all the older ones."""


class Server:
    """A dashboard on the network. `port` 0 takes a free one. `tls`: what it speaks TLS with, None = it speaks plainly.

    Raises `AddressInUse` and `UnguardedAddress`.
    """

    def __init__(
        self,
        app: Flask,
        host: str = "127.0.0.1",
        port: int = 8000,
        *,
        threads: int = THREADS,
        connections: int = CONNECTIONS,
        tls: ssl.SSLContext | None = None,
    ) -> None:
        if not app.extensions["access"].asks and not is_loopback(host):
            raise UnguardedAddress(
                f"the dashboard asks for no code, so it is not served at {host}: give it an access policy with one."
            )
        self._listening = listen(host, port)
        self.host, self.port = host, int(self._listening.getsockname()[1])
        self._app, self._tls, self._threads, self._most = app, tls, threads, connections
        self._loop: asyncio.AbstractEventLoop | None = None
        self._told = asyncio.Event()
        self._thread: threading.Thread | None = None
        self._stopping = False
        self._turn = threading.Lock()

    @property
    def url(self) -> str:
        """The address to open on this machine."""
        host = {"0.0.0.0": "127.0.0.1", "::": "[::1]"}.get(self.host, f"[{self.host}]" if ":" in self.host else self.host)
        return f"{'https' if self._tls else 'http'}://{host}:{self.port}/"

    @property
    def stopped(self) -> bool:
        """Has the thread of `start` ended?"""
        return self._thread is None or not self._thread.is_alive()

    def run(self) -> None:
        """Serve until `stop`."""
        with self._turn:
            if self._stopping:
                return
            loop = self._loop = asyncio.new_event_loop()
        try:
            loop.run_until_complete(self._serve(loop))
        finally:
            with self._turn:
                self._loop, self._stopping = None, True
            self._listening.close()
            loop.close()

    async def _serve(self, loop: asyncio.AbstractEventLoop) -> None:
        workers = Workers(self._threads)
        connections = Connections(Requests(self._app, workers), self._tls, self._most)
        accepting = loop.create_task(connections.accept(self._listening))
        try:
            while not self._told.is_set():
                connections.look(formatdate(usegmt=True))
                with contextlib.suppress(TimeoutError):
                    await asyncio.wait_for(self._told.wait(), LOOK_EVERY_S)
        finally:
            accepting.cancel()
            await asyncio.gather(accepting, return_exceptions=True)
            workers.stop()
            await connections.hang_up()

    def start(self) -> Self:
        """Serve in a thread of its own."""
        self._thread = threading.Thread(target=self.run, name="web", daemon=True)
        self._thread.start()
        return self

    def stop(self) -> None:
        """Hang up on everybody and come back at once.

        May be called twice, and from any thread, but not from within a signal handler (it takes a lock).
        """
        with self._turn:
            self._stopping = True
            if self._loop is not None:
                self._loop.call_soon_threadsafe(self._told.set)
        if self._thread:
            self._thread.join(HANGING_UP_S)
        self._listening.close()

    def __enter__(self) -> Self:
        return self.start()

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self.stop()


def listen(host: str, port: int) -> socket.socket:
    """A listening socket. Raises `AddressInUse`, or `OSError` with a sentence where the address is not of this machine."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listening = socket.socket(family, socket.SOCK_STREAM)
    for level, option, value in _options(family):
        listening.setsockopt(level, option, value)
    try:
        listening.bind((host, port))
        listening.listen(128)
        listening.setblocking(False)
    except OSError as error:
        listening.close()
        if error.errno == errno.EADDRINUSE:
            raise AddressInUse(f"port {port} is taken by another program: stop it, or choose another port.") from error
        raise OSError(error.errno, f"the dashboard cannot be served at {host} port {port}: {error.strerror}.") from error
    return listening


def _options(family: int) -> list[tuple[int, int, Any]]:
    """Of the listening socket; accepted connections inherit them."""
    options = [(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1), (socket.SOL_SOCKET, socket.SO_SNDBUF, SEND_BUFFER_BYTES)]
    if family == socket.AF_INET6:
        options.append((socket.IPPROTO_IPV6, socket.IPV6_V6ONLY, 0))
    if hasattr(socket, "TCP_USER_TIMEOUT"):  # Linux
        options.append((socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, UNHEARD_MS))
    return options
