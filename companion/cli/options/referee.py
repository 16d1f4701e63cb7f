"""What `companion referee` takes."""

from __future__ import annotations

import argparse

from companion.shown.words.languages import list_languages


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.description = "Read JSON Lines from standard input, the position first, then events; answer each line by one line."
    parser.epilog = """example:
  printf '%s\\n' '{"game": "the_game", "players": 3}' '{"play": {"card": "47", "pile": "up1"}}' | companion referee
"""
    parser.add_argument("--language", choices=list_languages(), default="en", help="language of the messages (default: en)")
