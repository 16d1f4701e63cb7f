"""Chips on a board of cells, told against the enrolled empty board; and stacks of two chips.

A *flat* picture shows the board from straight above, `CELL` pixels a cell, with half a cell of margin. Pixel by pixel the
picture is compared with the empty board under the same light (`vision.board.light`). A small linear discriminant tells board
from chips for each pixel; the best round patch of each cell is weighed by a second one. A chip may lie off centre, and a chip
on a line is known as such.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.board.light import (
    BOARD_MARGIN,
    CELL,
    BoardLight,
    fit_light,
    largest_of_channels,
    light_in_window,
    mean_of_channels,
    to_log_levels,
)
from vision.readers.enrolled.discriminant import Discriminant
from vision.types import EMPTY, UNREADABLE, Alternatives, Face, Image

Plane = NDArray[np.float32]
"""(h, w) float32: one channel of a picture of the board, or something measured at each of its pixels."""

CHIPS: dict[Face, tuple[int, int, int]] = {"blue": (24, 84, 190), "green": (22, 140, 66), "red": (204, 32, 40)}
"""Red, green and blue of the chips."""
FLIPPED = "*"
"""What a flipped chip's face ends with; `TURNED_MARK` in companion/games/sequence/state.py is the same sign."""
WHITE: Face = "white"
"""A chip's white side: whose it is, only the table's past can tell."""
CLASSES: tuple[Face, ...] = (EMPTY, "blue", "green", "red", WHITE)
FINE = 2 * CELL
"""Pixels a cell in the picture that is cut out, before it is averaged down."""


@dataclass(frozen=True, slots=True)
class ChipLimits:
    """When a cell shows a chip. Evidence: log likelihood against the bare board."""

    max_off_cell: float = 0.42  # cells from the cell's middle; farther off a chip lies on a line; guess
    max_white_off_cell: float = 0.38  # cells; farther off, white is a neighbour's rim; guess
    min_covered_evidence: float = 2.0  # of a pixel to count as covered; guess
    min_covered_change: float = 0.2  # logarithm of levels from the empty board, for covered pixels; guess
    max_left_over: float = 0.06  # chip areas of covered pixels without a chip; guess
    min_chip_evidence: float = -4.5  # mean of a patch that may be a chip; guess
    max_pale_evidence: float = -2.5  # mean for coloured chips, below it a patch may be white; guess
    white_steps_px: tuple[int, int, int] = (-4, 0, 4)
    """Off a cell's middle, where a white chip standing out nowhere is tried; guess."""


CHIP_LIMITS = ChipLimits()

CHIP = 0.8
"""Diameter of a chip, in cells, unless enrolled otherwise; guess."""


@dataclass(frozen=True, slots=True)
class CellLook:
    """One look at a cell."""

    face: Face  # "", "blue", "green", "red", "white", or "?" for two chips or one on a line
    confidence: float
    alternatives: Alternatives = ()
    off: tuple[float, float] = (0.0, 0.0)  # cells the chip lies right and down of the cell's middle; geometry: none seen yet


CellLooks = dict[tuple[int, int], CellLook]
"""By row and column."""


