"""Which entries of a log stand: asked here and nowhere else. Pure.

An amendment that was undone was never made. Of two amendments with the same to say of an entry (card, pile or player) the later
standing amendment is alive. An amendment without anything alive is inert. What an entry means for the match (does the play
stand, is it open, is it over) is judged in `companion/match/amended/hindsight.py`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, fields, replace
from typing import Any

from companion.match.events import (
    Amendment,
    Claimed,
    Corrected,
    Entry,
    Event,
    Inserted,
    Played,
    PlayedOn,
    Started,
    TakenBack,
    TurnEnded,
    Undone,
    Waived,
)

PLAYED_ON = "played_on"
"""What an amendment says with which the table plays on: of the match, and nothing of what the entry was."""


@dataclass(frozen=True, slots=True)
class Standing:
    """What a log says after all amendments. Everything is by number of the entry."""

    undone: frozenset[int] = frozenset()  # entries voided by an undo, amendments among them
    own: Mapping[int, tuple[int, ...]] = field(default_factory=dict)  # by entry, the amendments that are alive
    played_on: frozenset[int] = frozenset()  # entries that ended the match, where the table plays on
    replaced: Mapping[int, int] = field(default_factory=dict)  # by inert amendment, the amendment that replaced it
    facts: tuple[
        Entry, ...
    ] = ()  # in the order in which everything happened: inserted facts in their place, undone facts included
    events: Mapping[int, Event] = field(default_factory=dict)  # each fact, and the start, as amended
    amendments: Mapping[int, Event] = field(default_factory=dict)  # the standing amendments

    def is_in_force(self, n: int) -> bool:
        """Does entry `n` stand, as far as undo goes?"""
        return n not in self.undone

    def find_alive(self, n: int) -> int | None:
        """The number of the amendment that is alive instead of amendment `n`, None unless inert. Chains of replacements are
        followed to the end."""
        if n not in self.replaced:
            return None
        alive = self.replaced[n]
        while alive in self.replaced:
            alive = self.replaced[alive]
        return alive


def find_standing(entries: Iterable[Entry]) -> Standing:
    """What stands of a log: voided entries, living amendments, and the facts in order, each as amended. An undo that was itself
    undone voids nothing."""
    log = tuple(entries)
    undone: set[int] = set()
    for entry in reversed(log):  # an undo that was itself undone voids nothing, so the latest speaks first
        if isinstance(entry.event, Undone) and entry.n not in undone:
            undone.add(entry.event.entry)
    amendments = [entry for entry in log if isinstance(entry.event, Amendment) and entry.n not in undone]
    facts = _order_facts(log, [entry for entry in log if isinstance(entry.event, Inserted)])
    own, replaced = _find_alive_amendments(amendments)
    events: dict[int, Event] = {entry.n: entry.event for entry in facts}
    events |= {entry.n: entry.event for entry in log if isinstance(entry.event, Started)}
    for entry in amendments:
        amendment = entry.event
        if isinstance(amendment, Corrected | Waived | PlayedOn) and amendment.entry in events:
            events[amendment.entry] = apply_amendment(events[amendment.entry], amendment)
    standing_amendments = {entry.n: entry.event for entry in amendments}
    played_on = frozenset(event.entry for event in standing_amendments.values() if isinstance(event, PlayedOn))
    return Standing(frozenset(undone), own, played_on, replaced, facts, events, standing_amendments)


def _find_alive_amendments(amendments: Iterable[Entry]) -> tuple[dict[int, tuple[int, ...]], dict[int, int]]:
    """By entry, the numbers of the living amendments, rising; and by inert amendment, the number of the replacing amendment.
    `amendments`: in order of the log, without undone amendments. The first leaves out playing on."""
    said: dict[int, dict[str, int]] = {}
    replaced: dict[int, int] = {}
    for entry in amendments:
        amendment = entry.event
        if not isinstance(amendment, Corrected | Waived | PlayedOn):
            continue
        values = said.setdefault(amendment.entry, {})
        before = {values[value] for value in _list_values(amendment) if value in values}
        values.update(dict.fromkeys(_list_values(amendment), entry.n))
        replaced |= dict.fromkeys(before - set(values.values()), entry.n)
    told = {n: {number for value, number in values.items() if value != PLAYED_ON} for n, values in said.items()}
    return {n: tuple(sorted(numbers)) for n, numbers in told.items() if numbers}, replaced


def _list_values(amendment: Corrected | Waived | PlayedOn) -> tuple[str, ...]:
    """Names of the fields that a correction gives; else "waived", or `PLAYED_ON` for playing on."""
    if not isinstance(amendment, Corrected):
        return ("waived",) if isinstance(amendment, Waived) else (PLAYED_ON,)
    given = (spec.name for spec in fields(amendment) if spec.name != "entry" and getattr(amendment, spec.name) is not None)
    return tuple(given)


def _order_facts(log: tuple[Entry, ...], inserts: list[Entry]) -> tuple[Entry, ...]:
    """The facts, each insert just before the named entry (behind earlier inserts). `inserts`: entries with `Inserted`, in order
    of the log. An insert before an entry that is no fact comes last."""
    order = [entry for entry in log if not isinstance(entry.event, Started | Amendment)]
    for insert in inserts:
        event = insert.event
        assert isinstance(event, Inserted)
        at = next((i for i, entry in enumerate(order) if entry.n == event.before), len(order))
        order.insert(at, replace(insert, event=event.fact))
    return tuple(order)


def apply_amendment(event: Event, amendment: Event) -> Event:
    """A fact or start with an amendment applied. Unchanged where the amendment says nothing of such an event. A corrected seat
    clears `strangers`."""
    if isinstance(amendment, Waived) and isinstance(event, Played | Claimed):
        return replace(event, waived=True)
    if not isinstance(amendment, Corrected):
        return event
    if isinstance(event, Started):
        return _amend_start(event, amendment)
    if isinstance(event, TakenBack):
        return event if amendment.face is None else replace(event, beneath=amendment.face)
    if isinstance(event, Played):
        given: dict[str, Any] = {
            "after": amendment.face,
            "zone": amendment.zone,
            "seat": amendment.seat,
            "waived": amendment.waived,
        }
        strangers = event.strangers if amendment.seat is None else ()  # whose it was is known now
        return replace(event, strangers=strangers, **{key: value for key, value in given.items() if value is not None})
    if isinstance(event, Claimed):
        return replace(
            event, seat=event.seat if amendment.seat is None else amendment.seat, detail=_amend_detail(event, amendment)
        )
    if isinstance(event, TurnEnded) and amendment.seat is not None:
        return replace(event, seat=amendment.seat)
    return event


def _amend_detail(event: Claimed, amendment: Corrected) -> dict[str, Any]:
    """The detail of a claim with the corrected card, and with row and column of the corrected space. Raises `ValueError` for a
    zone that is no space."""
    detail = dict(event.detail)
    if amendment.face is not None:
        detail["card"] = amendment.face
    if amendment.zone is not None:  # a space such as r4c7
        row, _, column = amendment.zone.removeprefix("r").partition("c")
        detail |= {"row": int(row), "column": int(column)}
    return detail


def _amend_start(event: Started, amendment: Corrected) -> Started:
    """The start with the corrected options, names and places, and with the seat that began (`turn`); None keeps a value."""
    return replace(
        event,
        options=event.options if amendment.options is None else amendment.options,
        names=event.names if amendment.names is None else amendment.names,
        begins=event.begins if amendment.turn is None else amendment.turn,
        places=event.places if amendment.places is None else amendment.places,
    )


def amend_log(entries: Iterable[Entry]) -> tuple[Entry, ...]:
    """The log as it stands: the start and the facts not undone, in order, each as amended. Amendments are left out; so is the
    start of a log that begins otherwise."""
    log = tuple(entries)
    known = find_standing(log)
    start = [entry for entry in log[:1] if isinstance(entry.event, Started)]
    return tuple(replace(entry, event=known.events[entry.n]) for entry in (*start, *known.facts) if known.is_in_force(entry.n))
