"""What `companion watch` takes."""

from __future__ import annotations

import argparse
from pathlib import Path

from companion.games import GAMES
from companion.shown.words.languages import list_languages
from companion.sources.choices import SOURCES


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.description = "Print what happens on the table and how it is ruled, as JSON Lines."
    parser.epilog = """examples:
  companion watch virtual --game the_game --players 2
  companion watch evening.mp4 --game the_game --players 3 --deck ours --turns turns.txt
  companion watch evening.mp4 --game the_game --players 3 --deck ours --mat none
"""
    parser.add_argument("source", help=SOURCES)
    parser.add_argument("--game", required=True, choices=GAMES)
    parser.add_argument("--players", required=True, type=int)
    parser.add_argument(
        "--option", action="append", default=[], metavar="NAME[=VALUE]", help="an option of the game, such as on_fire"
    )
    parser.add_argument(
        "--deck",
        default="",
        help="an enrolled deck, a built-in one, or auto: what suits the game (default: the practice deck)",
    )
    parser.add_argument(
        "--mat",
        default="",
        help="file of `companion print mat --json`, or none: the piles as they lie, unless the mat of the game is seen (default: that mat)",
    )
    parser.add_argument(
        "--table", choices=("mat", "bare"), default="mat", help="what the virtual table is; bare goes with --mat none"
    )
    parser.add_argument(
        "--manner",
        type=int,
        metavar="SEED",
        help="how the piles of the bare virtual table lie: any number brings another way (default: as the rulebook)",
    )
    parser.add_argument("--turns", default="touch", help="what ends a turn: touch, control, or a file of seconds, one a line")
    parser.add_argument("--first", type=int, default=0, help="first frame of a file (default: 0)")
    parser.add_argument("--last", type=int, help="last frame of a file")
    parser.add_argument("--seconds", type=float, help="stop after so many seconds of the source")
    parser.add_argument("--annotate", type=Path, metavar="DIR", help="write the annotated table into DIR at each change")
    parser.add_argument("--language", choices=list_languages(), default="en")
    parser.add_argument(
        "--timing",
        action="store_true",
        help="put the milliseconds of each stage of the eye into the summary: median, 95 %%, most",
    )
