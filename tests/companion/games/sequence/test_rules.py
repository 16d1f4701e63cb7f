"""Sequence, rule by rule, as it is said in text: whole plays, draws, dead cards, passes."""

import json

import pytest

from companion.errors import InputError
from companion.games.sequence import RULES
from companion.games.sequence.board import UNKNOWN_CARD, parse_layout, spaces_in
from companion.games.sequence.layouts import CLASSIC
from companion.match.rules import Claim, Play
from tests.companion.games.sequence.at_table import after, claim, fouls, notes, place, position, refused, remove, seen, turn_of

FOUR = [[2, 2], [2, 3], [2, 4], [2, 5]]
FIVE = [*FOUR, [2, 6]]
ROW = {"team": 0, "cells": FIVE}


def sequences(state):
    return list(RULES.describe_position(state)["sequences"].values())


# SQ-01, SQ-02: who may sit down


@pytest.mark.parametrize(
    ("detail", "verdict"),
    [
        ({"players": 6, "teams": 2}, []),
        ({"players": 6, "teams": 3}, []),
        ({"players": 12, "teams": 3, "seats": [0, 1, 2] * 4, "hand": 3}, []),
        ({"players": 5}, [("SQ-01", "wrong-players")]),
        ({"players": 0}, [("SQ-01", "wrong-players")]),
        ({"players": 4, "teams": 3}, [("SQ-01", "wrong-teams")]),
        ({"players": 9, "teams": 2}, [("SQ-01", "wrong-teams")]),
        ({"players": 3, "teams": 2}, [("SQ-01", "wrong-teams")]),
        ({"players": 4, "seats": [0, 1, 1, 0]}, [("SQ-01", "wrong-seats")]),
        ({"players": 4, "seats": [0, 1, 0]}, [("SQ-01", "wrong-seats")]),
        ({"players": 6, "hand": 6}, [("SQ-02", "wrong-hand")]),
    ],
)
def test_setup_check(detail, verdict):
    assert fouls(claim(position(), "setup_check", **detail)) == verdict


@pytest.mark.parametrize(
    "detail", [{"players": "2"}, {"players": True}, {"players": 10**9}, {"seats": "01"}, {"seats": [0, None]}, {"cards": 7}]
)
def test_a_setup_check_that_cannot_be_read(detail):
    with pytest.raises(InputError, match="A setup check"):
        claim(position(), "setup_check", **detail)


@pytest.mark.parametrize(
    ("players", "hand", "teams"), [(2, 7, 2), (3, 6, 3), (4, 6, 2), (6, 5, 2), (8, 4, 2), (9, 4, 3), (10, 3, 2), (12, 3, 2)]
)
def test_a_fresh_deal(players, hand, teams):
    view = RULES.describe_position(RULES.set_up_match(players, {}))
    assert set(view["hand_size"].values()) == {hand}
    assert view["deck_size"] == 104 - players * hand
    assert len(view["sequences"]) == teams
    assert view["teams"] == [None] * players and view["colours"] == [None] * teams


# SQ-03: what is in the box


def test_both_copies_of_a_card_seen_a_third_is_said():
    state = position(discards=["QH", "QH"])
    step = place(state, "QH", 1, 7)
    assert notes(step) == [("SQ-03", "third-copy")] and step.stands


def test_a_team_with_all_its_chips_on_the_board_can_place_none():
    blue = [[r, c] for r in range(1, 9) for c in range(10) if (r * 3 + c) % 5 not in (0, 2)][:48]
    state = position(chips={"0": blue}, hands=[["2S", "JC"]])
    assert len(blue) == 48 and sequences(state) == [0, 0]
    refused(place(state, "2S", 0, 1), state, "SQ-03", "no-chips")
    refused(place(state, "JC", 0, 1), state, "SQ-03", "no-chips")


# SQ-04, SQ-05: the turn


def test_a_play_passes_the_turn_and_the_draw_comes_after():
    state = position(hands=[["2S", "7H"], ["3S"]], deck=["KD", "QD"])
    state = after(state, lambda s: place(s, "2S", 0, 1))
    assert (state.turn, state.to_move) == (2, 1)
    state = after(state, lambda s: claim(s, "draw", 0), lambda s: place(s, "3S", 0, 2), lambda s: place(s, "KD", 9, 2))
    view = RULES.describe_position(state)
    assert view["hand_size"] == {"0": 1, "1": 0} and view["deck_size"] == 1
    assert view["discards"] == {"discard1": "KD", "discard2": "3S"}
    assert view["chip"] == {"0,1": 0, "9,2": 0, "0,2": 1}


