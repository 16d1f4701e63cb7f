"""Hands come and go once, and a visit is told when it is over."""

from vision.table.motion import TableSight
from vision.table.presence import AGAIN, DWELL, Presence, Visit, attend, visit

RATE = 15.0


def attended(hands: list[bool]) -> list[tuple[float, bool]]:
    """When the hands came and went, for one look a frame."""
    presence, said = Presence(), []
    for number, there in enumerate(hands):
        presence, turned = attend(presence, TableSight(there), number / RATE)
        if turned:
            said.append((number, presence.moving))
    return said


def test_hands_come_and_go_once():
    assert attended([False, True, True, True, True, False, False, False, False, False]) == [(2, True), (8, False)]


def test_a_flicker_of_one_frame_is_no_hand_and_a_gap_of_one_no_leave():
    assert attended([False, True, False, False, True, False, False]) == []
    assert attended([True, True, False, True, True, True]) == [(1, True)]


def visits(sights: list[tuple[bool, bool]]) -> list[float]:
    """When a visit ended, for (covered, reached) a frame."""
    state, ended = Visit(), []
    for number, (covered, reached) in enumerate(sights):
        sight = TableSight(covered, frozenset({"draw"} if covered else ()), reached=frozenset({"draw"} if reached else ()))
        state, left = visit(state, sight, "draw", number / RATE)
        if left:
            ended.append(number)
    return ended


STAY, PASS = round(DWELL * RATE) + 1, round(DWELL * RATE) - 2


def test_a_visit_ends_when_the_hand_leaves():
    assert visits([(True, True)] * STAY + [(False, False)] * 3) == [STAY]


def test_an_arm_that_passes_over_does_not_visit():
    crossing = [(True, True)] * PASS + [(True, False)] * 20 + [(True, True)] * PASS + [(False, False)] * 5
    assert visits(crossing) == []


def test_two_cards_drawn_one_after_the_other_are_one_visit():
    once = [(True, True)] * STAY + [(False, False)] * 5
    assert visits(once * 2) == [STAY]
    assert len(visits(once + [(False, False)] * round(AGAIN * RATE) + once)) == 2
