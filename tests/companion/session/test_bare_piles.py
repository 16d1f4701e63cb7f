"""A table without a mat: what the eye tells of its piles, and what is never said as long as nobody knows where or which they are."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.app.table_events import apply_event
from companion.commands.commands import prepare_work
from companion.errors import InputError
from companion.games.sheets import load_sheet
from companion.journal.journal import Journal
from companion.match.events import Started
from companion.match.rulings import Ruling
from companion.questions.question import PileQuestion, Question, TurnQuestion
from companion.session.found_piles import FoundPile, FoundPiles, names_in_order
from companion.session.session import Session
from companion.shown.table import cues_of_snapshot
from companion.shown.view import make_view
from companion.shown.words.messages import catalogue
from vision.types import UNREADABLE, Change, Found, Lost, Moving, PilePlace, PilesFound, Still, StrayCard, TableSeen, Touched

ANNA, BEA, CARL = 0.88, 0.22, 0.55
PLACES = {"up1": (0.2, 0.5), "up2": (0.4, 0.5), "down1": (0.6, 0.5), "down2": (0.8, 0.5), "draw": (0.5, 0.2)}
OUTLINE = ((0.1, 0.1), (0.2, 0.1), (0.2, 0.3), (0.1, 0.3))


class Table:
    """A table of three on which the eye tells what a test says, as time passes."""

    def __init__(self, game: str = "the_game", places: tuple[float, ...] = (ANNA, BEA, CARL)) -> None:
        sheet = load_sheet(game)
        self.session = Session(Journal(":memory:"), lambda name: sheet.faces)
        names = ("Anna", "Bea", "Carl")[: 2 if game == "face_to_face" else 3]
        started = Started(game, len(names), {}, None, names, places=places)
        self.session.begin_match(started, 0.0, "phone")
        self.sheet, self.now, self.notices = sheet, 0.0, []

    def tell(self, *events: Any) -> list[Any]:
        told = [notice for event in events for notice in apply_event(self.session, event, self.now)]
        self.notices += told
        return told

    def finds(self, *zones: str, proven: str = "", named: str = "", draws: tuple[str, ...] = ("draw",)) -> None:
        """The eye says where piles lie. `proven`, `named`: those that are, by name."""
        places = (PilePlace(zone, PLACES[zone], zone in proven.split(), zone in named.split()) for zone in zones)
        self.tell(PilesFound(self.now, tuple(places), draws))

    def visit(self, *events: Any) -> list[Any]:
        """A hand comes, something may be seen, it goes; nothing else happens for a while."""
        self.now += 10.0
        return self.tell(Moving(self.now), *events, Still(self.now + 0.8))

    def lays(self, zone: str, face: str, hand: float | None = ANNA, *, accepted: bool = True) -> list[Any]:
        before = self.session.match.faces.get(zone, "")
        return self.visit(Change(zone, before, face, 0.99, (), self.now, True, accepted, hand))

    def draws(self, hand: float | None = ANNA) -> list[Any]:
        return self.visit(Touched("draw", self.now, hand))

    def waits(self) -> None:
        self.now += 10.0
        self.notices += self.session.notice_time(self.now)

    def does(self, name: str, **body: Any) -> Any:
        return prepare_work({"command": name, **body}, "phone")(self.session, self.now)

    def view(self, language: str = "en") -> dict[str, Any]:
        return make_view(self.session.snapshot, catalogue(language), {self.sheet.name: self.sheet})

    @property
    def asked(self) -> tuple[PileQuestion, ...]:
        return self.session.snapshot.pile_questions

    @property
    def turn(self) -> tuple[int, int]:
        return (self.session.match.state.turn, self.session.match.state.to_move)

    @property
    def faces(self) -> dict[str, str]:
        return {zone: face for zone, face in self.session.match.faces.items() if face}

    @property
    def has_alarm(self) -> bool:
        """Does a lamp show a foul, is a foul in dispute, or do table and match differ?"""
        cues = {cue.kind for cue in cues_of_snapshot(self.session.snapshot)}
        return bool({"foul", "out_of_step"} & cues) or bool(self.session.match.disputes or self.session.snapshot.out_of_step)


def verdicts(notices: list[Any]) -> list[str]:
    return [notice.verdict for notice in notices if isinstance(notice, Ruling)]


@pytest.fixture
def table() -> Table:
    return Table()


ALL = ("up1", "up2", "down1", "down2", "draw")
NAMES = "up1 up2 down1 down2"


def test_the_first_card_on_a_pile_of_known_name_is_judged_at_once(table):
    table.finds(*ALL, named=NAMES)
    assert verdicts(table.lays("down1", "80")) == ["legal"]
    assert verdicts(table.lays("down1", "85")) == ["illegal"], "it is proven now"


def test_a_card_that_would_be_a_foul_on_a_nameless_pile_is_asked_about_and_no_lamp_shows_it(table):
    table.finds(*ALL)
    table.lays("up1", "47")
    (question,) = [one for one in table.lays("up1", "45") if isinstance(one, PileQuestion)]
    assert not table.has_alarm and question.face == "45" and set(question.zones) == set(NAMES.split())
    assert table.faces["up1"] == "45"
    assert (
        table.view()["ruling"]["text"] == "Anna: 45 on the first ascending pile."
        and table.view()["ruling"]["verdict"] == "legal"
    )
    table.lays("up1", "40")
    assert table.view()["ruling"]["text"] == "Anna: 40 on the first ascending pile.", (
        "nor is any further card said to break a rule"
    )
    assert len(table.asked) == 1 and not table.has_alarm, "a pile is asked about once"
    (shown,) = table.view()["pile_questions"]
    assert shown["text"] == "Which pile is this 45 on?" and shown["none"] is None


def test_what_lies_on_a_nameless_pile_goes_where_a_person_says_and_no_foul_is_left(table):
    table.finds(*ALL)
    for face in ("47", "45", "40"):
        table.lays("up1", face)
    table.does("answer_pile", question=table.asked[0].id, zone="down1")
    assert table.faces == {"down1": "40"} and not table.asked and not table.has_alarm
    place = table.session.snapshot.found_piles.find_pile("down1")
    assert place.at == PLACES["up1"] and place.is_named
    assert verdicts(table.lays("down1", "38")) == ["legal"]
    assert verdicts(table.lays("down1", "44")) == ["illegal"]


def test_a_foul_on_a_nameless_pile_is_called_once_its_name_is_said(table):
    table.finds(*ALL)
    table.lays("up1", "47")
    table.lays("up1", "45")
    table.does("answer_pile", question=table.asked[0].id, zone="up1")
    assert [dispute.zone for dispute in table.session.match.disputes] == ["up1"]


def test_a_foul_that_was_taken_back_from_a_nameless_pile_is_asked_about_no_longer(table):
    table.finds(*ALL)
    table.lays("up1", "47")
    table.lays("up1", "45")
    table.lays("up1", "47")
    assert not table.asked and not table.has_alarm and table.faces == {"up1": "47"}


def test_a_better_reading_on_a_nameless_pile_is_no_foul_either(table):
    table.finds(*ALL)
    table.lays("up1", "47")
    table.lays("up1", "58")
    table.visit()
    table.tell(Change("up1", "58", "46", 0.99, (), table.now, False))
    assert not table.has_alarm and table.faces == {"up1": "46"} and len(table.asked) == 1


def test_a_card_that_a_person_names_on_a_nameless_pile_is_no_foul_either(table):
    table.finds(*ALL)
    table.lays("up1", "47")
    table.visit(Change("up1", "47", UNREADABLE, 0.4, (("45", 0.4),), table.now, True, False, ANNA))
    (question,) = table.session.snapshot.questions
    table.does("answer", question=question.id, face="45")
    assert not table.has_alarm and table.faces == {"up1": "45"} and [asked.face for asked in table.asked] == ["45"]
    table.does("put", zone="up1", face="33")
    assert not table.has_alarm and table.faces == {"up1": "33"}


def test_cards_let_lie_until_a_card_is_named_stay_let_lie_on_a_nameless_pile(table):
    table.finds(*ALL)
    table.lays("up1", "47")
    table.visit(Change("up2", "", UNREADABLE, 0.4, (("30", 0.4),), table.now, True, False, ANNA))
    table.lays("up1", "45")
    (question,) = table.session.snapshot.questions
    table.does("answer", question=question.id, face="30")
    assert not table.has_alarm and table.faces == {"up1": "45", "up2": "30"}


def test_a_pile_of_the_last_kind_left_needs_no_name(table):
    table.finds(*ALL, named="up1 up2")
    table.lays("down2", "60")
    assert verdicts(table.lays("down2", "75")) == ["illegal"]


def test_table_and_match_never_differ_where_no_card_was_read(table):
    """The camera was taken away and stands there again: where the piles lie is a guess."""
    table.finds(*ALL, named=NAMES)
    table.lays("up1", "30")
    table.session.publisher.report_waking()
    table.finds(*ALL, named=NAMES)
    table.session.record_bare_zone("up1", table.now)
    table.waits()
    assert not table.has_alarm
    table.finds(*ALL, proven="up1", named=NAMES)
    table.waits()
    assert [one.zone for one in table.session.snapshot.out_of_step] == ["up1"]


def test_table_and_match_never_differ_on_a_pile_without_a_name(table):
    table.finds(*ALL, named=NAMES)
    table.lays("up1", "30")
    table.session.await_table()
    table.finds(*ALL)
    table.tell(Change("up1", "", "52", 0.99, (), table.now, False))
    table.waits()
    assert not table.has_alarm
    table.does("piles")
    table.waits()
    assert [one.zone for one in table.session.snapshot.out_of_step] == ["up1"]


def test_a_hand_at_the_draw_pile_before_any_card_was_read_ends_and_asks_nothing(table):
    table.finds(*ALL, named=NAMES)
    assert table.draws() == [] and table.turn == (1, 0)
    assert table.session.snapshot.turn_question is None and not table.has_alarm


def test_an_end_of_turn_by_a_person_before_any_card_was_read_is_no_foul(table):
    table.finds(*ALL, named=NAMES)
    table.does("end_turn")
    assert table.turn == (2, 1) and not table.has_alarm


def test_an_early_end_is_called_once_a_card_was_read(table):
    table.finds(*ALL, named=NAMES)
    table.lays("up1", "30")
    assert verdicts(table.draws()) == ["illegal"]


def test_the_first_card_that_is_read_is_never_out_of_turn(table):
    """Anna's cards and her draw may have gone unseen."""
    table.finds(*ALL, named=NAMES)
    table.draws(ANNA)
    assert verdicts(table.lays("up1", "30", BEA)) == ["legal"] and not table.has_alarm
    assert table.session.snapshot.turn_question is None


