"""Current faults: logged once, shown to phones, and withdrawn after recovery."""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable
from concurrent.futures import Future
from typing import Any

from companion.errors import CompanionError, InputError

log = logging.getLogger("companion")


class Faults:
    """Current faults by part ("eye", "lamps"). From any thread. `tell`: called with the faulty parts after each change."""

    def __init__(self, tell: Callable[[tuple[str, ...]], None] = lambda parts: None) -> None:
        self._tell = tell
        self._standing: dict[str, str] = {}
        self._lock = threading.Lock()

    @property
    def standing_faults(self) -> dict[str, str]:
        """What is wrong with each faulty part, in plain English."""
        with self._lock:
            return dict(self._standing)

    def report_fault(
        self, part: str, error: BaseException, expected: type[BaseException] | tuple[type[BaseException], ...] = ()
    ) -> None:
        """Record the fault of `part`. The same words are not logged again; `tell` is called where `part` was well before.
        `expected`: errors with a message that says what to do; the log keeps the traceback of any other."""
        words = str(error) or type(error).__name__
        with self._lock:
            news, fresh = self._standing.get(part) != words, part not in self._standing
            self._standing[part] = words
        if news:
            known = isinstance(error, (CompanionError, *((expected,) if isinstance(expected, type) else expected)))
            log.error("%s: %s", part, words, exc_info=None if known else error)
        if fresh:
            self._tell(tuple(self.standing_faults))

    def report_recovery(self, part: str) -> None:
        """Withdraw the fault of `part`: the part works again. Nothing happens where no fault stands."""
        with self._lock:
            gone = self._standing.pop(part, None)
        if gone is not None:
            log.warning("%s: works again", part)
            self._tell(tuple(self.standing_faults))

    def withdraw_fault(self, part: str) -> None:
        """Forget the fault of `part`, which is not wanted any more or is begun anew; nothing is logged."""
        with self._lock:
            gone = self._standing.pop(part, None)
        if gone is not None:
            self._tell(tuple(self.standing_faults))


def log_refusal(future: Future[Any]) -> None:
    """Log the refusal or error of the work of `future`, without anybody waiting; nothing for work done. For
    `Future.add_done_callback`."""
    error = future.exception()
    if isinstance(error, InputError):
        log.info("%s", error)
    elif error is not None:
        log.error("the session could not do its work", exc_info=error)
