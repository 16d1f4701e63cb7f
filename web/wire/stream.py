"""Server-sent events: the snapshot first, then every new version, and a beat every two seconds, by which a phone knows that it hears.

All streams are told by the loop of the server; one thread waits for changes and makes each new view once for all of them. A phone that
has hung up is noticed at once, and its place counts as free.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import threading
import time
from collections.abc import Awaitable, Callable, Generator, Iterator, Sequence
from functools import partial
from typing import Any

from web.wire.snapshots import Snapshots, ViewSnapshot

log = logging.getLogger("web")

HAND_OVER = "web.wire.stream"
"""The key of the WSGI environment under which an application leaves a `Stream` that the loop is to tell, where that key is there."""
BEAT = 2.0
"""Seconds between beats while nothing changes."""
LIFE = 300
"""Beats after which a stream ends; the phone comes back by itself, a phone that silently vanished does not."""
LOOK_EVERY_S = 0.25
"""Seconds between looks whether a phone may still listen."""
MOST_OF_ONE = 6
"""Streams that one phone may have: as many as a browser opens. Of more its own oldest ends."""
RETRY_LINE = b"retry: 1500\n\n"

Gone = Callable[[], bool]
"""Has the phone hung up, or may it not listen any more?"""


class Place:
    """A stream that is being told. `gone`: as said by whoever took it, or another stream of the same phone needed the place."""

    def __init__(self, places: Places, owner: str, gone: Gone) -> None:
        self._places, self.owner, self._gone = places, owner, gone
        self.ended = False

    def gone(self) -> bool:
        """Is there nobody who may listen any more?"""
        return self.ended or self._gone()

    def give_back(self) -> None:
        """Nothing is told here any more."""
        self._places.give_back(self)


class Places:
    """A limited number of streams. Phones that have hung up hold none."""

    def __init__(self, count: int) -> None:
        self._count = count
        self._taken: list[Place] = []
        self._lock = threading.Lock()

    def take(self, gone: Gone, owner: str = "") -> Place | None:
        """A place; None where all are taken by phones that still listen. `owner`: the phone, "" = nobody knows which."""
        with self._lock:
            listening = [each for each in self._taken if not each.gone()]
            own = [each for each in listening if owner and each.owner == owner]
            if len(own) >= MOST_OF_ONE:
                own[0].ended = True
            elif len(listening) >= self._count:
                return None
            place = Place(self, owner, gone)
            self._taken.append(place)
            return place

    def give_back(self, place: Place) -> None:
        """Nothing is told there any more."""
        with self._lock:
            if place in self._taken:
                self._taken.remove(place)


Telling = Generator[bytes | None, ViewSnapshot | None, None]


def narrate(first: ViewSnapshot, boot: str, seen: int | None, role: str = "", life: int = LIFE) -> Telling:
    """The words of one stream; None where it waits for a newer snapshot, or for None after a beat of silence.

    `seen`: the version the phone has already, from its Last-Event-ID: then it is told so ("current") instead of being sent the snapshot
    again. `role`: what it may do, which it is told once it has the snapshot.
    """
    yield RETRY_LINE
    version = first.version
    if seen == version:
        yield f'id: {version}\nevent: current\ndata: {{"version":{version},"boot":"{boot}"}}\n\n'.encode()
    else:
        yield _view(first)
    if role:
        yield f'event: role\ndata: {{"role":"{role}"}}\n\n'.encode()
    quiet = 0
    while quiet < life:
        newer = yield None
        if newer is None:
            quiet += 1
            yield b'event: beat\ndata: {"version":%d}\n\n' % version
        else:
            version = newer.version
            yield _view(newer)


def _view(snapshot: ViewSnapshot) -> bytes:
    return b"id: %d\nevent: view\ndata: %s\n\n" % (snapshot.version, snapshot.json)


class Stream:
    """One stream, to be told by the loop of the server or, by a server that has none, thread by thread."""

    def __init__(self, feed: Feed, language: str, telling: Telling, first: ViewSnapshot, place: Place) -> None:
        self._feed, self.language, self.place = feed, language, place
        self._telling, self._version = telling, first.version
        self._stirred = asyncio.Event()
        self.newest = first
        """Put here by the feed."""

    async def tell(self, receive: Callable[[], Awaitable[Any]], send: Callable[[Any], Awaitable[None]]) -> None:
        """Send everything, as the body of an ASGI response that has begun, until the phone hangs up or the stream has lived."""
        listening = asyncio.ensure_future(self._hang_up(receive))
        self._feed.join(self)
        try:
            news: ViewSnapshot | None = None
            with contextlib.suppress(StopIteration):
                word = next(self._telling)
                while not self.place.ended:
                    if word is not None:
                        await send({"type": "http.response.body", "body": word, "more_body": True})
                        word = self._telling.send(None)
                    else:
                        news = await self._newer(BEAT)
                        word = self._telling.send(news)
            await send({"type": "http.response.body", "body": b"", "more_body": False})
        finally:
            listening.cancel()
            self._feed.leave(self)
            self.place.give_back()

    def told(self) -> Iterator[bytes]:
        """The same for a server that gives each stream a thread."""
        try:
            yield from events(self._feed.snapshots, self.language, self._telling, self._version, self.place.gone)
        finally:
            self.place.give_back()

    def stir(self) -> None:
        """Look whether there is something new, or an end. On the loop."""
        self._stirred.set()

    async def _newer(self, seconds: float) -> ViewSnapshot | None:
        """The newest snapshot once it is another one than that which was told; None after so long."""
        timer = asyncio.get_running_loop().call_later(seconds, self._stirred.set)
        try:
            if self.newest.version <= self._version and not self.place.ended:
                self._stirred.clear()
                await self._stirred.wait()
        finally:
            timer.cancel()
        if self.newest.version <= self._version:
            return None
        self._version = self.newest.version
        return self.newest

    async def _hang_up(self, receive: Callable[[], Awaitable[Any]]) -> None:
        while (await receive())["type"] != "http.disconnect":
            pass
        self.place.ended = True
        self.stir()


class Feed:
    """Brings what is new to all streams of a loop: one thread, which is there while anybody listens."""

    def __init__(self, snapshots: Snapshots) -> None:
        self.snapshots = snapshots
        self._streams: dict[Stream, asyncio.AbstractEventLoop] = {}
        self._turn = threading.Lock()
        self._runs = False

    def join(self, stream: Stream) -> None:
        """Bring it what is new from now on. On its loop."""
        with self._turn:
            self._streams[stream] = asyncio.get_running_loop()
            if not self._runs:
                self._runs = True
                threading.Thread(target=self._run, name="web-feed", daemon=True).start()

    def leave(self, stream: Stream) -> None:
        """It is told no more."""
        with self._turn:
            self._streams.pop(stream, None)

    def _run(self) -> None:
        version = -1
        while streams := self._listening():
            for language in {stream.language for stream, _ in streams}:
                listeners = [(stream, loop) for stream, loop in streams if stream.language == language]
                try:
                    made = self.snapshots.latest(language)
                except Exception:
                    log.exception("The view could not be made: its streams end.")
                    _tell(_end, listeners)
                    continue
                _tell(partial(_bring, made), [each for each in listeners if each[0].newest.version < made.version])
                version = max(version, made.version)
            _tell(_end, [each for each in streams if each[0].place.gone()])
            self.snapshots.wait(version, LOOK_EVERY_S)

    def _listening(self) -> list[tuple[Stream, asyncio.AbstractEventLoop]]:
        with self._turn:
            for stream in [each for each, loop in self._streams.items() if loop.is_closed()]:
                del self._streams[stream]
            self._runs = bool(self._streams)
            return list(self._streams.items())


def _tell(what: Callable[[list[Stream]], None], listeners: Sequence[tuple[Stream, asyncio.AbstractEventLoop]]) -> None:
    """Do it with each stream on its own loop."""
    for loop in {loop for _, loop in listeners}:
        with contextlib.suppress(RuntimeError):  # that loop has ended
            loop.call_soon_threadsafe(what, [stream for stream, its in listeners if its is loop])


def _bring(made: ViewSnapshot, streams: list[Stream]) -> None:
    for stream in streams:
        stream.newest = made
        stream.stir()


def _end(streams: list[Stream]) -> None:
    for stream in streams:
        stream.place.ended = True
        stream.stir()


def events(
    snapshots: Snapshots, language: str, telling: Telling, version: int, gone: Gone = lambda: False, beat: float = BEAT
) -> Iterator[bytes]:
    """The bytes of one stream, for a thread of its own. `version`: of the snapshot that it begins with."""
    word = next(telling)
    while not gone():
        try:
            if word is not None:
                yield word
                word = telling.send(None)
            elif _wait(snapshots, version, beat, gone) > version:
                newer = snapshots.latest(language)
                version = newer.version
                word = telling.send(newer)
            else:
                word = telling.send(None)
        except StopIteration:
            return


def _wait(snapshots: Snapshots, version: int, seconds: float, gone: Gone) -> int:
    """Wait for a version above `version`, at most so long and only while the phone listens; the current one."""
    end = time.monotonic() + seconds
    while True:
        left = end - time.monotonic()
        current = snapshots.wait(version, max(min(LOOK_EVERY_S, left), 0.0))
        if current > version or left <= LOOK_EVERY_S or gone():
            return current
