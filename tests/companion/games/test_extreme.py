"""The Game Extreme: commands by their rule ids, laws by hypothesis."""

import json
import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.errors import InputError, PositionError
from companion.games.extreme import EXTREME_COMMANDS, RULES
from companion.games.ninety_eight import number_of
from companion.match.rules import Claim, Play, Severity
from companion.shown.words.languages import list_languages
from companion.shown.words.messages import catalogue
from tests.companion.games.strategies_piles import SEEDS, ZONES, cards_in, dealt, match, turn_of

OPTIONS = st.fixed_dictionaries({"lenient": st.booleans(), "onepile_midturn": st.sampled_from(["prospective", "strict"])})


def position(seats=3, options=None, **setup):
    return RULES.set_up_match(seats, options or {}, setup)


def lay(state, card, pile, **how):
    meant = RULES.parse_play(state, {"card": card, "pile": pile})
    return RULES.apply_play(state, Play(meant.zone, meant.before, meant.after, **how))


def after(state, *plays):
    for card, pile in plays:
        step = lay(state, card, pile)
        assert step.stands and step.outcome is None, step
        state = step.state
    return state


def foul(step):
    found = [finding for finding in step.findings if finding.severity is Severity.FOUL]
    assert found and step.outcome is None, step
    return found[0].rule, found[0].code


def lost(step):
    assert step.outcome is not None and step.outcome.won is False, step
    assert step.state.outcome == step.outcome
    return step.outcome.rule, step.outcome.code


def duty(state, code):
    return next((due for due in RULES.list_duties(state) if due.code == code), None)


# --- cards and their commands -----------------------------------------------------------------------------------------------------


def test_ex02_the_command_comes_with_the_face_and_shows_on_the_pile():
    state = after(position(), ("47:silence", "up1"))
    assert RULES.list_faces(state)["up1"] == "47:silence"
    assert RULES.describe_position(state)["top"]["up1"] == 47
    assert RULES.describe_position(state)["commands"] == ["silence"]


def test_ex02_a_bare_number_carries_no_command_unless_the_owners_table_says_so():
    assert RULES.list_faces(after(position(), ("47", "up1")))["up1"] == "47"
    known = position(options={"commands": {"47": "silence"}})
    assert RULES.list_faces(after(known, ("47", "up1")))["up1"] == "47:silence"
    assert Play("up1", "", "47:silence") in RULES.list_legal(known)


def test_ex02_a_command_that_the_owners_table_denies_is_no_card_of_the_match():
    known = position(options={"commands": {"47": "silence"}})
    with pytest.raises(InputError):
        RULES.parse_play(known, {"card": "47:stop", "pile": "up1"})
    assert foul(RULES.apply_play(known, Play("up1", "", "47:stop"))) == ("TG-01", "not-a-card")


def test_a_bare_number_is_the_card_of_that_number_in_a_known_hand():
    state = position(hands=[["47:silence", "50"], None, None])
    assert RULES.list_faces(after(state, ("47", "up1")))["up1"] == "47:silence"
    assert foul(lay(state, "47:stop", "up1")) == ("TG-17", "not-in-hand")


def test_tg17_a_number_exists_once_whatever_it_carries():
    state = after(position(), ("47:silence", "up1"), ("50", "up1"))
    assert foul(lay(state, "47", "up2")) == ("TG-17", "already-laid")


def test_g1_a_misplaced_number_is_a_foul_even_where_a_command_would_be_broken():
    state = position(piles={"up1": ["47"], "down1": ["80:noback"]})
    assert foul(lay(state, "38", "up1")) == ("TG-04", "not-above")


# --- flash commands ------------------------------------------------------------------------------------------------------------------


def test_ex05_a_flash_command_from_an_earlier_turn_means_nothing():
    state = position(piles={"up1": ["10:three"], "up2": ["11:stop"]})
    assert RULES.describe_position(state)["min_cards"] == 2
    assert RULES.apply_turn_end(after(state, ("12", "up1"), ("13", "up1"))).stands


def test_ex10_stop_ends_the_turn_and_tells_who_draws():
    step = lay(position(), "47:stop", "up1")
    assert [(note.rule, note.code, note.detail) for note in step.findings] == [
        ("TG-09", "drawn", {"count": 1, "seat": 1, "next": 2})
    ]
    assert (step.state.turn, step.state.to_move) == (2, 1)


