"""Is a failing camera a reason to start the process anew? Drivers hold on to what a process has opened.

The service manager is asked once. A file remembers the restart until the camera has given pictures for long.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Callable
from pathlib import Path

log = logging.getLogger("companion")

MIN_CAMERA_FAILURES = 3  # failures in a row, and `MIN_DARK_BEFORE_RESTART_S`, before a restart; guess
# together with `MIN_CAMERA_FAILURES` "half a minute" in docs/internals.md and docs/reference.md
MIN_DARK_BEFORE_NOTICE_S = 15.0  # seconds without a picture until phones hear of the coming restart; guess
MIN_DARK_BEFORE_RESTART_S = 24.0  # seconds without a picture, and `MIN_CAMERA_FAILURES`, before a restart; guess
MAX_OPENING_S = 300.0  # seconds for opening a camera and learning a deck together; guess
RESTART_NOTICE_S = 3.0  # seconds between the notice to phones and the restart; guess
# also said in docs/reference.md
MIN_STEADY_S = 600.0  # seconds of pictures until a restart is forgotten: more failures are not helped by restarts; guess

RESTART_SOON, RESTART_NOW = "soon", "now"


class FreshStart:
    """Weighs a restart, for the vision thread alone. `remembered`: the file, present after a restart. `wanted`: does a service
    manager restart the process? `clock`: rising seconds. `is_decided`: nothing holds the restart up any more."""

    def __init__(
        self, remembered: Path | None = None, wanted: bool = False, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._file, self._wanted, self._clock = remembered, wanted and remembered is not None, clock
        self._since: float | None = None
        self._last: float | None = None
        self._failures = 0
        self._told = False
        self.is_decided = False

    def note_picture(self) -> None:
        """Note that a frame was worked through: failures count anew. After a notice, or `MIN_STEADY_S` of pictures, an
        earlier restart is forgotten."""
        now = self._clock()
        if self._since is None or self._failures:
            self._since = now
        if self._told or now - self._since >= MIN_STEADY_S:
            self._forget_restart()
        self._last, self._failures, self._told = now, 0, False

    def note_failure(self) -> str:
        """The step after another failure of the camera: `RESTART_SOON` where phones should hear of a coming restart,
        `RESTART_NOW` where due, else "". Always "" before the first picture, and where no restart can be remembered."""
        if self._last is None:
            return ""
        self._failures += 1
        away = self._clock() - self._last
        if self.is_decided or (self._told and away >= MIN_DARK_BEFORE_RESTART_S and self._failures >= MIN_CAMERA_FAILURES):
            self.is_decided = True
            return RESTART_NOW
        if self._told or (away >= MIN_DARK_BEFORE_NOTICE_S and self._remember_restart()):
            self._told = True
            return RESTART_SOON
        return ""

    def note_hanging(self, since: float) -> str:
        """What to do now, `RESTART_NOW`, `RESTART_SOON` or "" for nothing, for work without an end since `since` (by
        `clock_now`): opening a camera, loading a deck."""
        hung = self._clock() - since - MAX_OPENING_S
        if self.is_decided or (self._told and hung >= RESTART_NOTICE_S):
            self.is_decided = True
            return RESTART_NOW
        if hung >= 0 and (self._told or self._remember_restart()):
            self._told = True
            return RESTART_SOON
        return ""

    def clock_now(self) -> float:
        """Seconds of the clock."""
        return self._clock()

    def _remember_restart(self) -> bool:
        """True where the restart is remembered now. False after an earlier restart, or where the disk refuses: restarts would
        have no end."""
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

    def _forget_restart(self) -> None:
        """Delete the file of an earlier restart. Where the disk refuses, a warning is logged and no further restart comes."""
        if self._file is None or not self._file.is_file():
            return
        try:
            self._file.unlink()
        except OSError as error:
            log.warning("%s cannot be taken away, so the companion is not started anew again: %s", self._file, error)
            self._file = None
