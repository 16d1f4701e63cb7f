"""Who may look and act: the door through which every request goes.

Three checks in order: the host name of the request (DNS rebinding), the page that sent the request (cross-site requests),
and whether the phone has joined. What a joined phone may do is checked at each action (`require_role`).
"""

from __future__ import annotations

import ipaddress
from collections.abc import Iterable
from typing import Protocol
from urllib.parse import urlsplit

from flask import Flask, Request, Response, abort, g, jsonify, redirect, request, session, url_for
from werkzeug.wrappers import Response as AnyResponse

from web.door.invitations import Invitations
from web.door.phones import EVERYBODY, CookieSession, Phone, Phones, Role
from web.door.sight import Blind, CodeSight, shown_words
from web.errors import PairingRefused, RoleMissing

WITHOUT_PAIRING = frozenset(
    {"pages.pair", "pages.try_code", "pages.join_by_sight", "api.healthz", "pages.healthz", "health.metrics"}
)
PAIRING_ASSETS = frozenset(
    {"style.css", "lone.css", "pair.js", "icon.svg", "icon-180.png", "icon-192.png", "icon-512.png", "manifest.webmanifest"}
)
PAGES = frozenset(
    {
        "pages.dashboard",
        "pages.large_print",
        "pages.table_page",
        "past.history",
        "past.afterwards",
        "past.statistics",
        "help.help_page",
        "help.news_page",
        "phones.page",
        "health.page",
        "camera.page",
        "set_up.page",
        "club_choice.page",
        "club.results",
        "club.table",
        "club.match",
        "tournaments.all_tournaments",
        "tournaments.new_tournament",
        "tournaments.tournament",
        "tournaments.seats",
        "tournaments.league",
    }
)
"""Where a person may come in: who has not joined is led to the page for the code."""


class Access(Protocol):
    """Who may come in."""

    @property
    def asks(self) -> bool:
        """Does anybody have to prove something?"""

    def find_visitor(self, session: CookieSession) -> Phone | None:
        """The phone of a cookie, None where the phone has to join first."""

    def role_of_listener(self, id: str) -> Role | None:
        """Role of the listening phone `id`, None where the phone may no longer listen."""

    def join_by_word(self, session: CookieSession, word: str, address: str, name: str, role: Role) -> None:
        """Let a phone in, with the cookie written into `session`. `word`: code, word or "" (the button was pressed).
        `address`: of the phone. `name`: of the holder. `role`: asked for. Raises `PairingRefused` for a wrong word or a full
        table, `TooManyAttempts` after too many wrong words."""

    @property
    def watches(self) -> bool:
        """May a phone join by being held under the camera?"""

    def join_by_sight(self, session: CookieSession, secret: str, name: str, role: Role) -> bool:
        """True once a phone is in, whose code the camera sees. `secret`: of the phone's cookie. Else as `join_by_word`."""


class OpenOnLoopback:
    """Open to the own machine alone."""

    asks = False
    joining_code = ("", "")  # nobody has to join
    watches = False

    def renew_old_code(self) -> None:
        """Nothing: there is no code."""

    def find_visitor(self, session: CookieSession) -> Phone | None:
        return EVERYBODY

    def role_of_listener(self, id: str) -> Role | None:
        return EVERYBODY.role

    def join_by_word(self, session: CookieSession, word: str, address: str, name: str, role: Role) -> None:
        return None

    def join_by_sight(self, session: CookieSession, secret: str, name: str, role: Role) -> bool:
        return False


class ByInvitation:
    """Open to joined phones, as far as their role reaches."""

    asks = True

    def __init__(
        self, phones: Phones | None = None, invitations: Invitations | None = None, sight: CodeSight | None = None
    ) -> None:
        self.phones, self.invitations, self._sight = phones or Phones(), invitations or Invitations(), sight or Blind()

    @property
    def joining_code(self) -> tuple[str, str]:
        """Code and word for the next phone."""
        now = self.invitations.current
        return now.code, now.word

    def renew_old_code(self) -> None:
        """Change the code for phones when the code is old. To be called twice a minute or so."""
        self.invitations.renew_if_old()

    def find_visitor(self, session: CookieSession) -> Phone | None:
        return self.phones.find_by_cookie(session)

    def role_of_listener(self, id: str) -> Role | None:
        return self.phones.mark_heard(id)

    def join_by_word(self, session: CookieSession, word: str, address: str, name: str, role: Role) -> None:
        """Let a phone in by `word`, and write the cookie into `session`. `address`: of the phone. `name`: of the holder.
        `role`: asked for, see `Phones.add_phone`. Raises `PairingRefused`, `TooManyAttempts`."""
        if self.phones.is_full:  # before a code is used up
            raise PairingRefused("pair-full")
        self.invitations.accept_word(word, address)
        self.phones.add_phone(session, name, role)

    @property
    def watches(self) -> bool:
        """May a phone join by being held under the camera?"""
        return self._sight.is_watching

    def join_by_sight(self, session: CookieSession, secret: str, name: str, role: Role) -> bool:
        """True once a phone is in, whose code the camera sees; the code for others stays. Raises `PairingRefused`."""
        if not secret or not self._sight.has_seen(shown_words(secret)):
            return False
        self.phones.add_phone(session, name, role)
        return True


