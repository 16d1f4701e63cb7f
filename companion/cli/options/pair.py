"""What `companion pair` takes."""

from __future__ import annotations

import argparse


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.description = (
        "Show how the next phone joins the companion that runs on this machine: a QR code, the address, six digits. Each lets "
        "one phone in; then the next ones are shown, until Ctrl-C. Where nobody looks (no terminal) they are printed once."
    )
    parser.epilog = "example:\n  companion pair"
    parser.add_argument("--once", action="store_true", help="print it once and end")
