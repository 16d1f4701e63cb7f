"""Cards of a deck found by print: on tables too busy or pale for outlines, and under other cards.

Each keypoint of the picture like a keypoint of an enrolled card votes for a place of the card. Where many votes agree, a card lies. The
face is left to a reader: cards with the same art vote for the same place.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.plane.quads import Quad, covered_share, overlap_share, width_of
from vision.types import Image

Descriptors = NDArray[np.float32]
"""(n, 128) square roots of SIFT histograms: their dot product (0 to 1) says how alike two keypoints are."""


@dataclass(frozen=True, slots=True)
class KeypointLimits:
    """How keypoints are matched, and when votes agree."""

    card_width_px: int = 200  # width of enrolled pictures where each agreeing keypoint counts; guess
    afar_width_px: int = 110  # the same where cards are only to be found on a table; finer print costs and tells no more; guess
    max_seen_keypoints: int = 4000  # looked at in one picture, the clearest; guess
    min_glanced_keypoints: int = 3
    """Measured on photographs: cards under others showed 9 and more, bare tables at most 2, a thing on one 4."""
    min_keypoint_likeness: float = 0.79  # dot product, 0 to 1; guess
    min_card_width_px: float = 40.0  # nobody could read a narrower card; guess
    max_vote_shift: float = 0.25  # card widths between votes for one card; guess
    max_vote_zoom: float = 0.4  # powers of two between votes for one card; guess
    max_vote_turn: float = 0.5  # radians between votes for one card; guess
    max_misfit: float = 0.06  # card widths a keypoint may lie off the agreed place; guess
    min_agreeing_keypoints: int = 4  # guess


KEYPOINTS = KeypointLimits()

PLAIN_RIM = 25
"""Pixels of plain ground around an enrolled picture: keypoints at the rim need surroundings; guess."""

_UNIT_CORNERS = np.array([[-0.5, -0.5], [0.5, -0.5], [0.5, 0.5], [-0.5, 0.5]], np.float32)


@dataclass(frozen=True, slots=True, eq=False)
class KeypointIndex:
    """The keypoints of the cards of one deck."""

    descriptors: Descriptors  # (n, 128)
    places: NDArray[np.float32]  # (n, 2) from the middle of the card, x right, y down, in card widths
    sizes: NDArray[np.float32]  # (n,) in card widths
    angles: NDArray[np.float32]  # (n,) radians
    height: float  # of a card, in card widths


@dataclass(frozen=True, slots=True, eq=False)
class _Votes:
    """Votes for places of cards, one a row."""

    seen: NDArray[np.intp]  # (n,) keypoint of the picture
    known: NDArray[np.intp]  # (n,) keypoint of the deck taken for the same
    pose: NDArray[np.float32]  # (n, 4) middle of the card x, y in pixels, width in pixels, turn in radians


def index_keypoints(pictures: Sequence[Image], aspect: float, card_width: int = KEYPOINTS.card_width_px) -> KeypointIndex:
    """The index of a deck. `pictures`: BGR, one card filling each, all the same way up. `aspect`: width over height of a
    card. `card_width`: pixels the pictures are brought to. Without pictures the index is empty."""
    height = 1 / aspect
    size = (card_width, round(card_width * height))
    each = int(np.clip(6000 // max(len(pictures), 1), 50, 120))  # 6000 keypoints a deck, 50 to 120 a card; guess
    detector = cv2.SIFT.create(nfeatures=each, contrastThreshold=0.02)
    looks = [_detect_keypoints(_pad_with_ground(picture, size), detector) for picture in pictures]
    points = np.concatenate([points for points, _ in looks]) if looks else np.zeros((0, 4), np.float32)
    middle = np.array([PLAIN_RIM + (size[0] - 1) / 2, PLAIN_RIM + (size[1] - 1) / 2], np.float32)
    descriptors = np.concatenate([found for _, found in looks]) if looks else np.zeros((0, 128), np.float32)
    sizes = points / np.float32(card_width)
    return KeypointIndex(descriptors, sizes[:, :2] - middle / np.float32(card_width), sizes[:, 2], points[:, 3], height)


def find_cards_by_print(
    image: Image, index: KeypointIndex, known: Sequence[Quad] = (), glance: bool = False
) -> list[tuple[Quad, int]]:
    """Places where cards of the deck may lie, most agreeing keypoints first, each with the number of agreeing keypoints.

    The quads are clockwise from the card's own top left, in pixels of `image` (H, W, 3 uint8 BGR), true to about 5 % of a
    card's width. `known`: cards already found; no print on them is looked at. `glance`: search beside `known` only where a
    glance shows print; a card with little print and no visible side may be missed. `index`: of the deck. At most 24 places come
    back; none where a glance shows no print.
    """
    gray, unknown, scale = _mask_known_cards(image, known)
    if glance and known and not _has_print_in(gray, unknown, min(map(width_of, known)) * scale):
        return []
    points, descriptors = _detect_keypoints(
        gray, cv2.SIFT.create(nfeatures=KEYPOINTS.max_seen_keypoints, contrastThreshold=0.03), unknown
    )
    votes = _vote_poses(points, descriptors, index, float(max(gray.shape)))
    found = sorted(_find_agreements(votes, points, index), key=lambda place: -place[1])
    kept: list[tuple[Quad, int]] = []
    for quad, count in found:
        if not any(overlap_share(quad, other) > 0.8 for other, _ in kept):
            kept.append((quad, count))
    return [((quad + np.float32(0.5)) / np.float32(scale) - np.float32(0.5), count) for quad, count in kept]


def has_print_beside(image: Image, known: Sequence[Quad]) -> bool:
    """True if something beside the `known` cards may be print of another card. `known` must not be empty. True without a
    look where cards are narrower than `min_card_width_px`."""
    gray, unknown, scale = _mask_known_cards(image, known)
    return _has_print_in(gray, unknown, min(map(width_of, known)) * scale)


def _mask_known_cards(image: Image, known: Sequence[Quad]) -> tuple[NDArray[np.uint8], NDArray[np.uint8], float]:
    """(h, w) grey picture at search size; (h, w) mask, 0 on known cards and 255 elsewhere; and the scale of the search size,
    at most 1. `known`: in pixels of the picture."""
    # finer print votes for nothing; guess
    scale = min(
        1.0,
        1280 / max(image.shape[:2]),  # long side in pixels; cards in larger pictures are large enough
        0.9 * KEYPOINTS.afar_width_px / min(map(width_of, known), default=1.0),
    )
    gray = cv2.cvtColor(image, cv2.COLOR_BGR2GRAY)
    if scale < 1:
        gray = cv2.resize(gray, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    unknown = np.full(gray.shape, 255, np.uint8)
    for quad in known:
        cv2.fillConvexPoly(unknown, np.round(quad * scale).astype(np.int32), 0)
    return np.asarray(gray, np.uint8), unknown, scale


def _has_print_in(gray: NDArray[Any], where: NDArray[Any], width: float) -> bool:
    """True if something in that part of a picture may be print of a covered card. `gray`: (h, w). `where`: (h, w), 0 where
    nothing is looked at. `width`: of the cards, in pixels; below `min_card_width_px` the answer is True without a look. A
    full search takes longest, and most tables show print of known cards only."""
    if width < KEYPOINTS.min_card_width_px:
        return True
    half = cv2.resize(gray, None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA)
    there = cv2.resize(where, (half.shape[1], half.shape[0]), interpolation=cv2.INTER_NEAREST)
    seen = np.zeros(half.shape, np.float32)
    for one in cv2.SIFT.create(nfeatures=KEYPOINTS.max_seen_keypoints, contrastThreshold=0.03).detect(half, there):
        # card widths: larger are gaps between cards and shapes of the table; guess
        seen[int(one.pt[1]), int(one.pt[0])] += one.size < 0.12 * width / 2
    reach = round(0.7 * width / 2)  # card widths between keypoints of one card; guess
    together = cv2.boxFilter(seen, -1, (reach, reach), normalize=False, borderType=cv2.BORDER_CONSTANT)
    return bool(together.max() > KEYPOINTS.min_glanced_keypoints - 0.5)


def drop_taken_places(places: Sequence[Quad], taken: Sequence[Quad]) -> list[Quad]:
    """(4, 2) each, the places that are not another look at a card in `taken`: neither alike in outline, nor mostly within such
    a card."""
    return [
        quad
        for quad in places
        if not any(overlap_share(quad, other) > 0.5 or covered_share(quad, other) > 0.8 for other in taken)
    ]


def _pad_with_ground(picture: Image, size: tuple[int, int]) -> NDArray[Any]:
    """The grey picture at `size` (width, height) with a plain rim, half as bright as the picture's median."""
    gray = cv2.resize(cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY), size, interpolation=cv2.INTER_AREA)
    ground = float(np.median(gray)) / 2
    return np.asarray(
        cv2.copyMakeBorder(gray, PLAIN_RIM, PLAIN_RIM, PLAIN_RIM, PLAIN_RIM, cv2.BORDER_CONSTANT, value=(ground,))
    )


