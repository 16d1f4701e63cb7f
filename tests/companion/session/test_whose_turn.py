"""Whose turn it is at a table: hands, draws that nobody saw, questions that are asked once."""

from __future__ import annotations

from typing import Any

import pytest

from companion.commands.commands import prepare_work
from companion.errors import InputError
from companion.games.sheets import build_practice_deck, load_sheet
from companion.journal.journal import Journal
from companion.match.events import Claimed, Played, Started
from companion.match.rulings import Ruling
from companion.questions.question import Question, TurnOver, TurnQuestion
from companion.session.found_piles import FoundPile
from companion.session.session import Session
from companion.shown.view import make_view
from companion.shown.words.messages import catalogue
from companion.sources.sources import commands_for
from companion.turns.scene import PRIOR_MOVER, collect_seating
from companion.turns.seats import expect_seat, learn_spreads
from tests.companion.session.changes import change

ANNA, BEA, CARL = 0.88, 0.22, 0.55
NAMES = ("Anna", "Bea", "Carl", "Dan")


class Table:
    """A table at which time passes with every visit of a hand."""

    def __init__(
        self,
        game: str = "the_game",
        players: int = 3,
        places: tuple[float, ...] = (ANNA, BEA, CARL),
        deck: tuple[Any, ...] = (),
    ) -> None:
        self.journal = Journal(":memory:")
        self.session = Session(
            self.journal, lambda name: {*build_practice_deck(load_sheet(name)), *load_sheet(name).faces}, *deck
        )
        self.session.begin_match(Started(game, players, {}, None, NAMES[:players], places=places), 0.0, "phone")
        self.now = 0.0

    def visit(self, work=lambda at: (), *, long: bool = False, clear: bool = False):
        """A hand comes, something may be done, it goes. `clear`: it was seen never to come near the draw pile."""
        self.now += 2.0
        notices = self.session.record_hands(True, self.now)
        self.now += 3.0 if long else 0.8
        notices += work(self.now)
        self.now += 0.1
        return notices + self.session.record_hands(False, self.now, clear_of_draws=clear)

    def lays(self, hand: float | None, zone: str, face: str, *, long: bool = False, **read):
        before = self.session.snapshot.rules.list_faces(self.session.match.state).get(zone, "")
        told = change(zone, before, face, hand=hand, **{"confidence": 0.6} | read)
        return self.visit(lambda at: self.session.take_change(told, at), long=long)

    def draws(self, hand: float | None, zone: str = "draw"):
        return self.visit(lambda at: self.session.record_draw_visit(at, zone, hand))

    def does(self, **command):
        return prepare_work(command, "phone")(self.session, self.now)

    @property
    def turn(self) -> tuple[int, int]:
        return (self.session.match.state.turn, self.session.match.state.to_move)

    @property
    def view(self):
        game = self.session.match.started.game
        return make_view(self.session.snapshot, catalogue("en"), {game: load_sheet(game)})


def rulings(notices):
    return [(notice.verdict, notice.rule) for notice in notices if isinstance(notice, Ruling)]


def overs(notices):
    return [notice for notice in notices if isinstance(notice, TurnOver)]


@pytest.fixture
def table() -> Table:
    """Anna has laid her minimum."""
    table = Table()
    for face in ("10", "12"):
        assert rulings(table.lays(ANNA, "up1", face)) == [("legal", None)]
    return table


def test_a_draw_that_nobody_saw_is_known_by_the_next_hand(table):
    table.visit()
    (over,) = overs(table.lays(BEA, "up2", "20"))
    assert (over.turn, over.seat, over.by) == (1, 0, "hand")
    assert over.at < table.now - 1.0, "it ended when the hand was there that did nothing else"
    assert table.turn == (2, 1)


def test_a_card_out_of_turn_is_a_foul_where_nobody_can_have_drawn(table):
    notices = table.lays(BEA, "up2", "20")
    assert rulings(notices) == [("illegal", "TG-17")]
    assert table.turn == (1, 0)
    assert rulings(table.lays(BEA, "up2", "")) == [("legal", None)], "she takes it back"
    assert rulings(table.lays(ANNA, "up1", "14")) == [("legal", None)]


def test_where_no_draw_pile_was_found_somebody_may_always_have_drawn(table):
    """Without a mat, and nobody has tapped where it lies."""
    places = (FoundPile("up1", (0.3, 0.5), is_proven=True), FoundPile("up2", (0.5, 0.5)))
    table.session.piles.report_piles(places, ("draw",), table.now)
    (over,) = overs(table.lays(BEA, "up2", "20"))
    assert (over.turn, over.seat, table.turn) == (1, 0, (2, 1))


def test_in_a_long_visit_more_may_have_happened(table):
    assert overs(table.lays(BEA, "up2", "20", long=True))


def test_who_goes_on_had_not_ended_the_turn(table):
    """Bea lays too soon after somebody scratched his head over the table, takes it back, and Anna lays on."""
    table.visit()
    table.lays(BEA, "up2", "20")
    table.lays(BEA, "up2", "")
    assert rulings(table.lays(ANNA, "up1", "14"))[-1] == ("legal", None)
    assert table.turn == (1, 0)


def test_a_turn_ended_too_early_is_a_foul_by_its_own_hand(table):
    table.draws(ANNA)
    assert rulings(table.draws(BEA)) == [("illegal", "TG-07")]


def test_who_draws_a_second_card_late_ends_nobodys_turn(table):
    table.draws(ANNA)
    assert rulings(table.draws(ANNA)) == []
    table.lays(BEA, "up2", "20")
    assert rulings(table.draws(ANNA)) == []
    assert table.turn == (2, 1)


def test_the_hand_of_nobody_to_move_at_the_draw_pile_ends_nothing(table):
    assert rulings(table.draws(CARL)) == []
    assert table.turn == (1, 0)


