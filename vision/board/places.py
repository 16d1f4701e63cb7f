"""Where a board of cells lies in the picture, and its look from straight above.

Frame of reference: *board* coordinates count cells from the board's own top left corner, x right along a row, y down a column.
The middle of the cell in row 2, column 5 is (5.5, 2.5), whichever way the board is turned.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.board.chips import FINE, shrink_fine_picture
from vision.board.light import CELL
from vision.board.lines import fit_grid_lines_in_steps
from vision.board.points import BOARD_POINTS, cut_point_patch, find_point_moves, list_points, measure_seat, to_grey_board
from vision.errors import LayoutError
from vision.place.layout import Layout, Point
from vision.plane.homography import Homography, project
from vision.steps import Steps, finish_steps
from vision.types import Image


@dataclass(frozen=True, slots=True)
class BoardPlaceLimits:
    """When a board is believed to lie in a place."""

    min_likeness: float = 0.45  # to the enrolled picture; `PointLimits` in points.py must agree where chips may lie; guess
    min_features: int = 12  # agreeing on the place; guess
    max_point_shift: float = (
        0.15  # cells off the lines by which points between cells may move a board: farther off are signs; guess
    )


BOARD_PLACE = BoardPlaceLimits()


@dataclass(frozen=True, slots=True, eq=False)
class Placement:
    """Where a board lies."""

    to_picture: Homography  # board coordinates to picture pixels
    likeness: float = 1.0  # to the enrolled picture, -1 to 1

    @property
    def cell_px(self) -> float:
        """Width of the first cell in picture pixels (geometric mean of width and height)."""
        a, b, c = project([(0, 0), (1, 0), (0, 1)], self.to_picture)
        (ax, ay), (bx, by) = b - a, c - a
        return float(abs(ax * by - ay * bx) ** 0.5)


@dataclass(frozen=True, slots=True, eq=False)
class EnrolledBoard:
    """The empty board."""

    fine: Image  # flat picture, `FINE` pixels a cell with half a cell of margin, (h, w, 3) uint8 BGR
    rows: int
    columns: int


def enrol_board(image: Image, placement: Placement, cells: tuple[int, int]) -> EnrolledBoard:
    """The board in this picture, taken as empty. `cells`: rows and columns."""
    return EnrolledBoard(flatten_board(image, placement, cells), *cells)


# --- where it may lie ------------------------------------------------------------------------------------------------


def place_on_mat(layout: Layout, to_picture: Homography) -> Placement:
    """The board in the board zone of a mat. `to_picture`: mat millimetres to picture pixels. Raises `LayoutError` without a
    zone."""
    zone = next(iter(layout.of_kind("board")), None)
    if zone is None or layout.board_cells is None:
        raise LayoutError("the mat has no board zone with cells; print one with `companion print mat --game sequence`")
    x, y, width, height = zone.rect_mm
    rows, columns = layout.board_cells
    return Placement(to_picture @ np.array([[width / columns, 0, x], [0, height / rows, y], [0, 0, 1.0]]))


def place_by_corners(corners_px: Sequence[Point], cells: tuple[int, int]) -> Placement:
    """The board with tapped corners. `corners_px`: four points x, y in picture pixels, clockwise as seen, from the board's own
    top left. `cells`: rows and columns. Raises `LayoutError` for another number or order."""
    rows, columns = cells
    quad = np.asarray(corners_px, np.float64)
    if quad.shape != (4, 2) or not _is_clockwise(quad):
        raise LayoutError("tap the four corners of the board clockwise, beginning at its own top left")
    board = np.array([(0, 0), (columns, 0), (columns, rows), (0, rows)], np.float32)
    return Placement(cv2.getPerspectiveTransform(board, quad.astype(np.float32)).astype(np.float64))


def _is_clockwise(quad: NDArray[np.float64]) -> bool:
    """True if the corners run clockwise, each clearly bent. `quad`: (4, 2) pixels."""
    sides = np.roll(quad, -1, axis=0) - quad
    following = np.roll(sides, -1, axis=0)
    return bool((sides[:, 0] * following[:, 1] - sides[:, 1] * following[:, 0] > 25).all())


def turn_placement(placement: Placement, cells: tuple[int, int], quarters: int) -> Placement:
    """The place of a board turned clockwise by `quarters` quarter turns on the same spot. `cells`: rows and columns of the
    board. Likeness is not kept. Raises `LayoutError` as `place_by_corners`."""
    rows, columns = cells
    quad = project([(0, 0), (columns, 0), (columns, rows), (0, rows)], placement.to_picture)
    return place_by_corners(np.roll(quad, -quarters, axis=0).tolist(), cells)


def find_by_features(image: Image, board: EnrolledBoard, empty: bool = False) -> Placement | None:
    """The enrolled board anywhere in the picture; None if unseen. `empty`: no chip on the board, and perhaps another table
    around. Costs about half a second. The place is refined. Without `empty`, the place must pass `is_board_there`."""
    return finish_steps(find_by_features_in_steps(image, board, empty))


def find_by_features_in_steps(image: Image, board: EnrolledBoard, empty: bool = False) -> Steps[Placement | None]:
    """Where the board lies by features of its print, found step by step; None where too few agree. `empty`: see
    `find_by_features`. Describing a picture is one step, about a tenth of a second."""
    known = _describe_board(board)
    yield
    seen = _describe_features(image)
    yield
    if known is None or seen is None:
        return None
    pairs = cv2.BFMatcher(cv2.NORM_L2).knnMatch(known[1], seen[1], k=2)
    # best over second best: every card stands twice on a board; guess
    good = [best for best, *others in pairs if others and best.distance < 0.92 * others[0].distance]
    if len(good) < BOARD_PLACE.min_features:
        return None
    yield
    on_board = np.asarray((known[0][[match.queryIdx for match in good]] + 0.5) / FINE - 0.5, np.float64)
    fit, votes = cv2.findHomography(on_board, seen[0][[match.trainIdx for match in good]], cv2.RANSAC, 4.0, maxIters=5000)
    if fit is None or int(np.asarray(votes).sum()) < BOARD_PLACE.min_features:
        return None
    quad = project([(0, 0), (board.columns, 0), (board.columns, board.rows), (0, board.rows)], np.asarray(fit, np.float64))
    if not _is_clockwise(quad):
        return None
    yield
    found = refine_placement(image, Placement(np.asarray(fit, np.float64)), board)
    yield
    if empty:
        found = yield from _choose_likest_shift(image, found, board)
        return found if found.likeness >= BOARD_PLACE.min_likeness else None
    return found if is_board_there(image, found, board) else None


def _choose_likest_shift(image: Image, found: Placement, board: EnrolledBoard) -> Steps[Placement]:
    """The place itself or one a cell off, by the mean of likeness cell by cell; refined."""
    shifts = [np.array([[1, 0, x], [0, 1, y], [0, 0, 1.0]]) for x, y in ((0, 0), (1, 0), (-1, 0), (0, 1), (0, -1))]
    ways, alike, cells = list[Placement](), list[float](), (board.rows, board.columns)
    for shift in shifts:
        ways.append(refine_placement(image, Placement(found.to_picture @ shift), board, 1))
        alike.append(float(_correlate_cells(flatten_board(image, ways[-1], cells), board.fine).mean()))
        yield
    return ways[int(np.argmax(alike))]


def adopt_surroundings(image: Image, placement: Placement, board: EnrolledBoard) -> EnrolledBoard:
    """The board with the surroundings of this picture, in the light of its own picture. `placement`: of the board in the
    picture."""
    flat, half = flatten_board(image, placement, (board.rows, board.columns)), FINE // 2
    inner = (slice(half, -half), slice(half, -half))
    gain = board.fine[inner].mean(axis=(0, 1)) / np.maximum(flat[inner].mean(axis=(0, 1)), 1.0)
    fine = np.asarray(np.clip(np.rint(flat * gain), 0, 255), np.uint8)
    fine[inner] = board.fine[inner]
    return replace(board, fine=fine)


@lru_cache(maxsize=2)
def _describe_board(board: EnrolledBoard) -> tuple[NDArray[Any], NDArray[Any]] | None:
    """The features of the board's own picture, described once: every search asks for them."""
    return _describe_features(board.fine)