def _detect_keypoints(
    gray: NDArray[Any], detector: Any, where: NDArray[Any] | None = None
) -> tuple[NDArray[np.float32], Descriptors]:
    """(n, 4) x, y and size in pixels and angle in radians, and (n, 128) rooted descriptors. Both empty where none is found.
    `gray`: (h, w). `detector`: from `cv2.SIFT.create`. `where`: (h, w), 0 where not to look; None looks everywhere."""
    found, histograms = detector.detectAndCompute(gray, where)
    if histograms is None:
        return np.zeros((0, 4), np.float32), np.zeros((0, 128), np.float32)
    points = np.array([(*one.pt, one.size, np.deg2rad(one.angle)) for one in found], np.float32)
    return points, np.sqrt(histograms / (histograms.sum(axis=1, keepdims=True) + 1e-7)).astype(np.float32)


def _vote_poses(points: NDArray[np.float32], descriptors: Descriptors, index: KeypointIndex, widest: float) -> _Votes:
    """The poses voted for by the picture's keypoints, the most alike first. `widest`: card width in pixels at most.
    `points`: (n, 4) and `descriptors` of the picture, see `_detect_keypoints`. At most 2000."""
    seen, known, alike = _match_keypoints(descriptors, index.descriptors)
    point, place = points[seen], index.places[known]
    width = point[:, 2] / index.sizes[known]
    turn = point[:, 3] - index.angles[known]
    along, across = np.cos(turn), np.sin(turn)
    x = point[:, 0] - width * (along * place[:, 0] - across * place[:, 1])
    y = point[:, 1] - width * (across * place[:, 0] + along * place[:, 1])
    possible = np.flatnonzero((width >= KEYPOINTS.min_card_width_px) & (width <= widest))
    best = possible[np.argsort(-alike[possible], kind="stable")[:2000]]  # the most alike; guess
    return _Votes(seen[best], known[best], np.stack([x, y, width, turn], axis=1)[best].astype(np.float32))


