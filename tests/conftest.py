"""What holds for all tests: nobody is hurried on a slow or busy machine, and a long silence is broken."""

from __future__ import annotations

import fcntl
import os
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, settings

import companion.shown.words.messages  # noqa: F401  # errors are said in English, as wherever a command runs

SILENCE = 30.0
"""Seconds without a test's end after which a line says that the tests go on."""
LONGEST = (
    "tests/e2e/test_virtual_match.py",
    "tests/test_recipes.py",
    "tests/web/test_looks.py",
    "tests/web/test_dashboard.py",
    "tests/companion/sources/test_live_board.py",
    "tests/vision/bare/test_bare_table.py",
    "tests/vision/bare/test_laid_cards.py",
    "tests/e2e/test_damaged_starts.py",
    "tests/systemd/test_confined.py",
    "tests/vision/readers/enrolled/test_light.py",
    "tests/web/test_put_right.py",
    "tests/e2e/test_demo.py",
    "tests/vision/test_watcher.py",
    "tests/companion/setup/test_phone_camera.py",
    "tests/companion/setup/test_set_up_shown.py",
)
"""The files that take longest. They are begun first: whoever was given one at the end would go on while the others have nothing to do."""

settings.register_profile("search", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.register_profile("same", settings.get_profile("search"), derandomize=True)
settings.load_profile("same")
"""One version has one verdict, here and on any other machine. `pytest --hypothesis-profile search` throws other dice each time."""


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--all", action="store_true", help="whole matches and films too, and the recipes: what CI runs")


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line(
        "markers",
        "whole: a whole match or film, the project set up anew, or what takes longer than a second; only --all runs it",
    )
    if not hasattr(config, "workerinput"):  # a worker's words would not be seen
        config.pluginmanager.register(Progress(config), "progress")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """The longest files first, all else as it was collected. Without --all those marked `whole` are left out, but not where
    they are named."""
    named = any("::" in argument for argument in config.args)
    if not config.getoption("all") and not named and not config.getoption("markexpr"):
        left_out = [item for item in items if item.get_closest_marker("whole")]
        items[:] = [item for item in items if not item.get_closest_marker("whole")]
        config.hook.pytest_deselected(items=left_out)
    first = {file: place for place, file in enumerate(LONGEST)}
    items.sort(key=lambda item: first.get(item.nodeid.partition("::")[0], len(first)))


def pytest_xdist_auto_num_workers() -> int:
    """One worker more than there are cores: tests that wait for a browser or a process leave theirs idle."""
    return len(os.sched_getaffinity(0)) + 1


class Progress:
    """Says every half minute of silence how many tests are done."""

    def __init__(self, config: pytest.Config) -> None:
        self._config = config
        self._began = self._heard = time.monotonic()
        self._done = 0
        self._ended = threading.Event()

    def pytest_sessionstart(self) -> None:
        threading.Thread(target=self._run, name="progress", daemon=True).start()

    def pytest_sessionfinish(self) -> None:
        self._ended.set()

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        self._done += report.when == "teardown"
        self._heard = time.monotonic()

    def _run(self) -> None:
        while not self._ended.wait(1.0):
            now = time.monotonic()
            if now - self._heard >= SILENCE:
                self._heard = now
                self._say(f"  ... {self._done} tests done, {now - self._began:.0f} s")

    def _say(self, words: str) -> None:
        terminal = self._config.pluginmanager.get_plugin("terminalreporter")
        if terminal is not None:
            terminal.ensure_newline()
            terminal.write_line(words, flush=True)


@pytest.fixture
def enough(request: pytest.FixtureRequest) -> Callable[[int], int]:
    """How many matches of so many are enough: a third in a quick run, all of them with --all."""
    return lambda most: most if request.config.getoption("all") else most // 3 + 1


@pytest.fixture(scope="session")
def once(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Callable[[str, Callable[[Path], None]], Path]:
    """Gives the folder of a name, filled once for all tests: by one worker, for which others wait."""
    own = tmp_path_factory.getbasetemp()
    shared = own.parent if hasattr(request.config, "workerinput") else own

    def fill(name: str, make: Callable[[Path], None]) -> Path:
        folder = shared / name
        with (shared / f"{name}.lock").open("a+") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            lock.seek(0)
            if not lock.read():
                folder.mkdir()
                make(folder)
                lock.write("made")
        return folder

    return fill


@pytest.fixture(scope="session")
def browser() -> Iterator[Any]:
    """Headless Chromium, one for all tests of a worker."""
    from tests.browser import browser as chromium

    with chromium() as found:
        yield found


@pytest.fixture(scope="session")
def practised(once: Callable[[str, Callable[[Path], None]], Path]) -> Path:
    """The decks of a state directory in which the practice deck of The Game was learned."""

    def learn(state: Path) -> None:
        lines = "from companion.sources.practice_decks import load_practice_deck; load_practice_deck('the_game')"
        environment = os.environ | {"STATE_DIRECTORY": str(state), "OMP_NUM_THREADS": "1"}
        subprocess.run([sys.executable, "-c", lines], env=environment, check=True, capture_output=True)

    return once("practised", learn) / "decks"


@pytest.fixture(scope="session")
def judged_film(once: Callable[[str, Callable[[Path], None]], Path]) -> Path:
    """A film of a bare table with direction cards, on which a card is laid that stands, and one that does not."""
    from tests.judged_film import film_judged_cards  # what draws is imported by tests that need it

    return once("judged", lambda folder: film_judged_cards(folder / "evening.avi")) / "evening.avi"
