"""How every page of the club looks: what axe-core finds by day and in the dark, and whether a text is cut, on a phone and on TV."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from pathlib import Path
from typing import Any

import pytest

from tests.axe import faults
from tests.browser import PATIENCE
from tests.club.evening import PLAYING, ClubEvening
from tests.club.told import MATCH, told_result, told_state
from tests.varied import varied
from tests.web.cut_text import find_cut_texts
from web.wire.serve import Server

SIZES = {"phone": (360, 640), "television": (1920, 1080)}
PLAYERS = "Massimiliano\nAnna-Maria di Castelbuono\nBruno\nCarla\nDino"
TEAMS = "Le civette della notte: Anna, Bruno\nOrsi: Carla, Dino"
PAGES = {
    "tables": "",
    "television": "tv",
    "results": "results",
    "match playing": f"tables/table-1/matches/{MATCH}",
    "match corrected": f"tables/table-7/matches/{MATCH}",
    "tournaments": "tournaments",
    "new tournament": "tournaments/new",
    "swiss": "tournaments/1",
    "swiss, who sits where": "tournaments/1/seats",
    "series": "tournaments/2",
    "league": "leagues/Autunno",
    "league of series": "leagues/Inverno",
    "phones": "phones",
}


def begin_tournaments(evening: ClubEvening) -> None:
    """A Swiss with a bye, a corrected result, a question, a board that waits and a player who left; a series; each of a league."""
    phone, table = evening.app.test_client(), "Il tavolo grande vicino alla finestra"
    evening.hear(told_state("table-2", name=table, **PLAYING))
    form: dict[str, Any] = {"name": "Torneo d’autunno", "format": "swiss", "game": "face_to_face", "league": "Autunno"}
    first = phone.post(
        "/tournaments/new", data={**form, "players": f"{PLAYERS}\nElsa\nFurio", "tables": ["table-1", "table-2"]}
    )
    where = first.headers["Location"]
    phone.post(where, data={"do": "pair", "round": "1"})
    evening.at += 10
    evening.hear(
        *(_tell_match(table, f"{number}", winner=number % 2) for number, table in enumerate(("table-1", "table-2"), 1))
    )
    evening.hear(_tell_match("table-1", "3", winner=0))
    phone.post(
        where, data={"do": "result", "round": "1", "board": "1", "outcome": "first", "reason": "una carta sotto la scatola"}
    )
    phone.post(where, data={"do": "withdraw", "competitor": "3"})
    form = {"name": "Serata di The Game", "format": "series", "game": "the_game", "league": "Inverno", "players": TEAMS}
    second = phone.post("/tournaments/new", data={**form, "tables": ["table-5", "table-6"]}).headers["Location"]
    phone.post(second, data={"do": "pair", "round": "1"})
    evening.at += 10
    evening.hear(_tell_match("table-5", "4", game="the_game", status="lost", cards_left=12))


def _tell_match(table: str, number: str, **fields: Any) -> Any:
    game = {"game": "face_to_face", "status": "won", "players": ["player 1", "player 2"], **fields}
    return told_result(9, game.pop("status"), table, number.rjust(32, "0"), **game)


def is_further_guise(guise: tuple[str, str, str]) -> bool:
    """Every run shows each page in the longer language, where it is looked at most."""
    shown, language, size = guise
    return (language, size) != ("it", "television" if shown == "television" else "phone")


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    folder: Path = tmp_path_factory.mktemp("club")
    evening = ClubEvening(folder)
    evening.begin()
    begin_tournaments(evening)
    with Server(evening.app, port=0) as server:
        yield server
    evening.close()


@pytest.fixture(scope="module")
def page(browser: Any) -> Iterator[Any]:
    context = browser.new_context(reduced_motion="reduce")
    context.set_default_timeout(PATIENCE * 1000)
    yield context.new_page()
    context.close()


@pytest.mark.whole
@varied(("shown", "language", "size"), sorted(product(PAGES, ("it", "en"), SIZES), key=is_further_guise), quick=len(PAGES))
def test_axe_finds_nothing_and_no_text_is_cut(served: Server, page: Any, shown: str, language: str, size: str) -> None:
    page.set_viewport_size(dict(zip(("width", "height"), SIZES[size], strict=True)))
    assert page.goto(f"{served.url}{PAGES[shown]}?language={language}").status == 200
    page.wait_for_selector("h1")
    assert faults(page) == []
    assert find_cut_texts(page) == []
    assert page.evaluate("document.documentElement.scrollWidth") <= SIZES[size][0]
