"""`companion replay`: fold a stored match again and print its rulings."""

from __future__ import annotations

import argparse
from datetime import datetime

from companion.games import rules_of
from companion.journal.opening import read_journal
from companion.machine.paths import journal_path
from companion.match.events import Claimed, Corrected, Entry, Played, Started, TurnEnded, Undone, Waived
from companion.match.referee import DROPPED, replay_log
from companion.shown.words.messages import Catalogue, catalogue


def run(arguments: argparse.Namespace) -> int:
    """0; rulings are printed, or the list of matches where none is named. Raises `MatchNotFound`, `JournalError`."""
    with read_journal(journal_path()) as journal:
        if arguments.match is None:
            for stored in journal.list_matches():
                began, started = datetime.fromtimestamp(stored.began), journal.read_entries(stored.id)[0].event
                game = started.game if isinstance(started, Started) else "?"
                print(f"{stored.id}\t{began.isoformat(' ', 'minutes')}\t{game}\t{stored.entries} entries")
            return 0
        journal.check_age(arguments.match)
        entries = journal.read_entries(arguments.match)
    _print_rulings(entries, catalogue(arguments.language))
    return 0


def _print_rulings(entries: tuple[Entry, ...], words: Catalogue) -> None:
    """Print a line for each ruling that counts, then for each undo, correction and foul let stand."""
    started = entries[0].event
    game = started.game if isinstance(started, Started) else ""
    words = words.with_match(started) if isinstance(started, Started) else words
    match = replay_log(rules_of(game), entries)
    facts = {entry.n: entry for entry in entries}
    for ruling in match.rulings:
        if ruling.verdict != DROPPED:
            fact, said = _describe_fact(facts[ruling.n], words), words.say_ruling(game, ruling)
            print(ruling.n, f"turn {ruling.turn}", fact, ruling.verdict, ruling.rule or "-", said, sep="\t")
    for entry in entries:
        if isinstance(entry.event, Undone | Corrected | Waived):
            print(entry.n, "-", _describe_fact(entry, words), sep="\t")


def _describe_fact(entry: Entry, words: Catalogue) -> str:
    """An entry in few words; the name of its type where nothing better is known."""
    event = entry.event
    if isinstance(event, Played):
        return f"{words.name_face(event.after)} > {words.name_zone(event.zone)}"
    if isinstance(event, TurnEnded):
        return "end of turn"
    if isinstance(event, Claimed):
        return event.code
    if isinstance(event, Undone | Corrected | Waived):
        kind = {Undone: "undone", Corrected: "corrected", Waived: "let stand"}[type(event)]
        return f"entry {event.entry} {kind}"
    return type(event).__name__
