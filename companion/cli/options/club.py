"""What `companion club` takes."""

from __future__ import annotations

import argparse

from companion.machine.network.port_numbers import parse_port
from companion.shown.words.languages import list_languages

PORT = 8090


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.description = (
        "Show every table of a club on one page, keep matches and results. Tables publish to a broker; this service listens "
        "there. Needs the extra table-companion[club]."
    )
    parser.epilog = (
        "examples:\n  companion club --demo\n  companion club --broker mqtts://club.local:8883 --user club "
        "--password-file /etc/club-password --host 0.0.0.0"
    )
    parser.add_argument(
        "--demo", action="store_true", help="start a broker, the club, and eight tables that play by themselves"
    )
    parser.add_argument(
        "--broker", default="mqtt://127.0.0.1:1883", help="address of the broker (default: mqtt://127.0.0.1:1883)"
    )
    parser.add_argument("--user", default="", help="name of the club at the broker")
    parser.add_argument("--password-file", help="file with the password at the broker")
    parser.add_argument("--ca", default="", help="file with the certificates that the broker's is held against")
    parser.add_argument("--certificate", default="", help="file with the club's own certificate")
    parser.add_argument("--key", default="", help="file with the key of the certificate")
    parser.add_argument(
        "--database", default="", help="URL such as postgresql://user@host/club (default: a SQLite file in the state directory)"
    )
    parser.add_argument(
        "--host", default="127.0.0.1", help="address to listen on; 0.0.0.0 lets phones in (default: this machine)"
    )
    parser.add_argument("--port", type=parse_port, default=PORT, help=f"port of the pages (default: {PORT})")
    parser.add_argument("--tls", action="store_true", help="serve the pages over TLS, with an own certificate")
    parser.add_argument(
        "--name", action="append", default=[], help="another host name by which phones reach the pages; may be repeated"
    )
    parser.add_argument("--language", choices=list_languages(), default="en", help="language of the pages (default: en)")