def test_ex10_stop_that_leaves_the_next_player_stuck_is_lost():
    state = position(
        hands=[["98:stop", "5"], ["50", "51"], None], piles={"up1": ["97"], "up2": ["99"], "down1": ["2"], "down2": ["3"]}
    )
    assert lost(lay(state, "98:stop", "up1")) == ("TG-12", "stuck")


def test_ex11_a_skull_is_due_this_turn():
    state = after(position(), ("47:skull", "up1"))
    due = duty(state, "cover-skull")
    assert (due.rule, due.zones, due.card, due.due_turn, due.certain_loss) == ("EX-11", ("up1",), "47:skull", 1, False)
    assert duty(after(state, ("50", "up1")), "cover-skull") is None


def test_ex11_the_end_of_the_turn_with_a_skull_is_lost_or_refused_among_lenient_players():
    for options, judge, expected in (({}, lost, "skull-visible"), ({"lenient": True}, foul, "skull-visible")):
        state = after(position(options=options), ("47:skull", "up1"), ("50", "up2"))
        assert judge(RULES.apply_turn_end(state)) == ("EX-11", expected)


def test_ex11_the_minimum_comes_first():
    assert foul(RULES.apply_turn_end(after(position(), ("47:skull", "up1")))) == ("TG-07", "too-few")


def test_ex11_stop_may_cover_a_skull():
    state = after(position(), ("47:skull", "up1"))
    assert turn_of(after(state, ("50:stop", "up1"))) == (2, 1)
    assert lost(lay(state, "50:stop", "up2")) == ("EX-11", "skull-visible")


def test_ex11_a_skull_with_an_empty_hand_is_lost_at_once():
    state = position(2, hands=[["50", "60:skull"], None], deck=4)
    assert lost(lay(after(state, ("50", "up1")), "60:skull", "up1")) == ("EX-11", "skull-visible")


def test_ex11_a_hidden_hand_says_itself_that_the_skull_stays():
    state = after(position(), ("10", "up1"), ("47:skull", "up1"))
    assert lost(RULES.apply_claim(state, Claim("stuck"))) == ("EX-11", "skull-visible")


def test_ex11_a_skull_that_no_unseen_card_covers_is_a_certain_loss():
    state = position(piles={"down1": ["89", "50"]})
    assert duty(after(state, ("99:skull", "up1")), "cover-skull").certain_loss
    assert not duty(after(position(), ("99:skull", "up1")), "cover-skull").certain_loss


def test_ex11_no_backward_on_another_pile_makes_no_skull_certain_for_it_may_be_covered_first():
    state = after(position(piles={"down1": ["80:noback"]}), ("99:skull", "up1"))
    assert not duty(state, "cover-skull").certain_loss
    assert RULES.apply_turn_end(after(state, ("70", "down1"), ("89", "up1"))).stands


def test_ex12_a_skull_under_the_last_card_wins():
    state = position(1, hands=[["50:skull", "60"]], deck=[])
    assert lay(after(state, ("50:skull", "up1")), "60", "up1").outcome.won


def test_ex12_the_last_card_elsewhere_or_stop_leaves_the_skull_visible():
    for card in ("60", "60:stop"):
        state = position(1, hands=[["50:skull", card]], deck=[])
        assert lost(lay(after(state, ("50:skull", "up1")), card, "up2")) == ("EX-12", "skull-last")


def test_ex12_lenient_players_cannot_take_the_last_card_back():
    state = position(1, {"lenient": True}, hands=[["60:skull"]], deck=[])
    assert lost(lay(state, "60:skull", "up1")) == ("EX-12", "skull-last")


@pytest.mark.parametrize(
    ("cards", "rule"), [((("50:noback", "up1"), ("40", "up1")), "EX-21"), ((("50:onepile", "up1"), ("60", "up2")), "EX-22")]
)
def test_a_last_card_that_breaks_a_command_is_not_praised(cards, rule):
    first, last = cards
    state = after(position(1, hands=[[first[0], last[0]]], deck=[]), first)
    step = lay(state, *last)
    assert lost(step)[0] == rule
    assert RULES.describe_position(step.state)["score"] == 0 and RULES.describe_position(step.state)["rating"] is None
    for language in list_languages():
        said = catalogue(language).say_outcome("extreme", step.outcome)
        assert said in ("Lost with every card played.", "Partita persa con tutte le carte giocate.")