def _describe_features(image: Image) -> tuple[NDArray[Any], NDArray[Any]] | None:
    """(n, 2) places and (n, 128) rooted descriptors of the picture's features; None for a blank picture."""
    # described in a picture; guess
    points, descriptors = cv2.SIFT.create(2500).detectAndCompute(cv2.cvtColor(image, cv2.COLOR_BGR2GRAY), None)
    if descriptors is None:
        return None
    rooted = np.sqrt(descriptors / (descriptors.sum(axis=1, keepdims=True) + 1e-6))  # small gradients count too
    return np.array([point.pt for point in points]), np.asarray(rooted, np.float32)


# --- where exactly ---------------------------------------------------------------------------------------------------


def choose_quarter_turn(image: Image, placement: Placement, board: EnrolledBoard) -> Placement:
    """The placement in the quarter turn most like the board, refined. `placement`: right but for the turn."""
    cells = (board.rows, board.columns)
    ways = [turn_placement(placement, cells, quarters) for quarters in range(4)]
    rated = [(measure_board_likeness(flatten_board(image, way, cells), board.fine), i) for i, way in enumerate(ways)]
    return refine_placement(image, ways[max(rated)[1]], board)


def is_board_there(image: Image, placement: Placement, board: EnrolledBoard) -> bool:
    """True if this very board lies just there: by the likeness in `placement`, and by the points between cells now. A cell
    off, most of a board still looks the same; the rim gives the error away."""
    flat = shrink_fine_picture(flatten_board(image, placement, (board.rows, board.columns)))
    return (
        placement.likeness >= BOARD_PLACE.min_likeness
        and not measure_seat(
            to_grey_board(flat), to_grey_board(shrink_fine_picture(board.fine)), (board.rows, board.columns), CELL
        ).is_lost
    )


