"""Server-sent events: the snapshot first, then what changes, and a beat every two seconds as a sign of life.

The loop of the server sends all streams; one thread waits for changes and makes each new view once for all of them. A phone
that hung up is noticed at once, and frees its place.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import threading
import time
from collections.abc import Awaitable, Callable, Generator, Iterator, Sequence
from functools import partial
from typing import Any, Protocol

from web.wire.compression import StreamCompressor
from web.wire.snapshots import ViewSnapshot

log = logging.getLogger("web")

HAND_OVER = "web.wire.stream"
"""Key of the WSGI environment under which an application leaves a `Stream` for the loop, where the key is present."""
BEAT_S = 2.0  # seconds between beats while nothing changes; `QUIET` in web/static/live.js waits a little longer; guess
MAX_BEATS = 300  # silent beats until a stream ends: the phone comes back, a phone that vanished does not; guess
CHECK_LISTENERS_EVERY_S = 0.25  # seconds between checks whether phones may still listen; guess
MAX_STREAMS_OF_ONE = 6  # as many streams as a browser opens to one host; of more, the oldest ends; measured in browsers
RETRY_LINE = b"retry: 1500\n\n"

Gone = Callable[[], bool]
"""Has the phone hung up, or may the phone no longer listen?"""


class Versioned(Protocol):
    """What a stream tells, as of one moment."""

    @property
    def version(self) -> int:
        """Rises with every change."""


class VersionSource(Protocol):
    """Where the snapshots of a stream come from: `Snapshots` of a table, or those of a club."""

    def wait_for_version(self, version: int, timeout: float) -> int:
        """The current version, once above `version` or after `timeout` seconds. Blocks."""

    def latest_snapshot(self, language: str) -> Any:
        """The snapshot as of now, a `Versioned`, in `language`."""


class StreamSlot:
    """The right to a stream. `taken`: the list of all slots, under `lock`. `owner`: the phone. `gone`: see `Gone`."""

    def __init__(self, taken: list[StreamSlot], lock: threading.Lock, owner: str, gone: Gone) -> None:
        self._taken, self._lock, self.owner, self._gone = taken, lock, owner, gone
        self.ended = False

    def is_gone(self) -> bool:
        """Did the phone hang up, or did another stream of the same phone need the slot?"""
        return self.ended or self._gone()

    def free_slot(self) -> None:
        """Let another stream have the slot. May be called twice."""
        with self._lock:
            if self in self._taken:
                self._taken.remove(self)


class StreamSlots:
    """At most `count` streams. Phones that hung up hold no slot."""

    def __init__(self, count: int) -> None:
        self._count = count
        self._taken: list[StreamSlot] = []
        self._lock = threading.Lock()

    def take_slot(self, gone: Gone, owner: str = "") -> StreamSlot | None:
        """A slot; None where listening phones have all. A phone with `MAX_STREAMS_OF_ONE` gets one all the same, and its
        oldest stream ends. `gone`: see `Gone`. `owner`: the phone, "" = unknown."""
        with self._lock:
            listening = [each for each in self._taken if not each.is_gone()]
            own = [each for each in listening if owner and each.owner == owner]
            if len(own) >= MAX_STREAMS_OF_ONE:
                own[0].ended = True
            elif len(listening) >= self._count:
                return None
            slot = StreamSlot(self._taken, self._lock, owner, gone)
            self._taken.append(slot)
            return slot


Telling = Generator[bytes | None, Any, None]
"""Events of a stream; newer snapshots are sent in."""


def narrate_stream(
    first: ViewSnapshot, boot: str, seen: int | None, role: str = "", life: int = MAX_BEATS, *, whole: bool = False
) -> Telling:
    """The events of a stream. None is yielded to wait for a newer snapshot, or for None after a beat of silence.

    `first`: the snapshot at the beginning. `boot`: id of the present start of the companion. `seen`: version that the phone
    has already: "current" is sent in place of an equal snapshot, "changes" after an earlier one that is still known. `role`:
    sent after the snapshot. `life`: silent beats until the end. `whole`: every view is sent whole, none as changes.
    """
    yield RETRY_LINE
    version = first.version
    if seen == version:
        yield f'id: {version}\nevent: current\ndata: {{"version":{version},"boot":"{boot}"}}\n\n'.encode()
    else:
        yield _make_news(first, None if whole else seen)
    if role:
        yield f'event: role\ndata: {{"role":"{role}"}}\n\n'.encode()
    quiet = 0
    while quiet < life:
        newer = yield None
        if newer is None:
            quiet += 1
            yield b'event: beat\ndata: {"version":%d}\n\n' % version
        else:
            before, version = version, newer.version
            yield _make_news(newer, None if whole else before)


def _make_news(snapshot: ViewSnapshot, since: int | None) -> bytes:
    """The event that brings a phone to `snapshot`: what changed since the version `since`, or the whole view where that is not
    known."""
    patch = None if since is None else snapshot.patch_since(since)
    if patch is None:
        return b"id: %d\nevent: view\ndata: %s\n\n" % (snapshot.version, snapshot.json)
    return b"id: %d\nevent: changes\ndata: %s\n\n" % (snapshot.version, patch)


class Stream:
    """A stream, sent by the loop of the server, or in a thread by servers without a loop.

    `feed`: brings news. `telling`: of `narrate_stream`. `first`: the snapshot at the beginning. `slot`: freed at the end.
    `gzip`: the bytes are sent compressed.
    """

    def __init__(
        self, feed: Feed, language: str, telling: Telling, first: Versioned, slot: StreamSlot, *, gzip: bool = False
    ) -> None:
        self._feed, self.language, self.slot = feed, language, slot
        self._compressor = StreamCompressor() if gzip else None
        self._telling, self._version = telling, first.version
        self._stirred = asyncio.Event()
        self.newest = first
        """Put here by the feed."""

    async def send_all(self, receive: Callable[[], Awaitable[Any]], send: Callable[[Any], Awaitable[None]]) -> None:
        """Send all events as the body of a begun response; `receive`, `send`: of ASGI. Ends when the phone hangs up, the slot
        is ended, or the stream has lived long enough; the slot is freed."""
        listening = asyncio.ensure_future(self._wait_for_hang_up(receive))
        self._feed.add_stream(self)
        try:
            news: Versioned | None = None
            with contextlib.suppress(StopIteration):
                word = next(self._telling)
                while not self.slot.ended:
                    if word is not None:
                        await send({"type": "http.response.body", "body": self._encode(word), "more_body": True})
                        word = self._telling.send(None)
                    else:
                        news = await self._wait_for_newest(BEAT_S)
                        word = self._telling.send(news)
            end = self._compressor.finish() if self._compressor else b""
            await send({"type": "http.response.body", "body": end, "more_body": False})
        finally:
            listening.cancel()
            self._feed.remove_stream(self)
            self.slot.free_slot()

    def bytes_in_thread(self) -> Iterator[bytes]:
        """The bytes of the stream, for a server that gives each stream a thread."""
        try:
            told = stream_in_thread(self._feed.snapshots, self.language, self._telling, self._version, self.slot.is_gone)
            yield from map(self._encode, told)
            if self._compressor:
                yield self._compressor.finish()
        finally:
            self.slot.free_slot()

    @property
    def is_compressed(self) -> bool:
        """Are the bytes gzip?"""
        return self._compressor is not None

    def _encode(self, word: bytes) -> bytes:
        """An event as it is sent: a phone can read it at once, whatever comes later."""
        return self._compressor.compress_word(word) if self._compressor else word

    def wake_up(self) -> None:
        """Look for news, or an end. On the loop."""
        self._stirred.set()

    async def _wait_for_newest(self, seconds: float) -> Versioned | None:
        """The newest snapshot once newer than the one sent; None after `seconds`, or where the slot has ended."""
        timer = asyncio.get_running_loop().call_later(seconds, self._stirred.set)
        try:
            if self.newest.version <= self._version and not self.slot.ended:
                self._stirred.clear()
                await self._stirred.wait()
        finally:
            timer.cancel()
        if self.newest.version <= self._version:
            return None
        self._version = self.newest.version
        return self.newest

    async def _wait_for_hang_up(self, receive: Callable[[], Awaitable[Any]]) -> None:
        """Wait until the phone hangs up, then end the slot and wake the stream. `receive`: of ASGI."""
        while (await receive())["type"] != "http.disconnect":
            pass
        self.slot.ended = True
        self.wake_up()


class Feed:
    """Brings news to all streams, by a thread that runs while anybody listens."""

    def __init__(self, snapshots: VersionSource) -> None:
        self.snapshots = snapshots
        self._streams: dict[Stream, asyncio.AbstractEventLoop] = {}
        self._turn = threading.Lock()
        self._runs = False

    def add_stream(self, stream: Stream) -> None:
        """Bring news to `stream` from now on, by a thread started where none runs. On the loop of the stream."""
        with self._turn:
            self._streams[stream] = asyncio.get_running_loop()
            if not self._runs:
                self._runs = True
                threading.Thread(target=self._run_feed, name="web-feed", daemon=True).start()

    def remove_stream(self, stream: Stream) -> None:
        """Bring `stream` no more news."""
        with self._turn:
            self._streams.pop(stream, None)

    def _run_feed(self) -> None:
        """Make each newer view once a language and deliver the view, until no stream is left. Where a view cannot be made,
        the streams of its language end."""
        version = -1
        while streams := self._listening_streams():
            for language in {stream.language for stream, _ in streams}:
                listeners = [(stream, loop) for stream, loop in streams if stream.language == language]
                try:
                    made = self.snapshots.latest_snapshot(language)
                except Exception:
                    log.exception("The view could not be made: its streams end.")
                    _run_on_loops(_end_streams, listeners)
                    continue
                _run_on_loops(
                    partial(_deliver_snapshot, made), [each for each in listeners if each[0].newest.version < made.version]
                )
                version = max(version, made.version)
            _run_on_loops(_end_streams, [each for each in streams if each[0].slot.is_gone()])
            self.snapshots.wait_for_version(version, CHECK_LISTENERS_EVERY_S)

    def _listening_streams(self) -> list[tuple[Stream, asyncio.AbstractEventLoop]]:
        """Streams with their loops; streams of ended loops are dropped. Without any, the thread counts as ended."""
        with self._turn:
            for stream in [each for each, loop in self._streams.items() if loop.is_closed()]:
                del self._streams[stream]
            self._runs = bool(self._streams)
            return list(self._streams.items())


def _run_on_loops(what: Callable[[list[Stream]], None], listeners: Sequence[tuple[Stream, asyncio.AbstractEventLoop]]) -> None:
    """Call `what` with the streams of each loop, on that loop."""
    for loop in {loop for _, loop in listeners}:
        with contextlib.suppress(RuntimeError):  # that loop has ended
            loop.call_soon_threadsafe(what, [stream for stream, its in listeners if its is loop])


def _deliver_snapshot(made: Versioned, streams: list[Stream]) -> None:
    for stream in streams:
        stream.newest = made
        stream.wake_up()


def _end_streams(streams: list[Stream]) -> None:
    for stream in streams:
        stream.slot.ended = True
        stream.wake_up()


def stream_in_thread(
    snapshots: VersionSource, language: str, telling: Telling, version: int, gone: Gone = lambda: False, beat: float = BEAT_S
) -> Iterator[bytes]:
    """The bytes of a stream, for another thread; ends once `gone()`. `telling`: of `narrate_stream`. `version`: of the
    snapshot at the beginning. `beat`: seconds of silence until a beat."""
    word = next(telling)
    while not gone():
        try:
            if word is not None:
                yield word
                word = telling.send(None)
            elif _wait_for_newer(snapshots, version, beat, gone) > version:
                newer = snapshots.latest_snapshot(language)
                version = newer.version
                word = telling.send(newer)
            else:
                word = telling.send(None)
        except StopIteration:
            return


def _wait_for_newer(snapshots: VersionSource, version: int, seconds: float, gone: Gone) -> int:
    """The current version, once above `version`, after about `seconds`, or when the phone is gone."""
    end = time.monotonic() + seconds
    while True:
        left = end - time.monotonic()
        current = snapshots.wait_for_version(version, max(min(CHECK_LISTENERS_EVERY_S, left), 0.0))
        if current > version or left <= CHECK_LISTENERS_EVERY_S or gone():
            return current
