"""Where in a rectified zone does the top card of an untidy pile lie?

The card's size is known, and the place has three freedoms: two of position, one of turn. Two searches propose places:
- by outline: for each turn the zone's edges are drawn upright, and every position is weighed by how much of each side lies on an edge.
  All four sides of the top card are visible.
- by pattern: where lies the common art of this deck? A `Pattern` is learned from the cards read so far. Dark cards on dark cards are
  found; decks without common art have no pattern.
Both hand back candidates, best first; the reader decides.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.plane.quads import Quad
from vision.types import Image

TOP_CARD_TURNS = np.arange(-18.0, 18.1, 3.0)
"""Degrees tried: untidy piles turn by up to 15; guess."""


@dataclass(frozen=True, slots=True)
class TopCardSearch:
    """How finely a zone is searched for its top card."""

    rough_width_px: int = 40  # card width at which patterns are searched, fitted at twice as many; guess
    corner_part: float = 0.08  # card widths at each end of a side not looked at: rounded corners; guess
    stretches: int = 3  # parts of a side with different surroundings: table, a lower card; guess
    fit_samples: int = 8 * stretches  # places on each side for the fit of an outline; guess


TOP_CARD_SEARCH = TopCardSearch()


FINE_WIDTH = 88
"""Width of a card in pixels at which an outline is fitted; guess."""


ALL_TURNS = np.arange(-87.0, 90.1, 6.0)
"""Degrees tried where a card may lie any way round, half a turn more with each; geometry."""


Turns = NDArray[Any]
"""(n,) degrees."""

Gray = NDArray[Any]
"""(h, w) uint8."""

Plane = NDArray[Any]
"""(h, w) float32."""

Poses = NDArray[Any]
"""(n, 4): score, x and y of the card's middle in pixels, turn in degrees clockwise."""


@dataclass(frozen=True, slots=True, eq=False)
class Candidate:
    """A place where the top card may lie."""

    quad: Quad  # (4, 2) float32 pixels of the zone, clockwise from the top left of the card turned upright or upside down
    score: float  # 0 to 1, how well outline or pattern fit


@dataclass(frozen=True, slots=True, eq=False)
class Pattern:
    """What the cards of a deck have in common."""

    rough: Plane  # texture, `rough_width_px` wide
    fine: Plane  # texture, twice as wide
    aspect: float  # height over width of a card
    cards: int  # number of cards learned from

    def add_card_look(self, crop: Image) -> Pattern:
        """The pattern after one more card. `crop`: (h, w, 3) uint8 BGR, upright or upside down. Until forty cards all weigh
        alike; each later card weighs a fortieth."""
        seen = make_pattern(crop, self.aspect)
        turned = _correlate_textures(seen.rough[::-1, ::-1], self.rough) > _correlate_textures(seen.rough, self.rough)
        way, weight = (-1 if turned else 1), 1 / min(self.cards + 1, 40)
        rough = self.rough * (1 - weight) + seen.rough[::way, ::way] * weight
        fine = self.fine * (1 - weight) + seen.fine[::way, ::way] * weight
        return Pattern(np.asarray(rough, np.float32), np.asarray(fine, np.float32), self.aspect, self.cards + 1)

    def weigh_spots(self, part: Plane) -> Pattern:
        """The pattern with each spot counting as far as the cards share the spot. `part`: (h, w) from 0 to 1, of any size."""
        rough, fine = (
            plane * cv2.resize(part, (plane.shape[1], plane.shape[0]), interpolation=cv2.INTER_LINEAR)
            for plane in (self.rough, self.fine)
        )
        return Pattern(np.asarray(rough, np.float32), np.asarray(fine, np.float32), self.aspect, self.cards)


