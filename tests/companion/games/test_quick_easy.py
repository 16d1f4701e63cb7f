"""Quick & Easy: every rule by an example, the laws of a game by random matches, the door by nonsense."""

from __future__ import annotations

import json
import re
from importlib import resources
from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.errors import InputError, PositionError
from companion.games.quick_easy import NUMBER_BY_CARD, RULES, ZONES, QuickEasyState
from companion.match.rules import Claim, Play, Severity, Step
from companion.shown.words.messages import catalogue
from tests.companion.games.strategies_piles import turn_of

EXPERT = {"expert": True}


def position(hands=None, players=None, expert=False, **setup) -> QuickEasyState:
    if hands is not None:
        setup["hands"] = hands
    return RULES.set_up_match(players or len(hands), {"expert": expert}, setup)


def lay(state, card, pile, seat=None) -> Step:
    return RULES.apply_play(state, RULES.parse_play(state, {"card": card, "pile": pile}, seat))


def verdict(step: Step) -> tuple[str, str | None]:
    """What the referee says, and by which rule."""
    foul = next((finding for finding in step.findings if finding.severity is Severity.FOUL), None)
    if step.outcome:
        return "win" if step.outcome.won else "loss", step.outcome.rule
    return ("illegal", foul.rule) if foul else ("legal", None)


def codes(step: Step) -> list[str]:
    return [finding.code for finding in step.findings]


def left(state) -> int:
    return state.deck.size + sum(hand.size for hand in state.hands)


def test_a_fresh_deal_has_two_cards_each_and_the_rest_to_draw():
    view = RULES.describe_position(RULES.set_up_match(4, {}))
    assert view["hand_size"] == [2, 2, 2, 2]
    assert view["deck_size"] == 42
    assert view["top"] == {"up": None, "down": None}
    assert (view["status"], view["to_move"], view["turn"], view["min_cards"]) == ("playing", 0, 1, 1)


@pytest.mark.parametrize(
    ("pile", "top", "card", "rule"),
    [
        ("up", "5R", "6B", None),
        ("up", "5R", "10B", None),
        ("up", "5R", "4B", "QE-03"),
        ("up", "5R", "5B", "QE-03"),  # QE-06
        ("up", "5R", "1R", None),  # QE-05
        ("up", "10R", "9R", None),
        ("up", "10R", "9B", "QE-03"),
        ("down", "5R", "4B", None),
        ("down", "5R", "6B", "QE-04"),
        ("down", "5R", "5B", "QE-04"),  # QE-06
        ("down", "5R", "10R", None),  # QE-05
        ("down", "1R", "2B", "QE-04"),
        ("up", None, "10X", None),  # QE-12
        ("down", None, "1X", None),  # QE-12
    ],
)
def test_a_card_rises_falls_or_shares_the_colour(pile, top, card, rule):
    state = position(players=2, piles={pile: [top]} if top else {})
    step = lay(state, card, pile)
    assert verdict(step) == ("illegal" if rule else "legal", rule)


def test_a_turn_lays_one_or_two_cards_on_either_pile():
    state = position([["5B", "6Y"], ["1R", "2R"]], deck=9)
    assert verdict(RULES.apply_turn_end(state)) == ("illegal", "QE-02")
    one = lay(state, "5B", "up").state
    passed = RULES.apply_turn_end(one).state
    assert (RULES.describe_position(passed)["to_move"], RULES.describe_position(passed)["deck_size"]) == (1, 8)
    two = lay(one, "6Y", "down").state
    view = RULES.describe_position(RULES.apply_turn_end(two).state)
    assert (view["hand_size"], view["deck_size"], view["to_move"], view["turn"]) == ([2, 2], 7, 1, 2)


def test_a_hidden_hand_may_not_lay_a_third_card():
    state = lay(lay(position(players=3), "1R", "up").state, "2R", "up").state
    assert verdict(lay(state, "3R", "up")) == ("illegal", "QE-02")


