"""Face to Face: every rule by an example, the laws of a game by random matches, the door by nonsense."""

from __future__ import annotations

import json
import re
from importlib import resources
from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.errors import InputError, PositionError
from companion.games.face_to_face import COLOURED_CARDS, COLOURED_ZONES, RULES, FaceToFaceState
from companion.match.rules import Claim, Play, Severity, Step
from companion.shown.words.messages import catalogue

SIX = ["20", "21", "22", "23", "24", "25"]


def position(mine=None, theirs=None, **setup) -> FaceToFaceState:
    return RULES.set_up_match(2, {}, {"hands": [mine, theirs], **setup})


def lay(state, card, pile, seat=None) -> Step:
    return RULES.apply_play(state, RULES.parse_play(state, {"card": card, "pile": pile}, seat))


def laid(state, *plays) -> FaceToFaceState:
    for card, pile in plays:
        step = lay(state, card, pile)
        assert step.stands, step.findings
        state = step.state
    return state


def verdict(step: Step) -> tuple[str, str | None]:
    """What the referee says, and by which rule."""
    foul = next((finding for finding in step.findings if finding.severity is Severity.FOUL), None)
    if step.outcome:
        return "win" if step.outcome.won else "loss", step.outcome.rule
    return ("illegal", foul.rule) if foul else ("legal", None)


def codes(step: Step) -> list[str]:
    return [finding.code for finding in step.findings]


def test_a_fresh_deal_has_six_cards_each_and_two_decks():
    view = RULES.describe_position(RULES.set_up_match(2, {}))
    assert (view["hand_size"], view["deck_sizes"], view["min_cards"]) == ([6, 6], [52, 52], 2)
    assert view["top"] == {"A_up": None, "A_down": None, "B_up": None, "B_down": None}
    assert (view["status"], view["winner"], view["helped"]) == ("playing", None, False)


@pytest.mark.parametrize(
    ("pile", "top", "card", "rule"),
    [
        ("up", 27, 28, None),
        ("up", 27, 26, "FF-04"),
        ("up", 27, 17, None),  # FF-06
        ("up", 27, 16, "FF-04"),
        ("up", 27, 18, "FF-04"),
        ("up", None, 2, None),
        ("up", None, 59, None),
        ("down", 35, 34, None),
        ("down", 35, 36, "FF-05"),
        ("down", 35, 45, None),  # FF-06
        ("down", 35, 46, "FF-05"),
        ("down", 35, 44, "FF-05"),
        ("down", None, 59, None),
        ("down", None, 2, None),
    ],
)
@pytest.mark.parametrize("seat", [0, 1])
def test_own_piles_go_their_way_or_exactly_ten_back(pile, top, card, rule, seat):
    owner = "AB"[seat]
    state = RULES.set_up_match(2, {}, {"turn": seat, "piles": {f"{owner}_{pile}": [str(top)]} if top else {}})
    assert verdict(lay(state, str(card), f"own_{pile}")) == (("illegal", rule) if rule else ("legal", None))


@pytest.mark.parametrize(
    ("pile", "top", "card", "rule"),
    [
        ("up", 29, 28, None),
        ("up", 29, 2, None),
        ("up", 29, 29, "FF-08"),
        ("up", 29, 30, "FF-08"),
        ("up", 29, 19, None),
        ("up", 2, 59, "FF-08"),
        ("down", 40, 41, None),
        ("down", 40, 59, None),
        ("down", 40, 40, "FF-08"),
        ("down", 40, 39, "FF-08"),
        ("down", 40, 30, "FF-08"),
        ("up", None, 2, "FF-08"),
        ("down", None, 59, "FF-08"),
    ],
)
@pytest.mark.parametrize("seat", [0, 1])
def test_a_card_for_the_opponent_must_improve_his_pile(pile, top, card, rule, seat):
    other = "BA"[seat]
    state = RULES.set_up_match(2, {}, {"turn": seat, "piles": {f"{other}_{pile}": [str(top)]} if top else {}})
    assert verdict(lay(state, str(card), f"opp_{pile}")) == (("illegal", rule) if rule else ("legal", None))


