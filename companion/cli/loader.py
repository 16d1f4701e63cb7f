"""The commands. Each has two files named as it is ("-" becomes "_").

`options/<command>.py` has `add_arguments(parser)`, which describes the command, and is light: help comes at once.
`<command>.py` has `run(arguments)`, which hands back the status, and is imported once the arguments are understood.
"""

from __future__ import annotations

import argparse
import errno
import os
import sys
from collections.abc import Sequence
from functools import partial
from importlib import import_module

from companion import __version__
from companion.errors import ConfigError
from companion.machine.ending import end_at_once_when_told
from companion.machine.memory import keep_algebra_to_one_thread

COMMANDS = {
    "demo": "the companion on the virtual table, nothing plugged in",
    "run": "the service at the table",
    "club": "every table of a club on one page, results and tournaments",
    "wifi": "an access point with a page that asks for the Wi-Fi, for a table without a keyboard",
    "referee": "judge a match from text",
    "watch": "referee a video, a folder of pictures or a camera",
    "enrol": "learn a deck from the camera or from photographs",
    "enrol-board": "take a picture of the empty Sequence board",
    "read": "read the cards in photographs",
    "decks": "list the decks that can be read",
    "check-reading": "show twelve cards and hear how well they are read at this table",
    "corrections": "see what a deck was put right on, and undo it",
    "print": "print the mat, control cards, a practice deck or board, the sheet for the lens, the card for the door",
    "simulate": "play whole matches with a simple player",
    "replay": "fold a stored match again and print its rulings",
    "export": "write a stored match as JSON or CSV",
    "pair": "let a phone in: a QR code to scan, and six digits to type",
    "calibrate": "set the table up, step by step",
    "doctor": "check camera, pins, zbar, disk, power, heat, card, clock, network, mat and light",
    "support": "write one file for whoever is asked for help",
    "update": "install another version, with a way back",
}
"""What each command does, in the order of `companion --help`."""
SERVICES = ("demo", "run", "club", "wifi")
"""Commands that run until told to stop."""
EXTRAS = {
    "club": ("alembic", "msgspec", "networkx", "paho", "sqlalchemy"),
    "print": ("fpdf",),
    "tls": ("cryptography",),
}
"""The packages that are imported of each extra in pyproject.toml which a command needs."""
USAGE = 2  # status for input that cannot be used; standard of argparse
FAILURE = 1  # status of a command that failed; standard
INTERRUPTED = 130  # status after Ctrl-C; standard of shells
_UNWRITABLE = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.EIO)


def main(argv: Sequence[str] | None = None) -> int:
    """The status of a command, always with one clear line: 0 only if the job was done, 2 for unusable input, 1 for unwritable
    output, 130 after Ctrl-C. Errors of no kind of ours are raised. `argv`: the words behind `companion`, None = as typed."""
    arguments = sys.argv[1:] if argv is None else list(argv)
    try:
        try:
            parsed = make_parser(arguments).parse_args(arguments)
        finally:
            sys.stdout.flush()  # help that cannot be written is to be told as well
        status: int = parsed.run(parsed)
        sys.stdout.flush()
    except BrokenPipeError:  # the reader of our output has gone: not our failure, and nothing is left to say
        _silence_stdout()
        return 0
    except KeyboardInterrupt:
        return INTERRUPTED
    except Exception as error:
        if any(kind.__module__.split(".")[0] in _OUR_PACKAGES for kind in type(error).__mro__):  # its message says what to do
            import_module("companion.shown.words.messages")  # so that errors are said in words
            return _print_failure(str(error), USAGE)
        if isinstance(error, OSError) and error.filename is None and error.errno in _UNWRITABLE:
            _silence_stdout()
            return _print_failure(
                f"the output cannot be written: {error.strerror}; free some space, or send it elsewhere", FAILURE
            )
        raise
    return status


_OUR_PACKAGES = ("companion", "vision", "hardware", "web", "calibration")


def _print_failure(message: str, status: int) -> int:
    print(f"companion: {message}", file=sys.stderr)
    return status


def _silence_stdout() -> None:
    """Send nothing more to standard output, which the interpreter would try once more at its end."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def make_parser(arguments: Sequence[str]) -> argparse.ArgumentParser:
    """The parser for the words `arguments`. Only the options of the command among them are imported: a small machine starts
    slowly. For a service, SIGTERM ends the process at once from now on, and linear algebra gets one thread."""
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
        keep_algebra_to_one_thread()
    for name, does in COMMANDS.items():
        command = subparsers.add_parser(name, help=does, formatter_class=argparse.RawDescriptionHelpFormatter)
        if name == wanted:
            import_module(f"companion.cli.options.{_name_file(name)}").add_arguments(command)
            command.set_defaults(run=partial(_run_command, name))
    return parser


def _run_command(name: str, arguments: argparse.Namespace) -> int:
    """The status of the command `name`. Raises `ConfigError` where the packages of an extra are missing."""
    try:
        command = import_module(f"companion.cli.{_name_file(name)}")
        status: int = command.run(arguments)
    except ModuleNotFoundError as error:
        missing = (error.name or "").partition(".")[0]
        extra = next((extra for extra, packages in EXTRAS.items() if missing in packages), None)
        if extra is None:
            raise
        raise ConfigError(f"companion {name} needs further packages: pip install 'table-companion[{extra}]'") from error
    return status


def _name_file(command: str) -> str:
    """The module of a command, without its package."""
    return command.replace("-", "_")