def test_an_expert_lays_exactly_one_card():
    state = position([["5B", "6B"], ["1R", "2R"]], expert=True)
    assert verdict(RULES.apply_turn_end(state)) == ("illegal", "QE-02")
    laid = lay(state, "5B", "up").state
    assert verdict(lay(laid, "6B", "up")) == ("illegal", "QE-11")
    assert verdict(RULES.apply_turn_end(laid)) == ("legal", None)


@pytest.mark.parametrize(
    ("card", "seat"),
    [
        ("1R", None),  # another player's card
        ("7G", None),  # nobody's card
        ("5B", 1),  # not his turn
        ("9R", None),  # laid already
    ],
)
def test_only_an_own_card_on_the_own_turn_once(card, seat):
    state = position([["5B", "6B"], ["1R", "2R"]], piles={"up": ["9R"]})
    assert verdict(lay(state, card, "down", seat)) == ("illegal", "QE-02")


def test_a_card_drawn_face_down_may_be_any_card():
    state = RULES.apply_turn_end(lay(position([["5B", "6B"], ["7R", "8R"]], deck=10), "5B", "up").state).state
    state = RULES.apply_turn_end(lay(state, "7R", "up").state).state
    assert verdict(lay(state, "10X", "up")) == ("legal", None)


def test_a_card_drawn_face_up_is_in_the_hand():
    state = RULES.apply_turn_end(lay(position([["5B", "6B"], ["7R", "8R"]], deck=["9G", "1G"]), "5B", "up").state).state
    state = RULES.apply_turn_end(lay(state, "7R", "up").state).state
    assert verdict(lay(state, "1G", "down")) == ("illegal", "QE-02")
    assert verdict(lay(state, "9G", "up")) == ("legal", None)


def test_the_last_card_wins_at_once_and_nothing_follows():
    step = lay(position([["5B"], []], deck=[]), "5B", "up")
    assert verdict(step) == ("win", "QE-08")
    assert step.outcome.seats == (0, 1)
    assert RULES.describe_position(step.state)["status"] == "won"
    assert verdict(lay(step.state, "6B", "up")) == ("illegal", "QE-14")
    assert verdict(RULES.apply_turn_end(step.state)) == ("illegal", "QE-14")
    assert RULES.list_legal(step.state) == ()


def test_a_known_hand_that_fits_nowhere_loses():
    stuck = position([["5B", "6B"], None], piles={"up": ["9R"], "down": ["2G"]})
    assert verdict(RULES.apply_claim(stuck, Claim("assess"))) == ("loss", "QE-09")
    assert verdict(RULES.apply_claim(stuck, Claim("stuck"))) == ("loss", "QE-09")
    assert verdict(RULES.apply_turn_end(stuck)) == ("loss", "QE-09")
    assert verdict(lay(stuck, "5B", "up")) == ("illegal", "QE-03")  # a wrong card is refused first


def test_the_turn_of_a_stuck_player_loses_when_it_begins():
    state = position([["9R", "3B"], ["5B", "6B"]], deck=5, piles={"up": ["8Y"], "down": ["2G"]})
    step = RULES.apply_turn_end(lay(state, "9R", "up").state)
    assert verdict(step) == ("loss", "QE-09")
    assert RULES.describe_position(step.state)["status"] == "lost"


def test_a_player_with_one_card_laid_is_never_stuck():
    state = position([["9R", "5B"], None], piles={"up": ["8Y"], "down": ["2G"]})
    step = lay(state, "9R", "up")
    assert verdict(step) == ("legal", None)
    assert codes(RULES.apply_claim(step.state, Claim("stuck"))) == ["minimum-laid"]


