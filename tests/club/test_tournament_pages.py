"""A tournament as the organiser and everybody else see it: set up, paired, told by tables, corrected, printed."""

from __future__ import annotations

import csv
import io
import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from flask.testing import FlaskClient
from sqlalchemy import text

from companion.clubhouse.database import open_database
from companion.clubhouse.store import Store
from companion.clubhouse.tournament_book import TournamentBook
from companion.clubhouse.tournament_desk import TournamentDesk, is_played_together
from companion.errors import ClubStoreError, InputError, MatchNotFound
from companion.games.sheets import list_games
from companion.tournament.events import Created, Entered, Settings, Withdrawn
from tests.browser import PATIENCE
from tests.club.evening import ClubEvening
from tests.club.postgres import run_postgres
from tests.club.told import told_result, told_state
from web.door.access import ByInvitation
from web.door.invitations import Invitations
from web.door.phones import Phones
from web.wire.serve import Server

HERE = {"Host": "localhost"}
FOUR = "Anna\nBruno\nCarla\nDino"


@pytest.fixture
def evening(tmp_path: Path) -> Iterator[ClubEvening]:
    evening = ClubEvening(tmp_path)
    evening.hear(*(told_state(f"table-{number}") for number in range(1, 5)))
    yield evening
    evening.close()


@pytest.fixture
def phone(evening: ClubEvening) -> FlaskClient:
    return evening.app.test_client()


def create(phone: FlaskClient, players: str = FOUR, format: str = "swiss", game: str = "face_to_face", **fields: Any) -> str:
    """The address of a new tournament."""
    form = {"name": "Friday", "format": format, "game": game, "players": players, "tables": ["table-1", "table-2"], **fields}
    answer = phone.post("/tournaments/new", data=form, headers=HERE)
    assert answer.status_code == 303, answer.text
    return answer.headers["Location"]


def do(phone: FlaskClient, where: str, what: str, **fields: Any) -> Any:
    return phone.post(where, data={"do": what, **fields}, headers=HERE)


def read(phone: FlaskClient, where: str, language: str = "en") -> str:
    """The words of a page, without tags and forms."""
    answer = phone.get(where, headers={**HERE, "Accept-Language": language})
    assert answer.status_code == 200
    words = re.sub(r"<details class=\"club-correct.*?</details>", " ", answer.text, flags=re.DOTALL)  # forms name every outcome
    return " ".join(re.sub(r"<[^>]+>", " ", words).split())


def standings(phone: FlaskClient, where: str) -> list[tuple[str, str, str]]:
    """Place, name and points or cards, from the CSV file."""
    told = phone.get(f"{where}/standings.csv", headers=HERE).text
    rows = list(csv.DictReader(io.StringIO(told)))
    return [(row["place"], row["name"], row["points"] if row["cards"] == "0" else row["cards"]) for row in rows]


def tell(evening: ClubEvening, table: str, match: int, **fields: Any) -> None:
    evening.at += 10
    game = {"game": "face_to_face", "players": ["player 1", "player 2"], **fields}
    evening.hear(told_result(game.pop("entries", 9), game.pop("status", "won"), table, f"{match:032x}", **game))


def test_a_tournament_is_set_up_and_paired_in_two_steps(evening: ClubEvening, phone: FlaskClient) -> None:
    where = create(phone)
    assert do(phone, where, "pair", round=1).status_code == 303
    words = read(phone, where)
    assert "Round 1" in words and "Table 1 Anna – Carla" in words and "Table 2 Dino – Bruno" in words
    assert "Friday" in read(phone, "/tournaments")


def test_results_come_from_the_tables_by_themselves(evening: ClubEvening, phone: FlaskClient) -> None:
    where = create(phone)
    do(phone, where, "pair", round=1)
    tell(evening, "table-1", 1, winner=0)
    tell(evening, "table-2", 2, winner=1)
    assert standings(phone, where)[:2] == [("1", "Anna", "3"), ("1", "Bruno", "3")]
    assert "Anna won" in read(phone, where) and "Ha vinto Anna" in read(phone, where, "it")
    do(phone, where, "pair", round=2)
    assert "Round 2" in read(phone, where)


def test_a_person_corrects_a_result_and_everybody_reads_why(evening: ClubEvening, phone: FlaskClient) -> None:
    where = create(phone)
    do(phone, where, "pair", round=1)
    tell(evening, "table-1", 1, winner=0)
    refused = do(phone, where, "result", round=1, board=1, outcome="second")
    assert refused.status_code == 409 and "Say why the result changes." in refused.text
    do(phone, where, "result", round=1, board=1, outcome="second", reason="the last card lay below the table")
    assert standings(phone, where)[0] == ("1", "Carla", "3")
    assert "the last card lay below the table" in read(phone, where)


