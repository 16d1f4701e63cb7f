"""Work that is too slow for one frame: done at once, or in a thread while further frames go through the stages."""

from __future__ import annotations

import threading
from collections.abc import Callable
from concurrent.futures import Future
from typing import Any, Protocol, TypeVar

Result = TypeVar("Result")


class Aside(Protocol):
    """Does one slow piece of work at a time."""

    def ask_result(self, subject: object, work: Callable[[], Result]) -> Result | None:
        """The result of `work` on `subject`, None while it is not done: ask again with the next frame. While earlier work runs the
        new work is passed over. The result of work on another subject is dropped. Raises what the work raised."""
        ...


class AtOnce:
    """Has every result at once: films are read the same way each time."""

    def ask_result(self, subject: object, work: Callable[[], Result]) -> Result | None:
        """The result of `work`. Raises what it raised."""
        return work()


class Beside:
    """Works in a thread, which never holds up the end of the process. For cameras that do not wait. Used from one thread."""

    def __init__(self) -> None:
        self._subject: object = None
        self._running: Future[Any] | None = None

    def ask_result(self, subject: object, work: Callable[[], Result]) -> Result | None:
        """As of `Aside`."""
        if self._running is not None and self._running.done():
            done, self._running = self._running, None
            if self._subject is subject:
                result: Result = done.result()
                return result
        if self._running is None:
            self._subject, self._running = subject, Future()
            threading.Thread(target=_run_work, args=(work, self._running), name="aside", daemon=True).start()
        return None


def _run_work(work: Callable[[], Any], future: Future[Any]) -> None:
    try:
        future.set_result(work())
    except Exception as error:  # raised where the result is asked for
        future.set_exception(error)
