"""The composition root: configuration -> camera, session, signals, web. It wires; what decides anything lives elsewhere.

Threads, one process: camera -> vision -> session (only writer) -> signals, web. Frames may be dropped, facts never.
"""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable, Mapping
from concurrent.futures import Future, wait
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from types import TracebackType
from typing import Any, Self

import cv2

from companion.errors import CompanionError, InputError, JournalError
from companion.games import FIRST
from companion.games.sheets import Sheet, games, load_sheet
from companion.match.referee import Match
from companion.session.corrections import Corrections, Looks, Seen, noted
from companion.session.inbox import Inbox, Work
from companion.session.journal import Journal
from companion.session.journal_backup import back_up_daily
from companion.session.journal_check import look_over
from companion.session.session import Session
from companion.shown.cues import Cue
from companion.shown.messages import FALLBACK, catalogue, languages
from companion.shown.onsets import Onsets
from companion.shown.table import Table, cues_of, work_of
from companion.wiring.config import Config
from companion.wiring.cookie_key import cookie_key
from companion.wiring.faults import Faults
from companion.wiring.notify import Notifier
from companion.wiring.table_events import work_of_event
from hardware.console import ConsoleSignals
from hardware.errors import HardwareError
from hardware.gpio import GpioButtons, GpioSignals
from hardware.patterns import BLINKS, lamps
from hardware.patterns import Cue as Signal
from hardware.signals import Signals
from vision.board.view import BoardReader
from vision.cameras.latest import LatestFrame
from vision.errors import EndOfVideo, VisionError
from vision.table.layout import Layout
from vision.table.light import Holdable
from vision.types import Camera, Change, Frame, Reader, TableEvent
from vision.watcher import Watcher
from web.access import OpenOnLoopback
from web.app import create_app
from web.errors import CommandRefused
from web.serve import Server

log = logging.getLogger("companion")

SIGNAL_RATE = 20.0
"""Times a second that lamps and buzzer are set."""
IDLE = 0.2
"""Seconds between looks for work when no frame comes."""
STOPPING = 0.7
"""Seconds that a thread is waited for at the end: the service has to be gone within three."""
STALLED = 10.0
"""Seconds without a frame after which the eye counts as stalled."""
RETRY = 2.0
"""Seconds until a camera that was lost is tried again."""
COLOURS = {
    "foul": "red",
    "lost": "red",
    "deadline": "amber",
    "ask": "amber",
    "out_of_step": "amber",
    "won": "green",
    "accepted": "green",
}
"""Of the lamps as a phone draws them."""


@dataclass(frozen=True, slots=True)
class Setting:
    """What the eye needs for one game. `live`: frames come by themselves and old ones may be dropped. `board`: reads the cells of a
    board, None for a game without one."""

    layout: Layout
    readers: Mapping[str, Reader]
    camera: Camera
    live: bool = True
    board: BoardReader | None = None


Scenery = Callable[[str, Match | None], Setting]
"""Camera, mat and readers of a game by its name, for the match as it stands. Raises `VisionError` where one cannot be had."""


class AnotherMatch(Exception):
    """Another match has begun: it may have another mat and another deck."""


