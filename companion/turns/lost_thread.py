"""A table that plays on over several calls, where turns end by themselves: it is taken at its word. Pure.

One act that nobody saw makes a foul of every later act, until somebody puts the act in. People who are called for a mistake take it back, or
say that it stands. Where they do neither, twice, and the next act would be called too, whose turn it is was lost here and not there. What was
called lies as it is, the turns that nobody saw are over, and the act is judged in the turn that makes it lawful. Where none does, it is let
lie too.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from companion.match.events import Entry, Event, Played, TurnEnded, Waived
from companion.match.referee import judge_entry
from companion.match.rules import Play, Rules
from companion.match.rulings import Match
from companion.turns.scene import INFERRED, WeighedEvent, is_lawful

CALLS_PLAYED_OVER = 2  # open calls of which none was taken back as a third act would be called; guess
ACTS_TO_FOLLOW = 4  # lawful acts in a row, of two whole turns, after which calls begin again; guess


def follow_table(rules: Rules[Any], match: Match, meant: WeighedEvent) -> WeighedEvent:
    """The meaning of a card or chip, with what belongs before it where the table plays on over calls. Any other meaning is unchanged."""
    event = meant.event
    if not isinstance(event, Played) or not match.started.holds or match.outcome is not None or not _has_lost_thread(match):
        return meant
    if not meant.before and _stands(rules, match, event):
        return meant
    before: tuple[Event, ...] = ()
    for _ in match.disputes:
        if match.disputes:  # a waived card may make its chip stand
            match, before = _tell(rules, match, before, Waived(match.disputes[0].n))
    if not _stands(rules, match, event):
        passed, ended = _tell(rules, match, before, TurnEnded(None, match.state.turn, unknown=1))
        if _stands(rules, passed, event):  # what waits for its other half was of a turn before
            return replace(meant, event=event, before=ended, asked=None)
        event = replace(event, seat=None, strangers=(), waived=True)
    return replace(meant, event=event, before=before, asked=None)


def _tell(rules: Rules[Any], match: Match, before: tuple[Event, ...], event: Event) -> tuple[Match, tuple[Event, ...]]:
    return judge_entry(rules, match, Entry(match.entries[-1].n + 1, event))[0], (*before, event)


def _has_lost_thread(match: Match) -> bool:
    """Does the table play on over calls, or has it just done so?"""
    called = {dispute.n for dispute in match.disputes}
    acts = 0
    for entry in reversed(match.entries):
        if entry.n in called:
            return len(called) >= CALLS_PLAYED_OVER
        if isinstance(entry.event, Waived) and entry.source == INFERRED:
            return True
        acts += isinstance(entry.event, Played) and not entry.event.waived
        if acts == ACTS_TO_FOLLOW:
            return False
    return False


def _stands(rules: Rules[Any], match: Match, event: Played) -> bool:
    if match.outcome is not None:
        return False
    accepted = rules.list_faces(match.state).get(event.zone, "")
    return is_lawful(rules.apply_play(match.state, Play(event.zone, accepted, event.after, event.seat)))
