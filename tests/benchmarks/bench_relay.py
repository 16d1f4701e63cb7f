"""How far a fact travels through the source: own functions called and files entered, from a change to its ruling, from a ruling to a phone,
and for a correction from a phone; and whether a long match makes it dearer.

    python -m tests.benchmarks relay
    python -m tests.benchmarks.bench_relay --files      # names the files as well

Functions of the project's own packages count, comprehensions and lambdas left out. Exits with 1 if a goal is missed.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Callable
from concurrent.futures import Future
from pathlib import Path
from types import FrameType
from typing import Any

from companion.commands.commands import execute_command
from companion.games import rules_of
from companion.games.sheets import list_games, load_sheet
from companion.journal.journal import Journal
from companion.match.events import Entry, Played, Started, Undone
from companion.match.referee import judge_entry, start_match
from companion.match.rules import Rules
from companion.match.rulings import Fate, Match
from companion.session.inbox import Inbox, Work
from companion.session.session import Session
from companion.shown.table import ShownTable
from tests.benchmarks.bench_referee import match_of
from vision.types import Change

ROOT = Path(__file__).resolve().parents[2]
PACKAGES = tuple(f"{ROOT}/{name}/" for name in ("companion", "vision", "web", "hardware"))
ENTRIES = 121
"""Entries of the match in which a card is corrected."""
LENGTHS = (200, 2_000)
"""Entries of the matches in which a further fact and an undo are timed."""
GOALS = {"change to ruling": (20, None), "ruling to phone": (15, None), "correction, last card": (None, 5_000)}
GOALS["correction, first card"] = (None, 5_000)
"""Files at most, calls at most; None: not asked for."""


class Direct(Inbox):
    """An inbox that does its work at once, on the thread that asks."""

    def ask_session(self, work: Work, timeout: float = 60.0) -> Any:
        done = work(self._session, time.time())
        self._show_snapshot()
        return done

    def leave_work(self, work: Work, *, keep: bool = False) -> Future[Any]:
        future: Future[Any] = Future()
        future.set_result(self.ask_session(work))
        return future


class Way:
    """What was called while it was open."""

    def __init__(self) -> None:
        self.calls: list[tuple[str, str]] = []

    def __enter__(self) -> Way:
        sys.setprofile(self._note)
        return self

    def __exit__(self, *_: object) -> None:
        sys.setprofile(None)

    def _note(self, frame: FrameType, event: str, _: object) -> None:
        code = frame.f_code
        if event == "call" and code.co_filename.startswith(PACKAGES) and not code.co_name.startswith("<"):
            self.calls.append((code.co_filename.removeprefix(f"{ROOT}/"), code.co_name))

    @property
    def files(self) -> set[str]:
        return {file for file, _ in self.calls}

    @property
    def moves(self) -> int:
        """How often the way goes from one file to another."""
        return sum(one[0] != other[0] for one, other in zip(self.calls, self.calls[1:], strict=False))


def table_of(length: int) -> ShownTable:
    """A table on which a match of so many entries is played."""
    sheets = {game: load_sheet(game) for game in list_games()}
    session = Session(Journal(":memory:"), lambda game: sheets[game].faces)
    entries = match_of("the_game", length, seed=3)
    session.begin_match(entries[0].event, 0.0, "phone")  # type: ignore[arg-type]
    for entry in entries[1:]:
        session.record_event(entry.event, float(entry.n), "camera")
    return ShownTable(Direct(session), sheets, lambda cues, places: [])


def measured(length: int) -> dict[str, Way]:
    """The ways of a fact, its ruling and a correction in a match of so many entries."""
    table = table_of(length)
    session = table._inbox._session
    table.view("en")
    names = ("change to ruling", "ruling to phone", "correction, last card", "correction to phone", "correction, first card")
    ways = {name: Way() for name in names}
    rules, match = session.snapshot.rules, session.match
    move = rules.list_legal(match.state)[0]
    change = Change(move.zone, move.before, move.after, 0.99, (), 0.0, True, True)
    with ways["change to ruling"]:
        session.take_change(change, 1e6)
    table._inbox._show_snapshot()
    with ways["ruling to phone"]:
        table.view("en")
    last, first = (correction(session, which) for which in (-1, 0))
    with ways["correction, last card"]:
        execute_command(table._inbox, last, "phone")
    with ways["correction to phone"]:
        table.view("en")
    with ways["correction, first card"]:
        execute_command(table._inbox, first, "phone")
    return ways


def correction(session: Session, which: int) -> dict[str, Any]:
    """The command that corrects one of the cards that stand to one that lies nowhere."""
    match = session.match
    laid = {each.after for each in match.laid}
    stand = [each for each in match.judged if isinstance(each.event, Played) and each.fate is Fate.STANDS]
    others = [str(number) for number in range(2, 100) if str(number) not in laid]
    return {"command": "correct", "entry": stand[which].n, "face": others[which]}


def long_match(length: int) -> tuple[Rules[Any], Match]:
    """A match of so many entries, most of them cards that were seen again."""
    rules = rules_of("the_game")
    match = start_match(rules, Entry(1, Started("the_game", 2)))
    events = [Played("up1", "", "50")] + [Played("up1", "50", "50", again=True)] * length
    for event in events[: length - 1]:
        match, _ = judge_entry(rules, match, Entry(match.entries[-1].n + 1, event))
    return rules, match


def timed(length: int) -> tuple[float, float]:
    """Milliseconds of a further fact, and of an undo of the last, in a match of so many entries."""
    rules, match = long_match(length)
    n = match.entries[-1].n
    laid, _ = judge_entry(rules, match, Entry(n + 1, Played("down1", "", "90")))
    fact = seconds(lambda: judge_entry(rules, match, Entry(n + 1, Played("down1", "", "90"))))
    undo = seconds(lambda: judge_entry(rules, laid, Entry(n + 2, Undone(n + 1))))
    return fact * 1000, undo * 1000


def seconds(work: Callable[[], object], rounds: int = 5) -> float:
    times = []
    for _ in range(rounds):
        began = time.process_time()
        work()
        times.append(time.process_time() - began)
    return min(times)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--files", action="store_true", help="name the files")
    arguments = parser.parse_args()
    missed = 0
    print(f"{'way':22} {'calls':>7} {'goal':>7} {'files':>6} {'goal':>5} {'moves':>7}   after {ENTRIES} entries")
    for name, way in measured(ENTRIES).items():
        files, calls = GOALS.get(name, (None, None))
        missed += (files is not None and len(way.files) > files) or (calls is not None and len(way.calls) > calls)
        print(f"{name:22} {len(way.calls):7} {calls or '':>7} {len(way.files):6} {files or '':>5} {way.moves:7}")
        if arguments.files:
            print("   " + " ".join(sorted(way.files)))
    for length in LENGTHS:
        fact, undo = timed(length)
        print(f"after {length} entries: a fact {fact:.2f} ms, an undo of it {undo:.2f} ms")
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
