"""`companion enrol DECK --camera SOURCE`: learn a deck from cards shown to the camera in turn.

Shown cards are kept in the state directory until the deck is learned: an evening may be interrupted.
"""

from __future__ import annotations

import argparse
import json
import queue
import re
import shutil
import sys
import threading
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Protocol

import cv2
import numpy as np

from companion.errors import InputError
from companion.games.sheets import load_sheet
from companion.intake.known_commands import has_command_cards
from companion.machine.text_files import read_text_file
from companion.setup.phone_camera import PHONE_SOURCE, PhonePage
from companion.shown.words.languages import FALLBACK
from companion.shown.words.messages import Catalogue, catalogue
from companion.sources.decks import deck_folder
from companion.sources.sources import find_source, layout_for
from companion.whole_file import write_whole
from vision.drawn.table.acts import Act, Lay, Lift, Wait
from vision.drawn.table.scene import TableScene
from vision.drawn.table.virtual_camera import VirtualTable
from vision.errors import EndOfVideo
from vision.place.layout import Layout, Zone
from vision.readers.enrolled.file import Deck, check_deck_name, save_deck
from vision.readers.enrolment.learning import Sample, learn_deck
from vision.readers.enrolment.live import Doubtful, Show, Shown, begin_show, forget_last_card, watch_frame
from vision.readers.enrolment.places import locate_zone
from vision.readers.enrolment.surroundings import cut_samples_alike
from vision.types import Camera, Face, Frame, Image

TYPED_FACE = re.compile(r"[A-Za-z0-9]{1,6}(:[a-z0-9]{1,12})?")
BELL = "\a"
ANY_CARD_MM = (63.0, 88.0)  # width and height of a card without a game; standard of poker cards


def run_live_enrolment(arguments: argparse.Namespace) -> int:
    """0 once all cards were shown and the deck is saved, 1 where the showing was broken off. `arguments`: of `companion enrol`.
    Raises `InputError`, `ConfigError`, `CameraUnavailable`, `DeckError`."""
    words = catalogue(arguments.language)
    order = faces_in_order(arguments.faces, arguments.game)
    name = check_deck_name(arguments.deck)
    card_mm = load_sheet(arguments.game).card_mm if arguments.game else ANY_CARD_MM
    layout = layout_for(arguments.game, arguments.mat) if arguments.zone and arguments.game else None
    if arguments.zone and layout is None:
        raise InputError("--zone needs --game: it is a zone of that game's mat")
    if layout:
        layout.zone(arguments.zone)  # refuses an unknown one before anything is opened
    kept = ShownCards(deck_folder() / f"{name}.shown")
    if arguments.restart:
        kept.forget_all()
    parade = Parade(order, card_mm, kept, words=words)
    source = find_source(arguments.camera)
    opened: Camera
    if source.kind == "virtual":
        opened = open_showing_table(parade, card_mm)
    else:
        opened = PhonePage() if source.kind == PHONE_SOURCE else source.newest()
    with opened as camera:
        done = parade.watch_cards(camera, listen_for_keys(), (layout, arguments.zone) if layout else None)
    if not done:
        print_to_stderr(words.text("enrolling-kept", shown=len(kept.kept_faces()), count=len(order)))
        return 1
    print_to_stderr(words.text("enrolling-learning", count=len(parade.shown)))
    deck = kept.learn_shown(name, parade.shown, arguments.game or "", card_mm)
    if getattr(arguments, "contact_sheet", None):
        from vision.drawn.art.contact_sheet import compose_contact_sheet
        from vision.plane.pictures import save_picture

        save_picture(arguments.contact_sheet, compose_contact_sheet(deck, parade.skipped))
    kept.forget_all()
    summary = {"deck": name, "game": arguments.game, "faces": list(deck.faces), "missing": parade.skipped, "doubtful": []}
    print(json.dumps({**summary, "pictures": len(deck.faces), "aspect": round(deck.aspect, 3)}), flush=True)
    return 0


def faces_in_order(faces: str | None, game: str | None) -> tuple[Face, ...]:
    """The cards in the order of showing, at least two, none twice. `faces`: a list as "2,3,47:skull", or a file with a list;
    None = the deck of `game`. "47+skull" is read as "47:skull". Raises `InputError`."""
    if faces is None:
        if not game:
            raise InputError("say which cards you will show: --game GAME, or --faces 2,3,4")
        deck = load_sheet(game).deck
        if has_command_cards(deck):
            raise InputError(
                "no list says which number carries which command: name your cards with --faces 2,3:skull,4 or a file of them"
            )
        return deck
    text = read_text_file(Path(faces)) if Path(faces).is_file() else faces
    named = [face.replace("+", ":") for face in re.split(r"[\s,;]+", text.strip()) if face]
    wrong = next((face for face in named if not TYPED_FACE.fullmatch(face)), None)
    if wrong is not None:
        raise InputError(f"--faces: {wrong!r} is no face; write 47, 47:skull, F44, 7R, s12 or QH")
    twice = next((face for face in named if named.count(face) > 1), None)
    if twice or len(named) < 2:
        raise InputError(f"--faces: {twice} stands twice" if twice else "--faces: at least two cards are needed")
    return tuple(named)