def test_not_your_turn():
    state = position(hands=[["2S"], ["3S"]])
    refused(place(state, "3S", 0, 2, seat=1), state, "SQ-05", "not-your-turn")


def test_a_card_that_is_not_in_the_hand():
    state = position(hands=[["2S"]])
    refused(place(state, "3S", 0, 2), state, "SQ-05", "not-in-hand")
    refused(remove(state, "JS", 0, 2), state, "SQ-05", "not-in-hand")


def test_only_one_of_two_equal_cards_leaves_the_hand():
    state = after(position(hands=[["2S", "2S"]]), lambda s: place(s, "2S", 0, 1))
    assert RULES.describe_position(state)["hand_size"]["0"] == 1


def test_a_card_drawn_unseen_may_be_any_card():
    state = position(hands=[["2S"], ["3S"]])  # the draw pile is counted only
    state = after(state, lambda s: place(s, "2S", 0, 1), lambda s: claim(s, "draw", 0), lambda s: place(s, "3S", 0, 2))
    assert place(state, "QH", 1, 7).stands


def test_another_space_than_the_cards_names_those_that_fit():
    state = position(hands=[["2S"]], chips={"1": [[8, 6]]})
    step = place(state, "2S", 0, 2)
    refused(step, state, "SQ-05", "no-match")
    assert step.findings[0].zones == ("discard1", "r0c2")
    assert step.findings[0].detail["open_zones"] == ("r0c1",)


# SQ-06, SQ-07: open spaces and corners


@pytest.mark.parametrize("corner", [(0, 0), (0, 9), (9, 0), (9, 9)])
@pytest.mark.parametrize("card", ["2S", "JD"])
def test_a_corner_never_takes_a_chip(corner, card):
    state = position(hands=[["2S", "JD"]])
    refused(place(state, card, *corner), state, "SQ-06", "corner")


@pytest.mark.parametrize("owner", ["0", "1"])
@pytest.mark.parametrize("card", ["2S", "KC", "JC"])
def test_an_occupied_space_is_refused_whoever_holds_it_and_whatever_the_card(owner, card):
    state = position(hands=[["2S", "KC", "JC"]], chips={owner: [[0, 1]]})
    refused(place(state, card, 0, 1), state, "SQ-06", "occupied")


def test_a_corner_counts_for_both_teams():
    chips = {"0": [[0, 1], [0, 2], [0, 3]], "1": [[1, 0], [2, 0], [3, 0]]}
    state = position(hands=[["5S"], ["9C"]], chips=chips)
    state = after(state, lambda s: place(s, "5S", 0, 4), lambda s: place(s, "9C", 4, 0))
    assert sequences(state) == [1, 1]


# SQ-08, SQ-14, SQ-15: sequences


def test_a_sequence_is_said_with_its_five_spaces():
    step = place(position(hands=[["6D"]], chips={"0": FOUR}), "6D", 2, 6)
    assert notes(step) == [("SQ-08", "sequence-made")]
    assert step.findings[0].zones == ("r2c2", "r2c3", "r2c4", "r2c5", "r2c6")


def test_one_chip_may_complete_two_sequences_at_once_and_win():
    cross = [[r, 4] for r in (3, 4, 6, 7)] + [[5, c] for c in (2, 3, 5, 6)]
    step = place(position(hands=[["2H"]], chips={"0": cross}), "2H", 5, 4)
    assert step.outcome.won and step.outcome.rule == "SQ-14" and step.outcome.seats == (0,)
    assert len(RULES.describe_position(step.state)["lines"]) == 2


def test_nine_in_a_row_are_two_sequences():
    row = [[3, c] for c in range(9) if c != 4]
    step = place(position(hands=[["4C"]], chips={"0": row}), "4C", 3, 4)
    assert step.outcome.won and RULES.describe_position(step.state)["winner"] == 0


def test_two_separate_fives_in_one_row_of_ten_win():
    row = [[0, c] for c in range(1, 9) if c != 7]
    state = position(hands=[["8S"]], chips={"0": row})
    assert sequences(state) == [1, 0]
    assert place(state, "8S", 0, 7).outcome.rule == "SQ-14"


