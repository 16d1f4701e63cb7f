"""What `companion enrol-board` takes."""

from __future__ import annotations

import argparse
from pathlib import Path

from vision.cameras.asked_for import list_examples

DEFAULT_CHIP = "0.8"  # diameter in spaces; as `vision.board.chips.CHIP`


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.description = (
        "Learn the owner's own board of Sequence from one picture of it, empty, from above. Where it lies is told by the four "
        "corners of the field of ten by ten spaces (--corners, or --tap to touch them on a phone); without either the board must lie on "
        "the board zone of the game's mat. Its cards are read once: the board may be another edition, and may lie any way round. What "
        "cannot be read is left for you to write. Look at the check picture: the red lines must run between the spaces."
    )
    parser.epilog = (
        'example:\n  companion enrol-board empty.jpg --corners "210,95 1105,102 1098,690 204,684" --check check.png\n'
        "  companion enrol-board picamera --tap --check check.png"
    )
    parser.add_argument(
        "picture", help=f"the empty board: a photograph, or the camera: {', '.join(list_examples(live_only=True))}"
    )
    place = parser.add_mutually_exclusive_group()
    place.add_argument("--corners", metavar="X,Y X,Y X,Y X,Y", help="in picture pixels, clockwise; they need not be exact")
    place.add_argument("--tap", action="store_true", help="serve a page on which the corners are tapped, on this port")
    parser.add_argument("--port", type=int, default=8080, help="of that page (default: 8080)")
    parser.add_argument(
        "--mat", default="", help="without corners: file of `companion print mat --json` (default: the mat of the game)"
    )
    parser.add_argument(
        "--chip", default=DEFAULT_CHIP, metavar="ACROSS[,DOWN]", help=f"diameter of a chip in spaces (default: {DEFAULT_CHIP})"
    )
    parser.add_argument(
        "--cells",
        default="",
        metavar="ROWSxCOLUMNS",
        help="try another board, such as 6x7: only --check is written, nothing is learned",
    )
    parser.add_argument("--as-tapped", action="store_true", help="take the corners as they are, to the pixel")
    parser.add_argument(
        "--upright",
        action="store_true",
        help="the first corner is that of the layout's first space: needed where the print is unreadable",
    )
    parser.add_argument(
        "--unknown",
        action="store_true",
        help="play on a board whose print cannot be read: what needs the card on such a space is not judged",
    )
    parser.add_argument(
        "--deck", default="standard", help="the deck whose cards look most like those on the board (default: standard)"
    )
    parser.add_argument(
        "--layout", type=Path, metavar="FILE.txt", help="the board's cards, written by you: see the draft that I wrote"
    )
    parser.add_argument("--check", type=Path, metavar="FILE.png", help="draw the spaces into the picture that was taken")
