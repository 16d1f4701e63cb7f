"""Server-sent events: the snapshot first, then every new version, and a comment in between so that gone phones are noticed."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator

from flask import Response

from web.snapshots import Snapshots

PING = 5.0
"""Seconds between comments: a server notices a gone phone only when it writes."""
LIFE = 120
"""Comments after which a stream ends; the phone comes back by itself, a phone that silently vanished does not."""
RETRY = b"retry: 1500\n\n"


class Places:
    """A limited number of streams, so that the server keeps threads for everything else."""

    def __init__(self, count: int) -> None:
        self._free = threading.BoundedSemaphore(count)

    def take(self) -> bool:
        """True if a place was free; it must be given back."""
        return self._free.acquire(blocking=False)

    def give_back(self) -> None:
        self._free.release()


def events(
    snapshots: Snapshots,
    language: str,
    boot: str,
    seen: int | None,
    *,
    gone: Callable[[], bool] = lambda: False,
    ping: float = PING,
    life: int = LIFE,
) -> Iterator[bytes]:
    """The bytes of one stream. `seen`: the version the phone has already, from its Last-Event-ID. `gone`: has it hung up?

    A phone that is up to date is told so ("current") instead of being sent the snapshot again.
    """
    yield RETRY
    version = seen if seen is not None and seen == snapshots.version() else None
    if version is not None:
        yield f'id: {version}\nevent: current\ndata: {{"version":{version},"boot":"{boot}"}}\n\n'.encode()
    quiet = 0
    while quiet < life and not gone():
        if version is not None and snapshots.wait(version, ping) <= version:
            quiet += 1
            yield b": still here\n\n"
            continue
        snapshot = snapshots.latest(language)
        version = snapshot.version
        yield b"id: %d\nevent: view\ndata: %s\n\n" % (version, snapshot.json)


def respond(body: Iterator[bytes], places: Places) -> Response:
    """The stream as a response that gives its place back when it is closed, begun or not."""
    response = Response(body, content_type="text/event-stream; charset=utf-8")
    response.headers["Cache-Control"] = "no-store"
    response.headers["X-Accel-Buffering"] = "no"
    response.call_on_close(places.give_back)
    return response
