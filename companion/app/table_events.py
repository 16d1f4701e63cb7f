"""The one translator: what an event of the eye asks of the match."""

from __future__ import annotations

from companion.app.control_cards import work_of_card
from companion.session.inbox import Work
from companion.session.session import Session
from companion.session.snapshot import Notice
from vision.place.layout import is_cell
from vision.types import Bumped, Change, Found, Handled, Lost, Moving, PilesFound, Still, TableEvent, Touched, Unclear

CONTROL = "control:"
"""How the name of a control card begins; any other zone that was touched is a draw zone."""


def work_of_event(event: TableEvent, turns: str) -> Work | None:
    """What an event of the eye asks of the session, None where nothing. `turns`: "touch" where a hand at a draw pile ends the turn."""
    match event:
        case Change():
            return lambda session, at: session.look(event, at, by_touch=turns == "touch")
        case Handled():
            return lambda session, at: session.handled(event.zone, event.face, at)
        case Moving():
            return lambda session, at: session.hands(True, at)
        case Still():
            return lambda session, at: session.hands(False, at)
        case Lost():
            return lambda session, at: session.lost(event.reason)
        case Found():
            return lambda session, at: session.lost("")
        case Unclear():
            return lambda session, at: session.unclear(_named(event.zones))
        case Bumped():
            return lambda session, at: session.bumped()
        case PilesFound():
            return lambda session, at: session.piles_found(event.places, event.sure, event.draws)
        case Touched(zone) if zone.startswith(CONTROL):
            return work_of_card(zone.removeprefix(CONTROL))
        case Touched() if turns == "touch":
            return lambda session, at: session.drew(
                at, event.zone, event.hand, tidying=event.tidying, unread=event.unread, lingered=event.lingered
            )
    return None


def taken_in(session: Session, event: TableEvent, at: float, turns: str = "touch") -> tuple[Notice, ...]:
    """What a session without a thread says of an event. Raises `InputError` where it cannot be done now."""
    work = work_of_event(event, turns)
    return tuple((work(session, at) if work else None) or ())


def _named(zones: tuple[tuple[str, str], ...]) -> tuple[tuple[str, str], ...]:
    """The zones that cannot be seen, each with why; those of a board's spaces as one, "board"."""
    return tuple(dict.fromkeys(("board" if is_cell(zone) else zone, why) for zone, why in zones))
