"""A real browser for the tests of the pages; they are skipped, with what to install, where there is none."""

from __future__ import annotations

import ctypes
import os
import shutil
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest

CHROMIUMS = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
"""What is started, the first that is there: the shell is the same engine, and takes a fifth less of the processor."""
PATIENCE = 60.0
"""Seconds that a busy machine may take for what a free one does in one or two."""
PATIENCE_WITH_LEARNING = 30 * 60.0
"""Seconds in which a deck is learned: that steps aside for whatever else the machine has to do, such as other tests."""


@contextmanager
def browser(*further: str) -> Iterator[Any]:
    """Headless Chromium, with further arguments. There may be several at once."""
    chromium = _chromium()
    from playwright.sync_api import expect

    expect.set_options(timeout=PATIENCE * 1000)
    with _driver() as playwright:
        browser = playwright.chromium.launch(
            executable_path=chromium,
            args=["--no-sandbox", "--disable-gpu", "--disable-background-networking", *further],
            timeout=PATIENCE * 1000,
        )
        yield browser
        browser.close()


_running: dict[int, list[Any]] = {}
"""By thread: its driver, once for each browser that is open. A second one cannot be started in a thread, nor one be used by another."""


@contextmanager
def _driver() -> Iterator[Any]:
    from playwright.sync_api import sync_playwright

    mine = _running.setdefault(threading.get_ident(), [])
    mine.append(mine[0] if mine else sync_playwright().start())
    try:
        yield mine[-1]
    finally:
        driver = mine.pop()
        if not mine:
            driver.stop()


def _chromium() -> str:
    pytest.importorskip("playwright.sync_api", reason="playwright is not installed: pip install playwright")
    try:
        ctypes.CDLL("libatomic.so.1")
    except OSError:
        pytest.skip("libatomic1, which playwright's driver needs, is not installed: sudo apt install libatomic1")
    found = next(filter(None, map(shutil.which, CHROMIUMS)), None)
    return found or pytest.skip("Chromium is not installed: sudo apt install chromium-headless-shell")


def photograph(page: Any, name: str) -> None:
    """Keep what the page looks like, where the environment says so."""
    if folder := os.environ.get("SET_UP_PICTURES"):
        page.screenshot(path=f"{folder}/{name}.png", full_page=True)
