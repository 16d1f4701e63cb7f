"""`python -m tests.faults soak [FRAMES]`: the demo's frames one after the other, as fast as they can be drawn and watched; memory, threads
and descriptors at the start and at the end. A new match begins, as in `companion demo`, whenever one has ended."""

from __future__ import annotations

import gc
import threading
import time
from collections.abc import Iterator
from pathlib import Path

from companion.cli.demo import virtual_tables
from companion.games.sheets import load_sheet
from companion.match.events import Started
from companion.play.showcases.the_game import GAME, OPTIONS, SEATS
from companion.session.inbox import Inbox
from companion.session.journal import Journal
from companion.session.session import Session
from companion.wiring.sources import practice_deck
from companion.wiring.table_events import work_of_event
from vision.errors import EndOfVideo
from vision.types import TableEvent
from vision.watcher import Watcher

BEAT = 1000
"""Frames between two lines."""


def measured() -> tuple[int, int, int]:
    """Resident memory in kB, threads, open descriptors."""
    status = Path("/proc/self/status").read_text()
    resident = next(line for line in status.splitlines() if line.startswith("VmRSS:"))
    return int(resident.split()[1]), threading.active_count(), len(list(Path("/proc/self/fd").iterdir()))


def frames(inbox: Inbox, share: int) -> Iterator[list[TableEvent]]:
    """What each frame of the running match tells, `share` frames at most."""
    setting = virtual_tables("fast")(GAME, inbox.snapshot.match)
    with setting.camera as camera:
        watcher = Watcher(camera, setting.layout, setting.readers, board=setting.board)
        for _ in range(share):
            try:
                yield watcher.see(camera.read())
            except EndOfVideo:
                return


def evening(inbox: Inbox, share: int) -> Iterator[int]:
    """Matches without end; 1 for each frame, all that it tells done."""
    while True:
        inbox.ask(lambda session, at: session.begin(Started(GAME, SEATS, OPTIONS), at, "soak"))
        for told in frames(inbox, share):
            for work in filter(None, (work_of_event(event, "touch") for event in told)):
                inbox.post(work)
            yield 1


def soak(wanted: int, share: int = 10**9) -> None:
    """Run and print. `share`: frames after which a match is given up for the next, so that a short soak sees many."""
    practice_deck(GAME)
    inbox = Inbox(Session(Journal(":memory:"), lambda game: load_sheet(game).faces), steady=time.monotonic)
    inbox.start()
    print(f"{'frames':>8}{'matches':>9}{'memory':>10}{'threads':>9}{'descriptors':>13}", flush=True)
    for done, _ in enumerate(evening(inbox, share)):
        if done % min(BEAT, max(1, wanted // 8)) == 0 or done == wanted:
            gc.collect()
            memory, threads, descriptors = measured()
            matches = inbox.snapshot.match_id
            print(f"{done:8}{matches:9}{memory // 1024:7} MB{threads:9}{descriptors:13}", flush=True)
        if done == wanted:
            break
    inbox.stop()
