"""Who is at the table: the page on which phones are invited, named, given a role and sent away."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from flask import Blueprint, Response, abort, jsonify, request

from web.door.access import Access, ByInvitation, current_phone, require_role
from web.door.phones import MAX_PHONE_NAME_LETTERS, Phone, Phones, Role, is_phone_name
from web.errors import InvalidInput
from web.languages import Languages
from web.routes.qr import draw_qr_svg
from web.schema import Schema, one_of, read_body, record, text

PHONE_CHANGE: Schema = record(optional={"name": text(MAX_PHONE_NAME_LETTERS), "role": one_of(*Role)})
"""What is said of a phone: holder and role."""


def make_phone_routes(spoken: Languages, access: Access, address: Callable[[], str]) -> Blueprint:
    """The routes of the phones that joined, and of the invitation; 404 where no phone has to join. `address`: where phones
    reach the machine, "" = as the asking phone did."""
    pages = Blueprint("phones", __name__)

    def door() -> ByInvitation:
        if not isinstance(access, ByInvitation):
            abort(404, "Only this machine can reach the companion: no phone has to join.")
        return access

    @pages.get("/phones")
    def page() -> Response:
        given = {"texts": spoken.texts_for_page(), "language": spoken.asked_language(), "open": not access.asks}
        return spoken.render_page("phones.html", given=given)

    @pages.get("/api/phones")
    def list_phones() -> Response:
        known = door().phones
        return jsonify(you=current_phone().id, phones=[describe_phone(known, phone) for phone in known.all_phones()])

    @pages.get("/api/invitation")
    def show_invitation() -> Response:
        invitations = door().invitations
        require_role(Role.PLAYER)
        now, base = invitations.current, address() or request.host_url
        return jsonify(code=now.code, address=base, svg=draw_qr_svg(f"{base}pair#{now.word}"))

    @pages.post("/api/phones/<id>")
    def change_phone(id: str) -> Response:
        """{} once phone `id` has the name and role of the body. Phones name themselves; all else needs a referee's phone."""
        known, said = door().phones, read_body(request.get_data(), PHONE_CHANGE)
        if not is_phone_name(said.get("name", "")):
            raise InvalidInput("name: a text without signs that cannot be seen is needed.")
        if id != current_phone().id or "role" in said:
            require_role(Role.REFEREE)
        if "role" in said:
            known.give_role(id, Role(said["role"]))
        if "name" in said:
            known.rename_phone(id, said["name"])
        return jsonify({})

    @pages.post("/api/phones/<id>/remove")
    def remove_phone(id: str) -> Response:
        """{} once phone `id` is sent away. Phones leave by themselves; others need a referee's phone."""
        known = door().phones
        if id != current_phone().id:
            require_role(Role.REFEREE)
        known.remove_phone(id)
        return jsonify({})

    @pages.post("/api/referee")
    def take_referee_over() -> Response:
        require_role(Role.PLAYER)
        door().phones.take_referee_over(current_phone().id)
        return jsonify({})

    return pages


def describe_phone(known: Phones, phone: Phone) -> dict[str, Any]:
    """What other phones see of `phone`: "id", "name", "role", "joined" (a date), and "here". `known`: says who is here."""
    return {
        "id": phone.id,
        "name": phone.name,
        "role": phone.role,
        "joined": phone.joined,
        "here": known.is_here(phone.id),
    }