def refine_placement(image: Image, placement: Placement, board: EnrolledBoard, rounds: int = 2) -> Placement:
    """The placement corrected by the points between cells; chips hide few of them. `rounds`: of measuring, at most. Likeness
    is measured anew. With too few points seen the place stays."""
    cells = (board.rows, board.columns)
    flat = flatten_board(image, placement, cells)
    for _ in range(rounds):
        move = _correct_by_points(flat, board)
        if move is None:
            break
        placement = Placement(placement.to_picture @ move)
        flat = flatten_board(image, placement, cells)
    return replace(placement, likeness=measure_board_likeness(flat, board.fine))


def _correct_by_points(flat: Image, board: EnrolledBoard) -> Homography | None:
    """Homography from board coordinates to where the same points are really seen, in board coordinates too; None if too few
    are seen. `flat`: the board's flat picture."""
    known = to_grey_board(board.fine)
    return _fit_point_moves(
        to_grey_board(flat), {point: cut_point_patch(known, point, FINE) for point in list_points(board.rows, board.columns)}
    )


def square_up(image: Image, placement: Placement, cells: tuple[int, int], rounds: int = 4) -> Placement:
    """The placement of a board without known picture, corrected by its own regularity.

    For corners tapped with a finger, at most a third of a cell off: first by lines or gaps between cells, afterwards by the
    points between four cells, alike everywhere and from all sides. `rounds`: of measuring, at most. Likeness is not measured;
    with nothing to measure the placement comes back unchanged.
    """
    return finish_steps(square_up_in_steps(image, placement, cells, rounds))


def square_up_in_steps(image: Image, placement: Placement, cells: tuple[int, int], rounds: int = 4) -> Steps[Placement]:
    """The placement moved onto the lines and crossings of the board, step by step; unchanged where they lead too far. `cells`:
    rows and columns. `rounds`: of measuring, at most."""
    lines = yield from fit_grid_lines_in_steps(to_grey_board(flatten_board(image, placement, cells)), cells, FINE)
    if lines is not None:
        placement = Placement(placement.to_picture @ lines)
    points = [(x, y) for y in range(1, cells[0]) for x in range(1, cells[1])]
    start = placement
    for _ in range(rounds):
        yield
        seen = to_grey_board(flatten_board(image, placement, cells))
        patches = np.stack([cut_point_patch(seen, point, FINE) for point in points]).astype(np.float32)
        mean = np.median([patches, patches[:, ::-1], patches[:, :, ::-1], patches[:, ::-1, ::-1]], axis=(0, 1))
        move = _fit_point_moves(
            seen, dict.fromkeys(points, np.asarray(np.rint(mean), np.uint8)), BOARD_POINTS.min_print_likeness / 2, 4.0
        )
        if move is None:
            break
        placement = Placement(placement.to_picture @ move)
    return start if lines is not None and _measure_shift(start, placement, cells) > BOARD_PLACE.max_point_shift else placement