def test_a_correction_on_the_page_of_the_match_moves_the_standings_too(evening: ClubEvening, phone: FlaskClient) -> None:
    where = create(phone)
    do(phone, where, "pair", round=1)
    tell(evening, "table-1", 1, winner=0, winners=[0])
    form = {"status": "won", "winners": "1", "why": "misread at the end"}
    assert phone.post(f"/tables/table-1/matches/{1:032x}/result", data=form, headers=HERE).status_code == 303
    assert standings(phone, where)[0] == ("1", "Carla", "3") and "misread at the end" in read(phone, where)


def test_a_second_match_at_a_table_asks_instead_of_counting(evening: ClubEvening, phone: FlaskClient) -> None:
    where = create(phone)
    do(phone, where, "pair", round=1)
    tell(evening, "table-1", 1, winner=0)
    tell(evening, "table-1", 2, winner=1)
    assert standings(phone, where)[0] == ("1", "Anna", "3")
    assert "A second match ended at this table in this round." in read(phone, where)
    do(phone, where, "accept", match=f"{2:032x}")
    assert standings(phone, where)[0] == ("1", "Carla", "3") and "Which result counts?" not in read(phone, where)


def test_a_round_is_paired_once_however_often_the_button_is_tapped(phone: FlaskClient) -> None:
    where = create(phone, format="round_robin")
    assert do(phone, where, "pair", round=1).status_code == 303
    assert do(phone, where, "pair", round=1).status_code == 409
    assert "Round 2" not in read(phone, where).replace("Pair round 2", "")


def test_the_evening_goes_on_with_a_table_out_of_order_and_people_who_come_and_go(phone: FlaskClient) -> None:
    where = create(phone)
    do(phone, where, "pair", round=1)
    do(phone, where, "fail", table="table-1")
    assert "Waits for a table Anna – Carla" in read(phone, f"{where}/seats")
    do(phone, where, "add", table="table-3")
    assert "Table 3 Anna – Carla" in read(phone, f"{where}/seats")
    do(phone, where, "enter", players="Elsa")
    do(phone, where, "withdraw", number=2)
    for board in (1, 2):
        do(phone, where, "result", round=1, board=board, outcome="draw")
    assert do(phone, where, "pair", round=2).status_code == 303
    words = read(phone, f"{where}/seats")
    assert "Elsa" in words and "Bruno" not in words


def test_a_series_counts_cards_with_handicaps(evening: ClubEvening, phone: FlaskClient) -> None:
    where = create(phone, "Owls: Anna, Bruno\nFoxes: Carla", "series", "the_game", **{"handicap-on_fire": "6"})
    do(phone, where, "pair", round=1)
    tell(evening, "table-1", 1, status="lost", cards_left=9, game="the_game")
    tell(evening, "table-2", 2, status="lost", cards_left=12, game="the_game", variant={"on_fire": True})
    assert standings(phone, where) == [("1", "Foxes", "6"), ("2", "Owls", "9")]
    assert "12 cards left (Counts as 6)" in read(phone, where)


def test_games_are_played_together_or_against_each_other() -> None:
    together = [game for game in list_games() if is_played_together(game)]
    assert together == ["the_game", "extreme", "quick_easy"]


def test_a_game_that_counts_no_cards_asks_how_a_lost_round_counts(evening: ClubEvening, phone: FlaskClient) -> None:
    where = create(phone, "Owls\nFoxes", "series", "quick_easy")
    do(phone, where, "pair", round=1)
    tell(evening, "table-1", 1, status="won", game="quick_easy")
    tell(evening, "table-2", 2, status="lost", game="quick_easy")
    assert "The table cannot tell how this counts." in read(phone, where)
    do(phone, where, "result", round=1, board=2, outcome="cards", cards_left="4")
    assert standings(phone, where) == [("1", "Owls", "0"), ("2", "Foxes", "4")] and "Which result" not in read(phone, where)


def test_a_league_adds_up_evenings(phone: FlaskClient) -> None:
    for _ in range(2):
        where = create(phone, "Anna\nBruno", league="Autumn")
        do(phone, where, "pair", round=1)
        do(phone, where, "result", round=1, board=1, outcome="first")
    assert "1 Anna 6 2 2 2 Bruno 0 2 0" in read(phone, "/leagues/Autumn")
    assert "1 Anna 3 2 2" in read(phone, "/leagues/Autumn?best=1")
    assert json.loads(phone.get("/leagues/Autumn/standings.json", headers=HERE).text)["rows"][0]["points"] == 6
    assert phone.get("/leagues/Winter", headers=HERE).status_code == 404


