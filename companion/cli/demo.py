"""`companion demo`: the service on the virtual table, with nothing plugged in. A match of The Game plays itself."""

from __future__ import annotations

import argparse
import time
from collections.abc import Iterable
from itertools import islice
from typing import Literal

from companion.cli.run import serve
from companion.errors import ConfigError
from companion.games import first_game, rules_of
from companion.games.sheets import load_sheet
from companion.games.sheets import practice_deck as practice_faces
from companion.match.referee import Match
from companion.play.going_on import going_on
from companion.play.moves import Move
from companion.play.showcase import best_shown, moves_of, progress
from companion.session.state_lock import StateLock
from companion.shown.messages import languages
from companion.wiring.companion import Companion
from companion.wiring.config import Config, Web
from companion.wiring.ending import end_when_told
from companion.wiring.eye import Scenery, Setting
from companion.wiring.memory import share_one_arena
from companion.wiring.paths import state_directory
from companion.wiring.ports import next_free, port_number
from companion.wiring.sources import acts, board_for, commands_for, layout_for, practice_deck, readers_for, scene_for, scene_of
from vision.drawn.acts import waiting
from vision.drawn.scene import Scene
from vision.drawn.virtual_camera import VirtualTable
from vision.table.layout import Layout


def add_parser(subparsers: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add the command's arguments."""
    parser = subparsers.add_parser(
        "demo",
        help="the companion on the virtual table, nothing plugged in",
        description="A match of The Game with On Fire plays itself before a drawn camera, a few mistakes included. Follow it on the "
        "dashboard, put in what you like; a match that was interrupted goes on.",
        epilog="example:\n  companion demo --port 9000",
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    taken = f"port of the dashboard (default: {Web().port}); one that is taken gives way to the next that is free"
    parser.add_argument("--port", type=port_number, default=Web().port, help=taken)
    parser.add_argument(
        "--host", default=Web().host, help="address to listen on; 0.0.0.0 lets phones in (default: this machine only)"
    )
    parser.add_argument("--language", choices=languages(), default="it", help="language of the dashboard (default: it)")
    parser.add_argument("--fast", action="store_true", help="play as fast as this machine can instead of in real time")
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    """Serve until SIGTERM or Ctrl-C."""
    share_one_arena()
    end_when_told()  # until `serve` listens: a deck may be learned meanwhile
    with StateLock(state_directory()):
        return _play(arguments)


def _play(arguments: argparse.Namespace) -> int:
    if not arguments.host:
        raise ConfigError("--host: an address is needed: 127.0.0.1 = this machine only, 0.0.0.0 = every network")
    web = next_free(Web(arguments.host, arguments.port))
    config = Config(language=arguments.language, signals="console", web=web)
    companion = Companion(config, virtual_tables("fast" if arguments.fast else "real"), state_directory(), commands_for)
    shown = best_shown(first_game())
    practice_deck(shown.game)
    if companion.session.match is None or companion.session.match.outcome is not None:
        companion.session.begin(shown, time.time(), "demo")
    return serve(companion)


def virtual_tables(speed: Literal["real", "fast"]) -> Scenery:
    """A virtual table for each match: its cards lie as the match has them, and the players go on from there."""

    def scenery(game: str, match: Match | None) -> Setting:
        layout = layout_for(game)
        moves, scene = _played(layout, match) if match is not None else ((), scene_for(game, layout))
        script = acts(moves) if moves else waiting()
        camera = VirtualTable(layout, script, scene=scene, speed=speed if moves else "real")
        return Setting(
            layout, readers_for(game), camera, live=False, board=board_for(game, True, match.started if match else None)
        )

    return scenery


def _played(layout: Layout, match: Match) -> tuple[Iterable[Move], Scene]:
    """What the players of a match still do, () where nobody plays at it, and what lies there."""
    game, started = match.started.game, match.started
    done = progress(match)
    if done is not None:
        moves, piles = done
        return islice(moves_of(started), moves, None), scene_of(layout, piles)
    if layout.board_cells is not None:
        begun = not match.laid and match.outcome is None
        return moves_of(started) if begun else (), scene_for(game, layout)
    rules = rules_of(game)
    lying = {pile["zone"]: list(pile["cards"]) for pile in rules.view(match.state)["piles"]}
    faces = practice_faces(load_sheet(game))
    return () if match.outcome is not None else going_on(rules, match.state, faces), scene_of(layout, lying)
