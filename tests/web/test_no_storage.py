"""Browsers that give a page less than others: no storage, no cookies, a clock that is set."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from real_table import RealTable
from web_scenes import SCENES
from web_stage import see

from tests.browser import PATIENCE
from tests.varied import varied
from web import ByInvitation
from web.door.invitations import Invitations

Open = Callable[..., Any]
EACH = "for (const name of ['sessionStorage', 'localStorage']) "
WITHOUT = {
    "null": EACH + "Object.defineProperty(window, name, { get() { return null; } })",
    "forbidden": EACH + "Object.defineProperty(window, name, { get() { throw new DOMException('no', 'SecurityError'); } })",
    "full": "Storage.prototype.setItem = () => { throw new DOMException('no', 'QuotaExceededError'); }",
    "nonsense": "Storage.prototype.getItem = () => '{\"x\": [';",
}


@contextmanager
def opened(page: Any, script: str, path: str = "") -> Iterator[tuple[Any, list[str]]]:
    """The same address in a browser of its own, with this script before each page; and what went wrong there."""
    context = page.context.browser.new_context(viewport={"width": 390, "height": 844}, has_touch=True)
    context.set_default_timeout(PATIENCE * 1000)
    context.add_init_script(script)
    other, wrong = context.new_page(), []
    other.on("pageerror", lambda error: wrong.append(str(error)))
    other.goto(page.url.split("?")[0].rstrip("/") + "/" + path)
    yield other, wrong
    context.close()


@pytest.mark.whole
@varied("storage", [*WITHOUT], quick=2)
def test_a_page_without_storage_works_and_remembers_nothing(storage: str, show: Open) -> None:
    table: RealTable = SCENES["playing"]()
    with opened(show(table), WITHOUT[storage]) as (page, wrong):
        see(page, "#turn", "Ada")
        table.lay("up2", "19")
        see(page, "#voice", "19 on the second ascending pile")
        page.tap("#menu")
        page.tap("[data-key=menu-aloud]")
        page.reload()
        see(page, "#voice", "19 on the second ascending pile")
        assert wrong == []


@pytest.mark.whole
def test_no_other_page_needs_storage(show: Open) -> None:
    with opened(show(SCENES["playing"]()), WITHOUT["null"], "tv") as (page, wrong):
        for path in ("tv", "table", "health", "phones", "history"):
            page.goto(f"{page.url.rsplit('/', 1)[0]}/{path}")
            page.wait_for_load_state("networkidle" if path == "history" else "load")
            assert (path, page.locator("body *").count() > 5, wrong) == (path, True, [])


@pytest.mark.whole
def test_an_end_that_was_found_is_put_away_without_storage(show: Open) -> None:
    with opened(show(SCENES["found"]()), WITHOUT["null"]) as (page, wrong):
        page.tap("[data-key=found-accept]")
        page.locator("[data-key=found-accept]").wait_for(state="detached")
        assert wrong == []


def test_a_browser_that_keeps_no_cookies_is_told_so_on_the_page(show: Open) -> None:
    access = ByInvitation(invitations=Invitations(code="123456"))
    page = show(SCENES["playing"](), access=access)
    page.context.clear_cookies()  # as a browser that has never kept one
    page.fill("#code", "123456")
    page.tap("button.primary")
    see(page, ".problem", "This browser keeps no cookies")
    assert access.phones.all_phones() == []
    page.complaints.clear()  # the browser notes the 403


DEAF = """
window.EventSource = class extends EventSource {
  addEventListener(name, listener) { super.addEventListener(name, (event) => window.deaf || listener(event)); }
};
const answered = window.fetch;
window.fetch = (...asked) => (window.deaf ? new Promise(() => {}) : answered(...asked));
"""


@pytest.mark.whole
def test_a_phone_whose_clock_is_set_back_still_notices_that_nothing_is_heard(show: Open) -> None:
    with opened(show(SCENES["playing"]()), DEAF) as (page, _):
        see(page, "#turn", "Ada")
        page.evaluate("(() => { const right = Date.now.bind(Date); Date.now = () => right() - 600000; window.deaf = true; })()")
        page.locator("#not-live").wait_for(state="visible")
