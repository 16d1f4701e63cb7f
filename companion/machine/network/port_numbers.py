"""Numbers of ports as people type them."""

from __future__ import annotations

import argparse


def parse_port(word: str) -> int:
    """The port named by `word`, for argparse. Raises `argparse.ArgumentTypeError`."""
    if not word.isascii() or not word.isdigit() or not 1 <= int(word) <= 65535:
        raise argparse.ArgumentTypeError(f"{word} is no port: give a number from 1 to 65535")
    return int(word)