class Eye:
    """The vision thread: watches the table of the match that is being played, and tells the inbox."""

    def __init__(self, inbox: Inbox, scenery: Scenery, notifier: Notifier, turns: str, faults: Faults | None = None) -> None:
        self._inbox, self._scenery, self._notifier, self._turns = inbox, scenery, notifier, turns
        self._faults = faults or Faults()
        self._beaten = float("-inf")
        self._frames = 0
        self._stopping = threading.Event()
        self._watcher: Watcher | None = None
        self._known: set[str] = set()
        self._pictures = Pictures()
        self.looks = Looks()
        self._thread = threading.Thread(target=self._run, name="vision", daemon=True)

    def start(self) -> None:
        """Start the thread."""
        self._thread.start()

    def stop(self) -> None:
        """End the thread with the next frame; one that hangs is left behind."""
        self.halt()
        self._thread.join(timeout=STOPPING)

    def halt(self) -> None:
        """Let the thread end, and wait for nothing."""
        self._stopping.set()

    @property
    def stalled(self) -> bool:
        """Has no frame been worked through for long, though none of the faults says why?"""
        return time.monotonic() - self._beaten > STALLED

    def picture(self, name: str) -> bytes | None:
        """A JPEG of a zone's last crop, or of the annotated table for "table"; None where there is none. From any thread."""
        return self._pictures.ask(name)

    def _draw(self, name: str) -> bytes | None:
        watcher = self._watcher
        image = None if watcher is None else watcher.annotated() if name == "table" else watcher.crop(name)
        if image is None:
            return None
        done, data = cv2.imencode(".jpg", image, [cv2.IMWRITE_JPEG_QUALITY, 80])
        return data.tobytes() if done else None

    def _run(self) -> None:
        cv2.setNumThreads(1)  # OpenCV's own threads would fight with the camera's and the web's for the Pi's four cores
        while not self._stopping.is_set():
            try:
                self._watch(self._match_id())
            except AnotherMatch:
                continue
            except EndOfVideo:
                return
            except (VisionError, CompanionError) as error:
                self._failed("camera", error)
            except Exception as error:  # a fault of ours, or of a library: it is told, and the eye starts again
                self._failed("fault", error)

    def _failed(self, reason: str, error: Exception) -> None:
        self._faults.stands("eye", error, VisionError)
        self._tell(lambda session, at: session.lost(reason))
        self._alive()  # without a camera the phones go on: that is no reason to be started anew
        self._stopping.wait(RETRY)

    def _alive(self) -> None:
        self._beaten = time.monotonic()
        self._notifier.alive()

    def _match_id(self) -> int:
        return self._inbox.snapshot.match_id

    def _watch(self, match_id: int) -> None:
        match = self._inbox.snapshot.match
        setting = self._prepared(match.started.game if match else FIRST, match)
        camera = LatestFrame(setting.camera) if setting.live else setting.camera
        with Beating(camera, partial(self._beat, match_id)) as frames:
            hold = camera.hold if isinstance(camera, Holdable) else None
            self._watcher = Watcher(frames, setting.layout, setting.readers, board=setting.board, hold=hold)
            self._known.clear()
            self._frames = 0
            for event in self._watcher.events():
                self._remember(event, setting)
                self._tell(work_of_event(event, self._turns))
        while not self._stopping.wait(IDLE):  # a video has ended: its last picture stays to be looked at
            self._beat(match_id)

    def _remember(self, event: TableEvent, setting: Setting) -> None:
        """Keep what a card was read from: should a person correct it, the deck learns from it."""
        if not isinstance(event, Change) or not event.after or self._watcher is None:
            return
        reader = setting.readers.get(event.zone) or setting.readers.get("card")
        crop = self._watcher.card(event.zone) if reader and reader.deck_name else None
        if crop is not None and reader:
            jpeg = cv2.imencode(".jpg", crop, [cv2.IMWRITE_JPEG_QUALITY, 95])[1].tobytes()
            self.looks.remember(Seen(event.zone, event.after, reader.deck_name, jpeg))

    def _prepared(self, game: str, match: Match | None) -> Setting:
        """The scenery, however long it takes to learn a deck: the watchdog is told meanwhile. Told to stop, nobody waits for it."""
        future: Future[Setting] = Future()
        threading.Thread(target=_fulfil, args=(future, self._scenery, game, match), name="scenery", daemon=True).start()
        while not wait([future], timeout=IDLE).done:
            self._alive()
            if self._stopping.is_set():
                raise EndOfVideo("told to stop")
        return future.result()

    def _beat(self, match_id: int) -> None:
        """Once a frame, in the vision thread: tell the watchdog, draw the pictures that phones wait for."""
        self._alive()
        self._frames += 1
        if self._frames == 2:  # the first one was worked through
            self._faults.over("eye")
            self._tell(_sees_again)
        self._pictures.draw(self._draw)
        self._tell_bare()
        if self._stopping.is_set():
            raise EndOfVideo("told to stop")
        if self._match_id() != match_id:
            raise AnotherMatch

    def _tell_bare(self) -> None:
        """Tell of each zone that is bare as soon as it can be seen: somebody may have cleared the table while nobody watched."""
        settled = self._watcher.settled if self._watcher else {}
        for zone in settled.keys() - self._known:
            self._known.add(zone)
            if settled[zone] == "":
                self._tell(_bare(zone))

    def _tell(self, work: Work | None) -> None:
        if work is not None:
            self._inbox.post(work, keep=True).add_done_callback(_complain)


def _fulfil(future: Future[Setting], scenery: Scenery, game: str, match: Match | None) -> None:
    try:
        future.set_result(scenery(game, match))
    except BaseException as error:  # handed to whoever waits
        future.set_exception(error)


def _sees_again(session: Session, at: float) -> None:
    if session.snapshot.reason in ("camera", "fault"):
        session.lost("")


def _bare(zone: str) -> Work:
    return lambda session, at: session.bare(zone, at)


