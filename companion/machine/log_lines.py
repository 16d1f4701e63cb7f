"""The log of a companion over years: a repeated line is written once, not every few seconds."""

from __future__ import annotations

import logging
import sys
import time
from collections import OrderedDict
from collections.abc import Callable

REPEAT_AFTER_S = 600.0  # seconds until a line that still comes is written again; also said in docs/reference.md; guess
MAX_REMEMBERED_LINES = 200  # guess: far above the number of different lines


class RepeatFilter(logging.Filter):
    """Lets a line through, and the same line again after `REPEAT_AFTER_S` with a count of repetitions. `clock`: rising
    seconds."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        super().__init__()
        self._clock = clock
        self._said: OrderedDict[tuple[str, int, str], tuple[float, int]] = OrderedDict()

    def filter(self, record: logging.LogRecord) -> bool:
        """Is `record` to be written? The record written again gets the count of repetitions added to its text."""
        line, now = (record.name, record.levelno, record.getMessage()), self._clock()
        at, more = self._said.get(line, (float("-inf"), 0))
        if now - at < REPEAT_AFTER_S:
            self._said[line] = at, more + 1
            return False
        self._said[line] = now, 0
        self._said.move_to_end(line)
        if len(self._said) > MAX_REMEMBERED_LINES:
            self._said.popitem(last=False)
        if more:
            record.msg, record.args = f"{line[2]} (and {more} times more since it was last written)", ()
        return True


def begin_log() -> None:
    """Write the log to the error stream, a repeated line once. A log that was begun before stays as it is."""
    lines = logging.StreamHandler(sys.stderr)
    lines.addFilter(RepeatFilter())
    logging.basicConfig(level=logging.INFO, format="%(message)s", handlers=[lines])
