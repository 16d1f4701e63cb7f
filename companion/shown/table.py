"""The table as the phones see it: the view in their language, and what they may ask for."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import Any

from companion.clean_text import MOST_DIGITS, check_clean
from companion.errors import InputError
from companion.games.sheets import Sheet
from companion.journal.exported import as_csv, as_json
from companion.match.events import Claimed, Corrected, Played, Started, TurnEnded, Waived
from companion.match.rules import Claim
from companion.match.rulings import Match
from companion.session.inbox import Inbox, Work
from companion.session.past_matches import PastMatch
from companion.session.session import Session
from companion.session.snapshot import Snapshot
from companion.shown.afterwards import afterwards_view, in_history
from companion.shown.command_answer import command_answer
from companion.shown.cues import TABLE, Cue, cues
from companion.shown.messages import FALLBACK, Catalogue, catalogue
from companion.shown.past import next_view, once_more, past_view
from companion.shown.view import view

LampsView = Callable[[tuple[Cue, ...], list[str]], list[dict[str, Any]]]
"""What the lamps of these places show for these cues, ready for the view: place, colour, blink and the kind of cue."""


CAMERA = "camera"
"""The name of the camera's picture as it is."""
ENTRY = "entry-"
"""Begins the name of the picture that a play was read from."""