class Pictures:
    """Pictures that phones ask for, drawn by the vision thread between two frames: only it may look at the watcher."""

    PATIENCE = 2.0

    def __init__(self) -> None:
        self._asked: dict[str, Future[bytes | None]] = {}
        self._lock = threading.Lock()

    def ask(self, name: str) -> bytes | None:
        """Wait for a picture, None if the eye draws none in time."""
        with self._lock:
            future = self._asked.setdefault(name, Future())
        try:
            return future.result(self.PATIENCE)
        except TimeoutError:
            return None

    def draw(self, draw: Callable[[str], bytes | None]) -> None:
        """Draw what was asked for."""
        with self._lock:
            asked, self._asked = self._asked, {}
        for name, future in asked.items():
            try:
                future.set_result(draw(name))
            except Exception:  # whoever asked gets none; the eye goes on
                log.exception("the picture %s could not be drawn", name)
                future.set_result(None)


class Beating:
    """A camera that tells for each frame that it is alive."""

    def __init__(self, camera: Camera, beat: Callable[[], None]) -> None:
        self._camera, self._beat = camera, beat

    def read(self) -> Frame:
        """The camera's next frame."""
        self._beat()
        return self._camera.read()

    def __enter__(self) -> Self:
        self._camera.__enter__()
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self._camera.__exit__(kind, error, trace)


class Lamps:
    """The signal thread: twenty times a second, everything that is the case goes to the lamps and the buzzer."""

    def __init__(self, inbox: Inbox, signals: Signals, faults: Faults | None = None) -> None:
        self._inbox, self._signals, self._faults = inbox, signals, faults or Faults()
        self._onsets = Onsets()
        self._stopping = threading.Event()
        self._thread = threading.Thread(target=self._run, name="signals", daemon=True)

    def start(self) -> None:
        """Start the thread."""
        self._thread.start()

    def stop(self) -> None:
        """Everything dark and silent."""
        self.halt()
        self._thread.join(timeout=STOPPING)
        try:
            self._signals.close()
        except Exception as error:  # a pin that fails must not hold up the end
            self._faults.stands("lamps", error, HardwareError)

    def _run(self) -> None:
        while not self._stopping.wait(1 / SIGNAL_RATE):
            self._set(time.monotonic())

    def halt(self) -> None:
        """Let the thread end, and wait for nothing."""
        self._stopping.set()

    def _set(self, now: float) -> None:
        try:
            self._signals.show([_signal(cue) for cue in self._onsets.of(cues_of(self._inbox.snapshot), now)], now)
        except Exception as error:  # a pin that fails, a console that is gone: told, and tried again with the next beat
            self._faults.stands("lamps", error, HardwareError)
        else:
            self._faults.over("lamps")


class WebTable(Table):
    """The table, with refusals as the web knows them. What a person puts right is kept for the deck to learn from."""

    signs: Callable[[], dict[str, str]] = dict
    """What does not work just now, by its part."""
    looks: Looks | None = None
    corrections: Corrections | None = None

    def health(self) -> dict[str, Any]:
        """What is true: "status" is "ok" or "trouble", "trouble" says of each part that does not work what is wrong with it."""
        trouble = self.signs()
        return {"status": "trouble", "trouble": trouble} if trouble else {"status": "ok"}

    def looked(self) -> Mapping[tuple[str, str], bytes]:
        """What faces were read from lately, JPEGs by zone and face."""
        return self.looks.pictures() if self.looks else {}

    def act(self, command: Mapping[str, Any], by: str) -> dict[str, Any]:
        """Do what a person asked for. Raises `CommandRefused`."""
        note = noted(self._inbox.snapshot, command)
        try:
            done = super().act(command, by)
        except (InputError, JournalError) as error:
            raise CommandRefused(catalogue(command.get("language", FALLBACK)).error(error)) from error
        seen = self.looks.of(note) if note and self.looks else None
        if note and seen and self.corrections:
            try:
                self.corrections.keep(seen, note, time.time())
            except InputError as error:  # the match goes on without
                log.warning("%s", error)
        return done


