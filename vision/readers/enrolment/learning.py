"""Learn a deck from one photograph a card, or more: align the cards, wear them, and learn what tells them apart."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import count
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.cards.candidates import CARD_CROP_PX
from vision.errors import DeckError
from vision.plane.quads import crop_corners, cut_out
from vision.readers.enrolled import features
from vision.readers.enrolled.alignment import Target, align_corners, measure_likeness, prepare_target, warp_to_corners
from vision.readers.enrolled.discriminant import Discriminant, compute_class_means, measure_distinctiveness, measure_spread
from vision.readers.enrolled.file import Deck, Judges, check_deck_name, shrink_pictures
from vision.readers.enrolled.fusion import fit_opinion_weights
from vision.readers.enrolment.wear import rephotograph_crop, wear_copies
from vision.types import Face, Image


@dataclass(frozen=True, slots=True)
class LearningThresholds:
    """How a deck is learned."""

    max_shift_part: float = 0.03
    """of the sides by which a crop may move when cards are aligned: people checked the crops; guess."""
    weight_factor: float = 2.0
    """of judges examined at twice the wear they will meet: then as sure as right; measured on drawn decks."""
    max_grey_levels_off: float = 1.0
    """by which a small picture of a card may differ on average from one of the card that judges were learned on: cards of the other
    styles are off by 3 to 170, measured on the drawn number cards; those of another OpenCV by less; guess."""


DECK_LEARNING = LearningThresholds()


@dataclass(frozen=True, slots=True, eq=False)
class Sample:
    """One photograph of a card."""

    face: Face  # the card's face
    crop: Image  # (280, 200, 3) uint8 BGR, rectified, either way up


@dataclass(frozen=True, slots=True, eq=False)
class _Looks:
    """Features of n worn copies."""

    shape: NDArray[Any]  # (n, features) gradients
    colour: NDArray[Any]  # (n, features) coarse colours
    print: NDArray[Any]  # (n, pixels) texture where the faces differ
    mean: NDArray[Any]  # (n,) likeness to the deck's mean
    classes: NDArray[Any]  # (n,) number of the face


@dataclass(frozen=True, slots=True, eq=False)
class _Cards:
    """What is measured of the cards of a deck before anything is learned."""

    faces: tuple[Face, ...]
    classes: NDArray[Any]  # (n,) number of the face of each crop
    crops: list[Image]  # held the same way up and aligned with one another
    mean: NDArray[Any]  # (h, w) texture that they share
    planes: NDArray[Any]  # (C, h, w) texture of each face
    darkest: float  # as of `Deck`
    steady: NDArray[Any]  # (h, w) as of `Deck`


@dataclass(frozen=True, slots=True)
class _CopyCounts:
    """How many worn copies are looked at while a deck is learned: of each crop to choose the pixels, else of each face."""

    choosing: int  # of each crop, to choose the pixels that tell the faces apart
    judging: int  # to learn the judges
    comparing: int  # photographed anew, for the judges that are examined
    examining: int  # to weigh the judges

    def count_all(self, crops: int, faces: int) -> int:
        """All copies of so many crops of so many faces."""
        return crops * self.choosing + faces * (self.judging + self.comparing + self.examining)


def _plan_copies(faces: int, effort: float) -> _CopyCounts:
    """How many copies are looked at for a deck of so many faces: more would cost too much time; guess. `effort`: as of
    `learn_deck`."""
    judging, examining = max(12, min(60, 2400 // faces)), max(4, 300 // faces)
    return _CopyCounts(*(max(2, round(many * effort)) for many in (6 if faces > 20 else 12, judging, 6, examining)))


def learn_deck(
    name: str,
    samples: Sequence[Sample],
    game: str = "",
    aspect: float = 63 / 88,
    seed: int = 1,
    report: Callable[[float], None] = lambda share: None,
    effort: float = 1.0,
) -> Deck:
    """The deck learned from samples of at least two faces; the same samples and seed give the same deck.

    Raises `DeckError` for an impossible name, or fewer faces. The deck is not saved.

    `name`: of the deck, see `check_deck_name`. `game`: named in the deck. `aspect`: width over height of a card. `seed`: of
    the chance in wearing copies. `report`: told again and again the share of the work that is done, rising from 0 to 1. `effort`: the
    share of the usual worn copies that are looked at; with fewer a deck is learned sooner, and its readings are less sure.
    """
    check_deck_name(name)
    dice = np.random.default_rng(seed)
    cards = _measure_cards(samples)
    classes, crops, faces, darkest = cards.classes, cards.crops, len(cards.faces), cards.darkest
    onto = prepare_target(cards.mean, cards.steady)
    counts, taken = _plan_copies(faces, effort), count(1)
    in_all = counts.count_all(len(crops), faces)

    def wear(crop: Image) -> Iterator[Image]:
        for copy in wear_copies(crop, dice):
            yield copy
            report(next(taken) / in_all)

    copies = [wear(crop) for crop in crops]
    pixels = _choose_pixels(copies, classes, faces, counts.choosing, onto)
    looks = _measure_copies(copies, classes, counts.judging, onto, pixels, darkest)
    others = [wear(other) for other in [rephotograph_crop(crop, dice) for crop in crops]]
    compared = _measure_copies(others, classes, counts.comparing, onto, pixels, darkest)
    judges, examined = _learn_judges(looks, compared, faces)
    weights = _learn_weights(copies, classes, faces, counts.examining, onto, pixels, darkest, examined)
    report(1.0)
    return _put_together(name, game, aspect, cards, pixels, judges, weights)


def rebuild_deck(name: str, samples: Sequence[Sample], judges: Judges, game: str = "", aspect: float = 63 / 88) -> Deck:
    """The deck that `learn_deck` made of the same samples, with the judges learned then. `aspect`: width to height of a card.

    Raises `DeckError` for an impossible name, and where the judges were learned on other faces or on cards that look
    otherwise.
    """
    check_deck_name(name)
    cards = _measure_cards(samples)
    judges_in_order = (judges.shape, judges.colour, judges.print)
    deck = _put_together(name, game, aspect, cards, judges.pixels, judges_in_order, judges.weights)
    if deck.faces != judges.faces or not _look_alike(shrink_pictures(deck.pictures), judges.small):
        raise DeckError(f"the judges of {name} were learned on other cards; learn the deck again")
    return deck


def _look_alike(one: NDArray[Any], other: NDArray[Any]) -> bool:
    """Are these small pictures of the same cards, but for what another version of OpenCV draws otherwise?"""
    off = np.abs(one.astype(np.float32) - other).mean(axis=(1, 2))
    return float(off.max()) < DECK_LEARNING.max_grey_levels_off


def _measure_cards(samples: Sequence[Sample]) -> _Cards:
    """What is measured of the samples, of at least two faces. Raises `DeckError` for fewer."""
    faces = tuple(dict.fromkeys(sample.face for sample in samples))
    if len(faces) < 2:
        raise DeckError("a deck needs at least two different cards; add pictures")
    crops, mean = align_cards([sample.crop for sample in samples])
    classes = np.array([faces.index(sample.face) for sample in samples])
    canonical = [features.resize_to_canonical(crop) for crop in crops]
    textures = np.stack([features.compute_texture(crop).ravel() for crop in canonical])
    planes = compute_class_means(textures, classes, len(faces)).reshape(len(faces), *mean.shape)
    darkest = float(np.median([features.measure_darkest_print(crop) for crop in canonical]))
    return _Cards(faces, classes, crops, mean, planes, darkest, measure_steadiness(planes))


def _put_together(
    name: str,
    game: str,
    aspect: float,
    cards: _Cards,
    pixels: NDArray[Any],
    judges: Sequence[Discriminant],
    weights: NDArray[Any],
) -> Deck:
    """The deck of cards that were measured, and of what was learned on them. `judges`: of shape, colour and print. `weights`:
    (4,) trust in each judge, and in the likeness. `aspect`, `pixels`: see `Deck`."""
    return Deck(
        name=name,
        game=game,
        faces=cards.faces,
        aspect=aspect,
        planes=cards.planes.astype(np.float16),
        mean=cards.mean,
        steady=cards.steady,
        pixels=pixels,
        shape=judges[0],
        colour=judges[1],
        print=judges[2],
        weights=weights,
        likeness=np.array([0.5, 0.4], np.float32),
        pictures=tuple(_encode_jpeg(cards.crops[int((cards.classes == i).argmax())]) for i in range(len(cards.faces))),
        darkest=cards.darkest,
    )


def align_cards(crops: Sequence[Image]) -> tuple[list[Image], NDArray[Any]]:
    """The crops, held the same way up and aligned with one another, and the (h, w) texture shared by them."""
    textures = [features.compute_texture(features.resize_to_canonical(crop)) for crop in crops]
    turned = _find_turned(textures)
    held = [np.ascontiguousarray(crop[::-1, ::-1]) if turn else crop for crop, turn in zip(crops, turned, strict=True)]
    textures = [features.turn_plane(plane) if turn else plane for plane, turn in zip(textures, turned, strict=True)]
    mean = np.median(textures, axis=0).astype(np.float32)
    corners = []
    for _ in range(2):
        onto = prepare_target(mean, measure_steadiness(np.stack(textures)))
        found = [_align_or_leave(onto, plane) for plane in textures]
        corners = [place for place, _ in found]
        mean = np.median([laid for _, laid in found], axis=0).astype(np.float32)
    scale = np.array(CARD_CROP_PX, np.float32) / np.array(features.CANONICAL_SIZE, np.float32)
    return [cut_out(crop, (place + 0.5) * scale - 0.5, CARD_CROP_PX) for crop, place in zip(held, corners, strict=True)], mean


def _align_or_leave(onto: Target, plane: NDArray[Any]) -> tuple[NDArray[Any], NDArray[Any]]:
    """Corners (4, 2) and texture by `align_corners`; of the crop as cut where the card would be far away or less alike.
    `plane`: texture of the crop."""
    corners, laid = align_corners(onto, plane)
    place = crop_corners(features.CANONICAL_SIZE)
    far = float(np.abs((corners - place) / np.array(features.CANONICAL_SIZE, np.float32)).max()) > DECK_LEARNING.max_shift_part
    return (
        (place, plane) if far or measure_likeness(laid, onto.plane) < measure_likeness(plane, onto.plane) else (corners, laid)
    )


def _find_turned(textures: Sequence[NDArray[Any]]) -> list[bool]:
    """For each of `textures`, (h, w), whether to turn the crop half round, for the shared print to lie the same way up. In
    doubt none is turned."""
    flat: NDArray[Any] = np.stack([cv2.resize(plane, (48, 68), interpolation=cv2.INTER_AREA).ravel() for plane in textures])
    flat -= flat.mean(axis=1, keepdims=True)
    flat /= np.linalg.norm(flat, axis=1, keepdims=True) + 1e-6
    turn = np.zeros(len(flat), bool)
    leader = flat[int(np.maximum(flat @ flat.T, flat @ flat[:, ::-1].T).sum(axis=1).argmax())]
    for _ in range(4):
        gain = flat[:, ::-1] @ leader - flat @ leader
        turn = gain > 0.04
        held = np.where(turn[:, None], flat[:, ::-1], flat)
        leader = held.mean(axis=0)
        leader = leader / (np.linalg.norm(leader) + 1e-6)
    if turn.mean() > 0.5:
        turn = ~turn & (flat[:, ::-1] @ leader[::-1] - flat @ leader[::-1] > 0.04)
    return [bool(one) for one in turn]


def measure_steadiness(planes: NDArray[Any]) -> NDArray[Any]:
    """(h, w) from 0 to 1: the part of each pixel's strength shared by all `planes`, (n, h, w) textures."""
    mean = planes.mean(axis=0)
    differs = cv2.GaussianBlur(planes.var(axis=0).astype(np.float32), (0, 0), 1.5)
    shared = cv2.GaussianBlur((mean**2).astype(np.float32), (0, 0), 1.5)
    return np.asarray((shared + 0.1) / (shared + 3 * differs + 0.1), np.float32)