def test_ex13_three_is_a_duty_of_exactly_three():
    state = after(position(), ("10:three", "up1"))
    due = duty(state, "exactly-three")
    assert (due.rule, due.due_turn, due.detail) == ("EX-13", 1, {"still": 2})
    assert RULES.describe_position(state)["min_cards"] == 3
    assert RULES.list_duties(after(state, ("11", "up1"), ("12", "up1"))) == ()


def test_ex13_a_fourth_card_is_lost():
    state = after(position(), ("10:three", "up1"), ("11", "up1"), ("12", "up1"))
    assert lost(lay(state, "13", "up1")) == ("EX-13", "fourth-card")
    assert RULES.list_legal(state) == []


def test_ex13_three_as_fourth_card_is_lost():
    state = after(position(), ("10", "up1"), ("11", "up1"), ("12", "up1"))
    assert lost(lay(state, "13:three", "up1")) == ("EX-13", "fourth-card")
    assert lay(state, "13", "up1").outcome is None


def test_ex13_stop_only_as_third_card():
    state = after(position(), ("10:three", "up1"))
    assert lost(lay(state, "11:stop", "up1")) == ("EX-13", "stop-not-third")
    assert turn_of(after(state, ("11", "up1"), ("12:stop", "up1"))) == (2, 1)


def test_ex13_no_third_card_possible_is_lost_at_once():
    state = position(hands=[["90:three", "91", "50"], None, None], piles={"up2": ["99"], "down1": ["2"], "down2": ["3"]})
    assert lost(lay(after(state, ("90:three", "up1")), "91", "up1")) == ("EX-13", "not-three")


def test_ex13_a_skull_as_third_card_after_three_can_never_be_covered():
    state = after(position(), ("10:three", "up1"), ("11", "up1"), ("12:skull", "up1"))
    assert duty(state, "cover-skull").certain_loss
    state = position(hands=[["10:three", "11", "12:skull", "13"], None, None])
    assert lost(lay(after(state, ("10:three", "up1"), ("11", "up1")), "12:skull", "up1")) == ("EX-11", "skull-visible")


def test_ex14_three_as_the_only_card_may_be_laid_but_loses():
    state = position(2, hands=[["10:three"], ["50"]], deck=[])
    assert RULES.apply_claim(state, Claim("assess")).outcome is None
    step = lay(state, "10:three", "up1")
    assert lost(step) == ("EX-14", "too-few-for-three")
    assert step.findings[-1].detail["hand"] == 1


def test_ex14_counts_the_hand_at_the_start_of_the_turn():
    state = position(2, hands=[["10", "11", "12:three"], ["50"]], deck=[])
    assert after(state, ("10", "up1"), ("11", "up1"), ("12:three", "up1")).outcome is None
    state = position(2, hands=[["10", "12:three"], ["50"]], deck=[])
    assert lost(lay(after(state, ("10", "up1")), "12:three", "up1")) == ("EX-14", "too-few-for-three")


# --- lasting commands ----------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("command", "rule", "code"),
    [
        ("silence", "EX-20", "silence"),
        ("noback", "EX-21", "no-backward"),
        ("onepile", "EX-22", "one-pile"),
        ("draw1", "EX-23", "draw-one"),
    ],
)
def test_ex04_a_lasting_command_is_a_duty_without_a_deadline_until_it_is_covered(command, rule, code):
    state = after(position(), (f"47:{command}", "up1"))
    due = duty(state, code)
    assert (due.rule, due.zones, due.card, due.due_turn) == (rule, ("up1",), f"47:{command}", None)
    assert duty(after(state, ("50", "up1")), code) is None


@pytest.mark.parametrize("kind", ["advice", "command", "number", "relative_number", "magnitude", "colour", "intention"])
def test_ex20_silence_forbids_all_talk_by_anybody(kind):
    state = position(piles={"up1": ["20:silence"]})
    assert lost(RULES.apply_claim(state, Claim("say", 2, {"kind": kind}))) == ("EX-20", "silence-broken")


def test_ex03_without_silence_only_numbers_are_forbidden():
    state = position()
    for kind in ("advice", "command", "magnitude", "colour", "intention"):
        assert RULES.apply_claim(state, Claim("say", 1, {"kind": kind})).stands
    assert foul(RULES.apply_claim(state, Claim("say", 1, {"kind": "relative_number"}))) == ("EX-03", "number-said")
    covered = position(piles={"up1": ["20:silence", "30"]})
    assert RULES.apply_claim(covered, Claim("say", 1, {"kind": "advice"})).stands


