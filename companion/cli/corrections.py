"""`companion corrections`: see what a deck was put right on, and undo it."""

from __future__ import annotations

import argparse
import json
import sys
from dataclasses import asdict
from datetime import datetime

from companion.errors import InputError
from companion.lessons.corrections import Correction, Corrections
from companion.sources.decks import (
    LEARNED_PREFIX,
    deck_folder,
    deck_of_corrections,
    decks_to_relearn,
    learned_deck_names,
    load_learned_deck,
    lower_priority,
    relearn_deck,
)
from vision.drawn.art.contact_sheet import compose_contact_sheet
from vision.errors import DeckError
from vision.plane.pictures import save_picture
from vision.readers.enrolled.file import Deck, check_deck_name, load_deck, locate_deck


def run(arguments: argparse.Namespace) -> int:
    """0; corrections are printed, and undone, drawn or learned if asked. Raises `InputError`, `DeckError`,
    `PictureUnreadable`."""
    name, corrections = check_deck_name(arguments.deck), Corrections(deck_folder())
    if not locate_deck(deck_folder(), name).is_file() and name not in learned_deck_names():
        load_deck(deck_folder(), name)  # says which decks there are
    if arguments.undo is not None:
        undone = corrections.undo_correction(name, arguments.undo)
        print(f"Correction {undone.n} is undone: {undone.face}, which was read as {undone.read}.", file=sys.stderr)
    standing = corrections.standing_corrections(name)
    for one in standing:
        print(json.dumps({**asdict(one), "picture": str(one.picture)}) if arguments.json else _correction_line(one))
    if arguments.contact_sheet:
        if not standing:
            raise InputError(f"deck {name!r} has no corrections to draw")
        save_picture(arguments.contact_sheet, compose_contact_sheet(deck_of_corrections(_load_corrected_deck(name), standing)))
    if arguments.learn and name in decks_to_relearn():
        lower_priority()
        print(f"Learning {name} with {len(standing)} corrections ...", file=sys.stderr, flush=True)
        if relearn_deck(name) is None:
            grown, unchanged = "Too few cards are known yet.", "They change nothing: the deck stays as it was enrolled."
            print(grown if name.startswith(LEARNED_PREFIX) else unchanged, file=sys.stderr)
    return 0


def _load_corrected_deck(name: str) -> Deck:
    """The deck that was corrected: as enrolled, or as learned during play. Raises `DeckError`."""
    if not name.startswith(LEARNED_PREFIX):
        return load_deck(deck_folder(), name)
    found = load_learned_deck(name)
    if found is None:
        raise DeckError(
            f"too little is known of {name!r}, or not learned yet; `companion corrections {name} --learn` learns it"
        )
    return found


def _correction_line(one: Correction) -> str:
    """Number, time, card, read, match and entry, between tabs; a card read rightly was learned during play."""
    when = datetime.fromtimestamp(one.when).strftime("%Y-%m-%d %H:%M")
    if one.read == one.face:
        return f"{one.n}\t{when}\t{one.face}\tlearned while playing\tmatch {one.match}\tentry {one.entry}"
    entry = f"entry {one.entry}" if one.entry is not None else "asked"
    return f"{one.n}\t{when}\t{one.face}\tread as {one.read}\tmatch {one.match}\t{entry}"
