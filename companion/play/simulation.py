"""Whole matches played by a simple player who sees the own hand, through the public interface of the rules.

The player deals open hands, makes mistakes on purpose, and holds the rules to their laws.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any

from companion.errors import CompanionError
from companion.games.sheets import load_sheet
from companion.match.rules import Claim, Outcome, Play, Rules
from companion.play.player import choose_action, count_cards, count_laid_cards, deal_hands, shuffle_decks

_STEPS_A_MISTAKE = 8  # one step in so many begins with a card laid anywhere; guess
_MAX_STEPS = 5000  # steps: no match of these games takes as many; guess
_LAYS = ("place", "remove")


class LawBroken(CompanionError):
    """The rules contradict themselves: our fault, never that of the person at the keyboard."""


@dataclass(frozen=True, slots=True)
class PlayedMatch:
    """A match played to its end."""

    outcome: Outcome
    turns: int
    plays: int  # cards laid, or pairs of card and chip
    mistakes: int  # fouls made on purpose
    left: int  # cards in hands and draw piles at the end


def play_match(rules: Rules[Any], players: int, options: Mapping[str, Any], random: Random) -> PlayedMatch:
    """A dealt match, played until won or lost, with fouls on purpose that change nothing. Raises `PositionError` for players
    or options that the game lacks, `LawBroken` where the rules are at fault."""
    fresh = rules.describe_position(rules.set_up_match(players, options))
    decks = shuffle_decks(load_sheet(rules.name), fresh, random)
    state = rules.set_up_match(players, options, deal_hands(fresh, decks))
    texts, cards = [tuple(dict.fromkeys(deck)) for deck in decks], sum(map(len, decks))
    view, plays, mistakes = rules.describe_position(state), 0, 0
    for _ in range(_MAX_STEPS):
        moves = rules.list_legal(state)
        if random.randrange(_STEPS_A_MISTAKE) == 0:
            mistakes += _make_mistake(rules, state, moves, texts[view["to_move"] % len(texts)], random)
        action, step = choose_action(rules, state, view, moves, random)
        if not step.stands:
            raise LawBroken(f"{action} does not stand: {step.findings[0].rule} {step.findings[0].code}")
        lays = isinstance(action, Play) or (isinstance(action, Claim) and action.code in _LAYS)
        state, plays = step.state, plays + lays
        view = rules.describe_position(state)
        if (there := count_cards(view)) != cards:
            raise LawBroken(f"{there} cards instead of {cards} after {plays} plays")
        if step.outcome is not None:
            return PlayedMatch(step.outcome, view["turn"], plays, mistakes, cards - count_laid_cards(view))
    raise LawBroken(f"no end after {_MAX_STEPS} steps")


# The laws


def _make_mistake(rules: Rules[Any], state: Any, moves: Sequence[Play | Claim], texts: Sequence[str], random: Random) -> bool:
    """True where a random card in `state` was a foul. `moves`: the legal ones. `texts`: cards to choose from.

    Raises `LawBroken` where a card outside `moves` is no foul, and where a foul changes the state.
    """
    meant = _random_play(rules, state, texts, random)
    step = rules.apply_play(state, meant) if isinstance(meant, Play) else rules.apply_claim(state, meant)
    listed = any(_is_same_play(move, meant) for move in moves)
    lost = step.outcome is not None and not step.outcome.won
    believed = isinstance(meant, Claim) and bool(step.findings)  # believed with a remark, since the hand is partly unknown
    if step.stands != listed and not (step.stands and (lost or believed)):
        raise LawBroken(f"{meant} {'stands' if step.stands else 'is a foul'} against the list of legal moves")
    if not step.stands and step.state is not state:
        raise LawBroken(f"the foul {meant} changed the state")
    return not step.stands


def _random_play(rules: Rules[Any], state: Any, texts: Sequence[str], random: Random) -> Play | Claim:
    """A random card of `texts` on any zone of `state`; in Sequence, a chip laid or taken anywhere."""
    zones = list(rules.list_faces(state))
    card, zone = random.choice(texts), random.choice(zones)
    if "place" not in rules.claims:
        return rules.parse_play(state, {"card": card, "pile": zone})
    where = [random.randrange(10), random.randrange(10)]
    return rules.parse_play(state, {"card": card, random.choice(("cell", "remove")): where})


def _is_same_play(move: Play | Claim, meant: Play | Claim) -> bool:
    if isinstance(move, Play) and isinstance(meant, Play):
        return (move.zone, move.after) == (meant.zone, meant.after)
    return isinstance(move, Claim) and isinstance(meant, Claim) and (move.code, move.detail) == (meant.code, meant.detail)
