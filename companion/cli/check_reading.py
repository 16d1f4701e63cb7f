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

from companion.errors import InputError
from companion.games import first_game
from companion.games.sheets import load_sheet
from companion.machine.config import Config, load_config
from companion.setup.enrol_live import ANY_CARD_MM, listen_for_keys, open_showing_table, print_to_stderr
from companion.shown.messages import Catalogue, catalogue, languages
from companion.sources.decks import deck_folder, deck_in_use
from companion.sources.readers import deck_for, enrolled_reader, reader_of
from companion.sources.reading_check import Look, Verdict, verdict
from companion.sources.sources import SOURCES, practice_deck, source_of
from vision.cards.candidates import PictureReader
from vision.errors import EndOfVideo, PictureUnreadable
from vision.plane.quality import judge_quality
from vision.readers.enrolled.confusable import CONFUSABLE_FACES, find_most_alike_faces
from vision.readers.enrolled.file import BUILT_IN, Deck, load_deck
from vision.readers.enrolment.doubts import SAME
from vision.readers.enrolment.live import Doubtful, Show, Shown, begin_show, watch_frame
from vision.types import Camera, Face, Frame, Image, Reader

CARDS = 12
ASKED_TIMES = 3
"""How often a card that is not found is asked for before it counts as missed."""
BRIDGE_MM = (57.0, 89.0)
"""A card that nobody enrolled: ordinary cards are of that size in most editions."""