def test_files_hold_standings_rounds_and_corrections(phone: FlaskClient) -> None:
    where = create(phone, "=1+1\nBruno")
    do(phone, where, "pair", round=1)
    do(phone, where, "result", round=1, board=1, outcome="first")
    do(phone, where, "result", round=1, board=1, outcome="draw", reason="misheard")
    told = json.loads(phone.get(f"{where}/standings.json", headers=HERE).text)
    assert told["rounds"][0]["boards"][0]["score"]["outcome"] == "draw"
    assert [each["reason"] for each in told["corrections"]] == ["misheard"]
    assert "'=1+1" in phone.get(f"{where}/standings.csv", headers=HERE).text


@pytest.mark.parametrize(
    ("fields", "said"),
    [
        ({"name": " "}, "Give the tournament a name."),
        ({"format": "cup"}, "A field cannot be so"),
        ({"format": "series"}, "played against each other"),
        ({"game": "the_game"}, "wins or loses this game together"),
        ({"game": "chess"}, "There is no game"),
        ({"players": "Anna\nanna"}, "takes part already"),
        ({"rounds": "many"}, "Write a number as digits"),
        ({"players": "A\u202enna"}, "cannot be"),
        ({"players": "x" * 41}, "40"),
        ({"win": "-4"}, "A field cannot be so"),
    ],
)
def test_what_cannot_be_is_said_and_what_was_typed_is_kept(phone: FlaskClient, fields: dict[str, str], said: str) -> None:
    form = {"name": "Friday", "format": "swiss", "game": "face_to_face", "players": FOUR, "league": "Autumn", **fields}
    answer = phone.post("/tournaments/new", data=form, headers=HERE)
    assert answer.status_code == 409 and said in answer.text and "Autumn" in answer.text
    assert "No tournament yet" in read(phone, "/tournaments")


@pytest.mark.parametrize(
    ("what", "fields"),
    [
        ("", {}),
        ("fly", {}),
        ("withdraw", {"number": "99"}),
        ("withdraw", {"number": "x"}),
        ("result", {"round": "1", "board": "7", "outcome": "first"}),
        ("result", {"round": "1", "board": "1", "outcome": "both"}),
        ("result", {"round": "1", "board": "1"}),
        ("enter", {"players": ""}),
        ("fail", {"table": "table-9"}),
        ("add", {"table": "../x"}),
        ("accept", {"match": "0" * 32}),
        ("pair", {"round": "9"}),
    ],
)
def test_a_form_that_says_nonsense_changes_nothing(phone: FlaskClient, what: str, fields: dict[str, str]) -> None:
    where = create(phone)
    do(phone, where, "pair", round=1)
    before = phone.get(f"{where}/standings.json", headers=HERE).text
    answer = do(phone, where, what, **fields)
    assert answer.status_code == 409 and "hall-not-live" in answer.text
    assert phone.get(f"{where}/standings.json", headers=HERE).text == before


def test_whoever_only_watches_changes_nothing_and_sees_no_forms(tmp_path: Path) -> None:
    phones = Phones()
    evening = ClubEvening(tmp_path, ByInvitation(phones, Invitations()))
    engine = open_database("", tmp_path)
    organiser = TournamentDesk(TournamentBook(engine), evening.hall.list_names)
    id, refused = organiser.create_tournament({"name": "Friday", "format": "swiss", "game": "sequence"}, [], "en")
    assert refused == ""
    watcher = evening.app.test_client()
    assert watcher.get("/tournaments", headers={"Host": "192.168.1.9"}).status_code in (401, 303, 400)
    assert (
        watcher.post(f"/tournaments/{id}", data={"do": "pair", "round": "1"}, headers={"Host": "192.168.1.9"}).status_code
        >= 300
    )
    assert organiser.show_tournament(id, "en")["rounds"] == []  # type: ignore[index]
    engine.dispose()
    evening.close()


def test_unknown_tournaments_are_said_to_be_unknown(phone: FlaskClient) -> None:
    for where in ("/tournaments/77", "/tournaments/77/seats", "/tournaments/77/standings.csv", "/leagues/x/standings.csv"):
        assert phone.get(where, headers=HERE).status_code == 404
    assert do(phone, "/tournaments/77", "pair", round=1).status_code == 404
    assert phone.get(f"{create(phone)}/standings.xml", headers=HERE).status_code == 404


