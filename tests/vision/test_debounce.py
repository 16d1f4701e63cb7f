"""The laws of the debounce, over any table that hands may play on."""

import math
from dataclasses import replace
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from vision.debounce import DEBOUNCE, Votes, ZoneLook, debounce_looks, finish_zones, start_zones
from vision.types import UNREADABLE, Change, Handled, Moving, Reading, Still, Touched

STEP = 1 / 15
FACES = ("", "12", "47", "F44")


def read(face: str, confidence: float = 0.99, accepted: bool = True, *others: tuple[str, float]) -> Reading:
    return Reading("up1", face, confidence, others, accepted)


CLEAR, HAND, BUMP = ZoneLook(), ZoneLook(covered=True), ZoneLook(covered=True, touched=False)


class Table:
    """Feeds looks, one a frame, and keeps what was told with its time."""

    def __init__(self, *zones: str) -> None:
        self.state, self.at, self.told = start_zones(zones or ("up1",)), 0.0, []

    def see(self, frames: int = 1, facts: tuple = (), drawing: float = math.inf, **looks: ZoneLook) -> "Table":
        for _ in range(frames):
            self.at += STEP
            self.state, told = debounce_looks(self.state, looks, self.at, tuple((self.at, fact) for fact in facts), drawing)
            self.told += told
        return self

    def shows(self, face: str, seconds: float = 0.6) -> "Table":
        return self.see(round(seconds / STEP), up1=replace(CLEAR, reading=read(face)))

    def hand(self, seconds: float = 0.4) -> "Table":
        return self.see(round(seconds / STEP), up1=HAND)

    @property
    def changes(self) -> list[tuple[str, str]]:
        return [(one.before, one.after) for one in self.told if isinstance(one, Change)]


def test_a_card_laid_by_a_hand_is_one_change():
    table = Table().shows("").hand().shows("47", 5.0)
    assert table.changes == [("", "47")]
    assert table.told[0].moved and table.told[0].accepted and table.told[0].confidence > 0.99


def test_of_two_cards_laid_in_one_movement_the_lower_is_told_first():
    both = ZoneLook(reading=replace(read("47"), beneath=read("12")))
    table = Table().shows("").hand().see(9, up1=both)
    assert table.changes == [("", "12"), ("12", "47")] and all(one.accepted for one in table.told)


def test_a_lower_card_that_is_not_sure_is_asked_and_the_upper_one_told():
    both = ZoneLook(reading=replace(read("47"), beneath=read("12", 0.99, False)))
    table = Table().shows("").hand().see(9, up1=both)
    assert table.changes == [("", "12"), ("?", "47")] and [one.accepted for one in table.told] == [False, True]
    assert table.told[0].confidence <= 0.9


def test_what_seems_to_lie_under_a_card_that_a_hand_still_touches_is_not_asked_about():
    edge = Reading("up1", UNREADABLE, 0.5, accepted=False)
    both = ZoneLook(reading=replace(read("47"), beneath=edge), resting=True)
    table = Table().shows("").hand().see(9, up1=both)
    assert table.changes == [("", "47")]


def test_what_lies_there_at_the_start_was_not_laid():
    table = Table().shows("47")
    assert table.changes == [("", "47")] and not table.told[0].moved


def test_a_bump_is_no_hand():
    table = Table().shows("47").see(5, up1=BUMP).shows("12")
    assert table.changes[1:] == [("47", "12")] and not table.told[-1].moved


def test_a_card_that_lies_otherwise_after_a_hand_is_told_even_under_the_same_face():
    otherwise = replace(CLEAR, reading=read("47"), otherwise=True)
    table = Table().shows("47").hand().see(6, up1=otherwise)
    assert table.told[1:] == [Handled("up1", "47", table.told[-1].at)]
    assert table.see(6, up1=otherwise).shows("47").told[2:] == [], "once"
    assert Table().shows("47").hand().shows("47").told[1:] == [], "it lies as it lay"
    bumped = Table().shows("47").see(3, up1=BUMP).see(6, up1=otherwise)
    assert bumped.told[1:] == [], "no hand was there"


def test_a_hand_that_only_passes_changes_nothing():
    assert Table().shows("47").hand().shows("47").hand().shows("47").changes == [("", "47")]


def test_to_be_empty_takes_longer_than_to_show_a_card():
    table = Table().shows("47").hand()
    began = table.at
    table.shows("", 2.0)
    assert table.changes[-1] == ("47", "") and table.told[-1].at - began > DEBOUNCE.vacate_s