def test_the_named_five_in_the_middle_of_nine_leave_no_room_for_a_second():
    row = [[3, c] for c in range(1, 9)]
    middle = {"team": 0, "cells": [[3, c] for c in range(2, 7)]}
    state = position(hands=[["8C"]], chips={"0": row}, sequences=[middle])
    assert sequences(after(state, lambda s: place(s, "8C", 3, 0))) == [1, 0]


def test_three_teams_win_with_one_and_all_members_are_the_winners():
    state = position(6, {"teams": 3}, hands=[["6D"]], chips={"0": FOUR})
    step = place(state, "6D", 2, 6)
    assert (step.outcome.rule, step.outcome.seats) == ("SQ-15", (0, 3))
    assert RULES.describe_position(step.state)["status"] == "won"


def test_nothing_is_played_drawn_or_exchanged_after_the_end():
    state = place(position(3, hands=[["6D"], ["2S"]], chips={"0": FOUR}), "6D", 2, 6).state
    for step in (
        place(state, "2S", 0, 1, seat=1),
        place(state, "2S", 0, 1),
        claim(state, "dead", 1, card="2S"),
        claim(state, "draw", 0),
        claim(state, "draw"),
        RULES.apply_turn_end(state, 1),
        RULES.apply_turn_end(state),
        claim(state, "stuck"),
        claim(state, "penalty", 1, cards="2S"),
        claim(state, "reshuffle"),
        seen(state, "r0c1", "green"),
        seen(state, "discard2", "2S"),
    ):
        refused(step, state, "SQ-14", "match-over")
    assert RULES.list_legal(state) == ()


def test_a_hand_at_the_draw_pile_after_the_end_only_puts_cards_away():
    state = place(position(3, hands=[["6D"], ["2S"]], chips={"0": FOUR}), "6D", 2, 6).state
    step = claim(state, "draw", seen=1)
    assert (step.state, step.findings) == (state, ())


def test_a_position_that_is_already_won_is_over():
    state = position(3, chips={"2": FIVE})
    assert claim(state, "assess").outcome.seats == (2,)
    assert RULES.describe_position(state)["winner"] == 2


def test_five_in_line_that_a_position_does_not_list_are_a_sequence():
    state = position(turn=1, hands=[None, ["JS"]], chips={"0": FIVE})
    assert sequences(state) == [1, 0]
    refused(remove(state, "JS", 2, 4), state, "SQ-11", "in-sequence")
    assert [duty.code for duty in RULES.list_duties(state)] == ["turn-over"]


# SQ-14: more than five in line


def six_in_line(**options):
    state = position(2, options, hands=[["5D"], ["JS", "3S"]], chips={"0": [[2, c] for c in (2, 3, 4, 6, 7)]})
    return after(state, lambda s: place(s, "5D", 2, 5))


def cells(*columns):
    return " ".join(f"r2c{column}" for column in columns)


def test_the_first_five_count_until_the_owner_names_others():
    state = six_in_line()
    assert remove(state, "JS", 2, 7).stands
    named = after(state, lambda s: claim(s, "name_line", 0, cells=cells(3, 4, 5, 6, 7)))
    refused(remove(named, "JS", 2, 7), named, "SQ-11", "in-sequence")
    assert remove(named, "JS", 2, 2).stands
    assert sequences(named) == [1, 0]


def test_only_the_owner_names_them_in_that_line_with_own_chips_and_before_the_next_play():
    state = six_in_line()
    refused(claim(state, "name_line", 1, cells=cells(3, 4, 5, 6, 7)), state, "SQ-14", "line-not-fresh")
    refused(claim(state, "name_line", 0, cells=cells(4, 5, 6, 7, 8)), state, "SQ-14", "line-not-own")
    refused(claim(state, "name_line", 0, cells="r3c3 r3c4 r3c5 r3c6 r3c7"), state, "SQ-14", "line-not-fresh")
    refused(claim(state, "name_line", 0, cells=cells(3, 4, 5, 6)), state, "SQ-14", "line-not-fresh")
    later = after(state, lambda s: place(s, "3S", 0, 2))
    refused(claim(later, "name_line", 0, cells=cells(3, 4, 5, 6, 7)), later, "SQ-14", "line-not-fresh")


