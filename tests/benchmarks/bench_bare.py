"""Short matches on drawn tables without a mat, laid in every manner: is every card told, and is nothing told of what is not known?

    python -m tests.benchmarks bare
    python -m tests.benchmarks.bench_bare --game the_game --seeds 0-9 -v
    python -m tests.benchmarks.bench_bare --plain --game the_game
    python -m tests.benchmarks.bench_bare --apart --seeds 1000-1039

The eye and the referee are those of `companion watch --mat none --deck numbers`: nothing is enrolled, and nobody answers a question but
with `--answers`, where a person answers each rightly after some seconds; then the match counts as it stands at last. Each
seed brings another manner (`vision.drawn.table.lying`), deck, table top, lamp and camera, and other people; `--plain` plays manners that
differ from the rulebook in one trait, all with one deck on one table. `--apart` takes decks, direction cards, table tops and people with
which nothing was developed; only final measurements use seeds from 1000 on. All is drawn.

acts    cards played and taken back, aligned by pile: right, wrong, missed, phantom; numbers without their command. Piles that nothing
        names may be exchanged: up1 and up2, down1 and down2; without direction cards all of one owner. What lay before the film may be
        told or not.
draws   told from 1.5 s before to 4 s after the hand had gone, as a touch or an end of turn; left touches are ghosts
fouls   ruled with their rule within 4 s; any other foul, loss or disagreement is a false alarm, one that is only said again counts once
places  of the last piles event: within 0.7 card widths of where they lie; proven elsewhere: by any event
proven  card piles that were proven by their first card: after it lay, before the next card lay there; soon: before any card lay
asks    questions, commands' icons apart; answ: about piles, answered; stray: cards asked for their pile; lost: how often the table was
ms      a frame of the eye, middle, 95th percentile, most, of processor time

Exits with 1 where fewer than 99.5 % of the acts were right, or anything was a false alarm or proven where it is not.
"""

from __future__ import annotations

import argparse
import contextlib
import io
import itertools
import json
import math
import os
import random
import time

os.environ["OMP_NUM_THREADS"] = "1"  # before numpy is loaded

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, fields, replace
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from companion.app.named_piles import NamedPiles
from companion.cli.watch import TurnEnds, WatchReport
from companion.match.events import Played as Laying
from companion.match.events import PutRight, Started, TakenBack
from companion.match.rulings import Fate
from companion.session.inbox import Work
from companion.session.session import Session
from companion.shown.words.messages import catalogue
from companion.sources.bare import UNKNOWN_LAYOUT, bare_table_for, choose_lying_manner
from companion.sources.scenery import Setting
from companion.sources.sources import commands_for, layout_for, readers_for
from tests.benchmarks.bare_person import AnsweringPerson, LyingPile
from tests.benchmarks.bench_matches import OPTIONS, SEATS, match
from tests.benchmarks.evenings import Deed, acts_of, hurried, own_zones, timed
from tests.filmed import frames
from vision.drawn.art.patterns import STRANGE
from vision.drawn.art.styles import make_bare_table_style
from vision.drawn.art.surfaces import SURFACES
from vision.drawn.table.acts import Draw, Lay, Lift
from vision.drawn.table.bare_tables import lay_before_start, make_bare_scene
from vision.drawn.table.lying import LyingManner, describe_lying_manner, list_plain_manners
from vision.drawn.table.optics import Projection
from vision.drawn.table.players import EVERYDAY, VISITORS, make_players
from vision.drawn.table.scene import TableScene
from vision.drawn.table.virtual_camera import VirtualTable
from vision.plane.homography import project
from vision.types import TableEvent
from vision.watcher import Watcher

GAMES = ("the_game", "extreme", "quick_easy", "face_to_face")
GOAL = 0.995
EARLY_S, LATE_S = 1.5, 4.0
"""Seconds before and after an act within which it is told."""
NEAR = 0.7
"""Widths of a card within which a place is right."""
SIZE = (1280, 720)
ANSWERED_FOR_S = 30
"""Seconds after a film in which a person goes on answering."""
Line = dict[str, Any]
Naming = Mapping[str, str]


