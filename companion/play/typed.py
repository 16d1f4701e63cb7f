"""What a line of text says: a position, or an event of its match. Raises `InputError` for a line that cannot be understood."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from companion.clean_text import check_names, read_json, tell_names_apart
from companion.errors import InputError
from companion.games import GAMES
from companion.games.positions import shorten_json
from companion.games.sheets import check_options
from companion.match.events import (
    Claimed,
    Corrected,
    Event,
    Inserted,
    Played,
    PlayedOn,
    PutRight,
    Started,
    TakenBack,
    TurnEnded,
    Undone,
    Waived,
)
from companion.match.rules import Claim, Rules
from companion.match.rulings import Match

MAX_LINE_LETTERS = 1_000_000
"""Characters of the longest line that is read; a guess: a position with every card named takes a few thousand."""

POSITION_KEYS = ("game", "players", "teams", "variant", "setup", "names", "holds", "places")
BESIDES = ("player", "hand")
"""Keys that may stand beside any event."""


def decode_line(line: str | bytes) -> dict[str, Any]:
    """The JSON object in a line. Raises `InputError` saying what is wrong."""
    if len(line) > MAX_LINE_LETTERS:
        raise InputError.with_id("line-too-long", most=MAX_LINE_LETTERS)
    data = read_json(line)
    if not isinstance(data, dict):
        raise InputError.with_id("line-not-object")
    return data


def read_position(data: Mapping[str, Any]) -> Started:
    """The start of the match that a position line, `data`, describes. Raises `InputError`; the game itself checks the
    position."""
    unknown = sorted(set(data) - set(POSITION_KEYS))
    if unknown:
        raise InputError.with_id("unknown-key", where="position", given=unknown[0][:40], known=", ".join(POSITION_KEYS))
    game = data["game"]
    if not isinstance(game, str):
        raise InputError.with_id("no-game", given=shorten_json(game), known=GAMES)
    players, variant, setup = data.get("players"), data.get("variant"), data.get("setup")
    if not _is_whole(players):
        raise InputError.with_id("whole-number-needed", where="players")
    for where, value in (("variant", variant), ("setup", setup)):
        if value is not None and not isinstance(value, dict):
            raise InputError.with_id("object-needed", where=where, example="{}")
    if not isinstance(data.get("holds", False), bool):
        raise InputError.with_id("switch-needed", where="holds")
    options = dict(variant or {})
    if data.get("teams") is not None:
        if not _is_whole(data["teams"]):
            raise InputError.with_id("whole-number-needed", where="teams")
        options["teams"] = data["teams"]
    names = read_player_names(data["names"], int(players or 0)) if "names" in data else ()
    places = _read_places(data["places"], int(players or 0)) if "places" in data else ()
    return Started(game, int(players or 0), options, setup, names, holds=data.get("holds", False), places=places)


def _read_places(value: Any, seats: int) -> tuple[float | None, ...]:
    """Place of each player by seat; null where unknown."""
    if not isinstance(value, list) or len(value) > seats:
        raise InputError.with_id("one-each", where="places", players=seats)
    return tuple(None if place is None else _read_share("places", place) for place in value)


def _is_whole(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and abs(value) < 1_000_000_000


def _only_kind(data: Mapping[str, Any]) -> str:
    """The one key of an event line, `data`, that tells the kind of event, besides `BESIDES`. Raises `InputError` for none or
    several."""
    kinds = [key for key in data if key not in BESIDES]
    if len(kinds) != 1 or kinds[0] not in _READERS:
        raise InputError.with_id("event-kinds", known=", ".join(_READERS))
    return kinds[0]


def read_event(data: Mapping[str, Any], rules: Rules[Any], match: Match) -> Event:
    """The event of `match` that a line tells. Raises `InputError`."""
    kind, hand = _only_kind(data), _read_hand(data)
    event: Event = _READERS[kind](rules, match, data[kind], _read_seat(data, match))
    return replace(event, hand=hand) if isinstance(event, Played | TurnEnded | Claimed) else event


def read_play_by(data: Mapping[str, Any], rules: Rules[Any], match: Match, seat: int) -> Played:
    """The play that a line tells, with piles and cards as `seat` means them. Raises `InputError`."""
    meant = _read_play_of_mover(rules, match, data["play"], None, seat)
    assert isinstance(meant, Played)
    return replace(meant, hand=_read_hand(data))


def _read_hand(data: Mapping[str, Any]) -> float | None:
    hand = data.get("hand")
    return None if hand is None else _read_share("hand", hand)


def _read_share(where: str, value: Any) -> float:
    """A share, 0 to 1, of the way around the edge of the mat. `where`: the key, for messages. Raises `InputError`."""
    if isinstance(value, bool) or not isinstance(value, int | float) or not 0 <= value <= 1:
        raise InputError.with_id("share-needed", where=where)
    return float(value)


def _read_seat(data: Mapping[str, Any], match: Match) -> int | None:
    """The seat under "player" of `data`, from 0; None where not told. Raises `InputError` for a seat without a player."""
    seat = data.get("player")
    if "player" in data and not (_is_whole(seat) and 0 <= seat < match.started.seats):  # type: ignore[operator]
        raise InputError.with_id("seat-needed", where="player", high=match.started.seats - 1)
    return seat


def _read_play_of_mover(rules: Rules[Any], match: Match, value: Any, seat: int | None, mover: int) -> Played | Claimed:
    """A play, told as `value` during the turn of seat `mover`; a claim in Sequence. `seat`: the player named by the line, None
    = not told. Raises `InputError`."""
    if not isinstance(value, dict):
        raise _example_needed("play", '{"card": "47", "pile": "up1"}')
    meant = rules.parse_play(match.state, value, mover if seat is None else seat)
    if isinstance(meant, Claim):
        return Claimed(meant.code, seat, meant.detail)
    return Played(meant.zone, meant.before, meant.after, seat, mover=mover if seat is None else None)


def _make_flag_reader(
    name: str, make: Callable[[Match, int | None], Event]
) -> Callable[[Rules[Any], Match, Any, int | None], Any]:
    """A reader for the key `name`, whose value must be true. `make`: the event for a match and a seat (None = not told)."""

    def read(rules: Rules[Any], match: Match, value: Any, seat: int | None) -> Event:
        if value is not True:
            raise InputError.with_id("true-needed", where=name)
        return make(match, seat)

    return read


def _read_say(rules: Rules[Any], match: Match, value: Any, seat: int | None) -> Claimed:
    if not isinstance(value, str):
        raise _example_needed("say", "advice, command, number, relative_number, magnitude, colour, intention")
    return Claimed("say", seat, {"kind": value})


def _read_dead(rules: Rules[Any], match: Match, value: Any, seat: int | None) -> Claimed:
    if not isinstance(value, str):
        raise _example_needed("dead", '"2S"')
    return Claimed("dead", seat, {"card": value})


def _read_setup_check(rules: Rules[Any], match: Match, value: Any, seat: int | None) -> Claimed:
    if not isinstance(value, dict):
        raise _example_needed("setup_check", '{"players": 3, "hand": 6}')
    return Claimed("setup_check", seat, value)


def _read_set_up(rules: Rules[Any], match: Match, value: Any, seat: int | None) -> Claimed:
    """Which colours are played; every game says what it takes."""
    if not isinstance(value, dict) or set(value) != {"colours"} or not isinstance(value["colours"], list):
        raise _example_needed("set_up", '{"colours": ["red", "blue"]}')
    return Claimed("set_up", None, value)


def _read_leave(rules: Rules[Any], match: Match, value: Any, seat: int | None) -> Claimed:
    if not isinstance(value, dict) or set(value) != {"player"}:
        raise _example_needed("leave", '{"player": 1}')
    return Claimed("leave", _read_seat(value, match))


def _example_needed(where: str, example: str) -> InputError:
    return InputError.with_id("example-needed", where=where, example=example)


def _read_event_number(where: str, value: Any) -> int:
    if not _is_whole(value):
        raise InputError.with_id("whole-number-needed", where=where)
    return int(value)


_START_KEYS = {"variant", "turn", "names"}
_FACT_KEYS = {"card", "player", "pile", "cell", "beneath"}


def _read_correct(rules: Rules[Any], match: Match, value: Any, seat: int | None) -> Corrected:
    """The correction, told as `value`, of a fact, or of the start where "event" is its number. `seat`: not used. Raises
    `InputError`."""
    example = '{"event": 4, "card": "47"}'
    if not isinstance(value, dict) or not _is_whole(value.get("event")):
        raise _example_needed("correct", example)
    given = set(value) - {"event"}
    at_start = value["event"] == match.entries[0].n
    if not given or not given <= (_START_KEYS if at_start else _FACT_KEYS):
        raise _example_needed("correct", '{"event": 0, "variant": {"on_fire": true}}' if at_start else example)
    return _read_correct_start(match, value) if at_start else _read_correct_fact(rules, match, value)


def _read_correct_start(match: Match, value: Mapping[str, Any]) -> Corrected:
    """The correction of options, player to begin or names, told as `value`. The number of teams stays. Raises `InputError`."""
    if "variant" in value and not isinstance(value["variant"], dict):
        raise InputError.with_id("object-needed", where="variant", example='{"on_fire": true}')
    if "turn" in value and not (_is_whole(value["turn"]) and 0 <= value["turn"] < match.started.seats):
        raise InputError.with_id("seat-needed", where="turn", high=match.started.seats - 1)
    names = read_player_names(value["names"], match.started.seats) if "names" in value else None
    teams = {"teams": match.started.options["teams"]} if "teams" in match.started.options else {}
    options = {**teams, **value["variant"]} if "variant" in value else None
    check_options(match.started.game, options or {})
    return Corrected(value["event"], options=options, turn=value.get("turn"), names=names)


def read_player_names(value: Any, seats: int) -> tuple[str, ...]:
    """The names in the list `value`, by seat, stripped; equal names are told apart. `seats`: how many players. Raises
    `InputError`."""
    if not isinstance(value, list) or not all(isinstance(name, str) for name in value):
        raise _example_needed("names", '["Anna", "Bea"]')
    check_names(value, seats)
    return tell_names_apart([name.strip() for name in value])


def _read_correct_fact(rules: Rules[Any], match: Match, value: Mapping[str, Any]) -> Corrected:
    """The correction, told as `value`, of a card, pile, board space or player, or of the card beneath a card taken back.
    Raises `InputError` where the fact has no such thing."""
    n = value["event"]
    judged = match.find_judged(n)
    if judged is None:
        raise InputError.with_id("no-event" if all(entry.n != n for entry in match.entries) else "event-laid-no-card", given=n)
    seat = _read_seat({"player": value["player"]}, match) if "player" in value else None
    target, mover = judged.event, judged.ruling.seat
    if "beneath" in value:
        return _read_correct_beneath(rules, match, value, target)
    if isinstance(target, Played) and "cell" not in value:
        told = {"card": value.get("card", target.after), "pile": value.get("pile", target.zone)}
        meant = rules.parse_play(match.state, told, next(who for who in (seat, target.seat, mover) if who is not None))
        assert not isinstance(meant, Claim)
        return Corrected(n, meant.after if "card" in value else None, meant.zone if "pile" in value else None, seat)
    if isinstance(target, Claimed) and {"row", "column"} <= set(target.detail) and "pile" not in value:
        key = "remove" if target.code == "remove" else "cell"
        cell = value.get("cell", [target.detail["row"], target.detail["column"]])
        claim = rules.parse_play(match.state, {"card": value.get("card", target.detail["card"]), key: cell}, seat)
        assert isinstance(claim, Claim)
        zone = f"r{claim.detail['row']}c{claim.detail['column']}" if "cell" in value else None
        return Corrected(n, claim.detail["card"] if "card" in value else None, zone, seat)
    if set(value) == {"event", "player"} or (isinstance(target, Claimed) and "card" in target.detail and "pile" not in value):
        return Corrected(n, value.get("card"), None, seat)
    raise InputError.with_id("event-laid-no-card", given=n)


def _read_correct_beneath(rules: Rules[Any], match: Match, value: Mapping[str, Any], target: Event) -> Corrected:
    """A correction of what lay beneath a card that was taken back."""
    if not isinstance(target, TakenBack) or set(value) != {"event", "beneath"}:
        raise InputError.with_id("event-laid-no-card", given=value["event"])
    return Corrected(value["event"], _read_face_beneath(rules, match, target.zone, value, None))


def _read_insert(rules: Rules[Any], match: Match, value: Any, seat: int | None) -> Inserted:
    """A play, end of turn or claim, told as `value`, put before event "before". A play is read as of the player to move there.
    `seat`: the player, unless "player" stands within. Raises `InputError`."""
    example = '{"before": 4, "play": {"card": "47", "pile": "up1"}}'
    if not isinstance(value, dict) or not _is_whole(value.get("before")):
        raise _example_needed("insert", example)
    told = {key: given for key, given in value.items() if key != "before"}
    if seat is not None:
        told.setdefault("player", seat)
    after = match.find_judged(value["before"])
    if after is None:
        raise InputError.with_id("no-event", given=value["before"])
    if _only_kind(told) == "play":
        return Inserted(
            value["before"], _read_play_of_mover(rules, match, told["play"], _read_seat(told, match), after.ruling.seat)
        )
    fact = read_event(told, rules, match)
    if not isinstance(fact, TurnEnded | Claimed):
        raise _example_needed("insert", example)
    return Inserted(value["before"], fact)


def _read_take_back(rules: Rules[Any], match: Match, value: Any, seat: int | None) -> TakenBack:
    """A card or chip, told as `value`, taken back from a pile or board space. "card": taken; "beneath": seen there now, null =
    nothing. `seat`: None = the player to move. Raises `InputError`."""
    keys = set(value) if isinstance(value, dict) else set()
    if not keys <= {"pile", "cell", "card", "beneath"} or len(keys & {"pile", "cell"}) != 1:
        raise _example_needed("take_back", '{"pile": "up1"}, {"pile": "up1", "card": "47", "beneath": "31"}')
    if "cell" in value:
        zone, mover = _zone_of_cell(value["cell"]), None
    else:
        zone, mover = rules.find_zone(match.state, value["pile"], seat), match.state.to_move if seat is None else None
    card = None if value.get("card") is None else _read_face_on(rules, match, zone, value["card"], seat, cell=value.get("cell"))
    return TakenBack(zone, mover, card, _read_face_beneath(rules, match, zone, value, seat))


def _read_face_beneath(rules: Rules[Any], match: Match, zone: str, value: Mapping[str, Any], seat: int | None) -> str | None:
    """The face seen beneath a lifted card; "" where null says nothing lay there, None where not told."""
    if "beneath" not in value:
        return None
    return "" if value["beneath"] is None else _read_face_on(rules, match, zone, value["beneath"], seat)


def _read_face_on(rules: Rules[Any], match: Match, zone: str, told: Any, seat: int | None, *, cell: Any = None) -> str:
    """The face on a zone by the text `told`; on a board space (`cell`), the card played for the space. `seat`: whose card,
    None = the player to move. Raises `InputError`."""
    try:
        meant = rules.parse_play(match.state, {"card": told, "pile": zone}, seat)
    except InputError:
        if cell is None:
            raise
        meant = rules.parse_play(match.state, {"card": told, "cell": cell}, seat)
    return str(meant.detail["card"]) if isinstance(meant, Claim) else meant.after


def _zone_of_cell(cell: Any) -> str:
    if not isinstance(cell, list) or len(cell) != 2 or not all(_is_whole(number) for number in cell):
        raise _example_needed("cell", "[0, 1]")
    return f"r{cell[0]}c{cell[1]}"


def _read_put_right(rules: Rules[Any], match: Match, value: Any, seat: int | None) -> PutRight:
    """A foul put right on the pile or board space told as `value`. Raises `InputError` where nothing is in dispute there."""
    if not isinstance(value, dict) or set(value) not in ({"pile"}, {"cell"}):
        raise _example_needed("put_right", '{"pile": "up1"}, {"cell": [0, 1]}')
    zone = _zone_of_cell(value["cell"]) if "cell" in value else rules.find_zone(match.state, value["pile"], seat)
    if match.find_dispute(zone) is None:
        raise InputError.with_id("nothing-in-dispute")
    return PutRight(zone)


def _make_play_on(match: Match, seat: int | None) -> PlayedOn:
    if match.end is None:
        raise InputError.with_id("not-lost")
    return PlayedOn(match.end.n)


_READERS: Mapping[str, Callable[[Rules[Any], Match, Any, int | None], Any]] = {
    "play": lambda rules, match, value, seat: _read_play_of_mover(rules, match, value, seat, match.state.to_move),
    "end_turn": _make_flag_reader("end_turn", lambda match, seat: TurnEnded(seat)),
    "assess": _make_flag_reader("assess", lambda match, seat: Claimed("assess", seat)),
    "stuck": _make_flag_reader("stuck", lambda match, seat: Claimed("stuck", seat)),
    "draw": _make_flag_reader("draw", lambda match, seat: Claimed("draw", seat)),
    "say": _read_say,
    "dead": _read_dead,
    "setup_check": _read_setup_check,
    "set_up": _read_set_up,
    "leave": _read_leave,
    "take_back": _read_take_back,
    "put_right": _read_put_right,
    "undo": lambda rules, match, value, seat: Undone(_read_event_number("undo", value)),
    "correct": _read_correct,
    "insert": _read_insert,
    "waive": lambda rules, match, value, seat: Waived(_read_event_number("waive", value)),
    "play_on": _make_flag_reader("play_on", _make_play_on),
}