def test_one_card_a_turn_for_the_opponent_at_any_point_of_it():
    state = position(piles={"B_up": ["30"], "B_down": ["40"]})
    helped = laid(state, ("50", "own_down"), ("10", "opp_up"))
    assert verdict(lay(helped, "45", "opp_down")) == ("illegal", "FF-07")
    assert verdict(lay(helped, "9", "opp_up")) == ("illegal", "FF-07")
    after = laid(helped, ("5", "own_up"))
    passed = RULES.apply_turn_end(after)
    assert verdict(passed) == ("legal", None)
    assert RULES.describe_position(passed.state)["helped"] is False


def test_two_cards_at_least_always():
    state = position(["10", "17", "30"], SIX, decks=[[], 20])
    assert verdict(RULES.apply_turn_end(state)) == ("illegal", "FF-03")
    one = laid(state, ("10", "own_up"))
    assert verdict(RULES.apply_turn_end(one)) == ("illegal", "FF-03")
    assert verdict(RULES.apply_turn_end(laid(one, ("17", "own_up")))) == ("legal", None)


def test_a_turn_for_oneself_draws_two_and_a_turn_with_help_draws_up_to_six():
    state = position(["5", "6", "7", "8", "9", "42"], SIX, decks=[20, 20], piles={"B_up": ["30"]})
    alone = RULES.apply_turn_end(laid(state, ("5", "own_up"), ("6", "own_up"), ("7", "own_up"))).state
    assert (RULES.describe_position(alone)["hand_size"], RULES.describe_position(alone)["deck_sizes"]) == ([5, 6], [18, 20])
    helping = RULES.apply_turn_end(laid(state, ("5", "own_up"), ("6", "own_up"), ("9", "opp_up"))).state
    assert (RULES.describe_position(helping)["hand_size"], RULES.describe_position(helping)["deck_sizes"]) == ([6, 6], [17, 20])


def test_the_draw_pile_limits_what_is_drawn():
    state = position(["5", "6", "7", "8", "9", "42"], SIX, decks=[["50"], 20])
    step = RULES.apply_turn_end(laid(state, ("5", "own_up"), ("6", "own_up"), ("7", "own_up")))
    assert RULES.describe_position(step.state)["hand_size"][0] == 4
    assert step.findings[0].detail["count"] == 1
    empty = position(["5", "6", "7", "8", "9", "42"], SIX, decks=[[], 20])
    step = RULES.apply_turn_end(laid(empty, ("5", "own_up"), ("6", "own_up")))
    assert RULES.describe_position(step.state)["hand_size"][0] == 4
    assert step.findings[0].rule == "FF-12"


@pytest.mark.parametrize("last", ["own_up", "opp_down"])
def test_the_last_of_the_own_cards_wins_at_once_wherever_it_lies(last):
    state = position(["50", "51"], SIX, decks=[[], 20], piles={"B_down": ["40"]})
    step = lay(laid(state, ("50", "own_up")), "51", last)
    assert verdict(step) == ("win", "FF-13")
    assert step.outcome.seats == (0,)
    assert RULES.describe_position(step.state)["winner"] == 0
    assert verdict(lay(step.state, "52", "own_up")) == ("illegal", "FF-18")
    assert verdict(RULES.apply_turn_end(step.state)) == ("illegal", "FF-18")


def test_an_empty_hand_with_cards_to_draw_is_no_win():
    state = position(["50", "51"], SIX, decks=[["2", "3", "4"], 20])
    passed = RULES.apply_turn_end(laid(state, ("50", "own_up"), ("51", "own_up"))).state
    assert RULES.describe_position(passed)["status"] == "playing"
    assert RULES.describe_position(passed)["hand_size"][0] == 2


BLOCKED = {"A_up": ["58"], "A_down": ["3"], "B_up": ["2"], "B_down": ["59"]}


def test_a_known_hand_that_cannot_lay_two_loses_to_the_opponent():
    state = position(["30", "31", "32"], SIX, piles=BLOCKED)
    for step in (
        RULES.apply_claim(state, Claim("assess")),
        RULES.apply_claim(state, Claim("stuck")),
        RULES.apply_turn_end(state),
    ):
        assert verdict(step) == ("loss", "FF-14")
        assert step.outcome.seats == (1,)
        assert RULES.describe_position(step.state)["winner"] == 1


def test_two_helping_cards_are_not_two():
    state = position(["30", "31", "32"], SIX, piles={**BLOCKED, "B_up": ["40"]})
    assert verdict(RULES.apply_claim(state, Claim("assess"))) == ("legal", None)  # declared late, as long as one card fits
    assert verdict(lay(state, "31", "opp_up")) == ("loss", "FF-14")
    assert verdict(RULES.apply_claim(state, Claim("stuck"))) == ("loss", "FF-14")  # but who says it is right


