"""What phones, buttons and control cards ask for: each command by its name, done in the session, answered with its own
verdict."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

from companion.clean_text import check_clean
from companion.commands.answer import answer_asking, answer_command
from companion.commands.foreseen import foresee_changes
from companion.errors import InputError
from companion.match.events import Amendment, Claimed, Corrected, Inserted, Played, Started, TurnEnded, Undone, Waived
from companion.match.rules import Claim
from companion.questions.question import Notice
from companion.session.inbox import Inbox, Work
from companion.session.session import Session
from companion.session.snapshot import Snapshot
from companion.shown.words.languages import FALLBACK
from companion.shown.words.messages import Catalogue, catalogue


def execute_command(inbox: Inbox, command: Mapping[str, Any], by: str) -> dict[str, Any]:
    """The answer to a command as from `answer_command`, with "version", of the view that shows the result. `by`: source of
    the entries. A command with "confirm" False that would make later cards wrong is not done: "asks" says what it would change.
    Waits for the session. Raises `InputError` for a command that cannot be done."""
    work, words = prepare_work(command, by), catalogue(command.get("language", FALLBACK))

    def done(session: Session, at: float) -> tuple[Snapshot, Snapshot, dict[str, Any] | None]:
        """Snapshot before, snapshot after, and what is to be confirmed. Where something is to be confirmed nothing was done."""
        before = session.snapshot
        asks = None if command.get("confirm", True) else _foresee_command(session, command, at, by, words)
        if asks is None:
            work(session, at)
        return before, session.snapshot, asks

    before, after, asks = inbox.ask_session(done)
    answer = answer_command(command, before, after, by, words) if asks is None else answer_asking(after, asks)
    return {**answer, "version": inbox.snapshot.version}


def _foresee_command(
    session: Session, command: Mapping[str, Any], at: float, by: str, words: Catalogue
) -> dict[str, Any] | None:
    """What an amendment would change, as `foresee_changes` tells, without making it. None for any other command. `at`: seconds
    since 1970. `by`: name of the phone, the source of an entry. Raises as the command would."""
    choose = _AMENDMENTS.get(command["command"])
    before = session.match
    if choose is None or before is None:
        return None
    event = choose(session, command)
    after, ruling = session.ledger.foresee_amendment(event, at, by)
    about = None if isinstance(event, Inserted) else event.entry
    return foresee_changes(before, after, ruling, about, words)


def prepare_work(command: Mapping[str, Any], by: str) -> Work:
    """A command as work for the inbox. `by`: who asks."""
    run = _COMMANDS[command["command"]]
    return lambda session, at: run(session, command, at, by)


def _start_match(session: Session, command: Mapping[str, Any], at: float, by: str) -> None:
    """Begin the match that `command` names; colours become an option. `by`: the source of the entry, also in the other
    commands. Raises `InputError` where game, players or options do not fit."""
    check_clean(command.get("options"))
    names = tuple(name.strip() for name in command.get("names", ()))
    begins, options = command.get("begins"), dict(command.get("options", {}))
    if "colours" in command:
        options["colours"] = list(command["colours"])
    session.begin_match(Started(command["game"], command["players"], options, None, names, begins=begins), at, by)


def _amend_entry(
    choose: Callable[[Session, Mapping[str, Any]], Amendment],
    session: Session,
    command: Mapping[str, Any],
    at: float,
    by: str,
) -> tuple[Notice, ...]:
    """What came of the amendment that `choose` makes of a command. `at`: seconds since 1970. `by`: name of the phone, the
    source of the entry."""
    return session.amend_log(choose(session, command), at, by)


def _choose_correction(session: Session, command: Mapping[str, Any]) -> Corrected | Undone:
    """The correction of "face", "zone" or "seat" of entry "entry"; where a card is only put right it may be an undo. Raises
    `InputError` where none of the three is given, or for an unknown card."""
    face, zone, seat = (command.get(key) for key in ("face", "zone", "seat"))
    if face is None and zone is None and seat is None:
        raise InputError.with_id("already-so")
    event = Corrected(command["entry"], None if face is None else _require_face(session, face), zone, seat)
    return session.choose_correction(event)


def _choose_insertion(session: Session, command: Mapping[str, Any]) -> Inserted:
    """A missed fact put before entry "before": a card laid where zone and face are given, else the end of a turn."""
    zone, face, seat = command.get("zone"), command.get("face"), command.get("seat")
    if zone is None or face is None:
        return Inserted(command["before"], TurnEnded(seat))
    return Inserted(command["before"], Played(zone, "", _require_face(session, face), seat))


def _set_up_anew(session: Session, command: Mapping[str, Any], at: float, by: str) -> Any:
    """Notices of a start corrected in what `command` gives; colours are told as a claim. `at`: seconds since 1970. `by`: name
    of the phone.

    Raises `InputError` where nothing is given. Colours that the rules refuse raise before anything is written.
    """
    check_clean(command.get("options"))
    names, places = command.get("names"), command.get("places")
    given = None if names is None else tuple(name.strip() for name in names)
    around, colours = None if places is None else tuple(places), command.get("colours")
    options, begins = command.get("options"), command.get("begins")
    told = any(each is not None for each in (options, begins, given, around))
    if colours is None and not told:
        raise InputError.with_id("already-so")
    rules, match, chosen = session.snapshot.rules, session.match, {"colours": list(colours or ())}
    if colours is not None and rules is not None and match is not None:
        rules.apply_claim(match.state, Claim("set_up", None, chosen))  # refused before anything is written
    put_right = session.set_up_anew(options, begins, given, at, by, around) if told else ()
    return put_right if colours is None else (*put_right, *session.record_event(Claimed("set_up", None, chosen), at, by))


def _name_piles(session: Session, command: Mapping[str, Any], at: float, by: str) -> Any:
    """What came of naming the piles of a bare table. In `command`: "names" says which piles these are, "draw" and "at" place a
    draw pile, "swap" exchanges two names, none of these confirms.

    `at`: seconds since 1970. `by`: name of the phone. Raises `InputError` for "draw" without "at" and the like.
    """
    names, swap, draw, at_place = (command.get(key) for key in ("names", "swap", "draw", "at"))
    if draw is not None and at_place is not None and len(at_place) == 2:
        return session.piles.show_draw_pile(draw, (at_place[0], at_place[1]))
    if names is not None:
        return session.piles.name_piles(names, at, by)
    if swap is None and draw is None and at_place is None:
        return session.piles.confirm_names(at, by)
    if swap is None:
        raise InputError.with_id("draw-unknown")
    if len(swap) != 2:
        raise InputError.with_id("piles-unknown")
    return session.piles.exchange_names(swap[0], swap[1], at, by)


def _waive_foul(session: Session, command: Mapping[str, Any], at: float, by: str) -> Any:
    """Let the foul in zone "zone" of the `command` stand. `at`: seconds since 1970. `by`: name of the phone. Raises
    `InputError` where nothing is in dispute there."""
    dispute = session.match.find_dispute(command["zone"]) if session.match else None
    if dispute is None:
        raise InputError.with_id("nothing-in-dispute")
    return session.amend_log(Waived(dispute.n), at, by)


def _require_face(session: Session, face: str) -> str:
    if face and not session.ledger.has_face(face):
        raise InputError.with_id("face-unknown", given=face)
    return face


_AMENDMENTS: Mapping[str, Callable[[Session, Mapping[str, Any]], Corrected | Undone | Inserted]] = {
    "undo": lambda session, command: session.choose_undo(command.get("entry")),
    "correct": _choose_correction,
    "insert": _choose_insertion,
}
"""The amendment that each command makes of an entry of the log."""

_COMMANDS: Mapping[str, Callable[[Session, Mapping[str, Any], float, str], Any]] = {
    **{name: partial(_amend_entry, choose) for name, choose in _AMENDMENTS.items()},
    "start": _start_match,
    "resume": lambda session, command, at, by: session.take_up_match(command["match"]),
    "end_turn": lambda session, command, at, by: session.record_turn_end(at, by, command.get("turn")),
    "put": lambda session, command, at, by: session.record_told_face(
        command["zone"], _require_face(session, command["face"]), at, by
    ),
    "answer": lambda session, command, at, by: session.answer_question(
        command["question"], _require_face(session, command["face"]), at, by
    ),
    "answer_pile": lambda session, command, at, by: session.piles.answer_pile_question(
        command["question"], command["zone"], at, by
    ),
    "ignore": lambda session, command, at, by: session.dismiss_question(command["question"], at, by),
    "turn_ended": lambda session, command, at, by: session.answer_turn_question(command["question"], command["ended"], at, by),
    "waive": _waive_foul,
    "claim": lambda session, command, at, by: session.record_event(
        Claimed(command["code"], command.get("seat"), dict(command.get("detail", {}))), at, by
    ),
    "play_on": lambda session, command, at, by: session.play_on_after_loss(at, by),
    "set_up": _set_up_anew,
    "piles": _name_piles,
    "board": lambda session, command, at, by: session.board.name_space(
        command["number"], command["zone"], _require_face(session, command["face"])
    ),
    "trust": lambda session, command, at, by: session.settle_out_of_step(command["whom"], at, by),
}
