"""What a change costs on its way to the phones: bytes on the stream late in a match, and the view of one more fact in a long one.

    python -m tests.benchmarks stream

Bytes are those of the whole event, as it is and as gzip. Milliseconds are of the processor, the best of five. Exits with 1 if a hand
that comes needs more than 300 bytes, or a fact after 10,000 entries more than ten times what it needs after 100.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable

from companion.commands.commands import execute_command
from companion.games import rules_of
from companion.match.events import Entry, Played, Started, Undone
from companion.match.referee import judge_entry, start_match
from companion.match.rulings import Match
from companion.shown.table import ShownTable
from tests.benchmarks.bench_relay import table_of
from vision.types import Change
from web.wire.compression import StreamCompressor
from web.wire.snapshots import Snapshots, ViewSnapshot, draw_first_version
from web.wire.stream import Telling, narrate_stream

ENTRIES = 121
GOAL_HAND_BYTES = 300
LENGTHS = (100, 2_000, 10_000)
GOAL_TIMES = 10
ROUNDS = 5


class Phone:
    """A phone on the stream of `snapshots`, which keeps what it is sent last."""

    def __init__(self, snapshots: Snapshots) -> None:
        self._snapshots, self._compressor = snapshots, StreamCompressor()
        first = snapshots.latest_snapshot("en")
        self._telling: Telling = narrate_stream(first, "boot", None)
        self.first = self._read(lambda: next(self._telling), 2)

    def hear(self, newer: ViewSnapshot) -> tuple[int, int]:
        """Bytes of the event that brings the phone to `newer`, plain and as gzip."""
        return self._read(lambda: self._telling.send(newer), 1)

    def _read(self, begin: Callable[[], bytes | None], events: int) -> tuple[int, int]:
        told = [begin() or b""] + [self._telling.send(None) or b"" for _ in range(events)]
        return sum(map(len, told)), sum(len(self._compressor.compress_word(event)) for event in told if event)


def bytes_late_in_a_match() -> int:
    """Print the bytes of each change; 1 if a hand needs more than the goal."""
    table = table_of(ENTRIES)
    session, snapshots = table._inbox._session, Snapshots(table, draw_first_version())
    phone = Phone(snapshots)
    match = session.match
    move = session.snapshot.rules.list_legal(match.state)[0]
    undo = {"command": "undo", "entry": ENTRIES + 1}
    changes: dict[str, Callable[[], object]] = {
        "a hand comes": lambda: session.record_hands(True, 1e6),
        "the hand is gone": lambda: session.record_hands(False, 1e6 + 1),
        "a card is ruled on": lambda: session.take_change(
            Change(move.zone, move.before, move.after, 0.99, (), 0.0, True, True), 1e6
        ),
        "that card is undone": lambda: execute_command(table._inbox, undo, "phone"),
    }
    whole = len(snapshots.latest_snapshot("en").json)
    print(f"after {ENTRIES} entries, bytes to each phone{'':8} {'whole':>7} {'changes':>8} {'gzip':>6}")
    print(f"{'the first view':42} {whole:7} {phone.first[0]:8} {phone.first[1]:6}")
    sent = {}
    for name, change in changes.items():
        change()
        table._inbox._show_snapshot()
        newer = snapshots.latest_snapshot("en")
        sent[name] = phone.hear(newer)
        print(f"{name:42} {len(newer.json):7} {sent[name][0]:8} {sent[name][1]:6}")
    return int(sent["a hand comes"][0] > GOAL_HAND_BYTES)


def long_match(length: int) -> Match:
    """A match of so many entries that each have a line in the log, told as text."""
    rules = rules_of("the_game")
    match = start_match(rules, Entry(1, Started("the_game", 2, holds=False)))
    for n in range(2, length + 1):
        event = Played("up1", "50" if n > 2 else "", str(3 + n % 30) if n > 2 else "50")
        match, _ = judge_entry(rules, match, Entry(n, event))
    return match


def view_ms(length: int) -> tuple[float, float, float]:
    """Milliseconds from a hand, a fact and its undo to the bytes for the phones, in a match of so many entries."""
    rules, match = rules_of("the_game"), long_match(length)
    table = table_of(2)
    session, snapshots = table._inbox._session, Snapshots(table)
    session.publisher.publish_changes(match=match, rules=rules)
    made_ms(table, snapshots)
    times: list[list[float]] = [[], [], []]
    for n in range(length + 1, length + 1 + 2 * ROUNDS, 2):
        session.publisher.publish_changes(table="still" if session.snapshot.table == "moving" else "moving")
        times[0].append(made_ms(table, snapshots))
        for kind, event in ((1, Played("down1", "", "90")), (2, Undone(n))):
            match, _ = judge_entry(rules, match, Entry(n + kind - 1, event))
            session.publisher.publish_changes(match=match)
            times[kind].append(made_ms(table, snapshots))
    return min(times[0]), min(times[1]), min(times[2])


def made_ms(table: ShownTable, snapshots: Snapshots) -> float:
    """Milliseconds of the processor to make the view, and what changed."""
    table._inbox._show_snapshot()
    began = time.process_time()
    snapshots.latest_snapshot("en")
    return (time.process_time() - began) * 1000


def main() -> int:
    missed = bytes_late_in_a_match()
    print(f"\n{'ms to the view and what changed, after':40} {'a hand':>8} {'a fact':>8} {'an undo':>8}")
    facts = []
    for length in LENGTHS:
        hand, fact, undo = view_ms(length)
        facts.append(fact)
        print(f"{length:8,} entries{'':24} {hand:8.2f} {fact:8.2f} {undo:8.2f}")
    return int(missed or facts[-1] > GOAL_TIMES * facts[0])


if __name__ == "__main__":
    sys.exit(main())
