"""FF-19: who plays gold and who silver is the players' choice. The first card names it, or somebody says it."""

from __future__ import annotations

import pytest

from companion.errors import InputError, PositionError
from companion.games.face_to_face import RULES
from companion.match.events import Claimed, Corrected, Entry, Played, Seen, Started, TurnEnded, Undone
from companion.match.referee import judge_entry, replay_log, start_match
from companion.match.rules import Claim, Play, Severity
from companion.match.rulings import Fate
from companion.play.showcase import moves_of
from companion.shown.words.messages import catalogue


def seen(state, zone, card, seat=None):
    return RULES.apply_play(state, Play(zone, RULES.list_faces(state)[zone], card, seat))


def codes(step):
    return [(found.rule, found.code) for found in step.findings]


@pytest.mark.parametrize(("first", "second"), [("g", "s"), ("s", "g")])
def test_either_player_may_play_either_colour(first, second):
    step = seen(RULES.set_up_match(2, {}), f"{first}_up", f"{first}12")
    assert step.stands and codes(step) == [("FF-19", "player-colour")]
    state = seen(step.state, f"{first}_down", f"{first}50").state
    state = RULES.apply_turn_end(state).state
    step = seen(state, f"{second}_up", f"{second}9")
    assert step.stands and not step.findings, "the other colour follows from the first"
    view = RULES.describe_position(step.state)
    assert view["top"] == {"A_up": 12, "A_down": 50, "B_up": 9, "B_down": None}
    owners = {pile["zone"]: pile["owner"] for pile in view["piles"]}
    assert owners == {f"{first}_up": 0, f"{first}_down": 0, f"{second}_up": 1, f"{second}_down": 1}


def gold_first():
    state = seen(RULES.set_up_match(2, {}), "g_up", "g12").state
    return RULES.apply_turn_end(seen(state, "g_up", "g13").state).state


def test_a_card_of_the_other_colour_is_a_foul_once_the_colours_are_known():
    step = seen(gold_first(), "g_up", "g20")
    assert codes(step) == [("FF-17", "not-your-colour")]
    words = catalogue("en").with_names(("Anna", "Bea"))
    assert words.say_finding("face_to_face", step.findings[0]).endswith("Bea plays silver, not gold.")


def test_own_and_opponents_piles_follow_the_colours():
    state = gold_first()
    assert RULES.parse_play(state, {"card": "20", "pile": "own_up"}).zone == "s_up"
    assert RULES.parse_play(state, {"card": "20", "pile": "own_up"}).after == "s20"
    help_ = RULES.parse_play(state, {"card": "5", "pile": "opp_up"})
    assert (help_.zone, help_.after) == ("g_up", "s5")
    assert codes(RULES.apply_play(state, help_)) == [("FF-11", "helps")]


def test_it_is_said_with_the_players_name():
    step = seen(RULES.set_up_match(2, {}), "g_up", "g12")
    assert catalogue("en").with_names(("Anna", "Bea")).say_finding("face_to_face", step.findings[0]) == "Anna plays gold."
    assert catalogue("it").with_names(("Anna", "Bea")).say_finding("face_to_face", step.findings[0]) == "Anna gioca con l’oro."


def test_a_foul_names_nothing():
    state = RULES.set_up_match(2, {})
    step = seen(state, "s_up", "g12")
    assert codes(step) == [("FF-08", "nothing-to-improve")] and step.state is state
    assert RULES.describe_position(state)["colours"] == [None, None]


def test_a_whole_match_of_gold_first_goes_as_one_of_silver_first():
    """The same deal with the colours changed over is judged the same, card by card."""
    silver, gold = (
        RULES.set_up_match(2, {"colours": ["silver", "gold"]}),
        RULES.set_up_match(2, {"colours": ["gold", "silver"]}),
    )
    turned = str.maketrans("sg", "gs")
    for move in moves_of(Started("face_to_face", 2, {"colours": ["silver", "gold"]})):
        if move.kind == "end":
            steps = RULES.apply_turn_end(silver), RULES.apply_turn_end(gold)
        elif move.kind == "lay":
            card = move.face.translate(turned), move.zone[0].translate(turned) + move.zone[1:]
            steps = seen(silver, move.zone, move.face), seen(gold, card[1], card[0])
        else:
            continue
        assert codes(steps[0]) == codes(steps[1])
        silver, gold = (step.state for step in steps)
        views = [
            {key: RULES.describe_position(state)[key] for key in ("top", "hand_size", "deck_sizes", "winner")}
            for state in (silver, gold)
        ]
        assert views[0] == views[1]


