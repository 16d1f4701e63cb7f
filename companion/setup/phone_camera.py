"""A phone as the camera: who gives pictures, and how pictures reach the eye."""

from __future__ import annotations

import sys
import threading
import time
from collections.abc import Callable
from types import TracebackType
from typing import Self

from companion.machine.config import Web
from companion.machine.network.ports import find_free_port
from companion.shown.words.languages import list_languages
from companion.shown.words.messages import catalogue
from vision.cameras.phone import GIVEN, PHONE, Given, PhoneCamera
from vision.errors import EndOfVideo, NoPhone, PictureRefused, TooManyPictures
from vision.types import Frame
from web import errors as refusals
from web.door.phones import Phone
from web.routes.camera import camera_app
from web.wire.serve import Server

PHONE_SOURCE = "phone"  # the name of the source that is a phone
CAMERA_PAGE_PORT = 8766  # of the page of a command; guess: behind the 8765 of the service


class PhoneInUse:
    """The phone in use as the camera: the first phone to give pictures, until the phone stops, is silent for
    `PHONE.gone_after_s`, or is replaced.

    `source`: the present source of the companion. `seen`: how the table is seen, as a sentence in a language. `given`: where
    pictures go. `stopped`: called when the phone in use is told to stop.
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

    def give_picture(self, jpeg: bytes, by: Phone, instead: bool) -> None:
        """Hand the picture `jpeg` of phone `by` on. `instead`: take the place of another phone in use. Raises the refusals of
        `web.routes.camera.PictureTaker.give_picture`."""
        if not self.is_phone_wanted:
            raise refusals.CameraUnwanted(self._source())
        now = time.monotonic()
        with self._lock:
            other = self._phone if self._phone and now - self._heard < PHONE.gone_after_s and self._phone.id != by.id else None
            if other and not instead:
                raise refusals.CameraTaken(other.name or other.id)
            self._phone, self._heard = by, now
        try:
            self._given.take(jpeg, now)
        except TooManyPictures as error:
            raise refusals.PhonePictureTooSoon(str(error)) from error
        except PictureRefused as error:
            raise refusals.PhonePictureRefused(str(error)) from error

    @property
    def is_phone_wanted(self) -> bool:
        """Does the companion watch with a phone?"""
        return self._source() == PHONE_SOURCE

    def stop_giving(self, by: Phone) -> None:
        """Take no more pictures of the phone `by`; nothing for a phone not in use. `stopped` is called."""
        with self._lock:
            if self._phone is None or self._phone.id != by.id:
                return
            self._phone = None
        self._stopped()
        self._given.gone()

    def describe_table(self, language: str) -> str:
        """How the table is seen, a sentence in `language`."""
        return self._seen(language)


class PhonePage:
    """A camera for a command. While the camera is open, a page on the own machine lets a phone give pictures.

    A silent phone is waited for; a stopped phone ends the pictures. `port`: of the page, or the first free one behind it; 0 = any.
    `given`: where pictures go. Raises `AddressInUse` on entering.
    """

    def __init__(self, port: int = CAMERA_PAGE_PORT, given: Given = GIVEN) -> None:
        self._stopped = threading.Event()
        self._camera, self._port = PhoneCamera(given), port
        self._phone = PhoneInUse(
            lambda: PHONE_SOURCE, lambda language: catalogue(language).text("table-still"), given, self._stopped.set
        )
        self._server: Server | None = None

    @property
    def dropped(self) -> int:
        """Frames left out because a newer frame had come."""
        return self._camera.dropped

    @property
    def page_url(self) -> str:
        """The address of the page, "" while no page is served."""
        return f"{self._server.url}camera" if self._server else ""

    def read(self) -> Frame:
        """The newest picture; blocks until a picture comes. Raises `EndOfVideo` once the phone was stopped."""
        while not self._stopped.is_set():
            try:
                return self._camera.read()
            except NoPhone:
                continue
        raise EndOfVideo("the phone was told to stop")

    def __enter__(self) -> Self:
        """Serve the page on its port, or on the next that is free, and print where to open it. Raises `AddressInUse`."""
        app = camera_app(
            self._phone, lambda language, id, /, **values: catalogue(language).text(id, **values), list_languages()
        )
        port = find_free_port(Web(port=self._port)).port if self._port else 0
        self._server = Server(app, port=port, threads=8).start_serving()
        print(f"Open {self.page_url} and give the camera. Ctrl-C stops.", file=sys.stderr, flush=True)
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        if self._server:
            self._server.stop_serving()
