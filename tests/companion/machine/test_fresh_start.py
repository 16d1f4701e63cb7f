"""A camera that does not come back has the companion started anew, once; before, the phones are told."""

from __future__ import annotations

import socket
import threading

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.app.eye import VisionThread
from companion.games.sheets import load_sheet
from companion.machine.fresh_start import (
    MAX_OPENING_S,
    MIN_DARK_BEFORE_RESTART_S,
    MIN_STEADY_S,
    RESTART_NOW,
    RESTART_SOON,
    FreshStart,
)
from companion.machine.notify import Notifier
from companion.session.publisher import Publisher
from companion.sources.scenery import Setting
from companion.sources.sources import layout_from_sheet
from vision.errors import CameraUnavailable, NoPhone
from vision.types import Frame

PATIENCE = 600.0


class Clock:
    """Goes on by itself by `step` seconds each time it is looked at."""

    def __init__(self, step=0.0):
        self.at, self.step = 0.0, step

    def __call__(self):
        self.at += self.step
        return self.at


def tried(weighed, clock, seconds=60.0, every=2.0):
    """What is said at each failure of a camera that does not come back."""
    said = []
    for _ in range(int(seconds / every)):
        clock.at += every
        said.append(weighed.note_failure())
    return said


def made(folder, clock=None, wanted=True):
    return FreshStart(folder / "remembered", wanted, clock or Clock())


def test_half_a_minute_after_the_last_picture_it_comes_and_the_phones_are_told_before(tmp_path):
    clock = Clock()
    weighed = made(tmp_path, clock)
    weighed.note_picture()
    said = tried(weighed, clock)
    assert said.index(RESTART_NOW) * 2.0 + 2.0 <= 30.0
    assert 0 < said.index(RESTART_SOON) < said.index(RESTART_NOW) and {*said[said.index(RESTART_NOW) :]} == {RESTART_NOW}


def test_a_camera_that_never_worked_is_no_reason(tmp_path):
    clock = Clock()
    assert {*tried(made(tmp_path, clock), clock)} == {""}


def test_where_nobody_would_start_it_again_it_goes_on(tmp_path):
    clock = Clock()
    weighed = made(tmp_path, clock, wanted=False)
    weighed.note_picture()
    assert {*tried(weighed, clock)} == {""} and not any(tmp_path.iterdir())


def test_what_cannot_be_remembered_is_not_done(tmp_path):
    clock = Clock()
    weighed = made(tmp_path / "missing", clock)
    weighed.note_picture()
    assert {*tried(weighed, clock)} == {""}


def test_a_camera_that_came_back_in_time_is_a_reason_another_time(tmp_path):
    clock = Clock()
    weighed = made(tmp_path, clock)
    for _ in range(2):
        weighed.note_picture()
        assert tried(weighed, clock, MIN_DARK_BEFORE_RESTART_S - 4.0)[-1] == RESTART_SOON
    weighed.note_picture()
    assert tried(weighed, clock)[-1] == RESTART_NOW


def test_something_that_hangs_while_it_is_opened_is_a_reason_too(tmp_path):
    clock = Clock()
    weighed = made(tmp_path, clock)
    clock.at = MAX_OPENING_S - 1.0
    assert weighed.note_hanging(0.0) == ""
    clock.at = MAX_OPENING_S
    assert weighed.note_hanging(0.0) == RESTART_SOON
    clock.at += 5.0
    assert weighed.note_hanging(0.0) == RESTART_NOW and weighed.is_decided
    clock.at = 0.0
    again = made(tmp_path, clock)
    clock.at = MAX_OPENING_S + 60.0
    assert again.note_hanging(0.0) == ""


@given(st.lists(st.tuples(st.integers(1, 400), st.integers(1, 40)), max_size=12))
def test_between_two_new_starts_lie_ten_minutes_of_pictures(tmp_path_factory, evening):
    """An evening of a loose cable: so many seconds of pictures, so many failures; each new start is a new process."""
    folder, clock = tmp_path_factory.mktemp("evening"), Clock()
    weighed, seen, starts = made(folder, clock), MIN_STEADY_S, 0
    for pictures, failures in evening:
        for _ in range(pictures):
            clock.at += 4.0
            weighed.note_picture()
        seen += 4.0 * pictures
        for _ in range(failures):
            clock.at += 2.0
            if weighed.note_failure() == RESTART_NOW:
                starts += 1
                assert seen >= MIN_STEADY_S
                weighed, seen = made(folder, clock), 0.0
                break


