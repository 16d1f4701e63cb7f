"""Which rulings were told since the last look, and which of them may be disputed later. Pure."""

from __future__ import annotations

from dataclasses import dataclass

from companion.match.events import Amendment, Entry, Played
from companion.match.rulings import DROPPED, ILLEGAL, LOSS, Match, Ruling
from companion.session.snapshot import Snapshot


@dataclass(frozen=True, slots=True)
class ToldRuling:
    """A ruling that was told."""

    entry: int  # of the log that was ruled on
    grave: bool  # a foul, a loss, or a card that brings a deadline


def rulings_told_since(before: Snapshot, now: Snapshot) -> tuple[ToldRuling, ...]:
    """Rulings on events at the table, told between two snapshots of one match. Amendments and their consequences are left
    out: no camera saw them."""
    match = now.match
    if match is None or before.match is None or now.match_id != before.match_id or match is before.match:
        return ()
    latest, waiting = before.match.entries[-1].n, before.match.waiting
    fresh = [entry for entry in match.entries if entry.n > latest or (waiting is not None and entry.n == waiting.n)]
    rulings = [(entry, match.ruling_of(entry.n)) for entry in fresh if not isinstance(entry.event, Amendment)]
    return tuple(
        ToldRuling(entry.n, _is_grave(now, match, entry, ruling))
        for entry, ruling in rulings
        if ruling and ruling.verdict != DROPPED
    )


def _is_grave(snapshot: Snapshot, match: Match, entry: Entry, ruling: Ruling) -> bool:
    return ruling.verdict in (ILLEGAL, LOSS) or _brings_deadline(snapshot, match, entry)


def _brings_deadline(snapshot: Snapshot, match: Match, entry: Entry) -> bool:
    """Was a card laid that has to be dealt with by the end of some turn, such as a burning card?"""
    if snapshot.rules is None or not isinstance(entry.event, Played) or not entry.event.after:
        return False
    card, zone = entry.event.after, entry.event.zone
    duties = snapshot.rules.duties(match.state)
    return any(duty.card == card and zone in duty.zones and duty.due_turn is not None for duty in duties)


def is_under_way(snapshot: Snapshot) -> bool:
    """Is the match beyond its first turn? Until then people can go back to the match before."""
    match, rules = snapshot.match, snapshot.rules
    return match is not None and rules is not None and (match.state.turn > 1 or match.outcome is not None)
