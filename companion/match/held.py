"""What is settled of the facts before the next fact is told. Pure. Points in brackets: the law in
`companion/match/referee.py`."""

from __future__ import annotations

from dataclasses import replace
from operator import attrgetter

from companion.match.events import Claimed, Event, Played, PutRight, TakenBack, TurnEnded
from companion.match.facts import find_zone_of, is_turn_ending
from companion.match.rulings import (
    Fate,
    Held,
    Judged,
    Match,
)

_fate = attrgetter("fate")


def settle_facts(match: Match, event: Event | None, lifted: int | None = None) -> Match:
    """The match just before a further fact; unchanged where nothing is open and nothing was amended since.

    A refused fact is over for good (1), at a real table only where put right by the further fact. Everything else is held as
    judged. Disputes about facts now over are dropped.

    `event`: the further fact, None for a refused fact that puts nothing right. `lifted`: number of the fact that a taking back
    is about to lift, left as judged.
    """
    first = match.settled
    if not match.stale and Fate.OPEN not in map(_fate, match.judged[max(first, match.firm) :]):
        return match
    fresh = [each if each.n == lifted else _hold_fact(each, event, match.started.holds) for each in match.judged[first:]]
    gone = {each.n for each in fresh if each.fate is Fate.OVER}
    settled = next((at for at, each in enumerate(fresh, first) if each.n == lifted or _may_change(each)), first + len(fresh))
    return replace(
        match,
        judged=match.judged.with_end(first, fresh),
        disputes=tuple(d for d in match.disputes if d.n not in gone),
        stale=False,
        settled=settled,
    )


def _may_change(judged: Judged) -> bool:
    """May a further fact settle this settled fact otherwise?"""
    return judged.fate is Fate.OPEN or judged.held.fate is Fate.OPEN or bool(judged.held.opened)


def _hold_fact(judged: Judged, event: Event | None, holds: bool) -> Judged:
    """The fact as settled by a further fact `event`. `holds`: fouls stay in dispute, as at a real table. Undone and taken-back
    facts keep their fate; a fact with nothing new comes back unchanged."""
    judged = _close_dispute(judged, event, holds)
    absent = judged.fate in (Fate.UNDONE, Fate.TAKEN_BACK)
    if judged.fate is Fate.OPEN or (absent and judged.held.fate is Fate.OPEN):
        held_open = holds and bool(find_zone_of(judged.event)) and not _is_put_right_by(event, judged.event)
        if not held_open and judged.held.fate is Fate.STANDS:
            # without that amendment it lay there, and may lie there again (11)
            over = (*judged.held.over, (judged.own, judged.ruling))
            held = Held(Fate.STANDS, judged.held.stood, over, at_once=judged.held.at_once)
            return replace(judged, fate=judged.fate if absent else Fate.OVER, held=held)
        if held_open:
            return judged if absent else replace(judged, held=replace(judged.held, fate=Fate.OPEN))
        if absent:
            return replace(judged, held=replace(judged.held, fate=Fate.OVER))
        return replace(judged, fate=Fate.OVER, held=judged.held.hold_put_right(judged.own, judged.ruling))
    if isinstance(judged.event, TurnEnded) and judged.fate is Fate.SAID:
        return replace(judged, held=Held(Fate.SAID))  # told after an end that was amended away, and refused then (1, 10)
    if isinstance(judged.event, TurnEnded) and judged.passed is None and judged.held.find_pass(judged.own) is not None:
        return judged  # a note while the turns were joined, and it ends the turn as before where they no longer are (11)
    if is_turn_ending(judged.event) and judged.fate is Fate.NOTED and judged.passed is None:
        return judged  # it never ended a turn, and ends one should it be that player's
    if judged.fate in (Fate.STANDS, Fate.NOTED):
        held = judged.held.hold_standing(judged.own, judged.passed)
        held = held if held.fate is Fate.STANDS else replace(held, fate=Fate.STANDS)
        return judged if held is judged.held else replace(judged, held=held)
    return judged


def _close_dispute(judged: Judged, event: Event | None, holds: bool) -> Judged:
    """The fact, no longer judged anew for having been in dispute since the last fact.

    A card that stood, and was lifted or undone while in dispute, is over should that prove wrong. `event`, `holds`: as in
    `_hold_fact`. A fact not opened since comes back unchanged.
    """
    held = judged.held
    if not held.opened:
        return judged
    absent = judged.fate in (Fate.UNDONE, Fate.TAKEN_BACK) and held.fate is Fate.STANDS and judged.own in held.opened
    if absent and holds and not _is_put_right_by(event, judged.event):
        return judged
    over = (*held.over, (judged.own, judged.ruling)) if absent else held.over
    return replace(judged, held=replace(held, opened=(), over=over))


def _is_put_right_by(event: Event | None, told: Event) -> bool:
    """Does a further fact put right what `told` left in dispute? A told move replaces a told move. Both must concern the same
    zone; None puts nothing right."""
    if isinstance(event, Claimed):
        return isinstance(told, Claimed) and find_zone_of(event) == find_zone_of(told)
    return isinstance(event, PutRight | Played | TakenBack) and event.zone == find_zone_of(told)
