"""How the companion is: in words for phones, in metrics for Prometheus."""

from __future__ import annotations

from collections.abc import Callable

from flask import Blueprint, Response, abort, redirect, request, url_for
from werkzeug.wrappers import Response as AnyResponse

from web.door.access import is_loopback, require_role
from web.door.phones import Role
from web.languages import Languages
from web.table import Table

Figures = Callable[[], tuple[bytes, str]]
"""Hands back a page of metrics and its content type."""


def make_health_routes(table: Table, spoken: Languages, figures: Figures | None, *, everywhere: bool = False) -> Blueprint:
    """The routes of the health page. `figures`: for `/metrics`, None = no metrics. `everywhere`: any machine may ask, not
    only the own."""
    health = Blueprint("health", __name__)

    @health.get("/health")
    def page() -> Response:
        checks = table.run_checkup(spoken.asked_language())
        return spoken.render_page("health.html", checks=checks, quiet=table.is_buzzer_silenced)

    @health.post("/health/lamps")
    def try_lamps() -> AnyResponse:
        require_role(Role.PLAYER)
        table.try_lamps()
        return redirect(url_for("health.page"), 303)

    @health.post("/health/sound")
    def set_sound() -> AnyResponse:
        require_role(Role.PLAYER)
        table.silence_buzzer(request.form.get("sound") == "off")
        return redirect(url_for("health.page"), 303)

    @health.get("/metrics")
    def metrics() -> Response:
        """The figures for Prometheus. 404 where they are off, 403 for another machine unless everybody may ask."""
        if figures is None:
            abort(404, spoken.say_text("figures-off"))
        if not everywhere and not is_loopback(request.remote_addr or ""):
            abort(403, spoken.say_text("figures-here"))
        body, kind = figures()
        return Response(body, headers={"Cache-Control": "no-store"}, content_type=kind)

    return health