def test_turning_other_chips_over_names_the_five():
    state = six_in_line()
    for column in (7, 6, 5, 4, 3):
        state = after(state, lambda s, c=column: seen(s, f"r2c{c}", "blue*"))
    assert RULES.describe_position(state)["lines"] == [[f"r2c{column}" for column in range(3, 8)]]
    assert not [duty for duty in RULES.list_duties(state) if duty.code.startswith("turn")]
    assert notes(seen(state, "r2c2", "blue*")) == [("SQ-11", "turned-wrong")]


# SQ-09, SQ-10, SQ-11: jacks


def test_a_two_eyed_jack_removes_nothing_and_a_one_eyed_jack_places_nothing():
    state = position(hands=[["JC", "JH", "2S"]], chips={"1": [[4, 4]]})
    refused(remove(state, "JC", 4, 4), state, "SQ-10", "not-one-eyed")
    refused(remove(state, "2S", 4, 4), state, "SQ-10", "not-one-eyed")
    refused(place(state, "JH", 3, 3), state, "SQ-10", "one-eyed-places")


def test_what_a_one_eyed_jack_may_not_take():
    state = position(4, hands=[["JH"]], chips={"0": [[3, 3]], "1": FIVE}, sequences=[{"team": 1, "cells": FIVE}])
    refused(remove(state, "JH", 3, 3), state, "SQ-10", "own-chip")  # his team mate's just as well
    refused(remove(state, "JH", 5, 5), state, "SQ-10", "nothing-to-remove")
    refused(remove(state, "JH", 0, 0), state, "SQ-10", "nothing-to-remove")
    refused(remove(state, "JH", 2, 3), state, "SQ-11", "in-sequence")


def test_an_own_chip_in_a_sequence_is_still_an_own_chip():
    state = position(hands=[["JH"]], chips={"0": FIVE}, sequences=[ROW])
    refused(remove(state, "JH", 2, 3), state, "SQ-10", "own-chip")


def test_removing_is_the_whole_play():
    state = position(hands=[["JS", "2S"]], chips={"1": [[0, 1]]})
    state = after(state, lambda s: remove(s, "JS", 0, 1))
    refused(place(state, "2S", 0, 1, seat=0), state, "SQ-05", "not-your-turn")
    assert RULES.describe_position(state)["chip"] == {}


# SQ-17: the advanced variant


def test_a_broken_sequence_counts_no_more_and_its_chips_turn_back():
    state = position(2, {"advanced": True}, turn=1, hands=[None, ["JS"]], chips={"0": FIVE}, sequences=[ROW])
    step = remove(state, "JS", 2, 4)
    assert notes(step) == [("SQ-17", "sequence-broken")]
    assert sequences(step.state) == [0, 0]
    (duty,) = [duty for duty in RULES.list_duties(step.state) if duty.code == "turn-back"]
    assert duty.zones == ("r2c2", "r2c3", "r2c5", "r2c6") and duty.rule == "SQ-17"


def test_one_chip_may_break_two_sequences():
    cross = [[r, 4] for r in range(3, 8)] + [[5, c] for c in (2, 3, 5, 6)]
    state = position(3, {"advanced": True}, hands=[["JS"]], chips={"1": cross[:5], "0": cross[5:]}, sequences=[])
    assert RULES.describe_position(state)["status"] == "won"
    state = position(2, {"advanced": True}, turn=1, hands=[None, ["JS"]], chips={"0": cross[:4] + cross[5:]})
    assert sequences(after(state, lambda s: remove(s, "JS", 5, 4))) == [0, 0]


def test_five_that_remain_of_six_are_a_sequence_still():
    state = six_in_line(advanced=True)
    broken = ("SQ-17", "sequence-broken")
    assert broken not in notes(remove(state, "JS", 2, 2)) and broken in notes(remove(state, "JS", 2, 3))
    assert sequences(after(state, lambda s: remove(s, "JS", 2, 2))) == [1, 0]
    assert sequences(after(state, lambda s: remove(s, "JS", 2, 3))) == [0, 0]


# SQ-12: dead cards

DEAD = {"0": [[0, 1]], "1": [[8, 6]]}


