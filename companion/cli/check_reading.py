"""`companion check-reading`: show a few telling cards, and hear how well they are read at this table."""

from __future__ import annotations

import argparse
import json
import queue
import statistics
import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict, replace
from pathlib import Path
from typing import Any

from companion.errors import InputError
from companion.games import first_game
from companion.games.sheets import load_sheet
from companion.machine.config import load_config
from companion.setup.enrol_live import ANY_CARD_MM, listen_for_keys, open_showing_table, print_to_stderr
from companion.shown.words.messages import Catalogue, catalogue
from companion.sources.decks import corrected_deck, deck_folder
from companion.sources.practice_decks import load_practice_deck
from companion.sources.readers import deck_for, enrolled_reader, reader_of
from companion.sources.reading_check import Look, Verdict, judge_reading
from companion.sources.sources import find_source
from vision.cards.candidates import PictureReader
from vision.errors import EndOfVideo, PictureUnreadable
from vision.plane.quality import Quality, judge_quality
from vision.readers.enrolled.confusable import CONFUSABLE_FACES, find_most_alike_faces
from vision.readers.enrolled.file import BUILT_IN, Deck, load_deck
from vision.readers.enrolment.doubts import SAME
from vision.readers.enrolment.live import Doubtful, Shown, begin_show, watch_frame
from vision.types import Camera, Face, Image, Reader, Reading

MAX_ASKS_OF_CARD = 3  # how often an unfound card is asked for until missed; guess
BRIDGE_CARD_MM = (57.0, 89.0)  # width and height of cards that nobody enrolled; standard of bridge cards


def run(arguments: argparse.Namespace) -> int:
    """0 for a good or fair table, 1 for a poor one or unshown cards; the verdict is printed. Raises `ConfigError`,
    `InputError`, `DeckError`, `CameraUnavailable`."""
    if not 2 <= arguments.cards <= 200:
        raise InputError("--cards: from 2 to 200")
    config = load_config(arguments.config)
    words = catalogue(arguments.language or config.language)
    name = deck_for(first_game(), config.eye.deck if arguments.deck is None else arguments.deck)
    if arguments.images:
        looks, wanted = list(read_folder(arguments.images, _reader_and_deck(name)[0])), 1
    else:
        reader, deck = _reader_and_deck(name)
        order = find_most_alike_faces(deck, arguments.cards) if deck else CONFUSABLE_FACES[name][: arguments.cards]
        exam = Exam(order, reader, card_mm_of(deck), words)
        source = find_source(arguments.source or config.eye.source)
        with open_showing_table(exam, exam.card_mm) if source.kind == "virtual" else source.newest() as frames:
            exam.watch_exam(frames, listen_for_keys())
        looks, wanted = exam.looks, len(exam.order)
    if not looks:
        raise InputError("no card was shown; run the command again")
    found = judge_reading(looks)
    print(verdict_as_json(looks, found) if arguments.json else "\n".join(verdict_in_words(looks, found, words)))
    return 1 if found.grade == "poor" or len(looks) < wanted else 0


def _reader_and_deck(name: str) -> tuple[PictureReader, Deck | None]:
    """Reader of a deck by name, and the deck, None for a built-in deck; "" = the practice deck. Raises `DeckError`."""
    if name in BUILT_IN:
        return reader_of(name, load_sheet(first_game()).deck), None
    deck = corrected_deck(load_deck(deck_folder(), name) if name else load_practice_deck(first_game()))
    return enrolled_reader(deck), deck


def card_mm_of(deck: Deck | None) -> tuple[float, float]:
    """Width and height of a card of `deck` in millimetres; of a bridge card for a built-in deck (None)."""
    if deck is None:
        return BRIDGE_CARD_MM
    return load_sheet(deck.game).card_mm if deck.game else (ANY_CARD_MM[0], ANY_CARD_MM[0] / deck.aspect)


