"""The log of a companion that runs for years: the same line is said once, not every few seconds."""

from __future__ import annotations

import logging
import time
from collections import OrderedDict
from collections.abc import Callable

AGAIN = 600.0
"""Seconds after which a line that still comes is said again."""
KEPT = 200
"""Lines that are remembered."""


class Once(logging.Filter):
    """Lets a line through, and the same line again after `AGAIN` seconds, with how often it came meanwhile. `clock`: seconds, rising."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        super().__init__()
        self._clock = clock
        self._said: OrderedDict[tuple[str, int, str], tuple[float, int]] = OrderedDict()

    def filter(self, record: logging.LogRecord) -> bool:
        """Is this line to be written?"""
        line, now = (record.name, record.levelno, record.getMessage()), self._clock()
        at, more = self._said.get(line, (float("-inf"), 0))
        if now - at < AGAIN:
            self._said[line] = at, more + 1
            return False
        self._said[line] = now, 0
        self._said.move_to_end(line)
        if len(self._said) > KEPT:
            self._said.popitem(last=False)
        if more:
            record.msg, record.args = f"{line[2]} (and {more} times more since it was last written)", ()
        return True
