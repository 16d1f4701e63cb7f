"""What random logs and matches show of the referee. Status 1 where a law is broken, or something was told wrongly.

`python -m tests.soaks amendments GAME`: random logs with fouls, cards taken back and amendments, as text and as at a table by turns; the
referee is held to its laws after each amendment. Printed are the facts and amendments, the facts of which an amendment said that they
would not have stood, and the ends of a match that an amendment found; a broken law with the log and the seed that break it.
`python -m tests.soaks hands GAME`: whole matches as text with hands, 5 % of the ends of turns left out, cards out of turn and turns ended
too early among them. Printed are the ends left out and put in, the fouls made and called, the questions, and what was told wrongly.
`python -m tests.soaks unseen GAME`: whole matches as an eye tells them, of which a card, a draw or a whole turn goes unseen, or a
card is misread. Printed are the acts called that are not called otherwise: in all, the most in one match, and in how many matches.

Options: `--players N` (2), `--count N` (100 amendments, or matches), `--seed S` (1), `--variant NAME[=VALUE]` (repeated).
"""

from __future__ import annotations

import argparse
import dataclasses
import sys
from collections.abc import Iterator, Mapping
from random import Random
from typing import Any

from companion.cli.simulate import parse_variant
from companion.games import GAMES, rules_of
from companion.match.rules import Rules
from companion.play.simulation import LawBroken
from tests.soaks.amendments import Soaked, soak_amendments
from tests.soaks.hands import HandsTally, tell_with_hands
from tests.soaks.unseen import choose_unseen, list_called, play_match

EVENTS_A_LOG = 60
TOLD = {"as text": (False,), "at a table": (True,), "in all": (False, True)}


def soak_logs(rules: Rules[Any], players: int, options: Mapping[str, Any], seed: int, count: int) -> Iterator[str]:
    """Lines of a table of random logs with at least `count` amendments. Raises `LawBroken`."""
    logs: list[tuple[bool, Soaked]] = []
    while sum(soaked.amendments for _, soaked in logs) < count:
        number = len(logs) + 1
        holds, dice = number % 2 == 0, Random(f"{rules.name}/{players}/{seed}/{number}")
        try:
            logs.append((holds, soak_amendments(rules, players, options, dice, EVENTS_A_LOG, holds=holds)))
        except LawBroken as error:
            raise LawBroken(f"{rules.name}, log {number} of seed {seed}: {error}") from error
    yield f"{rules.name}, {players} players, seed {seed}: no law broken"
    keys = [field.name for field in dataclasses.fields(Soaked)]
    yield "  ".join(f"{word:>10}" for word in ("told", "logs", *keys))
    for name, which in TOLD.items():
        told = [soaked for holds, soaked in logs if holds in which]
        yield "  ".join(
            f"{value:>10}" for value in (name, len(told), *(sum(getattr(log, key) for log in told) for key in keys))
        )


def tell_matches(rules: Rules[Any], players: int, options: Mapping[str, Any], seed: int, count: int) -> HandsTally:
    """What became of the ends that were left out and of the fouls in `count` matches together."""
    told = HandsTally()
    for number in range(1, count + 1):
        told += tell_with_hands(rules, players, options, Random(f"{rules.name}/{players}/{seed}/{number}"))
    return told


def list_unseen(game: str, players: int, options: Mapping[str, Any], seed: int, count: int) -> Iterator[str]:
    """Lines of a table: for each kind of unseen act, the acts that are called because of it."""
    kinds = ("card", "draw", "turn", "misread")
    called: dict[str, list[int]] = {kind: [] for kind in kinds}
    for number in range(seed, seed + count):
        acts = play_match(game, players, number, options)
        as_seen = list_called(game, players, number, options, acts, {})
        for kind in kinds:
            unseen = choose_unseen(game, kind, acts, Random(number))
            called[kind].append(len(list_called(game, players, number, options, acts, unseen) - as_seen))
    for kind, counts in called.items():
        yield f"{kind:>8}: {sum(counts)} acts called, {max(counts)} at most, {len(counts)} matches"


def main(arguments: list[str] | None = None) -> int:
    """The status, once all is printed."""
    parser = argparse.ArgumentParser(
        "python -m tests.soaks", description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("soak", choices=("amendments", "hands", "unseen"))
    parser.add_argument("game", choices=GAMES)
    parser.add_argument("--players", type=int, default=2)
    parser.add_argument("--count", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--variant", action="append", default=[])
    given = parser.parse_args(arguments)
    rules, options = rules_of(given.game), dict(map(parse_variant, given.variant))
    if given.soak == "hands":
        told = tell_matches(rules, given.players, options, given.seed, given.count)
        print(f"{rules.name}, {given.players} players, {given.count} matches with hands, seed {given.seed}")
        print("\n".join(f"{key.replace('_', ' '):>12} {count}" for key, count in dataclasses.asdict(told).items()))
        return 0 if told.right else 1
    if given.soak == "unseen":
        print("\n".join(list_unseen(given.game, given.players, options, given.seed, given.count)))
        return 0
    try:
        print("\n".join(soak_logs(rules, given.players, options, given.seed, given.count)))
    except LawBroken as error:
        print(error, file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
