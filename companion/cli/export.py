"""`companion export`: a stored match as JSON or CSV."""

from __future__ import annotations

import argparse
import sys

from companion.journal.exported import export_csv, export_json
from companion.journal.opening import read_journal
from companion.machine.paths import journal_path


def add_parser(subparsers: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add the command's arguments."""
    parser = subparsers.add_parser(
        "export",
        help="write a stored match as JSON or CSV",
        description="Write the log of a stored match to standard output.",
        epilog="example:\n  companion export 3 --format csv > evening.csv",
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("match", type=int, help="number of the match; `companion replay` lists them")
    parser.add_argument(
        "--format", choices=("json", "csv"), default="json", help="json: one document (default); csv: one line an entry"
    )
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    """0; the log is written to standard output. Raises `MatchNotFound`, `JournalError`."""
    with read_journal(journal_path()) as journal:
        entries, uid = journal.read_entries(arguments.match), journal.find_uid(arguments.match)
    if arguments.format == "json":
        print(export_json(arguments.match, entries, uid))
    else:
        sys.stdout.write(export_csv(entries, uid))
    return 0
