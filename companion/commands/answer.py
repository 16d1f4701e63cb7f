"""The answer to a command: its own verdict and message, and what else is open. Pure."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from companion.match.events import Entry
from companion.match.rulings import DROPPED, LEGAL, NOTE, Match
from companion.session.snapshot import Snapshot
from companion.shown.own_ruling import find_fact_meant, find_own_ruling
from companion.shown.view import say_ruling_or_fact
from companion.shown.words.messages import Catalogue


def answer_command(command: Mapping[str, Any], before: Snapshot, after: Snapshot, by: str, words: Catalogue) -> dict[str, Any]:
    """The answer to a command that was done. `before`, `after`: snapshots around the command. `by`: source that asked.
    `words`: texts in the asker's language.

    "verdict", "rule" and "message" belong to the command; "open" names every other refused entry not put right, with its
    rule. While the command's entry waits for an answer, the message says so.
    """
    match = after.match
    if match is None:
        return _compose_answer(words.text("done-noted"))
    words = words.with_match(match.started)
    entry = None if after.match_id != before.match_id else _find_told_entry(before.match, match, by)
    if entry is None:
        return _compose_answer(_say_done(command, before, after, words), match)
    ended = before.match is not None and (before.match.end is None or match.end is None or before.match.end.n != match.end.n)
    ruling, about = find_own_ruling(match, entry, ended=ended), find_fact_meant(match, entry)
    if ruling is None or (match.waiting is not None and match.waiting.n == entry.n):
        return _compose_answer(words.text("done-waits"), match, about)
    said = say_ruling_or_fact(ruling, match, words)
    verdict = LEGAL if ruling.verdict in (DROPPED, NOTE) else ruling.verdict
    return _compose_answer(said, match, about) | {"verdict": verdict, "rule": ruling.rule if verdict != LEGAL else None}


def answer_asking(snapshot: Snapshot, asks: Mapping[str, Any]) -> dict[str, Any]:
    """The answer to a command that was not done, and is asked about first. `asks`: as from `foresee_changes`."""
    return {**_compose_answer(asks["text"], snapshot.match), "asks": asks}


def _find_told_entry(before: Match | None, match: Match, by: str) -> Entry | None:
    """The entry told by the command itself: the first new entry of the source `by`, None without one. Consequences come
    later, missed acts from other sources."""
    known = before.entries[-1].n if before is not None else 0
    return next((entry for entry in match.entries if entry.n > known and entry.source == by), None)


def _say_done(command: Mapping[str, Any], before: Snapshot, after: Snapshot, words: Catalogue) -> str:
    """What is said of a command without an entry of its own: a new match, a fact dropped as already known, or just noted."""
    name = command["command"]
    assert after.rules is not None and after.match is not None
    if after.match_id != before.match_id:
        return words.text(f"done-{name}", seat=after.match.state.to_move + 1)
    if before.match is not None and after.match is before.match and name in ("put", "end_turn", "claim"):
        return words.text("ruling-dropped")
    return words.text("done-noted")


def _compose_answer(message: str, match: Match | None = None, about: int | None = None) -> dict[str, Any]:
    refused = match.open_facts if match is not None else ()
    still = [{"entry": each.n, "rule": each.ruling.rule} for each in refused if each.n != about]
    return {"verdict": LEGAL, "rule": None, "message": message, "open": still}