def add_parser(subparsers: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add the command's arguments."""
    parser = subparsers.add_parser(
        "check-reading",
        help="show twelve cards and hear how well they are read at this table",
        description="Asks for the cards of the deck that are most easily taken for one another, one after the other, and says how this "
        "table, light and camera read them, and what to change. Status 0 if the table is good or fair, 1 if it is poor or "
        "not all cards were shown. Stop the service first: only one program can use a camera.",
        epilog="example:\n  companion check-reading --config /etc/table-companion/companion.toml",
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--config", type=Path, help="companion.toml: its source and deck (default: the virtual table)")
    parser.add_argument("--source", help=f"instead of the configured one: {SOURCES}")
    parser.add_argument("--deck", help="instead of the configured one: an enrolled deck, standard or numbers")
    parser.add_argument("--cards", type=int, default=CARDS, metavar="N", help=f"how many cards to ask for (default: {CARDS})")
    parser.add_argument("--images", type=Path, metavar="DIR", help="read pictures named by their card instead of watching")
    parser.add_argument("--json", action="store_true", help="print one JSON object instead of sentences")
    parser.add_argument("--language", choices=languages(), help="language of what is said (default: that of companion.toml)")
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    """Print the verdict. Raises `ConfigError`, `InputError`, `DeckError`, `CameraUnavailable`."""
    if not 2 <= arguments.cards <= 200:
        raise InputError("--cards: from 2 to 200")
    config = load_config(arguments.config)
    words = catalogue(arguments.language or config.language)
    name = deck_for(first_game(), config.eye.deck if arguments.deck is None else arguments.deck)
    if arguments.images:
        looks, wanted = list(read_folder(arguments.images, _reader(name)[0])), 1
    else:
        exam = _examined(arguments, config, name, words)
        looks, wanted = exam.looks, len(exam.order)
    if not looks:
        raise InputError("no card was shown; run the command again")
    found = verdict(looks)
    print(report(looks, found) if arguments.json else "\n".join(sentences(looks, found, words)))
    return 1 if found.grade == "poor" or len(looks) < wanted else 0


def _reader(name: str) -> tuple[PictureReader, Deck | None]:
    """The reader of a deck by its name, and the deck if it was enrolled; "" = the practice deck."""
    if name in BUILT_IN:
        return reader_of(name, load_sheet(first_game()).deck), None
    deck = deck_in_use(load_deck(deck_folder(), name) if name else practice_deck(first_game()))
    return enrolled_reader(deck), deck


def _examined(arguments: argparse.Namespace, config: Config, name: str, words: Catalogue) -> Exam:
    reader, deck = _reader(name)
    order = find_most_alike_faces(deck, arguments.cards) if deck else CONFUSABLE_FACES[name][: arguments.cards]
    exam = Exam(order, reader, card_mm_of(deck), words)
    source = source_of(arguments.source or config.eye.source)
    with open_showing_table(exam, exam.card_mm) if source.kind == "virtual" else source.newest() as frames:
        exam.watch(frames, listen_for_keys())
    return exam


def card_mm_of(deck: Deck | None) -> tuple[float, float]:
    """Width and height of a card, as far as the deck tells."""
    if deck is None:
        return BRIDGE_MM
    return load_sheet(deck.game).card_mm if deck.game else (ANY_CARD_MM[0], ANY_CARD_MM[0] / deck.aspect)


class Exam:
    """The cards asked for, and what was read of each. `tell`: how a person is told."""

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
        """The card to be shown now, None: all have been."""
        return self.order[len(self.looks)] if len(self.looks) < len(self.order) else None

    def watch(self, camera: Camera, keys: queue.SimpleQueue[str]) -> None:
        """Look until all cards were shown, the source ends or the person stops."""
        show = begin_show(self.card_mm)
        self._tell(self._words.text("checking-begin", count=len(self.order)))
        self._ask()
        while self.wanted_face is not None:
            try:
                frame = camera.read()
            except (EndOfVideo, KeyboardInterrupt):
                return
            show, told = watch_frame(show, frame)
            show = replace(show, textures=())  # the cards asked for look alike; none is shown twice
            if told:
                show = self._heed(told, frame, show)
            key = "" if keys.empty() else keys.get()
            if key == "q":
                return
            if key == "b" and self.looks:
                self._take_back()

    def _heed(self, told: Shown | Doubtful, frame: Frame, show: Show) -> Show:
        if told.crop is not None and told.quality is not None and getattr(told, "reason", "") != SAME:
            self._read(told, frame.image)
        else:
            self._missed(told, frame.image)
        return show

    def _read(self, told: Shown | Doubtful, image: Image) -> None:
        assert self.wanted_face is not None and told.crop is not None and told.quality is not None
        reading, seen = self._reader.read(told.crop), told.quality
        look = Look(
            self.wanted_face,
            reading.face,
            reading.accepted,
            reading.confidence,
            seen.width_px,
            float(image.mean()),
            seen.glare,
            seen.blur,
        )
        self._note(look)

    def _missed(self, told: Shown | Doubtful, image: Image) -> None:
        self.doubts += 1
        self._misses += 1
        if self._misses >= ASKED_TIMES and self.wanted_face:
            self._note(Look(self.wanted_face, "", False, picture=float(image.mean())))
        else:
            reason = told.reason if isinstance(told, Doubtful) else ""
            self._tell("\a" + self._words.text("checking-again", face=self.wanted_face or "", reason=reason))

    def _note(self, look: Look) -> None:
        self.looks.append(look)
        self._misses = 0
        self._tell("\a" + self._words.text(f"checking-{look.outcome}", face=look.wanted, seen=look.read))
        self._ask()

    def _take_back(self) -> None:
        self.looks.pop()
        self._ask()

    def _ask(self) -> None:
        if self.wanted_face is not None:
            self._tell(
                self._words.text("checking-show", face=self.wanted_face, number=len(self.looks) + 1, count=len(self.order))
            )


def read_folder(folder: Path, reader: PictureReader) -> Iterator[Look]:
    """What is read in pictures of single cards, named by their face. Raises `InputError`."""
    from companion.cli.enrol import pictures  # its names of pictures are the same
    from vision.plane.pictures import load_picture

    for path, face in pictures(folder):
        try:
            image, _ = load_picture(path)
        except PictureUnreadable as error:
            print(f"companion: {error}", file=sys.stderr)
            continue
        yield looked_at(image, face, reader)


def looked_at(image: Image, face: Face, reader: PictureReader) -> Look:
    """What is read in one picture of one card."""
    found = reader.read_picture(image)
    if not found:
        return Look(face, "", False, picture=float(image.mean()))
    quad, reading = found[0]
    seen = judge_quality(image, quad)
    return Look(
        face, reading.face, reading.accepted, reading.confidence, seen.width_px, float(image.mean()), seen.glare, seen.blur
    )


def report(looks: Sequence[Look], found: Verdict) -> str:
    """The verdict as one JSON object."""
    cards = [{**asdict(look), "outcome": look.outcome} for look in looks]
    return json.dumps(
        {**asdict(found), "cards": [{k: _short(v) for k, v in card.items()} for card in cards]}, ensure_ascii=False
    )


def sentences(looks: Sequence[Look], found: Verdict, words: Catalogue) -> Iterator[str]:
    """The verdict as a person reads it."""
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


def _short(value: object) -> object:
    return round(value, 3) if isinstance(value, float) else value
