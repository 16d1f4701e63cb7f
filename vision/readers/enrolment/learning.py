"""Learn a deck from one photograph a card (or more): lay the cards on one another, wear them, and learn what tells them apart."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.cards.candidates import CROP
from vision.errors import DeckError
from vision.plane.quads import crop_corners, cut_out
from vision.readers.enrolled import features
from vision.readers.enrolled.alignment import Target, align, laid_on, likeness, target
from vision.readers.enrolled.discriminant import Discriminant, class_means, distinctiveness, spread
from vision.readers.enrolled.file import Deck, checked_name
from vision.readers.enrolled.fusion import weigh
from vision.readers.enrolment.wear import rephotographed, worn
from vision.types import Face, Image

WORN_COPIES = 2400
"""Worn copies in all that a deck is learned from."""
FARTHEST_SHIFT = 0.03
"""Part of its sides by which a crop may be moved when the cards are laid on one another: people have looked at where it was cut."""
PRINT_PIXELS = 600
"""How many pixels the judge of print looks at."""

STEADIER = 2.0
"""The judges are examined after one photograph of a photograph, twice the wear they will meet: measured on drawn decks, their
verdicts are as sure as they are right if they weigh this much more."""


@dataclass(frozen=True, slots=True, eq=False)
class Sample:
    """One photograph of a card. `crop`: (280, 200, 3) uint8 BGR, rectified, either way up."""

    face: Face
    crop: Image


@dataclass(frozen=True, slots=True, eq=False)
class _Looks:
    """n looks at worn copies. `shape`, `colour`, `print` (n, features); `mean` (n,) likeness to the deck's mean; `classes` (n,)."""

    shape: NDArray[Any]
    colour: NDArray[Any]
    print: NDArray[Any]
    mean: NDArray[Any]
    classes: NDArray[Any]


