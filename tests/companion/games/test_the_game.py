"""The Game, professional version, On Fire: rules by their ids, laws by hypothesis."""

import json
import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.errors import InputError, PositionError
from companion.games.ninety_eight import number_of
from companion.games.the_game import RULES
from companion.match.rules import Claim, Play, Severity
from companion.shown.words.languages import list_languages
from companion.shown.words.messages import catalogue
from tests.companion.games.strategies_piles import SEEDS, ZONES, cards_in, dealt, match

OPTIONS = st.fixed_dictionaries({"on_fire": st.booleans(), "pro": st.booleans(), "pro_small_hand": st.booleans()}).filter(
    lambda options: options["pro"] or not options["pro_small_hand"]
)
BLOCKED = {"up1": ["97"], "up2": ["98"], "down1": ["4"], "down2": ["3"]}


def position(seats=2, **setup):
    options = {key: True for key in ("on_fire", "pro", "pro_small_hand") if setup.pop(key, False)}
    return RULES.set_up_match(seats, options, setup)


def lay(state, card, pile, **how):
    meant = RULES.parse_play(state, {"card": card, "pile": pile})
    return RULES.apply_play(state, Play(meant.zone, meant.before, meant.after, **how))


def after(state, *plays, end=True):
    """The state after these plays, which must all stand, and the end of the turn."""
    for card, pile in plays:
        step = lay(state, card, pile)
        assert step.stands, step.findings
        state = step.state
    return RULES.apply_turn_end(state) if end else state


def foul(step):
    """Rule and code of the foul."""
    found = [finding for finding in step.findings if finding.severity is Severity.FOUL]
    assert found, "no foul"
    return found[0].rule, found[0].code


# --- the deal -----------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("seats", "hand", "small"), [(1, 8, 7), (2, 7, 6), (3, 6, 5), (4, 6, 5), (5, 6, 5)])
def test_tg02_pro02_a_fresh_match_is_dealt_by_the_number_of_players(seats, hand, small):
    for options, size in (({}, hand), ({"pro": True}, hand), ({"pro": True, "pro_small_hand": True}, small)):
        view = RULES.describe_position(RULES.set_up_match(seats, options))
        assert view["hand_size"] == [size] * seats
        assert view["deck_size"] == 98 - seats * size


def test_tg02_a_deal_for_six_players_is_no_deal():
    assert foul(RULES.apply_claim(position(5), Claim("setup_check", None, {"players": 6, "hand": 6}))) == (
        "TG-02",
        "wrong-players",
    )


def test_tg02_a_deal_may_be_checked_for_its_players_alone():
    assert RULES.apply_claim(position(2), Claim("setup_check", None, {"players": 4})).stands
    assert RULES.apply_claim(position(2), Claim("setup_check", None, {"hand": 7})).stands


def test_a_position_that_says_nothing_has_hidden_hands_and_thirty_cards_to_draw():
    view = RULES.describe_position(position(3))
    assert (view["hand_size"], view["deck_size"], view["to_move"], view["status"]) == ([6, 6, 6], 30, 0, "playing")


def test_tg11_a_position_passes_over_a_player_without_cards_when_nothing_is_left_to_draw():
    assert RULES.describe_position(position(hands=[[], ["70"]], deck=[]))["to_move"] == 1
    assert RULES.describe_position(position(hands=[[], ["70"]], deck=1))["to_move"] == 0


# --- where a card goes ----------------------------------------------------------------------------------------------------------


def test_tg04_a_misplaced_card_is_told_what_would_fit():
    step = lay(position(piles={"up1": ["52"]}), "47", "up1")
    assert foul(step) == ("TG-04", "not-above")
    assert catalogue("en").say_finding("the_game", step.findings[0]) == "47 on 52, ascending: must be above 52, or exactly 42."
    assert catalogue("it").say_finding("the_game", step.findings[0]) == (
        "Il 47 sul 52, crescente: serve più di 52, oppure esattamente 42."
    )


def test_tg05_the_rulebooks_misprint_85_on_83_is_a_foul():
    state = after(position(), ("98", "down1"), ("97", "down1"), ("88", "down1"), ("83", "down1"), end=False)
    assert foul(lay(state, "85", "down1")) == ("TG-05", "not-below")
    assert lay(state, "81", "down1").stands


