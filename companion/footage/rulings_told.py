"""Which rulings were told since the last look, and which may be disputed later. Pure."""

from __future__ import annotations

from dataclasses import dataclass

from companion.match.events import Amendment, Entry, Played
from companion.match.rulings import DROPPED, ILLEGAL, LOSS, Match
from companion.session.snapshot import Snapshot


@dataclass(frozen=True, slots=True)
class ToldRuling:
    """A told ruling."""

    entry: int  # of the log that was ruled on
    grave: bool  # a foul, a loss, or a card that brings a deadline


def rulings_told_since(before: Snapshot, now: Snapshot) -> tuple[ToldRuling, ...]:
    """Rulings on events at the table, told between the snapshots `before` and `now` of a match; empty where the match is
    another or unchanged. Amendments and consequences of amendments are left out: no camera saw such events."""
    match = now.match
    if match is None or before.match is None or now.match_id != before.match_id or match is before.match:
        return ()
    latest, waiting = before.match.entries[-1].n, before.match.waiting
    fresh = [entry for entry in match.entries if entry.n > latest or (waiting is not None and entry.n == waiting.n)]
    rulings = [(entry, match.find_ruling(entry.n)) for entry in fresh if not isinstance(entry.event, Amendment)]
    return tuple(
        ToldRuling(entry.n, ruling.verdict in (ILLEGAL, LOSS) or _brings_deadline(now, match, entry))
        for entry, ruling in rulings
        if ruling and ruling.verdict != DROPPED
    )


def _brings_deadline(snapshot: Snapshot, match: Match, entry: Entry) -> bool:
    """Was a card with a deadline laid, such as a burning card? False once the deadline is met."""
    if snapshot.rules is None or not isinstance(entry.event, Played) or not entry.event.after:
        return False
    card, zone = entry.event.after, entry.event.zone
    duties = snapshot.rules.list_duties(match.state)
    return any(duty.card == card and zone in duty.zones and duty.due_turn is not None for duty in duties)


def is_under_way(snapshot: Snapshot) -> bool:
    """Is the match beyond the first turn? During the first turn, people can go back to the match before."""
    match, rules = snapshot.match, snapshot.rules
    return match is not None and rules is not None and (match.state.turn > 1 or match.outcome is not None)
