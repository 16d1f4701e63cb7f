"""`companion demo`: the service on the virtual table, with nothing plugged in. A match of The Game plays itself."""

from __future__ import annotations

import argparse
import time
from functools import partial
from itertools import islice
from typing import Literal

from companion.app.companion import Companion
from companion.app.state_files import look_over_files
from companion.cli.run import serve_until_told, settle_after
from companion.errors import ConfigError
from companion.games import first_game
from companion.games.sheets import list_games
from companion.journal.state_lock import StateLock
from companion.machine.config import Config, Web
from companion.machine.ending import end_when_told
from companion.machine.memory import share_one_arena
from companion.machine.network.ports import find_free_port
from companion.machine.paths import state_directory
from companion.match.events import Started
from companion.match.referee import Match
from companion.play.showcase import best_shown, find_progress, lying_cards, moves_of
from companion.sources.bare import UNKNOWN_LAYOUT, bare_scene_for, bare_table_for, goes_without_mat
from companion.sources.practice_decks import ReportLearning, keep_to_oneself
from companion.sources.scenery import Scenery, Setting
from companion.sources.sources import (
    board_for,
    commands_for,
    layout_for,
    moves_as_acts,
    readers_for,
    scene_for,
    scene_of,
)
from vision.drawn.table.acts import make_waiting_script
from vision.drawn.table.players import make_easy_going_players
from vision.drawn.table.virtual_camera import VirtualTable


def run(arguments: argparse.Namespace) -> int:
    """0 after SIGTERM or Ctrl-C. A match in the journal goes on; after an end, the best showcase begins. Raises
    `ConfigError`, `StateInUse`."""
    share_one_arena()
    end_when_told()  # until `serve_until_told` listens
    state = state_directory()
    with StateLock(state):
        found = look_over_files(state, time.time())
        if not arguments.host:
            raise ConfigError("--host: an address is needed: 127.0.0.1 = this machine only, 0.0.0.0 = every network")
        web = find_free_port(Web(arguments.host, arguments.port))
        config = Config(language=arguments.language, signals="console", web=web)
        tables = virtual_tables(
            "fast" if arguments.fast else "real",
            bare=arguments.table == "bare",
            report=lambda learning: companion.report_learning(learning),
        )
        companion = Companion(config, settle_after(tables), state, commands_for, offers=next_demo_match, found=found)
        shown = best_shown(first_game())
        if companion.session.match is None or companion.session.match.outcome is not None:
            companion.session.begin_match(shown, time.time(), "demo")
        return serve_until_told(companion)


def next_demo_match(match: Match) -> Started:
    """The match that the demo offers after `match`: the next game at its best."""
    order = list_games()
    return best_shown(order[(order.index(match.started.game) + 1) % len(order)])


def virtual_tables(speed: Literal["real", "fast"], *, bare: bool = False, report: ReportLearning = keep_to_oneself) -> Scenery:
    """A virtual table for each match: cards lie as in the match, and the showcase goes on from there. `speed`: of the players.
    `bare`: without a mat where the game goes without. `report`: as of `readers_for`."""
    return partial(_draw_table, speed, bare, report)


def _draw_table(speed: Literal["real", "fast"], bare: bool, report: ReportLearning, game: str, match: Match | None) -> Setting:
    """The virtual table of a match, played on from where the match stands. Nothing happens by itself where the match is no
    showcase. `bare`: without a mat, for games that need none."""
    bare, readers = bare and goes_without_mat(game), readers_for(game, report=report)
    started, done = (match.started, find_progress(match)) if match else (None, None)
    moves, piles = done or (0, {})
    layout, board = layout_for(game, "", started) if bare else layout_for(game), board_for(game, True)
    if bare:
        scene = bare_scene_for(game, layout, 0)
        for name, cards in dict(scene_of(scene.layout, piles).piles).items():
            scene = scene.with_pile(name, cards)
    else:
        piles = lying_cards(match) if match and done is None and not layout.board_cells else piles
        scene = scene_of(layout, piles) if piles else scene_for(game, layout)
    script = moves_as_acts(islice(moves_of(started), moves, None)) if started and done else make_waiting_script()
    plays = bare or done is not None
    people = make_easy_going_players(0, scene.layout.size_mm, max(started.seats if started else 0, 3)) if plays else ()
    camera = VirtualTable(scene.layout, script, scene=scene, speed=speed if plays else "real", players=people)
    found = bare_table_for(game, "", started, board=board, drawn=True) if bare else None
    return Setting(UNKNOWN_LAYOUT if bare else layout, readers, camera, live=False, board=board, bare=found)
