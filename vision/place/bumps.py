"""Was the mat or the board pushed? What is measured a little better was not."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

BUMP = 0.06
"""Widths of a card by which mat or board must lie off to have been bumped: about 4 mm."""

SAME_PUSH = 1.0
"""Seconds within which what lies elsewhere once more was pushed once: it slid on, or was measured better."""

SeenOutline = NDArray[np.float64]
"""(4, 2) picture pixels: corners, clockwise."""


@dataclass(frozen=True, slots=True, eq=False)
class Outlines:
    """Where mat and board were last seen, None as long as they were not. `pushed`: when they last lay elsewhere, in seconds."""

    mat: SeenOutline | None = None
    board: SeenOutline | None = None
    pushed: float = float("-inf")


def bumped(before: Outlines, mat: SeenOutline, board: SeenOutline | None, card_px: float, at: float) -> tuple[Outlines, bool]:
    """Where mat and board lie now, and whether they were pushed there. `card_px`: width of a card in picture pixels; `at`: seconds."""
    far = lies_elsewhere(before.mat, mat, card_px) or lies_elsewhere(before.board, board, card_px)
    outlines = Outlines(mat, before.board if board is None else board, at if far else before.pushed)
    return outlines, far and at - before.pushed > SAME_PUSH


def lies_elsewhere(before: SeenOutline | None, now: SeenOutline | None, card_px: float) -> bool:
    """Does what is seen now lie elsewhere than before? What was not seen then or is not now does not."""
    return before is not None and now is not None and bool(np.abs(now - before).max() > BUMP * card_px)
