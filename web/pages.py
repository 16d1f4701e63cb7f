"""The pages: the dashboard, the camera's picture, and the pairing of a phone."""

from __future__ import annotations

import json
import re
from hashlib import blake2b
from typing import Any

from flask import Blueprint, Response, abort, make_response, redirect, render_template, request, session, url_for
from werkzeug.wrappers import Response as AnyResponse

from web.access import Access
from web.commands import NAME
from web.errors import PairingRefused, TooManyAttempts
from web.languages import Languages
from web.snapshots import Snapshots
from web.table import Table


def blueprint(table: Table, snapshots: Snapshots, spoken: Languages, access: Access, boot: str) -> Blueprint:
    pages = Blueprint("pages", __name__)

    def page(template: str, status: int = 200, **values: Any) -> Response:
        language = spoken.of(request)
        html = render_template(
            template,
            language=language,
            languages=spoken.names(),
            say=lambda id, **given: spoken.say(language, id, **given),
            **values,
        )
        response = make_response(html, status)
        response.headers["Cache-Control"] = "no-store"
        return spoken.keep(request, response)

    def given() -> dict[str, Any]:
        """What a page starts with, so that its first sight needs no second request."""
        language = spoken.of(request)
        return {
            "boot": boot,
            "language": language,
            "languages": spoken.names(),
            "texts": spoken.texts(language),
            "view": json.loads(snapshots.latest(language).json),
        }

    @pages.get("/")
    def dashboard() -> AnyResponse:
        return page("dashboard.html", given=given())

    @pages.get("/tv")
    def large_print() -> AnyResponse:
        """The dashboard in large print, for a screen that is looked at from afar."""
        return page("dashboard.html", given=given(), tv=True)

    @pages.get("/table")
    def table_page() -> AnyResponse:
        return page("table.html", given=given())

    @pages.get("/pair")
    def pair() -> AnyResponse:
        if access.allows(session):
            return redirect(url_for("pages.dashboard"), 303)
        return page("pair.html", problem=None)

    @pages.post("/pair")
    def try_code() -> AnyResponse:
        try:
            access.pair(session, request.form.get("code", "")[:40], request.remote_addr or "")
        except TooManyAttempts as error:
            response = page("pair.html", 429, problem=spoken.say(spoken.of(request), "pair-wait", minutes=-(-error.wait // 60)))
            response.headers["Retry-After"] = str(error.wait)
            return response
        except PairingRefused:
            return page("pair.html", 403, problem=spoken.say(spoken.of(request), "pair-wrong"))
        session.permanent = True
        return redirect(url_for("pages.dashboard"), 303)

    @pages.get("/picture/<name>.jpg")
    def picture(name: str) -> AnyResponse:
        jpeg = table.picture(name) if re.fullmatch(NAME["pattern"], name) else None
        if jpeg is None:
            abort(404, "There is no such picture now.")
        response = Response(jpeg, mimetype="image/jpeg")
        response.headers["Cache-Control"] = "no-cache"
        response.set_etag(blake2b(jpeg, digest_size=12).hexdigest())
        return response.make_conditional(request)

    return pages