def test_tg06_a_trick_that_lies_on_the_table_already_is_not_offered():
    state = position(piles={"up1": ["42", "52"]})
    assert foul(lay(state, "41", "up1"))[1] == "not-above"
    assert catalogue("en").say_finding("the_game", lay(state, "41", "up1").findings[0]).endswith("must be above 52.")
    assert RULES.describe_position(state)["piles"][0]["fits"] == {"above": 52}


@pytest.mark.parametrize(
    ("pile", "top", "card", "said"),
    [
        ("up1", "99", "50", "50 on 99, ascending: only 89 fits, exactly ten lower."),
        ("down1", "2", "50", "50 on 2, descending: only 12 fits, exactly ten higher."),
    ],
)
def test_tg06_on_the_last_number_of_a_pile_only_the_trick_is_offered(pile, top, card, said):
    step = lay(position(piles={pile: [top]}), card, pile)
    assert catalogue("en").say_finding("the_game", step.findings[0]) == said


def test_tg06_a_backward_trick_is_remarked_on_and_stands():
    step = lay(position(piles={"down2": ["65"]}), "75", "down2")
    assert [(note.rule, note.code) for note in step.findings] == [("TG-06", "backward")]
    assert step.stands and RULES.list_faces(step.state)["down2"] == "75"


def test_the_view_says_what_fits_each_pile():
    piles = RULES.describe_position(position(piles={"up1": ["52"], "down1": ["99"]}))["piles"]
    assert [pile["fits"] for pile in piles] == [{"above": 52, "exactly": 42}, {"any": True}, {"below": 99}, {"any": True}]
    assert piles[2] | {"fits": None} == {
        "zone": "down1", "kind": "descending", "start": 100, "top": "99", "cards": ["99"], "fits": None,
    }  # fmt: skip


# --- turns ----------------------------------------------------------------------------------------------------------------------


def test_tg07_the_end_of_a_turn_says_how_many_cards_are_missing():
    step = RULES.apply_turn_end(position(piles={"up1": ["10"]}))
    assert foul(step) == ("TG-07", "too-few")
    assert step.findings[0].detail == {"still": 2, "minimum": 2, "played": 0}


@pytest.mark.parametrize(("pro", "rule", "still"), [(False, "TG-07", 2), (True, "PRO-01", 3)])
def test_tg07_pro01_the_minimum_is_a_duty_of_this_turn(pro, rule, still):
    state = position(pro=pro)
    assert [(duty.rule, duty.code, duty.due_turn, duty.detail) for duty in RULES.list_duties(state)] == [
        (rule, "lay-minimum", 1, {"still": still})
    ]
    assert RULES.list_duties(after(state, ("10", "up1"), ("11", "up1"), ("12", "up1"), end=False)) == ()


def test_tg10_the_minimum_is_two_as_long_as_one_card_can_be_drawn():
    state = position(hands=[["50"], ["60"]], deck=1)
    assert RULES.describe_position(state)["min_cards"] == 2
    assert lay(state, "50", "up1").outcome.rule == "TG-12"


def test_pro03_with_nothing_to_draw_professionals_lay_one_card_too():
    state = position(pro=True, hands=[["50", "60"], ["70"]], deck=[])
    assert RULES.describe_position(state)["min_cards"] == 1
    assert foul(RULES.apply_turn_end(state))[0] == "TG-10"
    assert after(state, ("50", "up1")).stands


def test_tg09_the_draw_is_told():
    step = after(position(hands=[["50", "60", "61", "62"], None], deck=["2", "3"]), ("50", "up1"), ("60", "up1"), ("61", "up1"))
    assert catalogue("en").say_finding("the_game", step.findings[0]) == "Player 1 draws 2 cards. Player 2 to move."
    assert set(step.state.table.hands[0].cards) == {"62", "2", "3"}


def test_tg09_what_is_drawn_from_an_unknown_pile_is_unknown_and_never_called_a_foul():
    state = after(position(hands=[["10", "20", "30"], None], deck=9), ("10", "up1"), ("20", "up1")).state
    state = after(state, ("70", "down1"), ("69", "down1")).state
    assert not state.table.hands[0].is_all_known
    assert lay(state, "40", "up2").stands