def test_a_dead_card_is_exchanged_and_the_turn_goes_on():
    state = position(hands=[["2S", "3S"]], deck=["KD"], chips=DEAD)
    step = claim(state, "dead", card="2S")
    assert notes(step) == [("SQ-12", "dead-exchanged")] and (step.state.turn, step.state.to_move) == (1, 0)
    assert place(step.state, "KD", 9, 2).stands


def test_what_is_no_dead_card():
    state = position(hands=[["3S", "JS", "JC"]], chips=DEAD)
    refused(claim(state, "dead", card="3S"), state, "SQ-12", "not-dead")
    refused(claim(state, "dead", card="2S"), state, "SQ-12", "not-in-hand")
    refused(claim(state, "dead", card="JS"), state, "SQ-12", "jack-never-dead")
    refused(claim(state, "dead", card="JC"), state, "SQ-12", "jack-never-dead")
    refused(claim(state, "dead", 1, card="2S"), state, "SQ-12", "not-your-turn")


def test_one_dead_card_a_turn_but_another_the_next():
    state = position(hands=[["2S", "2S", "4S"], ["5S"]], deck=["KD", "QD"], chips=DEAD)
    state = after(state, lambda s: claim(s, "dead", card="2S"))
    refused(claim(state, "dead", card="2S"), state, "SQ-12", "one-dead-card")
    state = after(state, lambda s: place(s, "4S", 0, 3), lambda s: place(s, "5S", 0, 4))
    assert claim(state, "dead", card="2S").stands


def test_the_exchange_of_a_dead_card_does_not_earn_the_draw():
    state = after(position(hands=[["2S", "3S"]], chips=DEAD), lambda s: claim(s, "dead", card="2S"))
    refused(claim(state, "draw", 0), state, "SQ-13", "draw-before-play")


# SQ-13: the lost draw


def test_the_draw_is_lost_when_the_next_player_has_played_and_drawn():
    state = position(hands=[["2S"], ["3S"]], deck=["KD", "QD", "JD"])
    state = after(state, lambda s: place(s, "2S", 0, 1), lambda s: place(s, "3S", 0, 2))
    assert [(duty.code, duty.due_turn, duty.detail["seat"]) for duty in RULES.list_duties(state)] == [
        ("draw", 2, 1),
        ("draw", 3, 2),
    ]
    step = claim(state, "draw", 1)
    assert notes(step) == [("SQ-13", "draw-lost")]
    refused(claim(step.state, "draw", 0), step.state, "SQ-13", "draw-before-play")
    assert RULES.describe_position(step.state)["hand_size"] == {"0": 0, "1": 1}


def test_a_draw_of_the_turn_before_may_be_made_up_even_then():
    state = position(3, hands=[["2S"], ["3S"], ["4S"]])
    state = after(state, lambda s: place(s, "2S", 0, 1), lambda s: place(s, "3S", 0, 2), lambda s: place(s, "4S", 0, 3))
    state = after(state, lambda s: claim(s, "draw", 2))  # so player 1's draw is lost, player 0's is not: player 1 has not drawn
    refused(claim(state, "draw", 1), state, "SQ-13", "no-draw-due")
    assert claim(state, "draw", 0).stands


def test_a_later_play_keeps_its_draw_when_the_earlier_one_is_lost():
    state = position(hands=[["2S", "4S"], ["3S"]])
    state = after(state, lambda s: place(s, "2S", 0, 1), lambda s: place(s, "3S", 0, 2), lambda s: place(s, "4S", 0, 3))
    state = after(state, lambda s: claim(s, "draw", 1), lambda s: claim(s, "draw", 0))
    refused(claim(state, "draw", 0), state, "SQ-13", "no-draw-due")


def test_a_draw_by_nobody_in_particular_is_the_last_players():
    state = after(position(hands=[["2S"]], deck=["KD"]), lambda s: place(s, "2S", 0, 1), lambda s: claim(s, "draw"))
    assert RULES.describe_position(state)["hand_size"]["0"] == 1
    step = claim(state, "draw")  # a hand at the pile, not a card drawn
    assert step.findings == () and step.state is state


# SQ-16: table talk


def test_talk_is_free_unless_the_penalty_was_agreed():
    assert claim(position(4), "say", kind="advice").stands
    state = position(4, {"table_talk": True})
    refused(claim(state, "say", kind="advice"), state, "SQ-16", "table-talk")


