"""What a camera cannot see for certain, and what goes wrong at a real table: cards on their like, one zone for all, sleeves, dead cards."""

import pytest

from companion.games.sequence import RULES
from companion.match.events import Entry, Seen, Started
from companion.match.referee import DROPPED, judge_entry, start_match
from companion.match.rules import Play
from tests.companion.games.sequence.at_table import after, claim, fouls, notes, position, refused, seen, turn_of


def handled(state, zone):
    """A hand left the card there lying otherwise, and it shows the same face."""
    face = RULES.list_faces(state)[zone]
    return RULES.apply_play(state, Play(zone, face, face, again=True))


def round_of(*faces, **options):
    """Each player lays a card and a chip: (zone, card, cell), and draws."""
    state = position(**options)
    for zone, card, cell, chip in faces:
        state = after(state, lambda s, z=zone, c=card: seen(s, z, c), lambda s, z=cell, c=chip: seen(s, z, c))
        state = after(state, lambda s: claim(s, "draw"))
    return state


@pytest.fixture
def two_down():
    """The 2S lies on top of player 1's discards, and it is his turn again."""
    return round_of(("discard1", "2S", "r0c1", "blue"), ("discard2", "3S", "r0c2", "green"))


def test_a_card_on_its_like_counts_when_its_chip_comes(two_down):
    state = after(two_down, lambda s: handled(s, "discard1"))
    assert (state.turn, state.to_move) == (two_down.turn, two_down.to_move) and RULES.list_duties(state) == RULES.list_duties(
        two_down
    )
    played = after(state, lambda s: seen(s, "r8c6", "blue"))
    assert (played.turn, played.to_move) == (4, 1)
    assert [pile["cards"] for pile in RULES.describe_position(played)["piles"]] == [["2S", "2S"], ["3S"]]


def test_a_card_on_its_like_counts_after_its_chip_too(two_down):
    state = after(two_down, lambda s: seen(s, "r8c6", "blue"))
    assert turn_of(after(state, lambda s: handled(s, "discard1"))) == (4, 1)
    assert turn_of(after(state, lambda s: claim(s, "draw"))) == (4, 1), "a draw shows that the turn is done"
    next_card = after(state, lambda s: seen(s, "discard2", "4S"))
    assert next_card.half.card == "4S" and next_card.half.seat == 1, "so does the next player's card"


def test_a_pile_that_was_only_straightened_plays_nothing(two_down):
    state = after(two_down, lambda s: handled(s, "discard1"))
    assert after(state, lambda s: seen(s, "discard1", "KD")).half.card == "KD", "a card that is seen is the one that counts"
    wrong = after(state, lambda s: seen(s, "r5c5", "blue"))
    assert wrong.turn == 3 and [duty.code for duty in RULES.list_duties(wrong)] == ["lay-card"], "its chip does not fit"
    assert handled(two_down, "discard2").state is two_down, "another player's pile"


def test_a_handled_pile_is_no_entry_of_the_log_unless_it_plays(two_down):
    match = start_match(RULES, Entry(1, Started("sequence", 2)))
    said = []
    script = [("discard1", "2S"), ("r0c1", "blue"), ("discard2", "3S"), ("r0c2", "green"), ("discard1", "2S"), ("r8c6", "blue")]
    for n, (zone, face) in enumerate(script, start=2):
        match, ruling = judge_entry(RULES, match, Entry(n, Seen(zone, face, again=True)))
        said.append(ruling.verdict)
    assert said == ["legal"] * 4 + [DROPPED, "legal"] and (match.state.turn, match.state.to_move) == (4, 1)


def test_a_text_may_lay_a_card_on_its_like(two_down):
    assert seen(two_down, "discard1", "2S").state.half.card == "2S"


# One zone for all discards


def common(*zones):
    return after(
        position(options={"common_discards": True}), *(lambda s, z=zone, f=face: seen(s, z, f) for zone, face in zones)
    )


def test_in_the_common_zone_a_card_is_his_whose_turn_it_is():
    state = common(("discard", "2S"), ("r0c1", "blue"), ("discard", "3S"), ("r0c2", "green"))
    assert (state.turn, state.to_move) == (3, 0)
    assert [pile["top"] for pile in RULES.describe_position(state)["piles"]] == ["3S", "2S", "3S"]
    assert RULES.list_faces(state)["discard"] == "3S"


