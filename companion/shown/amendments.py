"""What an amendment has done, in a sentence, and what a fact is answered with. Pure."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from companion.match.events import (
    Amendment,
    Claimed,
    Corrected,
    Entry,
    Event,
    Inserted,
    Played,
    PlayedOn,
    PutRight,
    TakenBack,
    TurnEnded,
    Undone,
    Waived,
)
from companion.match.facts import find_zone_of
from companion.match.rules import Severity
from companion.match.rulings import ILLEGAL, LEGAL, End, Fate, Judged, Match, Ruling
from companion.shown.words.messages import Catalogue
from companion.turns.scene import INFERRED


def say_entry(words: Catalogue, match: Match, entry: Entry, ruling: Ruling) -> str:
    """What is said of an entry just told, with the questions that the entry raised. `match`: after the entry. `ruling`: on
    the entry."""
    asked = [say_question_beneath(words, match, n) for n in ruling.asked]
    if isinstance(entry.event, Amendment):
        return " ".join([say_amendment(words, match, entry), *_say_consequences(words, match, entry, ruling), *asked])
    if ruling.verdict == LEGAL and not ruling.findings:
        said = _say_taken_back(words, match, match.entry_of(entry.n) or entry)
        if said:
            return " ".join([said, *asked])
    return words.say_ruling(match.started.game, ruling)


def say_question_beneath(words: Catalogue, match: Match, n: int) -> str:
    """The question left by taking back fact `n`: another card was seen beneath than the log has there now. "" where entry `n`
    took nothing back."""
    judged = match.find_judged(n)
    if judged is None or not isinstance(judged.event, TakenBack):
        return ""
    seen, instead = judged.event.beneath or "", judged.instead or ""
    kind = "-bare" if not seen else "-gone" if not instead else ""
    return words.text(f"asked-beneath{kind}", zone=judged.event.zone, card=judged.event.card or "", seen=seen, face=instead)


def _say_taken_back(words: Catalogue, match: Match, entry: Entry) -> str:
    """What is said of a pile put right or of a play taken back by hand; "" for other entries. A claim taken back is named as
    a chip."""
    event = entry.event
    if isinstance(event, PutRight):
        return words.text("put-right", zone=event.zone)
    if not isinstance(event, TakenBack):
        return ""
    judged = match.find_judged(entry.n)
    target = match.find_judged(judged.lifted) if judged and judged.lifted is not None else None
    if target is None or isinstance(target.event, Claimed):
        return words.text("taken-back-chip", zone=event.zone)
    return words.text("taken-back", card=_face_of_event(target.event), zone=find_zone_of(target.event))


def say_amendment(words: Catalogue, match: Match, entry: Entry) -> str:
    """One sentence that says what amendment `entry` did: undid, corrected, let stand, put in, or played on. `match`: after the
    amendment."""
    event = entry.event
    if isinstance(event, Undone):
        ruling = match.find_ruling(entry.n)
        return _say_undone(words, match, event, None if ruling is None else ruling.replaced)
    if isinstance(event, Corrected):
        return _say_corrected(words, match, event)
    if isinstance(event, Waived):
        return words.text("waived-inferred" if entry.source == INFERRED else "waived", **_values_of_fact(match, event.entry))
    if isinstance(event, Inserted):
        return words.text(f"inserted{_kind_of_fact(event.fact, '')}", **_values_of_event(event.fact, _seat_of(match, entry.n)))
    return words.text("played-on")


def _say_undone(words: Catalogue, match: Match, event: Undone, replaced: int | None) -> str:
    """One sentence on what the undo `event` undid; an undo of an undo makes the first amendment count again. `replaced`: see
    `Ruling`."""
    target, again = _entry_or_start(match, event.entry), False
    while isinstance(target.event, Undone):  # the undo of an undone undo undoes once more
        target, again = _entry_or_start(match, target.event.entry), not again
    if replaced is not None:
        return _say_undone_in_vain(words, target.event, _entry_or_start(match, replaced).event, again=again)
    if again:
        id, values = f"undone-undo{_undone_kind(match, target.event)}", _again_values(match, target)
        return words.text(id if words.has_text(id) else "undone-undo-other", **values)
    judged = match.find_judged(target.n)
    refused = isinstance(target.event, TurnEnded) and judged is not None and judged.ruling.verdict == ILLEGAL
    kind = _undone_kind(match, target.event)
    return words.text(f"undone{kind}{'-refused' if refused else ''}", **_undone_values(match, target))


def _say_undone_in_vain(words: Catalogue, was: Event, alive: Event, *, again: bool) -> str:
    """The sentence on an undo that changes nothing, since another amendment has replaced the undone `was`. `alive`: the
    other amendment. `again`: the undo of an undo."""
    id = "undone-undo-replaced" if again else "undone-replaced"
    if not isinstance(was, Corrected) or not isinstance(alive, Corrected) or was.face is None or alive.face is None:
        return words.text(f"{id}-other")
    return words.text(id, card=was.face, before=alive.face)


def _again_values(match: Match, entry: Entry) -> dict[str, Any]:
    """Values for a correction that counts again: the card as corrected, and `before`, the card without the correction."""
    values = _undone_values(match, entry)
    if isinstance(entry.event, Corrected) and entry.event.face is not None:
        values["before"] = _face_of_event(_event_told_first(match, entry.event.entry))
    return values


def _undone_kind(match: Match, event: Event) -> str:
    """The ending of the text id for an undone `event`, such as "-correction" or "-lift"; "-play" for a card laid."""
    if isinstance(event, Corrected) and isinstance(_event_told_first(match, event.entry), TakenBack):
        return "-correction-beneath"
    if isinstance(event, Corrected):
        other = "-correction-pile" if event.zone is not None else "-correction-seat"
        return "-set-up" if _is_about_start(event) else "-correction" if event.face is not None else other
    if isinstance(event, Inserted):
        return f"-insert{_kind_of_fact(event.fact, '')}"
    if isinstance(event, Waived | PlayedOn):
        return "-waiver" if isinstance(event, Waived) else "-play-on"
    if isinstance(event, Claimed) and event.code == "leave":
        return "-left"
    return _kind_of_fact(event, "-play")


def _kind_of_fact(event: Event, play: str) -> str:
    """The ending of the text id for a fact: "-turn", "-lift", "-claim-card" or "-claim". `play`: the ending for a card laid."""
    if isinstance(event, TurnEnded):
        return "-turn"
    if isinstance(event, TakenBack) or (isinstance(event, Played) and not event.after):
        return "-lift"
    if isinstance(event, Claimed):
        return "-claim-card" if find_zone_of(event) else "-claim"
    return play


def _undone_values(match: Match, entry: Entry) -> dict[str, Any]:
    """Values for the text about the undone `entry`. For a correction: those of the corrected fact now, with "before", the
    corrected face. For a waiver: those of the waived fact. For an insertion: those of the inserted fact. Any other entry, also
    a corrected start, has its own."""
    event = entry.event
    if isinstance(event, Corrected) and not _is_about_start(event):
        now = _values_of_fact(match, event.entry)
        return {**now, "before": event.face or ""}
    if isinstance(event, Inserted):
        return _values_of_event(event.fact, _seat_of(match, entry.n))
    if isinstance(event, Waived):
        return _values_of_fact(match, event.entry)
    return _values_of_event(event, _seat_of(match, entry.n))


def _say_corrected(words: Catalogue, match: Match, event: Corrected) -> str:
    """The sentence on a correction, worded by what was corrected: the card, else the pile, else the player."""
    if _is_about_start(event):
        return _say_corrected_start(words, event)
    first, now = _event_told_first(match, event.entry), _values_of_fact(match, event.entry)
    if isinstance(first, TakenBack):
        return words.text("corrected-beneath" if event.face else "corrected-beneath-bare", **{**now, "card": event.face or ""})
    if event.face is not None and (event.zone is None or event.face != _face_of_event(first)):
        kind = "-claim" if isinstance(first, Claimed) else "" if event.face != _face_of_event(first) else "-after-all"
        return words.text(f"corrected{kind}", **{**now, "card": event.face, "before": _face_of_event(first)})
    if event.zone is not None:
        return words.text("corrected-pile", **{**now, "before_zone": find_zone_of(first)})
    kind = "turn" if isinstance(first, TurnEnded) else "player" if find_zone_of(first) else "speaker"
    return words.text(f"corrected-{kind}", **{**now, "seat": (event.seat or 0) + 1})


def _say_corrected_start(words: Catalogue, event: Corrected) -> str:
    """The sentence on a corrected start. Several things corrected at once are said to be a new set-up."""
    given = (event.options is not None, event.turn is not None, event.names is not None)
    if given == (False, False, False):
        return words.text("corrected-places")
    if given == (False, True, False):
        return words.text("corrected-beginner", seat=(event.turn or 0) + 1)
    return words.text("corrected-names" if given == (False, False, True) else "corrected-set-up")


def _is_about_start(event: Corrected) -> bool:
    return (event.face, event.zone, event.seat) == (None, None, None)


def _say_consequences(words: Catalogue, match: Match, entry: Entry, ruling: Ruling) -> Iterator[str]:
    """Sentences on what the amendment changed besides: an end, what does not stand, what stands now, what became a note."""
    if ruling.outcome is not None and match.end is not None and match.end.found and match.end.outcome.won is not None:
        kind = "amended-won" if match.end.outcome.won else "amended-lost"
        yield words.text(kind, turn=match.end.turn, text=say_how_ended(words, match, match.end))
    elif ruling.verdict == ILLEGAL:
        yield words.say_ruling(match.started.game, ruling)
    else:
        yield from _say_other_changes(words, match, entry, ruling)


def say_how_ended(words: Catalogue, match: Match, end: End) -> str:
    """How an end came about: the finding that lost the match, else the sentence of its outcome."""
    judged = match.find_judged(end.n)  # an inserted fact has the ruling of its amendment
    lost = [found for found in judged.ruling.findings if found.severity is Severity.LOSS] if judged else []
    return words.say_finding(match.started.game, lost[0]) if lost else words.say_outcome(match.started.game, end.outcome)


def _say_other_changes(words: Catalogue, match: Match, entry: Entry, ruling: Ruling) -> Iterator[str]:
    """Sentences on what the amendment turned into notes. Without notes, on the first other card that stands now, if any."""
    changed = [judged for each in ruling.changed if (judged := match.find_judged(each.n)) is not None]
    put_in = match.find_judged(entry.n)
    noted = [judged for judged in ([put_in] if put_in else []) + changed if judged.fate is Fate.NOTED]
    if noted:
        yield _say_noted(words, noted)
    named = getattr(entry.event, "entry", None)
    stands = next((each for each in changed if each.fate is Fate.STANDS and find_zone_of(each.event) and each.n != named), None)
    if stands is not None and not noted:
        yield words.text("changed-stands", **_values_of_event(stands.event, stands.ruling.seat))


def _say_noted(words: Catalogue, noted: list[Judged]) -> str:
    """One sentence on the facts turned into notes: the first of `noted` (not empty) by name, others by count. A single card
    that lies twice is said to lie twice."""
    first = noted[0]
    values = _values_of_event(first.event, first.ruling.seat)
    if isinstance(first.event, TurnEnded):
        return words.text("changed-turn-note", **values)
    if isinstance(first.event, Claimed) and not find_zone_of(first.event):
        return words.text("changed-claim-note", **values)
    if isinstance(first.event, TakenBack):
        return words.text("changed-lift-note", **values)
    twin = next((found for found in first.ruling.findings if found.code == "already-laid"), None)
    if twin is not None and "other_zone" in twin.detail and len(noted) == 1:
        return words.text("twins", **twin.detail)
    if len(noted) > 1:
        return words.text("changed-notes-zone", count=len(noted) - 1, **values)
    return words.text("changed-note-zone", **values)


def _values_of_fact(match: Match, n: int) -> dict[str, Any]:
    """Values for texts about fact `n` as the fact now stands; where the referee judged no fact `n`, of the entry as told."""
    judged = match.find_judged(n)
    return (
        _values_of_event(judged.event, judged.ruling.seat) if judged else _values_of_event(_entry_or_start(match, n).event, 0)
    )


def _values_of_event(event: Event, seat: int) -> dict[str, Any]:
    """Values for texts about an event: "card", "zone", "seat" (counted from 1) and the "claim" of a claim. `seat`: the
    player, counted from 0, unless the event names a seat."""
    named = getattr(event, "seat", None)
    values = {"card": _face_of_event(event), "zone": find_zone_of(event), "seat": (seat if named is None else named) + 1}
    if isinstance(event, TakenBack):
        values["zone"] = event.zone
    return {**values, "claim": event.code} if isinstance(event, Claimed) else values


def _face_of_event(event: Event) -> str:
    if isinstance(event, Claimed):
        return str(event.detail.get("card", ""))
    return event.after if isinstance(event, Played) else ""


def _event_told_first(match: Match, n: int) -> Event:
    event = _entry_or_start(match, n).event
    return event.fact if isinstance(event, Inserted) else event


def _seat_of(match: Match, n: int) -> int:
    judged = match.find_judged(n)
    return judged.ruling.seat if judged else 0


def _entry_or_start(match: Match, n: int) -> Entry:
    return match.entry_of(n) or match.entries[0]
