"""Which entries may be amended, and why not (11). Pure; the points in brackets are those of the law in `companion/match/referee.py`."""

from __future__ import annotations

from companion.errors import InputError
from companion.match.events import (
    Amendment,
    Claimed,
    Corrected,
    HandsGone,
    Inserted,
    Played,
    PlayedOn,
    PutRight,
    Started,
    TakenBack,
    TurnEnded,
    Undone,
    Waived,
)
from companion.match.rulings import (
    Fate,
    Judged,
    Match,
)
from companion.match.standing import Standing, standing


def amendable(match: Match, known: Standing | None = None) -> frozenset[int]:
    """The entries that may be undone (11). `known`: what stands of the log, where that is known already."""
    known = known or standing(match.entries)
    return frozenset(entry.n for entry in match.entries if can_amend(match, Undone(entry.n), known) is None)


def last_undoable(match: Match) -> int | None:
    """The last thing that was said or seen and stands: what "undo" means. An undo is none: undoing goes on to what was before it."""
    may = amendable(match)
    silent = {entry.n for entry in match.entries if isinstance(entry.event, Undone)}
    silent |= {entry.n for entry in match.entries if isinstance(entry.event, Played) and entry.event.again}
    return max(may - silent, default=None)


def can_amend(match: Match, event: Amendment, known: Standing | None = None) -> InputError | None:
    """Why an amendment cannot be made, None if it can (11). `known`: see `amendable`."""
    n = event.before if isinstance(event, Inserted) else event.entry
    target = match.entry(n)
    if target is None or (isinstance(target.event, Started) and not _of_the_start(event)):
        return _refusal(match, "no-event", "not-in-log", n)
    if isinstance(event, Inserted):
        return None if match.judged_of(n) else _refusal(match, "no-event", "not-in-log", n)
    if not (known or standing(match.entries)).stands(n):
        return _refusal(match, "event-undone", "undone-already", n)
    if isinstance(target.event, HandsGone | PutRight):
        return _refusal(match, "event-over", "over-already", n)
    judged = match.judged_of(n)
    gone = judged is not None and judged.fate in (Fate.OVER, Fate.TAKEN_BACK)
    if gone and not (isinstance(event, Undone) and isinstance(target.event, Inserted)):
        return _refusal(match, "event-over", "over-already", n)
    return None if isinstance(event, Undone) else _cannot(match, event, judged)


def _refusal(match: Match, in_text: str, at_table: str, n: int) -> InputError:
    """In text events are named by their numbers, at a table by nobody."""
    return InputError.of(at_table) if match.started.holds else InputError.of(in_text, given=n)


def _of_the_start(event: Amendment) -> bool:
    return isinstance(event, Corrected) and (event.face, event.zone, event.seat) == (None, None, None)


def _cannot(match: Match, event: Corrected | Waived | PlayedOn, judged: Judged | None) -> InputError | None:
    """Why what is no undo cannot be said of a fact."""
    if isinstance(event, PlayedOn):
        lost = match.end is not None and match.end.n == event.entry and match.end.outcome.won is False
        return None if lost else InputError.of("not-lost")
    if isinstance(event, Corrected) and judged is None and _of_the_start(event):
        return None
    if judged is None:
        return _refusal(match, "event-laid-no-card", "no-card-there", event.entry)
    if isinstance(event, Waived):
        return None if any(dispute.n == event.entry for dispute in match.disputes) else InputError.of("nothing-in-dispute")
    assert isinstance(event, Corrected)
    only_seat = event.face is None and event.zone is None and event.options is None
    told = judged.event
    laid = isinstance(told, Played) or (isinstance(told, Claimed) and "card" in told.detail)
    beneath = isinstance(told, TakenBack) and event.face is not None and event.zone is None and event.seat is None
    may = laid or beneath or (only_seat and isinstance(told, TurnEnded | Claimed))
    return None if may else _refusal(match, "event-laid-no-card", "no-card-there", event.entry)
