"""The port of the dashboard, checked before anything slow: nobody waits long to hear that the port is taken."""

from __future__ import annotations

import sys
from dataclasses import replace

from companion.errors import ConfigError
from companion.machine.config import Web
from web.errors import AddressInUse
from web.wire.serve import listen_at

MAX_PORT_TRIES = 20  # ports tried one after the other for a free one; guess


def require_free_port(web: Web) -> None:
    """Nothing where the dashboard can be served as `web` says. Raises `AddressInUse` or `ConfigError`, naming the option."""
    if not _is_port_free(web.host, web.port):
        raise AddressInUse(
            f"port {web.port} is taken by another program: stop it, or choose another port with --port "
            "(or port under [web] in companion.toml)"
        )


def find_free_port(web: Web) -> Web:
    """`web` with the first free port of `MAX_PORT_TRIES` from `web.port` on; another port is announced on standard error.
    Raises as `require_free_port`."""
    for port in range(web.port, min(web.port + MAX_PORT_TRIES, 65536)):
        if _is_port_free(web.host, port):
            if port != web.port:
                print(f"Port {web.port} is taken by another program: this is port {port}.", file=sys.stderr, flush=True)
            return replace(web, port=port)
    raise AddressInUse(f"port {web.port} and those after it are taken by other programs: choose another port with --port")


def _is_port_free(host: str, port: int) -> bool:
    """Can a server listen at `host` and `port`? Raises `ConfigError` for an address that is not of this machine, or a refused
    port."""
    try:
        listen_at(host, port).close()
    except AddressInUse:
        return False
    except (OSError, UnicodeError) as error:
        raise ConfigError(
            f"web.host {host}, web.port {port}: {getattr(error, 'strerror', None) or error}; use 127.0.0.1 or 0.0.0.0 and a port above 1023"
        ) from error
    return True