def test_ex21_no_backward_may_itself_be_laid_by_a_trick():
    state = after(position(piles={"up1": ["47"], "down1": ["60"]}), ("37:noback", "up1"))
    assert lost(lay(state, "70", "down1")) == ("EX-21", "backward-forbidden")
    assert RULES.describe_position(state)["piles"][2]["fits"] == {"below": 60}


def test_ex21_stuck_where_only_a_trick_would_fit():
    blocked = {"up1": ["47"], "up2": ["99"], "down1": ["2"]}
    hands = [["60", "50"], None, None]
    state = position(hands=hands, piles={**blocked, "down2": ["3:noback"]})
    assert lost(lay(state, "60", "up1")) == ("TG-12", "stuck")
    assert lay(position(hands=hands, piles={**blocked, "down2": ["3"]}), "60", "up1").outcome is None


def test_ex22_while_one_pile_is_visible_the_second_card_follows_the_first():
    state = after(position(piles={"down2": ["60:onepile"]}), ("30", "up1"))
    assert lost(lay(state, "31", "up2")) == ("EX-22", "second-pile")
    assert [pile["fits"] for pile in RULES.describe_position(state)["piles"]] == [{"above": 30, "exactly": 20}, {}, {}, {}]
    assert {play.zone for play in RULES.list_legal(state)} == {"up1"}


def test_ex22_one_pile_laid_first_binds_its_own_pile_until_the_next_card_covers_it():
    state = after(position(), ("20:onepile", "up1"))
    assert lost(lay(state, "30", "up2")) == ("EX-22", "second-pile")
    assert after(state, ("30", "up1"), ("40", "up2")).outcome is None


def test_ex22_read_strictly_one_pile_asks_for_one_pile_from_the_start_of_the_turn():
    strict = position(options={"onepile_midturn": True})
    assert lost(lay(after(strict, ("30", "up1")), "40:onepile", "up2")) == ("EX-22", "second-pile")
    assert after(strict, ("30", "up1"), ("40:onepile", "up1")).outcome is None
    assert lost(lay(after(strict, ("30", "up1"), ("31", "up2")), "40:onepile", "up2")) == ("EX-22", "second-pile")


def test_ex23_drawing_one_shrinks_the_hand_and_covering_it_fills_the_hand_again():
    state = position(2, piles={"down1": ["90:draw1"]})
    state = RULES.apply_turn_end(after(state, ("10", "up1"), ("11", "up1"), ("12", "up1"))).state
    state = RULES.apply_turn_end(after(state, ("13", "up1"), ("14", "up1"))).state
    assert RULES.describe_position(state)["hand_size"] == [5, 6]
    step = RULES.apply_turn_end(after(state, ("80", "down1"), ("15", "up1")))
    assert RULES.describe_position(step.state)["hand_size"] == [7, 6]
    assert step.findings[0].rule == "TG-09"


def test_ex23_draw_one_laid_last_holds_for_this_draw():
    step = RULES.apply_turn_end(after(position(2), ("10", "up1"), ("11", "up1"), ("12:draw1", "up1")))
    assert (step.findings[0].rule, RULES.describe_position(step.state)["hand_size"]) == ("EX-23", [5, 7])


def test_ex23_a_hand_below_the_minimum_loses_when_its_last_card_is_no_stop():
    state = position(2, hands=[["30"], None], deck=5, piles={"down1": ["90:draw1"]})
    assert lost(lay(state, "30", "up1")) == ("TG-12", "stuck")


def test_ex23_an_empty_hand_loses_when_its_turn_comes():
    state = position(2, hands=[["30", "31", "32"], []], deck=10)
    assert lost(RULES.apply_turn_end(after(state, ("30", "up1"), ("31", "up1")))) == ("TG-12", "stuck")