def make_pattern(crop: Image, aspect: float) -> Pattern:
    """The pattern of a single picture. `aspect`: height over width of a card. `crop`: (h, w, 3) uint8 BGR, one card filling
    it."""
    sizes = [(width, round(width * aspect)) for width in (TOP_CARD_SEARCH.rough_width_px, 2 * TOP_CARD_SEARCH.rough_width_px)]
    rough, fine = (_make_texture(_to_gray(cv2.resize(crop, size, interpolation=cv2.INTER_AREA))) for size in sizes)
    return Pattern(rough, fine, aspect, 1)


def average_patterns(crops: Sequence[Image], aspect: float) -> Pattern:
    """The pattern of many pictures, all the same way up. `aspect`: height over width of a card.

    `crops`: (h, w, 3) uint8 BGR.
    """
    seen = [make_pattern(crop, aspect) for crop in crops]
    rough, fine = np.mean([one.rough for one in seen], axis=0), np.mean([one.fine for one in seen], axis=0)
    return Pattern(np.asarray(rough, np.float32), np.asarray(fine, np.float32), aspect, len(seen))


def _make_texture(gray: Gray) -> Plane:
    """(h, w) difference of each pixel from its surroundings in units of their contrast. Fine ornaments weigh as much as bold
    numbers, light and shade nothing. Capped at -1.5 and 1.5."""
    plane = gray.astype(np.float32)
    around = 9  # pixels of surroundings; guess
    plane -= cv2.blur(plane, (around, around))
    # grey levels: less passes for flat; guess
    contrast = np.sqrt(np.maximum(cv2.blur(plane * plane, (around, around)), 0.0)) + 15.0
    return np.asarray(np.clip(plane / contrast, -1.5, 1.5), np.float32)


def _correlate_textures(a: Plane, b: Plane) -> float:
    """Correlation (-1 to 1) of two textures."""
    return float(np.corrcoef(a.reshape(-1), b.reshape(-1))[0, 1])


def find_top_by_outline(
    zone: Image, card_px: tuple[float, float], before: Image | None = None, turns: Turns = TOP_CARD_TURNS
) -> tuple[Candidate, ...]:
    """At most four places with all four sides on edges, best first; () for none.

    `zone`: (h, w, 3) uint8 BGR, rectified. `card_px`: width and height of a card in the zone. `before`: the zone when last at
    rest, with edges that count less now; ignored in another size. `turns`: degrees tried.
    """
    scale = min(1.0, 44 / card_px[0])  # card width at which outlines are searched; guess
    small = _scale_gray(_to_gray(zone), scale)
    across, down = _find_edges(small)
    if before is not None and before.shape == zone.shape:
        fresh = _weigh_fresh_edges(_scale_gray(_to_gray(before), scale))
        across, down = across * fresh, down * fresh
    card = (card_px[0] * scale, card_px[1] * scale)
    both = np.dstack([across, down])
    rough = np.concatenate([_find_at_turn(both, card, float(turn)) for turn in turns])
    most = 4  # candidates; guess
    rough = _keep_apart_poses(rough, 0.06 * card[0])[: 2 * most]
    if len(rough) == 0:
        return ()
    fine_scale = min(1.0, FINE_WIDTH / card_px[0])
    rough[:, 1:3] = (rough[:, 1:3] + 0.5) * (fine_scale / scale) - 0.5
    card = (card_px[0] * fine_scale, card_px[1] * fine_scale)
    fine = _refine_poses(*_find_edges(_scale_gray(_to_gray(zone), fine_scale)), rough, card)
    fine = _keep_apart_poses(fine, 0.04 * card[0])[:most]
    return tuple(Candidate(_pose_corners(pose, card, fine_scale), float(pose[0])) for pose in fine)