def test_one_card_left_and_nothing_to_draw_loses_when_the_turn_begins():
    state = position(["10", "17", "30"], ["20", "40", "41"], decks=[[], []])
    state = RULES.apply_turn_end(laid(state, ("10", "own_up"), ("17", "own_up"))).state
    step = RULES.apply_turn_end(laid(state, ("20", "own_up"), ("40", "own_up")))
    assert verdict(step) == ("loss", "FF-14")
    assert step.outcome.seats == (1,)
    alone = position(["30"], SIX, decks=[[], 20])
    assert verdict(RULES.apply_claim(alone, Claim("assess"))) == ("loss", "FF-14")
    assert verdict(lay(alone, "30", "own_up")) == ("loss", "FF-14")
    hidden = RULES.set_up_match(2, {}, {"hands": [["30"], None], "decks": [0, 20], "turn": 1})
    assert verdict(RULES.apply_turn_end(laid(hidden, ("20", "own_up"), ("40", "own_up")))) == ("loss", "FF-14")


def test_one_hidden_card_left_and_nothing_to_draw_loses_when_the_turn_begins():
    state = RULES.set_up_match(2, {}, {"hands": [None, None], "decks": [0, 20]})
    for first, second in (("20", "21"), ("22", "23")):
        state = RULES.apply_turn_end(laid(state, (first, "own_up"), (second, "own_up"))).state
        state = RULES.apply_turn_end(laid(state, (first, "own_up"), (second, "own_up"))).state
    state = laid(state, ("24", "own_up"))
    assert RULES.apply_claim(state, Claim("assess")).outcome is None, "one card of two is still in hand"
    one_left = RULES.set_up_match(2, {}, {"hands": [None, None], "decks": [1, 20]})
    for first, second in (("20", "21"), ("22", "23")):
        one_left = RULES.apply_turn_end(laid(one_left, (first, "own_up"), (second, "own_up"))).state
        one_left = RULES.apply_turn_end(laid(one_left, (first, "own_up"), (second, "own_up"))).state
    one_left = RULES.apply_turn_end(laid(one_left, ("24", "own_up"), ("25", "own_up"))).state
    step = RULES.apply_turn_end(laid(one_left, ("24", "own_up"), ("25", "own_up")))
    assert verdict(step) == ("loss", "FF-14") and step.outcome.seats == (1,)


def test_the_trick_is_measured_on_the_visible_card_whoever_laid_it():
    state = position(["12", "45", *SIX[:4]], ["2", "3", "30", "31", "32", "33"], piles={"B_up": ["29"]})
    state = RULES.apply_turn_end(laid(state, ("12", "opp_up"), ("45", "own_up"))).state
    assert verdict(lay(state, "2", "own_up")) == ("legal", None)
    assert verdict(lay(state, "3", "own_up")) == ("illegal", "FF-04")


@pytest.mark.parametrize(
    ("card", "pile", "seat"),
    [
        ("13", "own_up", None),  # not in the hand
        ("2", "own_up", 1),  # not his turn
        ("g2", "own_up", None),  # the opponent's card
        ("29", "own_up", None),  # laid already
    ],
)
def test_only_an_own_card_on_the_own_turn_once(card, pile, seat):
    state = position(["12", "45", "50", "51", "52", "53"], ["2", "30", "31", "32", "33", "34"], piles={"A_up": ["29"]})
    assert verdict(lay(state, card, pile, seat)) == ("illegal", "FF-17")


def test_the_camera_names_zones_and_colours():
    state = RULES.set_up_match(2, {}, {"turn": 1, "piles": {"A_up": ["29"]}})
    step = RULES.apply_play(state, Play("s_up", "s29", "g12"))
    assert verdict(step) == ("legal", None)
    assert RULES.describe_position(step.state)["top"]["A_up"] == 12
    assert RULES.list_faces(step.state)["s_up"] == "g12"
    assert verdict(RULES.apply_play(step.state, Play("s_down", "", "s12"))) == ("illegal", "FF-17")


def test_both_players_own_a_card_of_each_number():
    state = position(["12", "45", *SIX[:4]], ["12", *SIX[:5]])
    state = RULES.apply_turn_end(laid(state, ("12", "own_up"), ("45", "own_up"))).state
    state = laid(state, ("12", "own_up"))
    assert verdict(lay(state, "12", "opp_up")) == ("illegal", "FF-17")


