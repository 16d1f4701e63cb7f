"""The cookie by which a phone is known again: its id and its token, as they are.

The token alone says who it is (`web.door.phones.Phones.known`): 24 random bytes. The companion keeps a hash. So nothing is signed, no key
can be lost, and nothing has an age: whatever date the companion's clock shows, a phone that was in is in.
"""

from __future__ import annotations

import base64
import binascii
import json
import re
from typing import Any

from flask import Flask, Request, Response
from flask.sessions import SecureCookieSession, SessionInterface, SessionMixin
from werkzeug.http import dump_cookie

LASTS_S = 400 * 24 * 3600
"""Seconds that a browser keeps it since it was last changed, by its own clock: the longest that browsers allow."""
TRIED = "cookies"
"""The cookie, and the field of the form that says it was set, by which a browser that keeps none is known."""


class PhoneCookies(SessionInterface):
    """Flask's session, kept in the phone's own cookie."""

    def open_session(self, app: Flask, request: Request) -> SecureCookieSession:
        """What the cookie says; empty where it says nothing."""
        return SecureCookieSession(_read(request.cookies.get(self.get_cookie_name(app), "")))

    def save_session(self, app: Flask, session: SessionMixin, response: Response) -> None:
        """Set the cookie where it has changed."""
        if session.accessed:
            response.vary.add("Cookie")
        if session.modified:
            said = f"{session['phone']}.{session['token']}" if session else ""
            keep(response, self.get_cookie_name(app), said, secure=bool(app.config["SESSION_COOKIE_SECURE"]))


def keep(
    response: Response, name: str, value: str, *, lasts: int = LASTS_S, secure: bool = False, site: str = "Strict"
) -> None:
    """Set a cookie that lasts so many seconds by the phone's clock, none of ours: a date would be as wrong as our clock. "" = forget it."""
    lasts = lasts if value else 0
    told = dump_cookie(name, value, max_age=lasts, secure=secure, httponly=True, samesite=site, sync_expires=False)
    response.headers.add("Set-Cookie", told)


def _read(cookie: str) -> dict[str, Any]:
    if found := re.fullmatch(r"([0-9a-f]{4,16})\.([A-Za-z0-9_-]{16,64})", cookie):
        return {"phone": found[1], "token": found[2]}
    return _read_signed(cookie)


def _read_signed(cookie: str) -> dict[str, Any]:
    """As earlier versions wrote it, with a date and a signature behind: what it says is held to the token all the same."""
    head = cookie.partition(".")[0]
    try:
        said = json.loads(base64.urlsafe_b64decode(head + "=" * (-len(head) % 4)))
        return {key: said[key] for key in ("phone", "token") if isinstance(said[key], str)}
    except (binascii.Error, ValueError, KeyError, TypeError, RecursionError):
        return {}
