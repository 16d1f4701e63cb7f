"""What `companion demo` takes."""

from __future__ import annotations

import argparse

from companion.machine.config import Web
from companion.machine.network.port_numbers import parse_port
from companion.shown.words.languages import list_languages


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.description = (
        "A match of The Game with On Fire plays itself before a drawn camera, a few mistakes included. Follow it on the "
        "dashboard, put in what you like, start any other game there; a match that was interrupted goes on."
    )
    parser.epilog = "example:\n  companion demo --port 9000"
    taken = f"port of the dashboard (default: {Web().port}); one that is taken gives way to the next that is free"
    parser.add_argument("--port", type=parse_port, default=Web().port, help=taken)
    parser.add_argument(
        "--host", default=Web().host, help="address to listen on; 0.0.0.0 lets phones in (default: this machine only)"
    )
    parser.add_argument("--language", choices=list_languages(), default="it", help="language of the dashboard (default: it)")
    parser.add_argument("--fast", action="store_true", help="play as fast as this machine can instead of in real time")
    parser.add_argument(
        "--table", choices=("mat", "bare"), default="mat", help="bare: without a mat, the piles are found as they lie"
    )
