"""Decks with corrections. The enrolled deck itself is never changed: to undo a correction is to leave the correction out.

An improved deck lies in the folder of the corrections, with a note of what the deck was learned from. Where the note no
longer fits, the enrolled deck is used until the improved deck is learned anew.
"""

from __future__ import annotations

import hashlib
import json
import logging
import os
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np

from companion.games.sheets import load_sheet
from companion.journal.set_aside import has_set_aside
from companion.lessons.corrections import Correction, Corrections
from companion.machine.paths import state_directory
from companion.whole_file import write_whole
from vision.errors import DeckError
from vision.readers.enrolled.file import Deck, load_deck, locate_deck, save_deck
from vision.readers.enrolment.improving import grow_deck, improve_deck
from vision.readers.enrolment.learning import Sample

log = logging.getLogger("companion")

LEARNED_NOTE = "learned.json"
LEARNED_PREFIX = "numbers-"
"""Begins the names of decks that are learned during play."""


def deck_folder() -> Path:
    """Where enrolled decks are kept."""
    return state_directory() / "decks"


def was_lost(name: str) -> bool:
    """Was a deck `name` enrolled, and later set aside as unreadable?"""
    try:
        path = locate_deck(deck_folder(), name)
    except DeckError:
        return False
    return not path.is_file() and has_set_aside(path)


def corrected_deck(deck: Deck) -> Deck:
    """The deck with the corrections learned, or the deck itself as long as corrections wait to be learned."""
    return load_learned_deck(deck.name) or deck


def learned_deck_name(game: str) -> str:
    """The name of the deck learned during play of a game."""
    return LEARNED_PREFIX + game


def load_learned_deck(name: str) -> Deck | None:
    """The deck `name` as learned from corrections or during play. None without corrections, while corrections wait to be
    learned, or for an unreadable file."""
    corrections = Corrections(deck_folder())
    if not corrections.standing_corrections(name) or _learned_from(corrections, name) != _learning_state(corrections, name):
        return None
    try:
        return load_deck(corrections.folder_of(name), name)
    except DeckError:
        return None


def learned_deck_names() -> list[str]:
    """Names of all decks learned during play."""
    return [name for name in Corrections(deck_folder()).corrected_decks() if name.startswith(LEARNED_PREFIX)]


def known_faces(name: str) -> set[str]:
    """Faces with a picture in a deck learned during play."""
    return {one.face for one in Corrections(deck_folder()).standing_corrections(name)}


def decks_to_relearn() -> list[str]:
    """Names of decks whose corrections are not learned yet."""
    corrections = Corrections(deck_folder())
    names = [
        name
        for name in corrections.corrected_decks()
        if name.startswith(LEARNED_PREFIX) or locate_deck(deck_folder(), name).is_file()
    ]
    return [name for name in names if _learned_from(corrections, name) != _learning_state(corrections, name)]


def relearn_deck(name: str) -> Deck | None:
    """The deck `name` with the corrections, learned and kept. None where the corrections change nothing: an earlier learned
    deck is deleted. Raises `DeckError`."""
    corrections = Corrections(deck_folder())
    state, folder = _learning_state(corrections, name), corrections.folder_of(name)
    samples = samples_of(corrections.standing_corrections(name))
    if name.startswith(LEARNED_PREFIX):
        sheet = load_sheet(name.removeprefix(LEARNED_PREFIX))
        seen = [sample for sample in samples if sample.face in sheet.deck]
        found = grow_deck(name, seen, sheet.name, sheet.card_mm[0] / sheet.card_mm[1])
    else:
        found = improve_deck(load_deck(deck_folder(), name), samples)
    if found is not None:
        save_deck(found, folder)
    else:
        locate_deck(folder, name).unlink(missing_ok=True)
    write_whole(folder / LEARNED_NOTE, json.dumps(state).encode())
    return found


def learn_in_background() -> list[subprocess.Popen[bytes]]:
    """Processes to learn each deck with new corrections at low priority, one a deck; empty where unreadable. The decks are
    used from the next match on."""
    command = [sys.executable, "-m", "companion", "corrections"]
    try:
        behind = decks_to_relearn()
    except (OSError, ValueError, LookupError, TypeError) as error:  # the match needs no corrections
        log.warning("what was corrected of the decks cannot be read: %s", error)
        return []
    return [
        subprocess.Popen([*command, name, "--learn"], stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL) for name in behind
    ]


def lower_priority() -> None:
    """Use only spare processor time, and one thread of OpenCV. Where the system refuses, a notice is printed and learning
    goes on."""
    try:
        os.nice(15)
    except PermissionError as error:
        print(f"Notice: learning cannot step aside for the match here: {error.strerror}", file=sys.stderr, flush=True)
    cv2.setNumThreads(1)


def samples_of(corrections: tuple[Correction, ...]) -> list[Sample]:
    """The samples in the pictures of corrections; damaged pictures are left out."""
    crops = [(one.face, cv2.imread(str(one.picture))) for one in corrections]
    return [Sample(face, np.asarray(crop, np.uint8)) for face, crop in crops if crop is not None]


def deck_of_corrections(deck: Deck, corrections: tuple[Correction, ...]) -> Deck:
    """The deck for a contact sheet of corrections: the cards are the corrected cards, with number, face and wrong read as
    names. Raises `OSError`."""
    shown = [(f"{one.n}. {one.face} (read {one.read})", one.picture.read_bytes()) for one in corrections]
    return replace(
        deck,
        name=f"{deck.name}, corrected",
        faces=tuple(face for face, _ in shown),
        pictures=tuple(picture for _, picture in shown),
    )


def _learning_state(corrections: Corrections, name: str) -> dict[str, object]:
    """What an improved deck would be learned from now: "enrolled", the hash of the enrolled file ("" for a deck of
    `LEARNED_PREFIX`), and the numbers of "corrections"."""
    own = name.startswith(LEARNED_PREFIX)
    enrolled = "" if own else hashlib.sha256(locate_deck(deck_folder(), name).read_bytes()).hexdigest()
    return {"enrolled": enrolled, "corrections": [one.n for one in corrections.standing_corrections(name)]}


def _learned_from(corrections: Corrections, name: str) -> object:
    """What the learned deck `name` was made from, as `_learning_state` gave it then; None without a learned deck."""
    try:
        return json.loads((corrections.folder_of(name) / LEARNED_NOTE).read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return None
