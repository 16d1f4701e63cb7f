"""Work that is too slow for one frame: at once, a step in each frame, or in a thread while further frames go through the stages."""

from __future__ import annotations

import threading
from collections.abc import Callable
from concurrent.futures import Future
from typing import Any, Protocol, TypeVar

from vision.steps import ALONE, Steps, finish_steps

Result = TypeVar("Result")

Work = Callable[[], Steps[Result]]
"""Begins the steps of some work."""


class Aside(Protocol):
    """Does one slow piece of work at a time."""

    def ask_result(self, subject: object, work: Work[Result]) -> Result | None:
        """The result of `work` on `subject`, None while it is not done: ask again with the next frame. While earlier work runs the
        new work is passed over. The result of work on another subject is dropped. Raises what the work raised."""
        ...

    def is_busy(self, subject: object) -> bool:
        """True while work on `subject` is not done."""
        ...


class AtOnce:
    """Has every result at once."""

    def ask_result(self, subject: object, work: Work[Result]) -> Result | None:
        """The result of `work`. Raises what it raised."""
        return finish_steps(work())

    def is_busy(self, subject: object) -> bool:
        """False: all work is done."""
        return False


STEPS_AT_ONCE = 3  # of some milliseconds each; a search has about 35, and takes a second of film; guess


class StepByStep:
    """Does a few steps each time it is asked, and a long one alone: films are read the same way each time, and no frame takes long."""

    def __init__(self, at_once: int = STEPS_AT_ONCE) -> None:
        """`at_once`: steps each time."""
        self._at_once = at_once
        self._subject: object = None
        self._steps: Steps[Any] | None = None

    def ask_result(self, subject: object, work: Work[Result]) -> Result | None:
        """The result of `work` once done, None before: each call takes a few steps. Work on another `subject` is broken off.
        Raises what the work raises."""
        if self._steps is None or self._subject is not subject:
            self._subject, self._steps = subject, work()
        try:
            for _ in range(self._at_once):
                if next(self._steps) == ALONE:
                    break
        except StopIteration as end:
            self._subject, self._steps = None, None
            result: Result = end.value
            return result
        except BaseException:
            self._subject, self._steps = None, None
            raise
        return None

    def is_busy(self, subject: object) -> bool:
        """As of `Aside`."""
        return self._steps is not None and self._subject is subject


class Beside:
    """Works in a thread, which never holds up the end of the process. For cameras that do not wait. Used from one thread."""

    def __init__(self) -> None:
        self._subject: object = None
        self._running: Future[Any] | None = None

    def ask_result(self, subject: object, work: Work[Result]) -> Result | None:
        """The result of `work` once done, None before; the work runs in a thread. A result for another `subject` is thrown
        away. Raises what the work raised."""
        if self._running is not None and self._running.done():
            done, self._running = self._running, None
            if self._subject is subject:
                result: Result = done.result()
                return result
        if self._running is None:
            self._subject, self._running = subject, Future()
            threading.Thread(target=_run_work, args=(work, self._running), name="aside", daemon=True).start()
        return None

    def is_busy(self, subject: object) -> bool:
        """As of `Aside`."""
        return self._running is not None and self._subject is subject


def _run_work(work: Work[Any], future: Future[Any]) -> None:
    try:
        future.set_result(finish_steps(work()))
    except Exception as error:  # raised where the result is asked for
        future.set_exception(error)
