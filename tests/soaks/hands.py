"""Whole matches told as text with hands, while some ends of turns are left out: a soak for whose turn it is.

The rules play a match with open hands. A dialogue hears each event with the place of the hand, but sees no cards in hands.
Some ends of turns are never told, some cards are laid out of turn, some turns end too early. Every missing end must be put
in, every foul called by its rule, and nothing else said.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, replace
from random import Random
from typing import Any

from companion.games.sheets import load_sheet
from companion.match.rules import Claim, Play, Rules, Severity, Step
from companion.play.dialogue import Dialogue
from companion.play.player import Action, choose_action, deal_hands, shuffle_decks
from companion.shown.words.languages import FALLBACK
from companion.shown.words.messages import catalogue

LEFT_OUT = 0.05  # share of ends of turns that are never told; guess
FOULS = 0.08  # share of steps with a foul of turn; guess
FOULS_AFTER = 0.4  # the same in a turn that began with a missing end; guess
SPREAD = 0.015  # standard deviation of a hand from its player's place, as a share of the way around; guess
_LONGEST = 2000  # steps: no match takes as many; guess


@dataclass(frozen=True, slots=True)
class HandsTally:
    """Counts of one match or several."""

    ends: int = 0
    left_out: int = 0  # ends that were not told
    put_in: int = 0  # missing ends put in at their place
    fouls: int = 0  # of turn
    called: int = 0  # fouls called by their rule
    asked: int = 0  # questions
    false: int = 0  # wrong statements
    after: int = 0  # fouls in a turn that began with a missing end
    called_after: int = 0  # of these, called by their rule

    @property
    def right(self) -> bool:
        """Was everything put in and called, and nothing wrong said or asked?"""
        return (self.put_in, self.called, self.asked, self.false) == (self.left_out, self.fouls, 0, 0)

    def __add__(self, other: HandsTally) -> HandsTally:
        return HandsTally(*(getattr(self, key) + getattr(other, key) for key in self.__slots__))


def tell_with_hands(
    rules: Rules[Any], players: int, options: Mapping[str, Any], random: Random, *, left_out: float = LEFT_OUT
) -> HandsTally:
    """The tally of one match. In half of the matches places are told, else they are learned from first turns without fouls.
    `left_out`: share of ends never told."""
    fresh = rules.describe_position(rules.set_up_match(players, options))
    state = rules.set_up_match(players, options, deal_hands(fresh, shuffle_decks(load_sheet(rules.name), fresh, random)))
    return _Telling(rules, players, options, random, left_out).told(state)


class _Telling:
    """One match in the telling; lives within one call."""

    def __init__(self, rules: Rules[Any], players: int, options: Mapping[str, Any], random: Random, left_out: float) -> None:
        self._rules, self._random, self._left_out = rules, random, left_out
        self._players = players
        self._places = choose_places(players, random)
        self._dialogue = Dialogue(catalogue(FALLBACK))
        self._tally = HandsTally()
        self._missing: list[tuple[int, int]] = []
        self._shown: set[tuple[int, int]] = set()
        self._questions: set[tuple[int, int]] = set()
        self._untold: tuple[int, int] | None = None
        self._began_untold = False
        self._known = random.random() < 0.5
        variant = {key: value for key, value in options.items() if key != "teams"}
        position = {"game": rules.name, "players": players, "variant": variant}
        if "teams" in options:
            position["teams"] = options["teams"]
        self._said = [json.dumps({**position, **({"places": self._places} if self._known else {})})]
        self._dialogue.answer(self._said[0])

    def told(self, state: Any) -> HandsTally:
        """The tally after the match was played and told to its end."""
        for _ in range(_LONGEST):
            view = self._rules.describe_position(state)
            often = FOULS_AFTER if self._began_untold else FOULS
            if self._random.random() < often and (self._known or view["turn"] > 2 * self._players):
                self._foul(state, view)
            action, step = choose_action(self._rules, state, view, self._rules.list_legal(state), self._random)
            if step.outcome is not None:
                break
            self._act(state, action, step)
            state = step.state
        return self._tally + HandsTally(left_out=len(self._shown))

    def _act(self, state: Any, action: Action, step: Step[Any]) -> None:
        turn, seat = state.turn, state.to_move
        if action is None:
            self._tally += HandsTally(ends=1)
            self._began_untold = self._random.random() < self._left_out and bool(self._rules.list_legal(step.state))
            if self._began_untold:
                self._untold = (turn, seat)
                return
        seat = action.seat if isinstance(action, Claim) and action.seat is not None else seat
        answer = self._tell(_line(action), seat)
        self._check(answer, "legal", None)
        now = (step.state.turn, step.state.to_move)
        in_question = self._questions & set(self._missing)  # whether that turn has ended is asked, and not known yet
        if (answer["state"]["turn"], answer["state"]["to_move"]) != now and not in_question:
            self._tally += HandsTally(false=1)

    def _foul(self, state: Any, view: Mapping[str, Any]) -> None:
        """Commit a foul: a card out of turn, or a turn ended too early, by a hand that is plain."""
        mover, may_end = view["to_move"], _is_lawful(self._rules, state)
        missed = [*self._missing, *([self._untold] if self._untold else [])]
        going_on = {seat for _, seat in missed}  # whose end nobody told may lay on as if it were his turn: nothing tells
        others = [seat for seat in range(self._players) if seat != mover and seat not in going_on]
        if may_end and "place" not in self._rules.claims:  # of the next player's card it is plain that an end was not told
            following = self._rules.apply_turn_end(state).state.to_move
            others = [seat for seat in others if seat != following]
        if "place" not in self._rules.claims and not may_end and self._random.random() < 0.5:
            return self._refused(self._rules.apply_turn_end(state, mover), {"end_turn": True}, mover)
        moves = self._rules.list_legal(state)
        if not others or not moves:
            return None
        seat, move = self._random.choice(others), self._random.choice(moves)
        if isinstance(move, Claim):
            step = self._rules.apply_claim(state, replace(move, seat=seat))
        else:
            step = self._rules.apply_play(state, replace(move, seat=seat))
        return self._refused(step, _line(move), seat)

    def _refused(self, step: Step[Any], line: Mapping[str, Any] | None, seat: int) -> None:
        found = next((found for found in step.findings if found.severity is Severity.FOUL), None)
        if found is None or line is None:
            return
        called = self._tally.called
        self._tally += HandsTally(fouls=1, after=self._began_untold)
        answer = self._tell(line, seat)
        self._check(answer, "illegal", found.rule)
        self._tally += HandsTally(called_after=self._began_untold and self._tally.called > called)
        if "asked" in answer and "play" in line:  # whoever is asked takes the card back
            self._said.append(json.dumps({"undo": answer["n"]}))
            self._dialogue.answer(self._said[-1])

    def _tell(self, line: Mapping[str, Any] | None, seat: int) -> Mapping[str, Any]:
        if self._untold is not None:
            self._missing.append(self._untold)
            self._untold = None
        hand = (self._places[seat] + self._random.gauss(0, SPREAD)) % 1.0
        self._said.append(json.dumps({**(line or {}), "hand": round(hand, 4)}))
        return self._dialogue.answer(self._said[-1])

    def _check(self, answer: Mapping[str, Any], verdict: str, rule: str | None) -> None:
        right = answer.get("verdict") == verdict and (verdict == "legal" or answer["rule"] == rule)
        if verdict == "legal":  # from here on it can be known: a card out of turn tells nothing of an end before it
            self._shown.update(self._missing)
        self._tally += HandsTally(
            called=right and verdict == "illegal", asked="asked" in answer, false=not right and verdict == "legal"
        )
        if "asked" in answer:
            self._questions.add((answer["asked"]["turn"], answer["asked"]["seat"]))
        for inferred in answer.get("inferred", ()):
            put_in = (inferred["ended"], inferred["seat"])
            known = put_in in self._missing
            self._tally += HandsTally(put_in=known, false=not known)
            if known:
                self._missing.remove(put_in)
                self._shown.add(put_in)


def _line(action: Action) -> dict[str, Any]:
    if action is None:
        return {"end_turn": True}
    if isinstance(action, Play):
        return {"play": {"card": action.after, "pile": action.zone}}
    if action.code in ("place", "remove"):
        where = [action.detail["row"], action.detail["column"]]
        return {"play": {"card": action.detail["card"], "cell" if action.code == "place" else "remove": where}}
    return {action.code: action.detail["card"] if action.code == "dead" else True}


def _is_lawful(rules: Rules[Any], state: Any) -> bool:
    """May the turn end, as far as a referee knows without hands?"""
    step = rules.apply_turn_end(state)
    return step.stands and (step.outcome is None or step.outcome.won is not False or step.outcome.lapses)


def choose_places(players: int, random: Random) -> list[float]:
    """Places around the table, clockwise and not quite even."""
    first, apart = random.random(), 1 / players
    return [round((first + seat * apart + random.uniform(-0.2, 0.2) * apart) % 1.0, 4) for seat in range(players)]