# --- the vision thread


class Loose:
    """A camera that gives some pictures and then fails."""

    def __init__(self, pictures):
        self._left = pictures

    def read(self):
        if not self._left:
            raise CameraUnavailable("the cable is loose")
        self._left -= 1
        return Frame(np.full((720, 1280, 3), 80, np.uint8), float(self._left))

    def __enter__(self):
        return self

    def __exit__(self, *_):
        pass


class Phones:
    """What phones are shown, in the order in which it came."""

    def __init__(self):
        self.publisher = Publisher()
        self.shown, self._news = [], threading.Condition()

    @property
    def snapshot(self):
        return self.publisher.snapshot

    def leave_work(self, work, *, keep):
        work(self, 0.0)
        with self._news:
            self.shown.append(self.snapshot.reason)
            self._news.notify_all()
        return self

    def add_done_callback(self, done):
        pass

    def record_hands(self, present, at, **_):
        pass

    def wait_for(self, is_so):
        with self._news:
            assert self._news.wait_for(lambda: is_so(self.shown), PATIENCE)


class Manager:
    """The service manager, which notes what was on the phones when it was told something new."""

    def __init__(self, address, phones):
        self.door, self.told, self._phones = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM), [], phones
        self.door.bind(address)
        self._ended = threading.Thread(target=self._listen, daemon=True)
        self._ended.start()

    def _listen(self):
        while (word := self.door.recv(100).decode()) != "STOPPING=1":
            self.told.append((word, [*self._phones.shown]))

    def ended(self, address):
        Notifier(address).notify_stopping()
        self._ended.join(PATIENCE)
        self.door.close()


BUSY = CameraUnavailable("busy")


def watched(tmp_path, monkeypatch, until, error=BUSY):
    """A camera works, fails, and is not to be opened any more: what phones and service manager were told."""
    monkeypatch.setattr("companion.app.eye.CAMERA_RETRY_S", 0.0)
    phones, address, cameras = Phones(), str(tmp_path / "notify"), [Loose(5)]
    manager = Manager(address, phones)

    def scenery(game, match):
        if not cameras:
            raise error
        return Setting(layout_from_sheet(load_sheet("the_game")), {}, cameras.pop(), live=False)

    weighed = made(tmp_path, Clock(step=1.0))
    eye = VisionThread(phones, scenery, Notifier(address, watched=True), "touch", fresh_start=weighed)
    eye.start_watching()
    phones.wait_for(until)
    eye.stop_watching()
    manager.ended(address)
    return phones.shown, manager.told


def test_the_service_manager_starts_it_anew_after_the_phones_were_told(tmp_path, monkeypatch):
    shown, told = watched(tmp_path, monkeypatch, lambda shown: shown.count("anew") > 15)
    words = [word for word, _ in told]
    first = words.index("WATCHDOG=trigger")
    assert "camera" in shown and "anew" in told[first][1][:-1]
    assert "WATCHDOG=1" in words[:first] and "WATCHDOG=1" not in words[first:], "it must not be kept waiting any more"


def test_it_is_done_once(tmp_path, monkeypatch):
    (tmp_path / "remembered").touch()
    shown, told = watched(tmp_path, monkeypatch, lambda shown: shown.count("camera") > 60)
    assert "anew" not in shown and {word for word, _ in told} == {"WATCHDOG=1"}


def test_a_phone_that_left_is_no_reason(tmp_path, monkeypatch):
    shown, told = watched(tmp_path, monkeypatch, lambda shown: shown.count("phone") > 60, NoPhone("gone"))
    assert "anew" not in shown and {word for word, _ in told} == {"WATCHDOG=1"}


@pytest.mark.parametrize(("watchdog", "watched"), [("30000000", True), (None, False)])
def test_only_a_manager_with_a_watchdog_starts_it_anew(monkeypatch, watchdog, watched):
    monkeypatch.setenv("NOTIFY_SOCKET", "/run/systemd/notify")
    monkeypatch.delenv("WATCHDOG_USEC", raising=False)
    if watchdog:
        monkeypatch.setenv("WATCHDOG_USEC", watchdog)
    assert Notifier().has_watchdog is watched and not Notifier("").has_watchdog
