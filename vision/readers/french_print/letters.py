"""Letters of indices that are not English: 1 V D R in France and Belgium, B D K A in Germany, B V H A in the Netherlands.

V is the knave in France and the queen in the Netherlands. Which of both is told by the other letters of the same deck.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from vision.readers.french_print.crops import IndexPatches
from vision.readers.french_print.networks import LETTERS, NO_RANK, RANKS, Guess, Networks, Plane

RANKS_OF_LETTERS = {"1": "A", "B": "J", "D": "Q", "H": "K", "R": "K", "V": "JQ"}
FRENCH_LETTERS, DUTCH_LETTERS = frozenset("1DR"), frozenset("BH")
"""Letters beside which V is the knave; and those beside which it is the queen."""


@dataclass(frozen=True, slots=True)
class LetterLimits:
    """How a letter is weighed against an English rank."""

    min_missed: float = 0.02  # guess; chance that an index read as an English rank shows a letter
    min_missed_one: float = 0.1  # guess; the same of a 1, which passes for a 7: nothing but the whole card tells them apart
    min_rank_sureness: float = 0.995  # guess; an index with an English rank this sure is not looked at again
    min_letter: float = 0.75  # guess; probability from which a letter is heard: half an English rank looks like many
    min_english: float = 0.5  # guess; probability of an English rank beside which only a plain 1 is one
    plain_one: float = 0.85  # measured on photographs: a thin 7 has 0.68; probability of a plain 1
    min_seen: float = 0.9  # guess; probability from which a letter tells which deck lies here


LETTER = LetterLimits()


def read_letter(networks: Networks, patches: IndexPatches, guess: Guess, centre: Plane, down: Plane) -> Guess:
    """The guess of an index, with foreign letters weighed in by the mean of two looks. Unchanged where sure, without a suit, and
    where the first look leaves letters no chance. `centre`: (2,) middle of the index in pixels. `down`: (2,) from its top to
    its foot."""
    if guess.sureness >= LETTER.min_rank_sureness or float(guess.suit[:4].sum()) < 0.5:  # guess: no suit, so no index
        return guess
    letters = networks.read_letters(patches.cut(centre, down))
    if (float(letters[:-1].max()) + 1) / 2 < LETTER.min_letter:
        return guess
    again = networks.read_letters(patches.cut(centre, down * np.float32(1.12)))
    return weigh_letters(guess, np.mean([letters, again], axis=0))


def weigh_letters(guess: Guess, letters: Plane) -> Guess:
    """The guess, each rank by its own letter or a foreign one. `letters`: (7,) probabilities of `LETTERS` and of none.

    A V that nothing else tells is a knave or a queen, alike likely. Only a plain 1 is heard against an English rank: a 7 looks
    much like it.
    """
    if float(letters[:-1].max()) < LETTER.min_letter:
        return guess
    letters = np.array(letters, np.float64)
    if float(guess.rank[:NO_RANK].max()) > LETTER.min_english and letters[LETTERS.index("1")] < LETTER.plain_one:
        letters[-1] += letters[LETTERS.index("1")]
        letters[LETTERS.index("1")] = 0.0
    rank = np.asarray(guess.rank, np.float64) * float(letters[-1])
    for letter, chance in zip(LETTERS, letters, strict=False):
        ranks = RANKS_OF_LETTERS[letter]
        missed = float(guess.rank[NO_RANK]) + (LETTER.min_missed_one if letter == "1" else LETTER.min_missed)
        for one in ranks:
            rank[RANKS.index(one)] += missed * float(chance) / len(ranks)
    rank = np.asarray(rank / rank.sum(), np.float32)
    best = int(np.argmax(letters[:-1]))
    likely = sum(float(rank[RANKS.index(one)]) for one in RANKS_OF_LETTERS[LETTERS[best]])
    is_shown = min(likely, float(letters[best])) > 0.5  # likelier than all else
    return replace(guess, rank=rank, letter=LETTERS[best] if is_shown else "")


class SeenLetters:
    """The letters that the cards of a deck have shown so far. Used from one thread."""

    def __init__(self) -> None:
        self._seen: set[str] = set()

    def copy(self) -> SeenLetters:
        """Letters that go on by themselves from here."""
        other = SeenLetters()
        other._seen = set(self._seen)
        return other

    def note_letters(self, guesses: Sequence[Guess]) -> None:
        """Remember the letters that these indices surely show."""
        self._seen |= {guess.letter for guess in guesses if guess.letter and _is_sure(guess)}

    def settle_knave(self, guess: Guess) -> Guess:
        """The guess of an index; where it shows a V, as the knave or as the queen if other letters have told which."""
        is_knave, is_queen = bool(self._seen & FRENCH_LETTERS), bool(self._seen & DUTCH_LETTERS)
        if guess.letter != "V" or is_knave == is_queen:
            return guess
        knave, queen = RANKS.index("J"), RANKS.index("Q")
        rank = np.array(guess.rank, np.float32)
        both = float(rank[knave] + rank[queen])
        rank[knave], rank[queen] = (both, 0.0) if is_knave else (0.0, both)
        return replace(guess, rank=rank)


def _is_sure(guess: Guess) -> bool:
    return sum(float(guess.rank[RANKS.index(one)]) for one in RANKS_OF_LETTERS[guess.letter]) >= LETTER.min_seen
