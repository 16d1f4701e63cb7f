"""Whole matches of Sequence watched from drawn pictures and judged: is every planted mistake ruled, and nothing else?

Each match is drawn frame by frame: board, translucent chips, hands, cards of the practice deck. Where the eye asks, it is told what
lies there. What the referee says is held against what he says of the same match told in text.

    python -m tests.benchmarks.bench_sequence [FIRST-LAST] [FILE] [strangers] [bare | boards]

How hands look and move, where people sit, camera, lamp and table differ from match to match; with `strangers` they are people with whom
nothing was developed, with `bare` there is no mat, the camera hangs at any roll, and the table top is another; with `boards` the board is
another besides, of other inks and grounds, that nobody enrolled. A match takes about two minutes of one core. With FILE each result is
added to it as a line of JSON and matches that it holds already are not played again: so a run can be broken off, or be done in parts
(1-10 and 11-20) by two processes.
"""

from __future__ import annotations

import itertools
import json
import random
import sys
import time
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from difflib import SequenceMatcher
from pathlib import Path
from typing import Any

import cv2

from companion.games.sheets import load_sheet
from companion.journal.journal import Journal
from companion.match.events import Claimed, Played, PutRight, Seen, Started, Undone
from companion.match.referee import Ruling
from companion.play.moves import Move
from companion.play.showcases.sequence import GAME, find_sequence_moves
from companion.questions.question import Notice
from companion.session.session import Session
from companion.sources.bare import UNKNOWN_LAYOUT, bare_table_for
from companion.sources.sources import board_for, layout_for, moves_as_acts, readers_for, scene_for
from tests.benchmarks import evenings
from tests.benchmarks.evenings import Deed, Evening, Score, acts_of, own_zones, scored, setting, with_habits
from tests.told_moves import top
from vision.drawn.art.boards import make_board_look
from vision.drawn.art.patterns import STRANGE
from vision.drawn.table.bare_tables import make_bare_scene
from vision.drawn.table.players import COMPANIES, EVERYDAY, Company, make_players
from vision.drawn.table.virtual_camera import VirtualTable
from vision.watcher import Watcher

SIZE = (1280, 720)

Said = tuple[str, str, str, str]
"""A ruling: what happened, the verdict, the rule that decided and all rules that were named."""


@dataclass(frozen=True)
class Planned:
    """A match of the list."""

    seed: int
    seats: int
    teams: int
    advanced: bool = False

    @property
    def options(self) -> dict[str, Any]:
        """As at the start."""
        return {"teams": self.teams} | ({"advanced": True} if self.advanced else {})

    @property
    def moves(self) -> list[Move]:
        """What the hands do."""
        return list(find_sequence_moves(self.seed, self.seats, options=self.options))


MATCHES = (
    *(Planned(seed, 2, 2) for seed in (1, 19, 22, 25)),
    *(Planned(seed, 2, 2, True) for seed in (23, 30, 37)),
    *(Planned(seed, 3, 3) for seed in (10, 20, 32)),
    *(Planned(seed, 4, 2) for seed in (13, 27, 37)),
    *(Planned(seed, 4, 2, True) for seed in (32, 36)),
    *(Planned(seed, 6, 2) for seed in (21, 37)),
    *(Planned(seed, 6, 3) for seed in (20, 32)),
    Planned(5, 6, 2, True),
)
"""Twenty matches in which most of the mistakes find an occasion, as played in text."""


def said_of(session: Session, ruling: Ruling) -> Said:
    """A ruling that can be compared: entries have other numbers where something was asked."""
    match = session.match
    entries = {entry.n: entry.event for entry in match.entries} if match else {}
    event = entries.get(ruling.n)
    if isinstance(event, Undone):
        event = entries.get(event.entry)
    happened = type(entries.get(ruling.n)).__name__
    if isinstance(event, Played):
        happened += f" {event.zone}" + ("" if happened == "Undone" else f" {event.after}")
    elif isinstance(event, PutRight):
        happened += f" {event.zone}"
    elif isinstance(event, Claimed):
        happened += f" {event.code}"
    return happened, ruling.verdict, ruling.rule or "", " ".join(f"{f.rule}:{f.code}" for f in ruling.findings)


