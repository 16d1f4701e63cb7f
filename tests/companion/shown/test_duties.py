"""What the table needs to know in time: each deadline before it falls, with its zone, and a loss that is already certain."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.games import rules_of
from companion.match.events import Claimed, Entry, Played, Started, TurnEnded
from companion.match.referee import replay_log
from companion.play.dialogue import duty_to_json
from companion.shown.cues import find_cues
from companion.shown.words.messages import catalogue

NO_TRICKS = {"up1": ["89", "99"], "up2": ["88", "98"], "down1": ["12", "2"], "down2": ["13", "3"]}
"""No card goes on any pile any more, and the backward tricks are laid already."""


def match(game, *events, seats=3, options=None, setup=None):
    entries = [Entry(1, Started(game, seats, options or {}, setup, holds=False))]
    entries += [Entry(n, event) for n, event in enumerate(events, 2)]
    return replay_log(rules_of(game), entries)


def laid(game, *cards, **start):
    """A match with cards played, as (card, pile), and None for an end of turn."""
    events = [TurnEnded() if card is None else Played(card[1], "", card[0]) for card in cards]
    return match(game, *events, **start)


def duties(played):
    return rules_of(played.started.game).list_duties(played.state)


def said(played):
    """Rule, zone, card and deadline of each duty, as `companion referee` prints them."""
    keys = ("rule", "zone", "card", "due")
    return [tuple(duty_to_json(duty)[key] for key in keys) for duty in duties(played)]


def certain(played):
    return [duty.code for duty in duties(played) if duty.certain_loss]


# Deadlines, each named before it falls


def test_a_burning_card_is_due_at_the_end_of_the_next_turn_and_the_lamp_warns_in_that_turn():
    burning = laid("the_game", ("F44", "up1"), ("50", "up2"), options={"on_fire": True})
    assert said(burning) == [("OF-02", "up1", "F44", "end of turn 2")]
    assert [cue.place for cue in find_cues(rules_of("the_game"), burning) if cue.kind == "deadline"] == []
    passed = laid("the_game", ("F44", "up1"), ("50", "up2"), None, options={"on_fire": True})
    assert said(passed) == [("TG-07", None, None, "end of turn 2"), ("OF-02", "up1", "F44", "end of turn 2")]
    assert [cue.place for cue in find_cues(rules_of("the_game"), passed) if cue.kind == "deadline"] == ["up1"]


def test_two_fires_have_deadlines_of_their_own_the_sooner_first():
    burning = laid("the_game", ("F44", "up1"), ("50", "up2"), None, ("F66", "down1"), ("60", "up2"), options={"on_fire": True})
    assert said(burning) == [("OF-02", "up1", "F44", "end of turn 2"), ("OF-02", "down1", "F66", "end of turn 3")]


@pytest.mark.parametrize(
    ("game", "options", "cards", "expected"),
    [
        ("the_game", {}, (), ("TG-07", "lay-minimum", 2)),
        ("the_game", {"pro": True}, (("50", "up1"),), ("PRO-01", "lay-minimum", 2)),
        ("extreme", {}, (("50", "up1"),), ("TG-07", "lay-minimum", 1)),
        ("quick_easy", {}, (), ("QE-02", "lay-minimum", 1)),
    ],
)
def test_the_cards_still_to_lay_are_counted(game, options, cards, expected):
    (duty,) = duties(laid(game, *cards, options=options))
    assert (duty.rule, duty.code, duty.detail["still"], duty.due_turn) == (*expected, 1)


def test_with_an_empty_draw_pile_one_card_is_due():
    setup = {"hands": [["50", "60"], ["40"], None], "deck": 0}
    assert said(match("the_game", setup=setup)) == [("TG-10", None, None, "end of turn 1")]


def test_face_to_face_counts_two_cards_always():
    assert said(match("face_to_face", seats=2)) == [("FF-03", None, None, "end of turn 1")]


def test_a_skull_and_a_three_are_due_in_their_own_turn_on_their_own_pile():
    played = laid("extreme", ("40:three", "up1"), ("30:skull", "up2"))
    assert said(played) == [("EX-11", "up2", "30:skull", "end of turn 1"), ("EX-13", "up1", None, "end of turn 1")]
    lit = [cue.place for cue in find_cues(rules_of("extreme"), played) if cue.kind == "deadline"]
    assert lit == ["up2", "up1"]


def test_lasting_commands_hold_as_long_as_they_are_visible():
    played = laid("extreme", ("40:silence", "up1"), ("30:noback", "up2"), ("20:onepile", "up2"), options={"lenient": True})
    assert said(played) == [("EX-20", "up1", "40:silence", None), ("EX-21", "up2", "30:noback", None)]
    assert said(laid("extreme", ("40:draw1", "up1"), ("41:onepile", "up1"))) == [("EX-22", "up1", "41:onepile", None)]


def test_a_draw_forgotten_may_be_made_up_until_the_next_player_has_drawn():
    place = Claimed("place", 0, {"card": "2S", "row": 0, "column": 1})
    assert said(match("sequence", place, seats=2)) == [("SQ-13", "draw", None, "end of turn 2")]


def test_chips_of_a_sequence_are_to_be_turned_over_and_the_lamp_of_each_is_named():
    chips = {"0": [[0, 1], [0, 2], [0, 3]]}
    played = laid("sequence", ("5S", "discard1"), ("blue", "r0c4"), seats=2, setup={"chips": chips})
    (turn_over,) = [duty for duty in duties(played) if duty.rule == "SQ-11"]
    assert turn_over.zones == ("r0c1", "r0c2", "r0c3", "r0c4")


def test_in_text_nobody_need_turn_a_chip_over():
    chips = {"0": [[0, 1], [0, 2], [0, 3]]}
    place = Claimed("place", 0, {"card": "5S", "row": 0, "column": 4})
    played = match("sequence", place, seats=2, setup={"chips": chips})
    assert [duty.rule for duty in duties(played)] == ["SQ-13"]
    assert played.rulings[-1].findings[0].code == "sequence-made"


def test_a_card_waits_for_its_chip():
    played = laid("sequence", ("2S", "discard1"), seats=2)
    assert [(rule, due) for rule, _, _, due in said(played)] == [("SQ-05", "end of turn 1")]


# A loss that is already certain


def test_nothing_that_is_unseen_fits():
    blocked = match("the_game", setup={"piles": NO_TRICKS})
    assert certain(blocked) == ["nothing-fits"]
    tricks = {**NO_TRICKS, "up1": ["99"]}
    assert certain(match("the_game", setup={"piles": tricks})) == [], "the 89 is still to come"
    assert duties(blocked)[0].zones == ("up1", "up2", "down1", "down2"), "no pile takes anything"


def test_who_has_laid_enough_hears_that_nothing_is_left_for_the_next():
    piles = {**NO_TRICKS, "up2": ["88", "97"]}
    for game in ("the_game", "extreme"):
        (duty,) = duties(laid(game, ("98", "up2"), setup={"piles": piles, "deck": 0}))
        assert (duty.code, duty.due_turn, duty.certain_loss) == ("nothing-fits", 2, True)


def test_quick_and_easy_says_in_which_turn_it_is_fatal():
    """Only yellow, green and X are unseen, all on a red 10 and a blue 1."""
    red, blue = ([f"{number}{colour}" for number in range(1, 11)] for colour in "RB")
    setup = {"hands": [["10R", "5G"], None, None], "piles": {"up": red[:-1], "down": blue[::-1]}}
    assert certain(match("quick_easy", setup=setup)) == []
    (duty,) = duties(laid("quick_easy", ("10R", "up"), setup=setup))
    assert (duty.code, duty.due_turn, duty.certain_loss) == ("nothing-fits", 2, True)


def test_a_fire_that_nothing_unseen_covers_is_lost():
    piles = {"up1": ["67"], "down1": [str(n) for n in range(78, 100)]}
    burning = laid("the_game", ("F77", "up1"), ("76", "down1"), options={"on_fire": True}, setup={"piles": piles})
    assert certain(burning) == ["cover-fire"], "all from 78 to 99 are laid, and so is the 67"
    free = laid("the_game", ("F77", "up1"), ("76", "down1"), options={"on_fire": True}, setup={"piles": {"up1": ["66"]}})
    assert certain(free) == []


def test_a_fire_that_nothing_covers_is_not_lost_while_the_last_cards_may_still_win():
    """OF-08: the 98th card wins even with a burning card visible."""
    others = [str(number) for number in range(2, 100) if number not in (5, 6, 77)]
    piles = {"up1": ["67"], "up2": [], "down1": [], "down2": [number for number in others if number != "67"]}

    def burning(*hands):
        return laid("the_game", ("F77", "up1"), options={"on_fire": True}, setup={"piles": piles, "deck": 0, "hands": hands})

    assert certain(burning(["F77"], ["5"], ["6"])) == ["cover-fire"], "it falls due before the third player's turn"
    assert certain(burning(["F77"], ["5", "6"], [])) == [], "the second player may lay both"
    assert certain(burning(["F77", "5", "6"], [], [])) == [], "so may the first one himself"


@pytest.mark.parametrize("language", ["en", "it"])
def test_a_certain_loss_is_said_in_words(language):
    words = catalogue(language)
    blocked = match("the_game", setup={"piles": NO_TRICKS})
    sentence = words.say_duty("the_game", duties(blocked)[0], turn=1)
    assert words.text("duty-certain-loss") in sentence


# A law: what is said to be lost cannot be won


def winnable(rules, state):
    """Can the match still be won, if everybody knew all cards?"""
    for play in rules.list_legal(state):
        step = rules.apply_play(state, play)
        if step.outcome is not None:
            if step.outcome.won:
                return True
        elif winnable(rules, step.state):
            return True
    ended = rules.apply_turn_end(state)
    if not ended.stands or ended.outcome is not None:
        return ended.outcome is not None and bool(ended.outcome.won)
    return winnable(rules, ended.state)


_COMMANDS = [*[""] * 4, *["skull", "three", "noback", "onepile"] * 4]


def ending(game, seed):
    """All 98 cards: two to four of them in open hands (77 among them), the others on the piles, of which all but one are nearly full."""
    random = Random(seed)
    numbers = [77, *random.sample([number for number in range(2, 100) if number != 77], 97)]
    commands = dict.fromkeys(numbers, "")
    if game == "extreme":
        commands |= dict(zip(numbers[:12], random.sample(_COMMANDS, 12), strict=True))
    face = {number: f"{number}:{command}" if command else str(number) for number, command in commands.items()}
    count = random.randint(2, 4)
    held, rest = numbers[:count], sorted(numbers[count:])
    tops = {
        "up1": rest.pop(-random.randint(1, 60)),
        "up2": rest.pop(),
        "down1": rest.pop(0),
        "down2": rest.pop(random.randint(0, 4)),
    }
    piles = {zone: [face[top]] for zone, top in tops.items()}
    piles["up2"] = [*(face[number] for number in rest), *piles["up2"]]
    hands = [[] for _ in range(3)]
    for number in held:
        random.choice(hands).append(face[number])
    return {"hands": hands, "deck": 0, "piles": piles}


@settings(max_examples=150, deadline=None)
@given(seed=st.integers(0, 10**6), game=st.sampled_from(["the_game", "extreme"]))
def test_what_is_lost_for_certain_cannot_be_won(seed, game):
    rules = rules_of(game)
    options = {"on_fire": True} if game == "the_game" else {}
    state = rules.set_up_match(3, options, ending(game, seed))
    random = Random(seed)
    while True:
        if any(duty.certain_loss for duty in rules.list_duties(state)):
            assert not winnable(rules, state)
            return
        plays = rules.list_legal(state)
        step = rules.apply_play(state, random.choice(plays)) if plays else rules.apply_turn_end(state)
        if step.outcome is not None or not step.stands:
            return
        state = step.state