@dataclass(frozen=True, slots=True, eq=False)
class ChipReader:
    """Reader of one board. Raises `ValueError` for pictures of another shape."""

    rows: int
    columns: int
    empty: Plane  # (h, w, 3) float32, logarithms of the empty flat picture
    pixels: Discriminant  # tells the classes of pixels apart
    patches: Discriminant  # tells the classes of patches apart
    chip: tuple[float, float] = (CHIP, CHIP)  # diameter of a chip in cells, across and down

    def measure_light(self, flat: Image) -> BoardLight:
        """Light on the board now. `flat`: a flat picture of all the board."""
        return fit_light(to_log_levels(flat), self.empty)

    def read_all_cells(self, flat: Image) -> CellLooks:
        """Looks of all cells. `flat`: (rows * CELL + CELL, columns * CELL + CELL, 3) uint8 BGR. Raises `ValueError` for another
        shape."""
        return self.read_with_light(flat)[1]

    def read_with_light(self, flat: Image) -> tuple[BoardLight, CellLooks]:
        """The light, for pieces read soon after, and the looks of all cells. `flat`: (H, W, 3) the flat picture of the board,
        see `read_all_cells`. Raises `ValueError` for a picture of another shape."""
        if flat.shape != self.empty.shape:
            raise ValueError(f"a flat picture of this board has the shape {self.empty.shape}, not {flat.shape}")
        cells = [(row, column) for row in range(self.rows) for column in range(self.columns)]
        light = self.measure_light(flat)
        return light, self.read_window(flat, (0, 0), light, cells)

    def read_window(self, part: Image, at: tuple[int, int], light: BoardLight, cells: Collection[tuple[int, int]]) -> CellLooks:
        """Looks of some cells. `part`: of the flat picture, with at least half of each neighbour. `at`: row and column of the
        part's first pixel.

        `light`: on the board now.
        """
        window = (slice(at[0], at[0] + part.shape[0]), slice(at[1], at[1] + part.shape[1]))
        empty = self.empty[window]
        shape = (self.empty.shape[0], self.empty.shape[1])
        seen = to_log_levels(part) - light_in_window(empty, light, window, shape)
        features = describe_pixels(seen, empty)
        evidence = weigh_pixels(features, self.pixels)
        patches = Patches(evidence, features, self.chip)
        middles = {cell: (cell_middle_px(cell[0]) - at[0], cell_middle_px(cell[1]) - at[1]) for cell in cells}
        looks = self._judge_cells(patches, middles)
        coloured = largest_of_channels(
            evidence[..., : len(CLASSES) - 2]
        )  # a white chip is like paper: its traces are everywhere
        strange = (
            (coloured > CHIP_LIMITS.min_covered_evidence)
            & (largest_of_channels(np.abs(seen - empty)) > CHIP_LIMITS.min_covered_change)
        ).astype(np.uint8)
        looks = self._doubt_leftovers(looks, middles, strange)
        stacks = self._find_stacks(looks, middles, coloured)
        return {cell: _doubt_cell_look(look, cell in stacks) for cell, look in looks.items()}

    def _find_stacks(
        self, looks: CellLooks, middles: Mapping[tuple[int, int], tuple[float, float]], coloured: Plane
    ) -> set[tuple[int, int]]:
        """Cells of coloured chips that do not lie alone. `middles`: of the cells. `coloured`: (h, w) evidence for a coloured
        chip."""
        chips = {
            cell: (middles[cell][0] + look.off[1] * CELL, middles[cell][1] + look.off[0] * CELL)
            for cell, look in looks.items()
            if look.face not in (EMPTY, UNREADABLE)
        }
        lying = find_stacked_chips(coloured, chips, (self.chip[1] / 2 * CELL, self.chip[0] / 2 * CELL))
        return {cell for cell in lying if looks[cell].face != WHITE}

    def _doubt_leftovers(
        self, looks: CellLooks, middles: Mapping[tuple[int, int], tuple[float, float]], strange: NDArray[np.uint8]
    ) -> CellLooks:
        """The looks, with "?" where more shows than the found chips: a second chip, a leaning stack, a thing that is no chip.
        `middles`: row and column of each cell's middle in pixels. `strange`: (h, w), 1 where covered. Chips found are taken off
        first."""
        strange = np.asarray(cv2.erode(strange, np.ones((3, 3), np.uint8)), np.uint8)
        radii = [max(1, round((share / 2 * 1.12 * CELL + 1) * 16)) for share in self.chip]
        for cell, look in looks.items():
            if look.face != EMPTY:
                row, column = (spot + off * CELL for spot, off in zip(middles[cell], look.off[::-1], strict=True))
                cv2.ellipse(strange, (round(column * 16), round(row * 16)), radii, 0, 0, 360, 0, -1, shift=4)
        allowed = CHIP_LIMITS.max_left_over * np.pi / 4 * self.chip[0] * self.chip[1] * CELL * CELL
        return {
            cell: _doubt_cell_look(look, _count_strange_pixels(strange, middles[cell]) > allowed)
            for cell, look in looks.items()
        }

    def _judge_cells(self, patches: Patches, middles: Mapping[tuple[int, int], tuple[float, float]]) -> CellLooks:
        """The looks, each by the place most like a chip.

        A white chip on blank paper stands out nowhere: where no place holds a chip, a grid of places is tried. `middles`: row
        and column, in the picture of evidence, of each cell's middle.
        """
        looks = self._best_looks(patches, {cell: patches.find_chip_places(spot) for cell, spot in middles.items()}, middles)
        bare = {
            cell: patches.keep_pale_places(spread_over_cell(middles[cell]))
            for cell, look in looks.items()
            if look.face == EMPTY
        }
        return looks | self._best_looks(patches, bare, middles)

    def _best_looks(
        self,
        patches: Patches,
        places: Mapping[tuple[int, int], list[tuple[int, int]]],
        middles: Mapping[tuple[int, int], tuple[float, float]],
    ) -> CellLooks:
        """For each cell the look at the place most like a chip. `places`: tried in each cell. `middles`: of the cells. Cells
        without a tried place are left out."""
        found = [(cell, at) for cell, tried in places.items() for at in tried]
        if not found:
            return {}
        spots = np.array([middles[cell] for cell, _ in found])
        scores = self.patches.score_classes(patches.describe_patches(np.array([at for _, at in found]), spots))
        gain = (scores[:, 1:].max(axis=1) - scores[:, 0]).tolist()
        likeliest: dict[tuple[int, int], int] = {}
        for i, (cell, _) in enumerate(found):
            if cell not in likeliest or gain[i] > gain[likeliest[cell]]:
                likeliest[cell] = i
        return {cell: _make_cell_look(scores[i], found[i][1], middles[cell]) for cell, i in likeliest.items()}


