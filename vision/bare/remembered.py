"""Cards that were read on a table before it was found: the next card may cover them meanwhile."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from vision.bare.laid import LyingCard
from vision.cards.candidates import CARD_CROP_PX
from vision.plane.quads import Quad, cut_out, overlap_share
from vision.types import EMPTY, Image

MAX_SAME_LEVELS = 20.0  # of grey by which a card differs in two pictures in which it lies alike; guess
MAX_OVERLAP = 0.1  # of two cards that lie beside each other; guess
SAME_PLACE = 0.5  # of a card's shorter side, between the middles of two cards of one pile; guess


@dataclass(frozen=True, slots=True, eq=False)
class RememberedCard:
    """A card that was read while the table was searched."""

    card: LyingCard  # as it was read last
    crop: Image  # how it looked


def remember_cards(known: Sequence[RememberedCard], cards: Sequence[LyingCard], image: Image) -> tuple[RememberedCard, ...]:
    """The cards that were read so far, in the order in which they were first seen. `cards`: those of a further picture, `image`."""
    seen = list(known)
    for card in cards:
        fresh = RememberedCard(card, cut_out(image, card.quad, CARD_CROP_PX))
        same = [i for i, one in enumerate(seen) if one.card.face == card.face and _lie_together(one.card.quad, card.quad)]
        if same:
            seen[same[-1]] = fresh
        else:
            seen.append(fresh)
    return tuple(seen)


def add_remembered(known: Sequence[RememberedCard], cards: Sequence[LyingCard], image: Image) -> list[LyingCard]:
    """The `cards` that are read in a picture, each with those that were read in its place before. Then those that nobody can read now: one
    that looks otherwise may be covered, and its face is `EMPTY`. `known`: what was read before, in order."""
    found, read = list[LyingCard](), {card.face for card in cards}
    for card in cards:
        before = [one.card.face for one in known if _lie_together(one.card.quad, card.quad)]
        if card.face in before:  # what was seen since was taken back
            before = before[: before.index(card.face)]
        found.append(replace(card, beneath=tuple(before)))
    for top in reversed(known):
        if top.card.face in read or any(overlap_share(top.card.quad, card.quad) > MAX_OVERLAP for card in found):
            continue  # it was moved, or lies beneath
        pile = [one.card.face for one in known if _lie_together(one.card.quad, top.card.quad)]
        face, beneath = (top.card.face, pile[:-1]) if _looks_same(top, image) else (EMPTY, pile)
        found.append(replace(top.card, face=face, beneath=tuple(beneath)))
    return found


def _lie_together(one: Quad, other: Quad) -> bool:
    """Do two cards lie on one pile? (4, 2) picture pixels each."""
    sides = np.linalg.norm(np.roll(one, -1, axis=0) - one, axis=1)
    return float(np.linalg.norm(one.mean(axis=0) - other.mean(axis=0))) < SAME_PLACE * float(sides.min())


def _looks_same(seen: RememberedCard, image: Image) -> bool:
    """Does the place of a card look as it did?"""
    now = cut_out(image, seen.card.quad, CARD_CROP_PX)
    return float(np.abs(now.astype(np.float32) - seen.crop).mean()) <= MAX_SAME_LEVELS
