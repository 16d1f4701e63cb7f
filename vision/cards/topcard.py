"""Where in a rectified zone does the top card of an untidy pile lie?

The card's size is known, so its place has three freedoms: two of position and one of turn. Two searches propose places:
- by outline: for each turn the edges of the zone are drawn upright and every position is weighed at once by how much of each of the
  card's four sides lies on an edge. The top card is the one whose four sides can all be seen.
- by pattern: where lies what the cards of this deck have in common? A `Pattern` is learned from the cards read so far. It
  finds dark cards on dark cards, whose outlines cannot be seen, but says little of decks whose cards share no art.
Both hand back candidates, best first; who reads them decides.
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

TURNS = np.arange(-18.0, 18.1, 3.0)
"""Turns that are tried, in degrees: untidy piles turn by up to 15."""

OUTLINE_WIDTH = 44
"""Width of a card in pixels at which outlines are searched for."""

FINE_WIDTH = 88
"""Width of a card in pixels at which an outline is fitted."""

ROUGH_WIDTH = 40
"""Width of a card in pixels at which patterns are searched for; they are fitted at twice as many."""

ALL_TURNS = np.arange(-87.0, 90.1, 6.0)
"""The same where a card may lie any way round: half a turn more is tried with each."""

WINDOW = 9
"""Pixels around each that are its surroundings."""

ROUGH_MARGIN, FINE_REACH = 4, 5
"""Pixels beyond the zone into which a pattern may reach (rough), and by which a first find may be off (fine)."""

FLAT = 15.0
"""Grey levels of contrast below which a texture passes for flat."""

ROUNDED_CORNER = 0.08
"""Rounded corners: this part of the card's width at each end of a side is not looked at."""

STRETCHES = 3
"""Parts of a side that may differ in what lies beside the card: table, a lower card."""

FIT_SAMPLES = 8 * STRETCHES
"""Places on each side at which the fit of an outline is measured."""

OLD = 0.6
"""Weight of an edge that was there already when the zone last lay still: a card laid since has brought its own."""

MOST_OUTLINES, MOST_PATTERNS = 4, 3
"""Candidates that the search by outline, and the one by pattern, hand back."""

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
    """A place where the top card may lie. `quad`: (4, 2) float32 pixels of the zone's picture, clockwise, beginning at the corner that
    is top left when the card is turned upright or upside down. `score`: 0 to 1, how well outline or pattern fit."""

    quad: Quad
    score: float


@dataclass(frozen=True, slots=True, eq=False)
class Pattern:
    """What the cards of a deck have in common. `rough`, `fine`: float32 textures, `ROUGH_WIDTH` and twice as many pixels wide; `aspect`:
    height over width of a card; `cards`: how many they were learned from."""

    rough: Plane
    fine: Plane
    aspect: float
    cards: int

    def with_card(self, crop: Image) -> Pattern:
        """The pattern after one more card, (h, w, 3) uint8 BGR, upright or upside down. The latest forty weigh alike."""
        seen = pattern_of(crop, self.aspect)
        turned = _likeness(seen.rough[::-1, ::-1], self.rough) > _likeness(seen.rough, self.rough)
        way, weight = (-1 if turned else 1), 1 / min(self.cards + 1, 40)
        rough = self.rough * (1 - weight) + seen.rough[::way, ::way] * weight
        fine = self.fine * (1 - weight) + seen.fine[::way, ::way] * weight
        return Pattern(np.asarray(rough, np.float32), np.asarray(fine, np.float32), self.aspect, self.cards + 1)

    def weighed(self, part: Plane) -> Pattern:
        """The pattern in which each spot counts as far as the cards share it. `part`: (h, w) from 0 to 1, of any size."""
        rough, fine = (
            plane * cv2.resize(part, (plane.shape[1], plane.shape[0]), interpolation=cv2.INTER_LINEAR)
            for plane in (self.rough, self.fine)
        )
        return Pattern(np.asarray(rough, np.float32), np.asarray(fine, np.float32), self.aspect, self.cards)