def _make_cell_look(scores: Plane, at: tuple[int, int], spot: tuple[float, float]) -> CellLook:
    """The look of a cell with these scores, (5,) log likelihoods of `CLASSES`. `at`: row and column of the likeliest chip.
    `spot`: of the cell's middle. White far off the middle counts as an empty cell; any other face far off is unreadable."""
    raised = np.exp(np.clip(scores - scores.max(), -50, 0))
    chances = np.asarray(raised / raised.sum(), np.float32).tolist()
    ranked = sorted(zip(CLASSES, chances, strict=True), key=lambda pair: -pair[1])
    off = (at[1] - spot[1]) / CELL, (at[0] - spot[0]) / CELL
    face, confidence = ranked[0]
    chance = 0.1  # left to white that far off; guess
    if face == WHITE and max(abs(off[0]), abs(off[1])) > CHIP_LIMITS.max_white_off_cell:
        return CellLook(EMPTY, 1 - chance, ((WHITE, chance),))
    if face != EMPTY and max(abs(off[0]), abs(off[1])) > CHIP_LIMITS.max_off_cell:
        return CellLook(UNREADABLE, confidence, tuple(ranked[:3]), off)
    rest = tuple((other, p) for other, p in ranked[1:] if p > 0.001)
    return CellLook(face, confidence, rest, off if face else (0.0, 0.0))


def _count_strange_pixels(strange: NDArray[np.uint8], spot: tuple[float, float]) -> int:
    """Number of strange pixels in the cell around `spot` (row, column)."""
    rows, columns = (_cell_span(v, size) for v, size in zip(spot, strange.shape, strict=True))
    return int(np.count_nonzero(strange[rows[0] : rows[1], columns[0] : columns[1]]))