def test_cards_that_lay_there_before_the_eye_watched_are_put_in(table):
    table.finds(*ALL, named=NAMES)
    table.tell(Change("up1", "", "12", 0.99, (), 0.0, False), Change("down1", "", "90", 0.99, (), 0.0, False))
    table.waits()
    assert table.faces == {"up1": "12", "down1": "90"} and not table.has_alarm
    table.draws(ANNA)
    assert table.turn == (2, 1)


def test_an_end_of_the_turn_that_began_before_the_eye_watched_is_not_early():
    """Another card may lie under the one that is seen."""
    table = Table()
    table.finds(*ALL, named=NAMES)
    table.tell(Change("up1", "", "12", 0.99, (), 0.0, False))
    assert verdicts(table.draws(ANNA)) == ["legal"] and table.turn == (2, 1)
    table.lays("up2", "20", BEA)
    assert "illegal" in verdicts(table.draws(BEA)), "her turn was watched"


@pytest.mark.parametrize("hand", [ANNA, BEA, CARL])
def test_the_player_after_an_unwatched_draw_is_not_blamed(hand):
    table = Table()
    table.finds(*ALL, named=NAMES)
    table.tell(Change("up1", "", "12", 0.99, (), 0.0, False))
    assert verdicts(table.lays("up1", "30", hand)) == ["legal"] and not table.has_alarm


