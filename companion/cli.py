"""The commands. Each lives in a file of its own, `cli_<command>.py` ("-" becomes "_"), with `add_parser` and `run`."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Sequence
from importlib import import_module
from importlib.util import find_spec

from companion import __version__

COMMANDS = (
    "demo", "run", "referee", "watch", "enrol", "enrol-board", "read", "decks", "check-reading", "corrections", "print", "simulate",
    "replay", "export", "doctor",
)  # fmt: skip
"""In the order of `companion --help`."""

USAGE, FAILED, INTERRUPTED = 2, 1, 130


def main(argv: Sequence[str] | None = None) -> int:
    """Run a command. Status 0 only if it did its job, 2 for what cannot be used, always with one clear line."""
    arguments = sys.argv[1:] if argv is None else list(argv)
    parser = _parser(arguments)
    parsed = parser.parse_args(arguments)
    try:
        status: int = parsed.run(parsed)
        sys.stdout.flush()
    except BrokenPipeError:  # the reader of our output has gone: not our failure, and nothing is left to say
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except KeyboardInterrupt:
        return INTERRUPTED
    except Exception as error:
        if not _is_ours(error):
            raise
        print(f"companion: {error}", file=sys.stderr)
        return USAGE
    return status


def _parser(arguments: Sequence[str]) -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="companion",
        description="A referee above a real table: reads cards and chips, knows the rules, lights a lamp when a play does not stand.",
        epilog="example:\n  companion demo",
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--version", action="version", version=f"table-companion {__version__}")
    subparsers = parser.add_subparsers(metavar="COMMAND", required=True)
    wanted = next((word for word in arguments if not word.startswith("-")), None)
    for name in (wanted,) if wanted in COMMANDS else COMMANDS:  # only what is asked for is imported: the Pi starts slowly
        if find_spec(module := f"companion.cli_{name.replace('-', '_')}"):
            import_module(module).add_parser(subparsers)
    return parser


def _is_ours(error: Exception) -> bool:
    """Expected errors are those of our own packages: their messages say what to do."""
    return any(
        kind.__module__.split(".")[0] in ("companion", "vision", "hardware", "web", "calibration")
        for kind in type(error).__mro__
    )