def _doubt_cell_look(look: CellLook, doubtful: bool) -> CellLook:
    """The look, unreadable if doubtful, with confidence 0.5 and the former face as an alternative. Otherwise unchanged."""
    if not doubtful or look.face == UNREADABLE:
        return look
    return CellLook(UNREADABLE, 0.5, ((look.face, look.confidence), *look.alternatives)[:3], look.off)


def cell_middle_px(index: int) -> float:
    """Middle of a row or column of cells in the flat picture, in pixels."""
    return BOARD_MARGIN + (index + 0.5) * CELL - 0.5


def shrink_fine_picture(fine: Image) -> Image:
    """A flat picture from one cut out at `FINE` pixels a cell."""
    size = (fine.shape[1] * CELL // FINE, fine.shape[0] * CELL // FINE)
    return np.asarray(cv2.resize(fine, size, interpolation=cv2.INTER_AREA), np.uint8)


def describe_pixels(seen: Plane, empty: Plane) -> Plane:
    """(h, w, 10): colour, difference from the empty board, remaining print, and other drawings.

    `seen`: logarithms without the light. `empty`: of the empty board.
    """
    grey, print_ = mean_of_channels(seen), mean_of_channels(empty)
    span_px = 5  # pixels: neighbourhood in which print is compared; guess
    span = (span_px, span_px)
    detail, known = (plane - cv2.blur(plane, span) for plane in (grey, print_))
    power = cv2.blur(known * known, span) + 0.003
    kept = cv2.blur(detail * known, span) / power
    strange = np.sqrt(cv2.blur((detail - known) ** 2, span) + 1e-4)
    away = seen - empty
    chroma = [away[..., 0] - away[..., 1], away[..., 2] - away[..., 1]]
    planes = [seen[..., 0] - grey, seen[..., 2] - grey, grey, *chroma, mean_of_channels(away)]
    print_there = np.minimum(power * 20, 1.0)
    changed = np.minimum(largest_of_channels(np.abs(away)), 1.0)
    return np.stack([*planes, changed, np.clip(kept, -1, 2) * print_there, strange, print_there], axis=2).astype(np.float32)


def weigh_pixels(features: Plane, pixels: Discriminant) -> Plane:
    """(h, w, 4): evidence of each pixel for each chip against the bare board, log likelihoods, capped.

    `features`: see `describe_pixels`; `pixels`: tells the classes apart.
    """
    scores = pixels.score_classes(features.reshape(-1, features.shape[2])).reshape(*features.shape[:2], len(CLASSES))
    most = 6.0  # of a single pixel; guess
    return np.asarray(np.clip(scores[..., 1:] - scores[..., :1], -most, most), np.float32)


@cache
def _disc_kernel(chip: tuple[float, float], grow: float = 1.0) -> Plane:
    """(h, w) float32 kernel that averages over a chip; its sum is 1. `chip`: diameters in cells, across and down. `grow`:
    factor for both."""
    radii = [share * CELL / 2 * grow for share in chip]
    reach = [int(np.ceil(radius)) for radius in radii]
    y, x = np.mgrid[-reach[1] : reach[1] + 1, -reach[0] : reach[0] + 1].astype(np.float32)
    away = np.sqrt((x / radii[0]) ** 2 + (y / radii[1]) ** 2)
    soft = np.clip((1 - away) * min(radii) + 0.5, 0, 1).astype(np.float32)
    return np.asarray(soft / soft.sum(), np.float32)


@cache
def _ring_kernel(chip: tuple[float, float]) -> Plane:
    """(h, w) float32 kernel that averages over the rim of a chip, from 0.85 to 1.15 radii; its sum is 1. `chip`: diameters in
    cells, across and down."""
    outer, inner = _disc_kernel(chip, 1.15), _disc_kernel(chip, 0.85)
    edge = [(a - b) // 2 for a, b in zip(outer.shape, inner.shape, strict=True)]
    hole = cv2.copyMakeBorder(inner / inner.max(), edge[0], edge[0], edge[1], edge[1], cv2.BORDER_CONSTANT, value=0.0)
    ring = outer / outer.max() - hole
    return np.asarray(ring / ring.sum(), np.float32)


class Patches:
    """Round patches of a picture of evidence, where chips may lie."""

    def __init__(self, evidence: Plane, features: Plane, chip: tuple[float, float]) -> None:
        """`evidence`: (h, w, 4). `features`: (h, w, 10), from `describe_pixels`. `chip`: diameters in cells."""
        inner, outer = _disc_kernel(chip, 0.9), _disc_kernel(chip, 1.35)
        self._inner: Plane = np.asarray(cv2.filter2D(evidence, -1, inner, borderType=cv2.BORDER_REPLICATE), np.float32)
        around = cv2.filter2D(largest_of_channels(evidence), -1, outer, borderType=cv2.BORDER_REPLICATE) - largest_of_channels(
            self._inner
        )
        # the layers from print on, see `describe_pixels`
        prints = cv2.filter2D(features[..., 6:], -1, inner, borderType=cv2.BORDER_REPLICATE)
        # grey, change and strangeness, see `describe_pixels`
        rim = cv2.filter2D(features[..., [2, 6, 8]], -1, _ring_kernel(chip), borderType=cv2.BORDER_REPLICATE)
        left = prints[..., 1] / (prints[..., 3] + 0.05)
        self._shown = np.dstack([self._inner, around, prints, rim, left])
        # each chip's own: another's neighbour must not hide it
        peak_px = 5  # pixels around a patch, in which no patch may be likelier; guess
        higher = cv2.dilate(self._inner, np.ones((peak_px, peak_px), np.uint8))
        peaks = (self._inner >= higher) & (self._inner > CHIP_LIMITS.min_chip_evidence)
        self._peaks = largest_of_channels(np.where(peaks, self._inner, np.float32(-np.inf)))

    def find_chip_places(self, spot: tuple[float, float]) -> list[tuple[int, int]]:
        """At most four pixels of the cell around `spot` (row, column) likelier for a chip than their neighbours; else the
        middle."""
        (top, bottom), (left, right) = (_cell_span(v, size) for v, size in zip(spot, self._peaks.shape, strict=True))
        part = self._peaks[top:bottom, left:right].ravel()
        best = [i for i in np.argsort(-part)[:4].tolist() if part[i] > -np.inf]  # the likeliest; guess
        found = [(top + i // (right - left), left + i % (right - left)) for i in best]
        return found or [(round(spot[0]), round(spot[1]))]

    def keep_pale_places(self, places: list[tuple[int, int]]) -> list[tuple[int, int]]:
        """The places without a part of a coloured chip."""
        return [at for at in places if self._inner[at][: len(CLASSES) - 2].max() < CHIP_LIMITS.max_pale_evidence]

    def describe_patches(self, at: NDArray[Any], spots: NDArray[Any]) -> NDArray[Any]:
        """(n, 31) looks of patches and their squares: a white chip is neither like the board nor like another chip.

        `at`: (n, 2) rows and columns of the patches' middles. `spots`: (n, 2) of their cells' middles.
        """
        centre = np.rint(spots).astype(int)
        off = np.hypot(*(at - spots).T) / CELL * 4
        shown, there = self._shown[at[:, 0], at[:, 1]], self._inner[centre[:, 0], centre[:, 1]]
        return np.asarray(np.column_stack([shown, shown * shown, there, off]), np.float32)


def spread_over_cell(spot: tuple[float, float]) -> list[tuple[int, int]]:
    """Places of a cell: the middle, and up to a third of a cell off. `spot`: row and column of the cell's middle."""
    return [(round(spot[0]) + y, round(spot[1]) + x) for y in CHIP_LIMITS.white_steps_px for x in CHIP_LIMITS.white_steps_px]


def _cell_span(at: float, size: int) -> tuple[int, int]:
    """First pixel of a cell and the first behind, within the picture. `at`: the cell's middle. `size`: of the picture, in
    pixels."""
    return max(0, int(np.ceil(at - CELL / 2))), min(size, int(at + CELL / 2) + 1)


# --- two chips on one another ----------------------------------------------------------------------------------------


Cell = tuple[int, int]
ChipSpot = tuple[float, float]
"""Row and column of a chip's middle in the picture of evidence."""


@dataclass(frozen=True, slots=True)
class StackLimits:
    """When covered pixels are more than one chip. Lengths and areas in those of a chip."""

    min_stack_area: float = 1.0  # a chip half hidden or touched by a neighbour seems longer, never larger; geometry
    min_stack_oval: float = 1.06  # length over width; unusually large chips stay round; guess
    patch_radii: float = 1.75  # looked at around a chip's middle; guess


STACKS = StackLimits()


def find_stacked_chips(coloured: Plane, chips: Mapping[Cell, ChipSpot], radii: ChipSpot) -> set[Cell]:
    """Cells of the chips that do not lie alone. `coloured`: (h, w) log likelihood of each pixel for a coloured chip.
    `chips`: all found chips. `radii`: of a chip, down and across, in pixels."""
    covered = np.asarray(1 / (1 + np.exp(-1.5 * np.clip(coloured, -3, 3))), np.float32)  # from evidence to certainty; guess
    return {cell for cell, spot in chips.items() if _is_stack(covered, spot, list(chips.values()), radii)}


def _is_stack(covered: Plane, spot: ChipSpot, chips: list[ChipSpot], radii: ChipSpot) -> bool:
    """True if the covered pixels around a chip are longer and larger than one chip. `covered`: (h, w) 0 to 1. `spot`: the
    chip's middle, row and column in pixels. `chips`: middles of all chips, left out around `spot`. `radii`: down and across,
    pixels."""
    reaches = [STACKS.patch_radii * radius for radius in radii]
    window = [
        slice(max(0, int(v - reach)), min(size, int(v + reach) + 2))
        for v, reach, size in zip(spot, reaches, covered.shape, strict=True)
    ]
    down, across = (
        (np.arange(part.start, part.stop, dtype=np.float32) - v) / radius
        for part, v, radius in zip(window, spot, radii, strict=True)
    )
    weight = covered[window[0], window[1]] * (_squared_distance(down, across) < STACKS.patch_radii**2)
    left_out = 1.25  # radii left out around another chip's middle; guess
    for other in chips:
        off = [(v - own) / radius for v, own, radius in zip(other, spot, radii, strict=True)]
        if abs(off[0]) + abs(off[1]) > 0 and max(abs(off[0]), abs(off[1])) < STACKS.patch_radii + left_out:
            weight = weight * (_squared_distance(down - off[0], across - off[1]) > left_out**2)
    if float(weight.sum()) / (np.pi * radii[0] * radii[1]) <= STACKS.min_stack_area:
        return False
    length, width = _length_and_width(weight, down, across)
    return length > STACKS.min_stack_oval * width


def _squared_distance(down: NDArray[Any], across: NDArray[Any]) -> Plane:
    """(h, w) squared distance of each pixel from a chip's middle, in radii."""
    return np.asarray(down[:, None] ** 2 + across[None, :] ** 2, np.float32)


def _length_and_width(weight: NDArray[Any], down: NDArray[Any], across: NDArray[Any]) -> tuple[float, float]:
    """Length and width in those of one chip: twice the deviation of a disc is its radius. `weight`: (h, w). `down`,
    `across`: (h,) and (w,) radii from the chip's middle."""
    rows, columns, total = weight.sum(axis=1), weight.sum(axis=0), weight.sum()
    y, x = float(rows @ down / total), float(columns @ across / total)
    yy, xx = rows @ down**2 / total - y * y, columns @ across**2 / total - x * x
    xy = down @ weight @ across / total - x * y
    mean, apart = (xx + yy) / 2, np.hypot((xx - yy) / 2, xy)
    return float(2 * np.sqrt(mean + apart)), float(2 * np.sqrt(max(mean - apart, 0.0)))
