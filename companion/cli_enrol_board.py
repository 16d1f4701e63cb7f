"""`companion enrol-board`: take the picture of the owner's empty board by which chips on it are told."""

from __future__ import annotations

import argparse
import json
import re
from pathlib import Path

from companion.cli_eye import board_file
from companion.errors import InputError
from companion.sheets import load_sheet
from vision.boardfile import checked_picture, save_board
from vision.boards import by_corners, enrol_board, squared
from vision.chips import CHIP
from vision.geometry import project
from vision.pictures import ENDINGS, load_picture, save_picture

GAME = "sequence"
FINEST_NEEDED = 24.0
"""Width in pixels of a cell below which chips are not read reliably."""


def add_parser(subparsers: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add the command's arguments."""
    parser = subparsers.add_parser(
        "enrol-board",
        help="take a picture of the empty Sequence board",
        description="Learn the owner's own board of Sequence from one picture of it, empty, from above. The four corners are those of "
        "the field of ten by ten spaces, clockwise, beginning at the board's own top left; they need not be exact. Look at the check "
        "picture: the red lines must run between the spaces. Remove the saved file to go back to the practice board.",
        epilog='example:\n  companion enrol-board empty.jpg --corners "210,95 1105,102 1098,690 204,684" --check check.png',
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("picture", type=Path, help="the empty board")
    parser.add_argument("--corners", required=True, metavar="X,Y X,Y X,Y X,Y", help="in picture pixels")
    parser.add_argument(
        "--chip", default=str(CHIP), metavar="ACROSS[,DOWN]", help=f"diameter of a chip in spaces (default: {CHIP})"
    )
    parser.add_argument("--as-tapped", action="store_true", help="take the corners as they are, for a board without clear gaps")
    parser.add_argument("--check", type=Path, metavar="FILE.png", help="draw the spaces into the picture that was taken")
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    """Save the board, print one JSON line. Raises `InputError`, `PictureUnreadable`, `LayoutError`."""
    cells, chip = load_sheet(GAME).board_cells, chip_of(arguments.chip)
    assert cells is not None
    if arguments.check and arguments.check.suffix.lower() not in ENDINGS:
        raise InputError(f"--check {arguments.check}: the name must end in .png or .jpg")
    image, scale = load_picture(arguments.picture)
    placement = by_corners([(x * scale, y * scale) for x, y in corners_of(arguments.corners)], cells)
    if not arguments.as_tapped:
        placement = squared(image, placement, cells)
    if placement.cell_px < FINEST_NEEDED:
        raise InputError(
            f"a space is {placement.cell_px:.0f} pixels wide in {arguments.picture}; {FINEST_NEEDED:.0f} are needed: go nearer"
        )
    board = enrol_board(image, placement, cells)
    save_board(board, chip, board_file(GAME))
    if arguments.check:
        save_picture(arguments.check, checked_picture(board))
    rows, columns = cells
    corners = project([(0, 0), (columns, 0), (columns, rows), (0, rows)], placement.to_picture)
    print(
        json.dumps(
            {
                "saved": str(board_file(GAME)),
                "cell_px": round(placement.cell_px, 1),
                "corners": (corners / scale).round(1).tolist(),
                "chip": chip,
            }
        )
    )
    return 0


def corners_of(text: str) -> list[tuple[float, float]]:
    """Four points. Raises `InputError`."""
    numbers = re.findall(r"-?\d+(?:\.\d+)?", text)
    if len(numbers) != 8 or not re.fullmatch(r"[-\d.,; ]+", text):
        raise InputError('--corners: four points are needed, such as "210,95 1105,102 1098,690 204,684"')
    values = [float(number) for number in numbers]
    return list(zip(values[::2], values[1::2], strict=True))


def chip_of(text: str) -> tuple[float, float]:
    """The diameter of a chip in spaces, across and down. Raises `InputError`."""
    parts = text.split(",")
    try:
        sizes = [float(part) for part in parts]
    except ValueError:
        sizes = []
    if len(sizes) not in (1, 2) or not all(0.3 <= size <= 1.0 for size in sizes):
        raise InputError("--chip: the diameter in spaces is needed, from 0.3 to 1, such as 0.8 or 0.45,0.57")
    return sizes[0], sizes[-1]
