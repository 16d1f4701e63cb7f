"""Decks as corrections have made them. The enrolled deck itself is never changed: undoing a correction is leaving it out.

The improved deck lies in the folder of the corrections, with a note of what it was learned from; where that no longer fits, the enrolled
deck is used until the improved one has been learned anew.
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
from companion.journal.set_aside import was_set_aside
from companion.lessons.corrections import Correction, Corrections
from companion.machine.paths import state_directory
from vision.errors import DeckError
from vision.readers.enrolled.file import Deck, load_deck, locate_deck, save_deck
from vision.readers.enrolment.improving import grow_deck, improve_deck
from vision.readers.enrolment.learning import Sample

log = logging.getLogger("companion")

LEARNED_NOTE = "learned.json"
OWN = "numbers-"
"""How the names begin of decks that are learned while they are played with."""


def deck_folder() -> Path:
    """Where decks that were enrolled are kept."""
    return state_directory() / "decks"


def was_lost(name: str) -> bool:
    """Was a deck of that name enrolled, and set aside since because it could not be read?"""
    try:
        path = locate_deck(deck_folder(), name)
    except DeckError:
        return False
    return not path.is_file() and was_set_aside(path)


def deck_in_use(deck: Deck) -> Deck:
    """The deck with its corrections, if it has been learned with just these; else the deck itself."""
    corrections = Corrections(deck_folder())
    if not corrections.of(deck.name) or _learned_from(corrections, deck.name) != _state(corrections, deck.name):
        return deck
    try:
        return load_deck(corrections.folder(deck.name), deck.name)
    except DeckError:
        return deck


def own_name(game: str) -> str:
    """Under which the owner's cards of a game are kept that nobody enrolled."""
    return OWN + game


def own_deck(name: str) -> Deck | None:
    """What was learned of the owner's cards while they were played with; None where that is nothing, or not all of it was learned yet."""
    corrections = Corrections(deck_folder())
    if not corrections.of(name) or _learned_from(corrections, name) != _state(corrections, name):
        return None
    try:
        return load_deck(corrections.folder(name), name)
    except DeckError:
        return None


def own_names() -> list[str]:
    """The decks that are learned while they are played with."""
    return [name for name in Corrections(deck_folder()).decks() if name.startswith(OWN)]


def known_faces(name: str) -> set[str]:
    """The faces of which such a deck has a picture."""
    return {one.face for one in Corrections(deck_folder()).of(name)}


def stale() -> list[str]:
    """The decks whose corrections have not been learned yet."""
    corrections = Corrections(deck_folder())
    names = [name for name in corrections.decks() if name.startswith(OWN) or locate_deck(deck_folder(), name).is_file()]
    return [name for name in names if _learned_from(corrections, name) != _state(corrections, name)]


def learn(name: str) -> Deck | None:
    """Learn a deck with its corrections and keep it; None if they change nothing. Raises `DeckError`."""
    corrections = Corrections(deck_folder())
    state, folder = _state(corrections, name), corrections.folder(name)
    found = (
        _grown(name) if name.startswith(OWN) else improve_deck(load_deck(deck_folder(), name), samples(corrections.of(name)))
    )
    folder.mkdir(parents=True, exist_ok=True)
    if found is not None:
        save_deck(found, folder)
    else:
        locate_deck(folder, name).unlink(missing_ok=True)
    half = folder / f"{LEARNED_NOTE}.part"
    half.write_text(json.dumps(state), encoding="utf-8")
    half.replace(folder / LEARNED_NOTE)
    return found


def _grown(name: str) -> Deck | None:
    sheet = load_sheet(name.removeprefix(OWN))
    seen = [sample for sample in samples(Corrections(deck_folder()).of(name)) if sample.face in sheet.deck]
    return grow_deck(name, seen, sheet.name, sheet.card_mm[0] / sheet.card_mm[1])


def learn_in_background() -> list[subprocess.Popen[bytes]]:
    """Have every deck that is behind learned by a process of its own, out of the way of the match; used from the next match on."""
    command = [sys.executable, "-m", "companion", "corrections"]
    try:
        behind = stale()
    except (OSError, ValueError, LookupError, TypeError) as error:  # the match needs none of them
        log.warning("what was corrected of the decks cannot be read: %s", error)
        return []
    return [
        subprocess.Popen([*command, name, "--learn"], stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL) for name in behind
    ]


def step_aside() -> None:
    """Only what nobody else wants of the processor. Where that is forbidden, learning goes on all the same and says so."""
    try:
        os.nice(15)
    except PermissionError as error:
        print(f"Notice: learning cannot step aside for the match here: {error.strerror}", file=sys.stderr, flush=True)
    cv2.setNumThreads(1)


def samples(corrections: tuple[Correction, ...]) -> list[Sample]:
    """What the corrections show; a picture that is damaged shows nothing."""
    crops = [(one.face, cv2.imread(str(one.picture))) for one in corrections]
    return [Sample(face, np.asarray(crop, np.uint8)) for face, crop in crops if crop is not None]


def pictured(deck: Deck, corrections: tuple[Correction, ...]) -> Deck:
    """The deck as a contact sheet shows it, its cards those that were corrected."""
    shown = [(f"{one.n}. {one.face} (read {one.read})", one.picture.read_bytes()) for one in corrections]
    return replace(
        deck,
        name=f"{deck.name}, corrected",
        faces=tuple(face for face, _ in shown),
        pictures=tuple(picture for _, picture in shown),
    )


def _state(corrections: Corrections, name: str) -> dict[str, object]:
    """What an improved deck would be learned from now."""
    own = name.startswith(OWN)
    enrolled = "" if own else hashlib.sha256(locate_deck(deck_folder(), name).read_bytes()).hexdigest()
    return {"enrolled": enrolled, "corrections": [one.n for one in corrections.of(name)]}


def _learned_from(corrections: Corrections, name: str) -> object:
    try:
        return json.loads((corrections.folder(name) / LEARNED_NOTE).read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return None