def _match_keypoints(seen: Descriptors, known: Descriptors) -> tuple[NDArray[np.intp], NDArray[np.intp], NDArray[np.float32]]:
    """(m,) each, pairs of keypoints that look alike: index in `seen`, index in `known`, likeness (0 to 1). Each seen keypoint
    has up to four pairs."""
    rows: list[NDArray[np.intp]] = []
    columns: list[NDArray[np.intp]] = []
    scores: list[NDArray[np.float32]] = []
    for start in range(0, len(seen) if len(known) else 0, 500):
        alike = seen[start : start + 500] @ known.T
        left = np.arange(len(alike))
        for _ in range(min(4, len(known))):  # votes of a seen keypoint: pips of a card look alike; guess
            nearest = alike[left].argmax(axis=1)
            score = alike[left, nearest]
            left, nearest, score = (
                left[score >= KEYPOINTS.min_keypoint_likeness],
                nearest[score >= KEYPOINTS.min_keypoint_likeness],
                score[score >= KEYPOINTS.min_keypoint_likeness],
            )
            alike[left, nearest] = 0
            rows.append(left + start)
            columns.append(nearest)
            scores.append(score)
    if not rows:
        return np.zeros(0, np.intp), np.zeros(0, np.intp), np.zeros(0, np.float32)
    return np.concatenate(rows), np.concatenate(columns), np.concatenate(scores)


