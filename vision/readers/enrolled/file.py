"""A deck that was learned: what its cards look like and how to tell them apart. Plain arrays, kept in one file."""

from __future__ import annotations

import io
import json
import os
import re
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from vision.errors import DeckError
from vision.readers.enrolled.discriminant import Discriminant
from vision.readers.enrolled.features import NO_VEIL
from vision.types import Face

VERSION = 1
DECK_NAME = re.compile(r"[a-z0-9][a-z0-9_-]{0,39}")
BUILT_IN = ("standard", "numbers")
"""Decks that are read without having been enrolled."""


@dataclass(frozen=True, slots=True, eq=False)
class Deck:
    """Everything a reader needs. C faces; a canonical crop has h rows and w columns (see `vision.readers.enrolled.features`).

    `planes`: (C, h, w) float16, the texture of each face, all held the same way up. `mean`: (h, w) float32, what they share.
    `steady`: (h, w) float32, 0 to 1, how much of each pixel they share. `pixels`: (p,) the pixels that tell them apart.
    `shape`, `colour`, `print`: the three judges. `weights`: (4,) what each judge, and the likeness to `mean`, weighs.
    `aspect`: width over height. `likeness`: (2,) least likeness, of the whole card and of the pixels that tell cards apart, to be accepted.
    `pictures`: one JPEG a face, 200 x 280, for people to look at. `darkest`: grey level of the darkest print of most cards; of a deck that
    was enrolled before that was measured `NO_VEIL`.
    """

    name: str
    game: str
    faces: tuple[Face, ...]
    aspect: float
    planes: NDArray[Any]
    mean: NDArray[Any]
    steady: NDArray[Any]
    pixels: NDArray[Any]
    shape: Discriminant
    colour: Discriminant
    print: Discriminant
    weights: NDArray[Any]
    likeness: NDArray[Any]
    pictures: tuple[bytes, ...]
    darkest: float = NO_VEIL


def checked_name(name: str) -> str:
    """The name itself. Raises `DeckError` if it could not name a deck (it becomes a file name)."""
    if not DECK_NAME.fullmatch(name):
        raise DeckError(f"deck name {name!r}: use small letters, digits, - and _, at most 40, beginning with a letter or digit")
    return name


def deck_path(folder: Path, name: str) -> Path:
    """Where the deck of that name lies. Raises `DeckError` for an impossible name."""
    return folder / f"{checked_name(name)}.deck.npz"


def enrolled_names(folder: Path) -> list[str]:
    """The decks that were enrolled in `folder`, in order."""
    found = (path.name.removesuffix(".deck.npz") for path in folder.glob("*.deck.npz"))
    return sorted(name for name in found if DECK_NAME.fullmatch(name))


def save_deck(deck: Deck, folder: Path) -> Path:
    """Write the deck, whole or not at all; an older one of that name is replaced. Raises `DeckError` if it cannot be written."""
    path = deck_path(folder, deck.name)
    try:
        folder.mkdir(parents=True, exist_ok=True)
        _write_whole(path, _packed(deck))
        _date_last(path)
    except OSError as error:
        raise DeckError(
            f"cannot write {path}: {error.strerror or error}; make room or set STATE_DIRECTORY to a folder of yours"
        ) from error
    return path


def load_deck(folder: Path, name: str) -> Deck:
    """Read a deck back. Raises `DeckError` if there is none of that name, or it is damaged or from a newer version."""
    path = deck_path(folder, name)
    if not path.is_file():
        known = ", ".join([*BUILT_IN, *enrolled_names(folder)])
        raise DeckError(f"no deck {name!r}; known: {known}; learn one with `companion enrol {name} --images DIR`")
    try:
        with np.load(path, allow_pickle=False) as stored:
            return _unpacked({key: stored[key] for key in stored.files})
    except DeckError:
        raise
    except Exception as error:  # whatever numpy, zipfile or json make of a damaged file
        raise DeckError(f"{path} is damaged ({type(error).__name__}); enrol the deck again") from error


def _packed(deck: Deck) -> bytes:
    header = {
        "version": VERSION,
        "name": deck.name,
        "game": deck.game,
        "faces": deck.faces,
        "aspect": deck.aspect,
        "darkest": deck.darkest,
    }
    ends = np.cumsum([len(picture) for picture in deck.pictures])
    judges: dict[str, Any] = {
        f"{name}_{part}": value.astype(np.float16 if part == "weights" else np.float32)
        for name, judge in _judges(deck)
        for part, value in (("weights", judge.weights), ("offsets", judge.offsets))
    }
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
        **judges,
    )
    return target.getvalue()


def _judges(deck: Deck) -> Iterator[tuple[str, Discriminant]]:
    yield "shape", deck.shape
    yield "colour", deck.colour
    yield "print", deck.print


def _unpacked(stored: dict[str, NDArray[Any]]) -> Deck:
    header = json.loads(stored["header"].tobytes())
    if header["version"] > VERSION:
        raise DeckError(f"deck {header['name']!r} was written by a newer companion; update this one or enrol the deck again")
    shape, colour, printed = (
        Discriminant(stored[f"{name}_weights"].astype(np.float32), stored[f"{name}_offsets"])
        for name in ("shape", "colour", "print")
    )
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
    """Temporary file, fsync, rename: a power cut leaves the old file or the new one, never half of one."""
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
    _sync_folder(path.parent)


def _date_last(path: Path) -> None:
    """Of all decks the one written last has the latest date, even where another was written while the clock was ahead."""
    others = [other.stat().st_mtime_ns for other in path.parent.glob("*.deck.npz") if other != path]
    if (latest := max(others, default=0)) >= path.stat().st_mtime_ns:
        os.utime(path, ns=(latest + 1_000_000_000, latest + 1_000_000_000))


def _sync_folder(folder: Path) -> None:
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
