"""Which layout the board in a picture has: read from its print, compared with the layouts that are known, or given by its owner."""

from __future__ import annotations

import sys
from dataclasses import dataclass
from pathlib import Path

from companion.games.boards import CLASSIC, BoardLayout, parse_layout
from companion.sources.board_layouts import (
    UNREAD,
    draft,
    fitting,
    keep,
    layout_in_use,
    layout_read,
    own_file,
    read_layout_file,
)
from companion.sources.decks import deck_folder
from vision.board.places import Placement
from vision.board.printed import PRINTED, PRINTED_LIMITS, PrintRead, read_print
from vision.errors import DeckError
from vision.readers.enrolled.file import load_deck
from vision.readers.enrolled.reader import EnrolledReader
from vision.types import Image

RECOGNISED_FROM = 0.6
"""Part of the spaces that must be read before a layout counts as recognised."""
DRAFT_FROM = 0.25
"""Part of them from which what was read is worth a draft."""
SPACES = 2 * len(PRINTED)


@dataclass(frozen=True, slots=True)
class RecognisedBoard:
    """`layout`: of the board, None where its owner has to help. `quarters`: by which the board lies turned, clockwise. `read`: spaces
    whose card was read. `checked`: False where the layout in use was taken on trust. `differing`: spaces read as another card."""

    layout: BoardLayout | None
    quarters: int = 0
    read: int = 0
    checked: bool = True
    differing: tuple[str, ...] = ()


def recognised(
    image: Image, placement: Placement, cells: tuple[int, int], deck: str, given: Path | None, upright: bool = False
) -> RecognisedBoard:
    """Read the board's own cards. `given`: a layout file of the owner's. `upright`: its owner says that the corners begin where the layout
    does, and that print that cannot be read is to be taken for it. Raises `InputError`, `DeckError`."""
    own = read_layout_file(given) if given else None
    if placement.cell_px < PRINTED_LIMITS.min_space_px:
        _say(
            f"A space is {placement.cell_px:.0f} pixels wide; its print can be read from {PRINTED_LIMITS.min_space_px:.0f} on."
        )
        return _on_trust(own, 0, upright)
    if deck == "numbers":
        raise DeckError("the deck `numbers` reads no French suits; `standard` does")
    reader = None if deck == "standard" else EnrolledReader(load_deck(deck_folder(), deck))
    return _compared(read_print(image, placement, cells, reader), own, upright)


def _compared(read: PrintRead, own: BoardLayout | None, upright: bool) -> RecognisedBoard:
    count = len(read.faces)
    if own is not None:
        return _against(read, own) if count >= DRAFT_FROM * SPACES else _on_trust(own, count, upright)
    known = _known()
    best = max(known, key=lambda layout: fitting(read.faces, layout)[1])
    if count >= RECOGNISED_FROM * SPACES and fitting(read.faces, best)[1] == count:
        return _against(read, best)
    if (new := layout_read(read.faces)) is not None:
        return RecognisedBoard(new, 0, count)
    if count < DRAFT_FROM * SPACES:
        return _on_trust(None, count, upright)
    path = own_file().with_suffix(".draft.txt")
    keep(draft(read.faces, read.open), path)
    _say(
        f"This is another edition than I know, and {len(read.open)} of its spaces could not be read. Write their cards in {path} "
        f"where {UNREAD} stands, check the others, and run this command again with --layout {path}"
    )
    return RecognisedBoard(None, 0, count)


def _known() -> list[BoardLayout]:
    """The layouts a board is compared with: the one in use, and the classic one."""
    used, classic = layout_in_use(), parse_layout(CLASSIC)
    return [classic] if used == classic else [used, classic]


def _against(read: PrintRead, layout: BoardLayout) -> RecognisedBoard:
    """The layout as it lies there, with the spaces at which something else was read."""
    quarters, _ = fitting(read.faces, layout)
    lying = layout.turned(quarters)
    differing = tuple(
        f"r{row}c{column}: {face} for {lying.printed[10 * row + column]}"
        for (row, column), face in sorted(read.faces.items())
        if lying.printed[10 * row + column] != face
    )
    return RecognisedBoard(layout, quarters, len(read.faces), differing=differing)


def _on_trust(own: BoardLayout | None, count: int, upright: bool) -> RecognisedBoard:
    """The layout that its owner names or uses, if he says which way it lies: nothing on the board does."""
    read = f"{count} of the {SPACES} cards on the board could be read"
    if not upright:
        _say(
            f"{read}, too few to tell which way it lies; nothing was saved. Go nearer; or give the four corners with --corners or --tap, "
            "beginning at the space that is the first of the layout, clockwise, and say --upright."
        )
        return RecognisedBoard(None, 0, count)
    _say(
        f"{read}. I take it for the board of {'your layout file' if own else 'the layout in use'}: compare the check picture with it."
    )
    return RecognisedBoard(own or layout_in_use(), 0, count, checked=False)


def _say(text: str) -> None:
    print(text, file=sys.stderr, flush=True)
