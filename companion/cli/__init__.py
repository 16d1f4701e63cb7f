"""The commands: one file each, and what loads them."""

from companion.cli.loader import main

__all__ = ["main"]
