"""Small words for the tests of Sequence: positions, claims, plays and their verdicts."""

from companion.games.sequence import RULES
from companion.games.sequence.cards import FRENCH_CARDS, HAND_SIZES
from companion.match.rules import Claim, Play, Severity


def position(players=2, options=None, **setup):
    """A position. Hands that are not named are hidden."""
    hands = setup.pop("hands", None)
    if hands is not None:
        setup["hands"] = [*hands, *[None] * (players - len(hands))]
    return RULES.set_up_match(players, options or {}, setup)


def place(state, card, row, column, seat=None):
    return RULES.apply_claim(state, RULES.parse_play(state, {"card": card, "cell": [row, column]}, seat))


def remove(state, card, row, column, seat=None):
    return RULES.apply_claim(state, RULES.parse_play(state, {"card": card, "remove": [row, column]}, seat))


def claim(state, code, seat=None, **detail):
    return RULES.apply_claim(state, Claim(code, seat, detail))


def seen(state, zone, after, *, waived=False, seat=None):
    """A zone shows another face."""
    return RULES.apply_play(state, Play(zone, RULES.list_faces(state)[zone], after, seat, waived))


def after(*steps):
    """The state after steps that must all stand; each step is a function of the state."""
    state, *rest = steps
    for act in rest:
        step = act(state)
        assert step.stands, step.findings
        state = step.state
    return state


def fouls(step):
    """Rule and code of every foul."""
    return [(f.rule, f.code) for f in step.findings if f.severity is Severity.FOUL]


def notes(step):
    return [(f.rule, f.code) for f in step.findings if f.severity is Severity.NOTE]


def refused(step, state, rule, code):
    """A foul with that rule, and nothing has changed."""
    assert fouls(step) == [(rule, code)]
    assert step.state is state
    return True


def deal(random, players, options=None):
    """A match with open hands, both decks shuffled by `random`."""
    cards = [*FRENCH_CARDS, *FRENCH_CARDS]
    random.shuffle(cards)
    size = HAND_SIZES[players]
    hands = [cards[seat * size : (seat + 1) * size] for seat in range(players)]
    return RULES.set_up_match(players, options or {}, {"hands": hands, "deck": cards[players * size :]})


def lively(random, state):
    """A step by a player who knows the rules but no strategy: a play, a dead card, a pass; now and then he forgets to draw."""
    if state.owed and random.random() < 0.7:
        return RULES.apply_claim(state, Claim("draw", random.choice(state.owed)[0]))
    legal = RULES.list_legal(state)
    if not legal:
        return RULES.apply_turn_end(state, state.to_move)
    jacks = [c for c in legal if c.code != "place"]
    return RULES.apply_claim(state, random.choice(jacks if jacks and random.random() < 0.5 else legal))


def states(random, players, options=None, steps=120):
    """The states of a random match from its start, every step checked to stand."""
    state = deal(random, players, options)
    yield state
    for _ in range(steps):
        if state.outcome is not None:
            return
        step = lively(random, state)
        assert step.stands, step.findings
        state = step.state
        yield state


def turn_of(state):
    """Number of the turn and the seat to move."""
    return state.turn, state.to_move
