"""What a fold takes over as it is: never anything that a fold from the start would judge otherwise, and nearly all of a long match."""

from __future__ import annotations

import json
import sys
from dataclasses import replace

import pytest

from companion.games import rules_of
from companion.match.events import Corrected, Entry, Played, Seen, Started, Undone
from companion.match.growing import Growing
from companion.match.referee import judge_entry, start_match
from companion.play.dialogue import Dialogue
from companion.shown.words.messages import catalogue
from tests.companion.oracle.held_logs import HELD, write_log
from tests.companion.oracle.random_logs import GAMES, random_log
from tests.varied import varied

LOGS = [(random_log, game) for game in GAMES] + [(write_log, game) for game in HELD]
RULES = rules_of("the_game")


def entries_of(lines):
    dialogue = Dialogue(catalogue("en"))
    for line in lines:
        dialogue.answer(json.dumps(line))
    return dialogue.match.entries


@pytest.mark.whole
@varied(("write", "game"), LOGS, quick=3)
def test_what_is_carried_is_what_a_fold_from_the_start_says(write, game, enough):
    for seed in range(enough(40)):
        begun, *entries = entries_of(write(seed, game))
        rules = rules_of(begun.event.game)
        match = start_match(rules, begun)
        for entry in entries:
            told = judge_entry(rules, match, entry)
            assert told == judge_entry(rules, replace(match, positions=Growing()), entry), f"seed {seed}, entry {entry.n}"
            match = told[0]


def long_match(fouls):
    """A match in which a foul was put right so many times, and then two cards were laid."""
    events = [Played("up1", "", "50")]
    events += [Played("up1", "50", "20"), Seen("up1", "50")] * fouls
    events += [Played("down1", "", "80"), Played("down2", "", "90")]
    match = start_match(RULES, Entry(1, Started("the_game", 2)))
    for event in events:
        match, _ = judge_entry(RULES, match, Entry(match.entries[-1].n + 1, event))
    return match


def calls_of(match, event):
    """How many functions are called until an entry is judged."""
    called = []

    def note(frame, kind, _):
        if kind == "call" and not frame.f_code.co_name.startswith("<"):
            called.append(frame.f_code.co_name)

    before = sys.getprofile()
    sys.setprofile(note)
    try:
        judge_entry(RULES, match, Entry(match.entries[-1].n + 1, event))
    finally:
        sys.setprofile(before)
    return called


@pytest.mark.parametrize("amendment", [Undone, lambda last: Corrected(last, "85")])
def test_an_amendment_of_the_last_card_judges_no_more_facts_in_a_longer_match(amendment):
    short, long = long_match(50), long_match(500)
    told = [calls_of(match, amendment(match.entries[-1].n)).count("tell_fact") for match in (short, long)]
    assert max(told) <= 8


def count_calls(match, event):
    """How many functions are called, and values made one by one, until an entry is judged; with the match after it."""
    called, before = [0], sys.getprofile()

    def note(frame, kind, _):
        called[0] += kind == "call"

    sys.setprofile(note)
    try:
        after, _ = judge_entry(RULES, match, Entry(match.entries[-1].n + 1, event))
    finally:
        sys.setprofile(before)
    return called[0], after


@pytest.mark.parametrize("amendment", [Undone, lambda last: Corrected(last, "85")])
def test_an_amendment_and_the_next_card_look_at_no_more_in_a_longer_match(amendment):
    counts = []
    for match in (long_match(52), long_match(500)):  # both begin at a position as far back
        amended, after = count_calls(match, amendment(match.entries[-1].n))
        counts.append((amended, count_calls(after, Played("up2", "", "40"))[0]))
    assert counts[0][0] > 50
    for short, long in zip(*counts, strict=True):
        assert abs(long - short) <= 12


def test_an_amendment_of_the_first_card_tells_all_again_once():
    match = long_match(50)
    assert calls_of(match, Corrected(2, "51")).count("tell_fact") == len(match.judged)
