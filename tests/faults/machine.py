"""What befalls camera, lamps, threads and clock while a match is played: it is said, the match goes on, and the part comes back."""

from __future__ import annotations

import random
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any
from unittest.mock import patch

import numpy as np
from gpiozero.pins.mock import MockFactory

from companion.app import eye as wired
from companion.app.eye import VisionThread
from companion.games.sheets import load_sheet
from companion.journal.journal import Journal
from companion.machine.faults import Faults
from companion.machine.lamps import Lamps
from companion.machine.notify import Notifier
from companion.questions.agreement import MIN_DIFFERENCE_S
from companion.session.inbox import Inbox
from companion.session.session import Session
from companion.sources.scenery import Setting
from companion.sources.sources import layout_from_sheet
from hardware.gpio import GpioSignals
from tests.web.real_table import RealTable
from vision.drawn.table.acts import make_waiting_script
from vision.drawn.table.virtual_camera import VirtualTable
from vision.types import Camera, Change, Frame, Reader, Reading

Run = tuple[int, int, bool, float]
"""Facts that were acknowledged, facts that are in the journal, was it said?, seconds until all was well again."""
Fault = Callable[[random.Random], Run]
PATIENCE = 60.0
GAME = "the_game"
LAYOUT = layout_from_sheet(load_sheet(GAME))
GOOD = np.full((720, 1280, 3), 80, np.uint8)
YEAR = 365 * 86_400.0


class Blank(Reader):
    """Reads the same card everywhere."""

    def read(self, crop: Any) -> Reading:
        return Reading("", "47", 0.999)


class Failing(Camera):
    """A camera that gives good frames and then `last`, which it raises if it is an error; a function is called instead."""

    def __init__(self, good: int, last: Any) -> None:
        self._good, self._last = good, last

    def read(self) -> Frame:
        self._good -= 1
        if self._good >= 0:
            return Frame(GOOD, 10.0 - self._good / 10)
        if isinstance(self._last, Exception):
            raise self._last
        last: Frame = self._last() if callable(self._last) else self._last
        return last

    def __enter__(self) -> Failing:
        return self

    def __exit__(self, *_: object) -> None:
        pass


def until(table: RealTable, is_so: Callable[[dict[str, Any]], bool]) -> None:
    """Wait until the phones are told."""
    end = time.monotonic() + PATIENCE
    while not is_so(view := table.view("en")):
        assert time.monotonic() < end, f"never told: {view['table']}"
        table.wait(view["version"], 0.2)


class Phone:
    """Somebody who goes on putting in cards, whatever else goes wrong."""

    def __init__(self, table: RealTable) -> None:
        self._table, self.facts = table.begin(GAME, 3), 1

    def put(self, count: int = 3) -> None:
        for _ in range(count):
            self.facts += 1
            self._table.act({"command": "put", "zone": "up1", "face": str(self.facts), "language": "en"}, "phone")

    def found(self) -> int:
        entries = self._table.journal.read_entries(1)
        return sum(entry.n == n for n, entry in enumerate(entries, 1))


def camera_that(last: Callable[[random.Random], Any], *, live: bool = False) -> Fault:
    """The eye at a camera that does this after some good frames; the next camera is a good one. `live`: as a real one is read."""

    def fault(dice: random.Random) -> Run:
        cameras: list[Camera] = [Failing(dice.randint(1, 5), last(dice)), VirtualTable(LAYOUT, make_waiting_script())]
        with RealTable() as table, patch.object(wired, "CAMERA_RETRY_S", wired.CAMERA_RETRY_S if live else 0.01):
            phone = Phone(table)
            phone.put()
            table.hands("moving")
            eye = VisionThread(
                table._inbox,
                lambda game, match: Setting(LAYOUT, {"card": Blank()}, cameras.pop(0), live=live),
                Notifier(""),
                "touch",
                Faults(),
            )
            begun = time.monotonic()
            eye.start_watching()
            until(table, lambda view: view["table"]["state"] == "lost")
            phone.put()
            until(table, lambda view: view["table"]["state"] == "still")
            took = time.monotonic() - begun if live else 0.0
            phone.put()
            eye.stop_watching()
            return phone.facts, phone.found(), True, took

    return fault


def no_frame(dice: random.Random) -> Any:
    """Something that is no frame, or none of the size of those before."""
    shape = (dice.randint(1, 900), dice.randint(1, 1600), 3)
    return dice.choice(
        [
            None,
            Frame(None, 11.0),  # type: ignore[arg-type]  # that is the fault
            Frame(np.zeros(shape[:2], np.uint8), 11.0),
            Frame(np.zeros(shape), 11.0),  # type: ignore[arg-type]
            Frame(np.zeros((0, 1280, 3), np.uint8), 11.0),
            Frame(np.zeros(shape, np.uint8), 11.0),
        ]
    )


