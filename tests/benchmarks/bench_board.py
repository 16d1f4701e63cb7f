"""How well and how fast the chips on a drawn Sequence board are read: every chip, board, lamp and lens is drawn.

Each board is another: 10 to 80 % covered, chips up to a third of a cell off, some flipped. `right`: cells read right in one look.
`false`: chips seen on empty cells. `settled`: cells read right of those on which four frames agree; `asked`: cells on which they do not.
Then: chips on a line between two cells, and stacks of two that lean; each should be asked about. Print of boards of other editions;
corners tapped up to a third of a cell off; films in which the table is bumped between two chips, which alone should be told.

    python -m tests.benchmarks.bench_board [BOARDS]      12 a row; 200 prove the last hundredths of a percent in about an hour
    python -m tests.benchmarks.bench_board live [SCENES]  boards that were never enrolled, recognised on a bare table by their cards
"""

from __future__ import annotations

import math
import random
import sys
import time
from collections import Counter
from dataclasses import dataclass, field
from statistics import median

import cv2
import numpy as np

from companion.match.events import Started
from companion.sources.bare import bare_table_for
from companion.sources.sources import board_for, layout_for
from tests.vision.board_scenes import BOARD_MM, CELLS, LAYOUT, PRINTED, BoardTable, another_edition, laid, light_of, scattered
from vision.board.chips import WHITE, CellLooks, ChipReader, shrink_fine_picture
from vision.board.places import Placement, flatten_board, place_by_corners, place_on_mat, square_up
from vision.board.printed import read_print
from vision.board.training import learn_chips
from vision.board.view import BoardReader, BoardView, read_cells
from vision.debounce import DEBOUNCE, Votes
from vision.drawn.art.boards import draw_enrolled_board
from vision.drawn.table.acts import Bump, Lay, Wait
from vision.drawn.table.bare_tables import make_bare_scene
from vision.drawn.table.optics import Projection
from vision.drawn.table.render import SceneRenderer
from vision.drawn.table.scene import LaidBoard, TableScene
from vision.drawn.table.virtual_camera import VirtualTable
from vision.place.fiducials import Registration
from vision.place.profile import Profile
from vision.plane.homography import project
from vision.steps import finish_steps
from vision.types import UNREADABLE, Change, Image, Reading
from vision.watcher import Watcher

SIZES = (24, 32, 44)
LIGHTS = ("mild", "changed", "harsh")
BUMPS = ((1, 1), (2, 0), (3, -2), (5, 3), (8, -1), (10, 2), (15, -4), (20, 5))
"""Millimetres and degrees."""
GOALS = {("changed", 32): "99.5", ("harsh", 32): "97.0"}
BOARDS = 12
FRAMES = 4

LIVE_SIZE, SEARCHES = (1280, 720), 8


@dataclass
class Count:
    """Cells of one size in one light."""

    cells: int = 0
    wrong: int = 0
    empty: int = 0
    false: int = 0
    settled: int = 0
    settled_wrong: int = 0
    mistakes: Counter[tuple[str, str]] = field(default_factory=Counter)

    def look(self, truth: dict[tuple[int, int], str], looks: CellLooks) -> None:
        """Add one look at a board."""
        for cell, look in looks.items():
            face = truth.get(cell, "")
            self.cells, self.empty = self.cells + 1, self.empty + (not face)
            if look.face != face:
                self.wrong, self.false = self.wrong + 1, self.false + (not face and look.face != UNREADABLE)
                self.mistakes[face, look.face] += 1

    def settle(self, truth: dict[tuple[int, int], str], votes: dict[tuple[int, int], Votes]) -> None:
        """Add what several frames of one board came to."""
        for cell, vote in votes.items():
            if vote.has_agreed():
                self.settled += 1
                self.settled_wrong += vote.best_face != truth.get(cell, "")


def watch_board(table: BoardTable, reader: ChipReader, kind: str, dice: random.Random, count: Count) -> None:
    """Draw one board and look at it a few times."""
    chips = scattered(dice, dice.uniform(0.1, 0.8))
    truth = {cell: WHITE if face.endswith("*") else face for cell, (face, _) in chips.items()}
    light, lens = light_of(kind, dice)
    things = tuple(laid(cell, *chip) for cell, chip in chips.items())
    votes: dict[tuple[int, int], Votes] = {}
    for number in range(FRAMES):
        looks = reader.read_all_cells(
            shrink_fine_picture(flatten_board(table.picture(things, light, lens, number), table.placement, CELLS))
        )
        if number == 0:
            count.look(truth, looks)
        for cell, look in looks.items():
            sure = look.confidence >= DEBOUNCE.min_sure and look.face != UNREADABLE
            votes[cell] = votes.get(cell, Votes()).add_look(Reading("", look.face, look.confidence, look.alternatives, sure))
    count.settle(truth, votes)