def test_a_draw_after_the_end_of_an_unwatched_turn_is_its_players(table):
    """Two cards lay there, the next player lays, and only then the first player draws. Nobody knows where anybody sits."""
    table = Table("quick_easy", places=())
    places = (PilePlace("up", (0.3, 0.5), False, True), PilePlace("down", (0.6, 0.5), False, True))
    table.tell(PilesFound(0.0, (*places, PilePlace("draw", (0.5, 0.2), False, True)), ("draw",)))
    table.tell(Change("down", "", "10Y", 0.99, (), 0.0, False), Change("up", "", "1R", 0.99, (), 0.0, False))
    table.now += 3.0
    table.tell(Moving(table.now - 2.5), Change("up", "1R", "2G", 0.99, (), table.now, True, True, BEA, drawing=True))
    table.tell(Touched("draw", table.now, BEA - 0.17, unread=()))
    assert table.turn == (2, 1), "Bea has laid, and it is her turn still"
    assert verdicts(table.draws(BEA)) == ["legal"] and table.turn == (3, 2)
    assert not table.has_alarm


@pytest.mark.parametrize(("face", "share", "is_back"), [("30", 0.9, True), ("30", 0.6, False), ("31", 0.9, False)])
def test_a_called_card_is_taken_back_where_what_lay_beneath_is_read_though_not_surely(table, face, share, is_back):
    """A hand still hides part of it. Nothing is asked: that is what was to be done."""
    table.finds(*ALL, named=NAMES)
    table.lays("up1", "30")
    table.lays("up1", "25")
    assert table.has_alarm
    table.visit(Change("up1", "25", face, share, (("25", 0.0),), table.now, True, False, ANNA))
    assert table.has_alarm is not is_back and bool(table.session.snapshot.questions) is not is_back
    assert not is_back or table.faces == {"up1": "30"}


@pytest.mark.parametrize(("first", "is_foul"), [(None, False), (BEA, True)])
def test_a_third_card_is_called_only_where_it_was_seen_whose_the_first_was(first, is_foul):
    """Where two hands are at the table at once, nobody saw whose the card is, nor whether its player has drawn since."""
    table = Table("quick_easy", places=())
    places = (PilePlace("up", (0.3, 0.5), False, True), PilePlace("down", (0.6, 0.5), False, True))
    table.tell(PilesFound(0.0, (*places, PilePlace("draw", (0.5, 0.2), False, True)), ("draw",)))
    table.tell(Change("down", "", "7G", 0.99, (), 0.0, False))
    table.draws(None)
    table.lays("down", "5R", first)
    second = CARL if first is None else BEA
    table.lays("down", "4B", second)
    table.lays("down", "3Y", second)
    assert table.has_alarm is is_foul and table.turn == ((2, 1) if is_foul else (3, 2))
    assert is_foul or verdicts(table.draws(CARL)) == ["legal"]


FACING = {"s_up": (0.3, 0.7), "s_down": (0.6, 0.7), "g_up": (0.3, 0.3), "g_down": (0.6, 0.3), "draw": (0.9, 0.5)}


