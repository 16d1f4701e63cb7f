"""How well and how fast the chips on a drawn Sequence board are read: every chip, board, lamp and lens is drawn.

Each board is another: 10 to 80 % covered, chips up to a third of a cell off, some flipped. `right`: cells read right in one look.
`false`: chips seen on empty cells. `settled`: cells read right of those on which four frames agree; `asked`: cells on which they do not.
Then: chips on a line between two cells, and stacks of two that lean; each should be asked about.

    python -m tests.benchmarks.bench_board [BOARDS]      12 a row; 200 prove the last hundredths of a percent in about an hour
"""

from __future__ import annotations

import math
import random
import sys
import time
from collections import Counter
from dataclasses import dataclass, field

import cv2

from tests.vision.board_scenes import CELLS, BoardTable, laid, light_of, scattered
from vision.boards import flat_picture
from vision.boardwatch import BoardReader, BoardView, read
from vision.chip_training import learn_chips
from vision.chips import SURE, WHITE, ChipReader, Looks, shrink
from vision.debounce import Votes
from vision.types import UNREADABLE, Image, Reading

SIZES = (24, 32, 44)
LIGHTS = ("mild", "changed", "harsh")
GOALS = {("changed", 32): "99.5", ("harsh", 32): "97.0"}
BOARDS = 12
FRAMES = 4


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

    def look(self, truth: dict[tuple[int, int], str], looks: Looks) -> None:
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
            if vote.agree():
                self.settled += 1
                self.settled_wrong += vote.best != truth.get(cell, "")


def watch_board(table: BoardTable, reader: ChipReader, kind: str, dice: random.Random, count: Count) -> None:
    """Draw one board and look at it a few times."""
    chips = scattered(dice, dice.uniform(0.1, 0.8))
    truth = {cell: WHITE if face.endswith("*") else face for cell, (face, _) in chips.items()}
    light, lens = light_of(kind, dice)
    things = tuple(laid(cell, *chip) for cell, chip in chips.items())
    votes: dict[tuple[int, int], Votes] = {}
    for number in range(FRAMES):
        looks = reader.read(shrink(flat_picture(table.picture(things, light, lens, number), table.placement, CELLS)))
        if number == 0:
            count.look(truth, looks)
        for cell, look in looks.items():
            sure = look.confidence >= SURE and look.face != UNREADABLE
            votes[cell] = votes.get(cell, Votes()).add(Reading("", look.face, look.confidence, look.alternatives, sure))
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
        looks = reader.read(shrink(flat_picture(table.picture(tuple(things), light, lens), table.placement, CELLS)))
        beside = {cell: [(cell[0], cell[1] + 1), (cell[0] + 1, cell[1])] for cell in cells}
        for cell in cells:
            around = [cell] if stack else [cell, *beside[cell]]
            done += any(looks[one].face == UNREADABLE for one in around)
        total += len(cells)
    return done, total


def milliseconds(work: object, rounds: int = 20) -> float:
    """Processor time of one call."""
    began = time.process_time()
    for _ in range(rounds):
        work()  # type: ignore[operator]
    return (time.process_time() - began) * 1000 / rounds


def whole(image: Image, table: BoardTable, reader: ChipReader) -> None:
    """Cut out the whole board and read it."""
    reader.read(shrink(flat_picture(image, table.placement, CELLS)))


def changed(image: Image, view: BoardView) -> None:
    """Read one cell where a chip was laid, as the watcher does it, in known light."""
    read(view, image, ["r4c5"], {}, 0.0)


def main() -> None:
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
        flat = shrink(flat_picture(image, table.placement, CELLS))
        view = BoardView(BoardReader(board, reader), table.placement, reader.light(flat), 0.0, 0.0)
        print(
            f"{size:3} whole board {milliseconds(lambda: whole(image, table, reader)):.1f} ms (goal 40), "  # noqa: B023
            f"one changed cell {milliseconds(lambda: changed(image, view)):.1f} ms (goal 5), "  # noqa: B023
            f"learning {learned:.1f} s",
            flush=True,
        )


if __name__ == "__main__":
    main()
