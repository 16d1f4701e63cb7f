"""What a fact puts where. Pure."""

from __future__ import annotations

from companion.match.events import Claimed, Event, Played

CHIPS = ("place", "remove")
LAYING = (*CHIPS, "dead")
"""Claims that lay something down."""


def zone_of(event: Event) -> str:
    """The zone that a fact puts something on, "" for none."""
    if isinstance(event, Played):
        return event.zone
    if isinstance(event, Claimed) and event.code in CHIPS and "row" in event.detail:
        return f"r{event.detail['row']}c{event.detail['column']}"
    return ""


def lays(event: Event) -> bool:
    """Does this fact lay something down (or lift it)?"""
    return (isinstance(event, Played) and not event.again) or (isinstance(event, Claimed) and event.code in LAYING)