@pytest.mark.parametrize("lying", [("s_down:s55", "g_up:g10"), ("g_up:g10", "s_down:s55"), ("s_down:s55",), ("g_up:g10",)])
@pytest.mark.parametrize("first", ["s", "g"])
def test_whose_turn_it_is_where_cards_of_both_players_lie_there_is_told_by_the_next_card(lying, first):
    """Nobody saw who began, nor how many turns were played."""
    table = Table("face_to_face", places=())
    places = (PilePlace(zone, at, False, zone != "draw") for zone, at in FACING.items())
    table.tell(PilesFound(0.0, tuple(places), ("draw",)))
    for zone, _, face in (card.partition(":") for card in lying):
        table.tell(Change(zone, "", face, 0.99, (), 0.0, False))
    table.waits()
    assert sorted(table.faces.items()) == sorted(tuple(card.split(":")) for card in lying) and not table.has_alarm
    cards = {"s": (("s_up", "s20"), ("s_up", "s24")), "g": (("g_down", "g40"), ("g_down", "g33"))}
    hands = {"s": ANNA, "g": BEA}
    for colour in (first, "g" if first == "s" else "s"):
        for zone, face in cards[colour]:
            assert verdicts(table.lays(zone, face, hands[colour]))[-1:] == ["legal"] and not table.has_alarm
        assert verdicts(table.draws(hands[colour])) == ["legal"]
    table.lays(*cards[first][0], hands[first])
    assert "illegal" in verdicts(table.draws(hands[first])), "this turn was watched"


def test_an_end_of_the_first_watched_turn_is_not_early_where_cards_of_both_players_lay_there():
    """One of those that lay there may be of this turn."""
    table = Table("face_to_face", places=())
    places = (PilePlace(zone, at, False, zone != "draw") for zone, at in FACING.items())
    table.tell(PilesFound(0.0, tuple(places), ("draw",)))
    table.tell(Change("g_up", "", "g10", 0.99, (), 0.0, False), Change("s_down", "", "s55", 0.99, (), 0.0, False))
    table.lays("g_up", "g19", BEA)
    assert verdicts(table.draws(BEA)) == ["legal"] and not table.has_alarm
    table.lays("s_down", "s50", ANNA)
    assert "illegal" in verdicts(table.draws(ANNA)), "this turn was watched"


def test_piles_named_by_a_person_keep_their_names_where_the_eye_has_followed_them(table):
    """All were pushed by the distance of two piles, so each lies where another lay."""
    table.finds(*ALL)
    table.lays("up1", "47")
    table.lays("up2", "30")
    table.does("piles", names={"up1": "down1", "up2": "up1", "down1": "up2", "down2": "down2"})
    named = {place.zone: place.at for place in table.session.snapshot.found_piles.places}
    pushed = (PilePlace(zone, (x + 0.2, y), is_named=False) for zone, (x, y) in named.items())
    table.tell(PilesFound(table.now, tuple(pushed), ("draw",), have_moved=True))
    found = table.session.snapshot.found_piles
    assert all(place.is_named for place in found.cards) and table.faces == {"down1": "47", "up1": "30"}
    assert found.find_pile("up1").at == (named["up1"][0] + 0.2, named["up1"][1])
    assert not table.has_alarm and not table.view()["pile_questions"]


def test_cards_of_the_last_match_that_still_lie_there_are_not_put_in(table):
    table.finds(*ALL, named=NAMES)
    table.lays("up1", "12")
    table.session.begin_match(table.session.match.started, table.now, "phone")
    table.session.await_table()
    table.finds(*ALL, named=NAMES)
    table.tell(Change("up1", "", "12", 0.99, (), table.now, False))
    assert table.faces == {}


# Cards where no pile is known


def test_a_stray_card_is_asked_about_once_with_its_picture_and_a_button_for_each_pile(table):
    table.finds(*ALL, named=NAMES)
    table.tell(StrayCard(1.0, "47", OUTLINE, ("up2", "down1")), StrayCard(2.0, "47", OUTLINE, ("up2", "down1")))
    (shown,) = table.view()["pile_questions"]
    assert [pile["zone"] for pile in shown["piles"]] == ["up2", "down1"] and shown["picture"] == shown["id"]
    assert (shown["text"], shown["none"]) == ("Which pile is this 47 on?", "No pile: it was not played")
    assert not table.has_alarm


def test_a_stray_card_that_may_lie_anywhere_is_offered_first_where_it_fits(table):
    table.finds(*ALL, named=NAMES)
    table.lays("up1", "60")
    table.tell(StrayCard(table.now, "47", OUTLINE))
    (shown,) = table.view()["pile_questions"]
    assert len(shown["piles"]) == 4 and shown["piles"][-1]["zone"] == "up1"


def test_a_stray_card_is_laid_where_a_person_says_and_the_eye_is_told_where_that_is(table):
    table.finds(*ALL, named=NAMES)
    table.tell(StrayCard(table.now, "47", OUTLINE))
    table.does("answer_pile", question=table.asked[0].id, zone="up2")
    assert table.faces == {"up2": "47"} and not table.asked
    (said,) = table.session.snapshot.found_piles.said
    assert (said.zone, said.face) == ("up2", "47") and said.at == pytest.approx((0.15, 0.2))
    table.finds(*ALL, proven="up2", named=NAMES)
    assert table.visit(Change("up2", "", "47", 0.99, (), table.now, True)) == [], "the match has it already"
    assert verdicts(table.lays("up2", "45")) == ["illegal"]