def _find_agreements(votes: _Votes, points: NDArray[np.float32], index: KeypointIndex) -> list[tuple[Quad, int]]:
    """Places on which votes agree, again and again the one with most remaining votes. At most 24, each with the number of
    agreeing keypoints. `points`: (n, 4), see `_detect_keypoints`."""
    if len(votes.seen) < KEYPOINTS.min_agreeing_keypoints:
        return []
    rows, columns = _pair_near_votes(votes.pose)
    starts = np.searchsorted(rows, np.arange(len(votes.seen) + 1))
    # several votes of one keypoint for one place count once together
    weight = np.asarray(1 / np.bincount(rows[votes.seen[rows] == votes.seen[columns]], minlength=len(votes.seen)), np.float32)
    left = np.ones(len(weight), np.float32)
    found: list[tuple[Quad, int]] = []
    while len(found) < 24:  # places handed back at most; guess
        support = np.bincount(rows, (weight * left)[columns], len(weight))
        best = int(np.argmax(support * left))
        members = columns[starts[best] : starts[best + 1]]
        members = members[left[members] > 0]
        if len(members) < KEYPOINTS.min_agreeing_keypoints or support[best] < KEYPOINTS.min_agreeing_keypoints:
            break
        quad, inside = _fit_card(votes, members, points, index)
        if quad is None:
            left[members] = 0
            continue
        agreeing = np.unique(votes.seen[inside])
        left[np.isin(votes.seen, agreeing)] = 0
        left[best] = 0
        found.append((quad, len(agreeing)))
    return found


def _pair_near_votes(pose: NDArray[np.float32]) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
    """(m,) and (m,) pairs of votes that may mean one card, ordered by the first; each vote pairs with itself. Size and turn
    are compared only where places are close. `pose`: see `_Votes.pose`."""
    x, y, width, turn = pose.T
    zoom, reach = np.log2(width), KEYPOINTS.max_vote_shift * width
    order = np.argsort(x, kind="stable")
    begin, end = (np.searchsorted(x[order], edge) for edge in (x - reach, x + reach))
    first = np.repeat(np.arange(len(x)), end - begin)
    second = order[np.arange(len(first)) - np.repeat(np.cumsum(end - begin) - end, end - begin)]
    near = np.abs(y[first] - y[second]) < reach[first]
    first, second = first[near], second[near]
    away = np.abs(turn[first] - turn[second]) % np.float32(2 * np.pi)
    alike = (np.abs(zoom[first] - zoom[second]) < KEYPOINTS.max_vote_zoom) & (
        np.minimum(away, np.float32(2 * np.pi) - away) < KEYPOINTS.max_vote_turn
    )
    return first[alike], second[alike]


def _fit_card(
    votes: _Votes, members: NDArray[np.intp], points: NDArray[np.float32], index: KeypointIndex
) -> tuple[Quad | None, NDArray[np.intp]]:
    """(4, 2) corners of the card on which members agree, and the rows of those that agree; None and all members if too few
    agree.

    `members`: rows of `votes`. `points`: (n, 4) keypoints of the picture, see `_detect_keypoints`.
    """
    width = float(np.median(votes.pose[members, 2]))
    own, seen = index.places[votes.known[members]], np.ascontiguousarray(points[votes.seen[members], :2])
    # enough to measure the tilt as well; guess
    for fit, least in (
        (cv2.estimateAffine2D, 7),
        (cv2.estimateAffinePartial2D, KEYPOINTS.min_agreeing_keypoints),
    ):
        move, inside = fit(own, seen, ransacReprojThreshold=KEYPOINTS.max_misfit * width, maxIters=500)
        if move is None:
            continue
        agreeing = members[inside.ravel() > 0]
        if len(np.unique(votes.seen[agreeing])) >= least and _is_plausible_card(move, width):
            corners = _UNIT_CORNERS * np.array([1.0, index.height], np.float32)
            return np.asarray(corners @ move[:, :2].T + move[:, 2], np.float32), agreeing
    return None, members


def _is_plausible_card(move: NDArray[Any], width: float) -> bool:
    """True for a card seen from above, about as wide as voted, and not too slanted. `move`: (2, 3) from the card's plane to
    the picture. `width`: as voted, in pixels."""
    long, short = np.linalg.svd(move[:, :2], compute_uv=False)
    # shorter over longer axis of a tilted card; guess
    return bool(np.linalg.det(move[:, :2]) > 0 and short > 0.6 * long and 0.6 < (long + short) / 2 / width < 1.7)