def test_tg13_an_empty_hand_is_no_win_while_cards_can_be_drawn():
    state = after(position(1, hands=[["10", "20"]], deck=3), ("10", "up1"), ("20", "up1"), end=False)
    assert state.outcome is None
    assert RULES.describe_position(RULES.apply_turn_end(state).state)["hand_size"] == [2]


def test_tg12_the_turn_of_a_stuck_player_is_a_loss_when_he_ends_it():
    step = RULES.apply_turn_end(position(hands=[["50", "51"], None], piles=BLOCKED))
    assert (step.outcome.won, step.outcome.rule) == (False, "TG-12")


def test_tg12_with_a_hidden_hand_the_player_says_that_he_is_stuck():
    step = RULES.apply_claim(position(piles=BLOCKED), Claim("stuck"))
    assert (step.outcome.won, step.outcome.rule, step.outcome.seats) == (False, "TG-12", (0, 1))
    assert RULES.describe_position(step.state)["status"] == "lost"


def test_tg12_a_known_hand_that_fits_is_not_stuck():
    step = RULES.apply_claim(position(hands=[["50", "99"], None], piles=BLOCKED), Claim("stuck"))
    assert foul(step) == ("TG-12", "not-stuck")
    assert step.findings[0].detail == {"card": "99", "zone": "up1"}


def test_tg12_nobody_is_stuck_whose_minimum_is_laid():
    state = after(position(), ("10", "up1"), ("11", "up1"), end=False)
    assert foul(RULES.apply_claim(state, Claim("stuck"))) == ("TG-12", "minimum-laid")


def test_tg12_only_the_player_to_move_can_be_stuck():
    assert foul(RULES.apply_claim(position(), Claim("stuck", 1))) == ("TG-17", "not-your-turn")


def test_tg12_a_table_on_which_nothing_unseen_fits_is_told_before_anybody_says_stuck():
    state = position(1, piles={"up1": ["89", "99"], "up2": ["88", "98"], "down1": ["12", "2"], "down2": ["13", "3"]})
    assert RULES.list_duties(state)[0].code == "nothing-fits"
    assert RULES.list_duties(state)[0].certain_loss
    assert RULES.list_legal(state) == []
    assert RULES.list_duties(position(1, piles={"up1": ["99"], "up2": ["98"]}))[0].code == "lay-minimum"


@pytest.mark.parametrize(("left", "rating"), [(9, "excellent"), (10, "plain")])
def test_tg14_ten_cards_left_is_not_excellent(left, rating):
    state = position(1, hands=[["50"]], deck=left - 1, piles=BLOCKED)
    view = RULES.describe_position(RULES.apply_claim(state, Claim("assess")).state)
    assert (view["score"], view["rating"]) == (left, rating)


@pytest.mark.parametrize("kind", ["advice", "command", "magnitude", "colour", "intention"])
def test_tg15_everything_but_numbers_may_be_said(kind):
    assert RULES.apply_claim(position(), Claim("say", 1, {"kind": kind})).findings == ()


def test_tg15_a_number_relative_to_another_is_a_number():
    assert foul(RULES.apply_claim(position(), Claim("say", 1, {"kind": "relative_number"}))) == ("TG-15", "number-said")


def test_tg16_a_card_lifted_off_is_a_foul_and_so_is_a_face_that_is_no_card():
    state = position(piles={"up1": ["10"]})
    assert foul(RULES.apply_play(state, Play("up1", "10", ""))) == ("TG-16", "lifted")
    assert foul(RULES.apply_play(state, Play("up1", "10", "QH"))) == ("TG-01", "not-a-card")
    assert foul(RULES.apply_play(state, Play("up1", "10", "F44"))) == ("TG-01", "not-a-card")


def test_tg17_a_card_that_lies_covered_somewhere_cannot_come_again():
    step = lay(position(piles={"down2": ["60", "40"]}), "60", "up1")
    assert foul(step) == ("TG-17", "already-laid")
    assert step.findings[0].detail["other_zone"] == "down2"


def test_tg17_only_the_player_to_move_ends_the_turn():
    state = after(position(), ("10", "up1"), ("11", "up1"), end=False)
    assert foul(RULES.apply_turn_end(state, 1)) == ("TG-17", "not-your-turn")
    assert RULES.apply_turn_end(state, 0).stands


