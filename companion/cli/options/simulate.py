"""What `companion simulate` takes."""

from __future__ import annotations

import argparse

from companion.games import GAMES


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.description = (
        "Play whole matches with a simple player and print how often they are won. The laws of the rules are checked on "
        "the way; status 1 if one is broken."
    )
    parser.epilog = """examples:
  companion simulate quick_easy --players 3 --matches 1000
  companion simulate the_game --players 4 --variant on_fire --variant pro --seed 7 --json
"""
    parser.add_argument("game", metavar="GAME", help=f"one of {', '.join(GAMES)}")
    parser.add_argument("--players", metavar="N", default="2", help="number of players (default: 2)")
    parser.add_argument("--matches", metavar="M", default="100", help="number of matches (default: 100)")
    parser.add_argument("--seed", metavar="S", default="1", help="the same number deals the same cards (default: 1)")
    parser.add_argument(
        "--variant",
        metavar="NAME[=VALUE]",
        action="append",
        default=[],
        help="a variant of the game, such as pro or teams=3; may be repeated",
    )
    parser.add_argument("--json", action="store_true", help="print one JSON line a match instead of the summary")
