"""`companion watch`: referee a video, a folder of pictures or a camera, and print what happens."""

from __future__ import annotations

import argparse
import json
import statistics
import sys
import time
from collections.abc import Iterator, Mapping, Sequence
from itertools import takewhile
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from companion.app.table_events import apply_event
from companion.clean_text import MAX_DIGITS, is_clean_number, shorten_text
from companion.errors import ConfigError, InputError
from companion.games.sheets import load_sheet
from companion.journal.journal import Journal
from companion.machine.memory import settle_memory
from companion.machine.text_files import read_text_file
from companion.match.events import Started
from companion.match.referee import Ruling
from companion.play.showcase import best_shown, moves_of
from companion.questions.question import Notice, PileQuestion, Question, TurnOver, TurnQuestion
from companion.session.found_piles import FoundPile
from companion.session.session import Session
from companion.setup.phone_camera import PHONE_SOURCE, PhonePage
from companion.shown.words.messages import Catalogue, catalogue
from companion.sources.bare import NO_MAT, UNKNOWN_LAYOUT, bare_scene_for, bare_table_for, choose_lying_manner
from companion.sources.board_layouts import read_own_layout
from companion.sources.choices import VIRTUAL
from companion.sources.readers import deck_for
from companion.sources.sources import (
    board_for,
    commands_for,
    find_source,
    layout_for,
    moves_as_acts,
    readers_for,
    scene_for,
)
from companion.turns.scene import DRAW, INFERRED
from vision.drawn.table.acts import Act, Lay
from vision.drawn.table.bare_tables import lay_before_start
from vision.drawn.table.players import make_easy_going_players
from vision.drawn.table.scene import TableScene
from vision.drawn.table.virtual_camera import VirtualTable
from vision.pipeline.aside import Beside, StepByStep
from vision.place.layout import Layout
from vision.plane.pictures import save_picture
from vision.types import (
    BoardUnread,
    Bumped,
    Camera,
    Change,
    Found,
    Frame,
    Hindered,
    Lost,
    Moving,
    PilesFound,
    Still,
    StrayCard,
    TableEvent,
    TableSeen,
    Touched,
    Unclear,
)
from vision.visible.light import hold_of
from vision.watcher import Watcher


def run(arguments: argparse.Namespace) -> int:
    """0 when the source ends; events and rulings are printed until then. Raises the errors of camera, mat, deck and
    position."""
    started = Started(arguments.game, arguments.players, _match_options(arguments))
    drawn = arguments.source == VIRTUAL
    commands = commands_for(arguments.game, arguments.deck, drawn)
    report = WatchReport(started, catalogue(arguments.language).with_match(started), TurnEnds(arguments.turns), commands)
    without = arguments.mat == NO_MAT or arguments.table == "bare"
    layout = UNKNOWN_LAYOUT if without else layout_for(arguments.game, arguments.mat, started)
    source = _open_watched_camera(arguments, layout, started)  # first: what cannot be watched is not worth learning a deck for
    readers = readers_for(arguments.game, arguments.deck, drawn)
    with TimedCamera(source) as camera:
        board = board_for(arguments.game, drawn)
        deck = deck_for(arguments.game, arguments.deck, drawn)
        bare = bare_table_for(arguments.game, deck, started, readers.get("card"), board, drawn) if without else None
        clock = time.perf_counter if arguments.timing else None
        aside = Beside() if find_source(arguments.source).live else StepByStep()
        watcher = Watcher(camera, layout, readers, board=board, hold=hold_of(source), bare=bare, clock=clock, aside=aside)
        spent = dict[str, list[float]]()
        settle_memory()

        def note_times() -> None:
            for stage, seconds in watcher.pipeline.spent.items():
                spent.setdefault(stage, []).append(seconds)

        for event in watcher.events(note_times):
            report.report_event(event)
            if arguments.annotate and isinstance(event, Change):
                _write_annotated(watcher, arguments.annotate, event)
            if arguments.seconds and report.seconds_since_start(event.at) > arguments.seconds:
                break
        stages = {"stages_ms": summarize_stages(spent)} if arguments.timing else {}
        print(json.dumps({"event": "summary", **camera.summarize_times(), **stages}), flush=True)
    return 0


