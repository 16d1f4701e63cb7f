"""What a signal device is: a plug. `gpio.py` and `console.py` are two of them; a third is one more file."""

from __future__ import annotations

from collections.abc import Collection
from typing import Protocol

from hardware.patterns import Cue


class Signals(Protocol):
    """Shows cues. `show` is called many times a second with everything that is the case; `now` is on the clock of the cues."""

    def show(self, cues: Collection[Cue], now: float) -> None: ...

    def close(self) -> None:
        """Everything dark and silent."""