def test_one_misread_among_good_reads_does_no_harm():
    table = Table().shows("").hand()
    for face in ("47", "12", "47", "47", "47"):
        table.see(up1=replace(CLEAR, reading=read(face)))
    assert table.changes == [("", "47")]


def test_an_uncertain_zone_is_given_time_and_then_asked_about():
    table = Table().shows("").hand()
    began = table.at
    table.see(30, up1=replace(CLEAR, reading=read("47", 0.6, False, ("41", 0.35))))
    assert table.changes == [("", "47")]
    change = table.told[-1]
    assert not change.accepted and change.alternatives[0][0] == "41" and change.at - began >= DEBOUNCE.undecided_after_s


def test_a_face_that_was_covered_again_before_it_was_sure_is_asked_about():
    unsure = replace(CLEAR, reading=read("47", 0.8, False))
    table = Table().shows("").hand().see(9, up1=unsure).hand().shows("12")
    assert table.changes == [("", "47"), ("?", "12")] and not table.told[0].accepted
    assert Table().shows("").hand().see(DEBOUNCE.min_agreeing, up1=unsure).hand().changes == [("", "47")], (
        "two frames are enough to ask"
    )
    assert Table().shows("").hand().see(1, up1=unsure).hand().shows("12").changes == [("", "12")], "one is not"


def test_frames_that_no_look_was_left_for_are_read_once_a_hand_covers_the_zone_again():
    sure, unsure = read("47", 0.995), read("47", 0.6, False)
    covered = replace(HAND, glimpses=(sure, sure))
    table = Table().shows("").hand().see(2, up1=CLEAR).see(1, up1=covered).hand().shows("12")
    assert table.changes == [("", "47"), ("47", "12")] and table.told[0].accepted
    asked = Table().shows("").hand().see(2, up1=CLEAR).see(1, up1=replace(HAND, glimpses=(unsure, unsure))).hand().shows("12")
    assert asked.changes == [("", "47"), ("?", "12")] and not asked.told[0].accepted
    same = replace(HAND, glimpses=(read("12"), read("12")))
    assert Table().shows("12").hand().see(2, up1=CLEAR).see(1, up1=same).hand().shows("12").changes == [("", "12")]


def test_a_face_that_every_look_is_certain_of_is_told_however_soon_a_hand_comes_back():
    sure, fair = replace(CLEAR, reading=read("47", 0.995)), replace(CLEAR, reading=read("47", 0.9, True, ("41", 0.09)))
    assert Table().shows("").hand().see(DEBOUNCE.min_agreeing, up1=sure).hand().shows("12").changes == [
        ("", "47"),
        ("47", "12"),
    ]
    asked = Table().shows("").hand().see(DEBOUNCE.min_agreeing, up1=fair).hand().shows("12")
    assert asked.changes == [("", "47"), ("?", "12")] and not asked.told[0].accepted, "not all certain"
    assert Table().shows("").hand().see(1, up1=sure).hand().shows("12").changes == [("", "12")], "a single look"
    empty = replace(CLEAR, reading=read("", 0.999))
    assert Table().shows("47").hand().see(DEBOUNCE.min_agreeing, up1=empty).hand().shows("12").changes[1:] == [("47", "12")]


def test_a_reader_that_asks_is_not_made_sure_by_repetition():
    table = Table().shows("").hand().see(60, up1=replace(CLEAR, reading=read("47", 0.9999, False)))
    assert table.told[-1].confidence <= 0.9 and not table.told[-1].accepted


def test_once_asked_a_sure_reading_settles_it_and_doubtful_ones_are_silent():
    doubtful = replace(CLEAR, reading=read("47", 0.6, False))
    table = Table().shows("").hand().see(30, up1=doubtful).hand().see(30, up1=doubtful)
    assert table.changes == [("", "47")], "asked once"
    table.shows("41")
    assert table.changes == [("", "47"), ("?", "41")]


def test_a_card_that_cannot_be_read_is_asked_about_though_the_bare_pile_could_not_be_read_either():
    unread = replace(CLEAR, reading=read("?", 0.995, False))
    table = Table().see(30, up1=unread)
    assert table.changes == []
    assert table.hand().see(30, up1=unread).changes == [("", "?")]


@pytest.mark.parametrize("face", ["?", "47"])
def test_something_doubtful_that_no_hand_brought_is_not_worth_a_word(face):
    assert Table().see(40, up1=replace(CLEAR, reading=read(face, 0.5, False))).changes == []


