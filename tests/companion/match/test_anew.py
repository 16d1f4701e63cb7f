"""A wrong amendment that is undone: whatever came of it is gone, and the match is what it would have been without."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.errors import InputError
from companion.games import rules_of
from companion.games.sheets import build_practice_deck, list_games, load_sheet
from companion.journal.tally import count_tally
from companion.match.amended.anew import has_followed_wrongly
from companion.match.events import (
    Claimed,
    Corrected,
    Entry,
    Inserted,
    Played,
    PlayedOn,
    PutRight,
    Seen,
    Started,
    TakenBack,
    TurnEnded,
    Undone,
    Waived,
    event_from_json,
    event_to_json,
)
from companion.match.referee import judge_entry, replay_log, start_match
from companion.shown.timeline import list_log_lines
from companion.shown.words.messages import catalogue
from tests.soaks.amendments import make_random_event
from tests.varied import varied

RULES = rules_of("the_game")
PILE_GAMES = [game for game in list_games() if "place" not in rules_of(game).claims]
SEEDS = st.integers(0, 2**32)


def tell(match, event, rules=RULES):
    return judge_entry(rules, match, Entry(match.entries[-1].n + 1, event))[0]


def begin(*events, players=3):
    match = start_match(RULES, Entry(1, Started("the_game", players)))
    for event in events:
        match = tell(match, event)
    return match


def undo(match, n, rules=RULES):
    """What the undo of a phone does."""
    return tell(match, Undone(n, anew=has_followed_wrongly(match, n)), rules)


def played_at_random(rules, dice, length):
    match = start_match(rules, Entry(1, Started(rules.name, 2)))
    for _ in range(length):
        try:
            match = tell(match, make_random_event(rules, match, dice, again=True), rules)
        except InputError:
            continue
    return match


def say_lines(match, without=()):
    named = ("can_undo", "can_correct", "seat")  # whether the phone offers more
    lines = list_log_lines(match, catalogue("en"))
    return [{key: value for key, value in line.items() if key not in named} for line in lines if line["entry"] not in without]


def what_is(match):
    """What a table sees of a match, whatever its log has been through."""
    end = None if match.end is None else (match.end.n, match.end.outcome)
    facts = [(each.n, each.fate, each.ruling.verdict, each.ruling.rule, each.ruling.findings) for each in match.judged]
    return match.started, match.state, match.faces, match.disputes, match.laid, end, facts


def amend_at_random(rules, match, dice):
    """The match with an amendment that is no undo."""
    while True:
        event = make_random_event(rules, match, dice, again=True)
        if isinstance(event, Corrected | Inserted | Waived | PlayedOn):
            try:
                return tell(match, event, rules)
            except InputError:
                continue


@pytest.mark.parametrize("game", list_games())
@settings(max_examples=12)
@given(seed=SEEDS)
def test_an_amendment_undone_at_once_leaves_state_fouls_log_and_counts_as_they_were(game, seed):
    dice, rules = Random(seed), rules_of(game)
    before = played_at_random(rules, dice, 30)
    amended = amend_at_random(rules, before, dice)
    n = amended.entries[-1].n
    after = undo(amended, n, rules)
    assert (*what_is(after)[:-1], [fact for fact in what_is(after)[-1] if fact[0] != n]) == what_is(before)
    assert say_lines(after, (n, n + 1)) == say_lines(before)
    assert count_tally(rules, after) == count_tally(rules, before)


def play_on_a_wrong_correction(rules, dice):
    """A match that was played rightly, the same one in which a right card had been corrected before the last facts, and the
    number of that correction. Fouls came of it."""
    while True:
        right = played_at_random(rules, dice, 12)
        cards = [each for each in right.judged if isinstance(each.event, Played) and each.event.after]
        if not cards or right.outcome is not None:
            continue
        try:
            wrong = tell(right, Corrected(cards[-1].n, dice.choice(build_practice_deck(load_sheet(rules.name)))), rules)
        except InputError:
            continue
        n = wrong.entries[-1].n
        for _ in range(10):
            event = make_random_event(rules, right, dice, again=False)
            if not isinstance(event, Played | TurnEnded | Claimed):
                continue
            event = Seen(event.zone, event.after) if isinstance(event, Played) else event
            told = Entry(wrong.entries[-1].n + 1, event)
            try:
                both = judge_entry(rules, right, told)[0], judge_entry(rules, wrong, told)[0]
            except InputError:
                continue
            if all(now.entries[-1].n == told.n for now in both):
                right, wrong = both
        if has_followed_wrongly(wrong, n):
            return right, wrong, n


@varied("game", PILE_GAMES, quick=2)
@settings(max_examples=12)
@given(seed=SEEDS)
def test_what_was_laid_on_a_wrong_correction_is_judged_as_if_nobody_had_corrected(game, seed):
    rules = rules_of(game)
    right, wrong, n = play_on_a_wrong_correction(rules, Random(seed))
    last = wrong.entries[-1].n
    after = undo(wrong, n, rules)
    assert what_is(after) == what_is(right)
    assert say_lines(after, (n, last + 1)) == say_lines(right)
    assert count_tally(rules, after) == count_tally(rules, right)


@varied("game", PILE_GAMES, quick=2)
@settings(max_examples=6)
@given(seed=SEEDS)
def test_a_log_with_such_an_undo_goes_on_and_folds_to_the_same_match_again(game, seed):
    dice, rules = Random(seed), rules_of(game)
    _, wrong, n = play_on_a_wrong_correction(rules, dice)
    match = tell(wrong, Undone(n, anew=True), rules)
    for _ in range(12):
        try:
            match = tell(match, make_random_event(rules, match, dice, again=True), rules)
        except InputError:
            continue
    told = [Entry(entry.n, event_from_json(event_to_json(entry.event))) for entry in match.entries]
    assert what_is(replay_log(rules, told)) == what_is(match)


CARDS = [Played("up1", "", "26"), Corrected(2, "62")]


def verdicts(match):
    return [(each.n, each.ruling.verdict, each.ruling.turn) for each in match.judged]


def test_three_turns_of_false_fouls_go_with_the_correction_that_made_them():
    turns = [Played("up1", "", card) if card else TurnEnded() for card in ("30", "", "35", "40", "", "44", "46", "")]
    flood = begin(*CARDS, *turns)
    assert [verdict for _, verdict, _ in verdicts(flood)] == ["legal"] + ["illegal"] * 8
    match = undo(flood, 3)
    assert verdicts(match) == [
        (n, "legal", turn) for n, turn in zip((2, *range(4, 12)), (1, 1, 1, 2, 2, 2, 3, 3, 3), strict=True)
    ]
    assert (match.state.turn, match.faces["up1"], match.disputes) == (4, "46", ())
    assert {line["verdict"] for line in say_lines(match, (3, 12))} == {"legal"}


def test_a_card_that_was_lifted_because_of_a_false_foul_is_a_card_taken_back():
    flood = begin(*CARDS, Seen("up1", "30"), Seen("up1", "26"))
    assert [each.verdict for each in flood.rulings[-2:]] == ["illegal", "illegal"]
    match = undo(flood, 3)
    assert match.faces["up1"] == "26" and not match.disputes and match.state.turn == 1
    assert isinstance(match.judged[-1].event, TakenBack)


def test_a_false_foul_put_right_by_hand_is_a_card_taken_back():
    flood = begin(*CARDS, Played("up1", "", "30"), PutRight("up1"))
    assert undo(flood, 3).faces["up1"] == "26"


def test_a_false_foul_that_was_let_stand_is_a_card_like_any_other():
    flood = begin(*CARDS, Played("up1", "", "30"), Waived(4), Played("up1", "", "35"), TurnEnded())
    match = undo(flood, 3)
    assert (match.faces["up1"], match.state.turn) == ("35", 2)
    assert {each.ruling.verdict for each in match.judged} == {"legal"}


def test_undoing_such_an_undo_brings_back_the_correction_and_what_came_of_it():
    flood = begin(*CARDS, Played("up1", "", "30"), Played("up1", "", "35"))
    again = tell(undo(flood, 3), Undone(6, anew=True))
    assert what_is(again) == what_is(flood)


def test_a_real_foul_after_a_wrong_correction_stays_a_foul():
    match = undo(begin(*CARDS, Played("up1", "", "30"), Played("up1", "", "12")), 3)
    assert [(each.n, each.ruling.verdict) for each in match.judged] == [(2, "legal"), (4, "legal"), (5, "illegal")]


def test_a_correction_that_made_no_fouls_is_undone_as_ever():
    assert not has_followed_wrongly(begin(*CARDS, Played("up1", "", "70")), 3)
    assert not has_followed_wrongly(begin(*CARDS, Played("up1", "", "30")), 2), "no amendment"
