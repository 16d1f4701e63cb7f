"""Who is at the table: the page on which phones are invited, named, given their role and sent away, and what it asks for."""

from __future__ import annotations

import io
from typing import Any

import segno
from flask import Blueprint, Response, abort, jsonify, request

from web.door.access import Access, ByInvitation, visitor
from web.door.phones import LONGEST_NAME, Phone, Phones, Role, is_name
from web.errors import InvalidInput, PhoneRefused, PhoneUnknown
from web.languages import Languages
from web.routes.commands import read_body
from web.schema import Schema, check, one_of, record, text

Answer = Response | tuple[Response, int]
CHANGE: Schema = record(optional={"name": text(LONGEST_NAME), "role": one_of(*Role)})
"""What is said of a phone: who holds it, what it may do."""


def blueprint(spoken: Languages, access: Access, address: Any) -> Blueprint:
    """`address`: a function that says where phones reach this machine."""
    pages = Blueprint("phones", __name__)

    def refused(error: Exception, status: int) -> Answer:
        return jsonify(error=spoken.say(spoken.of(request), str(error))), status

    def phones() -> Phones:
        if not isinstance(access, ByInvitation):
            abort(404, "Only this machine can reach the companion: no phone has to join.")
        return access.phones

    @pages.get("/phones")
    def page() -> Response:
        language = spoken.of(request)
        return spoken.page(
            "phones.html", given={"texts": spoken.texts(language), "language": language, "open": not access.asks}
        )

    @pages.get("/api/phones")
    def listed() -> Answer:
        known = phones()
        return jsonify(you=visitor().id, phones=[shown(known, phone) for phone in known.all()])

    @pages.get("/api/invitation")
    def invitation() -> Answer:
        phones()
        if not visitor().role.covers(Role.PLAYER):
            return refused(PhoneRefused("only-player"), 403)
        assert isinstance(access, ByInvitation)
        now = access.invitations.current
        base = address() or request.host_url
        return jsonify(code=now.code, address=base, svg=qr_of(f"{base}pair#{now.word}"))

    @pages.post("/api/phones/<id>")
    def change(id: str) -> Answer:
        known, you = phones(), visitor()
        try:
            said = read_change(request.get_data())
            if not (you.role is Role.REFEREE or (id == you.id and "role" not in said)):
                raise PermissionError("only-referee")
            if "role" in said:
                known.give(id, Role(said["role"]))
            if "name" in said:
                known.rename(id, said["name"])
        except InvalidInput as error:
            return jsonify(error=str(error)), 400
        except PermissionError as error:
            return refused(error, 403)
        except PhoneUnknown as error:
            return refused(error, 404)
        except PhoneRefused as error:
            return refused(error, 409)
        return jsonify({})

    @pages.post("/api/phones/<id>/remove")
    def remove(id: str) -> Answer:
        known, you = phones(), visitor()
        if not (you.role is Role.REFEREE or id == you.id):
            return refused(PermissionError("only-referee"), 403)
        try:
            known.remove(id)
        except PhoneUnknown as error:
            return refused(error, 404)
        return jsonify({})

    @pages.post("/api/referee")
    def take_over() -> Answer:
        if not visitor().role.covers(Role.PLAYER):
            return refused(PermissionError("only-player"), 403)
        try:
            phones().take_over(visitor().id)
        except PhoneRefused as error:
            return refused(error, 409)
        return jsonify({})

    return pages


def shown(known: Phones, phone: Phone) -> dict[str, Any]:
    """A phone as others see it."""
    return {
        "id": phone.id,
        "name": phone.name,
        "role": phone.role,
        "joined": phone.joined,
        "here": known.is_here(phone.id),
    }


def read_change(raw: bytes) -> dict[str, Any]:
    """What is said of a phone. Raises `InvalidInput`."""
    body = read_body(raw)
    check(body, CHANGE)
    if not is_name(body.get("name", "")):
        raise InvalidInput("name: a text without signs that cannot be seen is needed.")
    return dict(body)


def qr_of(words: str) -> str:
    """Words as a QR code, an SVG to be put into a page."""
    drawn = io.BytesIO()
    segno.make_qr(words, error="l").save(
        drawn, kind="svg", xmldecl=False, svgns=True, omitsize=True, border=3, dark="#000", light="#fff"
    )
    return drawn.getvalue().decode()
