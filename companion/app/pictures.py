"""Pictures for phones."""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable
from concurrent.futures import Future

log = logging.getLogger("companion")


class Pictures:
    """Requests for pictures. The vision thread draws pictures between two frames, because no other thread may look at the
    watcher."""

    MAX_PICTURE_WAIT_S = 2.0  # guess: an idle frame comes five times a second, a slow one within a second

    def __init__(self) -> None:
        self._asked: dict[str, Future[bytes | None]] = {}
        self._lock = threading.Lock()

    def request_picture(self, name: str) -> bytes | None:
        """A JPEG of the picture `name`, None where the vision thread draws none in time (`MAX_PICTURE_WAIT_S`). Requests for
        one name share a drawing. From any thread; blocks."""
        with self._lock:
            future = self._asked.setdefault(name, Future())
        try:
            return future.result(self.MAX_PICTURE_WAIT_S)
        except TimeoutError:
            return None

    def draw_requested(self, draw: Callable[[str], bytes | None]) -> None:
        """Answer every waiting request with `draw(name)`. A failed drawing is logged and answered with None."""
        with self._lock:
            asked, self._asked = self._asked, {}
        for name, future in asked.items():
            try:
                future.set_result(draw(name))
            except Exception:  # whoever asked gets none; the eye goes on
                log.exception("the picture %s could not be drawn", name)
                future.set_result(None)
