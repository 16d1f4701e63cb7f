"""The cookie by which a phone is known again: id and token, in plain text.

The token alone proves who asks (`web.door.phones.Phones.find_by_cookie`): 24 random bytes, kept by the companion as a hash.
Nothing is signed, no key can be lost, and no clock matters.
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

COOKIE_LIFE_S = 400 * 24 * 3600
"""Seconds that a browser keeps the cookie after a change: the longest that browsers allow, by the standard of cookies. Also said in
docs/internals.md."""
TRIED = "cookies"
"""Name of the cookie, and of the form field, by which a browser that keeps no cookies is noticed."""


class PhoneCookies(SessionInterface):
    """The session of Flask, kept in the cookie of the phone."""

    def open_session(self, app: Flask, request: Request) -> SecureCookieSession:
        """What the cookie says; empty where the cookie says nothing."""
        return SecureCookieSession(_read_cookie(request.cookies.get(self.get_cookie_name(app), "")))

    def save_session(self, app: Flask, session: SessionMixin, response: Response) -> None:
        """Set the cookie where the session has changed; an empty session makes the phone forget the cookie. Answers that
        depend on the cookie say so."""
        if session.accessed:
            response.vary.add("Cookie")
        if session.modified:
            said = f"{session['phone']}.{session['token']}" if session else ""
            set_cookie(response, self.get_cookie_name(app), said, secure=bool(app.config["SESSION_COOKIE_SECURE"]))


def set_cookie(
    response: Response, name: str, value: str, *, lasts: int = COOKIE_LIFE_S, secure: bool = False, site: str = "Strict"
) -> None:
    """Add a cookie, unseen by scripts, to `response`. `value`: "" = forget the cookie. `lasts`: seconds by the clock of the
    phone, as our clock may be wrong. `secure`: sent over TLS alone. `site`: the same-site rule."""
    lasts = lasts if value else 0
    told = dump_cookie(name, value, max_age=lasts, secure=secure, httponly=True, samesite=site, sync_expires=False)
    response.headers.add("Set-Cookie", told)


def _read_cookie(cookie: str) -> dict[str, Any]:
    if found := re.fullmatch(r"([0-9a-f]{4,16})\.([A-Za-z0-9_-]{16,64})", cookie):
        return {"phone": found[1], "token": found[2]}
    return _read_signed(cookie)


def _read_signed(cookie: str) -> dict[str, Any]:
    """ "phone" and "token" of a cookie of earlier versions, with a date and a signature behind; {} for any other text. The
    token is checked as any other."""
    head = cookie.partition(".")[0]
    try:
        said = json.loads(base64.urlsafe_b64decode(head + "=" * (-len(head) % 4)))
        return {key: said[key] for key in ("phone", "token") if isinstance(said[key], str)}
    except (binascii.Error, ValueError, KeyError, TypeError, RecursionError):
        return {}