def test_each_of_the_team_discards_a_card_and_gets_none_for_it():
    state = position(4, hands=[["2S", "3S"], ["4S"], ["5S"], None])
    step = claim(state, "penalty", team=0, cards="2S 5S")
    assert notes(step) == [("SQ-16", "penalty-paid")]
    view = RULES.describe_position(step.state)
    assert view["hand_size"] == {"0": 1, "1": 1, "2": 0, "3": 6}
    assert view["discards"] == {"discard1": "2S", "discard2": None, "discard3": "5S", "discard4": None}
    assert (step.state.turn, step.state.to_move) == (1, 0)
    refused(claim(step.state, "draw", 2), step.state, "SQ-13", "no-draw-due")
    assert claim(step.state, "penalty", 2, cards=["3S"]).stands  # player 2 has no card left to give


def test_a_penalty_with_a_card_that_nobody_holds():
    state = position(4, hands=[["2S"], None, ["5S"], None])
    refused(claim(state, "penalty", team=0, cards="2S 6S"), state, "SQ-16", "not-in-hand")
    for detail in ({"team": 0, "cards": "2S"}, {"cards": "2S 5S"}, {"team": 2, "cards": "2S 5S"}, {"team": 0, "cards": 7}):
        with pytest.raises(InputError):
            claim(state, "penalty", **detail)


# SQ-18: the draw pile runs out


def test_all_discards_make_the_new_draw_pile():
    state = position(hands=[["2S"], ["3S"]], deck=[], discards=["KD", "QD"])
    step = after(state, lambda s: place(s, "2S", 0, 1))
    drawn = claim(step, "draw", 0)
    assert notes(drawn) == [("SQ-18", "reshuffled")]
    view = RULES.describe_position(drawn.state)
    assert view["deck_size"] == 2 and view["discards"] == {"discard1": None, "discard2": None}
    assert RULES.list_faces(drawn.state)["discard1"] == ""


def test_the_dead_card_itself_is_shuffled_in():
    state = position(hands=[["2S"]], deck=[], chips=DEAD)
    view = RULES.describe_position(after(state, lambda s: claim(s, "dead", card="2S")))
    assert view["hand_size"]["0"] == 1 and view["deck_size"] == 0


def test_no_card_left_anywhere():
    state = position(hands=[["2S"], ["3S"]], deck=[])
    state = after(state, lambda s: place(s, "2S", 0, 1), lambda s: place(s, "3S", 0, 2))
    state = after(state, lambda s: claim(s, "draw", 0), lambda s: claim(s, "draw", 1))
    assert RULES.describe_position(state)["hand_size"] == {"0": 1, "1": 1}
    state = position(hands=[["JC"], None], deck=[], chips={"1": [[0, 1]]})
    refused(claim(state, "reshuffle"), state, "SQ-18", "nothing-to-shuffle")


def test_the_discards_are_shuffled_only_when_the_draw_pile_is_used_up():
    state = position(hands=[["2S"]], deck=["KD"], discards=["QD"])
    refused(claim(state, "reshuffle"), state, "SQ-18", "deck-not-empty")
    counted = position(deck=3, discards=["QD", "KD"])
    assert RULES.describe_position(after(counted, lambda s: claim(s, "reshuffle")))["deck_size"] == 2


# SQ-19: passing


def test_no_passing_while_a_card_can_be_played_or_exchanged():
    state = position(hands=[["2S"], None])
    refused(RULES.apply_turn_end(state, 0), state, "SQ-19", "must-play")
    refused(claim(state, "stuck"), state, "SQ-19", "must-play")
    jack = position(hands=[["JS"], None], chips={"1": [[4, 4]]})
    refused(RULES.apply_turn_end(jack), jack, "SQ-19", "must-play")
    dead = position(hands=[["2S"], None], chips=DEAD)
    refused(RULES.apply_turn_end(dead), dead, "SQ-19", "must-exchange")
    refused(RULES.apply_turn_end(dead, 1), dead, "SQ-05", "not-your-turn")


def test_a_jack_without_a_target_is_not_playable():
    state = position(hands=[["JS"], ["2S"]], chips={"0": [[4, 4]]})
    step = RULES.apply_turn_end(state, 0)
    assert notes(step) == [("SQ-19", "passed")] and (step.state.turn, step.state.to_move) == (2, 1)
    refused(claim(step.state, "draw", 0), step.state, "SQ-13", "no-draw-due")


