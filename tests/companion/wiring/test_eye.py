"""The vision thread: what it tells of a table that was changed while nobody watched."""

import queue
import threading

from companion.games.sheets import load_sheet
from companion.session.snapshot import Snapshot
from companion.wiring.eye import Eye, Setting
from companion.wiring.mats import layout_of
from companion.wiring.notify import Notifier
from vision.drawn.acts import Wait
from vision.drawn.scene import Lying, Scene
from vision.drawn.virtual_camera import VirtualTable
from vision.types import Reader, Reading


class OneCard(Reader):
    """A reader that knows a single card."""

    def read(self, crop):
        return Reading("", "47", 0.999)


class Listening:
    """An inbox that does the work on a session which only listens."""

    def __init__(self, zones):
        self.snapshot, self.bare_zones, self._missing = Snapshot(), queue.SimpleQueue(), set(zones)
        self.all_told = threading.Event()

    def post(self, work, *, keep):
        assert keep, "what the eye saw must wait where the journal cannot be written"
        work(self, 0.0)
        return self

    def add_done_callback(self, done):
        pass

    def bare(self, zone, at):
        self.bare_zones.put(zone)
        self._missing.discard(zone)
        if not self._missing:
            self.all_told.set()

    def look(self, change, at):
        assert change.zone == "up1"
        self._missing.discard("up1")

    def hands(self, present, at):
        pass


def test_zones_that_are_bare_at_the_first_look_are_told_once():
    layout = layout_of(load_sheet("the_game"))
    x, y, width, height = layout.zone("up1").rect_mm
    lying = Scene(layout).with_pile("up1", (Lying("47", (x + width / 2, y + height / 2)),))
    camera = VirtualTable(layout, [Wait(1.5)], speed="fast", scene=lying, fps=10)
    inbox = Listening({"up1", "up2", "down1", "down2"})
    eye = Eye(inbox, lambda game, match: Setting(layout, {"card": OneCard()}, camera, live=False), Notifier(""), "touch")
    eye.start()
    assert inbox.all_told.wait(600)
    eye.stop()
    told = [inbox.bare_zones.get() for _ in range(inbox.bare_zones.qsize())]
    assert sorted(told) == ["down1", "down2", "up2"]