def test_a_player_who_could_lay_is_not_stuck_but_a_hidden_hand_is_believed():
    known = position([["10B", "5B"], None], piles={"up": ["9R"], "down": ["2G"]})
    step = RULES.apply_claim(known, Claim("stuck"))
    assert verdict(step) == ("illegal", "QE-09")
    assert step.findings[0].detail["card"] == "10B"
    assert verdict(RULES.apply_claim(position(players=2), Claim("stuck"))) == ("loss", "QE-09")
    assert verdict(RULES.apply_claim(position(players=2), Claim("stuck", seat=1))) == ("illegal", "QE-02")


def test_players_without_cards_are_skipped_once_the_draw_pile_is_empty():
    state = position([["5B", "6B"], [], [], ["7B"]], deck=[])
    passed = RULES.apply_turn_end(lay(state, "5B", "up").state).state
    assert (passed.turn, passed.to_move) == (2, 3)
    assert turn_of(position([[], ["5B"]], deck=0)) == (1, 1)


@pytest.mark.parametrize(
    ("kind", "plain", "expert"),
    [
        ("number", "QE-10", "QE-10"),
        ("relative_number", "QE-10", "QE-10"),
        ("magnitude", None, "QE-11"),
        ("advice", None, "QE-11"),
        ("command", None, "QE-11"),
        ("colour", None, None),
        ("intention", None, None),
    ],
)
def test_what_may_be_said(kind, plain, expert):
    for options, rule in (({}, plain), (EXPERT, expert)):
        step = RULES.apply_claim(RULES.set_up_match(3, options), Claim("say", 2, {"kind": kind}))
        assert verdict(step) == ("illegal" if rule else "legal", rule)


@pytest.mark.parametrize(
    ("players", "hand", "right"), [(2, 2, True), (5, 2, True), (3, 3, False), (1, 2, False), (6, 2, False)]
)
def test_the_deal_is_checked(players, hand, right):
    step = RULES.apply_claim(RULES.set_up_match(3, {}), Claim("setup_check", None, {"players": players, "hand": hand}))
    assert verdict(step) == (("legal", None) if right else ("illegal", "QE-01"))


def test_duties_name_the_card_to_lay_and_a_loss_that_is_certain():
    state = position(players=2)
    assert [(duty.code, duty.detail) for duty in RULES.list_duties(state)] == [("lay-minimum", {"still": 1})]
    assert RULES.list_duties(lay(state, "5B", "up").state) == ()
    known = position([["3R"], ["5R"]], deck=0, piles={"up": ["10B"], "down": ["1G"]})
    assert [duty.code for duty in RULES.list_duties(known)] == [
        "lay-minimum"
    ]  # a blue or green card would fit: hands are no public knowledge
    dead = RULES.set_up_match(2, {}, DEAD)
    assert [(duty.code, duty.certain_loss) for duty in RULES.list_duties(dead)] == [("nothing-fits", True)]
    assert RULES.list_duties(RULES.apply_claim(dead, Claim("stuck")).state) == ()


def test_a_foul_that_the_table_lets_stand_is_applied_and_noted():
    state = position([["3B", "6B"], ["1R", "2R"]], deck=10, piles={"up": ["9R"], "down": ["4G"]})
    step = RULES.apply_play(state, Play("up", "9R", "3B", waived=True))
    assert codes(step) == ["not-above"]
    assert step.stands
    assert RULES.list_faces(step.state) == {"up": "3B", "down": "4G"}
    assert RULES.describe_position(step.state)["played"] == 1
    other = RULES.apply_play(state, Play("up", "9R", "1R", seat=1, waived=True))
    assert RULES.describe_position(other.state)["hand_size"] == [2, 1]
    assert RULES.describe_position(other.state)["played"] == 0
    twin = RULES.apply_play(state, Play("down", "4G", "9R", waived=True))
    assert RULES.list_faces(twin.state) == {"up": "9R", "down": "9R"}, (
        "one of the two was misread: both lie there until somebody says"
    )
    lifted = RULES.apply_play(state, Play("up", "9R", "", waived=True))
    assert RULES.list_faces(lifted.state)["up"] == ""
    assert RULES.describe_position(lifted.state)["hand_size"] == [3, 2]
    unread = RULES.apply_play(state, Play("up", "9R", "?", waived=True))
    assert unread.stands
    assert unread.state is state