def test_pile_names_depend_on_the_seat_only_where_they_say_so():
    state = RULES.set_up_match(2, {}, {"turn": 1})
    names = {"own_up": "g_up", "opp_down": "s_down", "A_up": "s_up", "B_down": "g_down", "s_down": "s_down", "g_up": "g_up"}
    assert {name: RULES.find_zone(state, name) for name in names} == names
    assert RULES.find_zone(state, "own_up", 0) == "s_up"
    assert RULES.parse_play(state, {"card": "12", "pile": "own_up"}, 0).after == "s12"


def test_a_card_on_a_pile_is_its_owners_unless_he_holds_it():
    state = RULES.set_up_match(2, {}, {"hands": [["12"], None], "piles": {"A_up": ["12"], "B_up": ["13"], "B_down": ["s14"]}})
    assert RULES.list_faces(state) == {"s_up": "g12", "s_down": "", "g_up": "g13", "g_down": "s14"}


def test_a_hidden_hand_is_believed_when_it_says_stuck_and_a_known_one_is_checked():
    assert verdict(RULES.apply_claim(RULES.set_up_match(2, {}), Claim("stuck"))) == ("loss", "FF-14")
    assert verdict(RULES.apply_claim(RULES.set_up_match(2, {}), Claim("stuck", 1))) == ("illegal", "FF-17")
    chain = position(["48", "49", "20"], SIX, piles=BLOCKED)
    step = RULES.apply_claim(chain, Claim("stuck"))
    assert verdict(step) == ("illegal", "FF-14")
    assert step.findings[0].detail["card"] == "s48"
    done = laid(chain, ("48", "own_up"), ("49", "own_up"))
    assert codes(RULES.apply_claim(done, Claim("stuck"))) == ["minimum-laid"]


@pytest.mark.parametrize("kind", ["advice", "command", "number", "relative_number", "magnitude", "colour", "intention"])
def test_opponents_may_say_what_they_like(kind):
    assert verdict(RULES.apply_claim(RULES.set_up_match(2, {}), Claim("say", 0, {"kind": kind}))) == ("legal", None)


@pytest.mark.parametrize(
    ("detail", "rule"), [({"players": 2, "hand": 6}, None), ({"hand": 7}, "FF-02"), ({"players": 3}, "FF-01")]
)
def test_the_deal_is_checked(detail, rule):
    step = RULES.apply_claim(RULES.set_up_match(2, {}), Claim("setup_check", None, detail))
    assert verdict(step) == (("illegal", rule) if rule else ("legal", None))


# Every silver card is laid but six, which go nowhere on silver's own piles.
REST = [f"s{n}" for n in range(2, 60) if n not in (3, 30, 31, 32, 33, 58)]
NOTHING_OWN = {"s_up": [*REST[:5], *REST[7:20], "s58"], "s_down": [*REST[20:], "s3"]}


def test_duties_count_the_cards_and_tell_a_loss_that_is_certain():
    state = RULES.set_up_match(2, {})
    assert [(duty.code, duty.detail["still"]) for duty in RULES.list_duties(state)] == [("lay-minimum", 2)]
    state = laid(state, ("5", "own_up"))
    assert [(duty.code, duty.detail["still"]) for duty in RULES.list_duties(state)] == [("lay-minimum", 1)]
    assert RULES.list_duties(laid(state, ("6", "own_up"))) == ()
    own = RULES.set_up_match(2, {}, {"piles": {**NOTHING_OWN, "B_up": ["40"]}, "decks": [0, 20]})
    assert [(duty.code, duty.certain_loss) for duty in RULES.list_duties(own)] == [("nothing-fits", True)]
    last = RULES.set_up_match(2, {}, {"hands": [["30"], None], "decks": [0, 20]})
    assert [(duty.code, duty.certain_loss) for duty in RULES.list_duties(last)] == [("too-few-cards", True)]