@dataclass(frozen=True)
class Table:
    """One drawn match. `begun`: zones and faces of cards that lie before the camera runs; `deeds`: what is done after that."""

    game: str
    seed: int
    manner: LyingManner
    scene: TableScene
    camera: VirtualTable
    seats: int
    begun: tuple[tuple[str, str], ...]
    deeds: tuple[Deed, ...]
    deck: str


@dataclass
class Tally:
    """What came of one table or of several. `frame_ms`: milliseconds of each frame; `notes`: differences in words."""

    tables: int = 0
    acts: int = 0
    right: int = 0
    wrong: int = 0
    missed: int = 0
    phantom: int = 0
    draws: int = 0
    drawn: int = 0
    ghosts: int = 0
    fouls: int = 0
    ruled: int = 0
    alarms: int = 0
    piles: int = 0
    placed: int = 0
    elsewhere: int = 0
    soon: int = 0
    used: int = 0
    proven: int = 0
    asks: int = 0
    answers: int = 0
    icons: int = 0
    strays: int = 0
    lost: int = 0
    frame_ms: list[float] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)

    def add(self, other: Tally) -> None:
        """Add what came of another table, without its notes."""
        for one in fields(self):
            if one.name != "notes":
                setattr(self, one.name, getattr(self, one.name) + getattr(other, one.name))


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--game", action="append", choices=GAMES, help="a game (default: all four)")
    parser.add_argument("--seeds", default="0-2", help="first and last (default: 0-2)")
    parser.add_argument("--plain", action="store_true", help="manners that differ from the rulebook in one trait")
    parser.add_argument("--manner", action="append", choices=list(list_plain_manners()), help="one of those of --plain")
    parser.add_argument("--apart", action="store_true", help="decks, table tops and people with which nothing was developed")
    parser.add_argument("--answers", action="store_true", help="a person answers what is asked, rightly, after some seconds")
    parser.add_argument("--acts", type=int, default=7, help="stop a match after so many cards (default: 7)")
    parser.add_argument("--fps", type=float, default=10.0, help="frames a second (default: 10)")
    parser.add_argument("--deck", default="numbers", help="what reads the cards (default: numbers, any maker's)")
    parser.add_argument("--events", type=Path, metavar="DIR", help="keep what was printed, and below it the truth")
    parser.add_argument("-v", action="store_true", help="say what was told otherwise than it was")
    arguments = parser.parse_args()
    cv2.setNumThreads(1)
    total, by_trait, began = Tally(), dict[str, Tally](), time.process_time()
    print(_head("table"))
    for table in _tables(arguments):
        started = time.process_time()
        tally = scored(table, played(table, arguments.deck, arguments.events, does_answer=arguments.answers))
        name = f"{table.game} {table.seed} {describe_lying_manner(table.manner)}, {table.deck}, {table.scene.table}"
        print(_row(name, tally, time.process_time() - started), flush=True)
        for note in tally.notes if arguments.v else ():
            print("   ", note)
        total.add(tally)
        for trait in (table.game, *describe_lying_manner(table.manner).split()):
            by_trait.setdefault(trait, Tally()).add(tally)
    print(_head("manner"))
    for trait in sorted(by_trait):
        print(_row(f"{trait} ({by_trait[trait].tables})", by_trait[trait], 0.0))
    print(_row(f"all ({total.tables})", total, (time.process_time() - began) / max(1, total.tables)))
    bad = total.alarms + total.elsewhere + total.soon
    return 1 if bad or total.right < GOAL * total.acts else 0


COLUMNS = (
    ("acts", "acts"),
    ("right", "right"),
    ("wrong", "wrong"),
    ("miss", "missed"),
    ("phan", "phantom"),
    ("|draws", "draws"),
    ("seen", "drawn"),
    ("ghost", "ghosts"),
    ("|fouls", "fouls"),
    ("ruled", "ruled"),
    ("false", "alarms"),
    ("|piles", "piles"),
    ("place", "placed"),
    ("else", "elsewhere"),
    ("soon", "soon"),
    ("used", "used"),
    ("prov", "proven"),
    ("|asks", "asks"),
    ("answ", "answers"),
    ("icon", "icons"),
    ("stray", "strays"),
    ("lost", "lost"),
)


