"""A table without a table: a small game of ascending and descending piles in memory, to develop and test the dashboard.

It plays by a fold as the real one does: a list of entries is the truth, everything shown is worked out from it.
"""

from __future__ import annotations

import threading
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from web.errors import CommandRefused
from web.table import View

ZONES = ("up1", "up2", "down1", "down2")
MINIMUM = 2
HAND = 6
FACES = (*(str(number) for number in range(2, 100)), "F22", "F33", "F44", "F55", "F66", "F77")


@dataclass(frozen=True, slots=True)
class Entry:
    """Something that happened: a card was laid ("lay"), the turn ended ("end"), somebody said to be stuck ("claim")."""

    kind: str
    zone: str = ""
    face: str = ""
    undone: bool = False
    waived: bool = False


@dataclass(slots=True)
class Position:
    """What the entries amount to."""

    piles: dict[str, list[str]] = field(default_factory=lambda: {zone: [] for zone in ZONES})
    turn: int = 1
    played: int = 0
    burning: dict[str, int] = field(default_factory=dict)
    """Zone -> turn at whose end its burning card must be covered."""
    disputes: list[int] = field(default_factory=list)
    verdicts: dict[int, tuple[str, str | None, str]] = field(default_factory=dict)
    """Entry -> verdict, rule, sentence."""
    turns: dict[int, int] = field(default_factory=dict)
    lost: str | None = None