class Exam:
    """The cards asked for, and what was read of each.

    `order`: the cards to ask for. `card_mm`: width and height of a card. `words`: the language. `tell`: how a person is told.
    """

    def __init__(
        self,
        order: Sequence[Face],
        reader: Reader,
        card_mm: tuple[float, float],
        words: Catalogue,
        tell: Callable[[str], None] = print_to_stderr,
    ) -> None:
        self.order, self.card_mm = tuple(order), card_mm
        self._reader, self._words, self._tell = reader, words, tell
        self.looks: list[Look] = []
        self.doubts = 0
        self._misses = 0

    @property
    def wanted_face(self) -> Face | None:
        """The card to be shown now, None once all were shown."""
        return self.order[len(self.looks)] if len(self.looks) < len(self.order) else None

    def watch_exam(self, camera: Camera, keys: queue.SimpleQueue[str]) -> None:
        """Watch until all cards were shown, the source ends or the person types "q"; "b" asks for the last card again.
        `keys`: what a person types."""
        show = begin_show(self.card_mm)
        self._tell(self._words.text("checking-begin", count=len(self.order)))
        self._ask_for_card()
        while self.wanted_face is not None:
            try:
                frame = camera.read()
            except (EndOfVideo, KeyboardInterrupt):
                return
            show, told = watch_frame(show, frame)
            show = replace(show, textures=())  # the cards asked for look alike; none is shown twice
            if told:
                self._take_answer(told, frame.image)
            key = "" if keys.empty() else keys.get()
            if key == "q":
                return
            if key == "b" and self.looks:
                self.looks.pop()
                self._ask_for_card()

    def _take_answer(self, told: Shown | Doubtful, image: Image) -> None:
        """Read the card that was shown, or count that no card was found: after `MAX_ASKS_OF_CARD` the card is missed.
        `image`: the frame, (H, W, 3) uint8 BGR."""
        assert self.wanted_face is not None
        if told.crop is not None and told.quality is not None and getattr(told, "reason", "") != SAME:
            self._note_look(_look_of(self.wanted_face, self._reader.read(told.crop), told.quality, image))
            return
        self.doubts += 1
        self._misses += 1
        if self._misses >= MAX_ASKS_OF_CARD:
            self._note_look(Look(self.wanted_face, "", False, picture=float(image.mean())))
        else:
            reason = told.reason if isinstance(told, Doubtful) else ""
            self._tell("\a" + self._words.text("checking-again", face=self.wanted_face, reason=reason))

    def _note_look(self, look: Look) -> None:
        """Keep `look`, tell the person, and ask for the next card."""
        self.looks.append(look)
        self._misses = 0
        self._tell("\a" + self._words.text(f"checking-{look.outcome}", face=look.wanted, seen=look.read))
        self._ask_for_card()

    def _ask_for_card(self) -> None:
        if self.wanted_face is not None:
            number, count = len(self.looks) + 1, len(self.order)
            self._tell(self._words.text("checking-show", face=self.wanted_face, number=number, count=count))


def _look_of(face: Face, reading: Reading, seen: Quality, image: Image) -> Look:
    """What was read where `face` was wanted. `seen`: of the card. `image`: the whole picture."""
    grey = float(image.mean())
    return Look(face, reading.face, reading.accepted, reading.confidence, seen.width_px, grey, seen.glare, seen.blur)


def read_folder(folder: Path, reader: PictureReader) -> Iterator[Look]:
    """What `reader` reads in pictures of single cards, each named by the card. Unreadable pictures are reported and left out.
    Raises `InputError`."""
    from companion.cli.enrol import find_labelled_pictures  # pictures are named as there
    from vision.plane.pictures import load_picture

    for path, face in find_labelled_pictures(folder):
        try:
            image, _ = load_picture(path)
        except PictureUnreadable as error:
            print(f"companion: {error}", file=sys.stderr)
            continue
        yield read_one_picture(image, face, reader)


def read_one_picture(image: Image, face: Face, reader: PictureReader) -> Look:
    """What `reader` reads in a picture, (H, W, 3) uint8 BGR, of the card `face`; of several cards the first counts."""
    found = reader.read_picture(image)
    if not found:
        return Look(face, "", False, picture=float(image.mean()))
    quad, reading = found[0]
    return _look_of(face, reading, judge_quality(image, quad), image)


def verdict_as_json(looks: Sequence[Look], found: Verdict) -> str:
    """The verdict `found` on `looks` as a JSON object."""

    def in_json(look: Look) -> dict[str, Any]:
        rounded = {key: round(value, 3) if isinstance(value, float) else value for key, value in asdict(look).items()}
        return {**rounded, "outcome": look.outcome}

    return json.dumps({**asdict(found), "cards": [in_json(look) for look in looks]}, ensure_ascii=False)


def verdict_in_words(looks: Sequence[Look], found: Verdict, words: Catalogue) -> Iterator[str]:
    """The verdict `found` on `looks` as a person reads it, line by line."""
    yield words.text(f"checking-grade-{found.grade}")
    yield words.text(
        "checking-counts", right=found.right, asked=found.asked, wrong=found.wrong, missed=found.missed, count=len(looks)
    )
    for look in looks:
        if look.outcome == "wrong":
            yield words.text("checking-misread", face=look.wanted, seen=look.read)
    width = statistics.median([look.width_px for look in looks if look.read] or [0.0])
    yield words.text("checking-width", width=round(width), least=round(found.width_px))
    yield words.text("checking-light", brightness=round(found.brightness), blur=round(100 * found.blur))
    for code in found.advice:
        yield words.text(f"checking-advice-{code}")
