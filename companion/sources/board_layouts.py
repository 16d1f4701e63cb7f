"""Which card stands where on the owner's board: the classic layout, or one of his own in the state directory.

What the eye read of a board is compared with the layouts that are known, in any quarter turn; another edition becomes a layout file of
its own, with `??` where a space could not be read.
"""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from pathlib import Path

from companion.errors import ConfigError, InputError, PositionError
from companion.games.boards import CLASSIC, CORNER, CORNERS, SIZE, BoardLayout, board_game, parse_layout, space_at
from companion.machine.paths import state_directory
from companion.machine.text_files import read_text_file

UNREAD = "??"
"""Stands in a layout for a card that could not be read; no layout with one is ever used."""
Faces = Mapping[tuple[int, int], str]
"""Cards by row and column."""


class UnfinishedLayout(InputError):
    """A layout has cards left that nobody has written yet. `count`: how many."""

    def __init__(self, message: str, count: int) -> None:
        super().__init__(message)
        self.count = count


def own_file() -> Path:
    """Where the layout of the owner's board is kept if it is not the classic one."""
    return state_directory() / "boards" / f"{board_game()}.txt"


def own_layout(game: str = "") -> str | None:
    """The text of the owner's layout; None where the classic one is in use, and for a game that is played without a board. Raises
    `ConfigError` for a file that is damaged, `InputError` for one with cards left to write."""
    path = own_file()
    if game not in ("", board_game()) or not path.is_file():
        return None
    try:
        return "\n".join(read_layout_file(path).rows)
    except UnfinishedLayout as error:
        raise InputError.of("layout-unfinished", str(error), path=str(path), count=error.count) from error
    except InputError as error:
        raise ConfigError(f"{error}; put it right, or remove the file to play on the classic board") from error


def read_layout_file(path: Path) -> BoardLayout:
    """A layout file, checked: every card but the jacks twice, four corners. Raises `InputError` naming the file and the row."""
    try:
        text = read_text_file(path)
    except ConfigError as error:
        raise InputError(f"the layout {error}") from error
    if count := sum(line.split().count(UNREAD) for line in text.splitlines() if not line.lstrip().startswith("#")):
        raise UnfinishedLayout(
            f"{path}: {count} {UNREAD} {'is' if count == 1 else 'are'} left; write the card of each such space there", count
        )
    try:
        return parse_layout(text)
    except PositionError as error:
        raise InputError(f"{path}: {error}") from error


def is_layout_damaged(path: Path) -> bool:
    """Is it no layout at all? One in which somebody has cards left to write is good, and waits."""
    try:
        text = read_text_file(path)
        if UNREAD in text.split():
            return False
        parse_layout(text)
    except (ConfigError, PositionError):
        return True
    return False


def layout_in_use() -> BoardLayout:
    """The owner's own layout, else the classic one."""
    return parse_layout(own_layout() or CLASSIC)


def fitting(faces: Faces, layout: BoardLayout) -> tuple[int, int]:
    """How a layout lies under what was read: quarter turns clockwise, and how many of the cards agree then."""
    agreeing = [sum(_card(layout.turned(quarters), cell) == face for cell, face in faces.items()) for quarters in range(4)]
    best = max(range(4), key=lambda quarters: agreeing[quarters])
    return best, agreeing[best]


def _card(layout: BoardLayout, cell: tuple[int, int]) -> str:
    return layout.printed[space_at(*cell)]


def layout_read(faces: Faces) -> BoardLayout | None:
    """The layout, where every space was read and the cards come out even; else None."""
    try:
        return parse_layout("\n".join(_rows(faces)))
    except PositionError:
        return None


def _rows(faces: Faces) -> list[str]:
    marks = [
        CORNER if CORNERS >> space_at(row, column) & 1 else faces.get((row, column), UNREAD)
        for row in range(SIZE)
        for column in range(SIZE)
    ]
    return [" ".join(marks[SIZE * row : SIZE * (row + 1)]) for row in range(SIZE)]


def draft(faces: Faces, open_: Mapping[tuple[int, int], Sequence[str]]) -> str:
    """A layout file to be completed by a person: what each unread space may be stands in its notes."""
    notes = [
        f"# row {row}, space {column}, counted from 0: one of {' '.join(cards[:6])}{' ...' if len(cards) > 6 else ''}"
        for (row, column), cards in sorted(open_.items())
    ]
    head = f"# The cards of your board, row 0 at its top. Write the card of each {UNREAD}: 2S, TD for the ten, QH."
    return "\n".join([head, *notes, *_rows(faces), ""])


def keep(text: str, path: Path) -> None:
    """Write a layout file, whole or not at all. Raises `InputError`."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        fresh = path.with_suffix(".new")
        with fresh.open("w", encoding="utf-8") as file:
            file.write(text if text.endswith("\n") else text + "\n")
            file.flush()
            os.fsync(file.fileno())
        fresh.replace(path)
    except OSError as error:
        raise InputError(f"cannot write {path}: {error.strerror or error}; make room or set STATE_DIRECTORY") from error


def use(layout: BoardLayout) -> None:
    """From now on this is the owner's board. An older layout of his is kept beside it. Raises `InputError`."""
    path = own_file()
    if path.is_file():
        path.replace(path.with_suffix(".old.txt"))
    if layout != parse_layout(CLASSIC):
        keep("# The layout of the owner's board, written by `companion enrol-board`\n" + "\n".join(layout.rows), path)
