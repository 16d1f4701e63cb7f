"""An enrolled deck: what the cards look like and how to tell them apart. Plain arrays, kept in one file."""

from __future__ import annotations

import io
import json
import os
import re
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.errors import DeckError
from vision.readers.enrolled.discriminant import Discriminant
from vision.readers.enrolled.features import NO_VEIL
from vision.types import Face

DECK_FILE_VERSION = 1  # newer files are refused; test_file.py
DECK_NAME = re.compile(r"[a-z0-9][a-z0-9_-]{0,39}")
BUILT_IN = ("standard", "numbers")
"""Names of the decks that are read without being enrolled."""


@dataclass(frozen=True, slots=True, eq=False)
class Deck:
    """Everything that reads one deck of C faces. A canonical crop has h rows and w columns, see
    `vision.readers.enrolled.features`."""

    name: str  # names the file, see `check_deck_name`
    game: str  # the game that the deck was enrolled for, "" for none
    faces: tuple[Face, ...]  # in the order of all arrays below
    aspect: float  # width over height of a card
    planes: NDArray[Any]  # (C, h, w) float16 texture of each face, all held the same way up
    mean: NDArray[Any]  # (h, w) float32 texture that the faces share
    steady: NDArray[Any]  # (h, w) float32, 0 to 1, how much of each pixel the faces share
    pixels: NDArray[Any]  # (p,) int32 indices of the pixels that tell the faces apart
    shape: Discriminant  # judges gradients
    colour: Discriminant  # judges coarse colours
    print: Discriminant  # judges the pixels that tell the faces apart
    weights: NDArray[Any]  # (4,) of the three judges, and of the likeness to `mean`
    likeness: NDArray[Any]  # (2,) least likeness for acceptance: of the whole card, and of the pixels that tell the faces apart
    pictures: tuple[bytes, ...]  # one JPEG a face, 200 x 280, for people to look at
    darkest: float = NO_VEIL  # grey level of the darkest print of most cards; `NO_VEIL` where it was never measured


@dataclass(frozen=True, slots=True, eq=False)
class Judges:
    """What takes long to learn of a deck of C faces. All else of a deck is measured from its pictures in a second."""

    faces: tuple[Face, ...]  # as of `Deck`
    small: NDArray[Any]  # (C, 14, 10) uint8 grey, by `shrink_pictures`: what the cards looked like that they were learned on
    pixels: NDArray[Any]  # as of `Deck`
    shape: Discriminant
    colour: Discriminant
    print: Discriminant
    weights: NDArray[Any]  # as of `Deck`


def shrink_pictures(pictures: Sequence[bytes]) -> NDArray[Any]:
    """(C, 14, 10) uint8 grey: small pictures of the cards. `pictures`: as of `Deck`."""
    found = (cv2.imdecode(np.frombuffer(picture, np.uint8), cv2.IMREAD_GRAYSCALE) for picture in pictures)
    return np.stack([cv2.resize(np.asarray(picture), (10, 14), interpolation=cv2.INTER_AREA) for picture in found])


def check_deck_name(name: str) -> str:
    """The name itself. Raises `DeckError` for a name that cannot become a file name."""
    if not DECK_NAME.fullmatch(name):
        raise DeckError(f"deck name {name!r}: use small letters, digits, - and _, at most 40, beginning with a letter or digit")
    return name


def locate_deck(folder: Path, name: str) -> Path:
    """The path of the deck of a name, whether there is such a file or not. Raises `DeckError` for an impossible name."""
    return folder / f"{check_deck_name(name)}.deck.npz"


def list_enrolled_decks(folder: Path) -> list[str]:
    """The names of the decks in `folder`, sorted; none without the folder."""
    found = (path.name.removesuffix(".deck.npz") for path in folder.glob("*.deck.npz"))
    return sorted(name for name in found if DECK_NAME.fullmatch(name))


