"""Draw `frame.svg`: the stages that each frame goes through, as the code has them. `python docs/pictures/frame.py` writes it anew."""

from __future__ import annotations

import inspect
import sys
from pathlib import Path
from typing import Any

HERE = Path(__file__).parent
ROOT = HERE.parents[1]
sys.path.insert(0, str(ROOT))

from docs.pictures.svg import RULE, SOFT, arrow, page, words  # noqa: E402
from vision.pipeline.pipeline import STAGES, Stage  # noqa: E402

TOLD = {
    "place": "TableSeen, BoardUnread,; PilesFound, StrayCard",
    "visible": "Lost, Found; (to the camera: hold)",
    "veils": "Unclear",
    "settle": "Change, Handled, Touched,; Moving, Still",
    "hindered": "Hindered",
    "pushes": "Bumped",
}
"""What each stage tells; `Report` puts it into order."""

WIDTH, LEFT, BOX, ROW, TOP = 1040, 40, 520, 62, 108
KEPT, TELLS = "#7a4b00", "#0b5a4a"


def described(stage: Stage[Any, Any]) -> tuple[str, str, str]:
    """The file of a stage, what the stage does (the first sentence of its docstring), and the type of what it keeps."""
    kind = type(stage)
    path = str(Path(inspect.getfile(kind)).relative_to(ROOT))
    does = " ".join((inspect.getdoc(kind) or "").split()).split(". ")[0].rstrip(".")
    kept = str(inspect.signature(kind.start).return_annotation)
    return path, does, "" if kept == "None" else kept.removesuffix(" | None")


def row(number: int, stage: Stage[Any, Any]) -> str:
    """One stage: its box, what it keeps, what it tells."""
    y, (path, does, kept) = TOP + number * ROW, described(stage)
    colour = "#e6ecf3" if stage.runs_blind else "#f2efe6"
    drawn = f'<rect x="{LEFT}" y="{y}" width="{BOX}" height="46" rx="7" fill="{colour}" stroke="{RULE}"/>'
    drawn += words(LEFT + 14, y + 19, type(stage).__name__, 14, weight=700)
    drawn += words(LEFT + BOX - 14, y + 19, path, 12, SOFT, anchor="end")
    drawn += words(LEFT + 14, y + 37, does, 12, SOFT)
    drawn += words(LEFT + BOX + 40, y + 28, kept, 13, KEPT)
    drawn += "".join(
        words(LEFT + BOX + 250, y + 21 + 15 * i, line, 12, TELLS) for i, line in enumerate(TOLD.get(stage.name, "").split("; "))
    )
    if number + 1 < len(STAGES):
        drawn += arrow(f"M60 {y + 46}V{y + 60}")
    return drawn


def drawn() -> str:
    """The whole picture."""
    height = TOP + len(STAGES) * ROW + 84
    parts = [
        words(LEFT, 34, "One frame, from top to bottom", 20, weight=700),
        words(LEFT, 56, "vision/pipeline/pipeline.py: each stage runs once, and adds its output to FrameSoFar", 13, "#5d6873"),
        words(LEFT, 76, "yellow boxes rest while the table cannot be seen", 13, "#5d6873"),
        words(LEFT + BOX + 40, 76, "what it keeps for itself", 13, KEPT, 700),
        words(LEFT + BOX + 250, 76, "what it tells", 13, TELLS, 700),
        *(row(number, stage) for number, stage in enumerate(STAGES)),
    ]
    end = TOP + len(STAGES) * ROW + 20
    parts.append(
        words(LEFT, end, "The whole result is the next frame's FrameSoFar.previous: all feedback goes that way.", 13, SOFT)
    )
    parts.append(
        words(
            LEFT,
            end + 22,
            "Remember makes TableMemory: what is known of piles, zones and hands, and how the table looks.",
            13,
            SOFT,
        )
    )
    return page("The way of one frame through the stages, from top to bottom", WIDTH, height, parts)


if __name__ == "__main__":
    (HERE / "frame.svg").write_text(drawn(), encoding="utf-8")
