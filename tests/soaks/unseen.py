"""Whole matches told as an eye tells them, of which one thing goes unseen or is misread: how often is the rest of the match called?"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Any

from companion.games import rules_of
from companion.games.sequence.state import TEAM_COLOURS, TURNED_MARK
from companion.games.sheets import build_practice_deck, load_sheet
from companion.intake.known_commands import table_of_commands
from companion.journal.journal import Journal
from companion.match.events import Started
from companion.match.rules import Claim, Rules
from companion.match.rulings import ILLEGAL, LOSS, Ruling
from companion.play.player import choose_action, deal_hands, shuffle_decks
from companion.play.showcases.sequence import find_sequence_moves
from companion.questions.question import Notice
from companion.session.session import Session
from tests.soaks.hands import SPREAD, choose_places
from tests.told_moves import top
from vision.types import Change

CHIPS = frozenset(chip + side for chip in TEAM_COLOURS for side in ("", TURNED_MARK))
LONGEST = 400  # acts of one match
NAMES = ("Anna", "Bea", "Carl", "Dan", "Eva", "Finn")


@dataclass(frozen=True, slots=True)
class Act:
    """What a hand did: `faces` by zone afterwards, none where it drew."""

    seat: int
    turn: int
    faces: Mapping[str, str] = field(default_factory=dict)


def play_match(game: str, players: int, seed: int, options: Mapping[str, Any]) -> list[Act]:
    """A lawful match but for the mistakes of the showcase of Sequence, which are taken back."""
    if game == "sequence":
        return list(_lay_out_sequence(players, seed, options))
    rules, random = rules_of(game), Random(seed)
    fresh = rules.describe_position(rules.set_up_match(players, options))
    hands = deal_hands(fresh, shuffle_decks(load_sheet(game), fresh, random))
    return list(_play_piles(rules, rules.set_up_match(players, options, hands), random))


def _play_piles(rules: Rules[Any], state: Any, random: Random) -> Iterator[Act]:
    for _ in range(LONGEST):
        action, step = choose_action(rules, state, rules.describe_position(state), rules.list_legal(state), random)
        if step.outcome is not None or isinstance(action, Claim):
            return
        yield Act(state.to_move, state.turn, {} if action is None else {action.zone: action.after})
        state = step.state


def _lay_out_sequence(players: int, seed: int, options: Mapping[str, Any]) -> Iterator[Act]:
    piles: dict[str, list[str]] = {}
    turn = 1
    for move in find_sequence_moves(seed, players, options=options):
        faces = {zone: top(piles, zone) for zone in move.lay_out(piles)}
        if faces or move.kind == "end":
            yield Act(move.seat or 0, turn, faces)
        turn += move.kind == "end"


class Table:
    """An eye that sees what it is told to see, and a session. `acts`: of the match, for the commands on its cards."""

    def __init__(self, game: str, players: int, options: Mapping[str, Any], acts: Sequence[Act], random: Random) -> None:
        self._game, self._random = game, random
        self._places = choose_places(players, random)
        sheet, commands = load_sheet(game), table_of_commands(face for act in acts for face in act.faces.values())
        self.session = Session(
            Journal(":memory:"), lambda name: {*build_practice_deck(sheet), *sheet.faces}, lambda name: commands
        )
        started = Started(game, players, dict(options), None, NAMES[:players], places=tuple(self._places))
        self.session.begin_match(started, 0.0, "phone")
        self._shown = dict.fromkeys(self.session.publisher.expected_faces, "")
        self._at = 1.0
        for zone, face in self.session.publisher.expected_faces.items():
            self.session.take_change(Change(zone, "", face, 0.99, (), 0.0, moved=False), 0.0)
            self._shown[zone] = face

    def see(self, act: Act, misread: str = "") -> tuple[Notice, ...]:
        """What is said of an act. `misread`: the face read instead."""
        self._at += 2.0
        said = self.session.record_hands(True, self._at)
        self._at += 0.8
        hand = (self._places[act.seat] + self._random.gauss(0, SPREAD)) % 1.0
        if not act.faces:
            zone = f"draw{act.seat + 1}" if self._game == "face_to_face" else "draw"
            said += self.session.record_draw_visit(self._at, zone, hand)
        for zone, face in act.faces.items():
            before, self._shown[zone] = self._shown.get(zone, ""), misread or face
            said += self.session.take_change(
                Change(zone, before, misread or face, 0.99, (), self._at, True, hand=hand), self._at
            )
        self._at += 0.1
        said += self.session.record_hands(False, self._at)
        return said + self.session.notice_time(self._at + 0.5)


def list_called(
    game: str, players: int, seed: int, options: Mapping[str, Any], acts: Sequence[Act], unseen: Mapping[int, str]
) -> set[int]:
    """Numbers of the acts at which something is called or lost. `unseen`: acts not seen, or the face that one is misread as."""
    table = Table(game, players, options, acts, Random(seed))
    called = set()
    for number, act in enumerate(acts):
        if unseen.get(number) == "":
            continue
        said = table.see(act, unseen.get(number, ""))
        if any(isinstance(one, Ruling) and one.verdict in (ILLEGAL, LOSS) and _is_of_fact(table, one) for one in said):
            called.add(number)
    return called


def _is_of_fact(table: Table, ruling: Ruling) -> bool:
    match = table.session.match
    return match is not None and match.find_judged(ruling.n) is not None


def choose_unseen(game: str, kind: str, acts: Sequence[Act], random: Random) -> dict[int, str]:
    """What goes unseen: a "card" (or chip), a "draw", a whole "turn", or one card "misread" as another."""
    middle = random.randrange(len(acts) // 5, max(len(acts) * 4 // 5, len(acts) // 5 + 1))
    if kind == "turn":
        return {number: "" for number, act in enumerate(acts) if act.turn == acts[middle].turn}
    fits = [not act.faces if kind == "draw" else any(act.faces.values()) for act in acts]
    number = next(number for number in [*range(middle, len(acts)), *range(middle)] if fits[number])
    if kind != "misread":
        return {number: ""}
    (face,) = list(acts[number].faces.values())[:1]
    others = {each for each in load_sheet(game).faces if each != face and (each in CHIPS) == (face in CHIPS)}
    return {number: random.choice(sorted(others))}
