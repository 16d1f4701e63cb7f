"""The connections of a server: accepted one by one, bounded in number, and hung up on where nothing is asked for long."""

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

BUSY_BEYOND = 100
"""Connections beyond the limit that are taken while something is asked on all the others; then new ones wait."""
SILENT_S = 60.0
"""A connection on which nothing is asked for so long is closed; so much time has a request to come in, and TLS to be spoken."""
FULL_S = 0.1
"""Seconds between looks whether a busy connection has ended, where no more are taken."""
WAITING_BYTES = 64 * 1024
"""Bytes that wait for a slow phone, beyond which it is written to no more until it has taken some in."""
LARGEST_HEAD = 32 * 1024
"""Bytes of a request without its body."""


class Connection(H11Protocol):
    """One connection as uvicorn speaks it. `silent_since`: since when nothing is asked on it, seconds of the loop's clock."""

    def __init__(self, config: Config, state: ServerState, loop: asyncio.AbstractEventLoop) -> None:
        super().__init__(config, state, {}, loop)
        self.silent_since = loop.time()

    def connection_made(self, transport: Any) -> None:
        transport.set_write_buffer_limits(high=WAITING_BYTES)
        super().connection_made(transport)

    @property
    def is_asked(self) -> bool:
        """Is a request being answered, or a stream told?"""
        return self.cycle is not None and not self.cycle.response_complete

    def on_response_complete(self) -> None:
        self.silent_since = self.loop.time()
        super().on_response_complete()


class Connections:
    """Those that are open. `app`: an ASGI application. `most`: of more, those on which nothing is asked are closed."""

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
            timeout_keep_alive=int(SILENT_S),
            h11_max_incomplete_event_size=LARGEST_HEAD,
        )
        self._config.load()
        self._greeted: dict[asyncio.Task[None], float] = {}
        """Connections with which TLS is not spoken yet, and since when."""

    async def accept(self, listening: socket.socket) -> None:
        """Take in whoever comes, until cancelled."""
        loop = asyncio.get_running_loop()
        while True:
            try:
                come, _ = await loop.sock_accept(listening)
            except OSError:  # gone again, or the process has too many files open
                await asyncio.sleep(FULL_S)
                continue
            greeting = loop.create_task(self._greet(loop, come))
            self._greeted[greeting] = loop.time()
            greeting.add_done_callback(partial(self._end_greeting, come))
            await asyncio.sleep(0)  # others have their turn, however many come
            self._make_room()
            while self._count >= self._most + BUSY_BEYOND:
                await asyncio.sleep(FULL_S)
                self._make_room()

    def _end_greeting(self, come: socket.socket, greeting: asyncio.Task[None]) -> None:
        del self._greeted[greeting]
        if greeting.cancelled():  # perhaps before it had begun
            come.close()

    async def _greet(self, loop: asyncio.AbstractEventLoop, come: socket.socket) -> None:
        with contextlib.suppress(OSError):  # hung up, silent for too long, or what it speaks is no TLS
            await loop.connect_accepted_socket(
                lambda: Connection(self._config, self._state, loop),
                come,
                ssl=self._tls,
                ssl_handshake_timeout=SILENT_S if self._tls else None,
            )

    def look(self, date: str) -> None:
        """Hang up on whoever asks nothing for too long. `date`: as the header says it. To be called every second or so."""
        self._state.default_headers = [(b"date", date.encode("ascii"))]
        now = asyncio.get_running_loop().time()
        for connection in self._silent():
            if now - connection.silent_since > SILENT_S:
                connection.transport.abort()

    async def hang_up(self) -> None:
        """Close all of them at once, and end what is being told."""
        for greeting in tuple(self._greeted):
            greeting.cancel()
        for connection in self._open():
            connection.transport.abort()
        if telling := {*self._state.tasks, *self._greeted}:
            await asyncio.wait(telling, timeout=FULL_S)
        for task in self._state.tasks:
            task.cancel()
        for _ in range(3):  # until each knows, through TLS too
            await asyncio.sleep(0)

    @property
    def _count(self) -> int:
        return len(self._greeted) + len(self._state.connections)

    def _open(self) -> list[Connection]:
        return [each for each in self._state.connections if isinstance(each, Connection)]

    def _silent(self) -> list[Connection]:
        return [each for each in self._open() if not each.is_asked]

    def _make_room(self) -> None:
        """Close connections that are held open and ask nothing: else a few hundred of them would keep everybody out."""
        too_many = self._count - self._most
        if too_many <= 0:
            return
        ends: list[tuple[float, Callable[[], object]]] = [(since, greeting.cancel) for greeting, since in self._greeted.items()]
        ends += [(each.silent_since, each.transport.abort) for each in self._silent()]
        for _, end in sorted(ends, key=lambda each: each[0])[:too_many]:
            end()