def test_ex23_a_hand_too_small_for_its_turn_is_told():
    state = position(2, piles={"down1": ["90:draw1"]}, hands=[None, []], deck=5)
    state = RULES.apply_turn_end(after(state, ("10", "up1"), ("11", "up1")))
    assert lost(state) == ("TG-12", "stuck")
    hidden = position(1, piles={"down1": ["90:draw1"]})
    for number in range(10, 31, 2):
        hidden = RULES.apply_turn_end(after(hidden, (str(number), "up1"), (str(number + 1), "up1"))).state
        if not RULES.describe_position(hidden)["hand_size"][0]:
            break
    assert duty(hidden, "lay-minimum").certain_loss


def test_ex23_a_single_card_may_still_be_stop_but_not_after_three():
    alone = position(1, hands=[["30:stop"]], deck=5)
    assert not duty(alone, "lay-minimum").certain_loss
    state = after(position(2, hands=[["30", "31:three", "32"], None], deck=5), ("31:three", "up1"))
    assert not duty(state, "exactly-three").certain_loss
    state = position(1, piles={"down1": ["90:draw1"]})
    for number in range(10, 20, 2):
        state = RULES.apply_turn_end(after(state, (str(number), "up1"), (str(number + 1), "up1"))).state
    assert RULES.describe_position(state)["hand_size"] == [3]
    assert duty(after(state, ("30:three", "up1"), ("31", "up1")), "exactly-three").certain_loss is False


@pytest.mark.parametrize("command", ["silence", "noback", "onepile", "draw1"])
def test_ex26_lasting_commands_do_not_prevent_a_win(command):
    state = position(1, hands=[["60"]], deck=[], piles={"down1": [f"90:{command}"]})
    assert lay(state, "60", "up1").outcome.rule == "TG-13"


def test_ex25_with_nothing_to_draw_one_card_is_enough_and_none_is_not():
    state = position(2, hands=[["30", "40"], ["50"]], deck=[])
    assert foul(RULES.apply_turn_end(state)) == ("TG-10", "too-few")
    assert RULES.apply_turn_end(after(state, ("30", "up1"))).stands


# --- broken commands -----------------------------------------------------------------------------------------------------------------


def test_a_broken_command_leaves_the_card_on_the_table_and_the_match_lost():
    step = lay(position(piles={"up1": ["47"], "down1": ["80:noback"]}), "37", "up1")
    assert RULES.list_faces(step.state)["up1"] == "37"
    assert RULES.describe_position(step.state)["status"] == "lost"
    assert catalogue("en").say_finding("extreme", step.findings[0]) == (
        "The 37 breaks NO BACKWARD: no backward trick on any pile."
    )


def test_among_lenient_players_a_broken_command_is_taken_back():
    state = position(options={"lenient": True}, piles={"up1": ["47"], "down1": ["80:noback"]})
    step = lay(state, "37", "up1")
    assert foul(step) == ("EX-21", "backward-forbidden")
    assert step.state is state


def test_a_broken_command_that_the_table_lets_stand_is_a_note():
    state = position(piles={"up1": ["47"], "down1": ["80:noback"]})
    step = lay(state, "37", "up1", waived=True)
    assert [(note.rule, note.severity) for note in step.findings] == [("EX-21", Severity.NOTE)]
    assert RULES.list_faces(step.state)["up1"] == "37" and step.outcome is None


def test_a_skull_that_the_table_let_stand_binds_nobody_afterwards():
    state = after(position(), ("47:skull", "up1"))
    state = lay(state, "50:stop", "up2", waived=True).state
    assert (state.turn, state.to_move) == (2, 1)
    assert duty(state, "cover-skull") is None
    assert RULES.apply_turn_end(after(state, ("51", "up2"), ("52", "up2"))).stands


def test_a_misplaced_or_lifted_card_that_the_table_lets_stand_is_laid_or_lifted():
    state = position(piles={"up1": ["47"]})
    step = lay(state, "40:skull", "up1", waived=True)
    assert RULES.list_faces(step.state)["up1"] == "40:skull"
    assert duty(step.state, "cover-skull").zones == ("up1",)
    back = RULES.apply_play(step.state, Play("up1", "40:skull", "", waived=True)).state
    assert RULES.list_faces(back)["up1"] == "47"
    assert duty(back, "cover-skull") is None
    assert RULES.apply_play(state, Play("up1", "47", "back", waived=True)).state is state


