"""`companion export`: a stored match as JSON or CSV."""

from __future__ import annotations

import argparse
import sys

from companion.journal.exported import export_csv, export_json
from companion.journal.opening import read_journal
from companion.machine.paths import journal_path


def run(arguments: argparse.Namespace) -> int:
    """0; the log is written to standard output. Raises `MatchNotFound`, `JournalError`."""
    with read_journal(journal_path()) as journal:
        entries, uid = journal.read_entries(arguments.match), journal.find_uid(arguments.match)
    if arguments.format == "json":
        print(export_json(arguments.match, entries, uid))
    else:
        sys.stdout.write(export_csv(entries, uid))
    return 0