def test_a_stray_card_that_is_named_late_counts_in_the_turn_in_which_it_was_laid(table):
    table.finds(*ALL, named=NAMES)
    table.lays("up1", "30")
    table.tell(StrayCard(table.now, "47", OUTLINE))
    table.draws(ANNA)
    assert table.turn == (2, 1) and not table.has_alarm, "with the card that nobody has placed Anna has laid two"
    table.lays("down1", "80", BEA)
    table.does("answer_pile", question=table.asked[0].id, zone="up2")
    assert table.faces == {"up1": "30", "up2": "47", "down1": "80"} and table.turn == (2, 1) and not table.has_alarm
    assert [laid.turn for laid in table.session.match.laid if laid.after == "47"] == [1]


def test_an_early_end_is_taken_back_once_a_card_is_noticed_that_was_laid_before(table):
    """The eye waits before it asks about a card that lies nowhere."""
    table.finds(*ALL, named=NAMES)
    table.lays("up1", "30")
    table.draws(ANNA)
    assert table.has_alarm
    table.now += 2.0
    table.tell(StrayCard(table.now, "47", OUTLINE))
    assert not table.has_alarm and table.turn == (2, 1)
    table.does("answer_pile", question=table.asked[0].id, zone="up2")
    assert table.faces == {"up1": "30", "up2": "47"} and not table.has_alarm
    assert [laid.turn for laid in table.session.match.laid] == [1, 1]


def test_a_stray_card_that_is_noticed_after_the_turn_ended_is_of_the_turn_that_ended(table):
    table.finds(*ALL, named=NAMES)
    table.lays("up1", "30")
    table.lays("up1", "32")
    table.draws(ANNA)
    table.now += 1.0
    table.tell(StrayCard(table.now, "47", OUTLINE))
    table.does("answer_pile", question=table.asked[0].id, zone="up2")
    assert [laid.turn for laid in table.session.match.laid] == [1, 1, 1] and table.turn == (2, 1) and not table.has_alarm


def test_an_early_end_stays_one_where_a_card_is_noticed_long_after(table):
    table.finds(*ALL, named=NAMES)
    table.lays("up1", "30")
    table.draws(ANNA)
    table.now += 20.0
    table.tell(StrayCard(table.now, "47", OUTLINE))
    assert table.turn == (1, 0)


def test_a_stray_card_that_is_not_played_is_dropped(table):
    table.finds(*ALL, named=NAMES)
    table.tell(StrayCard(table.now, "47", OUTLINE))
    table.does("ignore", question=table.asked[0].id)
    assert not table.asked and table.faces == {}


def test_a_stray_card_that_nobody_could_read_is_asked_about_and_read_by_the_eye(table):
    table.finds(*ALL, named=NAMES)
    table.tell(StrayCard(1.0, UNREADABLE, OUTLINE))
    (shown,) = table.view("it")["pile_questions"]
    assert (shown["face"], shown["text"]) == ("", "Su quale mucchietto sta questa carta?")
    table.does("answer_pile", question=shown["id"], zone="down2")
    assert table.faces == {}
    assert verdicts(table.lays("down2", "61")) == ["legal"]


def test_a_stray_card_that_the_eye_cannot_follow_is_asked_about_as_any_unread_card(table):
    table.finds(*ALL, named=NAMES)
    table.tell(StrayCard(1.0, UNREADABLE, OUTLINE))
    table.does("answer_pile", question=table.asked[0].id, zone="down2")
    (asked,) = table.session.piles.lay_card_unseen("down2", "", table.now)
    assert isinstance(asked, Question) and asked.zone == "down2"


def test_a_stray_card_that_the_eye_adopts_is_asked_about_no_longer(table):
    table.finds(*ALL, named=NAMES)
    table.tell(StrayCard(table.now, "47", OUTLINE))
    table.lays("up1", "47")
    assert not table.asked and table.faces == {"up1": "47"}


def test_no_pile_and_no_question_of_another_game_can_be_named(table):
    table.finds(*ALL, named=NAMES)
    table.tell(StrayCard(table.now, "47", OUTLINE))
    for body in ({"question": table.asked[0].id, "zone": "draw"}, {"question": "q77", "zone": "up1"}):
        with pytest.raises(InputError):
            table.does("answer_pile", **body)
    assert len(table.asked) == 1


# Names


def test_which_piles_these_are_is_asked_at_the_first_card_where_no_direction_card_could_be_read(table):
    """One answer names them all, those too on which nothing lies yet."""
    table.finds(*ALL)
    assert table.view()["found_piles"]["asks"] == ""
    table.lays("up1", "47")
    assert table.view()["found_piles"]["asks"] == "names"
    table.does("piles", names={"up1": "down1", "up2": "down2", "down1": "up1", "down2": "up2"})
    assert table.view()["found_piles"]["asks"] == "" and table.faces == {"down1": "47"}
    assert verdicts(table.lays("down1", "40")) == ["legal"] and not table.has_alarm
    assert verdicts(table.lays("up2", "30")) == ["legal"] and verdicts(table.lays("up2", "25")) == ["illegal"]