def asked(table: BoardTable, reader: ChipReader, off: float, stack: bool, boards: int) -> tuple[int, int]:
    """Of chips that are not alone on a cell's middle: how many are asked about, of how many. `off`: in cells; `stack`: on another chip."""
    done = total = 0
    for number in range(boards):
        dice = random.Random(f"{off} {number}")
        light, lens = light_of(LIGHTS[number % 3], dice)
        cells, things = [(row, column) for row in (1, 3, 5, 7) for column in (1, 3, 5, 7)], []
        for cell in cells:
            face, lean, at = (
                dice.choice(("blue", "green", "red")),
                dice.uniform(0, 2 * math.pi),
                dice.choice(((off, 0), (0, off))),
            )
            below = (dice.uniform(-0.15, 0.15), dice.uniform(-0.15, 0.15))
            above = (below[0] + off * math.cos(lean), below[1] + off * math.sin(lean))
            things += [laid(cell, face, below), laid(cell, face, above)] if stack else [laid(cell, face, at)]
        looks = reader.read_all_cells(
            shrink_fine_picture(flatten_board(table.picture(tuple(things), light, lens), table.placement, CELLS))
        )
        beside = {cell: [(cell[0], cell[1] + 1), (cell[0] + 1, cell[1])] for cell in cells}
        for cell in cells:
            around = [cell] if stack else [cell, *beside[cell]]
            done += any(looks[one].face == UNREADABLE for one in around)
        total += len(cells)
    return done, total


def print_read(cell_px: float, editions: int = 6) -> str:
    """The cards of boards in other orders, each in another light."""
    read = wrong = 0
    for seed in range(editions):
        cells, dice = another_edition(seed), random.Random(seed)
        table = BoardTable(cell_px, cells=cells)
        found = read_print(table.picture((), *light_of(LIGHTS[seed % 3], dice)), table.placement, CELLS).faces
        read, wrong = read + len(found), wrong + sum(cells[row][column] != face for (row, column), face in found.items())
    return f"print at {cell_px:.0f} px: {read} of {96 * editions} cards read, {wrong} of them wrong"


def tapped(cell_px: float, tries: int = 8) -> str:
    """Corners tapped at random about the true ones, squared."""
    table, dice, rim = BoardTable(cell_px, tilt=15), np.random.default_rng(1), [(0, 0), (10, 0), (10, 10), (0, 10)]
    image, true, worst = table.picture(), project(rim, table.placement.to_picture), 0.0
    for _ in range(tries):
        corners = true + dice.uniform(-0.33, 0.33, (4, 2)) * cell_px
        found = project(rim, square_up(image, place_by_corners(corners.tolist(), CELLS), CELLS).to_picture)
        worst = max(worst, float(np.abs(found - true).max()) / cell_px)
    return f"corners tapped at {cell_px:.0f} px: off by at most {worst:.3f} cells when squared"


def bumped(mm: float, degrees: float, reader: BoardReader, size: tuple[int, int] = (640, 560)) -> tuple[bool, list[str]]:
    """A film: chips, a bump, a chip. Were the chips told and nothing else?"""
    zones = ("r2c2", "r4c4", "r6c1", "r4c6")
    script = [*(Lay(zone, "green") for zone in zones[:-1]), Bump(mm, degrees), Wait(2), Lay(zones[-1], "green"), Wait(1)]
    scene = TableScene(LAYOUT, board=LaidBoard(PRINTED, shift_mm=(2, -2)))
    camera = VirtualTable(LAYOUT, script, speed="fast", scene=scene, seed=1, size=size, fps=12)
    known = Profile(Registration(Projection(scene.pose, LAYOUT.size_mm, size).compute_homography()), 2.0, 100.0)
    told = [event for event in Watcher(camera, LAYOUT, {}, known, board=reader).events() if isinstance(event, Change)]
    return [(change.zone, change.after) for change in told] == [(zone, "green") for zone in zones], [c.zone for c in told]


def bumps() -> str:
    """All the bumps."""
    board = draw_enrolled_board(PRINTED)
    reader = BoardReader(board, learn_chips(board.fine, CELLS))
    done = {bump: bumped(*bump, reader) for bump in BUMPS}
    failed = {bump: told for bump, (good, told) in done.items() if not good}
    return f"bumps: {len(done) - len(failed)} of {len(done)} films told right {failed or ''}"


def milliseconds(work: object, rounds: int = 20) -> float:
    """Processor time of one call."""
    began = time.process_time()
    for _ in range(rounds):
        work()  # type: ignore[operator]
    return (time.process_time() - began) * 1000 / rounds


