"""`companion enrol`: learn a deck from photographs of its cards."""

from __future__ import annotations

import argparse
import json
import re
import sys
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

from companion.errors import InputError
from companion.games.sheets import load_sheet
from companion.machine.paths import state_directory
from companion.setup import enrol_live
from companion.shown.words.messages import Catalogue, catalogue
from companion.sources.decks import LEARNED_PREFIX
from companion.sources.enrol_check import (
    check_faces,
    check_replaces,
    check_writable,
    deck_shape_in_words,
    doubt_in_words,
    missing_faces,
    shape_in_words,
    summarise_enrolment,
)
from companion.sources.picture_labels import read_labels
from companion.sources.progress import show_progress
from companion.sources.readers import AUTO_DECK
from vision.drawn.art.contact_sheet import compose_contact_sheet
from vision.errors import PictureInHeic, PictureUnreadable
from vision.plane.pictures import ENDINGS, list_picture_files, load_picture, save_picture
from vision.readers.enrolled.file import BUILT_IN, Deck, check_deck_name, save_deck
from vision.readers.enrolment.doubts import HEIC, NO_PICTURE, NO_SUCH_FACE
from vision.readers.enrolment.learning import learn_deck
from vision.readers.enrolment.photographs import Doubt, Enrolment, Photograph, enrol_photographs, measure_width_error

FACE_OF_FILE = re.compile(r"[A-Za-z0-9*]{1,12}(:[a-z0-9]{1,12})?")
FRENCH = re.compile(r"(10|[2-9TJQKA])([CDHS])", re.IGNORECASE)
FURTHER_PICTURE = re.compile(r"_\d{1,3}$")


def run(arguments: argparse.Namespace) -> int:
    """0 after the deck was learned and saved, 1 where a showing was broken off. Raises `InputError`, `ConfigError`,
    `DeckError`, `PictureUnreadable`."""
    name = check_deck_name(arguments.deck)
    if name in (AUTO_DECK, *BUILT_IN) or name.startswith(LEARNED_PREFIX):
        raise InputError(f"{name!r} is a built-in deck; choose another name")
    if arguments.contact_sheet and arguments.contact_sheet.suffix.lower() not in ENDINGS:
        raise InputError(f"--contact-sheet {arguments.contact_sheet}: the name must end in .png or .jpg")
    folder = state_directory() / "decks"
    check_writable(folder)
    if arguments.contact_sheet:
        check_writable(arguments.contact_sheet.absolute().parent)
    if arguments.camera:
        named = enrol_live.faces_in_order(arguments.faces, arguments.game)
        check_faces(arguments.game, [(face, "--faces") for face in named])
        check_replaces(folder, name, named, arguments.replace)
        return enrol_live.run_live_enrolment(arguments)
    misnamed: list[Doubt] = []
    wanted = list(find_labelled_pictures(arguments.images, arguments.labels, arguments.game, misnamed))
    check_replaces(folder, name, [face for _, face in wanted], arguments.replace)
    broken: list[Doubt] = []
    paths = {path.name: path for path, _ in wanted}
    card_mm = load_sheet(arguments.game).card_mm if arguments.game else None
    with show_progress(f"Looking for the card in {len(wanted)} pictures") as show_share:
        photographs = _load_photographs(wanted, broken, show_share)
        enrolment = enrol_photographs(photographs, lambda name: load_picture(paths[name])[0], card_mm)
    with show_progress(f"Learning {len({one.face for one in enrolment.samples})} cards") as show_share:
        deck = learn_deck(name, enrolment.samples, arguments.game or "", enrolment.aspect, report=show_share)
    check_replaces(folder, name, deck.faces, arguments.replace)  # pictures that could not be used may have made it smaller
    save_deck(deck, folder)
    missing, words = missing_faces(arguments.game, deck.faces), catalogue(arguments.language)
    doubts = [*broken, *enrolment.doubts]
    alike_off = measure_width_error(enrolment.aspect, card_mm[0] / card_mm[1]) if card_mm else 0.0
    shape = deck_shape_in_words(alike_off, words)
    if arguments.contact_sheet:
        expected = enrolment.aspect if alike_off or not card_mm else card_mm[0] / card_mm[1]
        shapes = {one.sample.face: measure_width_error(one.aspect, expected) for one in enrolment.found}
        reasons = {face: shape_in_words(off, words) for face, off in shapes.items() if off}
        reasons |= {doubt.face: doubt_in_words(doubt.reason, words) for doubt in doubts if doubt.face in deck.faces}
        save_picture(arguments.contact_sheet, compose_contact_sheet(deck, missing, reasons, shape))
    told = summarise_enrolment(deck.faces, missing, [doubt.name for doubt in doubts], words)
    for line in [*told, shape] if shape else told:
        print(line, file=sys.stderr, flush=True)
    print(json.dumps(_summary_as_json(deck, missing, [*misnamed, *doubts], enrolment, words)), flush=True)
    return 0