class ShownCards:
    """Crops of the cards shown so far, a JPEG for each face. A folder "around" holds the same cards with their surroundings."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def kept_faces(self) -> list[Face]:
        """Faces with a kept crop, first shown first."""
        files = sorted(self._folder.glob("*.jpg"), key=lambda path: path.stat().st_mtime_ns) if self._folder.is_dir() else []
        return [path.stem.replace("+", ":") for path in files]

    def keep_crop(self, face: Face, crop: Image, around: Image) -> None:
        """Write the crop of a face and the wider picture `around`, (H, W, 3) uint8 BGR, each whole or not at all. Raises
        `InputError` where the disk refuses."""
        try:
            for path, image in ((self._surroundings_path(face), around), (self._crop_path(face), crop)):
                jpeg = cv2.imencode(".jpg", image, [cv2.IMWRITE_JPEG_QUALITY, 95])[1].tobytes()
                write_whole(path, jpeg, lasting=False)
        except OSError as error:
            raise InputError(f"{self._folder} cannot be written: {error.strerror}; make room or set STATE_DIRECTORY") from error

    def load_crop(self, face: Face) -> Image | None:
        """The kept crop of a face, (H, W, 3) uint8 BGR, or None."""
        return _image_in(self._crop_path(face))

    def load_samples(self, faces: Sequence[Face], card_mm: tuple[float, float]) -> list[Sample]:
        """Samples to learn the deck from; faces without a kept crop are left out. All cards are cut alike where the
        surroundings are known. `card_mm`: width and height of a card."""
        around = {face: image for face in faces if (image := _image_in(self._surroundings_path(face))) is not None}
        alike = {sample.face: sample.crop for sample in cut_samples_alike(around, card_mm)}
        crops = {face: alike.get(face, self.load_crop(face)) for face in faces}
        return [Sample(face, crop) for face, crop in crops.items() if crop is not None]

    def learn_shown(self, name: str, faces: Sequence[Face], game: str, card_mm: tuple[float, float]) -> Deck:
        """The deck `name`, learned from the kept pictures of `faces` and saved. `card_mm`: width and height of a card. Raises
        `DeckError`."""
        deck = learn_deck(name, self.load_samples(faces, card_mm), game, card_mm[0] / card_mm[1])
        save_deck(deck, deck_folder())
        return deck

    def forget_card(self, face: Face) -> None:
        """Delete the pictures of a face: the wrong card was shown."""
        for path in (self._crop_path(face), self._surroundings_path(face)):
            path.unlink(missing_ok=True)

    def forget_all(self) -> None:
        """Delete all pictures."""
        shutil.rmtree(self._folder, ignore_errors=True)

    def _crop_path(self, face: Face) -> Path:
        return self._folder / f"{face.replace(':', '+')}.jpg"

    def _surroundings_path(self, face: Face) -> Path:
        return self._folder / "around" / self._crop_path(face).name


def _image_in(path: Path) -> Image | None:
    image = cv2.imread(str(path)) if path.is_file() else None
    return None if image is None else np.asarray(image, np.uint8)


class Parade:
    """The cards in `order`, each asked for in turn.

    `card_mm`: width and height of a card. `kept`: where crops go. `tell`: how a person is told, default standard error.
    `words`: the language, default English. `heard`: called with id and values of each text told.
    """

    def __init__(
        self,
        order: Sequence[Face],
        card_mm: tuple[float, float],
        kept: ShownCards,
        tell: Callable[[str], None] | None = None,
        words: Catalogue | None = None,
        heard: Callable[[str, Mapping[str, object]], None] = lambda id, values: None,
    ) -> None:
        self._order, self._card_mm, self._kept, self._tell = tuple(order), card_mm, kept, tell or print_to_stderr
        self._words, self._heard = words or catalogue(FALLBACK), heard
        self._show: Show | None = None
        self.shown = [face for face in kept.kept_faces() if face in self._order]
        self.skipped: list[Face] = []
        self.doubts = 0

    @property
    def wanted_face(self) -> Face | None:
        """The card to be shown now, None once all were shown or skipped."""
        return next((face for face in self._order if face not in self.shown and face not in self.skipped), None)

    def watch_cards(self, camera: Camera, keys: queue.SimpleQueue[str], zone: tuple[Layout, str] | None = None) -> bool:
        """True once all cards were shown; False where the camera ended or a person typed "q". `keys`: what a person types.
        `zone`: layout and zone for the cards, None = anywhere."""
        if self.shown:
            self._tell_person("enrolling-known", count=len(self.shown))
        if self.wanted_face:
            self._tell_person("enrolling-begin")
            self._tell_person("enrolling-show", face=self.wanted_face)
        while self.wanted_face is not None:
            try:
                frame = camera.read()
            except (EndOfVideo, KeyboardInterrupt):
                return False
            self.look_at_frame(frame, zone)
            while not keys.empty():
                key = keys.get()
                if key == "q":
                    return False
                self.press_key(key)
        return True

    def look_at_frame(self, frame: Frame, zone: tuple[Layout, str] | None = None) -> None:
        """Look at a frame; a card lying still is taken for the wanted card, and kept. Nothing happens while the zone is not
        found. `zone`: as in `watch_cards`. Raises `InputError` where the disk refuses."""
        if self._show is None:
            place = locate_zone(frame.image, *zone) if zone else None
            if zone and place is None:
                return
            crops = [crop for face in self.shown if (crop := self._kept.load_crop(face)) is not None]
            self._show = begin_show(self._card_mm, place, crops)
        if self.wanted_face is None:
            return
        self._show, told = watch_frame(self._show, frame)
        if told:
            self._take_shown_card(told)

    def _take_shown_card(self, told: Shown | Doubtful) -> None:
        """Keep `told` as the wanted card, or ask again where doubtful: `doubts` counts such cards."""
        face = self.wanted_face
        assert face is not None
        if isinstance(told, Doubtful):
            self.doubts += 1
            like = self.shown[told.like] if told.like is not None and told.like < len(self.shown) else ""
            self._tell_person("enrolling-again", BELL, face=face, seen=like, reason=told.reason)
            return
        self._kept.keep_crop(face, told.crop, told.around)
        self.shown.append(face)
        self._tell_person(
            "enrolling-good" if self.wanted_face else "enrolling-last", BELL, seen=face, face=self.wanted_face or ""
        )

    def press_key(self, key: str) -> None:
        """Obey a key: "b" forgets the last card, "s" skips the wanted card; other keys do nothing."""
        face = self.wanted_face
        if key == "b" and self.shown:
            wrong = self.shown.pop()
            self._kept.forget_card(wrong)
            self._show = forget_last_card(self._show) if self._show else None
            self._tell_person("enrolling-forgotten", seen=wrong, face=self.wanted_face or "")
            return
        if key == "s" and face:
            self.skipped.append(face)
            self._tell_person("enrolling-skipped", seen=face)
            if self.wanted_face:
                self._tell_person("enrolling-show", face=self.wanted_face)

    def _tell_person(self, id: str, bell: str = "", /, **values: object) -> None:
        self._heard(id, values)
        self._tell(bell + self._words.text(id, **values))


class Wanting(Protocol):
    """Whoever asks for cards."""

    doubts: int  # how often a card was asked for again

    @property
    def wanted_face(self) -> Face | None: ...


def show_wanted_cards(parade: Wanting, zone: str, patience: float = 3.0) -> Iterator[Act]:
    """Acts of a person at the virtual table who shows each card wanted by `parade` in `zone`, and once more if asked again.
    `patience`: the most seconds for a card to lie."""
    while (face := parade.wanted_face) is not None:
        yield Lay(zone, face)
        doubts, waited = parade.doubts, 0.0
        while parade.wanted_face == face and parade.doubts == doubts and waited < patience:
            yield Wait(0.1)
            waited += 0.1
        yield Lift(zone)


def open_showing_table(parade: Wanting, card_mm: tuple[float, float]) -> VirtualTable:
    """A drawn table without a mat, with a person who shows the cards wanted by `parade`, as fast as possible. `card_mm`:
    width and height of a card."""
    layout = Layout((300, 220), (Zone("show", "card", (80, 30, 140, 160)),), (), card_mm)
    scene = TableScene(layout, mat=False)
    return VirtualTable(layout, show_wanted_cards(parade, "show"), speed="fast", direction_cards=False, scene=scene)


def print_to_stderr(text: str) -> None:
    """Print `text` to standard error."""
    print(text, file=sys.stderr, flush=True)


def listen_for_keys() -> queue.SimpleQueue[str]:
    """A queue of lines typed by a person, in small letters, filled by another thread; stays empty where standard input is no
    terminal."""
    typed: queue.SimpleQueue[str] = queue.SimpleQueue()

    def listen() -> None:
        for line in sys.stdin:
            typed.put(line.strip().lower())

    if sys.stdin is not None and sys.stdin.isatty():
        threading.Thread(target=listen, name="keys", daemon=True).start()
    return typed
