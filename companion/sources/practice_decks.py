"""The drawn decks of the virtual table and of `companion print deck`. They come learned; a new or changed one is learned once."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

from companion.games.sheets import GameSheet, build_practice_deck, load_sheet
from companion.session.snapshot import Learning
from companion.sources.decks import deck_folder
from companion.sources.progress import show_progress
from vision.cards.candidates import CARD_CROP_PX
from vision.drawn.art.cards import draw_card
from vision.errors import DeckError
from vision.readers.enrolled.file import Deck, load_deck, load_judges, save_deck
from vision.readers.enrolment.learning import Sample, learn_deck, rebuild_deck

PRACTICE_PREFIX = "practice-"
"""Begins the names of practice decks."""
PRACTICE_DECK_VERSION = 3  # counts up when practice cards are drawn or learned otherwise: geometry of the drawn cards
SHIPPED_JUDGES = Path(__file__).with_name("practice")
"""The folder of the judges that come learned, a file a deck; `python -m tests.ship_practice_decks` writes them."""
LEARNING_STEP = 0.05  # share of the work between two reports: a phone redraws some twenty times; guess
MIN_SHARE_TO_FORETELL = 0.1  # of the work: before, the time that is left cannot be told from the time that was taken; guess

ReportLearning = Callable[[Learning | None], None]
"""Told how far a deck is learned, None once it is."""


def keep_to_oneself(learning: Learning | None) -> None:
    """Tell nobody how far a deck is learned."""


def practice_deck_name(game: str) -> str:
    """The name of the practice deck of a game."""
    return f"{PRACTICE_PREFIX}{game}-{PRACTICE_DECK_VERSION}"


def load_practice_deck(game: str, report: ReportLearning = keep_to_oneself) -> Deck:
    """The practice deck of a game: kept from a former time, drawn with the judges that come learned, or learned now in some
    ten seconds to a minute. A disk that refuses to keep is only printed. `report`: told how far the deck is learned, where
    that is needed."""
    name = practice_deck_name(game)
    with suppress(DeckError):
        return load_deck(deck_folder(), name)
    try:
        deck = rebuild_practice_deck(game)
    except DeckError:
        deck = learn_practice_deck(game, report)
    try:
        save_deck(deck, deck_folder())
        return load_deck(deck_folder(), name)  # rounded as a file is, so that every start reads alike
    except DeckError as error:
        print(f"Notice: {error}. It is made ready again at the next start.", file=sys.stderr, flush=True)
    return deck


def locate_judges(game: str) -> Path:
    """The file of the judges of the practice deck of a game, whether they come with the package or not."""
    return SHIPPED_JUDGES / f"{practice_deck_name(game)}.judges.npz"


def rebuild_practice_deck(game: str) -> Deck:
    """The practice deck of a game: cards drawn in about a second, judges from the package. Raises `DeckError` without judges,
    or with judges of other cards."""
    judges, sheet = load_judges(locate_judges(game)), load_sheet(game)
    return rebuild_deck(practice_deck_name(game), _draw_samples(sheet), judges, game, _measure_aspect(sheet))


def learn_practice_deck(
    game: str, report: ReportLearning = keep_to_oneself, clock: Callable[[], float] = time.monotonic
) -> Deck:
    """The practice deck of a game, learned now. A terminal shows a bar, a log one line. `report`: told how far the deck is
    learned. `clock`: seconds."""
    sheet = load_sheet(game)
    faces = build_practice_deck(sheet)
    begun = clock()
    with show_progress(f"Learning the practice deck of {len(faces)} cards (once)") as show_share:

        def note_share(share: float) -> None:
            """Tell how far the deck is learned, by steps of `LEARNING_STEP`. `share`: 0 to 1, done so far."""
            if share < 1.0 and share - told[-1] < LEARNING_STEP:
                return
            told.append(share)
            show_share(share)
            spent = clock() - begun
            left_s = spent * (1 - share) / share if share >= MIN_SHARE_TO_FORETELL else None
            report(Learning(game, share, left_s))

        told = [0.0]
        report(Learning(game, 0.0))
        try:
            samples, aspect = _draw_samples(sheet), _measure_aspect(sheet)
            return learn_deck(practice_deck_name(game), samples, game, aspect, report=note_share)
        finally:
            report(None)


def _draw_samples(sheet: GameSheet) -> list[Sample]:
    """A picture of each card of the practice deck."""
    return [Sample(face, draw_card(face, CARD_CROP_PX, size_mm=sheet.card_mm)) for face in build_practice_deck(sheet)]


def _measure_aspect(sheet: GameSheet) -> float:
    """Width over height of a card."""
    return sheet.card_mm[0] / sheet.card_mm[1]
