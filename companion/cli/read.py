"""`companion read`: read the cards in photographs."""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections.abc import Sequence
from pathlib import Path

import numpy as np

from companion.errors import InputError
from companion.wiring.decks import deck_folder, deck_in_use
from vision.cards.candidates import PictureReader
from vision.deck.file import load_deck
from vision.deck.reader import EnrolledReader
from vision.errors import PictureUnreadable
from vision.marks.readings import draw_reading
from vision.plane.pictures import load_picture, save_picture
from vision.plane.quads import Quad
from vision.types import Reading


def add_parser(subparsers: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add the command's arguments."""
    parser = subparsers.add_parser(
        "read",
        help="read the cards in photographs",
        description="Find and read the cards in photographs of any table. Prints one JSON line a picture; `accepted` is false where "
        "the companion would ask a person. `companion decks` lists the decks.",
        epilog="example:\n  companion read table.jpg --deck standard --annotate seen/",
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("images", nargs="+", metavar="IMAGE", type=Path, help="photographs")
    parser.add_argument(
        "--deck", required=True, help="an enrolled deck, or standard: any French-suited deck with English indices"
    )
    parser.add_argument("--annotate", metavar="DIR", type=Path, help="write the pictures there with what was read drawn in")
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    """Read all; a picture that cannot be read gets a line of its own on standard error. Raises `DeckError`, `InputError`."""
    reader = reader_for(arguments.deck)
    copies = _copies(arguments.images, arguments.annotate) if arguments.annotate else {}
    unread = 0
    for path in arguments.images:
        try:
            print(json.dumps(_read(path, reader, copies.get(path))), flush=True)
        except PictureUnreadable as error:
            print(f"companion: {' '.join(str(error).split())}", file=sys.stderr, flush=True)
            unread += 1
    return 2 if unread else 0


def reader_for(deck: str) -> PictureReader:
    """The reader of an enrolled deck, with its corrections, or of a built-in one. Raises `DeckError`."""
    if deck == "standard":
        from vision.standard.reader import standard_reader  # loads its networks

        return standard_reader()
    return EnrolledReader(deck_in_use(load_deck(deck_folder(), deck)))


def _read(path: Path, reader: PictureReader, copy: Path | None) -> dict[str, object]:
    image, scale = load_picture(path)
    begun = time.perf_counter()
    found = reader.read_picture(image)
    spent = time.perf_counter() - begun
    if copy:
        save_picture(copy, draw_reading(image, found))
    return {
        "image": str(path),
        "width": round(image.shape[1] / scale),
        "height": round(image.shape[0] / scale),
        "ms": round(1000 * spent, 1),
        "cards": [_card(quad, reading, scale) for quad, reading in found],
    }


def _card(quad: Quad, reading: Reading, scale: float) -> dict[str, object]:
    return {
        "face": reading.face,
        "confidence": round(float(reading.confidence), 4),
        "accepted": bool(reading.accepted),
        "quad": np.round(np.asarray(quad, np.float64) / scale, 1).tolist(),
        "alternatives": [[face, round(float(chance), 4)] for face, chance in reading.alternatives],
    }


def _copies(images: Sequence[Path], folder: Path) -> dict[Path, Path]:
    """Where each annotated copy goes: never over a photograph, never over another copy. Raises `InputError`."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise InputError(f"--annotate {folder}: {error.strerror or error}") from error
    originals = {path.resolve() for path in images}
    copies: dict[Path, Path] = {}
    for path in images:
        copy, again = folder / f"{path.stem}.jpg", 2
        while copy in copies.values() or copy.resolve() in originals:
            copy, again = folder / f"{path.stem}-{again}.jpg", again + 1
        copies[path] = copy
    return copies