def _choose_pixels(
    copies: Sequence[Iterator[Image]], classes: NDArray[Any], faces: int, many: int, onto: Target
) -> NDArray[Any]:
    """(600,) indices, sorted, of the best pixels of an aligned texture for telling `faces` faces apart.

    `copies`: worn copies of each crop, some of them used up; `many` of each are looked at. `classes`: number of the face of
    each crop.
    """
    seen, whose = [], []
    for _ in range(many):
        for worn_copies, face in zip(copies, classes, strict=True):
            seen.append(align_corners(onto, features.compute_texture(next(worn_copies)))[1].ravel().astype(np.float16))
            whose.append(face)
    planes, owners = np.stack(seen), np.array(whose)
    worth = measure_distinctiveness(planes, owners, compute_class_means(planes, owners, faces))
    return np.sort(np.argsort(-worth)[:600])  # the judge of print looks at so many; guess


def _measure_copies(
    copies: Sequence[Iterator[Image]], classes: NDArray[Any], many: int, onto: Target, pixels: NDArray[Any], darkest: float
) -> _Looks:
    """The features of `many` worn copies of each face, taken from the face's crops in turn. `copies`: endless, of each crop.
    `classes`: (n,) number of the face of each crop.

    `onto`, `pixels`, `darkest`: see `measure_features`.
    """
    rows: list[Any] = []
    for face in np.unique(classes):
        own = np.flatnonzero(classes == face)
        copied = (next(copies[own[i % len(own)]]) for i in range(many))
        rows += [(*measure_features(copy, features.compute_texture(copy), onto, pixels, darkest), face) for copy in copied]
    shape, colour, printed, mean, owners = zip(*rows, strict=True)
    return _Looks(np.stack(shape), np.stack(colour), np.stack(printed), np.array(mean), np.array(owners))