def test_a_hand_in_a_position_is_told_what_fits():
    up, down = RULES.describe_position(position(players=2, piles={"up": ["1G", "7R"]}))["piles"]
    assert (up["zone"], up["kind"], up["top"], up["cards"]) == ("up", "ascending", "7R", ["1G", "7R"])
    assert up["fits"] == {"above": 7, "colour": "R"}
    assert (down["kind"], down["top"], down["fits"]) == ("descending", "", {"any": True})


@pytest.mark.parametrize(
    ("seats", "options", "setup"),
    [
        (1, {}, None),
        (6, {}, None),
        (10_000, {}, None),
        (True, {}, None),
        ("3", {}, None),
        (3, {"pro": True}, None),
        (3, {"expert": 1}, None),
        (3, {"teams": 2}, None),
        (3, {}, []),
        (3, {}, {"chips": {}}),
        (3, {}, {"decks": [1, 2]}),
        (3, {}, {"hands": [["5B"]]}),
        (3, {}, {"hands": "5B"}),
        (3, {}, {"hands": [["5B"], ["5B"], None]}),
        (3, {}, {"hands": [[5], None, None]}),
        (3, {}, {"hands": [["11R"], None, None]}),
        (3, {}, {"hands": [["5Z"], None, None]}),
        (3, {}, {"hands": [["5b"], None, None]}),
        (3, {}, {"piles": {"left": []}}),
        (3, {}, {"piles": {"up": "5B"}}),
        (3, {}, {"piles": {"up": ["5B", "5B"]}}),
        (3, {}, {"piles": ["5B"]}),
        (3, {}, {"hands": [["5B"], None, None], "piles": {"up": ["5B"]}}),
        (3, {}, {"deck": ["5B"], "piles": {"up": ["5B"]}}),
        (3, {}, {"deck": -1}),
        (3, {}, {"deck": 45}),
        (3, {}, {"deck": 10**1000}),
        (3, {}, {"deck": True}),
        (3, {}, {"deck": 2.0}),
        (3, {}, {"hands": [["5B", "6B", "7B"], None, None]}),
        (2, {}, {"hands": [["5B"], ["6B"]], "deck": 48, "piles": {"up": ["7B"]}}),
        (3, {}, {"turn": 3}),
        (3, {}, {"turn": -1}),
        (3, {}, {"turn": False}),
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
        {"card": "5B"},
        {"pile": "up"},
        {"card": "5B", "pile": "up1"},
        {"card": "5B", "pile": ["up"]},
        {"card": 5, "pile": "up"},
        {"card": None, "pile": "up"},
        {"card": "0R", "pile": "up"},
        {"card": "R5" * 100_000, "pile": "up"},
        {"card": "5B", "cell": [0, 1]},
        {"card": "5B", "pile": "up", "cell": [0, 1]},
    ],
)
def test_a_play_that_makes_no_sense_is_refused(play):
    with pytest.raises(InputError) as caught:
        RULES.parse_play(RULES.set_up_match(2, {}), play)
    assert len(str(caught.value)) < 200


@pytest.mark.parametrize(
    "claim",
    [
        Claim("dead"),
        Claim("say", None, {"kind": "poetry"}),
        Claim("say", None, {"kind": ["number"]}),
        Claim("say"),
        Claim("stuck", 9),
        Claim("setup_check", None, {"players": True}),
        Claim("setup_check", None, {"players": "3"}),
        Claim("setup_check", None, {"hand": 10**1000}),
        Claim("setup_check", None, {"teams": 2}),
    ],
)
def test_a_claim_that_makes_no_sense_is_refused(claim):
    with pytest.raises(InputError):
        RULES.apply_claim(RULES.set_up_match(2, {}), claim)


