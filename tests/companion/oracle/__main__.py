"""`python -m tests.companion.oracle 5000 [--game NAME]`: random logs through product and oracle, counts, first differences."""

from __future__ import annotations

import argparse
import json
import sys
from collections import Counter

from .compare import difference, shrink
from .held_logs import HELD, write_log
from .random_logs import GAMES

ALL = (*GAMES, *HELD)


def compare(count, games, *, first, show, amendments):
    """Counts of logs and of differing logs by game; the first differences are printed with a log as short as can be."""
    counts, shown = Counter(), 0
    for number in range(first * len(games), (first + count) * len(games)) if len(games) == 1 else range(first, first + count):
        game, seed = games[number % len(games)], number // len(games)
        lines = write_log(seed, game, amendments=amendments)
        counts[game] += 1
        if difference(lines):
            counts[f"{game} differs"] += 1
            if shown < show:
                shown += 1
                short = shrink(lines)
                print(f"--- seed {seed} of {game}: {difference(short)}")
                print(*map(json.dumps, short), sep="\n")
    return counts


def main():
    """0 if all logs are answered alike, else 1."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("count", type=int)
    parser.add_argument("--game", choices=ALL)
    parser.add_argument("--show", type=int, default=4, help="differences to print")
    parser.add_argument("--first", type=int, default=0, help="number of the first log")
    parser.add_argument("--plain", action="store_true", help="no amendments")
    said = parser.parse_args()
    games = [said.game] if said.game else GAMES if said.plain else ALL
    counts = compare(said.count, games, first=said.first, show=said.show, amendments=not said.plain)
    print(dict(counts))
    return 1 if any("differs" in key for key in counts) else 0


if __name__ == "__main__":
    sys.exit(main())
