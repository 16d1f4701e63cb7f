"""A camera that does not come back may come back in a new process: drivers hold on to what a process has opened. So the service manager is
asked to start the companion anew, once: whether that was done is remembered in a file, until the camera has long given pictures again."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable
from pathlib import Path

log = logging.getLogger("companion")

FAILURES = 3
"""How often a camera that has worked must fail, one time after the other."""
TOLD_AFTER, ANEW_AFTER = 15.0, 24.0
"""Seconds without a picture after which the phones are told of the new start, and after which it comes: half a minute with the next try."""
OPENING = 300.0
"""Seconds that opening a camera and learning a deck may take together."""
TELLING = 3.0
"""Seconds that phones have to hear of it before it comes."""
STEADY = 600.0
"""Seconds of pictures after which a new start is forgotten: a camera that fails more often is not helped by new starts."""

SOON, NOW = "soon", "now"


class FreshStart:
    """`remembered`: the file whose being there says that the companion was started anew already. `wanted`: does anybody start it anew?
    For the vision thread alone."""

    def __init__(
        self, remembered: Path | None = None, wanted: bool = False, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._file, self._wanted, self._clock = remembered, wanted and remembered is not None, clock
        self._since: float | None = None
        self._last: float | None = None
        self._failures = 0
        self._told = False
        self.over = False
        """Was it decided? Then nothing holds it up any more."""

    def pictured(self) -> None:
        """A frame was worked through."""
        now = self._clock()
        if self._since is None or self._failures:
            self._since = now
        if self._told or now - self._since >= STEADY:
            self._forget()
        self._last, self._failures, self._told = now, 0, False

    def failed(self) -> str:
        """The camera failed: `SOON` where the phones are to be told of a new start, `NOW` where it is to come, else ""."""
        if self._last is None:
            return ""
        self._failures += 1
        away = self._clock() - self._last
        if self.over or (self._told and away >= ANEW_AFTER and self._failures >= FAILURES):
            self.over = True
            return NOW
        if self._told or (away >= TOLD_AFTER and self._remember()):
            self._told = True
            return SOON
        return ""

    def hangs(self, since: float) -> str:
        """The same where what began then (by the clock) does not end: the camera is being opened, or a deck learned."""
        hung = self._clock() - since - OPENING
        if self.over or (self._told and hung >= TELLING):
            self.over = True
            return NOW
        if hung >= 0 and (self._told or self._remember()):
            self._told = True
            return SOON
        return ""

    def now(self) -> float:
        """By the clock."""
        return self._clock()

    def _remember(self) -> bool:
        """False where it was done already, or cannot be remembered: then there would be no end to it."""
        if not self._wanted or self._file is None:
            return False
        try:
            if self._file.exists():
                return False
            self._file.touch(mode=0o600)
        except OSError as error:
            self._wanted = False
            log.warning("The companion is not started anew, which it could not remember: %s", error)
            return False
        return True

    def _forget(self) -> None:
        if self._file is None or not self._file.is_file():
            return
        try:
            self._file.unlink()
        except OSError as error:
            log.warning("%s cannot be taken away, so the companion is not started anew again: %s", self._file, error)
            self._file = None
