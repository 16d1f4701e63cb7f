"""Whose hand it was: right or silent."""

from random import Random

import pytest

from companion.turns.seats import SeatAct, Seating, expect_seat, learn_spreads, ring_distance, ring_mean


def shares(seating, hand, zone="up1", mover=0):
    return seating.find_shares(hand, zone, expect_seat(mover, range(seating.seats), 0.8))


def test_shares_close_to_a_ring():
    assert ring_distance(0.98, 0.03) == pytest.approx(0.05)
    assert ring_mean([(0.98, 1.0), (0.04, 1.0)])[0] == pytest.approx(0.01)


def test_a_hand_at_a_place_that_was_set_is_that_seats():
    seating = Seating(3, (0.9, 0.2, 0.5))
    assert shares(seating, 0.21)[1] > 0.95
    assert shares(seating, 0.88)[0] > 0.99


def test_two_side_by_side_are_not_told_apart():
    seating = Seating(3, (0.9, 0.91, 0.5))
    found = shares(seating, 0.905, mover=2)
    assert found[0] == pytest.approx(found[1], rel=0.2)
    assert found[2] < 0.05


def test_what_was_seen_at_the_same_zone_tells_most():
    """An arm that reaches across the table seems to come from elsewhere: at that zone that is known after the first time."""
    acts = tuple(SeatAct(0, hand, "up1") for hand in (0.9, 0.91)) + tuple(SeatAct(1, hand, "up1") for hand in (0.7, 0.69))
    across = SeatAct(0, 0.78, "draw")
    first, again = (shares(Seating(2, (), known), 0.77, "draw", mover=1)[0] for known in (acts, (*acts, across)))
    assert again > 5 * first


def test_a_player_who_stood_up_is_not_taken_for_another():
    """A hand from where nobody is known to sit is most likely that of the player to move."""
    seating = Seating(3, (0.9, 0.2, 0.5))
    assert shares(seating, 0.72, mover=0)[0] > 0.5


def test_hands_that_lie_close_are_told_apart_more_finely():
    acts = tuple(SeatAct(seat, place, zone) for seat, place in ((0, 0.5), (1, 0.62)) for zone in ("up1", "up2") * 8)
    assert learn_spreads(Seating(2, (), acts)).aside < Seating(2).aside


def test_players_are_expected_clockwise():
    seating = Seating(4, (0.9,))
    assert seating.weigh_hand(1, 0.15, "up1") > seating.weigh_hand(1, 0.8, "up1")


def test_where_a_seat_is():
    seating = Seating(2, (0.9,), (SeatAct(1, 0.4, "up1"), SeatAct(1, 0.42, "up1")))
    assert seating.find_place(0) == 0.9
    assert seating.find_place(1) == pytest.approx(0.41)
    assert Seating(2).find_place(0) is None


def test_what_was_learned_of_a_doubtful_act_is_unlearned():
    """A card that was taken for another player's teaches his seat nothing once all others of his hands are known."""
    acts = [SeatAct(1, 0.9, "up1"), *(SeatAct(0, hand, "up1") for hand in (0.9, 0.91, 0.89)), SeatAct(1, 0.2, "up1")]
    before, after = (learn_spreads(Seating(2, (), tuple(known))) for known in (acts[:1], [*acts, SeatAct(1, 0.21, "up1")]))
    assert before.find_place(1) == pytest.approx(0.9)
    assert after.find_place(1) == pytest.approx(0.2, abs=0.03)
    assert shares(after, 0.9, mover=0)[1] < 0.02


def test_few_hands_leave_room_for_others():
    one, many = (Seating(2, (), (SeatAct(0, 0.9, "up1"),) * count) for count in (1, 8))
    assert one.weigh_hand(0, 0.8, "up1") > 5 * many.weigh_hand(0, 0.8, "up1")


def test_who_reaches_over_rarely_is_told_by_few_hands():
    """Where all hands of an evening fit their seats, one at another player's place is his, though it is not his turn."""
    around = [(0, 0.9), (1, 0.2), (2, 0.5)]
    early, late = (learn_spreads(Seating(3, (), tuple(SeatAct(*each, "up1") for each in around * rounds))) for rounds in (2, 8))
    assert late.elsewhere < early.elsewhere < Seating(3).elsewhere
    assert shares(late, 0.5, mover=0)[0] < shares(early, 0.5, mover=0)[0] / 2


def test_where_hands_come_from_anywhere_that_is_learned():
    acts = [SeatAct(seat, place, "up1") for seat, place in [(0, 0.9), (1, 0.2)] * 6]
    odd = [SeatAct(0, hand, "up1") for hand in (0.45, 0.6, 0.7)]
    assert learn_spreads(Seating(2, (), (*acts, *odd))).elsewhere > 3 * learn_spreads(Seating(2, (), tuple(acts))).elsewhere


@pytest.mark.parametrize("spread", [0.03, 0.04])
@pytest.mark.parametrize("together", [2, 4, 8])
def test_how_far_hands_differ_is_not_overrated_by_few_of_them(spread, together):
    """Two hands differ more from each other than each does from the middle of all there would be."""

    def learned(dice: Random) -> float:
        acts = (
            SeatAct(seat, dice.gauss(0.2 + 0.3 * seat, spread) % 1.0, f"pile{number // together}")
            for seat in range(3)
            for number in range(16)
        )
        return learn_spreads(Seating(3, (), tuple(acts), near=spread)).near

    assert sum(learned(Random(seed)) for seed in range(12)) / 12 == pytest.approx(spread, rel=0.05)