def measure_outline_fits(zone: Image, card_px: tuple[float, float], candidates: Sequence[Candidate]) -> tuple[float, ...]:
    """Fit of an outline at each of these places, 0 to 1, in their order; () for none. `zone`, `card_px`: as of
    `find_top_by_outline`. `candidates`: the places, whose own scores do not count."""
    if not candidates:
        return ()
    middles = [quad.mean(axis=0) for quad in (one.quad for one in candidates)]
    sides = [quad[1] - quad[0] for quad in (one.quad for one in candidates)]
    turns = [np.degrees(np.arctan2(side[1], side[0])) for side in sides]
    poses = np.array([(0.0, *middle, turn) for middle, turn in zip(middles, turns, strict=True)], np.float32)
    return tuple(float(fit) for fit in _fit_poses(np.dstack(_find_edges(_to_gray(zone))), poses, card_px))


def measure_fits_of_sizes(zone: Image, sizes_px: Sequence[tuple[float, float]], candidate: Candidate) -> tuple[float, ...]:
    """The fit of an outline of each size around one place, in the order of `sizes_px` (width and height in pixels). `zone`:
    picture of the zone. `candidate`: the place."""
    edges = np.dstack(_find_edges(_to_gray(zone)))
    side = candidate.quad[1] - candidate.quad[0]
    poses = np.array([(0.0, *candidate.quad.mean(axis=0), np.degrees(np.arctan2(side[1], side[0])))], np.float32)
    return tuple(float(_fit_poses(edges, poses, size)[0]) for size in sizes_px)


def find_by_pattern(
    zone: Image, card_px: tuple[float, float], pattern: Pattern, turns: Turns = TOP_CARD_TURNS
) -> tuple[Candidate, ...]:
    """At most three places that look most like the deck's pattern. `zone`: its picture. `card_px`: width and height of a card
    in pixels. `turns`: degrees tried."""
    scale, gray = TOP_CARD_SEARCH.rough_width_px / card_px[0], _to_gray(zone)
    margin = 4  # pixels a pattern may reach beyond the zone; guess

    def pad(gray: Gray, by: int) -> Gray:
        return np.asarray(cv2.copyMakeBorder(gray, by, by, by, by, cv2.BORDER_REPLICATE), np.uint8)

    rough, fine = (_make_texture(pad(_scale_gray(gray, times * scale), times * margin)) for times in (1, 2))
    found = np.array([_match_at_turn(rough, pattern.rough, float(turn)) for turn in turns], np.float32)
    poses = _keep_apart_poses(found[found[:, 0] > 0], 0.1 * TOP_CARD_SEARCH.rough_width_px)[:3]  # candidates; guess
    poses[:, 1:3] = poses[:, 1:3] * 2 + 0.5
    poses = np.array([_refine_pattern_pose(fine, pattern.fine, pose) for pose in poses], np.float32).reshape(-1, 4)
    poses[:, 1:3] -= 2 * margin
    card = (card_px[0] * 2 * scale, card_px[1] * 2 * scale)
    return tuple(Candidate(_pose_corners(pose, card, 2 * scale), float(pose[0])) for pose in poses)


def _to_gray(image: NDArray[Any]) -> Gray:
    return np.asarray(cv2.cvtColor(image, cv2.COLOR_BGR2GRAY), np.uint8)


def _scale_gray(gray: Gray, scale: float) -> Gray:
    return np.asarray(cv2.resize(gray, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA), np.uint8)


# --- by outline


def _find_edges(gray: Gray) -> tuple[Plane, Plane]:
    """(h, w) change of brightness to the right and (h, w) downward, from -1 to 1; half at twice the picture's own noise."""
    smooth = cv2.GaussianBlur(gray.astype(np.float32), (0, 0), 0.7)
    right, down = (np.asarray(cv2.Sobel(smooth, cv2.CV_32F, *way) / 8, np.float32) for way in ((1, 0), (0, 1)))
    level = 2.0 * float(np.median(np.abs([right, down]))) + 1.0
    return right / (np.abs(right) + level), down / (np.abs(down) + level)