def learn_deck(name: str, samples: Sequence[Sample], game: str = "", aspect: float = 63 / 88, seed: int = 1) -> Deck:
    """Learn a deck of at least two faces. The same samples and seed give the same deck. Raises `DeckError`."""
    checked_name(name)
    faces = tuple(dict.fromkeys(sample.face for sample in samples))
    if len(faces) < 2:
        raise DeckError("a deck needs at least two different cards; add pictures")
    dice = np.random.default_rng(seed)
    crops, mean = laid_together([sample.crop for sample in samples])
    classes = np.array([faces.index(sample.face) for sample in samples])
    planes = class_means(np.stack([features.texture(features.canonical(crop)).ravel() for crop in crops]), classes, len(faces))
    planes = planes.reshape(len(faces), *mean.shape)
    darkest = float(np.median([features.darkest_print(features.canonical(crop)) for crop in crops]))
    steady = steadiness(planes)
    onto = target(mean, steady)
    copies = [worn(crop, dice) for crop in crops]
    pixels = _telling_pixels(copies, classes, len(faces), onto)
    looks = _looks(copies, classes, max(12, min(60, WORN_COPIES // len(faces))), onto, pixels, darkest)
    others = [worn(other, dice) for other in [rephotographed(crop, dice) for crop in crops]]
    judges, examined = _judges(looks, _looks(others, classes, 6, onto, pixels, darkest), len(faces))
    weights = _weights(copies, classes, len(faces), onto, pixels, darkest, examined)
    return Deck(
        name=name,
        game=game,
        faces=faces,
        aspect=aspect,
        planes=planes.astype(np.float16),
        mean=mean,
        steady=steady,
        pixels=pixels,
        shape=judges[0],
        colour=judges[1],
        print=judges[2],
        weights=weights,
        likeness=np.array([0.5, 0.4], np.float32),
        pictures=tuple(_jpeg(crops[int(np.flatnonzero(classes == i)[0])]) for i in range(len(faces))),
        darkest=darkest,
    )


def laid_together(crops: Sequence[Image]) -> tuple[list[Image], NDArray[Any]]:
    """The same crops, all the same way up and laid on one another, and the (h, w) texture they share."""
    textures = [features.texture(features.canonical(crop)) for crop in crops]
    turned = _turns(textures)
    held = [np.ascontiguousarray(crop[::-1, ::-1]) if turn else crop for crop, turn in zip(crops, turned, strict=True)]
    textures = [features.turned_pixels(plane) if turn else plane for plane, turn in zip(textures, turned, strict=True)]
    mean = np.median(textures, axis=0).astype(np.float32)
    corners = []
    for _ in range(2):
        onto = target(mean, steadiness(np.stack(textures)))
        found = [_laid_or_left(onto, plane) for plane in textures]
        corners = [place for place, _ in found]
        mean = np.median([laid for _, laid in found], axis=0).astype(np.float32)
    scale = np.array(CROP, np.float32) / np.array(features.CANONICAL_SIZE, np.float32)
    return [cut_out(crop, (place + 0.5) * scale - 0.5, CROP) for crop, place in zip(held, corners, strict=True)], mean


def _laid_or_left(onto: Target, plane: NDArray[Any]) -> tuple[NDArray[Any], NDArray[Any]]:
    """As `align`; where that finds the card far from where it was cut, or no liker than it was, the crop is left as it is."""
    corners, laid = align(onto, plane)
    place = crop_corners(features.CANONICAL_SIZE)
    far = float(np.abs((corners - place) / np.array(features.CANONICAL_SIZE, np.float32)).max()) > FARTHEST_SHIFT
    return (place, plane) if far or likeness(laid, onto.plane) < likeness(plane, onto.plane) else (corners, laid)


def _turns(textures: Sequence[NDArray[Any]]) -> list[bool]:
    """Which crops must be turned half round so that what they share lies the same way up. In doubt none."""
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


def steadiness(planes: NDArray[Any]) -> NDArray[Any]:
    """(h, w) from 0 to 1: the part of each pixel's strength that all planes share."""
    mean = planes.mean(axis=0)
    differs = cv2.GaussianBlur(planes.var(axis=0).astype(np.float32), (0, 0), 1.5)
    shared = cv2.GaussianBlur((mean**2).astype(np.float32), (0, 0), 1.5)
    return np.asarray((shared + 0.1) / (shared + 3 * differs + 0.1), np.float32)


def _telling_pixels(copies: Sequence[Iterator[Image]], classes: NDArray[Any], count: int, onto: Target) -> NDArray[Any]:
    """(p,) indices of the pixels of an aligned texture that best tell the faces apart. `copies`: worn ones of each crop."""
    seen, whose = [], []
    for _ in range(6 if count > 20 else 12):
        for worn_copies, face in zip(copies, classes, strict=True):
            seen.append(align(onto, features.texture(next(worn_copies)))[1].ravel().astype(np.float16))
            whose.append(face)
    planes, owners = np.stack(seen), np.array(whose)
    worth = distinctiveness(planes, owners, class_means(planes, owners, count))
    return np.sort(np.argsort(-worth)[:PRINT_PIXELS])


def _looks(
    copies: Sequence[Iterator[Image]], classes: NDArray[Any], many: int, onto: Target, pixels: NDArray[Any], darkest: float
) -> _Looks:
    """Looks at so many worn copies of each face, taken from those of its crops in turn."""
    rows: list[Any] = []
    for face in np.unique(classes):
        own = np.flatnonzero(classes == face)
        copied = (next(copies[own[i % len(own)]]) for i in range(many))
        rows += [(*look(copy, features.texture(copy), onto, pixels, darkest), face) for copy in copied]
    shape, colour, printed, mean, owners = zip(*rows, strict=True)
    return _Looks(np.stack(shape), np.stack(colour), np.stack(printed), np.array(mean), np.array(owners))


def look(
    crop: Image, texture: NDArray[Any], onto: Target, pixels: NDArray[Any], darkest: float, laid_already: bool = False
) -> tuple[NDArray[Any], NDArray[Any], NDArray[Any], float]:
    """What the judges see of a canonical crop held upright: shape, colour, print, and its likeness to what the deck shares. `texture`: of
    the crop. `darkest`: see `features.colour`. `laid_already`: its corners are known to be right."""
    begin, steps = (crop_corners(features.CANONICAL_SIZE), 0) if laid_already else (None, 6)
    corners, laid = align(onto, texture, begin, steps)
    straight = laid_on(crop, corners, features.CANONICAL_SIZE)
    return features.shape(straight), features.colour(straight, darkest), laid.ravel()[pixels], likeness(laid, onto.plane)


def _judges(looks: _Looks, others: _Looks, count: int) -> tuple[list[Discriminant], list[Discriminant]]:
    """The judges, and the same learned from other looks, with the spread that the first have to live with."""
    pairs = []
    for view, other in ((looks.shape, others.shape), (looks.colour, others.colour), (looks.print, others.print)):
        means = class_means(view, looks.classes, count)
        pairs.append(spread(view, looks.classes, means).discriminants(means, class_means(other, others.classes, count)))
    return [judge for judge, _ in pairs], [judge for _, judge in pairs]


def _weights(
    copies: Sequence[Iterator[Image]],
    classes: NDArray[Any],
    count: int,
    onto: Target,
    pixels: NDArray[Any],
    darkest: float,
    judges: Sequence[Discriminant],
) -> NDArray[Any]:
    """How far to trust each judge. `judges`: learned anew from *other* photographs (well-worn copies stand in for them); they are examined
    on looks they have never seen: what is peculiar to one photograph of a card must not count as the card's own."""
    exam, truth = [], []
    for face in range(count):
        own = np.flatnonzero(classes == face)
        for i in range(max(4, 300 // count)):
            copy = next(copies[own[i % len(own)]])
            exam.append(opinions(copy, features.texture(copy), onto, pixels, judges, darkest))
            truth.append(face)
    return weigh(np.stack(exam), np.array(truth)) * np.float32(STEADIER)


def opinions(
    crop: Image,
    texture: NDArray[Any],
    onto: Target,
    pixels: NDArray[Any],
    judges: Sequence[Any],
    darkest: float,
    laid_already: bool = False,
) -> NDArray[Any]:
    """(4, 2 * C) what each judge, and the likeness to the mean, says of each face held upright, then of each held upside down. The rest as
    of `look`."""
    rows = []
    for way in (1, -1):
        held, plane = (np.ascontiguousarray(one[::way, ::way]) for one in (crop, texture))
        *views, mean = look(held, plane, onto, pixels, darkest, laid_already)
        scores = [judge.scores(view) for judge, view in zip(judges, views, strict=True)]
        rows.append(np.stack([*scores, np.full_like(scores[0], 10 * mean)]))
    return np.concatenate(rows, axis=1)


def _jpeg(crop: Image) -> bytes:
    return bytes(cv2.imencode(".jpg", crop, [cv2.IMWRITE_JPEG_QUALITY, 88])[1])
