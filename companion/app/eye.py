"""The eye at the table: a thread watches for the match being played, and posts what was seen to the session."""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable, Mapping
from concurrent.futures import Future, wait

import cv2

from companion.app.named_board import NamedBoard
from companion.app.named_piles import NamedPiles
from companion.app.pause import Pause
from companion.app.pictures import Pictures, StrayPictures
from companion.app.replays import Footage
from companion.app.table_events import work_of_event
from companion.errors import CompanionError, InputError
from companion.games import first_game
from companion.lessons.corrections import Looks, SeenCard
from companion.lessons.sure_reads import MIN_SURE_CONFIDENCE, SureReads
from companion.machine.ending import THREAD_STOP_S
from companion.machine.faults import Faults, log_refusal
from companion.machine.fresh_start import RESTART_NOW, FreshStart
from companion.machine.notify import Notifier
from companion.machine.pace import Pace, PaceKeeper
from companion.match.rulings import Match
from companion.session.inbox import Inbox, Work
from companion.session.session import Session
from companion.session.snapshot import Snapshot
from companion.shown.bare_table import BOARD_PICTURE
from companion.shown.cues import TABLE
from companion.shown.table import CAMERA_PICTURE
from companion.sources.scenery import Guest, Scenery, Setting
from vision.cameras.latest import LatestFrame
from vision.errors import LayoutError, NoPhone, VisionError
from vision.types import Camera, Change, Frame, Image, StrayCard, TableEvent
from vision.visible.light import hold_of
from vision.watcher import Watcher

log = logging.getLogger("companion")

EYE_IDLE_S = 0.2  # seconds between looks for work while no frame comes; guess
MAX_FRAME_GAP_S = 10.0  # seconds without a frame until the eye counts as stalled; guess: far above any slow frame
CAMERA_RETRY_S = 2.0  # seconds until a lost camera is opened again; also said in docs/internals.md; guess
FIRST_SIGHT_FRAME = 12  # number of the frame that is compared with the set-up: light has settled, no hand has come; guess