def pattern_of(crop: Image, aspect: float) -> Pattern:
    """The pattern of a single picture. `aspect`: height over width of a card."""
    sizes = [(width, round(width * aspect)) for width in (ROUGH_WIDTH, 2 * ROUGH_WIDTH)]
    rough, fine = (_texture(_gray(cv2.resize(crop, size, interpolation=cv2.INTER_AREA))) for size in sizes)
    return Pattern(rough, fine, aspect, 1)


def common_pattern(crops: Sequence[Image], aspect: float) -> Pattern:
    """The pattern of many pictures, all the same way up."""
    seen = [pattern_of(crop, aspect) for crop in crops]
    rough, fine = np.mean([one.rough for one in seen], axis=0), np.mean([one.fine for one in seen], axis=0)
    return Pattern(np.asarray(rough, np.float32), np.asarray(fine, np.float32), aspect, len(seen))


def _texture(gray: Gray) -> Plane:
    """How each pixel differs from its surroundings, in units of their contrast: fine frames and ornaments weigh as much as the bold
    number that differs from card to card, and light and shade nothing."""
    plane = gray.astype(np.float32)
    plane -= cv2.blur(plane, (WINDOW, WINDOW))
    contrast = np.sqrt(np.maximum(cv2.blur(plane * plane, (WINDOW, WINDOW)), 0.0)) + FLAT
    return np.asarray(np.clip(plane / contrast, -1.5, 1.5), np.float32)


def _likeness(a: Plane, b: Plane) -> float:
    return float(np.corrcoef(a.reshape(-1), b.reshape(-1))[0, 1])


def by_outline(
    zone: Image, card_px: tuple[float, float], before: Image | None = None, turns: Turns = TURNS
) -> tuple[Candidate, ...]:
    """Places whose four sides lie on edges.

    `zone`: (h, w, 3) uint8 BGR, rectified. `card_px`: width and height of a card in it. `before`: the zone when it last lay still.
    `turns`: degrees that are tried.
    """
    scale = min(1.0, OUTLINE_WIDTH / card_px[0])
    small = _scaled(_gray(zone), scale)
    across, down = _edges(small)
    if before is not None and before.shape == zone.shape:
        fresh = _fresh(small, _scaled(_gray(before), scale))
        across, down = across * fresh, down * fresh
    card = (card_px[0] * scale, card_px[1] * scale)
    rough = np.concatenate([_outlined(across, down, card, float(turn)) for turn in turns])
    rough = _apart(rough, 0.06 * card[0])[: 2 * MOST_OUTLINES]
    if len(rough) == 0:
        return ()
    fine_scale = min(1.0, FINE_WIDTH / card_px[0])
    rough[:, 1:3] = (rough[:, 1:3] + 0.5) * (fine_scale / scale) - 0.5
    card = (card_px[0] * fine_scale, card_px[1] * fine_scale)
    fine = _refined(*_edges(_scaled(_gray(zone), fine_scale)), rough, card)
    fine = _apart(fine, 0.04 * card[0])[:MOST_OUTLINES]
    return tuple(Candidate(_quad(pose, card, fine_scale), float(pose[0])) for pose in fine)


def outline_fits(zone: Image, card_px: tuple[float, float], candidates: Sequence[Candidate]) -> tuple[float, ...]:
    """How well each of these places is outlined, 0 to 1; arguments as of `by_outline`."""
    if not candidates:
        return ()
    middles = [quad.mean(axis=0) for quad in (one.quad for one in candidates)]
    sides = [quad[1] - quad[0] for quad in (one.quad for one in candidates)]
    turns = [np.degrees(np.arctan2(side[1], side[0])) for side in sides]
    poses = np.array([(0.0, *middle, turn) for middle, turn in zip(middles, turns, strict=True)], np.float32)
    return tuple(float(fit) for fit in _fit(np.dstack(_edges(_gray(zone))), poses, card_px))


