"""Visits of hands to the table, and whether a visit was for nothing seen: perhaps a draw.

What a hand did at a zone is judged by the eye, in `vision/hands/visits.py`.
"""

from __future__ import annotations

from dataclasses import dataclass, field

MIN_LONG_VISIT_S = 2.0  # in a longer visit more may have happened than was seen; another visit opens a gap too; guess

MIN_UNSEEN_DRAW_S = 0.4  # a shorter visit to the table cannot hide a draw; seen draws: `STAYS` in vision/hands/visits.py; guess


@dataclass(frozen=True, slots=True)
class Gap:
    """What lies between two seen facts."""

    open: bool  # could a hand have drawn unnoticed?
    at: float  # when the hand would have drawn, in seconds since 1970
    blind: bool = False  # no pile was known before the second fact: cards may have been laid unseen


@dataclass(slots=True)
class HandVisits:
    """Visits since the last seen fact. Kept by the session alone; times in seconds since 1970."""

    since: float | None = None  # when the running visit began, None while nobody is at the table
    past: list[tuple[float, float]] = field(default_factory=list)  # ended visits, each with begin and end
    watched: bool = False  # does anybody watch the hands?
    # a hand was at a draw pile as the last card was told, and nothing was told of the hand, nor have all hands gone
    drawing: bool = False

    def begin_visit(self, at: float) -> None:
        """Hands came over the table. From now on somebody watches. Nothing else changes while a visit runs."""
        self.watched = True
        if self.since is None:
            self.since = at

    def end_visit(self, at: float) -> None:
        """The table lies still: the running visit ends, kept only if `MIN_UNSEEN_DRAW_S` or longer."""
        if self.since is not None and at - self.since >= MIN_UNSEEN_DRAW_S:
            self.past.append((self.since, at))
        self.since, self.drawing = None, False

    def take_gap(self, at: float) -> Gap | None:
        """The gap between the fact before and a fact seen at time `at`, which belongs to the running or the last visit. None
        where nobody watches. Open after another visit, or where the own visit took `MIN_LONG_VISIT_S`. Ended visits are
        forgotten, a running visit begins anew."""
        if not self.watched:
            return None
        *others, own = [*self.past, *([(self.since, at)] if self.since is not None else [])] or [(at, at)]
        self.past.clear()
        if self.since is not None:
            self.since = at
        if others:
            return Gap(True, others[-1][1])
        return Gap(at - own[0] >= MIN_LONG_VISIT_S, own[0])

    def note_vain_visit(self, at: float) -> None:
        """Note a hand whose seen act means nothing after all. The next gap is open for such a hand."""
        self.past.append((at, at))

    def shift_visits(self, by: float) -> None:
        """Keep durations after the clock was set `by` seconds ahead."""
        self.since = None if self.since is None else self.since + by
        self.past = [(began + by, ended + by) for began, ended in self.past]