def measure_features(
    crop: Image, texture: NDArray[Any], onto: Target, pixels: NDArray[Any], darkest: float, laid_already: bool = False
) -> tuple[NDArray[Any], NDArray[Any], NDArray[Any], float]:
    """Shape, colour, print, and likeness (-1 to 1) to the shared texture, of a canonical crop held upright. The first three:
    (features,) each.

    `texture`: of the crop. `onto`: the shared texture. `pixels`: (n,) indices where the faces differ. `darkest`: see
    `features.measure_colour`. `laid_already`: the corners of the crop are right, and are not searched.
    """
    begin, steps = (crop_corners(features.CANONICAL_SIZE), 0) if laid_already else (None, 6)
    corners, laid = align_corners(onto, texture, begin, steps)
    straight = warp_to_corners(crop, corners, features.CANONICAL_SIZE)
    return (
        features.measure_gradients(straight),
        features.measure_colour(straight, darkest),
        laid.ravel()[pixels],
        measure_likeness(laid, onto.plane),
    )


def _learn_judges(looks: _Looks, others: _Looks, count: int) -> tuple[list[Discriminant], list[Discriminant]]:
    """The judges of shape, colour and print by `looks`, and those that weights are learned with: spread of `looks`, means of
    `others`.

    `others`: looks at copies of the crops photographed anew. `count`: of faces.
    """
    pairs = []
    for view, other in ((looks.shape, others.shape), (looks.colour, others.colour), (looks.print, others.print)):
        means = compute_class_means(view, looks.classes, count)
        pairs.append(
            measure_spread(view, looks.classes, means).make_discriminants(
                means, compute_class_means(other, others.classes, count)
            )
        )
    return [judge for judge, _ in pairs], [judge for _, judge in pairs]