def test_a_better_reading_corrects_what_no_hand_touched_but_not_at_once():
    table = Table().shows("47")
    table.see(DEBOUNCE.min_contradicting - 1, up1=replace(CLEAR, reading=read("41")))
    assert table.changes == [("", "47")]
    table.see(1, up1=replace(CLEAR, reading=read("41")))
    assert table.changes[-1] == ("47", "41") and not table.told[-1].moved


def test_scattered_doubts_do_not_add_up():
    table = Table().shows("47")
    for face in ("41", "47", "41", "47", "41", "47", "41"):
        table.see(up1=replace(CLEAR, reading=read(face)))
    assert table.changes == [("", "47")]


def test_a_resting_hand_is_neither_a_face_nor_an_empty_zone():
    resting = ZoneLook(covered=True, resting=True)
    table = Table().shows("47").hand()
    table.see(40, up1=replace(resting, reading=read("", 0.99)))
    table.see(40, up1=replace(resting, reading=read("12", 0.5, False)))
    assert table.changes == [("", "47")]
    table.see(10, up1=replace(resting, reading=read("12")))
    assert table.changes == [("", "47")], "what was seen before still weighs"
    assert table.hand().shows("12").changes[-1] == ("47", "12")


def test_a_card_seen_beside_a_resting_hand_is_read():
    resting = ZoneLook(covered=True, resting=True)
    table = Table().shows("").hand().see(10, up1=replace(resting, reading=read("12")))
    assert table.changes == [("", "12")]


def test_a_card_beside_a_resting_hand_that_two_looks_are_certain_of_is_told_though_a_hand_comes_back():
    resting = ZoneLook(resting=True)
    sure, unsure = replace(resting, reading=read("12", 0.998)), replace(resting, reading=read("12", 0.6, False))
    assert Table().shows("").hand().see(2, up1=sure).hand().shows("47").changes == [("", "12"), ("12", "47")]
    assert Table().shows("").hand().see(2, up1=unsure).hand().shows("47").changes == [("", "47")], "nothing is asked"


def test_a_card_that_was_laid_while_another_hand_drew_comes_after_the_draw():
    table = Table().shows("").hand()
    drew = table.at
    for _ in range(round(0.6 / STEP)):
        table.see(drawing=drew, up1=replace(CLEAR, reading=read("12")))
    assert table.changes == []
    table.at += STEP
    table.state, told = debounce_looks(table.state, {}, table.at, ((drew, Touched("draw", table.at)),))
    assert [type(one) for one in told] == [Touched, Change]


def test_facts_wait_for_what_came_before_them():
    table = Table("up1", "up2").see(4, up1=HAND, up2=CLEAR).see(1, up1=CLEAR, up2=CLEAR)
    table.see(1, (Touched("draw", table.at),), up1=CLEAR, up2=CLEAR)
    table.see(1, (Still(table.at),), up1=CLEAR, up2=CLEAR)
    assert table.told == []
    table.see(6, up1=replace(CLEAR, reading=read("47")), up2=replace(CLEAR, reading=read("")))
    assert [type(one) for one in table.told] == [Change, Touched, Still]


def test_the_zone_that_came_clear_first_is_told_first_however_long_it_takes():
    table = Table("a", "b").see(3, a=HAND, b=HAND).see(2, a=CLEAR, b=HAND)
    for number in range(12):
        late = read("12") if number > 6 else None
        table.see(a=replace(CLEAR, reading=late), b=replace(CLEAR, reading=read("47")))
    assert [(one.zone, one.after) for one in table.told] == [("a", "12"), ("b", "47")]


def test_a_covered_zone_holds_nobody_up():
    table = Table("a", "b").see(3, a=HAND, b=HAND).see(1, a=CLEAR, b=CLEAR)
    table.see(8, a=HAND, b=replace(CLEAR, reading=read("47")))
    assert [(one.zone, one.after) for one in table.told] == [("b", "47")]


def test_the_end_of_a_film_says_what_is_certain_and_nothing_else():
    table = Table("a", "b").see(2, a=HAND, b=HAND)
    table.see(DEBOUNCE.min_agreeing, a=replace(CLEAR, reading=read("12")), b=replace(CLEAR, reading=read("47", 0.5, False)))
    assert table.told == []
    assert [(one.zone, one.after) for one in finish_zones(table.state, table.at)] == [("a", "12")]


def test_votes_name_the_face_most_looks_agree_on():
    votes = (
        Votes()
        .add_look(read("47", 0.6, True, ("41", 0.3)))
        .add_look(read("47", 0.7, True, ("41", 0.2)))
        .add_look(read("41", 0.5, False, ("47", 0.4)))
    )
    assert votes.best_face == "47" and sum(p for _, p in votes.rank_faces()) == pytest.approx(1.0)


