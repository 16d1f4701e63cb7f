"""The match of a session in its journal: begun, gone on with, written down entry by entry."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import replace
from typing import Any

from companion.clean_text import tell_apart
from companion.errors import InputError, JournalError
from companion.games import rules_of
from companion.games.sheets import check_options
from companion.journal.journal import Journal
from companion.journal.taken_up import TakenUp
from companion.match.events import Entry, Started
from companion.match.referee import replay, start
from companion.match.rules import Rules
from companion.match.rulings import Match
from companion.session.door import check_start
from companion.session.known_deck import KnownDeck, known_deck
from companion.session.past_matches import LeftMatch, PastMatches, known_by_name
from companion.session.published import Published

STANDING_IN = ("journal-in-memory", "journal-in-reserve")
"""What is said at a start on a disk that cannot be written; over once it can."""


class StoredMatch(Published):
    """`deck_of`: the faces of a game's deck. `commands_of`: the commands that the owner's deck of a game is known to carry, number to
    command; None = it does not say. `layout_of`: the text of the layout of the owner's board, None = the classic one or no board.
    `taken_up`: where it is kept that an older match was taken up again."""

    def __init__(
        self,
        journal: Journal,
        deck_of: Callable[[str], Collection[str]],
        commands_of: Callable[[str], Mapping[str, str] | None] = lambda game: None,
        layout_of: Callable[[str], str | None] = lambda game: None,
        taken_up: TakenUp | None = None,
    ) -> None:
        super().__init__()
        self._journal = journal
        self._taken_up = taken_up or TakenUp()
        self.past = PastMatches(journal)
        self._deck_of = deck_of
        self._commands_of = commands_of
        self._layout_of = layout_of
        self._deck = KnownDeck()

    def resume(self, match_id: int | None = None) -> bool:
        """Go on with a stored match; by default with the latest, or the one that was taken up again since. False where there is none. What
        this version cannot read or fold is left out: see `Snapshot.left_out`."""
        self._publish(regulars=self.past.regulars(), disk=self._journal.trouble)
        match_id = match_id or self._taken_up.choose(self._journal.matches(), self._journal.latest())
        if match_id is None or self._journal.is_too_old(match_id):
            return False
        entries: tuple[Entry, ...] = ()
        try:
            entries, unread = self._journal.readable(match_id)
            first = entries[0].event
            if not isinstance(first, Started):
                raise InputError(f"match {match_id} does not begin with its start")
            rules = rules_of(first.game)
            left_out = list(unread)
            match = replay(rules, entries, left_out)
        except (InputError, JournalError, LookupError, TypeError, ValueError, AttributeError):
            # it cannot even be set up: it stays in the journal, and another one can be begun
            self._publish(left_out=tuple(entry.n for entry in entries) or (1,))
            return False
        self._sit_down(match_id, rules, match, tuple(sorted(left_out)))
        return True

    def begin(self, started: Started, at: float, source: str) -> None:
        """Start a match. Raises `InputError` before anything is written."""
        rules = rules_of(started.game)
        check_start(started)
        started = replace(started, names=tell_apart(started.names))
        check_options(started.game, started.options)
        table = self._commands_of(started.game)
        if table is not None and "commands" not in started.options:
            started = replace(started, options={**started.options, "commands": dict(table)})
        layout = self._layout_of(started.game)
        if layout is not None and "layout" not in started.options:
            started = replace(started, options={**started.options, "layout": layout})
        entry = Entry(1, started, at, source)
        match = start(rules, entry)
        match_id = self._journal.begin(at)
        self._journal.append(match_id, entry)
        left = self._left()
        self._sit_down(match_id, rules, match)
        self._publish(left=left, regulars=known_by_name([*started.names, *self.snapshot.regulars]))

    def take_up(self, match_id: int) -> None:
        """Go on with an older match; the one that is being played stays in the journal as it is. Raises `InputError`."""
        if match_id == self.snapshot.match_id and self.match is not None:
            raise InputError.of("match-here")
        latest = self._journal.latest()
        if self.past.of(match_id) is None:
            raise InputError.of("match-unreadable", match=match_id)
        self.resume(match_id)
        self._taken_up.keep(self._journal.uid_of(match_id), self._journal.uid_of(latest or 0))

    def _left(self) -> LeftMatch | None:
        """The match that is on the table, before another one begins; of one in which nothing was laid, the one before it."""
        match, rules = self.match, self.snapshot.rules
        if match is None or rules is None:
            return None
        if not match.laid and match.outcome is None:
            return self.snapshot.left
        return LeftMatch(self.snapshot.match_id, match.started.game, rules.turn(match.state)[0])

    def knows(self, face: str) -> bool:
        """Is this a face of the match's game?"""
        return face in self._deck.faces

    def settle(self) -> None:
        """See whether the journal can write by now what it could not before."""
        self._journal.settle()
        disk = self._journal.trouble
        over = () if disk else STANDING_IN
        self._publish(disk=disk, notices=tuple(notice for notice in self.snapshot.notices if notice.id not in over))

    @property
    def disk_said(self) -> str:
        """What the disk said when it refused last."""
        return self._journal.why

    def _sit_down(self, match_id: int, rules: Rules[Any], match: Match, left_out: tuple[int, ...] = ()) -> None:
        self._deck = known_deck(self._journal, match_id, rules, self._deck_of(match.started.game))
        self._publish(
            match_id=match_id,
            match_uid=self._journal.uid_of(match_id),
            rules=rules,
            match=match,
            questions=(),
            turn_question=None,
            out_of_step=(),
            left_out=left_out,
            left=None,
            thoughts={},
            clips=frozenset(),
        )
