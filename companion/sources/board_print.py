"""Finds the layout of the board in a picture: read from print, compared with known layouts, or given by the owner."""

from __future__ import annotations

import sys
from dataclasses import dataclass, field, replace
from pathlib import Path

from companion.games.boards import CLASSIC, UNKNOWN_CARD, BoardLayout, parse_layout
from companion.sources.board_layouts import (
    UNREAD_CARD,
    Faces,
    draft_layout_file,
    fit_layout,
    layout_from_faces,
    layout_in_use,
    own_layout_file,
    read_layout_file,
    write_layout_file,
    write_layout_rows,
)
from companion.sources.decks import deck_folder
from vision.board.places import Placement
from vision.board.printed import PRINTED_LIMITS, PrintRead, read_print
from vision.board.space_print import PRINTED
from vision.errors import DeckError
from vision.readers.enrolled.file import load_deck
from vision.readers.enrolled.reader import EnrolledReader
from vision.types import Image

MIN_RECOGNISED_SHARE = 0.6  # share of spaces that must be read to recognise a layout, and all read must agree; guess
MIN_DRAFT_SHARE = 0.25  # share of spaces read for a draft; with less, the layout is taken on trust; guess
MIN_SPACE_FOR_CHIPS_PX = 24.0  # width of a space from which chips are read, and a known layout is recognised; guess
PRINTED_SPACES = 2 * len(PRINTED)


@dataclass(frozen=True, slots=True)
class RecognisedBoard:
    """What the print told."""

    layout: BoardLayout | None  # of the board, None where the owner has to help
    quarters: int = 0  # by which the board lies turned, clockwise
    read: int = 0  # spaces whose card was read
    checked: bool = True  # False where the layout in use was taken on trust
    differing: tuple[str, ...] = ()  # spaces read as another card
    faces: Faces = field(default_factory=dict)  # the cards read on a board that is no known layout


def recognise_layout(
    image: Image, placement: Placement, cells: tuple[int, int], deck: str, given: Path | None, upright: bool = False
) -> RecognisedBoard:
    """What the print on the board tells; advice for the owner is printed. Raises `InputError`, `DeckError`.

    `image`: (H, W, 3) uint8 BGR. `placement`: where the board lies. `cells`: rows and columns. `deck`: name of the deck that
    reads the cards. `given`: a layout file of the owner, None = none. `upright`: by the word of the owner, the corners begin
    where the layout begins, and unreadable print counts as the layout.
    """
    own = read_layout_file(given) if given else None
    if placement.cell_px < PRINTED_LIMITS.min_space_px:
        _print_advice(
            f"A space is {placement.cell_px:.0f} pixels wide; its print can be read from {PRINTED_LIMITS.min_space_px:.0f} on."
        )
        return _take_on_trust(own, 0, upright)
    if deck == "numbers":
        raise DeckError("the deck `numbers` reads no French suits; `standard` does")
    reader = None if deck == "standard" else EnrolledReader(load_deck(deck_folder(), deck))
    return _compare_with_known(read_print(image, placement, cells, reader), own, upright)


def _compare_with_known(read: PrintRead, own: BoardLayout | None, upright: bool) -> RecognisedBoard:
    """What the print `read` tells against `own`, else against the layout in use and the classic layout. `upright`: the owner
    says that the corners begin where the layout does. Raises `InputError`.

    A whole new layout is taken; of a layout read in part, a draft is written for the owner.
    """
    count = len(read.faces)
    if own is not None:
        return _compare_with(read, own) if count >= MIN_DRAFT_SHARE * PRINTED_SPACES else _take_on_trust(own, count, upright)
    known = [layout_in_use(), parse_layout(CLASSIC)]
    best = max(known, key=lambda layout: fit_layout(read.faces, layout)[1])
    if count >= MIN_RECOGNISED_SHARE * PRINTED_SPACES and fit_layout(read.faces, best)[1] == count:
        return _compare_with(read, best)
    if (new := layout_from_faces(read.faces)) is not None:
        return RecognisedBoard(new, 0, count)
    if count < MIN_DRAFT_SHARE * PRINTED_SPACES:
        return _take_on_trust(None, count, upright)
    path = own_layout_file().with_suffix(".draft.txt")
    write_layout_file(draft_layout_file(read.faces, read.open), path)
    _print_advice(
        f"This is another edition than I know, and {len(read.open)} of its spaces could not be read. Write their cards in {path} "
        f"where {UNREAD_CARD} stands, check the others, and run this command again with --layout {path}"
    )
    return RecognisedBoard(None, 0, count, faces=read.faces)


def leave_unknown(board: RecognisedBoard) -> RecognisedBoard:
    """The board with a layout of the cards that were read, and "unknown" on every other space; advice is printed."""
    layout = parse_layout(write_layout_rows(board.faces, UNKNOWN_CARD))
    unread = PRINTED_SPACES - len(board.faces)
    _print_advice(
        f"{unread} of the {PRINTED_SPACES} cards on the board stay unknown: what needs the card on such a space is not judged. Write the "
        f"cards in {own_layout_file()} where {UNKNOWN_CARD} stands when you like."
    )
    return replace(board, layout=layout)


def _compare_with(read: PrintRead, layout: BoardLayout) -> RecognisedBoard:
    """`layout` in the turn of the board, with the spaces read otherwise."""
    quarters, _ = fit_layout(read.faces, layout)
    lying = layout.turn_quarters(quarters)
    differing = tuple(
        f"r{row}c{column}: {face} for {lying.printed[10 * row + column]}"
        for (row, column), face in sorted(read.faces.items())
        if lying.printed[10 * row + column] != face
    )
    return RecognisedBoard(layout, quarters, len(read.faces), differing=differing)


def _take_on_trust(own: BoardLayout | None, count: int, upright: bool) -> RecognisedBoard:
    """The layout named or used by the owner, unchecked, where `upright` tells the turn of the board; else no layout, with
    advice printed. `own`: None = the layout in use. `count`: cards read."""
    read = f"{count} of the {PRINTED_SPACES} cards on the board could be read"
    if not upright:
        _print_advice(
            f"{read}, too few to tell which way it lies; nothing was saved. Go nearer; or give the four corners with --corners or --tap, "
            "beginning at the space that is the first of the layout, clockwise, and say --upright. With --unknown you play on it all the "
            "same, and what needs the card on an unread space is not judged."
        )
        return RecognisedBoard(None, 0, count)
    _print_advice(
        f"{read}. I take it for the board of {'your layout file' if own else 'the layout in use'}: compare the check picture with it."
    )
    return RecognisedBoard(own or layout_in_use(), 0, count, checked=False)


def _print_advice(text: str) -> None:
    print(text, file=sys.stderr, flush=True)
