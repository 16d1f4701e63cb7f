"""The QR codes under the camera, for phones that join by being held there."""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable

from vision.control_cards.controls import find_codes
from vision.errors import ReaderUnavailable
from vision.types import Image

log = logging.getLogger("companion")

LOOK_EVERY_S = 1.0  # seconds between looks at a picture, however many phones ask: a look takes some 40 ms of a core; guess


class CodesInView:
    """The codes that the camera sees. From many threads at once.

    `picture`: the last one of a live camera, None for none. `clock`: rising seconds.
    """

    def __init__(self, picture: Callable[[], Image | None], clock: Callable[[], float] = time.monotonic) -> None:
        self._picture, self._clock = picture, clock
        self._lock = threading.Lock()
        self._looked = float("-inf")
        self._seen: frozenset[str] = frozenset()
        self._reads = True

    @property
    def is_watching(self) -> bool:
        """Is there a live camera, and can codes be read at all?"""
        return self._reads and self._picture() is not None

    def has_seen(self, words: str) -> bool:
        """Does a code under the camera say `words`? By a look that is no older than `LOOK_EVERY_S`."""
        with self._lock:
            now = self._clock()
            if now - self._looked >= LOOK_EVERY_S:
                self._looked, self._seen = now, self._look()
            return words in self._seen

    def _look(self) -> frozenset[str]:
        image = self._picture()
        try:
            return frozenset() if image is None else find_codes(image)
        except ReaderUnavailable as error:
            self._reads = False
            log.warning("%s", error)
            return frozenset()
