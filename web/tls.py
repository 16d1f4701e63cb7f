"""TLS for waitress, which speaks none: connections whose sockets are encrypted, and which wait where the handshake does."""

from __future__ import annotations

import errno
import socket
import ssl
import threading
from pathlib import Path
from typing import Any

from waitress.channel import HTTPChannel

from web.errors import CertificateUnusable

_WAIT = (ssl.SSLWantReadError, ssl.SSLWantWriteError)
_AT_ONCE = 1 << 16
"""Bytes that are read at once: what a record holds, and more."""


def tls_context(certificate: Path, key: Path) -> ssl.SSLContext:
    """What a server needs to speak TLS 1.2 or later. Raises `CertificateUnusable`."""
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.minimum_version = ssl.TLSVersion.TLSv1_2
    try:
        context.load_cert_chain(certificate, key)
    except (OSError, ssl.SSLError) as error:
        raise CertificateUnusable(f"{certificate} cannot be used: {error}; delete it, and another one is made") from error
    return context


class EncryptedSocket:
    """A socket that speaks TLS and never blocks: as a plain one it raises `BlockingIOError` where there is nothing to do yet. One thread
    reads while another writes, which OpenSSL does not allow: they take turns."""

    def __init__(self, plain: socket.socket, context: ssl.SSLContext) -> None:
        self._turn = threading.Lock()
        self._socket = context.wrap_socket(plain, server_side=True, do_handshake_on_connect=False, suppress_ragged_eofs=True)
        self._socket.setblocking(False)

    def recv(self, most: int) -> bytes:
        """As of a socket; b"" where the other side has hung up, or does not speak TLS."""
        try:
            with self._turn:
                return self._socket.recv(most)
        except _WAIT as error:
            raise BlockingIOError(errno.EWOULDBLOCK, "no whole record yet") from error
        except (ssl.SSLError, ConnectionError):
            return b""

    def send(self, data: bytes) -> int:
        """As of a socket."""
        try:
            with self._turn:
                return self._socket.send(data)
        except _WAIT as error:
            raise BlockingIOError(errno.EWOULDBLOCK, "not now") from error
        except ssl.SSLError as error:
            raise ConnectionAbortedError(errno.ECONNABORTED, str(error)) from error

    def __getattr__(self, name: str) -> Any:
        return getattr(self._socket, name)


def encrypted(context: ssl.SSLContext) -> type[HTTPChannel]:
    """The class of waitress' connections, each encrypted."""

    class EncryptedChannel(HTTPChannel):  # type: ignore[misc]
        connected: bool

        def __init__(self, server: Any, sock: socket.socket, *rest: Any, **more: Any) -> None:
            super().__init__(server, EncryptedSocket(sock, context), *rest, **more)

        def handle_read(self) -> None:
            """Read until nothing is left: what was deciphered already wakes nobody."""
            while self.connected and self.readable():
                try:
                    data = self.recv(_AT_ONCE)
                except BlockingIOError:
                    return
                except OSError:
                    self.handle_close()
                    return
                if not data:
                    self.connected = False
                    return
                self.received(data)

    return EncryptedChannel