class Companion:
    """Everything that runs, wired. `state`: the directory of journal and secrets. `commands_of`, `layout_of`: see `Session`. Raises
    `JournalError`, `AddressInUse`, `GpioUnavailable` before anything has started."""

    def __init__(
        self,
        config: Config,
        scenery: Scenery,
        state: Path,
        commands_of: Callable[[str], Mapping[str, str] | None] = lambda game: None,
        layout_of: Callable[[str], str | None] | None = None,
    ) -> None:
        self.config = config
        sheets: Mapping[str, Sheet] = {game: load_sheet(game) for game in games()}
        words = catalogue(config.language)
        for notice in look_over(state / "journal.sqlite", time.time()):
            log.warning("%s", words.text(notice.id, **notice.values))
        self._state = state
        self._journal = Journal(state / "journal.sqlite")
        self.session = Session(self._journal, lambda game: sheets[game].faces, commands_of, layout_of or (lambda game: None))
        self.session.resume()
        self.inbox = Inbox(self.session, steady=time.monotonic)
        self.faults = Faults(
            lambda parts: self.inbox.post(lambda session, at: session.faulty(parts)).add_done_callback(_complain)
        )
        self.notifier = Notifier()
        self.eye = Eye(self.inbox, scenery, self.notifier, config.eye.turns, self.faults)
        places = list(config.pins.lamps) or [*_card_zones(sheets), "table"]
        self.table = WebTable(
            self.inbox, sheets, lambda cues, zones: lamps_in_view(cues, list(config.pins.lamps) or zones), self.eye.picture
        )
        self.table.signs = self._signs
        self.table.looks, self.table.corrections = self.eye.looks, Corrections(state / "decks")
        self.access = OpenOnLoopback(config.web.host)
        secret, renewed = cookie_key(state / "cookie.key")
        if renewed:
            log.warning("%s", words.text("cookie-key-renewed", path=str(state / "cookie.key")))
        app = create_app(
            self.table,
            text=lambda language, id, /, **values: catalogue(language).text(id, **values),
            language=config.language,
            languages=languages(),
            access=self.access,
            names=config.web.names,
            secret=secret,
        )
        self.server = Server(app, config.web.host, config.web.port)
        self._lamps = Lamps(self.inbox, _signals(config, places), self.faults)
        self._buttons = _buttons(config, self.inbox)

    def start(self) -> None:
        """Start all threads."""
        self.inbox.start()
        self.back_up()
        self._lamps.start()
        self.server.start()
        self.eye.start()
        self.notifier.ready(f"Open {self.server.url}")

    def _signs(self) -> dict[str, str]:
        """What does not work, the threads that hang or ended included."""
        found = self.faults.standing
        if not self.inbox.alive:
            found["session"] = "its thread has ended; start the companion again"
        if self.eye.stalled:
            found.setdefault("eye", f"no frame was worked through for {STALLED:.0f} s")
        return found

    def back_up(self) -> None:
        """See to it that there is a backup of the journal of today."""
        self.inbox.post(self._back_up).add_done_callback(_complain)

    def _back_up(self, session: Session, at: float) -> None:
        try:
            back_up_daily(self._journal, self._state, at)
        except (JournalError, OSError) as error:
            log.warning("%s", catalogue(self.config.language).text("journal-no-backup", reason=str(error)))

    def stop(self) -> None:
        """Stop all threads, the lamps dark, everything written."""
        self.notifier.stopping()
        self.eye.halt()
        self._lamps.halt()
        self.server.stop()
        self.eye.stop()
        self._lamps.stop()
        if self._buttons:
            self._buttons.close()
        self.inbox.stop()
        if self.inbox.alive:
            log.error("The journal could not take the last facts in time: what was not acknowledged is not in it.")
        else:
            self._journal.close()


def lamps_in_view(cues: tuple[Cue, ...], places: list[str]) -> list[dict[str, Any]]:
    """The lamps as the view shows them: place, colour, blink and the kind of cue."""
    shown = lamps([_signal(cue) for cue in cues], places)
    return [
        {
            "place": place,
            "kind": cue.kind if cue else "off",
            "colour": COLOURS[cue.kind] if cue else "off",
            "blink": BLINKS[cue.kind].name if cue else "off",
        }
        for place, cue in shown.items()
    ]


def _signal(cue: Cue) -> Signal:
    return Signal(cue.kind, cue.place, cue.since)


def _card_zones(sheets: Mapping[str, Sheet]) -> list[str]:
    return [zone.name for zone in sheets[FIRST].zones if zone.kind == "card"]


def _signals(config: Config, places: list[str]) -> Signals:
    if config.signals == "gpio":
        return GpioSignals(config.pins.lamps, config.pins.buzzer)
    if config.signals == "console":
        import sys

        return ConsoleSignals(places, sys.stderr)
    return Dark()


class Dark:
    """No lamps at all: the phones show what they would say."""

    def show(self, cues: Any, now: float) -> None:
        """Nothing."""

    def close(self) -> None:
        """Nothing."""


def _buttons(config: Config, inbox: Inbox) -> GpioButtons | None:
    pins = {name: pin for name, pin in (("end_turn", config.pins.end_turn), ("undo", config.pins.undo)) if pin is not None}
    if config.signals != "gpio" or not pins:
        return None
    return GpioButtons(
        pins,
        lambda name: inbox.post(work_of({"command": name}, "button"), keep=True).add_done_callback(_complain),
        time.monotonic,
    )


def _complain(future: Any) -> None:
    """Nobody waits for this piece of work, so its refusal goes to the log."""
    error = future.exception()
    if isinstance(error, InputError):
        log.info("%s", error)
    elif error is not None:
        log.error("the session could not do its work", exc_info=error)