def test_the_next_card_shows_where_a_doubtful_one_belongs():
    """Nobody saw from where the 20 came, nor the draw before it: the 22 tells of both."""
    table = Table()
    table.lays(ANNA, "up1", "10")
    table.lays(ANNA, "up1", "12")
    table.visit()
    assert rulings(table.lays(None, "up2", "20")) == [("legal", None)]
    (over,) = overs(table.lays(BEA, "up2", "22"))
    assert (over.turn, over.seat) == (1, 0)
    assert table.session.match.laid[2].turn == 2, "the 20 was Bea's"
    assert rulings(table.draws(BEA))[-1] == ("legal", None), "and she has laid two"


def test_what_two_readings_leave_open_is_asked_once_and_nothing_is_ruled():
    table = Table(places=())
    table.lays(ANNA, "up1", "10")
    notices = table.lays(ANNA - 0.2, "up1", "12")
    (question,) = [notice for notice in notices if isinstance(notice, TurnQuestion)]
    assert rulings(notices) == [("legal", None)]
    shown = table.view["turn_question"]
    assert (shown["text"], shown["seat"]) == ("Has Anna ended the turn?", 0)
    assert not [each for each in table.lays(ANNA - 0.2, "up1", "14") if isinstance(each, TurnQuestion)], "once a turn"
    table.does(command="turn_ended", question=question.id, ended=False)
    assert table.session.snapshot.turn_question is None
    with pytest.raises(InputError):
        table.does(command="turn_ended", question=question.id, ended=True)


def test_the_answer_puts_the_end_where_it_belongs():
    table = Table(places=())
    for face in ("10", "12"):
        table.lays(ANNA, "up1", face)
    table.visit()
    notices = table.lays(ANNA - 0.1, "up1", "20")
    (question,) = [notice for notice in notices if isinstance(notice, TurnQuestion)]
    assert table.turn == (1, 0)
    table.does(command="turn_ended", question=question.id, ended=True)
    assert table.turn == (2, 1)
    assert table.session.match.laid[-1].turn == 2


def test_a_card_of_another_hand_is_out_of_turn_once_it_is_said_that_no_turn_had_ended():
    table = Table(places=())
    for hand, face in ((ANNA, "10"), (ANNA, "12")):
        table.lays(hand, "up1", face)
    table.draws(ANNA)
    for face in ("90", "88"):
        table.lays(BEA, "down1", face)
    table.draws(BEA)
    table.lays(CARL, "up2", "5")
    table.lays(CARL, "up2", "7")
    table.visit()
    notices = table.lays(BEA - 0.05, "up2", "20")
    (question,) = [notice for notice in notices if isinstance(notice, TurnQuestion)]
    assert rulings(notices) == [("legal", None)], "no foul is called while it is asked"
    assert rulings(table.does(command="turn_ended", question=question.id, ended=False)) == [("illegal", "TG-17")]
    assert table.turn == (3, 2)


def test_who_lays_again_after_a_draw_is_asked_about_that_draw_and_called_if_it_was_one():
    """Carl's hand was at the draw pile, and he lays another card: either it was no draw, or he lays out of turn. Nobody is asked whether
    Anna has ended her turn, who has laid nothing."""

    def asked():
        table = Table(players=4, places=())
        for hand, zone, cards in ((ANNA, "up1", ("10", "12")), (0.13, "up2", ("20", "22")), (0.38, "up1", ("30", "33"))):
            for face in cards:
                table.lays(hand, zone, face)
            table.draws(hand)
        for face in ("90", "88"):
            table.lays(0.63, "down1", face)
        table.draws(0.63)
        notices = table.lays(0.63, "down1", "80")
        assert rulings(notices) == [("legal", None)]
        (question,) = [notice for notice in notices if isinstance(notice, TurnQuestion)]
        assert (question.turn, question.seat) == (4, 3)
        return table, question

    table, question = asked()
    assert rulings(table.does(command="turn_ended", question=question.id, ended=True)) == [("illegal", "TG-17")]
    assert table.turn == (5, 0)
    table, question = asked()
    table.does(command="turn_ended", question=question.id, ended=False)
    assert table.turn == (4, 3) and not table.session.match.disputes


def test_places_are_set_on_the_phone():
    table = Table(places=())
    table.does(command="set_up", places=[ANNA, BEA, None])
    assert table.session.match.started.places == (ANNA, BEA, None)
    assert [seat["place"] for seat in table.view["seats"]] == [ANNA, BEA, None]
    table.lays(ANNA, "up1", "10")
    assert rulings(table.lays(BEA, "up2", "20")) == [("illegal", "TG-17")]


@pytest.mark.parametrize("places", [[0.1, 0.2, 0.3, 0.4], [1.2]])
def test_places_that_cannot_be_are_refused(places):
    table = Table(places=())
    with pytest.raises(InputError):
        table.does(command="set_up", places=places)
    assert table.session.match.started.places == ()


def test_hands_are_kept_in_the_journal(table):
    again = Session(table.journal, lambda name: build_practice_deck(load_sheet(name)))
    again.resume_match()
    assert again.match == table.session.match
    assert [entry.event.hand for entry in again.match.entries if isinstance(entry.event, Played)] == [ANNA, ANNA]


def test_a_card_that_nobody_knows_yet_counts_as_one():
    table = Table()
    table.lays(ANNA, "up1", "10")
    (question,) = [each for each in table.lays(ANNA, "up2", "20", accepted=False) if isinstance(each, Question)]
    assert rulings(table.draws(ANNA)) == [("legal", None)], "no word of one more card"
    assert table.turn == (2, 1)
    table.session.answer_question(question.id, "22", table.now, "phone")
    assert [(laid.after, laid.turn) for laid in table.session.match.laid] == [("10", 1), ("22", 1)]
    assert table.turn == (2, 1)


def test_a_card_on_one_that_nobody_knows_is_not_judged():
    """The 15 lies on a card that was read as 20 perhaps: whether it may lie there nobody can say."""
    table = Table()
    table.lays(ANNA, "up1", "50")
    table.lays(ANNA, "up1", "40", accepted=False)
    assert rulings(table.lays(ANNA, "up1", "45")) == [("legal", None)]


