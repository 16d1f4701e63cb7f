"""What goes wrong in a thread is logged, told to the phones, and the thread goes on."""

from __future__ import annotations

import logging

import numpy as np
import pytest
from gpiozero.pins.mock import MockFactory

from companion.app import eye as wired
from companion.app.eye import VisionThread
from companion.games.sheets import load_sheet
from companion.machine.faults import Faults
from companion.machine.lamps import Lamps
from companion.machine.notify import Notifier
from companion.sources.scenery import Setting
from companion.sources.sources import layout_from_sheet
from hardware.errors import PinFailed
from hardware.gpio import GpioSignals
from hardware.patterns import SignalCue
from tests.web.real_table import RealTable
from vision.drawn.table.acts import make_waiting_script
from vision.drawn.table.virtual_camera import VirtualTable
from vision.types import Frame, Reader, Reading
from web.app import create_app

PATIENCE = 30.0
GOOD = np.full((720, 1280, 3), 80, np.uint8)


class Blank(Reader):
    def read(self, crop):
        return Reading("", "47", 0.999)


class Failing:
    """A camera that gives some frames and then does something that no camera should."""

    def __init__(self, last):
        self._given = [Frame(GOOD, 0.0), last]

    def read(self):
        given = self._given.pop(0)
        if isinstance(given, Exception):
            raise given
        return given

    def __enter__(self):
        return self

    def __exit__(self, *_):
        pass


def until(table, is_so):
    """Wait until the phones are told; the view then."""
    view = table.view("en")
    while not is_so(view):
        assert table.wait(view["version"], PATIENCE) != view["version"], view["table"]
        view = table.view("en")
    return view


def said(records, words):
    return [record for record in records if words in record.getMessage()]


@pytest.fixture
def hasty(monkeypatch):
    monkeypatch.setattr(wired, "CAMERA_RETRY_S", 0.01)


@pytest.mark.parametrize(
    ("last", "reason"),
    [
        (None, "no picture"),
        (Frame(None, 1.0), "no picture"),
        (Frame(np.zeros((720, 1280), np.uint8), 1.0), "no picture"),
        (Frame(np.zeros((720, 1280, 3)), 1.0), "no picture"),
        (Frame(np.zeros((0, 1280, 3), np.uint8), 1.0), "no picture"),
        (Frame(np.zeros((480, 640, 3), np.uint8), 1.0), "no picture"),
        (OSError(5, "Input/output error"), "starting again"),
        (ZeroDivisionError("nobody thought of it"), "starting again"),
    ],
    ids=["None", "no image", "2-D", "float", "no rows", "size", "OSError", "bug"],
)
def test_after_whatever_a_camera_does_the_eye_says_so_and_watches_again(hasty, caplog, last, reason):
    layout = layout_from_sheet(load_sheet("the_game"))
    cameras = [Failing(last), VirtualTable(layout, make_waiting_script())]
    with RealTable() as table, caplog.at_level(logging.WARNING, "companion"):
        eye = VisionThread(
            table._inbox,
            lambda game, match: Setting(layout, {"card": Blank()}, cameras.pop(0), live=False),
            Notifier(""),
            "touch",
            Faults(),
        )
        eye.start_watching()
        shown = until(table, lambda view: view["table"]["state"] == "lost")
        until(table, lambda view: view["table"]["state"] == "still")
        eye.stop_watching()
    assert reason in shown["table"]["text"]
    assert said(caplog.records, "eye: "), "nobody said why"


def test_a_camera_that_cannot_be_opened_is_told_in_the_log_once(hasty, caplog):
    from vision.errors import CameraUnavailable

    def none(game, match):
        tries.append(game)
        if len(tries) == 5:
            eye._stopping.set()
        raise CameraUnavailable("there is no camera")

    tries: list[str] = []
    with RealTable() as table, caplog.at_level(logging.WARNING, "companion"):
        eye = VisionThread(table._inbox, none, Notifier(""), "touch", Faults())
        eye.start_watching()
        eye._thread.join(PATIENCE)
        until(table, lambda view: view["table"]["state"] == "lost" and "cable" in view["table"]["text"])
    assert len(tries) == 5 and len(said(caplog.records, "there is no camera")) == 1


def test_one_pin_that_fails_darkens_no_other(monkeypatch):
    factory = MockFactory()
    signals = GpioSignals({"up1": 5, "up2": 6, "table": 7}, 13, factory)

    def broken(state):
        raise OSError(5, "Input/output error")

    monkeypatch.setattr(factory.pin(5), "_set_state", broken)
    with pytest.raises(PinFailed, match=r"up1 .*Input/output error.*wires"):
        signals.show_cues([SignalCue("won", since=0.0)], 0.05)
    assert factory.pin(6).state and factory.pin(7).state and factory.pin(13).state
    with pytest.raises(PinFailed):
        signals.close()
    assert not factory.pin(6).state and not factory.pin(13).state
    factory.reset()


class Loose:
    """A lamp with a loose wire."""

    def __init__(self):
        self.broken, self.shown = True, 0

    def show_cues(self, cues, now):
        if self.broken:
            raise OSError(5, "Input/output error")
        self.shown += 1

    def close(self):
        raise OSError(5, "Input/output error")


def test_lamps_that_fail_are_told_to_the_phones_once_and_go_on(caplog):
    signals = Loose()
    with RealTable() as table, caplog.at_level(logging.WARNING, "companion"):
        faults = Faults(lambda parts: table._inbox.leave_work(lambda session, at: session.publisher.report_faults(parts)))
        table.signs = lambda: faults.standing_faults
        client = create_app(table, text=lambda language, id, /, **values: id).test_client()
        lamps = Lamps(table._inbox, signals, faults)
        lamps.start_signals()
        until(table, lambda view: "lamp" in view["table"]["text"])
        answer = client.get("/healthz")
        assert answer.status_code == 503 and "Input/output" in answer.json["trouble"]["lamps"]
        signals.broken = False
        until(table, lambda view: "lamp" not in view["table"]["text"])
        assert client.get("/healthz").json == {"status": "ok"}
        lamps.stop_signals()
    assert len(said(caplog.records, "Input/output error")) == 2, "at the first failure, and at the end"
