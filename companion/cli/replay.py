"""`companion replay`: fold a stored match again and print its rulings."""

from __future__ import annotations

import argparse
from datetime import datetime

from companion.games import rules_of
from companion.journal.journal import Journal
from companion.journal.opening import read_journal
from companion.machine.paths import journal_path
from companion.match.events import Claimed, Corrected, Entry, Played, Started, TurnEnded, Undone, Waived
from companion.match.referee import DROPPED, replay
from companion.shown.messages import Catalogue, catalogue, list_languages


def add_parser(subparsers: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add the command's arguments."""
    parser = subparsers.add_parser(
        "replay",
        help="fold a stored match again and print its rulings",
        description="Print the rulings of a stored match, corrections and undo applied; without a match, list the stored ones.",
        epilog="example:\n  companion replay 3 --language it",
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("match", nargs="?", type=int, help="number of the match; without it all matches are listed")
    parser.add_argument("--language", choices=list_languages(), default="en", help="language of the rulings (default: en)")
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    """0; rulings are printed. Raises `MatchNotFound`, `JournalError`."""
    with read_journal(journal_path()) as journal:
        if arguments.match is None:
            for stored in journal.list_matches():
                began = datetime.fromtimestamp(stored.began).isoformat(" ", "minutes")
                print(f"{stored.id}\t{began}\t{_game_of_match(journal, stored.id)}\t{stored.entries} entries")
            return 0
        journal.check_age(arguments.match)
        entries = journal.read_entries(arguments.match)
    _print_rulings(entries, catalogue(arguments.language))
    return 0


def _game_of_match(journal: Journal, match: int) -> str:
    started = journal.read_entries(match)[0].event
    return started.game if isinstance(started, Started) else "?"


def _print_rulings(entries: tuple[Entry, ...], words: Catalogue) -> None:
    started = entries[0].event
    game = started.game if isinstance(started, Started) else ""
    words = words.with_names(started.names if isinstance(started, Started) else ())
    match = replay(rules_of(game), entries)
    facts = {entry.n: entry for entry in entries}
    for ruling in match.rulings:
        if ruling.verdict != DROPPED:
            said = words.say_ruling(game, ruling)
            print(
                f"{ruling.n}\tturn {ruling.turn}\t{_describe_fact(facts[ruling.n], words)}\t{ruling.verdict}\t{ruling.rule or '-'}\t{said}"
            )
    amended = [entry for entry in entries if isinstance(entry.event, Undone | Corrected | Waived)]
    for entry in amended:
        print(f"{entry.n}\t-\t{_describe_fact(entry, words)}")


def _describe_fact(entry: Entry, words: Catalogue) -> str:
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