class VisionThread:
    """The vision thread: watches the table of the match being played and posts events to the inbox."""

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
        say_table: Callable[[Snapshot], str] = lambda snapshot: "",
    ) -> None:
        """`scenery`: camera, mat and readers of a game. `notifier`: feeds the watchdog. `turns`: "touch" or "control", see
        `work_of_event`. `faults`: where trouble is reported. `sure`: where sure reads are kept for the deck of the owner,
        None = nowhere. `footage`: records replays, None = no replays. `fresh_start`: decides whether a failing camera is a
        reason to restart the process. `say_table`: what is seen and waited for while a table is learned, for the log; "" = nothing."""
        self._inbox, self._scenery, self._notifier, self._turns = inbox, scenery, notifier, turns
        self._sure, self._footage = sure, footage
        self._faults, self._fresh_start = faults or Faults(), fresh_start or FreshStart()
        self._beaten = float("-inf")
        self._frames = 0
        self._watched_match: int | None = None  # number of the match whose table was watched last
        self._stopping, self._anew, self._followed = threading.Event(), threading.Event(), threading.Event()
        self._guest: Guest | None = None
        self._guests_frame: Frame | None = None
        self._camera: Camera | None = None
        self._sight: Image | None = None
        self._watcher: Watcher | None = None
        self._known: set[str] = set()
        self._strays = StrayPictures()
        self._say_table, self._said = say_table, ""
        self._pictures, self._pause = Pictures(), Pause()
        self._keeper = PaceKeeper()
        self.looks = Looks()
        self._thread = threading.Thread(target=self._watch_matches, name="vision", daemon=True)

    def start_watching(self) -> None:
        """Start the thread."""
        self._thread.start()

    def stop_watching(self) -> None:
        """End the thread after the current frame; a hanging thread is left behind."""
        self.ask_to_end()
        self._thread.join(timeout=THREAD_STOP_S)

    def ask_to_end(self) -> None:
        """Ask the thread to end, and return at once."""
        self._stopping.set()

    @property
    def is_stalled(self) -> bool:
        """Has no frame been worked through for `MAX_FRAME_GAP_S`, and no fault been reported?"""
        return time.monotonic() - self._beaten > MAX_FRAME_GAP_S

    @property
    def pace(self) -> Pace:
        """How many frames were watched and dropped."""
        return self._keeper.pace

    @property
    def last_image(self) -> Image | None:
        """The last frame, (H, W, 3) uint8 BGR, not to be written into; None before the first frame. From any thread."""
        watcher = self._watcher
        frame = self._guests_frame or (watcher.frame if watcher else None)
        return frame.image if frame else None

    @property
    def live_image(self) -> Image | None:
        """The last frame as of `last_image`, of a live camera alone. From any thread."""
        return self.last_image if isinstance(self._camera, LatestFrame) else None

    @property
    def first_sight(self) -> Image | None:
        """The frame to compare with the set-up, None before `FIRST_SIGHT_FRAME`. From any thread."""
        return self._sight

    @property
    def settled_faces(self) -> dict[str, str]:
        """Face by card zone, for zones without a pending decision. From any thread."""
        watcher = self._watcher
        return watcher.settled if watcher else {}

    def reopen_camera(self) -> None:
        """Have the camera opened again and the table looked at anew, with the present configuration. From any thread."""
        self._anew.set()

    def lend_frames(self, guest: Guest | None) -> None:
        """Hand frames to `guest` instead of the watcher; None = back to the watcher, with a new look at the table. From any
        thread."""
        self._guest = guest
        if guest is None:
            self._anew.set()

    def hold_camera(self) -> Mapping[str, float]:
        """Exposure, white balance and focus by name, held by the camera from now on; {} before a camera, or for a camera
        without a say. From any thread."""
        camera = self._camera
        return camera.held_now() if isinstance(camera, LatestFrame) else {}

    def release_camera(self) -> None:
        """Let the camera follow the light again until the table lies still. From any thread."""
        self._followed.set()

    def picture_of(self, name: str) -> bytes | None:
        """A JPEG, or None: the last crop of zone `name`, the annotated table for "table", or the plain frame for "camera".
        From any thread; blocks."""
        return self._pictures.request_picture(name)

    def _encode_view(self, name: str) -> bytes | None:
        """A JPEG of the camera picture, the table with marks or a zone, by `name` as in `ShownTable.picture`. None before the
        first frame, or for an unseen zone."""
        if (stray := self._strays.find_picture(name)) is not None:
            return stray
        watcher, image = self._watcher, None
        try:
            if watcher is not None:
                image = self._draw_view(watcher, name)
        except LayoutError:  # a pile of the match of which nobody knows yet where it lies
            return None
        if image is None:
            return None
        done, data = cv2.imencode(".jpg", image, [cv2.IMWRITE_JPEG_QUALITY, 80])
        return data.tobytes() if done else None

    def _draw_view(self, watcher: Watcher, name: str) -> Image | None:
        """The picture `name`: the camera's, the table with marks, the board to be named, else the crop of a zone. (H, W, 3)
        uint8 BGR; None while there is none."""
        if name == CAMERA_PICTURE:
            return self.last_image
        if name.startswith(BOARD_PICTURE):
            return watcher.unread_board
        return watcher.annotated() if name == TABLE else watcher.crop(name)

    def _watch_matches(self) -> None:
        """Watch one match after the other until told to stop; every error is reported, and the eye starts again."""
        cv2.setNumThreads(1)  # OpenCV's own threads would fight with the camera's and the web's for the Pi's four cores
        while not self._stopping.is_set():
            try:
                self._watch_match(self._inbox.snapshot)
            except (VisionError, CompanionError) as error:
                self._report_failure("phone" if isinstance(error, NoPhone) else "camera", error)
            except Exception as error:  # a fault of ours, or of a library: it is told, and the eye starts again
                self._report_failure("fault", error)

    def _report_failure(self, reason: str, error: Exception) -> None:
        """Report that the eye fails, weigh a restart, and wait `CAMERA_RETRY_S`. `reason`: "phone", "camera" or "fault"; a
        missing phone is no ground for a restart."""
        step = self._fresh_start.note_failure() if reason != "phone" else ""
        self._faults.report_fault("eye", error, VisionError)
        if step:
            self._announce_restart(step)
        else:
            self._post_work(lambda session, at: session.publisher.report_lost(reason))
        self._mark_alive()  # without a camera the phones go on
        self._stopping.wait(CAMERA_RETRY_S)

    def _announce_restart(self, step: str) -> None:
        """Announce a restart to the phones; for the step `RESTART_NOW`, ask the service manager for the restart."""
        self._post_work(lambda session, at: session.publisher.report_lost("anew"))
        if step == RESTART_NOW:
            log.warning("The camera does not come back: the companion is started anew.")
            self._notifier.request_restart()

    def _mark_alive(self) -> None:
        self._beaten = time.monotonic()
        if not self._fresh_start.is_decided:
            self._notifier.notify_alive()

    def _is_still_watched(self, match_id: int) -> bool:
        """Is the match `match_id` to be watched further? Another match may have another mat and deck."""
        return not self._stopping.is_set() and not self._anew.is_set() and self._inbox.snapshot.match_id == match_id

    def _watch_match(self, begun: Snapshot) -> None:
        """Watch the table of the match in `begun` until another match begins, the camera is to be opened anew, or the
        thread is to end. A video that has ended leaves its last picture in view."""
        match, match_id = begun.match, begun.match_id
        self._anew.clear()
        if self._watched_match in (None, match_id):
            self._post_work(lambda session, at: session.publisher.report_waking())
        else:
            self._post_work(lambda session, at: session.await_table())
        self._watched_match = match_id
        setting = self._prepare_setting(match.started.game if match else first_game(), match)
        if setting is None:
            return
        with LatestFrame(setting.camera) if setting.live else setting.camera as camera:
            ended = False
            while self._is_still_watched(match_id) and not ended:
                try:
                    ended = self._watch_table(camera, setting, match_id)
                except NoPhone as error:  # what it takes to read the table is kept until one comes
                    self._report_failure("phone", error)
        while self._is_still_watched(match_id):  # a video has ended: its last picture stays to be looked at
            self._serve_between_frames()
            self._stopping.wait(EYE_IDLE_S)

    def _watch_table(self, camera: Camera, setting: Setting, match_id: int) -> bool:
        """True where the camera has no further frames; False where another match than `match_id` begins or the thread is to
        end. While a guest (set-up, enrolling) borrows the camera, frames go to the guest alone."""
        straight = setting.straighten(camera)
        watcher = setting.watch_table(straight, hold_of(camera), time.perf_counter)
        self._begin_with_camera(watcher, camera, setting)
        piles, board = NamedPiles(self._inbox.snapshot.found_piles, self._post_work), NamedBoard()
        while self._is_still_watched(match_id) and not watcher.ended:
            self._serve_between_frames()
            if self._show_frame_to_guest(straight):
                continue
            self._release_camera_if_asked(watcher, camera)
            board.apply_naming(watcher, self._inbox.snapshot.board_naming)
            told = [*piles.apply_new_names(watcher, self._inbox.snapshot.found_piles, setting), *watcher.step()]
            for event in told:
                self._remember_crop(event, setting)
                if isinstance(event, StrayCard) and self.last_image is not None:
                    self._strays.keep_picture(event.outline, self.last_image)
                self._pass_event_on(event)
            self._fresh_start.note_picture()
            self._keeper.count_frame(camera.dropped if isinstance(camera, LatestFrame) else 0, watcher.pipeline.spent)
            self._tell_bare_zones()
            if self._footage:
                self._footage.take_shot(watcher, told=bool(told))
            if self._frames == FIRST_SIGHT_FRAME and setting.live:
                self._sight = self.last_image
            if self._frames == 1:
                self._faults.report_recovery("eye")
                self._post_work(_report_sight_regained)
            if watcher.watching and self._inbox.snapshot.table == "waking":
                self._post_work(lambda session, at: session.publisher.report_awake())
        return watcher.ended

    def _begin_with_camera(self, watcher: Watcher, camera: Camera, setting: Setting) -> None:
        """Reset what belonged to the former camera, the pause and shots included. A live camera holds the light of the
        set-up, if known."""
        self._watcher, self._camera, self._frames = watcher, camera, 0
        self._sight = self._guests_frame = None
        self._followed.clear()
        self._known.clear()
        self._pause.end_pause()
        self._keeper.begin_camera()
        if self._footage:
            self._footage.forget_shots()
        if setting.held and isinstance(camera, LatestFrame):
            camera.fix(setting.held)
            watcher.hold_light(setting.level)

    def _release_camera_if_asked(self, watcher: Watcher, camera: Camera) -> None:
        """Let the camera follow the light if `release_camera` was called."""
        if self._followed.is_set():
            self._followed.clear()
            watcher.hold_light(None)
            if hold := hold_of(camera):
                hold(False)

    def _show_frame_to_guest(self, camera: Camera) -> bool:
        """True where a guest (see `Guest`) has the frames just now: the next frame was read and shown to the guest. False
        without a guest, and no frame was read."""
        guest = self._guest
        if guest is None:
            return False
        self._guests_frame = frame = camera.read()
        self._faults.report_recovery("eye")
        guest.look_at_guest_frame(frame)
        return True

    def _pass_event_on(self, event: TableEvent) -> None:
        """Post what the eye saw, unless the table pauses. A pause card begins or ends the pause; at the end, the changes kept
        meanwhile are posted."""
        turned = self._pause.toggle_by_card(event)
        if turned is not None:
            self._post_work(turned)
            for change in self._pause.release_changes():
                self._post_work(work_of_event(change, self._turns))
        elif self._pause.let_through(event):
            self._post_work(work_of_event(event, self._turns))

    def _serve_between_frames(self) -> None:
        """Before each frame: feed the watchdog, cut replays of new rulings, draw pictures for waiting phones, keep sure
        reads."""
        self._mark_alive()
        if self._footage:
            self._footage.cut_due_clips(self._inbox.snapshot)
        self._frames += 1
        self._pictures.draw_requested(self._encode_view)
        if (said := self._say_table(self._inbox.snapshot)) != self._said:
            self._said = said
            if said:
                log.info("%s", said)
        try:
            if self._sure is not None:
                self._sure.keep_borne_out(self._inbox.snapshot)
        except InputError as error:  # the disk refuses, and the match goes on
            log.warning("%s", error)

    def _remember_crop(self, event: TableEvent, setting: Setting) -> None:
        """Keep the crop of a card read by a reader of a deck: the deck learns from the crop if a person corrects the read. A
        sure read is also proposed to `SureReads`; a second look at the same card withdraws the first."""
        if not isinstance(event, Change) or not event.after or self._watcher is None:
            return
        reader = setting.readers.get(event.zone) or setting.readers.get("card")
        crop = self._watcher.card(event.zone) if reader and reader.deck_name else None
        if crop is not None and reader:
            jpeg = cv2.imencode(".jpg", crop, [cv2.IMWRITE_JPEG_QUALITY, 95])[1].tobytes()
            seen = SeenCard(event.zone, event.after, reader.deck_name, jpeg)
            self.looks.remember_look(seen)
            if self._sure is None or not reader.learns:
                return
            if not event.moved:  # a second look at the same card
                self._sure.contradict_read(seen.deck, event.zone, event.before)
            elif event.accepted and event.confidence >= MIN_SURE_CONFIDENCE:
                self._sure.expect_read(seen)

    def _prepare_setting(self, game: str, match: Match | None) -> Setting | None:
        """Camera, mat and readers for `game`, however long loading a deck takes; the watchdog is fed meanwhile. None: the
        thread is to end. Raises what loading raises."""
        future: Future[Setting] = Future()

        def prepare() -> None:
            try:
                future.set_result(self._scenery(game, match))
            except BaseException as error:  # handed to whoever waits
                future.set_exception(error)

        threading.Thread(target=prepare, name="scenery", daemon=True).start()
        begun = self._fresh_start.clock_now()
        while not wait([future], timeout=EYE_IDLE_S).done:
            if step := self._fresh_start.note_hanging(begun):
                self._announce_restart(step)
            self._mark_alive()
            if self._stopping.is_set():
                return None
        return future.result()

    def _tell_bare_zones(self) -> None:
        """Post each bare zone the first time the zone is seen: somebody may have cleared the table while nobody watched."""
        settled = self._watcher.settled if self._watcher else {}
        for zone in settled.keys() - self._known:
            self._known.add(zone)
            if settled[zone] == "":
                self._post_work(_record_bare_zone(zone))

    def _post_work(self, work: Work | None) -> None:
        if work is not None:
            self._inbox.leave_work(work, keep=True).add_done_callback(log_refusal)


def _report_sight_regained(session: Session, at: float) -> None:
    if session.snapshot.reason in ("camera", "phone", "fault", "anew"):
        session.publisher.report_lost("")


def _record_bare_zone(zone: str) -> Work:
    return lambda session, at: session.record_bare_zone(zone, at)
