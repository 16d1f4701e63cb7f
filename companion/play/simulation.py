"""Whole matches played by a simple player who sees its own hand, through the public interface of the rules alone.

A soak for the referee: while it plays, it deals open hands, makes mistakes on purpose and holds the rules to their laws.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any

from companion.errors import CompanionError
from companion.games.sheets import COMMAND_COPIES, Sheet, load_sheet
from companion.match.rules import Claim, Duty, Outcome, Play, Rules, Step

_MISTAKES = 8  # one step in so many begins with a card laid anywhere
_CHEAP = 1  # what a card more than the minimum may cost
_HELP = 5  # what a card for the opponent is reckoned to cost
_COVERING = 1000  # what a card is worth that keeps a deadline
_LONGEST = 5000  # steps: no match of these games takes as many
_NUMBER = re.compile(r"\d+")


class LawBroken(CompanionError):
    """The rules contradict themselves: a fault of ours, never of the person at the keyboard."""


@dataclass(frozen=True, slots=True)
class Played:
    """A match played to its end. `plays`: cards laid (or pairs of card and chip). `mistakes`: fouls made on purpose.
    `left`: cards still in hands and draw piles."""

    outcome: Outcome
    turns: int
    plays: int
    mistakes: int
    left: int


def play_match(rules: Rules[Any], players: int, options: Mapping[str, Any], random: Random) -> Played:
    """Deal, and play until somebody has won or lost. Raises `PositionError` for players or options that the game does not have,
    `LawBroken` where the rules are at fault."""
    fresh = rules.view(rules.setup(players, options))
    decks = _decks(load_sheet(rules.name), fresh, random)
    state = rules.setup(players, options, _dealt(fresh, decks))
    texts, cards = [tuple(dict.fromkeys(deck)) for deck in decks], sum(map(len, decks))
    view, plays, mistakes = rules.view(state), 0, 0
    for _ in range(_LONGEST):
        moves = rules.legal(state)
        if random.randrange(_MISTAKES) == 0:
            mistakes += _mistaken(rules, state, moves, texts[view["to_move"] % len(texts)], random)
        step, laid = _moved(rules, state, view, moves, random)
        state, plays = step.state, plays + laid
        view = rules.view(state)
        if (counted := _counted(view)) != cards:
            raise LawBroken(f"{counted} cards instead of {cards} after {plays} plays")
        if step.outcome is not None:
            return Played(step.outcome, view["turn"], plays, mistakes, cards - _on_piles(view))
    raise LawBroken(f"no end after {_LONGEST} steps")


# The deal


def _decks(sheet: Sheet, fresh: Mapping[str, Any], random: Random) -> list[list[str]]:
    """Shuffled cards as text: one draw pile for all, or one for each player. `fresh`: a view that says how many cards there are."""
    cards = _one_deck(sheet, random)
    piles = len(fresh.get("deck_sizes", "1"))
    share = len(cards) // piles
    decks = [cards[n * share : (n + 1) * share] * (_counted(fresh) // len(cards)) for n in range(piles)]
    for deck in decks:
        random.shuffle(deck)
    return decks


def _one_deck(sheet: Sheet, random: Random) -> list[str]:
    """The sheet's cards, each once, without the spare ones. Where a number may carry any command, `COMMAND_COPIES` of each are
    carried."""
    numbers = [face for face in sheet.deck if ":" not in face and face not in sheet.spare]
    commands = list(dict.fromkeys(face.partition(":")[2] for face in sheet.deck if ":" in face)) * COMMAND_COPIES
    carried = dict(zip(random.sample(numbers, len(commands)), commands, strict=True)) if commands else {}
    return [f"{number}:{carried[number]}" if number in carried else number for number in numbers]


def _dealt(fresh: Mapping[str, Any], decks: Sequence[Sequence[str]]) -> dict[str, Any]:
    """The position after the deal, every hand open. `fresh`: a view that says how large the hands are."""
    sizes = _sizes(fresh["hand_size"])
    if len(decks) > 1:
        return {
            "hands": [list(deck[:size]) for deck, size in zip(decks, sizes, strict=True)],
            "decks": [list(deck[size:]) for deck, size in zip(decks, sizes, strict=True)],
        }
    cards = iter(decks[0])
    hands = [[next(cards) for _ in range(size)] for size in sizes]
    return {"hands": hands, "deck": list(cards)}


def _sizes(hand_size: Sequence[int] | Mapping[str, int]) -> list[int]:
    return list(hand_size.values() if isinstance(hand_size, Mapping) else hand_size)


def _counted(view: Mapping[str, Any]) -> int:
    """Every card of a public position."""
    to_draw: list[int] = view["deck_sizes"] if "deck_sizes" in view else [view["deck_size"]]
    return sum(_sizes(view["hand_size"])) + sum(to_draw) + _on_piles(view)


def _on_piles(view: Mapping[str, Any]) -> int:
    return sum(len(pile["cards"]) for pile in view["piles"])


# The player


def _moved(
    rules: Rules[Any], state: Any, view: Mapping[str, Any], moves: Sequence[Play | Claim], random: Random
) -> tuple[Step[Any], bool]:
    """The next thing the player does, and whether it laid a card."""
    if owing := view.get("to_draw"):
        return _standing(rules.claim(state, Claim("draw", owing[0])), "a draw"), False
    claims = [move for move in moves if isinstance(move, Claim)]
    if claims:
        return _claimed(rules, state, random.choice(claims))
    plays = _sorted(view, rules.duties(state), [move for move in moves if isinstance(move, Play)])
    if not plays or _is_enough(view, plays[0][0]):
        ended = rules.end_turn(state)
        if ended.stands:
            return ended, False
    if not plays:
        return _standing(rules.claim(state, Claim("stuck")), "the claim of being stuck"), False
    return _standing(_best(rules, state, [play for _, play in plays]), "a legal play"), True


def _claimed(rules: Rules[Any], state: Any, claim: Claim) -> tuple[Step[Any], bool]:
    return _standing(rules.claim(state, claim), f"a legal {claim.code}"), claim.code in ("place", "remove")


def _sorted(view: Mapping[str, Any], duties: Sequence[Duty], plays: Sequence[Play]) -> list[tuple[int, Play]]:
    """The plays with what each costs, the cheapest first."""
    piles = {pile["zone"]: pile for pile in view["piles"]}
    due = {zone for duty in duties for zone in duty.zones if duty.card and duty.due_turn == view["turn"]}
    costs = ((_cost(piles[play.zone], play, view["to_move"]) - _COVERING * (play.zone in due), play) for play in plays)
    return sorted(costs, key=lambda item: item[0])


def _cost(pile: Mapping[str, Any], play: Play, mover: int) -> int:
    """How far a card takes its pile towards its end; below zero for a backward trick."""
    if pile.get("owner", mover) != mover:
        return _HELP
    before = _number(play.before) if play.before else int(pile["start"])
    gap = _number(play.after) - before
    return gap if pile["kind"] == "ascending" else -gap


def _number(face: str) -> int:
    found = _NUMBER.search(face)
    return int(found[0]) if found else 0


def _is_enough(view: Mapping[str, Any], cheapest: int) -> bool:
    return bool(view["played"] >= view["min_cards"]) and cheapest > _CHEAP


def _best(rules: Rules[Any], state: Any, plays: Sequence[Play]) -> Step[Any]:
    """The cheapest play that does not lose at once, or the cheapest of all."""
    steps: Iterator[Step[Any]] = (rules.play(state, play) for play in plays)
    first = next(steps)
    if first.outcome is None or first.outcome.won:
        return first
    return next((step for step in steps if step.outcome is None or step.outcome.won), first)


# The laws


def _standing(step: Step[Any], what: str) -> Step[Any]:
    if not step.stands:
        raise LawBroken(f"{what} does not stand: {step.findings[0].rule} {step.findings[0].code}")
    return step


def _mistaken(rules: Rules[Any], state: Any, moves: Sequence[Play | Claim], texts: Sequence[str], random: Random) -> bool:
    """Lay any card anywhere: unless it is in the list of legal moves it must be a foul, and a foul changes nothing. Was it one?"""
    meant = _anything(rules, state, texts, random)
    step = rules.play(state, meant) if isinstance(meant, Play) else rules.claim(state, meant)
    listed = any(_same(move, meant) for move in moves)
    lost = step.outcome is not None and not step.outcome.won
    believed = isinstance(meant, Claim) and bool(step.findings)  # from a hand that is not wholly known, with a remark
    if step.stands != listed and not (step.stands and (lost or believed)):
        raise LawBroken(f"{meant} {'stands' if step.stands else 'is a foul'} against the list of legal moves")
    if not step.stands and step.state is not state:
        raise LawBroken(f"the foul {meant} changed the state")
    return not step.stands


def _anything(rules: Rules[Any], state: Any, texts: Sequence[str], random: Random) -> Play | Claim:
    zones = list(rules.faces(state))
    card, zone = random.choice(texts), random.choice(zones)
    if "place" not in rules.claims:
        return rules.parse(state, {"card": card, "pile": zone})
    where = [random.randrange(10), random.randrange(10)]
    return rules.parse(state, {"card": card, random.choice(("cell", "remove")): where})


def _same(move: Play | Claim, meant: Play | Claim) -> bool:
    if isinstance(move, Play) and isinstance(meant, Play):
        return (move.zone, move.after) == (meant.zone, meant.after)
    return isinstance(move, Claim) and isinstance(meant, Claim) and (move.code, move.detail) == (meant.code, meant.detail)