def _head(name: str) -> str:
    return f"{name:78}" + "".join(f"{word:>6}" for word, _ in COLUMNS) + " |   p50   p95   max    s"


def _row(name: str, tally: Tally, spent: float) -> str:
    ms = sorted(tally.frame_ms) or [0.0]
    times = (ms[len(ms) // 2], ms[int(0.95 * (len(ms) - 1))], ms[-1])
    counts = "".join(f"{getattr(tally, key):6}" for _, key in COLUMNS)
    return f"{name:78.78}{counts} |" + "".join(f"{one:6.1f}" for one in times) + f"{spent:5.0f}"


# --- the tables


def _tables(arguments: argparse.Namespace) -> Iterator[Table]:
    """All tables asked for: plain manners with the first seed, else a manner a seed."""
    first, _, last = arguments.seeds.partition("-")
    plain = list_plain_manners()
    for game in arguments.game or GAMES:
        if arguments.plain or arguments.manner:
            for name in arguments.manner or plain:
                yield laid_out(game, int(first), plain[name], arguments, is_plain=True)
            continue
        for seed in range(int(first), int(last or first) + 1):
            manner = choose_lying_manner(layout_for(game), len(GAMES) * seed + GAMES.index(game))
            yield laid_out(game, seed, manner, arguments)


def laid_out(game: str, seed: int, manner: LyingManner, arguments: argparse.Namespace, *, is_plain: bool = False) -> Table:
    """One table, ready to be played. `is_plain`: True for the first deck on wood, whatever the seed."""
    tops = ("wood",) if is_plain else tuple(STRANGE if arguments.apart else SURFACES)
    seats = SEATS[game][seed % len(SEATS[game])]
    scene = make_bare_scene(layout_for(game), seed, (tops[seed % len(tops)],), manner=manner)
    number = 1 if is_plain else seed
    style = make_bare_table_style(number, apart=arguments.apart)
    scene = replace(scene, style=style)
    players = make_players(seed, seats, scene.layout.size_mm, VISITORS if arguments.apart else EVERYDAY)
    deeds = list(match(game, seed, own_zones(scene.layout, players), arguments.acts))
    begun = list(itertools.takewhile(lambda deed: isinstance(deed.act, Lay) and deed.verdict == "legal", deeds[: manner.begun]))
    left = hurried(deeds[len(begun) :], random.Random(f"hurry {seed}"))
    laid = tuple((deed.act.zone, deed.act.face) for deed in begun if isinstance(deed.act, Lay))
    scene = lay_before_start(scene, laid, seed)
    camera = VirtualTable(
        scene.layout, acts_of(left), speed="fast", seed=seed, fps=arguments.fps, size=SIZE, scene=scene, players=players
    )
    return Table(game, seed, manner, scene, camera, seats, laid, tuple(left), f"{style.heading} {number}")


@dataclass(frozen=True)
class Played:
    """What came of playing a table. `said`: what `companion watch` printed; `laid`: for each zone when each card came to lie there;
    `spent`: milliseconds of each frame; `held`: for each pile the cards that the match has at last, as they came to be on top."""

    said: list[Line]
    laid: dict[str, list[float]]
    spent: list[float]
    held: dict[str, list[str]]
    answered: int | None = None
    refused: tuple[str, ...] = ()


def played(table: Table, deck: str, keep: Path | None, *, does_answer: bool = False) -> Played:
    """A table, played. `deck`: what reads the cards. `keep`: a folder for what was printed and for the truth, None to keep nothing.
    `does_answer`: a person answers what is asked."""
    started = Started(table.game, table.seats, OPTIONS.get(table.game, {}))
    readers = readers_for(table.game, deck)
    bare = bare_table_for(table.game, deck, started, readers["card"])
    report = WatchReport(started, catalogue("en"), TurnEnds("touch"), commands_for(table.game, deck))
    eye, setting = (
        Watcher(table.camera, UNKNOWN_LAYOUT, readers, bare=bare),
        Setting(UNKNOWN_LAYOUT, {}, table.camera, bare=bare),
    )
    spent, laid, tops, printed = list[float](), dict[str, list[float]](), dict[str, str](), io.StringIO()
    for zone, _ in table.begun:
        laid.setdefault(zone, []).append(0.0)
    session, tops_at = report.session, [(-math.inf, dict(table.camera.tops))]

    def post(work: Work) -> None:
        report.report_notices(eye.at, tuple(work(session, eye.at) or ()))

    person = _seat_person(table, session, tops_at) if does_answer else None
    names = NamedPiles(None, post)

    def tell(events: Sequence[TableEvent]) -> None:
        with contextlib.redirect_stdout(printed):
            for event in events:
                report.report_event(event)

    tops = dict(table.camera.tops)
    for frame in frames(table.camera):
        began = time.process_time()
        tell([*names.apply_new_names(eye, session.snapshot.found_piles, setting), *eye.see(frame)])
        if person is not None:
            with contextlib.redirect_stdout(printed):
                report.report_notices(frame.at, person.answer_questions(frame.at))
        spent.append(1000 * (time.process_time() - began))
        now = table.camera.tops
        for zone in (zone for zone, face in now.items() if face and face != tops[zone]):
            laid.setdefault(zone, []).append(frame.at)
        if now != tops:
            tops_at.append((frame.at, dict(now)))
        tops = now
    tell(eye.step())
    if person is not None:
        for later in range(ANSWERED_FOR_S):  # what was asked last is answered once the film is over
            with contextlib.redirect_stdout(printed):
                report.report_notices(eye.at, person.answer_questions(eye.at + later))
            tell(names.apply_new_names(eye, session.snapshot.found_piles, setting))
    said = [json.loads(line) for line in printed.getvalue().splitlines()]
    if keep:
        name = f"{table.game}-{table.seed}.jsonl"
        truth = "".join(json.dumps(fact) + "\n" for fact in list_truth(table, laid))
        for folder, text in ((keep, printed.getvalue()), (keep / "truth", truth)):
            folder.mkdir(parents=True, exist_ok=True)
            (folder / name).write_text(text, encoding="utf-8")
    refused = tuple(person.refused) if person else ()
    return Played(said, laid, spent, list_held(session), person.answered if person else None, refused)


def _seat_person(table: Table, session: Session, tops_at: Sequence[tuple[float, Mapping[str, str]]]) -> AnsweringPerson:
    """Somebody who sees the table. `tops_at`: the faces on top, from each second on."""
    scene = table.scene
    seen = Projection(scene.pose, scene.layout.size_mm, SIZE)
    middles = seen.project_points(np.array([zone.middle_mm for zone in scene.layout.zones])).tolist()
    piles = [
        LyingPile(zone.name, (x / SIZE[0], y / SIZE[1]), zone.kind)
        for zone, (x, y) in zip(scene.layout.zones, middles, strict=True)
    ]
    (x, y), wide = scene.layout.zones[0].middle_mm, scene.layout.card_mm[0]
    ends = seen.project_points(np.array([(x, y), (x + wide, y)]))

    def find_tops(at: float) -> Mapping[str, str]:
        return next((tops for since, tops in reversed(tops_at) if since <= at), {})

    def count_draws(at: float) -> int:
        return sum(isinstance(act, Draw) and done <= at for done, act in table.camera.log)

    width = float(np.linalg.norm(ends[1] - ends[0])) / SIZE[0]
    return AnsweringPerson(session, piles, width, SIZE[0] / SIZE[1], find_tops, count_draws)


def list_held(session: Session) -> dict[str, list[str]]:
    """For each pile what lay on top one after the other, as the match has it at last."""
    tops, match = dict[str, list[str]](), session.match
    for judged in match.judged if match else ():
        lies = judged.fate in (Fate.STANDS, Fate.NOTED, Fate.OPEN, Fate.OVER, Fate.TAKEN_BACK)
        event = judged.event
        if isinstance(event, Laying) and lies and not event.again:
            tops.setdefault(event.zone, []).append(_plain(event.after))
        elif isinstance(event, TakenBack | PutRight) and lies:
            tops.setdefault(event.zone, []).append("<")
    return tops


def list_truth(table: Table, laid: Mapping[str, Sequence[float]]) -> list[Line]:
    """What was done, as the films of bare tables have it beside them. `laid`: as of `played`."""
    scene, layout = table.scene, table.scene.layout
    seen = Projection(scene.pose, layout.size_mm, SIZE)

    def outline(at: tuple[float, float]) -> list[list[float]]:
        half = [side / 2 for side in layout.card_mm]
        corners = [(at[0] + x * half[0], at[1] + y * half[1]) for x, y in ((-1, -1), (1, -1), (1, 1), (-1, 1))]
        return [[round(part, 1) for part in corner] for corner in seen.project_points(np.array(corners)).tolist()]

    piles = [
        {"name": zone.name, "kind": zone.kind, "quad": outline(zone.middle_mm)}
        | ({"direction": {}} if table.manner.has_directions and zone.kind == "card" else {})
        for zone in layout.zones
    ]
    quad = np.array(outline(layout.zones[0].middle_mm))
    card_px = [float(np.linalg.norm(quad[1] - quad[0])), float(np.linalg.norm(quad[2] - quad[1]))]
    begun = [{"zone": zone, "face": face} for zone, face in table.begun]
    facts: list[Line] = [
        {"table": {"game": table.game, "piles": piles, "card_px": card_px, "picture": list(SIZE), "begun": begun}},
        {"t": 0.0, "start": {"game": table.game, "players": table.seats, "variant": OPTIONS.get(table.game, {})}},
    ]
    times = {zone: list(each)[sum(name == zone for name, _ in table.begun) :] for zone, each in laid.items()}
    for at, deed in timed(table.deeds, table.camera.log):
        fact: Line = {"t": round(at, 3), "verdict": deed.verdict or None, "rule": deed.rule or None, "seat": deed.seat}
        match deed.act:
            case Lay(zone, face):
                facts.append(fact | {"play": {"zone": zone, "face": face}, "laid": times[zone].pop(0)})
            case Lift(zone):
                facts.append(fact | {"take_back": zone})
                times[zone] = times[zone][bool(times[zone]) and times[zone][0] < at :]
            case Draw(zone):
                facts.append(fact | {"touch": zone})
    return facts


# --- what came of it


def scored(table: Table, played: Played) -> Tally:
    """Compare what was told with what was done. The piles are named as fits best. Where a person answers, what counts is what the
    match has at last: an answer mends what was told before."""
    tallies = [_score(table, played, naming) for naming in list_namings(table)]
    best = max(tallies, key=lambda one: (one.right - one.wrong - one.missed - one.phantom, one.placed))
    best.frame_ms = played.spent
    best.notes += played.refused
    return best


def list_namings(table: Table) -> Iterator[Naming]:
    """Every way of naming the piles that the table leaves open: true name by told name."""
    cards = [zone.name for zone in table.scene.layout.of_kind("card")]
    if not table.manner.has_directions:
        owners = sorted({name.rpartition("_")[0] for name in cards})
        own = [[name for name in cards if name.rpartition("_")[0] == owner] for owner in owners]
        for orders in itertools.product(*(itertools.permutations(names) for names in own)):
            yield {
                told: true for names, order in zip(own, orders, strict=True) for told, true in zip(names, order, strict=True)
            }
        return
    pairs = [pair for pair in (("up1", "up2"), ("down1", "down2")) if pair[0] in cards]
    for swaps in itertools.product((False, True), repeat=len(pairs)):
        yield {
            told: true
            for swap, (one, other) in zip(swaps, pairs, strict=True)
            if swap
            for told, true in ((one, other), (other, one))
        }


def _score(table: Table, played: Played, naming: Naming) -> Tally:
    tally, said, laid = Tally(tables=1), played.said, played.laid
    facts = timed(table.deeds, table.camera.log)
    _score_acts(tally, table, list_told(said, naming) if played.answered is None else list_kept(played.held, naming))
    tally.answers = played.answered or 0
    _score_draws(tally, facts, said)
    _score_fouls(tally, facts, said)
    _score_places(tally, table, said, laid, naming)
    for line in said:
        if line["event"] == "ask":
            numbers = {face.partition(":")[0] for face, _ in line.get("candidates", ())}
            is_icon = len(numbers) == 1 and any(":" in face for face, _ in line["candidates"])
            tally.icons += is_icon
            tally.asks += not is_icon
            tally.notes += [] if is_icon else [f"{line['t']} asked {line}"]
    tally.strays = sum(line["event"] == "stray" for line in said)
    tally.lost = sum(line["event"] == "lost" for line in said)
    return tally


def list_told(said: Sequence[Line], naming: Naming) -> dict[str, list[str]]:
    """For each pile the faces that changes told."""
    told = dict[str, list[str]]()
    for line in (one for one in said if one["event"] == "change"):
        told.setdefault(naming.get(line["zone"], line["zone"]), []).append(_plain(line["after"]))
    return told


def list_kept(held: Mapping[str, Sequence[str]], naming: Naming) -> dict[str, list[str]]:
    """For each pile the faces that the match has at last, what was taken back as what lay beneath. `held`: as of `list_held`."""
    kept = dict[str, list[str]]()
    for zone, tops in held.items():
        lying, told = list[str](), kept.setdefault(naming.get(zone, zone), [])
        for face in tops:
            if face == "<":
                lying = lying[:-1]
            else:
                lying.append(face)
            told.append(lying[-1] if lying else "")
    return kept


def _score_acts(tally: Tally, table: Table, told: Mapping[str, list[str]]) -> None:
    done, lying, begun = dict[str, list[str]](), dict[str, list[str]](), dict[str, list[str]]()
    for zone, face in table.begun:
        lying.setdefault(zone, []).append(face)
        begun.setdefault(zone, []).append(_plain(face))
    for _, act in table.camera.log:
        if isinstance(act, Lay):
            lying.setdefault(act.zone, []).append(act.face)
            done.setdefault(act.zone, []).append(_plain(act.face))
        elif isinstance(act, Lift) and lying.get(act.zone):
            lying[act.zone].pop()
            done.setdefault(act.zone, []).append(_plain(lying[act.zone][-1]) if lying[act.zone] else "")
    for zone in sorted({*done, *told}):
        was, got, lay = done.get(zone, []), list(told.get(zone, [])), begun.get(zone, [])
        while lay and got and got[0] in lay:  # what lay before the film may be told or not
            lay, got = lay[lay.index(got[0]) + 1 :], got[1:]
        right, wrong, missed, phantom = align_faces(was, got)
        tally.acts += len(was)
        tally.right, tally.wrong = tally.right + right, tally.wrong + wrong
        tally.missed, tally.phantom = tally.missed + missed, tally.phantom + phantom
        if wrong or missed or phantom:
            tally.notes.append(f"{zone}: done {was}, told {got}")


def _plain(face: str) -> str:
    """A face without its command."""
    return face.partition(":")[0]


def align_faces(was: Sequence[str], got: Sequence[str]) -> tuple[int, int, int, int]:
    """How many faces are right, wrong, missed and phantom where two sequences are aligned with the fewest differences."""
    rows = [[(at, 0, 0, 0, at) for at in range(len(got) + 1)]]
    for number, face in enumerate(was, 1):
        row = [(number, 0, 0, number, 0)]
        for at, other in enumerate(got, 1):
            same, across, up, left = face == other, rows[-1][at - 1], rows[-1][at], row[-1]
            row.append(
                min(
                    (across[0] + (not same), across[1] + same, across[2] + (not same), across[3], across[4]),
                    (up[0] + 1, up[1], up[2], up[3] + 1, up[4]),
                    (left[0] + 1, left[1], left[2], left[3], left[4] + 1),
                )
            )
        rows.append(row)
    _, right, wrong, missed, phantom = rows[-1][-1]
    return right, wrong, missed, phantom


def _score_draws(tally: Tally, facts: Sequence[tuple[float, Deed]], said: Sequence[Line]) -> None:
    touched = sorted(line["t"] for line in said if line["event"] == "touched" and line["zone"].endswith("draw"))
    ends = [line["at"] for line in said if line["event"] == "turn"]
    for at, _ in ((at, deed) for at, deed in facts if isinstance(deed.act, Draw)):
        tally.draws += 1
        near = next((one for one in touched if -EARLY_S < one - at < LATE_S), None)
        if near is not None:
            touched.remove(near)
        is_seen = near is not None or any(-EARLY_S < one - at < LATE_S for one in ends)
        tally.drawn += is_seen
        tally.notes += [] if is_seen else [f"{at:.1f} draw not seen"]
    tally.ghosts = len(touched)
    tally.notes += [f"{at} draw that was none" for at in touched]


def _score_fouls(tally: Tally, facts: Sequence[tuple[float, Deed]], said: Sequence[Line]) -> None:
    left = list[Line]()
    for line in said:
        is_foul = line["event"] == "ruling" and line["verdict"] in ("illegal", "loss")
        # the verdict on an answer is that of the present, so it repeats a foul that lies open
        is_again = "hand" not in line and any(one.get("message") == line.get("message") for one in left)
        if line["event"] == "out_of_step" or (is_foul and not is_again):
            left.append(line)
    for at, deed in ((at, deed) for at, deed in facts if deed.verdict in ("illegal", "loss")):
        tally.fouls += 1
        hit = next((one for one in left if one.get("rule") == deed.rule and -EARLY_S < one["t"] - at < LATE_S), None)
        if hit is not None:
            left.remove(hit)
            tally.ruled += 1
        else:
            tally.notes.append(f"{at:.1f} foul not ruled: {deed}")
    tally.alarms = len(left)
    tally.notes += [f"{line['t']} false alarm {line}" for line in left]


def _score_places(
    tally: Tally, table: Table, said: Sequence[Line], laid: Mapping[str, Sequence[float]], naming: Naming
) -> None:
    layout = table.scene.layout
    middles = {zone.name: zone.middle_mm for zone in layout.zones}
    cards = [zone.name for zone in layout.of_kind("card")]
    seen = Projection(table.scene.pose, layout.size_mm, SIZE)
    to_mm = np.linalg.inv(seen.compute_homography())
    near_mm = NEAR * layout.card_mm[0]

    def is_right(zone: str, at: Sequence[float]) -> bool:
        ((x, y),) = project([(at[0] * SIZE[0], at[1] * SIZE[1])], to_mm).tolist()
        return zone in middles and math.dist((x, y), middles[zone]) < near_mm

    elsewhere, soon, proven = set[str](), set[str](), set[str]()
    for line in (one for one in said if one["event"] == "piles"):
        told = {naming.get(place["zone"], place["zone"]): place for place in line["places"]}
        right = {zone for zone, place in told.items() if is_right(zone, place["at"])}
        tally.placed = len(right)
        for zone in (zone for zone, place in told.items() if place["proven"]):
            times = [*laid.get(zone, ()), math.inf, math.inf]
            elsewhere |= {zone} - right
            soon |= {zone} if zone in cards and line["t"] < times[0] else set()
            proven |= {zone} & right if zone in cards and times[0] <= line["t"] <= times[1] + EARLY_S else set()
    tally.piles = len(middles)
    tally.elsewhere, tally.soon = len(elsewhere), len(soon)
    used = {zone for zone in cards if laid.get(zone)}
    tally.used, tally.proven = len(used), len(proven & used)
    tally.notes += [f"proven elsewhere: {sorted(elsewhere)}"] * bool(elsewhere)
    tally.notes += [f"proven too soon: {sorted(soon)}"] * bool(soon)
    tally.notes += [f"not proven by the first card: {sorted(used - proven)}"] * bool(used - proven)


if __name__ == "__main__":
    raise SystemExit(main())