def test_which_piles_these_are_is_asked_when_the_second_pile_begins_without_direction_cards(table):
    table.finds("up1", "draw", proven="up1")
    table.lays("up1", "47")
    assert table.view()["found_piles"]["asks"] == ""
    table.finds("up1", "up2", "draw", proven="up1 up2")
    table.lays("up2", "80")
    assert table.view()["found_piles"]["asks"] == "names"
    table.does("piles", names={"up1": "up1", "up2": "down1"})
    found = table.view()["found_piles"]
    assert found["asks"] == "" and table.faces == {"up1": "47", "down1": "80"}
    assert verdicts(table.lays("down1", "70")) == ["legal"] and not table.has_alarm


def test_what_is_asked_of_a_card_goes_with_its_pile_to_the_name_that_a_person_says():
    table = Table("extreme")
    table.finds("up1", "up2", proven="up1 up2")
    (question,) = [one for one in table.lays("up1", "66") if isinstance(one, Question)]
    table.does("piles", names={"up1": "down1", "up2": "up2"})
    (asked,) = table.session.snapshot.questions
    assert (asked.id, asked.zone) == (question.id, "down1")
    table.does("answer", question=asked.id, face="66:silence")
    assert {zone: face for zone, face in table.session.match.faces.items() if face} == {"down1": "66:silence"}
    table.lays("down1", "50")
    table.waits()
    assert table.session.snapshot.out_of_step == ()


def test_names_go_round_among_three_piles_with_the_cards_on_them(table):
    table.finds(*ALL)
    for zone, face in (("up1", "50"), ("up2", "60"), ("down1", "70")):
        table.lays(zone, face)
    table.does("piles", names={"up1": "down1", "up2": "up1", "down1": "up2"})
    assert table.faces == {"down1": "50", "up1": "60", "up2": "70"} and not table.has_alarm
    places = {pile.zone: pile.at for pile in table.session.snapshot.found_piles.places}
    assert (places["down1"], places["up1"], places["up2"]) == (PLACES["up1"], PLACES["up2"], PLACES["down1"])


def test_two_piles_cannot_go_by_one_name(table):
    table.finds(*ALL)
    for names in ({"up1": "up2", "down1": "up2"}, {"up1": "draw"}, {"nowhere": "up1"}, {}):
        with pytest.raises(InputError):
            table.does("piles", names=names)


def test_names_that_a_person_said_stay_while_the_piles_stay(table):
    table.finds(*ALL)
    table.lays("up1", "47")
    table.does("piles")
    table.finds(*ALL, proven="up1")
    assert all(pile.is_named for pile in table.session.snapshot.found_piles.cards)
    table.tell(
        PilesFound(table.now, (PilePlace("up1", PLACES["down2"], True, False), PilePlace("down2", PLACES["up1"], True, False)))
    )
    assert not any(pile.is_named for pile in table.session.snapshot.found_piles.cards), "they lie the other way round now"


def test_a_known_name_that_is_doubted_is_asked_for_once_and_what_a_person_says_stays(table):
    """The eye thought that it knew; what was laid since speaks against it."""
    table.finds(*ALL, named=NAMES, proven=NAMES)
    table.lays("up2", "30")

    def doubt() -> None:
        places = (PilePlace(zone, PLACES[zone], True, zone not in ("up2", "down1"), zone in ("up2", "down1")) for zone in ALL)
        table.tell(PilesFound(table.now, tuple(places), ("draw",)))

    doubt()
    table.lays("up2", "25")
    assert not table.has_alarm and table.view()["found_piles"]["asks"] == "names"
    table.does("piles")
    doubt()
    assert [dispute.zone for dispute in table.session.match.disputes] == ["up2"], "the name was right, and stays"


def lay_crossed(table: Table) -> None:
    """Cards of two piles that the eye takes for one another: the second on either would be a foul."""
    table.finds(*ALL, named=NAMES, proven="up1 down1")
    for zone, face in (("up1", "90"), ("down1", "20"), ("up1", "85")):
        table.lays(zone, face)
    assert [dispute.zone for dispute in table.session.match.disputes] == ["up1"], "a single foul is one"
    table.lays("down1", "31")


def test_names_are_doubted_where_the_cards_on_two_piles_would_stand_on_one_another(table):
    lay_crossed(table)
    assert not table.has_alarm and table.view()["found_piles"]["asks"] == "names"
    assert table.faces == {"up1": "85", "down1": "31"}
    table.finds(*ALL, named=NAMES, proven="up1 down1")
    table.lays("up1", "70")
    assert not table.has_alarm, "though the eye has read the names"
    table.does("piles", swap=["up1", "down1"])
    table.does("piles")
    assert table.faces == {"up1": "31", "down1": "70"} and not table.has_alarm and not table.asked
    assert verdicts(table.lays("down1", "75")) == ["illegal"]
    assert verdicts(table.lays("up1", "25")) == ["illegal"], "a person has said the names: they are doubted no more"


