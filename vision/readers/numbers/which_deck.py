"""Of which deck are the cards that were seen, where nobody said? Each card speaks for the decks that have such numbers, and such colours."""

from __future__ import annotations

import math
from collections.abc import Collection, Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from vision.readers.numbers.faces import Table, table_of
from vision.readers.numbers.networks import NUMBERS
from vision.readers.numbers.verdict import NO_CARD, NumberSight, chances_of_numbers
from vision.types import Face

SURELY = math.log(100)
"""How much likelier a deck must be than each other one, in logarithms."""
ART = 0.5
"""How likely it is that a deck's art makes all of its cards look like one kind, whatever they are: red, or silver, say."""
ASTRAY = 0.05
"""Share of cards that are read as what they are not, or are of no deck: no card rules a deck out."""


def which_deck(sights: Sequence[NumberSight], decks: Mapping[str, Collection[Face]]) -> str | None:
    """The name of the deck that all these cards are of, None where they do not tell. `decks`: the faces of each by its name; of two of which
    one holds the other's cards and more, it is the larger one."""
    likely = {name: likelihood(sights, table) for name, table in _unlike(decks).items()}
    best, *others = sorted(likely, key=lambda name: -likely[name])
    return best if all(likely[best] - likely[other] >= SURELY for other in others) else None


def likelihood(sights: Sequence[NumberSight], table: Table) -> float:
    """How likely such cards are among these faces, each as likely as any other, in logarithms: taken as they look, or all looking like one
    kind by the deck's art."""
    as_they_look, by_art = 0.0, np.zeros(len(sights[0].card.kinds) if sights else 1)
    for sight in sights:
        if sight.card.numbers[0] > NO_CARD:
            continue
        numbers, kinds = chances_of_numbers(sight)[table.numbers], sight.card.kinds.astype(np.float64)
        as_they_look += float(_of_a_card(float((numbers * kinds[table.kinds]).sum()) / len(table.faces), sight))
        by_art += _of_a_card(float(numbers.sum()) / len(table.faces) * kinds, sight)
    return float(np.logaddexp(math.log(1 - ART) + as_they_look, math.log(ART / len(by_art)) + np.logaddexp.reduce(by_art)))


def _of_a_card(fits: NDArray[Any] | float, sight: NumberSight) -> NDArray[Any]:
    """The same in logarithms, given that it may have been taken wrongly or be no card: that speaks for no deck more than for another."""
    card = 1 - float(sight.card.numbers[0])
    anything = 1 / (NUMBERS * len(sight.card.kinds))
    return np.asarray(np.log(card * (1 - ASTRAY) * fits + (1 - card * (1 - ASTRAY)) * anything))


def _unlike(decks: Mapping[str, Collection[Face]]) -> dict[str, Table]:
    """The decks without those whose cards are all in another."""
    tables = {name: table_of(faces) for name, faces in decks.items()}
    held = {name: frozenset(table.faces) for name, table in tables.items()}
    return {name: table for name, table in tables.items() if not any(held[name] < held[other] for other in held)}
