"""The application factory of the page on the access point: a desk and a catalogue of texts become two small pages.

No script and no outside file: phones open the page in a window of the system, without the Internet. Whoever reaches the page
has typed the password of the access point.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from typing import Protocol

from flask import Flask, Response, redirect, request
from werkzeug.wrappers import Response as AnyResponse

from web.app import MAX_BODY_BYTES
from web.clean_text import is_printable
from web.door.access import check_origin, seal_response
from web.languages import Languages
from web.table import Text

MAX_NETWORK_NAME_BYTES = 32  # standard of IEEE 802.11
MAX_SHOWN_NETWORKS = 12  # the strongest; a page for a phone, and a name can be typed besides; guess
PASSWORD = re.compile(r"[ -~]{8,63}|[0-9A-Fa-f]{64}")
"""A password of WPA, by the standard of IEEE 802.11: printable ASCII, or a key of 64 hexadecimal digits."""

Countries = Callable[[str], Sequence[tuple[str, str]]]
"""Two capital letters and name of each country in a language, those of the language first."""


class NetworkInReach(Protocol):
    """A network as the page lists it."""

    @property
    def name(self) -> str: ...

    @property
    def signal(self) -> int:
        """Per cent."""

    @property
    def security(self) -> str:
        """ "open", "password" or "company"."""


class Desk(Protocol):
    """What the page shows, and where choices go."""

    @property
    def networks(self) -> Sequence[NetworkInReach]: ...

    @property
    def failed_network(self) -> str:
        """The network that was tried in vain, "" for none."""

    @property
    def failure(self) -> str:
        """A key of `_FAILURES`, "" for none."""

    @property
    def country(self) -> str:
        """The country chosen before, "" for none."""

    def choose_network(self, name: str, password: str, country: str) -> None:
        """Try this network soon, when the answer has reached the phone."""


class _BehindPassword:
    """Open to whoever is on the access point: its password was typed already."""

    asks = True


def create_wifi_app(
    desk: Desk,
    *,
    text: Text,
    countries: Countries,
    hosts: Iterable[str],
    address: str,
    code: Callable[[], str],
    language: str = "en",
    languages: Sequence[str] = ("en", "it"),
) -> Flask:
    """The page of the access point.

    `hosts`: "address" or "address:port" of the page itself, the first for redirects. Requests for any other host are probes of
    phones, and are sent to the page. `address`: where the table is opened later. `code`: lets the first phone in, "" =
    unknown. `text`, `language`, `languages`: see `web.app.create_app`.
    """
    app = Flask("web")
    app.config.update(MAX_CONTENT_LENGTH=MAX_BODY_BYTES)
    app.extensions["access"] = _BehindPassword()
    spoken = Languages(text, language, tuple(languages))
    own = tuple(hosts)
    app.after_request(seal_response)

    @app.before_request
    def lead_here() -> AnyResponse | None:
        """None for a request to this page, for any other host a redirect to this page. Phones ask pages of their makers for a
        sign of the Internet."""
        if request.host not in own:
            return _lead_to_page(f"http://{own[0]}/")
        check_origin(request)
        return None

    @app.errorhandler(404)
    @app.errorhandler(405)
    def go_home(error: Exception) -> AnyResponse:
        return _lead_to_page("/")

    def ask(problem: str = "", status: int = 200, **values: object) -> Response:
        """The page with the networks in reach. `problem`: a sentence about what was sent, "" = none. `values`: what was filled
        in."""
        listed = countries(spoken.asked_language())
        failure = _FAILURES.get(desk.failure)
        return spoken.render_page(
            "wifi.html",
            status,
            step="choose",
            networks=desk.networks[:MAX_SHOWN_NETWORKS],
            countries=listed,
            country=values.get("country") or desk.country or _guess_country(listed),
            chosen=values.get("network", desk.failed_network),
            typed=values.get("typed", ""),
            address=address,
            problem=problem or (spoken.say_text(failure, name=desk.failed_network) if failure else ""),
        )

    @app.get("/")
    def choose() -> Response:
        return ask()

    @app.post("/")
    def chosen() -> Response:
        """The page that says what happens now, once network, password and country of the form are usable; else the form
        again, with status 400."""
        form = request.form
        typed, listed = form.get("typed", "").strip(), form.get("network", "")
        name, password, country = typed or listed, form.get("password", ""), form.get("country", "")
        known = next((network for network in desk.networks if network.name == name), None)
        problem = _find_problem(name, password, known.security if known else "")
        if country not in dict(countries(spoken.asked_language())):
            problem, country = problem or "wifi-no-country", ""
        if problem:
            return ask(spoken.say_text(problem), 400, network=listed, typed=typed, country=country)
        desk.choose_network(name, "" if known and known.security == "open" else password, country)
        return spoken.render_page("wifi.html", step="joining", name=name, address=address, code=code())

    return app


_FAILURES = {
    "wrong-password": "wifi-wrong-password",
    "not-in-reach": "wifi-not-in-reach",
    "no-address": "wifi-no-address",
    "refused": "wifi-refused",
}
"""Id of the text for each reason for which a network was not joined."""


def _lead_to_page(where: str) -> AnyResponse:
    answer = redirect(where, 302)
    answer.headers["Cache-Control"] = "no-store"  # the same address is another page's tomorrow
    return answer


def _find_problem(name: str, password: str, security: str) -> str:
    """Id of the text about what cannot be used in `name` or `password`, "" for nothing. `security`: of a listed network, ""
    for a typed name."""
    if not name:
        return "wifi-no-network"
    if len(name.encode(errors="replace")) > MAX_NETWORK_NAME_BYTES or not is_printable(name):
        return "wifi-name-wrong"
    if security == "company":
        return "wifi-company"
    if security == "open" or (not security and not password):
        return ""
    return "" if PASSWORD.fullmatch(password) else "wifi-password-wrong"


def _guess_country(listed: Sequence[tuple[str, str]]) -> str:
    """The country that the phone names beside its language, else the first of the list."""
    named = [tag.partition("-")[2].upper() for tag in request.accept_languages.values()]
    known = dict(listed)
    return next((country for country in named if country in known), listed[0][0] if listed else "")
