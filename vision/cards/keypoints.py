"""Find the cards of a deck by their print: on tables so busy, or so pale, that no outline shows, and under other cards.

Each keypoint of the picture that looks like one of an enrolled card says where a card with that keypoint would lie. Where many say
the same, a card lies. Which face it is, is for a reader to say: cards that share their art all vote for the same place.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.plane.quads import Quad, covered, overlap, width_of
from vision.types import Image

Descriptors = NDArray[np.float32]
"""(n, 128) square roots of SIFT histograms: their dot product (0 to 1) says how alike two keypoints are."""

CARD_WIDTH, CARD_WIDTH_AFAR = 200, 110
"""Width in pixels at which the enrolled pictures are looked at: where each agreeing keypoint counts, and where cards are only to be found
on a table: print that can only be seen from nearer tells no more of where they lie, and costs."""
PLAIN_RIM = 25
"""Pixels of plain ground put around them, so that keypoints on their rim have surroundings."""
MOST_KNOWN, LEAST_OF_EACH, MOST_OF_EACH = 6000, 50, 120
"""Keypoints kept of the whole deck, and of each card."""
LONGEST_SEARCHED = 1280
"""Long side in pixels to which larger pictures are brought: cards in them are large enough."""
FINEST = 0.9
"""How much wider than enrolled pictures seen from afar cards that are known are searched at most: finer print votes for nothing."""
GLANCED_FROM, LEAST_GLANCED = 80.0, 3
"""Width in pixels of cards that are known from which it is glanced first, at half the size, at what else is printed there, and how many
keypoints there must be for it to be looked at: photographed cards under others showed 9 and more, bare tables at most 2, a thing on one 4."""
FINE, CLOSE = 0.12, 0.7
"""Of what size print is, at most, and how close together that of a card, each way, in widths of a card: what is larger are gaps between
cards and shapes of the table."""
MOST_SEEN = 4000
"""Keypoints looked at in one picture, the clearest."""
ALIKE_KEYPOINTS = 0.79
"""Likeness from which a keypoint may be that of a card."""
NEAREST = 4
"""Known keypoints for which each one of the picture votes: the pips of a card look the same."""
MOST_VOTES = 2000
NARROWEST = 40.0
"""Width of a card in pixels below which nobody could read it."""
VOTE_SHIFT, ZOOM, VOTE_TURN = 0.25, 0.4, 0.5
"""How far two votes for the same card may be apart: in card widths, in powers of two, in radians."""
SLACK = 0.06
"""Card widths by which a keypoint may lie off the place that the others agree on."""
LEAST_KEYPOINTS = 4
"""Keypoints that must agree."""
LEAST_FREE = 7
"""Keypoints from which it is told from them how the card is tilted."""
MOST_PLACES = 24
"""Places handed back."""
SLANT = 0.6
"""The most a tilted card is shortened."""

_UNIT_CORNERS = np.array([[-0.5, -0.5], [0.5, -0.5], [0.5, 0.5], [-0.5, 0.5]], np.float32)


@dataclass(frozen=True, slots=True, eq=False)
class KeypointIndex:
    """The keypoints of the cards of one deck.

    `descriptors`: (n, 128). `places`: (n, 2) from the middle of the card, x right, y down, in card widths. `sizes`: (n,) in card
    widths. `angles`: (n,) radians. `height`: of a card, in card widths.
    """

    descriptors: Descriptors
    places: NDArray[np.float32]
    sizes: NDArray[np.float32]
    angles: NDArray[np.float32]
    height: float


@dataclass(frozen=True, slots=True, eq=False)
class _Votes:
    """Each row one vote: `seen`, `known`: which keypoint of the picture took which of the deck for its own; `pose`: (n, 4) middle of
    the card x, y in pixels, its width in pixels, its turn in radians."""

    seen: NDArray[np.intp]
    known: NDArray[np.intp]
    pose: NDArray[np.float32]


def keypoint_index(pictures: Sequence[Image], aspect: float, card_width: int = CARD_WIDTH) -> KeypointIndex:
    """The index of a deck. `pictures`: BGR, one card filling each, all the same way up. `aspect`: width over height of a card. `card_width`:
    pixels to which they are brought."""
    height = 1 / aspect
    size = (card_width, round(card_width * height))
    each = int(np.clip(MOST_KNOWN // max(len(pictures), 1), LEAST_OF_EACH, MOST_OF_EACH))
    detector = cv2.SIFT.create(nfeatures=each, contrastThreshold=0.02)
    looks = [_keypoints(_on_ground(picture, size), detector) for picture in pictures]
    points = np.concatenate([points for points, _ in looks]) if looks else np.zeros((0, 4), np.float32)
    middle = np.array([PLAIN_RIM + (size[0] - 1) / 2, PLAIN_RIM + (size[1] - 1) / 2], np.float32)
    descriptors = np.concatenate([found for _, found in looks]) if looks else np.zeros((0, 128), np.float32)
    sizes = points / np.float32(card_width)
    return KeypointIndex(descriptors, sizes[:, :2] - middle / np.float32(card_width), sizes[:, 2], points[:, 3], height)


def places_of_cards(
    image: Image, index: KeypointIndex, known: Sequence[Quad] = (), glance: bool = False
) -> list[tuple[Quad, int]]:
    """Where cards of the deck may lie in `image` (H, W, 3 uint8 BGR), those with the most agreeing keypoints first, and how many agree.

    The quads are clockwise from the card's own top left, in picture pixels, true to about 5 % of the card's width. `known`: cards that
    are known to lie in the picture; their print is not looked at. `glance`: beside these it is looked for only where a glance shows some;
    a card of which little is printed may be passed over, if no side of it shows either.
    """
    gray, unknown, scale = _beside(image, known)
    if glance and known and not _shows_print(gray, unknown, min(map(width_of, known)) * scale):
        return []
    points, descriptors = _keypoints(gray, cv2.SIFT.create(nfeatures=MOST_SEEN, contrastThreshold=0.03), unknown)
    votes = _votes(points, descriptors, index, float(max(gray.shape)))
    found = sorted(_agreed(votes, points, index), key=lambda place: -place[1])
    kept: list[tuple[Quad, int]] = []
    for quad, count in found:
        if not any(overlap(quad, other) > 0.8 for other, _ in kept):
            kept.append((quad, count))
    return [((quad + np.float32(0.5)) / np.float32(scale) - np.float32(0.5), count) for quad, count in kept]


def shows_print(image: Image, known: Sequence[Quad]) -> bool:
    """Does anything show beside the `known` cards, of which there must be some, that may be print of another one? As of `glance` above."""
    gray, unknown, scale = _beside(image, known)
    return _shows_print(gray, unknown, min(map(width_of, known)) * scale)


def _beside(image: Image, known: Sequence[Quad]) -> tuple[NDArray[np.uint8], NDArray[np.uint8], float]:
    """The picture as it is searched beside cards that are known, 255 where these do not lie, and the part of its size it was brought to."""
    scale = min(1.0, LONGEST_SEARCHED / max(image.shape[:2]), FINEST * CARD_WIDTH_AFAR / min(map(width_of, known), default=1.0))
    gray = cv2.cvtColor(image, cv2.COLOR_BGR2GRAY)
    if scale < 1:
        gray = cv2.resize(gray, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    unknown = np.full(gray.shape, 255, np.uint8)
    for quad in known:
        cv2.fillConvexPoly(unknown, np.round(quad * scale).astype(np.int32), 0)
    return np.asarray(gray, np.uint8), unknown, scale


def _shows_print(gray: NDArray[Any], where: NDArray[Any], width: float) -> bool:
    """Does anything show in that part of a picture that may be print of a card under others? `width`: of the cards in it, in pixels. To look
    for all keypoints takes longest, and most tables show none but those of known cards."""
    if width < GLANCED_FROM:
        return True
    half = cv2.resize(gray, None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA)
    there = cv2.resize(where, (half.shape[1], half.shape[0]), interpolation=cv2.INTER_NEAREST)
    seen = np.zeros(half.shape, np.float32)
    for one in cv2.SIFT.create(nfeatures=MOST_SEEN, contrastThreshold=0.03).detect(half, there):
        seen[int(one.pt[1]), int(one.pt[0])] += one.size < FINE * width / 2
    reach = round(CLOSE * width / 2)
    together = cv2.boxFilter(seen, -1, (reach, reach), normalize=False, borderType=cv2.BORDER_CONSTANT)
    return bool(together.max() > LEAST_GLANCED - 0.5)


def free_of(places: Sequence[Quad], taken: Sequence[Quad]) -> list[Quad]:
    """Those of the places that are not just another look at a card that is known to lie there."""
    return [quad for quad in places if not any(overlap(quad, other) > 0.5 or covered(quad, other) > 0.8 for other in taken)]


def _on_ground(picture: Image, size: tuple[int, int]) -> NDArray[Any]:
    gray = cv2.resize(cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY), size, interpolation=cv2.INTER_AREA)
    ground = float(np.median(gray)) / 2
    return np.asarray(
        cv2.copyMakeBorder(gray, PLAIN_RIM, PLAIN_RIM, PLAIN_RIM, PLAIN_RIM, cv2.BORDER_CONSTANT, value=(ground,))
    )


def _keypoints(gray: NDArray[Any], detector: Any, where: NDArray[Any] | None = None) -> tuple[NDArray[np.float32], Descriptors]:
    """(n, 4) x, y and size in pixels and angle in radians, and what each looks like."""
    found, histograms = detector.detectAndCompute(gray, where)
    if histograms is None:
        return np.zeros((0, 4), np.float32), np.zeros((0, 128), np.float32)
    points = np.array([(*one.pt, one.size, np.deg2rad(one.angle)) for one in found], np.float32)
    return points, np.sqrt(histograms / (histograms.sum(axis=1, keepdims=True) + 1e-7)).astype(np.float32)


def _votes(points: NDArray[np.float32], descriptors: Descriptors, index: KeypointIndex, widest: float) -> _Votes:
    """The poses that the keypoints of the picture speak for, those that are most alike."""
    seen, known, alike = _matches(descriptors, index.descriptors)
    point, place = points[seen], index.places[known]
    width = point[:, 2] / index.sizes[known]
    turn = point[:, 3] - index.angles[known]
    along, across = np.cos(turn), np.sin(turn)
    x = point[:, 0] - width * (along * place[:, 0] - across * place[:, 1])
    y = point[:, 1] - width * (across * place[:, 0] + along * place[:, 1])
    possible = np.flatnonzero((width >= NARROWEST) & (width <= widest))
    best = possible[np.argsort(-alike[possible], kind="stable")[:MOST_VOTES]]
    return _Votes(seen[best], known[best], np.stack([x, y, width, turn], axis=1)[best].astype(np.float32))


def _matches(seen: Descriptors, known: Descriptors) -> tuple[NDArray[np.intp], NDArray[np.intp], NDArray[np.float32]]:
    """The pairs of keypoints that look alike: which of the picture, which of the deck, and how alike (0 to 1)."""
    rows: list[NDArray[np.intp]] = []
    columns: list[NDArray[np.intp]] = []
    scores: list[NDArray[np.float32]] = []
    for start in range(0, len(seen) if len(known) else 0, 500):
        alike = seen[start : start + 500] @ known.T
        left = np.arange(len(alike))
        for _ in range(min(NEAREST, len(known))):
            nearest = alike[left].argmax(axis=1)
            score = alike[left, nearest]
            left, nearest, score = (
                left[score >= ALIKE_KEYPOINTS],
                nearest[score >= ALIKE_KEYPOINTS],
                score[score >= ALIKE_KEYPOINTS],
            )
            alike[left, nearest] = 0
            rows.append(left + start)
            columns.append(nearest)
            scores.append(score)
    if not rows:
        return np.zeros(0, np.intp), np.zeros(0, np.intp), np.zeros(0, np.float32)
    return np.concatenate(rows), np.concatenate(columns), np.concatenate(scores)


def _agreed(votes: _Votes, points: NDArray[np.float32], index: KeypointIndex) -> list[tuple[Quad, int]]:
    """The places on which votes agree: again and again the one with most of those that are left."""
    if len(votes.seen) < LEAST_KEYPOINTS:
        return []
    rows, columns = _near(votes.pose)
    starts = np.searchsorted(rows, np.arange(len(votes.seen) + 1))
    weight = _weights(rows, columns, votes.seen)
    left = np.ones(len(weight), np.float32)
    found: list[tuple[Quad, int]] = []
    while len(found) < MOST_PLACES:
        support = np.bincount(rows, (weight * left)[columns], len(weight))
        best = int(np.argmax(support * left))
        members = columns[starts[best] : starts[best + 1]]
        members = members[left[members] > 0]
        if len(members) < LEAST_KEYPOINTS or support[best] < LEAST_KEYPOINTS:
            break
        quad, inside = _fitted(votes, members, points, index)
        if quad is None:
            left[members] = 0
            continue
        agreeing = np.unique(votes.seen[inside])
        left[np.isin(votes.seen, agreeing)] = 0
        left[best] = 0
        found.append((quad, len(agreeing)))
    return found


def _near(pose: NDArray[np.float32]) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
    """The pairs of votes that may mean the same card, (m,) and (m,), ordered by the first ones; each makes one with itself. Few are near one
    another, so that their size and turn are compared where their places are close."""
    x, y, width, turn = pose.T
    zoom, reach = np.log2(width), VOTE_SHIFT * width
    order = np.argsort(x, kind="stable")
    begin, end = (np.searchsorted(x[order], edge) for edge in (x - reach, x + reach))
    first = np.repeat(np.arange(len(x)), end - begin)
    second = order[np.arange(len(first)) - np.repeat(np.cumsum(end - begin) - end, end - begin)]
    near = np.abs(y[first] - y[second]) < reach[first]
    first, second = first[near], second[near]
    away = np.abs(turn[first] - turn[second]) % np.float32(2 * np.pi)
    alike = (np.abs(zoom[first] - zoom[second]) < ZOOM) & (np.minimum(away, np.float32(2 * np.pi) - away) < VOTE_TURN)
    return first[alike], second[alike]


def _weights(rows: NDArray[np.intp], columns: NDArray[np.intp], seen: NDArray[np.intp]) -> NDArray[np.float32]:
    """(n,) what each vote counts: several votes of one keypoint for one place, of cards that share their art, count once together. `rows`,
    `columns`: as of `_near`."""
    return np.asarray(1 / np.bincount(rows[seen[rows] == seen[columns]], minlength=len(seen)), np.float32)


def _fitted(
    votes: _Votes, members: NDArray[np.intp], points: NDArray[np.float32], index: KeypointIndex
) -> tuple[Quad | None, NDArray[np.intp]]:
    """The card's corners as the members agree on them, and which do; no corners if too few do."""
    width = float(np.median(votes.pose[members, 2]))
    own, seen = index.places[votes.known[members]], np.ascontiguousarray(points[votes.seen[members], :2])
    for fit, least in ((cv2.estimateAffine2D, LEAST_FREE), (cv2.estimateAffinePartial2D, LEAST_KEYPOINTS)):
        move, inside = fit(own, seen, ransacReprojThreshold=SLACK * width, maxIters=500)
        if move is None:
            continue
        agreeing = members[inside.ravel() > 0]
        if len(np.unique(votes.seen[agreeing])) >= least and _is_card(move, width):
            corners = _UNIT_CORNERS * np.array([1.0, index.height], np.float32)
            return np.asarray(corners @ move[:, :2].T + move[:, 2], np.float32), agreeing
    return None, members


def _is_card(move: NDArray[Any], width: float) -> bool:
    """True if the card would be seen from above, about as wide as was voted, and not too slanted."""
    long, short = np.linalg.svd(move[:, :2], compute_uv=False)
    return bool(np.linalg.det(move[:, :2]) > 0 and short > SLANT * long and 0.6 < (long + short) / 2 / width < 1.7)
