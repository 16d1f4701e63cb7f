"""The referee as a dialogue in text: one JSON line in, one answer out (`companion referee`).

No stream is read here: `Dialogue.answer` takes a line and hands back a mapping ready for JSON.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import partial
from typing import Any

from companion.errors import InputError
from companion.games import rules_of
from companion.games.sheets import check_options
from companion.match.events import Amendment, Entry, Event, Inserted, TurnEnded
from companion.match.referee import judge_entry, start_match
from companion.match.rules import Duty, Rules
from companion.match.rulings import DROPPED, ILLEGAL, LEGAL, NOTE, Match, Ruling
from companion.play.typed import decode_line, read_event, read_play_by, read_position
from companion.shown.amendments import say_entry
from companion.shown.words.messages import Catalogue
from companion.turns.evidence import weigh_event

STATE_KEYS = (
    "status", "to_move", "turn", "min_cards", "played", "hand_size", "deck_size", "deck_sizes", "top", "sequences", "chip", "score",
    "rating", "winner", "colours",
)  # fmt: skip
_NAMING_REFUSALS = ("no-event", "event-undone", "event-over", "event-laid-no-card")
"""Refusals that name an event."""
_MAX_NUMBER = 100_000_000  # larger numbers are no lines; guess: far above any dialogue
_NO_ENTRY = 900_000_000  # offset of numbers for lines without an entry; guess: far above `_MAX_NUMBER`


class LineNumbers:
    """Lines and entries of a dialogue. An inserted end of a turn has an entry and no line; it goes by the line just after."""

    def __init__(self) -> None:
        self._entries: dict[int, int] = {0: 0}
        self._lines: dict[int, int] = {0: 0}

    def note_line(self, line: int, entry: int) -> None:
        """Note that a line became an entry, both by number; entries inserted just before share the line."""
        self._entries[line] = entry
        for n in range(len(self._lines), entry + 1):
            self._lines[n] = line

    def line_of_entry(self, entry: int) -> int:
        """The line of an entry."""
        known = self._lines.get(entry)
        return known if known is not None else entry - _NO_ENTRY if abs(entry - _NO_ENTRY) < _MAX_NUMBER else entry

    def with_entries(self, data: Mapping[str, Any]) -> dict[str, Any]:
        """The data of a line, with the named lines replaced by entries."""
        return {key: self._name_entry(key, value) for key, value in data.items()}

    def _name_entry(self, key: str, value: Any) -> Any:
        """`value` under `key` of an event, with the number of a line replaced by the number of its entry; other values
        unchanged."""
        if key in ("undo", "waive"):
            return self._entry_of_line(value)
        inner = {"correct": "event", "insert": "before"}.get(key)
        if inner is None or not isinstance(value, dict) or inner not in value:
            return value
        return {**value, inner: self._entry_of_line(value[inner])}

    def _entry_of_line(self, line: Any) -> Any:
        if not isinstance(line, int) or isinstance(line, bool) or abs(line) >= _MAX_NUMBER:
            return line
        return self._entries.get(line, line + _NO_ENTRY)

    def refusal_by_line(self, error: InputError) -> InputError:
        """`error` with the number of an entry replaced by its line; other refusals unchanged."""
        if error.id not in _NAMING_REFUSALS:
            return error
        return InputError.with_id(error.id, **{**error.values, "given": self.line_of_entry(error.values["given"])})


class Dialogue:
    """One dialogue. An unreadable line is answered by an error and changes nothing."""

    def __init__(self, words: Catalogue) -> None:
        """No position yet. `words`: texts in the language of the answers."""
        self._words = words
        self._match: Match | None = None
        self._rules: Rules[Any] | None = None
        self._n = -1
        self._lines = LineNumbers()

    @property
    def match(self) -> Match | None:
        """The match as it stands, None before the first position."""
        return self._match

    def answer(self, line: str | bytes) -> dict[str, Any]:
        """The answer to one line: a position, or an event of its match. A position begins another match; an error is counted
        as a line once a match runs."""
        try:
            data = decode_line(line)
            return self._begin_match(data) if "game" in data else self._judge_event(data)
        except InputError as error:
            self._n += 1 if self._match else 0
            return {"n": max(self._n, 0), "error": self._words.say_error(self._lines.refusal_by_line(error))}

    def _begin_match(self, data: Mapping[str, Any]) -> dict[str, Any]:
        """The answer to a position, `data`; lines are counted from 0 again. Raises `InputError`."""
        started = read_position(data)
        rules = rules_of(started.game)
        check_options(started.game, started.options)
        match = start_match(rules, Entry(0, started, source="text"))
        self._rules, self._match, self._n, self._lines = rules, match, 0, LineNumbers()
        self._words = self._words.with_match(started)
        seat = match.state.to_move
        return self._make_answer(0, "legal", None, self._words.text("position-ready", seat=seat + 1))

    def _judge_event(self, data: Mapping[str, Any]) -> dict[str, Any]:
        """The answer to an event, `data`. Ends of turns that the event presupposes are told first, under "inferred"; "asked"
        holds what the referee asks. Raises `InputError`, also before any position."""
        if self._match is None or self._rules is None:
            raise InputError.with_id("position-first", example='{"game": "the_game", "players": 3}')
        data = self._lines.with_entries(data)
        event = read_event(data, self._rules, self._match)
        meant = weigh_event(self._rules, self._match, event, told=partial(read_play_by, data, self._rules, self._match))
        match, inferred, said = self._match, list[dict[str, Any]](), list[str]()
        for fact in meant.before:
            entry = Entry(match.entries[-1].n + 1, fact, source="inferred")
            match, ruling = judge_entry(self._rules, match, entry)
            ends = self._describe_inferred(match, entry)
            inferred += ends
            said += (
                (self._words.text("turn-put-in", seat=end["seat"] + 1) for end in ends)
                if ruling.verdict != ILLEGAL
                else [self._words.say_ruling(match.started.game, ruling)]
            )
        answer = self._tell_event(match, meant.event)
        if inferred:
            answer |= {"inferred": inferred, "message": " ".join([*said, answer["message"]])}
        if meant.asked is not None:
            question = self._words.text("ask-turn", seat=meant.asked.seat + 1)
            before = answer["n"] if meant.asked.before is None else self._lines.line_of_entry(meant.asked.before)
            asked = {"event": before, "turn": meant.asked.turn, "seat": meant.asked.seat}
            answer |= {"asked": asked, "message": f"{answer['message']} {question}"}
        return answer

    def _tell_event(self, match: Match, event: Event | None) -> dict[str, Any]:
        """The answer after the event was told to the match; `event` None tells nothing. "changed": earlier events with
        another verdict now, after an amendment."""
        assert self._rules is not None
        n = self._n + 1
        if event is None:
            self._n = n
            return self._make_answer(n, LEGAL, None, self._words.text("ruling-dropped"))
        entry = Entry(match.entries[-1].n + 1, event, source="text")
        self._match, ruling = judge_entry(self._rules, match, entry)
        self._n = n
        if self._match.entries[-1].n == entry.n:
            self._lines.note_line(n, entry.n)
        self._words = self._words.with_match(self._match.started)
        message = " ".join([say_entry(self._words, self._match, entry, ruling), *self._suggest_instead(ruling)])
        verdict = LEGAL if ruling.verdict in (DROPPED, NOTE) else ruling.verdict
        answer = self._make_answer(n, verdict, ruling.rule, message)
        if isinstance(event, Amendment):
            answer["changed"] = [
                {"event": self._lines.line_of_entry(each.n), "was": each.was, "now": each.now, "rule": each.rule}
                for each in ruling.changed
            ]
        asked = [{"event": self._lines.line_of_entry(lift), "about": "beneath"} for lift in ruling.asked]
        if asked := [*asked, *({"event": n, "about": about} for about in _asked_about(ruling))]:
            answer["asked"] = asked
        return answer

    def _suggest_instead(self, ruling: Ruling) -> Iterator[str]:
        """Sentences about a card of an earlier turn, which stays: what could be said instead."""
        for found in ruling.findings:
            if "entry" in found.detail:
                event = self._lines.line_of_entry(found.detail["entry"])
                card = found.detail["card"]
                yield self._words.text(
                    "say-instead", undo=f'{{"undo": {event}}}', correct=f'{{"correct": {{"event": {event}, "card": "{card}"}}}}'
                )

    def _describe_inferred(self, match: Match, entry: Entry) -> list[dict[str, Any]]:
        """The inferred end of a turn, and before which event it stands; empty for other entries."""
        told, before = entry.event, self._n + 1
        end = told.fact if isinstance(told, Inserted) else told
        if isinstance(told, Inserted):
            before = self._lines.line_of_entry(told.before)
        judged = match.find_judged(entry.n)
        if not isinstance(end, TurnEnded) or judged is None:
            return []
        foul = {"verdict": ILLEGAL, "rule": judged.ruling.rule} if judged.ruling.verdict == ILLEGAL else {}
        return [{"event": before, "ended": judged.ruling.turn, "seat": judged.ruling.seat, "by": end.by, **foul}]

    def _make_answer(self, n: int, verdict: str, rule: str | None, message: str) -> dict[str, Any]:
        return {"n": n, "verdict": verdict, "rule": rule, "message": message, "state": self._describe_state()}

    def _describe_state(self) -> dict[str, Any]:
        """The position: those of `STATE_KEYS` that the game has, and "duties"."""
        assert self._match is not None and self._rules is not None
        view = self._rules.describe_position(self._match.state)
        duties = [duty_to_json(duty) for duty in self._rules.list_duties(self._match.state)]
        return {**{key: view[key] for key in STATE_KEYS if key in view}, "duties": duties}


def _asked_about(ruling: Ruling) -> Iterator[str]:
    """What a ruling asks about: "count" where counting alone ends the match, "command" for a card too many."""
    if ruling.outcome is not None and ruling.outcome.counted:
        yield "count"
    yield from (str(found.detail["asked"]) for found in ruling.findings if "asked" in found.detail)


def duty_to_json(duty: Duty) -> dict[str, Any]:
    """A duty as the interface prints: "zone" the first zone, "zones" where several. "certain_loss" stands only where true."""
    due = None if duty.due_turn is None else f"end of turn {duty.due_turn}"
    data: dict[str, Any] = {
        "rule": duty.rule,
        "zone": duty.zones[0] if duty.zones else None,
        "card": duty.card or None,
        "due": due,
    }
    if len(duty.zones) > 1:
        data["zones"] = list(duty.zones)
    return {**data, "code": duty.code, **({"certain_loss": True} if duty.certain_loss else {})}
