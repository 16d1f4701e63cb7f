"""Which pile is which, by the cards that lie on piles without a name. Pure.

A direction card that nobody could read is a guess. What is laid beside it is a second sign: few cards can follow a 98 on an ascending
pile, and a 31 on a 20 is no foul only there. The names are known once all that was laid is far likelier with them than otherwise.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Hashable, Mapping, Sequence
from itertools import pairwise, permutations
from typing import Any

from companion.match.events import Played
from companion.match.judge import begin_state
from companion.match.rules import Play, Rules
from companion.match.rulings import Fate, Match

MIN_NAME_ODDS = 64.0  # of names against any other way, for them to be known; guess
MAX_FOUL_SHARE = 0.04  # of cards laid that the rules refuse; guess
MIN_ROOM_SHARE = 0.02  # of the deck, that may follow a pile's first card: people err there too; guess
MAX_FACES_TRIED = 33  # of the deck, to see how many may follow; every third of the largest

Kinds = Mapping[str, Hashable]
"""What tells each pile of the match from others, by name: piles of one kind may change places."""


def list_lying_cards(match: Match) -> list[tuple[int, Played]]:
    """The cards that were laid and lie on the table, by entry, as they were laid: those too that the rules refuse."""
    lying = (Fate.STANDS, Fate.NOTED, Fate.OPEN)
    return [(one.n, one.event) for one in match.judged if isinstance(one.event, Played) and one.fate in lying]


def infer_names(
    rules: Rules[Any], match: Match, kinds: Kinds, nameless: Sequence[str], faces: Collection[str], named: Collection[str]
) -> dict[str, str]:
    """The names of nameless piles that are known by what lies on them: present name to name. Empty where nothing tells enough.

    `nameless`: present names of piles with cards. `faces`: of the deck. `named`: the piles whose names are known already.
    """
    lying = [event for _, event in list_lying_cards(match) if event.after and not event.again]
    cards = {zone: laid for zone in nameless if (laid := [event.after for event in lying if event.zone == zone])}
    free = [name for name in kinds if name not in named]
    if not cards or len({kinds[name] for name in free}) < 2 or len(cards) > len(free):
        return {}
    tried = sorted(faces)[:: max(1, len(faces) // MAX_FACES_TRIED)]
    weights = {
        (zone, kind): _weigh_cards(rules, match, next(name for name in free if kinds[name] == kind), laid, tried)
        for zone, laid in cards.items()
        for kind in {kinds[name] for name in free}
    }
    ways = {tuple(kinds[name] for name in way) for way in permutations(free, len(cards))}
    weighed = {way: sum(weights[zone, kind] for zone, kind in zip(cards, way, strict=True)) for way in ways}
    best = max(weighed, key=lambda way: weighed[way])
    known = [
        zone
        for number, zone in enumerate(cards)
        if all(
            weighed[best] - weight >= math.log(MIN_NAME_ODDS) for way, weight in weighed.items() if way[number] != best[number]
        )
    ]
    wanted = dict(zip(cards, best, strict=True))
    return _give_names({zone: wanted[zone] for zone in known}, kinds, free)


def _give_names(wanted: Kinds, kinds: Kinds, free: Sequence[str]) -> dict[str, str]:
    """A name of its kind for each pile. A pile of the right kind keeps its name. `wanted`: kind by present name."""
    names = {zone: zone for zone, kind in wanted.items() if zone in free and kinds[zone] == kind}
    for zone, kind in wanted.items():
        if zone not in names:
            left = [name for name in free if kinds[name] == kind and name not in names.values()]
            names |= {zone: left[0]} if left else {}
    return names


def _weigh_cards(rules: Rules[Any], match: Match, name: str, laid: Sequence[str], tried: Sequence[str]) -> float:
    """The logarithm of how likely these cards are laid on pile `name`. `tried`: cards that may follow the first."""
    begun = begin_state(rules, match.started)
    seats = range(match.started.seats)

    def may_follow(top: str, face: str) -> bool:
        shown = rules.show_face(begun, name, top) if top else begun
        return any(
            rules.apply_play(rules.resume_turn(shown, 1, seat, True), Play(name, top, face, seat)).stands for seat in seats
        )

    room = sum(may_follow(laid[0], face) for face in tried if face != laid[0]) / max(1, len(tried))
    refused = sum(not may_follow(top, face) for top, face in pairwise(("", *laid)))
    stands = len(laid) - refused
    return math.log(max(room, MIN_ROOM_SHARE)) + refused * math.log(MAX_FOUL_SHARE) + stands * math.log(1 - MAX_FOUL_SHARE)
