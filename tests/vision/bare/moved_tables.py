"""Drawn tables without a mat that move while they are watched: the picture is turned, the camera or the table is pushed."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import cache

import cv2
import numpy as np

from companion.games.sheets import load_sheet
from companion.sources.bare import UNKNOWN_LAYOUT, bare_table_for
from companion.sources.readers import reader_of
from companion.sources.sources import layout_for
from vision.drawn.art.styles import make_bare_table_style
from vision.drawn.table.acts import Act, Carry, Draw, Lay, Wait
from vision.drawn.table.bare_tables import make_bare_scene
from vision.drawn.table.optics import Projection
from vision.drawn.table.virtual_camera import VirtualTable
from vision.pipeline.aside import StepByStep
from vision.types import Change, Frame, Image, TableEvent, Touched
from vision.watcher import Watcher

Moved = Callable[[Image], Image]
"""Makes the picture of a moved camera out of the one before."""

BEGUN: dict[str, tuple[Act, ...]] = {
    "the_game": (Lay("up1", "12", 0), Lay("down1", "88", 1), Draw("draw", 1), Lay("up2", "9", 0), Lay("down2", "95", 0)),
    "extreme": (Lay("up1", "12", 0), Lay("down1", "48", 1), Draw("draw", 1), Lay("up2", "9", 0), Lay("down2", "55", 0)),
    "quick_easy": (Lay("up", "2R", 0), Lay("down", "9B", 1), Draw("draw", 1), Lay("up", "4G", 0)),
    "face_to_face": (
        Lay("s_up", "s12", 0),
        Lay("s_down", "s48", 0),
        Draw("s_draw", 0),
        Lay("g_up", "g9", 1),
        Lay("g_down", "g55", 1),
    ),
}
"""What was laid on the table of a game before it is moved."""

GOES_ON: dict[str, tuple[Act, ...]] = {
    "the_game": (Lay("up1", "20", 1), Draw("draw", 1), Lay("down2", "90", 0), Lay("down1", "70", 0), Draw("draw", 0)),
    "extreme": (Lay("up1", "20", 1), Draw("draw", 1), Lay("down2", "50", 0), Lay("down1", "40", 0), Draw("draw", 0)),
    "quick_easy": (Lay("up", "6Y", 1), Draw("draw", 1), Lay("down", "7R", 0), Lay("up", "8B", 0), Draw("draw", 0)),
    "face_to_face": (
        Lay("s_up", "s20", 0),
        Draw("s_draw", 0),
        Lay("g_down", "g50", 1),
        Lay("g_up", "g17", 1),
        Draw("g_draw", 1),
    ),
}
"""What is done afterwards."""


def turn_picture(quarters: int) -> Moved:
    """The picture turned clockwise by so many quarters."""
    return lambda image: np.ascontiguousarray(np.rot90(image, -quarters))


def look_from_elsewhere(image: Image) -> Image:
    """The picture of a camera that hangs a little higher and aside."""
    height, width = image.shape[:2]
    whole = np.array([(0, 0), (1, 0), (1, 1), (0, 1)], np.float32)
    moved = np.array([(0.06, 0.08), (0.92, 0.03), (0.96, 0.94), (0.04, 0.9)], np.float32)
    size = np.array([width, height], np.float32)
    return np.asarray(
        cv2.warpPerspective(
            image, cv2.getPerspectiveTransform(whole * size, moved * size), (width, height), borderMode=cv2.BORDER_REPLICATE
        ),
        np.uint8,
    )


class MovedCamera:
    """The pictures of a table, moved so many seconds after so many acts were done."""

    def __init__(self, table: VirtualTable, after: int, moved: Moved | None, rest_s: float) -> None:
        self._table, self._after, self._moved, self._rest_s = table, after, moved, rest_s

    def read(self) -> Frame:
        frame = self._table.read()
        if self._moved is None or len(self._table.log) < self._after:
            return frame
        if frame.at < self._table.log[self._after - 1][0] + self._rest_s:
            return frame
        return replace(frame, image=self._moved(frame.image))

    def __enter__(self) -> MovedCamera:
        return self

    def __exit__(self, *_: object) -> None:
        pass


@cache
def _deck(game: str):
    return reader_of("numbers", load_sheet(game).deck)


@cache
def _plan(game: str):
    return bare_table_for(game, "numbers", None, _deck(game))


class Watched:
    """A moved table that was watched to its end."""

    def __init__(
        self,
        game: str,
        between: Sequence[Act] = (),
        moved: Moved | None = None,
        *,
        at: int | None = None,
        seed: int = 3,
        top: str = "wood",
        after: Sequence[Act] | None = None,
        directions: bool = True,
    ) -> None:
        """`between`: acts while the table is moved. `moved`: makes the pictures once `at` acts are done, None = those before. `after`:
        what is done then, None = the usual. `directions`: do direction cards lie there?"""
        scene = replace(make_bare_scene(layout_for(game), seed, (top,)), style=make_bare_table_style(seed))
        scene = scene if directions else replace(scene, beside=())
        self._first = scene
        begun, later = BEGUN[game], GOES_ON[game] if after is None else tuple(after)
        script = [
            Wait(5.0 if game == "face_to_face" or not directions else 2.5),
            *begun,
            Wait(1.0),
            *between,
            Wait(1.5),
            *later,
        ]
        self.table = VirtualTable(scene.layout, script, scene=scene, speed="fast", seed=seed, fps=10)
        self.eye = Watcher(
            MovedCamera(self.table, len(begun) if at is None else at, moved, 0.8 if at is None else 0.0),
            UNKNOWN_LAYOUT,
            {"card": _deck(game)},
            bare=_plan(game),
            aside=StepByStep(),
        )
        self.told: list[TableEvent] = list(self.eye.events())

    def locate_zone(self, zone: str) -> np.ndarray:
        """Where a zone lies at the end, in shares of the picture."""
        layout, pose = self._first.layout, self._first.pose
        x, y = layout.zone(zone).middle_mm
        for _, act in self.table.log:
            if isinstance(act, Carry) and act.zone == zone:
                x, y = x + act.by_mm[0], y + act.by_mm[1]
        seen = Projection(pose, layout.size_mm, (1280, 720)).project_points(np.array([(x, y)]))[0]
        return np.asarray(seen / (1280, 720))

    @property
    def laid(self) -> list[tuple[str, str]]:
        """The cards that were laid, with their piles, in order."""
        return [(act.zone, act.face) for _, act in self.table.log if isinstance(act, Lay)]

    @property
    def cards_told(self) -> list[tuple[str, str]]:
        """The cards that were told as sure, with their piles, in order."""
        return [(one.zone, one.after) for one in self.told if isinstance(one, Change) and one.accepted]

    @property
    def asked(self) -> list[Change]:
        """What was told as unsure."""
        return [one for one in self.told if isinstance(one, Change) and not one.accepted]

    @property
    def drawn(self) -> list[str]:
        return [act.zone for _, act in self.table.log if isinstance(act, Draw)]

    @property
    def draws_told(self) -> list[str]:
        return [one.zone for one in self.told if isinstance(one, Touched)]

    @property
    def seats(self) -> list[int]:
        """Who laid the cards, in order."""
        return [act.seat or 0 for _, act in self.table.log if isinstance(act, Lay)]

    def seats_told(self) -> list[int]:
        """As `seats`, of the cards told: of two players the one at whose hand's place the first of their cards was laid."""
        hands_of = {(one.zone, one.after): one.hand for one in self.told if isinstance(one, Change) and one.accepted}
        hands = [hands_of[card] for card in self.laid if card in hands_of]
        first = {seat: hand for seat, hand in reversed([*zip(self.seats, hands, strict=False)]) if hand is not None}

        def find_seat(hand: float | None, seat: int) -> int:
            """The seat of a hand, and `seat` where nobody can say whose hand it was."""
            return seat if hand is None else min(first, key=lambda one: abs((hand - first[one] + 0.5) % 1 - 0.5))

        return [find_seat(hand, seat) for hand, seat in zip(hands, self.seats, strict=False)]

    def tell_all(self) -> Iterator[str]:
        """What was told, for the message of a test that fails."""
        return (str(one) for one in self.told if type(one).__name__ not in ("Moving", "Still"))
