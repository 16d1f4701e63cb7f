"""Who may look and act: the one door through which every request goes.

Three checks, in this order: the name the request was sent to (DNS rebinding), the page it came from (cross-site requests),
and whether this phone was paired.
"""

from __future__ import annotations

import hmac
import ipaddress
import math
import secrets
import threading
import time
from collections import deque
from collections.abc import Callable, Iterable, MutableMapping
from typing import Any, Protocol
from urllib.parse import urlsplit

from flask import Flask, Request, Response, abort, jsonify, redirect, request, session, url_for
from werkzeug.wrappers import Response as AnyResponse

from web.errors import PairingRefused, TooManyAttempts

Session = MutableMapping[str, Any]
WITHOUT_PAIRING = frozenset({"pages.pair", "pages.try_code", "api.healthz"})
PAIRING_ASSETS = frozenset({"style.css", "pair.js", "icon.svg", "icon-180.png"})


class Access(Protocol):
    """Who may come in. `code`: what has to be typed once on a phone; None = nothing is asked."""

    @property
    def code(self) -> str | None: ...

    def allows(self, session: Session) -> bool:
        """May the phone with this session see and do everything?"""

    def pair(self, session: Session, code: str, address: str) -> None:
        """Let a phone in. Raises `PairingRefused` for a wrong code and `TooManyAttempts` after too many."""


class OpenOnLoopback:
    """Open to this machine alone; as soon as the network can reach it, a phone must type a code of six digits once."""

    def __init__(
        self, host: str = "127.0.0.1", *, code: str | None = None, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._code = None if is_loopback(host) else code or new_code()
        self._attempts = Attempts(clock)
        self._one_at_a_time = threading.Lock()

    @property
    def code(self) -> str | None:
        return self._code

    def allows(self, session: Session) -> bool:
        return self._code is None or bool(session.get("paired"))

    def pair(self, session: Session, code: str, address: str) -> None:
        if self._code is None:
            return
        digits = "".join(sign for sign in code if sign.isdigit())
        with self._one_at_a_time:
            self._attempts.check(address)
            if not hmac.compare_digest(digits.encode(), self._code.encode()):
                self._attempts.failed(address)
                raise PairingRefused("That is not the code.")
        session["paired"] = True
        session["phone"] = secrets.token_hex(2)


def new_code() -> str:
    """Six random digits."""
    return f"{secrets.randbelow(1_000_000):06d}"


def is_loopback(host: str) -> bool:
    """Can only this machine reach `host`?"""
    if host == "localhost":
        return True
    address = _address(host)
    return address is not None and address.is_loopback


class Attempts:
    """Wrong codes of late, by address and in all: a code of six digits must not be guessed."""

    PERIOD = 300.0
    BY_ADDRESS = 5
    IN_ALL = 40

    def __init__(self, clock: Callable[[], float]) -> None:
        self._clock = clock
        self._failures: deque[tuple[float, str]] = deque(maxlen=self.IN_ALL)

    def check(self, address: str) -> None:
        """Raises `TooManyAttempts` if this address, or all together, must wait."""
        self._forget()
        own = [at for at, who in self._failures if who == address]
        if len(own) >= self.BY_ADDRESS:
            raise TooManyAttempts(self._until(own[-self.BY_ADDRESS]))
        if len(self._failures) >= self.IN_ALL:
            raise TooManyAttempts(self._until(self._failures[0][0]))

    def failed(self, address: str) -> None:
        self._failures.append((self._clock(), address))

    def _forget(self) -> None:
        while self._failures and self._failures[0][0] <= self._clock() - self.PERIOD:
            self._failures.popleft()

    def _until(self, at: float) -> int:
        return max(1, math.ceil(at + self.PERIOD - self._clock()))


def guard(app: Flask, access: Access, names: Iterable[str] = ()) -> None:
    """Put the door in front of every request of `app`. `names`: host names of this machine besides localhost and *.local."""
    known = frozenset(name.lower().rstrip(".") for name in names)

    @app.before_request
    def door() -> AnyResponse | tuple[Response, int] | None:
        _check_host(request, known)
        _check_origin(request)
        return None if _is_public(request) or access.allows(session) else _ask_to_pair(request)

    @app.after_request
    def seal(response: Response) -> Response:
        for name, value in HEADERS.items():
            response.headers.setdefault(name, value)
        return response


HEADERS = {
    "Content-Security-Policy": "default-src 'self'; img-src 'self' blob:; object-src 'none'; base-uri 'none'; "
    "form-action 'self'; frame-ancestors 'none'",
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
}


def who(session: Session) -> str:
    """The name under which the acts of a phone are kept."""
    return f"phone {session['phone']}" if "phone" in session else "phone"


def _address(host: str) -> ipaddress.IPv4Address | ipaddress.IPv6Address | None:
    try:
        return ipaddress.ip_address(host.strip("[]"))
    except ValueError:
        return None


def _check_host(request: Request, known: frozenset[str]) -> None:
    """A foreign name that resolves to this machine is how a web page would reach around the same-origin rule."""
    try:
        name = (urlsplit(f"//{request.headers.get('Host', '')}").hostname or "").rstrip(".")
    except ValueError:
        name = ""
    if not (name == "localhost" or name.endswith(".local") or name in known or _address(name)):
        abort(403, "This name is not known here: open the companion by its address, or add the name to its configuration.")


def _check_origin(request: Request) -> None:
    """Other sites may link here and nothing else. Requests without these headers come from no browser page."""
    site = request.headers.get("Sec-Fetch-Site", "none")
    following_link = request.method in ("GET", "HEAD") and request.headers.get("Sec-Fetch-Mode") == "navigate"
    origin = request.headers.get("Origin")
    foreign = origin is not None and urlsplit(origin).netloc != request.headers.get("Host")
    if foreign or (site not in ("same-origin", "none") and not following_link):
        abort(403, "Requests from other sites are refused: use the companion's own page.")


def _is_public(request: Request) -> bool:
    if request.endpoint == "static":
        return (request.view_args or {}).get("filename") in PAIRING_ASSETS
    return request.endpoint in WITHOUT_PAIRING


def _ask_to_pair(request: Request) -> AnyResponse | tuple[Response, int]:
    if request.method in ("GET", "HEAD") and request.endpoint in ("pages.dashboard", "pages.table_page"):
        return redirect(url_for("pages.pair"), 303)
    return jsonify(error="This device is not paired: open /pair and type the code that the companion shows."), 401