def summarize_stages(spent: Mapping[str, Sequence[float]]) -> dict[str, list[float]]:
    """Milliseconds a frame of each stage, in running order: median, 95th percentile, most. `spent`: seconds by stage, a
    number for each frame."""
    ordered = {stage: sorted(1000 * one for one in seconds) for stage, seconds in spent.items()}
    return {
        stage: [round(each, 2) for each in (ms[len(ms) // 2], ms[int(0.95 * (len(ms) - 1))], ms[-1])]
        for stage, ms in ordered.items()
    }


def _match_options(arguments: argparse.Namespace) -> dict[str, Any]:
    """Options as typed. On the virtual table without any, those of the best showcase for so many players; else with the
    owner's layout of the board, if any."""
    options: dict[str, Any] = {}
    for option in arguments.option:
        name, _, value = option.partition("=")
        options[name] = int(value) if value.isdigit() else value or True
    if arguments.source == VIRTUAL:
        best = best_shown(arguments.game)
        return options or (dict(best.options) if best.seats == arguments.players else {})
    own = read_own_layout(arguments.game)
    return {"layout": own, **options} if own else options


def _open_watched_camera(arguments: argparse.Namespace, layout: Any, started: Started) -> Camera:
    """The camera as named: of a file its frames from `--first` to `--last`, of "virtual" a drawn table with `layout`, where
    the showcase is played. Raises `ConfigError`, `CameraUnavailable`."""
    game, source = arguments.game, find_source(arguments.source)
    if source.kind != VIRTUAL:
        return PhonePage() if source.kind == PHONE_SOURCE else source.newest(arguments.first, arguments.last)
    acts = moves_as_acts(moves_of(started))
    if arguments.table != "bare":
        scene = scene_for(game, layout)
    elif arguments.manner is None:
        scene = bare_scene_for(game, layout_for(game, "", started), 0)
    else:
        scene, acts = _lay_out_in_manner(game, layout_for(game, "", started), arguments.manner, acts)
    people = make_easy_going_players(0, scene.layout.size_mm, max(arguments.players, 3))
    return VirtualTable(scene.layout, acts, speed="fast", scene=scene, players=people)


def _lay_out_in_manner(game: str, layout: Layout, seed: int, acts: Iterator[Act]) -> tuple[TableScene, Iterator[Act]]:
    """The bare virtual table laid in a manner, and the acts that are left: the first cards may lie before the camera runs.
    `layout`: a mat of the game. `seed`: of manner and places."""
    manner = choose_lying_manner(layout, seed)
    scene = bare_scene_for(game, layout, seed, manner)
    left = list(acts)
    begun = 0 if layout.board_cells else manner.begun
    laid = [(act.zone, act.face) for act in takewhile(lambda act: isinstance(act, Lay), left[:begun]) if isinstance(act, Lay)]
    return lay_before_start(scene, laid, seed), iter(left[len(laid) :])


def _write_annotated(watcher: Watcher, folder: Path, event: Change) -> None:
    """Write the annotated table into `folder`, named by time and zone of `event`; nothing before a picture."""
    picture = watcher.annotated()
    if picture is not None:
        folder.mkdir(parents=True, exist_ok=True)
        save_picture(folder / f"{event.at:09.2f}-{event.zone}.jpg", picture)


class TurnEnds:
    """What ends a turn. `spoken`: "touch", "control", or a file of seconds at which turns end, one a line. Raises `ConfigError` for
    an unreadable file."""

    def __init__(self, spoken: str) -> None:
        self.touch = spoken == "touch"
        self._due: list[float] = []
        if spoken not in ("touch", "control"):
            try:
                text = read_text_file(Path(spoken))
            except ConfigError as error:
                raise ConfigError(f"--turns: touch, control, or a file of seconds, one a line; {error}") from error
            lines = enumerate(text.split("\n"), 1)
            self._due = sorted(
                self._parse_seconds(word, f"--turns {spoken}, line {n}") for n, line in lines for word in line.split()
            )

    def _parse_seconds(self, word: str, where: str) -> float:
        """The seconds in `word`. `where`: file and line, for messages. Raises `ConfigError`."""
        try:
            value = float(word)
        except ValueError as error:
            raise ConfigError(f"{where}: “{shorten_text(word)}” is no number of seconds") from error
        if not is_clean_number(value):
            raise ConfigError(f"{where}: a number has at most {MAX_DIGITS} digits")
        return value

    def take_due(self, seconds: float) -> Iterator[float]:
        """Ends of turns up to `seconds`, each once."""
        while self._due and self._due[0] <= seconds:
            yield self._due.pop(0)


class WatchReport:
    """Tells events of the eye to a match in memory and prints both. Times come from the source: a file prints the same each time.

    `started`: the match. `words`: the language. `turns`: what ends a turn. `commands`: number -> command on the owner's cards,
    None = none are named.
    """

    def __init__(self, started: Started, words: Catalogue, turns: TurnEnds, commands: Mapping[str, str] | None = None) -> None:
        sheet = load_sheet(started.game)
        self._words, self._turns, self._game = words, turns, started.game
        self.session = Session(Journal(":memory:"), lambda game: sheet.faces, lambda game: commands)
        self.session.begin_match(started, 0.0, "command")
        self._first: float | None = None
        self._t = 0.0
        self._told: list[dict[str, Any]] = []  # the piles as printed last
        self._proven_at: set[tuple[float, float]] = set()  # where the eye has read cards, shares of the picture

    def seconds_since_start(self, at: float) -> float:
        """Seconds from the first event to `at`; times of a file are seconds already. The first call sets the start."""
        if self._first is None:
            self._first = at if at > 86_400 else 0.0  # a camera's clock starts anywhere, a file's at 0
        return at - self._first

    def report_event(self, event: TableEvent) -> None:
        """Tell `event` to the match and print event and rulings; ends of turns due before come first. A refusal goes to
        standard error."""
        t = self._t = max(self._t, self.seconds_since_start(event.at))
        for due in self._turns.take_due(t):
            self._print_notices(due, self.session.record_turn_end(due, "file"))
        if isinstance(event, PilesFound):
            self._proven_at = {place.at for place in event.places if place.is_proven}
        whose = self._hand_and_seat(event)
        if said := _describe_event(event):
            self._print_line(t, said.pop("event"), **said, **whose)
        try:
            notices = apply_event(self.session, event, t, "touch" if self._turns.touch else "")
            self._print_piles(t, is_news=isinstance(event, PilesFound))
            self._print_notices(t, notices, whose)
        except InputError as error:
            print(f"companion: {error}", file=sys.stderr)
        self._print_notices(t, self.session.notice_time(t))
        self._print_piles(t)

    def report_notices(self, at: float, notices: tuple[Notice, ...]) -> None:
        """Print what came of something that no event told, `at` seconds of the source."""
        self._t = max(self._t, self.seconds_since_start(at))
        self._print_piles(self._t)
        self._print_notices(self._t, notices)

    def _print_piles(self, t: float, *, is_news: bool = False) -> None:
        """Print the piles where more is known of them than was printed. `is_news`: also where nothing else is known. A card is told before
        its pile's true place: none is proven where it was only guessed."""
        found = self.session.snapshot.found_piles
        places = [_describe_place(place, is_seen=place.at in self._proven_at) for place in found.places] if found else []
        if is_news or (places and _list_known(places) != _list_known(self._told)):
            self._told = places
            self._print_line(t, "piles", places=places)

    def _hand_and_seat(self, event: TableEvent) -> dict[str, Any]:
        """ "hand": place of the hand around the mat, 0 to 1, None = unseen. "seat": of the hand once known. Empty for events
        without a hand."""
        if not isinstance(event, Change | Touched):
            return {}
        seat = self.session.find_seat_of_hand(event.zone if isinstance(event, Change) else DRAW, event.hand)
        hand = None if event.hand is None else round(event.hand, 3)
        return {"hand": hand, **({} if seat is None else {"seat": seat})}

    def _print_notices(self, t: float, notices: tuple[Notice, ...], whose: Mapping[str, Any] | None = None) -> None:
        """Print each of `notices`, a ruling, question, end of a turn or disagreement, as a line. `t`: seconds. `whose`: "hand"
        and "seat" for rulings."""
        for notice in notices:
            if isinstance(notice, Ruling):
                message = self._words.say_ruling(self._game, notice)
                match = self.session.match
                entry = None if match is None else match.entry_of(notice.n)
                # No hand just did an inferred act: the event only proves that somebody had.
                told = {"seat": notice.seat} if entry and entry.source == INFERRED else whose or {}
                self._print_line(t, "ruling", verdict=notice.verdict, rule=notice.rule, message=message, **told)
            elif isinstance(notice, Question):
                candidates = [[face, round(p, 3)] for face, p in notice.candidates]
                self._print_line(t, "ask", zone=notice.zone, candidates=candidates)
            elif isinstance(notice, TurnQuestion):
                text = self._words.text("ask-turn", seat=notice.seat + 1)
                self._print_line(t, "ask", turn=notice.turn, seat=notice.seat, text=text)
            elif isinstance(notice, PileQuestion):
                if notice.zone:  # of a card where no pile is known the eye's own event has told
                    self._print_line(t, "ask", zone=notice.zone, face=notice.face, piles=list(notice.zones))
            elif isinstance(notice, TurnOver):
                self._print_line(t, "turn", ended=notice.turn, seat=notice.seat, by=notice.by, at=round(notice.at, 3))
            else:
                zones = [{"zone": d.zone, "expected": d.expected, "seen": d.seen} for d in notice]
                self._print_line(t, "out_of_step", zones=zones)

    def _print_line(self, t: float, event: str, **values: Any) -> None:
        print(json.dumps({"t": round(t, 3), "event": event, **values}, ensure_ascii=False), flush=True)


def _describe_event(event: TableEvent) -> dict[str, Any]:
    """An event of the eye as printed; empty where the ruling says everything."""
    match event:
        case Change():
            return {
                "event": "change",
                "zone": event.zone,
                "before": event.before,
                "after": event.after,
                "confidence": round(event.confidence, 4),
                "moved": event.moved,
            }
        case Touched():
            return {"event": "touched", "zone": event.zone}
        case Lost():
            return {"event": "lost", "reason": event.reason}
        case Unclear():
            return {"event": "unclear", "zones": [{"zone": zone, "reason": reason} for zone, reason in event.zones]}
        case Hindered():
            return {"event": "hindered", "reasons": list(event.reasons)}
        case TableSeen():
            return {"event": "table", "directions": event.directions, "backs": event.backs}
        case BoardUnread():
            return {"event": "board", "unread": event.number}
        case StrayCard():
            outline = [[round(x, 4), round(y, 4)] for x, y in event.outline]
            return {"event": "stray", "face": event.face, "outline": outline, "zones": list(event.zones)}
        case Moving() | Still() | Found() | Bumped():
            return {"event": type(event).__name__.lower()}
    return {}


def _describe_place(place: FoundPile, *, is_seen: bool) -> dict[str, Any]:
    """The place of a pile as printed. It is proven once a card was read there and it is known which pile that is. `is_seen`: has the
    eye read a card there?"""
    x, y = place.at
    is_proven = place.is_proven and place.is_named and is_seen
    return {"zone": place.zone, "at": [round(x, 4), round(y, 4)], "proven": is_proven, "named": place.is_named}


def _list_known(places: Sequence[Mapping[str, Any]]) -> list[tuple[Any, ...]]:
    """What is known of the piles, wherever they lie."""
    return [(place["zone"], place["proven"], place["named"]) for place in places]


class TimedCamera:
    """Measures how long each frame of `camera` was worked on, in processor time of this thread, and counts dropped frames of a live
    camera: what else the computer does meanwhile counts for nothing."""

    def __init__(self, camera: Camera) -> None:
        self._camera = camera
        self._given: float | None = None
        self._took: list[float] = []

    def read(self) -> Frame:
        """The next frame of the camera. The time since the former frame was given counts as work on that frame."""
        if self._given is not None:
            self._took.append(time.thread_time() - self._given)
            self._given = None
        frame = self._camera.read()
        self._given = time.thread_time()
        return frame

    def summarize_times(self) -> dict[str, Any]:
        """ "frames" worked on, "dropped", "fps" of the work alone, and "ms_mean", "ms_p50", "ms_p95" and "ms_max", milliseconds of
        processor time a frame."""
        spent = sorted(self._took) or [0.0]
        return {
            "frames": len(self._took),
            "dropped": getattr(self._camera, "dropped", 0),
            "fps": round(len(self._took) / max(sum(self._took), 1e-9), 1),
            "ms_mean": round(1000 * statistics.fmean(spent), 2),
            "ms_p50": round(1000 * statistics.median(spent), 2),
            "ms_p95": round(1000 * spent[int(0.95 * (len(spent) - 1))], 2),
            "ms_max": round(1000 * spent[-1], 2),
        }

    def __enter__(self) -> Self:
        self._camera.__enter__()
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self._camera.__exit__(kind, error, trace)