def save_deck(deck: Deck, folder: Path) -> Path:
    """The path of the deck, written whole or not at all, in place of an older deck of the same name.

    Makes the folder where missing. The file is dated after all other decks. Raises `DeckError` for an impossible name and if
    writing fails.
    """
    path = locate_deck(folder, deck.name)
    try:
        folder.mkdir(parents=True, exist_ok=True)
        _write_whole(path, _pack_deck(deck))
        _date_after_others(path)
    except OSError as error:
        raise DeckError(
            f"cannot write {path}: {error.strerror or error}; make room or set STATE_DIRECTORY to a folder of yours"
        ) from error
    return path


def load_deck(folder: Path, name: str) -> Deck:
    """The enrolled deck of a name. Raises `DeckError` for an impossible or unknown name, a built-in deck, a damaged file and a
    file of a newer version."""
    path = locate_deck(folder, name)
    if not path.is_file():
        known = ", ".join([*BUILT_IN, *list_enrolled_decks(folder)])
        raise DeckError(f"no deck {name!r}; known: {known}; learn one with `companion enrol {name} --images DIR`")
    try:
        with np.load(path, allow_pickle=False) as stored:
            return _unpack_deck({key: stored[key] for key in stored.files})
    except DeckError:
        raise
    except Exception as error:  # whatever numpy, zipfile or json make of a damaged file
        raise DeckError(f"{path} is damaged ({type(error).__name__}); enrol the deck again") from error


def pack_judges(deck: Deck) -> bytes:
    """The contents of a file of the judges of a deck alone, as an npz that is not compressed. Rounded: weights of judges to whole
    steps in int8, with a step a feature."""
    target = io.BytesIO()
    header = np.frombuffer(json.dumps({"version": DECK_FILE_VERSION, "faces": deck.faces}).encode(), np.uint8)
    small, pixels = shrink_pictures(deck.pictures), deck.pixels.astype(np.int32)
    judges = _round_to_steps(_pack_discriminants(deck))
    np.savez(target, header=header, small=small, pixels=pixels, weights=deck.weights, **judges)
    return target.getvalue()


def load_judges(path: Path) -> Judges:
    """The judges in a file that `pack_judges` wrote. Raises `DeckError` where it is missing, damaged or of a newer version."""
    try:
        with np.load(path, allow_pickle=False) as found:
            stored = {key: found[key] for key in found.files}
        header = json.loads(stored["header"].tobytes())
        if header["version"] <= DECK_FILE_VERSION:
            shape, colour, printed = _unpack_discriminants(stored)
            faces, small, pixels = tuple(header["faces"]), stored["small"], stored["pixels"]
            return Judges(faces, small, pixels, shape, colour, printed, stored["weights"])
    except Exception as error:  # whatever the disk, numpy, zipfile or json make of it
        raise DeckError(f"{path} cannot be read ({type(error).__name__}); install the package again") from error
    raise DeckError(f"{path} was written by a newer companion; install the package again")


def _pack_discriminants(deck: Deck) -> dict[str, Any]:
    """Weights and offsets of the judges of shape, colour and print, as "shape_weights" and so on; weights are rounded to
    float16."""
    return {
        f"{name}_{part}": value.astype(np.float16 if part == "weights" else np.float32)
        for name, judge in (("shape", deck.shape), ("colour", deck.colour), ("print", deck.print))
        for part, value in (("weights", judge.weights), ("offsets", judge.offsets))
    }


def _round_to_steps(judges: dict[str, Any]) -> dict[str, Any]:
    """The judges of `_pack_discriminants`, weights as int8 beside the size of a step for each feature, (features, 1)."""
    rounded = dict(judges)
    for name in ("shape", "colour", "print"):
        weights = judges[f"{name}_weights"].astype(np.float32)
        step = np.maximum(np.abs(weights).max(axis=1, keepdims=True) / 127, np.finfo(np.float32).tiny)
        rounded[f"{name}_weights"], rounded[f"{name}_step"] = np.round(weights / step).astype(np.int8), step
    return rounded


