"""The eye at the table: the thread that watches for the match that is being played, and tells the inbox."""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Mapping
from concurrent.futures import Future, wait

import cv2

from companion.app.pause import Pause
from companion.app.pictures import Pictures
from companion.app.replays import Footage
from companion.app.table_events import work_of_event
from companion.errors import CompanionError, InputError
from companion.games import first_game
from companion.lessons.corrections import Looks, SeenCard
from companion.lessons.sure_reads import SURE, SureReads
from companion.machine.ending import STOPPING
from companion.machine.faults import Faults, complain
from companion.machine.fresh_start import NOW, FreshStart
from companion.machine.notify import Notifier
from companion.machine.pace import Pace, PaceKeeper
from companion.match.rulings import Match
from companion.session.inbox import Inbox, Work
from companion.session.session import Session
from companion.session.snapshot import FoundPiles, Snapshot
from companion.shown.cues import TABLE
from companion.shown.table import CAMERA
from companion.sources.scenery import Guest, Scenery, Setting
from vision.cameras.latest import LatestFrame
from vision.errors import NoPhone, VisionError
from vision.plane.distortion import StraightCamera
from vision.types import Camera, Change, Frame, Image, TableEvent
from vision.visible.light import hold_of
from vision.watcher import Watcher

log = logging.getLogger("companion")

IDLE = 0.2
"""Seconds between looks for work when no frame comes."""
STALLED = 10.0
"""Seconds without a frame after which the eye counts as stalled."""
RETRY = 2.0
"""Seconds until a camera that was lost is tried again."""
FIRST_SIGHT = 12
"""Number of the frame by which it is judged whether the camera still sees as when it was set up: its light is settled then, and it has not
been let go yet."""


