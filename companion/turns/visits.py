"""Visits of hands to the table, and whether a visit was for nothing seen: perhaps a draw.

What a hand did at a zone is judged by the eye, in `vision/hands/visits.py`.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace

MIN_LONG_VISIT_S = 2.0  # in a longer visit more may have happened than was seen; another visit opens a gap too; guess

MIN_UNSEEN_DRAW_S = 0.4  # a shorter visit to the table cannot hide a draw; seen draws: `STAYS` in vision/hands/visits.py; guess


@dataclass(frozen=True, slots=True)
class Gap:
    """What lies between two seen facts."""

    open: bool  # could a hand have drawn unnoticed?
    at: float  # when the hand would have drawn, in seconds since 1970
    blind: bool = False  # no pile was known before the second fact: cards may have been laid unseen


@dataclass(frozen=True, slots=True)
class HandVisit:
    """A visit of hands to the table, from when they came until all were gone; times in seconds since 1970."""

    began_at: float
    ended_at: float
    may_hide_draw: bool = True  # a hand was at a draw pile, or the pile was hidden: perhaps somebody drew


@dataclass(slots=True)
class HandVisits:
    """Visits since the last seen fact. Kept by the session alone; times in seconds since 1970."""

    since: float | None = None  # when the running visit began, None while nobody is at the table
    past: list[HandVisit] = field(default_factory=list)  # ended visits
    watched: bool = False  # does anybody watch the hands?
    # a hand was at a draw pile as the last card was told, and nothing was told of the hand, nor have all hands gone
    drawing: bool = False

    def begin_visit(self, at: float) -> None:
        """Hands came over the table. From now on somebody watches. Nothing else changes while a visit runs."""
        self.watched = True
        if self.since is None:
            self.since = at

    def end_visit(self, at: float, *, clear_of_draws: bool = False) -> None:
        """The table lies still: the running visit ends, kept only if `MIN_UNSEEN_DRAW_S` or longer. `clear_of_draws`: nothing
        was at a draw pile meanwhile, or hid one."""
        if self.since is not None and at - self.since >= MIN_UNSEEN_DRAW_S:
            self.past.append(HandVisit(self.since, at, not clear_of_draws))
        self.since, self.drawing = None, False

    def take_gap(self, at: float, *, clear_of_draws: bool = False) -> Gap | None:
        """The gap between the fact before and a fact seen at time `at`, which belongs to the running or the last visit. None
        where nobody watches. Open after another visit, or where the own visit took `MIN_LONG_VISIT_S`, unless no hand can have
        drawn there. Ended visits are forgotten, a running visit begins anew. `clear_of_draws`: of the running visit, as of
        `end_visit`."""
        if not self.watched:
            return None
        running = [] if self.since is None else [HandVisit(self.since, at, not clear_of_draws)]
        *others, own = [*self.past, *running] or [HandVisit(at, at)]
        self.past.clear()
        if self.since is not None:
            self.since = at
        if drawn := [visit for visit in others if visit.may_hide_draw]:
            return Gap(True, drawn[-1].ended_at)
        return Gap(own.may_hide_draw and at - own.began_at >= MIN_LONG_VISIT_S, own.began_at)

    def note_vain_visit(self, at: float) -> None:
        """Note a hand whose seen act means nothing after all. The next gap is open for such a hand."""
        self.past.append(HandVisit(at, at))

    def shift_visits(self, by: float) -> None:
        """Keep durations after the clock was set `by` seconds ahead."""
        self.since = None if self.since is None else self.since + by
        self.past = [replace(one, began_at=one.began_at + by, ended_at=one.ended_at + by) for one in self.past]
