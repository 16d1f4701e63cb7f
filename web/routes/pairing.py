"""The page where a phone joins by a code: of a table and of a club alike."""

from __future__ import annotations

from flask import Blueprint, Response, jsonify, redirect, request, session, url_for
from werkzeug.wrappers import Response as AnyResponse

from web.door.access import Access
from web.door.cookies import TRIED, set_cookie
from web.door.phones import Role, is_phone_name
from web.door.sight import SECRET, make_secret, shown_words
from web.errors import PairingRefused, TooManyAttempts
from web.languages import Languages
from web.routes.qr import draw_qr_svg

SECRET_LIFE_S = 3600  # seconds for which a phone keeps its secret; guess


def add_pairing_routes(pages: Blueprint, spoken: Languages, access: Access, *, of_club: bool = False) -> None:
    """Add the page for the code to `pages`, a blueprint named "pages". Its "dashboard" is where a joined phone is sent.
    `of_club`: there is no button to press, and the words are those of a club."""

    def asked(problem: str | None, status: int = 200) -> Response:
        """The page for the code, which also finds out whether the browser keeps a cookie."""
        secret = (request.cookies.get(SECRET) or make_secret()) if access.watches else ""
        shown = draw_qr_svg(shown_words(secret)) if secret else ""
        response = spoken.render_page("pair.html", status, problem=problem, tried=TRIED, of_club=of_club, shown=shown)
        if secret:
            set_cookie(response, SECRET, secret, lasts=SECRET_LIFE_S, secure=request.is_secure)
        response.set_cookie(TRIED, "kept", samesite="Strict", httponly=True)
        return response

    @pages.get("/pair")
    def pair() -> AnyResponse:
        if access.find_visitor(session):
            return redirect(url_for("pages.dashboard"), 303)
        return asked(None)

    @pages.post("/pair/shown")
    def join_by_sight() -> Response:
        """{"joined": ...}: is the phone in, because the camera has seen the code on its page? Raises `PairingRefused`."""
        name = request.form.get("name", "")
        if not is_phone_name(name):
            raise PairingRefused("pair-name-wrong")
        role = Role.SPECTATOR if request.form.get("looks") else Role.PLAYER
        joined = access.join_by_sight(session, request.cookies.get(SECRET, "")[:64], name, role)
        response = jsonify(joined=joined)
        if joined:
            set_cookie(response, SECRET, "")
        return response

    @pages.post("/pair")
    def try_code() -> AnyResponse:
        """To the dashboard once the code in the form is right; else the form again with the reason: 403, or 429 after too many
        attempts."""
        role = Role.SPECTATOR if request.form.get("looks") else Role.PLAYER
        name = request.form.get("name", "")
        try:
            if request.form.get(TRIED) and TRIED not in request.cookies:
                raise PairingRefused("pair-no-cookies")
            if not is_phone_name(name):
                raise PairingRefused("pair-name-wrong")
            access.join_by_word(session, request.form.get("code", "")[:40], request.remote_addr or "", name, role)
        except TooManyAttempts as error:
            response = asked(spoken.say_text("pair-wait", minutes=-(-error.wait // 60)), 429)
            response.headers["Retry-After"] = str(error.wait)
            return response
        except PairingRefused as error:
            return asked(spoken.say_text(str(error)), 403)
        return redirect(url_for("pages.dashboard"), 303)
