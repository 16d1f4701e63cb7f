"""A table without a mat as the phones show it: what the eye sees and waits for, its piles, cards whose pile is not known. Pure."""

from __future__ import annotations

from typing import Any

from companion.games.boards import BOARD_SIZE, UNKNOWN_CARD, layout_of_match
from companion.match.events import Played
from companion.match.rulings import Ruling
from companion.questions.question import PileQuestion
from companion.session.snapshot import BoardNaming, LaidOut, Snapshot
from companion.shown.words.messages import Catalogue

BOARD_PICTURE = "board-"
"""Begins the name of the picture of a board that is to be named; its number follows."""

DIRECTED = ("ascending", "descending")
"""Kinds of piles that begin with a direction card."""


def say_bare_table(snapshot: Snapshot, words: Catalogue) -> str:
    """What the eye sees of a table whose piles are not proven yet, and what it waits for; "" for any other table."""
    naming = snapshot.board_naming
    if naming is not None and (snapshot.table, snapshot.reason) in (("lost", "grid"), ("waking", "")):
        return words.text("bare-board-named" if naming.quarters is not None else "board-naming")
    is_seen = snapshot.table in ("still", "moving", "waking") or (snapshot.table, snapshot.reason) == ("lost", "piles")
    if not is_seen or not snapshot.is_nothing_proven or snapshot.reason == "pause":
        return ""
    piles = [zone for zone, (kind, *_) in snapshot.pile_kinds.items() if kind in DIRECTED]
    if not piles or snapshot.match is None:  # a game with a board says of its board what it sees
        return ""
    found = snapshot.found_piles
    seen = snapshot.laid_out or LaidOut(len(found.cards) if found else 0, 0)
    if 0 < seen.directions < len(piles):
        return words.text("bare-directions-missing", count=seen.directions, missing=len(piles) - seen.directions)
    if found is not None and found.missing_draw_piles:
        return words.text("draw-missing")
    if found is None and not seen.backs:
        return words.text("bare-no-draw")
    kind = "bare-directions" if seen.directions else "bare-no-directions"
    return words.text(kind, count=min(seen.directions, len(piles)), laid=len(snapshot.match.laid))


def say_known_piles(snapshot: Snapshot, words: Catalogue) -> str:
    """What the eye knows of the piles once a card was read on one, and what it waits for; "" where all are known, for hands over the table,
    and for any other table."""
    found = snapshot.found_piles
    if found is None or not found.is_any_proven or snapshot.match is None or snapshot.match.outcome is not None:
        return ""
    if (snapshot.table, snapshot.reason) == ("lost", "piles"):
        return words.text("bare-known-again")
    known, count = snapshot.count_proven_piles(), snapshot.count_piles()
    if snapshot.table not in ("still", "waking") or snapshot.reason or known == count:
        return ""
    return words.text("bare-some-known", known=known, count=count)


def show_found_piles(snapshot: Snapshot, words: Catalogue) -> dict[str, Any]:
    """ "found_piles": the piles found on a table without a mat, draw piles not found, and what is asked about them. Empty with a
    mat, and before any pile is found."""
    found = snapshot.found_piles
    if found is None or not found.places:
        return {}
    places = [
        {
            "zone": pile.zone, "title": words.name_zone(pile.zone), "at": list(pile.at), "draw": pile not in found.cards,
            "proven": pile.is_proven, "named": pile.is_named,
        }
        for pile in found.places
    ]  # fmt: skip
    missing = [{"zone": name, "title": words.name_zone(name)} for name in found.missing_draw_piles]
    asks = "names" if found.asks_names else "draw" if missing else ""
    kinds = set(snapshot.pile_kinds.values())
    names = (
        "piles-right" if len(kinds) == len(DIRECTED) and {kind for kind, *_ in kinds} == {*DIRECTED} else "piles-right-names"
    )
    text = words.text({"names": names, "draw": "draw-missing", "": "piles-named"}[asks])
    return {"found_piles": {"places": places, "missing": missing, "asks": asks, "text": text}}


def is_on_nameless(ruling: Ruling, snapshot: Snapshot) -> bool:
    """Is a ruling about a card that was let lie on a pile of which nobody knows which it is?"""
    judged = None if snapshot.match is None else snapshot.match.find_judged(ruling.n)
    if snapshot.found_piles is None or judged is None or not isinstance(judged.event, Played) or not judged.event.waived:
        return False
    pile = snapshot.found_piles.find_pile(judged.event.zone)
    return pile is not None and not pile.is_named


def name_board_picture(naming: BoardNaming) -> str:
    """The name of the picture of a board that is to be named."""
    return f"{BOARD_PICTURE}{naming.number}"


def show_board_naming(snapshot: Snapshot, words: Catalogue) -> dict[str, Any]:
    """ "board_naming": a board of which a person has to say which card is printed where. Empty where none is to be named."""
    naming, match = snapshot.board_naming, snapshot.match
    if naming is None or naming.quarters is not None or match is None:
        return {}
    printed = {*layout_of_match(match.started.options).printed} - {"", UNKNOWN_CARD}
    text = words.text("board-naming-more" if naming.said else "board-naming")
    said = [{"zone": zone, "face": face} for zone, face in naming.said]
    return {
        "board_naming": {
            "number": naming.number, "picture": name_board_picture(naming), "size": BOARD_SIZE, "text": text, "said": said,
            "cards": sorted(printed),
        }
    }  # fmt: skip


def show_pile_question(question: PileQuestion, words: Catalogue) -> dict[str, Any]:
    """A question on which pile a card lies. "none" is None where the card lies on a pile for sure."""
    text = words.text("asked-pile", card=question.face) if question.face else words.text("asked-pile-unread")
    piles = [{"zone": zone, "title": words.name_zone(zone)} for zone in question.zones]
    return {
        "id": question.id, "face": question.face, "text": text, "piles": piles, "picture": question.id,
        "none": None if question.zone else words.text("asked-pile-none"),
    }  # fmt: skip