def test_a_card_that_was_covered_before_anybody_knew_it_is_asked_about_still():
    table = Table()
    table.lays(ANNA, "up1", "10")
    table.lays(ANNA, "up2", "20", accepted=False)
    table.lays(ANNA, "up2", "25")
    (question,) = table.session.snapshot.questions
    (shown,) = table.view["questions"]
    assert "25" in shown["title"] and shown["picture"] is None, "the camera sees the card that lies on it"
    table.session.answer_question(question.id, "22", table.now, "phone")
    assert [laid.after for laid in table.session.match.laid] == ["10", "22", "25"]
    assert table.session.snapshot.questions == () and table.session.match.disputes == ()
    assert table.session.snapshot.rules.list_faces(table.session.match.state)["up2"] == "25"


def test_a_covered_card_that_comes_to_light_again_needs_nobody_to_say_what_it_is():
    table = Table()
    table.lays(ANNA, "up2", "10")
    table.lays(ANNA, "up2", "20", accepted=False)
    table.lays(BEA, "up2", "15")
    assert rulings(table.lays(BEA, "up2", "20")) == [("legal", None), ("legal", None)], (
        "hers is taken back, the other was laid by Anna"
    )
    assert [laid.after for laid in table.session.match.laid] == ["10", "20"]
    table.session.notice_time(table.now + 60)
    assert table.session.snapshot.out_of_step == ()
    assert table.session.snapshot.questions == () and table.session.match.disputes == ()
    assert rulings(table.draws(ANNA)) == [("legal", None)]


def test_a_covered_card_that_was_none_is_forgotten_and_counts_no_more():
    table = Table()
    table.lays(ANNA, "up2", "20", accepted=False)
    table.lays(ANNA, "up2", "25")
    (question,) = table.session.snapshot.questions
    table.session.dismiss_question(question.id, table.now, "phone")
    assert rulings(table.draws(ANNA)) == [("illegal", "TG-07")], "one card, not two"


def test_what_lay_under_a_card_is_not_asked_once_that_card_is_gone():
    table = Table()
    table.lays(ANNA, "up1", "10")
    table.lays(ANNA, "up2", "20", accepted=False)
    table.lays(ANNA, "up2", "25")
    table.does(command="undo")
    assert table.session.snapshot.questions == ()


def test_where_nothing_was_laid_the_turn_cannot_end():
    table = Table()
    table.lays(ANNA, "up1", "10")
    (question,) = [each for each in table.lays(ANNA, "up2", "20", accepted=False) if isinstance(each, Question)]
    table.session.dismiss_question(question.id, table.now, "phone")
    assert rulings(table.draws(ANNA)) == [("illegal", "TG-07")]


def test_a_card_that_was_called_by_its_hand_alone_is_let_go_of_once_the_table_goes_on():
    """Her arm was seen badly; nobody takes the card back, and nothing more is said of it."""
    table = Table()
    assert rulings(table.lays(BEA, "up1", "10")) == [("illegal", "TG-17")]
    table.lays(ANNA, "up2", "20")
    assert [verdict for verdict, _ in rulings(table.draws(ANNA))] == ["legal", "legal"]
    assert table.turn == (2, 1)
    assert rulings(table.lays(BEA, "up1", "15")) == [("legal", None)]


def test_a_card_of_the_next_player_that_nobody_took_back_was_laid_after_the_end():
    table = Table()
    for face in ("10", "12"):
        table.lays(ANNA, "up1", face)
    assert rulings(table.lays(BEA, "up2", "20")) == [("illegal", "TG-17")]
    assert all(verdict == "legal" for verdict, _ in rulings(table.draws(ANNA)))
    assert table.turn == (2, 1)
    assert table.session.match.laid[-1].turn == 2, "the 20 is Bea's"


def test_the_player_to_move_who_lays_on_a_card_that_was_called_shows_that_it_was_his():
    """His arm was seen badly once: one lamp, not one for every card after it."""
    table = Table()
    assert rulings(table.lays(BEA, "up1", "10")) == [("illegal", "TG-17")]
    assert rulings(table.lays(ANNA, "up1", "12")) == [("legal", None), ("legal", None)]
    assert not table.session.match.disputes and table.turn == (1, 0)
    assert rulings(table.draws(ANNA)) == [("legal", None)]


def test_whose_card_was_called_and_who_lays_on_has_the_turn_whose_end_was_missed(table):
    assert rulings(table.lays(BEA, "up2", "20")) == [("illegal", "TG-17")]
    notices = table.lays(BEA, "down1", "90")
    assert all(verdict == "legal" for verdict, _ in rulings(notices))
    assert table.turn == (2, 1)
    assert [laid.turn for laid in table.session.match.laid] == [1, 1, 2, 2]
    assert rulings(table.draws(BEA)) == [("legal", None)]


def test_whose_card_was_called_and_who_draws_has_had_his_turn():
    """In Quick & Easy one card is a turn: nobody saw Anna draw, Bea lays a card and draws."""
    table = Table("quick_easy")
    table.lays(ANNA, "up", "2R")
    assert rulings(table.lays(BEA, "up", "3R")) == [("illegal", "QE-02")]
    assert all(verdict == "legal" for verdict, _ in rulings(table.draws(BEA)))
    assert table.turn == (3, 2)


def test_a_table_that_goes_on_after_a_turn_with_too_few_cards_is_followed():
    """Anna drew too early and does not lay the other card: once Bea lays her second one it is her turn, whatever was said of Anna's."""
    table = Table()
    table.lays(ANNA, "up1", "10")
    assert rulings(table.draws(ANNA)) == [("illegal", "TG-07")]
    assert rulings(table.lays(BEA, "up2", "20")) == [("illegal", "TG-17")]
    assert ("illegal", "TG-17") not in rulings(table.lays(BEA, "up2", "22"))
    assert table.turn == (2, 1) and not table.session.match.disputes
    assert rulings(table.draws(BEA)) == [("legal", None)]