# Said by somebody


def test_somebody_says_the_colours_before_a_card_lies():
    step = RULES.apply_claim(RULES.set_up_match(2, {}), Claim("set_up", None, {"colours": ["gold", "silver"]}))
    assert codes(step) == [("FF-19", "player-colour")] * 2 and RULES.describe_position(step.state)["colours"] == [
        "gold",
        "silver",
    ]
    assert codes(seen(step.state, "s_up", "s12")) == [("FF-17", "not-your-colour")]
    assert RULES.describe_position(RULES.set_up_match(2, {"colours": ["any", "silver"]}))["colours"] == ["gold", "silver"]


def test_known_hands_change_over_with_the_colours():
    state = RULES.set_up_match(2, {}, {"hands": [["12", "13"], ["20", "21"]], "piles": {"A_up": ["5"]}})
    state = RULES.apply_claim(state, Claim("set_up", None, {"colours": ["gold", "silver"]})).state
    assert RULES.describe_position(state)["top"]["A_up"] == 5 and RULES.list_faces(state)["g_up"] == "g5"
    assert seen(state, "g_up", "g12").stands


def test_after_a_card_was_laid_the_cards_tell():
    state = gold_first()
    step = RULES.apply_claim(state, Claim("set_up", None, {"colours": ["silver", "gold"]}))
    assert codes(step) == [("FF-19", "colour-laid")] and step.findings[0].severity is Severity.FOUL and step.state is state
    assert RULES.apply_claim(state, Claim("set_up", None, {"colours": ["gold", "silver"]})).state is state


@pytest.mark.parametrize("given", [["gold"], ["gold", "gold"], ["red", "blue"], 7, "gold"])
def test_colours_that_cannot_be_are_refused(given):
    with pytest.raises(InputError):
        RULES.apply_claim(RULES.set_up_match(2, {}), Claim("set_up", None, {"colours": given}))
    with pytest.raises(PositionError):
        RULES.set_up_match(2, {"colours": given})


def test_a_hand_that_names_its_colour_names_the_players():
    state = RULES.set_up_match(2, {}, {"hands": [["g12", "13"], ["20"]]})
    assert RULES.describe_position(state)["colours"] == ["gold", "silver"]
    assert seen(state, "g_up", "g13").stands and not seen(state, "s_up", "s12").stands


# The fold decides


def told(*events):
    match = start_match(RULES, Entry(1, Started("face_to_face", 2)))
    for event in events:
        match, _ = judge_entry(RULES, match, Entry(match.entries[-1].n + 1, event))
    assert replay_log(RULES, match.entries) == match
    return match


def test_gold_in_the_first_seat_is_fine_at_the_table():
    match = told(Seen("g_up", "g12"), Seen("g_up", "g13"), TurnEnded(), Seen("s_up", "s3"))
    assert [ruling.verdict for ruling in match.rulings] == ["legal"] * 4 and not match.disputes


def test_an_undone_first_card_names_nothing():
    match = told(Played("g_up", "", "g12"), Undone(2))
    assert RULES.describe_position(match.state)["colours"] == [None, None]
    assert RULES.describe_position(told(Played("g_up", "", "g12"), Undone(2), Played("s_up", "", "s12")).state)["colours"] == [
        "silver",
        "gold",
    ]


def test_a_corrected_first_card_names_the_colour_it_is_corrected_to():
    match = told(Played("g_up", "", "g12"), Corrected(2, "s12", "s_up"))
    assert RULES.describe_position(match.state)["colours"] == ["silver", "gold"] and match.find_judged(2).fate is Fate.STANDS


def test_what_was_said_of_the_colours_can_be_undone():
    match = told(Claimed("set_up", None, {"colours": ["gold", "silver"]}), Undone(2))
    assert RULES.describe_position(match.state)["colours"] == [None, None]