def test_a_doubted_foul_is_called_once_a_person_says_that_the_names_are_right(table):
    lay_crossed(table)
    table.does("piles")
    assert {dispute.zone for dispute in table.session.match.disputes} == {"up1", "down1"}


CARDS = st.tuples(st.sampled_from(NAMES.split()), st.integers(2, 99), st.sampled_from((ANNA, BEA, CARL, None)))
DRAWS = st.tuples(st.just("draw"), st.just(0), st.sampled_from((ANNA, BEA, CARL, None)))


@given(st.lists(st.one_of(CARDS, CARDS, DRAWS), max_size=12), st.sampled_from(("", "up1", "up1 down2")))
def test_whatever_is_laid_on_nameless_piles_nothing_is_called_there(acts, named):
    table = Table()
    table.finds(*ALL, named=named)
    for zone, number, hand in acts:
        if zone == "draw":
            table.draws(hand)
        elif zone not in named.split():
            table.lays(zone, str(number), hand)
        about = {dispute.zone for dispute in table.session.match.disputes}
        assert about <= set(named.split()), "no card is in dispute there"
        differ = {one.zone for one in table.session.snapshot.out_of_step}
        assert not differ


@given(st.permutations(NAMES.split()), st.permutations(NAMES.split()), st.integers(0, 4), st.integers(1, 4))
def test_each_pile_bears_the_name_that_was_said_and_no_pile_is_lost(order, names, found, said):
    """Some of the piles were found, and some of these are named."""
    piles = FoundPiles(tuple(FoundPile(zone, PLACES[zone], True, False) for zone in order[:found]))
    wish = dict(zip(order[:found][:said], names, strict=False))
    for present, name in names_in_order(wish):
        piles = piles.give_name(present, name)
    at = {pile.at: pile.zone for pile in piles.places}
    assert len({pile.zone for pile in piles.places}) == len(piles.places) == found
    assert all(at[PLACES[zone]] == name for zone, name in wish.items())
    assert all(piles.find_pile(name).is_named for name in wish.values())


def test_cards_go_with_the_name_that_the_eye_reads_late_and_are_judged_then(table):
    table.finds(*ALL)
    table.lays("up1", "47")
    table.lays("up1", "45")
    table.lays("up2", "20")
    places = {"down1": PLACES["up1"], "up1": PLACES["down1"]}
    known = tuple(PilePlace(zone, places.get(zone, PLACES[zone]), zone == "down1", True) for zone in ALL)
    table.tell(PilesFound(table.now, known, ("draw",)))
    assert table.faces == {"down1": "45", "up2": "20"} and not table.asked and not table.has_alarm
    assert verdicts(table.lays("down1", "50")) == ["illegal"]


def test_a_foul_is_called_once_the_eye_reads_that_the_name_was_right(table):
    table.finds(*ALL)
    table.lays("up1", "47")
    table.lays("up1", "45")
    table.finds(*ALL, proven="up1", named=NAMES)
    assert [dispute.zone for dispute in table.session.match.disputes] == ["up1"]


@pytest.mark.parametrize(("proven", "is_foul"), [("up1", False), ("up1 up2 down1 down2", True)])
def test_a_draw_after_a_turn_without_cards_is_a_foul_only_where_all_piles_are_known(table, proven, is_foul):
    """Cards may have been laid on a pile that nobody knows yet, and a hand that waits at a draw pile has not drawn."""
    table.finds(*ALL, named=NAMES, proven=proven)
    table.lays("up1", "30")
    table.lays("up1", "40")
    table.draws(ANNA)
    assert table.turn == (2, 1)
    table.draws(BEA)
    assert table.has_alarm == is_foul
    if not is_foul:
        table.lays("up1", "45", BEA)
        table.lays("up1", "50", BEA)
        table.draws(BEA)
        assert table.turn == (3, 2) and not table.has_alarm


def test_an_early_end_is_called_each_time_it_is_said(table):
    """An end that is refused ends no turn: what was laid before it was laid in this turn."""
    table.finds(*ALL, named=NAMES, proven="up1")
    table.lays("up1", "30")
    assert verdicts(table.draws(ANNA)) == ["illegal"]
    assert verdicts(table.draws(ANNA)) == ["illegal"]


def test_a_draw_after_a_turn_without_cards_is_no_foul_where_most_piles_were_not_even_found(table):
    """Without direction cards a pile is known only once a card was laid there."""
    table.finds("up1", "draw", proven="up1", named=NAMES)
    table.lays("up1", "30")
    table.lays("up1", "40")
    table.draws(ANNA)
    table.draws(BEA)
    assert not table.has_alarm


def test_names_stay_in_doubt_where_the_eye_could_not_follow_an_exchange(table):
    lay_crossed(table)
    table.does("piles", swap=["up1", "down1"])
    table.session.piles.keep_names_of_eye("up1", "down1", table.now)
    table.finds(*ALL, named=NAMES, proven="up1 down1")
    assert table.view()["found_piles"]["asks"] == "names", "that the eye has read them says nothing: it had before"
    table.lays("down1", "60")
    assert not table.has_alarm


# One sentence at every moment