def test_a_foul_that_the_table_lets_stand_is_applied_and_noted():
    state = position(["12", *SIX[:5]], ["2", "30", "31", "32", "33", "34"], piles={"A_up": ["29"], "B_up": ["40"]})
    step = RULES.apply_play(state, Play("s_up", "s29", "s12", waived=True))
    assert codes(step) == ["not-above"]
    assert RULES.list_faces(step.state)["s_up"] == "s12"
    assert (RULES.describe_position(step.state)["played"], RULES.describe_position(step.state)["hand_size"]) == (1, [5, 6])
    other = RULES.apply_play(state, Play("g_up", "g40", "g2", waived=True))
    assert RULES.describe_position(other.state)["hand_size"] == [6, 5]
    assert RULES.describe_position(other.state)["played"] == 0
    help_twice = laid(state, ("12", "opp_up"))
    lifted = RULES.apply_play(help_twice, Play("g_up", "s12", "", waived=True)).state
    assert (
        RULES.describe_position(lifted)["helped"],
        RULES.describe_position(lifted)["hand_size"],
        RULES.describe_position(lifted)["played"],
    ) == (False, [6, 6], 0)
    twin = RULES.apply_play(state, Play("s_down", "", "s29", waived=True)).state
    assert (RULES.list_faces(twin)["s_up"], RULES.list_faces(twin)["s_down"]) == ("s29", "s29"), (
        "one of the two was misread: both lie there"
    )


def test_the_view_says_what_fits_for_the_player_to_move():
    state = RULES.set_up_match(2, {}, {"piles": {"A_up": ["27"], "A_down": ["5"], "B_up": ["30"]}})
    assert {pile["zone"]: (pile["owner"], pile["fits"]) for pile in RULES.describe_position(state)["piles"]} == {
        "s_up": (0, {"above": 27, "exactly": 17}),
        "s_down": (0, {"below": 5, "exactly": 15}),
        "g_up": (1, {"below": 30}),
        "g_down": (1, {}),
    }
    helped = laid(state, ("2", "opp_up"))
    assert [pile["fits"] for pile in RULES.describe_position(helped)["piles"][2:]] == [{}, {}]


@pytest.mark.parametrize(
    ("seats", "options", "setup"),
    [
        (1, {}, None),
        (3, {}, None),
        (True, {}, None),
        (2, {"expert": True}, None),
        (2, {}, []),
        (2, {}, {"deck": 20}),
        (2, {}, {"hands": [["12"]]}),
        (2, {}, {"hands": [["12", "12"], None]}),
        (2, {}, {"hands": [["12", "s12"], None]}),
        (2, {}, {"hands": [["g12", "s13"], None]}),
        (2, {}, {"hands": [["60"], None]}),
        (2, {}, {"hands": [["1"], None]}),
        (2, {}, {"hands": [["012"], None]}),
        (2, {}, {"hands": [["١٢"], None]}),
        (2, {}, {"hands": [[12], None]}),
        (2, {}, {"decks": [20]}),
        (2, {}, {"decks": 20}),
        (2, {}, {"decks": [53, 52]}),
        (2, {}, {"decks": [10**1000, 52]}),
        (2, {}, {"decks": [True, 52]}),
        (2, {}, {"hands": [["12"], None], "decks": [["12"], 20]}),
        (2, {}, {"piles": {"own_up": ["12"]}}),
        (2, {}, {"piles": {"A_up": ["12"], "s_up": ["13"]}}),
        (2, {}, {"piles": {"A_up": ["12", "12", "12"]}}),
        (2, {}, {"piles": {"A_up": ["s12"], "A_down": ["s12"]}}),
        (2, {}, {"turn": 2}),
        (2, {}, {"turn": "0"}),
        (2, {}, {"hands": [[str(n) for n in range(2, 42)], None]}),
        (2, {}, {"hands": [["2"], ["2"]], "decks": [57, 57], "piles": {"A_up": ["4"]}}),
        (2, {}, {"hands": [None, [str(n) for n in range(2, 9)]]}),
        (2, {}, {"hands": [["2"], None], "decks": [[str(n) for n in range(3, 60)], ["2"] * 60]}),
    ],
)
def test_what_cannot_be_a_position_is_refused_in_one_line(seats, options, setup):
    with pytest.raises(PositionError) as caught:
        RULES.set_up_match(seats, options, setup)
    assert "\n" not in str(caught.value)
    assert len(str(caught.value)) < 200


@pytest.mark.parametrize(
    "play",
    [
        {},
        {"card": "12"},
        {"card": "12", "pile": "up"},
        {"card": "12", "pile": ["own_up"]},
        {"card": "12", "pile": "own_side"},
        {"card": "12", "pile": "C_up"},
        {"card": 12, "pile": "own_up"},
        {"card": "60", "pile": "own_up"},
        {"card": "x12", "pile": "own_up"},
        {"card": "", "pile": "own_up"},
        {"card": "12", "pile": "own_up", "cell": [0, 1]},
    ],
)
def test_a_play_that_makes_no_sense_is_refused(play):
    with pytest.raises(InputError) as caught:
        RULES.parse_play(RULES.set_up_match(2, {}), play)
    assert len(str(caught.value)) < 200