def test_tg18_after_the_end_nothing_counts_any_more():
    over = RULES.apply_claim(position(piles={"down1": ["20:silence"]}), Claim("stuck")).state
    assert RULES.apply_play(over, Play("up1", "", "47")).findings[0].rule == "TG-18"
    assert RULES.apply_turn_end(over).findings[0].rule == "TG-18"
    assert RULES.apply_claim(over, Claim("say", None, {"kind": "number"})).stands
    assert RULES.list_legal(over) == () and RULES.list_duties(over) == ()


# --- at the door ---------------------------------------------------------------------------------------------------------------------

BAD_POSITIONS = [
    (6, {}, {}), (True, {}, {}), (3, [], {}), (3, {"on_fire": True}, {}), (3, {"lenient": "yes"}, {}),
    (3, {"onepile_midturn": "loose"}, {}), (3, {"onepile_midturn": 1.5}, {}), (3, {"onepile_midturn": []}, {}),
    (3, {"commands": ["47"]}, {}), (3, {"commands": {"47": "shout"}}, {}), (3, {"commands": {"100": "stop"}}, {}),
    (3, {"commands": {47: "stop"}}, {}), (3, {"commands": {"47": ["stop"]}}, {}),
    (3, {}, {"piles": {"up1": ["47:shout"]}}), (3, {}, {"piles": {"up1": ["47:"]}}), (3, {}, {"piles": {"up1": ["F44"]}}),
    (3, {}, {"piles": {"up1": ["47"], "up2": ["47:stop"]}}), (3, {}, {"hands": [["47:stop"], ["47:skull"], None]}),
    (3, {"commands": {"47": "stop"}}, {"piles": {"up1": ["47:skull"]}}),
    (3, {}, {"hands": [["2:stop", "3:stop"], ["4:stop"], None], "piles": {"up1": ["5:stop"]}, "deck": ["6:stop"]}),
    (3, {"commands": {str(n): "stop" for n in range(2, 7)}}, {"piles": {"up1": ["2", "3", "4", "5", "6"]}}),
    (3, {}, {"hands": [[str(n) for n in range(2, 9)], None, None]}),
]  # fmt: skip


@pytest.mark.parametrize(("seats", "options", "setup"), BAD_POSITIONS)
def test_an_impossible_position_is_refused_with_one_short_sentence(seats, options, setup):
    with pytest.raises(PositionError) as refusal:
        RULES.set_up_match(seats, options, setup)
    assert "\n" not in str(refusal.value) and 10 < len(str(refusal.value)) < 250


@pytest.mark.parametrize("card", ["47:shout", "47:", ":stop", "1", "47:stop:skull", "47+stop", 47, None, ["47"]])
def test_a_card_that_does_not_exist_is_refused(card):
    with pytest.raises(InputError):
        RULES.parse_play(position(), {"card": card, "pile": "up1"})


# --- laws ------------------------------------------------------------------------------------------------------------------------------


def deck_of(seed):
    """98 cards, each command on four of them."""
    numbers = [str(number) for number in range(2, 100)]
    chosen = random.Random(seed).sample(numbers, 4 * len(EXTREME_COMMANDS))
    carries = dict(zip(chosen, EXTREME_COMMANDS * 4, strict=True))
    return [f"{number}:{carries[number]}" if number in carries else number for number in numbers]


class SlowJudge:
    """The commands once more, word by word, from a list of the turn's plays. Judges a card or the end of a turn, by its rule."""

    def __init__(self, options):
        self.strict = options["onepile_midturn"] == "strict"
        self.tops = dict.fromkeys(ZONES)
        self.turn = []

    def visible(self, command):
        return any(top and top.endswith(f":{command}") for top in self.tops.values())

    def broken_by(self, zone, card, last_of_all):
        number, _, command = card.partition(":")
        top = self.tops[zone]
        backward = top and int(number) == number_of(top) + (-10 if zone.startswith("up") else 10)
        if backward and self.visible("noback"):
            return "EX-21"
        if self.turn and self.visible("onepile") and self.turn[-1][0] != zone:
            return "EX-22"
        if self.strict and command == "onepile" and {where for where, _ in self.turn} - {zone}:
            return "EX-22"
        cards = [laid for _, laid in self.turn] + [card]
        three = any(laid.endswith(":three") for laid in cards)
        if three and len(cards) > 3:
            return "EX-13"
        if command == "stop" and not last_of_all and self.skull_without(zone):
            return "EX-11"
        if command == "stop" and three and len(cards) != 3:
            return "EX-13"
        return None

    def skull_without(self, zone=None):
        return any(top and top.endswith(":skull") for where, top in self.tops.items() if where != zone)

    def lay(self, zone, card):
        self.tops[zone] = card
        self.turn.append((zone, card))

    def end(self):
        self.turn = []