class VisionThread:
    """The vision thread: watches the table of the match that is being played, and tells the inbox. `sure`: keeps what was read surely, for
    decks that are learned while they are played with."""

    def __init__(
        self,
        inbox: Inbox,
        scenery: Scenery,
        notifier: Notifier,
        turns: str,
        faults: Faults | None = None,
        sure: SureReads | None = None,
        footage: Footage | None = None,
        fresh_start: FreshStart | None = None,
    ) -> None:
        """`sure`: what was read surely is kept there for the owner's deck. `footage`: where shots of the table go for replays. None: not.
        `fresh_start`: weighs whether a camera that failed is a reason to start the process anew."""
        self._inbox, self._scenery, self._notifier, self._turns = inbox, scenery, notifier, turns
        self._sure, self._footage = sure, footage
        self._faults, self._fresh_start = faults or Faults(), fresh_start or FreshStart()
        self._beaten = float("-inf")
        self._frames = 0
        self._stopping, self._anew, self._followed = threading.Event(), threading.Event(), threading.Event()
        self._guest: Guest | None = None
        self._guests_frame: Frame | None = None
        self._camera: Camera | None = None
        self._sight: Image | None = None
        self._watcher: Watcher | None = None
        self._known: set[str] = set()
        self._pictures, self._pause = Pictures(), Pause()
        self._keeper = PaceKeeper()
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

    @property
    def pace(self) -> Pace:
        """How many frames were worked through, and how many were not."""
        return self._keeper.pace

    @property
    def shown(self) -> Image | None:
        """The last frame, (H, W, 3) uint8 BGR, not to be written into; None before the first. From any thread."""
        watcher = self._watcher
        frame = self._guests_frame or (watcher.frame if watcher else None)
        return frame.image if frame else None

    @property
    def first_sight(self) -> Image | None:
        """The frame by which is judged whether the camera sees as when it was set up, None before. From any thread."""
        return self._sight

    @property
    def faces(self) -> dict[str, str]:
        """The faces of the card zones in which nothing is to be decided. From any thread."""
        watcher = self._watcher
        return watcher.settled if watcher else {}

    def anew(self) -> None:
        """Open the camera and look at the table anew, with what is configured then. From any thread."""
        self._anew.set()

    def lend(self, guest: Guest | None) -> None:
        """Let somebody else look at the frames; None = the watcher again, which looks at the table anew. From any thread."""
        self._guest = guest
        if guest is None:
            self._anew.set()

    def held(self) -> Mapping[str, float]:
        """Have the camera hold its light and focus from now on, and say what it holds; {} for one that cannot say. From any thread."""
        camera = self._camera
        return camera.held_now() if isinstance(camera, LatestFrame) else {}

    def follow(self) -> None:
        """Have the camera follow the light again until the table lies still. From any thread."""
        self._followed.set()

    def picture(self, name: str) -> bytes | None:
        """A JPEG of a zone's last crop, of the annotated table for "table", of the frame as it is for "camera"; None where there is none.
        From any thread."""
        return self._pictures.ask(name)

    def _draw(self, name: str) -> bytes | None:
        watcher = self._watcher
        image = None if watcher is None else self.shown if name == CAMERA else _looked_at(watcher, name)
        if image is None:
            return None
        done, data = cv2.imencode(".jpg", image, [cv2.IMWRITE_JPEG_QUALITY, 80])
        return data.tobytes() if done else None

    def _run(self) -> None:
        cv2.setNumThreads(1)  # OpenCV's own threads would fight with the camera's and the web's for the Pi's four cores
        while not self._stopping.is_set():
            try:
                self._watch(self._inbox.snapshot)
            except (VisionError, CompanionError) as error:
                self._failed("phone" if isinstance(error, NoPhone) else "camera", error)
            except Exception as error:  # a fault of ours, or of a library: it is told, and the eye starts again
                self._failed("fault", error)

    def _failed(self, reason: str, error: Exception) -> None:
        step = self._fresh_start.failed() if reason != "phone" else ""
        self._faults.stands("eye", error, VisionError)
        if step:
            self._start_anew(step)
        else:
            self._tell(lambda session, at: session.lost(reason))
        self._alive()  # without a camera the phones go on
        self._stopping.wait(RETRY)

    def _start_anew(self, step: str) -> None:
        """The phones are told first."""
        self._tell(lambda session, at: session.lost("anew"))
        if step == NOW:
            log.warning("The camera does not come back: the companion is started anew.")
            self._notifier.start_anew()

    def _alive(self) -> None:
        self._beaten = time.monotonic()
        if not self._fresh_start.over:
            self._notifier.alive()

    def _goes_on(self, match_id: int) -> bool:
        """Is this match to be watched further? Another one may have another mat and another deck."""
        return not self._stopping.is_set() and not self._anew.is_set() and self._inbox.snapshot.match_id == match_id

    def _watch(self, begun: Snapshot) -> None:
        """Watch the table of a match, frame by frame, until another one begins or the eye is told to stop."""
        match, match_id = begun.match, begun.match_id
        self._anew.clear()
        self._tell(lambda session, at: session.waking())
        setting = self._prepared(match.started.game if match else first_game(), match)
        if setting is None:
            return
        with LatestFrame(setting.camera) if setting.live else setting.camera as camera:
            ended = False
            while self._goes_on(match_id) and not ended:
                try:
                    ended = self._look(camera, setting, match_id)
                except NoPhone as error:  # what it takes to read the table is kept until one comes
                    self._failed("phone", error)
        while self._goes_on(match_id):  # a video has ended: its last picture stays to be looked at
            self._attend()
            self._stopping.wait(IDLE)

    def _look(self, camera: Camera, setting: Setting, match_id: int) -> bool:
        """Look at the table anew, frame by frame. True: there are no further frames."""
        straight = StraightCamera(camera, setting.distortion) if setting.distortion else camera
        watcher = Watcher(
            straight,
            setting.layout,
            setting.readers,
            board=setting.board,
            hold=hold_of(camera),
            bare=setting.bare,
            clock=time.perf_counter,
        )
        self._begin(watcher, camera, setting)
        piles = _NamedPiles(self._inbox.snapshot.found_piles)
        while self._goes_on(match_id) and not watcher.ended:
            self._attend()
            if self._shown_to_guest(straight):
                continue
            self._let_follow(watcher, camera)
            told = [*piles.renamed(watcher, self._inbox.snapshot.found_piles, setting), *watcher.step()]
            for event in told:
                self._remember(event, setting)
                self._hear(event)
            self._fresh_start.pictured()
            self._keeper.frame(camera.dropped if isinstance(camera, LatestFrame) else 0, watcher.pipeline.spent)
            self._tell_bare()
            if self._footage:
                self._footage.look(watcher, told=bool(told))
            if self._frames == FIRST_SIGHT and setting.live:
                self._sight = self.shown
            if self._frames == 1:
                self._faults.over("eye")
                self._tell(_sees_again)
            if watcher.watching and self._inbox.snapshot.table == "waking":
                self._tell(lambda session, at: session.awake())
        return watcher.ended

    def _begin(self, watcher: Watcher, camera: Camera, setting: Setting) -> None:
        """A camera was opened: it holds what it held when it was set up."""
        self._watcher, self._camera, self._frames = watcher, camera, 0
        self._sight = self._guests_frame = None
        self._followed.clear()
        self._known.clear()
        self._pause.over()
        self._keeper.camera_opened()
        if self._footage:
            self._footage.begin()
        if setting.held and isinstance(camera, LatestFrame):
            camera.fix(setting.held)
            watcher.hold_light(setting.level)

    def _let_follow(self, watcher: Watcher, camera: Camera) -> None:
        """Have the camera follow the light if that was asked for."""
        if self._followed.is_set():
            self._followed.clear()
            watcher.hold_light(None)
            if hold := hold_of(camera):
                hold(False)

    def _shown_to_guest(self, camera: Camera) -> bool:
        """Does somebody else look at the frames just now? Then the next is theirs."""
        guest = self._guest
        if guest is None:
            return False
        self._guests_frame = frame = camera.read()
        self._faults.over("eye")
        guest.look(frame)
        return True

    def _hear(self, event: TableEvent) -> None:
        """Tell what the eye saw, unless the table pauses."""
        turned = self._pause.turned(event)
        if turned is not None:
            self._tell(turned)
            for change in self._pause.kept():
                self._tell(work_of_event(change, self._turns))
        elif self._pause.through(event):
            self._tell(work_of_event(event, self._turns))

    def _attend(self) -> None:
        """Before each frame: tell the watchdog, cut replays of what was ruled, draw the pictures that phones wait for."""
        self._alive()
        if self._footage:
            self._footage.attend(self._inbox.snapshot)
        self._frames += 1
        self._pictures.draw(self._draw)
        if self._sure is not None:
            self._keep_sure(self._sure)

    def _keep_sure(self, sure: SureReads) -> None:
        """What cannot be kept is told in the log, the match goes on without."""
        try:
            sure.look(self._inbox.snapshot)
        except InputError as error:
            log.warning("%s", error)

    def _remember(self, event: TableEvent, setting: Setting) -> None:
        """Keep what a card was read from: should a person correct it, the deck learns from it."""
        if not isinstance(event, Change) or not event.after or self._watcher is None:
            return
        reader = setting.readers.get(event.zone) or setting.readers.get("card")
        crop = self._watcher.card(event.zone) if reader and reader.deck_name else None
        if crop is not None and reader:
            jpeg = cv2.imencode(".jpg", crop, [cv2.IMWRITE_JPEG_QUALITY, 95])[1].tobytes()
            seen = SeenCard(event.zone, event.after, reader.deck_name, jpeg)
            self.looks.remember(seen)
            if self._sure is not None and reader.learns:
                self._weigh(event, seen, self._sure)

    def _weigh(self, event: Change, seen: SeenCard, sure: SureReads) -> None:
        """A sure read is worth learning; a better look at the same card speaks against what was read there before."""
        if not event.moved:
            sure.contradict(seen.deck, event.zone, event.before)
        elif event.accepted and event.confidence >= SURE:
            sure.expect(seen)

    def _prepared(self, game: str, match: Match | None) -> Setting | None:
        """The scenery, however long it takes to learn a deck: the watchdog is told meanwhile. None = told to stop, nobody waits for it."""
        future: Future[Setting] = Future()
        threading.Thread(target=_fulfil, args=(future, self._scenery, game, match), name="scenery", daemon=True).start()
        begun = self._fresh_start.now()
        while not wait([future], timeout=IDLE).done:
            if step := self._fresh_start.hangs(begun):
                self._start_anew(step)
            self._alive()
            if self._stopping.is_set():
                return None
        return future.result()

    def _tell_bare(self) -> None:
        """Tell of each zone that is bare as soon as it can be seen: somebody may have cleared the table while nobody watched."""
        settled = self._watcher.settled if self._watcher else {}
        for zone in settled.keys() - self._known:
            self._known.add(zone)
            if settled[zone] == "":
                self._tell(_bare(zone))

    def _tell(self, work: Work | None) -> None:
        if work is not None:
            self._inbox.post(work, keep=True).add_done_callback(complain)


