"""`companion enrol-board`: take the picture of the owner's empty board, by which chips are told, and learn the print."""

from __future__ import annotations

import argparse
import json
import re
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from companion.errors import InputError
from companion.games.boards import board_game
from companion.games.sheets import load_sheet
from companion.sources.board_layouts import own_layout_file, use_layout
from companion.sources.board_print import MIN_SPACE_FOR_CHIPS_PX, RecognisedBoard, leave_unknown, recognise_layout
from companion.sources.sources import board_file, layout_for
from vision.board.file import draw_cell_grid, save_board
from vision.board.places import Placement, enrol_board, place_by_corners, place_on_mat, square_up, turn_placement
from vision.cameras.sources import source_named
from vision.place.fiducials import register_mat
from vision.plane.homography import project
from vision.plane.pictures import ENDINGS, load_picture, save_picture
from vision.types import Image

WARM_UP_FRAMES = 30  # frames of a camera until the exposure has settled: two seconds; guess
Point = tuple[float, float]


def run(arguments: argparse.Namespace) -> int:
    """0 once the board is saved, 1 where the owner has to help; a JSON line is printed. With other `--cells` nothing is
    saved. Raises `InputError`, `PictureUnreadable`, `LayoutError`, `CameraUnavailable`, `DeckError`."""
    cells, chip = load_sheet(board_game()).board_cells, parse_chip(arguments.chip)
    assert cells is not None
    other = parse_cells(arguments.cells) if arguments.cells else cells
    if arguments.check and arguments.check.suffix.lower() not in ENDINGS:
        raise InputError(f"--check {arguments.check}: the name must end in .png or .jpg")
    given = parse_corners(arguments.corners) if arguments.corners else None
    image, scale = _take_picture_of_board(arguments.picture)
    placement = _place_board(image, scale, given, other, arguments)
    if placement.cell_px < MIN_SPACE_FOR_CHIPS_PX:
        needed = f"{MIN_SPACE_FOR_CHIPS_PX:.0f} are needed: go nearer"
        raise InputError(f"a space is {placement.cell_px:.0f} pixels wide in {arguments.picture}; {needed}")
    if arguments.upright and not given and not arguments.tap:
        raise InputError("--upright says at which corner the layout begins: give the corners with --corners, or --tap them")
    asked = (arguments.deck, arguments.layout, arguments.upright)
    known = RecognisedBoard(None) if other != cells else recognise_layout(image, placement, cells, *asked)
    if known.layout is None and other == cells and arguments.unknown:
        known = leave_unknown(known)
    placement = turn_placement(placement, other, known.quarters)
    board = enrol_board(image, placement, other)
    if arguments.check:
        save_picture(arguments.check, draw_cell_grid(board))
    if known.layout is not None:
        save_board(board, chip, board_file(board_game()))
        if known.checked or arguments.layout:
            use_layout(known.layout)
    print(json.dumps(_board_as_json(placement, scale, other, chip, known)))
    return 0 if known.layout is not None or other != cells else 1


def _take_picture_of_board(name: str) -> tuple[Image, float]:
    """(h, w, 3) the picture, and its scale: 1.0, or less for a large photograph that was made smaller. `name`: a live camera
    or a photograph's file. Raises `CameraUnavailable`, `PictureUnreadable`."""
    source = source_named(name)
    if source is None or not source.live:
        return load_picture(Path(name))
    with source.opened() as camera:
        for _ in range(WARM_UP_FRAMES):
            frame = camera.read()
    return frame.image, 1.0


def _place_board(
    image: Image, scale: float, given: Sequence[Point] | None, cells: tuple[int, int], arguments: argparse.Namespace
) -> Placement:
    """Where the board lies: by corners given or tapped, else on the mat; fitted to the print unless `--as-tapped`. `scale`:
    of `image` to the photograph. `given`: corners in the photograph. `cells`: rows and columns. Raises `InputError`,
    `LayoutError`."""
    if arguments.tap:
        from companion.setup.tapped_corners import ask_for_corners

        given = [(x / scale, y / scale) for x, y in ask_for_corners(image, arguments.port)]
    if given:
        placement = place_by_corners([(x * scale, y * scale) for x, y in given], cells)
    else:
        layout = layout_for(board_game(), arguments.mat)
        found = register_mat(image, layout)
        if found is None:
            raise InputError(
                "no mat is to be seen in the picture: give the four corners of the board with --corners, or --tap them"
            )
        placement = place_on_mat(layout, found.to_picture)
    return placement if arguments.as_tapped else square_up(image, placement, cells)


def _board_as_json(
    placement: Placement, scale: float, cells: tuple[int, int], chip: Point, known: RecognisedBoard
) -> dict[str, Any]:
    """What is printed about a board; corners in pixels of the photograph. Spaces unlike the layout are named on standard
    error.

    `scale`: of the picture to the photograph. `cells`: rows and columns. `chip`: diameter in spaces.
    """
    rows, columns = cells
    corners = project([(0, 0), (columns, 0), (columns, rows), (0, rows)], placement.to_picture)
    layout = str(own_layout_file()) if own_layout_file().is_file() else "classic"
    if known.differing:
        print(f"Not as in the layout: {', '.join(known.differing)}. Look at these spaces.", file=sys.stderr)
    return {
        "saved": str(board_file(board_game())) if known.layout is not None else None,
        "cell_px": round(placement.cell_px, 1),
        "corners": (corners / scale).round(1).tolist(),
        "chip": chip,
        "layout": None if known.layout is None else layout,
        "read": known.read,
        "turned": known.quarters,
        "differing": list(known.differing),
    }


def parse_corners(text: str) -> list[Point]:
    """The four points (x, y) in `text`, in pixels, in order. Raises `InputError`."""
    numbers = re.findall(r"-?\d+(?:\.\d+)?", text)
    if len(numbers) != 8 or not re.fullmatch(r"[-\d.,; ]+", text):
        raise InputError('--corners: four points are needed, such as "210,95 1105,102 1098,690 204,684"')
    values = [float(number) for number in numbers]
    return list(zip(values[::2], values[1::2], strict=True))


def parse_cells(text: str) -> tuple[int, int]:
    """Rows and columns in `text`, such as "6x7", each from 2 to 50. Raises `InputError`."""
    found = re.fullmatch(r"(\d{1,2})x(\d{1,2})", text)
    if found is None or not all(2 <= int(part) <= 50 for part in found.groups()):
        raise InputError("--cells: rows and columns are needed, from 2 to 50, such as 6x7")
    return int(found[1]), int(found[2])


def parse_chip(text: str) -> Point:
    """Diameter of a chip in spaces, across and down, in `text`, such as "0.8" or "0.45,0.57", each from 0.3 to 1. Raises
    `InputError`."""
    parts = text.split(",")
    try:
        sizes = [float(part) for part in parts]
    except ValueError:
        sizes = []
    if len(sizes) not in (1, 2) or not all(0.3 <= size <= 1.0 for size in sizes):
        raise InputError("--chip: the diameter in spaces is needed, from 0.3 to 1, such as 0.8 or 0.45,0.57")
    return sizes[0], sizes[-1]