def by_pattern(zone: Image, card_px: tuple[float, float], pattern: Pattern, turns: Turns = TURNS) -> tuple[Candidate, ...]:
    """Places that look most like the deck's pattern; arguments as of `by_outline`."""
    scale, gray = ROUGH_WIDTH / card_px[0], _gray(zone)
    rough, fine = (_texture(_padded(_scaled(gray, times * scale), times * ROUGH_MARGIN)) for times in (1, 2))
    found = np.array([_matching(rough, pattern.rough, float(turn)) for turn in turns], np.float32)
    poses = _apart(found[found[:, 0] > 0], 0.1 * ROUGH_WIDTH)[:MOST_PATTERNS]
    poses[:, 1:3] = poses[:, 1:3] * 2 + 0.5
    poses = np.array([_nearer(fine, pattern.fine, pose) for pose in poses], np.float32).reshape(-1, 4)
    poses[:, 1:3] -= 2 * ROUGH_MARGIN
    card = (card_px[0] * 2 * scale, card_px[1] * 2 * scale)
    return tuple(Candidate(_quad(pose, card, 2 * scale), float(pose[0])) for pose in poses)


def _gray(image: NDArray[Any]) -> Gray:
    return np.asarray(cv2.cvtColor(image, cv2.COLOR_BGR2GRAY), np.uint8)


def _padded(gray: Gray, margin: int) -> Gray:
    return np.asarray(cv2.copyMakeBorder(gray, margin, margin, margin, margin, cv2.BORDER_REPLICATE), np.uint8)


def _scaled(gray: Gray, scale: float) -> Gray:
    return np.asarray(cv2.resize(gray, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA), np.uint8)


# --- by outline


def _edges(gray: Gray) -> tuple[Plane, Plane]:
    """Change of brightness to the right and downward, from -1 to 1, half of that at twice the picture's own noise."""
    smooth = cv2.GaussianBlur(gray.astype(np.float32), (0, 0), 0.7)
    right, down = (np.asarray(cv2.Sobel(smooth, cv2.CV_32F, *way) / 8, np.float32) for way in ((1, 0), (0, 1)))
    level = 2.0 * float(np.median(np.abs([right, down]))) + 1.0
    return right / (np.abs(right) + level), down / (np.abs(down) + level)


def _fresh(now: Gray, before: Gray) -> Plane:
    """Weight of each pixel's edges: 1 where there was none before, down to `OLD` where there was."""
    known = cv2.dilate(cv2.magnitude(*_edges(before)), np.ones((3, 3), np.uint8))
    return np.asarray(np.clip(1.3 - known, OLD, 1.0), np.float32)


def _outlined(across: Plane, down: Plane, card: tuple[float, float], turn: float) -> Poses:
    """The best places of a card turned by `turn` degrees."""
    height, width = across.shape
    upright = cv2.getRotationMatrix2D(((width - 1) / 2, (height - 1) / 2), turn, 1.0)
    turned = cv2.warpAffine(np.dstack([across, down]), upright, (width, height))
    cos, sin = float(np.cos(np.radians(turn))), float(np.sin(np.radians(turn)))
    to_right, to_bottom = turned[..., 0] * cos + turned[..., 1] * sin, turned[..., 1] * cos - turned[..., 0] * sin
    score, (left, top) = _scores(to_right, to_bottom, card)
    back = cv2.invertAffineTransform(upright)
    found = []
    for _ in range(3 if score.size else 0):
        _, best, _, (column, row) = cv2.minMaxLoc(score)
        found.append((best, *(back @ (column + left, row + top, 1.0)), turn))
        score[max(0, row - 2) : row + 3, max(0, column - 2) : column + 3] = 0
    return np.array(found, np.float32).reshape(-1, 4)


def _scores(to_right: Plane, to_bottom: Plane, card: tuple[float, float]) -> tuple[Plane, tuple[float, float]]:
    """How well a card is outlined at each place where it fits into the picture, and its middle at the first of them."""
    w, h = round(card[0]), round(card[1])
    corner = round(ROUNDED_CORNER * card[0])
    upright, rows = _lines(to_right, h - 2 * corner, corner)
    flat, columns = _lines(to_bottom.T, w - 2 * corner, corner)
    flat = flat.T
    height, width = to_right.shape[0] - h, to_right.shape[1] - w
    if height < 1 or width < 1 or rows < height or columns < width:
        return np.zeros((0, 0), np.float32), (0.0, 0.0)
    sides = (upright[:height, :width], upright[:height, w : w + width], flat[:height, :width], flat[h : h + height, :width])
    weakest = np.minimum(np.minimum(sides[0], sides[1]), np.minimum(sides[2], sides[3]))
    return (sides[0] + sides[1] + sides[2] + sides[3] + weakest) / 5, (w / 2, h / 2)


