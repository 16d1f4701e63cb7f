"""Translates events of the eye, control cards among them, into work for the session. No other module knows both."""

from __future__ import annotations

from dataclasses import replace

from companion.errors import InputError
from companion.match.events import Claimed, Played
from companion.questions.question import Notice
from companion.session.found_piles import FoundPile
from companion.session.inbox import Work
from companion.session.session import Session
from vision.place.layout import is_cell
from vision.types import (
    BoardUnread,
    Bumped,
    Change,
    Found,
    Handled,
    Hindered,
    Lost,
    Moving,
    PilesFound,
    Still,
    StrayCard,
    TableEvent,
    TableSeen,
    Touched,
    Unclear,
)

CONTROL_ZONE_PREFIX = "control:"  # begins the names of control card zones; any other touched zone is a draw pile
CARD_SOURCE = "card"  # the source of entries that a control card brought about
PAUSE = "pause"


def work_of_event(event: TableEvent, turns: str) -> Work | None:
    """The work for the session after `event`, None where the match needs nothing. `turns`: "touch" where a hand at a draw
    pile ends the turn. With "control", only buttons, phones and cards do, and a touched pile is no work."""
    match event:
        case Change():
            return lambda session, at: session.take_change(event, at, by_touch=turns == "touch")
        case Handled():
            return lambda session, at: session.record_handled_card(event.zone, event.face, at)
        case Moving():
            return lambda session, at: session.record_hands(True, at)
        case Still():
            return lambda session, at: session.record_hands(False, at, clear_of_draws=event.clear_of_draws)
        case Lost():
            return lambda session, at: session.publisher.report_lost(event.reason)
        case Found():
            return lambda session, at: session.publisher.report_lost("")
        case Unclear():
            # All cells of a board are one zone.
            zones = tuple(dict.fromkeys(("board" if is_cell(zone) else zone, why) for zone, why in event.zones))
            return lambda session, at: session.publisher.report_unclear(zones)
        case Hindered():
            return lambda session, at: session.publisher.report_hindered(event.reasons)
        case Bumped():
            return lambda session, at: session.publisher.report_bump()
        case PilesFound():
            piles = tuple(
                FoundPile(each.zone, each.at, each.is_proven, each.is_named, each.is_doubted) for each in event.places
            )
            return lambda session, at: session.piles.report_piles(piles, event.draws, at, have_moved=event.have_moved)
        case TableSeen():
            return lambda session, at: session.publisher.report_laid_out(event.directions, event.backs)
        case BoardUnread():
            return lambda session, at: session.board.report_unread_board(event.number)
        case StrayCard():
            return lambda session, at: session.piles.take_stray_card(event.face, event.outline, event.zones, at)
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


def work_of_card(code: str) -> Work | None:
    """The work for the session, as a control card asks; None for a code without work. `code`: a command of `_WORKS` such as
    "end_turn", or "player2" for the player to move."""
    if code.startswith("player"):
        seat = int(code.removeprefix("player")) - 1
        return lambda session, at: _end_turns_until(session, seat, at)
    return _WORKS.get(code)


def _end_turns_until(session: Session, seat: int, at: float) -> tuple[Notice, ...]:
    """Notices of the turns ended until the player at `seat` (counted from 0) is to move. Ends stop where the match refuses
    or asks: people at the table see why. Raises `InputError` for a seat without a player."""
    notices: tuple[Notice, ...] = ()
    seats = session.match.started.seats if session.match else 0
    if session.match and seat >= seats:
        raise InputError.with_id("no-such-player", given=seat + 1, players=seats)
    for _ in range(max(1, seats - 1)):
        before = _turn_and_seat(session)
        if before is not None and before[1] == seat:
            break
        notices += tuple(session.record_turn_end(at, CARD_SOURCE))
        if _turn_and_seat(session) == before:
            break  # the end does not stand, or waits
    return notices


def _turn_and_seat(session: Session) -> tuple[int, int] | None:
    """Number of the turn and seat to move, None without a match."""
    rules, match = session.snapshot.rules, session.match
    return (match.state.turn, match.state.to_move) if rules and match else None


def _new_match(session: Session, at: float) -> None:
    """Begin the same game again with the same players, from its first position. `at`: seconds since 1970. Raises `InputError`
    without a match, or while a match with laid cards runs: no card ends a running match."""
    match = session.match
    if match is None:
        raise InputError.with_id("no-match")
    if match.outcome is None and any(isinstance(entry.event, Played) for entry in match.entries):
        raise InputError.with_id("match-goes-on")
    session.begin_match(replace(match.started, position=None), at, CARD_SOURCE)


_WORKS: dict[str, Work] = {
    "end_turn": lambda session, at: session.record_turn_end(at, CARD_SOURCE),
    "undo": lambda session, at: session.undo_entry(at, CARD_SOURCE),
    "stuck": lambda session, at: session.record_event(Claimed("stuck"), at, CARD_SOURCE),
    "new_match": _new_match,
}
