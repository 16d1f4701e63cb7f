"""The film of the README: the table as the camera sees it and the phone beside it. `python -m tests.web.docs_film` makes it anew.

The table waits for each picture of the phone, so that a slow machine films the same.
"""

from __future__ import annotations

import tempfile
import threading
import time
from dataclasses import replace
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from PIL import Image as Picture

from companion.app.companion import Companion
from companion.cli.demo import virtual_tables
from companion.games import first_game
from companion.machine.config import Config, Web
from companion.match.rulings import Match
from companion.play.showcase import best_shown
from companion.sources.scenery import Scenery, Setting
from companion.sources.sources import commands_for
from tests.browser import browser
from vision.types import Frame

FILM = Path(__file__).parents[2] / "docs" / "pictures" / "demo.webp"
PHONE = (390, 780)
HEIGHT = 480  # of the film, in pixels; the table is 16 to 9
SECONDS_BEFORE_FOUL, SECONDS_AFTER_FOUL = 8.0, 12.0
PER_SECOND = 4  # pictures of the film
MAX_BYTES = 3_000_000
FOUND_NOTHING_S = 180.0  # of the table's time without a foul


class Gate:
    """Lets the eye have a frame of the virtual table only once the frame before was filmed."""

    def __init__(self, scenery: Scenery) -> None:
        self._scenery = scenery
        self._seen, self._filmed = threading.Semaphore(0), threading.Semaphore(0)
        self._open = False
        self.frame: Frame | None = None

    def __call__(self, game: str, match: Match | None) -> Setting:
        setting = self._scenery(game, match)
        self._inner = setting.camera
        return replace(setting, camera=self)

    def __enter__(self) -> Gate:
        self._inner.__enter__()
        return self

    def __exit__(self, *raised: Any) -> None:
        self._inner.__exit__(*raised)

    def read(self) -> Frame:
        """The next frame of the table."""
        if self.frame is not None and not self._open:
            self._seen.release()
            self._filmed.acquire()
        self.frame = self._inner.read()
        return self.frame

    def wait_for_frame(self) -> Frame:
        """The frame that the eye has just worked through."""
        self._seen.acquire()
        assert self.frame is not None
        return self.frame

    def let_on(self, *, for_good: bool = False) -> None:
        """Let the eye have the next frame. `for_good`: and all others."""
        self._open = for_good
        self._filmed.release()


def film_demo() -> list[np.ndarray]:
    """(h, w, 3) uint8 RGB pictures of the demo around its first foul, `PER_SECOND` a second of the table's time."""
    gate = Gate(virtual_tables("fast"))
    pictures, foul_at = list[tuple[float, np.ndarray]](), None
    with tempfile.TemporaryDirectory() as state, browser() as chromium:
        companion = Companion(Config(language="en", web=Web(port=0)), gate, Path(state), commands_for)
        companion.session.begin_match(best_shown(first_game()), time.time(), "demo")
        companion.start_all()
        page = chromium.new_context(viewport=dict(zip(("width", "height"), PHONE, strict=True)), has_touch=True).new_page()
        page.goto(f"{companion.server.url}?language=en")
        page.wait_for_selector("[data-key=pile-up1]")
        due = 0.0
        while foul_at is None or due < foul_at + SECONDS_AFTER_FOUL:
            frame = gate.wait_for_frame()
            if frame.at >= due:
                time.sleep(0.12)  # the phone shows what the frame brought
                shot = cv2.imdecode(np.frombuffer(page.screenshot(type="jpeg", quality=95), np.uint8), cv2.IMREAD_COLOR)
                pictures.append((frame.at, _put_together(frame.image, np.asarray(shot))))
                due = frame.at + 1 / PER_SECOND
                match = companion.session.match
                if foul_at is None and match is not None and match.disputes:
                    foul_at = frame.at
            assert foul_at or frame.at < FOUND_NOTHING_S, "the demo makes no foul"
            gate.let_on()
        gate.let_on(for_good=True)
        companion.stop_all()
    return [picture for at, picture in pictures if at >= foul_at - SECONDS_BEFORE_FOUL]


def _put_together(table: np.ndarray, phone: np.ndarray) -> np.ndarray:
    """Table and phone side by side, RGB."""
    small = [
        cv2.resize(each, (round(each.shape[1] * HEIGHT / each.shape[0]), HEIGHT), interpolation=cv2.INTER_AREA)
        for each in (table, phone)
    ]
    return np.asarray(cv2.cvtColor(np.hstack(small), cv2.COLOR_BGR2RGB))


def write_film(pictures: list[np.ndarray], path: Path) -> None:
    """Write the film as a WebP that repeats, of at most `MAX_BYTES`. Raises `ValueError` where it cannot be so small."""
    for quality in (60, 45, 30):
        first, *others = (Picture.fromarray(picture) for picture in pictures)
        first.save(path, save_all=True, append_images=others, duration=1000 // PER_SECOND, loop=0, quality=quality, method=4)
        if path.stat().st_size <= MAX_BYTES:
            return
    raise ValueError(f"{path} has {path.stat().st_size} bytes")


if __name__ == "__main__":
    filmed = film_demo()
    write_film(filmed, FILM)
    print(f"{FILM.name}: {len(filmed)} pictures, {FILM.stat().st_size} bytes")
