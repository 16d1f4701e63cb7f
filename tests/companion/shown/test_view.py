"""What the phones are told: held to the dashboard's own schema, for every game and state."""

from __future__ import annotations

import pytest

from companion.commands.commands import execute_command
from companion.errors import InputError
from companion.games import GAMES
from companion.games.sheets import load_sheet
from companion.journal.journal import Journal
from companion.match.events import Claimed, Played, Seen, Started
from companion.match.rules import Play
from companion.session.inbox import Inbox
from companion.session.session import Session
from companion.shown.table import ShownTable
from web.view import check_view

SHEETS = {game: load_sheet(game) for game in GAMES}


class Sitting:
    """A table with an inbox that is worked through by hand."""

    def __init__(self, game=None, seats=2, options=None):
        self.session = Session(Journal(":memory:"), lambda name: SHEETS[name].deck)
        self.inbox = Inbox(self.session, clock=lambda: 100.0)
        self.table = ShownTable(self.inbox, SHEETS, lambda cues, places: [])
        self.inbox.start_thread()
        if game:
            self.act("start", game=game, players=seats, options=options or {})

    def act(self, name, **body):
        return execute_command(self.inbox, {"command": name, "language": "en", **body}, "phone")

    def see(self, zone, face):
        self.inbox.ask_session(lambda session, at: session.record_event(Seen(zone, face), at, "camera"))

    def view(self, language="en"):
        view = self.table.view(language)
        check_view(view)
        return view


@pytest.fixture
def sit():
    sittings = []

    def make(*args, **more):
        sittings.append(Sitting(*args, **more))
        return sittings[-1]

    yield make
    for sitting in sittings:
        sitting.inbox.stop_thread()


def test_an_idle_table_offers_all_games(sit):
    view = sit().view()
    assert view["status"] == "idle" and {game["game"] for game in view["games"]} == set(GAMES)


@pytest.mark.parametrize("language", ["en", "it"])
@pytest.mark.parametrize("game", GAMES)
def test_the_view_of_every_game_keeps_to_the_schema(sit, game, language):
    sitting = sit(game)
    for i in range(12):
        view = sitting.view(language)
        assert not [line["text"] for line in view["log"] if "log-" in line["text"] or "{" in line["text"]]
        match, rules = sitting.session.match, sitting.session.snapshot.rules
        options = rules.list_legal(match.state)
        if not options:
            break
        move = options[(7 * i) % len(options)]
        laid = isinstance(move, Play)
        event = Played(move.zone, move.before, move.after) if laid else Claimed(move.code, move.seat, move.detail)
        sitting.inbox.ask_session(lambda session, at, event=event: session.record_event(event, at, "phone"))
        if i % 2 and game != "sequence":
            sitting.act("end_turn")
    assert sitting.view(language)["status"] in ("playing", "won", "lost")


def test_a_foul_shows_pile_reason_and_rule(sit):
    sitting = sit("the_game")
    sitting.see("up1", "52")
    sitting.see("up1", "47")
    view = sitting.view()
    pile = next(pile for pile in view["piles"] if pile["zone"] == "up1")
    assert (pile["state"], pile["top"], pile["fits"]) == ("foul", "52", "above 52 or exactly 42")
    (dispute,) = view["disputes"]
    assert (dispute["face"], dispute["rule"]) == ("47", "TG-04")
    assert dispute["text"] == "47 on 52, ascending: must be above 52, or exactly 42."
    assert view["buzzer"] == "on" and not view["turn"]["can_end"]


def test_a_burning_card_shows_its_deadline(sit):
    sitting = sit("the_game", options={"on_fire": True})
    sitting.see("up1", "F44")
    sitting.see("up2", "10")
    sitting.act("end_turn")
    view = sitting.view()
    pile = next(pile for pile in view["piles"] if pile["zone"] == "up1")
    assert pile["state"] == "due" and pile["due"] == view["duties"][0]["text"] and view["duties"][0]["now"]


def test_a_correction_from_the_phone_rewrites_the_log(sit):
    sitting = sit("the_game")
    sitting.see("up1", "52")
    sitting.act("correct", entry=2, face="25")
    view = sitting.view()
    assert view["piles"][0]["top"] == "25"
    assert [line["text"] for line in view["log"]] == [
        "25 on the first ascending pile, read as 52 at first",
        "Player 1: 25 on the first ascending pile, read as 52 at first",
    ]
    assert view["log"][0]["turn"] == 1 and view["ruling"]["text"] == "25 on the first ascending pile, read as 52 at first."


