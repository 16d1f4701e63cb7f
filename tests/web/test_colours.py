"""Colours belong to people, on the pages: chosen at the start, named by the first chip, put right later, and shown wherever chips are."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from real_table import RealTable
from web_stage import see

Open = Callable[..., Any]


def legend(page: Any) -> list[str]:
    """The board's legend: the colour of each chip and whose it is."""
    drawn = page.locator(".below-board .legend li")
    return [
        f"{re.search('team-([a-z]+)', each.locator('.chip').get_attribute('class'))[1]} {each.inner_text()}"
        for each in drawn.all()
    ]


def test_a_match_begins_with_the_colours_that_were_tapped(show: Open) -> None:
    table = RealTable()
    page = show(table)
    page.tap("[data-game=sequence]")
    page.tap(".start label:has([name=colour-0][value=red])")
    page.tap(".start label:has([name=colour-1][value=blue])")
    page.tap("[data-key=start]")
    page.locator(".legend li").nth(1).wait_for()
    sent = table.acts[-1][0]
    assert (sent["command"], sent["game"], sent["colours"]) == ("start", "sequence", ["red", "blue"])
    assert legend(page) == ["blue Player 2", "red Player 1"]


def test_no_two_teams_can_tap_the_same_colour(show: Open) -> None:
    page = show(RealTable())
    page.tap("[data-game=sequence]")
    page.tap(".start label:has([name=colour-0][value=red])")
    page.tap(".start label:has([name=colour-1][value=red])")
    assert page.locator("[name=colour-0]:checked").get_attribute("value") == "any"
    assert page.locator("[name=colour-1]:checked").get_attribute("value") == "red"


def test_the_first_chip_names_the_colour_and_every_page_shows_it(show: Open) -> None:
    table = RealTable().begin("sequence", 4)
    page = show(table, width=360)
    see(page, ".legend", "The first chips choose the colours")
    assert page.locator(".legend").evaluate("(drawn) => drawn.scrollHeight <= drawn.clientHeight"), "nothing of it is cut off"
    table.lay("discard1", "2S")
    table.lay("r0c1", "red")
    see(page, "#voice", "Ada’s team plays red.")
    table.lay("discard2", "3S")
    table.lay("r0c2", "blue")
    see(page, "#voice", "Bruno’s team plays blue.")
    assert legend(page) == ["blue Bruno, Dino", "red Ada, Carla"]
    assert page.locator("[data-zone=r0c1] .chip.team-red").count() == 1
    table.lay("discard3", "4S")
    table.lay("r0c3", "green")
    see(page, "#voice", "A red chip is due in this turn, not a green chip.")
    table.act({"command": "undo"}, "phone")
    past = show(table, f"/matches/{table.session.snapshot.match_id}")
    assert (past.locator(".past-board .past-red").count(), past.locator(".past-board .past-blue").count()) == (1, 1)


def test_colours_are_put_right_in_the_set_up(show: Open) -> None:
    table = RealTable().begin("sequence", 2)
    page = show(table)
    page.tap("#menu")
    page.tap("[data-key=menu-set-up]")
    page.tap("#sheet label:has([name=colour-1][value=green])")
    page.tap("#sheet [data-key=set-up]")
    page.locator("#sheet").wait_for(state="hidden")
    assert table.acts[-1][0]["colours"] == ["any", "green"]
    assert table.view("en")["match"]["colours"] == [None, "green"]


@pytest.mark.parametrize("colours", [["red", "red"], ["pink", "red"], ["red"]])
def test_colours_that_cannot_be_are_refused_before_anything_is_written(
    colours: list[str], client: Any, table: RealTable
) -> None:
    entries = [match.entries for match in table.journal.list_matches()]
    refused = client.post("/api/commands/start", json={"game": "sequence", "players": 2, "colours": colours})
    assert refused.status_code == 409 and [match.entries for match in table.journal.list_matches()] == entries
    table.begin("sequence", 2)
    entries = [match.entries for match in table.journal.list_matches()]
    refused = client.post("/api/commands/set_up", json={"names": ["Eva"], "colours": colours})
    assert refused.status_code == 409 and [match.entries for match in table.journal.list_matches()] == entries


@pytest.mark.parametrize(("language", "line"), [("en", "Colours: red and blue"), ("it", "Colori: rosso e blu")])
def test_chosen_colours_stand_in_the_log_and_in_the_export_after_a_restart(language: str, line: str) -> None:
    table = RealTable().begin("sequence", 2)
    table.act({"command": "set_up", "language": "en", "colours": ["red", "blue"]}, "phone")
    with table.again() as again:
        view = again.view(language)
        assert view["match"]["colours"] == ["red", "blue"] and view["log"][0]["text"] == line
        number = again.session.snapshot.match_id
        assert '"colours": ["red", "blue"]' in " ".join(str(again.exported(number, "json")).split()).replace("[ ", "[").replace(
            " ]", "]"
        )
        assert "set_up" in str(again.exported(number, "csv"))
        told = again.afterwards(number, language, None, frozenset())
        assert told is not None and told["lines"][0]["text"] == line


def test_gold_laid_first_is_the_first_players_side(show: Open) -> None:
    table = RealTable().begin("face_to_face", 2)
    page = show(table)
    table.lay("g_up", "g12")
    see(page, "#voice", "Ada plays gold.")
    page.locator(".side-0 [data-zone=g_up]").wait_for()
    see(page, ".side-0 .side-name", "Ada")
    see(page, ".side-1 .side-name", "Bruno")
    assert page.locator(".side-1 [data-zone=s_up]").count() == 1
    answer = table.act({"command": "set_up", "language": "en", "colours": ["silver", "gold"]}, "phone")
    assert answer["verdict"] == "illegal" and "Ada has played gold already." in answer["message"]
