"""Joining, handing on, sending away: on pages of real phones, before the real companion."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from real_table import RealTable
from web_scenes import SCENES

from tests.browser import PATIENCE
from web import ByInvitation
from web.door.invitations import Invitations

Open = Callable[..., Any]


def see(page: Any, place: str, words: str) -> None:
    page.locator(place).filter(has_text=words).wait_for()


def playing() -> RealTable:
    table: RealTable = SCENES["playing"]()
    return table


def join(page: Any, code: str, name: str = "") -> None:
    page.fill("#code", code)
    page.fill("[name=name]", name)
    page.tap("button.primary")
    see(page, "#turn", "Ada")


def another_phone(page: Any, path: str = "") -> Any:
    """A second phone, with cookies of its own."""
    other = page.context.browser.new_context(viewport={"width": 390, "height": 844}, has_touch=True).new_page()
    other.set_default_timeout(PATIENCE * 1000)
    other.goto(page.url.split("?")[0].rstrip("/") + "/" + path)
    return other


@pytest.mark.whole
def test_a_phone_joins_by_typing_the_code_and_the_next_by_a_qr_code_that_it_shows(show: Open) -> None:
    access = ByInvitation(invitations=Invitations(code="123456"))
    page = show(playing(), access=access)
    join(page, "123 456", "Anna")
    other = another_phone(page, f"pair#{access.invitations.current.word}")
    see(other, "#turn", "Ada")
    page.goto(page.url + "phones")
    see(page, "#phones li:nth-child(1)", "Anna")
    see(page, "#phones li:nth-child(1)", "this phone")
    see(page, "#phones li:nth-child(2)", "Player")
    see(page, "#invite", access.invitations.current.code)
    page.locator("#invite svg").wait_for()
    other.context.close()


class Camera:
    """Sees a phone from the second look on."""

    is_watching, looks = True, 0

    def has_seen(self, words: str) -> bool:
        self.looks += 1
        return self.looks > 1


def test_a_phone_joins_by_being_held_under_the_camera_and_nothing_is_tapped(show: Open) -> None:
    camera = Camera()
    page = show(playing(), access=ByInvitation(sight=camera))
    see(page, "#turn", "Ada")
    assert camera.looks == 2


@pytest.mark.whole
def test_the_referee_hands_on_and_is_sent_away(show: Open) -> None:
    access = ByInvitation(invitations=Invitations(code="123456"))
    page = show(playing(), access=access)
    join(page, "123456", "Anna")
    other = another_phone(page)
    join(other, access.invitations.current.code, "Bruno")
    page.goto(page.url + "phones")
    with other.expect_navigation():  # the other phone's page comes anew with what its new role may do
        page.locator("#phones li:nth-child(2) select").select_option("referee")
    see(page, "#phones li:nth-child(2) .phone-means", "Referee: corrects")
    assert page.locator("#phones select").count() == 0
    other.goto(other.url + "phones")
    other.on("dialog", lambda asked: asked.accept())
    other.locator("#phones li:nth-child(1) [data-key=remove]").tap()
    other.locator("#phones li:nth-child(2)").wait_for(state="detached")
    page.goto(page.url.replace("phones", ""))
    page.locator("#code").wait_for()
    page.complaints.clear()  # the browser notes the 401
    other.context.close()


@pytest.mark.whole
def test_a_phone_that_only_watches_is_told_so(show: Open) -> None:
    access = ByInvitation(invitations=Invitations(code="123456"))
    page = show(playing(), access=access)
    join(page, "123456", "Anna")
    other = another_phone(page)
    other.check("[name=looks]")
    join(other, access.invitations.current.code)
    answer = other.request.post(other.url + "api/commands/end_turn", data={})
    assert answer.status == 403 and answer.json()["error"].startswith("This phone only watches.")
    other.context.close()
