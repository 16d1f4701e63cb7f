"""Laws that hold in every match of Sequence, looked for by hypothesis in random ones."""

from collections import Counter
from dataclasses import replace
from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st

from companion.errors import InputError
from companion.games.sequence import RULES
from companion.games.sequence.board import CORNERS, SPACE_ZONES, space_at, spaces_in
from companion.games.sequence.cards import FRENCH_CARDS, JACKS
from companion.games.sequence.state import TEAM_COLOURS
from companion.match.rules import Claim, Play
from tests.companion.games.sequence.at_table import deal, states

COUNTS = st.sampled_from([(2, 2), (3, 3), (4, 2), (6, 3), (12, 2)])
RANDOM = st.integers(0, 2**32).map(Random)
LEAN = settings(max_examples=20, deadline=None)


def options(teams, advanced):
    return {"teams": teams, "advanced": advanced}


def some(random, items, count):
    items = list(items)
    return random.sample(items, min(count, len(items)))


@LEAN
@given(COUNTS, st.booleans(), RANDOM)
def test_the_list_of_legal_plays_and_the_judge_agree_both_ways(counts, advanced, random):
    match = list(states(random, counts[0], options(counts[1], advanced), 80))
    for state in (match[-1], random.choice(match)):
        if random.random() < 0.3:  # as a camera knows it
            state = replace(state, hands=tuple(replace(hand, cards=(), unseen=hand.size, secret=True) for hand in state.hands))
        listed = {(c.code, *sorted(c.detail.items())) for c in RULES.list_legal(state)}
        assert len(listed) == len(RULES.list_legal(state))
        cards = {*state.hand.cards, *random.sample(FRENCH_CARDS, 2), *random.sample(sorted(JACKS), 2)}
        for card in cards:
            claims = [Claim("dead", None, {"card": card})]
            for space in range(100):
                detail = {"card": card, "row": space // 10, "column": space % 10}
                claims += [Claim("place", None, detail), Claim("remove", None, detail)]
            for claim in claims:
                step = RULES.apply_claim(state, claim)
                stands = step.stands and not any(f.code == "third-copy" for f in step.findings)
                assert stands == ((claim.code, *sorted(claim.detail.items())) in listed), claim


@LEAN
@given(COUNTS, st.booleans(), RANDOM)
def test_cards_and_chips_add_up(counts, advanced, random):
    for state in states(random, counts[0], options(counts[1], advanced), 200):
        cards = Counter(state.deck)
        for pile in (*state.piles, state.heap, *(hand.cards for hand in state.hands)):
            cards.update(pile)
        assert cards.total() + state.deck_unseen + sum(hand.unseen for hand in state.hands) == 104
        assert max(cards.values(), default=0) <= 2
        assert all(chips.bit_count() <= 48 and not chips & CORNERS for chips in state.chips)
        assert state.covered_spaces.bit_count() == sum(chips.bit_count() for chips in state.chips)
        size = max(hand.size for hand in state.hands)
        assert size <= {2: 7, 3: 6, 4: 6, 6: 5, 12: 3}[counts[0]]


def straight(cells):
    (r0, c0), (r1, c1), *_ = sorted(cells)
    return sorted(cells) == [(r0 + (r1 - r0) * i, c0 + (c1 - c0) * i) for i in range(5)]


@LEAN
@given(COUNTS, st.booleans(), RANDOM)
def test_sequences_are_straight_own_and_all_there_are(counts, advanced, random):
    """Against a slow search over all fives of the board: no fewer, no more, and no two share two spaces."""
    state = list(states(random, counts[0], options(counts[1], advanced), 200))[-1]
    corners = {(0, 0), (0, 9), (9, 0), (9, 9)}
    for lines, chips in zip(state.lines, state.chips, strict=True):
        own = {divmod(space, 10) for space in spaces_in(chips)} | corners
        found = [frozenset(divmod(space, 10) for space in spaces_in(line)) for line in lines]
        assert all(len(line) == 5 and straight(line) and line <= own for line in found)
        assert all(len(one & other) <= 1 for i, one in enumerate(found) for other in found[:i])
        for row, column in own:
            for down, right in ((0, 1), (1, 0), (1, 1), (1, -1)):
                five = {(row + down * i, column + right * i) for i in range(5)}
                assert not five <= own or any(len(five & line) > 1 for line in found)


@LEAN
@given(COUNTS, st.booleans(), RANDOM)
def test_the_order_of_card_and_chip_does_not_matter(counts, advanced, random):
    chosen = {**options(counts[1], advanced), "colours": list(TEAM_COLOURS[: counts[1]])}
    for state in some(random, states(random, counts[0], chosen, 60), 12):
        for claim in some(random, (c for c in RULES.list_legal(state) if c.code != "dead"), 6):
            whole = RULES.apply_claim(state, claim)
            zone, card = f"discard{state.to_move + 1}", claim.detail["card"]
            space = SPACE_ZONES[space_at(claim.detail["row"], claim.detail["column"])]
            top, chip = RULES.list_faces(state)[zone], RULES.list_faces(state)[space]
            laid = Play(zone, top, card)
            moved = Play(space, chip, "" if claim.code == "remove" else TEAM_COLOURS[state.team])
            first = RULES.apply_play(state, moved)
            assert first.stands
            assert RULES.apply_play(first.state, laid) == whole
            assert RULES.apply_play(first.state, Play(space, moved.after, chip)).state == state
            if top != card:  # the same face again can only be seen once its chip has come
                first = RULES.apply_play(state, laid)
                assert first.stands
                assert RULES.apply_play(first.state, moved) == whole
                assert RULES.apply_play(first.state, Play(zone, card, top)).state == state


def anything(random, state):
    """A fact of any kind, mostly a foul."""
    zone = random.choice([*SPACE_ZONES, *(f"discard{seat + 1}" for seat in range(state.players))])
    if zone.startswith("discard"):
        return Play(zone, "", random.choice([*FRENCH_CARDS, "", "back", state.hand.cards[0] if state.hand.cards else ""]))
    return Play(zone, "", random.choice(["", *(c + t for c in ("blue", "green", "red")[: state.teams] for t in ("", "*"))]))


@LEAN
@given(COUNTS, st.booleans(), RANDOM)
def test_a_foul_changes_nothing(counts, advanced, random):
    seen = 0
    for state in some(random, states(random, counts[0], options(counts[1], advanced), 60), 12):
        for _ in range(20):
            step = RULES.apply_play(state, anything(random, state))
            if not step.stands:
                seen += 1
                assert step.state is state
        seat = random.randrange(state.players)
        for code in ("place", "remove", "dead", "draw", "stuck", "reshuffle"):
            detail = {} if code in ("draw", "stuck", "reshuffle") else {"card": random.choice(FRENCH_CARDS)}
            if code in ("place", "remove"):
                detail |= {"row": random.randrange(10), "column": random.randrange(10)}
            step = RULES.apply_claim(state, Claim(code, seat, detail))
            assert step.stands or step.state is state
    assert seen


@LEAN
@given(COUNTS, RANDOM)
def test_what_is_let_stand_is_what_the_table_shows(counts, random):
    state = deal(random, counts[0], options(counts[1], True))
    for _ in range(60):
        play = replace(anything(random, state), waived=True)
        if play.after == "back":
            continue
        step = RULES.apply_play(state, play)
        assert step.stands
        state = step.state
        if state.outcome is not None:
            break
        assert RULES.list_faces(state)[play.zone] == play.after


def quarter(row, column, quarters):
    for _ in range(quarters):
        row, column = column, 9 - row
    return row, column


@LEAN
@given(st.integers(1, 3), st.booleans(), RANDOM)
def test_a_turned_board_is_the_same_board(quarters, advanced, random):
    """Every verdict is the same on the board turned, and so are the sequences, once the same five are named."""
    state = deal(random, 2, options(2, advanced))
    turned = replace(state, layout=state.layout.turn_quarters(quarters))
    for _ in range(120):
        before = state
        claim = random.choice(RULES.list_legal(state) or [Claim("stuck")]) if random.random() < 0.7 else wild(random)
        row_column = quarter(claim.detail["row"], claim.detail["column"], quarters) if "row" in claim.detail else ()
        detail = {**claim.detail, **dict(zip(("row", "column"), row_column, strict=False))}
        one, other = RULES.apply_claim(state, claim), RULES.apply_claim(turned, Claim(claim.code, claim.seat, detail))
        assert verdict(one) == verdict(other)
        state, turned = one.state, other.state
        if state.outcome is not None:
            return
        for line in state.fresh if state is not before else ():
            named = [list(quarter(*divmod(space, 10), quarters)) for space in spaces_in(line)]
            step = RULES.apply_claim(turned, Claim("name_line", None, {"cells": named}))
            assert step.stands
            turned = step.state
        if random.random() < 0.8 and state.owed:
            seat = state.owed[-1][0]
            state, turned = (RULES.apply_claim(s, Claim("draw", seat)).state for s in (state, turned))
        if advanced and any(chips.bit_count() > 40 for chips in state.chips):
            return


def wild(random):
    detail = {"card": random.choice(FRENCH_CARDS), "row": random.randrange(10), "column": random.randrange(10)}
    return Claim(random.choice(["place", "remove"]), None, detail)


def verdict(step):
    how = step.outcome and (step.outcome.won, step.outcome.rule, step.outcome.seats, step.outcome.detail.get("count"))
    return step.stands, how, [(finding.rule, finding.code, finding.severity) for finding in step.findings]


JUNK = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats(allow_nan=False)
    | st.text(max_size=5)
    | st.sampled_from([*FRENCH_CARDS[:3], "r0c1"]),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=3), inner, max_size=2),
    max_leaves=5,
)
KEYS = st.sampled_from(
    ["card", "row", "column", "cell", "remove", "pile", "cells", "cards", "team", "players", "seats", "teams", "kind"]
)