class FakeTable:
    """A `web.table.Table`. What a camera would tell it comes in through `lay`, `ask`, `drift` and `hands`."""

    def __init__(self, pictures: Mapping[str, bytes] | None = None) -> None:
        self.pictures = dict(pictures or {})
        self.acts: list[tuple[dict[str, Any], str]] = []
        self._changed = threading.Condition()
        self._version = 1
        self._reset(None)

    def _reset(self, match: dict[str, Any] | None) -> None:
        self._match = match
        self._names: Sequence[str] = ()
        self._entries: list[Entry] = []
        self._questions: dict[str, dict[str, Any]] = {}
        self._drift: dict[str, str] = {}
        self._hands = "still"
        self._won: tuple[int, str] | None = None

    # What a camera sees

    def lay(self, zone: str, face: str) -> None:
        """A card was laid."""
        self._add(Entry("lay", zone, face))

    def ask(self, zone: str, *candidates: tuple[str, float], picture: str | None = None) -> None:
        """A card was laid that could not be read for certain."""
        id = f"q{len(self._questions) + 1}"
        self._questions[id] = {"zone": zone, "candidates": candidates, "picture": picture}
        self._touch()

    def drift(self, **seen: str) -> None:
        """The table shows something else than the match holds."""
        self._drift = dict(seen)
        self._touch()

    def hands(self, state: str) -> None:
        """ "still", "moving", "lost" or "none"."""
        self._hands = state
        self._touch()

    def win(self, score: int = 0, rating: str = "perfect") -> None:
        """Cut the match short."""
        self._won = score, rating
        self._touch()

    # What the dashboard asks for

    def wait(self, version: int, timeout: float) -> int:
        with self._changed:
            self._changed.wait_for(lambda: self._version > version, timeout)
            return self._version

    def picture(self, name: str) -> bytes | None:
        return self.pictures.get(name)

    def act(self, command: Mapping[str, Any], by: str) -> dict[str, Any]:
        self.acts.append((dict(command), by))
        body = {key: value for key, value in command.items() if key not in ("command", "language")}
        with self._changed:
            getattr(self, f"_do_{command['command']}")(**body)
        self._touch()
        return {"version": self._version}

    def _do_start(self, game: str, players: int, names: Sequence[str] = (), options: Mapping[str, Any] | None = None) -> None:
        known = next((known for known in GAMES if known["game"] == game), None)
        if known is None:
            raise CommandRefused(f"There is no game {game!r} here.")
        chosen = dict(options or {})
        variant = ", ".join(option["title"] for option in known["options"] if chosen.get(option["name"]) is True)
        self._reset(
            {
                "id": "1",
                "game": game,
                "title": known["title"],
                "players": players,
                "options": chosen,
                "started": "2026-01-06T20:30",
                "variant": variant,
            }
        )
        self._names = tuple(names) or tuple(f"Player {seat + 1}" for seat in range(players))

    def _do_end_turn(self, turn: int | None = None) -> None:
        position = self._position()
        if turn is not None and turn != position.turn:
            return
        if position.disputes:
            raise CommandRefused("A card does not stand yet: take it back, correct it or let it stand.")
        self._entries.append(Entry("end"))

    def _do_undo(self, entry: int | None = None) -> None:
        standing = [number for number, each in self._numbered() if not each.undone]
        if not standing:
            raise CommandRefused("There is nothing to undo.")
        self._amend(standing[-1] if entry is None else entry, undone=True)

    def _do_correct(self, entry: int, face: str) -> None:
        self._amend(entry, face=_known(face))

    def _do_waive(self, zone: str) -> None:
        for number in self._position().disputes:
            if self._entries[number - 1].zone == zone:
                self._amend(number, waived=True)

    def _do_put(self, zone: str, face: str) -> None:
        if zone not in ZONES:
            raise CommandRefused(f"There is no place {zone} on this table.")
        self._drift.pop(zone, None)
        self._entries.append(Entry("lay", zone, _known(face), waived=True))

    def _do_answer(self, question: str, face: str) -> None:
        self._entries.append(Entry("lay", self._question(question)["zone"], _known(face)))
        del self._questions[question]

    def _do_ignore(self, question: str) -> None:
        self._question(question)
        del self._questions[question]

    def _do_claim(self, code: str, seat: int | None = None, detail: Mapping[str, Any] | None = None) -> None:
        self._entries.append(Entry("claim"))

    def _do_trust(self, whom: str) -> None:
        if whom == "table":
            self._entries += [Entry("lay", zone, face, waived=True) for zone, face in self._drift.items()]
        self._drift = {}

    def _question(self, id: str) -> dict[str, Any]:
        if id not in self._questions:
            raise CommandRefused("That question was answered already.")
        return self._questions[id]

    def _amend(self, number: int, **how: Any) -> None:
        if not 1 <= number <= len(self._entries):
            raise CommandRefused(f"There is no entry {number}.")
        self._entries[number - 1] = replace(self._entries[number - 1], **how)

    def _add(self, entry: Entry) -> None:
        self._entries.append(entry)
        self._touch()

    def _touch(self) -> None:
        with self._changed:
            self._version += 1
            self._changed.notify_all()

    # The fold

    def _numbered(self) -> Iterator[tuple[int, Entry]]:
        return iter(enumerate(self._entries, 1))

    def _position(self) -> Position:
        position = Position()
        for number, entry in self._numbered():
            position.turns[number] = position.turn
            if not entry.undone and position.lost is None:
                _FOLD[entry.kind](position, number, entry)
        return position

    # The view

    def view(self, language: str) -> View:
        with self._changed:
            return self._view(language)

    def _view(self, language: str) -> View:
        position = self._position()
        seat = self._seat(position)
        status = "idle" if not self._match else "won" if self._won else "lost" if position.lost else "playing"
        last = max(position.verdicts, default=None)
        return {
            "version": self._version,
            "language": language,
            "match": self._match,
            "status": status,
            "outcome": self._outcome(status, position),
            "turn": self._turn(position, seat) if status == "playing" else None,
            "piles": [self._pile(zone, position) for zone in ZONES] if self._match else [],
            "seats": [
                {
                    "seat": i,
                    "name": name,
                    "hand": HAND - (position.played if i == seat else 0),
                    "to_move": i == seat and status == "playing",
                }
                for i, name in enumerate(self._names)
            ],
            "deck": 98 - HAND * len(self._names) - sum(map(len, position.piles.values())) if self._match else None,
            "duties": [_duty(zone, position) for zone in position.burning],
            "ruling": self._ruling(last, position) if last else None,
            "disputes": [self._dispute(number, position) for number in position.disputes],
            "questions": [self._asked(id, question) for id, question in self._questions.items()],
            "out_of_step": self._out_of_step(position),
            "table": {"state": self._hands, "text": TABLE[self._hands]},
            "lamps": [self._lamp(zone, position, status) for zone in (*ZONES, "table")],
            "buzzer": "on" if position.disputes else "off",
            "log": [self._line(number, entry, position) for number, entry in self._numbered()],
            "board": None,
            "games": GAMES,
            "faces": list(FACES),
        }

    def _seat(self, position: Position) -> int:
        return (position.turn - 1) % max(len(self._names), 1)

    def _outcome(self, status: str, position: Position) -> dict[str, Any] | None:
        if status == "won" and self._won:
            return {"won": True, "text": "All 98 cards lie on the piles.", "score": self._won[0], "rating": self._won[1]}
        if status == "lost":
            left = 98 - sum(map(len, position.piles.values()))
            return {"won": False, "text": position.lost, "score": left, "rating": "excellent" if left < 10 else None}
        return None

    def _turn(self, position: Position, seat: int) -> dict[str, Any]:
        still = max(0, MINIMUM - position.played)
        return {
            "number": position.turn,
            "seat": seat,
            "name": self._names[seat],
            "played": position.played,
            "minimum": MINIMUM,
            "still": still,
            "can_end": still == 0 and not position.disputes,
        }

    def _pile(self, zone: str, position: Position) -> dict[str, Any]:
        cards = [
            *position.piles[zone],
            *(self._entries[n - 1].face for n in position.disputes if self._entries[n - 1].zone == zone),
        ]
        burning = zone in position.burning
        return {
            "zone": zone,
            "title": TITLES[zone],
            "kind": "ascending" if zone.startswith("up") else "descending",
            "start": "1" if zone.startswith("up") else "100",
            "top": cards[-1] if cards else "",
            "count": len(cards),
            "cards": cards,
            "fits": _fits(zone, position.piles[zone]),
            "state": self._pile_state(zone, position),
            "due": _due(position.burning[zone], position) if burning else None,
        }

    def _pile_state(self, zone: str, position: Position) -> str:
        if any(self._entries[number - 1].zone == zone for number in position.disputes):
            return "foul"
        if zone in self._drift:
            return "out_of_step"
        if any(question["zone"] == zone for question in self._questions.values()):
            return "ask"
        return "due" if zone in position.burning else "ok"

    def _ruling(self, number: int, position: Position) -> dict[str, Any]:
        verdict, rule, text = position.verdicts[number]
        zone = self._entries[number - 1].zone
        return {"entry": number, "verdict": verdict, "rule": rule, "text": text, "zones": [zone] if zone else []}

    def _dispute(self, number: int, position: Position) -> dict[str, Any]:
        _, rule, text = position.verdicts[number]
        entry = self._entries[number - 1]
        return {"entry": number, "zone": entry.zone, "face": entry.face, "rule": rule, "text": text}

    def _asked(self, id: str, question: dict[str, Any]) -> dict[str, Any]:
        return {
            "id": id,
            "zone": question["zone"],
            "title": TITLES[question["zone"]],
            "candidates": [{"face": face, "confidence": likely} for face, likely in question["candidates"]],
            "picture": question["picture"],
        }

    def _out_of_step(self, position: Position) -> dict[str, Any] | None:
        zones = [
            {"zone": zone, "title": TITLES[zone], "expected": (position.piles[zone] or [""])[-1], "seen": seen}
            for zone, seen in self._drift.items()
        ]
        return {"zones": zones} if zones else None

    def _lamp(self, zone: str, position: Position, status: str) -> dict[str, Any]:
        state = self._pile_state(zone, position) if zone in ZONES else status
        colour, blink, meaning = LAMPS.get(state, ("off", "off", ""))
        return {"place": zone, "title": TITLES[zone], "colour": colour, "blink": blink, "meaning": meaning}

    def _line(self, number: int, entry: Entry, position: Position) -> dict[str, Any]:
        verdict, rule, _ = position.verdicts.get(number, ("note", None, ""))
        name = self._names[(position.turns[number] - 1) % len(self._names)] if self._names else ""
        return {
            "entry": number,
            "turn": position.turns[number],
            "text": f"{name}: {_done(entry)}",
            "verdict": verdict,
            "rule": rule,
            "undone": entry.undone,
            "can_undo": not entry.undone,
            "can_correct": entry.kind == "lay" and not entry.undone,
            "face": entry.face,
        }


