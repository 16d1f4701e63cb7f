"""The matches of the journal as they stand now: who played, and how each ended."""

from __future__ import annotations

from dataclasses import dataclass

from companion.errors import InputError, JournalError, MatchNotFound
from companion.games import rules_of
from companion.journal.journal import Journal, StoredMatch
from companion.journal.tally import Tally, count_tally
from companion.match.events import Corrected, Entry, Started
from companion.match.referee import replay_log
from companion.match.rules import Outcome

MAX_LISTED_MATCHES = 30  # in the list of matches; also said in replays.ftl; guess
MAX_MATCHES_OF_REGULARS = 12  # latest matches whose names are remembered; guess
MAX_REGULARS = 24  # names that are remembered; guess


@dataclass(frozen=True, slots=True)
class PastMatch:
    """A stored match."""

    id: int
    started: Started  # as corrected later
    began: float  # seconds since 1970 of the first entry
    last: float  # seconds since 1970 of the last entry
    turn: int  # the turn reached
    outcome: Outcome | None  # None where the match can go on
    tally: Tally
    uid: str = ""  # random id


@dataclass(frozen=True, slots=True)
class LeftMatch:
    """The match left when another began."""

    id: int
    game: str
    turn: int


class PastMatches:
    """Reads a journal, from the thread of its session only."""

    def __init__(self, journal: Journal) -> None:
        self._journal = journal
        self._known: dict[int, tuple[int, PastMatch | None]] = {}

    def list_ids(self) -> tuple[int, ...]:
        """Numbers of the latest matches with anything played, the last begun first."""
        return tuple(stored.id for stored in self.list_played())[:MAX_LISTED_MATCHES]

    def list_played(self) -> tuple[StoredMatch, ...]:
        """All matches with anything played, the last begun first."""
        return tuple(stored for stored in self._journal.list_matches() if stored.entries > 1)

    def find_match(self, id: int) -> PastMatch | None:
        """A match by number, None where unknown or not to be shown by this version. Folded once, and again after further
        entries."""
        stored = next((each for each in self._journal.list_matches() if each.id == id), None)
        if stored is None:
            return None
        entries, kept = self._known.get(id, (0, None))
        if entries != stored.entries:
            kept = self._fold_match(stored)
            self._known[id] = stored.entries, kept
        return kept

    def read_log_of(self, id: int) -> tuple[Entry, ...] | None:
        """The entries of a match, None where unknown or unreadable."""
        try:
            return self._journal.read_readable(id)[0]
        except (JournalError, MatchNotFound):
            return None

    def find_uid_of(self, id: int) -> str:
        """The random id of a match, "" for an unknown number."""
        return self._journal.find_uid(id)

    def list_regulars(self) -> tuple[str, ...]:
        """The names of recent players, the latest first."""
        names: list[str] = []
        for stored in self._journal.list_matches()[:MAX_MATCHES_OF_REGULARS]:
            names += self._names_in(stored.id)
        return unique_names(names)

    def _names_in(self, id: int) -> list[str]:
        """The names last said in a match, [] where none were or the match is unreadable."""
        try:
            entries, _ = self._journal.read_readable(id)
        except JournalError:
            return []
        said = [entry.event.names for entry in entries if isinstance(entry.event, Started | Corrected) and entry.event.names]
        return list(said[-1]) if said else []

    def _fold_match(self, stored: StoredMatch) -> PastMatch | None:
        """The stored match as it stands, None where this version cannot read or fold the match."""
        try:
            entries, _ = self._journal.read_readable(stored.id)
            first = entries[0].event
            if not isinstance(first, Started):
                return None
            rules = rules_of(first.game)
            match = replay_log(rules, entries, [])
        except (InputError, JournalError):
            return None
        return PastMatch(
            stored.id, match.started, stored.began, entries[-1].at, match.state.turn, match.outcome, count_tally(rules, match),
            stored.uid,
        )  # fmt: skip


def unique_names(names: list[str]) -> tuple[str, ...]:
    """Each name once, in order of the first place. At most `MAX_REGULARS`; "" is left out."""
    return tuple(dict.fromkeys(name for name in names if name))[:MAX_REGULARS]