def _weigh_fresh_edges(before: Gray) -> Plane:
    """(h, w) weight of each pixel's edges: 1 for a new edge, down to 0.6 for an edge seen before."""
    known = cv2.dilate(cv2.magnitude(*_find_edges(before)), np.ones((3, 3), np.uint8))
    # a new card brings edges of its own, old ones count less; guess
    return np.asarray(np.clip(1.3 - known, 0.6, 1.0), np.float32)


def _find_at_turn(both: Plane, card: tuple[float, float], turn: float) -> Poses:
    """The three best places of a card turned by `turn` degrees. `both`: (h, w, 2) edges to the right and downward. `card`:
    width and height in pixels."""
    height, width = both.shape[:2]
    upright = cv2.getRotationMatrix2D(((width - 1) / 2, (height - 1) / 2), turn, 1.0)
    turned = cv2.warpAffine(both, upright, (width, height))
    cos, sin = float(np.cos(np.radians(turn))), float(np.sin(np.radians(turn)))
    to_right, to_bottom = turned[..., 0] * cos + turned[..., 1] * sin, turned[..., 1] * cos - turned[..., 0] * sin
    score, (left, top) = _score_positions(to_right, to_bottom, card)
    back = cv2.invertAffineTransform(upright)
    found = []
    for _ in range(3 if score.size else 0):
        _, best, _, (column, row) = cv2.minMaxLoc(score)
        found.append((best, *(back @ (column + left, row + top, 1.0)), turn))
        score[max(0, row - 2) : row + 3, max(0, column - 2) : column + 3] = 0
    return np.array(found, np.float32).reshape(-1, 4)


def _score_positions(to_right: Plane, to_bottom: Plane, card: tuple[float, float]) -> tuple[Plane, tuple[float, float]]:
    """(h, w) fit of a card's outline at each place inside the picture, and the card's middle (x, y) at the first place. The
    weakest side counts double.

    `to_right`, `to_bottom`: change of brightness, upright. `card`: width and height in pixels. (0, 0) and a middle of 0 where
    the card does not fit in.
    """
    w, h = round(card[0]), round(card[1])
    corner = round(TOP_CARD_SEARCH.corner_part * card[0])
    upright, rows = _score_lines(to_right, h - 2 * corner, corner)
    flat, columns = _score_lines(to_bottom.T, w - 2 * corner, corner)
    flat = flat.T
    height, width = to_right.shape[0] - h, to_right.shape[1] - w
    if height < 1 or width < 1 or rows < height or columns < width:
        return np.zeros((0, 0), np.float32), (0.0, 0.0)
    sides = (upright[:height, :width], upright[:height, w : w + width], flat[:height, :width], flat[h : h + height, :width])
    weakest = np.minimum(np.minimum(sides[0], sides[1]), np.minimum(sides[2], sides[3]))
    return (sides[0] + sides[1] + sides[2] + sides[3] + weakest) / 5, (w / 2, h / 2)


