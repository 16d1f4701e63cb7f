"""The vision thread: what it tells of a table that was changed while nobody watched."""

import queue
import threading
from dataclasses import replace

import pytest

from companion.app.eye import VisionThread
from companion.games.sheets import load_sheet
from companion.machine.notify import Notifier
from companion.session.publisher import Publisher
from companion.sources.scenery import Setting
from companion.sources.sources import layout_from_sheet
from vision.drawn.table.acts import Wait
from vision.drawn.table.render import SceneRenderer
from vision.drawn.table.scene import Lying, TableScene
from vision.drawn.table.virtual_camera import VirtualTable
from vision.errors import NoPhone
from vision.types import Frame, Reader, Reading


class OneCard(Reader):
    """A reader that knows a single card."""

    def read(self, crop):
        return Reading("", "47", 0.999)


class Listening:
    """An inbox that does the work on a session which only listens."""

    def __init__(self, zones):
        self.publisher = Publisher()
        self.bare_zones, self._missing = queue.SimpleQueue(), set(zones)
        self.all_told = threading.Event()

    @property
    def snapshot(self):
        return self.publisher.snapshot

    def leave_work(self, work, *, keep):
        assert keep, "what the eye saw must wait where the journal cannot be written"
        work(self, 0.0)
        return self

    def add_done_callback(self, done):
        pass

    def record_bare_zone(self, zone, at):
        self.bare_zones.put(zone)
        self._missing.discard(zone)
        if not self._missing:
            self.all_told.set()

    def take_change(self, change, at, *, by_touch):
        assert change.zone == "up1"
        self._missing.discard("up1")

    def record_hands(self, present, at, **_):
        pass

    def await_table(self):
        self.publisher.report_another_table()


def test_zones_that_are_bare_at_the_first_look_are_told_once():
    layout = layout_from_sheet(load_sheet("the_game"))
    lying = TableScene(layout).with_pile("up1", (Lying("47", layout.zone("up1").middle_mm),))
    camera = VirtualTable(layout, [Wait(1.5)], speed="fast", scene=lying, fps=10)
    inbox = Listening({"up1", "up2", "down1", "down2"})
    eye = VisionThread(
        inbox, lambda game, match: Setting(layout, {"card": OneCard()}, camera, live=False), Notifier(""), "touch"
    )
    eye.start_watching()
    assert inbox.all_told.wait(600)
    eye.stop_watching()
    told = [inbox.bare_zones.get() for _ in range(inbox.bare_zones.qsize())]
    assert sorted(told) == ["down1", "down2", "up2"]


class Rationed:
    """A camera that gives as many frames as it is allowed to."""

    def __init__(self, camera):
        self._camera, self._allowed = camera, threading.Semaphore(0)
        self.asked, self.closed = threading.Semaphore(0), threading.Event()

    def allow(self, frames):
        self._allowed.release(frames)

    def read(self):
        self.asked.release()
        self._allowed.acquire()
        return self._camera.read()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.closed.set()


class Telling(Listening):
    """An inbox whose session keeps what was seen of the piles."""

    def __init__(self):
        super().__init__(())
        self.seen = queue.SimpleQueue()

    def take_change(self, change, at, *, by_touch):
        self.seen.put(change.after)


class Phones:
    """A phone that gives its camera, goes away twice, and comes back each time."""

    def __init__(self, camera):
        self._camera, self._left, self.frames = camera, [None, NoPhone("gone"), None, NoPhone("gone"), None], 0
        self.closed = threading.Event()

    def read(self):
        away = self._left.pop(0) if len(self._left) > 1 else None
        if away:
            raise away
        self.frames += 1
        return self._camera.read()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.closed.set()


def test_what_it_takes_to_read_is_kept_while_no_phone_gives_its_camera(monkeypatch):
    monkeypatch.setattr("companion.app.eye.CAMERA_RETRY_S", 0.0)
    layout, table = lying(seconds=3600.0)  # a slow machine drops frames: it must not be over before the pile was seen
    inbox, phone, made = Telling(), Phones(table), []

    def scenery(game, match):
        made.append(game)
        return Setting(layout, {"card": OneCard()}, phone)

    eye = VisionThread(inbox, scenery, Notifier(""), "touch")
    eye.start_watching()
    assert inbox.seen.get(timeout=600) == "47"
    eye.stop_watching()
    assert phone.closed.wait(600)
    assert phone.frames > 2 and len(made) == 1


