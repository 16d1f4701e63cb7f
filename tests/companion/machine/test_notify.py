"""What systemd is told, on a real socket: a frame loop that stalls says nothing any more, a slow dashboard does not keep it silent."""

from __future__ import annotations

import os
import socket
import threading

import numpy as np
import pytest

from companion.app.eye import VisionThread
from companion.games.sheets import load_sheet
from companion.machine.notify import Notifier
from companion.sources.scenery import Setting
from companion.sources.sources import layout_from_sheet
from tests.web.real_table import RealTable
from vision.types import Frame, Reader, Reading

PATIENCE = 30.0
GREY = np.full((720, 1280, 3), 80, np.uint8)


class Blank(Reader):
    def read(self, crop):
        return Reading("", "47", 0.999)


class Stalling:
    """A camera that gives as many frames as it is allowed to, and then hangs."""

    def __init__(self):
        self._allowed, self._given = threading.Semaphore(0), 0

    def allow(self, frames):
        self._allowed.release(frames)

    def read(self):
        self._allowed.acquire()
        self._given += 1
        return Frame(GREY, self._given / 10)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        pass


@pytest.fixture
def manager(tmp_path):
    """The service manager's end of the socket."""
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as door:
        door.bind(str(tmp_path / "notify"))
        door.settimeout(PATIENCE)
        yield door


def heard(manager):
    """All that has come until now."""
    words = []
    manager.setblocking(False)
    try:
        while True:
            words.append(manager.recv(1000).decode())
    except BlockingIOError:
        return words
    finally:
        manager.settimeout(PATIENCE)


@pytest.fixture
def eye(manager):
    layout, camera = layout_from_sheet(load_sheet("the_game")), Stalling()
    with RealTable() as table:
        notifier = Notifier(manager.getsockname())
        eye = VisionThread(
            table._inbox, lambda game, match: Setting(layout, {"card": Blank()}, camera, live=False), notifier, "touch"
        )
        eye.start_watching()
        yield eye, camera, table
        eye.ask_to_end()
        camera.allow(3)
        eye._thread.join(PATIENCE)


def until_reading(camera, eye, frames):
    """Let it have so many frames more, until it waits for the next."""
    before = eye._frames
    camera.allow(frames)
    while eye._frames < before + frames:
        eye._thread.join(0.01)


def test_each_frame_is_a_word_and_a_loop_that_stalls_says_nothing_more(eye, manager):
    watching, camera, _ = eye
    while watching._frames < 1:
        watching._thread.join(0.01)
    heard(manager)
    until_reading(camera, watching, 5)
    assert heard(manager) == ["WATCHDOG=1"] * 5
    watching._thread.join(0.3)
    assert watching._thread.is_alive() and heard(manager) == [], "it hangs: systemd must learn of it by its silence"


def test_a_dashboard_that_is_slow_keeps_nothing_silent(eye, manager):
    watching, camera, table = eye
    blocked, go_on = threading.Event(), threading.Event()
    slow = table._inbox.leave_work(
        lambda session, at: (blocked.set(), go_on.wait(PATIENCE))
    )  # somebody's request takes for ever
    assert blocked.wait(PATIENCE)
    while watching._frames < 1:
        watching._thread.join(0.01)
    heard(manager)
    for _ in range(4):  # the kernel keeps ten words for a manager
        until_reading(camera, watching, 5)
        assert heard(manager) == ["WATCHDOG=1"] * 5
    go_on.set()
    slow.result(PATIENCE)


@pytest.mark.parametrize("abstract", [False, True])
def test_these_are_the_words(tmp_path, abstract):
    address = f"\0companion-{os.getpid()}" if abstract else str(tmp_path / "notify")
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as manager:
        manager.bind(address)
        notifier = Notifier(address.replace("\0", "@"))
        notifier.notify_ready("Open http://x/")
        notifier.notify_alive()
        notifier.notify_stopping()
        assert heard(manager) == ["READY=1\nSTATUS=Open http://x/", "WATCHDOG=1", "STOPPING=1"]


def test_a_manager_that_does_not_listen_holds_up_nothing(tmp_path):
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as manager:
        manager.bind(str(tmp_path / "notify"))
        notifier = Notifier(str(tmp_path / "notify"))
        for _ in range(5000):  # more than its queue holds: whoever sent without care would wait here for ever
            notifier.notify_alive()
    notifier.notify_alive()
