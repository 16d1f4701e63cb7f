"""A match at the virtual table that is watched to its end, with the replays that were made of it."""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np

from companion.app.replays import Footage
from companion.app.table_events import apply_event
from companion.footage.shelf import ClipShelf
from companion.games.sheets import load_sheet
from companion.journal.journal import Journal
from companion.match.events import Started
from companion.session.session import Session
from companion.sources.sources import layout_from_sheet
from vision.drawn.table.virtual_camera import VirtualTable
from vision.types import Reader, Reading
from vision.watcher import Watcher


class Remembering(Reader):
    """A reader that is told what lies on top of a pile."""

    camera: VirtualTable

    def __init__(self, zone: str = "up1") -> None:
        self._zone = zone

    def read(self, crop):
        return Reading("", self.camera.tops[self._zone] or "?", 0.999)


def one_pile():
    whole = layout_from_sheet(load_sheet("the_game"))
    return replace(whole, zones=tuple(whole.zone(name) for name in ("up1", "draw")))


class Recorded:
    """A match that is watched to its end, with everything that was kept of it. `read`: the piles whose cards are read; `board`: reads those
    of a board."""

    def __init__(self, folder, acts, layout=None, scene=None, game="the_game", read=("up1",), board=None, **options):
        layout = layout or one_pile()
        camera = VirtualTable(layout, acts, speed="fast", scene=scene, fps=12)
        self.session = Session(Journal(":memory:"), lambda game: load_sheet(game).faces)
        self.session.begin_match(Started(game, 2, options), 0.0, "test")
        self.shelf = ClipShelf(folder / "clips", spare=0)
        self.footage = Footage(self.shelf, self.session.publisher.report_clips)
        readers = {zone: Remembering(zone) for zone in read}
        for reader in readers.values():
            reader.camera = camera
        self.watcher = Watcher(camera, layout, readers, board=board)
        self.footage.cut_due_clips(self.session.snapshot)
        self.taken = {}
        while not self.watcher.ended:
            told = self.watcher.step()
            for event in told:
                apply_event(self.session, event, event.at, "control")
            self.footage.take_shot(self.watcher, told=bool(told))
            self.taken |= {shot.at: shot for shot in self.footage._shots}
            self.footage.cut_due_clips(self.session.snapshot)
        self.footage._writer.shutdown()

    @property
    def pictures(self):
        """Every picture that was kept, if only for a moment."""
        return [decoded(shot.jpeg) for shot in self.taken.values()]


def decoded(jpeg):
    return cv2.imdecode(np.frombuffer(jpeg, np.uint8), cv2.IMREAD_COLOR)
