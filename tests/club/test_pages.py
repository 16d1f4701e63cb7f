"""The club's pages, as somebody in the room sees them."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from companion.club.forms import PileTop
from tests.browser import PATIENCE
from tests.club.evening import PLAYING, ClubEvening
from tests.club.told import MATCH, OTHER, told_entry, told_result, told_state, told_status
from tests.varied import varied_language
from web.door.access import ByInvitation
from web.door.invitations import Invitations
from web.door.phones import Phones
from web.wire.serve import Server

AT_4 = f"/tables/table-4/matches/{MATCH}"
AT_1 = f"/tables/table-1/matches/{MATCH}"
AT_7 = f"/tables/table-7/matches/{MATCH}"


@pytest.fixture
def evening(tmp_path: Path) -> Iterator[ClubEvening]:
    evening = ClubEvening(tmp_path)
    evening.begin()
    yield evening
    evening.close()


@pytest.fixture
def page(browser: Any) -> Iterator[Any]:
    """A page in which nothing may go wrong."""
    context = browser.new_context(viewport={"width": 1280, "height": 720}, reduced_motion="reduce")
    context.set_default_timeout(PATIENCE * 1000)
    page = context.new_page()
    complaints: list[str] = []
    page.on("console", lambda said: complaints.append(said.text) if said.type in ("warning", "error") else None)
    page.on("pageerror", lambda error: complaints.append(str(error)))
    yield page
    context.close()
    assert complaints == []


@pytest.fixture
def served(evening: ClubEvening) -> Iterator[Server]:
    with Server(evening.app, port=0) as server:
        yield server


def test_every_table_is_there_at_a_glance(served: Server, page: Any) -> None:
    page.goto(served.url)
    from playwright.sync_api import expect

    expect(page.locator(".hall-table")).to_have_count(8)
    assert page.locator(".hall-name").all_inner_texts() == [f"Table {n}" for n in range(1, 9)]
    expect(page.locator(".hall-table.hall-foul")).to_contain_text("You cannot lay 45 on 47")
    expect(page.locator("#count")).to_contain_text("8 tables · 6 playing · 2 calling · 1 free · 1 not connected")
    expect(page.locator(".hall-table").nth(0)).to_contain_text("Bruno to play")


def test_cards_are_shown_as_at_the_table_and_rules_without_their_numbers(
    served: Server, page: Any, evening: ClubEvening
) -> None:
    from playwright.sync_api import expect

    tops = ["4R", "10X", "s14", "g45", "F12", "9:skull", ""]
    evening.hear(
        told_state("table-1", **{**PLAYING, "piles": [PileTop(f"p{n}", top, "ascending") for n, top in enumerate(tops)]})
    )
    page.goto(served.url)
    cards = page.locator(".hall-table").nth(0).get_by_role("img")
    expect(cards).to_have_count(len(tops))
    assert [each.get_attribute("aria-label") for each in cards.all()] == [
        "red 4", "grey 10", "silver 14", "gold 45", "burning 12", "9 with skull", "nothing",
    ]  # fmt: skip
    assert cards.all_inner_texts() == ["4", "10", "14", "45", "12", "9", ""]
    assert "TG-" not in page.locator("main").inner_text()


@pytest.mark.whole
def test_calls_stand_side_by_side_on_a_wide_screen(served: Server, page: Any, evening: ClubEvening) -> None:
    evening.hear(*(told_state(f"table-{n}", "Too low.", **PLAYING) for n in (1, 2, 3)))
    for path, width, columns in [("", 1280, 3), ("", 390, 1), ("tv", 1920, 3)]:
        page.set_viewport_size({"width": width, "height": 800})
        page.goto(served.url + path)
        page.locator(".hall-call").nth(4).wait_for()
        assert len({box.bounding_box()["x"] for box in page.locator(".hall-call").all()}) == columns


def test_a_foul_calls_the_referee_to_its_table_and_goes_when_put_right(served: Server, page: Any, evening: ClubEvening) -> None:
    from playwright.sync_api import expect

    page.goto(served.url)
    calls = page.locator(".hall-call")
    expect(calls).to_have_count(2)
    expect(calls.nth(0)).to_contain_text("Referee to Table 4")
    evening.at += 60
    evening.hear(told_state("table-2", "Too low.", **PLAYING))
    expect(calls).to_have_count(3)
    assert [text.split("\n")[0] for text in calls.all_inner_texts()] == [
        "Referee to Table 4", "Referee to Table 2", "Table 6 has a question",
    ]  # fmt: skip
    evening.hear(told_state("table-4", **PLAYING))
    expect(calls).to_have_count(2)
    evening.hear(told_status(False, "table-2"))
    expect(calls).to_have_count(1)


def test_a_new_table_takes_its_place_among_the_others(served: Server, page: Any, evening: ClubEvening) -> None:
    from playwright.sync_api import expect

    page.goto(served.url)
    expect(page.locator(".hall-table")).to_have_count(8)
    evening.hear(told_status(True, "table-10"), told_state("table-10"))
    evening.hear(told_status(True, "a"), told_state("a", name="Balcony"))
    expect(page.locator(".hall-table")).to_have_count(10)
    assert page.locator(".hall-name").all_inner_texts() == ["Balcony", *(f"Table {n}" for n in range(1, 9)), "Table 10"]


def test_a_match_is_told_while_it_is_played(served: Server, page: Any, evening: ClubEvening) -> None:
    from playwright.sync_api import expect

    page.goto(served.url + AT_1[1:])
    expect(page.locator(".club-lines li")).to_have_count(3)
    evening.hear(told_entry(5, event="played", zone="down1", before="", after="80", mover=1))
    evening.hear(told_state("table-1", **(PLAYING | {"entries": 5})))
    expect(page.locator(".club-lines li")).to_have_count(4)
    expect(page.locator(".club-lines li").nth(0)).to_contain_text("80")


@pytest.mark.whole
@varied_language("it")
@pytest.mark.parametrize("path", ["", "tv", "results", AT_7[1:]])
def test_pages_are_accessible_and_fit_a_phone(served: Server, page: Any, path: str, language: str) -> None:
    from axe_playwright_python.sync_playwright import Axe

    page.set_viewport_size({"width": 360, "height": 740})
    page.goto(f"{served.url}{path}?language={language}")
    page.wait_for_selector("h1")
    found = Axe().run(page)
    assert found.violations_count == 0, found.generate_report()
    assert page.evaluate("document.documentElement.scrollWidth") <= 360


def test_a_table_is_shown_in_the_language_that_its_address_names(evening: ClubEvening) -> None:
    shown = evening.app.test_client().get("/tables/table-1?language=it", follow_redirects=True)
    assert shown.status_code == 200 and '<html lang="it"' in shown.text


def test_results_are_listed_and_say_what_changed(evening: ClubEvening) -> None:
    client = evening.app.test_client()
    listed = client.get("/results").get_data(as_text=True)
    assert "Won" in listed and "8 cards left" in listed and "changed" in listed
    shown = client.get(AT_7).get_data(as_text=True)
    assert "Carla: a card lay below the table" in shown and "7 cards left" in shown


def test_results_leave_as_files_that_no_spreadsheet_takes_for_formulas(evening: ClubEvening) -> None:
    evening.hear(told_result(3, "won", "table-2", players=["=1+1", "Ada"]))
    client = evening.app.test_client()
    rows = list(csv.DictReader(io.StringIO(client.get("/results.csv").get_data(as_text=True))))
    assert {row["table"]: row["players"] for row in rows}["table-2"] == "'=1+1, Ada"
    told = client.get("/results.json").get_json()["results"]
    assert sorted(each["table"] for each in told) == ["table-1", "table-2", "table-7"]
    log = client.get(f"{AT_1}/log.json").get_json()
    assert [entry["n"] for entry in log["entries"]] == [1, 2, 3, 4]
    assert client.get("/results.xml").status_code == 404


def test_the_organiser_corrects_a_result_with_a_word_why(evening: ClubEvening) -> None:
    client = evening.app.test_client()
    form = {"status": "lost", "cards_left": "3", "why": "three cards were under the box"}
    assert client.post(f"{AT_1}/result", data=form).status_code == 303
    shown = client.get(AT_1).get_data(as_text=True)
    assert "three cards were under the box" in shown and "3 cards left" in shown
    assert client.post(f"{AT_1}/result", data={"undo": "yes", "why": "they were not"}).status_code == 303
    assert evening.store.list_results(table="table-1")[0]["status"] == "won"


@pytest.mark.parametrize(
    "form", [{}, {"status": "won"}, {"status": "winning", "why": "x"}, {"status": "lost", "cards_left": "many", "why": "x"}]
)
def test_a_correction_without_sense_or_reason_changes_nothing(evening: ClubEvening, form: dict[str, str]) -> None:
    assert evening.app.test_client().post(f"{AT_1}/result", data=form).status_code == 400
    assert evening.store.list_results(table="table-1")[0]["status"] == "won"


def test_a_match_whose_beginning_is_missing_says_what_it_waits_for(evening: ClubEvening) -> None:
    evening.hear(told_entry(4, "table-3", OTHER), told_entry(5, "table-3", OTHER))
    shown = evening.app.test_client().get(f"/tables/table-3/matches/{OTHER}").get_data(as_text=True)
    assert "5 later entries wait for earlier ones" in shown


@pytest.mark.parametrize(
    "event",
    [
        {"event": "started", "game": "the_game", "seats": 10**9},
        {"event": "started", "game": "chess", "seats": 2},
        {"event": "started", "game": ["x"], "seats": None},
        {"event": "started", "game": "the_game", "seats": 2, "options": {"x": [1]}, "names": [1, 2]},
        {"event": "played", "zone": 5},
        {"event": "nothing known"},
        {"x": 1},
    ],
)
def test_no_page_breaks_over_an_absurd_log(evening: ClubEvening, event: dict[str, Any]) -> None:
    evening.hear(
        told_entry(1, "table-3", OTHER, **event), told_entry(2, "table-3", OTHER, event="played", zone="<b>", after=[])
    )
    client = evening.app.test_client()
    for path in ("/", "/results", f"/tables/table-3/matches/{OTHER}"):
        assert client.get(path).status_code == 200, path


def test_what_tables_call_themselves_is_never_markup(evening: ClubEvening) -> None:
    evening.hear(told_state("table-3", name="<img src=x onerror=alert(1)>", match=OTHER), told_entry(1, "table-3", OTHER))
    client = evening.app.test_client()
    for path in ("/", "/results", f"/tables/table-3/matches/{OTHER}"):
        assert "<img src=x" not in client.get(path).get_data(as_text=True)


def test_nobody_looks_before_they_join_and_only_the_organiser_changes(tmp_path: Path) -> None:
    access = ByInvitation(Phones(), Invitations())
    evening = ClubEvening(tmp_path, access)
    evening.begin()
    first, second = evening.app.test_client(), evening.app.test_client()
    for path in ("/", "/tv", "/results", AT_1):
        assert first.get(path).headers["Location"] == "/pair"
    assert first.get("/api/tables").status_code == 401 and first.get("/results.csv").status_code == 401
    for client in (first, second):
        client.get("/pair")
        code = access.invitations.current.code
        assert client.post("/pair", data={"code": code, "cookies": "asked", "name": "Carla"}).status_code == 303
    form = {"status": "lost", "why": "so it was"}
    assert second.get("/").status_code == 200
    assert second.post(f"{AT_1}/result", data=form).status_code == 403
    assert "Correct the result" not in second.get(AT_1).get_data(as_text=True)
    assert first.post(f"{AT_1}/result", data=form).status_code == 303
    assert "Carla: so it was" in second.get(AT_1).get_data(as_text=True)
    evening.close()


def test_health_says_that_the_broker_is_away(evening: ClubEvening) -> None:
    client = evening.app.test_client()
    assert client.get("/healthz").status_code == 503
    evening.hall.broker_there = True
    assert client.get("/healthz").get_json()["status"] == "ok"


def test_the_stream_begins_where_a_page_left_off(evening: ClubEvening) -> None:
    client = evening.app.test_client()
    version = client.get("/api/tables").get_json()["version"]
    evening.hear(told_state("table-2", "Too low.", **PLAYING))
    stream = client.get(f"/api/stream?since={version}", headers={"Accept-Encoding": "identity"})
    parts = stream.response
    next(parts)  # type: ignore[call-overload]
    rows = next(parts).decode()  # type: ignore[call-overload]
    stream.close()
    assert re.findall(r'"table":"([\w-]+)"', rows) == ["table-2"]
