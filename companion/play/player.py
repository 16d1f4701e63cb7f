"""A simple player who sees only the own hand, and the deal, through the public interface of the rules."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from random import Random
from typing import Any

from companion.games.sheets import COMMAND_COPIES, GameSheet
from companion.match.rules import Claim, Duty, Play, Rules, Step

Action = Play | Claim | None
"""A card, something said, or None = the end of the turn."""

_MAX_EXTRA_COST = 1  # what a card beyond the minimum may cost, in numbers on its pile; guess
_COST_OF_HELPING = 5  # what a card for the opponent is reckoned to cost; guess
_COVERING = 1000  # what a card is worth that keeps a deadline; guess
_NUMBER = re.compile(r"\d+")


# The deal


def shuffle_decks(sheet: GameSheet, fresh: Mapping[str, Any], random: Random, cards: Sequence[str] = ()) -> list[list[str]]:
    """Shuffled cards as text: one draw pile for all, or one for each player by seat.

    `fresh`: a view with the number of cards and the chosen colours; the first pile is for seat 0. `cards`: the deck to deal,
    in the sheet's order; by default chosen by chance.
    """
    deck = cards or one_deck(sheet, random)
    piles = len(fresh.get("deck_sizes", "1"))
    share = len(deck) // piles
    decks = [list(deck[n * share : (n + 1) * share]) * (count_cards(fresh) // len(deck)) for n in range(piles)]
    for each in decks:
        random.shuffle(each)
    first = (fresh.get("colours") or [None])[0]
    return decks[::-1] if len(decks) > 1 and first == sheet.colours[-1] else decks


def one_deck(sheet: GameSheet, random: Random) -> list[str]:
    """The cards of the sheet, each once, without spare ones. Where numbers may carry any command, `COMMAND_COPIES` of each
    command are dealt to numbers."""
    numbers = [face for face in sheet.deck if ":" not in face and face not in sheet.spare]
    commands = list(sheet.commands) * COMMAND_COPIES
    carried = dict(zip(random.sample(numbers, len(commands)), commands, strict=True)) if commands else {}
    return [f"{number}:{carried[number]}" if number in carried else number for number in numbers]


def deal_hands(fresh: Mapping[str, Any], decks: Sequence[Sequence[str]]) -> dict[str, Any]:
    """The position after the deal, all hands open: "hands" by seat, and "deck", or "decks" where each player has a draw pile.
    `fresh`: a view that says how large hands are. `decks`: draw piles, dealt from the first card on."""
    sizes = _hand_sizes(fresh["hand_size"])
    if len(decks) > 1:
        return {
            "hands": [list(deck[:size]) for deck, size in zip(decks, sizes, strict=True)],
            "decks": [list(deck[size:]) for deck, size in zip(decks, sizes, strict=True)],
        }
    cards = iter(decks[0])
    hands = [[next(cards) for _ in range(size)] for size in sizes]
    return {"hands": hands, "deck": list(cards)}


def _hand_sizes(hand_size: Sequence[int] | Mapping[str, int]) -> list[int]:
    return list(hand_size.values() if isinstance(hand_size, Mapping) else hand_size)


def count_cards(view: Mapping[str, Any]) -> int:
    """All cards of a public position."""
    to_draw: list[int] = view["deck_sizes"] if "deck_sizes" in view else [view["deck_size"]]
    return sum(_hand_sizes(view["hand_size"])) + sum(to_draw) + count_laid_cards(view)


def count_laid_cards(view: Mapping[str, Any]) -> int:
    """The cards on piles."""
    return sum(len(pile["cards"]) for pile in view["piles"])


# The player


def choose_action(
    rules: Rules[Any], state: Any, view: Mapping[str, Any], moves: Sequence[Play | Claim], random: Random
) -> tuple[Action, Step[Any]]:
    """The next action of the player, and the step that follows; None = the turn is ended. Claims go before plays. `state`: of
    the game, `view`: its public position. `moves`: the legal ones."""
    if owing := view.get("to_draw"):
        return _make_claim(rules, state, Claim("draw", owing[0]))
    claims = [move for move in moves if isinstance(move, Claim)]
    if claims:
        return _make_claim(rules, state, random.choice(claims))
    plays = _sort_plays(view, rules.list_duties(state), [move for move in moves if isinstance(move, Play)])
    if not plays or (view["played"] >= view["min_cards"] and plays[0][0] > _MAX_EXTRA_COST):
        ended = rules.apply_turn_end(state)
        if ended.stands:
            return None, ended
    if not plays:
        return _make_claim(rules, state, Claim("stuck"))
    return _best_play(rules, state, [play for _, play in plays])


def _make_claim(rules: Rules[Any], state: Any, claim: Claim) -> tuple[Action, Step[Any]]:
    return claim, rules.apply_claim(state, claim)


def _sort_plays(view: Mapping[str, Any], duties: Sequence[Duty], plays: Sequence[Play]) -> list[tuple[int, Play]]:
    """Each of `plays` with its cost, cheapest first; a play to meet a duty of this turn is cheapest by far. `view`: the public
    position."""
    piles = {pile["zone"]: pile for pile in view["piles"]}
    due = {zone for duty in duties for zone in duty.zones if duty.card and duty.due_turn == view["turn"]}
    costs = ((_cost_of_play(piles[play.zone], play, view["to_move"]) - _COVERING * (play.zone in due), play) for play in plays)
    return sorted(costs, key=lambda item: item[0])


def _cost_of_play(pile: Mapping[str, Any], play: Play, mover: int) -> int:
    """How far, in numbers, a card takes its pile towards its end; below zero for a backward trick. A pile of another player
    costs `_COST_OF_HELPING`. `mover`: seat."""
    if pile.get("owner", mover) != mover:
        return _COST_OF_HELPING
    before = _number_on_face(play.before) if play.before else int(pile["start"])
    gap = _number_on_face(play.after) - before
    return gap if pile["kind"] == "ascending" else -gap


def _number_on_face(face: str) -> int:
    found = _NUMBER.search(face)
    return int(found[0]) if found else 0


def _best_play(rules: Rules[Any], state: Any, plays: Sequence[Play]) -> tuple[Action, Step[Any]]:
    """The cheapest play that does not lose at once in `state`, or the cheapest of all, with its step. `plays`: cheapest first,
    not empty."""
    steps: Iterator[tuple[Play, Step[Any]]] = ((play, rules.apply_play(state, play)) for play in plays)
    first = next(steps)
    good = (done for done in (first, *steps) if done[1].outcome is None or done[1].outcome.won)
    return next(good, first)
