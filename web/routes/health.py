"""How the companion is: in words for phones, in metrics for Prometheus."""

from __future__ import annotations

import ipaddress
from collections.abc import Callable

from flask import Blueprint, Response, abort, redirect, request, url_for
from werkzeug.wrappers import Response as AnyResponse

from web.door.access import current_phone
from web.door.phones import Role
from web.languages import Languages
from web.table import Table

Figures = Callable[[], tuple[bytes, str]]
"""Hands back a page of metrics and its content type."""


def make_health_routes(table: Table, spoken: Languages, figures: Figures | None, *, everywhere: bool = False) -> Blueprint:
    """The routes of the health page. `figures`: for `/metrics`, None = no metrics. `everywhere`: any machine may ask, else
    this machine alone."""
    health = Blueprint("health", __name__)

    @health.get("/health")
    def page() -> Response:
        language = spoken.language_of(request)
        return spoken.render_page("health.html", checks=table.run_checkup(language), quiet=table.is_buzzer_silenced)

    @health.post("/health/lamps")
    def try_lamps() -> AnyResponse:
        _only_players(spoken)
        table.try_lamps()
        return redirect(url_for("health.page"), 303)

    @health.post("/health/sound")
    def sound() -> AnyResponse:
        _only_players(spoken)
        table.silence_buzzer(request.form.get("sound") == "off")
        return redirect(url_for("health.page"), 303)

    @health.get("/metrics")
    def metrics() -> Response:
        if figures is None:
            abort(404, spoken.say_text(spoken.language_of(request), "figures-off"))
        if not everywhere and not _is_own(request.remote_addr or ""):
            abort(403, spoken.say_text(spoken.language_of(request), "figures-here"))
        body, kind = figures()
        return Response(body, headers={"Cache-Control": "no-store"}, content_type=kind)

    return health


def _only_players(spoken: Languages) -> None:
    if not current_phone().role.covers(Role.PLAYER):
        abort(403, spoken.say_text(spoken.language_of(request), "only-player"))


def _is_own(address: str) -> bool:
    try:
        return ipaddress.ip_address(address).is_loopback
    except ValueError:
        return False
