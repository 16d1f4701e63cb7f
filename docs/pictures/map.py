"""Draw `map.svg`: the twelve boxes of the program and which needs which, as the imports have it. `python docs/pictures/map.py` writes it."""

from __future__ import annotations

import ast
import sys
from pathlib import Path

HERE = Path(__file__).parent
ROOT = HERE.parents[1]
sys.path.insert(0, str(ROOT))

from docs.pictures.svg import RULE, SOFT, arrow, page, words  # noqa: E402

BOXES = {
    "Cameras": ("vision/cameras",),
    "Place": ("vision/place", "vision/plane"),
    "Visible": ("vision/visible",),
    "Hands": ("vision/hands", "vision/control_cards"),
    "Cards": ("vision/cards",),
    "Readers": ("vision/readers",),
    "Board": ("vision/board", "vision/bare", "vision/directions"),
    "Pipeline": ("vision/pipeline", "vision/watcher.py", "vision/marks"),
    "Match": ("companion/match", "companion/turns", "companion/games"),
    "Session": (
        "companion/session",
        "companion/questions",
        "companion/intake",
        "companion/journal",
        "companion/lessons",
    ),
    "Shown": ("companion/shown", "companion/commands", "companion/footage", "web", "hardware"),
    "App": (
        "companion/app",
        "companion/machine",
        "companion/sources",
        "companion/doctor",
        "companion/setup",
        "companion/cli",
    ),
}
"""The rooms of each box."""

BESIDE = ("vision/drawn", "companion/play", "companion/club", "companion/clubhouse", "companion/tournament", "calibration")
"""What draws tables, plays matches, serves a club and trains readers: no frame and no fact goes through these rooms."""

SAYS = {
    "Cameras": "frames: camera, phone or film",
    "Place": "where the table lies",
    "Visible": "can the table be seen?",
    "Hands": "arms, visits, control cards",
    "Cards": "where cards lie, piles",
    "Readers": "which card is shown",
    "Board": "cells, chips, bare tables",
    "Pipeline": "each stage once a frame",
    "Match": "the rules and the fold, pure",
    "Session": "ledger, questions, evidence",
    "Shown": "views, sentences, pages, lamps",
    "App": "commands, set-up, threads",
}

PLACES = {
    "App": (0, 0),
    "Shown": (1, 0),
    "Session": (2, 0),
    "Match": (3, 0),
    "Pipeline": (0, 1),
    "Cameras": (1, 1),
    "Visible": (2, 1),
    "Hands": (3, 1),
    "Board": (0, 2),
    "Readers": (1, 2),
    "Cards": (2, 2),
    "Place": (3, 2),
}
"""Column and row of each box."""

WIDTH, HEIGHT, BOX_WIDTH, BOX_HEIGHT, LEFT, TOP = 1040, 452, 208, 88, 40, 74


def box_of(path: str) -> str | None:
    """The box that a file belongs to; None for a file beside them."""
    found = [(len(room), box) for box, rooms in BOXES.items() for room in rooms if path == room or path.startswith(f"{room}/")]
    return max(found)[1] if found else None


def imported_files(path: Path) -> set[str]:
    """The files of the project that a file imports, functions' imports among them."""
    found = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.ImportFrom) and node.module:
            names = [node.module, *(f"{node.module}.{alias.name}" for alias in node.names)]
        elif isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        else:
            continue
        found |= {f"{name.replace('.', '/')}.py" for name in names if (ROOT / f"{name.replace('.', '/')}.py").is_file()}
    return found


def needed_boxes() -> dict[str, set[str]]:
    """For each box the boxes whose files its files import."""
    needs: dict[str, set[str]] = {box: set() for box in BOXES}
    for package in ("vision", "companion", "web", "hardware"):
        for path in (ROOT / package).rglob("*.py"):
            own = box_of(str(path.relative_to(ROOT)))
            if own:
                needs[own] |= {other for file in imported_files(path) if (other := box_of(file)) and other != own}
    return needs


def direct_needs() -> list[tuple[str, str]]:
    """The arrows that are drawn: a box and a box that it needs, left out where another box in between needs it too."""
    needs = needed_boxes()

    def reached(box: str) -> set[str]:
        return needs[box].union(*map(reached, needs[box]))

    return [
        (box, other)
        for box, others in needs.items()
        for other in sorted(others)
        if not any(other in reached(between) for between in others if between != other)
    ]


def corner(box: str) -> tuple[int, int]:
    """The upper left corner of a box, in pixels."""
    column, row = PLACES[box]
    return LEFT + column * 252, TOP + row * 122


def drawn_box(box: str) -> str:
    """A box with its rooms."""
    x, y = corner(box)
    colour = "#e6ecf3" if box in ("Match", "Session", "Shown", "App") else "#f2efe6"
    rooms = ", ".join(room.removesuffix(".py").replace("companion/", "").replace("vision/", "") for room in BOXES[box])
    first, second = (
        (rooms, "") if len(rooms) < 32 else (rooms[: rooms.rindex(",", 0, 34) + 1], rooms[rooms.rindex(",", 0, 34) + 2 :])
    )
    return (
        f'<rect x="{x}" y="{y}" width="{BOX_WIDTH}" height="{BOX_HEIGHT}" rx="7" fill="{colour}" stroke="{RULE}"/>'
        + words(x + 12, y + 22, box, 15, weight=700)
        + words(x + 12, y + 41, SAYS[box], 11.5)
        + words(x + 12, y + 60, first, 11.5, SOFT)
        + words(x + 12, y + 75, second, 11.5, SOFT)
    )


def drawn_arrow(box: str, other: str) -> str:
    """An arrow from the side of a box to the side of the box that it needs."""
    (x, y), (to_x, to_y) = corner(box), corner(other)
    middle = BOX_HEIGHT // 2
    if x == to_x:
        down = to_y > y
        line = f"M{x + 104} {y + (BOX_HEIGHT if down else 0)}V{to_y - 3 if down else to_y + BOX_HEIGHT + 3}"
    elif y == to_y:
        line = f"M{x + BOX_WIDTH} {y + middle}H{to_x - 3}"
    else:
        line = f"M{x + BOX_WIDTH} {y + middle}L{to_x - 3} {to_y + middle + (20 if y > to_y else -20)}"
    return arrow(line)


def drawn() -> str:
    """The whole picture."""
    parts = [
        words(LEFT, 34, "Twelve boxes", 20, weight=700),
        words(
            LEFT,
            56,
            "An arrow goes to what a box needs. Yellow sees, and knows no rules. Blue decides.",
            13,
            SOFT,
        ),
        *(drawn_box(box) for box in BOXES),
        *(drawn_arrow(*pair) for pair in direct_needs()),
    ]
    return page("The twelve boxes of the program, with an arrow from each to those that it needs", WIDTH, HEIGHT, parts)


if __name__ == "__main__":
    (HERE / "map.svg").write_text(drawn(), encoding="utf-8")
