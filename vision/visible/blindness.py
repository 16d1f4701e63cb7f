"""What keeps the eye from seeing: darkness, a picture that shows nothing, a mat or a board that is gone. Each is told once it is worth a
word."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace

DARK = 8.0
"""Mean grey level below which nothing can be seen."""

DARKNESS = 1.0
"""Seconds of darkness, or of pictures that show nothing, that are worth a word."""

BOARDLESS = 5.0
"""Seconds after which a board that cannot be found is worth a word."""


@dataclass(frozen=True, slots=True)
class Blindness:
    """`reason`: as last told, of those of `Lost`, or "" while all is seen. `dark_since`, `boardless_since`: infinite while
    pictures show something, and while the board is found."""

    reason: str = ""
    dark_since: float = math.inf
    boardless_since: float = math.inf


def attend(
    blindness: Blindness, at: float, dark: bool, mat_lost: bool, board_missing: bool, unclear: bool = False, mat: str = "mat"
) -> tuple[Blindness, str | None]:
    """The blindness after one more frame, and what is to be told of it: a reason, "" where all is seen again, None for nothing. `mat`: the
    reason for which the mat, or what is taken for one, is lost."""
    blind = dark or unclear
    since = blindness.boardless_since
    if not blind and not mat_lost:
        since = min(since, at) if board_missing else math.inf
    gone = "dark" if dark else "unclear" if unclear else mat if mat_lost else "board" if at - since >= BOARDLESS else ""
    dark_since = min(blindness.dark_since, at) if blind else math.inf
    after = replace(blindness, dark_since=dark_since, boardless_since=since)
    if gone == blindness.reason or (blind and at - dark_since < DARKNESS):
        return after, None
    return replace(after, reason=gone), gone
