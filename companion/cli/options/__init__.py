"""What each command takes, in a file as light as its help: nothing that sees, draws, learns or serves is imported here.

Here is what several commands take alike.
"""

from __future__ import annotations

import argparse
from pathlib import Path

from companion.shown.words.languages import list_languages


def add_config(parser: argparse.ArgumentParser) -> None:
    """Let the command take a companion.toml; without it the virtual table is watched."""
    parser.add_argument("--config", type=Path, help="companion.toml (default: the virtual table, this machine only)")


def add_configured_language(parser: argparse.ArgumentParser) -> None:
    """Let the command take a language, in place of that of companion.toml."""
    parser.add_argument(
        "--language", choices=list_languages(), help="language of what is said (default: that of companion.toml)"
    )