@pytest.mark.parametrize("claim", [Claim("dead"), Claim("say"), Claim("stuck", 2), Claim("setup_check", None, {"hand": True})])
def test_a_claim_that_makes_no_sense_is_refused(claim):
    with pytest.raises(InputError):
        RULES.apply_claim(RULES.set_up_match(2, {}), claim)


# --- what is said -------------------------------------------------------------------------------------------------------------


def every_step() -> list[Step]:
    """Steps in which every finding and outcome comes up."""
    state = position(
        ["12", "17", "41", "58", "50", "51"], SIX, piles={"A_up": ["27"], "A_down": ["40"], "B_up": ["30"], "B_down": ["45"]}
    )
    helped = lay(state, "12", "opp_up")
    empty = position(["12", *SIX[:5]], SIX, decks=[[], 20])
    won = lay(laid(position(["50", "51"], SIX, decks=[[], 20]), ("50", "own_up")), "51", "own_up")
    hidden = laid(RULES.set_up_match(2, {}), *((str(n), "own_up") for n in range(2, 8)))
    return [
        lay(state, "12", "own_up"),
        lay(state, "58", "own_down"),
        lay(state, "58", "opp_up"),
        lay(state, "41", "opp_down"),
        lay(state, "17", "own_up"),
        helped,
        lay(helped.state, "50", "opp_down"),
        lay(empty, "12", "opp_up"),
        lay(state, "20", "own_up", 1),
        lay(state, "g20", "own_up"),
        lay(state, "27", "own_down"),
        lay(state, "13", "own_up"),
        lay(hidden, "8", "own_up"),
        *(RULES.apply_play(state, Play("s_up", "s27", after)) for after in ("", "?")),
        RULES.apply_turn_end(state),
        RULES.apply_turn_end(hidden),
        *(RULES.apply_claim(state, Claim("setup_check", None, detail)) for detail in ({"players": 3}, {"hand": 7})),
        RULES.apply_claim(state, Claim("stuck")),
        RULES.apply_claim(RULES.set_up_match(2, {}), Claim("set_up", None, {"colours": ["gold", "silver"]})),
        RULES.apply_claim(hidden, Claim("set_up", None, {"colours": ["gold", "silver"]})),
        RULES.apply_claim(hidden, Claim("stuck")),
        RULES.apply_claim(RULES.set_up_match(2, {}), Claim("stuck")),
        won,
        RULES.apply_turn_end(won.state),
    ]


@pytest.mark.parametrize("language", ["en", "it"])
def test_everything_is_said_in_both_languages(language):
    words = catalogue(language)
    steps = every_step()
    said = {finding.code: words.say_finding("face_to_face", finding) for step in steps for finding in step.findings}
    said |= {f"outcome-{step.outcome.code}": words.say_outcome("face_to_face", step.outcome) for step in steps if step.outcome}
    last = RULES.set_up_match(2, {}, {"hands": [["30"], None], "decks": [0, 20]})
    for state in (last, RULES.set_up_match(2, {}), RULES.set_up_match(2, {}, {"piles": NOTHING_OWN, "decks": [0, 20]})):
        said |= {f"duty-{duty.code}": words.say_duty("face_to_face", duty, turn=1) for duty in RULES.list_duties(state)}
    text = (resources.files("companion") / "locale" / language / "face_to_face.ftl").read_text(encoding="utf-8")
    written = set(re.findall(r"^face_to_face-([a-z-]+)", text, re.MULTILINE))
    written = {code for code in written if not code.startswith("say-")}  # what a phone offers to say
    assert written <= set(said) and all(words.has_text(code) for code in set(said) - written)
    assert not [sentence for sentence in said.values() if "{" in sentence or "face_to_face-" in sentence]