def test_a_page_that_shows_everything_is_sent_nothing(phone: FlaskClient) -> None:
    where = create(phone)
    mark = phone.get(where, headers=HERE).headers["Tournament-Mark"]
    assert phone.get(f"{where}?part=live&mark={mark}", headers=HERE).status_code == 204
    do(phone, where, "pair", round=1)
    assert "Round 1" in phone.get(f"{where}?part=live&mark={mark}", headers=HERE).text


def test_a_closed_tournament_takes_no_results(evening: ClubEvening, phone: FlaskClient) -> None:
    where = create(phone)
    do(phone, where, "pair", round=1)
    do(phone, where, "close")
    tell(evening, "table-1", 1, winner=0)
    assert "Anna won" not in read(phone, where)
    do(phone, where, "open")
    tell(evening, "table-1", 1, winner=0, entries=10)
    assert "Anna won" in read(phone, where)


# The store


@pytest.fixture(params=["sqlite", "postgresql"])
def url(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[str]:
    """Of an empty database, of each kind."""
    if request.param == "sqlite":
        yield f"sqlite:///{tmp_path}/club.sqlite"
    else:
        with run_postgres() as found:
            yield found


def begun(*names: str) -> list[Any]:
    settings = Settings(name="Friday", format="swiss", game="face_to_face")
    return [
        Created(at=1.0, settings=settings, tables=("table-1",)),
        *(Entered(at=1.0, number=n, name=name) for n, name in enumerate(names, 1)),
    ]


@pytest.mark.whole
def test_both_databases_keep_a_tournament_over_a_restart(url: str, tmp_path: Path) -> None:
    engine = open_database(url, tmp_path)
    book = TournamentBook(engine)
    id = book.create_tournament(begun("Anna", "Bruno"), "Autumn")
    book.append_events(id, lambda tournament: [Withdrawn(at=2.0, number=1)])
    engine.dispose()
    again = open_database(url, tmp_path)
    read_back = TournamentBook(again)
    assert read_back.read_tournament(id) == book.read_tournament(id)
    assert [(row.name, row.league, row.is_open) for row in read_back.list_tournaments()] == [("Friday", "Autumn", True)]
    again.dispose()


def test_two_who_write_at_once_do_not_lose_each_others_word(url: str, tmp_path: Path) -> None:
    engines = [open_database(url, tmp_path) for _ in range(2)]
    one, two = (TournamentBook(engine) for engine in engines)
    id = one.create_tournament(begun("Anna", "Bruno"))
    two.read_tournament(id)
    one.append_events(id, lambda tournament: [Withdrawn(at=2.0, number=1)])
    after = two.append_events(id, lambda tournament: [Withdrawn(at=3.0, number=2)])
    assert [each.is_active for each in after.competitors] == [False, False] and two.count_events() == 5
    for engine in engines:
        engine.dispose()


def test_what_cannot_happen_writes_nothing(tmp_path: Path) -> None:
    engine = open_database("", tmp_path)
    book = TournamentBook(engine)
    id = book.create_tournament(begun("Anna", "Bruno"))
    with pytest.raises(InputError):
        book.append_events(id, lambda tournament: [Withdrawn(at=2.0, number=1), Withdrawn(at=2.0, number=1)])
    with pytest.raises(MatchNotFound):
        book.read_tournament(99)
    assert book.count_events() == 3 and book.read_tournament(id).competitors[0].is_active
    engine.dispose()


def test_results_that_came_while_the_database_refused_are_made_up_for(tmp_path: Path) -> None:
    evening = ClubEvening(tmp_path)
    evening.hear(told_state("table-1"))
    phone = evening.app.test_client()
    where = create(phone, "Anna\nBruno")
    do(phone, where, "pair", round=1)
    desk, full = evening.tournaments, evening.tournaments._book.append_events

    def refuse(*args: Any) -> Any:
        raise ClubStoreError("the club's database refuses: database or disk is full")

    desk._book.append_events = refuse  # type: ignore[method-assign]
    tell(evening, "table-1", 1, winner=0)
    desk._book.append_events = full  # type: ignore[method-assign]
    assert "Anna won" not in read(phone, where)
    tell(evening, "table-9", 2, winner=0)  # any later result
    assert "Anna won" in read(phone, where)
    evening.close()


def test_a_club_that_starts_again_settles_what_it_had_only_stored(tmp_path: Path) -> None:
    evening = ClubEvening(tmp_path)
    evening.hear(told_state("table-1"))
    phone = evening.app.test_client()
    where = create(phone, "Anna\nBruno")
    do(phone, where, "pair", round=1)
    evening.at += 10
    game = {"game": "face_to_face", "winner": 0}
    evening.store.keep_messages([told_result(9, "won", "table-1", "a" * 32, **game)], evening.at)  # then the power goes
    evening.close()
    again = ClubEvening(tmp_path)
    again.tournaments.take_results(())
    assert "Anna won" in read(again.app.test_client(), where)
    again.close()
    store = Store(open_database("", tmp_path))
    assert store.find_result(("table-1", "a" * 32)) is not None
    store.close()


def test_a_tournament_that_cannot_be_read_stops_no_other(tmp_path: Path) -> None:
    evening = ClubEvening(tmp_path)
    evening.hear(told_state("table-1"))
    phone = evening.app.test_client()
    broken, where = create(phone, "Elsa\nFranco"), create(phone, "Anna\nBruno")
    do(phone, where, "pair", round=1)
    evening.close()
    engine = open_database("", tmp_path)
    with engine.begin() as db:
        db.execute(text("update tournament_events set event = '{}' where tournament = 1"))
    engine.dispose()
    again = ClubEvening(tmp_path)
    again.at = evening.at
    tell(again, "table-1", 1, winner=0)
    assert "Anna won" in read(again.app.test_client(), where)
    assert "This tournament cannot be read." in read(again.app.test_client(), "/tournaments") and broken.endswith("/1")
    again.close()


def test_nobody_has_a_best_round_before_the_first_result(phone: FlaskClient) -> None:
    where = create(phone, "Anna\nBruno", format="series", game="the_game")
    assert "98" not in read(phone, where).split()


# In a browser


@pytest.mark.whole
def test_a_tournament_is_run_on_a_phone_and_watched_on_a_screen(evening: ClubEvening, browser: Any) -> None:
    from axe_playwright_python.sync_playwright import Axe
    from playwright.sync_api import expect

    with Server(evening.app, port=0) as server:
        context = browser.new_context(viewport={"width": 390, "height": 844}, reduced_motion="reduce")
        context.set_default_timeout(PATIENCE * 1000)
        phone, screen = context.new_page(), context.new_page()
        complaints: list[str] = []
        for page in (phone, screen):
            page.on("console", lambda said: complaints.append(said.text) if said.type in ("warning", "error") else None)
            page.on("pageerror", lambda error: complaints.append(str(error)))
        phone.goto(f"{server.url}tournaments/new")
        phone.get_by_role("textbox", name="Name").fill("Friday")
        phone.get_by_label("Game").select_option("face_to_face")
        phone.get_by_label("Swiss").check()
        phone.get_by_label("Players or teams").fill(FOUR)
        phone.get_by_role("button", name="Open the tournament").click()
        where = phone.url
        screen.goto(where)
        phone.get_by_role("button", name="Pair round 1").click()
        expect(screen.locator(".club-boards li").first).to_contain_text("Anna – Carla")
        tell(evening, "table-1", 1, winner=0)
        evening.hear(told_state("table-1", status="won", match=f"{1:032x}"))
        expect(screen.locator(".club-list tbody tr").first).to_contain_text("Anna")
        expect(screen.locator(".club-list tbody tr").first).to_contain_text("3")
        for path in (
            "tournaments",
            "tournaments/new",
            where.removeprefix(server.url),
            f"{where.removeprefix(server.url)}/seats",
        ):
            phone.goto(f"{server.url}{path}")
            assert phone.evaluate("document.documentElement.scrollWidth <= innerWidth"), path
            assert [each["id"] for each in Axe().run(phone).response["violations"]] == [], path
        context.close()
        assert complaints == []


@pytest.mark.parametrize("page", ["", "/seats"])
def test_the_name_of_a_tournament_is_whole_on_a_small_phone(evening: ClubEvening, browser: Any, page: str) -> None:
    where = create(evening.app.test_client(), name="Torneo d’autunno di via Garibaldi")
    with Server(evening.app, port=0) as server:
        context = browser.new_context(viewport={"width": 360, "height": 640}, reduced_motion="reduce")
        phone = context.new_page()
        phone.goto(f"{server.url}{where.lstrip('/')}{page}")
        assert phone.locator("h1").evaluate("(title) => title.scrollWidth <= title.clientWidth")
        assert phone.evaluate("() => document.documentElement.scrollWidth <= innerWidth")
        context.close()
