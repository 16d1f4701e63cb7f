"""kill -9 to the real command while facts are posted over HTTP: what was acknowledged is there after the next start."""

from __future__ import annotations

import http.client
import queue
import random
import signal
import sys
import tempfile
import threading
import time
from contextlib import suppress
from pathlib import Path

from companion.journal.journal import Journal
from companion.match.events import Corrected
from tests.faults.starts import PATIENCE, Command
from tests.faults.stopping import with_decks

POSTING = 3
"""Phones that post at once."""
FACTS = 40
"""Fewer facts are acknowledged than this before the kill."""


def kill_once(state: Path, dice: random.Random, number: int) -> tuple[int, int]:
    """Start, begin a match, let phones post until the process is killed. Facts acknowledged, and of them those that are in the journal."""
    command = Command(state, host="127.0.0.1", tls=False)
    started = command.wait_until_up()
    assert started.up, started.said
    command.ask("api/commands/start", {"game": "the_game", "players": 2})
    told: queue.SimpleQueue[str] = queue.SimpleQueue()
    phones = [threading.Thread(target=_post, args=(command, f"{number}.{phone}.", told)) for phone in range(POSTING)]
    for phone in phones:
        phone.start()
    heard = {told.get(timeout=PATIENCE) for _ in range(dice.randrange(1, FACTS))}
    time.sleep(dice.uniform(0, 0.03))  # anywhere in the midst of the next
    command.stop(signal.SIGKILL)
    for phone in phones:
        phone.join()
    while not told.empty():
        heard.add(told.get())
    return len(heard), len(heard & _names_in(state))


def _post(command: Command, begins: str, told: queue.SimpleQueue[str]) -> None:
    """Name the first player anew again and again; keep each name that was acknowledged."""
    with suppress(OSError, http.client.HTTPException, ValueError):
        for n in range(10_000):
            name = f"{begins}{n}"
            command.ask("api/commands/set_up", {"names": [name, ""]})
            told.put(name)


def _names_in(state: Path) -> set[str]:
    """The names that the match of the evening was given."""
    with Journal(state / "journal.sqlite") as journal:
        latest = journal.find_latest()
        entries = journal.read_entries(latest) if latest else ()
    return {entry.event.names[0] for entry in entries if isinstance(entry.event, Corrected) and entry.event.names}


def kills(times: int = 1000) -> bool:
    """Print how many facts were acknowledged and lost; were none?"""
    acknowledged = lost = 0
    with tempfile.TemporaryDirectory() as folder:
        state = with_decks(Path(folder))
        for number in range(times):
            facts, found = kill_once(state, random.Random(number), number)
            acknowledged, lost = acknowledged + facts, lost + facts - found
            if facts != found or number % 100 == 99:
                print(f"  {number + 1} kills, {acknowledged} facts, {lost} lost", file=sys.stderr, flush=True)
    print(f"{'kill -9 while phones post':44}{times:7}{acknowledged:9}{lost:7}", flush=True)
    return not lost
