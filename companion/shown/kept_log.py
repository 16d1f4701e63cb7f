"""The log of the match on the table in one language, made line by line: a line is kept while nothing of what it tells changes.

A new fact makes its own line and those of the facts that it changed, however long the log is.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from companion.footage.clips import ClipName
from companion.match.amended.amending import find_amend_fault
from companion.match.amended.standing import Standing, find_standing
from companion.match.events import Amendment, Entry, Inserted, Played, Undone
from companion.match.growing import Growing
from companion.match.rulings import Fate, Judged, Match
from companion.session.snapshot import Snapshot
from companion.shown.timeline import is_shown, make_line
from companion.shown.words.messages import Catalogue

ENTRY_PICTURE = "entry-"
"""Begins the name of the picture that a play was read from."""

Line = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Told:
    """What the lines of a log were made from."""

    match_id: int
    match: Match
    language: str
    names: tuple[str, ...]
    known: Standing  # what stands, by the amendments alone
    thoughts: Mapping[int, tuple[str, ...]]
    clips: frozenset[int]
    pictured: frozenset[int]  # plays with a picture at hand


class KeptLog:
    """The lines of the log, brought up to date by `follow_snapshot`. For one thread at a time."""

    def __init__(self) -> None:
        self._forget_lines()

    def _forget_lines(self) -> None:
        """Begin with no lines, as for a new match."""
        self._told: Told | None = None
        self._entries: dict[int, Entry] = {}
        self._order: list[int] = []  # the entries, each where it happened
        self._amendments: list[Entry] = []
        self._targets: dict[int, tuple[int, ...]] = {}  # by amendment, the entries of which its line tells
        self._telling: dict[int, list[int]] = {}  # by entry, the amendments whose lines tell of it
        self._plays: dict[tuple[str, str], list[int]] = {}  # by zone and face
        self._lines: dict[int, Line] = {}
        self._twins: set[int] = set()
        self._rules: Counter[str] = Counter()
        self._newest_first: list[Line] = []

    @property
    def lines(self) -> list[Line]:
        """The lines, newest first, as "log" of the view. An unchanged line stays the same object, and so does the list of
        unchanged lines."""
        return self._newest_first

    @property
    def rules(self) -> Collection[str]:
        """The rules that the lines name."""
        return self._rules.keys()

    @property
    def twins(self) -> list[int]:
        """Plays that are notes because their card lies elsewhere already."""
        return sorted(self._twins)

    def can_undo(self, n: int) -> bool:
        """May entry `n` be undone now, by the law of `find_amend_fault`?"""
        if n in self._lines:
            return bool(self._lines[n]["can_undo"])
        told = self._told
        return told is not None and find_amend_fault(told.match, Undone(n), told.known) is None

    def follow_snapshot(self, snapshot: Snapshot, words: Catalogue, looked: Collection[tuple[str, str]] = ()) -> None:
        """Make the lines that are new, or told otherwise than in the snapshot before. `snapshot`: with a match. `words`: with
        the names of the players. `looked`: zone and face of each picture at hand."""
        match, before = snapshot.match, self._told
        assert match is not None
        if before is not None and (not _goes_on(before, match, words) or _is_told_anew(before, match)):
            self._forget_lines()
            before = None
        fresh = match.entries[len(before.match.entries) :] if before else match.entries
        self._add_entries(fresh)
        amended = before is None or any(isinstance(entry.event, Amendment) for entry in fresh)
        known = find_standing(self._amendments) if amended or before is None else before.known
        pictured = frozenset(n for key in looked for n in self._plays.get(key, ()))
        clips, thoughts = snapshot.clips, snapshot.thoughts
        now = Told(snapshot.match_id, match, words.language, words.names, known, thoughts, clips, pictured)
        changed = {entry.n for entry in fresh} | (_list_changed(before, now) if before else set())
        for n in tuple(changed):
            changed.update(self._telling.get(n, ()))
        self._told = now
        self._make_lines(changed, now, words)

    def _add_entries(self, fresh: Iterable[Entry]) -> None:
        """Take in the entries in `fresh`. A fact put in later stands right before its named entry; at the end where the entry
        is unknown."""
        for entry in fresh:
            n, event = entry.n, entry.event
            before = event.before if isinstance(event, Inserted) else None
            place = self._order.index(before) if before in self._entries else len(self._order)
            self._order.insert(place, n)
            self._entries[n] = entry
            if isinstance(event, Played):
                self._plays.setdefault((event.zone, event.after), []).append(n)
            if isinstance(event, Amendment):
                self._amendments.append(entry)
                target = n if isinstance(event, Inserted) else event.entry
                self._targets[n] = (target, *self._targets.get(target, ()))
                for each in self._targets[n]:
                    self._telling.setdefault(each, []).append(n)

    def _make_lines(self, changed: Iterable[int], told: Told, words: Catalogue) -> None:
        """Make the lines of the entries numbered in `changed` anew. `told`: the match as it stands."""
        another = False
        for n in changed:
            entry = self._entries.get(n)
            if entry is None:  # a clip of an entry that is not told yet
                continue
            judged = told.match.find_judged(n)
            (self._twins.add if judged is not None and _is_twin(judged) else self._twins.discard)(n)
            if not is_shown(entry.event):
                continue
            may = find_amend_fault(told.match, Undone(n), told.known) is None
            line = make_line(entry, told.match, words, told.known, can_undo=may) | _list_extras(told, n)
            was = self._lines.get(n)
            if line != was:
                another = True
                self._rules.subtract([was["rule"]] if was and was["rule"] else [])
                self._rules.update([line["rule"]] if line["rule"] else [])
                self._lines[n] = line
        if another:
            self._rules += Counter()  # without those that no line names any more
            self._newest_first = [*filter(None, map(self._lines.get, reversed(self._order)))]


def _goes_on(before: Told, match: Match, words: Catalogue) -> bool:
    """Is this the same match, told to the same people, with entries added at most?"""
    told = before.match.entries
    same = len(match.entries) >= len(told) and match.entries[0] is told[0] and match.entries[len(told) - 1] is told[-1]
    return same and (before.language, before.names) == (words.language, words.names)


def _is_told_anew(before: Told, match: Match) -> bool:
    """Was an amendment undone since with all consequences, so that entries may be read otherwise?"""
    fresh = match.entries[len(before.match.entries) :]
    return any(isinstance(entry.event, Undone) and entry.event.anew for entry in fresh)


def _list_changed(before: Told, now: Told) -> set[int]:
    """The entries told before with something told otherwise now. A fact changes with its ruling and its amendments; the ruling
    on an amendment stays."""
    changed = _list_other(before.match.judged, now.match.judged) | (before.known.undone ^ now.known.undone)
    if before.thoughts is not now.thoughts:
        changed |= _list_keys(before.thoughts, now.thoughts)
    return changed | (before.clips ^ now.clips) | (before.pictured ^ now.pictured)


def _list_extras(told: Told, n: int) -> Line:
    """What else the log knows of entry `n`: "thoughts" (other faces of its reading), and names of a "picture" and a "clip".
    Unknown keys are missing."""
    extras: Line = {}
    if told.thoughts.get(n):
        extras["thoughts"] = list(told.thoughts[n])
    if n in told.clips:
        extras["clip"] = str(ClipName(told.match_id, n))
    if n in told.pictured:
        extras["picture"] = f"{ENTRY_PICTURE}{n}"
    return extras


def _is_twin(judged: Judged) -> bool:
    noted = judged.fate is Fate.NOTED and isinstance(judged.event, Played)
    return noted and any(found.code == "already-laid" for found in judged.ruling.findings)


def _list_other(before: Growing[Judged], after: Growing[Judged]) -> set[int]:
    """Numbers of the facts of which something else became. What is the same object is not looked at."""
    if before is after:
        return set()
    same = before.count_shared(after)
    return _list_keys({each.n: each for each in before[same:]}, {each.n: each for each in after[same:]})


def _list_keys(before: Mapping[int, Any], after: Mapping[int, Any]) -> set[int]:
    """The keys with another value, or in one alone."""
    return {n for n in before.keys() | after.keys() if before.get(n) is not after.get(n) and before.get(n) != after.get(n)}
