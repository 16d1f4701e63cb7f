"""`companion referee`: judge a match from text."""

from __future__ import annotations

import argparse
import json
import sys

from companion.dialogue import MAX_LINE, Dialogue
from companion.messages import catalogue, languages

EXAMPLE = """example:
  printf '%s\\n' '{"game": "the_game", "players": 3}' '{"play": {"card": "47", "pile": "up1"}}' | companion referee
"""


def add_parser(subparsers: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add the command's arguments."""
    parser = subparsers.add_parser(
        "referee",
        help="judge a match from text",
        description="Read JSON Lines from standard input, the position first, then events; answer each line by one line.",
        epilog=EXAMPLE,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--language", choices=languages(), default="en", help="language of the messages (default: en)")
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    """Answer every line of standard input, flushed at once. Status 0 at its end."""
    dialogue = Dialogue(catalogue(arguments.language))
    source = sys.stdin.buffer
    while line := source.readline(MAX_LINE + 2):
        whole = line
        while not line.endswith(b"\n") and line:  # the rest of a line that is too long is read away, never kept
            line = source.readline(MAX_LINE)
        if whole.strip():
            sys.stdout.write(json.dumps(dialogue.answer(whole.rstrip(b"\r\n")), ensure_ascii=False) + "\n")
            sys.stdout.flush()
    return 0
