"""The referee as a dialogue in text: one JSON line in, one answer out (the `companion referee` interface).

It reads no stream itself: `Dialogue.answer` takes a line and hands back a mapping ready for JSON.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from typing import Any

from companion.errors import InputError
from companion.events import Claimed, Corrected, Entry, Event, Played, Started, TurnEnded, Undone
from companion.games import rules_of
from companion.messages import Catalogue
from companion.referee import Match, advance, start
from companion.rules import Claim, Duty, Finding, Rules, Severity

MAX_LINE = 1_000_000
"""Characters of the longest line that is read; a position with every card named takes a few thousand."""

POSITION_KEYS = frozenset({"game", "players", "teams", "variant", "setup"})
STATE_KEYS = (
    "status", "to_move", "turn", "min_cards", "played", "hand_size", "deck_size", "deck_sizes", "top", "sequences", "chip", "score",
    "rating", "winner",
)  # fmt: skip


class Dialogue:
    """One dialogue. An unreadable line is answered by an error and changes nothing."""

    def __init__(self, words: Catalogue) -> None:
        self._words = words
        self._match: Match | None = None
        self._rules: Rules[Any] | None = None
        self._n = -1

    @property
    def match(self) -> Match | None:
        """The match as it stands, None before the first position."""
        return self._match

    def answer(self, line: str | bytes) -> dict[str, Any]:
        """Judge one line: a position, or an event of the match it began."""
        try:
            data = decoded(line)
            return self._begin(data) if "game" in data else self._judge(data)
        except InputError as error:
            self._n += 1 if self._match else 0
            return {"n": max(self._n, 0), "error": str(error)}

    def _begin(self, data: Mapping[str, Any]) -> dict[str, Any]:
        started = position(data)
        rules = rules_of(started.game)
        match = start(rules, Entry(0, started, source="text"))
        self._rules, self._match, self._n = rules, match, 0
        seat = rules.turn(match.state)[1]
        return self._said(0, "legal", None, self._words.text("position-ready", seat=seat + 1))

    def _judge(self, data: Mapping[str, Any]) -> dict[str, Any]:
        if self._match is None or self._rules is None:
            raise InputError('the first line is a position, such as {"game": "the_game", "players": 3}')
        event = self._event(data, self._rules, self._match)
        n = self._n + 1
        if isinstance(event, Finding):
            said = self._words.finding(self._match.started.game, event)
            self._n = n
            return self._said(n, "illegal", event.rule, said)
        self._match, ruling = advance(self._rules, self._match, Entry(n, event, source="text"))
        self._n = n
        return self._said(n, ruling.verdict, ruling.rule, self._words.ruling(self._match.started.game, ruling))

    def _event(self, data: Mapping[str, Any], rules: Rules[Any], match: Match) -> Event | Finding:
        kind = _only_kind(data)
        seat = _seat(data, match)
        if kind == "take_back":
            return _taken_back(rules, match, data[kind], seat)
        return _READERS[kind](rules, match, data[kind], seat)

    def _said(self, n: int, verdict: str, rule: str | None, message: str) -> dict[str, Any]:
        return {"n": n, "verdict": verdict, "rule": rule, "message": message, "state": self._state()}

    def _state(self) -> dict[str, Any]:
        assert self._match is not None and self._rules is not None
        view = self._rules.view(self._match.state)
        duties = [duty_to_json(duty) for duty in self._rules.duties(self._match.state)]
        return {**{key: view[key] for key in STATE_KEYS if key in view}, "duties": duties}


def decoded(line: str | bytes) -> dict[str, Any]:
    """A line as a JSON object. Raises `InputError` saying what is wrong with it."""
    if len(line) > MAX_LINE:
        raise InputError(f"the line is longer than {MAX_LINE} characters")
    try:
        data = json.loads(line, parse_constant=_no_constant, object_pairs_hook=_no_twins)
    except UnicodeDecodeError as error:
        raise InputError("the line is not UTF-8 text") from error
    except RecursionError as error:
        raise InputError("the line is nested too deeply") from error
    except InputError:
        raise
    except ValueError as error:
        raise InputError(f"the line is not JSON: {error}") from error
    if not isinstance(data, dict):
        raise InputError("the line is not a JSON object")
    return data


def position(data: Mapping[str, Any]) -> Started:
    """The start of a match that a position line describes. Raises `InputError`; the game itself checks the position."""
    unknown = sorted(set(data) - POSITION_KEYS)
    if unknown:
        raise InputError(f"unknown key {unknown[0]!r} in a position; it has game, players, teams, variant, setup")
    players, variant, setup = data.get("players"), data.get("variant"), data.get("setup")
    if not _is_whole(players):
        raise InputError('"players" is needed: a whole number')
    if not all(value is None or isinstance(value, dict) for value in (variant, setup)):
        raise InputError('"variant" and "setup" are JSON objects')
    options = dict(variant or {})
    if data.get("teams") is not None:
        if not _is_whole(data["teams"]):
            raise InputError('"teams" is a whole number')
        options["teams"] = data["teams"]
    return Started(str(data["game"]), int(players or 0), options, setup, holds=False)


def duty_to_json(duty: Duty) -> dict[str, Any]:
    """A duty as the interface prints it."""
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


def _no_constant(name: str) -> Any:
    raise InputError(f"{name} is no JSON number")


def _no_twins(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    data = dict(pairs)
    if len(data) != len(pairs):
        raise InputError("a key stands twice in the line")
    return data


def _is_whole(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and abs(value) < 1_000_000_000


def _only_kind(data: Mapping[str, Any]) -> str:
    kinds = [key for key in data if key != "player"]
    if len(kinds) != 1 or (kinds[0] not in _READERS and kinds[0] != "take_back"):
        raise InputError(f"an event has exactly one of: {', '.join([*_READERS, 'take_back'])}; and an optional player")
    return kinds[0]


def _seat(data: Mapping[str, Any], match: Match) -> int | None:
    seat = data.get("player")
    if "player" in data and not (_is_whole(seat) and 0 <= seat < match.started.seats):  # type: ignore[operator]
        raise InputError(f'"player" is a seat from 0 to {match.started.seats - 1}')
    return seat


def _played(rules: Rules[Any], match: Match, value: Any, seat: int | None) -> Event:
    if not isinstance(value, dict):
        raise InputError('"play" is a JSON object, such as {"card": "47", "pile": "up1"}')
    meant = rules.parse(match.state, value, seat)
    if isinstance(meant, Claim):
        return Claimed(meant.code, meant.seat, meant.detail)
    return Played(meant.zone, meant.before, meant.after, meant.seat)


def _flag(name: str, make: Callable[[int | None], Event]) -> Callable[[Rules[Any], Match, Any, int | None], Event]:
    def read(rules: Rules[Any], match: Match, value: Any, seat: int | None) -> Event:
        if value is not True:
            raise InputError(f'"{name}" is true or absent')
        return make(seat)

    return read


def _said(rules: Rules[Any], match: Match, value: Any, seat: int | None) -> Event:
    if not isinstance(value, str):
        raise InputError('"say" is one of advice, command, number, relative_number, magnitude, colour, intention')
    return Claimed("say", seat, {"kind": value})


def _dead(rules: Rules[Any], match: Match, value: Any, seat: int | None) -> Event:
    if not isinstance(value, str):
        raise InputError('"dead" is a card, such as "2S"')
    return Claimed("dead", seat, {"card": value})


def _setup_check(rules: Rules[Any], match: Match, value: Any, seat: int | None) -> Event:
    if not isinstance(value, dict):
        raise InputError('"setup_check" is a JSON object, such as {"players": 3, "hand": 6}')
    return Claimed("setup_check", seat, value)


def _undone(rules: Rules[Any], match: Match, value: Any, seat: int | None) -> Event:
    if not _is_whole(value):
        raise InputError('"undo" is the number of an event')
    return Undone(value)


def _corrected(rules: Rules[Any], match: Match, value: Any, seat: int | None) -> Event:
    if not isinstance(value, dict) or set(value) != {"event", "card"} or not _is_whole(value["event"]):
        raise InputError('"correct" is a JSON object, such as {"event": 4, "card": "47"}')
    target = next((entry.event for entry in match.entries if entry.n == value["event"]), None)
    if isinstance(target, Played):
        meant = rules.parse(match.state, {"card": value["card"], "pile": target.zone}, target.seat)
        assert not isinstance(meant, Claim)
        return Corrected(value["event"], meant.after)
    if isinstance(target, Claimed) and {"row", "column"} <= set(target.detail):
        key = "remove" if target.code == "remove" else "cell"
        cell = [target.detail["row"], target.detail["column"]]
        meant = rules.parse(match.state, {"card": value["card"], key: cell}, target.seat)
        assert isinstance(meant, Claim)
        return Corrected(value["event"], meant.detail["card"])
    raise InputError(f"event {value['event']} laid no card")


def _taken_back(rules: Rules[Any], match: Match, value: Any, seat: int | None) -> Event | Finding:
    if not isinstance(value, dict) or len(value) != 1 or not {"pile", "cell"} & set(value):
        raise InputError('"take_back" is a JSON object, such as {"pile": "up1"}')
    if "cell" in value:
        return _chip_taken_back(match, value["cell"])
    zone = rules.zone(match.state, value["pile"], seat)
    last = next((laid for laid in reversed(match.laid) if laid.zone == zone), None)
    if match.outcome is None and last is not None and last.turn == rules.turn(match.state)[0]:
        return Undone(last.n)
    return Finding("G-2", "nothing-to-take-back", Severity.FOUL, (zone,), {"zone": zone})


def _chip_taken_back(match: Match, cell: Any) -> Event | Finding:
    if not isinstance(cell, list) or len(cell) != 2 or not all(_is_whole(number) for number in cell):
        raise InputError('"cell" is [row, column]')
    standing = [ruling for ruling in match.rulings if ruling.verdict == "legal"]
    last = next((entry for entry in match.entries if standing and entry.n == standing[-1].n), None)
    if match.outcome is None and last and isinstance(last.event, Claimed) and last.event.code in ("place", "remove"):
        detail = last.event.detail
        if [detail.get("row"), detail.get("column")] == cell:
            return Undone(last.n)
    zone = f"r{cell[0]}c{cell[1]}"
    return Finding("G-2", "nothing-to-take-back", Severity.FOUL, (zone,), {"zone": zone})


_READERS: Mapping[str, Callable[[Rules[Any], Match, Any, int | None], Event]] = {
    "play": _played,
    "end_turn": _flag("end_turn", lambda seat: TurnEnded(seat)),
    "assess": _flag("assess", lambda seat: Claimed("assess", seat)),
    "stuck": _flag("stuck", lambda seat: Claimed("stuck", seat)),
    "draw": _flag("draw", lambda seat: Claimed("draw", seat)),
    "say": _said,
    "dead": _dead,
    "setup_check": _setup_check,
    "undo": _undone,
    "correct": _corrected,
}