def test_an_end_that_was_none_is_let_go_of_when_its_player_lays_on():
    """Something passed for Anna's draw; with two players her next card is called, the one after that shows that her turn goes on."""
    table = Table(players=2, places=(ANNA, CARL))
    for face in ("10", "12"):
        table.lays(ANNA, "up1", face)
    table.draws(ANNA)
    assert rulings(table.lays(ANNA, "up1", "14")) == [("illegal", "TG-17")]
    assert all(verdict == "legal" for verdict, _ in rulings(table.lays(ANNA, "up1", "16")))
    assert table.turn == (1, 0) and not table.session.match.disputes
    assert rulings(table.draws(ANNA)) == [("legal", None)]
    assert rulings(table.lays(CARL, "up2", "20")) == [("legal", None)]


def test_a_card_of_the_next_hand_is_no_foul_while_a_hand_is_at_the_draw_pile(table):
    """Anna is drawing still, and Bea lays already: the turn has ended, and Anna's hand that leaves ends no other."""
    notices = table.lays(BEA, "up2", "20", drawing=True)
    assert all(verdict == "legal" for verdict, _ in rulings(notices))
    assert rulings(table.draws(ANNA)) == []
    assert table.turn == (2, 1)


def test_a_draw_under_anothers_arm_is_put_in_once_that_one_draws_too():
    """Anna draws while Bea reaches over her hand and lays a card; nobody sees whose card it is, nor Anna's draw."""
    table = Table("quick_easy")
    assert rulings(table.lays(ANNA, "down", "6Y")) == [("legal", None)]
    assert rulings(table.lays(None, "up", "3X", drawing=True)) == [("legal", None)]
    assert [(over.turn, over.seat) for over in overs(table.draws(BEA))] == [(1, 0), (2, 1)]
    assert rulings(table.lays(CARL, "down", "2G")) == [("legal", None)]


def test_who_draws_after_the_next_player_has_laid_had_ended_his_turn_before():
    """Carl's card came while Bea's hand was at the draw pile, and nobody saw that in time."""
    table = Table(places=())
    for hand, zone, faces in ((ANNA, "up1", "10 12"), (BEA, "down1", "90 88"), (CARL, "up2", "20 22"), (ANNA, "up1", "14 16")):
        for face in faces.split():
            table.lays(hand, zone, face)
        table.draws(hand)
    for face in ("80", "78"):
        table.lays(BEA, "down1", face)
    table.lays(CARL, "up2", "24")
    assert all(verdict == "legal" for verdict, _ in rulings(table.draws(BEA)))
    assert table.turn == (6, 2) and not table.session.match.disputes
    assert table.session.match.laid[-1].turn == 6, "the 24 is Carl's"


def test_a_card_that_is_called_and_taken_back_changes_nothing(table):
    table.lays(BEA, "up2", "20")
    table.lays(BEA, "up2", "")
    assert rulings(table.lays(BEA, "up2", "22")) == [("illegal", "TG-17")]
    assert table.turn == (1, 0)


def test_a_foul_of_the_card_itself_stays_though_the_table_goes_on():
    table = Table()
    table.lays(ANNA, "up1", "10")
    table.lays(ANNA, "up1", "12")
    assert rulings(table.lays(BEA, "up1", "9")) == [("illegal", "TG-17")]
    assert rulings(table.draws(ANNA)) == [("illegal", "G-1")]


@pytest.mark.parametrize("seen_away, rule", [(True, "TG-17"), (False, None)])
def test_a_hand_seen_to_hover_elsewhere_excuses_no_card_out_of_turn(seen_away, rule):
    """Where it may have drawn, the card is the next player's; where it was seen not to have, the card is called."""
    table = Table()
    for face in ("10", "12", "14"):
        table.lays(ANNA, "up1", face)
    table.visit(clear=seen_away)
    assert [found for _, found in rulings(table.lays(BEA, "up2", "20"))][-1] == rule
    assert table.turn == ((1, 0) if seen_away else (2, 1))


def test_a_card_out_of_turn_laid_slowly_and_never_near_the_draw_pile_is_called():
    table = Table()
    for face in ("10", "12", "14"):
        table.lays(ANNA, "up1", face)
    assert rulings(table.lays(BEA, "up2", "20", long=True, clear_of_draws=True)) == [("illegal", "TG-17")]


def test_a_draw_that_nobody_saw_is_still_put_in_after_a_later_hand_elsewhere():
    table = Table()
    for face in ("10", "12", "14"):
        table.lays(ANNA, "up1", face)
    table.visit()
    table.visit(clear=True)
    table.lays(BEA, "up2", "20")
    assert table.turn == (2, 1)


def test_a_hand_that_may_have_squared_the_pile_up_ends_no_turn_that_cannot_end():
    table = Table()
    table.lays(ANNA, "up1", "10")
    assert rulings(table.visit(lambda at: table.session.record_draw_visit(at, "draw", BEA, tidying=True))) == []
    assert table.turn == (1, 0) and table.session.snapshot.turn_question is None
    table.lays(ANNA, "up1", "12")
    table.visit(lambda at: table.session.record_draw_visit(at, "draw", ANNA, tidying=True))
    assert table.turn == (2, 1), "where the turn can end it has"


def test_a_turn_ended_too_early_is_called_at_once_though_another_hand_rests_on_the_table():
    """Carl's arm lies there; Bea can have laid nothing under it, and the card that she lays next was not one of an ended turn."""
    table = Table()
    for face in ("10", "12"):
        table.lays(ANNA, "up1", face)
    table.draws(ANNA)
    table.session.record_hands(True, table.now)
    table.session.take_change(change("up2", "", "20", hand=BEA), table.now + 1)
    notices = table.session.record_draw_visit(table.now + 2, "draw", BEA, unread=())
    assert rulings(notices) == [("illegal", "TG-07")]
    assert rulings(table.session.take_change(change("up2", "20", "25", hand=BEA), table.now + 4)) == [("legal", None)]
    table.session.record_hands(False, table.now + 5)
    assert table.turn == (2, 1)


