"""What `companion wifi` takes."""

from __future__ import annotations

import argparse

from companion.cli.options import add_config
from companion.machine.network.port_numbers import parse_port


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.description = (
        "Opens the access point “Table Companion” with a page that asks for the Wi-Fi, joins that, and ends. The service companion-wifi "
        "does so at a start without any network. Needs NetworkManager. Status 0 once the machine is in a network."
    )
    parser.epilog = "examples:\n  companion wifi --pretend\n  sudo systemctl start companion-wifi"
    add_config(parser)
    parser.add_argument(
        "--needed", action="store_true", help="only look, for 45 s: status 0 if there is neither a network nor a known Wi-Fi"
    )
    parser.add_argument("--pretend", action="store_true", help="show the page on this machine, with a Wi-Fi that is not there")
    parser.add_argument("--port", type=parse_port, help="port of the page (default: 80; with --pretend 8766)")
