"""Runs of one fault, counted."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from companion.match.events import Entry, Played, Started

NOW = 1_800_000_000.0
FACTS = 120


@dataclass(slots=True)
class Tally:
    """Runs of one fault. `facts`: acknowledged in all; `lost`: of them; `said`: runs with a word; `silent`: losses without one; `slowest`:
    seconds until it was over, where that is of interest."""

    times: int = 0
    facts: int = 0
    lost: int = 0
    said: int = 0
    silent: int = 0
    slowest: float = 0.0

    def count(self, facts: int, found: int, said: bool, seconds: float = 0.0) -> None:
        """One more run: so many facts were acknowledged, so many found afterwards, a word was said or not."""
        self.times, self.facts, self.said = self.times + 1, self.facts + facts, self.said + said
        self.lost += facts - found
        self.silent += facts > found and not said
        self.slowest = max(self.slowest, seconds)


def facts(count: int = FACTS) -> Iterator[Entry]:
    """A match of that many entries; always the same, so that what is found can be held against it."""
    yield Entry(1, Started("the_game", 3), NOW, "phone")
    for n in range(2, count + 1):
        yield Entry(n, Played("up1", str(n - 1), str(n)), NOW + n / 7, "camera")


def heading() -> None:
    print(f"{'fault':44}{'times':>7}{'facts':>9}{'lost':>7}{'said':>7}{'in silence':>12}", flush=True)


@contextmanager
def row(name: str) -> Iterator[Tally]:
    """A line of the table."""
    tally = Tally()
    yield tally
    slowest = f"   over within {tally.slowest:.1f} s" if tally.slowest else ""
    print(f"{name:44}{tally.times:7}{tally.facts:9}{tally.lost:7}{tally.said:7}{tally.silent:12}{slowest}", flush=True)
