"""Corner indices: where in a picture a rank stands above a suit, and which indices belong to one card."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.plane.quads import Quad, cut_out
from vision.readers.french_print.crops import IndexPatches
from vision.readers.french_print.inks import read_index_patch, rule_out_by_ink
from vision.readers.french_print.letters import SeenLetters, read_letter
from vision.readers.french_print.networks import Guess, Networks, Plane
from vision.types import Image

Vector = NDArray[Any]
"""(2,) float32: x, y in picture pixels."""

INDEX_HEIGHTS_PX = (11.0, 46.0)  # at which the finder knows an index, as the network learned; train.py


@dataclass(frozen=True, slots=True)
class FinderThresholds:
    """How a picture is searched for indices."""

    easy_height_px: float = 12.0  # from which indices are surely found; guess
    min_heat: float = 0.25  # of a spot, if the height is also within `INDEX_HEIGHTS_PX`; guess
    min_closer_look_heat: float = 0.35  # of an unclear spot; guess
    clear_sureness: float = 0.96  # one look is enough from here on; guess
    dim_sureness: float = 0.05  # a spot is given up up to here; guess


FINDER = FinderThresholds()
OTHER_SIZES, OTHER_TURNS = (0.85, 0.72, 1.2), (-0.2, 0.2)  # guess; of the index at an unclear spot, times and radians
SMALL_INDEX_PX = 2 * INDEX_HEIGHTS_PX[0]  # below this height an index shows at full size only; geometry of the finder
MAX_SAME_SPOT_HEIGHTS = 0.35  # between two spots of one index, in index heights; guess


@dataclass(frozen=True, slots=True)
class PrintSearch:
    """Where small print of unknown cards is looked for at full size."""

    min_ink_part: float = 0.3  # by which ink is darker than the ground; guess
    min_ground_paleness: float = 0.5  # of the ground beside the paper of known cards; guess
    min_inked_part: float = 0.02  # of a block; guess
    max_boxes: int = 8  # searched one by one; else the whole picture; guess
    max_boxes_part: float = 0.6  # of the picture; else the whole picture; guess


PRINT_SEARCH = PrintSearch()


@dataclass(frozen=True, slots=True, eq=False)
class Spot:
    """A possible index."""

    centre: Vector  # (2,) in picture pixels
    down: Vector  # (2,) from the top of the rank to the bottom of the suit, in picture pixels
    heat: float  # 0 to 1

    @property
    def height(self) -> float:
        """In picture pixels."""
        return math.hypot(float(self.down[0]), float(self.down[1]))

    @property
    def right(self) -> Vector:
        """(2,) as long as `down`, to the index's own right."""
        return np.array([self.down[1], -self.down[0]], np.float32)

    def measure_heights_to(self, other: Spot) -> float:
        """The distance to another spot, in heights of this one."""
        away = other.centre - self.centre
        return math.hypot(float(away[0]), float(away[1])) / self.height


@dataclass(frozen=True, slots=True, eq=False)
class Index:
    """A spot that was read."""

    spot: Spot
    guess: Guess

    @property
    def face(self) -> int:
        return self.guess.likeliest

    @property
    def sureness(self) -> float:
        return self.guess.sureness


def find_spots(networks: Networks, image: Image) -> list[Spot]:
    """Every place like an index at full size, strongest first."""
    return _drop_overlapping_spots(_find_peaks(networks.find_heat(image)))


def find_large_spots(networks: Networks, image: Image) -> list[Spot]:
    """The spots of indices from twice the least height on, at half the size, a quarter and an eighth: full size costs most."""
    spots: list[Spot] = []
    scale, small = 1.0, image
    for _ in range(3):
        if min(small.shape[:2]) < 96:  # too small to be halved again; guess
            break
        scale *= 2
        small = np.asarray(cv2.resize(small, None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA), np.uint8)
        spots += _find_peaks(networks.find_heat(small), scale)
    return _drop_overlapping_spots(spots)


def find_small_spots(networks: Networks, image: Image, known: Sequence[Quad], least: float) -> list[Spot]:
    """The spots of the smallest indices beside known cards, only on ground as pale as the cards, with something dark.

    `known`: corners of each known card, (4, 2) picture pixels. `least`: height in pixels of the smallest possible index.
    """
    shrink = min(1.0, FINDER.easy_height_px / least)
    spots: list[Spot] = []
    for x, y, width, height in _find_print_boxes(image, known):
        part = np.ascontiguousarray(image[y : y + height, x : x + width])
        if shrink < 1:
            part = np.asarray(cv2.resize(part, None, fx=shrink, fy=shrink, interpolation=cv2.INTER_AREA), np.uint8)
        spots += _find_peaks(networks.find_heat(part), 1 / shrink, (x, y))
    return _drop_overlapping_spots(spots)