def _done(entry: Entry) -> str:
    if entry.kind == "lay":
        return f"{_words(entry.face)} on {TITLES.get(entry.zone, entry.zone)}"
    return "ends the turn" if entry.kind == "end" else "is stuck"


def _lay(position: Position, number: int, entry: Entry) -> None:
    pile = position.piles[entry.zone]
    if not entry.waived and not _stands(entry.zone, pile, _worth(entry.face)):
        position.disputes.append(number)
        position.verdicts[number] = ("illegal", "TG-04" if entry.zone.startswith("up") else "TG-05", _reason(entry, pile))
        return
    pile.append(entry.face)
    position.played += 1
    position.burning.pop(entry.zone, None)
    if entry.face.startswith("F"):
        position.burning[entry.zone] = position.turn + 1
    position.verdicts[number] = ("legal", None, f"{_words(entry.face)} on {TITLES[entry.zone]}.")


def _end(position: Position, number: int, entry: Entry) -> None:
    if position.played < MINIMUM:
        position.verdicts[number] = ("illegal", "TG-07", f"At least {MINIMUM} cards must be laid in a turn.")
        return
    late = [zone for zone, turn in position.burning.items() if turn <= position.turn]
    position.verdicts[number] = ("legal", None, "The turn is over.")
    if late:
        position.lost = f"The {_words(position.piles[late[0]][-1])} on {TITLES[late[0]]} was not covered in time."
        position.verdicts[number] = ("loss", "OF-02", position.lost)
    position.turn, position.played = position.turn + 1, 0


