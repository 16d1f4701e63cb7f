"""What each control card asks of the match. A card for a pause concerns the eye alone: see `companion.app.pause`."""

from __future__ import annotations

from dataclasses import replace

from companion.errors import InputError
from companion.match.events import Claimed, Played
from companion.session.inbox import Work
from companion.session.session import Session
from companion.session.snapshot import Notice

BY = "card"
"""The source of what a control card brought about."""
PAUSE = "pause"
_PLAYER = "player"


def work_of_card(code: str) -> Work | None:
    """What a card asks for; None for one that asks nothing of the match."""
    if code.startswith(_PLAYER):
        seat = int(code.removeprefix(_PLAYER)) - 1
        return lambda session, at: _turn_of(session, seat, at)
    return _WORKS.get(code)


def _turn_of(session: Session, seat: int, at: float) -> tuple[Notice, ...]:
    """It is this player's turn: the ends of turns before it that nobody saw are put in, as far as they stand."""
    notices: tuple[Notice, ...] = ()
    seats = session.match.started.seats if session.match else 0
    if session.match and seat >= seats:
        raise InputError.of("no-such-player", given=seat + 1, players=seats)
    for _ in range(max(1, seats - 1)):
        before = _turn(session)
        if before is not None and before[1] == seat:
            break
        notices += tuple(session.end_turn(at, BY))
        if _turn(session) == before:
            break  # it does not stand, or waits: whoever looks at the table sees why
    return notices


def _turn(session: Session) -> tuple[int, int] | None:
    """Turn and seat to move."""
    rules, match = session.snapshot.rules, session.match
    return rules.turn(match.state) if rules and match else None


def _new_match(session: Session, at: float) -> None:
    """The same game again, with the same players. A match that is being played is not ended by a card."""
    match = session.match
    if match is None:
        raise InputError.of("no-match")
    if match.outcome is None and any(isinstance(entry.event, Played) for entry in match.entries):
        raise InputError.of("match-goes-on")
    session.begin(replace(match.started, position=None), at, BY)


_WORKS: dict[str, Work] = {
    "end_turn": lambda session, at: session.end_turn(at, BY),
    "undo": lambda session, at: session.undo(at, BY),
    "stuck": lambda session, at: session.post(Claimed("stuck"), at, BY),
    "new_match": _new_match,
}
