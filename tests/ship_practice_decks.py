"""`python -m tests.ship_practice_decks`: learns the practice deck of every game and writes it where it ships, packed as small as can be."""

from __future__ import annotations

import tempfile
import zipfile
from pathlib import Path

from companion.games.sheets import list_games
from companion.sources.practice_decks import SHIPPED_DECKS, learn_practice_deck
from vision.readers.enrolled.file import save_deck


def pack_smaller(deck: Path, into: Path) -> None:
    """Write the file of a deck once more: the same arrays, packed by LZMA, with the same dates for the same bytes."""
    with zipfile.ZipFile(deck) as found, zipfile.ZipFile(into, "w", zipfile.ZIP_LZMA) as packed:
        for name in found.namelist():
            packed.writestr(zipfile.ZipInfo(name), found.read(name), zipfile.ZIP_LZMA)


def main() -> None:
    SHIPPED_DECKS.mkdir(exist_ok=True)
    for old in SHIPPED_DECKS.glob("*.deck.npz"):
        old.unlink()
    for game in list_games():
        with tempfile.TemporaryDirectory() as folder:
            path = save_deck(learn_practice_deck(game), Path(folder))
            pack_smaller(path, SHIPPED_DECKS / path.name)
        print(f"{path.name}: {(SHIPPED_DECKS / path.name).stat().st_size} bytes")


if __name__ == "__main__":
    main()