def test_a_card_of_another_hand_is_none_of_a_turn_that_was_ended_before():
    """Bea draws too soon, and before all hands are gone Anna lays a card: that is not Bea's second one."""
    table = Table()
    for face in ("10", "12"):
        table.lays(ANNA, "up1", face)
    table.draws(ANNA)
    table.lays(BEA, "up2", "20")
    table.session.record_hands(True, table.now)
    assert rulings(table.session.record_draw_visit(table.now + 1, "draw", BEA)) == []
    notices = table.session.take_change(change("up2", "20", "25", hand=ANNA), table.now + 3)
    assert rulings(notices) == [("illegal", "TG-07"), ("illegal", "TG-17")]
    assert table.turn == (2, 1)


def test_who_goes_on_where_nothing_lay_as_he_drew_has_drawn_too_early():
    """An arm rests on another pile, under which a card might lie; but the one that Bea lays now lay not there when she drew."""
    table = Table()
    for face in ("10", "12"):
        table.lays(ANNA, "up1", face)
    table.draws(ANNA)
    table.session.record_hands(True, table.now)
    table.session.take_change(change("up2", "", "20", hand=BEA), table.now + 1)
    assert rulings(table.session.record_draw_visit(table.now + 2, "draw", BEA, unread=("down1",))) == []
    notices = table.session.take_change(change("up1", "12", "14", hand=BEA), table.now + 4)
    assert rulings(notices) == [("illegal", "TG-07"), ("legal", None)]
    table.session.record_hands(False, table.now + 5)
    assert table.turn == (2, 1)


@pytest.mark.parametrize(("hand", "turn"), [(ANNA, (2, 1)), (None, (2, 1)), (0.05, (2, 1)), (BEA, (3, 2))])
def test_the_draw_of_which_the_end_was_put_in_is_not_that_of_the_next_player(hand, turn):
    """Bea lays her card while Anna's hand, at the draw pile still, is not seen to have drawn yet; 0.05 is halfway between both."""
    table = Table("quick_easy")
    table.lays(ANNA, "up", "2R")
    table.visit()
    table.session.record_hands(True, table.now + 1)
    (over,) = overs(table.session.take_change(change("up", "2R", "4R", hand=BEA, drawing=True), table.now + 2))
    assert (over.turn, over.seat) == (1, 0)
    table.session.record_draw_visit(table.now + 2.3, "draw", hand, unread=())
    table.session.record_hands(False, table.now + 3)
    assert table.turn == turn
    table.session.record_hands(True, table.now + 4)
    table.session.record_draw_visit(table.now + 5, "draw", BEA, unread=())
    assert table.turn == (3, 2), "a hand that comes later is one of its own"


def asked_at_the_pile(table: Table, hand: float, turn: tuple[int, int], **seen: bool) -> tuple[Table, TurnQuestion]:
    """A hand was at the draw pile in this turn of this seat, and it is asked whether that ended it."""
    notices = table.visit(lambda at: table.session.record_draw_visit(at, "draw", hand, **seen))
    (question,) = [notice for notice in notices if isinstance(notice, TurnQuestion)]
    assert rulings(notices) == [] and (question.turn, question.seat) == turn
    return table, question


def perhaps_early() -> tuple[Table, TurnQuestion]:
    """Anna has laid one card, and her hand was at the draw pile for long."""
    table = Table()
    table.lays(ANNA, "up1", "10")
    return asked_at_the_pile(table, ANNA, (1, 0), tidying=True)


def before_the_first_card() -> tuple[Table, TurnQuestion]:
    """Anna has laid and drawn; Bea's hand is long at the draw pile, and nobody sees a card leave with it."""
    table = Table()
    for face in ("10", "12"):
        table.lays(ANNA, "up1", face)
    table.draws(ANNA)
    return asked_at_the_pile(table, BEA, (2, 1), lingered=True)


def after_the_first_card() -> tuple[Table, TurnQuestion]:
    """Anna has laid one card, and her hand is long at the draw pile; nobody sees a card leave with it."""
    table = Table()
    table.lays(ANNA, "up1", "10")
    return asked_at_the_pile(table, ANNA, (1, 0), lingered=True)


@pytest.mark.parametrize(
    ("perhaps", "hand", "next_card"),
    [(perhaps_early, ANNA, "12"), (before_the_first_card, BEA, "20"), (after_the_first_card, ANNA, "12")],
)
def test_a_long_hand_of_the_mover_at_the_draw_pile_in_a_turn_that_cannot_end_is_asked_about(perhaps, hand, next_card):
    table, question = perhaps()
    assert rulings(table.does(command="turn_ended", question=question.id, ended=True)) == [("illegal", "TG-07")]
    table, question = perhaps()
    assert rulings(table.does(command="turn_ended", question=question.id, ended=False)) == []
    assert rulings(table.lays(hand, "up1", next_card)) == [("legal", None)]


def test_cards_of_which_only_the_command_is_unknown_can_end_turn_after_turn():
    table = Table("extreme")
    for hand, faces in ((ANNA, ("10", "12")), (BEA, ("14", "17"))):
        for face in faces:
            assert any(isinstance(notice, Question) for notice in table.lays(hand, "up1", face))
        notices = table.visit(lambda at, hand=hand: table.session.record_draw_visit(at, "draw", hand, lingered=True))
        assert [notice.seat for notice in notices if isinstance(notice, TurnOver)] == [[ANNA, BEA].index(hand)]


def test_a_turn_of_cards_that_nobody_has_named_is_no_empty_one():
    """Where nobody knows yet who sits where, a hand that draws in it is not that of the turn before."""
    table = Table("extreme", places=())
    over = []
    for hand, drawing, faces in ((ANNA, None, ("10", "12")), (BEA, BEA, ("14", "17"))):
        for face in faces:
            table.lays(hand, "up1", face)
        over += [notice.seat for notice in table.draws(drawing) if isinstance(notice, TurnOver)]
    assert over == [0, 1]