@pytest.mark.parametrize(
    ("directions", "backs", "english", "italian"),
    [
        (4, 1, "I see four direction cards. Lay the first card.", "Vedo quattro carte direzione. Gioca la prima carta."),
        (3, 1, "I see three direction cards; lay one more.", "Vedo tre carte direzione; mettine un’altra."),
        (2, 1, "I see two direction cards; lay two more.", "Vedo due carte direzione; mettine altre due."),
        (0, 1, "I see no direction cards. Lay the first card.", "Non vedo carte direzione. Gioca la prima carta."),
        (4, 0, "I do not see the draw pile yet. Lay it in view.", "Non vedo ancora il mazzo di pesca. Mettilo in vista."),
    ],
)
def test_a_table_that_is_being_learned_says_what_is_seen_and_waited_for(table, directions, backs, english, italian):
    table.tell(TableSeen(0.0, directions, backs))
    table.tell(Still(0.0))
    assert (table.view()["table"]["text"], table.view("it")["table"]["text"]) == (english, italian)
    assert table.view()["table"]["searched"]
    table.finds(*ALL, named=NAMES)
    table.lays("up1", "30")
    assert table.view()["table"]["text"] == "I know 1 of 4 piles, the others by their first card."
    assert table.view("it")["table"]["text"] == "Conosco 1 mucchietto su 4, gli altri dalla loro prima carta."
    assert "searched" not in table.view()["table"]
    table.finds(*ALL, named=NAMES, proven="up1 up2 down1 down2")
    assert table.view()["table"]["text"] == "The table is being watched"


def test_a_table_whose_piles_are_lost_in_the_middle_of_a_match_asks_for_two_cards(table):
    """Not for direction cards: those on top tell where it lies."""
    table.finds(*ALL, named=NAMES, proven="up1 up2")
    table.tell(Lost(0.0, "piles"))
    view = table.view()["table"]
    assert (view["state"], view["text"]) == (
        "lost",
        "I have lost your piles. Hands off, and let me see two of the cards on top.",
    )
    assert table.view("it")["table"]["text"] == "Ho perso i mucchietti. Togli le mani e mostrami due delle carte in cima."
    table.tell(Found(0.0), Still(0.0))
    assert table.view()["table"]["text"] == "I know 2 of 4 piles, the others by their first card."


def test_a_camera_that_starts_over_cards_says_at_once_how_many_piles_it_knows(table):
    table.session.publisher.report_waking()
    table.finds(*ALL, named=NAMES, proven="up1 down1")
    assert table.view()["table"]["text"] == "I know 2 of 4 piles, the others by their first card."


def test_a_table_that_is_looked_at_anew_in_the_middle_of_a_match_says_to_play_on(table):
    table.finds(*ALL, named=NAMES)
    table.tell(Still(0.0))
    assert table.view()["table"]["text"] == "I see four direction cards. Lay the first card."
    table.lays("up1", "30")
    table.session.publisher.report_waking()
    assert table.view()["table"]["text"] == "I see four direction cards. Play on."
    assert table.view("it")["table"]["text"] == "Vedo quattro carte direzione. Si continua a giocare."


def test_a_table_on_which_no_pile_is_found_yet_is_not_called_lost(table):
    table.tell(TableSeen(0.0, 0, 1), Lost(0.0, "piles"))
    view = table.view()["table"]
    assert (view["state"], view["text"]) == ("waking", "I see no direction cards. Lay the first card.")
    table.tell(Lost(0.0, "dark"))
    view = table.view()["table"]
    assert (view["state"], view["text"]) == ("lost", "It is too dark to see the table")


@pytest.mark.parametrize("language", ["en", "it"])
def test_what_is_said_of_such_tables_is_short_and_begins_with_a_capital(language):
    words = catalogue(language)
    counts = [
        {"count": count, "missing": missing, "laid": laid} for count in range(5) for missing in (1, 2, 3) for laid in (0, 1)
    ]
    ids = (
        "bare-directions",
        "bare-directions-missing",
        "bare-no-directions",
        "bare-no-draw",
        "draw-missing",
        "table-piles",
        "bare-known-again",
    )
    said = {words.text(id, **values) for id in ids for values in counts}
    said |= {
        words.text("asked-pile", card="47"),
        words.text("bare-some-known", known=2, count=4),
        words.text("asked-pile-unread"),
        words.text("piles-right"),
        words.text("asked-pile-none"),
    }
    assert not [text for text in said if len(text) > 90 or not text[0].isupper()]


def test_a_table_whose_piles_were_found_says_that_the_draw_pile_is_missing(table):
    table.tell(TableSeen(0.0, 4, 0), Still(0.0))
    table.finds("up1", "up2", "down1", "down2", named=NAMES)
    view = table.view()
    assert (
        view["table"]["text"]
        == view["found_piles"]["text"]
        == "Draw pile not found. Show it, and turns end when someone draws."
    )


def test_no_notice_of_these_tables_asks_about_a_turn(table):
    table.finds(*ALL)
    table.draws(ANNA)
    table.lays("up1", "47", BEA)
    table.lays("up1", "45", BEA)
    table.draws(BEA)
    assert not [one for one in table.notices if isinstance(one, TurnQuestion) and one.card is None] and not table.has_alarm
