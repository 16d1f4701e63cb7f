"""The pages: dashboard, and picture of the camera."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from hashlib import blake2b
from typing import Any

from flask import Blueprint, Response, abort, request
from werkzeug.wrappers import Response as AnyResponse

from web.door.access import Access, current_phone
from web.languages import Languages
from web.routes.commands import COMMANDS, NAME
from web.routes.pairing import add_pairing_routes
from web.table import Table
from web.wire.snapshots import Snapshots


def make_page_routes(
    table: Table, snapshots: Snapshots, spoken: Languages, access: Access, boot: str, leads_to: Callable[[], dict[str, bool]]
) -> Blueprint:
    """The routes of the pages. `boot`: id of the present start of the companion. `leads_to`: does each further page exist
    now, by the names of the dashboard."""
    pages = Blueprint("pages", __name__)

    def given() -> dict[str, Any]:
        """What a page starts with, so that the first sight needs no second request: the phone's role and what it "may", texts
        and the present "view". "boot" changes with each start of the service."""
        language = spoken.asked_language()
        return {
            "boot": boot,
            "asks": access.asks,
            "role": current_phone().role,
            "may": [name for name, command in COMMANDS.items() if current_phone().role.covers(command.role)],
            **leads_to(),
            "language": language,
            "languages": spoken.language_names(),
            "texts": spoken.texts_for_page(),
            "view": json.loads(snapshots.latest_snapshot(language).json),
        }

    @pages.get("/")
    def dashboard() -> AnyResponse:
        return spoken.render_page("dashboard.html", given=given())

    @pages.get("/tv")
    def large_print() -> AnyResponse:
        """The dashboard in large print, for a screen seen from afar."""
        return spoken.render_page("dashboard.html", given=given(), tv=True)

    @pages.get("/table")
    def table_page() -> AnyResponse:
        return spoken.render_page("table.html", given=given())

    add_pairing_routes(pages, spoken, access)

    @pages.get("/picture/<name>.jpg")
    def picture(name: str) -> AnyResponse:
        """The JPEG `name`, 304 where the phone has it already, 404 where there is none now."""
        jpeg = table.picture(name) if re.fullmatch(NAME["pattern"], name) else None
        if jpeg is None:
            abort(404, "There is no such picture now.")
        response = Response(jpeg, mimetype="image/jpeg")
        response.headers["Cache-Control"] = "no-cache"
        response.set_etag(blake2b(jpeg, digest_size=12).hexdigest())
        return response.make_conditional(request)

    return pages
