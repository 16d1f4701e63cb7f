"""A person at a drawn table without a mat, who answers what the companion asks: rightly, after some seconds, as a phone would."""

from __future__ import annotations

import math
from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from companion.commands.commands import prepare_work
from companion.errors import InputError
from companion.questions.question import Notice, PileQuestion, Question
from companion.session.session import Session
from companion.session.snapshot import Snapshot

ANSWERS_AFTER_S = 4.0  # from a question on a phone to its answer; guess
NEAR_CARDS = 1.0  # widths of a card from where a pile lies within which a card is on it


@dataclass(frozen=True, slots=True)
class LyingPile:
    """A pile where it truly lies."""

    name: str
    at: tuple[float, float]  # its middle, shares of the picture
    kind: str  # "card" or "draw"


@dataclass
class AnsweringPerson:
    """Answers the questions of a session. A person sees which pile is which, but not that one of two alike is the first."""

    session: Session
    piles: Sequence[LyingPile]
    card_width: float  # share of the picture's width
    aspect: float  # width of the picture by its height
    tops: Callable[[float], Mapping[str, str]]  # the faces that lay on top at a second, by true name
    draws_done: Callable[[float], int]  # hands that had drawn by a second
    asked: dict[Hashable, float] = field(default_factory=dict)  # when each open question was first seen
    answered: int = 0  # questions about piles
    refused: list[str] = field(default_factory=list)  # answers that the session did not take

    def answer_questions(self, at: float) -> tuple[Notice, ...]:
        """What came of the answers that are due. `at`: seconds."""
        open_now = dict(self._list_open(self.session.snapshot))
        self.asked = {key: self.asked.get(key, at) for key in open_now}
        due = next((key for key, since in self.asked.items() if at - since >= ANSWERS_AFTER_S), None)
        body = None if due is None else open_now[due](self.session.snapshot)
        if due is None or body is None:
            return ()
        self.asked[due] = math.inf  # once
        self.answered += body["command"] in ("piles", "answer_pile")
        try:
            return tuple(prepare_work(body, "phone")(self.session, at) or ())
        except InputError as error:
            self.refused.append(f"{at:.1f} {body} refused: {error}")
            return ()

    def _list_open(self, snapshot: Snapshot) -> list[tuple[Hashable, Callable[[Snapshot], dict[str, Any] | None]]]:
        found = snapshot.found_piles
        asks = [(one.id, lambda now, one=one: self._place_card(now, one)) for one in snapshot.pile_questions]
        asks += [(one.id, lambda now, one=one: self._name_card(one)) for one in snapshot.questions]
        if found is not None and found.asks_names:
            asks.append(("names", self._name_piles))
        elif found is not None and found.missing_draw_piles:
            asks.append(("draw", self._show_draw_pile))
        turn = snapshot.turn_question
        if turn is not None:
            ended = self.draws_done(turn.since) >= turn.turn
            asks.append((turn.id, lambda now: {"command": "turn_ended", "question": turn.id, "ended": ended}))
        return asks

    def find_true_pile(self, at: tuple[float, float], kind: str = "card") -> str | None:
        """The pile that truly lies at a point, shares of the picture; None where none does."""

        def measure(one: LyingPile) -> float:
            return math.hypot(one.at[0] - at[0], (one.at[1] - at[1]) / self.aspect)

        nearest = min((one for one in self.piles if one.kind == kind), key=measure, default=None)
        return nearest.name if nearest and measure(nearest) < NEAR_CARDS * self.card_width else None

    def _choose_names(self, snapshot: Snapshot, places: Mapping[str, tuple[float, float]]) -> dict[str, str]:
        """Names of the kinds that these piles truly are, as phones give them: each keeps its name where that is of its kind, and none
        takes a known pile's. `places`: by present name."""
        kinds, found = snapshot.pile_kinds, snapshot.found_piles
        known = {one.zone for one in found.cards if one.is_named and one.is_proven} if found else set()
        names, truly = dict[str, str](), {zone: self.find_true_pile(at) for zone, at in places.items()}
        for zone, true in truly.items():
            if true and zone in kinds and kinds[zone] == kinds[true]:
                names[zone] = zone
        for zone, true in truly.items():
            if true is None or zone in names:
                continue
            free = [name for name in kinds if kinds[name] == kinds[true] and name not in known and name not in names.values()]
            if free:
                names[zone] = free[0]
        return names

    def _name_piles(self, snapshot: Snapshot) -> dict[str, Any] | None:
        found = snapshot.found_piles
        places = {one.zone: one.at for one in found.unnamed} if found else {}
        names = self._choose_names(snapshot, places)
        return {"command": "piles", "names": names} if names else None

    def _place_card(self, snapshot: Snapshot, asked: PileQuestion) -> dict[str, Any] | None:
        found = snapshot.found_piles
        pile = found.find_pile(asked.zone) if found and asked.zone else None
        at = pile.at if pile else asked.at
        lying = [one for one in found.cards if one.is_proven and one is not pile] if found else []
        on = next((one.zone for one in lying if math.hypot(one.at[0] - at[0], one.at[1] - at[1]) < self.card_width / 2), None)
        name = on or next(iter(self._choose_names(snapshot, {asked.zone: at}).values()), None)
        if name is None:
            return {"command": "ignore", "question": asked.id} if not asked.zone else None
        return {"command": "answer_pile", "question": asked.id, "zone": name}

    def _name_card(self, asked: Question) -> dict[str, Any] | None:
        """The card that lies, or lay, on a pile: the whole face with its command."""
        found = self.session.snapshot.found_piles
        pile = found.find_pile(asked.zone) if found else None
        true = self.find_true_pile(pile.at) if pile else None
        face = self.tops(asked.since).get(true or "", "")
        return {"command": "answer", "question": asked.id, "face": face} if face else None

    def _show_draw_pile(self, snapshot: Snapshot) -> dict[str, Any] | None:
        found = snapshot.found_piles
        missing = found.missing_draw_piles if found else ()
        pile = next((one for one in self.piles if one.name in missing), None)
        return {"command": "piles", "draw": pile.name, "at": list(pile.at)} if pile else None
