"""A phone as the camera: which phone gives it, and how the pages hand its pictures to the eye."""

from __future__ import annotations

import sys
import threading
import time
from collections.abc import Callable
from types import TracebackType
from typing import Self

from companion.shown.messages import catalogue, languages
from vision.cameras.phone import GIVEN, GONE_AFTER, Given, PhoneCamera
from vision.errors import EndOfVideo, NoPhone, PictureRefused, TooManyPictures
from vision.types import Frame
from web import errors as refusals
from web.door.phones import Phone
from web.routes.camera import camera_app
from web.wire.serve import Server

KIND = "phone"
"""The source that is a phone."""
PORT = 8766
"""Of the page that a command serves: beside the service's own."""


class PhoneInUse:
    """One phone at a time is the camera: whichever began, until it stops, is gone for a while, or another takes its place.

    `source`: what the companion watches with just now. `seen`: how it sees the table, in a language. `stopped`: called when the phone in
    use is told to stop.
    """

    def __init__(
        self,
        source: Callable[[], str],
        seen: Callable[[str], str],
        given: Given = GIVEN,
        stopped: Callable[[], None] = lambda: None,
    ) -> None:
        self._source, self._seen, self._given, self._stopped = source, seen, given, stopped
        self._lock = threading.Lock()
        self._phone: Phone | None = None
        self._heard = float("-inf")

    def give(self, jpeg: bytes, by: Phone, instead: bool) -> None:
        """See `web.routes.camera.PhoneCamera`."""
        if not self.wanted:
            raise refusals.CameraUnwanted(self._source())
        now = time.monotonic()
        with self._lock:
            other = self._phone if self._phone and now - self._heard < GONE_AFTER and self._phone.id != by.id else None
            if other and not instead:
                raise refusals.CameraTaken(other.name or other.id)
            self._phone, self._heard = by, now
        try:
            self._given.take(jpeg, now)
        except TooManyPictures as error:
            raise refusals.TooManyPictures(str(error)) from error
        except PictureRefused as error:
            raise refusals.PictureRefused(str(error)) from error

    @property
    def wanted(self) -> bool:
        """See `web.routes.camera.PhoneCamera`."""
        return self._source() == KIND

    def stop(self, by: Phone) -> None:
        """See `web.routes.camera.PhoneCamera`."""
        with self._lock:
            if self._phone is None or self._phone.id != by.id:
                return
            self._phone = None
        self._stopped()
        self._given.gone()

    def seen(self, language: str) -> str:
        """See `web.routes.camera.PhoneCamera`."""
        return self._seen(language)


class PhonePage:
    """A camera for a command: the page on which a phone gives its camera is served, on this machine only, for as long as it is watched.

    A phone that is gone for a while is waited for; one that was stopped is the end. Raises `AddressInUse` when it is entered.
    """

    def __init__(self, port: int = PORT, given: Given = GIVEN) -> None:
        self._stopped = threading.Event()
        self._camera, self._port = PhoneCamera(given), port
        self._phone = PhoneInUse(
            lambda: KIND, lambda language: catalogue(language).text("table-still"), given, self._stopped.set
        )
        self._server: Server | None = None

    @property
    def dropped(self) -> int:
        """Frames that nobody looked at, because a newer one had come."""
        return self._camera.dropped

    @property
    def url(self) -> str:
        """The page's address, "" while it is not served."""
        return f"{self._server.url}camera" if self._server else ""

    def read(self) -> Frame:
        """The newest picture, whenever it comes. Raises `EndOfVideo` once the phone was stopped."""
        while not self._stopped.is_set():
            try:
                return self._camera.read()
            except NoPhone:
                continue
        raise EndOfVideo("the phone was told to stop")

    def __enter__(self) -> Self:
        app = camera_app(self._phone, lambda language, id, /, **values: catalogue(language).text(id, **values), languages())
        self._server = Server(app, port=self._port, threads=8).start()
        print(f"Open {self.url} and give the camera. Ctrl-C stops.", file=sys.stderr, flush=True)
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        if self._server:
            self._server.stop()
