"""Server-sent events: the snapshot first, then every new version, and a beat every two seconds, by which a phone knows that it hears.

A phone that has hung up is noticed within a moment, though the table lies still, and its place counts as free at once.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator

from flask import Response

from web.snapshots import Snapshots

BEAT = 2.0
"""Seconds between beats while nothing changes."""
LIFE = 300
"""Beats after which a stream ends; the phone comes back by itself, a phone that silently vanished does not."""
HUNG_UP_EVERY = 0.25
"""Seconds between looks whether the phone has hung up."""
RETRY_LINE = b"retry: 1500\n\n"

Gone = Callable[[], bool]
"""Has the phone hung up?"""


class Places:
    """A limited number of streams, so that the server keeps threads for everything else. Phones that have hung up hold none."""

    def __init__(self, count: int) -> None:
        self._count = count
        self._taken: dict[object, Gone] = {}
        self._lock = threading.Lock()

    def take(self, gone: Gone) -> Callable[[], None] | None:
        """A place, as what gives it back; None where all are taken by phones that still listen."""
        place = object()
        with self._lock:
            if sum(not each() for each in self._taken.values()) >= self._count:
                return None
            self._taken[place] = gone
        return lambda: self._give_back(place)

    def _give_back(self, place: object) -> None:
        with self._lock:
            self._taken.pop(place, None)


def events(
    snapshots: Snapshots,
    language: str,
    boot: str,
    seen: int | None,
    *,
    role: str = "",
    gone: Gone = lambda: False,
    beat: float = BEAT,
    life: int = LIFE,
) -> Iterator[bytes]:
    """The bytes of one stream. `seen`: the version the phone has already, from its Last-Event-ID. `role`: what it may do,
    which it is told once it has the snapshot. `gone`: has it hung up?

    A phone that is up to date is told so ("current") instead of being sent the snapshot again.
    """
    yield RETRY_LINE
    version = seen if seen is not None and seen == snapshots.version() else None
    if version is not None:
        yield f'id: {version}\nevent: current\ndata: {{"version":{version},"boot":"{boot}"}}\n\n'.encode()
    quiet, unsaid = 0, role
    while quiet < life and not gone():
        if version is not None and unsaid:
            yield f'event: role\ndata: {{"role":"{role}"}}\n\n'.encode()
            unsaid = ""
        if version is not None and _wait(snapshots, version, beat, gone) <= version:
            quiet += 1
            yield b'event: beat\ndata: {"version":%d}\n\n' % version
            continue
        snapshot = snapshots.latest(language)
        version = snapshot.version
        yield b"id: %d\nevent: view\ndata: %s\n\n" % (version, snapshot.json)


def _wait(snapshots: Snapshots, version: int, seconds: float, gone: Gone) -> int:
    """Wait for a version above `version`, at most so long and only while the phone listens; the current one."""
    end = time.monotonic() + seconds
    while True:
        left = end - time.monotonic()
        current = snapshots.wait(version, max(min(HUNG_UP_EVERY, left), 0.0))
        if current > version or left <= HUNG_UP_EVERY or gone():
            return current


def respond(body: Iterator[bytes], give_back: Callable[[], None]) -> Response:
    """The stream as a response that gives its place back when it is closed, begun or not."""
    response = Response(body, content_type="text/event-stream; charset=utf-8")
    response.headers["Cache-Control"] = "no-store"
    response.headers["X-Accel-Buffering"] = "no"
    response.call_on_close(give_back)
    return response
