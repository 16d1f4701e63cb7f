"""`python -m tests.ship_practice_decks`: learns the judges of every practice deck and writes them where they ship, packed by LZMA."""

from __future__ import annotations

import io
import zipfile
from pathlib import Path

from companion.games.sheets import list_games
from companion.sources.practice_decks import SHIPPED_JUDGES, learn_practice_deck, locate_judges
from vision.readers.enrolled.file import Deck, pack_judges


def ship_judges(deck: Deck, into: Path) -> None:
    """Write the judges of a deck, packed by LZMA, with the same dates for the same bytes."""
    with zipfile.ZipFile(io.BytesIO(pack_judges(deck))) as found, zipfile.ZipFile(into, "w", zipfile.ZIP_LZMA) as packed:
        for name in found.namelist():
            packed.writestr(zipfile.ZipInfo(name), found.read(name), zipfile.ZIP_LZMA)


def main() -> None:
    SHIPPED_JUDGES.mkdir(exist_ok=True)
    for old in SHIPPED_JUDGES.glob("*.npz"):
        old.unlink()
    for game in list_games():
        path = locate_judges(game)
        ship_judges(learn_practice_deck(game), path)
        print(f"{path.name}: {path.stat().st_size} bytes")


if __name__ == "__main__":
    main()
