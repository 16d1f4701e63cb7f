"""A phone in the network of the table, how it finds the table, and how long it waits. Standard library alone: the emulated machine runs
this file too, for its own neighbours.
"""

from __future__ import annotations

import http.client
import json
import re
import socket
import struct
import subprocess
import time
import urllib.parse
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from typing import Any

NAME, PORT = "companion", 8765
PATIENCE_S = 1800.0


class Failed(Exception):
    """What did not hold."""


@contextmanager
def step(what: str) -> Iterator[list[str]]:
    """Print `what`, with its seconds and the words that were put into the list."""
    began, words = time.monotonic(), list[str]()
    yield words
    print(f"== {what}: {', '.join([f'{time.monotonic() - began:.0f} s', *words])}", flush=True)


def patiently(what: str, look: Any) -> Any:
    """What `look` gives as soon as it gives anything. Raises `Failed`."""
    end = time.monotonic() + PATIENCE_S
    while time.monotonic() < end:
        with suppress(OSError, http.client.HTTPException, subprocess.SubprocessError):
            if found := look():
                return found
        time.sleep(1)
    raise Failed(f"{what}: not within {PATIENCE_S:.0f} s")


def look_up(name: str, own: str) -> str:
    """The address of `name`.local, asked of everybody (mDNS); "" where nobody answers within a second. `own`: address of
    who asks."""
    labels = b"".join(bytes([len(part)]) + part.encode() for part in (name, "local")) + b"\0"
    question = struct.pack("!6H", 0, 0, 1, 0, 0, 0) + labels + struct.pack("!2H", 1, 1)
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as asking:
        asking.setsockopt(socket.IPPROTO_IP, socket.IP_MULTICAST_IF, socket.inet_aton(own))
        asking.settimeout(1)
        asking.sendto(question, ("224.0.0.251", 5353))
        with suppress(TimeoutError):
            answer = asking.recv(2048)
            if address := re.search(rb"\x00\x01[\x00\x80]\x01.{4}\x00\x04(.{4})", answer, re.DOTALL):
                return socket.inet_ntoa(address[1])
    return ""


@dataclass
class Phone:
    """A phone in the network. `address`: of the companion. `cookie`: once it has joined."""

    address: str = ""
    cookie: str = ""
    host: str = f"{NAME}.local:{PORT}"
    port: int = PORT

    def ask(self, path: str, body: str | None = None, kind: str = "application/json") -> tuple[int, Any, bytes]:
        """Status, headers and body of the answer. Raises `OSError` where there is none."""
        wire = http.client.HTTPConnection(self.address, self.port, timeout=240)
        headers = {"Host": self.host, "Accept-Language": "en"} | ({"Cookie": self.cookie} if self.cookie else {})
        wire.request("GET" if body is None else "POST", path, body, headers | ({"Content-Type": kind} if body else {}))
        answer = wire.getresponse()
        return answer.status, answer.headers, answer.read()

    def opens_page(self) -> bytes:
        """The page that comes to somebody who opens the address; b"" until it serves."""
        status, headers, page = self.ask("/")
        if status == 303:
            status, _, page = self.ask(headers["Location"])
        return page if status == 200 else b""

    def join(self, code: str) -> None:
        form = urllib.parse.urlencode({"code": code, "name": "Anna"})
        status, headers, _ = self.ask("/pair", form, "application/x-www-form-urlencoded")
        if status != 303 or "Set-Cookie" not in headers:
            raise Failed(f"the code {code} did not let the phone in: {status}")
        self.cookie = headers["Set-Cookie"].split(";")[0]

    def order(self, command: str, body: Mapping[str, Any]) -> Mapping[str, Any]:
        """The answer to a command. Raises `Failed` where it is refused."""
        status, _, said = self.ask(f"/api/commands/{command}", json.dumps(body))
        if status != 200:
            raise Failed(f"{command} {body}: {status} {said[:200]!r}")
        answer: Mapping[str, Any] = json.loads(said)
        return answer

    def state(self) -> Mapping[str, Any]:
        state: Mapping[str, Any] = json.loads(self.ask("/api/state")[2])
        return state
