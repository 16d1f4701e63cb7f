"""A deck enrolled at the set-up's page: the cards are asked for one after the other, each is taken as soon as it lies still, then all are
learned. What was shown is kept until then, as `companion enrol --camera` keeps it: either goes on where the other stopped."""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Mapping
from threading import Lock, Thread

from companion.errors import CompanionError, InputError
from companion.games.sheets import load_sheet
from companion.session.known_commands import has_commands
from companion.setup.enrol_live import Kept, Parade
from companion.setup.steps import AGAIN, OPEN, Offer, Step
from companion.shown.messages import Catalogue
from companion.sources.decks import deck_folder
from vision.errors import VisionError
from vision.place.layout import Layout
from vision.readers.enrolled.file import save_deck
from vision.readers.enrolment.learning import learn_deck
from vision.types import Face, Frame

EACH = 4.3
"""Seconds that a card takes: 98 in seven minutes. From a few cards on it is counted how long they really take."""
COUNTED_FROM = 5
"""Cards from which on that is."""


def deck_name(game: str) -> str:
    """Under which the owner's cards of a game are kept."""
    return f"ours-{game}"


def wanted_faces(game: str) -> tuple[Face, ...]:
    """The cards that are asked for, each once. Where no list says which number carries which command the numbers are, and the match asks
    for the commands once."""
    deck = load_sheet(game).deck
    faces = [face.partition(":")[0] for face in deck] if has_commands(deck) else deck
    return tuple(dict.fromkeys(faces))


class Enrolling:
    """The cards of a game, shown one after the other. `learned`: called once the deck is there. `zone`: of the mat that lies there, and its
    layout; None = anywhere on a bare table. From any thread; what was shown is looked at in the eye's. Raises `InputError` where nothing can
    be kept."""

    def __init__(
        self,
        game: str,
        learned: Callable[[], None],
        zone: tuple[Layout, str] | None = None,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self.game, self._learned, self._zone, self._clock = game, learned, zone, clock
        self._lock = Lock()
        self._kept = Kept(deck_folder() / f"{deck_name(game)}.shown")
        sheet = load_sheet(game)
        self._card_mm = sheet.card_mm
        self._told: tuple[str, Mapping[str, object]] = ("", {})
        self._parade = Parade(wanted_faces(game), sheet.card_mm, self._kept, tell=lambda text: None, heard=self._hear)
        self._before, self._begun = len(self._parade.shown), clock()
        self.learning = False
        self._failed: Exception | None = None

    def look(self, frame: Frame) -> None:
        """One frame further. Raises `InputError` where what was shown cannot be kept."""
        with self._lock:
            if self.learning or self._failed:
                return
            try:
                self._parade.look(frame, self._zone)
            except InputError as error:
                self._failed = error
            if self._parade.wanted is None:
                self._learn()

    def press(self, key: str) -> None:
        """See `Parade.press`."""
        with self._lock:
            if self.learning:
                raise InputError.of("set-up-no-choice", given=key)
            self._parade.press(key)
            if self._parade.wanted is None:
                self._learn()

    def step(self, words: Catalogue) -> Step:
        """What a person is to do now."""
        parade, failed = self._parade, self._failed
        stop = Offer("stop", words.text("setup-enrol-stop"))
        if failed:
            return Step("deck", AGAIN, (words.error(failed),), offers=(stop,), decides=False)
        count, done = len(parade.shown) + len(parade.skipped) + len(self._left), len(parade.shown)
        if self.learning:
            return Step("deck", OPEN, (words.text("setup-enrol-learning", count=done),), busy=True, progress=(count, count))
        offers = [Offer("skip", words.text("setup-enrol-skip")), stop]
        if done:
            offers.insert(0, Offer("back", words.text("setup-enrol-back")))
        left = words.text("setup-enrol-left", minutes=self._minutes(len(self._left)))
        said = (self._said(words), f"{words.text('setup-enrol-count', done=done, count=count)} {left}")
        advice = words.text("setup-enrol-on-mat", zone=self._zone[1]) if self._zone else words.text("setup-enrol-how")
        beat = f"{done}/{parade.doubts}/{len(parade.skipped)}"
        return Step(
            "deck", OPEN, said, advice, picture=True, offers=tuple(offers), busy=True, progress=(done, count),
            card=parade.wanted or "", beat=beat,
        )  # fmt: skip

    @property
    def wanted(self) -> Face | None:
        """The card to be shown now, None: all have been."""
        return self._parade.wanted

    @property
    def _left(self) -> list[Face]:
        parade = self._parade
        return [face for face in wanted_faces(self.game) if face not in parade.shown and face not in parade.skipped]

    def _minutes(self, left: int) -> int:
        shown = len(self._parade.shown) - self._before
        each = (self._clock() - self._begun) / shown if shown >= COUNTED_FROM else EACH
        return math.ceil(left * each / 60)

    def _said(self, words: Catalogue) -> str:
        id, values = self._told
        if id in ("enrolling-good", "enrolling-again", "enrolling-forgotten", "enrolling-skipped"):
            return words.text(f"setup-{id}", **values)
        return words.text("setup-enrol-lay")

    def _hear(self, id: str, values: Mapping[str, object]) -> None:
        if id != "enrolling-show":  # what went before it says more
            self._told = (id, values)

    def _learn(self) -> None:
        """In a thread of its own: it takes as long as the deck is large, and the eye is not to stand still."""
        if len(self._parade.shown) < 2:
            self._failed = InputError.of("set-up-too-few-cards")
            return
        self.learning = True
        Thread(target=self._learnt, name="learning", daemon=True).start()

    def _learnt(self) -> None:
        try:
            samples = self._kept.samples(self._parade.shown, self._card_mm)
            width, height = self._card_mm
            save_deck(learn_deck(deck_name(self.game), samples, self.game, width / height), deck_folder())
            self._learned()
        except (VisionError, CompanionError, OSError) as error:
            self._failed, self.learning = error, False
        else:
            self._kept.forget_all()
