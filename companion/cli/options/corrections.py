"""What `companion corrections` takes."""

from __future__ import annotations

import argparse
from pathlib import Path


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.description = (
        "When somebody corrects a read or answers a question, the picture is kept with the right card and the deck learns "
        "from it at the next start. Lists the corrections of a deck: number, time, card, as what it was read, match and entry."
    )
    parser.epilog = (
        "examples:\n  companion corrections ours --contact-sheet corrected.png\n  companion corrections ours --undo 3"
    )
    parser.add_argument("deck", help="an enrolled deck")
    parser.add_argument("--undo", type=int, metavar="N", help="take correction N back")
    parser.add_argument("--contact-sheet", metavar="FILE.png", type=Path, help="draw the corrected cards")
    parser.add_argument("--learn", action="store_true", help="learn them now instead of at the next start")
    parser.add_argument("--json", action="store_true", help="print one JSON line a correction")
