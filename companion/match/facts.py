"""What a fact puts where. Pure."""

from __future__ import annotations

from dataclasses import replace

from companion.match.events import Claimed, Event, Played, TurnEnded
from companion.match.rules import Finding

CHIPS = ("place", "remove")
LAYING = (*CHIPS, "dead")
"""Claims that lay something down."""
MOVING = (*LAYING, "draw", "leave")
"""Claims with which play goes on; the others are words."""


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


def ends_turn(event: Event) -> bool:
    """Does somebody say with this fact that a turn is over: its end, or that a player can do nothing?"""
    return isinstance(event, TurnEnded) or (isinstance(event, Claimed) and event.code == "stuck")


def plays_on(event: Event) -> bool:
    """Does play go on with this fact? A word, or a question what the position is worth, is none."""
    return lays(event) or isinstance(event, TurnEnded) or (isinstance(event, Claimed) and event.code in MOVING)


def laid_by(event: Played, mover: int) -> int | None:
    """The seat that laid a card, as far as the rules are told: one of the strangers who may have, `mover` being none of them."""
    return next((seat for seat in event.strangers if seat != mover), event.seat)


def of_a_stranger(found: Finding) -> Finding:
    """A finding on a card of which it is not known who laid it: nobody is named."""
    if found.code != "not-your-turn":
        return found
    detail = {key: value for key, value in found.detail.items() if key != "seat"}
    return replace(found, code="another-hand", detail=detail)