@pytest.mark.parametrize(
    ("top", "card", "english"),
    [
        ("27", "16", "Silver 16 on silver 27, ascending: must be above 27, or exactly 17."),
        ("8", "7", "Silver 7 on silver 8, ascending: must be above 8."),
        ("59", "7", "Silver 7 on silver 59, ascending: only 49 fits."),
        ("g27", "16", "Silver 16 on gold 27, ascending: must be above 27, or exactly 17."),
    ],
)
def test_a_misplaced_card_is_told_what_would_fit(top, card, english):
    step = lay(RULES.set_up_match(2, {}, {"piles": {"A_up": [top]}}), card, "own_up")
    assert catalogue("en").say_finding("face_to_face", step.findings[0]) == english


# --- laws ---------------------------------------------------------------------------------------------------------------------


@st.composite
def matches(draw) -> list[FaceToFaceState]:
    """The states of a match with open or hidden hands, dealt fresh or resumed with some cards played."""
    cards = [[f"{colour}{n}" for n in draw(st.permutations(range(2, 60)))] for colour in "sg"]
    drawn = [draw(st.integers(6, 58)) for _ in cards]
    decks = [own[6:count] for own, count in zip(cards, drawn, strict=True)]
    piles = {f"{'AB'[seat]}_{draw(st.sampled_from(['up', 'down']))}": own[drawn[seat] :] for seat, own in enumerate(cards)}
    if draw(st.booleans()):
        state = RULES.set_up_match(2, {}, {"hands": [own[:6] for own in cards], "decks": decks, "piles": piles})
    else:
        state = RULES.set_up_match(2, {}, {"decks": [len(deck) for deck in decks], "piles": piles})
    states = [state]
    for pick in draw(st.lists(st.integers(0, 10**6), max_size=40)):
        if state.outcome:
            break
        legal = RULES.list_legal(state)
        end = not legal or (state.played >= 2 and pick % 2 == 0)
        state = (RULES.apply_turn_end(state) if end else RULES.apply_play(state, legal[pick % len(legal)])).state
        states.append(state)
    return states


def total(state, seat: int) -> int:
    laid_cards = [card for pile in state.piles for card in pile if COLOURED_CARDS[card][0] == seat]
    return len(laid_cards) + state.hands[seat].size + state.decks[seat].size


@settings(deadline=None)
@given(matches())
def test_the_list_of_legal_plays_is_exactly_what_stands(states):
    for state in states[::4]:
        stands = {
            (zone, card)
            for zone, card in product(COLOURED_ZONES, COLOURED_CARDS)
            if RULES.apply_play(state, Play(zone, "", card)).stands
        }
        assert {(play.zone, play.after) for play in RULES.list_legal(state)} == stands
        assert all(RULES.apply_play(state, play).stands for play in RULES.list_legal(state))


@settings(deadline=None)
@given(matches())
def test_each_colour_always_adds_up_to_fifty_eight(states):
    for state in states:
        assert (total(state, 0), total(state, 1)) == (58, 58)
        assert all(hand.size <= 6 for hand in state.hands)


@settings(deadline=None)
@given(
    matches(),
    st.sampled_from([*COLOURED_CARDS, "", "?", "back"]),
    st.sampled_from(COLOURED_ZONES),
    st.sampled_from([None, 0, 1]),
)
def test_a_foul_changes_nothing_and_a_waived_one_keeps_the_count(states, face, zone, seat):
    for state in states:
        step = RULES.apply_play(state, Play(zone, "", face, seat))
        assert step.stands or step.state is state
        waived = RULES.apply_play(state, Play(zone, "", face, seat, waived=True))
        assert waived.stands
        twin = any(face in pile for pile in state.piles)  # a card that lies twice: one of the two was misread
        assert twin or (total(waived.state, 0), total(waived.state, 1)) == (58, 58)
        if face in COLOURED_CARDS and not state.outcome:
            assert RULES.list_faces(waived.state)[zone] == face
        ended = RULES.apply_turn_end(state, seat)
        assert ended.stands or ended.state is state


@settings(deadline=None)
@given(matches())
def test_the_view_is_plain_data_and_a_certain_loss_is_one(states):
    for state in states:
        view = json.loads(json.dumps(RULES.describe_position(state)))
        assert (view["turn"], view["to_move"]) == (state.turn, state.to_move)
        assert list(view["top"].values()) == [
            COLOURED_CARDS[face][1] if face else None for face in RULES.list_faces(state).values()
        ]
        if any(duty.certain_loss for duty in RULES.list_duties(state)):
            after = [RULES.apply_play(state, play).state for play in RULES.list_legal(state)]
            assert all(not RULES.apply_turn_end(later).stands or RULES.apply_turn_end(later).outcome for later in after)