class _NamedPiles:
    """What persons say of the piles of a table without a mat, handed on to the eye. `known`: what they had said before it began."""

    def __init__(self, known: FoundPiles | None) -> None:
        self._swaps, self._taps = (len(known.swaps), len(known.taps)) if known else (0, 0)
        self._kept = False

    def renamed(self, watcher: Watcher, found: FoundPiles | None, setting: Setting) -> list[TableEvent]:
        """What the eye tells of names that were exchanged since, and of draw piles that were tapped; once all are right, how the direction
        cards look is kept."""
        if found is None or setting.bare is None:
            return []
        told = [event for pair in found.swaps[self._swaps :] for event in watcher.swap(*pair)]
        told += [event for name, x, y in found.taps[self._taps :] for event in watcher.draw_pile_at(name, (x, y))]
        self._swaps, self._taps = len(found.swaps), len(found.taps)
        if found.sure and not self._kept and setting.bare.marks is None and setting.remember and watcher.landmarks:
            self._kept = True
            setting.remember(watcher.landmarks)
        return told


def _fulfil(future: Future[Setting], scenery: Scenery, game: str, match: Match | None) -> None:
    try:
        future.set_result(scenery(game, match))
    except BaseException as error:  # handed to whoever waits
        future.set_exception(error)


def _looked_at(watcher: Watcher, name: str) -> Image | None:
    return watcher.annotated() if name == TABLE else watcher.crop(name)


def _sees_again(session: Session, at: float) -> None:
    if session.snapshot.reason in ("camera", "phone", "fault", "anew"):
        session.lost("")


def _bare(zone: str) -> Work:
    return lambda session, at: session.bare(zone, at)
