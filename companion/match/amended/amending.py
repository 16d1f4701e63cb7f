"""Which entries may be amended, and why not (11). Pure. Points in brackets: the law in `companion/match/referee.py`."""

from __future__ import annotations

from companion.errors import InputError
from companion.match.amended.standing import Standing, find_standing
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


def list_amendable(match: Match, known: Standing | None = None) -> frozenset[int]:
    """Numbers of the entries that may be undone (11). `known`: what stands of the log, where already known. An undo may itself
    be undone."""
    known = known or find_standing(match.entries)
    return frozenset(entry.n for entry in match.entries if find_amend_fault(match, Undone(entry.n), known) is None)


def find_last_undoable(match: Match) -> int | None:
    """What "undo" means where no entry is named (button, control card, text): the number of the last standing word or fact,
    None for nothing. An undo does not count: undoing goes on to what came before. Nor does a card seen again.

    Phones name an entry, chosen by the same law in `web/static/log.js` (`lastUndoable`): change both.
    """
    may = list_amendable(match)
    silent = {entry.n for entry in match.entries if isinstance(entry.event, Undone)}
    silent |= {entry.n for entry in match.entries if isinstance(entry.event, Played) and entry.event.again}
    return max(may - silent, default=None)


def find_amend_fault(match: Match, event: Amendment, known: Standing | None = None) -> InputError | None:
    """Why an amendment cannot be made, None if allowed (11). Asked of every undo, correction, waiving, fact put in later and
    playing on, whoever sends it. No limit of time, and an open foul forbids nothing. `known`: what stands of the log, where
    already known."""
    n = event.before if isinstance(event, Inserted) else event.entry
    target = match.entry_of(n)
    if target is None or (isinstance(target.event, Started) and not _is_about_start(event)):
        return _make_refusal(match, "no-event", "not-in-log", n)
    if isinstance(event, Inserted):
        return None if match.find_judged(n) else _make_refusal(match, "no-event", "not-in-log", n)
    if not (known or find_standing(match.entries)).is_in_force(n):
        return _make_refusal(match, "event-undone", "undone-already", n)
    if isinstance(target.event, HandsGone | PutRight):
        return _make_refusal(match, "event-over", "over-already", n)
    judged = match.find_judged(n)
    gone = judged is not None and judged.fate in (Fate.OVER, Fate.TAKEN_BACK)
    if gone and not (isinstance(event, Undone) and isinstance(target.event, Inserted)):
        return _make_refusal(match, "event-over", "over-already", n)
    return None if isinstance(event, Undone) else _find_fact_fault(match, event, judged)


def _make_refusal(match: Match, in_text: str, at_table: str, n: int) -> InputError:
    """The error for entry `n`. `in_text`: its code in text, where events have numbers; `at_table`: its code at a table,
    where nobody counts."""
    return InputError.with_id(at_table) if match.started.holds else InputError.with_id(in_text, given=n)


def _is_about_start(event: Amendment) -> bool:
    """Does an amendment concern the start of a match only?"""
    return isinstance(event, Corrected) and (event.face, event.zone, event.seat) == (None, None, None)


def _find_fact_fault(match: Match, event: Corrected | Waived | PlayedOn, judged: Judged | None) -> InputError | None:
    """Why an amendment, no undo, cannot be made of a fact, None if allowed. `judged`: the fact, None where the entry is
    none."""
    if isinstance(event, PlayedOn):
        lost = match.end is not None and match.end.n == event.entry and match.end.outcome.won is False
        return None if lost else InputError.with_id("not-lost")
    if isinstance(event, Corrected) and judged is None and _is_about_start(event):
        return None
    if judged is None:
        return _make_refusal(match, "event-laid-no-card", "no-card-there", event.entry)
    if isinstance(event, Waived):
        return None if any(dispute.n == event.entry for dispute in match.disputes) else InputError.with_id("nothing-in-dispute")
    assert isinstance(event, Corrected)
    only_seat = event.face is None and event.zone is None and event.options is None
    told = judged.event
    laid = isinstance(told, Played) or (isinstance(told, Claimed) and "card" in told.detail)
    beneath = isinstance(told, TakenBack) and event.face is not None and event.zone is None and event.seat is None
    may = laid or beneath or (only_seat and isinstance(told, TurnEnded | Claimed))
    return None if may else _make_refusal(match, "event-laid-no-card", "no-card-there", event.entry)