def test_tg17_a_hidden_hand_may_lay_a_card_that_was_thought_to_be_elsewhere():
    state = after(position(3, hands=[["10", "20"], None, ["40", "50"]], deck=["41"]), ("10", "up1"), ("20", "up1")).state
    state = after(state, ("40", "up1"), ("60", "up1"), end=False)
    assert RULES.describe_position(state)["hand_size"] == [1, 4, 2]
    assert not state.table.hands[2].is_all_known


def test_tg18_after_the_end_nothing_counts_any_more():
    lost = RULES.apply_claim(position(piles=BLOCKED), Claim("stuck")).state
    assert foul(lay(lost, "99", "up1")) == foul(RULES.apply_turn_end(lost)) == ("TG-18", "match-over")
    assert foul(RULES.apply_claim(lost, Claim("stuck"))) == ("TG-18", "match-over")
    assert RULES.apply_claim(lost, Claim("assess")).outcome == lost.outcome
    assert RULES.apply_claim(lost, Claim("say", None, {"kind": "number"})).stands
    assert RULES.list_legal(lost) == RULES.list_duties(lost) == ()


def test_a_hidden_hand_that_lays_more_than_it_was_dealt_is_remarked_on():
    state = position(2)
    for card in range(10, 17):
        step = lay(state, str(card), "up1")
        assert step.findings == ()
        state = step.state
    assert [note.code for note in lay(state, "17", "up1").findings] == ["hand-used-up"]


def test_tg13_98_cards_on_the_table_win_even_where_the_count_of_hidden_hands_went_wrong():
    state = position(2, deck=0, piles={"up1": [str(number) for number in range(2, 86)]})
    state = after(state, *((str(number), "up1") for number in range(86, 99)), end=False)
    assert RULES.describe_position(state)["hand_size"] == [0, 7], "one of them laid what both were dealt"
    assert lay(state, "99", "up1").outcome.rule == "TG-13"


# --- On Fire ----------------------------------------------------------------------------------------------------------------------


def test_of01_a_burning_card_has_a_face_of_its_own():
    state = after(position(on_fire=True), ("44", "up1"), ("F55", "up2"), ("88", "down1"), end=False)
    assert RULES.list_faces(state) == {"up1": "F44", "up2": "F55", "down1": "88", "down2": ""}
    assert RULES.describe_position(state)["top"]["up1"] == 44
    assert RULES.list_faces(lay(position(), "44", "up1").state)["up1"] == "44"


def test_of02_a_burning_card_is_a_duty_of_the_next_turn():
    state = after(position(on_fire=True), ("44", "up1"), ("5", "up2"), end=False)
    duty = RULES.list_duties(state)[0]
    assert (duty.rule, duty.code, duty.zones, duty.card, duty.due_turn) == ("OF-02", "cover-fire", ("up1",), "F44", 2)
    assert RULES.list_duties(after(state, ("45", "up1"), end=False)) == ()


def test_of02_a_burning_card_that_nothing_unseen_can_cover_is_a_certain_loss():
    covered = [str(number) for number in (34, *range(45, 100))]
    state = after(position(on_fire=True, piles={"down1": covered[::-1]}), ("44", "up1"), end=False)
    fire = next(duty for duty in RULES.list_duties(state) if duty.code == "cover-fire")
    assert fire.certain_loss
    assert catalogue("en").say_duty("the_game", fire, turn=1) == (
        "Cover the burning 44 on the first ascending pile before the next turn ends. Impossible now: the match will be lost."
    )
    state = after(position(on_fire=True, piles={"down1": covered[:0:-1]}), ("44", "up1"), end=False)
    assert not any(duty.certain_loss for duty in RULES.list_duties(state))


def test_of02_the_soonest_fire_comes_first():
    state = after(position(3, on_fire=True), ("77", "down1"), ("5", "up2")).state
    state = after(state, ("22", "up1"), ("6", "up2"), end=False)
    assert [(duty.card, duty.due_turn) for duty in RULES.list_duties(state)] == [("F77", 2), ("F22", 3)]


def test_of02_a_fire_visible_in_a_position_was_laid_the_turn_before():
    state = position(on_fire=True, piles={"up1": ["44"]})
    assert RULES.list_duties(state)[1].due_turn == 1
    assert after(state, ("5", "up2"), ("6", "up2")).outcome.rule == "OF-02"
    assert after(state, ("5", "up2"), ("45", "up1")).outcome is None


