"""Positions of Sequence that cannot be, each refused with one sentence that names what is wrong."""

import pytest

from companion.errors import PositionError
from companion.games.sequence import RULES
from companion.games.sequence.layouts import CLASSIC

FIVE = [[2, 2], [2, 3], [2, 4], [2, 5], [2, 6]]
EVERY_CARD_TWICE = [f"{rank}{suit}" for suit in "SHDC" for rank in "23456789TJQKA"] * 2


@pytest.mark.parametrize("players", [0, 1, 5, 7, 11, 13, 10_000, -2, True, "2", 2.0, None])
def test_wrong_players(players):
    with pytest.raises(PositionError, match="Sequence is for 2, 3, 4, 6, 8, 9, 10 and 12 players"):
        RULES.set_up_match(players, {})


@pytest.mark.parametrize(
    ("players", "options", "says"),
    [
        (4, {"teams": 3}, "With 4 players these numbers of teams are possible: 2"),
        (12, {"teams": 4}, "these numbers of teams are possible: 2 and 3"),
        (3, {"teams": 2}, "these numbers of teams are possible: 3"),
        (2, {"teams": "2"}, "these numbers of teams are possible: 2"),
        (2, {"advanced": 1}, "advanced: true or false"),
        (2, {"advance": True}, 'no option "advance"'),
        (2, {"layout": 7}, "layout: 10 lines"),
        (2, {"layout": ["** 2S"]}, "layout: 10 lines"),
        (2, {"layout": CLASSIC.replace("QS", "KS", 1)}, "king of spades 3 times"),
        (2, {"layout": "x" * 1_000_000}, "layout: 10 lines"),
        (2, [], "variant"),
    ],
)
def test_wrong_options(players, options, says):
    with pytest.raises(PositionError, match=says):
        RULES.set_up_match(players, options)


def test_options_that_are_right():
    turned = tuple(
        CLASSIC.split("\n", 2)[2].strip().splitlines()[::-1]
    )  # upside down is a mirror image, but a board all the same
    state = RULES.set_up_match(12, {"teams": 3, "advanced": True, "table_talk": False, "layout": turned})
    assert state.layout.rows == turned and state.teams == 3
    assert RULES.set_up_match(6, {"teams": 0}).teams == 2