def test_after_the_one_exchange_of_the_turn_a_second_dead_card_does_not_keep_from_passing():
    state = position(hands=[["2S", "2S"], ["3S"]], deck=["JS"], chips={"0": [[0, 1], [8, 6]]})
    state = after(state, lambda s: claim(s, "dead", card="2S"))
    assert RULES.apply_turn_end(state, 0).stands


def test_if_nobody_can_move_the_match_is_drawn():
    state = position(hands=[["JS"], ["JH"]], chips={})
    step = RULES.apply_turn_end(state, 0)
    assert step.outcome.won is None and step.outcome.rule == "SQ-19" and step.outcome.seats == ()
    assert RULES.describe_position(step.state)["status"] == "drawn"
    assert claim(state, "assess").outcome.rule == "SQ-19"


def test_if_all_pass_in_a_row_the_match_is_drawn():
    state = position(3, turn=2)
    state = after(state, RULES.apply_turn_end, RULES.apply_turn_end)
    assert RULES.apply_turn_end(state).outcome.rule == "SQ-19"


def test_a_play_between_the_passes_keeps_the_match_going():
    state = after(position(), RULES.apply_turn_end, lambda s: place(s, "2S", 0, 1), lambda s: RULES.apply_turn_end(s, 0))
    assert state.outcome is None


def test_only_the_player_to_move_passes():
    state = after(position(hands=[["2S"], ["3S"]]), lambda s: place(s, "2S", 0, 1))
    refused(RULES.apply_turn_end(state, 0), state, "SQ-05", "not-your-turn")
    refused(RULES.apply_turn_end(state, 1), state, "SQ-19", "must-play")


def test_a_button_after_the_play_is_the_draw_of_a_hidden_hand_and_never_a_pass():
    state = after(position(), lambda s: place(s, "2S", 0, 1))
    drawn = after(state, RULES.apply_turn_end)
    assert (drawn.turn, drawn.to_move) == (2, 1) and RULES.describe_position(drawn)["deck_size"] == 39
    assert RULES.apply_turn_end(drawn).state is drawn
    assert turn_of(after(drawn, lambda s: claim(s, "stuck"))) == (3, 0)


# What the match looks like from outside


def test_the_view_is_json_and_shows_the_board():
    state = position(hands=[["JC", "JS"]], chips={"0": FIVE, "1": [[4, 4]]}, sequences=[ROW])
    view = json.loads(json.dumps(RULES.describe_position(state)))
    cells = {cell["zone"]: cell for cell in view["board"]["cells"]}
    assert cells["r2c2"] == {"zone": "r2c2", "card": "2D", "chip": "blue", "flipped": True, "corner": False, "target": False}
    assert cells["r0c0"] == {"zone": "r0c0", "card": "", "chip": None, "flipped": False, "corner": True, "target": False}
    assert view["jack_targets"]["one_eyed"] == ["r4c4"] and len(view["jack_targets"]["two_eyed"]) == 90
    assert view["lines"] == [["r2c2", "r2c3", "r2c4", "r2c5", "r2c6"]]
    assert (view["min_cards"], view["played"], view["winner"], view["status"]) == (1, 0, None, "playing")


def test_the_view_names_the_dead_cards_the_last_space_and_who_may_draw():
    state = after(position(hands=[["2S"]], chips={"1": [[8, 6]]}), lambda s: place(s, "2S", 0, 1))
    view = RULES.describe_position(state)
    assert (view["dead"], view["last"], view["to_draw"]) == (["2S"], ["r0c1"], [0])


def test_min_cards_is_nought_for_a_hand_that_can_do_nothing():
    assert RULES.describe_position(position(hands=[["JS"]]))["min_cards"] == 0


# The door for words


def test_a_play_in_text_is_a_whole_play():
    state = position()
    assert RULES.parse_play(state, {"card": "10H", "cell": [5, 5]}, 0) == Claim(
        "place", 0, {"card": "TH", "row": 5, "column": 5}
    )
    assert RULES.parse_play(state, {"card": "JS", "remove": [4, 4]}) == Claim(
        "remove", None, {"card": "JS", "row": 4, "column": 4}
    )
    assert RULES.parse_play(state, {"card": "QH", "pile": "discard2"}) == Play("discard2", "", "QH")
    assert RULES.parse_play(state, {"card": "blue", "pile": "r0c1"}) == Play("r0c1", "", "blue")
    assert RULES.find_zone(state, "discard", 1) == "discard2" and RULES.find_zone(state, "discard") == "discard1"


