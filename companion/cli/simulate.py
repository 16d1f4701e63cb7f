"""`companion simulate`: play whole matches with a simple player, for the odds and to hold the rules to their laws."""

from __future__ import annotations

import argparse
import json
import sys
from collections import Counter
from collections.abc import Iterator
from random import Random
from statistics import mean, median
from typing import Any

from tqdm import tqdm

from companion.errors import InputError
from companion.games import rules_of
from companion.games.sheets import check_options
from companion.match.rules import Rules
from companion.play.simulation import LawBroken, PlayedMatch, play_match

MAX_MATCHES = 10_000_000  # guess: a bound for typing errors


def run(arguments: argparse.Namespace) -> int:
    """0, or 1 where a law was broken; results are printed, progress goes to standard error. Raises `InputError` or
    `PositionError` for unusable arguments."""
    players = _parse_whole_number("--players", arguments.players, 1, 1000)
    matches = _parse_whole_number("--matches", arguments.matches, 1, MAX_MATCHES)
    seed = _parse_whole_number("--seed", arguments.seed, 0, 2**63)
    options = dict(map(parse_variant, arguments.variant))
    rules = rules_of(arguments.game)
    check_options(arguments.game, options)
    rules.set_up_match(players, options)  # a bad game, player or option is told before the progress bar appears
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


def _play_matches(
    rules: Rules[Any], players: int, options: dict[str, Any], seed: int, count: int
) -> Iterator[tuple[int, PlayedMatch]]:
    """`count` matches, numbered from 1. `players`: how many. `options`: of the match. `seed`: each match has its own chance,
    so that none depends on those before. Raises `LawBroken` naming match and seed."""
    for n in tqdm(range(1, count + 1), desc=rules.name, unit="match", file=sys.stderr, disable=None):
        try:
            yield n, play_match(rules, players, options, Random(f"{rules.name}/{players}/{seed}/{n}"))
        except LawBroken as error:
            raise LawBroken(f"{rules.name}, match {n} of seed {seed}: {error}") from error


def _parse_whole_number(name: str, text: str, low: int, high: int) -> int:
    if not (text.isascii() and text.isdigit() and len(text) < 20 and low <= int(text) <= high):
        raise InputError(f"{name}: a whole number from {low} to {high} is needed, not {text[:40]!r}")
    return int(text)


def parse_variant(text: str) -> tuple[str, Any]:
    """Name and value of a variant as typed: "pro" and "pro=true" are true, "pro=false" is false, "teams=3" the number; other
    values stay text."""
    name, given, value = text.partition("=")
    if not given or value in ("true", "false"):
        return name, value != "false"
    return name, int(value) if value.isascii() and value.isdigit() and len(value) < 20 else value


def _match_as_json(n: int, played: PlayedMatch) -> dict[str, Any]:
    """Match `n` as a JSON line: won or lost, by which rule, winners' seats, turns, plays and cards left."""
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
    """Lines on how often each end came, who won, and turns, plays and cards left. `players`, `seed`: as asked for. `played`:
    at least one match."""
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
_NAMES = {"turns": "turns", "plays": "cards laid", "left": "cards left"}