def error(dice: random.Random) -> Exception:
    return dice.choice([OSError(5, "Input/output error"), ZeroDivisionError("a bug"), MemoryError("none left"), KeyError("x")])


def hangs(dice: random.Random) -> Callable[[], Frame]:
    def hang() -> Frame:
        threading.Event().wait(PATIENCE * 2)
        return Frame(GOOD, 20.0)

    return hang


@contextmanager
def lamps_of(table: RealTable, signals: Any) -> Iterator[Faults]:
    def tell(parts: tuple[str, ...]) -> None:
        table._inbox.leave_work(lambda session, at: session.publisher.report_faults(parts))

    faults = Faults(tell)
    lamps = Lamps(table._inbox, signals, faults)
    lamps.start_signals()
    yield faults
    lamps.stop_signals()


def pin_fails(dice: random.Random) -> Run:
    """One pin fails for a while; the others show what they should."""
    factory = MockFactory()
    pins = {"up1": 5, "up2": 6, "table": 7}
    bad = dice.choice(list(pins.values()))
    with RealTable() as table:
        phone = Phone(table)
        signals = GpioSignals(pins, 13, factory)
        works = factory.pin(bad)._set_state

        def broken(state: object) -> None:
            raise OSError(5, "Input/output error")

        factory.pin(bad)._set_state = broken
        with lamps_of(table, signals):
            until(table, lambda view: "lamp" in view["table"]["text"])
            phone.put()
            factory.pin(bad)._set_state = works
            until(table, lambda view: "lamp" not in view["table"]["text"])
            phone.put()
        factory.reset()
        return phone.facts, phone.found(), True, 0.0


class Stumbling:
    """Signals that raise whatever there is, for a while."""

    def __init__(self, raised: Exception) -> None:
        self.raised: Exception | None = raised

    def show_cues(self, cues: object, now: float) -> None:
        if self.raised:
            raise self.raised

    def close(self) -> None:
        pass


def lamps_stumble(dice: random.Random) -> Run:
    """An exception in the thread of the lamps."""
    with RealTable() as table:
        phone, signals = Phone(table), Stumbling(error(dice))
        with lamps_of(table, signals) as faults:
            until(table, lambda view: "lamp" in view["table"]["text"])
            phone.put()
            said = "lamps" in faults.standing_faults
            signals.raised = None
            until(table, lambda view: "lamp" not in view["table"]["text"])
        return phone.facts, phone.found(), said, 0.0


def session_stumbles(dice: random.Random) -> Run:
    """An exception in the thread of the session: whoever asked is told, and the next is served."""
    with RealTable() as table:
        phone = Phone(table)
        phone.put(dice.randint(1, 3))
        raised = error(dice)

        def stumble(session: Session, at: float) -> None:
            raise raised

        future = table._inbox.leave_work(stumble)
        phone.put()
        return phone.facts, phone.found(), future.exception(PATIENCE) is raised and table._inbox.is_alive, 0.0


def clock_jumps(sign: int) -> Fault:
    """The clock is set while a card lies where none should: the alarm comes no sooner and no later, and nothing is lost."""

    def fault(dice: random.Random) -> Run:
        wall, steady = [1_800_000_000.0], [500.0]
        session = Session(Journal(":memory:"), lambda game: load_sheet(game).faces)
        inbox = Inbox(session, lambda: wall[0], lambda: steady[0])

        def go_on(seconds: float) -> None:
            wall[0], steady[0] = wall[0] + seconds, steady[0] + seconds

        def alarm() -> bool:
            inbox.ask_session(lambda session, at: session.notice_time(at))
            return bool(inbox.snapshot.out_of_step)

        with RealTable() as table:
            table._inbox.stop_thread()
            table._inbox, table.journal = inbox, session.ledger._journal
            inbox.start_thread()
            phone = Phone(table)
            table.hands("still")
            table.do(lambda session, at: session.take_change(Change("down1", "", "47", 0.99, (), 0.0, False), at))
            before = dice.uniform(0.1, MIN_DIFFERENCE_S - 0.2)
            go_on(before)
            wall[0] += sign * dice.uniform(10, YEAR)
            phone.put()
            sooner = alarm()
            go_on(MIN_DIFFERENCE_S - before + 0.1)
            later = alarm()
            phone.put()
            return phone.facts, phone.found(), later and not sooner, 0.0

    return fault


FAULTS: Mapping[str, Fault] = {
    "frame that is none, or of another size": camera_that(no_frame),
    "camera or eye raises any exception": camera_that(error),
    "camera stalls": camera_that(hangs, live=True),
    "one pin fails": pin_fails,
    "lamps raise any exception": lamps_stumble,
    "session raises any exception": session_stumbles,
    "clock set forward": clock_jumps(1),
    "clock set back": clock_jumps(-1),
}
SLOW = ("camera stalls",)
"""A hundredth of the times, with the seconds that it really takes."""
