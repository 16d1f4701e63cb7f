"""A pile as the phones show it: the card on top, what fits, how much room is left, what is wrong. Pure."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from functools import cache
from typing import Any

from companion.games.sheets import GameSheet
from companion.match.rulings import Match
from companion.session.snapshot import Snapshot
from companion.shown.words.messages import Catalogue

_BOUNDS = ("any", "above", "below", "colour", "exactly")


def pile_view(
    pile: Mapping[str, Any],
    snapshot: Snapshot,
    duties: list[dict[str, Any]],
    words: Catalogue,
    sheet: GameSheet,
    may: Callable[[int], bool],
) -> dict[str, Any]:
    """A pile as phones show it. `pile`: from the rules' view. `duties`: from the phones' view; the first on the pile is
    shown. `words`: with the players' names. `may`: can an entry be amended?"""
    assert snapshot.match is not None
    match, zone, plain = snapshot.match, pile["zone"], pile.get("kind") == "discard"  # any card goes on discards
    due = None if plain else next((duty["text"] for duty in duties if duty["zone"] == zone), None)
    cards = list(pile.get("cards", ()))
    bounds = [] if plain else _say_bounds(pile, words)
    return {
        "zone": zone, "title": words.name_zone(zone), "kind": pile.get("kind", ""), "start": str(pile.get("start", "")), "top": pile["top"],
        "count": len(cards), "cards": cards, "fits": "" if plain else _join_bounds(bounds, words), "bounds": _shorten_bounds(pile, bounds),
        "state": _state_of_pile(zone, snapshot, match, due), "due": due, "team": pile.get("team"), "owner": pile.get("owner"),
        "room": None if plain else _room_ahead(pile, sheet), **_correctable_entries(zone, len(cards), match, may),
    }  # fmt: skip


def _correctable_entries(zone: str, count: int, match: Match, may: Callable[[int], bool]) -> dict[str, Any]:
    """ "entry": the correctable entry of the card in dispute, else of the card on top. "entries": of each card from bottom to
    top. Either None where no entry can be corrected. `count`: cards on the pile. `may`: entries that may be amended."""
    lying = [each.n for each in match.laid if each.zone == zone and each.after]
    laid = [n if may(n) else None for n in lying[max(len(lying) - count, 0) :]]
    dispute = match.find_dispute(zone)
    seen = dispute.n if dispute else laid[-1] if laid else None
    return {"entry": seen if seen is not None and may(seen) else None, "entries": [None] * (count - len(laid)) + laid}


def _say_bounds(pile: Mapping[str, Any], words: Catalogue) -> list[str]:
    """What may be laid on the pile now, each way in words. The rules give bounds: "above", "below", "exactly", "colour". Only
    bounds that are set are said."""
    fits = {**pile, **(pile.get("fits") or {})}
    if fits.get("colour"):
        fits["colour"] = words.text(f"colour-{fits['colour']}")
    return [words.text(f"fits-{key}", value=fits[key]) for key in _BOUNDS if fits.get(key)]


def _shorten_bounds(pile: Mapping[str, Any], bounds: list[str]) -> list[str]:
    """The bounds in fewest words: beside others a single number needs no word."""
    exactly = (pile.get("fits") or {}).get("exactly")
    return [*bounds[:-1], str(exactly)] if exactly and len(bounds) > 1 else bounds


def _join_bounds(bounds: list[str], words: Catalogue) -> str:
    if len(bounds) < 2:
        return "".join(bounds) or words.text("fits-nothing")
    return words.text("list-or", first=", ".join(bounds[:-1]), last=bounds[-1])


def _room_ahead(pile: Mapping[str, Any], sheet: GameSheet) -> dict[str, int]:
    """ "left": how many different numbers of the deck lie ahead of the card on top. "of": how many in all. A pile without a
    number has all left."""
    numbers = _list_numbers(tuple(sheet.faces))
    top = re.search(r"\d+", pile["top"] or "")
    if top is None:
        return {"left": len(numbers), "of": len(numbers)}
    at, rising = int(top.group()), pile.get("kind") == "ascending"
    return {"left": sum(number > at if rising else number < at for number in numbers), "of": len(numbers)}


@cache
def _list_numbers(faces: tuple[str, ...]) -> frozenset[int]:
    """The different numbers of a deck."""
    return frozenset(int(found.group()) for face in faces if (found := re.search(r"\d+", face)))


def _state_of_pile(zone: str, snapshot: Snapshot, match: Match, due: str | None) -> str:
    """ "foul", "out_of_step", "ask", "due" or "ok", the first that fits. `due`: text of a duty on the pile, None for none."""
    if match.find_dispute(zone):
        return "foul"
    if not snapshot.learning and any(difference.zone == zone for difference in snapshot.out_of_step):
        return "out_of_step"
    if any(question.zone == zone for question in snapshot.questions):
        return "ask"
    return "due" if due else "ok"