def test_of02_the_minimum_comes_before_the_fire():
    state = after(position(on_fire=True, piles={"up1": ["44"]}), ("5", "up2"), end=False)
    assert foul(RULES.apply_turn_end(state)) == ("TG-07", "too-few")


def test_of06_solo_a_fire_is_lost_at_the_end_of_the_next_turn_and_not_before():
    state = after(position(1, on_fire=True), ("44", "up1"), ("5", "up2")).state
    step = after(state, ("60", "up2"), ("61", "up2"))
    assert (step.outcome.rule, step.findings[0].zones) == ("OF-02", ("up1",))


def test_of07_the_last_player_with_cards_follows_himself():
    state = position(2, on_fire=True, hands=[["44", "50", "51"], []], deck=[])
    state = after(state, ("44", "up1")).state
    assert (state.to_move, state.turn) == (0, 2)
    assert after(state, ("50", "up2")).outcome.rule == "OF-02"
    assert after(state, ("50", "up1")).stands


def test_of08_a_fire_laid_last_wins():
    assert lay(position(1, on_fire=True, hands=[["44"]], deck=[]), "44", "up1").outcome.rule == "TG-13"


# --- what the table lets stand -----------------------------------------------------------------------------------------------------


def test_a_foul_that_the_table_lets_stand_is_laid_and_noted():
    step = lay(position(piles={"up1": ["52"]}), "47", "up1", waived=True)
    assert [(note.code, note.severity) for note in step.findings] == [("not-above", Severity.NOTE)]
    assert RULES.list_faces(step.state)["up1"] == "47"
    assert step.state.played == 1


def test_a_card_of_another_hand_that_the_table_lets_stand_leaves_that_hand():
    state = position(hands=[["10", "20"], ["30", "40"]])
    step = lay(state, "30", "up1", waived=True)
    assert RULES.describe_position(step.state)["hand_size"] == [2, 1]
    assert cards_in(RULES.describe_position(step.state)) == cards_in(RULES.describe_position(state))


def test_a_lifted_card_that_the_table_lets_stand_goes_back_to_the_hand():
    state = after(position(on_fire=True, hands=[["44", "50", "7"], None]), ("44", "up1"), ("50", "up1"), end=False)
    step = RULES.apply_play(state, Play("up1", "50", "", waived=True))
    assert RULES.list_faces(step.state)["up1"] == "F44"
    assert set(step.state.table.hands[0].cards) == {"50", "7"}
    assert [duty.code for duty in RULES.list_duties(step.state)] == ["lay-minimum", "cover-fire"]


def test_a_card_moved_from_pile_to_pile_that_the_table_lets_stand_is_on_one_pile_only():
    step = lay(position(piles={"up1": ["10", "52"]}), "10", "up2", waived=True)
    assert RULES.list_faces(step.state) == {"up1": "52", "up2": "10", "down1": "", "down2": ""}


def test_a_play_after_the_end_or_of_no_card_is_never_laid():
    lost = RULES.apply_claim(position(), Claim("stuck")).state
    assert lay(lost, "99", "up1", waived=True).state is lost
    state = position()
    assert RULES.apply_play(state, Play("up1", "", "back", waived=True)).state is state


def test_a_waived_play_does_not_lose_at_once():
    state = position(hands=[["50", "51", "99"], None], piles=BLOCKED)
    assert lay(state, "99", "up1").outcome.rule == "TG-12"
    step = lay(state, "99", "up1", waived=True)
    assert step.outcome is None
    assert RULES.apply_claim(step.state, Claim("assess")).outcome.rule == "TG-12"


# --- at the door -------------------------------------------------------------------------------------------------------------------