@pytest.mark.parametrize(
    ("setup", "says"),
    [
        ([], "setup: a JSON object"),
        ({"piles": {}}, 'no key "piles"'),
        ({"hands": [["2S"]]}, "one entry for each of the 2 players"),
        ({"hands": [["2S"], ["3S"], ["4S"]]}, "one entry for each of the 2 players"),
        ({"hands": "2S"}, "one entry for each of the 2 players"),
        ({"hands": ["2S", None]}, "a list of cards"),
        ({"hands": [["1S"], None]}, '"1S" is not a card'),
        ({"hands": [[2], None]}, "is not a card"),
        ({"hands": [["2S"] * 3, None]}, "2 of spades stands 3 times"),
        ({"hands": [["2S"], ["2S"]], "deck": ["2S"]}, "2 of spades stands 3 times"),
        ({"hands": [["2S"], ["2S"]], "discards": ["2S"]}, "2 of spades stands 3 times"),
        ({"hands": [EVERY_CARD_TWICE[:8], None]}, "8 cards; a hand has 7 cards at most"),
        ({"hands": [[], []], "deck": EVERY_CARD_TWICE, "discards": ["2S"]}, "2 of spades stands 3 times"),
        ({"deck": EVERY_CARD_TWICE}, "The position has 118 cards"),
        ({"deck": EVERY_CARD_TWICE * 10_000}, "104 cards"),
        ({"deck": 91}, "has 105 cards, and the game has 104"),
        ({"deck": -1}, "deck: a list of cards, or a number"),
        ({"deck": 10**30}, "deck: a list of cards, or a number"),
        ({"deck": True}, "deck: a list of cards, or a number"),
        ({"deck": 4.5}, "deck: a list of cards, or a number"),
        ({"deck": "2S"}, "deck: a list of cards, or a number"),
        ({"discards": {"0": ["2S"]}}, "discards: a list of cards"),
        ({"turn": 2}, "turn: a seat from 0 to 1"),
        ({"turn": "0"}, "turn: a seat from 0 to 1"),
        ({"turn": -1}, "turn: a seat from 0 to 1"),
        ({"chips": [[0, 1]]}, "chips: a JSON object"),
        ({"chips": {"2": [[0, 1]]}}, 'no team "2"'),
        ({"chips": {"red": [[0, 1]]}}, 'no team "red"'),
        ({"chips": {True: [[0, 1]]}}, "no team"),
        ({"chips": {"0": [0, 1]}}, "a space is"),
        ({"chips": {"0": [[0, 10]]}}, "a space is"),
        ({"chips": {"0": [[-1, 3]]}}, "a space is"),
        ({"chips": {"0": [[0.0, 1]]}}, "a space is"),
        ({"chips": {"0": "r0c1"}}, "chips.0: a list"),
        ({"chips": {"0": [[9, 9]]}}, "a corner holds no chip"),
        ({"chips": {"0": [[0, 1], [0, 1]]}}, "\\[0, 1\\] is named twice"),
        ({"chips": {"0": [[0, 1]], "1": [[0, 1]]}}, "\\[0, 1\\] is named twice"),
        ({"chips": {"0": [[r, c] for r in range(1, 9) for c in range(7)]}}, "48 chips"),
        ({"chips": {"0": [[1, 1]] * 101}}, "the board has 100 spaces"),
        ({"sequences": {"team": 0}}, "sequences: a list"),
        ({"sequences": [[0, FIVE]]}, "sequences: a JSON object"),
        ({"sequences": [{"team": 0, "cells": FIVE}]}, "five chips of the team in a straight line"),
        ({"chips": {"1": FIVE}, "sequences": [{"team": 0, "cells": FIVE}]}, "five chips of the team"),
        ({"chips": {"0": FIVE}, "sequences": [{"team": 0, "cells": FIVE[:4]}]}, "five chips of the team"),
        ({"chips": {"0": [*FIVE[:4], [3, 6]]}, "sequences": [{"team": 0, "cells": [*FIVE[:4], [3, 6]]}]}, "straight line"),
        ({"chips": {"0": [*FIVE, [2, 7]]}, "sequences": [{"team": 0, "cells": FIVE}, {"team": 0, "cells": [*FIVE[1:], [2, 7]]}]},
         "share one space at most"),
        ({"chips": {"0": FIVE}, "sequences": [{"team": 2, "cells": FIVE}]}, "no team"),
        ({"chips": {"0": [[r, c] for r in (2, 3) for c in range(2, 7)], "1": [[r, c] for r in (5, 6) for c in range(2, 7)]}},
         "Two teams"),
    ],
)  # fmt: skip
def test_wrong_positions(setup, says):
    with pytest.raises(PositionError, match=says):
        RULES.set_up_match(2, {}, setup)


@pytest.mark.parametrize(("players", "most"), [(3, 6), (6, 5), (8, 4), (12, 3)])
def test_nobody_holds_more_than_was_dealt(players, most):
    hands = [EVERY_CARD_TWICE[:most], *[None] * (players - 1)]
    assert RULES.describe_position(RULES.set_up_match(players, {}, {"hands": hands}))["hand_size"]["0"] == most
    hands[0] = EVERY_CARD_TWICE[: most + 1]
    with pytest.raises(PositionError, match=f"{most + 1} cards; a hand has {most} cards at most"):
        RULES.set_up_match(players, {}, {"hands": hands})


def test_what_is_not_said_is_hidden_or_empty():
    view = RULES.describe_position(RULES.set_up_match(2, {}, {}))
    assert (view["hand_size"], view["deck_size"], view["chip"], view["to_move"]) == ({"0": 7, "1": 7}, 40, {}, 0)


def test_a_short_deck_of_a_late_position():
    view = RULES.describe_position(RULES.set_up_match(2, {}, {"discards": EVERY_CARD_TWICE[:60]}))
    assert view["deck_size"] == 30


def test_a_number_may_name_a_team_too():
    assert RULES.describe_position(RULES.set_up_match(2, {}, {"chips": {1: [[0, 1]]}}))["chip"] == {"0,1": 1}
