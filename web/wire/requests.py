"""Requests from the loop become answers of a WSGI application, worked out in a few threads.

A thread sees a request only when whole, and the loop sends an answer only when whole: no thread waits for a phone. Streams
are the exception: the application says who may listen (`web.wire.stream.HAND_OVER`), and the loop sends them.
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

MAX_KEPT_BODY_BYTES = 1 << 20  # kept of a body; of a larger body the application gets the size alone, and refuses; guess
MAX_READ_BODY_BYTES = 8 << 20  # read of a body at all: a phone that still sends is to hear the answer; guess
MAX_SMALL_BODY_BYTES = 64 * 1024  # larger bodies are counted, see below; guess
MAX_LARGE_BODIES = 16  # larger bodies taken in at once, for the sake of memory; guess
MAX_LARGE_BODIES_OF_ONE = 3  # of one address; guess
MAX_BODY_TIME_S = 30.0  # seconds for a body to come in; guess
ANSWER_PIECE_BYTES = 64 * 1024  # sent at once; guess


@dataclass(frozen=True, slots=True)
class Answer:
    """What the application answered."""

    status: int
    headers: list[tuple[bytes, bytes]]
    body: bytes
    stream: Stream | None = None  # told after the head in place of a body, None = a plain answer


class Requests:
    """An ASGI application around the WSGI application `app`. An address occupies at most half of the workers, and the others
    stay free for everybody else."""

    def __init__(self, app: Application, workers: Workers) -> None:
        self._app, self._workers = app, workers
        self._large, self._sending = asyncio.Semaphore(MAX_LARGE_BODIES), AddressTurns(MAX_LARGE_BODIES_OF_ONE)
        self._asking = AddressTurns(max(1, workers.most // 2))

    async def __call__(self, scope: Message, receive: Callable[[], Any], send: Callable[[Message], Any]) -> None:
        with contextlib.suppress(asyncio.CancelledError):  # the server ends
            await self._handle_request(scope, receive, send)

    async def _handle_request(self, scope: Message, receive: Callable[[], Any], send: Callable[[Message], Any]) -> None:
        """Answer one HTTP request, given by ASGI as `scope`, `receive` and `send`: 408 for a body too slow, nothing where the
        phone hung up. A stream is sent by the loop after the head."""
        try:
            async with asyncio.timeout(MAX_BODY_TIME_S):
                body = await self._receive_body(scope, receive)
        except TimeoutError:
            await _send_answer(Answer(408, [(b"connection", b"close"), (b"content-length", b"0")], b""), send)
            return
        if body is None:
            return
        environ = environ_of(scope, *body)
        async with self._asking.take_turn(_client_address(scope)):
            answer = await asyncio.wrap_future(self._workers.submit(lambda: run_application(self._app, environ)))
        if answer.stream is None:
            await _send_answer(answer, send)
            return
        await send({"type": "http.response.start", "status": answer.status, "headers": answer.headers})
        await answer.stream.send_all(receive, send)

    async def _receive_body(self, scope: Message, receive: Callable[[], Any]) -> tuple[bytes, int] | None:
        """Kept body and size as sent; an empty body where too large; None where the phone has hung up. `receive`: of ASGI.
        Large bodies take turns."""
        length = _said_length(scope)
        if scope["method"] in ("GET", "HEAD") and length == 0:
            return b"", 0
        if 0 <= length <= MAX_SMALL_BODY_BYTES:
            return await _receive_parts(receive)
        async with self._sending.take_turn(_client_address(scope)), self._large:
            return await _receive_parts(receive)


class AddressTurns:
    """Lets each address do at most `most` things at once; more of an address wait for each other alone."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._turns: dict[str, asyncio.Semaphore] = {}
        self._there: Counter[str] = Counter()

    @asynccontextmanager
    async def take_turn(self, address: str) -> AsyncIterator[None]:
        """Wait until it is the turn of `address`; the turn lasts as long as the context."""
        turn = self._turns.setdefault(address, asyncio.Semaphore(self._most))
        self._there[address] += 1
        try:
            async with turn:
                yield
        finally:
            self._there[address] -= 1
            if not self._there[address]:
                del self._there[address], self._turns[address]


async def _receive_parts(receive: Callable[[], Any]) -> tuple[bytes, int] | None:
    """Kept body and size as sent; the body is empty above `MAX_KEPT_BODY_BYTES`. `receive`: of ASGI. Reading ends above
    `MAX_READ_BODY_BYTES`. None where the phone has hung up."""
    kept, size = bytearray(), 0
    while size <= MAX_READ_BODY_BYTES:
        message = await receive()
        if message["type"] == "http.disconnect":
            return None
        size += len(message["body"])
        if size <= MAX_KEPT_BODY_BYTES:
            kept += message["body"]
        if not message["more_body"]:
            break
    return (bytes(kept) if size <= MAX_KEPT_BODY_BYTES else b""), size


async def _send_answer(answer: Answer, send: Callable[[Message], Any]) -> None:
    """Send head and body, the body in pieces of `ANSWER_PIECE_BYTES`. `send`: of ASGI."""
    await send({"type": "http.response.start", "status": answer.status, "headers": answer.headers})
    for at in range(0, max(len(answer.body), 1), ANSWER_PIECE_BYTES):
        more = at + ANSWER_PIECE_BYTES < len(answer.body)
        await send({"type": "http.response.body", "body": answer.body[at : at + ANSWER_PIECE_BYTES], "more_body": more})


def run_application(app: Application, environ: dict[str, Any]) -> Answer:
    """The whole answer of the WSGI application `app` to the request `environ`, with the stream that `app` handed over, if
    any. An error is logged and answered by 500."""
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
    """The WSGI environment of the ASGI request `scope`. Headers with "_" in the name are left out. `body`: as kept. `size`:
    of the body as sent, in bytes."""
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
        "REMOTE_ADDR": _client_address(scope),
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
    """Bytes of body that a request announces, 0 for none, -1 where unannounced bytes may come."""
    headers = dict(scope["headers"])
    if b"transfer-encoding" in headers:
        return -1
    return int(headers.get(b"content-length", b"0"))


def _client_address(scope: Message) -> str:
    return str(scope["client"][0]) if scope["client"] else ""
