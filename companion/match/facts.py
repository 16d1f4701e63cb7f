"""What a fact puts where, and how play goes on. Pure."""

from __future__ import annotations

from dataclasses import replace

from companion.match.events import Claimed, Event, Played, TurnEnded
from companion.match.rules import Finding

CHIP_CLAIMS = ("place", "remove")
LAYING_CLAIMS = (*CHIP_CLAIMS, "dead")
"""Claims that lay something down."""
PLAYING_CLAIMS = (*LAYING_CLAIMS, "draw", "leave")
"""Claims with which play goes on; the others are words."""


def find_zone_of(event: Event) -> str:
    """The zone on which a fact puts something, "" for none. Only plays, and claims of a placed or removed chip (space r4c7),
    have a zone."""
    if isinstance(event, Played):
        return event.zone
    if isinstance(event, Claimed) and event.code in CHIP_CLAIMS and "row" in event.detail:
        return f"r{event.detail['row']}c{event.detail['column']}"
    return ""


def is_laying(event: Event) -> bool:
    """Does a fact lay something down, or lift something? A face merely seen again does not count; a claimed dead card does."""
    return (isinstance(event, Played) and not event.again) or (isinstance(event, Claimed) and event.code in LAYING_CLAIMS)


def is_turn_ending(event: Event) -> bool:
    """Does a fact say that a turn is over: an end of turn, or a player who can do nothing?"""
    return isinstance(event, TurnEnded) or (isinstance(event, Claimed) and event.code == "stuck")


def is_playing(event: Event) -> bool:
    """Does play go on with a fact? Not with a word, nor with the question what the position is worth."""
    return is_laying(event) or isinstance(event, TurnEnded) or (isinstance(event, Claimed) and event.code in PLAYING_CLAIMS)


def find_layer_seat(event: Played, mover: int) -> int | None:
    """The seat that laid a card, for the rules: a stranger who may have, other than `mover`, else the seat that was named. None
    where nobody was named."""
    return next((seat for seat in event.strangers if seat != mover), event.seat)


def hide_stranger(found: Finding) -> Finding:
    """The finding "not-your-turn" as "another-hand", without the seat, where nobody knows who laid the card. Any other finding
    unchanged."""
    if found.code != "not-your-turn":
        return found
    detail = {key: value for key, value in found.detail.items() if key != "seat"}
    return replace(found, code="another-hand", detail=detail)
