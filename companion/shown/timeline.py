"""The log of a match as people read it: each fact at its own place, and each word said about a fact later. Pure."""

from __future__ import annotations

import logging
from typing import Any

from companion.errors import InputError
from companion.games import rules_of
from companion.match.amended.standing import Standing, find_standing
from companion.match.events import (
    Amendment,
    Claimed,
    Corrected,
    Entry,
    Event,
    Inserted,
    Played,
    PlayedOn,
    TakenBack,
    TurnEnded,
    Undone,
    Waived,
)
from companion.match.referee import list_amendable
from companion.match.rulings import DROPPED, Fate, Judged, Match, Ruling
from companion.session.door import find_claim_fault
from companion.shown.amendments import say_amendment
from companion.shown.words.messages import Catalogue
from companion.turns.scene import INFERRED

log = logging.getLogger("companion")

_KINDS_SAID_LATER = {Inserted: "insert", Corrected: "correction", Waived: "waiver", Undone: "undo", PlayedOn: "play_on"}
_KINDS_OF_FACT = {Played: "played", TurnEnded: "turn-ended", Claimed: "claimed", TakenBack: "taken-back"}


def list_log_lines(match: Match, words: Catalogue) -> list[dict[str, Any]]:
    """The lines, newest first, as "log" of the view. Only entries that players read have a line."""
    known = find_standing(match.entries)
    may = list_amendable(match, known)
    shown = [entry for entry in _order_entries(match) if is_shown(entry.event)]
    return [make_line(entry, match, words, known, can_undo=entry.n in may) for entry in reversed(shown)]


def _order_entries(match: Match) -> list[Entry]:
    """The entries as told, but each fact put in later stands right before the entry it was put before; at the end where
    unknown."""
    order: list[Entry] = []
    for entry in match.entries:
        event = entry.event
        at = len(order)
        if isinstance(event, Inserted):
            at = next((i for i, other in enumerate(order) if other.n == event.before), at)
        order.insert(at, entry)
    return order


def is_shown(event: Event) -> bool:
    """Has an entry with this event a line in the log?"""
    if isinstance(event, Played) and event.again:
        return False  # perhaps a card of equal face; the chip will tell
    return isinstance(event, Amendment) or type(event) in _KINDS_OF_FACT


def make_line(entry: Entry, match: Match, words: Catalogue, known: Standing, *, can_undo: bool) -> dict[str, Any]:
    """A line of the log. An entry unknown to this version is said to be unknown, and the match goes on. `known`: what stands of
    the log, from its amendments at least. `can_undo`: may the entry be undone?"""
    ruling = match.find_ruling(entry.n)
    try:
        return _describe_entry(entry, match, words, known, can_undo, ruling)
    except Exception as error:
        if not isinstance(error, InputError):
            log.exception("entry %s of the log cannot be shown", entry.n)
        return {
            "entry": entry.n, "turn": ruling.turn if ruling else _turn_of(match, entry.n), "text": words.text("log-unknown"),
            "verdict": "note", "rule": None, "undone": not known.is_in_force(entry.n), "can_undo": False, "can_correct": False, "face": "",
            "kind": "fact", "seat": None, "can_insert": False, "zone": None,
        }  # fmt: skip


def _describe_entry(
    entry: Entry, match: Match, words: Catalogue, known: Standing, can_undo: bool, ruling: Ruling | None
) -> dict[str, Any]:
    """A line of the log as `make_line` gives it, worded for this version. `ruling`: on the entry, None for none. `can_undo`:
    may phones undo the entry now? Raises `InputError` for an unknown claim."""
    judged = match.find_judged(entry.n)
    event = judged.event if judged else entry.event.fact if isinstance(entry.event, Inserted) else entry.event
    kind = next((kind for each, kind in _KINDS_SAID_LATER.items() if isinstance(entry.event, each)), "fact")
    told = kind not in ("fact", "insert")
    ruling = judged.ruling if judged and not told else ruling  # an inserted fact stands in its own turn
    text = say_amendment(words, match, entry).rstrip(".") if told else _say_told_fact(words, match, entry, event, judged, known)
    gone = (
        not known.is_in_force(entry.n)
        or (judged is None and not told)
        or (judged is not None and judged.fate is Fate.TAKEN_BACK)
    )
    verdict = ruling.verdict if ruling and not told and ruling.verdict != DROPPED else "note"
    return {
        "entry": entry.n, "turn": ruling.turn if ruling else _turn_of(match, entry.n), "text": text,
        "verdict": verdict, "rule": ruling.rule if ruling and not told else None, "undone": gone, "can_undo": can_undo,
        "can_correct": can_undo and isinstance(event, Played), "face": event.after if isinstance(event, Played) else "",
        "kind": kind, "seat": judged.ruling.seat if judged and _can_name_player(match, event, can_undo) else None,
        "can_insert": judged is not None and not gone, "zone": event.zone if isinstance(event, Played) else None,
    }  # fmt: skip


