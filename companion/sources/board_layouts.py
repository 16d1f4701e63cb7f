"""The printed cards on the board of the owner: the classic layout, or an own layout in the state directory.

What was read from a board is compared with known layouts in any quarter turn. Another edition becomes a layout file, with
`??` for each unread space.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

from companion.errors import ConfigError, InputError, PositionError
from companion.games.boards import BOARD_SIZE, CLASSIC, CORNER_MARK, CORNERS, BoardLayout, board_game, parse_layout, space_at
from companion.journal.set_aside import report_set_aside
from companion.journal.start_notice import StartNotice
from companion.machine.paths import state_directory
from companion.machine.text_files import read_text_file
from companion.whole_file import write_whole

UNREAD_CARD = "??"
"""Stands for an unread card in a layout file; a layout with unread cards is never used."""
Faces = Mapping[tuple[int, int], str]
"""Printed cards by (row, column)."""


class UnfinishedLayout(InputError):
    """A layout file has cards left to write. `count`: how many."""

    def __init__(self, message: str, count: int) -> None:
        super().__init__(message)
        self.count = count


def own_layout_file() -> Path:
    """Where an own layout of the owner's board is kept."""
    return state_directory() / "boards" / f"{board_game()}.txt"


def read_own_layout(game: str = "") -> str | None:
    """Text of the own layout; None where the classic layout is in use, and for games without a board. `game`: "" = the board
    game. Raises `ConfigError` for a damaged file, `InputError` for cards left to write."""
    path = own_layout_file()
    if game not in ("", board_game()) or not path.is_file():
        return None
    try:
        return "\n".join(read_layout_file(path).rows)
    except UnfinishedLayout as error:
        raise InputError.with_id("layout-unfinished", str(error), path=str(path), count=error.count) from error
    except InputError as error:
        raise ConfigError(f"{error}; put it right, or remove the file to play on the classic board") from error


def read_layout_for_match(layout_of: Callable[[str], str | None], tell: Callable[[StartNotice], None], game: str) -> str | None:
    """Text of the layout for `game`, None for the classic layout. A damaged file is set aside and reported, and keeps no match
    from beginning. Raises `InputError` for cards left to write: the owner knows the cards.

    `layout_of`: as `read_own_layout`. `tell`: reports a notice to people.
    """
    try:
        return layout_of(game)
    except ConfigError as error:
        tell(report_set_aside(own_layout_file(), "board-layout-aside", str(error)))
        return None


def read_layout_file(path: Path) -> BoardLayout:
    """A checked layout file: every card but the jacks twice, four corners. Raises `InputError` naming file and row."""
    try:
        text = read_text_file(path)
    except ConfigError as error:
        raise InputError(f"the layout {error}") from error
    if count := sum(line.split().count(UNREAD_CARD) for line in text.splitlines() if not line.lstrip().startswith("#")):
        raise UnfinishedLayout(
            f"{path}: {count} {UNREAD_CARD} {'is' if count == 1 else 'are'} left; write the card of each such space there",
            count,
        )
    try:
        return parse_layout(text)
    except PositionError as error:
        raise InputError(f"{path}: {error}") from error


def is_layout_damaged(path: Path) -> bool:
    """Is the file no layout at all? A layout with cards left to write is no damage."""
    try:
        text = read_text_file(path)
        if UNREAD_CARD in text.split():
            return False
        parse_layout(text)
    except (ConfigError, PositionError):
        return True
    return False


def layout_in_use() -> BoardLayout:
    """The own layout of the owner, else the classic layout."""
    return parse_layout(read_own_layout() or CLASSIC)


def fit_layout(faces: Faces, layout: BoardLayout) -> tuple[int, int]:
    """How `layout` lies under the cards read: quarter turns clockwise (0 to 3), and the number of agreeing cards. Of equal
    turns, the least."""
    turned = [layout.turn_quarters(quarters).printed for quarters in range(4)]
    agreeing = [sum(printed[space_at(*cell)] == face for cell, face in faces.items()) for printed in turned]
    best = max(range(4), key=lambda quarters: agreeing[quarters])
    return best, agreeing[best]


def layout_from_faces(faces: Faces) -> BoardLayout | None:
    """The layout of the cards read, None unless every space was read and each card was found twice."""
    try:
        return parse_layout(write_layout_rows(faces))
    except PositionError:
        return None


def write_layout_rows(faces: Faces, unread: str = UNREAD_CARD) -> str:
    """The lines of a layout file: corners marked, unread spaces as `unread`."""
    marks = [
        CORNER_MARK if CORNERS >> space_at(row, column) & 1 else faces.get((row, column), unread)
        for row in range(BOARD_SIZE)
        for column in range(BOARD_SIZE)
    ]
    return "\n".join(" ".join(marks[BOARD_SIZE * row : BOARD_SIZE * (row + 1)]) for row in range(BOARD_SIZE))


def draft_layout_file(faces: Faces, open_: Mapping[tuple[int, int], Sequence[str]]) -> str:
    """Text of a layout file for a person to complete. `faces`: the cards read, by (row, column). `open_`: by unread (row,
    column) its candidate cards; six of each go into the notes."""
    notes = [
        f"# row {row}, space {column}, counted from 0: one of {' '.join(cards[:6])}{' ...' if len(cards) > 6 else ''}"
        for (row, column), cards in sorted(open_.items())
    ]
    head = f"# The cards of your board, row 0 at its top. Write the card of each {UNREAD_CARD}: 2S, TD for the ten, QH."
    return "\n".join([head, *notes, write_layout_rows(faces), ""])


def write_layout_file(text: str, path: Path) -> None:
    """Write a layout file, whole or not at all. Raises `InputError`."""
    try:
        write_whole(path, (text.removesuffix("\n") + "\n").encode())
    except OSError as error:
        raise InputError(f"cannot write {path}: {error.strerror or error}; make room or set STATE_DIRECTORY") from error


def use_layout(layout: BoardLayout) -> None:
    """Make `layout` the layout of the owner's board. An older own layout is kept beside as `.old.txt`; for the classic layout
    no file is written. Raises `InputError`."""
    path = own_layout_file()
    if path.is_file():
        path.replace(path.with_suffix(".old.txt"))
    if layout != parse_layout(CLASSIC):
        write_layout_file(
            "# The layout of the owner's board, written by `companion enrol-board`\n" + "\n".join(layout.rows), path
        )