def _score_lines(edge: Plane, length: int, skipped: int) -> tuple[Plane, int]:
    """(tops, columns) share of a vertical line of `length` pixels on an edge, by top less `skipped` and column; and the number
    of tops.

    Each stretch of a line may run either way, bright to dark or dark to bright, but only one way: print and noise run both ways
    and cancel out.
    """
    stretch = max(1, length // TOP_CARD_SEARCH.stretches)
    sums = np.cumsum(np.vstack([np.zeros((1, edge.shape[1]), np.float32), edge]), axis=0, dtype=np.float32)
    lit = np.abs(sums[stretch:] - sums[:-stretch]) / stretch
    tops = lit.shape[0] - (TOP_CARD_SEARCH.stretches - 1) * stretch
    if tops <= skipped:
        return lit[:0], 0
    parts = [lit[i * stretch : i * stretch + tops] for i in range(TOP_CARD_SEARCH.stretches)]
    return np.asarray(sum(parts[1:], parts[0]) / TOP_CARD_SEARCH.stretches, np.float32)[skipped:], tops - skipped


def _refine_poses(across: Plane, down: Plane, poses: Poses, card: tuple[float, float]) -> Poses:
    """(n, 4) each pose moved to the best fit of its outline, by ever finer steps, with its score measured anew. `across`,
    `down`: changes of brightness. `card`: width and height in pixels."""
    both = np.dstack([across, down])
    steps = np.array([(0, x, y, t) for x in (-1, 0, 1) for y in (-1, 0, 1) for t in (-1, 0, 1)], np.float32)
    for pixels, degrees in ((1.2, 1.2), (1.2, 1.2), (0.6, 0.6), (0.3, 0.3)):
        tried = poses[:, None] + steps * np.array([0, pixels, pixels, degrees], np.float32)
        fits = _fit_poses(both, tried.reshape(-1, 4), card).reshape(len(poses), -1)
        poses = np.take_along_axis(tried, fits.argmax(1)[:, None, None], 1)[:, 0]
        poses[:, 0] = fits.max(1)
    return poses


def _fit_poses(both: Plane, poses: Poses, card: tuple[float, float]) -> Plane:
    """(n,) score of each pose along its four sides. `both`: (h, w, 2) edges to the right and downward. `card`: width and
    height in pixels."""
    turn = np.radians(poses[:, 3])
    cos, sin = np.cos(turn)[:, None], np.sin(turn)[:, None]
    x, y = _sample_outline(card)
    at_x = np.asarray(poses[:, 1:2] + x * cos - y * sin, np.float32)
    at_y = np.asarray(poses[:, 2:3] + x * sin + y * cos, np.float32)
    seen = cv2.remap(both, at_x, at_y, cv2.INTER_LINEAR)
    upright, flat = np.s_[:, : 2 * TOP_CARD_SEARCH.fit_samples], np.s_[:, 2 * TOP_CARD_SEARCH.fit_samples :]
    normal = np.hstack(
        [seen[upright][..., 0] * cos + seen[upright][..., 1] * sin, seen[flat][..., 1] * cos - seen[flat][..., 0] * sin]
    )
    sides = np.abs(normal.reshape(len(poses), 4, TOP_CARD_SEARCH.stretches, -1).mean(3)).mean(2)
    return np.asarray((sides.sum(1) + sides.min(1)) / 5, np.float32)


def _sample_outline(card: tuple[float, float]) -> tuple[Plane, Plane]:
    """(4 * fit_samples,) x and y of places on the left, right, top and bottom side of a card centred on the origin."""
    w, h = card[0] / 2, card[1] / 2
    run = np.linspace(-1, 1, TOP_CARD_SEARCH.fit_samples, dtype=np.float32)
    tall, wide, one = (
        run * (h - 2 * TOP_CARD_SEARCH.corner_part * w),
        run * (w - 2 * TOP_CARD_SEARCH.corner_part * w),
        np.ones_like(run),
    )
    return np.concatenate([-w * one, w * one, wide, wide]), np.concatenate([tall, tall, -h * one, h * one])


# --- by pattern


def _match_at_turn(gray: Plane, pattern: Plane, turn: float) -> tuple[float, float, float, float]:
    """Likeness, x, y and turn of the place in `gray` most like the pattern, turned by `turn` degrees or half a turn more.
    Likeness 0 at the middle where the picture is smaller than the pattern."""
    height, width = gray.shape
    if height < pattern.shape[0] or width < pattern.shape[1]:
        return 0.0, width / 2, height / 2, turn
    upright = cv2.getRotationMatrix2D(((width - 1) / 2, (height - 1) / 2), turn, 1.0)
    turned = np.asarray(cv2.warpAffine(gray, upright, (width, height), borderMode=cv2.BORDER_REPLICATE), np.float32)
    ways = [(*_find_likeness_peak(turned, way), turn + more) for way, more in ((pattern, 0.0), (pattern[::-1, ::-1], 180.0))]
    likeness, x, y, way = max(ways)
    x, y = (cv2.invertAffineTransform(upright) @ (x, y, 1.0)).tolist()
    return likeness, x, y, way


def _refine_pattern_pose(gray: Plane, pattern: Plane, pose: NDArray[np.float32]) -> tuple[float, float, float, float]:
    """Score, x, y and turn of the place in `gray` most like `pattern`, near `pose`: (4,) in the same order. True to a degree
    and a pixel. The score is that of the first search."""
    score, x, y, turn = (float(value) for value in pose)
    reach = 5  # pixels by which a rough find may be off; guess
    height, width = pattern.shape[0] + 2 * reach, pattern.shape[1] + 2 * reach
    best = (-1.0, x, y, turn)
    for nearby in (turn - 1.6, turn - 0.8, turn, turn + 0.8, turn + 1.6):
        upright = cv2.getRotationMatrix2D((x, y), nearby, 1.0)
        upright[:, 2] += ((width - 1) / 2 - x, (height - 1) / 2 - y)
        part = np.asarray(cv2.warpAffine(gray, upright, (width, height), borderMode=cv2.BORDER_REPLICATE), np.float32)
        likeness, column, row = _find_likeness_peak(part, pattern)
        at_x, at_y = (cv2.invertAffineTransform(upright) @ (column, row, 1.0)).tolist()
        best = max(best, (likeness, at_x, at_y, nearby))
    return score, *best[1:]


def _find_likeness_peak(picture: Plane, pattern: Plane) -> tuple[float, float, float]:
    """Likeness (-1 to 1) and middle of the place most like the pattern. The middle: x, y."""
    match = cv2.matchTemplate(picture, np.ascontiguousarray(pattern), cv2.TM_CCOEFF_NORMED)
    _, likeness, _, (column, row) = cv2.minMaxLoc(match)
    return float(likeness), column + (pattern.shape[1] - 1) / 2, row + (pattern.shape[0] - 1) / 2


def measure_corner_distance(a: Candidate, b: Candidate) -> float:
    """Pixels between the corners farthest apart; a card upside down is at the same place."""
    return float(min(np.abs(quad - b.quad).max() for quad in (a.quad, a.quad[[2, 3, 0, 1]])))


def keep_distinct(candidates: Sequence[Candidate], reach: float) -> list[Candidate]:
    """The candidates more than `reach` pixels from every earlier one. `candidates`: best first. Upside down counts as the
    same place."""
    kept: list[Candidate] = []
    for found in candidates:
        if all(measure_corner_distance(found, other) > reach for other in kept):
            kept.append(found)
    return kept


# --- poses


def _keep_apart_poses(poses: Poses, reach: float) -> Poses:
    """Poses, best first, without those nearly the same as a better one. Nearly: within `reach` pixels and 5 degrees."""
    kept: list[NDArray[np.float32]] = []
    for pose in poses[np.argsort(-poses[:, 0], kind="stable")]:
        if not any(np.hypot(*(pose[1:3] - other[1:3])) < reach and abs(pose[3] - other[3]) < 5 for other in kept):
            kept.append(pose)
    return np.array(kept, np.float32).reshape(-1, 4)


def _pose_corners(pose: NDArray[np.float32], card: tuple[float, float], scale: float) -> Quad:
    """(4, 2) corners of a card at a pose in the small picture, in pixels of the zone. `card`: width and height, and `pose`,
    in pixels of the small picture, `scale` times the zone."""
    cos, sin = np.cos(np.radians(pose[3])), np.sin(np.radians(pose[3]))
    w, h = card[0] / 2, card[1] / 2
    corners = np.array([[-w, -h], [w, -h], [w, h], [-w, h]]) @ np.array([[cos, sin], [-sin, cos]])
    return np.asarray((corners + pose[1:3] + 0.5) / scale - 0.5, np.float32)
