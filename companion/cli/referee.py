"""`companion referee`: judge a match from text."""

from __future__ import annotations

import argparse
import json
import sys

from companion.cli.loader import USAGE
from companion.play.dialogue import Dialogue
from companion.play.typed import MAX_LINE_LETTERS
from companion.shown.words.messages import catalogue


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