@pytest.mark.parametrize("known", [True, False])
def test_a_card_of_which_only_the_command_is_unknown_counts_among_those_a_turn_needs(known):
    """Anna has laid two, and nobody has said yet which command the second one carries: her long hand at the draw pile is no early one. With
    that card alone it may be."""
    table = Table("extreme")
    if known:
        table.lays(ANNA, "up1", "10", alike=(("", 400.0),))
    assert any(isinstance(notice, Question) for notice in table.lays(ANNA, "up2", "12"))
    notices = table.visit(lambda at: table.session.record_draw_visit(at, "draw", ANNA, lingered=True))
    over, asked = ([notice for notice in notices if isinstance(notice, kind)] for kind in (TurnOver, TurnQuestion))
    assert (len(over), len(asked), rulings(notices)) == ((1, 0, [("legal", None)]) if known else (0, 1, []))


@pytest.mark.parametrize("hand", [None, 0.06])
def test_it_is_asked_too_where_nobody_knows_for_sure_whose_hand_may_have_squared_the_pile_up(hand):
    """0.06 is a little nearer to Bea than to Anna, who has laid a card and is more likely to draw."""
    table = Table()
    table.lays(ANNA, "up1", "10")
    (question,) = table.visit(lambda at: table.session.record_draw_visit(at, "draw", hand, tidying=True))
    assert rulings(table.does(command="turn_ended", question=question.id, ended=True)) == [("illegal", "TG-07")]


def test_whether_a_turn_has_ended_too_early_is_asked_no_more_once_it_goes_on():
    table, _ = perhaps_early()
    table.lays(ANNA, "up1", "12")
    assert table.session.snapshot.turn_question is None
    table.draws(ANNA)
    assert table.turn == (2, 1)


@pytest.mark.parametrize(
    ("game", "zone", "faces"), [("face_to_face", "s_draw", ("s10", "s12")), ("the_game", "draw", ("10", "12"))]
)
def test_a_hand_at_the_draw_pile_of_which_nobody_knows_whose_it_was_makes_no_foul(game, zone, faces):
    """Two arms lay over one another there. Before the first card it was nothing; after one card a person is asked."""
    table, pile = Table(game, 2, (ANNA, CARL)), {"face_to_face": "s_up", "the_game": "up1"}[game]
    assert table.draws(None, zone) == ()
    table.lays(ANNA, pile, faces[0])
    notices = table.draws(None, zone)
    (question,) = [notice for notice in notices if isinstance(notice, TurnQuestion)]
    assert rulings(notices) == [] and (question.turn, question.seat) == (1, 0)
    table.lays(ANNA, pile, faces[1])
    assert rulings(table.draws(None, zone)) == [("legal", None)], "an end that stands is one, whoever was seen"
    assert table.turn == (2, 1)


def test_a_hand_of_which_nobody_knows_whose_it_was_does_not_lose_the_match():
    """Among strict players a turn ended now is lost."""
    table = owing()
    (question,) = table.draws(None)
    assert isinstance(question, TurnQuestion) and table.session.match.outcome is None
    assert ("loss", "EX-13") in rulings(table.does(command="turn_ended", question=question.id, ended=True))


def owing():
    """Anna has laid a 3! and owes two cards more."""
    table = Table("extreme")
    lay_named(table, "73:three")
    return table


def lay_named(table, face):
    """Anna lays a card, and a person says which command is on it."""
    (question,) = table.lays(ANNA, "down1", face.partition(":")[0], confidence=0.99)
    table.session.answer_question(question.id, face, table.now, "phone")


def test_no_match_is_lost_by_a_touch_of_the_draw_pile():
    """Among strict players a turn ended now is lost, and the hand is Anna's: it is asked, and lost only by her word."""
    table = owing()
    (question,) = table.draws(ANNA)
    assert isinstance(question, TurnQuestion) and table.session.match.outcome is None
    assert ("loss", "EX-13") in rulings(table.does(command="turn_ended", question=question.id, ended=True))


def test_a_touch_that_would_have_lost_the_match_is_settled_by_the_next_card():
    table = owing()
    table.draws(ANNA)
    for face in ("60", "50"):
        lay_named(table, face)
    assert rulings(table.draws(ANNA)) == [("legal", None)]
    assert table.session.snapshot.turn_question is None and table.turn == (2, 1)


def between(one, other, share):
    """A hand from between two places, so far from the first, clockwise."""
    return (one + share * ((other - one) % 1.0)) % 1.0


def test_before_the_first_card_a_hand_that_is_not_surely_his_makes_no_foul():
    """Anna's cards and Bea's are known; then somebody is at the draw pile who sits between them, while Bea has laid nothing."""
    for share, asked in ((0.2, False), (0.5, False), (0.75, True)):
        table = Table()
        for hand, zone, faces in ((ANNA, "up1", ("10", "12")), (BEA, "up2", ("20", "22")), (CARL, "up2", ("24", "26"))):
            for face in faces:
                table.lays(hand, zone, face)
            table.draws(hand)
        for face in ("14", "16"):
            table.lays(ANNA, "up1", face)
        table.draws(ANNA)
        notices = table.draws(between(ANNA, BEA, share))
        assert rulings(notices) == []
        assert any(isinstance(notice, TurnQuestion) for notice in notices) is asked
        assert rulings(table.lays(BEA, "up2", "30")) == [("legal", None)]
        assert table.session.snapshot.turn_question is None, "who lays has not ended his turn"


def test_a_hand_that_is_more_likely_anothers_draws_over_no_foul():
    """Bea's card lies where it must not; somebody is at the draw pile who sits between her and Anna, who has just had her turn."""
    for share, told in ((0.3, []), (1.0, [("illegal", "G-1")])):
        table = Table()
        for face in ("10", "12"):
            table.lays(ANNA, "up1", face)
        table.draws(ANNA)
        assert rulings(table.lays(BEA, "up1", "5")) == [("illegal", "TG-04")]
        assert rulings(table.draws(between(ANNA, BEA, share))) == told
        assert rulings(table.lays(BEA, "up1", "12")) == [("legal", None)] and table.turn == (2, 1)


