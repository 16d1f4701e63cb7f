"""Matches of The Game and Extreme for hypothesis: a deal, and somebody who plays it."""

import random

from hypothesis import strategies as st

from companion.games.ninety_eight import number_of

ZONES = ("up1", "up2", "down1", "down2")
SEEDS = st.integers(0, 2**32 - 1)


def dealt(rules, seats, options, seed, faces=None, *, hidden=False):
    """A shuffled deal as a position: hands listed, or hidden with only the draw pile's count known."""
    deck = list(faces or map(str, range(2, 100)))
    random.Random(seed).shuffle(deck)
    size = rules.set_up_match(seats, options).table.hands[0].size
    hands = [deck[seat * size : (seat + 1) * size] for seat in range(seats)]
    rest = deck[seats * size :]
    position = {"deck": len(rest)} if hidden else {"hands": hands, "deck": rest}
    return rules.set_up_match(seats, options, position)


def gap(play):
    """How many numbers a play skips; a backward trick gains ten."""
    before = number_of(play.before) if play.before else 1 if play.zone.startswith("up") else 100
    step = number_of(play.after) - before
    return step if play.zone.startswith("up") else -step


def match(rules, state, seed):
    """A whole match played with some sense, as (state before, what was done, step) triples. Ends by itself."""
    chance = random.Random(seed)
    while state.outcome is None:
        plays = rules.list_legal(state)
        may_end = not state.still_needed and (not plays or chance.random() < 0.6)
        if may_end:
            done, step = "end", rules.apply_turn_end(state)
        elif plays:
            done = min(plays, key=gap) if chance.random() < 0.9 else chance.choice(plays)
            step = rules.apply_play(state, done)
        else:
            return
        yield state, done, step
        if step.state is state:
            return
        state = step.state


def cards_in(view):
    """Cards on the piles, in the hands and in the draw pile."""
    return sum(len(pile["cards"]) for pile in view["piles"]) + sum(view["hand_size"]) + view["deck_size"]


def turn_of(state):
    """Number of the turn and the seat to move."""
    return state.turn, state.to_move