BAD_POSITIONS = [
    (0, {}, {}), (6, {}, {}), (10_000, {}, {}), (True, {}, {}), ("2", {}, {}), (None, {}, {}), (2.0, {}, {}),
    (2, {"fire": True}, {}), (2, {"on_fire": 1}, {}), (2, {"pro": "yes"}, {}), (2, {"teams": 2}, {}), (2, [], {}),
    (2, {}, []), (2, {}, {"chips": {}}), (2, {}, {"hands": {}}), (2, {}, {"hands": [None]}), (2, {}, {"hands": [None] * 3}),
    (2, {}, {"hands": [["100"], None]}), (2, {}, {"hands": [["1"], None]}), (2, {}, {"hands": [[10], None]}),
    (2, {}, {"hands": [["F44"], None]}), (2, {}, {"hands": [["10", "10"], None]}), (2, {}, {"hands": ["10", None]}),
    (2, {}, {"hands": [["10"], None], "piles": {"up1": ["10"]}}), (2, {}, {"hands": [["10"], None], "deck": ["10"]}),
    (2, {"on_fire": True}, {"piles": {"up1": ["44"], "up2": ["F44"]}}),
    (2, {}, {"deck": 99}), (2, {}, {"deck": -1}), (2, {}, {"deck": True}), (2, {}, {"deck": 10**400}), (2, {}, {"deck": "30"}),
    (2, {}, {"deck": 98}), (2, {}, {"deck": ["2"] * 99}), (2, {}, {"deck": 1.5}),
    (2, {}, {"piles": {"up3": []}}), (2, {}, {"piles": []}), (2, {}, {"piles": {"up1": "10"}}), (2, {}, {"piles": {"up1": [None]}}),
    (2, {}, {"turn": 2}), (2, {}, {"turn": -1}), (2, {}, {"turn": "0"}), (2, {}, {"turn": True}),
    (2, {}, {"hands": [["2"], ["3"]], "deck": 95, "piles": {"up1": ["4", "5"]}}),
    (2, {}, {"hands": [[str(n) for n in range(2, 42)], None]}),
    (3, {}, {"hands": [[str(n) for n in range(2, 9)], None, None]}),
    (2, {"pro": True, "pro_small_hand": True}, {"hands": [[str(n) for n in range(2, 9)], None]}),
    (2, {}, {"hands": [["2"], None], "deck": [str(n) for n in range(3, 100)]}),
]  # fmt: skip


@pytest.mark.parametrize(("seats", "options", "setup"), BAD_POSITIONS)
def test_an_impossible_position_is_refused_with_one_short_sentence(seats, options, setup):
    with pytest.raises(PositionError) as refusal:
        RULES.set_up_match(seats, options, setup)
    assert "\n" not in str(refusal.value) and 10 < len(str(refusal.value)) < 200


@pytest.mark.parametrize(
    "play",
    [
        {},
        {"card": "10"},
        {"pile": "up1"},
        {"card": "100", "pile": "up1"},
        {"card": "1", "pile": "up1"},
        {"card": 10, "pile": "up1"},
        {"card": None, "pile": "up1"},
        {"card": "F44", "pile": "up1"},
        {"card": "010", "pile": "up1"},
        {"card": "10", "pile": "up3"},
        {"card": "10", "pile": ["up1"]},
        {"card": "10", "cell": [0, 0]},
        {"card": "10", "pile": "up1", "cell": [0, 0]},
    ],
)
def test_a_play_that_names_no_card_or_pile_is_refused(play):
    with pytest.raises(InputError):
        RULES.parse_play(position(), play)


def test_a_claim_that_nobody_knows_is_refused():
    for claim in (Claim("dead"), Claim("say"), Claim("say", None, {"kind": "aloud"}), Claim("stuck", 7)):
        with pytest.raises(InputError):
            RULES.apply_claim(position(), claim)
    with pytest.raises(InputError):
        RULES.apply_claim(position(), Claim("setup_check", None, {"players": "2"}))


def test_a_zone_or_seat_that_is_not_there_is_refused():
    for refused in (Play("draw", "", "10"), Play("up1", "", "10", seat=2), Play("up1", "", "10", seat=-1)):
        with pytest.raises(InputError):
            RULES.apply_play(position(), refused)


# --- laws --------------------------------------------------------------------------------------------------------------------------


def fits(zone, top, number):
    """TG-04 to TG-06 once more, word by word."""
    if zone.startswith("up"):
        return top is None or number > top or number == top - 10
    return top is None or number < top or number == top + 10