def test_a_turn_is_called_ended_too_early_where_a_card_of_that_hand_would_be_called():
    """Anna has laid one card; somebody draws who is most likely she, and may be Bea, who sits next to her."""
    for low, high, told in ((0.86, 0.89, []), (0.91, 0.99, [("illegal", "TG-07")])):
        table = Table(places=(ANNA, between(ANNA, BEA, 0.4), CARL))
        table.lays(ANNA, "up1", "10")
        known = learn_spreads(collect_seating(table.session.match))

        def hers(hand, known=known):
            return known.find_shares(hand, "draw", expect_seat(0, range(3), PRIOR_MOVER))[0]

        hands = (between(ANNA, BEA, number / 1000) for number in range(400))
        notices = table.draws(next(hand for hand in hands if low < hers(hand) < high))
        assert rulings(notices) == told
        assert any(isinstance(notice, TurnQuestion) for notice in notices) is not bool(told)


def test_who_squares_up_the_other_players_pile_ends_no_turn_that_cannot_end():
    table = Table("face_to_face", 2, places=(ANNA, CARL))
    table.lays(ANNA, "s_up", "s10")
    assert table.draws(ANNA, "g_draw") == ()
    assert rulings(table.draws(ANNA, "s_draw")) == [("illegal", "FF-03")]


def test_a_turn_ended_too_early_by_an_unknown_hand_is_called_where_a_person_says_so():
    table = Table()
    table.lays(ANNA, "up1", "10")
    (question,) = table.draws(None)
    assert rulings(table.does(command="turn_ended", question=question.id, ended=True)) == [("illegal", "TG-07")]


def test_that_question_goes_away_with_the_first_card():
    table, _ = before_the_first_card()
    assert rulings(table.lays(BEA, "up1", "20")) == [("legal", None)]
    assert table.session.snapshot.turn_question is None and table.turn == (2, 1)


def gone_on_after_squaring_up() -> tuple[Table, TurnQuestion]:
    """Gold squared his pile up, which passed for the end of his turn; then he lays on: on a gold pile, and not for silver."""
    table = Table("face_to_face", 2, (ANNA, CARL))
    for hand, zone, face in ((ANNA, "s_up", "s10"), (ANNA, "s_up", "s12"), (CARL, "g_up", "g9"), (CARL, "g_up", "g14")):
        if zone == "g_up" and face == "g9":
            table.draws(ANNA, "s_draw")
        assert rulings(table.lays(hand, zone, face)) == [("legal", None)]
    table.visit(lambda at: table.session.record_draw_visit(at, "g_draw", CARL, tidying=True))
    notices = table.lays(CARL, "g_up", "g15")
    (question,) = [notice for notice in notices if isinstance(notice, TurnQuestion)]
    assert (question.turn, question.seat) == (2, 1)
    assert not any(verdict == "illegal" for verdict, _ in rulings(notices)), "it hangs on the answer"
    assert "does not belong" not in table.view["ruling"]["text"]
    return table, question


def test_a_card_of_which_it_is_asked_whose_turn_it_was_is_no_foul_meanwhile():
    table, question = gone_on_after_squaring_up()
    told = table.does(command="turn_ended", question=question.id, ended=False)
    assert not any(verdict == "illegal" for verdict, _ in rulings(told))
    assert table.turn == (2, 1) and not table.session.match.disputes
    assert [laid.turn for laid in table.session.match.laid if laid.zone == "g_up"] == [2, 2, 2]


def test_who_has_laid_enough_with_a_card_of_an_unknown_hand_has_not_drawn_too_early(table):
    """Nobody saw Anna draw, nor whose hand laid the 14: it passes for hers until Bea, who has laid another one, draws."""
    assert rulings(table.lays(None, "up1", "14")) == [("legal", None)]
    table.visit()
    (over,) = overs(table.lays(BEA, "up1", "16"))
    assert (over.seat, over.by, table.turn) == (0, "hand", (2, 1))
    assert ("illegal", "TG-07") not in rulings(table.draws(BEA)) and table.turn == (3, 2)


def test_who_has_not_laid_enough_has_drawn_too_early_all_the_same(table):
    """The card before his was known to be Anna's."""
    assert rulings(table.lays(ANNA, "up1", "14")) == [("legal", None)]
    table.visit()
    assert overs(table.lays(BEA, "up1", "16"))
    assert rulings(table.draws(BEA))[-1] == ("illegal", "TG-07")


def perhaps_of_the_next() -> tuple[Table, TurnQuestion]:
    """After Anna's "one pile only" a card comes to lie on another pile, and nobody saw whose hand laid it, nor a draw."""
    table = Table("extreme", deck=(commands_for,))
    for zone, face in (("up1", "18"), ("down1", "70:onepile")):
        assert rulings(table.lays(ANNA, zone, face, confidence=0.999)) == [("legal", None)]
    notices = table.lays(None, "up1", "19", confidence=0.999)
    (question,) = [notice for notice in notices if isinstance(notice, TurnQuestion)]
    assert rulings(notices) == [("legal", None)], "nothing is called while it is asked whether her turn had ended"
    return table, question


@pytest.mark.parametrize(("ended", "told"), [(True, "legal"), (False, "loss")])
def test_a_card_that_stands_if_the_turn_had_ended_that_is_asked_about_is_no_foul_meanwhile(ended, told):
    table, question = perhaps_of_the_next()
    notices = table.session.answer_turn_question(question.id, ended, table.now, "phone")
    assert rulings(notices)[-1] == (told, None if ended else "EX-22")
    assert table.turn == ((2, 1) if ended else (1, 0))


def test_that_card_is_called_where_the_turn_before_had_ended():
    table, question = gone_on_after_squaring_up()
    assert ("illegal", "FF-17") in rulings(table.does(command="turn_ended", question=question.id, ended=True))
    assert table.session.match.disputes


def test_nobody_needs_to_answer_whose_turn_it_was():
    table, _ = gone_on_after_squaring_up()
    told = [*table.draws(CARL, "g_draw"), *table.lays(ANNA, "s_up", "s20"), *table.lays(ANNA, "s_up", "s22")]
    told += [*table.draws(ANNA, "s_draw"), *table.lays(CARL, "g_up", "g20"), *table.lays(CARL, "g_up", "g22")]
    assert not any(verdict == "illegal" for verdict, _ in rulings(told))