# --- what is said -------------------------------------------------------------------------------------------------------------


def every_step() -> list[Step]:
    """Steps in which every finding and outcome comes up."""
    known = position([["3B", "6B"], ["1R", "2R"]], deck=10, piles={"up": ["5R"], "down": ["4G"]})
    hidden = lay(lay(position(players=2), "1R", "up").state, "2R", "up").state
    expert = position([["5B", "6B"], None], expert=True)
    won = lay(position([["5B"], []], deck=[]), "5B", "up")
    claims = [Claim("stuck"), Claim("say", 0, {"kind": "number"}), Claim("say", 0, {"kind": "magnitude"})]
    claims += [Claim("setup_check", None, {"players": 9}), Claim("setup_check", None, {"hand": 9})]
    empty = position([["3B"], None], deck=0)
    return [
        lay(known, "3B", "up"),
        lay(known, "6B", "down"),
        lay(known, "3B", "up", 1),
        lay(known, "9X", "up"),
        lay(known, "5R", "up"),
        *(RULES.apply_play(known, Play("up", "5R", after)) for after in ("", "?", "back")),
        lay(hidden, "3R", "up"),
        lay(lay(expert, "5B", "up").state, "6B", "up"),
        lay(position([["1R"], None], piles={"up": ["10R"]}), "1R", "up"),
        lay(RULES.set_up_match(2, {}, {"hands": [[], None], "deck": 9}), "1R", "up"),
        *(RULES.apply_claim(expert, claim) for claim in claims),
        RULES.apply_claim(hidden, Claim("stuck")),
        RULES.apply_claim(RULES.set_up_match(2, {}), Claim("stuck")),
        RULES.apply_turn_end(known),
        RULES.apply_turn_end(hidden),
        RULES.apply_turn_end(lay(empty, "3B", "up").state),
        won,
        RULES.apply_turn_end(won.state),
        lay(used_up(), "4R", "up"),
    ]


def used_up() -> QuickEasyState:
    """Player 2 laid a whole hand out of turn, which the table let stand; now it is player 2's turn."""
    state = RULES.set_up_match(2, {})
    for card in ("1R", "2R"):
        state = RULES.apply_play(state, Play("up", "", card, seat=1, waived=True)).state
    return RULES.apply_turn_end(lay(state, "3R", "up").state).state


DEAD = {
    "deck": 0,
    "piles": {"up": [c for c in NUMBER_BY_CARD if c[-1] in "BYX"] + ["10G"], "down": [f"{n}G" for n in range(9, 0, -1)]},
}
"""Red cards alone are still to come, and neither pile takes one."""


@pytest.mark.parametrize("language", ["en", "it"])
def test_everything_is_said_in_both_languages(language):
    words = catalogue(language)
    steps = every_step()
    said = {finding.code: words.say_finding("quick_easy", finding) for step in steps for finding in step.findings}
    said |= {f"outcome-{step.outcome.code}": words.say_outcome("quick_easy", step.outcome) for step in steps if step.outcome}
    for state in (RULES.set_up_match(2, {}), RULES.set_up_match(2, {}, DEAD)):
        said |= {f"duty-{duty.code}": words.say_duty("quick_easy", duty, turn=1) for duty in RULES.list_duties(state)}
    text = (resources.files("companion") / "locale" / language / "quick_easy.ftl").read_text(encoding="utf-8")
    written = set(re.findall(r"^quick_easy-([a-z-]+)", text, re.MULTILINE)) - {"colour"}
    written = {code for code in written if not code.startswith("say-")}  # what a phone offers to say
    assert written <= set(said) and all(words.has_text(code) for code in set(said) - written)
    assert not [sentence for sentence in said.values() if "{" in sentence or "quick_easy-" in sentence]