# --- laws

visits = st.lists(
    st.tuples(st.sampled_from(FACES), st.integers(0, 12), st.integers(0, 4), st.sampled_from(FACES)), min_size=1, max_size=8
)


def play(visited: list[tuple[str, int, int, str]]) -> tuple[Table, list[tuple[str, int]]]:
    """Hands come again and again; each time the zone lies clear for some frames showing a face, with a few misreads before it."""
    table, lay = Table(), []
    for face, frames, misreads, wrong in visited:
        table.hand(0.2)
        unsure = replace(CLEAR, reading=read(wrong, 0.5, False, (face, 0.4)))
        table.see(min(misreads, frames), up1=unsure)
        table.see(max(0, frames - misreads), up1=replace(CLEAR, reading=read(face)))
        lay.append((face, frames))
    return table, lay


@given(visits)
def test_changes_form_a_chain_and_each_is_one(visited):
    told = [one for one in play(visited)[0].told if isinstance(one, Change)]
    face = ""
    for change in told:
        assert change.before == face != change.after
        face = change.after if change.accepted else "?"
    assert [change.at for change in told] == sorted(change.at for change in told)


@given(visits)
def test_no_change_without_stability(visited):
    least = max(DEBOUNCE.min_agreeing, int(DEBOUNCE.settle_s / STEP))
    lay = play(visited)[1]
    told = [one.after for one in play(visited)[0].told if isinstance(one, Change) and one.accepted]
    possible = iter(face for face, frames in lay if frames >= least)
    assert all(any(face == other for other in possible) for face in told), "each was shown long enough, in this order"


@given(st.lists(st.tuples(st.sampled_from(FACES), st.integers(8, 12), st.just(0), st.just("")), min_size=1, max_size=8))
def test_no_face_that_lay_long_enough_is_skipped(visited):
    seen = ["", *(face for face, _, _, _ in visited)]
    expected = [(before, after) for before, after in pairwise(seen) if before != after]
    assert play(visited)[0].changes == expected


@given(st.lists(st.sampled_from(["hand", "clear", "read", "unsure", "fact"]), max_size=60))
def test_facts_keep_their_order_and_none_is_lost_or_doubled(happenings):
    table, sent = Table(), []
    for number, happening in enumerate([*happenings, *["hand"] * 3]):
        fact = (Moving(number),) if happening == "fact" else ()
        sent += fact
        reading = {"read": read("47"), "unsure": read("12", 0.4, False)}.get(happening)
        table.see(1, fact, up1=HAND if happening == "hand" else replace(CLEAR, reading=reading))
    assert [one for one in table.told if isinstance(one, Moving)] == sent


def test_a_change_says_whose_hand_was_there_last_and_a_better_reading_nobodys():
    table = Table().shows("")
    for hand in (0.6, None, 0.62, None):
        table.see(3, up1=replace(HAND, hand=hand))
    table.shows("47")
    table.see(8, up1=replace(CLEAR, reading=read("12")))
    assert [(one.after, one.hand) for one in table.told] == [("47", 0.62), ("12", None)]


def test_a_hand_that_turns_out_to_be_two_is_nobodys():
    """One hand was known in the first frames; whose fingers were there all in all is not."""
    table = (
        Table().shows("").see(2, up1=replace(HAND, hand=0.6, reached=True)).see(4, up1=replace(HAND, hand=None, reached=True))
    )
    assert [(one.after, one.hand) for one in table.see(2, up1=HAND).shows("47").told] == [("47", None)]


def test_a_hand_that_only_passes_over_a_card_just_laid_did_not_lay_it():
    table = Table().shows("").see(4, up1=replace(HAND, hand=0.1)).see(1, up1=CLEAR).see(4, up1=HAND).shows("47")
    assert [(one.after, one.hand) for one in table.told] == [("47", 0.1)]


def test_a_pile_that_lay_decided_while_a_hand_drew_hides_no_card_of_that_hand():
    """The arm passes over the pile as it leaves. Fingers there may have laid one meanwhile, and so may who was there before."""
    table = Table().shows("47")
    began = table.at - 0.3
    (state,) = table.hand(0.2).state.zones.values()
    assert not state.is_unread(began, reached=False)
    assert (
        state.is_unread(began, reached=True)
        and state.is_unread(table.at, reached=False)
        and state.is_unread(None, reached=False)
    )
    (again,) = table.shows("47", 0.07).state.zones.values()
    assert again.is_unread(began, reached=True) and not again.is_unread(began, reached=False)