def test_a_card_shown_for_a_moment_waits_for_its_chip():
    state = common(("discard", "2S"), ("discard", ""))
    assert RULES.list_faces(state)["discard"] == "" and [duty.code for duty in RULES.list_duties(state)] == ["lay-chip"]
    assert turn_of(after(state, lambda s: seen(s, "r0c1", "blue"))) == (2, 1)
    assert after(state, lambda s: seen(s, "discard", "9D")).half.card == "9D", "taken back, and another shown"


def test_a_second_card_on_the_first_is_one_too_many():
    state = common(("discard", "2S"))
    refused(seen(state, "discard", "9D"), state, "SQ-05", "second-card")


def test_a_wrong_chip_is_a_foul_with_the_common_zone_too():
    state = common(("discard", "2S"))
    refused(seen(state, "r5c5", "blue"), state, "SQ-05", "no-match")


def test_lifting_from_the_common_zone_is_no_undo_and_no_foul():
    match = start_match(RULES, Entry(1, Started("sequence", 2, {"common_discards": True})))
    for n, (zone, face) in enumerate((("discard", "2S"), ("discard", ""), ("r0c1", "blue")), start=2):
        match, ruling = judge_entry(RULES, match, Entry(n, Seen(zone, face)))
        assert ruling.verdict == "legal"
    assert (match.state.turn, match.state.to_move) == (2, 1)


def test_a_card_that_comes_to_light_may_be_its_like():
    state = common(("discard", "2S"), ("r0c1", "blue"), ("discard", "3S"), ("r0c2", "green"), ("discard", "2S"))
    assert state.half is None, "the 3S was lifted, or another 2S laid"
    assert turn_of(after(state, lambda s: seen(s, "r8c6", "blue"))) == (4, 1)


# Sleeves


def test_an_opposing_chip_pushed_to_the_next_space_is_a_foul_whichever_is_seen_first():
    state = position(chips={"1": [[4, 4]]})
    gone = after(state, lambda s: seen(s, "r4c4", ""))
    refused(seen(gone, "r4c5", "green"), gone, "SQ-05", "chip-moved")
    refused(seen(state, "r4c5", "green"), state, "SQ-05", "taken-colour")
    assert after(gone, lambda s: seen(s, "r4c4", "green")) == state


def test_an_own_chip_pushed_to_the_next_space_is_a_foul_whichever_is_seen_first():
    state = position(chips={"0": [[4, 4]]})
    come = after(state, lambda s: seen(s, "r3c5", "blue"))
    step = seen(come, "r4c4", "")
    refused(step, come, "SQ-05", "chip-moved")
    assert step.findings[0].detail["other_zone"] == "r4c4" and step.findings[0].detail["zone"] == "r3c5"
    refused(seen(state, "r4c4", ""), state, "SQ-10", "own-chip")


def test_a_chip_far_from_one_that_was_taken_was_not_pushed():
    gone = after(position(chips={"1": [[4, 4]]}), lambda s: seen(s, "r4c4", ""))
    assert fouls(seen(gone, "r6c4", "green")) == [("SQ-05", "taken-colour")]


# Dead cards, draws, chips not turned


def test_no_chip_belongs_to_a_dead_card():
    state = after(position(chips={"1": [[0, 1], [8, 6]]}), lambda s: seen(s, "discard1", "2S"))
    step = seen(state, "r5c5", "blue")
    assert step.stands and notes(step) == [("SQ-12", "dead-no-chip")]
    assert notes(seen(claim(state, "draw").state, "r5c5", "blue")) == [], "after the replacement was drawn it begins a play"


def test_who_draws_before_his_chip_has_drawn():
    state = after(position(), lambda s: seen(s, "discard1", "2S"), lambda s: claim(s, "draw"))
    played = after(state, lambda s: seen(s, "r0c1", "blue"))
    assert RULES.describe_position(played)["to_draw"] == [] and (played.turn, played.to_move) == (2, 1)


def test_a_chip_left_unturned_is_said_once_when_the_next_player_has_played():
    state = position(chips={"0": [[0, 1], [0, 2], [0, 3]]})
    made = after(state, lambda s: seen(s, "discard1", "5S"), lambda s: seen(s, "r0c4", "blue"))
    for cell in ("r0c1", "r0c2", "r0c3"):
        made = after(made, lambda s, z=cell: seen(s, z, "blue*"))
    step = seen(after(made, lambda s: seen(s, "discard2", "9S")), "r0c8", "green")
    assert notes(step) == [("SQ-20", "team-colour"), ("SQ-11", "not-turned")] and step.findings[1].zones == ("r0c4",)
    later = seen(after(step.state, lambda s: seen(s, "discard1", "KD")), "r7c7", "blue")
    assert notes(later) == []
