"""The port of the dashboard: looked at before anything that takes long, so that nobody waits to be told that it is taken."""

from __future__ import annotations

import argparse
import sys
from dataclasses import replace

from companion.errors import AddressInUse, ConfigError
from companion.machine.config import Web
from web.errors import AddressInUse as Taken
from web.wire.serve import listen

TRIES = 20
"""Ports that are looked at, one after the other, for a free one."""


def port_number(word: str) -> int:
    """A port as it is typed."""
    if not word.isascii() or not word.isdigit() or not 1 <= int(word) <= 65535:
        raise argparse.ArgumentTypeError(f"{word} is no port: give a number from 1 to 65535")
    return int(word)


def must_be_free(web: Web) -> None:
    """Raises `AddressInUse` or `ConfigError`, naming the option, where the dashboard cannot be served there."""
    if not _is_free(web.host, web.port):
        raise AddressInUse(
            f"port {web.port} is taken by another program: stop it, or choose another port with --port "
            "(or port under [web] in companion.toml)"
        )


def next_free(web: Web) -> Web:
    """The same with the first port from there on that is free; says so where it is another. Raises as `must_be_free`."""
    for port in range(web.port, min(web.port + TRIES, 65536)):
        if _is_free(web.host, port):
            if port != web.port:
                print(f"Port {web.port} is taken by another program: this is port {port}.", file=sys.stderr, flush=True)
            return replace(web, port=port)
    raise AddressInUse(f"port {web.port} and those after it are taken by other programs: choose another port with --port")


def _is_free(host: str, port: int) -> bool:
    try:
        listen(host, port).close()
    except Taken:
        return False
    except (OSError, UnicodeError) as error:
        raise ConfigError(
            f"web.host {host}, web.port {port}: {getattr(error, 'strerror', None) or error}; use 127.0.0.1 or 0.0.0.0 and a port above 1023"
        ) from error
    return True
