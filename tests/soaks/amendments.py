"""Random matches told as a log, with fouls, taken back cards and amendments: a soak for the laws of amendments.

Laws by number: head of `companion/match/referee.py`. Everything goes through `judge_entry`, as at a table or in text.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from random import Random
from typing import Any

from companion.errors import InputError
from companion.games.sheets import build_practice_deck, load_sheet
from companion.match.amended.standing import find_standing
from companion.match.events import (
    Amendment,
    Claimed,
    Corrected,
    Entry,
    Event,
    Inserted,
    Played,
    PlayedOn,
    Started,
    TakenBack,
    TurnEnded,
    Undone,
    Waived,
)
from companion.match.facts import find_zone_of, is_laying
from companion.match.referee import judge_entry, replay_log, start_match
from companion.match.rules import Claim, Play, Rules, is_same_turn
from companion.match.rulings import ENDED, ILLEGAL, LEGAL, LOSS, WIN, End, Fate, Judged, Match, Ruling
from companion.play.simulation import LawBroken

_LYING = (Fate.STANDS, Fate.NOTED)
_AMENDED = 4  # one event in so many is an amendment; guess
_RUN = 3  # one amendment in so many is about an entry that was corrected before; guess
_WRONG = 6  # one play in so many is laid anywhere; guess


@dataclass(frozen=True, slots=True)
class Soaked:
    """Counts of a random log."""

    facts: int
    amendments: int
    noted: int  # facts that an amendment made unlawful, though they stand
    ends: int  # ends of the match that an amendment found


def soak_amendments(
    rules: Rules[Any],
    players: int,
    options: Mapping[str, Any],
    random: Random,
    events: int,
    *,
    holds: bool,
    again: bool = True,
) -> Soaked:
    """Counts of a random log of `events` events. `holds`: as at a real table, else as in text. `again`: corrected facts are
    often amended once more. Raises `LawBroken`."""
    match = start_match(rules, Entry(0, Started(rules.name, players, options, holds=holds)))
    amendments = noted = ends = 0
    for n in range(1, events + 1):
        event = make_random_event(rules, match, random, again=again)
        try:
            after, ruling = judge_entry(rules, match, Entry(n, event))
        except InputError:
            continue
        if isinstance(event, Amendment) and after is not match:
            amendments += 1
            noted += len(_noted(after) - _noted(match))
            ends += after.end is not None and after.end.found and (match.end is None or match.end.n != after.end.n)
            _hold_the_laws(rules, match, after, ruling, event, n)
        match = after
    if replay_log(rules, match.entries) != match:
        raise LawBroken("the fold of the log is another match than the one told step by step")
    return Soaked(len(match.judged), amendments, noted, ends)


def _noted(match: Match) -> set[int]:
    return {judged.n for judged in match.judged if judged.fate is Fate.NOTED}


def make_random_event(rules: Rules[Any], match: Match, random: Random, *, again: bool) -> Event:
    """Something that may happen next, lawful or not."""
    if len(match.entries) > 1 and random.randrange(_AMENDED) == 0:
        return _amendment(rules, match, random, again=again)
    if match.end is not None and match.end.outcome.won is False and random.randrange(2):
        return PlayedOn(match.end.n)
    disputed = [dispute.n for dispute in match.disputes]
    if disputed and random.randrange(2):
        settling: list[Event] = [Waived(disputed[0]), TakenBack(match.disputes[0].zone), Undone(disputed[0])]
        return random.choice(settling)
    return _fact(rules, match, random)


def _fact(rules: Rules[Any], match: Match, random: Random) -> Event:
    if random.randrange(_WRONG) == 0:
        return _anything(rules, match, random)
    moves = rules.list_legal(match.state)
    view = rules.describe_position(match.state)
    if view.get("to_draw") and random.randrange(4):
        return Claimed("draw", view["to_draw"][0])
    if "place" not in rules.claims and view["played"] >= view["min_cards"] and random.randrange(2):
        return TurnEnded()
    if not moves:
        return TurnEnded()
    return _told(random.choice(moves), match)


def _told(move: Play | Claim, match: Match) -> Event:
    if isinstance(move, Claim):
        return Claimed(move.code, None, move.detail)
    return Played(move.zone, move.before, _printed(match.started.game, move.after))


def _anything(rules: Rules[Any], match: Match, random: Random) -> Event:
    kind = random.randrange(6)
    zones = list(match.faces)
    if kind == 0:
        return TurnEnded()
    if kind == 1:
        return _taken_back(match, zones, random)
    card = random.choice(_cards(rules.name))
    if "place" in rules.claims:
        where = [random.randrange(10), random.randrange(10)]
        return _told(rules.parse_play(match.state, {"card": card, random.choice(("cell", "remove")): where}), match)
    return _told(rules.parse_play(match.state, {"card": card, "pile": random.choice(zones)}), match)


def _taken_back(match: Match, zones: list[str], random: Random) -> TakenBack:
    """A card is lifted off; in half of the cases the card and what lay beneath were seen."""
    zone = random.choice(([laid.zone for laid in match.laid] or zones)[-3:])
    top = next((laid for laid in reversed(match.laid) if laid.zone == zone), None)
    if top is None or random.randrange(2) or not (top.before or top.after):
        return TakenBack(zone)
    return TakenBack(zone, card=top.after, beneath=top.before)


def _cards(game: str) -> list[str]:
    """The cards of a game without those that only an expansion has."""
    sheet = load_sheet(game)
    return [card for card in build_practice_deck(sheet) if card not in sheet.spare]


def _printed(game: str, face: str) -> str:
    """A number as the practice deck prints it, with its command."""
    return next((card for card in build_practice_deck(load_sheet(game)) if card.partition(":")[0] == face), face)


def _amendment(rules: Rules[Any], match: Match, random: Random, *, again: bool) -> Amendment:
    entry = random.choice(match.entries[1:])
    earlier = [each.n for each in match.entries if isinstance(each.event, Corrected)]
    if again and earlier and random.randrange(_RUN) == 0:  # amend what is amended already, or undo one of the amendments
        corrected = match.entry_of(random.choice(earlier)) or entry
        entry = corrected if random.randrange(2) else match.entry_of(_named(match, corrected.event)) or entry  # type: ignore[arg-type]
    judged = match.find_judged(entry.n)
    kind = random.randrange(5)
    if kind < 2 or judged is None:
        return Undone(entry.n)
    if kind == 2:
        fact = _fact(rules, match, random)
        return Inserted(entry.n, fact if isinstance(fact, Played | TurnEnded | Claimed) else TurnEnded())
    return _correction(rules, match, entry.n, judged.event, random)


def _correction(rules: Rules[Any], match: Match, n: int, event: Event, random: Random) -> Corrected:
    zones = list(match.faces)
    card = random.choice(_cards(rules.name))
    if isinstance(event, Claimed):
        place = f"r{random.randrange(10)}c{random.randrange(10)}" if random.randrange(3) == 0 and find_zone_of(event) else None
        return Corrected(n, card if place is None else None, place)
    if not isinstance(event, Played):
        return Corrected(n, card)
    meant = rules.parse_play(match.state, {"card": card, "pile": event.zone})
    face = meant.after if isinstance(meant, Play) else card
    kind = random.randrange(6)
    if kind == 0:
        return Corrected(n, zone=random.choice(zones))
    return Corrected(n, seat=random.randrange(match.started.seats)) if kind == 1 else Corrected(n, face)


def _hold_the_laws(rules: Rules[Any], before: Match, after: Match, ruling: Ruling, event: Amendment, n: int) -> None:
    _what_stood_lies_there(before, after, _named(before, event))
    _no_other_is_put_in_dispute(before, after, event)
    _the_inert_change_nothing(before, after, event)
    _what_was_lifted_stays_lifted(rules, before, after)
    _the_turn_stays(rules, before, after, event)
    _the_verdict_is_of_the_present(after, ruling)
    if not isinstance(event, Undone):
        _an_undo_leaves_no_trace(rules, before, after, n)


def _named(match: Match, event: Amendment) -> int:
    """The fact that an amendment is about in the end."""
    named = event.before if isinstance(event, Inserted) else event.entry
    entry = next(entry for entry in match.entries if entry.n == named)
    inner = entry.event
    return _named(match, inner) if isinstance(inner, Corrected | Waived | Undone | PlayedOn) else named


def _what_stood_lies_there(before: Match, after: Match, named: int) -> None:
    """Laws 1 and 2."""
    for was in before.judged:
        now = after.find_judged(was.n)
        if now is None:
            raise LawBroken(f"fact {was.n} is gone")
        if (
            was.n != named
            and was.fate in _LYING
            and was.held.fate is Fate.STANDS
            and was.held.has_stood_with(was.own)  # else it is not settled yet
            and now.fate not in (*_LYING, Fate.TAKEN_BACK, Fate.SAID)
        ):
            raise LawBroken(f"fact {was.n} stood, and is {now.fate.value} after an amendment of {named}")
        settled = was.fate is Fate.OVER and was.held.fate is Fate.OVER
        if settled and now.fate is not Fate.OVER and was.n != named:
            raise LawBroken(f"fact {was.n} was over, and is {now.fate.value} after an amendment of {named}")


def _no_other_is_put_in_dispute(before: Match, after: Match, event: Amendment) -> None:
    """Law 14. What was in dispute since the last fact is judged anew (1)."""
    named = _named(before, event)
    for now in after.open_facts:
        was = before.find_judged(now.n)
        if now.n == named or was is None or Fate.OPEN in (was.fate, was.held.fate) or was.own in was.held.opened:
            continue
        raise LawBroken(f"fact {now.n} was {was.fate.value}, and an amendment of {named} puts it in dispute")


def _what_was_lifted_stays_lifted(rules: Rules[Any], before: Match, after: Match) -> None:
    """Law 13."""
    gone = (Fate.TAKEN_BACK, Fate.UNDONE)
    for place, was in enumerate(after.judged):
        event = was.event
        if not isinstance(event, TakenBack) or was.fate not in _LYING:
            continue
        earlier = before.find_judged(was.n)
        lifted = after.find_judged(was.lifted) if was.lifted is not None else None
        same = earlier is not None and earlier.fate in _LYING and earlier.lifted == was.lifted
        if same and lifted is not None and lifted.fate not in gone:
            raise LawBroken(f"fact {lifted.n} was lifted, and is {lifted.fate.value} after an amendment")
        since = [each for each in after.judged[place + 1 :] if (find_zone_of(each.event) or _lift(each.event)) == event.zone]
        shown = rules.list_faces(after.state).get(event.zone)
        if event.beneath is not None and not since and shown != event.beneath:
            raise LawBroken(f"{event.beneath or 'nothing'} was seen on {event.zone}, and {shown or 'nothing'} lies there")


def _lift(event: Event) -> str:
    return event.zone if isinstance(event, TakenBack) else ""


def _the_inert_change_nothing(before: Match, after: Match, event: Amendment) -> None:
    """Law 14."""
    inert = isinstance(event, Undone) and event.entry in find_standing(before.entries).replaced
    if inert and _plain(after) != _plain(before):
        raise LawBroken(f"amendment {event.entry} was replaced, and its undo changes something")  # type: ignore[union-attr]


def _the_turn_stays(rules: Rules[Any], before: Match, after: Match, event: Amendment) -> None:
    """Laws 2 and 6."""
    named = _named(before, event)
    fact = before.find_judged(named)
    moves = (
        fact is None or isinstance(fact.event, TurnEnded) or isinstance(event, Inserted | PlayedOn) or bool(before.open_facts)
    )
    moves = moves or bool(after.open_facts) or _ends(before) != _ends(after) or any(map(_waits_for_the_end, before.judged))
    inner = next(entry.event for entry in before.entries if entry.n == event.entry) if isinstance(event, Undone) else None
    moves = moves or isinstance(inner, Inserted | PlayedOn | TakenBack)
    order = [each.n for each in before.judged]
    later = before.judged[order.index(named) + 1 :] if named in order else ()
    laid_last = fact is not None and not any(is_laying(each.event) for each in later if each.fate in _LYING)
    if not moves and not laid_last and not is_same_turn(before.state, after.state):
        raise LawBroken(f"an amendment of fact {named} moved the turn")


def _ends(match: Match) -> tuple[End | None, list[int]]:
    """What ended the match, and facts told after that end: if that end goes, their turn passes by the rules, though another
    end holds."""
    return match.end, [each.n for each in match.judged if each.passed == ENDED and each.fate in _LYING]


def _waits_for_the_end(judged: Judged) -> bool:
    """Was the fact told after an end (10), without ever standing since? Its fate depends on that end."""
    return judged.fate is Fate.KEPT or (judged.held.fate is Fate.KEPT and not judged.held.stood)


def _the_verdict_is_of_the_present(after: Match, ruling: Ruling) -> None:
    """Law 4."""
    won = after.outcome.won if after.outcome else None
    right = (WIN if won else LOSS) if won is not None else ILLEGAL if after.open_facts else LEGAL
    if ruling.verdict != right:
        raise LawBroken(f"the verdict on an amendment is {ruling.verdict}, and the match is {right}")


def _an_undo_leaves_no_trace(rules: Rules[Any], before: Match, after: Match, n: int) -> None:
    """Law 11."""
    again, _ = judge_entry(rules, after, Entry(n + 1_000_000, Undone(n)))
    if _plain(again) != _plain(before):
        raise LawBroken(f"the undo of amendment {n} left a trace")


def _plain(match: Match) -> Any:
    facts = tuple((judged.n, judged.fate) for judged in match.judged if judged.fate is not Fate.UNDONE)
    end = None if match.end is None else replace(match.end, found=False)
    return match.started, match.state, facts, match.disputes, match.laid, end
