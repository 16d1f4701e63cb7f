"""What `companion print` takes."""

from __future__ import annotations

import argparse
from pathlib import Path

from calibration.papers import PAPERS
from companion.games.sheets import list_games
from companion.shown.words.languages import list_languages

PRINTED = ("mat", "controls", "deck", "board", "lens", "door")
STYLE_NAMES = ("night", "slate", "lagoon", "ember", "wood", "paper")  # as `vision.drawn.art.styles.STYLES`


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.description = "Make true-to-scale pages, each with a 100 mm ruler, as PDF or PNG."
    parser.epilog = """example:
  companion print mat --game the_game --out mat.pdf --paper a3
  companion print deck --game the_game --out deck.pdf --style paper
  companion print door --card companion-card.toml --out door.pdf
A PDF holds all pages. Of several PNG pages the first has the name given, the others have -2, -3 ... before the ending.
Print at 100 % ("actual size") and check with the ruler on the sheet.
"""
    parser.add_argument("what", choices=PRINTED, help="what to print")
    parser.add_argument("--game", choices=list_games(), help="whose mat, deck or board; of control cards, for how many players")
    parser.add_argument(
        "--option", default="", metavar="NAME", help="an option that has a mat of its own: common_discards (Sequence)"
    )
    parser.add_argument(
        "--card",
        type=Path,
        metavar="FILE",
        help="of the door card: its file, made with a code and a password of its own where there is none; copy it onto the "
        "memory card (default: the card of this machine)",
    )
    parser.add_argument(
        "--host", default="companion.local", help="of the door card: the table's name (default: companion.local)"
    )
    parser.add_argument("--out", type=Path, metavar="FILE", help="file to write, ending in .pdf or .png")
    parser.add_argument(
        "--paper",
        choices=tuple(PAPERS),
        help="size of the paper (default: the smallest that holds it); a mat too large for it is tiled",
    )
    parser.add_argument("--dpi", type=int, default=150, help="resolution of a PNG (default: 150)")
    parser.add_argument("--json", action="store_true", help="print the geometry in millimetres as JSON")
    parser.add_argument("--language", choices=list_languages(), default="en", help="language of what is printed (default: en)")
    parser.add_argument(
        "--style", choices=STYLE_NAMES, default="night", help="look of the cards (default: night; paper saves ink)"
    )
