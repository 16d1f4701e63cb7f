"""The match and its journal: begun, taken up, written entry by entry. Only this part folds."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import replace
from typing import Any

from companion.clean_text import tell_names_apart
from companion.errors import InputError, JournalError
from companion.games import rules_of
from companion.games.sheets import check_options
from companion.intake.known_deck import KnownDeck, collect_deck
from companion.journal.journal import Journal
from companion.journal.past_matches import LeftMatch, PastMatches, unique_names
from companion.journal.taken_up import TakenUp
from companion.match.events import Amendment, Entry, Event, Started
from companion.match.referee import find_amend_fault, find_last_undoable, interpret_event, judge_entry, replay_log, start_match
from companion.match.rules import Rules, RulesAnswer
from companion.match.rulings import DROPPED, Match, Ruling
from companion.questions.question import Notice
from companion.questions.turn_questions import (
    find_amended_zone,
    find_ended_turn,
    keep_if_asked,
    keep_open_pile_questions,
    keep_open_questions,
)
from companion.session.door import check_event, check_start
from companion.session.publisher import Publisher
from companion.session.questions import Questions

NOTICES_OF_STAND_IN = ("journal-in-memory", "journal-in-reserve")
"""Notices of a start on a disk that cannot be written; over once the disk can be written."""


class Ledger:
    """The log of a match, and what the journal holds besides.

    `deck_of`: faces of a game's deck. `commands_of`: commands on the owner's deck of a game, number to command, None =
    unknown. `layout_of`: text of the layout of the owner's board, None = classic or no board. `taken_up`: remembers an older
    match that was taken up again.
    """

    def __init__(
        self,
        publisher: Publisher,
        questions: Questions,
        journal: Journal,
        deck_of: Callable[[str], Collection[str]],
        commands_of: Callable[[str], Mapping[str, str] | None],
        layout_of: Callable[[str], str | None],
        taken_up: TakenUp,
    ) -> None:
        """Nothing is opened yet. `publisher`, `questions`: parts of the same session. Other parameters: see the class."""
        self._publisher, self._questions = publisher, questions
        self._journal, self._taken_up = journal, taken_up
        self._deck_of, self._commands_of, self._layout_of = deck_of, commands_of, layout_of
        self.past = PastMatches(journal)
        self.deck = KnownDeck()

    # Matches

    def start_match(self, started: Started, at: float, source: str) -> None:
        """Start a match: written to the journal and published. Names are told apart, the owner's commands and layout added to
        the options. `at`: seconds since 1970. `source`: see `Entry`. Raises `InputError` before anything is written."""
        rules = rules_of(started.game)
        check_start(started)
        started = replace(started, names=tell_names_apart(started.names))
        check_options(started.game, started.options)
        table = self._commands_of(started.game)
        if table is not None and "commands" not in started.options:
            started = replace(started, options={**started.options, "commands": dict(table)})
        layout = self._layout_of(started.game)
        if layout is not None and "layout" not in started.options:
            started = replace(started, options={**started.options, "layout": layout})
        entry = Entry(1, started, at, source)
        match = start_match(rules, entry)
        match_id = self._journal.begin_match(at)
        self._journal.append_entry(match_id, entry)
        left = self._left_match()
        self._open_match(match_id, rules, match)
        regulars = unique_names([*started.names, *self._publisher.snapshot.regulars])
        self._publisher.publish_changes(left=left, regulars=regulars)

    def open_stored_match(self, match_id: int | None = None) -> bool:
        """True once a stored match goes on. False where none is stored, and where the stored one is too old or cannot be set
        up: what is on the table stays there.

        `match_id`: None = the latest, or the match taken up since. Unreadable entries are left out, see `Snapshot.left_out`.
        """
        self._publisher.publish_changes(regulars=self.past.list_regulars(), disk=self._journal.trouble)
        match_id = match_id or self._taken_up.choose_match(self._journal.list_matches(), self._journal.find_latest())
        if match_id is None or self._journal.is_too_old(match_id):
            return False
        entries: tuple[Entry, ...] = ()
        try:
            entries, unread = self._journal.read_readable(match_id)
            first = entries[0].event
            if not isinstance(first, Started):
                raise InputError(f"match {match_id} does not begin with its start")
            rules = rules_of(first.game)
            left_out = list(unread)
            match = replay_log(rules, entries, left_out)
        except (InputError, JournalError, LookupError, TypeError, ValueError, AttributeError):
            # the match cannot be set up: the journal keeps the entries, and another match can begin
            self._publisher.publish_changes(left_out=tuple(entry.n for entry in entries) or (1,))
            return False
        self._open_match(match_id, rules, match, tuple(sorted(left_out)))
        return True

    def open_older_match(self, match_id: int) -> bool:
        """True once the older match `match_id` goes on; the match on the table stays in the journal. False, with the match on
        the table as before, where the older one cannot be set up after all.

        Raises `InputError` for the match on the table, and for a match unknown, too old or unreadable.
        """
        if match_id == self._publisher.snapshot.match_id and self._publisher.snapshot.match is not None:
            raise InputError.with_id("match-here")
        latest = self._journal.find_latest()
        if self.past.find_match(match_id) is None:
            raise InputError.with_id("match-unreadable", match=match_id)
        resumed = self.open_stored_match(match_id)
        self._taken_up.keep_match(self._journal.find_uid(match_id), self._journal.find_uid(latest or 0))
        return resumed

    def _open_match(self, match_id: int, rules: Rules[Any], match: Match, left_out: tuple[int, ...] = ()) -> None:
        """Put match `match_id` on the table: deck collected, questions and clips of the match before forgotten, all published.
        `left_out`: entries that could not be read or folded."""
        self._questions.forget_cards()
        self.deck = collect_deck(self._journal, match_id, rules, self._deck_of(match.started.game))
        self._publisher.publish_changes(
            match_id=match_id,
            match_uid=self._journal.find_uid(match_id),
            rules=rules,
            match=match,
            questions=(),
            turn_question=None,
            pile_questions=(),
            out_of_step=(),
            left_out=left_out,
            left=None,
            thoughts={},
            clips=frozenset(),
        )

    def _left_match(self) -> LeftMatch | None:
        """The match on the table before another begins; if nothing was laid, the match left before. None without one."""
        snapshot = self._publisher.snapshot
        match, rules = snapshot.match, snapshot.rules
        if match is None or rules is None:
            return None
        if not match.laid and match.outcome is None:
            return snapshot.left
        return LeftMatch(snapshot.match_id, match.started.game, match.state.turn)

    # Entries

    def write_entry(self, event: Event, at: float, source: str, answered: RulesAnswer | None = None) -> tuple[Notice, ...]:
        """What came of an event, judged, written and published; empty for an event without a meaning. An ended turn comes
        first, next the ruling unless dropped, last new questions. Raises `InputError` for an event that cannot be. `source`:
        see `Entry`. `answered`: see `WeighedEvent`."""
        match, judged = self._publisher.playing.match, self._judge_event(event, at, source, answered)
        if judged is None:
            return ()
        entry, advanced, ruling = judged
        snapshot = self._publisher.snapshot
        self._journal.append_entry(snapshot.match_id, entry)
        self._publisher.publish_changes(
            match=advanced,
            turn_question=keep_if_asked(advanced, snapshot.turn_question),
            questions=keep_open_questions(advanced, snapshot.questions),
            pile_questions=keep_open_pile_questions(advanced, snapshot.pile_questions),
        )
        over = find_ended_turn(match, advanced)
        if over is not None:
            self._questions.unknown.begin_next_turn(over.at)
        told = ((over,) if over else ()) + (() if ruling.verdict == DROPPED else (ruling,))
        return told + (self._questions.ask_beneath(ruling.asked, at) if ruling.asked else ())

    def _judge_event(
        self, event: Event, at: float, source: str, answered: RulesAnswer | None = None
    ) -> tuple[Entry, Match, Ruling] | None:
        """The entry that an event becomes, with the match after it and the ruling; None for an event without a meaning.
        Nothing is written.

        `at`: seconds since 1970. `source`: see `Entry`. `answered`: what the rules said of the event already. Raises
        `InputError` for an event that does not fit the match.
        """
        rules, match = self._publisher.playing
        meant = interpret_event(rules, match, event)
        if meant is None:
            return None
        check_event(rules, match, self.deck.faces, meant)
        if isinstance(meant, Amendment) and (refusal := find_amend_fault(match, meant)):
            raise refusal
        entry = Entry(max(match.entries[-1].n, *self._publisher.snapshot.left_out, 0) + 1, meant, at, source)
        return entry, *judge_entry(rules, match, entry, answered)

    def foresee_amendment(self, event: Amendment, at: float, source: str) -> tuple[Match, Ruling]:
        """The match as an amendment would leave it, and the ruling on the amendment. Nothing is written, nobody is told. Raises
        as `write_entry`. `source`: see `Entry`."""
        told = self._judge_event(event, at, source)
        assert told is not None, "an amendment always has a meaning"
        return told[1:]

    def write_amendment(self, event: Amendment, at: float, source: str) -> tuple[Notice, ...]:
        """What came of an amendment, whoever sends it. Zones that should show another face are muted until something moves
        there. `at`: seconds since 1970. `source`: see `Entry`. Raises as `write_entry`."""
        before = self._publisher.expected_faces
        notices = self.write_entry(event, at, source)
        for zone, face in self._publisher.expected_faces.items():
            if before.get(zone) != face:
                self._questions.seen.mute_zone(zone)
        self._questions.seen.mute_zone(find_amended_zone(self._publisher.playing.match, event))
        return notices

    def find_undoable(self, entry: int | None) -> int:
        """The entry to undo: `entry` as given, not yet checked, else the choice of `find_last_undoable`, which is the law.
        Raises `InputError` where none is."""
        target = entry if entry is not None else find_last_undoable(self._publisher.playing.match)
        if target is None:
            raise InputError.with_id("nothing-to-undo")
        return target

    def has_face(self, face: str) -> bool:
        """Is `face` a face of the match's game?"""
        return face in self.deck.faces

    # The disk

    def settle_journal(self) -> None:
        """Write what the journal could not write before, if the disk allows. Publishes what the disk refuses; notices of a
        stand-in go once the disk can be written."""
        self._journal.write_owed()
        disk = self._journal.trouble
        over = () if disk else NOTICES_OF_STAND_IN
        notices = tuple(notice for notice in self._publisher.snapshot.notices if notice.id not in over)
        self._publisher.publish_changes(disk=disk, notices=notices)

    @property
    def disk_refusal(self) -> str:
        """What the disk said when it refused last."""
        return self._journal.refusal