def test_the_phone_is_refused_in_plain_words(sit):
    sitting = sit("the_game")
    for name, body, words in (
        ("undo", {}, "nothing to undo"),
        ("undo", {"entry": 99}, "Too late"),
        ("correct", {"entry": 1, "face": "5"}, "Too late"),
        ("put", {"zone": "up1", "face": "QH"}, "no card of this game"),
        ("waive", {"zone": "up1"}, "Nothing is open"),
        ("answer", {"question": "q9", "face": "5"}, "no longer open"),
        ("claim", {"code": "sing"}, "sing"),
        ("start", {"game": "the_game", "players": 12}, "player"),
    ):
        with pytest.raises(InputError, match=words):
            sitting.act(name, **body)
    assert sitting.view()["log"] == []


def test_the_options_that_are_on_name_the_match(sit):
    assert sit("the_game", options={"on_fire": True, "pro": False}).view()["match"]["variant"] == "On Fire"
    assert sit("the_game").view()["match"]["variant"] == ""


def test_every_option_of_every_game_can_be_chosen_as_it_is_offered(sit):
    sitting = sit()
    for game in sitting.view()["games"]:
        for option in game["options"]:
            for value in [choice["value"] for choice in option.get("choices", [])] or [True, False]:
                players = 6 if game["game"] == "sequence" else 2
                besides = {"pro": True} if option["name"] == "pro_small_hand" else {}  # it belongs to that version
                sitting.act("start", game=game["game"], players=players, options={**besides, option["name"]: value})
                assert sitting.view()["match"]["options"][option["name"]] == value


def test_teams_are_told_by_seat_and_pile(sit):
    view = sit("sequence", seats=4).view()
    assert [seat["team"] for seat in view["seats"]] == [pile["team"] for pile in view["piles"]] == [None] * 4
    table = sit("sequence", seats=4)
    table.act("set_up", colours=["red", "blue"])
    view = table.view()
    assert [seat["team"] for seat in view["seats"]] == ["red", "blue", "red", "blue"]
    assert [pile["team"] for pile in view["piles"]] == ["red", "blue", "red", "blue"]


@pytest.mark.parametrize("code", ["draw", "flip", "reshuffle", "stuck"])
def test_what_may_be_said_by_one_tap_can_be_said(sit, code):
    sitting = sit("sequence")
    assert code in [claim["code"] for claim in sitting.view("it")["claims"]]
    sitting.act("claim", code=code)
    assert sitting.view()["ruling"]["text"]


def test_names_are_used(sit):
    sitting = sit()
    sitting.act("start", game="the_game", players=2, names=["Ada", ""], options={})
    view = sitting.view()
    assert [seat["name"] for seat in view["seats"]] == ["Ada", "Player 2"] and view["turn"]["name"] == "Ada"


@pytest.mark.parametrize(
    ("language", "drawn", "too_few"),
    [
        ("en", "Ada draws 2 cards. Player 2 to move.", "Player 2 cannot play the 2 cards that are due."),
        (
            "it",
            "Ada pesca 2 carte. Tocca al giocatore 2.",
            "Il giocatore 2 non può giocare le 2 carte che mancano.",
        ),
    ],
)
def test_rulings_call_players_by_name(sit, language, drawn, too_few):
    sitting = sit()
    sitting.act("start", game="the_game", players=2, names=["Ada", ""], options={})
    sitting.see("up1", "47")
    sitting.see("up1", "48")
    sitting.act("end_turn")
    assert sitting.view(language)["ruling"]["text"] == drawn
    sitting.act("claim", code="stuck")
    assert sitting.view(language)["ruling"]["text"].startswith(too_few)


def test_starting_a_match_of_the_session_again_keeps_the_old_one():
    journal = Journal(":memory:")
    session = Session(journal, lambda name: SHEETS[name].deck)
    for seats in (2, 3):
        session.begin_match(Started("the_game", seats), 1.0, "phone")
    assert [stored.entries for stored in journal.list_matches()] == [1, 1]
