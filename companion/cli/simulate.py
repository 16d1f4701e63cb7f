"""`companion simulate`: play whole matches with a simple player, for the odds and as a soak for the referee."""

from __future__ import annotations

import argparse
import dataclasses
import json
import sys
from collections import Counter
from collections.abc import Iterator
from random import Random
from statistics import mean, median
from typing import Any

from tqdm import tqdm

from companion.errors import InputError
from companion.games import GAMES, rules_of
from companion.games.sheets import check_options
from companion.match.rules import Rules
from companion.play.hands_soak import HandsTally, tell_with_hands
from companion.play.simulation import LawBroken, PlayedMatch, play_match
from companion.play.soak import Soaked, soak

EXAMPLE = """examples:
  companion simulate quick_easy --players 3 --matches 1000
  companion simulate the_game --players 4 --variant on_fire --variant pro --seed 7 --json
  companion simulate extreme --players 3 --amendments 100
  companion simulate face_to_face --hands --matches 20
"""

MAX_MATCHES = 10_000_000  # guess: a bound for typing errors


def add_parser(subparsers: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add the command's arguments."""
    parser = subparsers.add_parser(
        "simulate",
        help="play whole matches with a simple player",
        description="Play whole matches with a simple player and print how often they are won. The laws of the rules are checked on "
        "the way; status 1 if one is broken.",
        epilog=EXAMPLE,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("game", metavar="GAME", help=f"one of {', '.join(GAMES)}")
    parser.add_argument("--players", metavar="N", default="2", help="number of players (default: 2)")
    parser.add_argument("--matches", metavar="M", default="100", help="number of matches (default: 100)")
    parser.add_argument(
        "--amendments",
        metavar="A",
        help="tell random logs with fouls, cards taken back and so many amendments instead, and hold the referee to its laws",
    )
    parser.add_argument(
        "--hands",
        action="store_true",
        help="tell the matches as text with hands instead, 5 %% of the ends of turns left out and fouls of turn among them: status 1 "
        "where an end is not put in, a foul not called, or anything said that is not so",
    )
    parser.add_argument("--seed", metavar="S", default="1", help="the same number deals the same cards (default: 1)")
    parser.add_argument(
        "--variant",
        metavar="NAME[=VALUE]",
        action="append",
        default=[],
        help="a variant of the game, such as pro or teams=3; may be repeated",
    )
    parser.add_argument("--json", action="store_true", help="print one JSON line a match instead of the summary")
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    """0, or 1 where a law was broken; results are printed, progress goes to standard error. Raises `InputError` for unusable
    arguments."""
    players = _parse_whole_number("--players", arguments.players, 1, 1000)
    matches = _parse_whole_number("--matches", arguments.matches, 1, MAX_MATCHES)
    seed = _parse_whole_number("--seed", arguments.seed, 0, 2**63)
    options = dict(map(_parse_option, arguments.variant))
    rules = rules_of(arguments.game)
    check_options(arguments.game, options)
    rules.setup(players, options)  # a bad game, player or option is told before the progress bar appears
    if arguments.amendments is not None:
        return _amended(
            rules,
            players,
            options,
            seed,
            _parse_whole_number("--amendments", arguments.amendments, 1, MAX_MATCHES),
            arguments.json,
        )
    if arguments.hands:
        return _with_hands(rules, players, options, seed, matches, arguments.json)
    played = []
    try:
        for n, match in _play_matches(rules, players, options, seed, matches):
            if arguments.json:
                tqdm.write(json.dumps(_match_as_json(n, match)), file=sys.stdout)  # a plain print would tear the progress bar
            else:
                played.append(match)
    except LawBroken as error:
        print(f"companion: {error}", file=sys.stderr)
        return 1
    if played:
        print("\n".join(_summary_lines(arguments.game, players, seed, played)))
    return 0


def _with_hands(rules: Rules[Any], players: int, options: dict[str, Any], seed: int, matches: int, as_json: bool) -> int:
    """Tell matches with hands, and count what became of the ends that were left out and of the fouls."""
    told = HandsTally()
    for n in tqdm(range(1, matches + 1), desc=rules.name, unit="match", file=sys.stderr, disable=None):
        told += tell_with_hands(rules, players, options, Random(f"{rules.name}/{players}/{seed}/{n}"))
    counts = dataclasses.asdict(told)
    if as_json:
        print(json.dumps({"matches": matches, **counts}))
    else:
        print(f"{rules.name}, {players} players, {matches} matches with hands, seed {seed}")
        print("\n".join(f"{key.replace('_', ' '):>12} {count}" for key, count in counts.items()))
    return 0 if told.right else 1


def _amended(rules: Rules[Any], players: int, options: dict[str, Any], seed: int, count: int, as_json: bool) -> int:
    """Soak the laws of amendments, text and table by turns."""
    logs: list[tuple[bool, Soaked]] = []
    try:
        with tqdm(total=count, desc=rules.name, unit="amendment", file=sys.stderr, disable=None) as progress:
            while (done := sum(soaked.amendments for _, soaked in logs)) < count:
                logs.append(_log(rules, players, options, seed, len(logs) + 1))
                progress.update(min(logs[-1][1].amendments, count - done))
    except LawBroken as error:
        print(f"companion: {error}", file=sys.stderr)
        return 1
    rows = [_row(name, [soaked for holds, soaked in logs if holds in which]) for name, which in _TOLD.items()]
    print("\n".join(json.dumps(row) for row in rows) if as_json else "\n".join(_table(rules.name, players, seed, rows)))
    return 0


def _log(rules: Rules[Any], players: int, options: dict[str, Any], seed: int, n: int) -> tuple[bool, Soaked]:
    holds = n % 2 == 0
    try:
        return holds, soak(rules, players, options, Random(f"{rules.name}/{players}/{seed}/{n}"), _LOG, holds=holds)
    except LawBroken as error:
        raise LawBroken(f"{rules.name}, log {n} of seed {seed}: {error}") from error


def _row(name: str, logs: list[Soaked]) -> dict[str, Any]:
    counts = {key: sum(getattr(log, key) for log in logs) for key in ("facts", "amendments", "noted", "ends")}
    return {"told": name, "logs": len(logs), **counts}


def _table(game: str, players: int, seed: int, rows: list[dict[str, Any]]) -> Iterator[str]:
    yield f"{game}, {players} players, seed {seed}: no law broken"
    yield "  ".join(f"{key:>10}" for key in rows[0])
    yield from ("  ".join(f"{value:>10}" for value in row.values()) for row in rows)


def _play_matches(
    rules: Rules[Any], players: int, options: dict[str, Any], seed: int, count: int
) -> Iterator[tuple[int, PlayedMatch]]:
    """The matches, numbered from 1. Each has its own source of chance, so that no match depends on those before."""
    for n in tqdm(range(1, count + 1), desc=rules.name, unit="match", file=sys.stderr, disable=None):
        try:
            yield n, play_match(rules, players, options, Random(f"{rules.name}/{players}/{seed}/{n}"))
        except LawBroken as error:
            raise LawBroken(f"{rules.name}, match {n} of seed {seed}: {error}") from error


def _parse_whole_number(name: str, text: str, low: int, high: int) -> int:
    if not (text.isascii() and text.isdigit() and len(text) < 20 and low <= int(text) <= high):
        raise InputError(f"{name}: a whole number from {low} to {high} is needed, not {text[:40]!r}")
    return int(text)


def _parse_option(text: str) -> tuple[str, Any]:
    name, given, value = text.partition("=")
    if not given or value in ("true", "false"):
        return name, value != "false"
    return name, int(value) if value.isascii() and value.isdigit() and len(value) < 20 else value


def _match_as_json(n: int, played: PlayedMatch) -> dict[str, Any]:
    outcome = played.outcome
    return {
        "match": n,
        "won": outcome.won,
        "rule": outcome.rule,
        "code": outcome.code,
        "seats": list(outcome.seats),
        "turns": played.turns,
        "plays": played.plays,
        "left": played.left,
    }


def _summary_lines(game: str, players: int, seed: int, played: list[PlayedMatch]) -> Iterator[str]:
    count = len(played)
    yield f"{game}, {players} players, {count} matches, seed {seed}"
    ends = Counter((match.outcome.won, match.outcome.rule, match.outcome.code) for match in played)
    for (won, rule, code), times in ends.most_common():
        yield f"  {_RESULTS[won]:5} {_percent(times, count)}  {rule} {code}"
    if any(0 < len(match.outcome.seats) < players for match in played):
        winners = Counter(seat for match in played for seat in match.outcome.seats)
        yield from (f"  player {seat + 1} wins {_percent(winners[seat], count)}" for seat in range(players))
    for name in ("turns", "plays", "left"):
        numbers = [getattr(match, name) for match in played]
        yield f"  {_NAMES[name]:10} {mean(numbers):8.1f} on average, {median(numbers):g} in the middle, {min(numbers)} to {max(numbers)}"
    yield f"  {sum(match.plays for match in played)} plays in all, {sum(match.mistakes for match in played)} fouls made on purpose"


def _percent(times: int, count: int) -> str:
    return f"{100 * times / count:5.1f} % ({times})"


_RESULTS = {True: "won", False: "lost", None: "drawn"}
_TOLD = {"as text": (False,), "at a table": (True,), "in all": (False, True)}
_LOG = 60  # events of a random log: each amendment tells it again from its start
_NAMES = {"turns": "turns", "plays": "cards laid", "left": "cards left"}