def told(
    moves: Iterable[Move], seats: int, options: Mapping[str, Any], reversed_slides: Sequence[bool] = ()
) -> list[list[Said]]:
    """What is said of each move where nothing is misread. `reversed_slides`: for each chip pushed to another space, whether it is seen
    to be gone before it is seen to have come."""
    session = _session(seats, options)
    piles: dict[str, list[str]] = {}
    ways = iter(reversed_slides)
    found = []
    for at, move in enumerate(moves, start=1):
        zones = move.lay_out(piles)
        if move.kind == "slide" and next(ways, False):
            zones = zones[::-1]
        notices: tuple[Notice, ...] = session.record_draw_visit(float(at)) if move.kind == "end" else ()
        for zone in zones:
            notices += session.record_event(Seen(zone, top(piles, zone), again=True), float(at), "camera")
        found.append([said_of(session, notice) for notice in notices if isinstance(notice, Ruling)])
    return found


def _session(seats: int, options: Mapping[str, Any]) -> Session:
    session = Session(Journal(":memory:"), lambda game: load_sheet(game).faces)
    session.begin_match(Started(GAME, seats, options), 0.0, "benchmark")
    return session


def deeds_of(match: Planned, moves: Sequence[Move], own: Sequence[str]) -> list[Deed]:
    """What the hands do, with what people do besides. `own`: for each seat the zone next to it."""
    dice = random.Random(match.seed)
    found, turn = list[Deed](), list[Deed]()
    for move, act, said in zip(moves, moves_as_acts(moves), told(moves, match.seats, match.options), strict=True):
        foul = next(((verdict, rule) for _, verdict, rule, _ in said if verdict in ("illegal", "loss")), ("", ""))
        turn.append(Deed(act, move.seat or 0, *(("legal", "") if move.kind == "end" else foul)))
        if move.kind == "end":
            found += with_habits(turn, own, dice)
            turn = []
    return found + turn


def watched(
    match: Planned, moves: Sequence[Move], company: Company, bare: bool = False, boards: bool = False
) -> tuple[Evening, Score]:
    """Watch one match to its end. `bare`: on a table without a mat, of tops with which nothing was developed. `boards`: with a board of
    other inks and grounds."""
    started = Started(GAME, match.seats, match.options)
    layout, readers = layout_for(GAME, started=started), readers_for(GAME)
    board = board_for(GAME, True)
    scene, pace = setting(scene_for(GAME, layout), match.seed)
    if bare:
        scene = make_bare_scene(layout, match.seed, (sorted(STRANGE)[match.seed % len(STRANGE)],), board=scene.board)
        if boards and scene.board:
            scene = replace(scene, board=replace(scene.board, look=make_board_look(match.seed, apart=True)))
        layout = scene.layout
    players = make_players(match.seed, match.seats, layout.size_mm, company)
    deeds = deeds_of(match, moves, own_zones(layout, players))
    table = VirtualTable(
        layout, acts_of(deeds), speed="fast", scene=scene, seed=match.seed, size=SIZE, fps=pace, players=players
    )
    without = bare_table_for(GAME, "", started, None, board, drawn=True) if bare else None
    eye = Watcher(table, UNKNOWN_LAYOUT if bare else layout, readers, board=board, bare=without)
    evening = evenings.watched(table, eye, _session(match.seats, match.options))
    return evening, scored(deeds, evening, players)


def result(match: Planned, company: Company = EVERYDAY, bare: bool = False, boards: bool = False) -> dict[str, Any]:
    """Watch a match and hold it against itself told in text. `bare`, `boards`: as of `watched`."""
    began, moves = time.process_time(), match.moves
    evening, score = watched(match, moves, company, bare, boards)
    said = [(at, said_of(evening.session, ruling)) for at, ruling in evening.said]
    seen = [one for _, one in said]
    slides = sum(move.kind == "slide" for move in moves)
    ways = itertools.product((False, True), repeat=slides)
    texts = [told(moves, match.seats, match.options, way) for way in ways]
    text = max(texts, key=lambda one: sum(block.size for block in _blocks(one, seen)))
    agreed, extra = _agreed(text, seen)
    doing = [i for i, move in enumerate(moves) if move.kind != "wait"]
    planted = [i for i, move in enumerate(moves) if move.mistake]
    outcome = evening.session.match.outcome if evening.session.match else None
    return {
        "seed": match.seed,
        "seats": match.seats,
        "teams": match.teams,
        "advanced": match.advanced,
        "company": company.name,
        "bare": bare,
        "boards": boards,
        "acts": len(doing),
        "right": sum(agreed[i] for i in doing),
        "asked": len(evening.asked),
        "wrong": len(extra),
        "drawn": sum(seen[i][0] == "Claimed draw" for i in extra),
        "missed": [f"{moves[i].kind} {moves[i].zone} {moves[i].face}" for i in doing if not agreed[i]],
        "planted": len(planted),
        "ruled": sum(agreed[i] for i in planted),
        "alarms": sum(said[i][1][1] in ("illegal", "loss") for i in extra),
        "mistakes": " ".join(moves[i].mistake for i in planted),
        "out_of_step": evening.alarms,
        "won": bool(outcome and outcome.won),
        "extra": [(said[i][0], *said[i][1]) for i in extra],
        "questions": evening.asked,
        "eye": asdict(score),
        "seconds": round(time.process_time() - began),
    }


