"""Translates events of the eye into work for the session. No other module knows both."""

from __future__ import annotations

from companion.app.control_cards import work_of_card
from companion.questions.question import Notice
from companion.session.inbox import Work
from companion.session.session import Session
from vision.place.layout import is_cell
from vision.types import Bumped, Change, Found, Handled, Lost, Moving, PilesFound, Still, TableEvent, Touched, Unclear

CONTROL_ZONE_PREFIX = "control:"  # begins the names of control card zones; any other touched zone is a draw pile


def work_of_event(event: TableEvent, turns: str) -> Work | None:
    """The work for the session that `event` asks for, None where the match needs nothing. `turns`: "touch" where a hand at a
    draw pile ends the turn, "control" where only buttons, phones and cards do."""
    match event:
        case Change():
            return lambda session, at: session.take_change(event, at, by_touch=turns == "touch")
        case Handled():
            return lambda session, at: session.record_handled_card(event.zone, event.face, at)
        case Moving():
            return lambda session, at: session.record_hands(True, at)
        case Still():
            return lambda session, at: session.record_hands(False, at)
        case Lost():
            return lambda session, at: session.publisher.report_lost(event.reason)
        case Found():
            return lambda session, at: session.publisher.report_lost("")
        case Unclear():
            return lambda session, at: session.publisher.report_unclear(_merge_board_cells(event.zones))
        case Bumped():
            return lambda session, at: session.publisher.report_bump()
        case PilesFound():
            return lambda session, at: session.publisher.report_piles(event.places, event.sure, event.draws)
        case Touched(zone) if zone.startswith(CONTROL_ZONE_PREFIX):
            return work_of_card(zone.removeprefix(CONTROL_ZONE_PREFIX))
        case Touched() if turns == "touch":
            return lambda session, at: session.record_draw_visit(
                at, event.zone, event.hand, tidying=event.tidying, unread=event.unread, lingered=event.lingered
            )
    return None


def apply_event(session: Session, event: TableEvent, at: float, turns: str = "touch") -> tuple[Notice, ...]:
    """The notices of a session without a thread for `event`. `at`: seconds since 1970. `turns`: as in `work_of_event`.
    Raises `InputError` where the session refuses the event now."""
    work = work_of_event(event, turns)
    return tuple((work(session, at) if work else None) or ())


def _merge_board_cells(zones: tuple[tuple[str, str], ...]) -> tuple[tuple[str, str], ...]:
    """The unclear zones with the reason of each, where all cells of a board become one zone named "board"."""
    return tuple(dict.fromkeys(("board" if is_cell(zone) else zone, why) for zone, why in zones))
