"""Serves a dashboard from a loop: all connections and streams in a single thread, pages and commands in a few others.

uvicorn reads and writes HTTP. Connections are accepted one by one: neither silence nor half-spoken TLS may use up what a
process may open. A stop closes all connections at once.
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
from typing import Self

from flask import Flask

from web.door.access import is_loopback
from web.errors import AddressInUse, UnguardedAddress
from web.wire.connections import Connections
from web.wire.requests import Requests
from web.wire.workers import Workers

WORKER_THREADS = 8  # pages and commands worked on at once; guess
MAX_CONNECTIONS = 400  # 120 phones with a stream each, and more while loading; of more, the longest silent are closed; guess
MAX_HANG_UP_S = 1.0  # seconds for the loop to close all connections; guess
LOOK_AROUND_EVERY_S = 1.0  # seconds between looks although nothing happened; guess
MAX_UNACKNOWLEDGED_MS = 20_000  # a phone that acknowledges nothing for so long (out of reach, switched off) is closed; guess
SEND_BUFFER_BYTES = 128 * 1024  # of the kernel for a slow phone: small, so that only the newest view is sent; guess


class Server:
    """A dashboard on the network. Raises `AddressInUse` and `UnguardedAddress`.

    `port`: 0 takes a free port. `threads`: for pages and commands. `connections`: at most. `tls`: None = served plainly.
    """

    def __init__(
        self,
        app: Flask,
        host: str = "127.0.0.1",
        port: int = 8000,
        *,
        threads: int = WORKER_THREADS,
        connections: int = MAX_CONNECTIONS,
        tls: ssl.SSLContext | None = None,
    ) -> None:
        if not app.extensions["access"].asks and not is_loopback(host):
            raise UnguardedAddress(
                f"the dashboard asks for no code, so it is not served at {host}: give it an access policy with one."
            )
        self._listening = listen_at(host, port)
        self.host, self.port = host, int(self._listening.getsockname()[1])
        self._app, self._tls, self._threads, self._most = app, tls, threads, connections
        self._loop: asyncio.AbstractEventLoop | None = None
        self._told = asyncio.Event()
        self._thread: threading.Thread | None = None
        self._stopping = False
        self._turn = threading.Lock()

    @property
    def url(self) -> str:
        """The address to open on this machine, also where every network is served."""
        host = {"0.0.0.0": "127.0.0.1", "::": "[::1]"}.get(self.host, f"[{self.host}]" if ":" in self.host else self.host)
        return f"{'https' if self._tls else 'http'}://{host}:{self.port}/"

    @property
    def has_stopped(self) -> bool:
        """Has the thread of `start_serving` ended?"""
        return self._thread is None or not self._thread.is_alive()

    def serve_until_stopped(self) -> None:
        """Serve in this thread until `stop_serving`; returns at once where already stopped. The port is closed afterwards."""
        with self._turn:
            if self._stopping:
                return
            loop = self._loop = asyncio.new_event_loop()
        try:
            loop.run_until_complete(self._serve_loop(loop))
        finally:
            with self._turn:
                self._loop, self._stopping = None, True
            self._listening.close()
            loop.close()

    async def _serve_loop(self, loop: asyncio.AbstractEventLoop) -> None:
        """Serve until told to stop, then close everything; silent connections are looked for every `LOOK_AROUND_EVERY_S`."""
        workers = Workers(self._threads)
        connections = Connections(Requests(self._app, workers), self._tls, self._most)
        accepting = loop.create_task(connections.accept_connections(self._listening))
        try:
            while not self._told.is_set():
                connections.close_silent(formatdate(usegmt=True))
                with contextlib.suppress(TimeoutError):
                    await asyncio.wait_for(self._told.wait(), LOOK_AROUND_EVERY_S)
        finally:
            accepting.cancel()
            await asyncio.gather(accepting, return_exceptions=True)
            workers.stop_workers()
            await connections.hang_up()

    def start_serving(self) -> Self:
        """The server itself, serving in a thread of its own."""
        self._thread = threading.Thread(target=self.serve_until_stopped, name="web", daemon=True)
        self._thread.start()
        return self

    def stop_serving(self) -> None:
        """Close all connections, and return within `MAX_HANG_UP_S`. Not served again afterwards.

        May be called twice and from any thread, but not from a signal handler, because of a lock.
        """
        with self._turn:
            self._stopping = True
            if self._loop is not None:
                self._loop.call_soon_threadsafe(self._told.set)
        if self._thread:
            self._thread.join(MAX_HANG_UP_S)
        self._listening.close()

    def __enter__(self) -> Self:
        return self.start_serving()

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self.stop_serving()


def listen_at(host: str, port: int) -> socket.socket:
    """A listening socket that does not block. Raises `AddressInUse`, or `OSError` with a sentence where the address is not of
    this machine. `port`: 0 = any free port."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listening = socket.socket(family, socket.SOCK_STREAM)
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    # Accepted connections inherit the options.
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, SEND_BUFFER_BYTES)
    if family == socket.AF_INET6:
        listening.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_V6ONLY, 0)
    if hasattr(socket, "TCP_USER_TIMEOUT"):  # Linux
        listening.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, MAX_UNACKNOWLEDGED_MS)
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
