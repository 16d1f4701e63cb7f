"""The deck of cards seen where nobody named the deck: each card speaks for the decks with like numbers and colours."""

from __future__ import annotations

import math
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from vision.readers.numbers.faces import FaceTable, make_face_table
from vision.readers.numbers.networks import NUMBER_CLASSES
from vision.readers.numbers.verdict import NUMBER_WITNESS, NumberSight, combine_witnesses
from vision.types import Face


@dataclass(frozen=True, slots=True)
class DeckGuessThresholds:
    """When cards tell the deck."""

    min_log_lead: float = math.log(100)  # of the likeliest deck over each other one; guess
    one_kind_art_probability: float = 0.5  # that a deck's art makes all cards look like one kind, as red or silver; guess
    misread_part: float = 0.05  # of cards, or cards of no deck: no card rules a deck out; guess


DECK_GUESS = DeckGuessThresholds()


def guess_deck(sights: Sequence[NumberSight], decks: Mapping[str, Collection[Face]]) -> str | None:
    """The name of the deck of all cards seen, None in doubt. `sights`: of the cards. `decks`: the faces of each deck by name,
    at least one deck; decks wholly contained in another are passed over. A lone deck is always named."""
    likely = {name: compute_likelihood(sights, table) for name, table in _drop_contained_decks(decks).items()}
    best, *others = sorted(likely, key=lambda name: -likely[name])
    return best if all(likely[best] - likely[other] >= DECK_GUESS.min_log_lead for other in others) else None


def compute_likelihood(sights: Sequence[NumberSight], table: FaceTable) -> float:
    """The log-likelihood of the cards seen among the faces of `table`, each equally likely: of the kinds seen, or all made to look
    like the same kind by the deck's art."""
    as_they_look, by_art = 0.0, np.zeros(len(sights[0].card.kinds) if sights else 1)
    for sight in sights:
        if sight.card.numbers[0] > NUMBER_WITNESS.no_card:
            continue
        numbers, kinds = combine_witnesses(sight)[table.numbers], sight.card.kinds.astype(np.float64)
        as_they_look += float(_allow_misreading(float((numbers * kinds[table.kinds]).sum()) / len(table.faces), sight))
        by_art += _allow_misreading(float(numbers.sum()) / len(table.faces) * kinds, sight)
    return float(
        np.logaddexp(
            math.log(1 - DECK_GUESS.one_kind_art_probability) + as_they_look,
            math.log(DECK_GUESS.one_kind_art_probability / len(by_art)) + np.logaddexp.reduce(by_art),
        )
    )


def _allow_misreading(fits: NDArray[Any] | float, sight: NumberSight) -> NDArray[Any]:
    """Of the shape of `fits`: the log-likelihood of a card, perhaps misread or no card; both speak for all decks alike.
    `fits`: likelihood if read rightly."""
    card = 1 - float(sight.card.numbers[0])
    anything = 1 / (NUMBER_CLASSES * len(sight.card.kinds))
    return np.asarray(
        np.log(card * (1 - DECK_GUESS.misread_part) * fits + (1 - card * (1 - DECK_GUESS.misread_part)) * anything)
    )


def _drop_contained_decks(decks: Mapping[str, Collection[Face]]) -> dict[str, FaceTable]:
    """The decks, except decks wholly contained in another."""
    tables = {name: make_face_table(faces) for name, faces in decks.items()}
    held = {name: frozenset(table.faces) for name, table in tables.items()}
    return {name: table for name, table in tables.items() if not any(held[name] < held[other] for other in held)}