def is_loopback(host: str) -> bool:
    """Can only the own machine reach `host`? "localhost" and loopback addresses; False for other names."""
    if host == "localhost":
        return True
    address = _parse_address(host)
    return address is not None and address.is_loopback


def guard_app(app: Flask, access: Access, names: Iterable[str] = ()) -> None:
    """Put the door in front of every request of `app`: host name, origin and cookie are checked, headers added to answers.
    `names`: host names of the machine besides localhost."""
    known = frozenset(name.lower().rstrip(".") for name in names)

    @app.before_request
    def door() -> AnyResponse | tuple[Response, int] | None:
        """None lets the request in; for a phone that has not joined, the page or answer that asks for the code. Raises for
        foreign hosts and origins."""
        if request.endpoint == "static" and (request.view_args or {}).get("filename") in PAIRING_ASSETS:
            return None  # the page that says no needs its looks
        _check_host(request, known, open_to_all=not access.asks)
        check_origin(request)
        g.phone = access.find_visitor(session)
        return None if request.endpoint in WITHOUT_PAIRING or g.phone else _ask_to_pair(request)

    app.after_request(seal_response)


def seal_response(response: Response) -> Response:
    """`response` itself, with the headers that keep other sites out; headers already there stay."""
    for name, value in _SEALING_HEADERS.items():
        response.headers.setdefault(name, value)
    return response


_SEALING_HEADERS = {
    "Content-Security-Policy": "default-src 'self'; img-src 'self' blob:; object-src 'none'; base-uri 'none'; "
    "form-action 'self'; frame-ancestors 'none'",
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
}


def current_phone() -> Phone:
    """The phone of the current request. Only behind the door."""
    phone: Phone = g.phone
    return phone


def require_role(role: Role) -> None:
    """Nothing where the current phone has `role`. Only behind the door. Raises `RoleMissing`."""
    if not current_phone().role.covers(role):
        raise RoleMissing(f"only-{role}")


def _parse_address(host: str) -> ipaddress.IPv4Address | ipaddress.IPv6Address | None:
    try:
        return ipaddress.ip_address(host.strip("[]"))
    except ValueError:
        return None


def _check_host(request: Request, known: frozenset[str], *, open_to_all: bool) -> None:
    """Refuse (403) a foreign host name for the machine, by which a web page would get around the same-origin rule.

    Where nobody joins (`open_to_all`), the check alone keeps foreign pages out. Only own names (`known`) pass, as anybody in
    the network may answer for other names in `.local`. Where phones join, a page under a foreign name has no cookie and sees
    what strangers see. `*.local` passes too, because machines are renamed when two have one name.
    """
    try:
        name = (urlsplit(f"//{request.headers.get('Host', '')}").hostname or "").rstrip(".")
    except ValueError:
        name = ""
    address = _parse_address(name)
    if name == "localhost" or name in known or (address and address.is_loopback):
        return
    if open_to_all or not (address or name.endswith(".local")):
        abort(403, "unknown-name")


def check_origin(request: Request) -> None:
    """Refuse (403) requests sent by other sites, except links. Requests without the headers of browsers come from no page."""
    site = request.headers.get("Sec-Fetch-Site", "none")
    following_link = request.method in ("GET", "HEAD") and request.headers.get("Sec-Fetch-Mode") == "navigate"
    origin = request.headers.get("Origin")
    foreign = origin is not None and urlsplit(origin).netloc != request.headers.get("Host")
    if foreign or (site not in ("same-origin", "none") and not following_link):
        abort(403, "other-site")


def _ask_to_pair(request: Request) -> AnyResponse | tuple[Response, int]:
    """For a page, on to the page where the code is typed; for anything else 401."""
    if request.method in ("GET", "HEAD") and request.endpoint in PAGES:
        return redirect(url_for("pages.pair", language=request.args.get("language")), 303)
    return jsonify(error="This device is not paired: open /pair and type the code that the companion shows."), 401