class ShownTable:
    """One table. `sheets`: the games by name. `lamps`: see `LampsView`. `crop`: a JPEG of a zone, or of the whole table for "table".
    `offers`: the match to play after one that has ended."""

    def __init__(
        self,
        inbox: Inbox,
        sheets: Mapping[str, Sheet],
        lamps: LampsView,
        crop: Callable[[str], bytes | None] = lambda zone: None,
        offers: Callable[[Match], Started] = once_more,
    ) -> None:
        self._inbox = inbox
        self._sheets = sheets
        self._lamps = lamps
        self._crop = crop
        self._offers = offers
        self._rendered = lru_cache(maxsize=4)(self._render)  # forty phones ask for the same two views

    def view(self, language: str) -> dict[str, Any]:
        """The whole view in that language."""
        return self._rendered(language, self._inbox.snapshot.version)

    def wait(self, version: int, timeout: float) -> int:
        """Wait for another version."""
        return self._inbox.wait(version, timeout)

    def picture(self, name: str) -> bytes | None:
        """The annotated camera picture ("table"), the picture as it is ("camera"), the crop a question is about, that of a zone, or
        what a play was read from ("entry-12"); None for any other name."""
        snapshot = self._inbox.snapshot
        if name.startswith(ENTRY):
            return self._of_entry(snapshot, name.removeprefix(ENTRY))
        question = next((q for q in snapshot.questions if q.id == name), None)
        if question is None and name not in (TABLE, CAMERA, *self._zones(snapshot)):
            return None
        return self._crop(question.zone if question else name)

    def looked(self) -> Mapping[tuple[str, str], bytes]:
        """What faces were read from lately, JPEGs by zone and face. A table without an eye has none."""
        return {}

    def _of_entry(self, snapshot: Snapshot, number: str) -> bytes | None:
        known = snapshot.match and number.isdecimal() and len(number) <= MOST_DIGITS
        entry = snapshot.match.entry(int(number)) if snapshot.match and known else None
        if entry is None or not isinstance(entry.event, Played):
            return None
        return self.looked().get((entry.event.zone, entry.event.after))

    def _pictured(self, snapshot: Snapshot, log: list[dict[str, Any]]) -> list[dict[str, Any]]:
        """The log, with the name of the picture that each play was read from, where there still is one."""
        looked, match = self.looked(), snapshot.match
        entries = {entry.n: entry.event for entry in match.entries} if match and looked else {}

        def has(line: dict[str, Any]) -> bool:
            event = entries.get(line["entry"])
            return isinstance(event, Played) and (event.zone, event.after) in looked

        return [{**line, "picture": f"{ENTRY}{line['entry']}"} if has(line) else line for line in log]

    def act(self, command: Mapping[str, Any], by: str) -> dict[str, Any]:
        """Do what a person asked for; the answer as of `command_answer`, with the version of the view that shows it. Raises `InputError`
        where it cannot be done."""
        work = _COMMANDS[command["command"]]

        def done(session: Session, at: float) -> tuple[Snapshot, Snapshot]:
            before = session.snapshot
            work(session, command, at, by)
            return before, session.snapshot

        before, after = self._inbox.ask(done)
        words = catalogue(command.get("language", FALLBACK))
        return {**command_answer(command, before, after, by, words), "version": self._inbox.snapshot.version}

    def _render(self, language: str, version: int) -> dict[str, Any]:
        snapshot = self._inbox.snapshot
        words = catalogue(language)
        lit = self._lamps(cues_of(snapshot), self._places(snapshot))
        for lamp in lit:
            lamp["title"] = words.zone(lamp["place"])
            lamp["meaning"] = words.text(f"cue-{lamp.pop('kind')}")
        sounding = any(cue.kind == "foul" and cue.place != "table" for cue in cues_of(snapshot))
        shown = {**view(snapshot, words, self._sheets), "next": self._next(snapshot, words)}
        log = self._pictured(snapshot, shown["log"])
        return {**shown, "log": log, "lamps": lit, "buzzer": "on" if sounding else "off"}

    def _next(self, snapshot: Snapshot, words: Catalogue) -> dict[str, Any] | None:
        if snapshot.match is None or snapshot.match.outcome is None:
            return None
        offered = self._offers(snapshot.match)
        return next_view(snapshot.match, offered, words, self._sheets[offered.game])

    def matches(self, language: str) -> list[dict[str, Any]]:
        """The matches of the journal, the last begun first; one at a time, so that what is seen at the table need not wait."""
        words, on_table = catalogue(language), self._inbox.snapshot.match_id
        found = [self._past(id) for id in self._inbox.ask(lambda session, at: session.past.ids())]
        return [
            {**past_view(past, words, self._sheets[past.started.game]), "current": past.id == on_table}
            for past in found
            if past
        ]

    def history(self, language: str) -> list[dict[str, Any]]:
        """The latest matches with what can be counted of them, the first begun first."""
        words = catalogue(language)
        found = [self._past(id) for id in reversed(self._inbox.ask(lambda session, at: session.past.ids()))]
        return [in_history(past, words, self._sheets[past.started.game]) for past in found if past]

    def afterwards(self, match: int, language: str, at: int | None, filmed: frozenset[int]) -> dict[str, Any] | None:
        """A match with every ruling, see `afterwards_view`; None where there is none that can be shown."""
        log = self._inbox.ask(lambda session, _: session.past.log(match))
        try:
            if log is None:
                return None
            return afterwards_view(match, log, at, filmed, catalogue(language))
        except InputError:
            return None

    def exported(self, match: int, kind: str) -> str | None:
        """The log of a match as "json" or "csv"; None where there is none."""
        log, uid = self._inbox.ask(lambda session, at: (session.past.log(match), session.past.uid(match)))
        if log is None:
            return None
        return as_json(match, log, uid) if kind == "json" else as_csv(log, uid)

    def _past(self, id: int) -> PastMatch | None:
        found: PastMatch | None = self._inbox.ask(lambda session, at: session.past.of(id))
        return found

    def _zones(self, snapshot: Snapshot) -> tuple[str, ...]:
        if snapshot.match is None or snapshot.rules is None:
            return ()
        return tuple(snapshot.rules.faces(snapshot.match.state))

    def _places(self, snapshot: Snapshot) -> list[str]:
        """Where lamps would stand: one a pile that somebody plays on, and the table's own."""
        if snapshot.match is None:
            return [TABLE]
        sheet, seats = self._sheets[snapshot.match.started.game], snapshot.match.started.seats
        piles = [zone.name for zone in sheet.zones if zone.kind == "card"]
        played = [name for name in piles if not name.startswith("discard") or int(name.removeprefix("discard")) <= seats]
        return [*played, TABLE]


def cues_of(snapshot: Snapshot) -> tuple[Cue, ...]:
    """What should be signalled for a snapshot."""
    if snapshot.rules is None:
        return ()
    asked = [question.zone for question in snapshot.questions]
    lost = [difference.zone for difference in snapshot.out_of_step]
    since = min((d.since for d in snapshot.out_of_step), default=0.0)
    return cues(snapshot.rules, snapshot.match, asked, lost, since)


def _start(session: Session, command: Mapping[str, Any], at: float, by: str) -> None:
    check_clean(command.get("options"))
    names = tuple(name.strip() for name in command.get("names", ()))
    begins, options = command.get("begins"), dict(command.get("options", {}))
    if "colours" in command:
        options["colours"] = list(command["colours"])
    session.begin(Started(command["game"], command["players"], options, None, names, begins=begins), at, by)


