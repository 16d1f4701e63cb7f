"""`companion pair`: let a phone in."""

from __future__ import annotations

import argparse
import sys
import time
from pathlib import Path

from companion.app.phone_book import Pairing, read_pairing
from companion.errors import StateError
from companion.machine.network.addresses import draw_qr_for_terminal, explain_certificate, join_url
from companion.machine.paths import state_directory

NEW_CODE_LOOK_S = 1.0  # seconds between looks for a new code; guess


def run(arguments: argparse.Namespace) -> int:
    """0; each code is printed, on a terminal until Ctrl-C. Raises `StateError` where no companion with a door for phones
    runs."""
    path = state_directory() / "pairing.json"
    shown = _read_pairing_or_fail(path)
    _print_pairing(shown)
    while sys.stdout.isatty() and not arguments.once:
        time.sleep(NEW_CODE_LOOK_S)
        now = _read_pairing_or_fail(path)
        if now != shown:
            _print_pairing(now)
        shown = now
    return 0


def _read_pairing_or_fail(path: Path) -> Pairing:
    """The pairing of the running companion. Raises `StateError` where none runs or `path` is unreadable."""
    try:
        shown = read_pairing(path)
    except OSError as error:
        raise StateError(
            f"{path} cannot be read: {error.strerror}; the service's phones join by: sudo companion pair"
        ) from error
    if shown is None:
        raise StateError(
            "no companion runs here that phones can join: start one with `companion run` or `companion demo --host 0.0.0.0`, and look with "
            "the same user (of the service: sudo companion pair)"
        )
    return shown


def _print_pairing(shown: Pairing) -> None:
    """Print QR code, address, code and fingerprint, or that no phone can reach this machine."""
    if shown.address:
        print(draw_qr_for_terminal(join_url(shown.address, shown.word)))
        print(f"Scan this, or open {shown.address} and type {shown.code}", flush=True)
        if shown.fingerprint:
            print(explain_certificate(shown.fingerprint), flush=True)
    else:
        print(f"No phone can reach this machine: it is on no network. The code is {shown.code}", flush=True)
