"""`companion run`: the service at the table."""

from __future__ import annotations

import argparse
import logging
import signal
import sys
import threading
from functools import partial
from pathlib import Path

from companion.app import Companion, Scenery, Setting
from companion.board_layouts import own_layout
from companion.cli_eye import board_for, commands_for, layout_for, readers_for, scene_for, source_of
from companion.cli_improved import learn_in_background
from companion.config import Config, load_config
from companion.paths import state_directory
from companion.referee import Match
from vision.drawn.acts import waiting
from vision.drawn.virtual_camera import VirtualTable


def add_parser(subparsers: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add the command's arguments."""
    parser = subparsers.add_parser(
        "run",
        help="the service at the table",
        description="Watch the table, rule on each play, light the lamps and serve the phones until told to stop.",
        epilog="example:\n  companion run --config /etc/table-companion/companion.toml",
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--config", type=Path, help="companion.toml (default: the virtual table, this machine only)")
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    """Serve until SIGTERM or Ctrl-C."""
    config = load_config(arguments.config)
    commands = partial(commands_for, deck=config.eye.deck)
    layout_of = None if source_of(config.eye.source).kind == "virtual" else own_layout
    companion = Companion(config, scenery_of(config), state_directory(), commands, layout_of)
    return serve(companion)


def scenery_of(config: Config) -> Scenery:
    """Camera, mat and readers as the configuration names them. Raises `ConfigError` for an unknown source at once."""
    source = source_of(config.eye.source)
    drawn = source.kind == "virtual"

    def scenery(game: str, match: Match | None) -> Setting:
        layout = layout_for(game, config.eye.mat, match.started if match else None)
        camera = VirtualTable(layout, waiting(), scene=scene_for(game, layout)) if drawn else source.opened()
        return Setting(layout, readers_for(game, config.eye.deck), camera, live=source.live, board=board_for(game, drawn))

    return scenery


def serve(companion: Companion) -> int:
    """Run until SIGTERM or Ctrl-C, then stop cleanly."""
    logging.basicConfig(level=logging.INFO, format="%(message)s", stream=sys.stderr)
    logging.getLogger("waitress").setLevel(logging.WARNING)
    told = threading.Event()
    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, lambda *_: told.set())
    companion.start()
    learning = learn_in_background()
    print(f"Open {companion.server.url}", flush=True)
    if companion.access.code:
        print(f"Phones are asked for this code once: {companion.access.code}", flush=True)
    told.wait()
    companion.stop()
    for process in learning:
        process.terminate()
    return 0