def _find_print_boxes(image: Image, known: Sequence[Quad]) -> list[tuple[int, int, int, int]]:
    """Boxes (x, y, width, height) in picture pixels around possible print of other cards; the whole picture without known
    cards, or where boxes would cover most of it."""
    height, width = image.shape[:2]
    if not known:
        return [(0, 0, width, height)]
    gray = cv2.cvtColor(image, cv2.COLOR_BGR2GRAY)
    ground = cv2.morphologyEx(gray, cv2.MORPH_CLOSE, np.ones((9, 9), np.uint8))  # wider than the strokes of an index
    ink = (cv2.subtract(ground, gray) > PRINT_SEARCH.min_ink_part * ground) & (
        ground > PRINT_SEARCH.min_ground_paleness * min(measure_paleness(image, quad) for quad in known)
    )
    inked = ink.astype(np.float32)
    for quad in known:
        middle = quad.mean(axis=0)
        around = np.round(middle + (quad - middle) * 1.06).astype(np.int32)  # a known card's edge is no print
        cv2.fillConvexPoly(inked, around, 0.0)
    block = 16  # side of the blocks searched for ink
    size = (-(-width // block), -(-height // block))
    blocks = cv2.resize(inked, size, interpolation=cv2.INTER_AREA) > PRINT_SEARCH.min_inked_part
    # three blocks around an inked block are searched: an index is up to 46 pixels high
    near = cv2.dilate(blocks.astype(np.uint8), np.ones((7, 7), np.uint8))
    _, _, stats, _ = cv2.connectedComponentsWithStats(near)
    boxes = [tuple(int(v) * block for v in stat[:4]) for stat in stats[1:]]
    if len(boxes) > PRINT_SEARCH.max_boxes or sum(w * h for _, _, w, h in boxes) > PRINT_SEARCH.max_boxes_part * width * height:
        return [(0, 0, width, height)]
    return [(x, y, min(w, width - x), min(h, height - y)) for x, y, w, h in boxes]


def measure_paleness(image: Image, quad: Quad) -> float:
    """The grey level (0 to 255) of a card's paper, the 80th percentile. `quad`: (4, 2) the card in `image`."""
    gray = cv2.cvtColor(cut_out(image, quad, (50, 70)), cv2.COLOR_BGR2GRAY)
    return float(np.percentile(np.asarray(gray, np.float32), 80))  # a fifth may be brighter: gloss


def _find_peaks(heat: Plane, scale: float = 1.0, origin: tuple[float, float] = (0.0, 0.0)) -> list[Spot]:
    """The spots at the peaks of `heat`, in picture pixels; peaks whose own height is none of an index are left out. `heat`: (6, h, w)
    of `Networks.find_heat`. `scale`: picture pixels per pixel
    searched. `origin`: of the searched part in the picture."""
    peak = heat[0]
    best = (peak >= cv2.dilate(peak, np.ones((3, 3), np.uint8))) & (peak > FINDER.min_heat)
    best &= (heat[3] >= INDEX_HEIGHTS_PX[0] - 1) & (heat[3] <= INDEX_HEIGHTS_PX[1] + 4)
    found = heat[:, best]
    return [
        Spot(
            np.array([x, y], np.float32) * scale + np.array(origin, np.float32),
            np.array([c, s], np.float32) * h * scale,
            float(p),
        )
        for p, c, s, h, x, y in found.T
    ]


def _drop_overlapping_spots(spots: list[Spot]) -> list[Spot]:
    """The strongest of overlapping spots, strongest first."""
    kept: list[Spot] = []
    for spot in sorted(spots, key=lambda spot: spot.heat, reverse=True):
        if all(math.dist(spot.centre, other.centre) > 0.35 * min(spot.height, other.height) for other in kept):
            kept.append(spot)
    return kept


def read_spots(networks: Networks, image: Image, spots: list[Spot]) -> list[Index]:
    """The indices at the spots; spots without an index are left out."""
    indices = []
    for spot in spots:
        patches = IndexPatches(image)
        read = _weigh_letter(networks, patches, _read_spot(networks, patches, spot))
        if _shows_index(read):  # ink makes no face likelier
            read = Index(read.spot, rule_out_by_ink(read.guess, patches, read.spot.centre, read.spot.down))
        if _shows_index(read):
            indices.append(read)
    return indices


def _shows_index(read: Index) -> bool:
    return bool(read.guess.faces.sum() > 0.3)


def settle_knaves(letters: SeenLetters, indices: Sequence[Index]) -> list[Index]:
    """The indices, with each V as the knave or the queen of the deck, once `letters` tell which. They learn the letters seen here."""
    letters.note_letters([index.guess for index in indices])
    return [Index(index.spot, letters.settle_knave(index.guess)) for index in indices]


def _read_spot(networks: Networks, patches: IndexPatches, spot: Spot) -> Index:
    """The mean of two looks at the clearest size and turn: the finder errs in both for odd typefaces. A dim spot is looked at
    once."""
    best = _read_once(networks, patches, spot)
    if best.sureness < FINDER.clear_sureness and spot.heat > FINDER.min_closer_look_heat:
        best = _find_clearest(networks, patches, best, [_resize_spot(spot, size) for size in OTHER_SIZES])
    if FINDER.dim_sureness < best.sureness < FINDER.clear_sureness:
        best = _find_clearest(networks, patches, best, [turn_spot(best.spot, turn) for turn in OTHER_TURNS])
    if FINDER.dim_sureness < best.sureness < FINDER.clear_sureness:
        best = _find_clearest(networks, patches, best, _shift_spot(best.spot))
    if best.sureness <= FINDER.dim_sureness:
        return best
    return average_guesses(best, _read_once(networks, patches, _resize_spot(best.spot, 1.12)))


def list_looks(spot: Spot) -> list[Spot]:
    """Every place, size and turn at which `read_spots` may find the index of a spot."""
    sizes = [spot, *(_resize_spot(spot, size) for size in OTHER_SIZES)]
    turned = [each for one in sizes for each in (one, *(turn_spot(one, turn) for turn in OTHER_TURNS))]
    return [each for one in turned for each in (one, *_shift_spot(one))]


def average_guesses(first: Index, second: Index) -> Index:
    """The average of two looks, at the spot of the first: sure only if both looks are sure."""
    rank, suit = (first.guess.rank + second.guess.rank) / 2, (first.guess.suit + second.guess.suit) / 2
    return Index(first.spot, Guess(rank, suit))


def read_at_height(networks: Networks, image: Image, spot: Spot, height: float) -> Index:
    """The index at a spot, read about `height` pixels high: the mean of three looks."""
    patches = IndexPatches(image)
    best = _read_once(networks, patches, _resize_spot(spot, height / spot.height))
    best = _find_clearest(networks, patches, best, [turn_spot(best.spot, turn) for turn in (-0.1, 0.1)])
    best = _find_clearest(networks, patches, best, _shift_spot(best.spot))
    guesses = [best.guess, *(_read_once(networks, patches, _resize_spot(best.spot, size)).guess for size in (0.93, 1.08))]
    rank, suit = np.mean([guess.rank for guess in guesses], axis=0), np.mean([guess.suit for guess in guesses], axis=0)
    return _weigh_letter(networks, patches, Index(best.spot, Guess(rank, suit)))


def _weigh_letter(networks: Networks, patches: IndexPatches, index: Index) -> Index:
    """The index, with foreign letters weighed in."""
    return Index(index.spot, read_letter(networks, patches, index.guess, index.spot.centre, index.spot.down))


def _find_clearest(networks: Networks, patches: IndexPatches, best: Index, spots: Sequence[Spot]) -> Index:
    """The clearest index among `best` and a look at each of `spots`; looking ends with the first clear one."""
    for spot in spots:
        best = max(best, _read_once(networks, patches, spot), key=lambda index: index.sureness)
        if best.sureness >= FINDER.clear_sureness:
            break
    return best


def _read_once(networks: Networks, patches: IndexPatches, spot: Spot) -> Index:
    return Index(spot, read_index_patch(networks, patches, spot.centre, spot.down))


def _resize_spot(spot: Spot, size: float) -> Spot:
    return Spot(spot.centre, spot.down * np.float32(size), spot.heat)


def _shift_spot(spot: Spot) -> list[Spot]:
    steps = (spot.right, -spot.right, spot.down, -spot.down)
    return [Spot(spot.centre + step * np.float32(0.07), spot.down, spot.heat) for step in steps]


def turn_spot(spot: Spot, turn: float) -> Spot:
    """The spot turned clockwise as seen, by radians."""
    cosine, sine = np.cos(turn), np.sin(turn)
    down = np.array([cosine * spot.down[0] - sine * spot.down[1], sine * spot.down[0] + cosine * spot.down[1]], np.float32)
    return Spot(spot.centre, down, spot.heat)


def is_opposite_corner(a: Spot, b: Spot) -> bool:
    """Does `b` lie in another corner of the card with index `a`: any of the three others? The result may differ with `a` and
    `b` exchanged."""
    size = b.height / max(a.height, 1e-6)
    if not 0.6 < size < 1.65:
        return False
    turn = float(a.down @ b.down) / (a.height * b.height)
    across = float((b.centre - a.centre) @ a.right) / a.height**2
    along = float((b.centre - a.centre) @ a.down) / a.height**2
    if turn < -0.8:  # the diagonal corner, or the one below
        return 0.9 < along < 5.5 and abs(across) < 1.75 * along
    return turn > 0.85 and 0.9 < abs(across) < 4.5 and abs(along) < 0.35 * abs(across)


def keep_unread(spots: Sequence[Spot], indices: Sequence[Index]) -> list[Spot]:
    """The spots at which no index was read yet."""
    known = [index.spot for index in indices]
    return [spot for spot in spots if all(spot.measure_heights_to(one) > MAX_SAME_SPOT_HEIGHTS for one in known)]