def _blocks(text: list[list[Said]], seen: list[Said]) -> list[Any]:
    flat = [said for one in text for said in one]
    return SequenceMatcher(None, flat, seen, autojunk=False).get_matching_blocks()


def _agreed(text: list[list[Said]], seen: list[Said]) -> tuple[list[bool], list[int]]:
    """Of each move, whether it was ruled as in text; and which rulings are not in the text at all."""
    matched = {block.a + k for block in _blocks(text, seen) for k in range(block.size)}
    found = {block.b + k for block in _blocks(text, seen) for k in range(block.size)}
    number, agreed = 0, []
    for one in text:
        agreed.append(all(number + k in matched for k in range(len(one))))
        number += len(one)
    return agreed, [i for i in range(len(seen)) if i not in found]


HEAD = (
    "match seed seats teams advanced  acts right asked wrong  planted ruled alarms  out of step  won | cards right wrong miss phan |"
    " draws seen ghost | seats silent wrong astray |  seconds"
)


def line(number: int, one: Mapping[str, Any]) -> str:
    """A result as a line of the table: how the match was ruled, then what the eye told."""
    eye = one["eye"]
    return (
        f"{number:5} {one['seed']:4} {one['seats']:5} {one['teams']:5} {one['advanced']!s:>8} {one['acts']:5} {one['right']:5}"
        f" {one['asked']:5} {one['wrong']:5} {one['planted']:8} {one['ruled']:5} {one['alarms']:6} {len(one['out_of_step']):12}"
        f" {one['won']!s:>4} | {eye['acts']:5} {eye['right']:5} {eye['wrong']:5} {eye['missed']:4} {eye['phantom']:4} |"
        f" {eye['draws']:5} {eye['seen']:4} {eye['ghosts']:5} | {eye['seats']:5} {eye['silent']:6} {eye['strange']:5} {eye['astray']:6} |"
        f" {one['seconds']:8}  {one['mistakes']}"
    )


def main() -> None:
    spoken, boards = [word for word in sys.argv[1:] if word not in {*COMPANIES, "bare", "boards"}], "boards" in sys.argv[1:]
    bare = boards or "bare" in sys.argv[1:]
    company = COMPANIES[next((word for word in sys.argv[1:] if word in COMPANIES), EVERYDAY.name)]
    first, _, last = (spoken[0] if spoken else "1-2").partition("-")
    log = Path(spoken[1]) if len(spoken) > 1 else None
    known = [json.loads(row) for row in log.read_text(encoding="utf-8").splitlines()] if log and log.exists() else []
    wanted = (company.name, bare, boards)
    done = {one["number"]: one for one in known if (one["company"], one.get("bare", False), one.get("boards", False)) == wanted}
    cv2.setNumThreads(1)
    print(HEAD)
    for number in range(int(first), int(last or first) + 1):
        fresh = number not in done
        one = done[number] = done.get(number) or {"number": number, **result(MATCHES[number - 1], company, bare, boards)}
        if fresh and log:
            with log.open("a", encoding="utf-8") as out:
                out.write(json.dumps(one) + "\n")
        print(line(number, one), flush=True)
        for key in ("missed", "extra", "questions", "out_of_step"):
            if one[key]:
                print(f"      {key}: {one[key]}", flush=True)
        for note in one["eye"]["notes"]:
            print(f"      {note}", flush=True)


if __name__ == "__main__":
    main()
