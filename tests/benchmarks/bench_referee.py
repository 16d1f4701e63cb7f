"""How fast the referee judges: events a second for each game, and the fold of a match of 200 entries."""

from __future__ import annotations

import random
import statistics
import time

from companion.games import GAMES, rules_of
from companion.match.events import Claimed, Entry, Event, Played, Started, TurnEnded
from companion.match.referee import Match, judge_entry, replay_log, start_match
from companion.match.rules import Play

GOALS = {"sequence": 10_000}
ROUNDS = 20


def match_of(game: str, length: int, seed: int = 1) -> tuple[Entry, ...]:
    """A log of random legal moves, as at a table with hidden hands."""
    rules, dice = rules_of(game), random.Random(seed)
    match = start_match(rules, Entry(1, Started(game, 2)))
    while len(match.entries) < length and match.outcome is None:
        match, _ = judge_entry(rules, match, Entry(match.entries[-1].n + 1, _event(rules, match, dice)))
    return match.entries


def _event(rules, match: Match, dice: random.Random) -> Event:
    view = rules.describe_position(match.state)
    moves = rules.list_legal(match.state)
    if match.started.game != "sequence" and view["played"] >= (view["min_cards"] or 1):
        return TurnEnded()
    if not moves:
        return Claimed("stuck")
    move = min(dice.sample(moves, min(6, len(moves))), key=_gap) if isinstance(moves[0], Play) else dice.choice(moves)
    return Played(move.zone, move.before, move.after) if isinstance(move, Play) else Claimed(move.code, move.seat, move.detail)


def _gap(play: Play) -> int:
    """Small steps, so that the match lasts."""
    digits = [int("".join(c for c in face if c.isdigit()) or 0) for face in (play.before, play.after)]
    return abs(digits[1] - digits[0]) if play.before else 50


def rate(game: str) -> tuple[float, int]:
    """Events judged a second (median of the rounds), and how long the match was."""
    rules, entries = rules_of(game), match_of(game, 200)
    rates = []
    for _ in range(ROUNDS):
        match = start_match(rules, entries[0])
        began = time.process_time()
        for entry in entries[1:]:
            match, _ = judge_entry(rules, match, entry)
        rates.append((len(entries) - 1) / (time.process_time() - began))
    return statistics.median(rates), len(entries)


def fold_ms(game: str) -> tuple[float, int]:
    """Milliseconds to fold a log."""
    rules, entries = rules_of(game), match_of(game, 200)
    times = []
    for _ in range(ROUNDS):
        began = time.process_time()
        replay_log(rules, entries)
        times.append((time.process_time() - began) * 1000)
    return statistics.median(times), len(entries)


def main() -> None:
    print(f"{'game':14} {'events/s':>10} {'goal':>8} {'fold ms':>9} {'goal':>6} {'entries':>8}")
    for game in GAMES:
        (events, _), (milliseconds, length) = rate(game), fold_ms(game)
        print(f"{game:14} {events:10.0f} {GOALS.get(game, 20_000):8} {milliseconds:9.2f} {15:6} {length:8}")


if __name__ == "__main__":
    main()