def lying(seconds=0.4):
    """A mat of one pile with a 47 on it, filmed without anybody near."""
    whole = layout_from_sheet(load_sheet("the_game"))
    layout = replace(whole, zones=(whole.zone("up1"),))
    scene = TableScene(layout).with_pile("up1", (Lying("47", layout.zone("up1").middle_mm),))
    return layout, VirtualTable(layout, [Wait(seconds)], speed="fast", scene=scene, fps=30)


def asked(camera, times):
    """Wait until it has been asked for so many frames more."""
    for _ in range(times):
        assert camera.asked.acquire(timeout=600)


def test_being_told_to_stop_is_not_the_end_of_a_video():
    layout, filmed = lying()
    camera, inbox = Rationed(filmed), Telling()
    eye = VisionThread(
        inbox, lambda game, match: Setting(layout, {"card": OneCard()}, camera, live=False), Notifier(""), "touch"
    )
    eye.start_watching()
    camera.allow(5)  # the card was read twice, but has not lain there for long enough
    asked(camera, 6)
    eye.ask_to_end()
    camera.allow(1)
    eye._thread.join(600)
    assert camera.closed.is_set() and inbox.seen.empty()


def test_an_eye_that_has_not_seen_the_table_yet_is_not_taken_for_none():
    layout, filmed = lying()
    camera, inbox = Rationed(filmed), Telling()
    assert inbox.snapshot.table == "none"
    eye = VisionThread(
        inbox, lambda game, match: Setting(layout, {"card": OneCard()}, camera, live=False), Notifier(""), "touch"
    )
    eye.start_watching()
    asked(camera, 1)
    assert inbox.snapshot.table == "waking"
    camera.allow(5)
    asked(camera, 5)
    assert inbox.snapshot.table == "still"
    eye.ask_to_end()
    camera.allow(1)
    eye._thread.join(600)


def test_with_another_match_its_own_table_is_watched():
    layout, filmed = lying()
    cameras, games, inbox = [Rationed(filmed), Rationed(filmed)], [], Telling()

    def scenery(game, match):
        games.append(game)
        return Setting(layout, {"card": OneCard()}, cameras[len(games) - 1], live=False)

    eye = VisionThread(inbox, scenery, Notifier(""), "touch")
    eye.start_watching()
    asked(cameras[0], 1)
    cameras[0].allow(5)
    asked(cameras[0], 5)
    assert inbox.snapshot.table == "still"
    inbox.publisher.publish_changes(match_id=1)
    cameras[0].allow(1)
    asked(cameras[1], 1)
    assert cameras[0].closed.is_set() and not cameras[1].closed.is_set() and len(games) == 2
    assert inbox.snapshot.table == "waking", "of the table of this match nothing was seen yet"
    eye.ask_to_end()
    cameras[1].allow(1)
    eye._thread.join(600)


def test_when_a_video_has_ended_what_it_showed_last_is_told_and_can_be_looked_at():
    layout, filmed = lying()
    inbox = Telling()
    eye = VisionThread(
        inbox, lambda game, match: Setting(layout, {"card": OneCard()}, filmed, live=False), Notifier(""), "touch"
    )
    eye.start_watching()
    assert inbox.seen.get(timeout=600) == "47"
    assert (picture := eye.picture_of("up1")) and picture.startswith(b"\xff\xd8")
    eye.stop_watching()
    assert not eye._thread.is_alive()


class Still:
    """A camera before which nothing happens, without an end."""

    def __init__(self, picture):
        self._picture, self._at = picture, 0.0

    def read(self):
        self._at += 0.1
        return Frame(self._picture, self._at)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        pass


@pytest.mark.parametrize("live", [True, False])
def test_phones_are_looked_for_in_the_pictures_of_a_live_camera_alone(live):
    layout = layout_from_sheet(load_sheet("the_game"))
    camera = Still(SceneRenderer().render_picture(TableScene(layout)))
    inbox = Listening({"up1", "up2", "down1", "down2"})
    eye = VisionThread(
        inbox, lambda game, match: Setting(layout, {"card": OneCard()}, camera, live=live), Notifier(""), "touch"
    )
    assert eye.live_image is None
    eye.start_watching()
    assert inbox.all_told.wait(600)
    assert (eye.live_image is not None) is live and eye.last_image is not None
    eye.stop_watching()