@settings(max_examples=200, deadline=None)
@given(st.dictionaries(KEYS, JUNK, max_size=3), st.sampled_from([*sorted(RULES.claims), "say", "setup_check", "x"]), JUNK)
def test_whatever_is_said_is_answered_or_refused_with_a_sentence(detail, code, seat):
    state = RULES.set_up_match(4, {})
    for said in (lambda: RULES.apply_claim(state, Claim(code, seat, detail)), lambda: RULES.parse_play(state, detail)):
        try:
            said()
        except InputError as error:
            assert len(str(error)) < 300


@settings(max_examples=100, deadline=None)
@given(
    st.dictionaries(st.sampled_from(["hands", "deck", "turn", "chips", "sequences", "discards", "x"]), JUNK, max_size=4), JUNK
)
def test_whatever_position_is_given_begins_or_is_refused_with_a_sentence(setup, teams):
    try:
        RULES.describe_position(RULES.set_up_match(6, {"teams": teams}, setup))
    except InputError as error:
        assert len(str(error)) < 300


def test_whole_matches_come_to_an_end():
    ends = Counter()
    for seed in range(40):
        state = list(states(Random(seed), (2, 3, 4, 12)[seed % 4], {"advanced": seed % 3 == 0}, 2000))[-1]
        ends[RULES.describe_position(state)["status"]] += 1
    assert ends["won"] >= 30 and ends.total() == 40