@pytest.mark.parametrize(
    "play",
    [
        {},
        {"card": "2S"},
        {"card": "2S", "cell": [0, 1], "remove": [0, 1]},
        {"card": "2S", "cell": [0, 10]},
        {"card": "2S", "cell": [-1, 0]},
        {"card": "2S", "cell": [0, 1, 2]},
        {"card": "2S", "cell": [0, True]},
        {"card": "2S", "cell": "r0c1"},
        {"card": "2S", "cell": None},
        {"card": "1S", "cell": [0, 1]},
        {"card": "", "cell": [0, 1]},
        {"card": None, "cell": [0, 1]},
        {"card": ["2S"], "cell": [0, 1]},
        {"card": "2S", "pile": "discard3"},
        {"card": "2S", "pile": "up1"},
        {"card": "2S", "pile": ["discard1"]},
        {"card": 5, "pile": "r0c1"},
        {"card": "blue", "pile": "discard1"},
    ],
)
def test_a_play_that_cannot_be_read(play):
    with pytest.raises(InputError):
        RULES.parse_play(position(), play)


@pytest.mark.parametrize(
    ("code", "seat", "detail"),
    [
        ("juggle", None, {}),
        ("place", None, {}),
        ("place", None, {"card": "2S", "row": 0}),
        ("place", None, {"card": "2S", "row": 0, "column": "1"}),
        ("place", None, {"card": "2S", "row": 0, "column": 1, "chip": "blue"}),
        ("place", 2, {"card": "2S", "row": 0, "column": 1}),
        ("place", "0", {"card": "2S", "row": 0, "column": 1}),
        ("dead", None, {"card": "nine"}),
        ("draw", -1, {}),
        ("draw", None, {"count": 2}),
        ("name_line", None, {}),
        ("name_line", None, {"cells": "r0c1 r0c11"}),
        ("name_line", None, {"cells": [[0, 1], [0]]}),
        ("say", None, {"kind": "poem"}),
        ("say", None, {}),
        ("flip", None, {"cells": "r0c1"}),
    ],
)
def test_a_claim_that_cannot_be_read(code, seat, detail):
    with pytest.raises(InputError):
        RULES.apply_claim(position(), Claim(code, seat, detail))


# SQ-05, SQ-12: spaces whose card nobody could read


def unknown_at(*cells):
    """The options of a match on the classic board with the cards on some spaces unknown."""
    rows = [row.split() for row in parse_layout(CLASSIC).rows]
    for row, column in cells:
        rows[row][column] = UNKNOWN_CARD
    return {"layout": "\n".join(" ".join(row) for row in rows)}


def test_a_chip_on_an_unknown_space_is_lawful_with_each_card_that_may_be_printed_there():
    state = position(options=unknown_at((0, 1), (4, 4)))
    hidden = parse_layout(CLASSIC).printed[44]
    assert fouls(place(state, "2S", 4, 4)) == []
    assert fouls(place(state, hidden, 0, 1)) == []
    assert fouls(place(state, "3S", 0, 1)) == [("SQ-05", "no-match")], "both 3S are known to lie elsewhere"
    assert fouls(place(state, "3S", 0, 2)) == []


def test_a_card_that_has_unknown_spaces_left_may_be_exchanged_as_dead():
    spaces = [divmod(space, 10) for space in spaces_in(parse_layout(CLASSIC).spaces["2S"])]
    chips = {"0": [[row, column] for row, column in spaces if (row, column) != (0, 1)]}
    state = position(options=unknown_at((0, 1), (4, 4)), chips=chips)
    assert fouls(claim(state, "dead", card="2S")) == []
    assert fouls(claim(position(chips=chips), "dead", card="2S")) == [("SQ-12", "not-dead")]


def test_five_chips_in_line_are_a_sequence_though_no_space_is_known():
    every = [(row, column) for row in range(10) for column in range(10) if not (row in (0, 9) and column in (0, 9))]
    state = position(options=unknown_at(*every), chips={"0": FOUR})
    assert not any(sequences(state))
    assert any(sequences(place(state, "9H", 2, 6).state))
