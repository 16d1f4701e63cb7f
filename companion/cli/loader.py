"""The commands. Each lives in a file of its own, `<command>.py` ("-" becomes "_"), with `add_parser` and `run`."""

from __future__ import annotations

import argparse
import errno
import os
import sys
from collections.abc import Sequence
from importlib import import_module
from importlib.util import find_spec

from companion import __version__
from companion.machine.ending import end_at_once_when_told

COMMANDS = (
    "demo", "run", "referee", "watch", "enrol", "enrol-board", "read", "decks", "check-reading", "corrections", "print", "simulate",
    "replay", "export", "pair", "calibrate", "doctor", "support",
)  # fmt: skip
"""In the order of `companion --help`."""

SERVICES = ("demo", "run")
"""Those that run until they are told to stop."""
USAGE, FAILED, INTERRUPTED = 2, 1, 130
_UNWRITABLE = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.EIO)


def main(argv: Sequence[str] | None = None) -> int:
    """Run a command. Status 0 only if it did its job, 2 for what cannot be used, always with one clear line."""
    try:
        status = _run(sys.argv[1:] if argv is None else list(argv))
        sys.stdout.flush()
    except BrokenPipeError:  # the reader of our output has gone: not our failure, and nothing is left to say
        _silence()
        return 0
    except KeyboardInterrupt:
        return INTERRUPTED
    except Exception as error:
        if _is_ours(error):
            import_module("companion.shown.messages")  # so that errors are said in words
            return _failed(str(error), USAGE)
        if isinstance(error, OSError) and error.filename is None and error.errno in _UNWRITABLE:
            _silence()
            return _failed(f"the output cannot be written: {error.strerror}; free some space, or send it elsewhere", FAILED)
        raise
    return status


def _run(arguments: Sequence[str]) -> int:
    try:
        parsed = _parser(arguments).parse_args(arguments)
    except SystemExit:  # the help was printed: what of it cannot be written is to be told as well
        sys.stdout.flush()
        raise
    status: int = parsed.run(parsed)
    return status


def _failed(message: str, status: int) -> int:
    print(f"companion: {message}", file=sys.stderr)
    return status


def _silence() -> None:
    """Nothing more goes to standard output, where the interpreter would try once more at its end."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


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
    if wanted in SERVICES:
        end_at_once_when_told()
    for name in (wanted,) if wanted in COMMANDS else COMMANDS:  # only what is asked for is imported: the Pi starts slowly
        if find_spec(module := f"companion.cli.{name.replace('-', '_')}"):
            import_module(module).add_parser(subparsers)
    return parser


def _is_ours(error: Exception) -> bool:
    """Expected errors are those of our own packages: their messages say what to do."""
    return any(
        kind.__module__.split(".")[0] in ("companion", "vision", "hardware", "web", "calibration")
        for kind in type(error).__mro__
    )
