"""The connections of a server: accepted singly, bounded in number, and closed when silent for long."""

from __future__ import annotations

import asyncio
import contextlib
import socket
import ssl
from collections.abc import Callable
from functools import partial
from typing import Any

from uvicorn import Config
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.server import ServerState

MAX_BUSY_BEYOND_LIMIT = 100  # connections above the limit that are taken while all others are busy; guess
MAX_SILENT_S = 60.0  # seconds until a silent connection is closed; also the time for a request to come in, and for TLS; guess
FULL_RETRY_S = 0.1  # seconds between looks for a freed connection when full; guess
MAX_WAITING_BYTES = 64 * 1024  # for a slow phone, before writing pauses; guess
MAX_HEAD_BYTES = 32 * 1024  # of a request without its body; guess


class Connection(H11Protocol):
    """One connection as uvicorn speaks HTTP. `silent_since`: when the last request was answered, seconds of the loop's
    clock."""

    def __init__(self, config: Config, state: ServerState, loop: asyncio.AbstractEventLoop) -> None:
        super().__init__(config, state, {}, loop)
        self.silent_since = loop.time()

    def connection_made(self, transport: Any) -> None:
        transport.set_write_buffer_limits(high=MAX_WAITING_BYTES)
        super().connection_made(transport)

    @property
    def is_asked(self) -> bool:
        """Is a request being answered, or a stream being told?"""
        return self.cycle is not None and not self.cycle.response_complete

    def on_response_complete(self) -> None:
        self.silent_since = self.loop.time()
        super().on_response_complete()


class Connections:
    """The open connections. `app`: an ASGI application. `tls`: None = plain. `most`: above so many, silent connections are
    closed."""

    def __init__(self, app: Any, tls: ssl.SSLContext | None, most: int) -> None:
        self._tls, self._most = tls, most
        self._state = ServerState()
        self._config = Config(
            app,
            http=Connection,
            ws="none",
            lifespan="off",
            interface="asgi3",
            log_config=None,
            log_level="error",  # a request that cannot be understood is no news
            access_log=False,
            proxy_headers=False,
            timeout_keep_alive=int(MAX_SILENT_S),
            h11_max_incomplete_event_size=MAX_HEAD_BYTES,
        )
        self._config.load()
        self._greeted: dict[asyncio.Task[None], float] = {}
        """Connections with which TLS is not spoken yet, and since when."""

    async def accept_connections(self, listening: socket.socket) -> None:
        """Accept connections from `listening` until cancelled. Above the limit, silent connections make room; where all are
        busy, new ones wait."""
        loop = asyncio.get_running_loop()
        while True:
            try:
                come, _ = await loop.sock_accept(listening)
            except OSError:  # gone again, or the process has too many files open
                await asyncio.sleep(FULL_RETRY_S)
                continue
            greeting = loop.create_task(self._open_connection(loop, come))
            self._greeted[greeting] = loop.time()
            greeting.add_done_callback(partial(self._end_greeting, come))
            await asyncio.sleep(0)  # others have their turn, however many come
            self._make_room()
            while self._connection_count >= self._most + MAX_BUSY_BEYOND_LIMIT:
                await asyncio.sleep(FULL_RETRY_S)
                self._make_room()

    def _end_greeting(self, come: socket.socket, greeting: asyncio.Task[None]) -> None:
        del self._greeted[greeting]
        if greeting.cancelled():  # perhaps before it had begun
            come.close()

    async def _open_connection(self, loop: asyncio.AbstractEventLoop, come: socket.socket) -> None:
        """Speak TLS, if any, and hand the accepted socket `come` to HTTP. A failing greeting ends in silence."""
        with contextlib.suppress(OSError):  # hung up, silent for too long, or what it speaks is no TLS
            await loop.connect_accepted_socket(
                lambda: Connection(self._config, self._state, loop),
                come,
                ssl=self._tls,
                ssl_handshake_timeout=MAX_SILENT_S if self._tls else None,
            )

    def close_silent(self, date: str) -> None:
        """Close connections that are silent for over `MAX_SILENT_S`. `date`: for the header of all answers from now on. To be
        called every second or so."""
        self._state.default_headers = [(b"date", date.encode("ascii"))]
        now = asyncio.get_running_loop().time()
        for connection in self._silent_connections():
            if now - connection.silent_since > MAX_SILENT_S:
                connection.transport.abort()

    async def hang_up(self) -> None:
        """Close all connections at once, and end all streams; waits `FULL_RETRY_S` at most."""
        for greeting in tuple(self._greeted):
            greeting.cancel()
        for connection in self._open_connections():
            connection.transport.abort()
        if telling := {*self._state.tasks, *self._greeted}:
            await asyncio.wait(telling, timeout=FULL_RETRY_S)
        for task in self._state.tasks:
            task.cancel()
        for _ in range(3):  # until each knows, through TLS too
            await asyncio.sleep(0)

    @property
    def _connection_count(self) -> int:
        return len(self._greeted) + len(self._state.connections)

    def _open_connections(self) -> list[Connection]:
        return [each for each in self._state.connections if isinstance(each, Connection)]

    def _silent_connections(self) -> list[Connection]:
        return [each for each in self._open_connections() if not each.is_asked]

    def _make_room(self) -> None:
        """Close the longest silent connections above the limit; a few hundred would keep everybody out."""
        too_many = self._connection_count - self._most
        if too_many <= 0:
            return
        ends: list[tuple[float, Callable[[], object]]] = [(since, greeting.cancel) for greeting, since in self._greeted.items()]
        ends += [(each.silent_since, each.transport.abort) for each in self._silent_connections()]
        for _, end in sorted(ends, key=lambda each: each[0])[:too_many]:
            end()