def whole(image: Image, table: BoardTable, reader: ChipReader) -> None:
    """Cut out the whole board and read it."""
    reader.read_all_cells(shrink_fine_picture(flatten_board(image, table.placement, CELLS)))


def changed(image: Image, view: BoardView) -> None:
    """Read one cell where a chip was laid, as the watcher does it, in known light."""
    read_cells(view, image, ["r4c5"], {}, 0.0)


def live(scenes: int) -> None:
    """Boards of another edition, turned any way, on tables without a mat: found where they lie, after how many searches, and how long each
    took. The layout is known, the look is not."""
    edition = another_edition()
    started = Started("sequence", 2, {"layout": "\n".join(" ".join(row) for row in edition)})
    expected, layout = board_for("sequence", True), layout_for("sequence", "", started)
    found, took, after = 0, list[float](), Counter[int]()
    for seed in range(scenes):
        scene = make_bare_scene(layout, seed, board=LaidBoard(edition, turn=90.0 * (seed % 4)))
        bare = bare_table_for("sequence", "", started, None, expected, drawn=True)
        assert bare.board is not None and bare.board.recognise is not None
        for search in range(1, SEARCHES + 1):
            image, began = SceneRenderer(LIVE_SIZE).render_picture(scene, search), time.process_time()
            lying = finish_steps(bare.board.recognise(image))
            took.append(time.process_time() - began)
            if lying is not None:
                found += _lies_at(scene, lying[0])
                after[search] += 1
                break
        print(f"scene {seed} on {scene.table}: {'found' if lying else 'not found'}", flush=True)
    print(
        f"{found} of {scenes} found where they lie, after searches: {dict(after)}; {median(took):.1f} s a search, {max(took):.1f} at most"
    )


def _lies_at(scene: TableScene, found: Placement) -> bool:
    """Is the board's own first corner where it is drawn, to a fifth of a cell?"""
    truth = place_on_mat(scene.layout, Projection(scene.pose, scene.layout.size_mm, LIVE_SIZE).compute_homography(BOARD_MM))
    quarters = round((scene.board.turn if scene.board else 0.0) / 90)
    corners = np.roll(project([(0, 0), (10, 0), (10, 10), (0, 10)], truth.to_picture), -quarters, axis=0)
    return bool(np.abs(corners[0] - project([(0, 0)], found.to_picture)[0]).max() < 0.2 * found.cell_px)


def main() -> None:
    if sys.argv[1:2] == ["live"]:
        live(int(sys.argv[2]) if len(sys.argv) > 2 else 12)
        return
    boards = int(sys.argv[1]) if len(sys.argv) > 1 else BOARDS
    cv2.setNumThreads(1)
    print(
        f"{'px':>3} {'light':8} {'right %':>8} {'goal':>5} {'false':>11} {'settled wrong':>14} {'asked %':>8} {'cells':>6}  mistakes"
    )
    for size in SIZES:
        table = BoardTable(size)
        began = time.process_time()
        board = table.enrolled()
        reader = learn_chips(board.fine, CELLS)
        learned = time.process_time() - began
        for kind in LIGHTS:
            count, dice = Count(), random.Random(f"{size} {kind}")
            for _ in range(boards):
                watch_board(table, reader, kind, dice, count)
            print(
                f"{size:3} {kind:8} {100 * (1 - count.wrong / count.cells):8.3f} {GOALS.get((kind, size), ''):>5}"
                f" {f'{count.false} of {count.empty}':>11} {f'{count.settled_wrong} of {count.settled}':>14}"
                f" {100 * (1 - count.settled / count.cells):8.3f} {count.cells:6}  {dict(count.mistakes)}",
                flush=True,
            )
        for name, off, stack in (
            ("on a line", 0.5, False),
            ("stacks off by 0.12", 0.12, True),
            ("by 0.15", 0.15, True),
            ("by 0.2", 0.2, True),
        ):
            done, total = asked(table, reader, off, stack, max(3, boards // 4))
            print(f"{size:3} {name}: asked about {done} of {total}", flush=True)
        image = table.picture()
        flat = shrink_fine_picture(flatten_board(image, table.placement, CELLS))
        view = BoardView(BoardReader(board, reader), table.placement, reader.measure_light(flat), 0.0, 0.0)
        print(
            f"{size:3} whole board {milliseconds(lambda: whole(image, table, reader)):.1f} ms (goal 40), "  # noqa: B023
            f"one changed cell {milliseconds(lambda: changed(image, view)):.1f} ms (goal 5), "  # noqa: B023
            f"learning {learned:.1f} s",
            flush=True,
        )
    for size in (40, 48, 64):
        print(f"{print_read(size)}; {tapped(size)}", flush=True)
    print(bumps(), flush=True)


if __name__ == "__main__":
    main()