def find_labelled_pictures(
    folder: Path, labels: Path | None = None, game: str | None = None, misnamed: list[Doubt] | None = None
) -> Iterator[tuple[Path, str]]:
    """Pictures of a folder, each with the face that the picture shows. Raises `InputError` for a wrong line of `labels`, or
    where no picture is left.

    `labels`: file with a list of pictures and faces, None = faces are file names. `game`: whose faces count, None = any.
    Pictures named by no face of the game are reported, added to `misnamed` and left out; a wrong face in `labels` raises.
    """
    if not folder.is_dir():
        raise InputError(f"--images {folder}: there is no such folder")
    found = list(
        _pictures_in_list(folder, labels, game)
        if labels
        else _pictures_named_by_face(folder, game, [] if misnamed is None else misnamed)
    )
    if not found:
        raise InputError(f"--images {folder}: no picture of a card in it ({', '.join(ENDINGS)})")
    yield from found


def _pictures_named_by_face(folder: Path, game: str | None, misnamed: list[Doubt]) -> Iterator[tuple[Path, str]]:
    """Picture and face of each file named by a face of `game`; others are reported and added to `misnamed`. "47_2" names a
    second picture of 47."""
    for path in list_picture_files(folder):
        text, where = FURTHER_PICTURE.sub("", path.stem).replace("+", ":"), f"picture {path.name}"
        try:
            face = spell_face(text, where)
            check_faces(game, [(face, where)])
        except InputError as error:
            _print_error_line(error)
            misnamed.append(Doubt(path.name, text, NO_SUCH_FACE, False))
            continue
        yield path, face


def _print_error_line(error: Exception) -> None:
    """Print an error in a single line, whatever a name holds."""
    print(f"companion: {' '.join(str(error).split())}", file=sys.stderr, flush=True)


def _pictures_in_list(folder: Path, labels: Path, game: str | None) -> Iterator[tuple[Path, str]]:
    """Picture and face of each row of `labels`. Raises `InputError` for a missing picture or a face that `game` lacks."""
    for label in read_labels(labels):
        path, where = folder / label.file, f"{labels}, line {label.line}"
        if not path.is_file():
            raise InputError(f"{where}: there is no picture {path}")
        face = spell_face(label.face.replace("+", ":"), where)
        check_faces(game, [(face, where)])
        yield path, face


def spell_face(text: str, where: str) -> str:
    """The face in `text` as the companion spells faces: 10h is TH, 7r is 7R; other faces unchanged. `where`: for the error.
    Raises `InputError`."""
    if found := FRENCH.fullmatch(text):
        return found[1].upper().replace("10", "T") + found[2].upper()
    if re.fullmatch(r"\d{1,2}[rbgyx]", text):
        return text.upper()
    if not FACE_OF_FILE.fullmatch(text):
        raise InputError(f"{where}: {text!r} is no face; name pictures like 10H.jpg, 47.jpg or 47+skull.jpg, or use --labels")
    return text


def _load_photographs(
    wanted: Sequence[tuple[Path, str]], broken: list[Doubt], show_share: Callable[[float], None]
) -> Iterator[Photograph]:
    """Readable pictures of `wanted`, file and face of each; others are reported and added to `broken`. `show_share`: told what
    share of all was handed over, 0 to 1."""
    for number, (path, face) in enumerate(wanted):
        show_share(number / len(wanted))
        try:
            yield Photograph(path.name, face, load_picture(path)[0])
        except PictureUnreadable as error:
            _print_error_line(error)
            broken.append(Doubt(path.name, face, HEIC if isinstance(error, PictureInHeic) else NO_PICTURE, False))


def _summary_as_json(
    deck: Deck, missing: list[str], doubts: list[Doubt], enrolment: Enrolment, words: Catalogue
) -> dict[str, object]:
    """What is printed of a deck learned. `missing`: faces without a card. `doubts`: about pictures. "pictures": how many had a
    card. "learned": a doubtful picture was used all the same."""
    return {
        "deck": deck.name,
        "game": deck.game or None,
        "faces": list(deck.faces),
        "missing": missing,
        "doubtful": [
            {"file": d.name, "face": d.face, "reason": doubt_in_words(d.reason, words), "learned": d.used} for d in doubts
        ],
        "pictures": len(enrolment.found),
        "aspect": round(deck.aspect, 3),
    }
