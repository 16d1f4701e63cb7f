"""An undo that takes back all that came of an amendment: what was told since is judged as if nobody had amended. Pure.

A wrong amendment makes fouls of the cards laid after it, and they stay over for good (law 1). Such an undo says that the table
was right: facts told since are read again on the match without the amendment.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from companion.match.amended.standing import Standing, find_standing
from companion.match.events import (
    Amendment,
    Corrected,
    Entry,
    Event,
    Inserted,
    Played,
    PutRight,
    TakenBack,
    TurnEnded,
)
from companion.match.lifting import find_liftable
from companion.match.rules import Rules
from companion.match.rulings import DROPPED, LEGAL, Fate, Match


def has_followed_wrongly(match: Match, n: int, known: Standing | None = None) -> bool:
    """Was anything told after amendment `n` that the rules refused, so that an undo should judge it anew? False for an entry
    that is no amendment, or inert. `known`: what stands of the log, where already known."""
    target = match.entry_of(n)
    if target is None or not isinstance(target.event, Amendment) or not match.started.holds:
        return False
    known = known or find_standing(match.entries)
    if n in known.replaced or not known.is_in_force(n):
        return False
    told = (judged for judged in match.judged if judged.n > n and judged.n not in known.amendments)
    return any(each.fate not in (Fate.STANDS, Fate.UNDONE) or each.ruling.verdict not in (LEGAL, DROPPED) for each in told)


def find_wrong_correction(match: Match, event: Corrected) -> int | None:
    """The number of the correction that `event` takes back: it gives a card the face that the card had before, and the rules refused
    what was told meanwhile. None for any other correction."""
    if event != Corrected(event.entry, event.face):
        return None
    known, target = find_standing(match.entries), match.entry_of(event.entry)
    faces = {
        n: given.face
        for n, given in known.amendments.items()
        if isinstance(given, Corrected) and given.entry == event.entry and given.face is not None
    }
    if target is None or not faces:
        return None
    *earlier, latest = sorted(faces)
    told = target.event.fact if isinstance(target.event, Inserted) else target.event
    before = faces[earlier[-1]] if earlier else told.after if isinstance(told, Played) else None
    return latest if before == event.face and has_followed_wrongly(match, latest, known) else None


def split_log(match: Match, n: int) -> tuple[Sequence[Entry], Sequence[Entry]]:
    """The entries told before entry `n`, and those told after."""
    place = next(place for place, entry in enumerate(match.entries) if entry.n == n)
    return match.entries[:place], match.entries[place + 1 :]


def reread_entry(rules: Rules[Any], match: Match, entry: Entry, was: Match) -> Entry:
    """The entry as it is read in `match`, in which the amendment was never made. `was`: the match in which it was told. A card
    that came to light was laid there as a foul: it is a taking back now."""
    event = _reread_event(rules, match, entry, was)
    return entry if event is entry.event else replace(entry, event=event)


def _reread_event(rules: Rules[Any], match: Match, entry: Entry, was: Match) -> Event:
    event = entry.event
    if isinstance(event, PutRight) and match.find_dispute(event.zone) is None:
        lifts = find_liftable(match, event.zone)
        return event if lifts is None else TakenBack(event.zone)
    if isinstance(event, Played) and event.zone not in rules.shared and not event.again:
        last = next((laid for laid in reversed(match.laid) if laid.zone == event.zone), None)
        lifted = last is not None and last.before == event.after and last.turn == match.state.turn
        if last is not None and lifted and match.find_dispute(event.zone) is None:
            return TakenBack(event.zone, card=last.after, beneath=event.after)
    if isinstance(event, TurnEnded) and event.turn is not None and match.has_laid_in_turn:
        judged = was.find_judged(entry.n)
        if judged is not None and judged.ruling.turn == event.turn:  # the turn that ran, whatever its number is by now
            return event if event.turn == match.state.turn else replace(event, turn=match.state.turn)
    return event


def merge_entries(told: Iterable[Entry], read: Mapping[int, Entry]) -> tuple[Entry, ...]:
    """The log `told`, each entry as read by number. An entry that is not in `read` stays as told."""
    return tuple(read.get(entry.n, entry) for entry in told)