def _stuck(position: Position, number: int, entry: Entry) -> None:
    position.lost = "The player to move cannot lay enough cards."
    position.verdicts[number] = ("loss", "TG-12", position.lost)


_FOLD = {"lay": _lay, "end": _end, "claim": _stuck}


def _known(face: str) -> str:
    if face not in FACES:
        raise CommandRefused(f"There is no card {face!r} in this deck.")
    return face


def _worth(face: str) -> int:
    return int(face.removeprefix("F") or 0)


def _words(face: str) -> str:
    return f"burning {face[1:]}" if face.startswith("F") else face


def _stands(zone: str, pile: list[str], worth: int) -> bool:
    if zone.startswith("up"):
        top = _worth(pile[-1]) if pile else 1
        return worth > top or worth == top - 10
    top = _worth(pile[-1]) if pile else 100
    return worth < top or worth == top + 10


def _fits(zone: str, pile: list[str]) -> str:
    if not pile:
        return "any card"
    top = _worth(pile[-1])
    beyond, back = (f"above {top}", top - 10) if zone.startswith("up") else (f"below {top}", top + 10)
    return f"{beyond}, or exactly {back}" if 2 <= back <= 99 else beyond


def _reason(entry: Entry, pile: list[str]) -> str:
    way = "ascending" if entry.zone.startswith("up") else "descending"
    return f"{_words(entry.face)} on {pile[-1]}, {way}: must be {_fits(entry.zone, pile)}."


def _due(turn: int, position: Position) -> str:
    return "cover by the end of this turn" if turn <= position.turn else "cover by the end of the next turn"


def _duty(zone: str, position: Position) -> dict[str, Any]:
    face, turn = position.piles[zone][-1], position.burning[zone]
    return {
        "rule": "OF-02",
        "zone": zone,
        "card": face,
        "text": f"Cover the {_words(face)} on {TITLES[zone]}",
        "now": turn <= position.turn,
        "certain_loss": False,
    }


TITLES = {"up1": "Ascending 1", "up2": "Ascending 2", "down1": "Descending 1", "down2": "Descending 2", "table": "Table"}
TABLE = {
    "still": "The table lies still",
    "moving": "Hands over the table",
    "lost": "The camera does not see the table",
    "none": "No camera",
}
LAMPS = {
    "foul": ("red", "fast", "Foul"),
    "ask": ("amber", "slow", "Asks"),
    "due": ("amber", "double", "Burning"),
    "out_of_step": ("white", "slow", "Differs"),
    "playing": ("green", "steady", "Playing"),
    "won": ("green", "slow", "Won"),
    "lost": ("red", "steady", "Lost"),
}
GAMES: list[dict[str, Any]] = [
    {
        "game": "the_game",
        "title": "The Game",
        "players": [1, 5],
        "options": [
            {"name": "on_fire", "title": "On Fire", "default": False, "text": "Six burning cards must be covered in time."},
            {"name": "pro", "title": "Pro", "default": False, "text": "Three cards a turn instead of two."},
        ],
    },
    {"game": "extreme", "title": "The Game Extreme", "players": [1, 5], "options": []},
    {
        "game": "quick_easy",
        "title": "Quick & Easy",
        "players": [2, 5],
        "options": [{"name": "expert", "title": "Expert", "default": False}],
    },
    {"game": "face_to_face", "title": "Face to Face", "players": [2, 2], "options": []},
    {
        "game": "sequence",
        "title": "Sequence",
        "players": [2, 12],
        "counts": [2, 3, 4, 6, 8, 9, 10, 12],
        "options": [
            {
                "name": "teams",
                "title": "Teams",
                "default": 2,
                "choices": [{"value": 2, "title": "Two"}, {"value": 3, "title": "Three"}],
            },
            {"name": "advanced", "title": "Advanced", "default": False, "text": "Turned chips may be removed."},
        ],
    },
]