def _unpack_discriminants(stored: dict[str, NDArray[Any]]) -> tuple[Discriminant, Discriminant, Discriminant]:
    """The judges of shape, colour and print in `stored`, the arrays of a file by name. Raises `KeyError` where one is missing."""
    shape, colour, printed = (
        Discriminant(
            stored[f"{name}_weights"].astype(np.float32) * stored.get(f"{name}_step", np.float32(1)), stored[f"{name}_offsets"]
        )
        for name in ("shape", "colour", "print")
    )
    return shape, colour, printed


def _pack_deck(deck: Deck) -> bytes:
    """The contents of a deck's file, a compressed npz. Rounded: planes to 32nds in int8, weights of judges and `steady` to
    float16."""
    header = {
        "version": DECK_FILE_VERSION,
        "name": deck.name,
        "game": deck.game,
        "faces": deck.faces,
        "aspect": deck.aspect,
        "darkest": deck.darkest,
    }
    ends = np.cumsum([len(picture) for picture in deck.pictures])
    target = io.BytesIO()
    np.savez_compressed(
        target,
        header=np.frombuffer(json.dumps(header).encode(), np.uint8),
        planes=np.clip(np.round(deck.planes.astype(np.float32) * 32), -127, 127).astype(np.int8),
        mean=deck.mean,
        steady=deck.steady.astype(np.float16),
        pixels=deck.pixels.astype(np.int32),
        weights=deck.weights,
        likeness=deck.likeness,
        pictures=np.frombuffer(b"".join(deck.pictures), np.uint8),
        picture_ends=ends.astype(np.int64),
        **_pack_discriminants(deck),
    )
    return target.getvalue()


def _unpack_deck(stored: dict[str, NDArray[Any]]) -> Deck:
    """The deck in `stored`, the arrays of a file by name. Raises `DeckError` for a newer version, other errors for damage."""
    header = json.loads(stored["header"].tobytes())
    if header["version"] > DECK_FILE_VERSION:
        raise DeckError(f"deck {header['name']!r} was written by a newer companion; update this one or enrol the deck again")
    shape, colour, printed = _unpack_discriminants(stored)
    picture_bytes, ends = stored["pictures"].tobytes(), stored["picture_ends"].tolist()
    return Deck(
        name=header["name"],
        game=header["game"],
        faces=tuple(header["faces"]),
        aspect=float(header["aspect"]),
        planes=(stored["planes"].astype(np.float32) / 32).astype(np.float16),
        mean=stored["mean"],
        steady=stored["steady"].astype(np.float32),
        pixels=stored["pixels"],
        shape=shape,
        colour=colour,
        print=printed,
        weights=stored["weights"],
        likeness=stored["likeness"],
        pictures=tuple(picture_bytes[start:end] for start, end in zip([0, *ends], ends, strict=False)),
        darkest=float(header.get("darkest", NO_VEIL)),
    )


def _write_whole(path: Path, data: bytes) -> None:
    """Write `data` to a temporary file, sync and rename: a power cut leaves the old file or the new one, never half a file.
    Raises `OSError`."""
    handle, temporary = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        Path(temporary).replace(path)
    except BaseException:
        Path(temporary).unlink(missing_ok=True)
        raise
    folder = os.open(path.parent, os.O_RDONLY)
    try:
        os.fsync(folder)
    finally:
        os.close(folder)


def _date_after_others(path: Path) -> None:
    """Give the deck written last the latest date, even where another deck was written while the clock was ahead."""
    others = [other.stat().st_mtime_ns for other in path.parent.glob("*.deck.npz") if other != path]
    if (latest := max(others, default=0)) >= path.stat().st_mtime_ns:
        os.utime(path, ns=(latest + 1_000_000_000, latest + 1_000_000_000))
