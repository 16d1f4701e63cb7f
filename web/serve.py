"""Serve a dashboard with waitress: one thread a phone on the stream, and a stop that does not wait for them.

Waitress' four default threads would hang at the fourth phone, so there are 112: two for each place on the stream, because those of
phones that have hung up take a moment to notice, and some for everything else. It looks one request ahead on each connection
because only so does it notice that a phone has hung up. Its loop runs here, so that it can be left at any time.
"""

from __future__ import annotations

import errno
import socket
import ssl
import threading
from types import TracebackType
from typing import Any, Self

import waitress
from flask import Flask
from waitress import wasyncore
from waitress.channel import HTTPChannel

from web.access import is_loopback
from web.errors import AddressInUse, UnguardedAddress
from web.tls import encrypted

THREADS = 112
CONNECTIONS = 400
"""40 phones keep up to six connections each. Of more, those on which nothing is asked are closed, the longest silent first."""
FULL = 100
"""Connections beyond those on which something is asked: then new ones wait."""
LARGEST_BODY = 1 << 20
"""Bytes that waitress takes in, so that the dashboard itself can refuse a body above 64 kB in JSON."""
HANGING_UP = 1.0
"""Seconds that the loop has to hang up on everybody."""
LOOK_EVERY = 1.0
"""Seconds after which the loop looks around although nothing happened."""
UNHEARD_MS = 20_000
"""A phone that acknowledges nothing for so long (out of reach, switched off) is hung up on."""


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
        listening = listen(host, port)
        self.host, self.port = host, int(listening.getsockname()[1])
        self._sockets: dict[int, Any] = {}
        self._connections = connections
        self._waitress = waitress.create_server(
            app,
            map=self._sockets,
            sockets=[listening],
            threads=threads,
            channel_request_lookahead=1,
            connection_limit=connections + FULL,
            max_request_body_size=LARGEST_BODY,
            ident=None,
            url_scheme="https" if tls else "http",
        )
        self._scheme = "https" if tls else "http"
        if tls:
            self._waitress.channel_class = encrypted(tls)
        self._thread: threading.Thread | None = None
        self._running = self._stopping = False
        self._closing = threading.Lock()

    @property
    def url(self) -> str:
        """The address to open on this machine."""
        host = {"0.0.0.0": "127.0.0.1", "::": "[::1]"}.get(self.host, f"[{self.host}]" if ":" in self.host else self.host)
        return f"{self._scheme}://{host}:{self.port}/"

    @property
    def stopped(self) -> bool:
        """Has the thread of `start` ended?"""
        return self._thread is None or not self._thread.is_alive()

    def run(self) -> None:
        """Serve until `stop`."""
        self._running = True
        try:
            while not self._stopping:
                wasyncore.loop(LOOK_EVERY, use_poll=True, map=self._sockets, count=1)
                self._make_room()
        finally:
            self._hang_up()

    def _make_room(self) -> None:
        """Close connections that are held open and ask nothing: else a few hundred of them would keep everybody out."""
        if len(self._sockets) <= self._connections:
            return
        idle = [each for each in self._sockets.values() if isinstance(each, HTTPChannel) and not each.requests]
        idle.sort(key=lambda channel: channel.last_activity)
        for channel in idle[: len(self._sockets) - self._connections]:
            channel.will_close = True

    def start(self) -> Self:
        """Serve in a thread of its own."""
        self._thread = threading.Thread(target=self.run, name="web", daemon=True)
        self._thread.start()
        return self

    def stop(self) -> None:
        """Hang up on everybody and come back at once. Streams that still wait end with their next word.

        May be called twice, and from any thread, but not from within a signal handler (it takes a lock).
        """
        with self._closing:  # the loop must not close the trigger while it is pulled
            if not self._stopping:
                self._stopping = True
                self._waitress.trigger.pull_trigger()
        if self._thread:
            self._thread.join(HANGING_UP)
        if not self._running:
            self._hang_up()

    def _hang_up(self) -> None:
        with self._closing:
            self._stopping = True
            self._waitress.task_dispatcher.set_thread_count(0)
            wasyncore.close_all(self._sockets, ignore_all=True)

    def __enter__(self) -> Self:
        return self.start()

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self.stop()


def listen(host: str, port: int) -> socket.socket:
    """A listening socket. Raises `AddressInUse`, or `OSError` with a sentence where the address is not of this machine."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listening = socket.socket(family, socket.SOCK_STREAM)
    try:
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        if family == socket.AF_INET6:
            listening.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_V6ONLY, 0)
        if hasattr(socket, "TCP_USER_TIMEOUT"):  # Linux; accepted connections inherit it
            listening.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, UNHEARD_MS)
        listening.bind((host, port))
        listening.listen(128)
    except OSError as error:
        listening.close()
        if error.errno == errno.EADDRINUSE:
            raise AddressInUse(f"port {port} is taken by another program: stop it, or choose another port.") from error
        raise OSError(error.errno, f"the dashboard cannot be served at {host} port {port}: {error.strerror}.") from error
    return listening
