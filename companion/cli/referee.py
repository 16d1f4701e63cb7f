"""`companion referee`: judge a match from text."""

from __future__ import annotations

import argparse
import json
import sys

from companion.cli.loader import USAGE
from companion.play.dialogue import Dialogue
from companion.play.typed import MAX_LINE_LETTERS
from companion.shown.messages import catalogue, list_languages


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.description = "Read JSON Lines from standard input, the position first, then events; answer each line by one line."
    parser.epilog = """example:
  printf '%s\\n' '{"game": "the_game", "players": 3}' '{"play": {"card": "47", "pile": "up1"}}' | companion referee
"""
    parser.add_argument("--language", choices=list_languages(), default="en", help="language of the messages (default: en)")


def run(arguments: argparse.Namespace) -> int:
    """0 at the end of standard input, 2 where the first line began no match; every line is answered at once."""
    dialogue = Dialogue(catalogue(arguments.language))
    source = sys.stdin.buffer
    status = None
    while line := source.readline(MAX_LINE_LETTERS + 2):
        whole = line
        while not line.endswith(b"\n") and line:  # the rest of a line that is too long is read away, never kept
            line = source.readline(MAX_LINE_LETTERS)
        answer = dialogue.answer(whole.rstrip(b"\r\n"))
        status = status if status is not None else USAGE if "error" in answer else 0
        sys.stdout.write(json.dumps(answer, ensure_ascii=False) + "\n")
        sys.stdout.flush()
    return status or 0
