"""When each cue began, on a clock that never jumps: the wall clock may be set in the middle of a foul."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from companion.shown.cues import Cue

LONG_AGO = 3600.0  # of a cue that holds at the first look; guess: longer than any signal


class Onsets:
    """Remembers since when each cue holds, on a clock that never jumps: the wall clock may be set in the middle of a foul.
    Cues of the first look are old: no fanfare is blown for yesterday's win."""

    def __init__(self) -> None:
        self._known: dict[Cue, float] | None = None

    def of(self, cues: Iterable[Cue], now: float) -> list[Cue]:
        """The cues with `since` on the clock of `now`: seconds, rising."""
        known, told = self._known or {}, list(cues)
        fresh = now - LONG_AGO if self._known is None else now
        self._known = {cue: known.get(cue, fresh) for cue in told}
        return [replace(cue, since=self._known[cue]) for cue in told]
