"""The log is made line by line once: it reads as if it had been made whole, and a fact costs the same however long it is."""

from __future__ import annotations

import sys
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.errors import InputError
from companion.games import rules_of
from companion.games.sheets import list_games, load_sheet
from companion.match.events import Corrected, Entry, HandsGone, Played, Started, TurnEnded, Undone
from companion.match.referee import judge_entry, start_match
from companion.session.snapshot import Snapshot
from companion.shown.kept_log import KeptLog
from companion.shown.timeline import list_log_lines
from companion.shown.view import make_view
from companion.shown.words.messages import catalogue
from tests.soaks.amendments import make_random_event

SHEETS = {game: load_sheet(game) for game in list_games()}
NAMES = ("Ada", "Bruno")
RULES = rules_of("the_game")


def shown(match, match_id=1, game="the_game", **changes):
    return Snapshot(match_id=match_id, rules=rules_of(game), match=match, version=match.entries[-1].n, **changes)


def goes_on(match, event, rules=RULES):
    return judge_entry(rules, match, Entry(match.entries[-1].n + 1, event))[0]


def renamed_or_random(rules, match, dice):
    if dice.randrange(12) == 0:
        return Corrected(match.entries[0].n, names=tuple(dice.sample(NAMES, len(NAMES))))
    return make_random_event(rules, match, dice, again=True)


@pytest.mark.whole
@pytest.mark.parametrize("holds", [True, False])
@pytest.mark.parametrize("game", SHEETS)
@settings(max_examples=4)
@given(seed=st.integers(0, 2**32))
def test_a_kept_log_reads_as_one_made_whole(game, holds, seed):
    dice, rules, log = Random(seed), rules_of(game), KeptLog()
    match = start_match(rules, Entry(1, Started(game, 2, holds=holds, names=NAMES)))
    thoughts, clips = {}, frozenset()
    for _ in range(30):
        try:
            match = goes_on(match, renamed_or_random(rules, match, dice), rules)
        except InputError:
            continue
        entries = [entry.n for entry in match.entries]
        if dice.randrange(4) == 0:
            thoughts = {**thoughts, dice.choice(entries): ("3", "8")}
            clips = frozenset(dice.sample(entries, min(3, len(entries))))
        looked = {(each.event.zone, each.event.after) for each in match.judged[-3:] if isinstance(each.event, Played)}
        snapshot = shown(match, game=game, thoughts=thoughts, clips=clips)
        words = catalogue(dice.choice(("en", "it"))) if dice.randrange(8) == 0 else catalogue("en")
        kept = make_view(snapshot, words, SHEETS, log, looked)
        assert kept == make_view(snapshot, words, SHEETS, None, looked)
        added = ("clip", "thoughts", "picture")
        plain = [{key: value for key, value in line.items() if key not in added} for line in kept["log"]]
        assert plain == list_log_lines(match, words.with_match(match.started))


def played(*events, match=None):
    match = match or start_match(RULES, Entry(1, Started("the_game", 2, holds=False, names=NAMES)))
    for event in events:
        match = goes_on(match, event)
    return match


def follow(log, match, **changes):
    log.follow_snapshot(shown(match, **changes), catalogue("en").with_match(match.started))
    return log.lines


CARDS = (Played("up1", "", "10"), Played("up1", "10", "20"), Played("up2", "", "5"))


def test_lines_that_are_told_as_before_stay_the_same_objects():
    log, match = KeptLog(), played(*CARDS)
    before = follow(log, match)
    assert follow(log, match, table="moving") is before
    after = follow(log, played(Played("down1", "", "90"), match=match))
    assert [id(line) for line in after[1:]] == [id(line) for line in before]


def test_an_undo_makes_its_own_line_and_that_of_the_card():
    log, match = KeptLog(), played(*CARDS)
    before = follow(log, match)
    after = follow(log, played(Undone(4), match=match))
    assert [line["entry"] for line in after] == [5, 4, 3, 2]
    assert after[1]["undone"] and not before[0]["undone"]
    assert after[2] is before[1] and after[3] is before[2]


def test_what_was_said_of_a_card_follows_that_card():
    log, match = KeptLog(), played(*CARDS, Corrected(4, face="6"))
    assert follow(log, match)[0]["text"] == "6 on the second ascending pile, read as 5 at first"
    match = played(Corrected(4, zone="down2"), match=match)
    assert follow(log, match)[1]["text"] == "6 on the second descending pile, read as 5 at first"


def test_an_end_that_waits_for_hands_is_told_in_the_turn_of_the_cards_before_it():
    log, match = KeptLog(), start_match(RULES, Entry(1, Started("the_game", 2, names=NAMES)))
    events = (*CARDS[:2], TurnEnded(), CARDS[2], Played("up2", "5", "6"), TurnEnded(hands=True))
    match = played(*events, match=match)
    assert match.waiting is not None
    assert [line["turn"] for line in follow(log, match)] == [2, 2, 2, 1, 1, 1]
    for event in (Undone(4), HandsGone()):
        match = played(event, match=match)
        assert follow(log, match) == list_log_lines(match, catalogue("en").with_names(NAMES))


def test_another_match_with_the_same_numbers_is_told_anew():
    log = KeptLog()
    assert "20" in follow(log, played(*CARDS))[1]["text"]
    other = played(Played("up1", "", "11"), Played("up1", "11", "21"))
    assert [line["face"] for line in follow(log, other, match_id=2)] == ["21", "11"]
    assert [line["face"] for line in follow(log, played(CARDS[0]), match_id=2)] == ["10"]


def calls_for_one_more(length):
    """How many functions are entered for the view of one more card, and for its undo, in a match of so many cards."""
    log, match = KeptLog(), played(Played("up1", "", "50"), *(Played("up1", "50", str(3 + n % 30)) for n in range(1, length)))
    make_view(shown(match), catalogue("en"), SHEETS, log)
    made = []
    for event in (Played("down1", "", "90"), Undone(length + 2)):
        match, entered = goes_on(match, event), [0]

        def note(frame, kind, _, entered=entered):
            entered[0] += kind == "call" and "/companion/shown/" in frame.f_code.co_filename

        sys.setprofile(note)
        try:
            make_view(shown(match), catalogue("en"), SHEETS, log)
        finally:
            sys.setprofile(None)
        made.append(entered[0])
    return made


def test_one_more_card_and_its_undo_cost_the_same_after_thirty_cards_or_six_hundred():
    few, many = [(calls_for_one_more(30), calls_for_one_more(600)) for _ in range(2)][1]  # words are put together once
    assert few[0] > 20
    assert [after - before for before, after in zip(few, many, strict=True)] == [pytest.approx(0, abs=5)] * 2