def _measure_shift(one: Placement, other: Placement, cells: tuple[int, int]) -> float:
    """The farthest distance between the same corners of two placements of a board, in cells. `cells`: rows and columns."""
    rows, columns = cells
    corners = [(0, 0), (columns, 0), (columns, rows), (0, rows)]
    away = project(corners, np.linalg.inv(one.to_picture) @ other.to_picture) - np.array(corners, np.float64)
    return float(np.linalg.norm(away, axis=1).max())


def _fit_point_moves(
    seen: NDArray[Any],
    patches: Mapping[tuple[int, int], NDArray[Any]],
    kept: float = BOARD_POINTS.min_print_likeness,
    apart: float = 1.5,
) -> Homography | None:
    """Homography that moves the points onto their seen patches, in cells; None if too few are seen. `seen`: grey, `FINE`
    pixels a cell. `patches`: print by point.

    `kept`: likeness required of a point. `apart`: fine pixels by which one point may disagree with the homography.
    """
    found = find_point_moves(seen, patches, FINE, kept)
    if len(found) < max(8, len(patches) // 8):
        return None
    before = np.array(list(found), np.float64)
    fit, _ = cv2.findHomography(before, before + np.array(list(found.values())), cv2.RANSAC, apart / FINE)
    return None if fit is None else np.asarray(fit, np.float64)


def measure_board_likeness(flat: Image, fine: Image) -> float:
    """Likeness of two flat pictures, -1 to 1, in any light: median of the cells' correlations."""
    return float(np.median(_correlate_cells(flat, fine)))


def _correlate_cells(flat: Image, fine: Image) -> NDArray[Any]:
    """(cells,) correlation, -1 to 1, of each cell of two flat pictures, row by row. `flat`, `fine`: of `flatten_board`, `FINE`
    pixels a cell."""
    planes = [cv2.cvtColor(shrink_fine_picture(one), cv2.COLOR_BGR2GRAY).astype(np.float32) for one in (flat, fine)]
    half = CELL // 2
    blocks = [_split_into_cells(plane[half:-half, half:-half]) for plane in planes]
    a, b = (block - block.mean(axis=1, keepdims=True) for block in blocks)
    norms = np.sqrt((a**2).sum(axis=1) * (b**2).sum(axis=1)) + 1e-3
    return np.asarray((a * b).sum(axis=1) / norms)


def _split_into_cells(plane: NDArray[Any]) -> NDArray[Any]:
    """(rows * columns, pixels) the plane cut into cells."""
    rows, columns = plane.shape[0] // CELL, plane.shape[1] // CELL
    return plane.reshape(rows, CELL, columns, CELL).swapaxes(1, 2).reshape(rows * columns, CELL * CELL)


# --- what it looks like ----------------------------------------------------------------------------------------------


def flatten_board(image: Image, placement: Placement, cells: tuple[int, int]) -> Image:
    """The board from straight above, `FINE` pixels a cell, with half a cell around. `cells`: rows and columns."""
    return flatten_window(image, placement, (0, 0), ((cells[0] + 1) * FINE, (cells[1] + 1) * FINE))


def flatten_window(image: Image, placement: Placement, at: tuple[int, int], size: tuple[int, int]) -> Image:
    """(h, w, 3) uint8 a part of the board's flat picture. `at`: row and column of its first pixel. `size`: height and width in
    pixels, `FINE` a cell."""
    step = 1.0 / FINE
    to_board = np.array([[step, 0, (at[1] + 0.5) * step - 0.5], [0, step, (at[0] + 0.5) * step - 0.5], [0, 0, 1]])
    to_flat = np.linalg.inv(placement.to_picture @ to_board)
    seen = cv2.warpPerspective(image, to_flat, size[::-1], flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(seen, np.uint8)
