"""`python -m tests.faults soak [FRAMES]`: the whole companion, journal on disk, web, lamps and two phones, at the demo's frames one after
the other, as fast as they can be drawn and watched; memory, threads and descriptors at the start and at the end. A new match begins, as
in `companion demo`, whenever one has ended."""

from __future__ import annotations

import gc
import os
import tempfile
import threading
import time
import urllib.request
from contextlib import suppress
from pathlib import Path

from companion.app.companion import Companion
from companion.cli.demo import virtual_tables
from companion.machine.config import Config, Web
from companion.machine.memory import share_one_arena
from companion.match.rulings import Match
from companion.play.showcases.the_game import BEST_SHOWN, GAME
from companion.sources.practice_decks import load_practice_deck
from companion.sources.scenery import Setting
from vision.errors import EndOfVideo
from vision.types import Camera, Frame

BEAT = 1000
"""Frames between two lines."""
PHONES = 2
CURIOUS = 5.0
"""Seconds between two looks of a phone at the page, the state and the picture of the table."""


def measured() -> tuple[int, int, int]:
    """Resident memory in kB, threads, open descriptors."""
    status = Path("/proc/self/status").read_text()
    resident = next(line for line in status.splitlines() if line.startswith("VmRSS:"))
    return int(resident.split()[1]), threading.active_count(), len(list(Path("/proc/self/fd").iterdir()))


class Counted:
    """A camera whose frames are counted over all matches; it ends after `share` of them."""

    frames = 0

    def __init__(self, camera: Camera, share: int, ended: threading.Event) -> None:
        self._camera, self._left, self._ended = camera, share, ended

    def read(self) -> Frame:
        """The next frame."""
        try:
            self._left -= 1
            if self._left < 0:
                raise EndOfVideo("given up for the next match")
            frame = self._camera.read()
        except EndOfVideo:
            self._ended.set()
            raise
        Counted.frames += 1
        return frame

    def __enter__(self) -> Counted:
        self._camera.__enter__()
        return self

    def __exit__(self, *_: object) -> None:
        self._camera.__exit__(None, None, None)


def curious(url: str) -> None:
    """A phone: it follows the stream, and looks at everything now and then."""
    threading.Thread(target=_follow, args=(url,), daemon=True).start()
    while True:
        for page in ("", "api/state", "picture/table.jpg", "healthz"):
            with suppress(OSError):
                urllib.request.urlopen(url + page, timeout=30).read()
        time.sleep(CURIOUS)


def _follow(url: str) -> None:
    """The stream, and again when it has ended, as phones do."""
    while True:
        with suppress(OSError), urllib.request.urlopen(f"{url}api/stream", timeout=600) as stream:
            for _ in stream:
                pass
        time.sleep(CURIOUS)


def soak(wanted: int, share: int = 10**9) -> None:
    """Run and print. `share`: frames after which a match is given up for the next, so that a short soak sees many."""
    share_one_arena()  # as `companion run` and `companion demo` do
    with tempfile.TemporaryDirectory() as folder:
        load_practice_deck(GAME)
        ended = threading.Event()

        def scenery(game: str, match: Match | None) -> Setting:
            setting = virtual_tables("fast")(game, match)
            camera = Counted(setting.camera, share, ended)
            return Setting(setting.layout, setting.readers, camera, live=False, board=setting.board)

        companion = Companion(Config(language="en", signals="none", web=Web("127.0.0.1", 0)), scenery, Path(folder))
        companion.session.begin_match(BEST_SHOWN, time.time(), "soak")
        companion.start_all()
        for _ in range(PHONES):
            threading.Thread(target=curious, args=(companion.server.url,), daemon=True).start()
        print(f"{'frames':>8}{'matches':>9}{'memory':>10}{'threads':>9}{'descriptors':>13}{'cpu':>9}", flush=True)
        beat = min(BEAT, max(1, wanted // 8))
        line = 1
        while line <= wanted:
            if Counted.frames >= line:
                _print_line(companion)
                line += beat if line > 1 else beat - 1
            if ended.wait(0.2):
                ended.clear()
                companion.inbox.ask_session(lambda session, at: session.begin_match(BEST_SHOWN, at, "soak"))
        companion.stop_all()
    os._exit(0)  # its phones still look


def _print_line(companion: Companion) -> None:
    gc.collect()
    memory, threads, descriptors = measured()
    matches, used = companion.inbox.snapshot.match_id, time.process_time()
    print(f"{Counted.frames:8}{matches:9}{memory // 1024:7} MB{threads:9}{descriptors:13}{used:7.0f} s", flush=True)