def _resume(session: Session, command: Mapping[str, Any], at: float, by: str) -> None:
    session.take_up(command["match"])


def _correct(session: Session, command: Mapping[str, Any], at: float, by: str) -> Any:
    face, zone, seat = (command.get(key) for key in ("face", "zone", "seat"))
    if face is None and zone is None and seat is None:
        raise InputError.of("already-so")
    return session.amended(Corrected(command["entry"], None if face is None else _known(session, face), zone, seat), at, by)


def _insert(session: Session, command: Mapping[str, Any], at: float, by: str) -> Any:
    zone, face, seat = command.get("zone"), command.get("face"), command.get("seat")
    if zone is None or face is None:
        return session.insert(command["before"], TurnEnded(seat), at, by)
    return session.insert(command["before"], Played(zone, "", _known(session, face), seat), at, by)


def _set_up(session: Session, command: Mapping[str, Any], at: float, by: str) -> Any:
    check_clean(command.get("options"))
    names, places = command.get("names"), command.get("places")
    given = None if names is None else tuple(name.strip() for name in names)
    around, colours = None if places is None else tuple(places), command.get("colours")
    options, begins = command.get("options"), command.get("begins")
    told = any(each is not None for each in (options, begins, given, around))
    if colours is None and not told:
        raise InputError.of("already-so")
    rules, match, chosen = session.snapshot.rules, session.match, {"colours": list(colours or ())}
    if colours is not None and rules is not None and match is not None:
        rules.claim(match.state, Claim("set_up", None, chosen))  # refused before anything is written
    put_right = session.set_up_anew(options, begins, given, at, by, around) if told else ()
    return put_right if colours is None else (*put_right, *session.post(Claimed("set_up", None, chosen), at, by))


def _piles(session: Session, command: Mapping[str, Any], at: float, by: str) -> None:
    swap, draw, at_place = command.get("swap"), command.get("draw"), command.get("at")
    if draw is not None and at_place is not None and len(at_place) == 2:
        session.draw_pile_at(draw, *at_place)
    elif swap is None and draw is None and at_place is None:
        session.piles_right()
    elif swap is None:
        raise InputError.of("draw-unknown")
    elif len(swap) == 2:
        session.piles_swapped(*swap)
    else:
        raise InputError.of("piles-unknown")


def _waive(session: Session, command: Mapping[str, Any], at: float, by: str) -> Any:
    dispute = session.match.dispute_on(command["zone"]) if session.match else None
    if dispute is None:
        raise InputError.of("nothing-in-dispute")
    return session.amended(Waived(dispute.n), at, by)


def _undo(session: Session, command: Mapping[str, Any], at: float, by: str) -> Any:
    return session.undo(at, by, command.get("entry"))


def _put(session: Session, command: Mapping[str, Any], at: float, by: str) -> Any:
    return session.told(command["zone"], _known(session, command["face"]), at, by)


def _answer(session: Session, command: Mapping[str, Any], at: float, by: str) -> Any:
    return session.answer(command["question"], _known(session, command["face"]), at, by)


def _claim(session: Session, command: Mapping[str, Any], at: float, by: str) -> Any:
    return session.post(Claimed(command["code"], command.get("seat"), dict(command.get("detail", {}))), at, by)


def _known(session: Session, face: str) -> str:
    if face and not session.knows(face):
        raise InputError.of("face-unknown", given=face)
    return face


_COMMANDS: Mapping[str, Callable[[Session, Mapping[str, Any], float, str], Any]] = {
    "start": _start,
    "resume": _resume,
    "end_turn": lambda session, command, at, by: session.end_turn(at, by, command.get("turn")),
    "undo": _undo,
    "correct": _correct,
    "put": _put,
    "answer": _answer,
    "ignore": lambda session, command, at, by: session.dismiss(command["question"], at, by),
    "turn_ended": lambda session, command, at, by: session.turn_ended(command["question"], command["ended"], at, by),
    "waive": _waive,
    "claim": _claim,
    "insert": _insert,
    "play_on": lambda session, command, at, by: session.play_on(at, by),
    "set_up": _set_up,
    "piles": _piles,
    "trust": lambda session, command, at, by: session.trust(command["whom"], at, by),
}


def work_of(command: Mapping[str, Any], by: str) -> Work:
    """A command as work for the inbox, for buttons and control cards."""
    run = _COMMANDS[command["command"]]
    return lambda session, at: run(session, command, at, by)
