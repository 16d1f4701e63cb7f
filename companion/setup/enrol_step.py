"""Enrolment on the set-up page: cards are asked for in turn, each taken once still, and at last the deck is learned.

Shown cards are kept as by `companion enrol --camera`: page and command can go on where the other stopped.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Mapping
from threading import Lock, Thread

from companion.errors import CompanionError, InputError
from companion.games.sheets import load_sheet
from companion.intake.known_commands import has_command_cards
from companion.setup.enrol_live import Parade, ShownCards
from companion.setup.steps import AGAIN, UNDECIDED, SetUpStep, StepAction
from companion.shown.words.messages import Catalogue
from companion.sources.decks import deck_folder
from vision.errors import VisionError
from vision.place.layout import Layout
from vision.types import Face, Frame

DEFAULT_CARD_S = 4.3  # seconds that a card takes; measured: 98 cards in seven minutes
MIN_CARDS_FOR_PACE = 5  # cards from which on the real pace is used for the estimate; guess


def deck_name(game: str) -> str:
    """The name of the deck with the owner's cards for a game."""
    return f"ours-{game}"


def wanted_faces(game: str) -> tuple[Face, ...]:
    """The faces of a game to show, each once. Of cards with commands, bare numbers are asked for; the match asks for commands
    later."""
    deck = load_sheet(game).deck
    faces = [face.partition(":")[0] for face in deck] if has_command_cards(deck) else deck
    return tuple(dict.fromkeys(faces))


class Enrolling:
    """The cards of a game, shown in turn. From any thread; frames are looked at in the thread of the eye.

    `learned`: called once the deck is saved. `zone`: layout and pile of the mat to lay cards on, None = anywhere. `clock`:
    rising seconds.
    """

    def __init__(
        self,
        game: str,
        learned: Callable[[], None],
        zone: tuple[Layout, str] | None = None,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self.game, self._learned, self._zone, self._clock = game, learned, zone, clock
        self._lock = Lock()
        self._kept = ShownCards(deck_folder() / f"{deck_name(game)}.shown")
        self._card_mm = load_sheet(game).card_mm
        self._told: tuple[str, Mapping[str, object]] = ("", {})
        self._parade = Parade(wanted_faces(game), self._card_mm, self._kept, tell=lambda text: None, heard=self._note_message)
        self._before, self._begun = len(self._parade.shown), clock()
        self.learning = False
        self._failed: Exception | None = None

    def look_at_guest_frame(self, frame: Frame) -> None:
        """Look at a frame that the eye lends (see `Guest`), and start learning after the last card, in another thread. Frames
        during learning or after a failure are ignored. The refusal of a disk shows in the step; other errors are raised."""
        with self._lock:
            if self.learning or self._failed:
                return
            try:
                self._parade.look_at_frame(frame, self._zone)
            except InputError as error:
                self._failed = error
            if self._parade.wanted_face is None:
                self._start_learning()

    def press_learning_key(self, key: str) -> None:
        """Obey a key, see `Parade.press_key`. Raises `InputError` while the deck is learned."""
        with self._lock:
            if self.learning:
                raise InputError.with_id("set-up-no-choice", given=key)
            self._parade.press_key(key)
            if self._parade.wanted_face is None:
                self._start_learning()

    def current_step(self, words: Catalogue) -> SetUpStep:
        """The step as it stands: what a person is to do now, the error after a failure, or that the deck is learned."""
        parade, failed = self._parade, self._failed
        stop = StepAction("stop", words.text("setup-enrol-stop"))
        if failed:
            return SetUpStep("deck", AGAIN, (words.say_error(failed),), offers=(stop,), decides=False)
        left = [face for face in wanted_faces(self.game) if face not in parade.shown and face not in parade.skipped]
        count, done = len(parade.shown) + len(parade.skipped) + len(left), len(parade.shown)
        if self.learning:
            return SetUpStep(
                "deck", UNDECIDED, (words.text("setup-enrol-learning", count=done),), busy=True, progress=(count, count)
            )
        offers = [StepAction("skip", words.text("setup-enrol-skip")), stop]
        if done:
            offers.insert(0, StepAction("back", words.text("setup-enrol-back")))
        id, values = self._told
        if id in ("enrolling-good", "enrolling-again", "enrolling-forgotten", "enrolling-skipped"):
            message = words.text(f"setup-{id}", **values)
        else:
            message = words.text("setup-enrol-lay")
        rest = words.text("setup-enrol-left", minutes=self._estimate_minutes(len(left)))
        said = (message, f"{words.text('setup-enrol-count', done=done, count=count)} {rest}")
        advice = words.text("setup-enrol-on-mat", zone=self._zone[1]) if self._zone else words.text("setup-enrol-how")
        beat = f"{done}/{parade.doubts}/{len(parade.skipped)}"
        return SetUpStep(
            "deck", UNDECIDED, said, advice, picture=True, offers=tuple(offers), busy=True, progress=(done, count),
            card=parade.wanted_face or "", beat=beat,
        )  # fmt: skip

    @property
    def wanted(self) -> Face | None:
        """The card to be shown now, None once all were shown."""
        return self._parade.wanted_face

    def _estimate_minutes(self, left: int) -> int:
        shown = len(self._parade.shown) - self._before
        each = (self._clock() - self._begun) / shown if shown >= MIN_CARDS_FOR_PACE else DEFAULT_CARD_S
        return math.ceil(left * each / 60)

    def _note_message(self, id: str, values: Mapping[str, object]) -> None:
        if id != "enrolling-show":  # what went before it says more
            self._told = (id, values)

    def _start_learning(self) -> None:
        """Learn in another thread: learning takes long, and the eye must not stand still. With fewer than two cards, the step
        fails instead."""
        if len(self._parade.shown) < 2:
            self._failed = InputError.with_id("set-up-too-few-cards")
            return
        self.learning = True
        Thread(target=self._learn_deck_and_save, name="learning", daemon=True).start()

    def _learn_deck_and_save(self) -> None:
        """Learn and save the deck, call `learned`, and forget the crops. A failure shows in the step, and the crops stay."""
        try:
            self._kept.learn_shown(deck_name(self.game), self._parade.shown, self.game, self._card_mm)
            self._learned()
        except (VisionError, CompanionError, OSError) as error:
            self._failed, self.learning = error, False
        else:
            self._kept.forget_all()
