"""Visits of hands to the table, and whether one of them was for nothing that was seen: perhaps a draw."""

from __future__ import annotations

from dataclasses import dataclass, field

LONG = 2.0
"""Seconds of a visit from which on more may have happened in it than the one thing that was seen."""

SHORT = 0.4
"""Seconds below which a visit is too short for a draw."""


@dataclass(frozen=True, slots=True)
class Gap:
    """What lies between two facts that were seen. `open`: could a hand have drawn unnoticed? `at`: when that would have been, in seconds
    since 1970."""

    open: bool
    at: float


@dataclass(slots=True)
class Visits:
    """Kept by the session alone, as of the last fact that was seen at the table. `since`: when the visit that goes on began, None while
    nobody is at the table; `past`: those that have ended, each with when it began and when it ended. All in seconds since 1970. `drawing`:
    a hand was at a draw pile as the last card was told, and nothing was told of it yet, nor have all hands gone."""

    since: float | None = None
    past: list[tuple[float, float]] = field(default_factory=list)
    watched: bool = False
    drawing: bool = False

    def came(self, at: float) -> None:
        """Hands came over the table."""
        self.watched = True
        if self.since is None:
            self.since = at

    def went(self, at: float) -> None:
        """The table lies still."""
        if self.since is not None and at - self.since >= SHORT:
            self.past.append((self.since, at))
        self.since, self.drawing = None, False

    def fact(self, at: float) -> Gap | None:
        """Something was seen to happen: it belongs to the visit that goes on, or to the last one. What lay between it and the fact
        before; None where nobody watches the hands."""
        if not self.watched:
            return None
        *others, own = [*self.past, *([(self.since, at)] if self.since is not None else [])] or [(at, at)]
        self.past.clear()
        if self.since is not None:
            self.since = at
        if others:
            return Gap(True, others[-1][1])
        return Gap(at - own[0] >= LONG, own[0])

    def in_vain(self, at: float) -> None:
        """What was seen just now means nothing after all: a hand was there all the same."""
        self.past.append((at, at))

    def clock_jumped(self, by: float) -> None:
        """The clock was set by so many seconds."""
        self.since = None if self.since is None else self.since + by
        self.past = [(began + by, ended + by) for began, ended in self.past]
