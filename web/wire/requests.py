"""Requests as they come from the loop become answers of a WSGI application, worked out in a few threads.

A request is taken in whole before a thread sees it, and an answer is whole before the loop sends it: no thread waits for a phone. A
stream is the exception: the application says who may listen (`web.wire.stream.HAND_OVER`), and the loop tells it.
"""

from __future__ import annotations

import asyncio
import contextlib
import io
import logging
import sys
from collections import Counter
from collections.abc import AsyncIterator, Callable, Iterable, MutableMapping
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Any
from urllib.parse import unquote_to_bytes, urlsplit

from web.wire.stream import HAND_OVER, Stream
from web.wire.workers import Workers

log = logging.getLogger("web")

Message = MutableMapping[str, Any]
Application = Callable[[dict[str, Any], Any], Iterable[bytes]]

LARGEST_BODY = 1 << 20
"""Bytes of a request that are kept. Of a larger one the application is told the size alone, so that it refuses it in its own words."""
READ_OUT = 8 << 20
"""Bytes that are read of it all the same, so that a phone that still sends hears the answer."""
LARGE = 64 * 1024
LARGE_AT_ONCE, LARGE_OF_ONE = 16, 3
"""Bodies above `LARGE` bytes that are taken in at the same time, of all and of one address: the memory that requests may take."""
BODY_S = 30.0
"""Seconds that a body may take to come in."""
PIECE = 64 * 1024
"""Bytes of an answer that are sent at once."""


@dataclass(frozen=True, slots=True)
class Answer:
    """What the application answered. `stream`: what is told after the head instead of a body."""

    status: int
    headers: list[tuple[bytes, bytes]]
    body: bytes
    stream: Stream | None = None


