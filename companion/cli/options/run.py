"""What `companion run` takes."""

from __future__ import annotations

import argparse

from companion.cli.options import add_config
from companion.machine.network.broker_address import find_wrong_broker
from companion.machine.network.port_numbers import parse_port
from companion.sources.choices import CHOICES, SOURCES


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.description = "Watch the table, rule on each play, light the lamps and serve the phones until told to stop."
    parser.epilog = (
        f"examples:\n  companion run --config /etc/table-companion/companion.toml\n  companion run --source v4l2:0\n\n{CHOICES}"
    )
    add_config(parser)
    parser.add_argument("--source", help=f"what watches, instead of what the configuration names: {SOURCES}")
    parser.add_argument("--host", help="address to listen on, instead of that of the configuration; 0.0.0.0 lets phones in")
    parser.add_argument("--port", type=parse_port, help="port of the dashboard, instead of that of the configuration")
    parser.add_argument("--club", type=_parse_broker, metavar="URL", help="broker of a club to tell, as [club] broker")
    parser.add_argument("--tls", action="store_true", help="serve the dashboard over TLS, as [web] tls = true")


def _parse_broker(text: str) -> str:
    """The address of a broker as given. Raises `ArgumentTypeError` with how to write an address."""
    if wrong := find_wrong_broker(text):
        raise argparse.ArgumentTypeError(wrong)
    return text
