"""Pictures that phones ask for."""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable
from concurrent.futures import Future

log = logging.getLogger("companion")


class Pictures:
    """Pictures that phones ask for, drawn by the vision thread between two frames: only it may look at the watcher."""

    PATIENCE = 2.0

    def __init__(self) -> None:
        self._asked: dict[str, Future[bytes | None]] = {}
        self._lock = threading.Lock()

    def ask(self, name: str) -> bytes | None:
        """Wait for a picture, None if the eye draws none in time."""
        with self._lock:
            future = self._asked.setdefault(name, Future())
        try:
            return future.result(self.PATIENCE)
        except TimeoutError:
            return None

    def draw(self, draw: Callable[[str], bytes | None]) -> None:
        """Draw what was asked for."""
        with self._lock:
            asked, self._asked = self._asked, {}
        for name, future in asked.items():
            try:
                future.set_result(draw(name))
            except Exception:  # whoever asked gets none; the eye goes on
                log.exception("the picture %s could not be drawn", name)
                future.set_result(None)