class Requests:
    """An ASGI application around a WSGI one. One address keeps at most half the workers busy: the others are for everybody else."""

    def __init__(self, app: Application, workers: Workers) -> None:
        self._app, self._workers = app, workers
        self._large, self._sending = asyncio.Semaphore(LARGE_AT_ONCE), Turns(LARGE_OF_ONE)
        self._asking = Turns(max(1, workers.most // 2))

    async def __call__(self, scope: Message, receive: Callable[[], Any], send: Callable[[Message], Any]) -> None:
        with contextlib.suppress(asyncio.CancelledError):  # the server ends
            await self._answer(scope, receive, send)

    async def _answer(self, scope: Message, receive: Callable[[], Any], send: Callable[[Message], Any]) -> None:
        try:
            async with asyncio.timeout(BODY_S):
                body = await self._take_in(scope, receive)
        except TimeoutError:
            await _send(Answer(408, [(b"connection", b"close"), (b"content-length", b"0")], b""), send)
            return
        if body is None:
            return
        answer = await self._ask(_address(scope), environ_of(scope, *body))
        if answer.stream is None:
            await _send(answer, send)
            return
        await send({"type": "http.response.start", "status": answer.status, "headers": answer.headers})
        await answer.stream.tell(receive, send)

    async def _take_in(self, scope: Message, receive: Callable[[], Any]) -> tuple[bytes, int] | None:
        """The body and its size; nothing of a body that is too large; None where the phone has hung up."""
        length = _said_length(scope)
        if scope["method"] in ("GET", "HEAD") and length == 0:
            return b"", 0
        if 0 <= length <= LARGE:
            return await _read(receive)
        async with self._sending.of(_address(scope)), self._large:
            return await _read(receive)

    async def _ask(self, address: str, environ: dict[str, Any]) -> Answer:
        async with self._asking.of(address):
            return await asyncio.wrap_future(self._workers.submit(lambda: ask(self._app, environ)))


class Turns:
    """Each address does at most so many things at once; more of it wait for each other, and for nobody else."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._turns: dict[str, asyncio.Semaphore] = {}
        self._there: Counter[str] = Counter()

    @asynccontextmanager
    async def of(self, address: str) -> AsyncIterator[None]:
        """The next turn of an address."""
        turn = self._turns.setdefault(address, asyncio.Semaphore(self._most))
        self._there[address] += 1
        try:
            async with turn:
                yield
        finally:
            self._there[address] -= 1
            if not self._there[address]:
                del self._there[address], self._turns[address]


async def _read(receive: Callable[[], Any]) -> tuple[bytes, int] | None:
    kept, size = bytearray(), 0
    while size <= READ_OUT:
        message = await receive()
        if message["type"] == "http.disconnect":
            return None
        size += len(message["body"])
        if size <= LARGEST_BODY:
            kept += message["body"]
        if not message["more_body"]:
            break
    return (bytes(kept) if size <= LARGEST_BODY else b""), size


async def _send(answer: Answer, send: Callable[[Message], Any]) -> None:
    await send({"type": "http.response.start", "status": answer.status, "headers": answer.headers})
    for at in range(0, max(len(answer.body), 1), PIECE):
        more = at + PIECE < len(answer.body)
        await send({"type": "http.response.body", "body": answer.body[at : at + PIECE], "more_body": more})


def ask(app: Application, environ: dict[str, Any]) -> Answer:
    """The whole answer of a WSGI application."""
    said: list[Any] = []
    parts: list[bytes] = []

    def start(status: str, headers: list[tuple[str, str]], exc_info: Any = None) -> Callable[[bytes], None]:
        said[:] = status, headers
        return parts.append

    try:
        found = app(environ, start)
        try:
            parts.extend(found)
        finally:
            if close := getattr(found, "close", None):
                close()
    except Exception:
        log.exception("The dashboard stumbled over %s", environ["PATH_INFO"])
        return Answer(500, [(b"content-length", b"0")], b"")
    status, headers = said
    coded = [(name.lower().encode("latin-1"), value.encode("latin-1")) for name, value in headers]
    if stream := environ.get(HAND_OVER):
        coded = [header for header in coded if header[0] != b"content-length"]
    return Answer(int(status[:3]), coded, b"".join(parts), stream)


def environ_of(scope: Message, body: bytes, size: int) -> dict[str, Any]:
    """What WSGI calls a request. `size`: of the body as it was sent."""
    target = scope["raw_path"].decode("latin-1")
    path = target if target.startswith("/") else urlsplit(target).path or "/"
    server = scope["server"] or ("localhost", 80)
    environ: dict[str, Any] = {
        "REQUEST_METHOD": scope["method"],
        "SCRIPT_NAME": "",
        "PATH_INFO": unquote_to_bytes(path).decode("latin-1"),
        "QUERY_STRING": scope["query_string"].decode("latin-1"),
        "SERVER_NAME": server[0],
        "SERVER_PORT": str(server[1]),
        "SERVER_PROTOCOL": f"HTTP/{scope['http_version']}",
        "REMOTE_ADDR": _address(scope),
        "wsgi.version": (1, 0),
        "wsgi.url_scheme": scope["scheme"],
        "wsgi.input": io.BytesIO(body),
        "wsgi.errors": sys.stderr,
        "wsgi.multithread": True,
        "wsgi.multiprocess": False,
        "wsgi.run_once": False,
        HAND_OVER: None,
    }
    for name, value in scope["headers"]:
        if b"_" in name or name in (b"transfer-encoding", b"content-length"):
            continue  # a name with "_" would pass for another one
        key, said = name.decode("latin-1").upper().replace("-", "_"), value.decode("latin-1")
        key = key if key == "CONTENT_TYPE" else f"HTTP_{key}"
        environ[key] = f"{environ[key]}{'; ' if key == 'HTTP_COOKIE' else ','}{said}" if key in environ else said
    if size or _said_length(scope) >= 0:
        environ["CONTENT_LENGTH"] = str(size)
    return environ


def _said_length(scope: Message) -> int:
    """Bytes that a request says it has, -1 where it does not say and may have some."""
    headers = dict(scope["headers"])
    if b"transfer-encoding" in headers:
        return -1
    return int(headers.get(b"content-length", b"0"))


def _address(scope: Message) -> str:
    return str(scope["client"][0]) if scope["client"] else ""
