"""`companion replay`: fold a stored match again and print its rulings."""

from __future__ import annotations

import argparse
from collections.abc import Mapping
from typing import Any

from companion.games import rules_of
from companion.journal.opening import read_journal
from companion.machine.paths import journal_path
from companion.match.events import Entry, Started
from companion.match.referee import replay_log
from companion.match.rulings import LEGAL, NOTE, Match
from companion.shown.timeline import list_log_lines
from companion.shown.words.dates import say_moment
from companion.shown.words.messages import Catalogue, catalogue


def run(arguments: argparse.Namespace) -> int:
    """0; rulings are printed, or the list of matches where none is named. Raises `MatchNotFound`, `JournalError`."""
    words = catalogue(arguments.language)
    with read_journal(journal_path()) as journal:
        if arguments.match is None:
            for stored in journal.list_matches():
                started = journal.read_entries(stored.id)[0].event
                game = words.text(f"game-{started.game}") if isinstance(started, Started) else "?"
                entries = words.text("replay-entries", count=stored.entries)
                print(stored.id, say_moment(stored.began, words.language), game, entries, sep="\t")
            return 0
        journal.check_age(arguments.match)
        entries_of_match = journal.read_entries(arguments.match)
    _print_rulings(entries_of_match, words)
    return 0


def _print_rulings(entries: tuple[Entry, ...], words: Catalogue) -> None:
    """Print the log of a match, `entries`, as its players read it, oldest line first, with what was said of each fact."""
    started = entries[0].event
    game = started.game if isinstance(started, Started) else ""
    words = words.with_match(started) if isinstance(started, Started) else words
    match = replay_log(rules_of(game), entries)
    for line in reversed(list_log_lines(match, words)):
        print(line["entry"], *_describe_line(match, line, words), sep="\t")


def _describe_line(match: Match, line: Mapping[str, Any], words: Catalogue) -> tuple[str, ...]:
    """The columns on a line of the log: turn, text, verdict, rule, and what was said. "-" stands for nothing."""
    turn = words.text("dashboard-turn-number", number=line["turn"])
    judged = match.find_judged(line["entry"]) if line["kind"] in ("fact", "insert") else None
    if judged is None or line["undone"]:
        return turn, line["text"], words.text("dashboard-undone") if line["undone"] else "-", "-", "-"
    verdict = words.text(f"ruling-{LEGAL if line['verdict'] == NOTE else line['verdict']}")
    return turn, line["text"], verdict, line["rule"] or "-", words.say_ruling(match.started.game, judged.ruling)
