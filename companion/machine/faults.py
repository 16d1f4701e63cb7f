"""What does not work just now: said once in the log, shown to the phones, and over when it works again."""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable
from concurrent.futures import Future
from typing import Any

from companion.errors import CompanionError, InputError

log = logging.getLogger("companion")


class Faults:
    """The standing faults, by the part they befell ("eye", "lamps"). `tell` is called with the parts whenever they change. From any
    thread."""

    def __init__(self, tell: Callable[[tuple[str, ...]], None] = lambda parts: None) -> None:
        self._tell = tell
        self._standing: dict[str, str] = {}
        self._lock = threading.Lock()

    @property
    def standing(self) -> dict[str, str]:
        """What is wrong with each part, in plain English."""
        with self._lock:
            return dict(self._standing)

    def stands(
        self, part: str, error: BaseException, expected: type[BaseException] | tuple[type[BaseException], ...] = ()
    ) -> None:
        """This went wrong. The same words again are not logged again. `expected`: errors whose message says what to do; of any other the
        log keeps the traceback."""
        words = str(error) or type(error).__name__
        with self._lock:
            news, fresh = self._standing.get(part) != words, part not in self._standing
            self._standing[part] = words
        if news:
            known = isinstance(error, (CompanionError, *((expected,) if isinstance(expected, type) else expected)))
            log.error("%s: %s", part, words, exc_info=None if known else error)
        if fresh:
            self._tell(tuple(self.standing))

    def over(self, part: str) -> None:
        """It works again."""
        with self._lock:
            gone = self._standing.pop(part, None)
        if gone is not None:
            log.warning("%s: works again", part)
            self._tell(tuple(self.standing))


def complain(future: Future[Any]) -> None:
    """Nobody waits for this piece of work, so its refusal goes to the log."""
    error = future.exception()
    if isinstance(error, InputError):
        log.info("%s", error)
    elif error is not None:
        log.error("the session could not do its work", exc_info=error)
