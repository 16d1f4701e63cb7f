"""What `companion decks` takes."""

from __future__ import annotations

import argparse


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.description = (
        "List the built-in decks, those that are learned while they are played with and those you enrolled: name, what it is, "
        "number of cards, separated by tabs."
    )
    parser.epilog = "example:\n  companion decks"