def test_a_misplaced_card_is_told_what_would_fit():
    state = position([["3B", "9X"], None], piles={"up": ["5R"], "down": ["1G"]})
    english, italian = catalogue("en"), catalogue("it")
    up, down = lay(state, "3B", "up").findings[0], lay(state, "9X", "down").findings[0]
    assert english.say_finding("quick_easy", up) == "Blue 3 on red 5, ascending: must be above 5, or red."
    assert (
        italian.say_finding("quick_easy", up) == "Il 3 blu sul 5 rosso, crescente: serve più di 5 o lo stesso colore (rosso)."
    )
    assert english.say_finding("quick_easy", down) == "Grey 9 on green 1, descending: only green fits below 1."


# --- laws ---------------------------------------------------------------------------------------------------------------------

picks = st.lists(st.integers(0, 10**6), max_size=60)


@st.composite
def matches(draw) -> list[QuickEasyState]:
    """The states of a match with open or hidden hands, dealt fresh or resumed with some cards played."""
    players, expert = draw(st.integers(2, 5)), draw(st.booleans())
    cards = draw(st.permutations(list(NUMBER_BY_CARD)))
    dealt, drawn = 2 * players, draw(st.integers(2 * players, 50))
    setup = {"piles": {draw(st.sampled_from(ZONES)): cards[drawn:]}}
    if draw(st.booleans()):
        setup |= {"hands": [cards[2 * seat : 2 * seat + 2] for seat in range(players)], "deck": cards[dealt:drawn]}
    else:
        setup |= {"deck": drawn - dealt}
    state = RULES.set_up_match(players, {"expert": expert}, setup)
    states = [state]
    for pick in draw(picks):
        if state.outcome:
            break
        legal = RULES.list_legal(state)
        end = not legal or (state.played and pick % 3 == 0)
        state = (RULES.apply_turn_end(state) if end else RULES.apply_play(state, legal[pick % len(legal)])).state
        states.append(state)
    return states


@settings(deadline=None)
@given(matches())
def test_the_list_of_legal_plays_is_exactly_what_stands(states):
    for state in states:
        stands = {
            (zone, card)
            for zone, card in product(ZONES, NUMBER_BY_CARD)
            if RULES.apply_play(state, Play(zone, "", card)).stands
        }
        assert {(play.zone, play.after) for play in RULES.list_legal(state)} == stands


@settings(deadline=None)
@given(matches())
def test_cards_always_add_up_to_fifty(states):
    for state in states:
        on_piles = [card for pile in state.piles for card in pile]
        assert len(on_piles) == len(set(on_piles))
        assert len(on_piles) + left(state) == 50


@settings(deadline=None)
@given(matches(), st.sampled_from([*NUMBER_BY_CARD, "", "?", "back"]), st.sampled_from(ZONES), st.sampled_from([None, 0, 1]))
def test_a_foul_changes_nothing_and_a_waived_one_keeps_the_count(states, face, zone, seat):
    for state in states:
        step = RULES.apply_play(state, Play(zone, "", face, seat))
        assert step.stands or step.state is state
        waived = RULES.apply_play(state, Play(zone, "", face, seat, waived=True))
        assert waived.stands
        twin = any(face in pile for pile in state.piles)  # a card that lies twice: one of the two was misread
        assert twin or sum(map(len, waived.state.piles)) + left(waived.state) == 50
        if face in NUMBER_BY_CARD and not state.outcome:
            assert RULES.list_faces(waived.state)[zone] == face
        ended = RULES.apply_turn_end(state, seat)
        assert ended.stands or ended.state is state


@settings(deadline=None)
@given(matches())
def test_the_view_is_plain_data_and_duties_agree_with_it(states):
    for state in states:
        view = json.loads(json.dumps(RULES.describe_position(state)))
        assert view["top"] == {zone: face or None for zone, face in RULES.list_faces(state).items()}
        assert (view["turn"], view["to_move"]) == (state.turn, state.to_move)
        if any(duty.certain_loss for duty in RULES.list_duties(state)):
            assert not RULES.list_legal(state)