@settings(max_examples=30, deadline=None)
@given(st.integers(1, 5), OPTIONS, SEEDS)
def test_open_matches_keep_their_cards_and_the_list_of_legal_plays_is_the_referees(seats, options, seed):
    state = dealt(RULES, seats, options, seed)
    chance = random.Random(seed)
    for before, done, step in match(RULES, state, seed):
        assert step.stands
        assert cards_in(RULES.describe_position(step.state)) == 98
        json.dumps(RULES.describe_position(step.state))
        if done == "end":
            continue
        listed = {(play.zone, play.after) for play in RULES.list_legal(before)}
        tops = RULES.describe_position(before)["top"]
        for card in chance.sample(range(2, 100), 6) + [number_of(card) for card in before.table.hands[before.to_move].cards]:
            for zone in ZONES:
                play = RULES.parse_play(before, {"card": str(card), "pile": zone})
                judged = RULES.apply_play(before, play)
                assert judged.stands == ((zone, play.after) in listed)
                assert judged.stands or judged.state is before
                mine = play.after in before.table.hands[before.to_move].cards
                assert judged.stands == (mine and fits(zone, tops[zone], card))


@settings(max_examples=30, deadline=None)
@given(st.integers(1, 5), OPTIONS, SEEDS)
def test_a_match_ends_won_with_all_cards_laid_or_lost_with_some_left(seats, options, seed):
    last = list(match(RULES, dealt(RULES, seats, options, seed), seed))[-1][2]
    view = RULES.describe_position(last.state)
    assert last.outcome is not None
    assert (view["status"] == "won") == (view["score"] == 0)
    assert view["rating"] == ("perfect" if view["score"] == 0 else "excellent" if view["score"] < 10 else "plain")


@settings(max_examples=25, deadline=None)
@given(st.integers(1, 5), OPTIONS, SEEDS)
def test_hidden_hands_are_judged_as_open_ones_until_somebody_is_stuck(seats, options, seed):
    hidden = dealt(RULES, seats, options, seed, hidden=True)
    for _, done, step in match(RULES, dealt(RULES, seats, options, seed), seed):
        judged = RULES.apply_turn_end(hidden) if done == "end" else RULES.apply_play(hidden, done)
        assert judged.stands
        if step.outcome is not None and step.outcome.rule == "TG-12":
            assert judged.outcome is None
            assert RULES.apply_claim(judged.state, Claim("stuck")).outcome.rule == "TG-12"
        else:
            assert judged.outcome == step.outcome
            keys = ("to_move", "min_cards", "played", "hand_size", "deck_size", "top", "status")
            assert [RULES.describe_position(judged.state)[key] for key in keys] == [
                RULES.describe_position(step.state)[key] for key in keys
            ]
        hidden = judged.state


@settings(max_examples=30, deadline=None)
@given(st.integers(1, 5), SEEDS)
def test_of02_fires_burn_out_exactly_one_turn_after_the_turn_in_which_they_were_laid(seats, seed):
    laid_in = {}
    for before, done, step in match(RULES, dealt(RULES, seats, {"on_fire": True}, seed), seed):
        turn = before.turn
        if done != "end":
            laid_in.pop(done.zone, None)
            if done.after.startswith("F"):
                laid_in[done.zone] = turn
        burnt = done == "end" and any(turn > laid for laid in laid_in.values())
        assert (step.outcome is not None and step.outcome.rule == "OF-02") == burnt
        if step.outcome is None:
            fires = {duty.zones[0]: duty.due_turn for duty in RULES.list_duties(step.state) if duty.code == "cover-fire"}
            assert fires == {zone: laid + 1 for zone, laid in laid_in.items()}


@settings(max_examples=25, deadline=None)
@given(st.integers(1, 5), OPTIONS, SEEDS)
def test_everything_that_is_found_can_be_said_in_every_language(seats, options, seed):
    for before, _, step in match(RULES, dealt(RULES, seats, options, seed), seed):
        findings = [
            *step.findings,
            *RULES.apply_play(before, Play("up1", "", "50")).findings,
            *RULES.apply_turn_end(before).findings,
        ]
        for language in list_languages():
            words = catalogue(language)
            said = [words.say_finding("the_game", finding) for finding in findings]
            said += [words.say_duty("the_game", duty, turn=before.turn) for duty in RULES.list_duties(step.state)]
            said += [words.say_outcome("the_game", step.outcome)] if step.outcome else []
            assert all(text and "the_game-" not in text and "{" not in text for text in said), said