@settings(max_examples=40, deadline=None)
@given(st.integers(1, 5), OPTIONS, SEEDS)
def test_matches_are_judged_as_a_slow_reading_of_the_rules_judges_them(seats, options, seed):
    state, judge, chance = dealt(RULES, seats, options, seed, deck_of(seed)), SlowJudge(options), random.Random(seed)
    for before, done, step in match(RULES, state, seed):
        assert cards_in(RULES.describe_position(step.state)) == 98
        listed = {(play.zone, play.after) for play in RULES.list_legal(before)}
        hand = before.table.hands[before.to_move].cards
        for card in [*hand, *chance.sample(deck_of(seed), 4)]:
            for zone in ZONES:
                judged = RULES.apply_play(before, Play(zone, "", card))
                foul_found = next((found for found in judged.findings if found.severity is Severity.FOUL), None)
                top, number = judge.tops[zone] and number_of(judge.tops[zone]), number_of(card)
                up = zone.startswith("up")
                fits = top is None or (number > top if up else number < top) or number == top + (-10 if up else 10)
                broken = judge.broken_by(zone, card, before.table.cards_left == 1) if card in hand and fits else None
                assert ((zone, card) in listed) == (card in hand and fits and broken is None)
                if card not in hand:
                    assert foul_found.rule == "TG-17"
                elif not fits:
                    assert foul_found.rule == ("TG-04" if up else "TG-05")
                elif broken and options["lenient"]:
                    assert foul_found.rule == broken and judged.state is before
                elif broken:
                    assert judged.outcome.rule == broken
                else:
                    assert foul_found is None
        if done != "end":
            judge.lay(done.zone, done.after)
        if step.state.turn != before.turn:
            judge.end()
    assert step.outcome is not None or not step.stands
    if step.outcome is None:
        assert options["lenient"] and not step.stands


@settings(max_examples=30, deadline=None)
@given(st.integers(1, 5), OPTIONS, SEEDS)
def test_hidden_hands_are_judged_as_open_ones_until_somebody_is_stuck(seats, options, seed):
    deck = deck_of(seed)
    hidden = dealt(RULES, seats, options, seed, deck, hidden=True)
    for _, done, step in match(RULES, dealt(RULES, seats, options, seed, deck), seed):
        judged = RULES.apply_turn_end(hidden) if done == "end" else RULES.apply_play(hidden, done)
        assert judged.stands == step.stands
        if judged.outcome == step.outcome:
            keys = ("to_move", "min_cards", "played", "hand_size", "deck_size", "top", "status", "commands", "piles")
            assert [RULES.describe_position(judged.state)[key] for key in keys] == [
                RULES.describe_position(step.state)[key] for key in keys
            ]
        else:
            assert judged.outcome is None
            assert RULES.apply_claim(judged.state, Claim("stuck")).outcome.rule == step.outcome.rule
        hidden = judged.state


@settings(max_examples=15, deadline=None)
@given(st.integers(1, 5), OPTIONS, SEEDS)
def test_everything_that_is_found_can_be_said_in_every_language_and_written_as_json(seats, options, seed):
    for before, _, step in match(RULES, dealt(RULES, seats, options, seed, deck_of(seed)), seed):
        talk = RULES.apply_claim(before, Claim("say", None, {"kind": "number"}))
        steps = [
            step,
            talk,
            RULES.apply_play(before, Play("up1", "", "50")),
            RULES.apply_turn_end(before),
            RULES.apply_claim(before, Claim("stuck")),
        ]
        findings = [finding for judged in steps for finding in judged.findings]
        outcomes = [judged.outcome for judged in steps if judged.outcome]
        json.dumps([RULES.describe_position(step.state), [dict(found.detail) for found in (*findings, *outcomes)]])
        for language in list_languages():
            words = catalogue(language)
            said = [words.say_finding("extreme", finding) for finding in findings]
            said += [words.say_duty("extreme", due, turn=before.turn) for due in RULES.list_duties(step.state)]
            said += [words.say_outcome("extreme", outcome) for outcome in outcomes]
            assert all(text and "extreme-" not in text and "{" not in text for text in said), said
