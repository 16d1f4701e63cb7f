"""What each control card asks of the match. The pause card concerns the eye alone: see `companion.app.pause`."""

from __future__ import annotations

from dataclasses import replace

from companion.errors import InputError
from companion.match.events import Claimed, Played
from companion.questions.question import Notice
from companion.session.inbox import Work
from companion.session.session import Session

CARD_SOURCE = "card"  # the source of entries that a control card brought about
PAUSE = "pause"
_PLAYER = "player"


def work_of_card(code: str) -> Work | None:
    """The work for the session that a control card asks for, None for a code without work. `code`: behind the prefix, such
    as "end_turn" or "player2"."""
    if code.startswith(_PLAYER):
        seat = int(code.removeprefix(_PLAYER)) - 1
        return lambda session, at: _give_turn_to(session, seat, at)
    return _WORKS.get(code)


def _give_turn_to(session: Session, seat: int, at: float) -> tuple[Notice, ...]:
    """Notices of the turns ended until the player at `seat` (counted from 0) is to move. Ends stop where the match refuses
    or asks: people at the table see why. Raises `InputError` for a seat without a player."""
    notices: tuple[Notice, ...] = ()
    seats = session.match.started.seats if session.match else 0
    if session.match and seat >= seats:
        raise InputError.of("no-such-player", given=seat + 1, players=seats)
    for _ in range(max(1, seats - 1)):
        before = _turn_and_seat(session)
        if before is not None and before[1] == seat:
            break
        notices += tuple(session.record_turn_end(at, CARD_SOURCE))
        if _turn_and_seat(session) == before:
            break  # it does not stand, or waits: whoever looks at the table sees why
    return notices


def _turn_and_seat(session: Session) -> tuple[int, int] | None:
    """Number of the turn and seat to move, None without a match."""
    rules, match = session.snapshot.rules, session.match
    return (match.state.turn, match.state.to_move) if rules and match else None


def _new_match(session: Session, at: float) -> None:
    """Begin the same game again with the same players. Raises `InputError` while a match is being played: no card ends a
    running match."""
    match = session.match
    if match is None:
        raise InputError.of("no-match")
    if match.outcome is None and any(isinstance(entry.event, Played) for entry in match.entries):
        raise InputError.of("match-goes-on")
    session.begin_match(replace(match.started, position=None), at, CARD_SOURCE)


_WORKS: dict[str, Work] = {
    "end_turn": lambda session, at: session.record_turn_end(at, CARD_SOURCE),
    "undo": lambda session, at: session.undo_entry(at, CARD_SOURCE),
    "stuck": lambda session, at: session.record_event(Claimed("stuck"), at, CARD_SOURCE),
    "new_match": _new_match,
}
