"""What the eye needs for one game, and who may look instead of it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Protocol

from companion.match.rulings import Match
from vision.bare.table import BareTable
from vision.board.view import BoardReader
from vision.place.layout import Layout
from vision.plane.distortion import Distortion
from vision.types import Camera, Face, Frame, Image, Reader


@dataclass(frozen=True, slots=True)
class Setting:
    """What the eye needs for one game. `live`: frames come by themselves and old ones may be dropped. `board`: reads the cells of a
    board, None for a game without one; `bare`: what is to be found on a table without a mat, None where one lies;
    `remember`: keeps the pictures of its direction cards once a person has said which is which. `distortion`: what the camera's lens
    bends, None for a good one. `held`: what it is to hold from the start (see `vision.visible.light.Fixable`), {} = it follows the light;
    `level`: how bright its picture was then."""

    layout: Layout
    readers: Mapping[str, Reader]
    camera: Camera
    live: bool = True
    board: BoardReader | None = None
    bare: BareTable | None = None
    remember: Callable[[Mapping[Face, Image]], None] | None = None
    distortion: Distortion | None = None
    held: Mapping[str, float] = field(default_factory=dict)
    level: float | None = None


class Guest(Protocol):
    """Who looks at the frames for a while instead of the watcher: a sheet or cards are shown to the camera."""

    def look_at_guest_frame(self, frame: Frame) -> None: ...


Scenery = Callable[[str, Match | None], Setting]
"""Camera, mat and readers of a game by its name, for the match as it stands. Raises `VisionError` where one cannot be had."""
