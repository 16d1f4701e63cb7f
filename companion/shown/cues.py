"""What lamps and buzzer should say: a pure function of the match, never of an edge. No lamp can hang."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass, replace
from typing import Any

from companion.match.referee import ILLEGAL, Match
from companion.match.rules import Rules
from companion.shown.own_ruling import find_own_ruling

TABLE = "table"
STARTUP_CUE_AGE_S = 3600.0  # of a cue that holds at the first look; guess: longer than any signal


@dataclass(frozen=True, slots=True)
class Cue:
    """A signal."""

    kind: str  # "accepted", "foul", "deadline", "ask", "out_of_step", "won" or "lost"
    place: str = TABLE  # a zone or "table"
    since: float = 0.0  # seconds since 1970 of its beginning; sound comes after light


def find_cues(
    rules: Rules[Any], match: Match | None, asked: Collection[str] = (), out_of_step: Collection[str] = (), since: float = 0.0
) -> tuple[Cue, ...]:
    """Every signal due now: none without a match, after an end the win or loss alone. `asked`, `out_of_step`: zones. `since`:
    when the zones were asked about or lost, in seconds since 1970."""
    if match is None:
        return ()
    if match.outcome is not None:
        lost = match.outcome.won is False and not _has_winner(match)
        return (Cue("lost" if lost else "won", since=_time_of_entry(match, match.rulings[-1].n)),)
    found = [Cue("foul", dispute.zone, _time_of_entry(match, dispute.n)) for dispute in match.disputes]
    found += [Cue("ask", zone, since) for zone in asked]
    found += [Cue("out_of_step", zone, since) for zone in out_of_step]
    turn = match.state.turn
    for duty in rules.list_duties(match.state):
        if duty.due_turn is not None and duty.due_turn <= turn and not duty.usual:
            found += [Cue("foul" if duty.late else "deadline", zone) for zone in duty.zones]
    return (*found, *_cue_of_last_ruling(match))


def _has_winner(match: Match) -> bool:
    """Is the match a contest with a winner? If so, the table's lamp says won even where somebody lost."""
    return match.outcome is not None and 0 < len(match.outcome.seats) < match.started.seats


def _cue_of_last_ruling(match: Match) -> tuple[Cue, ...]:
    """ "accepted" or "foul" for the last ruling; empty without a ruling, or while a card is in dispute: the dispute has its
    own cue."""
    ruling = match.last_ruling
    entry = None if ruling is None else match.entry_of(ruling.n)
    ruling = ruling if entry is None else find_own_ruling(match, entry)
    if ruling is None:
        return ()
    if ruling.verdict == ILLEGAL and not match.disputes:
        return (Cue("foul", since=_time_of_entry(match, ruling.n)),)
    return (Cue("accepted", since=_time_of_entry(match, ruling.n)),) if not match.disputes else ()


def _time_of_entry(match: Match, n: int) -> float:
    return next((entry.at for entry in reversed(match.entries) if entry.n == n), 0.0)


class Onsets:
    """Remembers since when each cue holds, on a clock that never jumps: the wall clock may be set in the middle of a foul.
    Cues of the first look are old: no fanfare is blown for yesterday's win."""

    def __init__(self) -> None:
        self._known: dict[Cue, float] | None = None

    def date_cues(self, cues: Iterable[Cue], now: float) -> list[Cue]:
        """The cues with `since` on the clock of `now`: seconds, rising. A cue keeps its time while due at every call; a cue
        gone once begins anew."""
        known, told = self._known or {}, list(cues)
        fresh = now - STARTUP_CUE_AGE_S if self._known is None else now
        self._known = {cue: known.get(cue, fresh) for cue in told}
        return [replace(cue, since=self._known[cue]) for cue in told]