def _can_name_player(match: Match, event: Event, can_undo: bool) -> bool:
    """Can another player be named for the fact? On a board the chip's colour tells the player."""
    several = match.started.seats > 1 and "place" not in rules_of(match.started.game).claims
    return can_undo and several and isinstance(event, Played | TurnEnded)


def _turn_of(match: Match, n: int) -> int:
    """The turn of the last ruling before an entry without a ruling."""
    return next((ruling.turn for ruling in reversed(match.rulings) if ruling.n < n), 1)


def _say_told_fact(words: Catalogue, match: Match, entry: Entry, event: Event, judged: Judged | None, known: Standing) -> str:
    """A fact in words as it now stands, with what was read at first. Also said: missed, put in, let stand or a note. `event`:
    the fact as now corrected. `judged`: the referee's judgement, None for none."""
    text = say_fact(words, match, event, judged.ruling.seat if judged else 0)
    first = entry.event.fact if isinstance(entry.event, Inserted) else entry.event
    if isinstance(first, Played) and isinstance(event, Played) and first.after != event.after:
        text = words.text("log-read-at-first", text=text, before=first.after)
    elif isinstance(first, Played) and isinstance(event, Played) and first.zone != event.zone:
        text = words.text("log-lay-at-first", text=text, before_zone=first.zone)
    if isinstance(event, Played) and entry.source == INFERRED:
        text = words.text("log-missed", text=text)
    elif isinstance(entry.event, Inserted):
        text = words.text("log-put-in", text=text)
    own = [known.amendments.get(n) for n in known.own.get(entry.n, ())]
    if any(isinstance(amendment, Waived) for amendment in own):
        return words.text("log-let-stand", text=text)
    return _say_note(words, judged, text) if judged and judged.fate is Fate.NOTED else text


def _say_note(words: Catalogue, judged: Judged, text: str) -> str:
    """`text` as a note, naming the other zone where two lines tell of one card."""
    twin = next(
        (found for found in judged.ruling.findings if found.code == "already-laid" and "other_zone" in found.detail), None
    )
    return (
        words.text("log-twin", text=text, other_zone=twin.detail["other_zone"]) if twin else words.text("log-note", text=text)
    )


def say_fact(words: Catalogue, match: Match, event: Event, seat: int) -> str:
    """A fact in words. `seat`: the player, counted from 0, unless named by the event. Raises
    `InputError` for an unknown claim."""
    named = getattr(event, "seat", None)
    detail: dict[str, Any] = {
        "seat": (seat if named is None else named) + 1,
        "name": words.name_player(seat if named is None else named),
    }
    if isinstance(event, Played) and event.strangers:
        detail["name"] = words.text("another-player")
    if isinstance(event, Played):
        detail |= {"face": event.after, "zone": event.zone}
        return words.text("log-lifted" if not event.after else "log-played", **detail)
    if isinstance(event, TakenBack):
        return words.text("log-taken-back", zone=event.zone, **detail)
    if not isinstance(event, Claimed):
        return words.text("log-turn-inferred" if isinstance(event, TurnEnded) and event.by else "log-turn-ended", **detail)
    wrong = find_claim_fault(rules_of(match.started.game), event.code, event.detail)
    if wrong is not None:
        raise wrong
    if "colours" in event.detail:
        given = event.detail["colours"]
        chosen = given.replace(",", " ").split() if isinstance(given, str) else given
        return words.text("log-colours", colours=[words.text("colour-name", colour=colour) for colour in chosen])
    detail |= {"claim": words.text(f"claim-{event.code}"), "face": str(event.detail.get("card", ""))}
    if "row" in event.detail:
        return words.text("log-claimed-card", zone=f"r{event.detail['row']}c{event.detail['column']}", **detail)
    return words.text("log-claimed", **detail)