def sequence():
    """Anna has laid a card and a chip, and has to draw."""
    table = Table("sequence", 2, (ANNA, BEA))
    table.lays(ANNA, "discard1", "2S", confidence=0.99)
    table.lays(ANNA, "r0c1", "blue", confidence=0.99)
    assert to_draw(table) == [0]
    return table


def to_draw(table):
    return table.session.snapshot.rules.describe_position(table.session.match.state)["to_draw"]


def test_a_hand_that_may_have_squared_the_pile_up_drew_if_no_other_draw_is_seen():
    table = sequence()
    assert table.visit(lambda at: table.session.record_draw_visit(at, "draw", ANNA, tidying=True)) == ()
    assert to_draw(table) == [0], "perhaps she draws now"
    table.lays(BEA, "discard2", "3S", confidence=0.99)
    assert to_draw(table) == []


def test_a_draw_that_is_seen_after_the_pile_was_squared_up_is_one_draw():
    table = sequence()
    table.visit(lambda at: table.session.record_draw_visit(at, "draw", BEA, tidying=True))
    assert rulings(table.draws(ANNA)) == [("legal", None)]
    table.lays(BEA, "discard2", "3S", confidence=0.99)
    table.lays(BEA, "r0c2", "green", confidence=0.99)
    assert to_draw(table) == [1]


def test_a_pile_squared_up_while_nobody_has_to_draw_is_nothing():
    table = sequence()
    table.draws(ANNA)
    assert table.visit(lambda at: table.session.record_draw_visit(at, "draw", ANNA, tidying=True)) == ()
    table.lays(BEA, "discard2", "3S", confidence=0.99)
    assert len([entry for entry in table.session.match.entries if isinstance(entry.event, Claimed)]) == 1


def test_a_card_laid_while_the_hand_that_drew_is_still_there_is_the_next_players_if_only_he_may_lay_it():
    """Two arms were over the table, and the wrong one was told."""
    table = Table("quick_easy")
    table.lays(ANNA, "up", "1R")
    table.lays(ANNA, "up", "2R")
    table.now += 2.0
    table.session.record_hands(True, table.now)
    table.session.record_draw_visit(table.now + 0.5, "draw", ANNA)
    notices = table.session.take_change(change("up", "2R", "3R", hand=ANNA), table.now + 0.8)
    table.session.record_hands(False, table.now + 1.2)
    assert all(verdict == "legal" for verdict, _ in rulings(notices))
    assert table.turn == (2, 1)


def test_a_second_card_in_the_other_colour_shows_that_a_draw_was_missed():
    """Silver has laid enough and drawn while another arm hid it; gold lays two cards, and only the first is called."""
    table = Table("face_to_face", 2, places=(ANNA, CARL))
    for face, zone in (("s10", "s_up"), ("s12", "s_up")):
        assert rulings(table.lays(ANNA, zone, face)) == [("legal", None)]
    assert rulings(table.lays(CARL, "g_up", "g9")) == [("illegal", "FF-17")]
    told = table.lays(CARL, "g_down", "g50")
    assert [over.seat for over in overs(told)] == [0]
    assert ("legal", None) in rulings(told)
    assert not any(verdict == "illegal" for verdict, _ in rulings(told))
    assert not table.session.match.disputes
    assert table.turn == (2, 1)


def test_no_end_is_put_into_a_turn_whose_end_is_known():
    """Anna has laid four and drawn; a hand that may be Bea's or Carl's lays on. Asked is whether Bea has ended her turn, not Anna hers."""
    table = Table(places=())
    for hand, zone, faces in (
        (ANNA, "up1", "10 12"),
        (BEA, "down1", "90 88"),
        (CARL, "up2", "5 7"),
        (ANNA, "up1", "14 16 18 20"),
    ):
        for face in faces.split():
            table.lays(hand, zone, face)
        table.draws(hand)
    notices = table.lays(CARL - 0.05, "up2", "30")
    (question,) = [notice for notice in notices if isinstance(notice, TurnQuestion)]
    assert (question.turn, question.seat) == (5, 1)
    table.does(command="turn_ended", question=question.id, ended=False)
    assert table.turn == (5, 1)
    hers = [laid.turn for laid in table.session.match.laid if laid.after in ("14", "16", "18", "20")]
    assert hers == [4] * 4, "Anna's cards stay hers"


def test_who_goes_on_after_squaring_the_pile_up_is_asked_about_and_keeps_his_turn():
    """Anna's hand was at the draw pile for long; then a hand much like hers lays on."""
    answers = {True: (2, 1), False: (1, 0)}
    for ended, turn in answers.items():
        table = Table(places=())
        for face in ("10", "12", "14"):
            table.lays(ANNA, "up1", face)
        table.visit(lambda at, table=table: table.session.record_draw_visit(at, "draw", ANNA, tidying=True))
        (question,) = [each for each in table.lays(ANNA + 0.03, "up1", "20") if isinstance(each, TurnQuestion)]
        assert (question.turn, question.seat) == (1, 0)
        table.does(command="turn_ended", question=question.id, ended=ended)
        assert table.turn == turn
        assert table.session.match.laid[-1].turn == turn[0]


def test_who_took_back_the_card_that_showed_that_he_had_not_drawn_may_have_drawn_after_all(table):
    """He draws with pushes that may have squared the pile up, lays one more card, sees his mistake and lifts it."""
    table.visit(lambda at: table.session.record_draw_visit(at, "draw", ANNA, tidying=True))
    assert rulings(table.lays(ANNA, "up2", "20"))[-1] == ("legal", None) and table.turn == (1, 0)
    table.lays(ANNA, "up2", "")
    notices = table.lays(BEA, "up2", "22")
    assert not any(verdict == "illegal" for verdict, _ in rulings(notices))
    assert table.turn == (2, 1)
