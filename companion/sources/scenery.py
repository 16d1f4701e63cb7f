"""What the eye needs for a game, and who may look at the frames instead."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Protocol

from companion.match.rulings import Match
from vision.bare.table import BareTable
from vision.board.view import BoardReader
from vision.pipeline.aside import Beside, StepByStep
from vision.place.layout import Layout
from vision.plane.distortion import Distortion, StraightCamera
from vision.types import Camera, Face, Frame, Image, Reader
from vision.watcher import Watcher


@dataclass(frozen=True, slots=True)
class Setting:
    """What the eye needs for a game."""

    layout: Layout
    readers: Mapping[str, Reader]
    camera: Camera
    live: bool = True  # frames come by themselves, so old ones may be dropped
    board: BoardReader | None = None  # reads the cells of a board, None for a game without one
    bare: BareTable | None = None  # what to find on a table without a mat, None where a mat lies
    # keeps pictures of direction cards once a person has named the cards
    remember: Callable[[Mapping[Face, Image]], None] | None = None
    distortion: Distortion | None = None  # of the camera lens, None for a straight lens
    # what the camera holds from the start (see `vision.visible.light.Fixable`), {} = follows the light
    held: Mapping[str, float] = field(default_factory=dict)
    level: float | None = None  # mean grey level of the picture when the camera was set up

    def straighten(self, camera: Camera) -> Camera:
        """The frames of `camera` without the distortion of the lens."""
        return StraightCamera(camera, self.distortion) if self.distortion else camera

    def watch_table(
        self,
        camera: Camera,
        hold: Callable[[bool], None] | None = None,
        clock: Callable[[], float] | None = None,
    ) -> Watcher:
        """What watches the table through `camera`. `hold`, `clock`: see `Watcher`. With a live camera slow work runs in a
        thread; with a film it is done step by step, always alike."""
        aside = Beside() if self.live else StepByStep()
        return Watcher(camera, self.layout, self.readers, board=self.board, hold=hold, bare=self.bare, clock=clock, aside=aside)


class Guest(Protocol):
    """Somebody to whom the eye lends its frames for a while (`VisionThread.lend_frames`), instead of watching the table.

    The set-up does so: a sheet or cards are shown to the camera.
    """

    def look_at_guest_frame(self, frame: Frame) -> None: ...


Scenery = Callable[[str, Match | None], Setting]
"""Camera, mat and readers of a game by name, for the match as it stands. Raises `VisionError` where something is missing."""