def _lines(edge: Plane, length: int, skipped: int) -> tuple[Plane, int]:
    """How much of a vertical line of `length` pixels lies on an edge, by its column and its top less `skipped`; and how many tops there are.

    Each stretch of a line may run either way, bright to dark or dark to bright, but only one: print and noise run both ways and
    cancel out.
    """
    stretch = max(1, length // STRETCHES)
    sums = np.cumsum(np.vstack([np.zeros((1, edge.shape[1]), np.float32), edge]), axis=0, dtype=np.float32)
    lit = np.abs(sums[stretch:] - sums[:-stretch]) / stretch
    tops = lit.shape[0] - (STRETCHES - 1) * stretch
    if tops <= skipped:
        return lit[:0], 0
    parts = [lit[i * stretch : i * stretch + tops] for i in range(STRETCHES)]
    return np.asarray(sum(parts[1:], parts[0]) / STRETCHES, np.float32)[skipped:], tops - skipped


def _refined(across: Plane, down: Plane, poses: Poses, card: tuple[float, float]) -> Poses:
    """Each pose moved to where its outline fits best, by ever finer steps."""
    both = np.dstack([across, down])
    steps = np.array([(0, x, y, t) for x in (-1, 0, 1) for y in (-1, 0, 1) for t in (-1, 0, 1)], np.float32)
    for pixels, degrees in ((1.2, 1.2), (1.2, 1.2), (0.6, 0.6), (0.3, 0.3)):
        tried = poses[:, None] + steps * np.array([0, pixels, pixels, degrees], np.float32)
        fits = _fit(both, tried.reshape(-1, 4), card).reshape(len(poses), -1)
        poses = np.take_along_axis(tried, fits.argmax(1)[:, None, None], 1)[:, 0]
        poses[:, 0] = fits.max(1)
    return poses


def _fit(both: Plane, poses: Poses, card: tuple[float, float]) -> Plane:
    """The score of each pose (n,), measured along its four sides. `both`: (h, w, 2) edges to the right and downward."""
    turn = np.radians(poses[:, 3])
    cos, sin = np.cos(turn)[:, None], np.sin(turn)[:, None]
    x, y = _outline(card)
    at_x = np.asarray(poses[:, 1:2] + x * cos - y * sin, np.float32)
    at_y = np.asarray(poses[:, 2:3] + x * sin + y * cos, np.float32)
    seen = cv2.remap(both, at_x, at_y, cv2.INTER_LINEAR)
    upright, flat = np.s_[:, : 2 * FIT_SAMPLES], np.s_[:, 2 * FIT_SAMPLES :]
    normal = np.hstack(
        [seen[upright][..., 0] * cos + seen[upright][..., 1] * sin, seen[flat][..., 1] * cos - seen[flat][..., 0] * sin]
    )
    sides = np.abs(normal.reshape(len(poses), 4, STRETCHES, -1).mean(3)).mean(2)
    return np.asarray((sides.sum(1) + sides.min(1)) / 5, np.float32)


def _outline(card: tuple[float, float]) -> tuple[Plane, Plane]:
    """Places on the left, right, top and bottom side of a card whose middle is the origin: x and y, (4 * FIT_SAMPLES,)."""
    w, h = card[0] / 2, card[1] / 2
    run = np.linspace(-1, 1, FIT_SAMPLES, dtype=np.float32)
    tall, wide, one = run * (h - 2 * ROUNDED_CORNER * w), run * (w - 2 * ROUNDED_CORNER * w), np.ones_like(run)
    return np.concatenate([-w * one, w * one, wide, wide]), np.concatenate([tall, tall, -h * one, h * one])


# --- by pattern


def _matching(gray: Plane, pattern: Plane, turn: float) -> tuple[float, float, float, float]:
    """The pose, turned by `turn` degrees or by half a turn more, at which the picture is most like the pattern."""
    height, width = gray.shape
    if height < pattern.shape[0] or width < pattern.shape[1]:
        return 0.0, width / 2, height / 2, turn
    upright = cv2.getRotationMatrix2D(((width - 1) / 2, (height - 1) / 2), turn, 1.0)
    turned = np.asarray(cv2.warpAffine(gray, upright, (width, height), borderMode=cv2.BORDER_REPLICATE), np.float32)
    ways = [(*_peak(turned, way), turn + more) for way, more in ((pattern, 0.0), (pattern[::-1, ::-1], 180.0))]
    likeness, x, y, way = max(ways)
    x, y = (cv2.invertAffineTransform(upright) @ (x, y, 1.0)).tolist()
    return likeness, x, y, way


def _nearer(gray: Plane, pattern: Plane, pose: NDArray[np.float32]) -> tuple[float, float, float, float]:
    """The pose to a degree and a pixel. The score stays that of the first search."""
    score, x, y, turn = (float(value) for value in pose)
    height, width = pattern.shape[0] + 2 * FINE_REACH, pattern.shape[1] + 2 * FINE_REACH
    best = (-1.0, x, y, turn)
    for nearby in (turn - 1.6, turn - 0.8, turn, turn + 0.8, turn + 1.6):
        upright = cv2.getRotationMatrix2D((x, y), nearby, 1.0)
        upright[:, 2] += ((width - 1) / 2 - x, (height - 1) / 2 - y)
        part = np.asarray(cv2.warpAffine(gray, upright, (width, height), borderMode=cv2.BORDER_REPLICATE), np.float32)
        likeness, column, row = _peak(part, pattern)
        at_x, at_y = (cv2.invertAffineTransform(upright) @ (column, row, 1.0)).tolist()
        best = max(best, (likeness, at_x, at_y, nearby))
    return score, *best[1:]


def _peak(picture: Plane, pattern: Plane) -> tuple[float, float, float]:
    """The likeness (-1 to 1) of the place most like the pattern, and the middle of that place."""
    match = cv2.matchTemplate(picture, np.ascontiguousarray(pattern), cv2.TM_CCOEFF_NORMED)
    _, likeness, _, (column, row) = cv2.minMaxLoc(match)
    return float(likeness), column + (pattern.shape[1] - 1) / 2, row + (pattern.shape[0] - 1) / 2


def distance(a: Candidate, b: Candidate) -> float:
    """Pixels between the corners that are farthest apart; a card upside down is the same place."""
    return float(min(np.abs(np.roll(a.quad, turn, axis=0) - b.quad).max() for turn in (0, 2)))


def distinct(candidates: Sequence[Candidate], reach: float) -> list[Candidate]:
    kept: list[Candidate] = []
    for found in candidates:
        if all(distance(found, other) > reach for other in kept):
            kept.append(found)
    return kept


# --- poses


def _apart(poses: Poses, reach: float) -> Poses:
    """Best first, and of poses that are nearly the same only the best."""
    kept: list[NDArray[np.float32]] = []
    for pose in poses[np.argsort(-poses[:, 0], kind="stable")]:
        if not any(np.hypot(*(pose[1:3] - other[1:3])) < reach and abs(pose[3] - other[3]) < 5 for other in kept):
            kept.append(pose)
    return np.array(kept, np.float32).reshape(-1, 4)


def _quad(pose: NDArray[np.float32], card: tuple[float, float], scale: float) -> Quad:
    """The corners of a card at a pose in the small picture, in pixels of the zone."""
    cos, sin = np.cos(np.radians(pose[3])), np.sin(np.radians(pose[3]))
    w, h = card[0] / 2, card[1] / 2
    corners = np.array([[-w, -h], [w, -h], [w, h], [-w, h]]) @ np.array([[cos, sin], [-sin, cos]])
    return np.asarray((corners + pose[1:3] + 0.5) / scale - 0.5, np.float32)