def _learn_weights(
    copies: Sequence[Iterator[Image]],
    classes: NDArray[Any],
    faces: int,
    many: int,
    onto: Target,
    pixels: NDArray[Any],
    darkest: float,
    judges: Sequence[Discriminant],
) -> NDArray[Any]:
    """(4,) how far to trust the judges of shape, colour and print, and the likeness. `classes`: (n,) number of the face of
    each crop. `faces`: how many. `many`: copies of each face to examine.

    `judges`: learned from other photographs, played by well-worn copies, and examined on new looks. The peculiarities of a
    photograph must not count as the card's own. `onto`, `pixels`, `darkest`: see `measure_features`.
    """
    exam, truth = [], []
    for face in range(faces):
        own = np.flatnonzero(classes == face)
        for i in range(many):
            copy = next(copies[own[i % len(own)]])
            exam.append(judge_features(copy, features.compute_texture(copy), onto, pixels, judges, darkest))
            truth.append(face)
    return fit_opinion_weights(np.stack(exam), np.array(truth)) * np.float32(DECK_LEARNING.weight_factor)


def judge_features(
    crop: Image,
    texture: NDArray[Any],
    onto: Target,
    pixels: NDArray[Any],
    judges: Sequence[Any],
    darkest: float,
    laid_already: bool = False,
) -> NDArray[Any]:
    """(4, 2 * C) for C faces upright, next the same faces upside down: log-likelihoods of each judge, in the last row ten
    times the likeness to the mean.

    `crop`: (h, w, 3) canonical. `judges`: of shape, colour and print. `texture`, `onto`, `pixels`, `darkest`, `laid_already`:
    see `measure_features`.
    """
    rows = []
    for way in (1, -1):
        held, plane = (np.ascontiguousarray(one[::way, ::way]) for one in (crop, texture))
        *views, mean = measure_features(held, plane, onto, pixels, darkest, laid_already)
        scores = [judge.score_classes(view) for judge, view in zip(judges, views, strict=True)]
        rows.append(np.stack([*scores, np.full_like(scores[0], 10 * mean)]))
    return np.concatenate(rows, axis=1)


def _encode_jpeg(crop: Image) -> bytes:
    return bytes(cv2.imencode(".jpg", crop, [cv2.IMWRITE_JPEG_QUALITY, 88])[1])
