"""Drawn Sequence boards for tests and benchmarks: any chips on them, in any light, seen at any size."""

from __future__ import annotations

import math
import random
from dataclasses import replace

import numpy as np

from companion.games.sequence.layouts import CLASSIC
from vision.board.places import EnrolledBoard, Placement, enrol_board, place_on_mat
from vision.drawn.art.boards import PRACTICE_LOOK, BoardLook
from vision.drawn.art.styles import NIGHT, Style
from vision.drawn.table.optics import Lens, Pose, Projection
from vision.drawn.table.render import SceneRenderer
from vision.drawn.table.scene import LaidBoard, Light, Lying, TableScene
from vision.place.layout import Layout, Zone
from vision.types import Image

PRINTED = tuple(tuple(line.split()) for line in CLASSIC.splitlines() if line.strip() and not line.startswith("#"))
Cells = tuple[tuple[str, ...], ...]
CELLS = (10, 10)
CELL_MM = 24.0
LAYOUT = Layout((300, 300), (Zone("board", "board", (30, 30, 240, 240)),), board_cells=CELLS)
BOARD_MM = 2.0
"""Thickness of the drawn board."""
Cell = tuple[int, int]
PLAIN, SHARP = Light(), Lens()


class BoardTable:
    """A drawn table with a board, whose cells the camera sees `cell_px` pixels wide. `turn`: of the board, degrees clockwise. `look`: of
    the board."""

    def __init__(
        self,
        cell_px: float = 32.0,
        turn: float = 0.0,
        tilt: float = 8.0,
        cells: Cells = PRINTED,
        look: BoardLook = PRACTICE_LOOK,
        style: Style = NIGHT,
    ) -> None:
        self.scene = TableScene(LAYOUT, board=LaidBoard(cells, turn=turn, look=look), pose=Pose(tilt=tilt), style=style)
        side = round(cell_px * LAYOUT.size_mm[1] / CELL_MM / 0.93)
        self.size = (round(side * 1.15), side)
        self._stage = SceneRenderer(self.size)
        self._turn = turn

    @property
    def placement(self) -> Placement:
        """Where the board really lies."""
        plane = Projection(self.scene.pose, LAYOUT.size_mm, self.size).compute_homography(BOARD_MM)
        cos, sin = math.cos(math.radians(self._turn)), math.sin(math.radians(self._turn))
        middle = np.array([[1, 0, 5], [0, 1, 5], [0, 0, 1.0]])
        about = middle @ np.array([[cos, -sin, 0], [sin, cos, 0], [0, 0, 1]]) @ np.linalg.inv(middle)
        return Placement(place_on_mat(LAYOUT, plane).to_picture @ about)

    def picture(
        self, chips: tuple[tuple[str, Lying], ...] = (), light: Light = PLAIN, lens: Lens = SHARP, number: int = 0
    ) -> Image:
        """The table with chips on it, as `laid` gives them."""
        piles: dict[str, tuple[Lying, ...]] = {f"r{row}c{column}": () for row in range(10) for column in range(10)}
        for zone, chip in chips:
            piles[zone] = (*piles.get(zone, ()), chip)
        return self._stage.render_picture(replace(self.scene, piles=tuple(piles.items()), light=light, lens=lens), number)

    def enrolled(self) -> EnrolledBoard:
        """The empty board, enrolled from the mean of four frames."""
        frames = [self.picture(number=i).astype(np.float32) for i in range(4)]
        return enrol_board(np.mean(frames, axis=0).round().astype(np.uint8), self.placement, CELLS)


def another_edition(seed: int = 3) -> Cells:
    """The cards of the classic board in another order."""
    cards = [card for row in PRINTED for card in row if card != "**"]
    random.Random(seed).shuffle(cards)
    return tuple(tuple("**" if card == "**" else cards.pop() for card in row) for row in PRINTED)


def laid(cell: Cell, face: str, off: tuple[float, float] = (0.0, 0.0)) -> tuple[str, Lying]:
    """A chip on a cell. `off`: how far right and down of its middle, in cells."""
    row, column = cell
    at = (30 + CELL_MM * (column + 0.5 + off[0]), 30 + CELL_MM * (row + 0.5 + off[1]))
    return f"r{row}c{column}", Lying(face, at, 37.0 * row + 11.0 * column)


def scattered(dice: random.Random, covered: float) -> dict[Cell, tuple[str, tuple[float, float]]]:
    """Chips on part of the cells, each face with how far off its middle it lies: up to a third of a cell."""
    faces = ("blue", "green", "red", "blue*", "green*", "red*")
    corners = {(0, 0), (0, 9), (9, 0), (9, 9)}
    cells = [(row, column) for row in range(10) for column in range(10) if (row, column) not in corners]
    chosen = [cell for cell in cells if dice.random() < covered]
    return {
        cell: (
            dice.choices(faces, (4, 4, 4, 1, 1, 1))[0],
            (dice.triangular(-1 / 3, 1 / 3, 0), dice.triangular(-1 / 3, 1 / 3, 0)),
        )
        for cell in chosen
    }


def light_of(kind: str, dice: random.Random) -> tuple[Light, Lens]:
    """Lamp and lens: "mild" as at enrolment, "changed" as an evening changes it, "harsh" worse than a table should be lit."""
    if kind == "mild":
        return Light(gain=dice.uniform(0.95, 1.05)), SHARP
    lamp = dice.uniform(-180, 180)
    if kind == "changed":
        return Light(dice.uniform(0.6, 1.3), dice.uniform(0.1, 0.4), lamp, dice.uniform(-0.6, 0.8)), Lens(
            dice.uniform(0.5, 1.0)
        )
    return Light(dice.uniform(0.35, 1.7), dice.uniform(0.3, 0.8), lamp, dice.uniform(-1, 1)), Lens(dice.uniform(0.6, 1.3), 3.5)
