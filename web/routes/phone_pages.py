"""Who is at the table: the page on which phones are invited, named, given a role and sent away, and its requests."""

from __future__ import annotations

import io
from typing import Any

import segno
from flask import Blueprint, Response, abort, jsonify, request

from web.door.access import Access, ByInvitation, current_phone
from web.door.phones import MAX_PHONE_NAME_LETTERS, Phone, Phones, Role, is_phone_name
from web.errors import InvalidInput, PhoneRefused, PhoneUnknown
from web.languages import Languages
from web.routes.commands import read_body
from web.schema import Schema, check_value, one_of, record, text

Answer = Response | tuple[Response, int]
CHANGE: Schema = record(optional={"name": text(MAX_PHONE_NAME_LETTERS), "role": one_of(*Role)})
"""What is said of a phone: its holder and its role."""


def make_phone_routes(spoken: Languages, access: Access, address: Any) -> Blueprint:
    """The routes of the page. `address`: a function that says where phones reach this machine."""
    pages = Blueprint("phones", __name__)

    def refused(error: Exception, status: int) -> Answer:
        return jsonify(error=spoken.say_text(spoken.language_of(request), str(error))), status

    def phones() -> Phones:
        if not isinstance(access, ByInvitation):
            abort(404, "Only this machine can reach the companion: no phone has to join.")
        return access.phones

    @pages.get("/phones")
    def page() -> Response:
        language = spoken.language_of(request)
        return spoken.render_page(
            "phones.html", given={"texts": spoken.texts_for_page(language), "language": language, "open": not access.asks}
        )

    @pages.get("/api/phones")
    def listed() -> Answer:
        known = phones()
        return jsonify(you=current_phone().id, phones=[describe_phone(known, phone) for phone in known.all_phones()])

    @pages.get("/api/invitation")
    def invitation() -> Answer:
        phones()
        if not current_phone().role.covers(Role.PLAYER):
            return refused(PhoneRefused("only-player"), 403)
        assert isinstance(access, ByInvitation)
        now = access.invitations.current
        base = address() or request.host_url
        return jsonify(code=now.code, address=base, svg=draw_qr_svg(f"{base}pair#{now.word}"))

    @pages.post("/api/phones/<id>")
    def change(id: str) -> Answer:
        known, you = phones(), current_phone()
        try:
            said = read_change(request.get_data())
            if not (you.role is Role.REFEREE or (id == you.id and "role" not in said)):
                raise PermissionError("only-referee")
            if "role" in said:
                known.give_role(id, Role(said["role"]))
            if "name" in said:
                known.rename_phone(id, said["name"])
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
        known, you = phones(), current_phone()
        if not (you.role is Role.REFEREE or id == you.id):
            return refused(PermissionError("only-referee"), 403)
        try:
            known.remove_phone(id)
        except PhoneUnknown as error:
            return refused(error, 404)
        return jsonify({})

    @pages.post("/api/referee")
    def take_over() -> Answer:
        if not current_phone().role.covers(Role.PLAYER):
            return refused(PermissionError("only-player"), 403)
        try:
            phones().take_referee_over(current_phone().id)
        except PhoneRefused as error:
            return refused(error, 409)
        return jsonify({})

    return pages


def describe_phone(known: Phones, phone: Phone) -> dict[str, Any]:
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
    check_value(body, CHANGE)
    if not is_phone_name(body.get("name", "")):
        raise InvalidInput("name: a text without signs that cannot be seen is needed.")
    return dict(body)


def draw_qr_svg(words: str) -> str:
    """Words as a QR code, an SVG for a page."""
    drawn = io.BytesIO()
    segno.make_qr(words, error="l").save(
        drawn, kind="svg", xmldecl=False, svgns=True, omitsize=True, border=3, dark="#000", light="#fff"
    )
    return drawn.getvalue().decode()
