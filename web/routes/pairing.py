"""The page where a phone joins by a code: of a table and of a club alike."""

from __future__ import annotations

from flask import Blueprint, Response, redirect, request, session, url_for
from werkzeug.wrappers import Response as AnyResponse

from web.door.access import Access
from web.door.cookies import TRIED
from web.door.phones import Role, is_phone_name
from web.errors import PairingRefused, TooManyAttempts
from web.languages import Languages


def add_pairing_routes(pages: Blueprint, spoken: Languages, access: Access, *, of_club: bool = False) -> None:
    """Add the page for the code to `pages`, a blueprint named "pages". Its "dashboard" is where a joined phone is sent.
    `of_club`: there is no button to press, and the words are those of a club."""

    def asked(problem: str | None, status: int = 200) -> Response:
        """The page for the code, which also finds out whether the browser keeps a cookie."""
        response = spoken.render_page("pair.html", status, problem=problem, tried=TRIED, of_club=of_club)
        response.set_cookie(TRIED, "kept", samesite="Strict", httponly=True)
        return response

    @pages.get("/pair")
    def pair() -> AnyResponse:
        if access.find_visitor(session):
            return redirect(url_for("pages.dashboard"), 303)
        return asked(None)

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
