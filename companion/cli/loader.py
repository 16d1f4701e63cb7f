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
"""Commands that run until told to stop."""
USAGE = 2  # status for input that cannot be used; standard of argparse
FAILED = 1  # status of a command that failed; standard
INTERRUPTED = 130  # status after Ctrl-C; standard of shells
_UNWRITABLE = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.EIO)


def main(argv: Sequence[str] | None = None) -> int:
    """The status of a command: 0 only if the job was done, 2 for unusable input, always with one clear line."""
    try:
        status = _run_command(sys.argv[1:] if argv is None else list(argv))
        sys.stdout.flush()
    except BrokenPipeError:  # the reader of our output has gone: not our failure, and nothing is left to say
        _silence_stdout()
        return 0
    except KeyboardInterrupt:
        return INTERRUPTED
    except Exception as error:
        if _is_ours(error):
            import_module("companion.shown.messages")  # so that errors are said in words
            return _print_failure(str(error), USAGE)
        if isinstance(error, OSError) and error.filename is None and error.errno in _UNWRITABLE:
            _silence_stdout()
            return _print_failure(
                f"the output cannot be written: {error.strerror}; free some space, or send it elsewhere", FAILED
            )
        raise
    return status


def _run_command(arguments: Sequence[str]) -> int:
    try:
        parsed = _make_parser(arguments).parse_args(arguments)
    except SystemExit:  # the help was printed: what of it cannot be written is to be told as well
        sys.stdout.flush()
        raise
    status: int = parsed.run(parsed)
    return status


def _print_failure(message: str, status: int) -> int:
    print(f"companion: {message}", file=sys.stderr)
    return status


def _silence_stdout() -> None:
    """Send nothing more to standard output, which the interpreter would try once more at its end."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _make_parser(arguments: Sequence[str]) -> argparse.ArgumentParser:
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
    """Is it an expected error of our own packages, whose message says what to do?"""
    return any(
        kind.__module__.split(".")[0] in ("companion", "vision", "hardware", "web", "calibration")
        for kind in type(error).__mro__
    )
