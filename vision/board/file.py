"""An enrolled board on disk: one file, written whole or not at all."""

from __future__ import annotations

import os
from pathlib import Path
from zipfile import BadZipFile

import cv2
import numpy as np

from vision.board.chips import FINE
from vision.board.places import EnrolledBoard
from vision.errors import LayoutError
from vision.types import Image


def save_board(board: EnrolledBoard, chip: tuple[float, float], path: Path) -> None:
    """Write a board, and make missing folders. `chip`: diameter of its chips in cells, across and down. Raises `LayoutError`
    if the file cannot be written."""
    fresh = path.with_suffix(".new")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with fresh.open("wb") as file:
            np.savez_compressed(file, fine=board.fine, cells=[board.rows, board.columns], chip=chip)
            file.flush()
            os.fsync(file.fileno())
        fresh.replace(path)
    except OSError as error:
        raise LayoutError(
            f"cannot write {path}: {error.strerror or error}; make room or set STATE_DIRECTORY to a folder of yours"
        ) from error


def load_board(path: Path) -> tuple[EnrolledBoard, tuple[float, float]] | None:
    """A board and the diameters of its chips in cells, across and down, from disk; None without a file. Raises `LayoutError`
    for a damaged file."""
    try:
        with path.open("rb") as file, np.load(file) as data:
            fine, (rows, columns), (across, down) = (
                np.asarray(data["fine"], np.uint8),
                data["cells"].tolist(),
                data["chip"].tolist(),
            )
    except FileNotFoundError:
        return None
    except (OSError, ValueError, KeyError, EOFError, BadZipFile) as error:
        raise LayoutError(f"{path} is damaged; remove it or enrol the board again with `companion enrol-board`") from error
    if fine.shape != ((rows + 1) * FINE, (columns + 1) * FINE, 3):
        raise LayoutError(f"{path} does not fit together; remove it or enrol the board again with `companion enrol-board`")
    return EnrolledBoard(fine, int(rows), int(columns)), (float(across), float(down))


def draw_cell_grid(board: EnrolledBoard) -> Image:
    """(2 H, 2 W, 3) the enrolled board, twice as large, with its cells drawn in, for a person to check."""
    drawn = board.fine.copy()
    half, bottom, right = FINE // 2, board.fine.shape[0], board.fine.shape[1]
    for row in range(board.rows + 1):
        cv2.line(drawn, (half, half + row * FINE), (right - half, half + row * FINE), (40, 40, 230), 1)
    for column in range(board.columns + 1):
        cv2.line(drawn, (half + column * FINE, half), (half + column * FINE, bottom - half), (40, 40, 230), 1)
    return np.asarray(cv2.resize(drawn, None, fx=2, fy=2, interpolation=cv2.INTER_CUBIC), np.uint8)
