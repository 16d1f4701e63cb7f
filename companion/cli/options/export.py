"""What `companion export` takes."""

from __future__ import annotations

import argparse


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.description = "Write the log of a stored match to standard output."
    parser.epilog = "example:\n  companion export 3 --format csv > evening.csv"
    parser.add_argument("match", type=int, help="number of the match; `companion replay` lists them")
    parser.add_argument(
        "--format", choices=("json", "csv"), default="json", help="json: one document (default); csv: one line an entry"
    )
